"""What boards of a search are made of: free letters, or dice.

Knows dice, lexicons and chance; known by the searches for boards.
Rule: a change is one tile for another or two tiles exchanged; with dice, what dice can show.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Protocol

from ..alphabet import Alphabet
from ..errors import InputError
from ..game import BLANK, Dice
from ..lexicon import Lexicon
from .chance import Chance

if TYPE_CHECKING:
    import numpy as np

State = Any
#: Of ten changes so many exchange two tiles.
_EXCHANGES = 4


class Tray(Protocol):
    """Makes and changes many boards at once; a state is an array with a board a row."""

    size: tuple[int, int]
    tiles: list[tuple[str, ...]]
    faces: list[str]

    def start(self, chance: Chance, count: int) -> State:
        """Lay so many random boards."""

    def change(self, chance: Chance, state: State) -> State:
        """Change each board a little."""

    def bytes_of(self, state: State, byte_of: Mapping[str, int]) -> np.ndarray[Any, Any]:
        """Give the boards as bytes, one a cell."""

    def tiles_of(self, board: State) -> list[int]:
        """Give the tiles of one board as indexes of `tiles`, in reading order."""


class LetterTray:
    """Any letter of the lexicon on any cell; q is the tile Qu."""

    def __init__(self, lexicon: Lexicon, size: tuple[int, int]) -> None:
        self.size = size
        letters = list(lexicon.letters)
        self.tiles: list[tuple[str, ...]] = [
            ("q", "u") if c == "q" and "u" in letters else (c,) for c in letters
        ]
        self.faces = ["".join(tile).capitalize() for tile in self.tiles]
        split = lexicon.alphabet.split
        self.faces = [
            face if split(face) == tile else "".join(tile)
            for face, tile in zip(self.faces, self.tiles, strict=True)
        ]
        # Letters come as often as words have them: a chance board is a better start.
        import numpy as np

        counts = np.bincount(_letter_codes(lexicon), minlength=len(letters))
        self._codes = np.repeat(
            np.arange(len(letters)), np.maximum(1, counts * 1000 // max(1, counts.sum()))
        )

    def start(self, chance: Chance, count: int) -> State:
        """Lay so many random boards."""
        cells = self.size[0] * self.size[1]
        return self._drawn(chance, count * cells).reshape(count, cells)

    def change(self, chance: Chance, state: State) -> State:
        """Change each board: a letter for another, or two exchanged."""
        import numpy as np

        count, cells = state.shape
        rows = np.arange(count)
        kind, first, second = (_below(chance, count, limit) for limit in (10, cells, cells))
        letters = self._drawn(chance, count)
        changed = state.copy()
        swapped = kind < _EXCHANGES
        changed[rows, first] = np.where(swapped, state[rows, second], letters)
        rest = rows[swapped]
        changed[rest, second[swapped]] = state[rest, first[swapped]]
        return changed

    def bytes_of(self, state: State, byte_of: Mapping[str, int]) -> np.ndarray[Any, Any]:
        """Give the boards as bytes, one a cell."""
        import numpy as np

        return np.array([byte_of["".join(tile)] for tile in self.tiles], np.uint8)[state]

    def tiles_of(self, board: State) -> list[int]:
        """Give the tiles of one board."""
        return [int(tile) for tile in board]

    def _drawn(self, chance: Chance, count: int) -> State:
        return self._codes[_below(chance, count, len(self._codes))]


class DiceTray:
    """Each die on one cell, a face up; a state holds die * faces + face for each cell."""

    def __init__(self, dice: Dice, lexicon: Lexicon) -> None:
        self.size = dice.size
        split = lexicon.alphabet.split
        self._most = max(map(len, dice.faces))
        self.faces: list[str] = []
        for die in dice.faces:
            self.faces += [die[at % len(die)] for at in range(self._most)]
        if BLANK in self.faces:
            raise InputError("these dice have solid faces, which the best board cannot have")
        self.tiles: list[tuple[str, ...]] = [split(face) for face in self.faces]
        self._sides = [len(die) for die in dice.faces]

    def start(self, chance: Chance, count: int) -> State:
        """Roll so many boards."""
        import numpy as np

        boards = []
        for _ in range(count):
            order = chance.shuffled(range(len(self._sides)))
            boards.append([die * self._most + chance.below(self._sides[die]) for die in order])
        return np.array(boards, dtype=np.int64)

    def change(self, chance: Chance, state: State) -> State:
        """Change each board: another face of a die, or two dice exchanged."""
        import numpy as np

        count, cells = state.shape
        rows = np.arange(count)
        kind, first, second = (_below(chance, count, limit) for limit in (10, cells, cells))
        dice = state[rows, first] // self._most
        faces = _below(chance, count, 1 << 20) % np.array(self._sides)[dice]
        changed = state.copy()
        swapped = kind < _EXCHANGES
        turned = dice * self._most + faces
        changed[rows, first] = np.where(swapped, state[rows, second], turned)
        rest = rows[swapped]
        changed[rest, second[swapped]] = state[rest, first[swapped]]
        return changed

    def bytes_of(self, state: State, byte_of: Mapping[str, int]) -> np.ndarray[Any, Any]:
        """Give the boards as bytes, one a cell."""
        import numpy as np

        return np.array([byte_of["".join(tile)] for tile in self.tiles], np.uint8)[state]

    def tiles_of(self, board: State) -> list[int]:
        """Give the tiles of one board."""
        return [int(tile) for tile in board]


def _below(chance: Chance, count: int, limit: int) -> Any:
    """Give so many numbers below a small limit (their bias is less than limit / 2^64)."""
    import numpy as np

    return (chance.numbers(count) % np.uint64(limit)).astype(np.int64)


def _letter_codes(lexicon: Lexicon) -> list[int]:
    """List the codes of the letters of all words."""
    code_of = {letter: code for code, letter in enumerate(lexicon.letters)}
    native = lexicon._native
    if all(len(letter) == 1 for letter in lexicon.letters):
        text = "".join(map(native.joined, range(len(lexicon))))
        return [code_of[c] for c in text if c in code_of]
    split: Any = (lexicon.alphabet or Alphabet()).split
    return [code_of[c] for word in lexicon for c in split(word) if c in code_of]
