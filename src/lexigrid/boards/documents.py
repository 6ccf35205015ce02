"""Boards as the `lexigrid/roll` document."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator

from ..lexicon import Lexicon
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
