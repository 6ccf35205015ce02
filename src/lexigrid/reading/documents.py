"""JSON and pages of lexigrid and of other programs, as the parts of a puzzle."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable
from math import isqrt
from typing import Any

from .._util import schema
from ..errors import LexigridError
from .clean import clean
from .parts import Parts
from .rows import EMPTY, read_rows
from .tokens import HOLE, is_bare, tokens_of
from .word_tables import FACT_OF, Words
from .words import read_list

#: Keys under which other programs keep the letters, the words and the title.
_GRID_KEYS = (
    *("rows", "puzzle", "grid", "board", "letters", "matrix", "table", "data"),
    *("cells", "wordsearch", "lettergrid", "griddata", "startingboard"),
)
_WORD_KEYS = (
    *("words", "wordlist", "wordbank", "hiddenwords", "wordstofind", "dictionary", "placed"),
    *("placements", "placedwords", "found", "answers", "solutions", "clues", "entries"),
)
_LIST_KEYS = ("vocabulary", "vocab", "terms", "items", "cards", "list", "data", "spelling")
_LISTS = (*_WORD_KEYS, *_LIST_KEYS)
_WORD_NAMES = (
    *("word", "text", "answer", "clean", "term", "name", "entry", "front", "lemma", "label"),
)
_WIDTHS = ("columns", "cols", "width", "size")
#: Rows and tiles in the code of other languages: {'c', 'a'}, [c a].
_LITERAL_ROW = re.compile(r"[\[{]([^\[\]{}]+)[\]}]")
_LITERAL = re.compile(r"""'([^']*)'|"([^"]*)"|([^\s,'"]+)""")
_TITLE_KEYS = ("title", "name", "theme")
#: The tags of HTML that do not begin a line.
_INLINE = (
    "a|b|i|u|s|em|strong|span|font|code|small|su[bp]|mark|abbr|t(?:head|body|foot)|col(?:group)?"
)
_BLOCK = "(?:p|div|button|label|center|h\\d)\\b[^<>]*"
#: Blocks that begin and end the cell of a table; single tiles next to each other.
_FIRST_IN_CELL = re.compile(rf"(?i)(<t[dh]\b[^<>]*>)(?:\s*<(?:span\b[^<>]*|{_BLOCK})>)+")
_LAST_IN_CELL = re.compile(rf"(?i)(?:\s*</?(?:br|span|{_BLOCK})\s*/?>)+(?=\s*</?t[dhr]\b)")
_TILE_BLOCK = re.compile(r"(?<=>)\s*([^\s<]{1,2})\s*</(div|button|p)>", re.IGNORECASE)
_SIBLINGS = re.compile(
    rf"{_TILE_BLOCK.pattern}\s*<\2\b[^<>]*>(?=\s*[^\s<]{{1,2}}\s*</\2>)", re.IGNORECASE
)
#: What a document of XML says of the word before it.
_FACT = re.compile(rf"(?i)</\w+>\s*<(?:{'|'.join(FACT_OF)})\b[^<>]*>\s*(?=[^<])")


def read_json(text: str, error: type[LexigridError]) -> Parts:
    """Read a document by lexigrid, rows, or the JSON of another program."""
    text = text.strip().removeprefix("\ufeff").removeprefix("ipuz(").removesuffix(")")
    try:
        data = schema.parse_json(text, "", error)
    except LexigridError:
        lines = text.split("\n")
        if len(lines) == 2 and all(line.startswith("[") for line in lines):  # and its words
            rows, words = schema.parse_json(f"[{','.join(lines)}]", "", error)
            return read_data({"rows": rows, "words": words}, error)
        rows = [_LITERAL.findall(row) for row in _LITERAL_ROW.findall(text.replace(";", "]["))]
        if not rows or len({*map(len, rows)}) > 1 or '":' in text:
            raise
        tiles = [[a or b or c for a, b, c in row] for row in rows]
        is_text = ";" in text and len(tiles[0]) == 1  # rows of MATLAB
        return Parts([row[0] for row in tiles] if is_text else tiles)
    return read_data(data, error)


