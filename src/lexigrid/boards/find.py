"""Find boards to a specification: words, points and lengths within given ranges.

The same dice, words, specification and seed give the same board; a deadline only ends the search.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence

from .._util.rng import Seed, SeededRng
from .._util.time_limit import check_time
from .._util.validation import check_number, check_type
from ..errors import InputError
from ..game.derived_dice import choose_dice, find_dice
from ..game.dice import Dice
from ..game.rules import Rules
from ..grid import Grid
from ..lexicon import Lexicon, WordsLike
from ..lexicon.rude import words_to_avoid
from ..search.bulk.paths import find_paths_many
from ..search.encode import as_lexicon
from ..search.paths import FoundWords, find_paths
from .dice_roll import FEW, grid_of_faces, roll_all
from .layout import DiceLayout, LayoutGenerator
from .measure import choose_measure, count_words, required_measure
from .spec import BoardSetup, BoardSpec, FoundBoard, IntRange

_PURPOSE = "order"
#: Neighbours of a layout tried in one step, and steps without gain before a restart.
_NEIGHBOURS = 24
_PATIENCE = 30
#: Boards that are searched in one call.
_AT_ONCE = 1000
DEADLINE = 30.0


def find_board(
    spec: BoardSpec,
    *,
    seed: Seed,
    dice: Dice | str | None = None,
    words: WordsLike | None = None,
    rules: Rules | None = None,
    deadline: float = DEADLINE,
    threads: int | None = None,
) -> FoundBoard:
    """Find a board that meets a specification, by local search from random layouts of the dice.

    The words to contain are placed first, along random paths. Then dice are swapped and rolled
    again as long as that brings the board nearer; without progress the search restarts. Rude words
    count as a distance too, unless the specification avoids others. With `required`, so does every
    tile that no common word uses: a board of the day, on which players look for all common words.

    >>> from lexigrid.boards.spec import IntRange
    >>> board = find_board(BoardSpec(words=IntRange(80, 120), contains=("planet",)), seed=1)
    >>> board.met, board.words in IntRange(80, 120)
    (True, True)

    Raises:
        InputError: the dice cannot show one of the words.
        LexiconError: common words are wanted, but the lexicon has no bands.
    """
    check_type(spec, "the specification", BoardSpec, "a BoardSpec such as BoardSpec(common=True)")
    check_number(deadline, "deadline", unit="seconds")
    lexicon = as_lexicon(words)
    dice = choose_dice(lexicon) if dice is None else find_dice(dice, lexicon)
    setup = BoardSetup.of(seed=seed, lexicon=lexicon, dice=dice, rules=rules)
    search = _Search(spec, dice, setup, threads)
    return search.run(SeededRng(seed, _PURPOSE), time.monotonic() + deadline)


def count_boards(
    grids: Sequence[Grid], lexicon: Lexicon, rules: Rules, threads: int | None = None
) -> list[FoundBoard]:
    """Count the words and points of boards.

    >>> [board] = count_boards([Grid.parse("tea/ant/oat")], Lexicon(["tea", "oat"]), Rules())
    >>> board.words, board.score, board.longest
    (2, 2, 3)
    """
    if len(grids) < FEW:
        counts = (count_words(grid, lexicon, rules) for grid in grids)
        return [
            FoundBoard(grid, *each, met=True, tried=1)
            for grid, each in zip(grids, counts, strict=True)
        ]
    import numpy as np

    found = find_paths_many(
        [grid.format(one_line=True) for grid in grids],
        lexicon,
        min_length=rules.min_length,
        scoring=rules.scheme,
        paths="none",
        sort="tiles",
        threads=threads,
    )
    filled = found.counts > 0
    longest = np.zeros(len(grids), np.int64)
    if filled.any():  # numbers of words ascend with their lengths
        last = np.maximum.reduceat(found.word_ids, found.first[:-1][filled])
        lengths = np.asarray(lexicon.core.lengths())
        longest[filled] = np.searchsorted(lengths, last, side="right") - 1
        # Boards with punctuation read the words by another lexicon, with numbers beyond this one's.
        for at in np.flatnonzero(filled)[last >= len(lexicon)].tolist():
            longest[at] = count_words(grids[at], lexicon, rules)[2]
    facts = (found.counts.tolist(), found.scores.tolist(), longest.tolist())
    return [FoundBoard(*each, met=True, tried=1) for each in zip(grids, *facts, strict=True)]


def list_seeds(seed: str, count: int) -> list[str]:
    """Return the seeds of several boards.

    >>> list_seeds("7", 3)
    ['7', '7/2', '7/3']
    """
    return [nth_seed(seed, number) for number in range(count)]


def nth_seed(seed: str, number: int) -> str:
    """Return the seed of one of several boards, numbered from 0.

    >>> nth_seed("7", 0), nth_seed("7", 1)
    ('7', '7/2')
    """
    return f"{seed}/{number + 1}" if number else seed


def make_boards(
    spec: BoardSpec,
    dice: Dice,
    setup: BoardSetup,
    count: int,
    *,
    seconds_left: Callable[[], float],
    threads: int | None = None,
) -> Iterator[tuple[str, FoundBoard]]:
    """Yield boards with their seeds: found, or rolled if the specification asks for nothing.

    `seconds_left` returns the deadline for the next board.
    """
    seeds = list_seeds(setup.seed, count)
    if spec.is_open:
        lexicon = spec.counted(setup.lexicon)
        for first in range(0, count, _AT_ONCE):
            rolled = seeds[first : first + _AT_ONCE]
            found = count_boards([*roll_all(dice, rolled)], lexicon, setup.rules, threads)
            yield from zip(rolled, found, strict=True)
        return
    for seed in seeds:
        yield (
            seed,
            find_board(
                spec,
                seed=seed,
                dice=dice,
                words=setup.lexicon,
                rules=setup.rules,
                deadline=seconds_left(),
                threads=threads,
            ),
        )


class _Search:
    """One search for a board that meets a specification."""

    def __init__(self, spec: BoardSpec, dice: Dice, setup: BoardSetup, threads: int | None) -> None:
        lexicon = spec.counted(setup.lexicon)
        self._spec, self._dice, self._lexicon, self._rules = spec, dice, lexicon, setup.rules
        self._layouts = LayoutGenerator(dice, lexicon, spec.contains)
        self._measures = [choose_measure(spec, dice, lexicon, setup.rules, threads)]
        self._common = None if spec.required is None else setup.lexicon.common()
        if spec.required and self._common:
            self._measures.append(
                required_measure(spec.required, dice.size, self._common, setup.rules)
            )
        avoided = _list_avoided(spec, setup.lexicon)
        if avoided:
            unwanted = Lexicon(avoided, alphabet=setup.lexicon.alphabet)
            none = BoardSpec(words=IntRange(0, 0))
            self._measures.append(choose_measure(none, dice, unwanted, setup.rules, threads))
        self._tried = 0

    def run(self, rng: SeededRng, until: float) -> FoundBoard:
        """Search until a board meets the specification or the time is up."""
        best: DiceLayout | None = None
        best_distance = -1
        while best is None or (best_distance and time.monotonic() < until):
            check_time()
            layout = self._layouts.start(rng)
            if layout is None:
                if best is None and time.monotonic() >= until:
                    raise InputError(
                        f"found no way to place {', '.join(self._spec.contains)} on one board "
                        "with these dice; ask for fewer words, or give more time"
                    )
                continue
            layout, distance = self._climb(rng, layout, until)
            if best is None or distance < best_distance:
                best, best_distance = layout, distance
        grid = grid_of_faces(best.faces, self._dice.size)
        counts = count_words(grid, self._lexicon, self._rules)
        return FoundBoard(grid, *counts, best_distance == 0, self._tried, self._required(grid))

    def _required(self, grid: Grid) -> FoundWords | None:
        if self._common is None:
            return None
        return find_paths(grid, self._common, min_length=self._rules.min_length, paths="all")

    def _distances(self, boards: Sequence[list[str]]) -> list[int]:
        each = (measure(boards) for measure in self._measures)
        return [sum(distances) for distances in zip(*each, strict=True)]

    def _climb(self, rng: SeededRng, layout: DiceLayout, until: float) -> tuple[DiceLayout, int]:
        """Move to the best neighbour as long as it is not worse, until patience ends."""
        (distance,) = self._distances([layout.faces])
        self._tried += 1
        waited = 0
        while distance and waited < _PATIENCE and time.monotonic() < until:
            check_time()
            near = [layout.changed(rng) for _ in range(_NEIGHBOURS)]
            distances = self._distances([each.faces for each in near])
            self._tried += len(near)
            least = min(distances)
            waited = 0 if least < distance else waited + 1
            if least <= distance:
                layout, distance = near[distances.index(least)], least
        return layout, distance


def _list_avoided(spec: BoardSpec, lexicon: Lexicon) -> list[str]:
    """Return the words that must not be on the board, except those inside words it contains."""
    split = lexicon.alphabet.split
    contained = "|".join("".join((*word, "|", *word[::-1])) for word in map(split, spec.contains))
    words = words_to_avoid(spec.avoid, lexicon)
    return sorted(word for word in words if "".join(split(word)) not in contained)
