"""The best board: as many points as letters can give.

Knows rng, packing and the scoring of many boards; known by the command line.
Rule: the same seed and rounds give the same board; whole numbers decide, no float.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from functools import cache
from typing import TYPE_CHECKING, Any

from .._util.rng import Seed, SeededRng
from ..errors import InputError
from ..game import Dice, Rules
from ..game.dice import check_size
from ..grid import Grid
from ..lexicon import Lexicon
from .dice_roll import lay_faces
from .pack import Packing
from .proposals import DiceTray, LetterTray, Tray

if TYPE_CHECKING:
    import numpy as np

#: Boards that are changed side by side, and changes of each in one round.
CHAINS = 64
STEPS = 16_000
#: The temperature begins at so many thousandths of the best score so far.
_HEAT = 30
_PURPOSE = "best"


@dataclass(frozen=True, slots=True)
class BestBoard:
    """The best board of a search: its score, and how many boards were looked at.

    `complete` is False where the deadline ended the search before its rounds were done.
    """

    grid: Grid
    score: int
    tried: int
    complete: bool


def optimize_board(
    lexicon: Lexicon | None = None,
    *,
    seed: Seed,
    size: tuple[int, int] = (4, 4),
    dice: Dice | None = None,
    rules: Rules | None = None,
    rounds: int = 1,
    steps: int | None = None,
    deadline: float | None = None,
    threads: int | None = None,
    progress: Callable[[BestBoard], None] | None = None,
) -> BestBoard:
    """Search for the board with the most points by simulated annealing.

    64 boards are changed side by side, `steps` times (16,000) a round: a tile becomes another one
    or two tiles change places, and a board that loses points by that is kept the more rarely the
    more it loses and the later it is. Without dice the tiles are the letters of the lexicon (q as
    Qu); with dice, what they show. `progress` is called with each better board.

    >>> optimize_board(Lexicon(["tea", "eat", "ate"]), seed=1, size=(2, 2), steps=50).score
    3

    Raises:
        InputError: a size or number that cannot be used, dice or words of too many letters.
    """
    words = Lexicon.default() if lexicon is None else lexicon
    scheme = rules if rules is not None else Rules.of_size(dice.size if dice else size)
    check_size(dice.size if dice else size)
    steps = STEPS if steps is None else steps
    for name, number in (("rounds", rounds), ("steps", steps)):
        if isinstance(number, bool) or not isinstance(number, int) or number < 1:
            raise InputError(f"{name} is {number!r}, expected a whole number from 1")
    tray: Tray = DiceTray(dice, words) if dice else LetterTray(words, size)
    search = _Search(tray, words, scheme, threads, progress)
    until = None if deadline is None else time.monotonic() + deadline
    rng = SeededRng(seed, _PURPOSE)
    complete = all(search.run_round(rng, steps, until) for _ in range(rounds))
    return search.best(complete)


class _Search:
    """Chains of boards, and the best board that any of them met."""

    def __init__(
        self,
        tray: Tray,
        lexicon: Lexicon,
        rules: Rules,
        threads: int | None,
        progress: Callable[[BestBoard], None] | None,
    ) -> None:
        packing = Packing.of(lexicon, tray.tiles, tray.size)
        if packing is None:
            raise InputError(
                "the best board is searched for with tiles of one letter and Qu; these dice or "
                "words have others, or too many letters"
            )
        self._tray, self._packing, self._rules = tray, packing, rules
        self._threads, self._progress = threads, progress
        self._best_board: list[int] = []
        self._best_score = -1
        self._tried = 0

    def run_round(self, rng: SeededRng, steps: int, until: float | None) -> bool:
        """Anneal fresh boards once; False if the deadline ended it."""
        import numpy as np

        state: Any = self._tray.start(rng, CHAINS)
        scores: Any = self._score(state)
        self._note(state, scores)
        losses = np.array(_losses(), dtype=np.int64)
        for step in range(steps):
            if until is not None and time.monotonic() >= until:
                return False
            left = steps - step
            heat = max(self._best_score, 0) * _HEAT * left * left // (1000 * steps * steps)
            new = self._tray.change(rng, state)
            new_scores = self._score(new)
            allowed = heat * losses[(rng.numbers(CHAINS) >> np.uint64(54)).astype(np.int64)]
            kept: Any = new_scores * 1000 >= scores * 1000 - allowed
            state = np.where(kept[:, None], new, state)
            scores = np.where(kept, new_scores, scores)
            self._note(state, scores)
        return True

    def best(self, complete: bool) -> BestBoard:
        """Give the best board so far."""
        grid = lay_faces([self._face(tile) for tile in self._best_board], self._tray.size)
        return BestBoard(grid, self._best_score, self._tried, complete)

    def _score(self, state: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
        self._tried += len(state)
        tile_bytes = self._tray.bytes_of(state, self._packing.byte_of)
        rules = self._rules
        return self._packing.score(tile_bytes, rules.scheme, rules.min_length, self._threads)

    def _note(self, state: np.ndarray[Any, Any], scores: np.ndarray[Any, Any]) -> None:
        at = int(scores.argmax())
        if int(scores[at]) > self._best_score:
            self._best_score = int(scores[at])
            self._best_board = self._tray.tiles_of(state[at])
            if self._progress is not None:
                self._progress(self.best(complete=False))

    def _face(self, tile: int) -> str:
        return self._tray.faces[tile]


@cache
def _losses() -> tuple[int, ...]:
    """Tabulate -ln(u) in thousandths for 1,024 values of u: how much loss chance allows.

    By decimal arithmetic, which rounds alike on every platform.
    """
    return tuple(int(-(Decimal(2 * at + 1) / 2048).ln() * 1000) for at in range(1024))
