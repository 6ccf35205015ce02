"""Puzzle files: JSON of lexigrid and other programs, lexigrid's HTML pages, CSV and text.

Reading does not check a puzzle; `check_puzzle` does.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from .._util.io import name_of, read_bytes, without_collections
from .._util.limits import MAX_DOCUMENT, MAX_PUZZLES
from .._util.plain_text import shorten
from ..alphabet import Alphabet
from ..errors import InputError, LexigridError, PuzzleError
from ..geometry import KING, Cell, Direction
from ..grid import Grid
from ..grid.convert import grid_of_parts
from ..lexicon.packs.installed import paper_alphabet
from ..reading import PATH_COLUMN, PUZZLE_COLUMNS
from ..reading.decode import Source, decode
from ..reading.parts import Parts, kind_of, read_parts
from ..search.lines import find_lines
from ..strings import check_language
from .facts import WordFacts, facts_by_word, split_times, with_times
from .path_rules import parse_rules
from .placement import (
    Angles,
    PathForm,
    Placement,
    PlacementForm,
    count_turns,
    is_right_to_left,
    letters_of,
    place_nowhere,
)
from .puzzle import Puzzle

BOOK_FORMAT = "lexigrid/book"
_BOOK_WORDS = "it is a book, and each of its puzzles has its own words; leave out the words"

_AlphabetLike = Alphabet | str | None


def create_puzzle(
    grid: Grid, words: Iterable[str], facts: Mapping[str, WordFacts] = MappingProxyType({})
) -> Puzzle:
    """Make a puzzle without a key from a grid and the words that should be in it.

    >>> create_puzzle(Grid.parse("tea/ant/oat"), ["tea"]).words
    ('tea',)
    """
    entries = [*words]
    if ")\n" in "\n".join((*entries, "")):
        pairs = (split_times(entry) if entry.endswith(")") else (entry, 1) for entry in entries)
        entries = [word for word, times in pairs for _ in range(times)]
    return Puzzle(grid, place_nowhere(entries, facts))


def read_puzzle(
    path: str | os.PathLike[str],
    words: Sequence[str] | None = None,
    alphabet: _AlphabetLike = None,
    language: str | None = None,
    **how: bool,
) -> Puzzle:
    """Read a file with one puzzle, as `read_puzzles` reads several.

    Raises:
        InputError: the file cannot be read, or an option contradicts it.
        PuzzleError: the file is not a puzzle, or is a book of several.
    """
    puzzles = read_puzzles(path, words, alphabet, language, **how)
    if len(puzzles) > 1:
        raise PuzzleError(f"{str(path)!r} is a book of {len(puzzles)} puzzles, expected one puzzle")
    return puzzles[0]


def with_places(puzzle: Puzzle) -> Puzzle:
    """Add the places of words without one to the key.

    Raises:
        PuzzleError: such a word is not in the grid exactly once.
    """
    if all(placed.length for placed in puzzle.key):
        return puzzle
    if puzzle.kind != "lines":
        from .verify_paths import with_paths

        return with_paths(puzzle)
    found = find_lines(puzzle.grid, [placed.word for placed in puzzle.key], threads=1)
    key: list[Placement] = []
    times = Counter(placed.word for placed in puzzle.key)
    for placed in puzzle.key:
        own = [each for each in found if placed.word.strip() in each.spellings]
        if not placed.length:
            if len(own) != times[placed.word]:
                remedy = "lexigrid check shows where"
                if not own and puzzle.grid.alphabet is None:
                    remedy = "if its language has letters of its own, give --language"
                raise PuzzleError(
                    f"{placed.word} is in the grid {len(own)} times, expected "
                    f"{'once' if times[placed.word] == 1 else times[placed.word]}; {remedy}"
                )
            line = own[sum(each.word == placed.word for each in key)]
            size = len(line.cells)
            placed = replace(placed, start=line.start, direction=line.direction, length=size)
        key.append(placed)
    return replace(puzzle, key=tuple(key))


@without_collections()
def read_puzzles(
    path: str | os.PathLike[str],
    words: Sequence[str] | None,
    alphabet: _AlphabetLike = None,
    language: str | None = None,
    *,
    is_default: bool = False,
) -> list[Puzzle]:
    """Read a puzzle file, or all puzzles of a book in JSON or text.

    `words` replace those in the file. `alphabet` and `language` are for files that cannot name
    them: all but JSON and HTML of lexigrid. With `is_default`, they may be given for these too.

    Raises:
        InputError: the file cannot be read, `words` are given for a book, or an alphabet or a
            language for a file that names them.
        PuzzleError: the file is not a puzzle.
    """
    from ..reading.books import split_puzzles

    source = decode(read_bytes(path, MAX_DOCUMENT), path, PuzzleError)
    name = name_of(path)
    try:
        texts = split_puzzles(source.text) if kind_of(source, path) == "text" else [""]
        if len(texts) > 1 and words is not None:
            raise InputError(_BOOK_WORDS)
        if len(texts) > MAX_PUZZLES:
            raise PuzzleError(f"the book has more than {MAX_PUZZLES:,} puzzles; make several files")
        parts = [
            read_parts(each, path, wants_words=words is None, error=PuzzleError)
            for each in (map(Source, texts) if len(texts) > 1 else [source])
        ]
        found = parts[0]
        if found.document is not None:
            if not is_default and (alphabet, language) != (None, None):
                raise InputError("the file names its own alphabet and language; leave them out")
            return _read_document(found.document, words)
        check_language(language)
        if alphabet is None and language is not None:
            alphabet = paper_alphabet(language)
        made = [_make_puzzle(found, source, words, alphabet) for found in parts]
    except LexigridError as error:
        raise type(error)(f"{name}: {error}", **error.facts) from error
    texts = ["".join([placed.word for placed in each.key]) for each in made]
    return [
        replace(each, language=language, right_to_left=is_right_to_left([text]))
        for each, text in zip(made, texts, strict=True)
    ]


def _read_document(data: Mapping[str, Any], words: Sequence[str] | None) -> list[Puzzle]:
    """Read a puzzle, or the puzzles of a book, that lexigrid wrote."""
    if data["format"] == BOOK_FORMAT:
        if words is not None:
            raise InputError(_BOOK_WORDS)
        if not isinstance(found := data.get("puzzles"), list) or not found:
            raise PuzzleError("the book has no puzzles, expected a list of them under 'puzzles'")
        return [Puzzle.from_dict(each) for each in found]
    puzzle = Puzzle.from_dict(data)
    return [puzzle if words is None else _with_words(puzzle, words)]


def _make_puzzle(
    found: Parts, source: Source, words: Sequence[str] | None, alphabet: _AlphabetLike
) -> Puzzle:
    """Make a puzzle of what a file of another program, CSV or text holds."""
    rules, topology = parse_rules(found.rules) if found.rules else ({}, KING)
    settings = Alphabet.of(alphabet), topology
    grid = grid_of_parts(replace(found, title="", words=[]), source, settings=settings)
    if not found.words and words is None:
        raise PuzzleError("the file has no words; write them after a blank line, or give --words")
    listed = with_times(found.words, found.facts)
    facts = facts_by_word({name: own.items() for name, own in found.facts.items()})
    if found.key:
        places = (_read_place(grid, fields) for fields in found.key)
        key = (replace(each, facts=facts.get(each.word, each.facts)) for each in places)
        puzzle = Puzzle(grid, tuple(key), found.title)
        puzzle = replace(puzzle, **rules) if rules else _with_kind(puzzle)
        return puzzle if words is None else _with_words(puzzle, words)
    made = create_puzzle(grid, listed if words is None else words, facts)
    return replace(made, title=found.title, notes=tuple(found.notes), **rules)


def _with_kind(puzzle: Puzzle) -> Puzzle:
    """Find out how the words run: paths that use every cell make a cover, others are bent."""
    paths = [placed.path for placed in puzzle.key if placed.path]
    if not paths:
        return puzzle
    if len(puzzle.solution_cells) == len(puzzle.grid):
        return replace(puzzle, kind="cover")
    turns = max(count_turns(path) or 0 for path in paths)
    angles: Angles = "any" if any(count_turns(path, "right") is None for path in paths) else "right"
    return replace(puzzle, kind="bent", turns=turns, angles=angles)


def _with_words(puzzle: Puzzle, words: Sequence[str]) -> Puzzle:
    """Replace the words of a puzzle; those it had keep their places."""
    alphabet = puzzle.grid.alphabet or Alphabet()
    known = {letters_of(alphabet, placed.word): placed for placed in puzzle.key}
    key = (known.get(letters_of(alphabet, word), Placement.nowhere(word)) for word in words)
    return replace(puzzle, key=tuple(key))


def _read_place(grid: Grid, fields: Mapping[str, str]) -> Placement:
    """Read a word and its place, or a word with blank fields for the place."""
    word = fields["word"]
    if path := fields.get(PATH_COLUMN, ""):
        return _read_path(grid, word, path)
    ends = [fields.get(name, "").strip() for name in PUZZLE_COLUMNS[1:5]]
    direction = fields.get("direction", "").strip().upper()
    secret = fields.get("secret", "").strip().lower()
    has_place = any(ends)
    wrong = []
    if has_place and not (all(map(str.isdecimal, ends)) and max(map(len, ends)) < 10):
        wrong = [
            (name, value, "a row or column, counted from 0")
            for name, value in zip(PUZZLE_COLUMNS[1:5], ends, strict=True)
            if not (value.isdecimal() and len(value) < 10)
        ]
    if direction and direction not in Direction.__members__:
        wrong.append(("direction", direction, "a direction such as NE"))
    if secret not in ("", "true", "false"):
        wrong.append(("secret", secret, "true or false"))
    for name, value, expected in wrong:
        raise PuzzleError(
            f"the word {shorten(word)} has {name} {shorten(value)}, expected {expected}"
        )
    if not has_place:
        return Placement.nowhere(word, secret == "true")
    row, column, last_row, last_column = map(int, ends)
    if not direction and (row, column) != (last_row, last_column):
        steps = [(a > b) - (a < b) for a, b in ((last_row, row), (last_column, column))]
        direction = next(str(d) for d in Direction if [d.row_step, d.column_step] == steps)
    places = Cell(row, column), Cell(last_row, last_column)
    form = PlacementForm(word, *places, Direction[direction] if direction else None)
    return form.find(grid, is_secret=secret == "true")


def _read_path(grid: Grid, word: str, path: str) -> Placement:
    cells = []
    for text in path.split():
        row, _, column = text.partition(",")
        if not (row.isdecimal() and column.isdecimal() and len(text) < 10):
            raise PuzzleError(
                f"the word {shorten(word)} has the path {path!r}, expected cells such as '0,0 0,1'"
            )
        cells.append(Cell(int(row), int(column)))
    return PathForm(word, tuple(cells)).find(grid, is_secret=False)
