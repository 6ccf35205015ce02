"""Boards as the `lexigrid/roll` document."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any

from ..game.solution import count_tiles
from ..grid import Grid
from ..lexicon import Lexicon
from ..search.paths import FoundWords
from .spec import FoundBoard

FORMAT, VERSION = "lexigrid/roll", 1
#: The facts of a board in JSON and CSV.
BOARD_FACTS = ("words", "score", "longest", "met")


def boards_to_json(
    made: Iterable[tuple[str, FoundBoard]], dice: str, lexicon: Lexicon
) -> Iterator[str]:
    """Yield the parts of the document; boards come with their seeds."""
    boards = [
        {"seed": seed, "rows": board.grid.to_dict()["rows"]}
        | {name: getattr(board, name) for name in BOARD_FACTS}
        | ({} if board.required is None else _required_fields(board.grid, board.required))
        for seed, board in made
    ]
    document = {
        "format": FORMAT,
        "version": VERSION,
        "dice": dice,
        "lexicon": lexicon.fingerprint,
        "boards": boards,
    }
    yield json.dumps(document, ensure_ascii=False) + "\n"


def _required_fields(grid: Grid, found: FoundWords) -> dict[str, Any]:
    """Return the required words of a board, and how many of them begin on and use each tile."""
    begin, use = count_tiles(grid, found)
    return {
        "required": [{"word": each.word, "path": [*map(list, each.path or ())]} for each in found],
        "begin": begin,
        "use": use,
    }
