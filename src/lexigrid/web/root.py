"""`GET /api/v1/`: describe this server and its limits; `GET /api/v1/qr`: a link as a picture."""

from __future__ import annotations

import io
import json
from dataclasses import asdict
from typing import Annotated, Any

from fastapi import FastAPI, Query, Request, Response

from .. import __version__
from .._util.io import import_extra
from .._util.kinds import Choice, Kind, Number, Whole
from .._util.options import options_of
from ..game.derived_dice import DERIVED, choose_dice, offered_dice, usual_board, usual_rules
from ..game.dice import Dice
from ..lexicon import Lexicon
from ..puzzle.generate.options import PuzzleOptions
from ..puzzle.generate.shapes import SHAPES
from ..puzzle.generate.words import themes
from ..search.scoring import SCORINGS
from .lanes import Answer
from .openapi import PREFIX, answers
from .service import Service

#: The longest text of a QR code that a phone reads from a screen, in characters; and the deadline.
_MOST_TEXT, _DEADLINE = 1000, 5.0


def add_routes(api: FastAPI, service: Service) -> None:
    """Add the resource that describes the server."""
    offered = options_of(PuzzleOptions, "http")
    document: dict[str, Any] = {
        "format": "lexigrid/server",
        "version": 1,
        "release": __version__,
        "limits": asdict(service.limits),
        "lexicons": [
            {
                "name": name,
                "words": len(lexicon),
                "fingerprint": lexicon.fingerprint,
                "has_bands": lexicon.has_bands,
            }
            for name, lexicon in service.lexicons.items()
        ],
        "dice": describe_dice(service.lexicons["default"]),
        "themes": themes(service.theme_language),
        "masks": sorted(SHAPES),
        "scorings": list(SCORINGS),
        "options": {name: _bounds(own.kind) for name, own in offered.items()},
    }
    most = {"pool": service.limits.puzzle_words}
    for name, limit in most.items():
        document["options"][name]["most"] = min(document["options"][name]["most"], limit)
    data = json.dumps(document, ensure_ascii=False).encode()

    @api.get(f"{PREFIX}/", **answers("server", "The server", takes_body=False, tag="server"))
    async def describe() -> Response:
        """Describe the server: release, limits, lexicons, dice, themes, and options of puzzles."""
        return Response(data, media_type="application/json")

    drawn = answers(
        "", "The picture", media_type="image/svg+xml", tag="server", problems={422: "Too long"}
    )

    @api.get(f"{PREFIX}/qr", **drawn)
    async def draw_qr(
        text: Annotated[str, Query(min_length=1, max_length=_MOST_TEXT, description="A link.")],
        request: Request,
    ) -> Response:
        """Draw a text, such as the link of a game, as a QR code."""

        def run(_: float) -> Answer:
            out = io.BytesIO()
            code = import_extra("segno", "web", "a QR code").make_qr(text)
            code.save(out, kind="svg", light="#fff", omitsize=True)
            return Answer(out.getvalue())

        return await service.work(request, run, _DEADLINE, "image/svg+xml")


def _bounds(kind: Kind) -> dict[str, Any]:
    """Return what a form needs to know about an option of a puzzle."""
    match kind:
        case Whole(least=least, most=most) | Number(least=least, most=most):
            return {"least": least, "most": most}
        case Choice(names=names):
            return {"choices": list(names)}
    return {}


def describe_dice(lexicon: Lexicon) -> list[dict[str, Any]]:
    """Return all published dice, and derived dice if none of them suit the words.

    Dice with `offered` suit the words of the server, and those with `usual` are taken if a request
    names none; the others are for other languages.
    """
    offered, usual = offered_dice(lexicon), choose_dice(lexicon).name
    sets = [(dice.name, dice.title, dice.size) for dice in map(Dice.named, Dice.names())]
    if DERIVED in offered:
        sets.append((DERIVED, "derived from the letters of the words", usual_board(lexicon)[0]))
    return [
        {"name": name, "title": title, "size": size, "offered": name in offered}
        | ({"usual": True} if name == usual else {})
        | (usual_rules(lexicon, size) if name in offered else {})
        for name, title, size in sets
    ]
