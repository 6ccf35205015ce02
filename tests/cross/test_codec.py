"""The codec: dataclasses to JSON values and back, and the place of every fault."""

from __future__ import annotations

import enum
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, Literal, NamedTuple

import pytest

from lexigrid import GameError, InputError
from lexigrid._util import schema
from lexigrid._util.codec import FLAT, OMIT, ROW, Document, Form, Head, Range, read, write


class Colour(enum.StrEnum):
    RED = "red"
    BLUE = "dark blue"


class Place(NamedTuple):
    row: int
    column: int


@dataclass(frozen=True)
class Label:
    text: str
    size: Annotated[float, Range(0, 9)] = 1.0


@dataclass(frozen=True)
class Shelf(Document):
    _head: ClassVar = Head("the shelf", InputError, "lexigrid/shelf", 2)
    label: Annotated[Label, FLAT]
    boards: tuple[tuple[Place, ...], ...]
    colour: Colour
    kind: Literal["open", "closed"] = "open"
    tags: Annotated[tuple[str, ...], Range(0, 2), "labels"] = ()
    spare: Annotated[Annotated[Label, ROW] | None, OMIT] = None
    prices: Mapping[int, str] | None = None
    pair: tuple[bool, int | None] = (True, None)
    either: str | tuple[int, ...] = ""
    hidden: Annotated[str, Form(schema.text, str.upper), OMIT] = "x"


FULL = Shelf(
    Label("a", 2.5), ((Place(0, 1), Place(2, 3)), ()), Colour.BLUE, "closed", ("b",), Label("c"),
    {3: "d"}, (False, 4), (5, 6), "y",
)  # fmt: skip
WRITTEN: dict[str, Any] = {
    "format": "lexigrid/shelf", "version": 2, "text": "a", "size": 2.5,
    "boards": [[[0, 1], [2, 3]], []], "colour": "dark blue", "kind": "closed", "labels": ["b"],
    "spare": ["c", 1.0], "prices": {"3": "d"}, "pair": [False, 4], "either": [5, 6], "hidden": "Y",
}  # fmt: skip
LEAST = {"format": "lexigrid/shelf", "version": 2, "text": "a", "boards": [], "colour": "red"}


def test_values_are_written_in_the_order_of_the_fields() -> None:
    assert list(WRITTEN.items()) == list(FULL.to_dict().items())
    assert json.loads(FULL.to_json()) == WRITTEN
    plain = Shelf(Label("a"), (), Colour.RED).to_dict()
    assert not {"spare", "hidden"} & plain.keys()
    assert plain["colour"].__class__ is str


def test_values_are_read_with_their_types() -> None:
    again = Shelf.from_dict({**WRITTEN, "hidden": "y", "new": "left out"})
    assert again == FULL
    assert (type(again.boards[0][0]), type(again.spare)) == (Place, Label)
    assert again.colour is Colour.BLUE
    assert Shelf.from_dict(LEAST) == Shelf(Label("a"), (), Colour.RED)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"text": 1}, "the shelf: text is 1, expected text"),
        ({"size": 10}, "the shelf: size is 10, expected a number from 0 to 9"),
        ({"boards": [[[0, -1]]]}, r"the shelf: boards\[0\]\[0\]\[1\] is -1, expected a whole"),
        ({"boards": [[[0]]]}, r"the shelf: boards\[0\]\[0\] is \[0\], expected a list of 2"),
        ({"colour": "green"}, "the shelf: colour is 'green', expected one of red, dark blue"),
        ({"kind": None}, "the shelf: kind is None, expected one of open, closed"),
        ({"labels": ["a"] * 3}, "the shelf: labels is .*, expected a list of at most 2"),
        ({"spare": ["a"]}, r"the shelf: spare is \['a'\], expected a list of 2"),
        ({"prices": {"x": "a"}}, r"the shelf: prices\['x'\] is 'x', expected digits"),
        ({"pair": [0, 0]}, r"the shelf: pair\[0\] is 0, expected true or false"),
        ({"either": 5}, "the shelf: either is 5, expected a list"),
        ({"format": "x"}, "the format is 'x', expected 'lexigrid/shelf'"),
        ({"version": 1}, "the version is 1, this release reads 2"),
    ],
)
def test_a_fault_is_named_with_its_place(change: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        Shelf.from_dict(LEAST | change)


def test_a_missing_value_is_named() -> None:
    for name in ("text", "boards", "colour"):
        with pytest.raises(InputError, match=f"the shelf has no {name!r}"):
            Shelf.from_dict({key: value for key, value in LEAST.items() if key != name})
    with pytest.raises(InputError, match=r"the JSON form is \[\], expected a dictionary"):
        Shelf.from_dict([])


def test_a_part_that_is_a_document_reads_itself() -> None:
    @dataclass(frozen=True)
    class Part(Document):
        _head: ClassVar = Head("the rules", GameError, is_closed=True)
        size: int = 3

    globals()["Part"] = Part

    @dataclass(frozen=True)
    class Whole:
        part: Part

    assert {"part": {"size": 3}} == write(Whole(Part()))
    assert Whole(Part(4)) == read(Whole, {"part": {"size": 4}}, "the whole", InputError)
    with pytest.raises(GameError, match="the rules have 'sizes', expected some of size; did you"):
        read(Whole, {"part": {"sizes": 4}}, "the whole", InputError)
    with pytest.raises(GameError, match="the rules is 5, expected an object"):
        read(Whole, {"part": 5}, "the whole", InputError)
