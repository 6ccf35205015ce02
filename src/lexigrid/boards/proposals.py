"""What boards of a search are made of: free letters, or dice.

Knows dice, lexicons and chance; known by the searches for boards.
Rule: a change is one tile for another or two tiles exchanged; with dice, what dice can show.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from .._util.rng import SeededRng
from ..alphabet import Alphabet
from ..errors import InputError
from ..game import BLANK, Dice
from ..lexicon import Lexicon

if TYPE_CHECKING:
    import numpy as np

State = Any
#: Of ten changes so many exchange two tiles.
_EXCHANGES = 4


class Tray(ABC):
    """Makes and changes many boards at once; a state is an array of tiles with a board a row."""

    def __init__(
        self, size: tuple[int, int], tiles: list[tuple[str, ...]], faces: list[str]
    ) -> None:
        self.size = size
        #: What each tile spells, as letters, and how it is shown.
        self.tiles = tiles
        self.faces = faces

    @abstractmethod
    def start(self, rng: SeededRng, count: int) -> State:
        """Lay so many random boards."""

    @abstractmethod
    def replacements(self, rng: SeededRng, replaced: State) -> State:
        """Draw a tile for each of those that are replaced."""

    def change(self, rng: SeededRng, state: State) -> State:
        """Change each board: a tile for another, or two exchanged."""
        import numpy as np

        count, cells = state.shape
        rows = np.arange(count)
        kind, first, second = (_below(rng, count, limit) for limit in (10, cells, cells))
        others = self.replacements(rng, state[rows, first])
        changed = state.copy()
        swapped = kind < _EXCHANGES
        changed[rows, first] = np.where(swapped, state[rows, second], others)
        rest = rows[swapped]
        changed[rest, second[swapped]] = state[rest, first[swapped]]
        return changed

    def bytes_of(self, state: State, byte_of: Mapping[str, int]) -> np.ndarray[Any, Any]:
        """Give the boards as bytes, one a cell."""
        import numpy as np

        return np.array([byte_of["".join(tile)] for tile in self.tiles], np.uint8)[state]

    def tiles_of(self, board: State) -> list[int]:
        """Give the tiles of one board as indexes of `tiles`, in reading order."""
        return [int(tile) for tile in board]


class LetterTray(Tray):
    """Any letter of the lexicon on any cell; q is the tile Qu."""

    def __init__(self, lexicon: Lexicon, size: tuple[int, int]) -> None:
        import numpy as np

        letters = list(lexicon.letters)
        tiles: list[tuple[str, ...]] = [
            ("q", "u") if c == "q" and "u" in letters else (c,) for c in letters
        ]
        split = lexicon.alphabet.split
        shown = [("".join(tile).capitalize(), tile) for tile in tiles]
        super().__init__(
            size, tiles, [face if split(face) == tile else "".join(tile) for face, tile in shown]
        )
        # Letters come as often as words have them: a chance board is a better start.
        counts = np.bincount(_letter_codes(lexicon), minlength=len(letters))
        self._drawn = np.repeat(
            np.arange(len(letters)), np.maximum(1, counts * 1000 // max(1, counts.sum()))
        )

    def start(self, rng: SeededRng, count: int) -> State:
        """Lay so many random boards."""
        cells = self.size[0] * self.size[1]
        return self._draw(rng, count * cells).reshape(count, cells)

    def replacements(self, rng: SeededRng, replaced: State) -> State:
        """Draw letters."""
        return self._draw(rng, len(replaced))

    def _draw(self, rng: SeededRng, count: int) -> State:
        return self._drawn[_below(rng, count, len(self._drawn))]


class DiceTray(Tray):
    """Each die on one cell, a face up; a tile is die * faces + face."""

    def __init__(self, dice: Dice, lexicon: Lexicon) -> None:
        import numpy as np

        self._most = max(map(len, dice.faces))
        faces = [die[at % len(die)] for die in dice.faces for at in range(self._most)]
        if BLANK in faces:
            raise InputError("these dice have solid faces, which the best board cannot have")
        split = lexicon.alphabet.split
        super().__init__(dice.size, [split(face) for face in faces], faces)
        self._sides = np.array([len(die) for die in dice.faces])

    def start(self, rng: SeededRng, count: int) -> State:
        """Roll so many boards."""
        import numpy as np

        boards = []
        for _ in range(count):
            order = rng.shuffled(range(len(self._sides)))
            boards.append([die * self._most + rng.below(int(self._sides[die])) for die in order])
        return np.array(boards, dtype=np.int64)

    def replacements(self, rng: SeededRng, replaced: State) -> State:
        """Turn dice: another face, or the same."""
        dice = replaced // self._most
        return dice * self._most + _below(rng, len(dice), 1 << 20) % self._sides[dice]


def _below(rng: SeededRng, count: int, limit: int) -> Any:
    """Give so many numbers below a small limit (their bias is less than limit / 2^64)."""
    import numpy as np

    return (rng.numbers(count) % np.uint64(limit)).astype(np.int64)


def _letter_codes(lexicon: Lexicon) -> list[int]:
    """List the codes of the letters of all words."""
    code_of = {letter: code for code, letter in enumerate(lexicon.letters)}
    native = lexicon.core
    if all(len(letter) == 1 for letter in lexicon.letters):
        text = "".join(map(native.joined, range(len(lexicon))))
        return [code_of[c] for c in text if c in code_of]
    split: Any = (lexicon.alphabet or Alphabet()).split
    return [code_of[c] for word in lexicon for c in split(word) if c in code_of]
