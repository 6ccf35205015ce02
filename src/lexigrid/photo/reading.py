"""Read a letter grid from a photo, with the probability of every letter."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import TYPE_CHECKING, Any

from .._util.io import StrPath, import_extra
from .._util.options import describe_options
from .._util.plain_text import shorten
from .._util.validation import check_words
from ..errors import GridError, InputError
from ..game.dice import BLANK, Dice
from ..geometry import Cell
from ..grid import Grid, Tile
from .options import ALIKE, ALONE, DOUBTFUL, FAINT, FEW, MISTRUST, TOUCHED, PhotoOptions
from .picture import Picture, open_picture

if TYPE_CHECKING:
    from .letters import Array
    from .sighting import Sighting

#: The words are read in the photo, next to the grid.
PAGE = "page"
#: The least probability of the third letter of a doubtful cell, and the most letters listed.
_LEAST_CHANCE, _MOST_CHOICES = 0.01, 4
#: A letter outside the listed words that is more probable without them is not changed by them.
_STEADY = 0.9
FORMAT, VERSION = "lexigrid/photo", 1


@dataclass(frozen=True, slots=True)
class Doubt:
    """A cell whose letter is not certain."""

    cell: Cell
    """Its row and column in the grid, from 0."""
    face: str
    """The likeliest tile; "." is a hole."""
    confidence: float
    """The probability of that tile, from 0 to 1."""
    others: tuple[tuple[str, float], ...]
    """The other tiles that it may be with their probabilities, likeliest first."""

    def __str__(self) -> str:
        others = "".join(f" or {face} ({chance:.2f})" for face, chance in self.others)
        place = f"row {self.cell.row + 1}, column {self.cell.column + 1}"
        return f"{place}: {self.face} ({self.confidence:.2f}){others}"


@dataclass(frozen=True, eq=False)
class PhotoGrid:
    """A grid as it was read from a photo: letters, their probabilities, and where they are.

    `read_photo` makes it. Places in the photo are x and y in pixels from the top left corner of
    the upright photo.
    """

    grid: Grid
    """The likeliest letters."""
    confidence: tuple[tuple[float, ...], ...]
    """The probability of each letter of `grid`, row by row."""
    doubtful: tuple[Doubt, ...]
    """The cells whose letter is not certain, most doubtful first."""
    cells: tuple[tuple[tuple[float, float], ...], ...]
    """The centre of each cell in the photo, row by row."""
    words: tuple[str, ...]
    """The listed words that are in the grid."""
    unplaced: tuple[str, ...]
    """The listed words that are nowhere in the grid: they, or letters, were misread."""
    warnings: tuple[str, ...]
    """What may be wrong with the photo."""
    is_dice: bool
    """Are the letters dice, each lying in its own way?"""
    _sighting: Sighting = field(repr=False)
    _picture: Picture = field(repr=False)
    _options: PhotoOptions = field(repr=False)
    _listed: tuple[str, ...] = field(repr=False)
    _fixed: Mapping[Cell, str] = field(repr=False)

    @property
    def corners(self) -> tuple[tuple[float, float], ...]:
        """The centres of the corner cells in the photo, clockwise from the first cell."""
        first, last = self.cells[0], self.cells[-1]
        return first[0], first[-1], last[-1], last[0]

    def grid_with_choices(self) -> Grid:
        """Return the grid with a choice tile such as `[OQ]` in each doubtful cell.

        Searches then find the words of every reading.
        """
        rows = self.grid.to_dict()["rows"]
        for doubt in self.doubtful:
            faces = [face for face, _ in ((doubt.face, 0), *doubt.others) if face != "."]
            if len(faces) > 1:
                rows[doubt.cell.row][doubt.cell.column] = Tile("", tuple(faces)).format()
        return Grid.from_rows(rows)

    def corrected(self, words: Iterable[str]) -> PhotoGrid:
        """Return the photo read again with other listed words; () reads it without words.

        Raises:
            InputError: `words` is not several words.
        """
        return _finish(
            self._sighting, self._picture, self._options, check_words(words, "words"), self._fixed
        )

    def replaced(self, tiles: Mapping[tuple[int, int], str]) -> PhotoGrid:
        """Return the photo read again with the tiles that the user sees in some cells.

        They are final. They teach the typeface as well, which may change other doubtful cells.

        Raises:
            GridError: a cell is not on the grid.
            InputError: a tile is not a letter from A to Z, Qu, or "." for a hole.
        """
        fixed = dict(self._fixed)
        for place, face in tiles.items():
            if not (0 <= place[0] < self.grid.rows and 0 <= place[1] < self.grid.columns):
                raise GridError(
                    f"cell {shorten(place)} is not on the {self.grid.rows}x{self.grid.columns} grid"
                )
            fixed[Cell(*place)] = _check_face(face)
        return _finish(self._sighting, self._picture, self._options, self._listed, fixed)

    def to_svg(self, paths: Iterable[Sequence[tuple[int, int]]] = ()) -> str:
        """Return the photo as SVG with the letters that were read, and rings around doubtful ones.

        The cells of each path are marked. The photo is inside the SVG, without its metadata.
        """
        from .overlay import draw_overlay

        return draw_overlay(self, self._picture, [[Cell(*cell) for cell in path] for path in paths])

    def _repr_svg_(self) -> str:
        return self.to_svg()

    def to_dict(self) -> dict[str, Any]:
        """Return the grid, its doubts and its places as a JSON document."""
        return {
            "format": FORMAT,
            "version": VERSION,
            "rows": self.grid.to_dict()["rows"],
            "confidence": [[round(value, 4) for value in row] for row in self.confidence],
            "doubtful": [
                {
                    "row": doubt.cell.row,
                    "column": doubt.cell.column,
                    "tile": doubt.face,
                    "confidence": round(doubt.confidence, 4),
                    "others": {face: round(chance, 4) for face, chance in doubt.others},
                }
                for doubt in self.doubtful
            ],
            "cells": [[[round(x, 1), round(y, 1)] for x, y in row] for row in self.cells],
            "width": self._picture.width,
            "height": self._picture.height,
            "dice": self.is_dice,
            "words": [*self.words],
            "unplaced": [*self.unplaced],
            "warnings": [*self.warnings],
        }

    def to_json(self) -> str:
        """Return `to_dict` as JSON text."""
        return json.dumps(self.to_dict(), ensure_ascii=False)

    def __str__(self) -> str:
        return str(self.grid_with_choices())


@describe_options(PhotoOptions)
def read_photo(
    photo: StrPath | bytes | Any,
    *,
    words: Iterable[str] | str | None = None,
    size: tuple[int, int] | int | None = None,
    turn: int | None = None,
    dice: Dice | str | None = None,
    corners: Sequence[tuple[float, float]] | None = None,
    deadline: float | None = None,
) -> PhotoGrid:
    """Read the letter grid of a photo: a word search, or dice on a table. Nothing is sent anywhere.

    The photo is a JPEG, PNG or WebP file, the bytes of one, or an array: rows x columns of grey, or
    rows x columns x 3 of red, green, blue (uint8). The letters are A to Z and Qu.

    Args:
        words: The words hidden in the grid, which correct it; "page" reads them next to the grid,
            which needs RapidOCR (`pip install 'lexigrid[photo-list]'`) and some seconds.

    Returns:
        The grid, with the probability of each letter and the cells that are doubtful.

    Raises:
        PhotoError: there is no letter grid, or its letters cannot be read.
        InputError: the file cannot be read, it is no picture or too large, an option cannot be
            used, or OpenCV is not installed (`pip install 'lexigrid[photo]'`).
    """
    options = PhotoOptions.of(size=size, turn=turn, dice=dice, corners=corners, deadline=deadline)
    is_page = isinstance(words, str) and words == PAGE
    listed = () if words is None or is_page else check_words(words, "words")
    picture = open_picture(photo)
    # Two threads for the small products of NumPy wait for each other where other work runs.
    with _libraries().limit(limits=1, user_api="blas"):
        return _read(picture, options, listed, is_page=is_page)


@cache
def _libraries() -> Any:
    return import_extra("threadpoolctl", "photo", "reading a photo").ThreadpoolController()


def _read(
    picture: Picture, options: PhotoOptions, listed: tuple[str, ...], *, is_page: bool
) -> PhotoGrid:
    from .sighting import look, look_between

    known = options.dice if isinstance(options.dice, Dice) else None
    size = options.size or (known.size if known else None)
    is_loose = options.dice is not None
    if options.corners is not None:
        if size is None or min(size) < 2:
            raise InputError("corners needs the size of the grid, with at least 2 rows and columns")
        seen = look_between(picture, size, options.corners, is_loose=is_loose)
    else:
        seen = look(picture, size, options.turn, options.deadline, is_loose=is_loose)
    if known and len(known) != seen.chances.shape[0] * seen.chances.shape[1]:
        raise InputError(f"the set has {len(known)} dice, and the size is {options.size}")
    if is_page and not seen.is_loose:
        from .listing import read_listing
        from .typeface import learn_typeface

        learned = learn_typeface(seen.chances, seen.features)
        listed = read_listing(picture, replace(seen, chances=learned))
    return _finish(seen, picture, options, listed, {})


def _finish(
    seen: Sighting,
    picture: Picture,
    options: PhotoOptions,
    listed: tuple[str, ...],
    fixed: Mapping[Cell, str],
) -> PhotoGrid:
    """Decide the letters from what was seen, the words, the dice and the user's own tiles."""
    import numpy as np

    from .belief import correct, is_line, settle_dice, spell
    from .letters import FACES
    from .typeface import count_misreadings, learn_typeface

    rows, columns, kinds = seen.chances.shape
    known = np.zeros((rows, columns), bool)

    def fix(values: Array) -> Array:
        values = values.copy()
        for cell, face in fixed.items():
            values[cell] = np.eye(kinds)[FACES.index(face)]
            known[cell] = True
        return values

    chances = fix(seen.chances)
    places: dict[str, Array] = {}
    if isinstance(options.dice, Dice):
        settled = settle_dice(chances, options.dice.faces)
        alone = np.where(settled > 0, chances, 0)  # without the faces that the set does not have
        chances = fix((settled + alone / np.maximum(alone.sum(-1, keepdims=True), 1e-9)) / 2)
    elif not seen.is_loose:
        alone = chances = learn_typeface(chances, seen.features, known)
        for _ in range(2 if listed else 0):  # words show the typeface, which shows more words
            chances, places = correct(chances, listed)
            known.reshape(-1)[[cell for line in places.values() for cell in line]] = True
            plain = known & ~seen.is_touched
            misread = count_misreadings(seen.chances[plain], fix(chances)[plain])
            settled = np.where(known[..., None], fix(chances), seen.chances @ misread)
            chances = learn_typeface(settled, seen.features, known)
        is_kept = ~known & (alone.max(-1) > _STEADY)  # likeness alone does not change it
        is_kept &= chances.argmax(-1) != alone.argmax(-1)
        chances = np.where(is_kept[..., None], (chances + alone) / 2, chances)
    best = chances.argmax(-1)
    sure = chances.max(-1)
    is_doubtful = (1 - sure) * _weigh_doubts(seen, best, 1 - sure) > 1 - DOUBTFUL
    doubts = []
    for row, column in np.argwhere(is_doubtful).tolist():
        order = np.argsort(-chances[row, column])[1:_MOST_CHOICES]
        others = [(FACES[kind], float(chances[row, column, kind])) for kind in order]
        others = [others[0], *(each for each in others[1:] if each[1] >= _LEAST_CHANCE)]
        face, confidence = FACES[best[row, column]], float(sure[row, column])
        doubts.append(Doubt(Cell(row, column), face, confidence, tuple(others)))
    letters = [[None if FACES[kind] == "." else FACES[kind] for kind in row] for row in best]
    used = [] if seen.is_loose else [*listed]
    inside = [word for word in used if spell(word) in places or is_line(best, spell(word))]
    return PhotoGrid(
        Grid.from_rows(letters),
        tuple(tuple(map(float, row)) for row in sure),
        tuple(sorted(doubts, key=lambda doubt: doubt.confidence)),
        tuple(tuple((float(x), float(y)) for x, y in row) for row in seen.centres),
        tuple(inside),
        tuple(word for word in used if word not in inside),
        seen.warnings,
        seen.is_loose,
        seen,
        picture,
        options,
        listed,
        fixed,
    )


def _weigh_doubts(seen: Sighting, best: Array, doubt: Array) -> Array:
    """Return how much the doubt about each letter counts, from all letters of a page.

    It counts for more in a photo with faint letters, if others that are read as the same letter
    are doubtful too, because a typeface may draw two letters alike, and if a pen touches it.
    """
    import numpy as np

    if seen.is_loose:
        return np.ones(best.shape)
    counts = np.bincount(best.reshape(-1))
    shared = np.bincount(best.reshape(-1), doubt.reshape(-1)) + FEW * doubt.mean()
    faint = float(np.mean(seen.chances.max(-1) < FAINT))
    weight: Array = (1 + MISTRUST * faint) * (ALONE + ALIKE * (shared / (counts + FEW))[best])
    return np.where(seen.is_touched, TOUCHED, 1) * weight


def _check_face(face: Any) -> str:
    from .letters import FACES

    name = face.capitalize() if isinstance(face, str) else face
    name = "." if name == BLANK else name
    if name not in FACES:
        raise InputError(
            f"the tile is {shorten(face)}, expected a letter from A to Z, Qu, or . for a hole"
        )
    return str(name)
