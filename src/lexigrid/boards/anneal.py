"""The best board: simulated annealing for the board with the most points.

The same seed and rounds give the same board; decisions use integers, never floats.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from functools import cache
from typing import TYPE_CHECKING, Any

from .._util.rng import Seed, SeededRng
from .._util.validation import check_int
from ..errors import InputError
from ..game import Dice, Rules
from ..grid import Grid
from ..lexicon import Lexicon
from .dice_roll import grid_of_faces
from .moves import DiceMoves, LetterMoves, MoveGenerator
from .packing import BoardPacking
from .spec import BoardSetup

if TYPE_CHECKING:
    import numpy as np

#: Boards that are changed side by side, and changes of each in one round.
CHAINS = 64
STEPS = 16_000
#: The initial temperature, in thousandths of the best score so far.
_HEAT = 30
_PURPOSE = "best"


@dataclass(frozen=True, slots=True)
class BestBoard:
    """The best board of a search."""

    grid: Grid
    """The board."""
    score: int
    """The points of all its words."""
    tried: int
    """The number of boards tried."""
    complete: bool
    """Were all rounds done? False if the deadline ended the search."""


Progress = Callable[[BestBoard], None]


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
    progress: Progress | None = None,
) -> BestBoard:
    """Search for the board with the most points by simulated annealing.

    Each round changes 64 boards `steps` times (16,000): it replaces a tile or swaps two. A change
    that loses points is kept less often the more it loses and the later it comes. Without dice the
    tiles are the letters of the lexicon (q as Qu); with dice, the faces that they can show.
    `progress` is called with each better board.

    >>> optimize_board(Lexicon(["tea", "eat", "ate"]), seed=1, size=(2, 2), steps=50).score
    3

    Raises:
        InputError: a size or number is out of range, or dice or words have too many letters.
    """
    setup = BoardSetup.of(seed=seed, lexicon=lexicon, dice=dice, rules=rules, size=size)
    check_int(rounds, "rounds", 1)
    steps = STEPS if steps is None else check_int(steps, "steps", 1)
    words = setup.lexicon
    moves = DiceMoves(dice, words) if dice else LetterMoves(words, size)
    search = _Search(moves, words, setup.rules, threads, progress)
    until = None if deadline is None else time.monotonic() + deadline
    rng = SeededRng(seed, _PURPOSE)
    complete = all(search.run_round(rng, steps, until) for _ in range(rounds))
    return search.best(complete)


class _Search:
    """Chains of boards, and the best board that any of them has had."""

    def __init__(
        self,
        moves: MoveGenerator,
        lexicon: Lexicon,
        rules: Rules,
        threads: int | None,
        progress: Progress | None,
    ) -> None:
        packing = BoardPacking.of(lexicon, moves.tiles, moves.size)
        if packing is None:
            raise InputError(
                "the search for the best board takes tiles of one letter and Qu; these dice or "
                "words have others, or too many letters"
            )
        import numpy as np

        self._moves, self._packing, self._rules = moves, packing, rules
        self._bytes = np.array([packing.byte_of["".join(tile)] for tile in moves.tiles], np.uint8)
        self._threads, self._progress = threads, progress
        self._best_board: list[int] = []
        self._best_score = -1
        self._tried = 0

    def run_round(self, rng: SeededRng, steps: int, until: float | None) -> bool:
        """Anneal new boards once; return False if the deadline ended the round."""
        import numpy as np

        state: Any = self._moves.start(rng, CHAINS)
        scores: Any = self._score(state)
        losses = np.array(_losses(), dtype=np.int64)
        for step in range(steps):
            if until is not None and time.monotonic() >= until:
                return False
            left = steps - step
            heat = max(self._best_score, 0) * _HEAT * left * left // (1000 * steps * steps)
            changed = self._moves.change(rng, state)
            changed_scores = self._score(changed)
            allowed = heat * losses[(rng.numbers(CHAINS) >> np.uint64(54)).astype(np.int64)]
            is_kept: Any = changed_scores * 1000 >= scores * 1000 - allowed
            state = np.where(is_kept[:, None], changed, state)
            scores = np.where(is_kept, changed_scores, scores)
        return True

    def best(self, complete: bool) -> BestBoard:
        """Return the best board so far."""
        faces = [self._moves.faces[tile] for tile in self._best_board]
        grid = grid_of_faces(faces, self._moves.size)
        return BestBoard(grid, self._best_score, self._tried, complete)

    def _score(self, state: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
        """Score boards, and remember the best of them if it is the best so far."""
        self._tried += len(state)
        rules = self._rules
        boards = self._bytes[state]
        scores = self._packing.score(boards, rules.scheme, rules.min_length, self._threads)
        best = int(scores.argmax())
        if int(scores[best]) > self._best_score:
            self._best_score = int(scores[best])
            self._best_board = [int(tile) for tile in state[best]]
            if self._progress is not None:
                self._progress(self.best(complete=False))
        return scores


@cache
def _losses() -> tuple[int, ...]:
    """Tabulate -ln(u) in thousandths for 1,024 values of u: the loss that each draw allows.

    Decimal arithmetic rounds alike on every platform.
    """
    return tuple(int(-(Decimal(2 * at + 1) / 2048).ln() * 1000) for at in range(1024))
