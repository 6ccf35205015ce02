"""Native solvers for boards of one shape; a lexicon caches those used last."""

from __future__ import annotations

from typing import NamedTuple

from ... import _core
from ...geometry import KING
from ...lexicon import Lexicon
from ..encode import native_topology
from ..options import BulkOptions, min_length_for
from ..scoring import points_table
from .pack import SPECIAL, Shape

#: The code of a character that no word has.
_NO_LETTER = 0xFF


class ByteLetters(NamedTuple):
    """How a lexicon reads the bytes of boards.

    `codes` is the letter of each byte as a character. A board with a byte of `special` needs a
    parser. With Qu tiles, `q` and `u` are the codes of these letters if the lexicon has both.
    """

    codes: bytes
    special: bytes
    q: int | None
    u: int | None


def solver_for(lexicon: Lexicon, shape: Shape, options: BulkOptions) -> _core.Boards:
    """Return the solver for boards of one shape, cached or new."""
    # The fast path of `score_grids` looks up the same key.
    scoring = options.scoring
    key = (
        shape,
        options.qu,
        options.min_length,
        scoring if isinstance(scoring, str) else frozenset(scoring.items()),
        options.topology,
        options.wrap,
    )
    made: _core.Boards = lexicon.derived.get_or_make(
        key, lambda: _make_solver(lexicon, shape, options)
    )
    return made


def _make_solver(lexicon: Lexicon, shape: Shape, options: BulkOptions) -> _core.Boards:
    letters = byte_letters(lexicon, qu=options.qu)
    return _core.Boards(
        lexicon.core,
        letters.codes,
        letters.special,
        letters.q,
        letters.u,
        *native_topology(options.topology_on(KING), *shape),
        min_length_for(lexicon, options.min_length),
        points_table(options.scoring, lexicon.max_length),
    )


def byte_letters(lexicon: Lexicon, *, qu: bool) -> ByteLetters:
    """Return how the lexicon reads bytes, from its cache if possible."""
    made: ByteLetters = lexicon.derived.get_or_make(
        ("letters", bool(qu)), lambda: _byte_letters(lexicon, qu)
    )
    return made


def _byte_letters(lexicon: Lexicon, qu: bool) -> ByteLetters:
    codes, split = lexicon.letter_codes, lexicon.alphabet.split
    punctuation = frozenset(lexicon.core.punctuation)
    table = bytearray([_NO_LETTER]) * 256
    special = bytearray(SPECIAL)
    for byte in range(256):
        character = chr(byte)
        letters = split(character)
        if character == ".":
            continue
        if len(letters) != 1 or character in punctuation or not punctuation.isdisjoint(letters):
            special.append(byte)
            continue
        code = codes.get(letters[0], _NO_LETTER)
        if code < _NO_LETTER:
            table[byte] = code
    q, u = codes.get("q"), codes.get("u")
    if not qu:
        q = u = None
    elif not all(split(text) == ("q", "u") for text in ("qu", "Qu")):
        special += b"qQ"
    elif q is None or u is None:  # then no word has "qu"
        table[ord("q")] = table[ord("Q")] = _NO_LETTER
        q = u = None
    return ByteLetters(bytes(table), bytes(special), q, u)
