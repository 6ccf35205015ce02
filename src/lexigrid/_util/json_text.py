"""Parse JSON strictly: what Python would accept or drop in silence is an error.

>>> parse('{"grid": "tea/", "grid": "oat/"}')
Traceback (most recent call last):
lexigrid._util.json_text.NotJson: the object has two values for 'grid'
"""

from __future__ import annotations

import json
from collections import Counter
from math import isinf
from typing import Any

from .plain_text import shorten


class NotJson(ValueError):  # noqa: N818 - callers make their own errors of it
    """A text that Python would read, but that is not JSON or means two things."""


def parse(text: str | bytes) -> Any:
    """Return the value of a JSON text.

    Raises:
        NotJson: an object has two values for a name, or a value is not one of JSON.
        ValueError: it is not JSON in UTF-8, or has a number of thousands of digits.
        RecursionError: it is nested too deeply.
    """
    return json.loads(
        text, object_pairs_hook=make_object, parse_constant=refuse_constant, parse_float=parse_float
    )


def make_object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return a JSON object, or raise an error for a name with two values."""
    made = dict(pairs)
    if len(made) < len(pairs):
        counts = Counter(name for name, _ in pairs)
        name = next(name for name, count in counts.items() if count > 1)
        raise NotJson(f"the object has two values for {shorten(name)}")
    return made


def refuse_constant(name: str) -> None:
    """Refuse NaN and Infinity, which Python reads and writes, but no other program."""
    raise NotJson(f"{name} is not a value of JSON")


def parse_float(text: str) -> float:
    """Parse a number; refuse one that would become Infinity."""
    number = float(text)
    if isinf(number):
        raise NotJson(f"the number {shorten(text)} is too large")
    return number
