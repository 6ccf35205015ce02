"""Assembly of a Puzzle from a filled layout: letters in their case, grid, key."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace

from ... import _core
from ...alphabet import HIRAGANA, Alphabet, graphemes
from ...geometry import Cell, parse_directions
from ...grid import Grid
from ...grid.tile import escaped
from ...search import Occurrence
from .. import Placement, Puzzle
from .job import Entry, Job
from .layout import Layout, LayoutGrid
from .options import Case


def assemble(job: Job, layout_grid: LayoutGrid, layout: Layout, cells: memoryview) -> Puzzle:
    """Make the puzzle of a filled layout."""
    columns = layout_grid.columns
    written = write_letters(layout_grid.letters, job.alphabet, job.options.case, job.entries)
    key = tuple(
        Placement(
            entry.word,
            Cell(*divmod(spot[0], columns)),
            None if len(entry.letters) == 1 else spot[1],
            len(entry.letters),
            entry.secret,
        )
        for entry, spot in zip(job.entries, layout.spots, strict=True)
        if spot is not None
    )
    allowed = {*job.directions}.union(*(own for _, own in job.options.word_directions))
    return Puzzle(
        _create_grid(job, cells, columns, [written[letter] for letter in layout_grid.letters]),
        key,
        message=job.options.message,
        directions=parse_directions(allowed),
        language=job.options.language or None,
    )


def count_subwords(puzzle: Puzzle, found: Iterable[Occurrence]) -> Puzzle:
    """Add to each placement how often its word occurs inside others, with a note for people."""
    counts = Counter(each.word for each in found)
    key = tuple(replace(placed, inside=counts[placed.word] - 1) for placed in puzzle.key)
    notes = tuple(
        f"{placed.word} occurs {placed.inside + 1} times, all but one inside other words"
        for placed in key
        if placed.inside
    )
    return replace(puzzle, key=key, notes=(*puzzle.notes, *notes))


def write_letters(
    letters: Iterable[str], alphabet: Alphabet, case: Case, entries: Sequence[Entry]
) -> dict[str, str]:
    """Write each letter in upper or lower case, or as the words first write it.

    A letter whose capital would be read as another letter stays as it is. Kana are hiragana unless
    some word has katakana.

    >>> write_letters(["i", "ı", "ß"], Alphabet.named("tr"), "upper", [])
    {'i': 'İ', 'ı': 'I', 'ß': 'ß'}
    """
    words = "".join(entry.word for entry in entries)
    kana = HIRAGANA if alphabet.name == "ja" and HIRAGANA.keys().isdisjoint(map(ord, words)) else {}
    kept: dict[str, str] = {}
    if case == "keep":
        for entry in entries:
            for cluster in graphemes(entry.word):
                split = alphabet.split(cluster)
                if len(split) == 1:
                    kept.setdefault(split[0], cluster)
    written: dict[str, str] = {}
    for letter in letters:
        shown = alphabet.capital(letter) if case == "upper" else kept.get(letter, letter)
        written[letter] = shown.translate(kana)
    return written


def _create_grid(job: Job, cells: memoryview, columns: int, written: list[str]) -> Grid:
    alphabet = job.alphabet if job.alphabet != Alphabet() else None
    rows = len(cells) // columns
    starts = range(0, len(cells), columns)
    if all(len(text) == 1 and text.isascii() and text.isalnum() for text in written):
        text = "".join([written[code] if code < len(written) else "." for code in cells])
        lines = [text[at : at + columns] for at in starts]
        if rows > 1 and columns > 1:  # plain text is read much faster than tokens
            return Grid.parse("\n".join(lines), alphabet=alphabet)
        return Grid.from_rows(lines, alphabet=alphabet)
    tokens = [escaped(text) for text in written]
    codes = cells.tolist()
    return Grid.from_rows(
        [
            [None if c == _core.HOLE_CELL else tokens[c] for c in codes[at : at + columns]]
            for at in starts
        ],
        alphabet=alphabet,
    )
