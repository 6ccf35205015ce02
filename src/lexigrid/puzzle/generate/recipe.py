"""The recipe of a puzzle: everything that decides what it becomes, and its share code.

Knows errors only; known by the makers.
Rule: equal recipes make equal puzzles; `parse_code` and `format_code` are twins.
"""

from __future__ import annotations

import base64
import binascii
import dataclasses
import json
from dataclasses import dataclass
from typing import Any
from zlib import crc32

from ...errors import PuzzleError

_PREFIX = "LG1-"


@dataclass(frozen=True, slots=True)
class Recipe:
    """What a puzzle is made of; the meaning of each part is told at `make_puzzle`."""

    words: tuple[str, ...] = ()
    seed: int = 0
    secret: tuple[str, ...] = ()
    rows: int = 0
    columns: int = 0
    grow: bool = False
    pool: int = 0
    directions: tuple[int, ...] = ()
    word_directions: tuple[tuple[str, tuple[int, ...]], ...] = ()
    overlap: str = "some"
    mask: str = ""
    case: str = "upper"
    filler: str = "language"
    decoys: int = 0
    message: str = ""
    pad: bool = False
    avoid: tuple[str, ...] = ()
    allow_subwords: bool = False
    allow_missing: bool = False
    alphabet: str = ""
    case_sensitive: bool = False
    fold_accents: bool = False
    title: str = ""


_FIELDS = dataclasses.fields(Recipe)


def format_code(recipe: Recipe) -> str:
    """Write a recipe as a share code: what differs from the defaults, and a checksum.

    >>> parse_code(format_code(Recipe(words=("oat", "tea"), seed=7))).words
    ('oat', 'tea')
    """
    told = {
        number: value
        for number, field in enumerate(_FIELDS)
        if (value := getattr(recipe, field.name)) != field.default
    }
    # A word never has a line break, and most of a code is its words.
    told[0] = "\n".join(recipe.words)
    text = json.dumps(told, ensure_ascii=False, separators=(",", ":")).encode()
    packed = crc32(text).to_bytes(4, "big") + text
    return _PREFIX + base64.urlsafe_b64encode(packed).decode("ascii").rstrip("=")


def parse_code(code: str) -> Recipe:
    """Read a share code.

    Raises:
        PuzzleError: it is none, or was changed on its way.
    """
    text = "".join(code.split())
    if not text.startswith(_PREFIX):
        raise PuzzleError(f"the share code starts with {text[:4]!r}, expected {_PREFIX!r}")
    body = text[len(_PREFIX) :]
    try:
        packed = base64.b64decode(body + "=" * (-len(body) % 4), altchars=b"-_", validate=True)
    except (binascii.Error, ValueError) as error:
        raise PuzzleError(
            "the share code has characters that no code has; copy it whole"
        ) from error
    if len(packed) < 5 or crc32(packed[4:]) != int.from_bytes(packed[:4], "big"):
        raise PuzzleError("the share code is not whole or was changed; copy it again")
    try:
        told = json.loads(packed[4:])
        values = {_FIELDS[int(number)].name: _frozen(value) for number, value in told.items()}
        values["words"] = tuple(values["words"].split("\n"))
        return Recipe(**values)
    except (ValueError, KeyError, IndexError, AttributeError, TypeError) as error:
        raise PuzzleError("the share code is of another version of lexigrid") from error


def _frozen(value: Any) -> Any:
    return tuple(map(_frozen, value)) if isinstance(value, list) else value
