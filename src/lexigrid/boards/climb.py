"""The search for the best board: climbs to local optima, and kicks that leave them.

A climb makes the best of all changes of one tile until none helps, then the best of all swaps of
two, and so on. A kick changes part of the optimum at random, and the next climb starts there. A
slightly worse result is accepted, less readily the longer the search lasts. Decisions use integers,
so that a seed gives the same board on every machine.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import islice
from typing import Any

from .. import _core
from .._util.rng import SeededRng
from .._util.time_limit import check_time
from ..errors import InputError
from ..game.derived_dice import count_letters
from ..game.dice import BLANK, Dice
from ..game.rules import Rules
from ..lexicon import Lexicon
from ..search.bulk.cuda import device as cards
from ..search.options import Device
from .packing import BoardPacking

#: The number of kicks in a row without a better board that ends a round.
PATIENCE = 220
#: Rounds that share a graphics card at a time.
SIDE_BY_SIDE = 4096
#: What a climb does next; `_SWAPS` follows `_CHANGES`, and `_ENDED` follows `_SWAPS`.
_CHANGES, _SWAPS, _ENDED, _OVER = range(4)
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
    """One round: climbs from a random board until no kick has helped for a while.

    >>> lexicon = Lexicon(["tea", "eat", "ate"])
    >>> tiles = TileSet(lexicon, (2, 2), None)
    >>> this = Round(tiles, SeededRng(1, "example"), patience=5)
    >>> climbs = Climbs(tiles, lexicon, Rules())
    >>> better = [is_better for _, _, is_better in climbs.run(iter([(0, this)]))]
    >>> this.state.best_score, better
    (3, [True, False, False, False, False, False])
    """

    def __init__(
        self,
        tiles: TileSet,
        rng: SeededRng,
        patience: int = PATIENCE,
        state: RoundState | None = None,
    ) -> None:
        self._set, self._rng, self._patience = tiles, rng, patience
        self.state = state
        """The state after the last climb; None before the first one has ended."""
        if state is not None:
            rng.state = state.rng

    @property
    def is_over(self) -> bool:
        """Has no kick helped for a while?"""
        return self.state is not None and self.state.waited >= self._patience

    def next_start(self) -> tuple[list[int], list[int]]:
        """Return the tiles and dice from which the next climb starts."""
        if self.state is not None:
            return self._kicked(self.state.tiles, self.state.dice)
        dice = self._rng.shuffled(self._set.dice)
        return [self._rng.pick(self._set.shown[die]) for die in dice], dice

    def end_climb(self, tiles: list[int], dice: list[int], score: int, tried: int) -> bool:
        """Accept the result of a climb or not. Return whether it is the best board of the round."""
        now = self.state
        if now is None:
            heat, rng = score * _HOT, self._rng.state
            self.state = RoundState(tiles, dice, score, tiles, score, heat, 0, tried, rng)
            return True
        is_better = score > now.best_score
        if is_better:
            now.best_tiles, now.best_score = tiles, score
        now.waited = 0 if is_better else now.waited + 1
        draw = self._rng.below(1024)
        if (now.score - score) * 100_000 <= now.heat * _losses()[draw] // 1000:
            now.tiles, now.dice, now.score = tiles, dice, score
        now.heat = max(now.best_score * _COLD, now.heat * _DECAY // 1000)
        now.tried += tried
        now.rng = self._rng.state
        return is_better

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
    from decimal import Decimal  # slow

    return tuple(int(-(Decimal(2 * at + 1) / 2048).ln() * 1000) for at in range(1024))


class Climbs:
    """Climbs side by side: each step makes the best change, or else the best swap, of every board.

    Raises:
        InputError: the tiles or the words have several letters or too many, or there is no card.
    """

    def __init__(
        self,
        tiles: TileSet,
        lexicon: Lexicon,
        rules: Rules,
        device: Device = "cpu",
        rounds: int = 1,
    ) -> None:
        import numpy as np

        packing = BoardPacking.of(lexicon, tiles.letters, tiles.size)
        if packing is None:
            raise InputError(
                "the search for the best board takes tiles of one letter and Qu; these dice or "
                "words have others, or too many letters"
            )
        self._search = packing.searches(rules.scheme, rules.min_length, device)
        bytes_of = [packing.byte_of["".join(tile)] for tile in tiles.letters]
        columns = {byte: column for column, byte in enumerate(packing.letter_bytes)}
        tile_of = np.full((len(tiles.shown), max(1, len(columns))), -1, np.int64)
        for die, shown in enumerate(tiles.shown):
            for tile in shown:
                if (column := columns.get(bytes_of[tile])) is not None:
                    tile_of[die, column] = tile
        #: The module of arrays on the device.
        self._xp: Any = cards.open_card().xp if device == "cuda" else np
        self._bytes = self._xp.asarray(np.array(bytes_of, np.uint8))
        #: The tile that each die shows for each letter of the changes; -1 if it cannot.
        self._tile_of = self._xp.asarray(tile_of)
        room, cells = min(rounds, SIDE_BY_SIDE if device == "cuda" else 1), len(tiles.dice)
        self._tiles, self._dice = self._xp.zeros((2, room, cells), np.int64)
        self._scores, self._tried, self._stages = self._xp.zeros((3, room), np.int64)
        self._stages[:] = _OVER
        self.running: dict[int, tuple[int, Round]] = {}
        """The rounds that climb, with their numbers, by their rows in the arrays."""

    def run(
        self, rounds: Iterator[tuple[int, Round]], has_board: bool = False
    ) -> Iterator[tuple[int, Round, bool]]:
        """Yield number and round after each climb, and whether its board is better.

        The time limit counts once any round has a board, so that there is always one.

        Raises:
            TimeoutError: the time is up; the rounds are as after their last climbs.
        """
        idle, starting = list(range(len(self._stages))), list[int]()
        columns = self._tiles, self._dice, self._scores, self._tried
        while True:
            for number, this in islice(rounds, len(idle)):
                starting.append(idle.pop())
                self.running[starting[-1]] = number, this
            if not self.running:
                return
            if starting:
                self._begin(starting)
            (check_time if has_board else _core.check_stop)()
            self._step()
            ended = self._xp.flatnonzero(self._stages == _ENDED)
            self._stages[ended] = _OVER
            starting = ended.tolist()
            for row, *found in zip(
                ended.tolist(), *(each[ended].tolist() for each in columns), strict=True
            ):
                number, this = self.running[row]
                is_better, has_board = this.end_climb(*found), True
                if this.is_over:
                    del self.running[row]
                    starting.remove(row)
                    idle.append(row)
                yield number, this, is_better

    def _begin(self, rows: Sequence[int]) -> None:
        """Start the next climbs of the rounds on these rows."""
        starts = [self.running[row][1].next_start() for row in rows]
        at = self._xp.asarray(rows)
        self._tiles[at], self._dice[at] = map(self._xp.asarray, zip(*starts, strict=True))
        self._scores[at] = self._search["score"](self._bytes[self._tiles[at]])
        self._tried[at], self._stages[at] = 0, _CHANGES

    def _step(self) -> None:
        cells = self._tiles.shape[1]
        for stage, kind in (_CHANGES, "changes"), (_SWAPS, "swaps"):
            rows = self._xp.flatnonzero(self._stages == stage)
            if not len(rows):
                continue
            found = self._search[kind](self._bytes[self._tiles[rows]])
            if stage == _CHANGES:
                found = self._xp.where(self._tile_of[self._dice[rows]] >= 0, found, -1)
            width = found.shape[2]
            found = found.reshape(len(rows), -1)
            self._tried[rows] += found.shape[1] if stage == _CHANGES else cells * (cells - 1) // 2
            best, top = found.argmax(axis=1), found.max(axis=1)
            is_better = top > self._scores[rows]
            self._stages[rows] = self._xp.where(is_better, _CHANGES, stage + 1)
            rows, best = rows[is_better], best[is_better]
            self._scores[rows] = top[is_better]
            one, other = best // width, best % width
            if stage == _CHANGES:
                self._tiles[rows, one] = self._tile_of[self._dice[rows, one], other]
                continue
            for each in self._tiles, self._dice:
                each[rows, one], each[rows, other] = each[rows, other], each[rows, one]
