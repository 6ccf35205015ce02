"""The rows of a grid in CSV of a puzzle."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence


def read_grid_rows(rows: Iterable[list[str]], header: list[str]) -> Iterator[Sequence[str | None]]:
    """Yield the rows of the grid, and put the row `word,...` after them into the header."""
    blank: list[list[str]] = []  # rows of holes, or empty rows of a spreadsheet
    width = 0
    for row in rows:
        if row[:1] == ["word"]:
            header += row
            break
        if not any(row):
            blank.append(row)
            continue
        width = len(row)
        yield from ([None] * width for each in blank if len(each) == width)
        blank.clear()
        yield row if "" not in row else [cell or None for cell in row]
    if "start_row" in header:  # lexigrid wrote the file, without empty rows
        yield from ([None] * width for each in blank if len(each) == width)
