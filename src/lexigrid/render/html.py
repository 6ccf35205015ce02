"""A puzzle as a self-contained HTML page, playable by mouse, touch or keyboard.

Text from users is data in the page, never markup.
"""

from __future__ import annotations

import html
import json
import re
from importlib.resources import files

from .._util.plain_text import without_controls
from ..puzzle import Placement, Puzzle


def puzzle_to_html(puzzle: Puzzle, *, with_key: bool = True) -> str:
    """Render a puzzle as a page; `with_key` adds a button that shows the answers.

    >>> from lexigrid.puzzle.generate import make_puzzle
    >>> page = puzzle_to_html(make_puzzle(["oat", "rye"], seed=1, title="A & B"))
    >>> page[:15], "<h1>A &amp; B</h1>" in page
    ('<!DOCTYPE html>', True)
    """
    template = (files("lexigrid") / "data" / "puzzle.html").read_text("utf-8")
    grid = puzzle.grid
    faces = [None if tile is None else tile.face for tile in grid.tiles]
    data = {
        "rows": [
            [faces[code] for code in grid.codes[start : start + grid.columns]]
            for start in range(0, grid.rows * grid.columns, grid.columns)
        ],
        "words": [_ends(placed) for placed in puzzle.key if not placed.secret],
        "secret": [_ends(placed) for placed in puzzle.key if placed.secret],
        "message": puzzle.message,
        "reveal": with_key,
    }
    # "</script>" inside the data would end the script.
    text = json.dumps(data, ensure_ascii=False).replace("<", "\\u003c")
    title = html.escape(without_controls(puzzle.title) or "Word search")
    # In one pass, so that no placeholder is found in text of the puzzle.
    values = {"@TITLE@": title, "@DATA@": text}
    return re.sub("@TITLE@|@DATA@", lambda found: values[found[0]], template)


def _ends(placed: Placement) -> dict[str, object]:
    return {"word": placed.word, "start": list(placed.start), "end": list(placed.end)}
