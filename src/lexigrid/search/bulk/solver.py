"""Native solvers for boards of one shape; a lexicon remembers those used last."""

from __future__ import annotations

from ... import _core
from ...geometry import Topology
from ...lexicon import Lexicon
from .._arguments import ResolvedTopology
from ..options import BulkOptions, min_length_for
from ..scoring import points_table
from .pack import SPECIAL, Shape

#: The code of a character that no word has.
_NO_LETTER = 0xFF


def solver_for(lexicon: Lexicon, shape: Shape, options: BulkOptions) -> _core.Boards:
    """Return the solver for boards of one shape: the one made before, or a new one."""
    # The key that a short call of `score_grids` looks for.
    key = (
        shape,
        options.qu,
        options.min_length,
        options.scoring,
        options.topology,
        options.wrap,
    )
    try:
        return lexicon.solvers.get_or_make(key, lambda: _make_solver(lexicon, shape, options))
    except TypeError:  # a table of points cannot be hashed, and is not remembered
        return _make_solver(lexicon, shape, options)


def _make_solver(lexicon: Lexicon, shape: Shape, options: BulkOptions) -> _core.Boards:
    qu = options.qu
    topology = Topology.of(options.topology, wrap=bool(options.wrap))
    resolved = ResolvedTopology(topology, *shape)
    letter_of, q, u = lexicon.derived.get_or_make(
        ("letters", qu), lambda: _letter_table(lexicon, qu)
    )
    return _core.Boards(
        lexicon.core,
        letter_of,
        SPECIAL,
        q,
        u,
        *shape,
        resolved.kind,
        resolved.wrap,
        resolved.pairs,
        min_length_for(lexicon, options.min_length),
        points_table(options.scoring, lexicon.max_length),
    )


def _letter_table(lexicon: Lexicon, qu: bool) -> tuple[bytes, int | None, int | None]:
    """Return the letter code of each byte as a character, and the codes of q and u."""
    codes = lexicon.letter_codes
    table = bytearray([_NO_LETTER]) * 256
    for byte in range(256):
        letters = lexicon.alphabet.split(chr(byte))
        code = codes.get(letters[0]) if len(letters) == 1 else None
        if code is not None and code < _NO_LETTER and chr(byte) != ".":
            table[byte] = code
    q, u = codes.get("q"), codes.get("u")
    if not qu:
        return bytes(table), None, None
    if q is None or u is None:  # then no word has "qu"
        for byte in b"qQ":
            table[byte] = _NO_LETTER
        return bytes(table), None, None
    return bytes(table), q, u
