"""The shapes that files of strangers must have."""

from __future__ import annotations

from typing import Any

import pytest

from lexigrid import InputError
from lexigrid._util import schema


@pytest.mark.parametrize(
    ("shape", "value", "message"),
    [
        (schema.integer(0, 9), True, "x is True, expected a whole number from 0 to 9"),
        (schema.number(0, 1), float("nan"), "x is nan, expected a number from 0 to 1"),
        (schema.text, "\ud800", "expected text without half a surrogate pair"),
        (schema.list_of(schema.text), "ab", "x is 'ab', expected a list"),
        (schema.list_of(schema.text, most=1), ["a", "b"], "expected a list of at most 1"),
        (schema.list_of(schema.text, least=1), [], "expected a longer list"),
        (schema.sequence(schema.text, schema.flag), ["a", 1], r"x: \[1\] is 1, expected true or"),
        (schema.record({"a": schema.text}), {}, "x has no 'a'"),
        (schema.record({}, {"a": schema.text}), {"a": 1}, "x: a is 1, expected text"),
        (schema.mapping(schema.decimal(), schema.text), {"x": "a"}, r"x: \['x'\] is 'x', expected"),
        (schema.either(schema.text, schema.integer()), [], "expected a whole number"),
        (schema.json_object, "[]", "expected a JSON object as text"),
    ],
)
def test_a_schema_names_what_came_where_and_what_was_expected(
    shape: schema.Schema[Any], value: Any, message: str
) -> None:
    with pytest.raises(InputError, match=message):
        schema.read(shape, value, "x", InputError)


def test_a_number_too_long_to_be_written_is_named_so() -> None:
    with pytest.raises(InputError, match="x is a number of thousands of digits, expected"):
        schema.read(schema.integer(), 10**5000, "x", InputError)
