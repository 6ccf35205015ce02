"""Move generators of the search for the best board: random boards and random changes of them.

A change replaces one tile or swaps two; with dice, the result is always something dice can show.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any

from .._util.rng import SeededRng
from ..errors import InputError
from ..game import BLANK, Dice, count_letters
from ..lexicon import Lexicon

#: Boards as rows of tile numbers.
State = Any
#: Of ten changes, this many swap two tiles.
_SWAPS_IN_TEN = 4


class MoveGenerator(ABC):
    """Makes and changes many boards at once.

    A tile is a number: `tiles` holds the letters that each spells, `faces` its text.
    """

    def __init__(
        self, size: tuple[int, int], tiles: list[tuple[str, ...]], faces: list[str]
    ) -> None:
        self.size = size
        self.tiles = tiles
        self.faces = faces

    @abstractmethod
    def start(self, rng: SeededRng, count: int) -> State:
        """Return random boards."""

    @abstractmethod
    def replacements(self, rng: SeededRng, replaced: State) -> State:
        """Draw a new tile for each replaced one."""

    def change(self, rng: SeededRng, state: State) -> State:
        """Change each board: replace a tile, or swap two."""
        import numpy as np

        count, cells = state.shape
        rows = np.arange(count)
        kind, first, second = (_draw_below(rng, count, limit) for limit in (10, cells, cells))
        others = self.replacements(rng, state[rows, first])
        changed = state.copy()
        is_swap = kind < _SWAPS_IN_TEN
        changed[rows, first] = np.where(is_swap, state[rows, second], others)
        swapped = rows[is_swap]
        changed[swapped, second[is_swap]] = state[swapped, first[is_swap]]
        return changed


class LetterMoves(MoveGenerator):
    """Boards with any letter of the lexicon on any cell; q is the tile Qu."""

    def __init__(self, lexicon: Lexicon, size: tuple[int, int]) -> None:
        import numpy as np

        letters = lexicon.letters
        tiles: list[tuple[str, ...]] = [
            ("q", "u") if c == "q" and "u" in letters else (c,) for c in letters
        ]
        split = lexicon.alphabet.split
        texts = [("".join(tile).capitalize(), tile) for tile in tiles]
        faces = [face if split(face) == tile else "".join(tile) for face, tile in texts]
        super().__init__(size, tiles, faces)
        # Letters are drawn as often as words have them: random boards are then better starts.
        occurrences = count_letters(lexicon)
        counts = np.array([occurrences[letter] for letter in letters])
        weights = np.maximum(1, counts * 1000 // max(1, counts.sum()))
        self._weighted = np.repeat(np.arange(len(letters)), weights)

    def start(self, rng: SeededRng, count: int) -> State:
        """Return boards of random letters."""
        cells = self.size[0] * self.size[1]
        return self._draw(rng, count * cells).reshape(count, cells)

    def replacements(self, rng: SeededRng, replaced: State) -> State:
        """Draw letters."""
        return self._draw(rng, len(replaced))

    def _draw(self, rng: SeededRng, count: int) -> State:
        return self._weighted[_draw_below(rng, count, len(self._weighted))]


class DiceMoves(MoveGenerator):
    """Boards with each die on one cell; a tile is die * (faces per die) + face."""

    def __init__(self, dice: Dice, lexicon: Lexicon) -> None:
        import numpy as np

        self._stride = max(map(len, dice.faces))
        faces = [die[at % len(die)] for die in dice.faces for at in range(self._stride)]
        if BLANK in faces:
            raise InputError("these dice have solid faces, which the best board cannot have")
        split = lexicon.alphabet.split
        super().__init__(dice.size, [split(face) for face in faces], faces)
        self._face_counts = np.array([len(die) for die in dice.faces])

    def start(self, rng: SeededRng, count: int) -> State:
        """Roll boards."""
        import numpy as np

        boards = []
        for _ in range(count):
            order = rng.shuffled(range(len(self._face_counts)))
            boards.append(
                [die * self._stride + rng.below(int(self._face_counts[die])) for die in order]
            )
        return np.array(boards, dtype=np.int64)

    def replacements(self, rng: SeededRng, replaced: State) -> State:
        """Roll the dice again where they are."""
        dice = replaced // self._stride
        return dice * self._stride + _draw_below(rng, len(dice), 1 << 20) % self._face_counts[dice]


def _draw_below(rng: SeededRng, count: int, limit: int) -> Any:
    """Return `count` numbers below a small limit (their bias is less than limit / 2^64)."""
    import numpy as np

    return (rng.numbers(count) % np.uint64(limit)).astype(np.int64)
