"""A puzzle as one self-contained HTML page, to be played in a browser without a network.

The page inlines the modules and styles of the web pages (`web/static`), and its policy allows only
these, by their hashes. Text from users is data in the page, never markup.
"""

from __future__ import annotations

import base64
import hashlib
import html
import json
import re
from functools import cache
from importlib.resources import files
from typing import Any

from .._util.plain_text import without_controls
from ..errors import PuzzleError
from ..grid import map_tiles
from ..puzzle import Puzzle

#: Each module follows those it imports: the page joins them in this order.
_MODULES = (
    "dom",
    "line",
    "line_choice",
    "text",
    "puzzle_game",
    "grid",
    "puzzle_view",
    "mailed",
)
_STYLES = ("base", "board")


def puzzle_to_html(puzzle: Puzzle, *, with_key: bool = True) -> str:
    """Render a puzzle as a page; `with_key` adds a button to show the answers.

    >>> from lexigrid.puzzle.generate import make_puzzle
    >>> page = puzzle_to_html(make_puzzle(["oat", "rye"], seed=1, title="A & B"))
    >>> page[:15], "<h1 dir=\\"auto\\">A &amp; B</h1>" in page
    ('<!DOCTYPE html>', True)
    """
    if puzzle.kind != "lines":
        raise PuzzleError(
            f"a puzzle of kind {puzzle.kind!r} has no page to play; write svg, png, pdf or json"
        )
    strings = puzzle.strings
    script, style = _script(), _style()
    grid = puzzle.grid
    rows = map_tiles(grid, lambda tile: None if tile is None else tile.face)
    document = puzzle.to_dict() | {"title": without_controls(puzzle.title)}
    for name in ("difficulty", "missing", "notes"):  # these are for the maker
        del document[name]
    page = {
        "faces": None if document["rows"] == rows else rows,
        "texts": {name: text for name, text in strings.texts.items() if f"'{name}'" in script},
        "reveal": with_key,
    }
    values = {
        "LANGUAGE": html.escape(strings.language),
        "DIRECTION": strings.direction,
        "POLICY": _policy(script, style),
        "TITLE": html.escape(without_controls(puzzle.title) or strings.format("word_search")),
        "STYLE": style,
        "SCRIPT": script,
        "GRID": _table(rows),
        "WORDS": f"<ul><li>{'<li>'.join(map(_escape, puzzle.words))}</ul>",
        "PUZZLE": _script_json(document),
        "PAGE": _script_json(page),
    }
    template = (files("lexigrid") / "data" / "puzzle.html").read_text("utf-8")
    # In one pass, so that placeholders in the puzzle's own text are left alone.
    return re.sub(f"@({'|'.join(values)})@", lambda found: values[found[1]], template)


def _script_json(data: dict[str, Any]) -> str:
    # "</script>" inside the data would end the script.
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")


def _table(rows: list[list[str | None]]) -> str:
    """Return the grid for browsers without scripts; the script replaces it."""
    lines = ("".join(f"<td>{_escape(face or '')}</td>" for face in row) for row in rows)
    return f'<table dir="ltr"><tr>{"<tr>".join(lines)}</table>'


def _escape(text: str) -> str:
    return html.escape(without_controls(text))


def _policy(script: str, style: str) -> str:
    """Return the Content-Security-Policy, which allows one script and one style."""
    digest = {
        name: base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
        for name, text in (("script", script), ("style", style))
    }
    return (
        f"default-src 'none'; script-src 'sha256-{digest['script']}'; "
        f"style-src 'sha256-{digest['style']}'; img-src data:; base-uri 'none'; "
        "form-action 'none'; require-trusted-types-for 'script'; trusted-types 'none'"
    )


@cache
def _script() -> str:
    """Return the modules joined into one, without their imports and exports."""
    parts = (_static(f"js/{name}.js") for name in _MODULES)
    text = "\n".join(re.sub(r"^import [^;]*;\n", "", part, flags=re.MULTILINE) for part in parts)
    return re.sub(r"^export ", "", text, flags=re.MULTILINE)


@cache
def _style() -> str:
    return "\n".join(_static(f"css/{name}.css") for name in _STYLES)


def _static(name: str) -> str:
    return (files("lexigrid") / "web" / "static" / name).read_text("utf-8")
