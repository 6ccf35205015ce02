"""Printed pages as shapes: text, lines, boxes and capsules, in points from the top left.

A sheet has the positions of everything on it; the SVG and PDF writers only translate.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import cache
from itertools import chain
from typing import Any, Literal, TypeVar

from ..._util.plain_text import shorten, without_controls
from ..._util.validation import did_you_mean
from ...errors import InputError
from ...geometry import Direction

POINTS_PER_MM = 72 / 25.4
#: Units of lengths in mm.
UNITS = {"mm": 1.0, "cm": 10.0, "in": 25.4}
#: Width and height in points of each paper with a name.
_PAPERS = {"a4": (595.28, 841.89), "a5": (419.53, 595.28), "letter": (612.0, 792.0)}
_SIDE = r"\s*(\d{1,3}(?:\.\d{1,4})?)\s*"
_SIZE = re.compile(f"{_SIDE}[x×*]{_SIDE}(in|cm|mm)?\\s*")
#: The least and the greatest side of a page in inches.
_LEAST_SIDE, _MOST_SIDE = 3, 24
PAPER_NAMES = f"{', '.join(_PAPERS)}, or a width and a height such as 6x9 (inches) or 148x210mm"

#: Red, green and blue from 0 to 1.
Ink = tuple[float, float, float]
BLACK: Ink = (0.0, 0.0, 0.0)
WHITE: Ink = (1.0, 1.0, 1.0)
GREY: Ink = (0.6, 0.6, 0.6)
Anchor = Literal["start", "middle", "end"]


def paper_size(paper: str, name: str = "the paper") -> tuple[float, float]:
    """Return the width and the height of a paper in points.

    >>> paper_size("letter"), paper_size("6x9"), paper_size("148 x 210 mm")
    ((612.0, 792.0), (432.0, 648.0), (419.53, 595.28))

    Raises:
        InputError: it has no such name, is no size, or a side is not 3 to 24 inches long.
    """
    if named := _PAPERS.get(paper.lower()):
        return named
    if found := _SIZE.fullmatch(paper.lower()):
        unit = UNITS[found[3] or "in"]
        width, height = (round(float(side) * unit * POINTS_PER_MM, 2) for side in found.group(1, 2))
        if all(_LEAST_SIDE <= side / 72 <= _MOST_SIDE for side in (width, height)):
            return width, height
        raise InputError(
            f"{name} is {shorten(paper)}, expected sides of {_LEAST_SIDE} to {_MOST_SIDE} inches, "
            "such as 6x9 or 148x210mm"
        )
    raise InputError(
        f"{name} is {shorten(paper)}, expected {PAPER_NAMES}{did_you_mean(paper, _PAPERS)}"
    )


@dataclass(slots=True)
class Text:
    """Text without control characters whose baseline starts, ends or is centred at a point.

    It is not frozen, which would make a book of 100,000 letters slower, and never changed.
    """

    x: float
    y: float
    text: str
    size: float
    anchor: Anchor = "middle"
    ink: Ink = BLACK
    bold: bool = False
    rtl: bool = False
    """Does the text as a whole run from right to left? Each word has its own direction."""
    turned: bool = False
    """Is it upside down?"""

    def __post_init__(self) -> None:
        if not self.text.isprintable():  # it may have control characters
            self.text = without_controls(self.text)


@dataclass(frozen=True, slots=True)
class Line:
    """A straight line."""

    x1: float
    y1: float
    x2: float
    y2: float
    width: float = 0.8
    ink: Ink = BLACK


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle with round corners, filled, outlined or both."""

    x1: float
    y1: float
    x2: float
    y2: float
    radius: float = 0.0
    width: float = 0.0
    ink: Ink = BLACK
    fill: Ink | None = None


