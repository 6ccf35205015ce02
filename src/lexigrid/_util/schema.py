"""Schemas for untrusted values: the type and range of every part, checked before it is used.

A schema is a function that returns the checked value, or raises Mismatch. Schemas are built from
other schemas, and `read` turns a mismatch into an error that names the place:

>>> from lexigrid import InputError
>>> place = sequence(integer(0, 9), integer(0, 9))
>>> read(record({"start": place}), {"start": [2, 10]}, "the key", InputError)
Traceback (most recent call last):
lexigrid.errors.InputError: the key: start[1] is 10, expected a whole number from 0 to 9
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from itertools import repeat
from typing import Any, TypeVar

from ..errors import LexigridError
from . import json_text
from .plain_text import shorten as shorten
from .validation import is_int

Value = TypeVar("Value")
Key = TypeVar("Key")
Schema = Callable[[Any], Value]

#: The largest number of a schema unless it names another: that of 64 bits with a sign.
MAX_INTEGER = 2**63 - 1


class Mismatch(Exception):  # noqa: N818 - never leaves `read`
    """A value that is not what a schema expects; `place` says where it is in the whole."""

    def __init__(self, value: object, expected: str, is_missing: bool = False) -> None:
        super().__init__()
        self.value, self.expected, self.is_missing = value, expected, is_missing
        self.place = ""

    def explain(self) -> str:
        """Return what is wrong with the value."""
        if self.is_missing:
            return f"has no {self.expected!r}"
        return f"is {shorten(self.value)}, expected {self.expected}"


def read(schema: Schema[Value], value: Any, name: str, error: type[LexigridError]) -> Value:
    """Return a value as its schema reads it; `name` is for the message.

    Raises:
        error: part of the value is not what the schema expects.
    """
    try:
        return schema(value)
    except Mismatch as found:
        place = f": {found.place.removeprefix('.')}" if found.place else ""
        raise error(f"{name}{place} {found.explain()}") from None


def parse_json(text: str | bytes, name: str, error: type[LexigridError]) -> Any:
    """Parse JSON text; `name` is for the message.

    Raises:
        error: it is not text, not JSON, nested too deeply, or an object has two values for a name.
    """
    if not isinstance(text, (str, bytes)):
        raise error(f"{name}{shorten(text)} is not JSON text; from_dict reads a dictionary")
    try:
        return json_text.parse(text)
    except (ValueError, RecursionError) as found:
        raise error(f"{name}not JSON: {found}") from found


def anything(value: Any) -> Any:
    """Expect anything: its reader has its own schema."""
    return value


def integer(least: int = 0, most: int = MAX_INTEGER) -> Schema[int]:
    """Expect a whole number within bounds."""

    def check(value: Any) -> int:
        if is_int(value) and least <= value <= most:
            return int(value)
        raise Mismatch(value, f"a whole number from {least} to {most}")

    return check


def number(least: float, most: float) -> Schema[float]:
    """Expect a number within bounds."""

    def check(value: Any) -> float:
        if (is_int(value) or isinstance(value, float)) and least <= value <= most:
            return float(value)
        raise Mismatch(value, f"a number from {least:g} to {most:g}")

    return check


def flag(value: Any) -> bool:
    """Expect true or false."""
    if not isinstance(value, bool):
        raise Mismatch(value, "true or false")
    return value


def text(value: Any) -> str:
    """Expect text without lone surrogates, which are not characters."""
    if isinstance(value, str):
        try:
            if not value.isascii():
                value.encode()
        except UnicodeEncodeError:
            raise Mismatch(value, "text without half a surrogate pair") from None
        return value
    raise Mismatch(value, "text")


def choice(*known: str) -> Schema[str]:
    """Expect one of some texts."""

    def check(value: Any) -> str:
        if isinstance(value, str) and value in known:
            return value
        raise Mismatch(value, f"one of {', '.join(known)}")

    return check


def optional(schema: Schema[Value]) -> Schema[Value | None]:
    """Expect null, or what the schema expects."""
    return lambda value: None if value is None else schema(value)


def either(*schemas: Schema[Any]) -> Schema[Any]:
    """Expect what any of the schemas expects; the last one explains a mismatch."""
    *others, last = schemas

    def check(value: Any) -> Any:
        for schema in others:
            try:
                return schema(value)
            except Mismatch:
                continue
        return last(value)

    return check


def list_of(schema: Schema[Value], least: int = 0, most: int = MAX_INTEGER) -> Schema[list[Value]]:
    """Expect a list of `least` to `most` members."""

    def check(value: Any) -> list[Value]:
        if not isinstance(value, list | tuple):
            raise Mismatch(value, "a list")
        if not least <= len(value) <= most:
            is_long = len(value) > most
            raise Mismatch(value, f"a list of at most {most}" if is_long else "a longer list")
        return _read_each(repeat(schema), value)

    return check


def sequence(*schemas: Schema[Any]) -> Schema[list[Any]]:
    """Expect a list with one member per schema."""

    def check(value: Any) -> list[Any]:
        if not isinstance(value, list | tuple) or len(value) != len(schemas):
            raise Mismatch(value, f"a list of {len(schemas)}")
        return _read_each(schemas, value)

    return check


def _read_each(schemas: Iterable[Schema[Value]], values: Iterable[Any]) -> list[Value]:
    members: list[Value] = []
    try:
        for schema, value in zip(schemas, values, strict=False):
            members.append(schema(value))
    except Mismatch as found:
        found.place = f"[{len(members)}]{found.place}"
        raise
    return members


def record(
    required: Mapping[str, Schema[Any]], given: Mapping[str, Schema[Any]] | None = None
) -> Schema[dict[str, Any]]:
    """Expect an object with the required keys, and maybe the `given` ones.

    Other keys are left out of the result, because later versions may add some.
    """
    members = {**required, **(given or {})}

    def check(value: Any) -> dict[str, Any]:
        if not isinstance(value, Mapping):
            raise Mismatch(value, "an object")
        found = {}
        for name, schema in members.items():
            if name in value:
                try:
                    found[name] = schema(value[name])
                except Mismatch as fault:
                    fault.place = f".{name}{fault.place}"
                    raise
            elif name in required:
                raise Mismatch(value, name, is_missing=True)
        return found

    return check


def json_object(value: Any) -> str:
    """Expect text that is a JSON object."""
    try:
        if isinstance(json.loads(text(value)), dict):
            return str(value)
    except (ValueError, RecursionError):
        pass
    raise Mismatch(value, "a JSON object as text")


def mapping(key: Schema[Key], schema: Schema[Value]) -> Schema[dict[Key, Value]]:
    """Expect an object in which every key and value is what its schema expects."""

    def check(value: Any) -> dict[Key, Value]:
        if not isinstance(value, Mapping):
            raise Mismatch(value, "an object")
        found = {}
        for name, member in value.items():
            try:
                found[key(name)] = schema(member)
            except Mismatch as fault:
                fault.place = f"[{shorten(name)}]{fault.place}"
                raise
        return found

    return check


def decimal(most: int = MAX_INTEGER) -> Schema[int]:
    """Expect the decimal digits of a whole number, as in the keys of objects."""
    is_within = integer(0, most)

    def check(value: Any) -> int:
        if isinstance(value, str) and value.isascii() and value.isdigit() and len(value) < 20:
            return is_within(int(value))
        raise Mismatch(value, "digits")

    return check
