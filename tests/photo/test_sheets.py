"""Pictures that no camera took: sheets of lexigrid, and grids with numbered rows and columns."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from PIL import Image, ImageDraw

import lexigrid as lg
from commands import answer
from lexigrid.photo import PhotoError, read_photo
from lexigrid.photo.extent import find_headers
from made_photos import FONTS, open_face


def letters_of(grid: lg.Grid) -> list[str]:
    tiles = grid.to_dict()["rows"]
    return ["".join(tile or "." for tile in row).upper() for row in tiles]


def draw(rows: list[str]) -> np.ndarray:
    """Draw one character in each cell, black on white."""
    image = Image.new("RGB", (40 * len(rows[0]) + 120, 40 * len(rows) + 120), "white")
    face = open_face(FONTS[0], np.random.default_rng(1)).at(28)
    pen = ImageDraw.Draw(image)
    for (row, column), letter in np.ndenumerate(np.array([[*row] for row in rows])):
        place = (80 + 40 * column, 80 + 40 * row)
        pen.text(place, str(letter), font=face, fill="black", anchor="mm")
    return np.asarray(image)


def random_rows(size: int, letters: str = "ABCDEFGHIJKLMNOPQRSTUVWXYZ") -> list[str]:
    rng = np.random.default_rng(size)
    return ["".join(rng.choice([*letters], size).tolist()) for _ in range(size)]


@pytest.mark.parametrize("size", [8, 10, 12, 15, 20])
def test_a_sheet_of_lexigrid_is_read_as_it_was_made(size: int, tmp_path: Path) -> None:
    sheet, made = tmp_path / "sheet.png", tmp_path / "puzzle.json"
    options = ("--random", "8", "--length", "4-7", "--size", str(size), "--seed", "1")
    answer("make", *options, "--output", str(sheet))
    answer("make", *options, "--format", "json", "--output", str(made))
    assert letters_of(lg.Puzzle.read(made).grid) == answer("read", str(sheet)).upper().split()


@pytest.mark.parametrize("size", [8, 10, 15, 20])
@pytest.mark.parametrize(("has_row", "has_column"), [(0, 0), (1, 0), (0, 1), (1, 1)])
def test_numbers_of_rows_and_columns_are_left_out(size: int, has_row: int, has_column: int) -> None:
    rows = random_rows(size)
    numbers = [str(number % 10) for number in range(1, size + 1)]
    shown = (
        [number + row for number, row in zip(numbers, rows, strict=True)] if has_column else rows
    )
    head = " " * has_column + "".join(numbers)
    assert rows == letters_of(read_photo(draw([head, *shown] if has_row else shown)).grid)


def test_a_list_in_the_other_case_ends_the_grid() -> None:
    rows = random_rows(10)
    listed = random_rows(10, "abdefghnrt")
    page = draw([row + text[:3] for row, text in zip(rows, listed, strict=True)])
    assert rows == letters_of(read_photo(page).grid)


def test_a_known_size_keeps_a_row_that_looks_like_numbers() -> None:
    rows = ["ITZSASGTBS", *random_rows(10)[1:]]
    assert rows == letters_of(read_photo(draw(rows), size=10).grid)


@pytest.mark.parametrize(
    ("first", "headers"),
    [("IZSASGTB", (1, 0)), ("OIZSASGT", (1, 0)), ("IZSAS", (0, 0)), ("LETTERED", (0, 0))],
)
def test_a_row_is_numbers_only_if_nearly_all_letters_look_like_them(
    first: str, headers: tuple[int, int]
) -> None:
    rows = [first, *(row[: len(first)] for row in random_rows(8))]
    assert headers == find_headers(np.array([[*row] for row in rows]))


@pytest.mark.parametrize("letters", ["0123456789", "+O", "123456789"])
def test_tables_of_digits_and_signs_are_refused(letters: str) -> None:
    with pytest.raises(PhotoError, match="no letter grid was found"):
        read_photo(draw(random_rows(12, letters)))


def test_a_grid_of_few_letters_is_read() -> None:
    rows = random_rows(12, "CAT")
    assert rows == letters_of(read_photo(draw(rows)).grid)
