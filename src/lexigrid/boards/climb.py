"""The search for the best board: climbs to local optima, and kicks that leave them.

A climb makes the best of all changes of one tile until none helps, then the best of all swaps of
two, and so on. A kick changes part of the optimum at random, and the next climb starts there. A
slightly worse result is accepted, less readily the longer the search lasts. Decisions use integers,
so that a seed gives the same board on every machine.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass
from decimal import Decimal
from functools import cache
from itertools import islice
from typing import TYPE_CHECKING, Any, Literal

from .. import _core
from .._util.rng import SeededRng
from .._util.time_limit import check_time
from ..errors import InputError
from ..game.derived_dice import count_letters
from ..game.dice import BLANK, Dice
from ..game.rules import Rules
from ..lexicon import Lexicon
from .packing import BoardPacking

if TYPE_CHECKING:
    import numpy as np

    Scores = np.ndarray[Any, Any]

#: What a climb asks of a board: its score, those of all changes, or those of all swaps.
Search = Literal["score", "changes", "swaps"]
#: The searches of a climb: for each a board of bytes, answered by scores.
Steps = Generator[tuple[Search, Any], Any, bool]
#: The number of kicks in a row without a better board that ends a round.
PATIENCE = 220
#: Rounds that share a graphics card at a time.
SIDE_BY_SIDE = 4096
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
        *,
        begins: bool = True,
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
        self._state = state
        if state is not None:
            rng.state = state.rng
        elif begins:
            # Ignores the deadline, so that there is always a board.
            self._run(self.steps(), _core.check_stop)

    @property
    def state(self) -> RoundState:
        """The state after the last kick, or after the first climb."""
        assert self._state is not None, "the first climb is not done"
        return self._state

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
        return self._run(self.steps(), check_time)

    def steps(self) -> Steps:
        """Yield the searches of the next kick, or of the first climb, and receive their scores.

        Return whether the board is the best of the round; until then, the state stays the same.
        """
        self._tried = 0
        if self._state is None:
            dice = self._rng.shuffled(self._set.dice)
            start = [self._rng.pick(self._set.shown[die]) for die in dice]
            board, dice, score = yield from self._climb(start, dice)
            self._state = RoundState(
                board, dice, score, board, score, score * _HOT, 0, self._tried, self._rng.state
            )
            return True
        now = self._state
        tiles, dice, score = yield from self._climb(*self._kicked(now.tiles, now.dice))
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

    def _run(self, steps: Steps, check: Callable[[], None]) -> bool:
        """Search each board at once; `check` is called before, and may raise."""
        scores: Scores | None = None
        while True:
            try:
                kind, board = steps.send(scores) if scores is not None else next(steps)
            except StopIteration as done:
                return bool(done.value)
            check()
            search = getattr(self._packing, kind)
            scores = search(board[None], self._rules.scheme, self._rules.min_length)

    def search_together(self, kind: str, boards: Scores) -> Scores:
        """Answer what this round or others like it ask, on a graphics card."""
        return self._packing.search_on_card(
            kind, boards, self._rules.scheme, self._rules.min_length
        )

    def _climb(
        self, tiles: list[int], dice: list[int]
    ) -> Generator[tuple[Search, Scores], Scores, tuple[list[int], list[int], int]]:
        """Make the best change, or else the best swap, until neither helps."""
        import numpy as np

        tiles, dice = list(tiles), list(dice)
        cells = len(tiles)
        score = int((yield "score", self._bytes[tiles])[0])
        while True:
            changes = yield "changes", self._bytes[tiles]
            changes = np.where(self._tile_of[dice] >= 0, changes.reshape(cells, -1), -1)
            self._tried += changes.size
            best = int(changes.argmax())
            if changes.flat[best] > score:
                cell, column = divmod(best, changes.shape[1])
                tiles[cell] = int(self._tile_of[dice[cell], column])
                score = int(changes.flat[best])
                continue
            swaps = (yield "swaps", self._bytes[tiles]).reshape(cells, cells)
            self._tried += cells * (cells - 1) // 2
            best = int(swaps.argmax())
            if swaps.flat[best] <= score:
                return tiles, dice, score
            _swap(*divmod(best, cells), tiles, dice)
            score = int(swaps.flat[best])

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


def climb_together(
    rounds: Iterator[tuple[int, Round]], has_board: bool
) -> Iterator[tuple[int, Round]]:
    """Yield the rounds, by their numbers, as they find better boards and when they are over.

    Their boards are searched together on a graphics card. The time limit counts once any round
    has a board.

    Raises:
        TimeoutError: the time is up; the states of the rounds are those after their last kicks.
    """
    import numpy as np

    running: dict[int, tuple[Round, Steps]] = {}
    answers: dict[int, Any] = {}
    while True:
        for number, this in islice(rounds, SIDE_BY_SIDE - len(running)):
            running[number], answers[number] = (this, this.steps()), None
        if not running:
            return
        asked: dict[str, dict[int, Scores]] = {}
        for number, answer in answers.items():
            this, steps = running[number]
            while True:
                try:
                    kind, board = steps.send(answer)
                except StopIteration as done:
                    has_board = True
                    if done.value or this.is_over:
                        yield number, this
                    if this.is_over:
                        del running[number]
                        break
                    steps, answer = this.steps(), None
                    running[number] = this, steps
                else:
                    asked.setdefault(kind, {})[number] = board
                    break
        if has_board:
            check_time()
        answers = {}
        for each, boards in asked.items():
            found = this.search_together(each, np.stack([*boards.values()]))
            answers.update(zip(boards, found, strict=True))
