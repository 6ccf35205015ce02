"""What is seen in a photo before any word helps: the cells of the grid, and their letters."""

from __future__ import annotations

import math
import time
from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np

from ..errors import PhotoError
from .cell_map import NO_GRID, SHOW, CellMap, block
from .extent import find_extent, find_headers, fit_extent, has_odd_letters
from .ink import find_spots, measure_ink
from .lattice import find_lattice, fit_lattice
from .letters import FACES, Array, fold_case
from .options import Corners
from .page import Page
from .picture import Picture
from .tiles import find_tiles

Shape = tuple[int, int]

#: A page is good enough to look no further, and good enough after the usual ways.
_GOOD, _FAIR = 40.0, 6.0
#: With fewer letters than this in its cells, a lattice is tried last.
_FULL = 0.6
#: Fewer cells than this may be dice.
_FEW_CELLS = 60
#: How much clearer letters must be when each may lie in its own way.
_LOOSER = 0.25
_MARGIN = 2
_SAMPLE = 90
#: Of a letter on a printed page: Qu is for dice.
_PRINTED_QU = 0.05
_SMALL_LETTER = 9.0
#: A letter that is less probable before others are compared is doubtful here.
_SURE = 0.95
#: With more doubtful letters than this, it is no grid unless the cells look like letters.
_MANY_DOUBTFUL, _CLEAR = 0.42, 0.42
#: The most doubtful letters of a grid that is clear, and of a small one.
_MOST_DOUBTFUL, _FEW_DOUBTFUL = 0.75, 0.35
#: With more doubtful letters than this, few kinds of letters are a pattern, or digits.
_SOME_DOUBTFUL = 0.12
#: What looks less like letters is not read.
_LEAST_CLEAR = 0.3

#: How ink is found: the kind of light, the reach of the paper as a part of the longest side, and
#: the part of the darkest ink around that a letter has. Near paper is for hard shadows, far paper
#: for thick letters; the others are for coloured letters, letters paler than a pen, letters that
#: touch dark lines, and white letters. None is for the faces of dice.
_USUAL_WAYS = (("bright", 70, 0.45), ("bright", 24, 0.45), None)
_OTHER_WAYS = (("grey", 70, 0.45), ("grey", 70, 0.25), ("grey", 70, 0.7), ("negative", 70, 0.45))


@dataclass(frozen=True, slots=True)
class Sighting:
    """The cells of a grid, and what each shows."""

    centres: Array
    """The cells in the photo, rows x columns x 2, as x and y in pixels."""
    chances: Array
    """The probabilities of `FACES`: rows x columns x faces."""
    features: Array
    """The feature vectors of the letters, cells x values."""
    is_touched: Array
    """Is the letter of a page touched by a pen, a line or a letter, or missing? rows x columns"""
    is_loose: bool
    """Are they dice, each lying in its own way?"""
    warnings: tuple[str, ...]


def look(
    picture: Picture, size: Shape | None, turn: int | None, seconds: float | None, *, is_loose: bool
) -> Sighting:
    """Find the grid of a picture and read its letters.

    `size` is rows and columns, and `turn` the degrees by which the grid is turned clockwise; they
    are found if they are None, and dice are recognised unless `is_loose` says that there are some.
    No further way to find the grid is tried after `seconds`.

    Raises:
        PhotoError: there is no grid, or its letters cannot be read.
    """
    reason: PhotoError | None = None
    end = math.inf if seconds is None else time.monotonic() + seconds
    for page in _candidates(picture.pixels):
        if isinstance(page, PhotoError):
            reason = reason or page
        else:
            try:
                return _read(page, picture, size, turn, is_loose)
            except PhotoError as error:
                reason = error
                if page.worth > _GOOD:  # the lattice is right, and its letters cannot be read
                    break
        if time.monotonic() > end:
            break
    raise reason or PhotoError(SHOW)


def look_between(picture: Picture, size: Shape, corners: Corners, *, is_loose: bool) -> Sighting:
    """Read the letters of a grid whose corner cells are known, clockwise from the first.

    Raises:
        PhotoError: its letters cannot be read, or the corners are no quadrilateral.
    """
    image, points = picture.pixels, np.array(corners, np.float32) * picture.factor
    rows, columns = size
    places = np.array([[0, 0], [0, columns - 1], [rows - 1, columns - 1], [rows - 1, 0]])
    if not cv2.isContourConvex(points) or cv2.contourArea(points) < rows * columns:
        raise PhotoError(
            "the four corners are no quadrilateral around the grid; give them in order"
        )
    light = _light(image, "grey")
    spots = find_spots(measure_ink(light, max(image.shape) / 70), 0.45)
    page = Page(light, *fit_lattice(CellMap(places, points), size, spots), is_fixed=True)
    cells = block(0, 0, rows - 1, columns - 1)
    chances, features = page.chances(cells.reshape(-1, 2), None if is_loose else 0)
    return _see(page, picture, cells, chances, features, is_loose=is_loose)


def _read(
    page: Page, picture: Picture, size: Shape | None, turn: int | None, is_loose: bool
) -> Sighting:
    """Read the letters of a page.

    Raises:
        PhotoError: it has no grid, or most of its letters are doubtful.
    """
    quarter = None if is_loose else _choose_turn(page, turn)
    is_loose = quarter is None
    shape = None if size is None else size[::-1] if quarter in (1, 3) else size
    for _ in range(2):
        cells = block(*(page.low - _MARGIN), *(page.high + _MARGIN))
        chances, features = page.chances(cells.reshape(-1, 2), quarter)
        filled = _find_letters(page, cells, chances, is_loose=is_loose)
        found = find_extent(filled) if shape is None else fit_extent(filled, shape)
        top, left, low, right = found
        if is_loose or not page.narrow(cells[top, left], cells[low, right]):
            break
    if min(low - top, right - left) < 1:
        raise PhotoError(SHOW)
    kept = np.arange(len(chances)).reshape(filled.shape)[top : low + 1, left : right + 1]
    kept = np.rot90(kept, quarter or 0)
    if not is_loose and size is None:
        row, column = find_headers(np.array(FACES)[fold_case(chances).argmax(1)[kept]])
        kept = kept[row:, column:]
    cells, numbers = cells.reshape(-1, 2)[kept], kept.reshape(-1)
    return _see(page, picture, cells, chances[numbers], features[numbers], is_loose=is_loose)


