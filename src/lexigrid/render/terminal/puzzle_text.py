"""Puzzles as text that `Puzzle.read` reads back: a grid, a blank line, words, the key."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...geometry import ARROWS
from ...puzzle import Placement, Puzzle
from ...puzzle.path_rules import format_rules
from ...reading.headings import quote_title
from ...reading.words import quote_word
from ...strings import Strings
from ..listing import ListAs, is_numbered, list_words, note_on
from .page import Page
from .picture import mark_cells, render_grid, spread_grid
from .table import Field, render_columns, render_table
from .text import format_path
from .width import display_width, printable


def render_puzzle(
    puzzle: Puzzle, page: Page, *, with_key: bool = False, list_as: ListAs = "words"
) -> Iterator[str]:
    """Yield a puzzle as lines of text.

    >>> from lexigrid.puzzle.generate.make import make_puzzle
    >>> puzzle = make_puzzle(["oat", "rye"], size=(2, 5), seed=4)
    >>> print(*render_puzzle(puzzle, Page()), sep="\\n")
    E Y R S I
    O A T E E
    <BLANKLINE>
    oat  rye
    """
    if puzzle.title:
        yield page.bold(printable(quote_title(" ".join(puzzle.title.split()))))
        yield ""
    yield from spread_grid(puzzle.grid, page)
    yield ""
    listed = list_words(puzzle, [placed.word for placed in puzzle.listed], list_as)
    words = [printable(entry) for entry in listed]
    if list_as == "words":
        words = [quote_word(word) for word in words]
    if is_numbered(list_as):
        yield from _numbered_lines(listed, page)
    else:
        is_quoted = any(word[0] == '"' for word in words)
        yield from words if is_quoted else render_columns(words, page)
    if puzzle.kind != "lines":
        yield ""
        yield describe_kind(puzzle, with_key=with_key)
    if with_key:
        yield ""
        yield page.bold(puzzle.strings.format("answers"))
        yield ""
        yield from _key_lines(puzzle, page, list_as)


def describe_kind(puzzle: Puzzle, *, with_key: bool = False) -> str:
    """Return the line that says how the words of a path puzzle run; reading understands it."""
    rules = format_rules(puzzle, with_spanning=with_key)
    return f"{puzzle.strings.format('path_puzzle')} ({rules})"


def _numbered_lines(entries: Sequence[str], page: Page) -> Iterator[str]:
    """Yield entries after their numbers; the further lines of one are indented."""
    width = len(str(len(entries))) + 2
    for number, entry in enumerate(entries, 1):
        line = f"{number}.".rjust(width - 1)
        for word in printable(entry).split():
            if len(line) > width and display_width(f"{line} {word}") > page.width:
                yield line
                line = " " * (width - 1)
            line = f"{line} {word}"
        yield line


def _key_lines(puzzle: Puzzle, page: Page, list_as: ListAs) -> Iterator[str]:
    cells = [placed.cells for placed in puzzle.key]
    picture = render_grid(puzzle.grid, mark_cells(cells), page)
    if picture:
        yield from picture
        yield ""
    rows = [_key_row(puzzle, number, page) for number in range(len(puzzle.key))]
    names = [*key_columns(puzzle)]
    notes = [note_on(placed, list_as) for placed in puzzle.key]
    if any(notes):
        names.append("key_clue")
        rows = [(*row, (printable(note), None)) for row, note in zip(rows, notes, strict=True)]
    yield from render_table([puzzle.strings.format(name) for name in names], rows, page)
    if lines := [*describe_solutions(puzzle)]:
        yield ""
        yield from map(printable, lines)


def describe_solutions(puzzle: Puzzle) -> Iterator[str]:
    """Yield the secret words and the hidden message."""
    strings = puzzle.strings
    if puzzle.secret_words:
        yield label(strings, "secret_words", ", ".join(puzzle.secret_words))
    if puzzle.message:
        yield label(strings, "hidden_message", puzzle.message)


def label(strings: Strings, name: str, text: str) -> str:
    """Return a text after its label, one of the fixed texts."""
    return strings.format("labelled", label=strings.format(name), text=text)


def key_columns(puzzle: Puzzle) -> tuple[str, ...]:
    """Return the names of the key's columns."""
    end = ("key_to",) if puzzle.kind == "lines" else ()
    return ("key_word", "key_from", *end, "key_direction")


def key_places(puzzle: Puzzle, placed: Placement, page: Page) -> Iterator[str]:
    """Yield the cells and the direction of a word, or the first cell of a path and its steps."""
    if puzzle.kind != "lines":
        path = format_path(placed.path, page, hexagonal=puzzle.grid.topology.name == "hex")
        yield from path.partition(" ")[::2]
        return
    yield from (f"{cell.row + 1},{cell.column + 1}" for cell in (placed.start, placed.end))
    step = placed.direction
    direction = "" if step is None else ARROWS[step.row_step, step.column_step]
    yield direction if page.shows(direction) else str(step)


def _key_row(puzzle: Puzzle, number: int, page: Page) -> tuple[Field, ...]:
    placed = puzzle.key[number]
    places = key_places(puzzle, placed, page)
    return ((printable(placed.word), number), *((each, None) for each in places))
