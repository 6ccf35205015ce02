"""Options, each declared once: a field of a frozen dataclass with its kind, meaning and group.

The command line, TOML files, HTTP requests, forms and the reference in the docs are derived from
the fields. A kind checks a value of Python, reads one from text, and knows its type in JSON.

>>> from lexigrid import InputError
>>> @dataclass(frozen=True, slots=True)
... class Shelf(Options):
...     boards: int = option(Whole(1, 9), "The number of boards.", default=3)
>>> Shelf.of(boards=4).boards, options_of(Shelf)["boards"].help
(4, 'The number of boards.')
>>> Shelf.of(baords=4)
Traceback (most recent call last):
lexigrid.errors.InputError: an option is 'baords', expected one of boards; did you mean 'boards'?
"""

from __future__ import annotations

import inspect
import math
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import Any, Literal, Self, TypeVar

from ..errors import InputError
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

Function = TypeVar("Function", bound=Callable[..., Any])
Surface = Literal["cli", "toml", "http"]

#: The longest time on the command line, in seconds.
MAX_SECONDS = 1e9
#: Where options are offered besides Python.
SURFACES: tuple[Surface, ...] = ("cli", "toml", "http")


class Kind:
    """The kind of an option's value: any text."""

    metavar = "TEXT"
    #: The type in JSON and in forms.
    json: Any = str
    #: Is it given several times on the command line?
    repeats = False

    def check(self, value: Any, name: str) -> Any:
        """Return a value of Python in the form that options keep, which is checked unchanged.

        Raises:
            InputError: the value cannot be used; the message begins with the name.
        """
        text = check_type(value, name, str, "text")
        if not text.isascii() and any("\ud800" <= character <= "\udfff" for character in text):
            raise InputError(
                f"{name} has half a surrogate pair, which is not a character: {text!r}"
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

    def check(self, value: Any, name: str) -> bool:
        """Return a bool."""
        return check_flag(value, name)

    def describe(self) -> str:
        """Return the values that are accepted, for tables."""
        return "true or false"


@dataclass(frozen=True)
class Whole(Kind):
    """A whole number within bounds."""

    least: int
    most: int
    metavar: str = "N"
    unit: str = "a whole number"
    json = int

    def check(self, value: Any, name: str) -> int:
        """Return an int."""
        return (
            int(check_number(value, name, self.least, self.most, self.unit))
            if self.unit != "a whole number"
            else check_int(value, name, self.least, self.most)
        )

    def parse(self, text: str) -> int:
        """Read digits."""
        number = int(text) if re.fullmatch("[0-9]{1,18}", text.strip()) else -1
        if not self.least <= number <= self.most:
            raise InputError(f"{text!r} is not a whole number from {self.least} to {self.most}")
        return number

    def describe(self) -> str:
        """Return the values that are accepted, for tables."""
        return f"{self.least} to {self.most}"


@dataclass(frozen=True)
class Number(Kind):
    """A number within bounds."""

    least: float
    most: float
    metavar: str = "N"
    json = float

    def check(self, value: Any, name: str) -> float:
        """Return a float."""
        return check_number(value, name, self.least, self.most)

    def parse(self, text: str) -> float:
        """Read a decimal number."""
        matches = re.fullmatch(r"\s*[0-9]{1,9}([.][0-9]*)?\s*", text)
        if not matches or not self.least <= float(text) <= self.most:
            raise InputError(f"{text!r} is not a number from {self.least:g} to {self.most:g}")
        return float(text)

    def describe(self) -> str:
        """Return the values that are accepted, for tables."""
        return f"{self.least:g} to {self.most:g}"


@dataclass(frozen=True)
class Choice(Kind):
    """One of some names."""

    names: Sequence[str]
    any_case: bool = False
    """Does the command line ignore case?"""

    def check(self, value: Any, name: str) -> str:
        """Return one of the names."""
        return check_choice(value, name, self.names)

    @property
    def json(self) -> Any:
        """The type in JSON and in forms."""
        return Literal[tuple(self.names)]

    def describe(self) -> str:
        """Return the values that are accepted, for tables."""
        return ", ".join(self.names)


class Seconds(Kind):
    """A number of seconds."""

    metavar = "SECONDS"
    json = float

    def check(self, value: Any, name: str) -> float:
        """Return a float."""
        return check_number(value, name, unit="seconds")

    def parse(self, text: str) -> float:
        """Read a decimal number."""
        try:
            seconds = float(text)
        except ValueError:
            seconds = math.nan
        if not 0 <= seconds <= MAX_SECONDS:
            raise InputError(f"{text!r} is not a number of seconds such as 0.5 or 10")
        return seconds

    def describe(self) -> str:
        """Return the values that are accepted, for tables."""
        return "seconds"


@dataclass(frozen=True)
class OrNone(Kind):
    """What a kind accepts, or None, which has a meaning of its own."""

    kind: Kind

    def __post_init__(self) -> None:
        object.__setattr__(self, "metavar", self.kind.metavar)
        object.__setattr__(self, "json", self.kind.json | None)

    def check(self, value: Any, name: str) -> Any:
        """Return None, or what the kind returns."""
        return None if value is None else self.kind.check(value, name)

    def parse(self, text: str) -> Any:
        """Read a value of the kind."""
        return self.kind.parse(text)

    def describe(self) -> str:
        """Return the values that are accepted, for tables."""
        return f"{self.kind.describe()}, or None"


@dataclass(frozen=True)
class Words(Kind):
    """Several words or names."""

    metavar: str = "WORD"
    json = list[str]
    repeats = True

    def check(self, value: Any, name: str) -> tuple[str, ...]:
        """Return a tuple."""
        return check_words(value, name)

    def describe(self) -> str:
        """Return the values that are accepted, for tables."""
        return "words"


@dataclass(frozen=True)
class Checked(Kind):
    """What a function accepts, which is called with a value and the name of the option."""

    function: Callable[[Any, str], Any]
    accepts: str
    metavar: str = "TEXT"
    json: Any = str

    def check(self, value: Any, name: str) -> Any:
        """Return what the function returns."""
        return self.function(value, name)

    def describe(self) -> str:
        """Return the values that are accepted, for tables."""
        return self.accepts


@dataclass(frozen=True)
class Text(Kind):
    """Any text."""

    metavar: str = "TEXT"


class Shaped(Kind):
    """Rows and columns."""

    metavar = "RxC"
    json = tuple[int, int]

    def check(self, value: Any, name: str) -> tuple[int, int]:
        """Return a pair."""
        return check_shape(value, name)

    def parse(self, text: str) -> tuple[int, int]:
        """Read ROWSxCOLUMNS."""
        return parse_shape(text)

    def describe(self) -> str:
        """Return the values that are accepted, for tables."""
        return "rows and columns"


@dataclass(frozen=True)
class Size(Kind):
    """Rows and columns, or one number for a square."""

    most: int
    metavar: str = "RxC|N"
    json = int | tuple[int, int]

    def check(self, value: Any, name: str) -> tuple[int, int]:
        """Return a pair; text is read as by `parse`."""
        value = self.parse(value) if isinstance(value, str) else value
        try:
            rows, columns = (value, value) if is_int(value) else value
        except (TypeError, ValueError):
            raise InputError(
                f"{name} is {value!r}, expected (rows, columns) or one number"
            ) from None
        return (
            check_int(rows, "the number of rows", 1, self.most),
            check_int(columns, "the number of columns", 1, self.most),
        )

    def parse(self, text: str) -> tuple[int, int]:
        """Read ROWSxCOLUMNS, or one number."""
        return parse_size(text)

    def describe(self) -> str:
        """Return the values that are accepted, for tables."""
        return f"rows and columns, or one number, 1 to {self.most}"


def parse_shape(text: str) -> tuple[int, int]:
    """Read ROWSxCOLUMNS.

    >>> parse_shape("3x4")
    (3, 4)

    Raises:
        InputError: the text has another form.
    """
    match = re.fullmatch(r"([0-9]{1,10})[xX×]([0-9]{1,10})", text.strip())
    shape = (int(match[1]), int(match[2])) if match else (0, 0)
    if 0 in shape:
        raise InputError(
            f"{text!r} is not a size, expected ROWSxCOLUMNS such as 3x4, both at least 1"
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


@dataclass(frozen=True, slots=True)
class Option:
    """What is declared about one option; `name` is that of its field."""

    kind: Kind
    help: str
    """One sentence."""
    name: str = ""
    default: Any = None
    group: str = ""
    """The heading under which `--help` and the docs list it."""
    flag: str = ""
    """Its name on the command line, if not that of the field."""
    negative: str = ""
    """The name that sets a flag to False, if not --no-flag."""
    metavar: str = ""
    """What `--help` shows as its value, if not what its kind shows."""
    cli_help: str = ""
    """The sentence of `--help` where the command line accepts more than Python does."""
    completes: str = ""
    """What the shell completes: the names of masks, themes ..., or files."""
    surfaces: tuple[Surface, ...] = SURFACES
    """Where it is offered besides Python."""
    used_by: tuple[str, ...] = ()
    """The formats of files or the tasks that use it; () if all do."""
    code: int | tuple[int, ...] | None = None
    """Its number, or those of its parts, in a share code."""
    accepts_none: bool = False
    """Does None mean the default, if that is another value?"""

    @property
    def is_optional(self) -> bool:
        """May the value be None?"""
        return self.accepts_none or self.default is None

    @property
    def flags(self) -> str:
        """Its name on the command line."""
        return f"--{self.flag or self.name.replace('_', '-')}"


def option(kind: Kind, help: str, *, default: Any = None, **facts: Any) -> Any:
    """Return a field for an option; `facts` are further fields of `Option`."""
    own = Option(kind, help, default=default, **facts)
    return field(default=default, metadata={"option": own})


class Options:
    """Base class of option dataclasses, which check every field."""

    __slots__ = ()

    def __post_init__(self) -> None:
        for name, own in options_of(type(self)).items():
            value = getattr(self, name)
            if value is None and own.is_optional:
                object.__setattr__(self, name, own.default)
            elif value is not own.default:
                object.__setattr__(self, name, own.kind.check(value, name))

    @classmethod
    def checked(cls, **values: Any) -> dict[str, Any]:
        """Return the values that are not None, checked like fields.

        Raises:
            InputError: an unknown name, or a value that cannot be used.
        """
        known = options_of(cls)
        for name in values:
            check_choice(name, "an option", known)
        given = {name: value for name, value in values.items() if value is not None}
        return {name: known[name].kind.check(value, name) for name, value in given.items()}

    @classmethod
    def of(cls, **values: Any) -> Self:
        """Make options from keyword arguments.

        Raises:
            InputError: an unknown name, or a value that cannot be used.
        """
        for name in values:
            check_choice(name, "an option", options_of(cls))
        return cls(**values)


#: The options of each class, collected when they are first needed.
_KNOWN: dict[type, dict[str, Option]] = {}


def options_of(options: type, surface: Surface | None = None) -> Mapping[str, Option]:
    """Return the declared options of a class by name: all, or those offered on a surface."""
    if options not in _KNOWN:
        _KNOWN[options] = {
            each.name: replace(each.metadata["option"], name=each.name)
            for each in fields(options)
            if "option" in each.metadata
        }
    known = _KNOWN[options]
    return {name: own for name, own in known.items() if surface is None or surface in own.surfaces}


def describe_options(options: type) -> Callable[[Function], Function]:
    """Return a decorator that lists options under `Args:` in the docstring of a function."""

    def decorate(function: Function) -> Function:
        text = inspect.cleandoc(function.__doc__ or "")
        known = options_of(options).items()
        listed = "".join(f"    {name}: {own.help}\n" for name, own in known if own.help)
        function.__doc__ = text.replace("Args:\n", f"Args:\n{listed}", 1)
        return function

    return decorate