@dataclass(frozen=True, slots=True)
class Capsule:
    """A rounded shape around the line between two points; a circle if they are equal."""

    x1: float
    y1: float
    x2: float
    y2: float
    radius: float
    width: float = 0.9
    ink: Ink = BLACK
    fill: Ink | None = None

    def axis(self) -> tuple[float, float]:
        """Return the unit vector from the first point to the second."""
        across, down = self.x2 - self.x1, self.y2 - self.y1
        length = (across * across + down * down) ** 0.5
        return (across / length, down / length) if length else (1.0, 0.0)


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture in a rectangle, which keeps its proportions; `uri` is a data URI."""

    x1: float
    y1: float
    x2: float
    y2: float
    uri: str
    alt: str = ""


@dataclass(frozen=True, slots=True)
class Link:
    """A rectangle that links to another page of the document; pages count from 1."""

    x1: float
    y1: float
    x2: float
    y2: float
    page: int


Shape = Text | Line | Box | Capsule | Link | Picture
AnyShape = TypeVar("AnyShape", bound=Shape)
#: What a part of a page is to a screen reader.
Role = Literal["title", "heading", "text", "grid", "picture", "list", "decoration"]


@dataclass(frozen=True, slots=True)
class Part:
    """Shapes that belong together."""

    role: Role
    shapes: tuple[Shape, ...]
    alt: str = ""
    """A description of what the part shows."""
    members: tuple[int, ...] = ()
    """The number of shapes of each member of a list; empty: one each."""

    def moved(self, right: float, down: float) -> Part:
        """Return the part, shifted."""
        return replace(self, shapes=tuple(move(shape, right, down) for shape in self.shapes))


@dataclass(frozen=True, slots=True)
class Sheet:
    """One page; width and height in points."""

    width: float
    height: float
    parts: tuple[Part, ...] = ()
    bookmarks: tuple[tuple[int, str], ...] = ()
    """Entries of the outline that link here, each with its level from 0."""
    bleed: float = 0.0
    """How far colour extends beyond the edge at which the paper is cut."""
    trim: tuple[float, float, float, float] = (0.0, 0.0, 0.0, 0.0)
    """Distances of the edges at which the paper is cut (left, top, right, bottom) from the sheet's;
    bleed and trim marks are in between."""

    @property
    def shapes(self) -> Iterator[Shape]:
        """All shapes, in drawing order."""
        return (shape for part in self.parts for shape in part.shapes)


_MARK_LENGTH = 14.0
_MARK_GAP = 3.0


def with_bleed(
    sheet: Sheet, bleed: float, *, marks: bool = False, inner: Literal["left", "right", ""] = ""
) -> Sheet:
    """Return a larger sheet, with `bleed` points around the page, and `marks` beyond them.

    No bleed is at the inner edge, if one is named: some print services want none there.
    """
    if not bleed and not marks:
        return sheet
    slug = bleed + (_MARK_GAP + _MARK_LENGTH if marks else 0.0)
    left, right = (0.0 if inner == edge and not marks else slug for edge in ("left", "right"))
    width, height = sheet.width + left + right, sheet.height + 2 * slug
    parts = tuple(part.moved(left, slug) for part in sheet.parts)
    if marks:
        lines: list[Shape] = []
        for x in (slug, width - slug):
            lines += (Line(x, y, x, y + _MARK_LENGTH, 0.25) for y in (0, height - _MARK_LENGTH))
        for y in (slug, height - slug):
            lines += (Line(x, y, x + _MARK_LENGTH, y, 0.25) for x in (0, width - _MARK_LENGTH))
        parts = (*parts, Part("decoration", tuple(lines)))
    return Sheet(width, height, parts, sheet.bookmarks, bleed, (left, slug, right, slug))


def move(shape: AnyShape, right: float, down: float) -> AnyShape:
    """Return a shape, shifted."""
    kind: Any = type(shape)
    values = _values_of(kind)(shape)
    points = 2 if isinstance(shape, Text) else 4  # the first fields: x and y, once or twice
    moved = map(operator.add, values[:points], (right, down, right, down))
    result: AnyShape = kind(*moved, *values[points:])
    return result


@cache
def _values_of(kind: type[Shape]) -> Callable[[Shape], tuple[Any, ...]]:
    return operator.attrgetter(*(each.name for each in fields(kind)))


def turn(shapes: Iterable[Shape], x: float, y: float) -> Iterator[Shape]:
    """Turn shapes upside down around a point."""
    for shape in shapes:
        if isinstance(shape, Text):
            anchor: Anchor = {"start": "end", "end": "start", "middle": "middle"}[shape.anchor]  # type: ignore[assignment]
            yield replace(shape, x=2 * x - shape.x, y=2 * y - shape.y, turned=True, anchor=anchor)
        else:
            yield replace(
                shape,
                x1=2 * x - shape.x2,
                y1=2 * y - shape.y2,
                x2=2 * x - shape.x1,
                y2=2 * y - shape.y1,
            )


def arrow(x: float, y: float, size: float, direction: Direction) -> Iterator[Line]:
    """Yield the lines of an arrow in a square of side `size` around a point."""
    right, down = direction.column_step, direction.row_step
    reach = size / 2 / (right * right + down * down) ** 0.5
    dx, dy = right * reach, down * reach
    width = max(0.5, size * 0.11)
    tip_x, tip_y = x + dx, y + dy
    yield Line(x - dx, y - dy, tip_x, tip_y, width)
    for side in (1, -1):
        # Each half of the head is the shaft, shortened and turned by about 140 degrees.
        back_x, back_y = -0.62 * dx - side * 0.5 * dy, -0.62 * dy + side * 0.5 * dx
        yield Line(tip_x, tip_y, tip_x + back_x, tip_y + back_y, width)


@dataclass(slots=True)
class Canvas:
    """The parts of a page while it is laid out."""

    width: float
    height: float
    parts: list[Part] = field(default_factory=list)

    def add(self, role: Role, shapes: Iterable[Shape], alt: str = "") -> None:
        """Add a part, unless it has no shapes."""
        if drawn := tuple(shapes):
            self.parts.append(Part(role, drawn, alt))

    def add_list(self, members: Sequence[Sequence[Shape]]) -> None:
        """Add a list whose members have several shapes, unless it is empty."""
        if members:
            drawn = tuple(chain.from_iterable(members))
            self.parts.append(Part("list", drawn, members=tuple(map(len, members))))

    def finish(self, bookmarks: Sequence[tuple[int, str]] = ()) -> Sheet:
        """Return the page."""
        return Sheet(self.width, self.height, tuple(self.parts), tuple(bookmarks))
