"""Parse the grid of one row, check its letters, and check that its search is complete."""

from __future__ import annotations

from typing import Any

from ..._util.plain_text import shorten
from ...alphabet import Alphabet, is_punctuation
from ...errors import AlphabetError, GridError, InputError, LexigridError
from ...grid import Grid, check_rows_only
from ...search.lines import Lines
from ...search.paths import FoundWords
from ..job import Job, Shape
from ..rows import Rows


def size_of_row(job: Job, rows: Rows, row: int) -> Shape | None:
    """Return the size of a row, by default that of the job."""
    own = rows.sizes[row] if rows.sizes is not None else None
    return own if own is not None else job.size


def parse_grid(job: Job, rows: Rows, row: int) -> Grid | None:
    """Parse the grid of a row; if it is unusable, note the error of the row and return None."""
    if row in rows.errors:
        return None
    text = rows.texts()[row]
    try:
        if text is None:
            raise GridError("there is no grid")
        alphabet = Alphabet.of(
            job.alphabet, case_sensitive=job.case_sensitive, fold_accents=job.fold_accents
        )
        size = size_of_row(job, rows, row)
        options: dict[str, Any] = {"qu": job.qu, "alphabet": alphabet, "wrap": job.wrap}
        if job.topology:
            options["topology"] = job.topology
        grid = Grid.parse(text, size=size, **options)
        check_rows_only(grid)
        if alphabet is not None and alphabet.name:
            _check_letters(grid, alphabet)
    except LexigridError as error:
        rows.errors[row] = str(error)
        return None
    return grid


def check_complete(found: Lines | FoundWords) -> None:
    """Check that a search was not cut short.

    Raises:
        InputError: the deadline has passed.
    """
    if not found.complete:
        raise InputError("the search of this grid was cut short; give a longer --deadline")


def _check_letters(grid: Grid, alphabet: Alphabet) -> None:
    """Check that a named alphabet has the letters of all tiles; punctuation is allowed.

    Raises:
        AlphabetError: a letter is not in the alphabet.
    """
    known = frozenset(alphabet.letters)
    for tile in grid.tiles:
        for spelling in tile.spellings:
            for letter in alphabet.split(spelling):
                if alphabet.fold(letter) not in known and not is_punctuation(letter):
                    raise AlphabetError(
                        f"a tile has {shorten(letter)}, which the alphabet {alphabet.name} lacks",
                        letter=letter,
                    )