def read_data(data: Any, error: type[LexigridError]) -> Parts:
    """Read the value of a JSON text: a document by lexigrid or another program, or rows.

    Raises:
        error: it has no rows of text or tiles.
    """
    if isinstance(data, list) and len(data) == 1 and isinstance(data[0], dict):
        data = data[0]
    if isinstance(data, list):
        return Parts(_cells(data, error))
    if not isinstance(data, dict):
        raise error("the file has no JSON object or rows, expected a grid or a puzzle")
    if isinstance(data.get("format"), str) and data["format"].startswith("lexigrid/"):
        return Parts(document=data)
    data = _with_plain_keys(data)
    inner = _first(data, _GRID_KEYS, dict) or {}
    if _first(inner, _GRID_KEYS, list):
        data = {**inner, **{key: value for key, value in data.items() if value is not inner}}
    for each in [value for value in data.values() if isinstance(value, dict)]:
        data = {**{key: each[key] for key in (*_WORD_KEYS, "title") if each.get(key)}, **data}
    rows = _first(data, _GRID_KEYS, list | str)
    solved = data.get("solution")
    are_rows = isinstance(solved, list) and isinstance((*solved, "")[0], list)
    is_search = "wordsearch" in str(data.get("kind")) and not are_rows  # ipuz: it has the words
    if "kind" in data and isinstance(solved, list) and not is_search:
        rows = solved
    width = _first(data, _WIDTHS, int) or 0
    if isinstance(rows, str) and 1 < width < len(rows) == len(rows.strip()) and rows.isalpha():
        rows = [rows[at : at + width] for at in range(0, len(rows), width)]
    if rows is None:
        if "format" in data:
            return Parts(document=data)
        raise error("expected letters under 'rows', 'grid' or 'puzzle', and words under 'words'")
    title = _first(data, _TITLE_KEYS, str) or ""
    listed = _first(data, ("solution",) if is_search else ()) or _first(data, _WORD_KEYS)
    listed = listed or _first(data, (key for key in data if "word" in key))
    for each in (data.get("solution"), data.get("solved")):
        if listed is None and isinstance(each, list) and isinstance((*each, "")[0], dict):
            listed = each
    if "spangram" in data and isinstance(listed, list):
        listed = [*dict.fromkeys([*listed, data["spangram"]])]
    bare = isinstance(rows, str) and is_bare(clean(rows).strip())
    found = Parts(_cells(rows, error, width), title, is_bare=bare)
    if listed is not None:
        own = _listed_words(listed, error)
        found.words, found.facts, found.notes = own.words, own.facts, own.notes
    return found


def _cells(rows: Any, error: type[LexigridError], width: int = 0) -> Any:
    """Return the rows of JSON as text, or as tiles with None for holes."""
    if isinstance(rows, str):
        return read_rows([*filter(str.strip, clean(rows).replace("/", "\n").split("\n"))]).rows
    side = width or isqrt(len(rows))
    is_even = side > 1 and len(rows) % side == 0 and (width or side * side == len(rows))
    if is_even and all(
        isinstance(row, str) and len(tokens_of(clean(row) or HOLE)) == 1 for row in rows
    ):  # one tile after the other
        rows = [rows[at : at + side] for at in range(0, len(rows), side)]
    if rows and all(isinstance(row, dict) for row in rows):
        rows = _by_places(rows)
    cells: list[Any] = []
    for number, row in enumerate(rows, 1):
        if isinstance(row, str):
            cells.append(clean(row).strip())
            continue
        if not isinstance(row, list):
            raise error(f"row {number} is {schema.shorten(row)}, expected text or a list of tiles")
        cells.append([_tile(cell, number, error) for cell in row])
    if not cells:
        raise error(EMPTY)
    if all(isinstance(row, str) for row in cells):
        return read_rows(cells).rows if all(cells) else cells
    return cells


