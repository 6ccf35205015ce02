"""Boards: rolled from dice, or found for a specification."""

from __future__ import annotations

import time
from typing import Any

from fastapi import FastAPI, Request, Response
from pydantic import Field

from .._util.rng import fresh_seed
from ..boards.documents import boards_to_json
from ..boards.find import make_boards
from ..boards.spec import BoardSetup, BoardSpec
from ..game.derived_dice import DERIVED, dice_of, usual_rules
from ..game.dice import Dice
from ..game.rules import Rules
from ..lexicon import Lexicon
from ..search.scoring import SchemeName
from .lanes import Answer
from .openapi import PREFIX, answers
from .requests import (
    LEXICON,
    Body,
    Pair,
    Points,
    Seed,
    Text,
    check_most,
    check_words,
    choose_words,
    with_declared,
)
from .service import Service


class DiceBody(with_declared(Body, BoardSpec)):  # type: ignore[misc]
    """How to make a board: dice, seed and size, and its specification."""

    dice: Text | None = Field(
        None, description=f"The name of dice (GET /api/v1/), or {DERIVED!r}: made from the lexicon."
    )
    size: Pair | None = Field(None, description="Rows and columns.")
    seed: Seed | None = Field(None, description="The same seed gives the same boards.")
    lexicon: Text | None = LEXICON

    def choose_lexicon(self, service: Service) -> Lexicon:
        """Return the named lexicon, by default the built-in one."""
        name = "default" if self.lexicon is None else self.lexicon
        chosen = choose_words(None, name, service.lexicons, service.limits)
        assert isinstance(chosen, Lexicon)
        return chosen

    def choose_dice(self, lexicon: Lexicon) -> Dice:
        """Return the dice: a published set, derived dice, or the usual ones of the lexicon."""
        return dice_of(self.dice, lexicon, self.size)

    def spec(self) -> BoardSpec:
        """Return the specification of the boards."""
        return BoardSpec(**self.options())


class BoardBody(DiceBody):
    """Boards to make."""

    count: int = Field(1, ge=1, description="The number of boards.")
    min_length: int | None = Field(None, description="The fewest letters of a word.")
    scoring: SchemeName | Points | None = Field(None, description="The scoring scheme.")

    def setup(self, lexicon: Lexicon, dice: Dice) -> BoardSetup:
        """Return the setup: the usual rules of the size with the given changes."""
        rules: dict[str, Any] = {
            name: dict(value) if isinstance(value, list) else value
            for name in ("min_length", "scoring")
            if (value := getattr(self, name)) is not None
        }
        seed = fresh_seed() if self.seed is None else self.seed
        rules = usual_rules(lexicon, dice.size) | rules
        own = Rules.of_size(dice.size, **rules)
        return BoardSetup.of(seed=seed, lexicon=lexicon, dice=dice, rules=own)


def add_routes(api: FastAPI, service: Service) -> None:
    """Add the resource of boards."""
    limits = service.limits

    @api.post(f"{PREFIX}/boards", **answers("roll", "The boards", tag="boards"))
    async def boards(body: BoardBody, request: Request) -> Response:
        """Roll boards, or find boards that fit a specification."""
        check_most(body.count, limits.boards, "count", "boards")
        check_words((*body.contains, *(body.avoid or ())), limits)
        rows, columns = body.size or (1, 1)
        check_most(rows * columns, limits.board_cells, "size", "cells")

        def run(seconds: float) -> Answer:
            until = time.monotonic() + seconds
            lexicon = body.choose_lexicon(service)
            dice = body.choose_dice(lexicon)
            setup, spec = body.setup(lexicon, dice), body.spec()
            made = make_boards(
                spec,
                dice,
                setup,
                body.count,
                seconds_left=lambda: max(0.0, until - time.monotonic()),
                threads=1,
            )
            return Answer("".join(boards_to_json(made, dice.name or "own", lexicon)).encode())

        return await service.work(request, run, limits.puzzle_deadline)
