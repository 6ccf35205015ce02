"""Kinds of option values: each checks a value, reads one from text, and knows its type in JSON."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence
from typing import Any, Literal

from ..errors import InputError
from .plain_text import shorten
from .validation import (
    check_choice,
    check_flag,
    check_int,
    check_number,
    check_shape,
    check_type,
    check_words,
    is_int,
)

#: The longest time on the command line, in seconds.
MAX_SECONDS = 1e9


class Kind:
    """The kind of an option's value: any text."""

    metavar = "TEXT"
    #: The type in JSON and in forms.
    json: Any = str
    #: Is it given several times on the command line?
    repeats = False

    def __init__(self, metavar: str = "") -> None:
        self.metavar = metavar or self.metavar

    def check(self, value: Any, name: str) -> Any:
        """Return a value of Python in the form that options keep, which is checked unchanged.

        Raises:
            InputError: the value cannot be used; the message begins with the name.
        """
        text = check_type(value, name, str, "text")
        if not text.isascii() and any("\ud800" <= character <= "\udfff" for character in text):
            raise InputError(
                f"{name} has half a surrogate pair, which is not a character: {shorten(text)}"
            )
        return text

    def parse(self, text: str) -> Any:
        """Read a value from text, as on the command line.

        Raises:
            InputError: the text is no such value; the message does not name the option.
        """
        return text

    def parse_all(self, texts: Sequence[str], flag: str) -> Any:
        """Read a value from the texts of an option that was given several times.

        Raises:
            InputError: a text is unusable; the message begins with the flag.
        """
        return tuple(texts)

    def describe(self) -> str:
        """Return the values that are accepted, for tables."""
        return "text"


class Flag(Kind):
    """True or False."""

    json = bool

    def check(self, value: Any, name: str) -> Any:
        return check_flag(value, name)

    def describe(self) -> str:
        return "true or false"


class Whole(Kind):
    """A whole number within bounds."""

    json = int

    def __init__(
        self, least: int, most: int, metavar: str = "N", unit: str = "a whole number"
    ) -> None:
        self.least, self.most, self.metavar, self.unit = least, most, metavar, unit

    def check(self, value: Any, name: str) -> int:
        return (
            int(check_number(value, name, self.least, self.most, self.unit))
            if self.unit != "a whole number"
            else check_int(value, name, self.least, self.most)
        )

    def parse(self, text: str) -> int:
        number = int(text) if re.fullmatch("[0-9]{1,18}", text.strip()) else -1
        if not self.least <= number <= self.most:
            raise InputError(
                f"{shorten(text)} is not a whole number from {self.least} to {self.most}"
            )
        return number

    def describe(self) -> str:
        return f"{self.least} to {self.most}"


class Count(Kind):
    """How many there may be: a whole number of any size; on the command line from 1 to `most`."""

    metavar = "N"
    json = int

    def __init__(self, least: int = 0, most: int = 2**31 - 1) -> None:
        self.least, self.most = least, most

    def check(self, value: Any, name: str) -> int:
        return check_int(value, name, self.least)

    def parse(self, text: str) -> int:
        return Whole(1, self.most).parse(text)

    def describe(self) -> str:
        return f"{self.least} or more"


class Number(Kind):
    """A number within bounds."""

    json = float

    def __init__(self, least: float, most: float, metavar: str = "N") -> None:
        self.least, self.most, self.metavar = least, most, metavar

    def check(self, value: Any, name: str) -> float:
        return check_number(value, name, self.least, self.most)

    def parse(self, text: str) -> float:
        matches = re.fullmatch(r"\s*[0-9]{1,9}([.][0-9]*)?\s*", text)
        if not matches or not self.least <= float(text) <= self.most:
            raise InputError(
                f"{shorten(text)} is not a number from {self.least:g} to {self.most:g}"
            )
        return float(text)

    def describe(self) -> str:
        return f"{self.least:g} to {self.most:g}"


