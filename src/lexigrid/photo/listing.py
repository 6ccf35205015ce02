"""Read the words that are printed next to the grid, with RapidOCR; the grid judges each of them."""

from __future__ import annotations

import logging
import math
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
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
from .ink import find_spots, measure_ink

if TYPE_CHECKING:
    from .letters import Array
    from .picture import Picture
    from .sighting import Sighting

#: The left, top, right and bottom edge of a rectangle, in pixels.
Box = tuple[int, int, int, int]

#: The pixels of a cell on the flattened page, and how far the page goes on beyond the grid.
_LEAST_CELL, _MOST_CELL, _GROWTH = 20, 60, 1.5
_BEFORE, _BEYOND = 2000, 3500
#: The grid and so much around it, in cells, is painted over: it is no list.
_MARGIN = 0.62
#: How ink is found: the reach of the paper in cells, and the part of the darkest ink around.
_REACH, _PART = 0.7, 0.4
#: The heights of a letter, in pixels and in cells, and the most spots that may be letters.
_LEAST_HEIGHT, _MOST_HEIGHT, _MOST_SPOTS = 4, 1.5, 6000
#: Letters of a line are nearer than twice this; the width of a line. All are in letter heights.
_NEAR, _LEAST_WIDTH, _MOST_WIDTH = 0.3, 1.9, 25
#: The paper around a line that is recognised, in letter heights: beside it, and above and below.
_AROUND = (0.15, 0.3)
#: The pixels of a line that is recognised; the blur of its second reading; the least score.
_LINE_HEIGHT, _BLUR, _LEAST_SCORE = 48, 1.0, 0.5
_LEAST_LETTERS, _MOST_LETTERS, _LEAST_HALF = 3, 30, 4
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

    Lines that are not surely read are read once more blurred, which finds words that were missed.

    Raises:
        InputError: RapidOCR is not installed.
    """
    recognise = _load_recogniser()
    page, cell, grid = _flatten(picture, seen)
    lines = find_lines(page, cell, grid)
    sharp = _read(recognise, page, lines)
    placed = correct(seen.chances, (text for text, _ in sharp))[1]
    again = [
        line
        for line, (text, score) in zip(lines, sharp, strict=True)
        if score < _CERTAIN or spell(text) not in placed
    ]
    blurred = _read(recognise, cv2.GaussianBlur(page, (0, 0), _BLUR), again)
    texts = (text for text, score in (*sharp, *blurred) if score > _LEAST_SCORE)
    return judge((text for text in texts if heading_of(text) is None), seen.chances)


def judge(texts: Iterable[str], chances: Array) -> tuple[str, ...]:
    """Return the words that a grid spells among texts, then those that it does not spell.

    A text that is nearly in the grid is a misreading; one may be several words without a gap.
    """
    whole = {text: spell(text) for text in dict.fromkeys(texts)}
    parts = {text: [spell(part) for part in re.findall(r"[^\W\d_]+", text)] for text in whole}
    halves = {text: [*_halves(text)] for text in chain(whole.values(), *parts.values())}
    candidates = {*whole.values(), *chain(*parts.values()), *chain(*chain(*halves.values()))}
    placed = correct(chances, filter(_is_word, candidates))[1]
    found: dict[str, None] = {}
    others: dict[str, None] = {}
    for text, joined in whole.items():
        for part in [joined] if joined in placed else filter(_is_word, parts[text]):
            words = _find_words(part, placed, chances)
            found |= dict.fromkeys(words)
            others |= {} if words else {part: None}
    inside = [word for word in found if not _is_part(word, found)]
    return (*inside, *(text for text in others if not _is_misread(text, inside)))


def _find_words(text: str, placed: Mapping[str, Array], chances: Array) -> tuple[str, ...]:
    """Return the words of the grid that a text shows: one, two without a gap, or none."""
    seen_as = {word: _as_seen(word, line, chances) for word, line in placed.items() if word in text}
    if text in seen_as and sum(map(ne, text, seen_as[text])) <= 1:
        return (seen_as[text],)
    if near := find_misread(chances, text) or seen_as.get(text):
        return (near,)
    exact = {word for word, letters in seen_as.items() if word == letters}
    return next((pair for pair in _halves(text) if exact >= {*pair}), ())


def _halves(text: str) -> Iterator[tuple[str, str]]:
    """Yield a text cut in two, if both may be words that were read without the gap."""
    for at in range(_LEAST_HALF, len(text) - _LEAST_HALF + 1):
        yield text[:at], text[at:]


@cache
def _load_recogniser() -> Any:
    """Return the function that recognises pictures of lines of text.

    Lines are found here: the detector of RapidOCR takes seconds, and misses small letters.
    """
    rapidocr = import_extra("rapidocr", "photo-list", "reading the words of a photo", "give them")
    import_extra("onnxruntime", "photo-list", "reading the words of a photo", "give them")
    logging.getLogger("RapidOCR").setLevel(logging.CRITICAL)
    names = (f"EngineConfig.onnxruntime.{each}_op_num_threads" for each in ("intra", "inter"))
    threads = dict.fromkeys(names, 1)
    return rapidocr.RapidOCR(params={"Global.log_level": "critical", **threads}).recognize_txt


def _read(recognise: Any, page: Array, lines: Sequence[Box]) -> list[tuple[str, float]]:
    """Return the text of each line, and how sure the recogniser is of it."""
    if not lines:
        return []
    found = recognise([_cut(page, line) for line in lines])
    texts = (text.translate(_DIGITS).strip() for text in found.txts)
    return [*zip(texts, found.scores, strict=True)]


def _cut(page: Array, box: Box) -> Array:
    """Return a line with some paper around it, as high as the recogniser needs it."""
    left, top, right, bottom = box
    across, down = (round(part * (bottom - top)) + 1 for part in _AROUND)
    line = page[max(top - down, 0) : bottom + down, max(left - across, 0) : right + across]
    factor = _LINE_HEIGHT / len(line)
    how = cv2.INTER_CUBIC if factor > 1 else cv2.INTER_AREA
    return cv2.resize(line, None, fx=factor, fy=factor, interpolation=how)


def find_lines(page: Array, cell: float, grid: Box) -> list[Box]:
    """Return the boxes of lines of text outside the grid: letters that are near each other."""
    ink = measure_ink(cv2.cvtColor(page, cv2.COLOR_BGR2GRAY), _REACH * cell)
    left, top, right, bottom = grid
    ink[top:bottom, left:right] = 0
    black = find_spots(ink, _PART).black
    spots = cv2.connectedComponentsWithStats(black, connectivity=8)[2][1:]
    height = spots[:, 3]
    spots = spots[(height >= _LEAST_HEIGHT) & (height < _MOST_HEIGHT * cell)][:_MOST_SPOTS]
    joined = np.zeros_like(black)
    for x, y, width, height, _ in spots.tolist():
        reach = max(2, round(_NEAR * height))
        joined[y : y + height, max(x - reach, 0) : x + width + reach] = 1
    x, y, width, height = cv2.connectedComponentsWithStats(joined, connectivity=4)[2][1:, :4].T
    kept = (
        (height < _MOST_HEIGHT * cell)
        & (width > _LEAST_WIDTH * height)
        & (width < _MOST_WIDTH * height)
    )
    found: list[Box] = np.stack([x, y, x + width, y + height], 1)[kept].tolist()
    return found


def _flatten(picture: Picture, seen: Sighting) -> tuple[Array, float, Box]:
    """Return the page as it lies flat, the size of its cells, and where the grid is."""
    pixels, corners = picture.pixels, seen.centres[[0, 0, -1, -1], [0, -1, -1, 0]] * picture.factor
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
    first = np.maximum(-low - margin, 0).astype(int).tolist()
    last = (-low + far + margin).astype(int).tolist()
    return page, min(wide, high), (*first, *last)


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
