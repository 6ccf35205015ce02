"""What a search over boards works out once: the boards of one shape, ready for the core.

Knows the shared query, scoring, lexicons and the native core; known by the searches over boards.
Rule: a lexicon remembers the solvers that were made for it last, so that a call can be short.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ... import _core
from ...geometry import Topology
from ...lexicon import Lexicon
from .. import _arguments as query
from ..paths import DEFAULT_MIN_LENGTH
from ..scoring import points_table
from .pack import SPECIAL, Shape

DEAD = 0xFF
#: Solvers that a lexicon remembers.
MAX_SOLVERS = 64

Scoring = str | Mapping[int, int]


def solver_of(
    lexicon: Lexicon,
    shape: Shape,
    qu: bool,
    min_length: int | None,
    scoring: Scoring,
    topology: Any,
    wrap: bool,
) -> _core.Boards:
    """Give the solver for boards of one shape: the one made before, or a new one."""
    key = (shape, qu, min_length, scoring, topology, wrap)
    try:
        found = lexicon._solvers.get(key)
    except TypeError:  # a table of points, or a list of pairs: not to be remembered
        return _made(lexicon, *key)
    if found is None:
        if len(lexicon._solvers) >= MAX_SOLVERS:
            lexicon._solvers.clear()
        found = lexicon._solvers[key] = _made(lexicon, *key)
    return found


def least_length(lexicon: Lexicon, min_length: int | None) -> int:
    """Give the letters that a word needs: 3 with the built-in lexicon, else 1, unless said."""
    if min_length is not None:
        return query.number(min_length, "min_length")
    return DEFAULT_MIN_LENGTH if lexicon is Lexicon.default() else 1


def _made(
    lexicon: Lexicon,
    shape: Shape,
    qu: bool,
    min_length: int | None,
    scoring: Scoring,
    topology: Any,
    wrap: bool,
) -> _core.Boards:
    footing = query.Footing(Topology.of(topology, wrap=wrap), *shape)
    letter_of, q, u = lexicon._remembered(("letters", qu), lambda: _letter_table(lexicon, qu))
    return _core.Boards(
        lexicon._native,
        letter_of,
        SPECIAL,
        q,
        u,
        *shape,
        footing.kind,
        footing.wrap,
        footing.pairs,
        least_length(lexicon, min_length),
        points_table(scoring, lexicon.max_length),
    )


def _letter_table(lexicon: Lexicon, qu: bool) -> tuple[bytes, int | None, int | None]:
    """Tabulate the letter code of each byte as a character, and the codes of q and u."""
    table = bytearray([DEAD]) * 256
    for byte in range(256):
        letters = lexicon.alphabet.split(chr(byte))
        code = lexicon._code_of.get(letters[0]) if len(letters) == 1 else None
        if code is not None and code < DEAD and chr(byte) != ".":
            table[byte] = code
    q, u = lexicon._code_of.get("q"), lexicon._code_of.get("u")
    if not qu:
        return bytes(table), None, None
    if q is None or u is None:  # then no word has "qu"
        for byte in b"qQ":
            table[byte] = DEAD
        return bytes(table), None, None
    return bytes(table), q, u