class Choice(Kind):
    """One of some names; with `any_case`, the command line ignores case."""

    def __init__(self, names: Sequence[str], any_case: bool = False) -> None:
        self.names, self.any_case = names, any_case

    def check(self, value: Any, name: str) -> str:
        return check_choice(value, name, self.names)

    @property
    def json(self) -> Any:
        """The type in JSON and in forms."""
        return Literal[tuple(self.names)]

    def describe(self) -> str:
        return ", ".join(self.names)


class Seconds(Kind):
    """A number of seconds."""

    metavar = "SECONDS"
    json = float

    def check(self, value: Any, name: str) -> float:
        return check_number(value, name, unit="seconds")

    def parse(self, text: str) -> float:
        try:
            seconds = float(text)
        except ValueError:
            seconds = math.nan
        if not 0 <= seconds <= MAX_SECONDS:
            raise InputError(f"{shorten(text)} is not a number of seconds such as 0.5 or 10")
        return seconds

    def describe(self) -> str:
        return "seconds"


class OrNone(Kind):
    """What a kind accepts, or None, which has a meaning of its own."""

    def __init__(self, kind: Kind) -> None:
        self.kind, self.metavar, self.json = kind, kind.metavar, kind.json | None

    def check(self, value: Any, name: str) -> Any:
        return None if value is None else self.kind.check(value, name)

    def parse(self, text: str) -> Any:
        return self.kind.parse(text)

    def describe(self) -> str:
        return f"{self.kind.describe()}, or None"


class Words(Kind):
    """Several words or names."""

    metavar = "WORD"
    json = list[str]
    repeats = True

    def check(self, value: Any, name: str) -> tuple[str, ...]:
        return check_words(value, name)

    def describe(self) -> str:
        return "words"


class Checked(Kind):
    """What a function accepts, which is called with a value and the name of the option."""

    def __init__(
        self,
        function: Callable[[Any, str], Any],
        accepts: str,
        metavar: str = "TEXT",
        json: Any = str,
    ) -> None:
        self.function, self.accepts, self.metavar, self.json = function, accepts, metavar, json

    def check(self, value: Any, name: str) -> Any:
        return self.function(value, name)

    def describe(self) -> str:
        return self.accepts


class Text(Kind):
    """Any text."""


class Shaped(Kind):
    """Rows and columns."""

    metavar = "RxC"
    json = tuple[int, int]

    def check(self, value: Any, name: str) -> tuple[int, int]:
        return check_shape(value, name)

    def parse(self, text: str) -> tuple[int, int]:
        return parse_shape(text)

    def describe(self) -> str:
        return "rows and columns"


class Size(Kind):
    """Rows and columns, or one number for a square."""

    metavar = "RxC|N"
    json = int | tuple[int, int]

    def __init__(self, most: int) -> None:
        self.most = most

    def check(self, value: Any, name: str) -> tuple[int, int]:
        value = self.parse(value) if isinstance(value, str) else value
        try:
            rows, columns = (value, value) if is_int(value) else value
        except (TypeError, ValueError):
            raise InputError(
                f"{name} is {shorten(value)}, expected (rows, columns) or one number"
            ) from None
        return (
            check_int(rows, "the number of rows", 1, self.most),
            check_int(columns, "the number of columns", 1, self.most),
        )

    def parse(self, text: str) -> tuple[int, int]:
        return parse_size(text)

    def describe(self) -> str:
        return f"rows and columns, or one number, 1 to {self.most}"


def parse_shape(text: str) -> tuple[int, int]:
    """Read ROWSxCOLUMNS.

    >>> parse_shape("3x4")
    (3, 4)

    Raises:
        InputError: the text has another form.
    """
    match = re.fullmatch(r"([0-9]{1,10})\s*[xX×*]\s*([0-9]{1,10})", text.strip())
    shape = (int(match[1]), int(match[2])) if match else (0, 0)
    if 0 in shape:
        raise InputError(
            f"{shorten(text)} is not a size, expected ROWSxCOLUMNS such as 3x4, both at least 1"
        )
    return shape


def parse_size(text: str) -> tuple[int, int]:
    """Read ROWSxCOLUMNS, or one number for a square.

    >>> parse_size("5")
    (5, 5)

    Raises:
        InputError: the text has another form.
    """
    number = text.strip()
    return parse_shape(f"{number}x{number}" if number.isdecimal() else number)
