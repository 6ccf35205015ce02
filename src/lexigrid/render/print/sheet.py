"""Printed pages as shapes: text, lines and rounded outlines, in points from the top left.

A sheet has the position of everything on it; the SVG and PDF writers only translate it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from ..._util.plain_text import without_controls
from ..._util.validation import check_choice
from ..terminal.width import display_width

#: Returns the width of a text at a font size, both in points.
Measure = Callable[[str, float], float]

#: Width and height of each paper in points.
PAPERS = {
    "a4": (595.28, 841.89),
    "letter": (612.0, 792.0),
    "6x9": (432.0, 648.0),
    "8.5x11": (612.0, 792.0),
    "a5": (419.53, 595.28),
}
#: Margin on all sides in points.
MARGIN = 40.0
#: Shades from 0 (black) to 1 (white).
BLACK = 0.0
GREY = 0.62


@dataclass(frozen=True, slots=True)
class Text:
    """Text whose baseline starts, is centred or ends at a point; it has no control characters."""

    x: float
    y: float
    text: str
    size: float
    anchor: Literal["start", "middle", "end"] = "middle"
    shade: float = BLACK

    def __post_init__(self) -> None:
        object.__setattr__(self, "text", without_controls(self.text))


@dataclass(frozen=True, slots=True)
class Line:
    """A straight line."""

    x1: float
    y1: float
    x2: float
    y2: float
    width: float = 0.8


@dataclass(frozen=True, slots=True)
class Outline:
    """A rounded outline around the line between two points; a circle around one point."""

    x1: float
    y1: float
    x2: float
    y2: float
    radius: float
    width: float = 0.9

    def axis(self) -> tuple[float, float]:
        """Return the unit vector from the first point to the second."""
        across, down = self.x2 - self.x1, self.y2 - self.y1
        length = (across * across + down * down) ** 0.5
        return (across / length, down / length) if length else (1.0, 0.0)


Item = Text | Line | Outline


@dataclass(frozen=True, slots=True)
class Sheet:
    """One page; width and height in points."""

    width: float
    height: float
    items: tuple[Item, ...]


def paper_size(name: str) -> tuple[float, float]:
    """Return the width and height of a paper in points.

    Raises:
        InputError: no paper has that name.
    """
    return PAPERS[check_choice(name, "paper", PAPERS)]


def estimate_width(text: str, size: float) -> float:
    """Estimate the width of a text without a font, a little too wide.

    >>> estimate_width("oat", 10)
    20.4
    """
    return round(display_width(text) * size * 0.68, 3)
