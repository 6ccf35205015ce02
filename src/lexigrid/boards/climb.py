"""The search for the best board: climbs to local optima, and kicks that leave them.

A climb makes the best of all changes of one tile until none helps, then the best of all swaps of
two, and so on. A kick changes part of the optimum at random, and the next climb starts there. A
slightly worse result is accepted, less readily the longer the search lasts. Decisions use integers,
so that a seed gives the same board on every machine.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from functools import cache
from typing import TYPE_CHECKING, Any

from .. import _core
from .._util.rng import SeededRng
from .._util.time_limit import check_time
from ..errors import InputError
from ..game import BLANK, Dice, Rules, count_letters
from ..lexicon import Lexicon
from .packing import BoardPacking

if TYPE_CHECKING:
    import numpy as np

#: The number of kicks in a row without a better board that ends a round.
PATIENCE = 220
#: The first and the lowest temperature, in hundred-thousandths of the best score, and its decay
#: with each kick, in thousandths.
_HOT, _COLD, _DECAY = 600, 150, 995
#: How many kicks in twenty replace tiles, swap tiles or shuffle a block; the rest shift a line.
_REPLACE, _SWAP, _SHUFFLE = 7, 7, 3


class TileSet:
    """The tiles of a search: their faces, and which of them each die can show.

    Without dice, each cell can have any letter of the lexicon; q is the tile Qu.
    """

    def __init__(self, lexicon: Lexicon, size: tuple[int, int], dice: Dice | None) -> None:
        self.size = size
        split = lexicon.alphabet.split
        if dice is None:
            letters = lexicon.letters
            self.letters: list[tuple[str, ...]] = [
                ("q", "u") if c == "q" and "u" in letters else (c,) for c in letters
            ]
            texts = [("".join(tile).capitalize(), tile) for tile in self.letters]
            self.faces = [face if split(face) == tile else "".join(tile) for face, tile in texts]
            # Letters are drawn as often as they occur in words, for better random boards.
            counts = count_letters(lexicon)
            total = max(1, sum(counts.values()))
            weights = [max(1, counts[letter] * 1000 // total) for letter in letters]
            self.shown = [[tile for tile, weight in enumerate(weights) for _ in range(weight)]]
            self.dice = [0] * (size[0] * size[1])
            return
        if any(BLANK in die for die in dice.faces):
            raise InputError("these dice have solid faces, which the best board cannot use")
        self.faces = sorted({face for die in dice.faces for face in die})
        self.letters = [split(face) for face in self.faces]
        self.shown = [[self.faces.index(face) for face in die] for die in dice.faces]
        self.dice = list(range(len(dice.faces)))


@dataclass(slots=True)
class RoundState:
    """The state of a round: everything that its next kick depends on."""

    tiles: list[int]
    dice: list[int]
    score: int
    best_tiles: list[int]
    best_score: int
    heat: int
    waited: int
    tried: int
    rng: int


class Round:
    """One round: from a random board until no kick has helped for a while.

    >>> lexicon = Lexicon(["tea", "eat", "ate"])
    >>> tiles = TileSet(lexicon, (2, 2), None)
    >>> this = Round(tiles, lexicon, Rules(), SeededRng(1, "example"), patience=5)
    >>> while not this.is_over:
    ...     is_better = this.kick()
    >>> this.state.best_score
    3
    """

    def __init__(
        self,
        tiles: TileSet,
        lexicon: Lexicon,
        rules: Rules,
        rng: SeededRng,
        patience: int = PATIENCE,
        state: RoundState | None = None,
    ) -> None:
        packing = BoardPacking.of(lexicon, tiles.letters, tiles.size)
        if packing is None:
            raise InputError(
                "the search for the best board takes tiles of one letter and Qu; these dice or "
                "words have others, or too many letters"
            )
        import numpy as np

        self._set, self._packing, self._rules, self._rng = tiles, packing, rules, rng
        self._patience = patience
        self._bytes = np.array([packing.byte_of["".join(tile)] for tile in tiles.letters], np.uint8)
        columns = {byte: column for column, byte in enumerate(packing.letter_bytes)}
        #: The tile that each die shows for each column of `score_changes`; -1 if it cannot.
        self._tile_of = np.full((len(tiles.shown), max(1, len(columns))), -1, np.int64)
        for die, shown in enumerate(tiles.shown):
            for tile in shown:
                if (column := columns.get(int(self._bytes[tile]))) is not None:
                    self._tile_of[die, column] = tile
        if state is None:
            dice = rng.shuffled(tiles.dice)
            start = [rng.pick(tiles.shown[die]) for die in dice]
            self._tried = 0
            # Ignores the deadline, so that there is always a board.
            board, dice, score = self._climb(start, dice, _core.check_stop)
            heat = score * _HOT
            state = RoundState(board, dice, score, board, score, heat, 0, self._tried, rng.state)
        else:
            rng.state = state.rng
        self.state = state

    @property
    def is_over(self) -> bool:
        """Has no kick helped for a while?"""
        return self.state.waited >= self._patience

    def kick(self) -> bool:
        """Change part of the board, climb again, and accept the result or not.

        Return whether it is the best board of the round.

        Raises:
            TimeoutError: the time is up; the state is that after the previous kick.
        """
        now = self.state
        self._tried = 0
        tiles, dice, score = self._climb(*self._kicked(now.tiles, now.dice))
        is_better = score > now.best_score
        if is_better:
            now.best_tiles, now.best_score = tiles, score
        now.waited = 0 if is_better else now.waited + 1
        draw = self._rng.below(1024)
        if (now.score - score) * 100_000 <= now.heat * _losses()[draw] // 1000:
            now.tiles, now.dice, now.score = tiles, dice, score
        now.heat = max(now.best_score * _COLD, now.heat * _DECAY // 1000)
        now.tried += self._tried
        now.rng = self._rng.state
        return is_better

    def _climb(
        self, tiles: list[int], dice: list[int], check: Callable[[], None] = check_time
    ) -> tuple[list[int], list[int], int]:
        """Make the best change, or else the best swap, until neither helps.

        `check` is called between the steps, and may raise.
        """
        import numpy as np

        tiles, dice = list(tiles), list(dice)
        packing, rules = self._packing, self._rules
        cells = len(tiles)
        score = int(packing.score(self._board(tiles), rules.scheme, rules.min_length, 1)[0])
        while True:
            check()
            changes = packing.changes(self._board(tiles), rules.scheme, rules.min_length)
            changes = np.where(self._tile_of[dice] >= 0, changes.reshape(cells, -1), -1)
            self._tried += changes.size
            best = int(changes.argmax())
            if changes.flat[best] > score:
                cell, column = divmod(best, changes.shape[1])
                tiles[cell] = int(self._tile_of[dice[cell], column])
                score = int(changes.flat[best])
                continue
            check()
            swaps = packing.swaps(self._board(tiles), rules.scheme, rules.min_length)
            swaps = swaps.reshape(cells, cells)
            self._tried += cells * (cells - 1) // 2
            best = int(swaps.argmax())
            if swaps.flat[best] <= score:
                return tiles, dice, score
            _swap(*divmod(best, cells), tiles, dice)
            score = int(swaps.flat[best])

    def _board(self, tiles: list[int]) -> np.ndarray[Any, Any]:
        board: np.ndarray[Any, Any] = self._bytes[tiles][None]
        return board

    def _kicked(self, tiles: list[int], dice: list[int]) -> tuple[list[int], list[int]]:
        rng, (rows, columns) = self._rng, self._set.size
        tiles, dice = list(tiles), list(dice)
        cells = range(len(tiles))
        kind = rng.below(20)
        if kind < _REPLACE:
            for _ in range(2 + rng.below(4)):
                cell = rng.pick(cells)
                tiles[cell] = rng.pick(self._set.shown[dice[cell]])
            return tiles, dice
        if kind < _REPLACE + _SWAP:
            for _ in range(2 + rng.below(4)):
                _swap(rng.pick(cells), rng.pick(cells), tiles, dice)
            return tiles, dice
        if kind < _REPLACE + _SWAP + _SHUFFLE:
            high, wide = min(rows, 2 + rng.below(2)), min(columns, 2 + rng.below(2))
            top, left = rng.below(rows - high + 1), rng.below(columns - wide + 1)
            to = [(top + i) * columns + left + j for i in range(high) for j in range(wide)]
            source = rng.shuffled(to)
        else:
            line = rng.below(rows + columns)
            to = list(cells)
            to = to[line * columns :][:columns] if line < rows else to[line - rows :: columns]
            by = 1 if rng.below(2) else len(to) - 1
            source = to[by:] + to[:by]
        old_tiles, old_dice = list(tiles), list(dice)
        for cell, other in zip(to, source, strict=True):
            tiles[cell], dice[cell] = old_tiles[other], old_dice[other]
        return tiles, dice


def _swap(one: int, other: int, *lists: list[int]) -> None:
    for each in lists:
        each[one], each[other] = each[other], each[one]


@cache
def _losses() -> tuple[int, ...]:
    """Tabulate -ln(u) in thousandths for 1,024 values of u: the loss that each draw accepts.

    Decimal arithmetic rounds the same on every platform.
    """
    return tuple(int(-(Decimal(2 * at + 1) / 2048).ln() * 1000) for at in range(1024))