def _see(
    page: Page, picture: Picture, cells: Array, chances: Array, features: Array, *, is_loose: bool
) -> Sighting:
    """Return the letters of the cells of a grid, in the order in which it is read.

    Raises:
        PhotoError: most of them are doubtful.
    """
    if not is_loose:
        chances = fold_case(chances)
        chances[:, FACES.index("Qu")] *= _PRINTED_QU
    chances = chances / np.maximum(chances.sum(1, keepdims=True), 0.5)  # rubbish stays improbable
    doubtful = float(np.mean(chances.max(1) < _SURE))
    most = _MOST_DOUBTFUL if page.clearness >= _CLEAR else _MANY_DOUBTFUL
    most = _FEW_DOUBTFUL if len(chances) < _FEW_CELLS else most
    is_odd = not is_loose and doubtful > _SOME_DOUBTFUL and has_odd_letters(chances)
    if (doubtful > most or is_odd) and not page.is_fixed:
        raise PhotoError(
            f"{NO_GRID}what is in rows and columns cannot be read as letters; if it is a grid, "
            "come closer, hold still, and give it more light"
        )
    centres = page.lattice.map(cells)
    warnings = tuple(_find_faults(page, centres, doubtful))
    shaped = chances.reshape(*cells.shape[:2], -1)
    is_touched = page.is_touched(cells) & (not is_loose)
    return Sighting(centres / picture.factor, shaped, features, is_touched, is_loose, warnings)


def _find_letters(page: Page, cells: Array, chances: Array, *, is_loose: bool) -> Array:
    """Return how surely each cell holds a letter: rows x columns."""
    folded = chances if is_loose else fold_case(chances)  # a list may be in the other case
    full = folded[:, :27].max(1).reshape(cells.shape[:2])
    at = page.lattice.map(cells)
    is_inside = ((at > 0) & (at < page.ink.shape[::-1])).all(-1)
    found: Array = full * (page.has_spots(cells) if is_loose else is_inside)
    return found


def _candidates(image: Array) -> Iterator[Page | PhotoError]:
    """Yield pages that may show the grid, the likeliest first, and why others do not."""
    poor: list[Page] = []
    for ways in (_USUAL_WAYS, _OTHER_WAYS):
        fair: list[Page] = []
        for way in ways:
            try:
                page = _find_page(image, *way) if way else Page(*find_tiles(image))
            except PhotoError as error:
                yield error
                continue
            if page.clearness < _LEAST_CLEAR:
                yield PhotoError(SHOW)
            elif page.fullness < _FULL or page.worth < _FAIR:
                poor.append(page)
            elif page.worth > _GOOD:
                yield page
            else:
                fair.append(page)
        yield from sorted(fair, key=lambda page: -page.worth)
    yield from sorted(poor, key=lambda page: -page.worth)[:1]


def _find_page(image: Array, kind: str, share: int, part: float) -> Page:
    light = _light(image, kind)
    spots = find_spots(measure_ink(light, max(image.shape) / share), part)
    grey = _light(image, "grey") if kind == "bright" else None
    return Page(light, find_lattice(spots), spots, grey=grey)


def _light(image: Array, kind: str) -> Array:
    """Return how light a picture is; in its brightest channel, coloured pens are pale."""
    if kind == "bright":
        found: Array = np.maximum.reduce(cv2.split(image))
        return found
    grey: Array = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    return 255 - grey if kind == "negative" else grey


def _choose_turn(page: Page, turn: int | None) -> int | None:
    """Return the quarter turns in which letters are clearest, or None if they are dice."""
    every = np.array(sorted(page.lattice.nodes))
    some = np.random.default_rng(0).permutation(every)[:_SAMPLE]
    scores = [
        float(np.log(fold_case(page.chances(some, quarter)[0])[:, :26].max(1) + 0.01).mean())
        for quarter in range(4)
    ]
    if len(page.lattice.nodes) < _FEW_CELLS:
        loose = float(np.log(page.chances(some, None)[0][:, :27].max(1) + 0.01).mean())
        if loose > max(scores) + _LOOSER:
            return None
    return int(np.argmax(scores)) if turn is None else turn // 90 % 4


def _find_faults(page: Page, centres: Array, doubtful: float) -> Iterator[str]:
    """Yield warnings: edges of the photo where the grid may go on, and letters that are faint."""
    height, width = page.ink.shape
    rows, columns = centres.shape[:2]
    cell = math.dist(centres[0, 0], centres[-1, -1]) / math.hypot(rows - 1, columns - 1)
    (left, top), (right, low) = centres.min((0, 1)), centres.max((0, 1))
    rooms = {"left": left, "top": top, "right": width - right, "bottom": height - low}
    for edge, room in rooms.items():
        if room < cell:
            yield f"the grid may go on beyond the {edge} edge of the photo"
    if page.cell * min(page.tall) < _SMALL_LETTER:
        yield "the letters are very small in this photo; come closer"
    if doubtful > _MANY_DOUBTFUL:
        yield "many letters are doubtful; come closer, hold still, and give them more light"
