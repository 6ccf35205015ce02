"""Read the words that are printed next to the grid, with RapidOCR; the grid judges each of them."""

from __future__ import annotations

import logging
import math
import re
from collections.abc import Iterable, Iterator
from difflib import SequenceMatcher
from functools import cache
from itertools import chain
from operator import ne
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np

from .._util.io import import_extra
from ..reading.headings import heading_of
from .belief import correct, find_misread, spell

if TYPE_CHECKING:
    from .letters import Array
    from .picture import Picture
    from .sighting import Sighting

#: The pixels of a cell on the flattened page, and how far the page goes on beyond the grid.
_LEAST_CELL, _MOST_CELL, _GROWTH = 20, 60, 1.5
_BEFORE, _BEYOND = 2000, 3500
#: The grid and so much around it, in cells, is painted over: it is no list.
_MARGIN = 0.62
_LEAST_LETTERS, _MOST_LETTERS = 3, 30
#: What readers take letters of words for.
_DIGITS = str.maketrans("015|", "OISI")
#: Words of titles, which are not in the list.
_TITLES = frozenset(("FIND", "HIDDEN", "PUZZLE", "SEARCH", "THE", "WORD", "WORDS", "WORDSEARCH"))
#: A letter of the grid that is more probable is right, and the text is not.
_CERTAIN = 0.95
#: A text so like a found word is a misreading of it.
_ALIKE = 0.7


def read_listing(picture: Picture, seen: Sighting) -> tuple[str, ...]:
    """Return the words around the grid: those that it spells, then texts that it does not spell.

    The photo is read as it is and flattened, because each finds words that the other misses.

    Raises:
        InputError: RapidOCR is not installed.
    """
    engine = _load_engine()
    corners = seen.centres[[0, 0, -1, -1], [0, -1, -1, 0]] * picture.factor
    pages = (_upright(picture.pixels, corners), _flatten(picture.pixels, corners, seen))
    texts = [text for page in pages for text in _read(engine, page)]
    whole = {text: spell(text) for text in dict.fromkeys(texts)}
    parts = {text: [spell(part) for part in re.findall(r"[^\W\d_]+", text)] for text in whole}
    candidates = {*whole.values(), *chain.from_iterable(parts.values())}
    placed = correct(seen.chances, filter(_is_word, candidates))[1]
    found: dict[str, None] = {}
    others: dict[str, None] = {}
    for text, joined in whole.items():
        for part in [joined] if joined in placed else filter(_is_word, parts[text]):
            seen_as = _as_seen(part, placed[part], seen.chances) if part in placed else None
            if seen_as is None or sum(map(ne, part, seen_as)) > 1:
                seen_as = find_misread(seen.chances, part) or seen_as
            (others if seen_as is None else found)[seen_as or part] = None
    inside = [word for word in found if not _is_part(word, found)]
    return (*inside, *(text for text in others if not _is_misread(text, inside)))


@cache
def _load_engine() -> Any:
    rapidocr = import_extra("rapidocr", "photo-list", "reading the words of a photo", "give them")
    import_extra("onnxruntime", "photo-list", "reading the words of a photo", "give them")
    logging.getLogger("RapidOCR").setLevel(logging.CRITICAL)
    return rapidocr.RapidOCR(params={"Global.log_level": "critical", "Global.use_cls": False})


def _read(engine: Any, page: Array) -> Iterator[str]:
    """Yield the texts on a page that are no headings."""
    for text in engine(page).txts or ():
        clean = text.translate(_DIGITS).strip()
        if heading_of(clean) is None:
            yield clean


def _upright(pixels: Array, corners: Array) -> Array:
    """Return the photo without its grid, turned by quarter turns so that rows run to the right."""
    page = pixels.copy()
    middle = corners.mean(0)
    grown = middle + (corners - middle) * 1.03
    paper = np.percentile(pixels.reshape(-1, 3)[::97], 80, axis=0)
    cv2.fillConvexPoly(page, grown.astype(np.int32), paper.tolist())
    right = corners[1] - corners[0]
    turns = round(math.degrees(math.atan2(right[1], right[0])) / 90) % 4
    return np.ascontiguousarray(np.rot90(page, turns))


def _flatten(pixels: Array, corners: Array, seen: Sighting) -> Array:
    """Return the page as it lies flat, without its grid."""
    rows, columns = seen.chances.shape[:2]
    across = math.dist(corners[0], corners[1]) / (columns - 1)
    down = math.dist(corners[0], corners[3]) / (rows - 1)
    scale = float(np.clip(_GROWTH, _LEAST_CELL / across, _MOST_CELL / across))
    wide, high = across * scale, down * scale
    far = np.array([(columns - 1) * wide, (rows - 1) * high])
    square = np.array([[0, 0], [far[0], 0], far, [0, far[1]]], np.float32)
    matrix = cv2.getPerspectiveTransform(corners.astype(np.float32), square)
    height, width = pixels.shape[:2]
    frame = np.array([[[0, 0], [width, 0], [width, height], [0, height]]], np.float32)
    edge = cv2.perspectiveTransform(frame, matrix)[0]
    low, top = np.clip(edge.min(0), -_BEFORE, 0), np.clip(edge.max(0), 0, _BEYOND)
    move = np.array([[1, 0, -low[0]], [0, 1, -low[1]], [0, 0, 1]])
    size = np.ceil(top - low).astype(int).tolist()
    page: Array = cv2.warpPerspective(pixels, move @ matrix, size, borderValue=(255, 255, 255))
    margin = _MARGIN * np.array([wide, high])
    first = np.maximum(-low - margin, 0).astype(int)
    last = (-low + far + margin).astype(int)
    page[first[1] : last[1], first[0] : last[0]] = 255
    return page


def _as_seen(word: str, line: Array, chances: Array) -> str:
    """Return a word with those letters of its line that are certain; the text is smaller."""
    cells = chances.reshape(-1, chances.shape[-1])[line, :26]
    seen = zip(word, cells.argmax(1).tolist(), cells.max(1).tolist(), strict=True)
    return "".join(chr(ord("A") + at) if chance > _CERTAIN else each for each, at, chance in seen)


def _is_word(text: str) -> bool:
    is_long = _LEAST_LETTERS <= len(text) <= _MOST_LETTERS
    return is_long and text.isascii() and text not in _TITLES


def _is_part(word: str, words: Iterable[str]) -> bool:
    """Is a word a piece of a longer one?"""
    return any(word != other and word in other for other in words)


def _is_misread(text: str, words: Iterable[str]) -> bool:
    return any(SequenceMatcher(None, text, word).ratio() > _ALIKE for word in words)
