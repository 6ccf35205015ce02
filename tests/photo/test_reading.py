"""Reading letter grids from photos whose letters are known."""

from __future__ import annotations

import json
import re
import socket
import xml.etree.ElementTree as ET
from itertools import chain
from typing import Any

import cv2
import numpy as np
import pytest
from PIL import Image, ImageDraw

import lexigrid as lg
from lexigrid.photo import Doubt, PhotoError, PhotoGrid, read_photo
from lexigrid.photo.cell_map import CellMap
from lexigrid.photo.ink import find_spots, measure_ink
from lexigrid.photo.lattice import Lattice, find_lattice
from lexigrid.photo.page import Page
from lexigrid.photo.tiles import find_tiles
from made_photos import Face, font_files
from made_scenes import desk
from photo_cases import WORDS, blurred, made, pixels_of, rows_of


def rows_read(reading: PhotoGrid) -> list[list[str | None]]:
    grid = reading.grid
    return [
        [tile.face if (tile := grid[r, c]) else None for c in range(grid.columns)]
        for r in range(grid.rows)
    ]


@pytest.fixture(scope="module")
def clean() -> PhotoGrid:
    return read_photo(made("clean").data)


def wrong_cells(reading: PhotoGrid, rows: list[list[str]]) -> list[tuple[int, int]]:
    read = rows_read(reading)
    assert [len(row) for row in read] == [len(row) for row in rows]
    return [
        (r, c) for r, row in enumerate(rows) for c, face in enumerate(row) if read[r][c] != face
    ]


@pytest.mark.parametrize(
    ("kind", "number"), [("clean", 0), ("clean", 1), ("phone", 0), ("phone", 1)]
)
def test_printed_pages_are_read_without_a_fault(kind: str, number: int) -> None:
    photo = made(kind, number)
    reading = read_photo(photo.data, words=photo.words)
    assert wrong_cells(reading, rows_of(photo)) == []
    assert (tuple(photo.words), ()) == (reading.words, reading.unplaced)


@pytest.mark.parametrize("kind", ["turned", "circled", "hard"])
def test_wrong_letters_of_difficult_photos_are_marked(kind: str) -> None:
    photo = made(kind)
    reading = read_photo(photo.data)
    marked = {tuple(doubt.cell) for doubt in reading.doubtful}
    wrong = wrong_cells(reading, rows_of(photo))
    assert {*wrong} <= marked
    assert len(wrong) <= 0.05 * sum(map(len, photo.rows))


@pytest.mark.parametrize(("pen", "width"), [((30, 30, 30), 2), ((60, 40, 210), 4)])
def test_letters_that_a_pen_touches_are_doubtful(pen: tuple[int, int, int], width: int) -> None:
    photo = made("clean", 1)
    pixels, below = pixels_of(photo), photo.centres[3, 1:4:2] + [0, 15]  # a quarter of a cell
    first, last = below.astype(int).tolist()
    cv2.line(pixels, first, last, pen, width)
    reading = read_photo(cv2.cvtColor(pixels, cv2.COLOR_BGR2RGB))
    assert {(3, 1), (3, 2), (3, 3)} == {tuple(doubt.cell) for doubt in reading.doubtful}
    assert all(doubt.others for doubt in reading.doubtful)
    assert wrong_cells(reading, photo.rows) == []


def test_dice_are_read_with_their_set() -> None:
    photo = made("dice")
    reading = read_photo(photo.data, dice=photo.dice)
    read, turns = rows_read(reading), []
    for _ in range(4):  # nobody can tell how the board was turned
        turns.append(read)
        read = [list(row) for row in zip(*read[::-1], strict=True)]
    assert rows_of(photo) in turns
    assert reading.is_dice


def test_dice_are_recognised_without_their_set() -> None:
    reading = read_photo(made("dice").data)
    assert reading.is_dice
    assert (reading.grid.rows, reading.grid.columns) == (len(made("dice").rows),) * 2


