"""Points for words by their number of letters; a length that a table lacks scores 0."""

from __future__ import annotations

import re
from array import array
from collections.abc import Callable, Mapping
from contextlib import suppress
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Literal, cast

from .. import _core
from .._util.cache import memoized
from .._util.kinds import Kind
from .._util.plain_text import shorten
from .._util.validation import check_choice, check_int, did_you_mean, is_int
from ..errors import InputError

if TYPE_CHECKING:
    from .._util.codec import Form
    from .._util.schema import Schema

#: Higher scores are refused, so that sums stay exact in 64 bits.
MAX_POINTS = 2**32 - 1

SchemeName = Literal["classic", "big", "super-big", "fibonacci", "letters"]
#: The name of a scheme, or points by number of letters.
Scoring = SchemeName | Mapping[int, int]


def _classic(letters: int) -> int:
    return {3: 1, 4: 1, 5: 2, 6: 3, 7: 5}.get(letters, 11 if letters >= 8 else 0)


def _big(letters: int) -> int:
    return 0 if letters == 3 else _classic(letters)


def _super_big(letters: int) -> int:
    return 2 * letters if letters >= 9 else _big(letters)


def _fibonacci(letters: int) -> int:
    before, points = 0, 1
    for _ in range(letters - 3):
        before, points = points, before + points
    return min(points, MAX_POINTS) if letters >= 3 else 0


def _letters(letters: int) -> int:
    return letters


#: The named schemes: functions from the number of letters of a word to its points.
SCORINGS: Mapping[SchemeName, Callable[[int], int]] = MappingProxyType(
    {
        "classic": _classic,
        "big": _big,
        "super-big": _super_big,
        "fibonacci": _fibonacci,
        "letters": _letters,
    }
)


def check_scoring(scoring: Any) -> None:
    """Check that a scoring is the name of a scheme or a table of points.

    Raises:
        InputError: it is neither, or the table has anything but whole numbers from 0.
    """
    if not isinstance(scoring, Mapping):
        check_choice(scoring, "scoring", SCORINGS, ", or a table such as {3: 1, 4: 2}")
        return
    for letters, points in scoring.items():
        if not all(is_int(value) and 0 <= value <= MAX_POINTS for value in (letters, points)):
            raise InputError(
                f"scoring gives {shorten(points)} points for {shorten(letters)} letters, "
                f"expected whole numbers from 0 to {MAX_POINTS}"
            )


class ScoringKind(Kind):
    """The name of a scheme, or points by number of letters, which are kept as sorted pairs."""

    metavar = "S"
    json = SchemeName | list[tuple[int, int]]

    def check(self, value: Any, name: str) -> SchemeName | tuple[tuple[int, int], ...]:
        """Return a name or pairs."""
        if isinstance(value, list | tuple):
            with suppress(TypeError, ValueError):  # refused below
                value = dict(value)
        check_scoring(value)
        if isinstance(value, str):
            return cast(SchemeName, value)
        return tuple(sorted((int(letters), int(points)) for letters, points in value.items()))

    def parse(self, text: str) -> str | dict[int, int]:
        """Read a name, or a table such as 3:1,4:2.

        >>> ScoringKind().parse("classic"), ScoringKind().parse("3:1, 4:2")
        ('classic', {3: 1, 4: 2})
        """
        if ":" not in text:
            if text in SCORINGS:
                return text
            raise InputError(
                f"no scoring {shorten(text)}, expected {', '.join(SCORINGS)}, or a table such as "
                "3:1,4:2"
                f"{did_you_mean(text, SCORINGS)}"
            )
        table: dict[int, int] = {}
        for entry in text.split(","):
            match = re.fullmatch(r"\s*([0-9]{1,9})\s*:\s*([0-9]{1,9})\s*", entry)
            if match is None:
                raise InputError(f"{entry.strip()!r} is not LETTERS:POINTS such as 3:1,4:2")
            letters = int(match[1])
            if letters in table:
                raise InputError(f"{letters} letters are listed twice, expected once")
            table[letters] = int(match[2])
        return table

    def describe(self) -> str:
        """Return the values that are accepted, for tables."""
        return f"{', '.join(SCORINGS)}, or points by number of letters"


class ScoringLike(ScoringKind):
    """The same, kept as given: searches take names and mappings."""

    def check(self, value: Any, name: str) -> Any:
        """Return the scoring."""
        check_scoring(value)
        return value


def scoring_form(name: Schema[str], *, most: int) -> Form:
    """Return the JSON form of a scoring: a name, or `most` pairs of letters and points."""
    from .._util import schema
    from .._util.codec import Form

    pair = schema.sequence(schema.integer(), schema.integer())
    table = schema.list_of(pair, most=most)
    read = schema.either(name, lambda value: dict(table(value)))

    def write(scoring: Any) -> Any:
        return scoring if isinstance(scoring, str) else [*map(list, sorted(dict(scoring).items()))]

    return Form(read, write)


def points_table(scoring: Scoring, max_length: int) -> array[int]:
    """Return the points of words of 0 to `max_length` letters.

    >>> list(points_table("classic", 8))
    [0, 0, 0, 1, 1, 2, 3, 5, 11]
    >>> list(points_table("fibonacci", 8)), list(points_table({3: 7}, 4))
    ([0, 0, 0, 1, 1, 2, 3, 5, 8], [0, 0, 0, 7, 0])

    Raises:
        InputError: the scheme is unknown, or points are not whole numbers from 0.
    """
    return _known_table(scoring, max_length)[:]


def _make_table(scoring: Scoring, max_length: int) -> array[int]:
    check_scoring(scoring)
    check_int(max_length, "max_length", 0, _core.MAX_WORD_LETTERS)
    lengths = range(max_length + 1)
    if isinstance(scoring, str):
        return array("I", map(SCORINGS[scoring], lengths))
    return array("I", [scoring.get(letters, 0) for letters in lengths])


_known_table = memoized(_make_table)
