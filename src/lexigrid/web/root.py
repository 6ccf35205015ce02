"""`GET /api/v1/`: what this server is and what it takes."""

from __future__ import annotations

import json

from fastapi import FastAPI, Response

from .. import __version__
from ..game import Dice
from ..puzzle.generate import themes
from ..puzzle.generate.shapes import SHAPES
from ..search import SCORINGS
from .openapi import PREFIX, answers
from .service import Service


def add_routes(api: FastAPI, service: Service) -> None:
    """Add the resource that describes the server."""
    document = {
        "format": "lexigrid/server",
        "version": 1,
        "release": __version__,
        "limits": service.limits.to_dict(),
        "lexicons": [
            {"name": name, "words": len(lexicon), "fingerprint": lexicon.fingerprint}
            for name, lexicon in service.lexicons.items()
        ],
        "dice": [
            {"name": name, "title": Dice.named(name).title, "size": Dice.named(name).size}
            for name in Dice.names()
        ],
        "themes": themes(),
        "masks": sorted(SHAPES),
        "scorings": list(SCORINGS),
    }
    data = json.dumps(document, ensure_ascii=False).encode()

    @api.get(f"{PREFIX}/", **answers("server", "The server", takes_body=False, tag="server"))
    async def describe() -> Response:
        """Describe the server: release, limits, lexicons, dice, themes, masks and scorings."""
        return Response(data, media_type="application/json")
