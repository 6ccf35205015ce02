"""Options, each declared once: a field of a frozen dataclass with its kind, meaning and group.

The command line, TOML files, HTTP requests, forms and the reference in the docs are derived from
the fields.

>>> from dataclasses import dataclass
>>> from lexigrid._util.kinds import Whole
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
from collections.abc import Callable, Mapping
from dataclasses import field, fields
from typing import Any, Literal, NamedTuple, Self, TypeVar

from .kinds import Kind
from .validation import check_choice

Function = TypeVar("Function", bound=Callable[..., Any])
Surface = Literal["cli", "toml", "http"]

#: Where options are offered besides Python.
SURFACES: tuple[Surface, ...] = ("cli", "toml", "http")


class Option(NamedTuple):
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
    negative: str | None = ""
    """The name that sets a flag to False, if not --no-flag; None if there is no such flag."""
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
    is_last: bool = False
    """Does `--help` list it after the others?"""

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
            each.name: each.metadata["option"]._replace(name=each.name)
            for each in fields(options)
            if "option" in each.metadata
        }
    known = _KNOWN[options]
    if surface is None:
        return known
    return {name: own for name, own in known.items() if surface in own.surfaces}


def describe_options(options: type) -> Callable[[Function], Function]:
    """Return a decorator that lists options under `Args:` in the docstring of a function."""

    def decorate(function: Function) -> Function:
        text = inspect.cleandoc(function.__doc__ or "")
        known = options_of(options).items()
        listed = "".join(f"    {name}: {own.help}\n" for name, own in known if own.help)
        function.__doc__ = text.replace("Args:\n", f"Args:\n{listed}", 1)
        return function

    return decorate
