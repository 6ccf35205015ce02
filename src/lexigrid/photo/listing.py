"""Read the words that are printed next to the grid, with RapidOCR; the grid judges each of them."""

from __future__ import annotations

import math
from collections.abc import Iterable
from itertools import chain
from typing import TYPE_CHECKING

import cv2
import numpy as np

from ..reading.headings import heading_of
from .ink import find_black, measure_ink
from .matching import Matcher
from .recogniser import LINE_HEIGHT, Text, recognise

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
#: How ink is found: reach of the paper in cells, part of the darkest ink around, and least ink.
_REACH, _PART, _LEAST_INK = 0.7, 0.4, 0.07
#: The heights of a letter, in pixels and in cells; the most spots that may be letters, and lines.
_LEAST_HEIGHT, _MOST_HEIGHT, _MOST_SPOTS, _MOST_LINES = 4, 1.5, 6000, 400
#: Letters of a line are nearer than twice this; the width of a line. All are in letter heights.
_NEAR, _LEAST_WIDTH, _MOST_WIDTH = 0.3, 1.9, 25
#: The paper around a line that is recognised, in letter heights: beside it, and above and below.
_AROUND = (0.15, 0.3)
#: Blur helps the recogniser with grain. The least score of a line, and of one not in the grid.
_BLUR, _LEAST_SCORE, _CERTAIN = 1.0, 0.25, 0.95
_LEAST_LETTERS, _MOST_LETTERS, _LEAST_HALF = 3, 30, 4
#: Words of titles, which are not in the list.
_TITLES = frozenset(("FIND", "HIDDEN", "PUZZLE", "SEARCH", "THE", "WORD", "WORDS", "WORDSEARCH"))


def read_listing(picture: Picture, seen: Sighting) -> tuple[str, ...]:
    """Return the words around the grid: those that it spells, then texts that it does not spell.

    Raises:
        InputError: RapidOCR is not installed.
    """
    page, cell, grid = _flatten(picture, seen)
    lines = find_lines(page, cell, grid)
    smooth = cv2.GaussianBlur(page, (0, 0), _BLUR)
    return judge(recognise([_cut(smooth, line) for line in lines]), seen.chances)


def judge(texts: Iterable[Text], chances: Array) -> tuple[str, ...]:
    """Return the words that a grid spells among texts, then those that it does not spell.

    A text that is nearly in the grid is a misreading; one may be several words without a gap.
    """
    found: dict[str, None] = {}
    others: dict[str, None] = {}
    grid = Matcher(chances)
    for text in texts:
        if text.score <= _LEAST_SCORE or heading_of(str(text)) is not None:
            continue
        if words := _find_words(text, grid):
            found |= dict.fromkeys(words)
        elif text.score > _CERTAIN:
            others |= dict.fromkeys(filter(_is_word, str(text).split()))
    parts = {word for word in found for other in found if word != other and word in other}
    return (*(word for word in found if word not in parts), *others)


def _find_words(text: Text, grid: Matcher) -> tuple[str, ...]:
    """Return the words of the grid that a text shows."""
    letters = str(text).replace(" ", "")
    if not _is_word(letters):
        return ()
    ends = range(_LEAST_HALF, len(letters) - _LEAST_HALF + 1)  # two words read without the gap
    for parts in ((letters,), *((letters[:end], letters[end:]) for end in ends)):
        if text.score > _CERTAIN and all(map(grid.spells, parts)):
            return parts
    if (word := grid.find(text)) is not None:
        return (word,)
    texts = text.split()
    return tuple(chain(*(_find_words(part, grid) for part in texts))) if len(texts) > 1 else ()


def _cut(page: Array, box: Box) -> Array:
    """Return a line with some paper around it, as high as the recogniser needs it."""
    left, top, right, bottom = box
    across, down = (round(part * (bottom - top)) + 1 for part in _AROUND)
    line = page[max(top - down, 0) : bottom + down, max(left - across, 0) : right + across]
    factor = LINE_HEIGHT / len(line)
    how = cv2.INTER_CUBIC if factor > 1 else cv2.INTER_AREA
    return cv2.resize(line, None, fx=factor, fy=factor, interpolation=how)


def find_lines(page: Array, cell: float, grid: Box) -> list[Box]:
    """Return the boxes of lines of text outside the grid: letters that are near each other."""
    ink = measure_ink(cv2.cvtColor(page, cv2.COLOR_BGR2GRAY), _REACH * cell)
    left, top, right, bottom = grid
    ink[top:bottom, left:right] = 0
    black = find_black(ink, _PART, cell, _LEAST_INK)
    spots = cv2.connectedComponentsWithStats(black, connectivity=8)[2][1:]
    tall = spots[:, 3]
    spots = spots[(tall >= _LEAST_HEIGHT) & (tall < _MOST_HEIGHT * cell)]
    spots = spots[(-spots[:, 4]).argsort(kind="stable")[:_MOST_SPOTS]]
    usual = 0
    found: list[Box] = []
    for _ in range(2):  # parts of letters are as near as letters of the usual height
        joined = np.zeros_like(black)
        for x, y, width, height, _ in spots.tolist():
            reach = max(2, round(_NEAR * max(height, min(usual, 3 * height))))
            joined[y : y + height, max(x - reach, 0) : x + width + reach] = 1
        x, y, width, height = cv2.connectedComponentsWithStats(joined, connectivity=4)[2][1:, :4].T
        kept = (height > _LEAST_HEIGHT) & (height < _MOST_HEIGHT * cell)
        kept &= (width > _LEAST_WIDTH * height) & (width < _MOST_WIDTH * height)
        largest = (-width * height)[kept].argsort(kind="stable")[:_MOST_LINES]  # not the specks
        found = np.stack([x, y, x + width, y + height], 1)[kept][largest].tolist()
        usual = int(np.median(height[kept])) if kept.any() else 0
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


def _is_word(text: str) -> bool:
    is_long = _LEAST_LETTERS <= len(text) <= _MOST_LETTERS
    return is_long and text.isascii() and text not in _TITLES
