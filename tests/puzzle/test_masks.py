"""Masks: drawn as text, joined and inverted, and read from pictures cell by cell."""

from __future__ import annotations

import re
import struct
import sys
import zlib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import lexigrid as lg
from commands import error_of


def test_masks_of_pictures(tmp_path: Path) -> None:
    path = tmp_path / "mask.txt"
    path.write_text("..##..\n.####.\n######\n", "utf-8")
    mask = lg.Mask.read(path)
    assert "..##..\n.####.\n######" == mask.draw(3, 6)
    assert "##..##\n#....#\n......" == mask.inverted().draw(3, 6)
    assert mask == lg.Mask.parse(mask.text)


def png(colour: int, scanlines: list[bytes], *, depth: int = 8, interlaced: bool = False) -> bytes:
    """Write a PNG of 2 rows and 3 columns; every scanline starts with its filter type."""

    def chunk(kind: bytes, body: bytes) -> bytes:
        return (
            struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
        )

    head = struct.pack(">IIBBBBB", 3, 2, depth, colour, 0, 0, interlaced)
    palette = chunk(b"PLTE", b"\0\0\0\xff\xff\xff\0\0\0") if colour == 3 else b""
    transparency = chunk(b"tRNS", b"\xff\xff\0") if colour == 3 else b""
    data = chunk(b"IDAT", zlib.compress(b"".join(scanlines))) + chunk(b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + palette + transparency + data


@pytest.mark.parametrize(
    ("colour", "depth", "dark", "light"),
    [
        (0, 8, b"\x7f", b"\x80"),
        (0, 16, b"\x7f\xff", b"\x80\x00"),
        (0, 16, b"\x00\xff", b"\xff\x00"),
        (2, 8, b"\0\0\xff", b"\xff\xff\0"),
        (2, 16, b"\0\0\0\0\0\0", b"\xff\xff\xff\xff\xff\xff"),
        (3, 8, b"\0", b"\1"),
        (3, 8, b"\0", b"\2"),
        (4, 8, b"\0\xff", b"\0\0"),
        (4, 8, b"\0\x80", b"\xff\xff"),
        (4, 16, b"\0\0\xff\xff", b"\0\0\0\0"),
        (6, 8, b"\0\0\0\xff", b"\0\0\0\0"),
        (6, 16, b"\0\0\0\0\0\0\xff\xff", b"\0\0\0\0\0\0\x7f\xff"),
    ],
)
def test_png_masks(tmp_path: Path, colour: int, depth: int, dark: bytes, light: bytes) -> None:
    data = png(colour, [b"\0" + dark + light + dark, b"\0" + 3 * dark], depth=depth)
    path = tmp_path / "mask.png"
    path.write_bytes(data)
    assert "#.#\n###" == lg.Mask.read(path).draw(2, 3)
    path.write_bytes(data[:40])
    with pytest.raises(lg.InputError, match="not a readable picture"):
        lg.Mask.read(path)


@pytest.mark.parametrize(
    ("colour", "depth", "scanlines"),
    [
        (0, 1, [b"\0\x40", b"\0\x00"]),
        (0, 2, [b"\0\x64", b"\0\x00"]),
        (0, 4, [b"\0\x78\x00", b"\0\x00\x00"]),
        (3, 1, [b"\0\x40", b"\0\x00"]),
        (3, 2, [b"\0\x20", b"\0\x00"]),
    ],
)
def test_png_masks_of_few_bits(
    tmp_path: Path, colour: int, depth: int, scanlines: list[bytes]
) -> None:
    path = tmp_path / "mask.png"
    path.write_bytes(png(colour, scanlines, depth=depth))
    assert "#.#\n###" == lg.Mask.read(path).draw(2, 3)


def test_an_interlaced_png_mask(tmp_path: Path) -> None:
    path = tmp_path / "mask.png"
    # The pixels of row 0 are in passes 1, 6 and 4 of Adam7, row 1 is in pass 7.
    passes = [b"\0\x00", b"\0\x00", b"\0\xff", b"\0\x00\x00\x00"]
    path.write_bytes(png(0, passes, interlaced=True))
    assert "#.#\n###" == lg.Mask.read(path).draw(2, 3)


SHAPE = ["..####..", ".######.", "##.##.##", "########", "#......#", "########"]


@pytest.mark.parametrize(
    ("mode", "ink", "paper", "form"),
    [
        ("RGB", (20, 30, 90), (250, 240, 200), "PNG"),
        ("RGBA", (20, 30, 90, 255), (0, 0, 0, 0), "PNG"),
        ("RGBA", (255, 230, 80, 255), (255, 255, 255, 0), "PNG"),
        ("LA", (255, 255), (0, 0), "PNG"),
        ("P", 1, 0, "PNG"),
        ("L", 10, 245, "JPEG"),
        ("RGB", (60, 20, 20), (255, 255, 255), "JPEG"),
        ("CMYK", (0, 0, 0, 255), (0, 0, 0, 0), "JPEG"),
    ],
)
def test_pictures_are_masks_in_every_cell(
    tmp_path: Path, mode: str, ink: object, paper: object, form: str
) -> None:
    image = pytest.importorskip("PIL.Image").new(mode, (8 * 8, 8 * 6), paper)
    if mode == "P":
        image.putpalette([255, 255, 0, 0, 0, 80])
        image.info["transparency"] = 0
    for row, line in enumerate(SHAPE):
        for column, char in enumerate(line):
            if char == "#":
                image.paste(ink, (8 * column, 8 * row, 8 * column + 8, 8 * row + 8))
    path = tmp_path / "mask.picture"
    image.save(path, form)
    assert "\n".join(SHAPE) == lg.Mask.read(path).draw(6, 8)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "is empty, expected a PNG, a JPEG or text"),
        (b"   \n  \n", "has no open cell: it has only dots and blanks"),
        (b"GIF89a\x01\0", "it is a GIF, expected a PNG, a JPEG or text; convert it"),
        (b"<svg xmlns=''/>", "it is an SVG"),
        (b"\xff\xd8\xff\xe0broken", "is not a readable picture"),
        (b"\0\x9f\x92", "neither a PNG nor a JPEG nor text"),
        (
            b"...\n...\n",
            "has no open cell: it has only dots and blanks; write #",
        ),
    ],
)
def test_an_odd_picture_has_its_own_message(tmp_path: Path, data: bytes, message: str) -> None:
    path = tmp_path / "mask.png"
    path.write_bytes(data)
    with pytest.raises(lg.InputError, match=re.escape(message)):
        lg.Mask.read(path)