def _by_places(cells: list[Any]) -> list[Any]:
    """Return the rows of cells with their places; the cells as they are if some have none."""
    for names in (("row", "col"), ("row", "column"), ("y", "x"), ("r", "c")):
        if all(isinstance(cell.get(name), int) for cell in cells for name in names):
            places = {tuple(cell[name] for name in names): cell for cell in cells}
            rows, columns = (sorted({*each}) for each in zip(*places, strict=True))
            return [[places.get((row, column)) for column in columns] for row in rows]
    return cells


def _tile(cell: Any, row: int, error: type[LexigridError]) -> str | None:
    if isinstance(cell, dict):
        cell = next(
            (cell[key] for key in ("letter", "cell", "value", "char", "text") if key in cell), cell
        )
    if cell is None or (isinstance(cell, str) and not cell.strip()):
        return None
    if isinstance(cell, str):
        return cell
    raise error(f"row {row} has {schema.shorten(cell)}, expected text or null")


def _with_plain_keys(data: dict[str, Any]) -> dict[str, Any]:
    """Return an object with its keys as the names above are written."""
    return {key.lower().replace("_", "").replace("-", ""): data[key] for key in data}


def _first(data: dict[str, Any], names: Iterable[str], kind: Any = object) -> Any:
    """Return the first value of a kind under one of the names that is not empty, or None."""
    values = (data[name] for name in names if data.get(name))
    return next((value for value in values if isinstance(value, kind)), None)


def _listed_words(listed: Any, error: type[LexigridError]) -> Words:
    """Return the words of JSON: texts, objects with a word, words as keys, or one text."""
    if isinstance(listed, str):
        return read_list(clean(listed))
    units = listed if isinstance(listed, list) else []
    inside = [_first(each, _LISTS, list) for each in units if isinstance(each, dict)]
    if inside and len(inside) == len(units) and all(inside):  # units with lists of words
        listed = [word for each in inside for word in each]
    lists = [*listed.values()] if isinstance(listed, dict) else []  # cells by word, words by list
    if lists and all(isinstance(each, dict) for each in lists):  # crosswords: by way and number
        inner = [one for each in lists for one in (each, *each.values()) if isinstance(one, dict)]
        named = [one for one in inner if not one.keys().isdisjoint(_WORD_NAMES)]
        listed = named or listed
    if lists and all(isinstance(each, list) for each in lists):
        are_cells = all(isinstance(each, list) for each in lists[0])
        listed = [*listed] if are_cells else [word for each in lists for word in each]
    if isinstance(listed, dict) and len({*map(type, listed.values())}) > 1:
        raise error(
            f"the object with {schema.shorten([*listed])} has values of several kinds, expected "
            "words under 'words', or words with their clues"
        )
    found, pairs = Words([]), defaultdict[str, list[tuple[str, str]]](list)
    for each in listed if isinstance(listed, list | dict) else [listed]:
        word = each
        facts = listed[each] if isinstance(listed, dict) else each
        if isinstance(each, dict):
            word = _first(each, _WORD_NAMES)
        elif isinstance(listed, dict) and isinstance(facts, str):
            pairs["clues"].append((each, facts))
        for key, value in facts.items() if isinstance(facts, dict) else ():
            if key in FACT_OF and isinstance(word, str) and isinstance(value, str):
                pairs[FACT_OF[key]].append((word.strip(), value.strip()))
        if not isinstance(word, str) or not word.strip():
            raise error(
                f"the list of words has {schema.shorten(each)}, expected text that is not empty"
            )
        found.words.append(clean(word).strip())
    for fact, texts in pairs.items():
        found.add_facts(fact, texts)
    return found


