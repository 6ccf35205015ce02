"""Boards as bytes, so that thousands are scored in one call.

Knows lexicons and the scoring of many boards; known by the searches for boards.
Rule: a byte is a letter, or `q` for the tile Qu; lengths, and so points, are those of the words.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from ..alphabet import Alphabet
from ..game import Rules
from ..lexicon import Lexicon
from ..search import score_grids

if TYPE_CHECKING:
    import numpy as np

#: Letters that stand in for others: one byte each, and no case folding makes two of them one.
_STAND_INS = "abcdefghijklmnopqrstuvwxyz" + "".join(
    chr(code) for code in range(0xE0, 0x100) if chr(code) != "÷"
)
_QU = "qu"


class Packing:
    """One-byte names for the tiles of a search, and a lexicon that reads them.

    Words of other scripts are written with letters that stand in for theirs.
    """

    __slots__ = ("_lexicon", "_size", "byte_of", "face_of", "qu")

    def __init__(
        self, lexicon: Lexicon, stand_ins: Mapping[str, str], size: tuple[int, int], qu: bool
    ) -> None:
        self._size, self.qu = size, qu
        self._lexicon = lexicon
        self.byte_of = {letter: ord(stand_in) for letter, stand_in in stand_ins.items()}
        if qu:
            self.byte_of[_QU] = self.byte_of.pop("q")
        self.face_of = {byte: letter for letter, byte in self.byte_of.items()}

    @classmethod
    def of(
        cls, lexicon: Lexicon, tiles: Iterable[tuple[str, ...]], size: tuple[int, int]
    ) -> Packing | None:
        """Give a packing for boards of these tiles (each its letters), or None if there is none.

        A tile of several letters can be packed only if it is Qu and no tile is a Q alone.
        """
        listed = set(tiles)
        qu = ("q", "u") in listed
        singles = {letters[0] for letters in listed if len(letters) == 1}
        if any(len(letters) != 1 and letters != ("q", "u") for letters in listed):
            return None
        if qu and "q" in singles:
            return None
        known = set(lexicon.letters) | singles | ({"q"} if qu else set())
        if all(letter in _STAND_INS[:26] for letter in known) and not lexicon.core.punctuation:
            return cls(lexicon, {letter: letter for letter in known}, size, qu)
        if len(known) > len(_STAND_INS):
            return None
        own = [letter for letter in known if len(letter) == 1 and letter in _STAND_INS]
        free = [letter for letter in _STAND_INS if letter not in own]
        others = sorted(known - set(own))
        stand_ins = {letter: letter for letter in own} | dict(zip(others, free, strict=False))
        return cls(_written_with(lexicon, stand_ins), stand_ins, size, qu)

    def score(
        self,
        boards: np.ndarray[Any, Any],
        scoring: str | Mapping[int, int],
        min_length: int,
        threads: int | None,
    ) -> np.ndarray[Any, Any]:
        """Score boards of bytes, (n, cells), as `score_grids` does."""
        return score_grids(
            boards,
            self._lexicon,
            size=self._size,
            qu=self.qu,
            min_length=min_length,
            scoring=scoring,
            threads=threads,
        )


def count_table(rules: Rules, lexicon: Lexicon) -> dict[int, int]:
    """Give a table that counts words instead of points: 1 for each length that is long enough."""
    return dict.fromkeys(range(rules.min_length, lexicon.max_length + 1), 1)


def _written_with(lexicon: Lexicon, stand_ins: Mapping[str, str]) -> Lexicon:
    """Compile the words again with the letters that stand in for theirs."""
    key = ("stand-ins", tuple(sorted(stand_ins.items())))

    def compile_again() -> Lexicon:
        split = lexicon.alphabet.split
        words = ("".join(stand_ins.get(c, "") for c in split(word)) for word in lexicon)
        return Lexicon([word for word in words if word], alphabet=Alphabet())

    again: Lexicon = lexicon.derived.get_or_make(key, compile_again)
    return again
