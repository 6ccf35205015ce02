"""The options of printed pages: one frozen object for Python, the command line and books."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, fields
from functools import partial
from typing import Any, Literal, TypedDict, get_args

from ..._util.io import check_path
from ..._util.validation import check_choice, check_flag, check_number, is_int
from ...errors import InputError
from .looks import STYLES, StyleName
from .sheet import PAPERS, POINTS_PER_MM

Orientation = Literal["auto", "portrait", "landscape"]
ListMarks = Literal["none", "boxes", "numbers"]

ORIENTATIONS: tuple[Orientation, ...] = get_args(Orientation)
LIST_MARKS: tuple[ListMarks, ...] = get_args(ListMarks)
SOLUTIONS = (1, 4, 6)
MIN_DPI, MAX_DPI = 36, 1200
#: The greatest widths of bleed and gutter, in mm.
_MAX_BLEED, _MAX_GUTTER = 20.0, 40.0


class PageArguments(TypedDict, total=False):
    """The fields of `PageOptions` as keyword arguments."""

    with_key: bool | None
    paper: str
    orientation: Orientation
    style: StyleName
    large_print: bool
    list_marks: ListMarks
    name_line: bool
    direction_line: bool
    solutions: int | None
    mini_key: bool
    bleed: float | str
    gutter: float | str
    dpi: int
    fonts: tuple[str, ...] | list[str]


def _length(value: Any, name: str, most: float) -> float:
    """Return a length in mm, given as a number or as text such as "3mm" or "0.125in"."""
    number = value
    if isinstance(value, str):
        found = re.fullmatch(r"\s*([0-9]{1,4}(?:\.[0-9]{1,6})?)\s*(mm|cm|in)?\s*", value)
        if found is None:
            raise InputError(f"{name} is {value!r}, expected a length such as 3mm or 0.125in")
        if found[2] is None and 0 < float(found[1]) < 1:
            either = f"{found[1]}in or {found[1]}mm"
            raise InputError(f"{name} is {value!r}, expected a length with a unit: {either}")
        number = float(found[1]) * {"cm": 10.0, "in": 25.4}.get(found[2], 1.0)
    return check_number(number, name, 0, most, "a length in mm")


def _solutions(value: Any) -> int | None:
    if value is None:
        return None
    if is_int(value) and value in SOLUTIONS:
        return int(value)
    raise InputError(f"solutions is {value!r}, expected 1, 4 or 6 on a page")


def _dpi(value: Any) -> int:
    return int(check_number(value, "dpi", MIN_DPI, MAX_DPI, "dots per inch"))


def _fonts(value: Any) -> tuple[str, ...]:
    if isinstance(value, str) or not isinstance(value, Iterable):
        raise InputError(f"fonts is {value!r}, expected a list of paths such as ['fonts/Own.ttf']")
    return tuple(check_path(each, "a font") for each in value)


_CHECKS: dict[str, Callable[[Any], Any]] = {
    "paper": partial(check_choice, name="paper", choices=PAPERS),
    "orientation": partial(check_choice, name="orientation", choices=ORIENTATIONS),
    "style": partial(check_choice, name="style", choices=STYLES),
    "list_marks": partial(check_choice, name="list_marks", choices=LIST_MARKS),
    **{
        name: partial(check_flag, name=name)
        for name in ("large_print", "name_line", "direction_line", "mini_key")
    },
    "solutions": _solutions,
    "bleed": partial(_length, name="bleed", most=_MAX_BLEED),
    "gutter": partial(_length, name="gutter", most=_MAX_GUTTER),
    "dpi": _dpi,
    "fonts": _fonts,
}


@dataclass(frozen=True, slots=True)
class PageOptions:
    """The appearance of printed pages, validated."""

    with_key: bool | None = None
    """Include the answers? None: in PDF and HTML, but not in other formats."""
    paper: str = "a4"
    """a4, a5, letter, 6x9 or 8.5x11."""
    orientation: Orientation = "auto"
    """portrait, landscape, or auto: whichever has the larger letters."""
    style: StyleName = "classic"
    """classic, bold, minimal or kids."""
    large_print: bool = False
    """Use letters of 20 points or more in grid and list; a grid too large for that is an error."""
    list_marks: ListMarks = "none"
    """What precedes each word of the list: none, boxes or numbers."""
    name_line: bool = False
    """Lines for name and date at the top."""
    direction_line: bool = True
    """A line that shows in which directions words run."""
    solutions: int | None = None
    """Solutions per page: 1, 4 or 6; None: 1 for a puzzle, 4 for a book."""
    mini_key: bool = False
    """A small upside-down key at the foot of the puzzle."""
    bleed: float = 0.0
    """Width of the bleed in mm, with trim marks; text such as "3mm" is accepted."""
    gutter: float = 0.0
    """Extra inner margin of a book in mm; it then has left and right pages."""
    dpi: int = 144
    """Dots per inch of PNG files."""
    fonts: tuple[str, ...] = ()
    """Paths of font files to use before all others."""

    def __post_init__(self) -> None:
        for name, check in _CHECKS.items():
            object.__setattr__(self, name, check(getattr(self, name)))
        if self.with_key is False and (self.mini_key or self.solutions is not None):
            what = "a mini key prints" if self.mini_key else "solutions places"
            raise InputError(f"{what} the answers, and with_key=False leaves them out; choose one")

    @classmethod
    def of(cls, **values: Any) -> PageOptions:
        """Make options from keyword arguments.

        Raises:
            InputError: an unknown name, or a value that cannot be used.
        """
        names = [each.name for each in fields(cls)]
        for name in values:
            check_choice(name, "a page option", names)
        return cls(**values)

    @property
    def bleed_points(self) -> float:
        """The bleed in points."""
        return self.bleed * POINTS_PER_MM

    @property
    def gutter_points(self) -> float:
        """The gutter in points."""
        return self.gutter * POINTS_PER_MM
