"""Books: many distinct puzzles of one pool of words, planned from one seed.

Knows the door; known by the command line.
Rule: puzzle `number` depends on the plan and its number only, so a book can go on where it ended.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ... import puzzle as puzzles
from ..._util.rng import SplitMix64, derived_seed
from ...errors import InputError, PuzzleError
from .api import make_puzzle

_TRIES = 5


@dataclass(frozen=True, slots=True)
class BookPlan:
    """A book to be made: the words of each puzzle, and what all of them have in common."""

    count: int
    lists: tuple[tuple[str, ...], ...]
    seed: int
    options: dict[str, Any]
    fingerprint: str

    def make(self, number: int) -> puzzles.Puzzle:
        """Make one puzzle, counted from 0.

        Raises:
            PuzzleError: its words do not go onto a grid, with its number.
        """
        trouble: PuzzleError | None = None
        for attempt in range(_TRIES):
            seed = derived_seed(self.seed, number * _TRIES + attempt)
            try:
                return make_puzzle(self.lists[number], seed=seed, **self.options)
            except PuzzleError as error:
                trouble = error
        assert trouble is not None
        raise PuzzleError(f"puzzle {number + 1}: {trouble}", **trouble.facts) from trouble


def plan_book(
    pool: Sequence[str], *, count: int, words: int, seed: int, **options: Any
) -> BookPlan:
    """Plan a book of `count` puzzles of so many `words` each.

    The pool is dealt out like a deck of cards: no word comes again before nearly all others did.

    >>> plan = plan_book(["oat", "rye", "barley", "wheat"], count=2, words=2, seed=1)
    >>> sorted(plan.lists[0] + plan.lists[1])
    ['barley', 'oat', 'rye', 'wheat']

    Raises:
        InputError: fewer words than one puzzle takes.
    """
    distinct = list(dict.fromkeys(" ".join(word.split()) for word in pool))
    if words > len(distinct):
        raise InputError(f"a puzzle takes {words} words, the pool has {len(distinct)}")
    lists = tuple(_dealt(distinct, count, words, SplitMix64(seed)))
    told = json.dumps([lists, seed, {k: str(v) for k, v in options.items()}], ensure_ascii=False)
    fingerprint = hashlib.sha256(told.encode()).hexdigest()[:32]
    return BookPlan(count, lists, seed, options, fingerprint)


def _dealt(pool: Sequence[str], count: int, words: int, rng: SplitMix64) -> list[tuple[str, ...]]:
    lists: list[tuple[str, ...]] = []
    deck: list[str] = []
    for _ in range(count):
        hand: list[str] = []
        held_back: list[str] = []
        while len(hand) < words:
            if not deck:
                deck = rng.shuffled([word for word in pool if word not in hand])
                if not deck:
                    break
            word = deck.pop(0)
            clashing = any(_clash(word, other) for other in hand)
            if clashing and len(held_back) < len(pool):
                held_back.append(word)
            elif word not in hand:
                hand.append(word)
        deck = held_back + deck
        # A list in order is read faster than one as it was dealt.
        lists.append(tuple(sorted(hand, key=lambda word: (word.casefold(), word))))
    return lists


def _clash(word: str, other: str) -> bool:
    """Does one of them stand inside the other, either way?"""
    a, b = (text.replace(" ", "").casefold() for text in (word, other))
    return a in b or b in a or a[::-1] in b or b[::-1] in a
