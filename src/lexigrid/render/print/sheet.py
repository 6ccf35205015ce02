"""Printed pages as plain shapes: text, lines and rounded outlines, in points from the top left.

Knows nothing of puzzles; known by what lays pages out and by what writes them (SVG, PDF).
Rule: a sheet says where everything is; a writer adds nothing and leaves nothing out.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ...errors import InputError

#: How wide a text is at a font size, in points.
Measure = Callable[[str, float], float]

#: Width and height in points.
PAPERS = {
    "a4": (595.28, 841.89),
    "letter": (612.0, 792.0),
    "6x9": (432.0, 648.0),
    "8.5x11": (612.0, 792.0),
    "a5": (419.53, 595.28),
}
MARGIN = 40.0
BLACK = 0.0
GREY = 0.62


@dataclass(frozen=True, slots=True)
class Text:
    """Text whose baseline begins, is centred or ends at a point."""

    x: float
    y: float
    text: str
    size: float
    anchor: str = "middle"
    shade: float = BLACK


@dataclass(frozen=True, slots=True)
class Line:
    """A straight line."""

    x1: float
    y1: float
    x2: float
    y2: float
    width: float = 0.8


@dataclass(frozen=True, slots=True)
class Pill:
    """A rounded outline around the line between two points."""

    x1: float
    y1: float
    x2: float
    y2: float
    radius: float
    width: float = 0.9


@dataclass(frozen=True, slots=True)
class Sheet:
    """One page."""

    width: float
    height: float
    items: tuple[Text | Line | Pill, ...]


def paper_size(name: str) -> tuple[float, float]:
    """Give width and height of a paper in points.

    Raises:
        InputError: no paper of that name.
    """
    if name not in PAPERS:
        raise InputError(f"paper is {name!r}, expected one of {', '.join(PAPERS)}")
    return PAPERS[name]


def rough_width(text: str, size: float) -> float:
    """Guess how wide a text is where no font is at hand: a little too wide.

    >>> rough_width("oat", 10)
    20.4
    """
    from ..terminal.width import display_width

    return round(display_width(text) * size * 0.68, 3)
