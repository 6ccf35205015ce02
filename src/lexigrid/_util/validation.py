"""Checks of option values: each returns the value, or raises an error that says what to do."""

from __future__ import annotations

import functools
import operator
import sys
from collections.abc import Iterable, Mapping
from typing import Any, TypeVar

from ..errors import GridError, InputError
from .plain_text import shorten

Kind = TypeVar("Kind")

#: The most threads of a search; more would only wait.
MAX_THREADS = 1024
#: The longest deadline in seconds; no search takes as long.
_ENDLESS = 1e9
#: No limit, in the form that the native core takes.
NO_LIMIT = 2**64 - 1
#: No deadline, in the form that the native core takes.
NO_DEADLINE = -1.0

#: Words that people use for the names of options and values.
_SYNONYMS = {
    "lexicon": ("words",),
    "words": ("lexicon",),
    "dictionary": ("lexicon", "words"),
    "points": ("score", "scoring"),
    "alphabetical": ("alpha",),
    "boggle": ("en-new-4x4",),
}
#: Far more characters than a misspelled name has.
_LONGEST_NAME = 1000


def is_int(value: object) -> bool:
    """Is it a whole number (also of NumPy), and not a bool?"""
    if type(value) is int:
        return True
    try:
        operator.index(value)  # type: ignore[arg-type]
    except TypeError:
        return False
    return not isinstance(value, bool)


def check_flag(value: Any, name: str) -> bool:
    """Return a flag, False for None; refuse text such as "false", which would be true.

    >>> check_flag("false", "wrap")
    Traceback (most recent call last):
    lexigrid.errors.InputError: wrap is 'false', expected True or False

    Raises:
        InputError: it is none of them.
    """
    try:
        if value is None or (not isinstance(value, str) and value in (False, True)):
            return bool(value)
    except ValueError:  # an array
        pass
    raise InputError(f"{name} is {shorten(value)}, expected True or False")


def check_type(value: Any, name: str, kind: type[Kind] | tuple[type, ...], expected: str) -> Kind:
    """Return a value that has a type; otherwise the message says what was `expected`.

    >>> check_type(None, "the word", str, "text")
    Traceback (most recent call last):
    lexigrid.errors.InputError: the word is None, expected text

    Raises:
        InputError: it has another type.
    """
    if isinstance(value, kind):
        return value  # type: ignore[return-value]
    raise InputError(f"{name} is {shorten(value)}, expected {expected}")


def check_words(value: Any, name: str) -> tuple[str, ...]:
    """Return several words as a tuple.

    >>> check_words("oat", "avoid")
    Traceback (most recent call last):
    lexigrid.errors.InputError: avoid is 'oat', expected several words, such as ['oat']

    Raises:
        InputError: it is a single string, or anything but words.
    """
    if isinstance(value, Iterable) and not isinstance(value, str | bytes):
        words = tuple(value)
        if all(isinstance(word, str) for word in words):
            return words
    example = [value if isinstance(value, str) else "oat"]
    raise InputError(f"{name} is {shorten(value)}, expected several words, such as {example}")


def check_int(value: Any, name: str, least: int = 0, most: int | None = None) -> int:
    """Return a whole number within bounds.

    >>> check_int(3, "rounds", 1)
    3

    Raises:
        InputError: it is not a whole number, or out of bounds.
    """
    if is_int(value) and value >= least and (most is None or value <= most):
        return int(value)
    bounds = f"from {least}" if most is None else f"from {least} to {most}"
    raise InputError(f"{name} is {shorten(value)}, expected a whole number {bounds}")


def check_number(
    value: Any, name: str, least: float = 0, most: float | None = None, unit: str = "a number"
) -> float:
    """Return a number within bounds as a float.

    Raises:
        InputError: it is not a number, or out of bounds.
    """
    number = value if is_int(value) or isinstance(value, float) else _as_float(value)
    if number is not None and number >= least and (most is None or number <= most):
        return float(min(number, sys.float_info.max))
    bounds = f"from {least}" if most is None else f"from {least} to {most}"
    raise InputError(f"{name} is {shorten(value)}, expected {unit} {bounds}")


