"""Share codes of puzzles: the options that differ from the defaults, as text with a checksum.

`format_code` and `parse_code` are inverses.
"""

from __future__ import annotations

import base64
import binascii
import json
from functools import partial
from typing import Any
from zlib import crc32

from ..._util import schema
from ..._util.limits import MAX_PUZZLE_CODE
from ..._util.options import options_of
from ...alphabet import Alphabet
from ...errors import LexigridError, PuzzleError
from ...geometry import ALL_DIRECTIONS
from .options import PuzzleOptions

_PREFIX = "LG1-"
#: The fields of a share code: the name of each, by the numbers of its parts.
_PARTS: dict[tuple[int, ...], str] = {
    (own.code,) if isinstance(own.code, int) else own.code: name
    for name, own in options_of(PuzzleOptions).items()
    if own.code is not None
}
_NUMBERS = schema.list_of(schema.integer(0, len(ALL_DIRECTIONS) - 1), most=len(ALL_DIRECTIONS))
_FACTS = schema.list_of(schema.sequence(schema.text, schema.text))
_PAIRS = schema.list_of(schema.sequence(schema.text, _NUMBERS))


def _encode(name: str, value: Any) -> tuple[Any, ...]:
    """Return the parts of a field in a share code."""
    match name:
        case "words":  # words are most of a code, and none has a line break
            return ("\n".join(value),)
        case "size":
            return value or (0, 0)
        case "alphabet":
            letters = value or Alphabet()
            return letters.name, letters.case_sensitive, letters.fold_accents
        case "directions":
            return ([each.number for each in value or ()],)
        case "word_directions":
            return ([(word, *_encode("directions", own)) for word, own in value],)
        case "seed" | "pool":
            return (value or 0,)
    return ("" if value is None else value,)


#: The parts of the default of each field.
_USUAL = {name: _encode(name, options_of(PuzzleOptions)[name].default) for name in _PARTS.values()}


def _decode(name: str, parts: list[Any]) -> Any:
    """Return the value of a field from its parts; the inverse of `_encode`."""
    match name:
        case "words":
            return schema.text(parts[0]).split("\n")
        case "size":
            return parts
        case "alphabet":
            letters, case_sensitive, fold_accents = parts
            options = {"case_sensitive": case_sensitive, "fold_accents": fold_accents}
            return Alphabet.of(schema.text(letters) or None, **options)
        case "directions":
            return [ALL_DIRECTIONS[number] for number in _NUMBERS(parts[0])]
        case "clues" | "translations" | "groups":
            return dict(_FACTS(parts[0]))
        case "word_directions":
            return {word: _decode("directions", [own]) for word, own in _PAIRS(parts[0])}
    return parts[0]


def format_code(options: PuzzleOptions) -> str:
    """Write options as a share code: the values that differ from the defaults, and a checksum.

    >>> parse_code(format_code(PuzzleOptions(words=("oat", "tea"), seed=7))).words
    ('oat', 'tea')
    """
    changed = {
        number: part
        for numbers, name in _PARTS.items()
        for number, part, usual in zip(
            numbers, _encode(name, getattr(options, name)), _USUAL[name], strict=True
        )
        if part != usual or name == "words"
    }
    text = json.dumps(dict(sorted(changed.items())), ensure_ascii=False, separators=(",", ":"))
    data = text.encode()
    packed = crc32(data).to_bytes(4, "big") + data
    return _PREFIX + base64.urlsafe_b64encode(packed).decode("ascii").rstrip("=")


def parse_code(code: str) -> PuzzleOptions:
    """Read a share code.

    Raises:
        PuzzleError: the text is not a share code, is damaged, or is of a later version.
    """
    if not isinstance(code, str) or len(code) > MAX_PUZZLE_CODE:
        raise PuzzleError(f"the share code is not text of at most {MAX_PUZZLE_CODE} characters")
    text = "".join(code.split())
    if not text.startswith(_PREFIX):
        raise PuzzleError(
            f"the share code starts with {text[:4]!r}, expected {_PREFIX!r}; copy the whole code "
            "of a puzzle, for a game has another kind"
        )
    body = text[len(_PREFIX) :]
    try:
        packed = base64.b64decode(body + "=" * (-len(body) % 4), altchars=b"-_", validate=True)
    except (binascii.Error, ValueError) as error:
        raise PuzzleError(
            "the share code has characters that no share code has; copy the whole code"
        ) from error
    if len(packed) < 5 or crc32(packed[4:]) != int.from_bytes(packed[:4], "big"):
        raise PuzzleError(
            f"the share code {schema.shorten(text)} is incomplete or was changed: its checksum is "
            "wrong; copy it again"
        )
    name = "the share code, perhaps of another version of lexigrid"
    known = schema.choice(*(str(number) for numbers in _PARTS for number in numbers))
    data = schema.parse_json(packed[4:], f"{name}: ", PuzzleError)
    changed = schema.read(schema.mapping(known, schema.anything), data, name, PuzzleError)
    values: dict[str, Any] = {"seed": 0, "rude_list": ""}
    for numbers, own in _PARTS.items():
        if any(str(number) in changed for number in numbers):
            usual = zip(numbers, _USUAL[own], strict=True)
            parts = (changed.get(str(n), part) for n, part in usual)
            read = partial(_decode, own)
            values[own] = schema.read(read, [*parts], f"{name}: {own}", PuzzleError)
    try:
        return PuzzleOptions(**values)
    except LexigridError as error:
        raise PuzzleError(f"{name}: {error}") from error
