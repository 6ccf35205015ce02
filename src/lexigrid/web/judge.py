"""`POST /api/v1/judge`: is it a word, common, on the board, what does it score and mean?"""

from __future__ import annotations

import json
from typing import Any

from fastapi import FastAPI, Request, Response
from pydantic import Field

from .._util.time_limit import time_limit
from ..errors import InputError
from ..game.derived_dice import usual_rules
from ..game.game import Game
from ..game.rules import Rules
from ..grid import as_grid
from ..lexicon import Lexicon, name_band
from ..lexicon.packs.definitions import find_definitions
from ..search.trace import trace
from .lanes import Answer
from .openapi import PREFIX, answers
from .requests import LEXICON, Body, Text, Texts, check_most, check_words, choose_words
from .service import Service

#: Seconds to find out whether the board spells a word that does not count.
_TRACE_SECONDS = 0.1


class JudgeBody(Body):
    """Words to judge, on a board or only by the dictionary."""

    words: Texts = Field(description="The words to judge.", examples=[["oat", "tea"]])
    grid: Text | dict[str, Any] | None = Field(
        None, description="The board of a game; without one, only the dictionary judges."
    )
    qu: bool = Field(False, description="Every tile Q spells QU.")
    lexicon: Text | None = LEXICON
    definitions: bool = Field(
        False, description="Also say what the words mean, if their definitions are installed."
    )
    rules: dict[str, Any] = Field(
        {}, description="Rules that differ from the usual ones of the size.",
        examples=[{"min_length": 4}],
    )  # fmt: skip


def add_routes(api: FastAPI, service: Service) -> None:
    """Add the resource."""
    limits = service.limits

    @api.post(
        f"{PREFIX}/judge",
        **answers("judge", "A verdict for each word, in the order given", tag="games"),
    )
    async def judge(body: JudgeBody, request: Request) -> Response:
        """Judge words as a game does, or look them up in the dictionary.

        `reason`, `points` and `path` are those of a move; without a board they are null. `base`,
        `part` and `gloss` are null unless `definitions` asks for them and the word has them.
        """
        check_words(body.words, limits, limits.judged_words)
        name = "default" if body.lexicon is None else body.lexicon
        lexicon = choose_words(None, name, service.lexicons, limits)
        assert isinstance(lexicon, Lexicon)

        def run(seconds: float) -> Answer:
            with time_limit(seconds):
                game = _start(body, lexicon)
                found = [_judge(word.strip(), lexicon, game) for word in body.words]
                if body.definitions:
                    _define(found, lexicon)
            head = {"format": "lexigrid/judge", "version": 1, "lexicon": lexicon.fingerprint}
            head["language"] = lexicon.language
            return Answer(json.dumps(head | {"answers": found}, ensure_ascii=False).encode())

        return await service.work(request, run, limits.puzzle_deadline)

    def _start(body: JudgeBody, lexicon: Lexicon) -> Game | None:
        if body.grid is None:
            if body.rules:
                raise InputError("rules are for a board; give a grid, or leave out 'rules'")
            return None
        if isinstance(body.grid, str):
            check_most(len(body.grid), limits.grid_text, "grid", "characters")
        grid = as_grid(body.grid, qu=body.qu)
        check_most(grid.rows * grid.columns, limits.board_cells, "grid", "cells")
        rules = complete_rules(body.rules, lexicon, (grid.rows, grid.columns))
        return Game.start(grid, lexicon, rules=rules)


def complete_rules(rules: dict[str, Any], lexicon: Lexicon, size: tuple[int, int]) -> Rules:
    """Return rules by name, completed by the usual ones for boards of a size."""
    usual = Rules.of_size(size, **usual_rules(lexicon, size))
    return Rules.from_dict(usual.to_dict() | rules)


def _judge(word: str, lexicon: Lexicon, game: Game | None) -> dict[str, Any]:
    facts: dict[str, Any] = {
        "word": word,
        "is_word": word in lexicon,
        "commonness": _commonness(word, lexicon),
        "on_board": None,
        "reason": None,
        "points": None,
        "path": None,
        "base": None,
        "part": None,
        "gloss": None,
    }
    if game is None:
        return facts
    verdict = game.judge(word)
    path = verdict.path if verdict else ()
    status = "found"
    if not path:
        traced = trace(game.grid, word, deadline=_TRACE_SECONDS)
        status, path = traced.status, next(iter(traced.paths), ())
    return facts | {
        "on_board": None if status == "undetermined" else status == "found",
        "reason": str(verdict.reason),
        "points": verdict.points,
        "path": [list(cell) for cell in path] or None,
    }


def _define(answers: list[dict[str, Any]], lexicon: Lexicon) -> None:
    """Add what the words mean."""
    meanings = find_definitions((each["word"] for each in answers), lexicon.language)
    for each in answers:
        if found := meanings.get(each["word"]):
            each |= {"base": found.base, "part": found.part, "gloss": found.gloss}


def _commonness(word: str, lexicon: Lexicon) -> str | None:
    """Return how common a word is; None if the lexicon lacks it or does not say."""
    id = lexicon.id_of(word)
    return None if id is None or not lexicon.has_bands else name_band(lexicon.core.bands[id])