def read_words(text: str, error: type[LexigridError]) -> Words:
    """Read words from JSON: texts, objects with a word, words with definitions, or JSON lines."""
    try:
        data = schema.parse_json(text, "", error)
    except LexigridError:
        lines = [line for line in text.split("\n") if line.strip()]
        if len(lines) < 2 or not all(line.strip()[0] == "{" for line in lines):
            return Words([word for row in read_json(text, error).rows for word in row])
        data = schema.parse_json(f"[{','.join(lines)}]", "", error)
    if isinstance(data, dict) and not str(data.get("format", "")).startswith("lexigrid/"):
        data = _first(_with_plain_keys(data), _LISTS) or data
        data = _nested(data) if isinstance(data, dict) else data
    if isinstance(data, list) and any(isinstance(each, list) for each in data):
        rows = [row if isinstance(row, list) else [row] for row in data]
        data = [word for row in rows for word in row if word]
        are_texts = all(isinstance(word, str) and word.isprintable() for word in data)
        if are_texts and len(rows) > 1 and {*map(len, rows)} == {2} and len(data) == 2 * len(rows):
            return read_list("\n".join(map("\t".join, rows)), is_file=True)
    if isinstance(data, dict) and "format" in data:
        return Words(read_data(data, error).words)
    return _listed_words(data, error)


def _nested(data: dict[str, Any]) -> Any:
    """Return the words in the objects or lists of an object, such as units with lists of words."""
    inner = [each for each in data.values() if isinstance(each, dict)]
    if len(data) == len(inner) == 1 and all(isinstance(each, list) for each in inner[0].values()):
        return _nested(inner[0])
    lists = [each[key] for each in inner for key in _LISTS if each.get(key)]
    others = [each for each in data.values() if isinstance(each, list)]
    if not lists and (len(others) == 1 or (not inner and len(others) < len(data))):
        lists = others  # beside a title or numbers
    if lists and all(isinstance(each, list) for each in lists):
        return [word for each in lists for word in each]
    names = {*FACT_OF, *_WORD_NAMES}
    are_clues = all(
        names.isdisjoint(each) and {*map(type, each.values())} == {str} for each in inner
    )
    if inner and are_clues and len(inner) == len(data):
        return {word: clue for each in inner for word, clue in each.items()}
    return data


def html_text(page: str) -> str:
    """Return the text of a page: the fields of tables with tabs between them, lists as lines."""
    from html import unescape

    page = re.sub(r"(?is)<(script|style|nav)\b.*?(?:</\1\s*>|\Z)|<!--.*?(?:-->|\Z)", "", page)
    page = re.sub(r"(?i)<head\b[^<]*+(?:<(?!/?head\b)[^<]*+)*+</head\s*>", "", page)
    page = re.sub(
        r"(?is)<(?:pre|textarea)\b[^<>]*>(.*?)(?:</(?:pre|textarea)>|\Z)",
        lambda m: m[1].replace("\n", "<br>"),
        page,
    )
    page = _FACT.sub(": ", re.sub(r"\s+", " ", page))
    rows, joined = _SIBLINGS.subn(r"\1\t", page)
    page = rows if joined + 1 < len(_TILE_BLOCK.findall(page)) else page  # not all in one row
    page = _LAST_IN_CELL.sub("", _FIRST_IN_CELL.sub(r"\1", page))
    page = re.sub(r"(?i)<(?:t[dh]|dd)\b[^<>]*>\s*|</span>\s*<span\b[^<>]*>", "\t", page)
    page = re.sub(
        r"(?i)</?(?:p|h\d|table|ul|ol|div|section|pre|grid|words|title)\b[^<>]*>\s*", "\n\n", page
    )
    page = re.sub(rf"(?i)<(?!/|(?:{_INLINE})\b)[^<>]*>\s*", "\n", page)
    text = unescape(re.sub(r"<[^<>]*>", "", page))
    lines = (line.strip(" ").removeprefix("\t") for line in text.split("\n"))
    return re.sub(r"\n(?:[^\S\n]*\n)+", "\n\n", "\n".join(lines)).strip("\n")
