"""Books: many distinct puzzles from one pool of words, planned from one seed.

A puzzle depends only on the plan and its number, so an interrupted book can be continued.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import chain, pairwise

from ..._util.rng import SplitMix64, derived_seed
from ...errors import InputError, PuzzleError
from .. import Puzzle
from ..facts import FACTS, split_times
from .make import explain, try_options
from .options import PuzzleOptions
from .share_code import format_code

_ATTEMPTS_PER_PUZZLE = 5
#: Kinds of puzzles that get words of the pool; others choose words that fill their board.
_DEALT = ("lines", "bent")


@dataclass(frozen=True, slots=True)
class BookPlan:
    """A book to make: the words of each puzzle, and the options common to all."""

    word_lists: tuple[tuple[str, ...], ...]
    options: PuzzleOptions

    @property
    def fingerprint(self) -> str:
        """A text that differs for different books."""
        options = self.options
        facts = [own for name in FACTS if (own := getattr(options, name))]
        parts = (self.word_lists, format_code(options), options.level, options.difficulty, *facts)
        return hashlib.sha256(repr(parts).encode()).hexdigest()[:32]

    @property
    def repeats(self) -> str:
        """A note on how often words are repeated, or ""; words on paths are chosen later.

        >>> plan_book(PuzzleOptions(words=("oat", "rye"), seed=1), count=3, words=2).repeats
        'the pool has 2 words for 3 puzzles of 2, so words come up to 3 times; neighbours share 2'
        """
        counts = Counter(chain.from_iterable(self.word_lists))
        most = max(counts.values(), default=0)
        if most < 2 or self.options.kind not in _DEALT:
            return ""
        puzzles, words = len(self.word_lists), len(self.word_lists[0])
        all_shared = [len({*a} & {*b}) for a, b in pairwise(self.word_lists)] or [0]
        shared = max(all_shared)
        least = "" if min(all_shared) == shared else "up to "
        return (
            f"the pool has {len(counts)} words for {puzzles} puzzles of {words}, so words come up "
            f"to {most} times; neighbours share {f'{least}{shared}' if shared else 'none'}"
        )

    def make(self, number: int) -> Puzzle:
        """Make one puzzle, counted from 0.

        Raises:
            PuzzleError: its words do not fit on a grid; the message has the puzzle's number.
        """
        base = replace(self.options, words=self.word_lists[number])
        first = number * _ATTEMPTS_PER_PUZZLE
        try:
            for attempt in range(first, first + _ATTEMPTS_PER_PUZZLE):
                made = try_options(replace(base, seed=derived_seed(base.seed, attempt)))
                if isinstance(made, Puzzle):
                    return made
                failure = explain(made, base)
            raise failure
        except PuzzleError as error:
            raise PuzzleError(f"puzzle {number + 1}: {error}", **error.facts) from error


def plan_book(options: PuzzleOptions, *, count: int, words: int, spread: bool = False) -> BookPlan:
    """Plan a book of `count` puzzles with `words` words each, from the words of the options.

    The pool is dealt like a deck of cards: a word is repeated only after nearly all others. With
    `spread`, each puzzle gets the words that were used longest ago, so that neighbours share as
    few as possible.

    >>> options = PuzzleOptions(words=("oat", "rye", "barley", "wheat"), seed=1)
    >>> plan = plan_book(options, count=2, words=2)
    >>> sorted(plan.word_lists[0] + plan.word_lists[1])
    ['barley', 'oat', 'rye', 'wheat']

    Raises:
        InputError: the pool has fewer words than one puzzle needs, or no words are dealt.
    """
    pool = list(dict.fromkeys(" ".join(word.split()) for word in options.words))
    if words > len(pool):
        raise InputError(f"a puzzle needs {words} words, the pool has {len(pool)}")
    is_dealt = options.kind in _DEALT
    if spread and not is_dealt:
        raise InputError(
            "words on paths are not dealt, but chosen to fill each board; leave out spread"
        )
    if spread:
        word_lists = _spread(pool, count, words, SplitMix64(options.seed))
    elif is_dealt:
        word_lists = _deal(pool, count, words, SplitMix64(options.seed))
    else:  # each puzzle chooses the words that fill its board
        word_lists = [tuple(pool)] * count
    chosen = None if is_dealt else options.pool
    return BookPlan(tuple(word_lists), replace(options, words=(), pool=chosen, title=""))


def _deal(pool: Sequence[str], count: int, words: int, rng: SplitMix64) -> list[tuple[str, ...]]:
    word_lists: list[tuple[str, ...]] = []
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
            clashes = any(_is_inside(word, other) for other in hand)
            if clashes and len(held_back) < len(pool):
                held_back.append(word)
            elif word not in hand:
                hand.append(word)
        deck = held_back + deck
        word_lists.append(_in_order(hand))
    return word_lists


def _spread(pool: Sequence[str], count: int, words: int, rng: SplitMix64) -> list[tuple[str, ...]]:
    """Give each puzzle the words used longest ago, those inside others of it last."""
    word_lists: list[tuple[str, ...]] = []
    used = Counter[str]()
    waiting = rng.shuffled(pool)
    for _ in range(count):
        hand: list[str] = []
        held_back: list[str] = []
        for word in waiting:
            if len(hand) == words:
                break
            clashes = any(_is_inside(word, other) for other in hand)
            (held_back if clashes else hand).append(word)
        hand = [*hand, *held_back][:words]
        used.update(hand)
        waiting = [word for word in waiting if word not in hand]
        waiting += sorted(rng.shuffled(hand), key=used.__getitem__)
        word_lists.append(_in_order(hand))
    return word_lists


def _in_order(words: Sequence[str]) -> tuple[str, ...]:
    """Sort words: a sorted list is easier to read."""
    return tuple(sorted(words, key=lambda word: (word.casefold(), word)))


def _is_inside(word: str, other: str) -> bool:
    """Is one of two words inside the other, forwards or backwards?"""
    a, b = _letters_of(word), _letters_of(other)
    return a in b or b in a or a[::-1] in b or b[::-1] in a


@lru_cache(maxsize=4096)
def _letters_of(entry: str) -> str:
    return split_times(entry)[0].replace(" ", "").casefold()
