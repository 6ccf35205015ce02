"""Windows of letters as a camera sees them, rendered from fonts: what the classifier learns from.

A sample is a letter among neighbours, perhaps with grid lines, pen strokes or an underline, blurred
and turned a little, and seen through the window that the reader uses.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from importlib import metadata
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from lexigrid.photo.letters import CLASSES, MOST_INK, NOTHING, RUBBISH, SIDE, WINDOW

Array = np.ndarray[Any, Any]
Glyphs = dict[str, Array]

#: The height of a rendered capital, and the sides of a glyph and of the sheet around it, in pixels.
TALL, _GLYPH, _SHEET = 36, 96, 192
_MIDDLE = _SHEET // 2
#: The values of a sample are bytes; this is ink of the usual depth.
INK = 255 / MOST_INK
_SIDEWAYS = frozenset("OoNZnzIlHXxCUcuEMWmwSsTtJLDQ")
#: Letters that may pass for letters when the page is turned; they are never called rubbish.
_TURNED = {
    90: _SIDEWAYS,
    180: frozenset("OoNnZzIlHXxSsMWmwudnpqbyhEaeQ"),
    270: _SIDEWAYS,
}
_WEIGHTS = (300, 400, 550, 700)
_FONTS = Path(__file__).parent / "letter_fonts.txt"


def font_packages(*, held_out: bool) -> dict[str, str]:
    """Return the packages of `letter_fonts.txt` and their versions: for training, or held out."""
    parts = _FONTS.read_text("utf-8").split("# Held out")
    return dict(re.findall(r"^([\w-]+)==(\S+)$", parts[held_out], re.MULTILINE))


def font_files(package: str) -> list[Path]:
    """Return the upright fonts of an installed package, in a fixed order."""
    found = [Path(str(each.locate())) for each in metadata.files(package) or ()]
    fonts = sorted(path for path in found if path.suffix in (".ttf", ".otf"))
    return [path for path in fonts if "Italic" not in path.name] or fonts


def open_faces(path: Path, size: int) -> Iterator[ImageFont.FreeTypeFont]:
    """Yield a font in its weights: as it is, or, if it is variable, from light to bold."""
    try:
        axes = ImageFont.truetype(path, size).get_variation_axes()
    except OSError:
        yield ImageFont.truetype(path, size)
        return
    names = [bytes(axis["name"]).lower() if axis["name"] else b"" for axis in axes]
    if b"weight" not in names:
        yield ImageFont.truetype(path, size)
        return
    at = names.index(b"weight")
    for weight in _WEIGHTS:
        values = [float(axis["default"] or 0) for axis in axes]
        values[at] = int(np.clip(weight, axes[at]["minimum"] or 0, axes[at]["maximum"] or 0))
        font = ImageFont.truetype(path, size)
        font.set_variation_by_axes(values)
        yield font


def load_families(packages: Sequence[str]) -> list[list[Glyphs]]:
    """Render the letters of every face of the packages, family by family."""
    families = []
    for package in packages:
        faces = []
        for path in font_files(package):
            probe = next(open_faces(path, 60))
            cap = max(-probe.getbbox("H", anchor="ls")[1], 1)
            for font in open_faces(path, max(8, round(60 * TALL / cap))):
                drawn = {name: _render(font, name) for name in CLASSES[:NOTHING]}
                if np.abs(drawn["A"] - drawn["B"]).sum() > 50 and drawn["a"].sum() > 30:
                    faces.append(drawn)
        if faces:
            families.append(faces)
    return families


def _render(font: ImageFont.FreeTypeFont, text: str) -> Array:
    image = Image.new("L", (_GLYPH, _GLYPH))
    at = (_GLYPH // 2, (_GLYPH + TALL) // 2)
    ImageDraw.Draw(image).text(at, text, font=font, fill=255, anchor="ms")
    return np.asarray(image, np.float32) / 255


def draw_sample(
    families: Sequence[Sequence[Glyphs]], rng: np.random.Generator
) -> tuple[Array, int]:
    """Return one window of ink in bytes, and its class."""
    if rng.random() < 0.05:
        return np.clip(_rubbish(rng) * INK, 0, 255).astype(np.uint8), RUBBISH
    faces = families[int(rng.integers(len(families)))]
    glyphs = faces[int(rng.integers(len(faces)))]
    alphabet = CLASSES[26:52] if rng.random() < 0.35 else CLASSES[:26]
    draw = rng.random()
    label = "." if draw < 0.03 else "Qu" if draw < 0.05 else alphabet[int(rng.integers(26))]
    wide = TALL * rng.uniform(1.2, 2.2)
    pitch = TALL * rng.uniform(1.15, 2.6, 2) if rng.random() < 0.3 else np.array([wide, wide])
    sheet = _set_letters(glyphs, label, alphabet, pitch, rng)
    turn = _underline_or_turn(sheet, label, rng)
    if rng.random() < 0.4:
        _rule_lines(sheet, pitch, rng)
    if rng.random() < 0.16:
        _draw_pen(sheet, rng)
    off = rng.normal(0, 0.05, 2) * TALL
    if label != "." and turn:
        label = "!"
    elif label != "." and rng.random() < 0.02:  # half of one letter, half of the next
        off, label = np.where(rng.random() < 0.5, [1, 0], [0, 1]) * pitch / 2, "!"
    return _photograph(sheet, off, turn, is_blank=label == ".", rng=rng), CLASSES.index(label)


def _rubbish(rng: np.random.Generator) -> Array:
    """Draw what is no letter at all: wood, cloth, edges, blots."""
    grain = rng.normal(0.4, 0.5, tuple(rng.integers(2, 24, 2))).astype(np.float32)
    image = cv2.resize(grain, (SIDE, SIDE))
    if rng.random() < 0.5:
        corners = rng.integers(-8, SIDE + 8, (4, 2)).astype(np.int32)
        cv2.fillPoly(image, [corners], float(rng.uniform(0, 1.2)))
    blurred: Array = cv2.GaussianBlur(image, (0, 0), float(rng.uniform(0.3, 2)))
    return blurred + rng.normal(0, 0.06, (SIDE, SIDE))


def _set_letters(
    glyphs: Glyphs, label: str, alphabet: Sequence[str], pitch: Array, rng: np.random.Generator
) -> Array:
    sheet = np.zeros((_SHEET, _SHEET), np.float32)
    is_alone = rng.random() < 0.15
    for dy in (-1, 0, 1):
        for dx in (-1, 0, 1):
            is_middle = dx == dy == 0
            is_missing = is_alone or rng.random() < 0.04
            if label == "." if is_middle else is_missing:
                continue
            glyph = glyphs[label if is_middle else alphabet[int(rng.integers(26))]]
            x, y = (
                int(_GLYPH // 2 + step * width) for step, width in zip((dx, dy), pitch, strict=True)
            )
            top, left = max(0, y), max(0, x)
            low, right = min(_SHEET, y + _GLYPH), min(_SHEET, x + _GLYPH)
            if low > top and right > left:
                part = glyph[top - y : low - y, left - x : right - x]
                np.maximum(sheet[top:low, left:right], part, out=sheet[top:low, left:right])
    return sheet


def _underline_or_turn(sheet: Array, label: str, rng: np.random.Generator) -> int:
    """Perhaps underline the letter, as dice do; return by how many degrees it is turned."""
    low = _MIDDLE + TALL // 2 + 8
    if label not in (".", "Qu") and rng.random() < 0.10:
        turn = int(rng.choice([90, 180, 270]))
        if rng.random() < 0.2:
            cv2.line(sheet, (80, low), (112, low), 1.0, 4)
            return turn
        return 0 if label in _TURNED[turn] else turn
    if label in "MWNZ" and rng.random() < 0.25:
        cv2.line(sheet, (78, low), (114, low), 1.0, 4)
    return 0


def _rule_lines(sheet: Array, pitch: Array, rng: np.random.Generator) -> None:
    depth, thick = float(rng.uniform(0.3, 1.0)), int(rng.integers(1, 4))
    for sign in (-0.5, 0.5):
        x, y = (round(_MIDDLE + sign * width) for width in pitch.tolist())
        cv2.line(sheet, (x, 0), (x, _SHEET - 1), depth, thick)
        cv2.line(sheet, (0, y), (_SHEET - 1, y), depth, thick)


def _draw_pen(sheet: Array, rng: np.random.Generator) -> None:
    """Draw part of an oval around a word, a line between words, or a stroke through one."""
    depth, thick = float(rng.uniform(0.4, 1.0)), int(rng.integers(1, 5))
    angle = rng.uniform(0, 2 * np.pi)
    along = np.array([np.cos(angle), np.sin(angle)])
    if rng.random() < 0.4:
        at = _MIDDLE + rng.normal(0, 6, 2)
        _draw_line(sheet, at, along, depth * 0.7, thick)
        return
    far = TALL * rng.uniform(0.45, 0.9)
    if rng.random() < 0.5:
        x, y = (int(value) for value in _MIDDLE + far * along * 0.2)
        begin = float(np.degrees(angle))
        axes = (int(far * 1.1), int(far))
        cv2.ellipse(sheet, (x, y), axes, 0, begin, begin + 200, depth, thick)
    else:
        _draw_line(sheet, _MIDDLE + far * along, along[::-1] * [-1, 1], depth, thick)


def _draw_line(sheet: Array, at: Array, along: Array, depth: float, thick: int) -> None:
    first, last = ([int(value) for value in at + sign * 120 * along] for sign in (-1, 1))
    cv2.line(sheet, first, last, depth, thick)


def _shake(photo: Array, rng: np.random.Generator) -> Array:
    """Blur along a short line, as a camera that moves."""
    kernel = np.zeros((5, 5), np.float32)
    cv2.line(kernel, (0, int(rng.integers(5))), (4, int(rng.integers(5))), 1)
    kernel = kernel.T if rng.random() < 0.5 else kernel
    shaken: Array = cv2.filter2D(photo, -1, kernel / kernel.sum())
    return shaken


def _photograph(
    sheet: Array, off: Array, turn: int, *, is_blank: bool, rng: np.random.Generator
) -> Array:
    """Return the window as a camera sees it: few pixels, blur, a turn and a slant, noise."""
    tall = float(rng.choice([rng.uniform(8, 14), rng.uniform(12, 40)]))
    side = max(12, int(_SHEET * tall / TALL))
    photo = cv2.resize(sheet, (side, side), interpolation=cv2.INTER_AREA)
    if rng.random() < 0.15:
        change = cv2.dilate if rng.random() < 0.5 else cv2.erode
        photo = change(photo, np.ones((2, 2), np.uint8))
    blur = rng.uniform(0.3, 1.6 if tall > 12 else 1.0)
    photo = cv2.GaussianBlur(photo, (0, 0), float(blur))
    if rng.random() < 0.1:
        photo = _shake(photo, rng)
    if rng.random() < 0.4:  # grain of the camera, coarser in the window than in the photo
        photo = photo + np.asarray(rng.normal(0, rng.uniform(0, 0.3), photo.shape), np.float32)
    width = WINDOW * tall * float(np.clip(rng.normal(1, 0.09), 0.78, 1.3))
    slant = rng.uniform(0.1, 0.3) if rng.random() < 0.12 else rng.normal(0, 0.05)
    angle = np.radians(rng.normal(0, 4) + turn)
    spin = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    matrix = spin @ np.array([[1, slant], [0, rng.normal(1, 0.05)]]) * (width / SIDE)
    start = (_MIDDLE + off) * (side / _SHEET) - matrix @ np.full(2, SIDE / 2 - 0.5)
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    seen = cv2.warpAffine(photo, np.column_stack([matrix, start]), (SIDE, SIDE), flags=flags)
    peak = 0.9 if is_blank else max(float(np.percentile(seen[4:-4, 4:-4], 97)), 0.25)
    bright: Array = seen / peak * float(np.exp(rng.normal(0, 0.15)))
    bright = bright + rng.uniform(-0.05, 0.08) + rng.normal(0, rng.uniform(0, 0.13), seen.shape)
    return np.clip(bright * INK, 0, 255).astype(np.uint8)
