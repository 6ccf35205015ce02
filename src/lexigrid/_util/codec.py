"""Dataclasses as JSON values and back, derived from the type hints of their fields.

`write` makes what `json.dumps` takes, with the keys in the order of the fields. `read` checks every
part: a fault is named as in `schema`. Fields without a default are required, and unknown keys are
left out. `Annotated` adds what a type does not say: a Range, a Form, a mark, or as text the key.

>>> from lexigrid import InputError
>>> @dataclass(frozen=True)
... class Shelf:
...     boards: Annotated[tuple[Annotated[int, Range(1, 9)], ...], "rows"]
...     owner: Annotated[str | None, OMIT] = None
>>> write(Shelf((3, 9))), read(Shelf, {"rows": [3], "owner": "Ann"}, "the shelf", InputError)
({'rows': [3, 9]}, Shelf(boards=(3,), owner='Ann'))
>>> read(Shelf, {"rows": [3, 10]}, "the shelf", InputError)
Traceback (most recent call last):
lexigrid.errors.InputError: the shelf: rows[1] is 10, expected a whole number from 1 to 9
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import MISSING, dataclass, field, fields, is_dataclass
from enum import Enum, StrEnum
from functools import cache
from operator import attrgetter, getitem, methodcaller
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    ClassVar,
    Literal,
    NamedTuple,
    Self,
    Union,
    cast,
    get_args,
    get_origin,
    get_type_hints,
)

from ..errors import LexigridError
from . import schema
from .plain_text import shorten
from .schema import MAX_INTEGER, Schema
from .validation import did_you_mean, is_int


class Range(NamedTuple):
    """The bounds of a number, or of the length of a list."""

    least: float = 0
    most: float = MAX_INTEGER


class Form(NamedTuple):
    """A form that the type does not determine: its schema, and how a value is written."""

    read: Schema[Any]
    write: Callable[[Any], Any]


#: Marks of a field that is left out while it has its default, of a dataclass that is written as a
#: list of its values, and of a field whose own fields are written in its place.
OMIT, ROW, FLAT = object(), object(), object()


def read(kind: Any, value: Any, name: str, error: type[LexigridError]) -> Any:
    """Return the value of a type hint for JSON values; `name` is for the message.

    Raises:
        error: part of it is not what the hint expects.
    """
    return schema.read(form_of(kind).read, value, name, error)


def write(value: Any) -> Any:
    """Return a dataclass as JSON values."""
    kind: Any = type(value)
    return _object(kind).write(value)


def schemas_of(kind: Any) -> list[Schema[Any]]:
    """Return the schema of each field of a dataclass."""
    return [form_of(hint).read for hint in _hints(kind).values()]


@cache
def form_of(hint: Any) -> Form:
    """Return the form of a type hint."""
    kind, notes = _split(hint)
    bounds: Any = Range()
    for note in notes:
        if isinstance(note, Form):
            return note
        bounds = note if isinstance(note, Range) else bounds
    origin, args = get_origin(kind), get_args(kind)
    if kind in _PLAIN:
        return _PLAIN[kind]
    if kind in (int, float):
        number = schema.integer if kind is int else schema.number
        return Form(number(*bounds), _same)
    if origin is Literal:
        return Form(schema.choice(*args), _same)
    if origin in (Union, UnionType):
        inner, *others = (form_of(arg) for arg in args if arg is not NoneType)
        if others:
            inner = Form(schema.either(inner.read, *(each.read for each in others)), _to_lists)
        if NoneType not in args:
            return inner
        return Form(
            schema.optional(inner.read), lambda value: None if value is None else inner.write(value)
        )
    if origin is list or args[1:] == (...,):
        inner = form_of(args[0])
        several = list if inner.write is _same else lambda value: [*map(inner.write, value)]
        return Form(_then(origin, schema.list_of(inner.read, *bounds)), several)
    if origin is tuple:
        return _row(tuple, dict(enumerate(args)), getitem)
    if origin is not None:  # a mapping
        inner = form_of(args[1])
        key = schema.decimal() if args[0] is int else form_of(args[0]).read
        return Form(
            schema.mapping(key, inner.read),
            lambda value: {str(key): inner.write(each) for key, each in value.items()},
        )
    if issubclass(kind, Enum):
        name = str if issubclass(kind, StrEnum) else attrgetter("name")
        known = {name(each): each for each in kind}
        return Form(_then(known.__getitem__, schema.choice(*known)), name)
    if issubclass(kind, tuple):
        return _row(lambda values: kind(*values), dict(enumerate(_hints(kind).values())), getitem)
    if ROW in notes:
        return _row(lambda values: kind(*values), _hints(kind), getattr)
    if hasattr(kind, "from_dict"):
        return Form(kind.from_dict, methodcaller("to_dict"))
    return _object(kind)


def _row(make: Callable[[Any], Any], hints: Mapping[Any, Any], get: Callable[..., Any]) -> Form:
    """Return the form of a fixed number of values, which `get` takes from a tuple or dataclass."""
    parts = [(place, form_of(hint)) for place, hint in hints.items()]
    members = schema.sequence(*(part.read for _, part in parts))
    if get is getitem and all(part.write is _same for _, part in parts):
        return Form(_then(make, members), list)
    return Form(
        _then(make, members), lambda value: [part.write(get(value, at)) for at, part in parts]
    )


@cache
def _object(kind: Any) -> Form:
    """Return the form of a dataclass, an object with a key for each field."""
    needed: dict[str, Schema[Any]] = {}
    given: dict[str, Schema[Any]] = {}
    names: dict[str, str] = {}
    flat: dict[str, Form] = {}
    writers = []
    for each in fields(kind):
        hint = _hints(kind)[each.name]
        _, notes = _split(hint)
        form, key = form_of(hint), next((n for n in notes if isinstance(n, str)), each.name)
        if FLAT in notes:
            flat[each.name] = form
        else:
            is_needed = each.default is MISSING and each.default_factory is MISSING
            (needed if is_needed else given)[key] = form.read
            names[key] = each.name
        omitted = each.default if OMIT in notes else MISSING
        writers.append((each.name, key, form.write, omitted))
    record = schema.record(needed, given)

    def read(value: Any) -> Any:
        values = {names[key]: member for key, member in record(value).items()}
        for name, form in flat.items():
            values[name] = form.read(value)
        return kind(**values)

    def write(value: Any) -> dict[str, Any]:
        made: dict[str, Any] = {}
        for name, key, put, omitted in writers:
            member = getattr(value, name)
            if name in flat:
                made.update(put(member))
            elif omitted is MISSING or member != omitted:
                made[key] = member if put is _same else put(member)
        return made

    return Form(read, write)


def _split(hint: Any) -> tuple[Any, tuple[Any, ...]]:
    """Return the type of a hint, and what `Annotated` adds to it."""
    if get_origin(hint) is Annotated:
        kind, *notes = get_args(hint)
        return kind, tuple(notes)
    return hint, ()


@cache
def _hints(kind: Any) -> dict[str, Any]:
    """Return the hints of the fields of a class."""
    hints = get_type_hints(kind, include_extras=True)
    names = [each.name for each in fields(kind)] if is_dataclass(kind) else kind._fields
    return {name: hints[name] for name in names}


def _then(make: Callable[[Any], Any], check: Schema[Any]) -> Schema[Any]:
    return lambda value: make(check(value))


def _same(value: Any) -> Any:
    return value


def _to_lists(value: Any) -> Any:
    return [*map(_to_lists, value)] if isinstance(value, tuple) else value


_PLAIN = {
    kind: Form(own, _same)
    for kind, own in ((Any, schema.anything), (bool, schema.flag), (str, schema.text))
}
_ANY_OBJECT = schema.mapping(schema.text, schema.anything)


# --- documents --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Head:
    """What is known about a kind of document: its name and errors, its format and version."""

    name: str
    """What a message calls it, such as "the proof"."""
    error: type[LexigridError]
    """The errors of damaged documents."""
    format: str = ""
    """The format that it names; empty if it is always part of another document."""
    version: int = 1
    latest: int = 1
    """The last version that is read; `version` is the first."""
    noun: str = ""
    """What another document is not, such as "match", for the message."""
    others: Mapping[str, int] = field(default_factory=dict)
    """Other formats that are read as well, with the last version of each."""
    is_closed: bool = False
    """Are unknown keys an error?"""

    def check(self, data: Any) -> None:
        """Check the format and the version of JSON values.

        Raises:
            error: it has others.
        """
        found = data.get("format") if isinstance(data, Mapping) else None
        if self.noun and found != self.format:
            raise self.error(f"this is not a {self.noun}, expected the format {self.format!r}")
        if not isinstance(data, Mapping):
            text = f"the JSON form is {schema.shorten(data)}, expected a dictionary"
            raise self.error(text)
        if found not in (self.format, *self.others):
            raise self.error(f"the format is {found!r}, expected {self.format!r}")
        latest = self.others.get(str(found), max(self.version, self.latest))
        known = range(self.version, latest + 1)
        if not is_int(found := data.get("version")) or found not in known:
            reads = " and ".join(map(str, known))
            text = f"the version is {schema.shorten(found)}, this release reads {reads}"
            raise self.error(text)


class Document:
    """A dataclass with a JSON form, which `_head` describes."""

    __slots__ = ()
    _head: ClassVar[Head]

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form as a dictionary; the inverse of `from_dict`."""
        head = self._head
        start = {"format": head.format, "version": head.version} if head.format else {}
        return {**start, **write(self)}

    def to_json(self) -> str:
        """Return `to_dict` as JSON text."""
        return json.dumps(self.to_dict(), ensure_ascii=False)

    @classmethod
    def from_dict(cls, data: Any) -> Self:
        """Make the value of its JSON form.

        Raises:
            LexigridError: another format or version, or values of another type.
        """
        head, kind = cls._head, cast("Any", cls)
        if head.format:
            head.check(data)
        if head.is_closed:
            known = [*_hints(kind)]
            found = schema.read(_ANY_OBJECT, data, head.name, head.error)
            if unknown := sorted(found.keys() - known):
                raise head.error(
                    f"{head.name} have {', '.join(map(shorten, unknown))}, expected some of "
                    f"{', '.join(sorted(known))}{did_you_mean(unknown[0], known)}"
                )
        made: Self = schema.read(_object(kind).read, data, head.name, head.error)
        return made
