"""Photos without a letter grid: what people point a phone at by mistake."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import cv2
import numpy as np
from PIL import Image, ImageDraw

from made_photos import FONTS, open_face
from made_scenes import desk, photograph

Array = np.ndarray[Any, Any]
OTHERS = ("desk", "blank", "prose", "list", "sudoku", "noise", "chessboard", "crossword")


def make_other(
    kind: str, seed: int, number: int, words: Sequence[str], fonts: Sequence[str] = FONTS
) -> Array:
    """Return a photo of a kind: rows x columns x 3 of blue, green, red."""
    rng = np.random.default_rng([seed, number, OTHERS.index(kind)])
    if kind == "desk":
        return np.clip(desk(1600, 1200, rng), 0, 255).astype(np.uint8)
    if kind == "noise":
        return rng.integers(0, 255, (1600, 1200, 3)).astype(np.uint8)
    image = Image.new("RGB", (1400, 1800), (245, 245, 240))
    draw = ImageDraw.Draw(image)
    font = open_face(fonts[int(rng.integers(len(fonts)))], rng).at(float(rng.uniform(26, 48)))
    some = [words[at].lower() for at in rng.permutation(len(words))[:400].tolist()]
    ink = (20, 20, 20)
    if kind == "prose":
        for line in range(30):
            text = " ".join(some[line * 7 : line * 7 + 7])
            draw.text((90, 90 + 54 * line), text, font=font, fill=ink)
    elif kind == "list":
        for at, word in enumerate(some[:60]):
            draw.text((90 + 420 * (at // 20), 120 + 80 * (at % 20)), word, font=font, fill=ink)
    elif kind in ("sudoku", "chessboard", "crossword"):
        side = {"sudoku": 9, "chessboard": 8, "crossword": 13}[kind]
        cell = 1200 // side
        for row, column in np.ndindex(side, side):
            box = (100 + column * cell, 300 + row * cell)
            end = (box[0] + cell, box[1] + cell)
            is_dark = kind == "chessboard" and (row + column) % 2
            is_dark = is_dark or (kind == "crossword" and rng.random() < 0.2)
            draw.rectangle((*box, *end), outline=ink, width=3, fill=ink if is_dark else None)
            if kind == "sudoku" and rng.random() < 0.35:
                middle = (box[0] + cell / 2, box[1] + cell / 2)
                draw.text(middle, str(rng.integers(1, 10)), font=font, fill=ink, anchor="mm")
            if kind == "crossword" and not is_dark and rng.random() < 0.3:
                draw.text((box[0] + 6, box[1] + 2), str(rng.integers(1, 40)), fill=ink)
    page = cv2.cvtColor(np.asarray(image), cv2.COLOR_RGB2BGR)
    return photograph(page, np.full((2, 2, 2), 700.0), "phone", rng)[0]
