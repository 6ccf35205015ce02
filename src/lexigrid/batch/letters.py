"""The letters that a batch expects on its grids.

Knows alphabets and grids; known by the work.
Rule: a named alphabet knows its letters, and a tile of another one is an error.
"""

from __future__ import annotations

import functools

from ..alphabet import Alphabet, is_punctuation
from ..errors import AlphabetError
from ..grid import Grid


@functools.lru_cache(16)
def alphabet_of(name: str | None, case_sensitive: bool, fold_accents: bool) -> Alphabet | None:
    """Give the alphabet that the options describe; None if nothing was asked for."""
    if name is None:
        if not (case_sensitive or fold_accents):
            return None
        return Alphabet(case_sensitive=case_sensitive, fold_accents=fold_accents)
    return Alphabet.named(name, case_sensitive=case_sensitive, fold_accents=fold_accents)


def check_letters(grid: Grid, alphabet: Alphabet) -> None:
    """Check that a named alphabet has the letters of all tiles; punctuation is let through.

    Raises:
        AlphabetError: it lacks one, with the row of the tile.
    """
    if not alphabet.name:
        return
    known = frozenset(alphabet.letters)
    for tile in grid.tiles:
        strange = [
            letter
            for spelled in (tile.spellings if tile is not None else ())
            for letter in alphabet.split(spelled)
            if alphabet.fold(letter) not in known and not is_punctuation(letter)
        ]
        if strange:
            raise AlphabetError(
                f"a tile has {strange[0]!r}, which the alphabet {alphabet.name} lacks",
                letter=strange[0],
            )