def _as_float(value: Any) -> float | None:
    """Return a number of another type, such as NumPy's, as a float; None if it is not a number."""
    if isinstance(value, bool) or not hasattr(type(value), "__float__"):
        return None
    try:
        return float(value)
    except (TypeError, ValueError):
        return None


def check_choice(value: Any, name: str, choices: Iterable[str], otherwise: str = "") -> str:
    """Return a string that is one of the choices; `otherwise` names other accepted values.

    >>> check_choice("alpah", "sort", ("grid", "alpha"))
    Traceback (most recent call last):
    lexigrid.errors.InputError: sort is 'alpah', expected one of grid, alpha; did you mean 'alpha'?

    Raises:
        InputError: it is none of them; the message lists them and suggests the closest.
    """
    known = tuple(choices)
    if isinstance(value, str) and value in known:
        return value
    expected = f"{', '.join(known)}{otherwise}"
    raise InputError(
        f"{name} is {shorten(value)}, expected one of {expected}{did_you_mean(value, known)}"
    )


def check_exclusive(options: Mapping[str, object]) -> None:
    """Check that at most one of several options is given; None, False and () mean not given.

    >>> check_exclusive({"--daily": True, "--share": None, "--resume": True})
    Traceback (most recent call last):
    lexigrid.errors.InputError: --daily and --resume cannot be combined; give one of them

    Raises:
        InputError: several are given.
    """
    given = [n for n, value in options.items() if not any(value is e for e in (None, False, ()))]
    if len(given) > 1:
        names = f"{', '.join(given[:-1])} and {given[-1]}"
        raise InputError(f"{names} cannot be combined; give one of them")


def did_you_mean(value: object, known: Iterable[str]) -> str:
    """Return the end of an error message that suggests the closest known name, or "".

    >>> did_you_mean("scroe", ("grid", "score"))
    "; did you mean 'score'?"
    """
    if not isinstance(value, str) or len(value) > _LONGEST_NAME:
        return ""
    import difflib

    names = {name.lower(): name for name in known}
    given = value.lower().strip("-")
    close = difflib.get_close_matches(value.lower(), names, 1)
    for synonym in difflib.get_close_matches(given, _SYNONYMS, 1, 0.9):
        close = [name for name in _SYNONYMS[synonym] if name in names] or close
    close = close or [name for name in names if len(given) > 2 and given in name]
    return f"; did you mean {names[close[0]]!r}?" if close else ""


def check_shape(value: Any, name: str) -> tuple[int, int]:
    """Return a pair of rows and columns.

    Raises:
        InputError: it is not two whole numbers.
        GridError: one of them is less than 1.
    """
    try:
        rows, columns = map(operator.index, value)
    except (TypeError, ValueError) as error:
        raise InputError(f"{name} is {shorten(value)}, expected (rows, columns)") from error
    if rows < 1 or columns < 1:
        raise GridError(f"{name} is {rows}x{columns}, expected at least 1x1")
    return rows, columns


def optional_shape(size: Any) -> tuple[int, int] | None:
    """Return the size given by a caller, checked by `check_shape`, or None if none is given."""
    return None if size is None else check_shape(size, "size")


def check_limit(limit: Any) -> int:
    """Return a limit as the native core takes it; None is NO_LIMIT."""
    return NO_LIMIT if limit is None else min(check_int(limit, "limit"), NO_LIMIT)


def check_deadline(deadline: Any) -> float:
    """Return a deadline in seconds as the native core takes it; None is NO_DEADLINE."""
    if deadline is None:
        return NO_DEADLINE
    return min(check_number(deadline, "deadline", unit="seconds"), _ENDLESS)


def check_threads(threads: Any) -> int:
    """Return a number of threads; None means one per core that this process may use."""
    return (
        available_cores() if threads is None else min(check_int(threads, "threads", 1), MAX_THREADS)
    )


@functools.cache
def available_cores() -> int:
    """Return the number of cores that this process may use."""
    import os

    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
