"""The options of printed pages, each declared once."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Literal, Self, TypedDict, get_args

from ..._util.io import check_path
from ..._util.kinds import Choice, Flag, Kind, Number, Whole
from ..._util.options import Options, option
from ..._util.plain_text import shorten
from ..._util.validation import check_number, check_type, is_int
from ...errors import InputError
from ..listing import ListAs, is_numbered
from .looks import STYLES, StyleName
from .sheet import PAPER_NAMES, POINTS_PER_MM, UNITS, paper_size

Orientation = Literal["auto", "portrait", "landscape"]
ListMarks = Literal["none", "boxes", "numbers"]
ListCase = Literal["typed", "grid", "upper", "lower"]

SOLUTIONS = (1, 4, 6)
#: Answers to cut out of a page.
_SLIPS = 4
Preset = Literal["kdp", "lulu", "letter-classroom", "a4-classroom"]
_CLASSROOM: dict[str, Any] = {"name_line": True, "list_marks": "boxes"}
#: The options of each preset; print services get a gutter by the number of pages besides.
PRESETS: dict[str, dict[str, Any]] = {
    # All pages of a bound book have one size, so none is turned.
    "kdp": {"paper": "8.5x11", "orientation": "portrait", "bleed": "0.125in"},
    "lulu": {"paper": "8.5x11", "orientation": "portrait", "bleed": "0.125in"},
    "letter-classroom": {"paper": "letter", **_CLASSROOM},
    "a4-classroom": {"paper": "a4", **_CLASSROOM},
}
#: The most pages of a book, and its inner margin in inches: KDP's table for paperbacks.
_KDP_MARGINS = ((150, 0.375), (300, 0.5), (500, 0.625), (700, 0.75), (828, 0.875))
#: Large print guarantees this size, in points, for the letters of grid and list.
LARGE_PRINT = 20.0
#: The least font size of other text in large print.
LARGE_TEXT = 16.0
#: The formats with pages.
_PAGES = ("svg", "png", "pdf")


class PageArguments(TypedDict, total=False):
    """The fields of `PageOptions` as keyword arguments."""

    with_key: bool | None
    key_only: bool
    paper: str
    orientation: Orientation
    style: StyleName
    large_print: bool
    large_print_size: float | None
    list_as: ListAs
    list_marks: ListMarks | None
    list_case: ListCase
    name_line: bool
    direction_line: bool
    solutions: int | None
    answer_slips: bool
    mini_key: bool
    preset: Preset | None
    bleed: float | str
    trim_marks: bool
    gutter: float | str
    dpi: int
    fonts: tuple[str, ...] | list[str]


@dataclass(frozen=True)
class _Length(Kind):
    """A length in mm, given as a number or as text such as "3mm" or "0.125in"."""

    most: float
    metavar: str = "MM"
    json = float | str

    def check(self, value: Any, name: str) -> float:
        number = value
        if isinstance(value, str):
            found = re.fullmatch(r"\s*([0-9]{1,4}(?:\.[0-9]{1,6})?)\s*(mm|cm|in)?\s*", value)
            if found is None:
                raise InputError(
                    f"{name} is {shorten(value)}, expected a length such as 3mm or 0.125in"
                )
            if found[2] is None and 0 < float(found[1]) < 1:
                either = f"{found[1]}in or {found[1]}mm"
                raise InputError(
                    f"{name} is {shorten(value)}, expected a length with a unit: {either}"
                )
            number = float(found[1]) * UNITS[found[2] or "mm"]
        return check_number(number, name, 0, self.most, "a length in mm")

    def describe(self) -> str:
        return f"0 to {self.most:g} mm, such as 3mm or 0.125in"


class _Paper(Kind):
    """A paper: its name, or its width and height."""

    metavar = "PAPER"
    json = str

    def check(self, value: Any, name: str) -> str:
        text = check_type(value, name, str, PAPER_NAMES)
        paper_size(text, name)
        return text

    def parse(self, text: str) -> str:
        paper_size(text)
        return text

    def describe(self) -> str:
        return PAPER_NAMES


class _Solutions(Kind):
    """Solutions on a page: 1, 4 or 6."""

    metavar = "1|4|6"
    json = int

    def check(self, value: Any, name: str) -> int:
        if is_int(value) and value in SOLUTIONS:
            return int(value)
        raise InputError(f"{name} is {shorten(value)}, expected 1, 4 or 6 on a page")

    def parse(self, text: str) -> int:
        if text not in map(str, SOLUTIONS):
            raise InputError(f"{text!r} is not one of 1, 4, 6")
        return int(text)

    def describe(self) -> str:
        return "1, 4 or 6"


class _Fonts(Kind):
    """Paths of font files."""

    metavar = "FILE"
    json = list[str]
    repeats = True

    def check(self, value: Any, name: str) -> tuple[str, ...]:
        if isinstance(value, str) or not isinstance(value, Iterable):
            raise InputError(
                f"{name} is {shorten(value)}, expected a list of paths such as ['fonts/Own.ttf']"
            )
        return tuple(check_path(each, "a font") for each in value)

    def describe(self) -> str:
        return "paths of files"


@dataclass(frozen=True, slots=True)
class PageOptions(Options):
    """The appearance of printed pages."""

    with_key: bool | None = option(
        Flag(),
        "With or without the answers; PDF and HTML have them by default.",
        flag="key",
        used_by=("text", *_PAGES, "html", "docx", "scorm"),
    )
    key_only: bool = option(
        Flag(),
        "Only the answers, as a file of their own.",
        default=False,
        used_by=(*_PAGES, "docx"),
    )
    paper: str = option(
        _Paper(),
        "The size of the pages; books are bound in sizes such as 5x8 and 6x9.",
        default="a4",
        used_by=(*_PAGES, "docx"),
    )
    orientation: Orientation = option(
        Choice(get_args(Orientation)),
        "The page orientation; auto gives the larger letters, landscape turns the paper.",
        default="auto",
        used_by=_PAGES,
    )
    style: StyleName = option(
        Choice(STYLES), "The look of the pages.", default="classic", used_by=_PAGES
    )
    large_print: bool = option(
        Flag(),
        "Letters of at least 20 points in grid and list, and no text below 16; refuses a grid too "
        "large for them.",
        default=False,
        used_by=(*_PAGES, "docx"),
    )
    large_print_size: float | None = option(
        Number(18, 60, "POINTS"),
        "Large print in letters of at least this size.",
        used_by=(*_PAGES, "docx"),
    )
    list_as: ListAs = option(
        Choice(get_args(ListAs)),
        "What the list shows of each word: all, a clue, a translation, a picture, its letters "
        "scrambled, no vowels, its initial, its length, or nothing.",
        default="words",
        flag="list",
        used_by=("text", *_PAGES, "html", "docx", "scorm"),
    )
    list_marks: ListMarks | None = option(
        Choice(get_args(ListMarks)),
        "Check boxes or numbers before the words of the list; clues, translations and pictures "
        "are always numbered.",
        used_by=(*_PAGES, "docx"),
    )
    list_case: ListCase = option(
        Choice(get_args(ListCase)),
        "How the list writes words: as typed, as the grid does, or in upper or lower case.",
        default="typed",
        used_by=(*_PAGES, "docx"),
    )
    name_line: bool = option(
        Flag(), "Lines for name and date at the top.", default=False, used_by=(*_PAGES, "docx")
    )
    direction_line: bool = option(
        Flag(),
        "Arrows that show the directions of the words.",
        default=True,
        used_by=(*_PAGES, "docx"),
    )
    solutions: int | None = option(
        _Solutions(),
        "Solutions per page: 1 with a list of positions, 4 or 6 (1; 4 in books).",
        used_by=("pdf",),
    )
    answer_slips: bool = option(
        Flag(),
        "The answers in four parts of a page to cut out, or six (`solutions`); of one puzzle, all "
        "are the same.",
        default=False,
        used_by=("pdf",),
    )
    mini_key: bool = option(
        Flag(), "A small upside-down key at the foot of the page.", default=False, used_by=_PAGES
    )
    preset: Preset | None = option(
        Choice(get_args(Preset)),
        "The pages that a print service or a classroom takes; other options override it.",
        used_by=(*_PAGES, "docx"),
    )
    bleed: float = option(
        _Length(20.0), "Bleed around the page: 3mm, 0.125in.", default=0.0, used_by=_PAGES
    )
    trim_marks: bool = option(
        Flag(), "Trim marks outside the bleed.", default=False, flag="marks", used_by=_PAGES
    )
    gutter: float = option(
        _Length(40.0),
        "Extra inner margin of left and right pages in a bound book: 10mm.",
        default=0.0,
        used_by=_PAGES,
    )
    dpi: int = option(
        Whole(36, 1200, unit="dots per inch"),
        "Dots per inch of PNG.",
        default=144,
        used_by=("png",),
    )
    fonts: tuple[str, ...] = option(
        _Fonts(),
        "TrueType or OpenType fonts to try first.",
        default=(),
        flag="font",
        cli_help="A TrueType or OpenType font to try first; repeatable.",
        surfaces=("cli", "toml"),
        used_by=_PAGES,
    )

    @classmethod
    def of(cls, **values: Any) -> Self:
        """Make options from keyword arguments, which override those of a preset."""
        preset = values.get("preset")
        given = {name: value for name, value in values.items() if value is not None}
        usual = PRESETS.get(preset, {}) if isinstance(preset, str) else {}
        return super(PageOptions, cls).of(**{**usual, **given})

    def __post_init__(self) -> None:
        Options.__post_init__(self)
        if self.large_print_size is not None:
            object.__setattr__(self, "large_print", True)
        places = self.solutions is not None or self.answer_slips
        if self.with_key is False and (self.mini_key or places):
            what = "a mini key prints" if self.mini_key else "solutions places"
            raise InputError(
                f"{what} the answers, and with_key=False (--no-key) leaves them out; choose one"
            )
        if self.mini_key and self.large_print:
            raise InputError(
                "a mini key has small letters, and large print has none; leave mini_key out: the "
                "answers have a page of their own"
            )
        if self.answer_slips and self.solutions == 1:
            raise InputError("answer_slips divides a page, and solutions=1 does not; give 4 or 6")
        if self.with_key is False and self.key_only:
            raise InputError(
                "key_only (--key-only) and with_key=False (--no-key) leave nothing; choose one"
            )

    def answers_on_page(self, usual: int) -> int:
        """Return how many answers a page has, in a document that usually has this number."""
        return self.solutions or (_SLIPS if self.answer_slips else 1 if self.large_print else usual)

    @property
    def has_boxes(self) -> bool:
        """Is a check box before each entry of the list?"""
        return self.list_marks == "boxes"

    @property
    def has_numbers(self) -> bool:
        """Is a number before each entry of the list? Only numbers join clues to the key."""
        return self.list_marks == "numbers" or is_numbered(self.list_as)

    @property
    def least_letter(self) -> float:
        """The least size of letters in large print, in points; 0 in normal print."""
        return (self.large_print_size or LARGE_PRINT) if self.large_print else 0.0

    @property
    def least_margin(self) -> float:
        """The least margin that the print service of the preset takes, in points."""
        return {"kdp": 0.375 * 72, "lulu": 0.5 * 72}.get(self.preset or "", 26.0)

    def gutter_for(self, pages: int) -> float:
        """Return the extra inner margin in mm that the preset has for a number of pages.

        KDP's inner margins by page count; Lulu advises a gutter of 0.2 to 0.3 inches.
        """
        if self.gutter or self.preset not in ("kdp", "lulu"):
            return self.gutter
        if self.preset == "lulu":
            return 0.25 * 25.4
        inner = next((inch for most, inch in _KDP_MARGINS if pages <= most), _KDP_MARGINS[-1][1])
        return max(1.0, (inner - self.least_margin / 72) * 25.4)

    @property
    def bleed_points(self) -> float:
        """The bleed in points."""
        return self.bleed * POINTS_PER_MM

    @property
    def gutter_points(self) -> float:
        """The gutter in points."""
        return self.gutter * POINTS_PER_MM