def test_dice_show_the_faces_of_their_set_only() -> None:
    photo = made("dice")
    side = len(photo.rows)
    dice = lg.Dice.of(
        ["A B C", "D E F"] * (side * side // 2) + ["A"] * (side % 2), size=(side, side)
    )
    assert {*chain(*rows_read(read_photo(photo.data, dice=dice)))} <= {*"ABCDEF"}


def draw_dice(rows: list[str], weight: float = 400) -> np.ndarray:
    """Draw dice of 200 pixels, the first around 200, 200."""
    image = Image.new("RGB", (1000, 1000), (40, 60, 120))
    draw, font = ImageDraw.Draw(image), Face(font_files("fontpkg-rubik")[0], weight).at(110)
    for (row, column), letter in np.ndenumerate([[*row] for row in rows]):
        x, y = 200 + 200 * column, 200 + 200 * row
        draw.rounded_rectangle((x - 85, y - 85, x + 85, y + 85), 25, fill=(235, 235, 235))
        draw.text((x, y), str(letter), font=font, fill=(20, 20, 20), anchor="mm")
    return np.asarray(image)


def test_a_die_that_is_another_letter_from_another_side_is_doubtful() -> None:
    reading = read_photo(draw_dice(["NZAK", "MWEB", "NRSP", "FZGL"]), dice="any")
    doubts = {tuple(doubt.cell): {doubt.face, *dict(doubt.others)} for doubt in reading.doubtful}
    assert {"M", "W"} <= doubts[1, 1]  # no line is below them


@pytest.mark.parametrize(("first", "last", "part"), [(0.45, 0.05, 0.5), (0.55, 0.95, 0.7)])
def test_shading_on_dice_is_no_stroke(first: float, last: float, part: float) -> None:
    rows = ["FILE", "RIFT", "BEAR", "KILT"]
    down = (np.arange(1000) - 100) % 200 / 200  # 0 at the upper edge of a die, 1 at the lower
    shade = 1 - part * np.clip((down - first) / (last - first), 0, 1)
    pixels = (draw_dice(rows, weight=300) * shade[:, None, None]).astype(np.uint8)
    assert "\n".join(rows) == str(read_photo(pixels, dice="any").grid)


def test_dice_in_a_shadow_are_found() -> None:
    photo = made("dice")
    pixels = pixels_of(photo)
    x = int(photo.centres[:, 1:3, 0].mean())
    pixels[:, x:] = pixels[:, x:] * 0.4
    places = np.array([*find_tiles(pixels)[1].nodes])
    assert (np.ptp(places, axis=0) + 1 >= len(photo.rows)).all()
    reading = read_photo(pixels[..., ::-1], dice=photo.dice)
    assert sorted(chain(*rows_of(photo))) == sorted(map(str, chain(*rows_read(reading))))


def test_cells_are_where_they_are_in_the_photo(clean: PhotoGrid) -> None:
    photo = made("clean")
    cell = float(np.linalg.norm(photo.centres[0, 1] - photo.centres[0, 0]))
    off = np.linalg.norm(np.array(clean.cells) - photo.centres, axis=-1)
    assert off.max() < 0.25 * cell
    first, _, last, _ = clean.corners
    assert (clean.cells[0][0], clean.cells[-1][-1]) == (first, last)


def test_an_array_is_read_like_the_file_it_came_from(clean: PhotoGrid) -> None:
    pixels = pixels_of(made("clean"))
    assert read_photo(pixels[..., ::-1]).grid == clean.grid
    grey = read_photo(cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY))
    assert len(wrong_cells(grey, rows_of(made("clean")))) <= 2


def test_a_known_size_and_turn_give_the_same_grid(clean: PhotoGrid) -> None:
    shape = (clean.grid.rows, clean.grid.columns)
    assert read_photo(made("clean").data, size=shape, turn=0).grid == clean.grid


def test_a_known_turn_turns_the_grid(clean: PhotoGrid) -> None:
    pixels = pixels_of(made("clean"))
    turned = np.ascontiguousarray(np.rot90(pixels, -1)[..., ::-1])
    reading = read_photo(turned, turn=90)
    assert (reading.grid.rows, reading.grid.columns) == (clean.grid.rows, clean.grid.columns)
    assert len(wrong_cells(reading, rows_of(made("clean")))) <= 2


def test_a_part_of_a_grid_comes_with_a_warning() -> None:
    assert any("may go on beyond" in text for text in read_photo(made("cropped").data).warnings)


# --- doubts, words and the user -------------------------------------------------------------------


def test_doubtful_cells_are_choice_tiles() -> None:
    reading = read_photo(blurred("hard"))
    grid = reading.grid_with_choices()
    assert reading.doubtful
    for doubt in reading.doubtful:
        tile = grid[doubt.cell]
        faces = [face for face in (doubt.face, *(face for face, _ in doubt.others)) if face != "."]
        assert tile is not None
        assert set(faces) == set(tile.spellings)
    assert lg.Grid.parse(grid.format()) == grid
    confidences = [doubt.confidence for doubt in reading.doubtful]
    assert confidences == sorted(confidences)


