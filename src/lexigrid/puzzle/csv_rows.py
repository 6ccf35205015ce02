"""The rows of a grid in CSV of a puzzle."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice

from .._util.csv_text import find_grid_delimiter, parse_csv, split_plain
from ..alphabet import Alphabet
from ..errors import PuzzleError
from ..geometry import KING
from ..grid import Grid
from ..grid.encode import encode_tokens
from ..grid.grid import make_grid
from ..grid.io import without_padding

_CHUNK_ROWS = 256


def read_csv_grid(text: str, alphabet: Alphabet | str | None) -> tuple[Grid, list[list[str]]]:
    """Return the grid, and the row `word,...` with those after it.

    Raises:
        PuzzleError: it is not CSV.
        GridError: the rows of the grid are not a grid.
    """
    delimiter = find_grid_delimiter(text)
    header = re.search(rf"(?m)^word(?=[{delimiter}\r\n]|\Z)", text)
    end = header.start() if header else len(text)
    table = split_plain(text[:end], delimiter)
    rows = parse_csv(text, "", PuzzleError, delimiter=delimiter)
    if table and "" not in table[0]:
        words = [*islice(rows, table[1], None)] if header else []
        return make_grid(Grid, encode_tokens(*table), Alphabet.of(alphabet), KING), words
    words = []
    cells = _grid_rows(rows, words)
    if header and text.startswith(f"word{delimiter}start_row", end):
        grid = [*cells]  # without words, the header is within quotes
        cells = iter(without_padding(grid, len(words[0])) if words else grid)
    return Grid.from_rows(cells, alphabet=alphabet), words


def _grid_rows(rows: Iterable[list[str]], words: list[list[str]]) -> Iterator[Sequence[str | None]]:
    """Yield the rows of the grid; put the row `word,...` and those after it into `words`."""
    blank: Counter[int] = Counter()  # rows of holes, or blank rows of a spreadsheet, by length
    width = 0
    rows = filter(None, rows)
    while not words and (chunk := [*islice(rows, _CHUNK_ROWS)]):
        cells = [*chain.from_iterable(chunk)]
        if not any(cells):
            blank.update(map(len, chunk))
            continue
        is_plain = "" not in cells and "word" not in cells and not blank
        if is_plain and {*map(len, chunk)} == {width}:
            yield from chunk
            continue
        for at, row in enumerate(chunk):
            if row[:1] == ["word"]:
                words += chain(chunk[at:], rows)
                break
            if not any(row):
                blank[len(row)] += 1
                continue
            width = len(row)
            yield from ([None] * width for _ in range(blank[width]))
            blank.clear()
            yield row if "" not in row else [cell or None for cell in row]
    if words and "start_row" in words[0]:  # lexigrid wrote the file, without empty rows
        yield from ([None] * width for _ in range(blank[width]))