def test_a_missing_picture_is_named(tmp_path: Path) -> None:
    with pytest.raises(lg.InputError, match=r"none\.png"):
        lg.Mask.read(tmp_path / "none.png")


def test_a_similar_picture_is_suggested(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("heart.png", "other.pgn"):
        Path(name).touch()
    error = error_of("make", "oat", "--mask", "heart.pgn")
    assert "cannot read the mask 'heart.pgn': no such file" in error
    assert "did you mean 'heart.png'?" in error
    assert "did you mean" not in error_of("make", "oat", "--mask", "zebra.pgn")


def test_png_masks_need_pillow(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "mask.png"
    path.write_bytes(png(0, [b"\0\0\0\0", b"\0\0\0\0"]))
    monkeypatch.setitem(sys.modules, "PIL.Image", None)
    with pytest.raises(lg.InputError, match=r"pip install 'lexigrid\[png\]'"):
        lg.Mask.read(path)


@given(st.lists(st.sampled_from(["", "~"]), min_size=3, max_size=3), st.data())
def test_an_inverted_mask_is_open_where_the_mask_is_not(
    signs: list[str], data: st.DataObject
) -> None:
    joints = [data.draw(st.sampled_from("+&-")) for _ in range(2)]
    text = "".join(
        joint + sign + name
        for joint, sign, name in zip(["", *joints], signs, ["heart", "ring", "cross"], strict=True)
    )
    mask = lg.Mask.parse(text)
    inverted = mask.inverted()
    assert bytes(1 - cell for cell in mask.cells(12, 15)) == inverted.cells(12, 15)
    assert mask.cells(12, 15) == inverted.inverted().cells(12, 15)


def test_joined_masks_are_open_where_one_is() -> None:
    heart, ring = lg.Mask.parse("heart"), lg.Mask.parse("circle&~diamond")
    for joined in (heart.joined(ring), ring.joined(heart)):
        both = zip(heart.cells(9, 9), ring.cells(9, 9), strict=True)
        assert bytes(a | b for a, b in both) == joined.cells(9, 9)
    with pytest.raises(lg.InputError, match="cannot be joined"):
        ring.joined(lg.Mask.parse("star-ring"))


PADDED = "......\n......\n.##.#.\n.####.\n..##..\n......\n"


def test_a_puzzle_has_no_empty_outer_rows_and_columns(tmp_path: Path) -> None:
    """The list of answers counts rows and columns from the first visible ones."""
    path = tmp_path / "mask.txt"
    path.write_text(PADDED, "utf-8")
    puzzle = lg.make_puzzle(["oat", "rye"], mask=lg.Mask.read(path), seed=1)
    rows = puzzle.to_dict()["rows"]
    shape = ["".join(".#"[face is not None] for face in row) for row in rows]
    assert ["##.#", "####", ".##."] == shape
    assert lg.make_puzzle(code=puzzle.code) == puzzle
    assert lg.check_puzzle(puzzle).is_valid
    for each in puzzle.key:
        faces = [rows[cell.row][cell.column] for cell in each.cells]
        assert "".join(faces).lower() == each.word


@pytest.mark.parametrize("options", [{}, {"size": (12, 20)}, {"size": 5, "grow": True}])
@pytest.mark.parametrize("mask", ["heart", "star", "moon", "arrow", "~square+drop"])
def test_shapes_are_cropped_at_any_size(mask: str, options: dict[str, Any]) -> None:
    puzzle = lg.make_puzzle(["oat", "rye", "barley"], mask=mask, seed=1, **options)
    rows = puzzle.to_dict()["rows"]
    lines = [*rows, *zip(*rows, strict=True)]
    assert all(any(lines[at]) for at in (0, len(rows) - 1, len(rows), -1))


@pytest.mark.parametrize(("rows", "columns"), [(210, 420), (500, 250)])
@pytest.mark.parametrize("message", ["", "a message of letters"])
def test_large_pictures_keep_their_proportions(rows: int, columns: int, message: str) -> None:
    mask = lg.Mask(f"#{rows}x{columns}:1{'f' * (rows * columns // 4)}")
    words = ["oat", "rye", "wheat", "barley", "millet"]
    puzzle = lg.make_puzzle(words, mask=mask, message=message, seed=1)
    assert 0.6 < puzzle.grid.rows / puzzle.grid.columns / (rows / columns) < 1.7


def test_only_the_cells_of_the_mask_are_used() -> None:
    mask = lg.Mask.parse("cloud")
    puzzle = lg.make_puzzle(lg.theme_words("birds")[:12], size=17, seed=3, mask=mask)
    drawn = [line for line in mask.draw(17, 17).split("\n") if "#" in line]
    assert (len(drawn), 17) == (puzzle.grid.rows, puzzle.grid.columns) == (11, 17)
    for place, char in enumerate("".join(drawn)):
        assert (char == "#") == (divmod(place, 17) in puzzle.grid)
    assert lg.check_puzzle(puzzle).is_valid


def test_blanks_in_a_mask_take_linear_time() -> None:
    with pytest.raises(lg.InputError, match="the mask has"):
        lg.Mask.parse("ring" + " " * 10**6 + "!")


def test_a_large_picture_becomes_a_small_mask(tmp_path: Path) -> None:
    image = pytest.importorskip("PIL.Image")
    picture = image.new("1", (4000, 3000), 1)
    picture.paste(0, (0, 0, 2000, 3000))
    picture.save(tmp_path / "mask.png")
    mask = lg.Mask.read(tmp_path / "mask.png")
    assert ((750, 1000), "##..\n##..") == (mask.shape, mask.draw(2, 4))
    (tmp_path / "mask.txt").write_text("#" * 1001)
    with pytest.raises(lg.InputError, match="it is 1x1001, expected 1 to 1000"):
        lg.Mask.read(tmp_path / "mask.txt")
    (tmp_path / "cat.jpg").write_bytes(b"\xff\xd8\xff\xe0")
    with pytest.raises(lg.InputError, match="it is a damaged JPEG"):
        lg.Mask.read(tmp_path / "cat.jpg")


def test_clip_art_in_colour_keeps_what_the_ground_does_not_reach(tmp_path: Path) -> None:
    pil, draw = pytest.importorskip("PIL.Image"), pytest.importorskip("PIL.ImageDraw")
    path = tmp_path / "cat.png"
    picture = pil.new("RGB", (60, 60), (252, 250, 248))
    pen = draw.Draw(picture)
    pen.ellipse((5, 10, 55, 55), fill=(240, 150, 40))  # an orange head
    pen.polygon([(8, 28), (12, 2), (28, 14)], fill=(240, 150, 40))
    for left in (18, 36):  # white eyes with dark pupils
        pen.ellipse((left, 25, left + 8, 33), fill="white")
        pen.ellipse((left + 2, 27, left + 6, 31), fill="black")
    picture.save(path)
    mask = lg.Mask.read(path)
    cells = mask.cells(20, 20)
    assert 200 < sum(cells) < 320
    assert cells[9 * 20 + 6] == cells[10 * 20 + 13] == cells[12 * 20 + 10] == 1  # eyes and nose
    assert cells[0] == cells[19] == cells[-1] == 0
    inverted = mask.inverted().cells(20, 20)
    assert all(a != b for a, b in zip(cells, inverted, strict=True))


@pytest.mark.parametrize(
    ("lines", "notes"),
    [
        (["####", "####", "####"], []),
        (["##..", "##..", "..##"], []),  # words run through corners
        (["##.#", "##.#", "##.#"], ["2 separate regions, of 6 and 3 cells"]),
        (["####", "#.##", "####"], ["1 hole, of 1 cell"]),
        (["#####", "#.#.#", "#####"], ["2 holes, of 1 and 1 cells"]),
        (["#" * 11, "#.#.#.#.#.#", "#" * 11], ["5 holes, of 1, 1, 1, 1 and fewer cells"]),
    ],
)
def test_regions_and_holes_of_a_picture_are_named(
    lines: list[str], notes: list[str], tmp_path: Path
) -> None:
    path = tmp_path / "shape.txt"
    path.write_text("\n".join(lines))
    puzzle = lg.make_puzzle(["tea"], mask=lg.Mask.read(path), seed=1)
    assert [*puzzle.notes] == [f"the mask has {note}" for note in notes]
    assert lg.make_puzzle(["tea", "oat", "rye", "barley"], mask="ring", seed=1).notes == ()


def test_shapes_have_their_features_on_small_grids() -> None:
    """The heart has a notch, and the butterfly four wings, from 12 rows on."""
    for size in (12, 16, 24):
        for name, gaps in (
            ("heart", ["above"]),
            ("butterfly", ["above", "below", "left", "right"]),
        ):
            rows = lg.Mask.parse(name).draw(size, size).splitlines()
            middle = size // 2
            lines = {
                "above": "".join(row[middle] for row in rows),
                "below": "".join(row[middle] for row in reversed(rows)),
                "left": max(rows[middle - 1 : middle + 3], key=lambda row: row.index("#")),
                "right": max(rows[middle - 1 : middle + 3], key=lambda r: r[::-1].index("#"))[::-1],
            }
            assert all(lines[gap].startswith("." * (size // 8)) for gap in gaps), (name, size)
            assert rows == [row[::-1] for row in rows]
