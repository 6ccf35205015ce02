"""Make sheets of words that contain rude ones, and look for rude words anywhere else on them."""

from __future__ import annotations

import random
import sys
from collections.abc import Iterable, Iterator
from functools import cache

import lexigrid as lg

#: Words, rows, and letters of a word at most.
_MOST_WORDS, _SIDES, _MOST_LETTERS = 5, (6, 8, 10, 12), 9


@cache
def words_with_rude_ones() -> list[str]:
    """Return the words that are not rude but contain a rude word, in one direction or the other."""
    rude = set(lg.rude_words())
    return [
        word
        for word in lg.Lexicon.default()
        if len(word) <= _MOST_LETTERS and word not in rude and _has_part(word, rude)
    ]


def _has_part(word: str, rude: set[str]) -> bool:
    ends = range(3, len(word) + 1)
    parts = [word[start:end] for end in ends for start in range(end - 2)]
    return not rude.isdisjoint(parts) or not rude.isdisjoint(part[::-1] for part in parts)


def find_faults(seeds: Iterable[int]) -> Iterator[str]:
    """Make a sheet for each seed; yield rude words outside the listed ones, and missing notes."""
    rude = lg.Lexicon(lg.rude_words())
    for seed in seeds:
        rng = random.Random(seed)
        words = rng.sample(words_with_rude_ones(), rng.randint(1, _MOST_WORDS))
        size = max(rng.choice(_SIDES), *map(len, words), 0)
        try:
            puzzle = lg.make_puzzle(words, size=size, seed=seed)
        except lg.PuzzleError as error:
            if "not placed" not in str(error) and "is inside" not in str(error):
                yield f"{words} on {size}x{size}, seed {seed}: {error}"
            continue
        lines = [{*placed.cells} for placed in puzzle.key]
        for found in lg.find_lines(puzzle.grid, rude):
            if not any({*found.cells} <= line for line in lines):
                yield f"{found} on the sheet of {words}, size {size}, seed {seed}"
        said = " ".join(puzzle.notes)
        yield from (f"no note about {word}, seed {seed}" for word in words if word not in said)


if __name__ == "__main__":
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
    faults = [*find_faults(range(count))]
    print(*faults[:20], f"{len(faults)} faults on {count} sheets", sep="\n")
    sys.exit(bool(faults))
