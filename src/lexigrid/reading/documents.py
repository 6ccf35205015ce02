"""JSON and pages of lexigrid and of other programs, as the parts of a puzzle."""

from __future__ import annotations

import re
from collections import defaultdict
from typing import Any

from .._util import schema
from ..errors import LexigridError
from .clean import clean
from .parts import Parts
from .rows import EMPTY, read_rows
from .tokens import is_bare, tokens_of
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


def read_json(text: str, error: type[LexigridError]) -> Parts:
    """Read a document by lexigrid, rows, or the JSON of another program."""
    text = text.strip().removeprefix("\ufeff").removeprefix("ipuz(").removesuffix(")")
    try:
        data = schema.parse_json(text, "", error)
    except LexigridError:
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
    data = {key.lower().replace("_", "").replace("-", ""): data[key] for key in data}
    inner = next((data[key] for key in _GRID_KEYS if isinstance(data.get(key), dict)), None)
    if isinstance(inner, dict) and any(isinstance(inner.get(key), list) for key in _GRID_KEYS):
        data = {**inner, **{key: value for key, value in data.items() if value is not inner}}
    for each in [value for value in data.values() if isinstance(value, dict)]:
        data = {**{key: each[key] for key in _WORD_KEYS if each.get(key)}, **data}
    rows = next((data[key] for key in _GRID_KEYS if isinstance(data.get(key), list | str)), None)
    solved = data.get("solution")
    are_rows = isinstance(solved, list) and isinstance((*solved, "")[0], list)
    is_search = "wordsearch" in str(data.get("kind")) and not are_rows  # ipuz: it has the words
    if "kind" in data and isinstance(solved, list) and not is_search:
        rows = solved
    width = next((data[key] for key in _WIDTHS if isinstance(data.get(key), int)), 0)
    if isinstance(rows, str) and 1 < width < len(rows) == len(rows.strip()) and rows.isalpha():
        rows = [rows[at : at + width] for at in range(0, len(rows), width)]
    if rows is None:
        if "format" in data:
            return Parts(document=data)
        raise error("expected letters under 'rows', 'grid' or 'puzzle', and words under 'words'")
    title = next((data[key] for key in _TITLE_KEYS if isinstance(data.get(key), str)), "")
    named = [*_WORD_KEYS, *(key for key in data if "word" in key)]
    answers = ((name, data.get(name)) for name in ("solution", "solved"))
    named += [
        name
        for name, each in answers
        if isinstance(each, list) and isinstance((*each, "")[0], dict)
    ]
    named[:0] = ["solution"] if is_search else []
    listed = next((data[key] for key in named if data.get(key)), None)
    if isinstance(data.get("spangram"), str) and isinstance(listed, list):
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
    if (
        rows
        and all(isinstance(row, str) and len(tokens_of(clean(row) or ".")) == 1 for row in rows)
        and len(rows) > 3
    ):  # one tile after the other
        side = width or round(len(rows) ** 0.5)
        if side > 1 and len(rows) % side == 0 and (width or side * side == len(rows)):
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
    named = next(
        (
            each
            for each in (("row", "col"), ("row", "column"), ("y", "x"), ("r", "c"))
            if {*each} <= cells[0].keys()
        ),
        None,
    )
    if named is None or not all(
        isinstance(cell.get(name), int) for cell in cells for name in named
    ):
        return cells
    rows: dict[int, dict[int, Any]] = {}
    for cell in cells:
        rows.setdefault(cell[named[0]], {})[cell[named[1]]] = cell
    columns = {column for row in rows.values() for column in row}
    return [[row.get(at) for at in sorted(columns)] for _, row in sorted(rows.items())]


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


def _listed_words(listed: Any, error: type[LexigridError]) -> Words:
    """Return the words of JSON: texts, objects with a word, words as keys, or one text."""
    if isinstance(listed, str):
        return read_list(clean(listed))
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
            word = next((each[key] for key in _WORD_NAMES if key in each), None)
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
        named = {key.lower().replace("_", ""): data[key] for key in data}
        lists = [each for each in data.values() if isinstance(each, list)]
        texts = [each for each in data.values() if isinstance(each, str)]
        data = next((named[key] for key in (*_WORD_KEYS, *_LIST_KEYS) if named.get(key)), data)
        if isinstance(data, dict) and len(lists) == 1 and len(texts) < len(data):
            data = lists[0]
        elif isinstance(data, dict):
            data = _nested(data)
    if isinstance(data, list) and any(isinstance(each, list) for each in data):
        rows = [row if isinstance(row, list) else [row] for row in data]
        is_table = len(rows) > 1 and {*map(len, rows)} == {2}
        if is_table and all(
            isinstance(cell, str) and cell.isprintable() for r in rows for cell in r
        ):
            return read_list("\n".join(map("\t".join, rows)), is_file=True)
        data = [word for row in data for word in (row if isinstance(row, list) else [row]) if word]
    if isinstance(data, dict) and "format" in data:
        return Words(read_data(data, error).words)
    return _listed_words(data, error)


def _nested(data: dict[str, Any]) -> Any:
    """Return the words in the objects or lists of an object, such as units with lists of words."""
    inner = [each for each in data.values() if isinstance(each, dict)]
    lists = [each[key] for each in inner for key in (*_WORD_KEYS, *_LIST_KEYS) if each.get(key)]
    others = [each for each in data.values() if isinstance(each, list)]
    if not lists and not inner and len(others) < len(data):
        lists = others  # beside numbers
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

    page = re.sub(r"(?is)<(script|style)\b.*?(?:</\1\s*>|\Z)|<!--.*?(?:-->|\Z)", "", page)
    page = re.sub(r"(?i)<head\b[^<]*+(?:<(?!/?head\b)[^<]*+)*+</head\s*>", "", page)
    page = re.sub(
        r"(?is)<(?:pre|textarea)\b[^<>]*>(.*?)(?:</(?:pre|textarea)>|\Z)",
        lambda m: m[1].replace("\n", "<br>"),
        page,
    )
    page = re.sub(r"\s+", " ", page)
    page = re.sub(r"(?i)<(?:t[dh]|dd)\b[^<>]*>\s*|</span>\s*<span\b[^<>]*>", "\t", page)
    page = re.sub(
        r"(?i)</?(?:p|h\d|table|ul|ol|div|section|pre|grid|words|title)\b[^<>]*>\s*", "\n\n", page
    )
    page = re.sub(rf"(?i)<(?!/|(?:{_INLINE})\b)[^<>]*>\s*", "\n", page)
    text = unescape(re.sub(r"<[^<>]*>", "", page))
    text = "\t".join(field.strip(" ") for field in text.split("\t"))
    lines = (line.strip(" ").removeprefix("\t") for line in text.split("\n"))
    return re.sub(r"\n(?:[^\S\n]*\n)+", "\n\n", "\n".join(lines)).strip("\n")