def test_words_that_are_nowhere_are_reported(clean: PhotoGrid) -> None:
    reading = clean.corrected([*made("clean").words, "XYLOPHONIST", "ZZZZ"])
    assert ("XYLOPHONIST", "ZZZZ") == reading.unplaced
    assert set(made("clean").words) == {*reading.words}
    assert clean.corrected(()).grid == clean.grid


def test_words_that_occur_twice_are_in_the_grid(clean: PhotoGrid) -> None:
    rows = [*made("clean").rows[0]]
    cells = {(row, column): rows[column] for row in (0, 3) for column in range(4)}
    word = "".join(rows[:4])
    assert (word,) == clean.replaced(cells).corrected([word]).words


def test_a_tile_of_the_user_is_final(clean: PhotoGrid) -> None:
    reading = clean.replaced({(0, 0): "q", (1, 1): "Qu", (2, 2): "."})
    assert ("Q", "Qu", None) == (
        reading.grid[0, 0] and reading.grid[0, 0].face,
        reading.grid[1, 1] and reading.grid[1, 1].face,
        reading.grid[2, 2],
    )
    assert {(0, 0), (1, 1), (2, 2)}.isdisjoint(tuple(each.cell) for each in reading.doubtful)
    assert 1.0 == reading.confidence[0][0]
    again = reading.corrected(made("clean").words)
    assert again.grid[0, 0] == reading.grid[0, 0]


def test_the_overlay_shows_letters_and_doubts() -> None:
    reading = read_photo(blurred("hard"))
    assert reading.doubtful
    root = ET.fromstring(reading.to_svg([[(0, 0), (0, 1)]]))
    tags = [element.tag.rpartition("}")[2] for element in root.iter()]
    assert len(reading.doubtful) == tags.count("circle")
    assert reading.grid.rows * reading.grid.columns == tags.count("text")
    assert (1, 1) == (tags.count("image"), tags.count("path"))
    with pytest.raises(lg.GridError, match="not on the grid"):
        reading.to_svg([[(0, 99)]])


def test_the_document_has_grid_doubts_and_places() -> None:
    reading = read_photo(blurred("hard"))
    assert reading.doubtful
    data: dict[str, Any] = json.loads(reading.to_json())
    assert "lexigrid/photo" == data["format"]
    assert reading.grid == lg.Grid.from_rows(data["rows"])
    assert len(reading.doubtful) == len(data["doubtful"])
    assert (reading.grid.rows, 2) == (len(data["cells"]), len(data["cells"][0][0]))


def test_a_doubt_reads_as_a_sentence() -> None:
    doubt = Doubt(lg.Cell(2, 7), "O", 0.71, (("Q", 0.27),))
    assert "row 3, column 8: O (0.71) or Q (0.27)" == str(doubt)


# --- errors ---------------------------------------------------------------------------------------


def test_pictures_without_a_grid_are_refused() -> None:
    rng = np.random.default_rng(1)
    blank = np.full((900, 700, 3), 245, np.uint8)
    wood = np.clip(desk(900, 700, rng), 0, 255).astype(np.uint8)
    noise = rng.integers(0, 255, (900, 700, 3)).astype(np.uint8)
    for picture in (blank, wood, noise):
        with pytest.raises(PhotoError, match=r"no letter grid|cannot be read"):
            read_photo(picture)


def test_a_size_that_does_not_fit_is_refused(clean: PhotoGrid) -> None:
    with pytest.raises(PhotoError, match=f"{clean.grid.rows} rows"):
        read_photo(made("clean").data, size=(58, 59))


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"turn": 45}, "turn is 45, expected 0, 90, 180 or 270"),
        ({"dice": "en-nwe-4x4"}, "did you mean 'en-new-4x4'"),
        ({"dice": 5}, "dice is 5, expected Dice"),
        ({"size": (0, 3)}, "number of rows"),
        ({"words": "oat"}, "words is 'oat', expected several words"),
    ],
)
def test_options_are_checked_before_the_photo(options: dict[str, Any], message: str) -> None:
    with pytest.raises(lg.InputError, match=re.escape(message)):
        read_photo(b"no photo", **options)


