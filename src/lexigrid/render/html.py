"""A puzzle as one self-contained HTML page, to be played in a browser or on a learning platform.

The page inlines the modules and styles of the web pages (`web/static`), and its policy allows only
these, by their hashes. Text from users is data in the page, never markup.
"""

from __future__ import annotations

import base64
import hashlib
import html
import io
import json
import re
import zipfile
from importlib.resources import files
from typing import Any

from .._util.plain_text import without_controls
from ..errors import LexiconError
from ..grid import map_tiles
from ..lexicon import Lexicon
from ..lexicon.rude import words_to_avoid
from ..puzzle import Puzzle
from ..search.cover_paths import MIN_LETTERS
from ..search.paths import find_paths
from .bundle import STATIC, bundle_script, bundle_style, choose_texts, read_view
from .listing import ListAs, is_numbered, list_once, list_words, title_of

_STYLES = ("base", "board", "words", "print")
_MANIFEST = """<?xml version="1.0" encoding="UTF-8"?>
<manifest identifier="lexigrid-{name}" version="1.2"
 xmlns="http://www.imsproject.org/xsd/imscp_rootv1p1p2"
 xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_rootv1p2">
<metadata><schema>ADL SCORM</schema><schemaversion>1.2</schemaversion></metadata>
<organizations default="organization"><organization identifier="organization">
<title>{title}</title>
<item identifier="item" identifierref="page"><title>{title}</title></item>
</organization></organizations>
<resources><resource identifier="page" type="webcontent" adlcp:scormtype="sco" href="index.html">
<file href="index.html"/></resource></resources>
</manifest>
"""
#: The date of the members of a package: a real one would make the bytes differ.
_DATE = (2000, 1, 1, 0, 0, 0)


def puzzle_to_html(puzzle: Puzzle, *, with_key: bool = True, list_as: ListAs = "words") -> str:
    """Render a puzzle as a page; `with_key` adds a button to show the answers.

    >>> from lexigrid.puzzle.generate.make import make_puzzle
    >>> page = puzzle_to_html(make_puzzle(["oat", "rye"], seed=1, title="A & B"))
    >>> page[:15], "<h1 dir=\\"auto\\">A &amp; B</h1>" in page
    ('<!DOCTYPE html>', True)
    """
    script, style = bundle_script(f"{STATIC}/js/mailed.js"), bundle_style(*_STYLES)
    document, page = puzzle_facts(puzzle, script, with_key=with_key, list_as=list_as)
    rows, strings = page["faces"] or document["rows"], puzzle.strings
    words = [placed.word for placed in puzzle.listed]
    values = {
        "LANGUAGE": html.escape(strings.language),
        "DIRECTION": strings.direction,
        "POLICY": _policy(script, style),
        "TITLE": html.escape(without_controls(title_of(puzzle))),
        "STYLE": style,
        "SCRIPT": script,
        "VIEW": read_view("puzzle"),
        "GRID": _table(rows),
        "WORDS": f"<ul><li>{'<li>'.join(map(_escape, list_words(puzzle, words, list_as)))}</ul>",
        "PUZZLE": _script_json(document),
        "PAGE": _script_json(page),
    }
    template = (files("lexigrid") / "data" / "puzzle.html").read_text("utf-8")
    # In one pass, so that placeholders in the puzzle's own text are left alone.
    return re.sub(f"@({'|'.join(values)})@", lambda found: values[found[1]], template)


def puzzle_to_scorm(puzzle: Puzzle, page: str) -> bytes:
    """Return a page as a SCORM 1.2 package, with equal bytes for equal pages."""
    title = html.escape(without_controls(title_of(puzzle)), quote=False)
    name = hashlib.sha256(page.encode()).hexdigest()[:16]
    manifest = _MANIFEST.format(name=name, title=title)
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as file:
        for path, text in (("imsmanifest.xml", manifest), ("index.html", page)):
            member = zipfile.ZipInfo(path, _DATE)
            member.compress_type = zipfile.ZIP_DEFLATED
            file.writestr(member, text)
    return out.getvalue()


def puzzle_facts(
    puzzle: Puzzle, script: str, *, with_key: bool, list_as: ListAs
) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return a puzzle's document and what its view shows, for `PuzzleView.of` in `script`."""
    rows = map_tiles(puzzle.grid, lambda tile: None if tile is None else tile.face)
    document = puzzle.to_dict() | {"title": without_controls(puzzle.title)}
    for name in ("difficulty", "missing", "notes"):  # these are for the maker
        document.pop(name, None)
    words = [placed.word for placed in puzzle.listed]
    shown = dict(zip(words, list_once(puzzle, words, list_as), strict=list_as != "none"))
    return document, {
        "faces": None if document["rows"] == rows else rows,
        "texts": choose_texts(puzzle.strings.texts, script, read_view("puzzle")),
        "language": puzzle.strings.language,
        "reveal": with_key,
        "bonus": _bonus_words(puzzle),
        "listed": None if list_as == "words" else [*filter(None, map(shown.get, puzzle.words))],
        "numbered": is_numbered(list_as),
        "pictures": list_as == "pictures",
    }


def _bonus_words(puzzle: Puzzle) -> list[str] | None:
    """Return the other words of a path puzzle, which earn hints; None if they are not known."""
    if puzzle.kind == "lines":
        return None
    try:
        lexicon = Lexicon.default(puzzle.language)
    except LexiconError:
        return None
    left_out = {placed.word for placed in puzzle.key} | {*words_to_avoid(None, lexicon)}
    found = find_paths(puzzle.grid, lexicon, min_length=MIN_LETTERS, paths="none")
    return [each.word for each in found if each.word not in left_out]


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
