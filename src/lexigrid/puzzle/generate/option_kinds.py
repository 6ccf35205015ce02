"""The kinds of values that the options of a puzzle have."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from functools import reduce
from typing import Any, Literal, get_args

from ..._util.io import no_file
from ..._util.kinds import Checked, Kind
from ..._util.plain_text import is_file_name, shorten
from ..._util.rng import seed_number
from ..._util.validation import check_number, check_type, did_you_mean, is_int
from ...alphabet import Alphabet
from ...errors import InputError
from ...geometry import Direction, parse_directions
from ...search.line_options import DirectionName
from ...strings import check_language
from .masks import Mask

LevelName = Literal["easy", "medium", "hard", "expert"]

#: Directions of each level for words read from left to right; mirrored for the others.
LEVELS: dict[int, tuple[Direction, ...]] = {
    1: (Direction.E, Direction.S),
    2: (Direction.NE, Direction.E, Direction.SE, Direction.S),
    3: tuple(Direction),
    4: tuple(d for d in Direction if d not in (Direction.E, Direction.S)),
}
LEVEL_NAMES: tuple[LevelName, ...] = get_args(LevelName)


class WordDirections(Kind):
    """Directions of single words; pairs are kept."""

    metavar = "WORD=N,E"
    json = dict[str, list[DirectionName] | str]
    repeats = True

    def check(self, value: Any, name: str) -> tuple[tuple[str, tuple[Direction, ...]], ...]:
        if isinstance(value, tuple):
            value = dict(value)
        check_type(value, name, Mapping, "such as {'oat': 'N,E'}")
        return tuple((word, parse_directions(own)) for word, own in value.items())

    def parse_all(self, texts: Sequence[str], flag: str) -> dict[str, str]:
        directions: dict[str, str] = {}
        for text in texts:
            word, equals, names = text.rpartition("=")
            if not equals or not word.strip():
                raise InputError(f"{flag} is {shorten(text)}, expected WORD=N,E such as oat=N,E")
            directions[word.strip()] = names
        return directions

    def describe(self) -> str:
        return "directions by word"


class MaskText(Kind):
    """A mask; its text is kept."""

    metavar = "NAME|FILE"
    repeats = True

    def check(self, value: Any, name: str) -> str:
        check_type(value, "the mask", (Mask, str), "a shape such as 'heart', or a Mask")
        return (value if isinstance(value, Mask) else Mask.parse(value)).text

    def parse_all(self, texts: Sequence[str], flag: str) -> Mask:
        return reduce(Mask.joined, map(_find_mask, texts))

    def describe(self) -> str:
        return "a shape such as heart, ~circle or star+ring"


def _find_mask(text: str) -> Mask:
    """Read a mask from the file of that name, or else as shapes."""
    if os.path.exists(text) and not os.path.isdir(text):
        return Mask.read(text)
    if is_file_name(text) or os.path.splitext(text)[1][1:].isalpha():
        raise no_file(text, "the mask ")
    return Mask.parse(text)


def _level(value: Any, name: str) -> int:
    number = value
    if isinstance(value, str):
        names: dict[str, int] = dict(zip(LEVEL_NAMES, LEVELS, strict=True))
        number = int(value) if value.isascii() and value.isdigit() else names.get(value)
    if not is_int(number) or number not in LEVELS:
        known = ", ".join(f"{n} ({name})" for n, name in zip(LEVELS, LEVEL_NAMES, strict=True))
        raise InputError(
            f"{name} is {shorten(value)}, expected one of {known}{did_you_mean(value, LEVEL_NAMES)}"
        )
    return int(number)


def _filler(value: Any, name: str) -> str:
    if not isinstance(value, str) or not value.strip():
        raise InputError(
            f"{name} is {shorten(value)}, expected language, uniform, words, blank or letters"
        )
    return value


SEED = Checked(lambda value, _: seed_number(value), "0 to 2**64 - 1, or text", "S", int | str)
LEVEL = Checked(_level, "1 to 4, or easy, medium, hard, expert", "N", int | LevelName)
FILLER = Checked(_filler, "language, uniform, words, blank, or letters", "HOW")
LETTERS = Checked(lambda value, _: Alphabet.of(value) or Alphabet(), "the name of an alphabet")
LANGUAGE = Checked(lambda value, _: check_language(value), "a code such as de")


class Share(Kind):
    """A share of the words, as a number from 0 to 1 or in percent."""

    metavar = "N%"
    json = float | str

    def check(self, value: Any, name: str) -> float:
        found = re.fullmatch(r"\s*([0-9]{1,3}) ?%\s*", value) if isinstance(value, str) else None
        number = int(found[1]) / 100 if found else value
        if isinstance(number, str | bool) or not isinstance(number, int | float):
            raise InputError(f"{name} is {shorten(value)}, expected a share such as 20%")
        return check_number(number, name, 0, 1, "a share such as 0.2 or 20%")

    def parse(self, text: str) -> Any:
        try:
            return self.check(text, "")
        except InputError:
            raise InputError(f"{shorten(text)} is not a share such as 20%") from None

    def describe(self) -> str:
        return "0 to 1, or a percentage such as 20%"


class Aim(Kind):
    """Three numbers between blanks, or no text."""

    def check(self, value: Any, name: str) -> str:
        if not isinstance(value, str) or not re.fullmatch(
            r"([0-9.]{1,6}( [0-9.]{1,6}){2})?", value
        ):
            raise InputError(f"{name} is {shorten(value)}, expected three numbers")
        return value
