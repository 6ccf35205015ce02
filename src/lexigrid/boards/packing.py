"""Boards as bytes, so that thousands can be scored in one call.

A byte is a letter, or `q` for the tile Qu. Lengths, and so points, are those of the words.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from .._util.validation import check_threads
from ..alphabet import Alphabet
from ..lexicon import Lexicon, per_lexicon
from ..search.bulk.options import BulkOptions, seconds_until
from ..search.bulk.scores import score_changes, score_grids, score_swaps
from ..search.bulk.solver import solver_for
from ..search.options import Device
from ..search.scoring import Scoring

_A_TO_Z = "abcdefghijklmnopqrstuvwxyz"
#: Substitutes for other letters: one byte each, and all different after case folding.
_SUBSTITUTES = _A_TO_Z + "".join(chr(code) for code in range(0xE0, 0x100) if chr(code) != "÷")


class BoardPacking:
    """A byte for each tile of a search, and the lexicon in those bytes.

    Letters of other scripts are replaced by substitutes.
    """

    __slots__ = ("_lexicon", "_shape", "byte_of")

    def __init__(
        self, lexicon: Lexicon, substitutes: Mapping[str, str], size: tuple[int, int], qu: bool
    ) -> None:
        self._lexicon = lexicon
        self._shape: dict[str, Any] = {"size": size, "qu": qu}
        self.byte_of = {letter: ord(other) for letter, other in substitutes.items()}
        if qu:
            self.byte_of["qu"] = self.byte_of.pop("q")

    @classmethod
    def of(
        cls, lexicon: Lexicon, tiles: Iterable[tuple[str, ...]], size: tuple[int, int]
    ) -> BoardPacking | None:
        """Return the packing for boards of these tiles, given as letters, or None.

        A tile of several letters can be packed only if it is Qu and no tile is Q alone.
        """
        distinct = set(tiles)
        qu = ("q", "u") in distinct
        singles = {letters[0] for letters in distinct if len(letters) == 1}
        if any(len(letters) != 1 and letters != ("q", "u") for letters in distinct):
            return None
        if qu and "q" in singles:
            return None
        known = set(lexicon.letters) | singles | ({"q"} if qu else set())
        if known.issubset(_A_TO_Z) and not lexicon.core.punctuation:
            return cls(lexicon, {letter: letter for letter in known}, size, qu)
        if len(known) > len(_SUBSTITUTES):
            return None
        own = [letter for letter in known if len(letter) == 1 and letter in _SUBSTITUTES]
        free = [letter for letter in _SUBSTITUTES if letter not in own]
        others = sorted(known - set(own))
        substitutes = {letter: letter for letter in own} | dict(zip(others, free, strict=False))
        return cls(_rewritten(lexicon, tuple(sorted(substitutes.items()))), substitutes, size, qu)

    def score(
        self, boards: bytes, scoring: Scoring, min_length: int, threads: int | None
    ) -> list[int]:
        """Score boards that follow each other in `boards`, as `score_grids` does without NumPy."""
        options = BulkOptions(scoring=scoring, min_length=min_length, **self._shape)
        solver = solver_for(self._lexicon, self._shape["size"], options)
        scores = solver.score_bytes(boards, check_threads(threads), seconds_until(math.inf), None)
        return memoryview(scores).cast("q").tolist()

    @property
    def letter_bytes(self) -> list[int]:
        """The byte of each letter, in the order of the last axis of changes."""
        return [ord(letter) for letter in self._lexicon.letters]

    def searches(
        self, scoring: Scoring, min_length: int, device: Device
    ) -> dict[str, Callable[[Any], Any]]:
        """Return the searches `score`, `changes` and `swaps` of boards of bytes, (n, cells).

        `changes` gives (n, cells, letters), `swaps` (n, cells, cells) scores. Boards and scores are
        arrays on the device.
        """
        import numpy as np

        options: Any = {"scoring": scoring, "min_length": min_length, **self._shape}
        if device == "cuda":
            from ..search.bulk.cuda.calls import scorer_for

            card = scorer_for(self._lexicon, self._shape["size"], BulkOptions(**options))
            return {"score": card.score, "changes": card.score_changes, "swaps": card.score_swaps}

        def of_each(search: Callable[..., Any]) -> Callable[[Any], Any]:
            return lambda boards: np.stack(
                [
                    search(board, self._lexicon, **options).reshape(len(board), -1)
                    for board in boards
                ]
            )

        return {
            "score": lambda boards: score_grids(boards, self._lexicon, threads=1, **options),
            "changes": of_each(score_changes),
            "swaps": of_each(score_swaps),
        }


@per_lexicon
def _rewritten(lexicon: Lexicon, substitutes: tuple[tuple[str, str], ...]) -> Lexicon:
    """Compile the words again with substitutes for their letters."""
    split, other = lexicon.alphabet.split, dict(substitutes)
    words = ("".join(other.get(c, "") for c in split(word)) for word in lexicon)
    return Lexicon([word for word in words if word], alphabet=Alphabet())
