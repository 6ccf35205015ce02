"""Photos of letter grids whose letters are known, made from a seed: pages, and dice on a tray.

A photo depends on its kind, seed, number and fonts alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from lexigrid import Dice
from made_scenes import photograph

Array = np.ndarray[Any, Any]
Rng = np.random.Generator

KINDS = ("clean", "phone", "hard", "turned", "circled", "cropped", "dice")
#: The fonts of the development environment; none is among those of the classifier.
FONTS = ("fontpkg-noto-sans", "fontpkg-rubik")
#: The sets of dice, four and five dice a side.
DICE = {4: "en-classic-4x4", 5: "en-big-challenge-5x5"}
_TITLES = ("WORD SEARCH", "Find the words!", "Puzzle 12")


@dataclass(frozen=True)
class MadePhoto:
    """A photo and its truth."""

    kind: str
    pixels: Array
    """Rows x columns x 3 of blue, green, red."""
    data: bytes
    """The photo as a JPEG file."""
    rows: list[list[str]]
    words: list[str]
    """The words that are hidden in the grid."""
    centres: Array
    """Where the cells are, rows x columns x 2."""
    visible: Array
    """The cells that are wholly in the photo."""
    font: str
    is_listed: bool = False
    """Are the words printed next to the grid?"""
    dice: str | None = None
    """The set of dice on the table."""


def font_files(package: str) -> list[Path]:
    """Return the upright fonts of an installed package."""
    found = [Path(str(each.locate())) for each in metadata.files(package) or ()]
    fonts = sorted(path for path in found if path.suffix in (".ttf", ".otf"))
    return [path for path in fonts if "Italic" not in path.name] or fonts


def make_photo(
    kind: str, seed: int, number: int, words: Sequence[str], fonts: Sequence[str] = FONTS
) -> MadePhoto:
    """Make a photo of a kind; `words` are candidates to hide, in capitals."""
    rng = np.random.default_rng([seed, number, KINDS.index(kind)])
    font = fonts[int(rng.integers(len(fonts)))]
    face = open_face(font, rng)
    sheet = _draw_board(face, rng) if kind == "dice" else _draw_page(kind, words, face, rng)
    image, centres, rows, hidden, is_listed = sheet
    page = cv2.cvtColor(np.asarray(image), cv2.COLOR_RGB2BGR)
    pixels, spots, quality = photograph(page, centres, kind, rng)
    half = 0.42 * np.linalg.norm(spots[1, 0] - spots[0, 0])
    visible = ((spots > half) & (spots < np.array(pixels.shape[1::-1]) - half)).all(-1)
    data = cv2.imencode(".jpg", pixels, [cv2.IMWRITE_JPEG_QUALITY, quality])[1].tobytes()
    dice = DICE[len(rows)] if kind == "dice" else None
    return MadePhoto(kind, pixels, data, rows, hidden, spots, visible, font, is_listed, dice)


@dataclass(frozen=True)
class Face:
    """A font file at a weight."""

    path: Path
    weight: float

    def at(self, size: float) -> ImageFont.FreeTypeFont:
        """Return the font at a size in pixels."""
        font = ImageFont.truetype(self.path, max(int(size), 8))
        try:
            axes = font.get_variation_axes()
        except OSError:
            return font
        values = [float(axis["default"] or 0) for axis in axes]
        for at, axis in enumerate(axes):
            if axis["name"] and bytes(axis["name"]).lower() == b"weight":
                values[at] = int(np.clip(self.weight, axis["minimum"] or 0, axis["maximum"] or 0))
        font.set_variation_by_axes(values)
        return font


def open_face(package: str, rng: Rng) -> Face:
    """Choose a file and a weight of the font of a package."""
    files = font_files(package)
    return Face(files[rng.integers(len(files))], float(rng.choice([400, 400, 400, 300, 700])))


def _hide(words: Sequence[str], rows: int, columns: int, rng: Rng) -> tuple[Array, dict[str, Any]]:
    """Return a word search, and the cells of the words that went in."""
    grid: Array = np.full((rows, columns), "", dtype="<U2")
    inside: dict[str, Any] = {}
    for word in words:
        for _ in range(60):
            down, across = rng.integers(-1, 2, 2)
            row, column = int(rng.integers(rows)), int(rng.integers(columns))
            cells = [(row + k * down, column + k * across) for k in range(len(word))]
            is_on = 0 <= cells[-1][0] < rows and 0 <= cells[-1][1] < columns
            if (down, across) == (0, 0) or not is_on:
                continue
            if all(grid[at] in ("", letter) for at, letter in zip(cells, word, strict=True)):
                for at, letter in zip(cells, word, strict=True):
                    grid[at] = letter
                inside[word] = cells
                break
    for row, column in np.argwhere(grid == "").tolist():
        grid[row, column] = chr(65 + int(rng.integers(26)))
    return grid, inside


def _draw_page(kind: str, words: Sequence[str], face: Face, rng: Rng) -> tuple[Any, ...]:
    """Draw a page with a word search, and perhaps its list of words."""
    width, height = (1400, 1800) if rng.random() < 0.7 else (1800, 1350)
    rows = int(rng.integers(8, 31))
    columns = rows if rng.random() < 0.6 else int(np.clip(rows + rng.integers(-6, 7), 8, 30))
    fit = [word for word in words if 4 <= len(word) <= max(rows, columns)]
    some = rng.permutation(len(fit))[: int(np.clip(rows * columns / 14, 6, 36))]
    grid, inside = _hide([fit[at] for at in some], rows, columns, rng)
    is_lower, paper = rng.random() < 0.2, int(rng.integers(225, 256))
    image = Image.new("RGB", (width, height), (paper, paper, paper - int(rng.integers(0, 18))))
    draw = ImageDraw.Draw(image)
    inks = [(15, 15, 15), (50, 50, 50), (25, 30, 90), (85, 85, 85)]
    ink = inks[rng.choice(4, p=[0.6, 0.2, 0.1, 0.1])]
    is_tall = width < height
    shares = [0.6, 0.17, 0.13, 0.1] if is_tall else [0, 0.5, 0.4, 0.1]
    where = str(rng.choice(["below", "right", "left", "none"], p=shares))
    top = 150 if rng.random() < 0.7 else 60
    right_edge = width - 70 if where in ("below", "none") else width * 0.76
    low_edge = height * 0.72 if where == "below" else height - 70
    cell = min((right_edge - 70) / columns, (low_edge - top) / rows, 110)
    is_oblong = rng.random() < 0.3 and cell < 90
    tall = min(cell * (rng.uniform(0.85, 1.15) if is_oblong else 1.0), (low_edge - top) / rows)
    left = 70 + (right_edge - 70 - cell * columns) * rng.uniform(0, 1)
    left = width - 70 - cell * columns if where == "left" else left
    if top == 150:
        draw.text(
            (width / 2, 80), str(rng.choice(_TITLES)), font=face.at(60), fill=ink, anchor="mm"
        )
    _rule(draw, (left, top, cell, tall), grid.shape, ink, rng)
    font = face.at(min(cell, tall) * rng.uniform(0.55, 0.82))
    across, down = left + (np.arange(columns) + 0.5) * cell, top + (np.arange(rows) + 0.5) * tall
    centres = np.stack(np.meshgrid(across, down), -1)
    rise, drop = font.getmetrics()
    for (row, column), letter in np.ndenumerate(grid):
        x, y = centres[row, column].tolist()
        text = str(letter).lower() if is_lower else str(letter)
        draw.text((x, y + (rise - drop) / 2), text, font=font, fill=ink, anchor="ms")
    if kind == "circled":
        _mark_answers(image, [*inside.values()], centres, min(cell, tall), rng)
    hidden, is_listed = [*inside], where != "none" and bool(inside)
    if is_listed:
        place = (left, top, left + columns * cell, top + rows * tall)
        _draw_list(image, hidden, where, place, face, ink, rng)
    return image, centres, grid.tolist(), hidden, is_listed


def _rule(draw: Any, box: tuple[float, ...], shape: tuple[int, ...], ink: Any, rng: Rng) -> None:
    """Draw grid lines, a frame, or nothing."""
    left, top, cell, tall = box
    rows, columns = shape
    lines = rng.choice(["none", "lines", "frame"], p=[0.5, 0.35, 0.15])
    colour = ink if rng.random() < 0.4 else tuple(int(v) for v in rng.integers(90, 190, 3))
    thick = int(rng.integers(1, 4))
    at = {"lines": (range(rows + 1), range(columns + 1)), "frame": ((0, rows), (0, columns))}
    across, down = at.get(str(lines), ((), ()))
    for k in across:
        y = top + k * tall
        draw.line([(left, y), (left + columns * cell, y)], fill=colour, width=thick)
    for k in down:
        x = left + k * cell
        draw.line([(x, top), (x, top + rows * tall)], fill=colour, width=thick)


def _draw_list(
    image: Image.Image,
    listed: list[str],
    where: str,
    box: tuple[float, ...],
    face: Face,
    ink: Any,
    rng: Rng,
) -> None:
    left, top, right, low = box
    draw, (width, height) = ImageDraw.Draw(image), image.size
    style = str(rng.choice(["upper", "lower", "title"], p=[0.6, 0.2, 0.2]))
    shown = [getattr(word, style)() for word in listed]
    bullet = "\u2022 " if rng.random() < 0.1 else ""
    across = int(rng.integers(2, 5)) if where == "below" else 1 + (len(listed) > 22)
    sides = {"below": (70, width - 70), "right": (right + 40, width - 20), "left": (30, left - 30)}
    begin, end = sides[where]
    first, down = low + 60 if where == "below" else top + 10, -(-len(shown) // across)
    step = min((height - 40 - first) / down, 62)
    longest = max(map(len, shown))
    font = face.at(max(min(step * 0.72, (end - begin) / across / longest / 0.72), 12))
    for k, word in enumerate(shown):
        at = begin + (end - begin) / across * (k // down), first + step * (k % down) + step / 2
        draw.text(at, bullet + word, font=font, fill=ink, anchor="lm")


def _mark_answers(
    image: Image.Image, words: list[Any], centres: Array, cell: float, rng: Rng
) -> None:
    """Draw found words as a pen leaves them: ovals, strokes, or a text marker."""
    way, over = str(rng.choice(["oval", "stroke", "marker"], p=[0.65, 0.15, 0.2])), np.array(image)
    colour = [(200, 30, 40), (30, 50, 170), (40, 40, 40), (100, 100, 105)][rng.integers(4)]
    for cells in words[: max(3, len(words) * 2 // 3)]:
        ends = np.stack([centres[cells[0]], centres[cells[-1]]]) + rng.normal(
            0, cell * 0.05, (2, 2)
        )
        first, last = ends.astype(int).tolist()
        if way == "stroke":
            cv2.line(over, first, last, colour, int(rng.integers(3, 6)), cv2.LINE_AA)
        elif way == "marker":
            wash = cv2.line(over.copy(), first, last, (250, 235, 60), int(cell * 0.7))
            over = np.minimum(over, (over * 0.15 + wash * 0.85).astype(np.uint8))
        else:
            (dx, dy), radius = ends[1] - ends[0], cell * rng.uniform(0.4, 0.52)
            t = np.linspace(0, 2 * np.pi, 80) + rng.uniform(-0.1, 0.1)
            x = np.sign(np.cos(t)) * np.hypot(dx, dy) / 2 + radius * np.cos(t)
            ring = np.stack([x, radius * np.sin(t)], -1) + rng.normal(0, 0.6, (80, 2))
            angle = np.arctan2(dy, dx)
            spin = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
            ring = ends.mean(0) + ring @ spin
            thick = int(rng.integers(2, 5))
            cv2.polylines(over, [ring.astype(np.int32)], True, colour, thick, cv2.LINE_AA)
    image.paste(Image.fromarray(over))


def _draw_board(face: Face, rng: Rng) -> tuple[Any, ...]:
    """Draw a tray of letter dice seen from above; each die lies as it fell."""
    side = 4 if rng.random() < 0.6 else 5
    dice = Dice.named(DICE[side]).faces
    faces = [dice[die][rng.integers(6)] for die in rng.permutation(len(dice))]
    grid = np.array(faces).reshape(side, side)
    cell = 1300 / (side + 0.8)
    trays = [(40, 60, 120), (150, 110, 70), (60, 60, 60), (190, 60, 50)]
    image = Image.new("RGB", (1300, 1300), trays[rng.integers(4)])
    inks = [(20, 20, 20), (20, 30, 110), (150, 20, 30)]
    ink = inks[rng.choice(3, p=[0.5, 0.35, 0.15])]
    pale = tuple(int(v) for v in rng.integers(215, 250, 3))
    die, centres = cell * rng.uniform(0.84, 0.94), np.zeros((side, side, 2))
    for (row, column), letter in np.ndenumerate(grid):
        tile, middle = Image.new("RGBA", (int(die * 1.5),) * 2, (0, 0, 0, 0)), die * 0.75
        draw, font = ImageDraw.Draw(tile), face.at(die * (0.5 if letter == "Qu" else 0.62))
        box = [middle - die / 2, middle - die / 2, middle + die / 2, middle + die / 2]
        edge = tuple(int(v * 0.8) for v in pale)
        draw.rounded_rectangle(box, die * 0.16, fill=pale, outline=edge, width=4)
        left, up, right, low = draw.textbbox((0, 0), str(letter), font=font, anchor="ls")
        at = (middle - (left + right) / 2, middle - (up + low) / 2)
        draw.text(at, str(letter), font=font, fill=ink, anchor="ls")
        if letter in "MWNZ":
            y = middle + die * 0.32
            draw.line([middle - die * 0.22, y, middle + die * 0.22, y], fill=ink, width=7)
        turn = 90 * int(rng.integers(4)) + float(rng.normal(0, 3))
        tile = tile.rotate(turn, resample=Image.Resampling.BICUBIC)
        spot = np.array([(column + 0.9) * cell, (row + 0.9) * cell])
        centres[row, column] = spot + rng.normal(0, cell * 0.012, 2)
        x, y = (int(v) for v in centres[row, column] - middle)
        image.paste(tile, (x, y), tile)
    return image, centres, grid.tolist(), [], False