@pytest.mark.parametrize("face", ["é", "AB", 5, "?"])
def test_a_tile_that_is_no_letter_is_refused(clean: PhotoGrid, face: Any) -> None:
    with pytest.raises(lg.InputError, match="expected a letter from A to Z"):
        clean.replaced({(0, 0): face})


def test_a_cell_beyond_the_grid_is_refused(clean: PhotoGrid) -> None:
    with pytest.raises(lg.GridError, match="not on the"):
        clean.replaced({(99, 0): "A"})


def test_reading_opens_no_socket(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("a socket was opened")

    monkeypatch.setattr(socket, "socket", refuse)
    monkeypatch.setattr(socket, "create_connection", refuse)
    monkeypatch.setattr(socket, "getaddrinfo", refuse)
    photo = made("clean")
    read_photo(photo.data, words=WORDS).to_svg()


# --- corners --------------------------------------------------------------------------------------


def test_corners_and_size_take_the_place_of_the_search(clean: PhotoGrid) -> None:
    size = (clean.grid.rows, clean.grid.columns)
    reading = read_photo(made("clean").data, corners=clean.corners, size=size)
    assert reading.grid == clean.grid
    assert np.abs(np.array(reading.corners) - clean.corners).max() < 3


def test_corners_say_how_the_grid_is_turned(clean: PhotoGrid) -> None:
    rows, columns = clean.grid.rows, clean.grid.columns
    a, b, c, d = clean.corners
    reading = read_photo(made("clean").data, corners=(d, a, b, c), size=(columns, rows))
    assert (reading.grid.rows, reading.grid.columns) == (columns, rows)
    assert reading.cells[0][0] == pytest.approx(d, abs=3)


def test_a_part_of_a_grid_is_read_between_corners(clean: PhotoGrid) -> None:
    cells = clean.cells
    corners = (cells[1][1], cells[1][4], cells[3][4], cells[3][1])
    part = read_photo(made("clean").data, corners=corners, size=(3, 4))
    whole = rows_read(clean)
    assert rows_read(part) == [row[1:5] for row in whole[1:4]]


@pytest.mark.parametrize("corners", ["1,2 3,4", [(1, 2)] * 3, 7, "a,b c,d e,f g,h"])
def test_corners_are_four_places(corners: Any) -> None:
    with pytest.raises(lg.InputError, match="expected four places x,y in pixels"):
        read_photo(made("clean").data, corners=corners, size=(3, 3))


def test_corners_need_a_size_and_an_order(clean: PhotoGrid) -> None:
    with pytest.raises(lg.InputError, match="corners needs the size"):
        read_photo(made("clean").data, corners=clean.corners)
    a, b, c, d = clean.corners
    with pytest.raises(PhotoError, match="no quadrilateral"):
        read_photo(made("clean").data, corners=(a, c, b, d), size=(8, 8))


# --- grids that are hard to find ------------------------------------------------------------------


def test_a_lattice_that_leaves_out_columns_is_not_clear() -> None:
    light = cv2.cvtColor(pixels_of(made("clean")), cv2.COLOR_BGR2GRAY)
    spots = find_spots(measure_ink(light, 25), 0.45)
    found = find_lattice(spots)
    nodes = {(r, c // 2): spot for (r, c), spot in found.nodes.items() if c % 2 == 0}
    map_ = CellMap(np.array(list(nodes)), spots.centres[list(nodes.values())])
    coarse = Lattice(map_, nodes)
    whole, part = (Page(light, each, spots) for each in (found, coarse))
    assert part.fullness > 0.9
    assert part.clearness < 0.2 < 0.8 < whole.clearness


def test_a_faint_grid_is_read_with_a_warning() -> None:
    """Its letters are in full rows and columns, so it is a grid; most of them are doubtful."""
    photo = made("clean")
    grey = cv2.cvtColor(pixels_of(photo), cv2.COLOR_BGR2GRAY).astype(float)
    scale = 9 / float(np.linalg.norm(photo.centres[0, 1] - photo.centres[0, 0]))
    small = cv2.resize(grey, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    large = cv2.resize(small, grey.shape[::-1], interpolation=cv2.INTER_LINEAR)
    reading = read_photo(large.astype(np.uint8))
    assert (reading.grid.rows, reading.grid.columns) == (len(photo.rows), len(photo.rows[0]))
    assert any("many letters are doubtful" in text for text in reading.warnings)
