"""Make path puzzles of every theme, solve them, and compare: how many succeed, and how fast.

`python benchmarks/covers.py [PART ...] [--count N] [--seed S]`. The parts are the functions in
PARTS; figures are printed and recorded in `records/covers.md`. Times are processor time. A puzzle
counts if it is made within a second, or within five for other sizes and masks.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Literal

from rivals import covers as rivals

import lexigrid as lg
from lexigrid.boards.daily import DAILY
from lexigrid.lexicon.rude import words_to_avoid

#: Notes on boards that are not proved.
_UNPROVED = ("other words cover the board", "could not be decided")
_SIZES = ((5, 6), (7, 7), (8, 8), (8, 10), (10, 10))
#: What a word without a band, and an inflected one, costs in the order of covers, in bands.
_NO_BAND, _INFLECTED = 50, 50


def report(
    name: str, puzzles: Iterable[Mapping[str, object]], most: float = 1.0
) -> list[lg.Puzzle]:
    """Make puzzles of the options given, print a line, and return those made in time."""
    made: list[lg.Puzzle] = []
    seconds: list[float] = []
    refused = proved = 0
    for options in puzzles:
        begun = time.process_time()
        try:
            puzzle = lg.make_puzzle(kind="cover", **options)  # type: ignore[arg-type]
        except lg.PuzzleError as error:
            refused += "no word spans" in str(error)
            puzzle = None
        seconds.append(time.process_time() - begun)
        if puzzle is not None and seconds[-1] <= most:
            made.append(puzzle)
            proved += not any(text in note for note in puzzle.notes for text in _UNPROVED)
    print(
        f"{name}: {len(made)} of {len(seconds)} ({refused} have no word that spans), "
        f"{proved} proved, median {1000 * statistics.median(seconds):.1f} ms, "
        f"longest {1000 * max(seconds):.0f} ms"
    )
    return made


def of_themes(name: str, number: int, seed: int, **options: object) -> Iterator[dict[str, object]]:
    """Yield the options of puzzles of all themes in turn."""
    themes = lg.themes()
    for at in range(number):
        yield {"theme": themes[at % len(themes)], "seed": f"{seed}/{name}/{at}", **options}


def make(count: int, seed: int) -> None:
    """Print how many puzzles of each kind are made in time."""
    made = report("8x6, from a theme", of_themes("pool", count, seed, size=(8, 6)))
    for unique in ("word", "proved"):
        fixed = (
            {"words": puzzle.words, "size": (8, 6), "seed": f"{seed}/fixed/{at}", "unique": unique}
            for at, puzzle in enumerate(made)
        )
        report(f"8x6, fixed lists, unique={unique}", fixed)
    for rows, columns in _SIZES:
        name = f"{rows}x{columns}"
        options = of_themes(name, 4 * count // 10, seed, size=(rows, columns), unique="word")
        report(name, options, most=5.0)
    for mask in ("heart", "circle"):
        options = of_themes(mask, count // 20, seed, size=(10, 10), mask=mask, unique="word")
        report(f"10x10 {mask}", options, most=5.0)


def boards(
    count: int, seed: int, words: lg.Lexicon, unique: Literal["word", "proved"]
) -> Iterator[lg.Puzzle]:
    """Yield 8x6 boards of words of one theme and of the lexicon."""
    lists = [
        [word for word in lg.theme_words(theme) if word.isalpha() and word in words]
        for theme in lg.themes()
    ]
    made = at = 0
    while made < count:
        listed, at = lists[at % len(lists)], at + 1
        try:
            puzzle = lg.make_puzzle(
                listed, kind="cover", size=(8, 6), seed=f"{seed}/{unique}/{at}", unique=unique
            )
        except lg.LexigridError:
            continue
        made += 1
        yield puzzle


def timed(seconds: list[float], call: Callable[[], lg.types.Covers]) -> lg.types.Covers:
    """Return the answer of a call, and add its processor time."""
    begun = time.process_time()
    answer = call()
    seconds.append(time.process_time() - begun)
    return answer


def spread(seconds: list[float]) -> str:
    """Describe times: median, 95th percentile and longest, in milliseconds."""
    ordered = sorted(1000 * each for each in seconds)
    late = ordered[int(0.95 * len(ordered))]
    return f"median {statistics.median(ordered):.1f}, 95 % {late:.1f}, longest {ordered[-1]:.0f} ms"


def solve(count: int, seed: int) -> None:
    """Print the times of finding all covers, by common words and by the whole dictionary."""
    every = lg.Lexicon.default()
    for name, lexicon in (("common words", every.common()), ("whole dictionary", every)):
        seconds: list[float] = []
        listed = 0
        for puzzle in boards(count // 10, seed, lexicon, "word"):
            found = timed(
                seconds,
                lambda grid=puzzle.grid, words=lexicon: lg.solve_cover(  # type: ignore[misc]
                    grid, words, phrases=False, limit=None, deadline=60.0
                ),
            )
            listed += found.complete
        in_time = [sum(each <= limit for each in seconds) for limit in (0.1, 2.0, 10.0)]
        print(
            f"all covers, {name}: {listed} of {len(seconds)} complete; in 0.1, 2, 10 s: "
            f"{in_time}; {spread(seconds)}"
        )


def cost_of(words: Iterable[str]) -> int:
    """Return what makes a cover unlikely, as the order of `solve_cover` counts it."""
    bands = [(lg.Lexicon.default().band(word), is_inflected(word)) for word in words]
    return sum((_NO_BAND if band is None else band) + _INFLECTED * more for band, more in bands)


def is_inflected(word: str) -> bool:
    return (word[-1:] == "s" and word[:-1] in lg.Lexicon.default()) or word[-2:] == "ed"


def plain(words: Iterable[str]) -> list[str]:
    """Return words with reversals taken as one, sorted."""
    return sorted(min(word.casefold(), word.casefold()[::-1]) for word in words)


def rank(count: int, seed: int) -> None:
    """Print the rank of the intended cover among those by common words."""
    common = lg.Lexicon.default().common()
    kinds: tuple[Literal["proved", "word"], ...] = ("proved", "word")
    for unique in kinds:
        first = alone = within = total = 0
        for puzzle in boards(count // 5, seed, common, unique):
            if any(text in note for note in puzzle.notes for text in _UNPROVED):
                continue
            total += 1
            found = lg.solve_cover(puzzle.grid, common, phrases=False, limit=None, deadline=10.0)
            own = [plain(cover.words) == plain(puzzle.words) for cover in found]
            keys = [(len(cover.words), cost_of(cover.words)) for cover in found]
            at = own.index(True) if any(own) else len(own)
            first += at == 0
            rest = [key for key, is_own in zip(keys, own, strict=True) if not is_own]
            alone += at == 0 and (not rest or min(rest) > keys[0])
            within += at < 5
        print(
            f"rank of the intended cover, unique={unique}: first {first}, alone first {alone}, "
            f"within five {within} of {total}"
        )


def phrase(count: int, seed: int) -> None:
    """Print how often a spanning phrase of two words that no list has is found, and its rank.

    The two words are common and not inflected, as those of phrases that people choose.
    """
    every = lg.Lexicon.default()
    easy = [word for word in every.common(20) if 3 <= len(word) <= 6 and not is_inflected(word)]
    known = every.common(35)
    lists = [
        [word for word in lg.theme_words(theme) if word.isalpha() and word in known]
        for theme in lg.themes()
    ]
    rng = random.Random(seed)
    puzzles: list[tuple[lg.Puzzle, list[str]]] = []
    at = 0
    while len(puzzles) < count // 10:
        at += 1
        two = rng.sample(easy, 2)
        joined = "".join(two)
        if not 8 <= len(joined) <= 12 or joined in every:
            continue
        try:
            puzzle = lg.make_puzzle(
                [joined, *lists[at % len(lists)]], kind="cover", size=(8, 6), spanning=joined,
                seed=f"{seed}/phrase/{at}", unique="word",
            )  # fmt: skip
        except lg.LexigridError:
            continue
        puzzles.append((puzzle, plain([*(word for word in puzzle.words if word != joined), *two])))
    for name, options in (
        ("phrases=True", {"words": every.common(), "phrases": True}),
        ("by default", {}),
    ):
        seconds: list[float] = []
        found = first = within = 0
        for puzzle, wanted in puzzles:
            covers = timed(
                seconds,
                lambda grid=puzzle.grid, more=options: lg.solve_cover(  # type: ignore[misc]
                    grid, limit=1000, deadline=30.0, **more
                ),
            )
            keys = [
                (len(cover.words) - (not is_plain(puzzle.grid, cover)), cost_of(cover.words))
                for cover in covers
            ]
            own = [k for k, cover in zip(keys, covers, strict=True) if plain(cover.words) == wanted]
            found += bool(own)
            better = sum(key < min(own) for key in keys) if own else len(keys)
            first += bool(own) and better == 0
            within += bool(own) and better < 5
        print(
            f"spanning phrases of two words, {name}: found {found}, first or tied {first}, within "
            f"five {within} of {len(puzzles)}; {spread(seconds)}"
        )


def is_plain(grid: lg.Grid, cover: lg.types.Cover) -> bool:
    """Does a word of the cover span the board on its own?"""
    lasts = grid.rows - 1, grid.columns - 1
    return any(
        {0, last} <= {cell[axis] for cell in each.path or ()}
        for each in cover.found
        for axis, last in enumerate(lasts)
    )


def daily(count: int, seed: int) -> None:
    """Print how many boards of the day keep their promises, counted anew."""
    every = lg.Lexicon.default()
    common, rude = every.common(), {*words_to_avoid(None, every), *lg.rude_words("strict")}
    seconds: list[float] = []
    faults = 0
    numbers: list[int] = []
    for at in range(count):
        begun = time.process_time()
        board = lg.find_board(DAILY, seed=f"{seed}/daily/{at}")
        seconds.append(time.process_time() - begun)
        required = lg.find_paths(board.grid, common, min_length=3, paths="all")
        used = {cell for word in required for path in word.paths for cell in path}
        traced = lg.find_paths(board.grid, sorted(rude), min_length=3, paths="none")
        numbers.append(len(required))
        faults += used != {*board.grid} or not 25 <= len(required) <= 60 or bool(traced)
    late = sum(each > 1 for each in seconds)
    print(
        f"boards of the day: {count}, {faults} with faults, {late} over 1 s, {min(numbers)} to "
        f"{max(numbers)} required words; {spread(seconds)}"
    )


def rival(count: int, seed: int) -> None:
    """Compare all covers and times with a solver by dancing links, `exact-cover` from PyPI."""
    from exact_cover import get_all_solutions

    common = lg.Lexicon.default().common()
    own_seconds: list[float] = []
    their_seconds: list[float] = []
    equal = total = 0
    for puzzle in boards(count // 10, seed, common, "word"):
        total += 1
        ours = timed(
            own_seconds,
            lambda grid=puzzle.grid: lg.solve_cover(grid, common, phrases=False, limit=None),  # type: ignore[misc]
        )
        begun = time.process_time()
        shapes, matrix = rivals.build(puzzle.grid, common)
        theirs = rivals.read(puzzle.grid, shapes, get_all_solutions(matrix))
        their_seconds.append(time.process_time() - begun)
        listed = {
            frozenset(rivals.shape(each.word, each.path or ()) for each in cover.found)
            for cover in ours
        }
        equal += listed == theirs
    ratios = [b / a for a, b in zip(own_seconds, their_seconds, strict=True)]
    print(
        f"all covers by common words: equal on {equal} of {total} boards\n"
        f"  lexigrid    {spread(own_seconds)}\n  exact-cover {spread(their_seconds)}\n"
        f"  median ratio {statistics.median(ratios):.1f}"
    )


def published(count: int, seed: int) -> None:
    """Compare times with the covers of a published solver, in Python with sets of cells as bits.

    Its sources must be on PYTHONPATH: the folder `src` of github.com/nimobeeren/strands-solver. It
    ends after 30 seconds of a board; its covers need no word that spans, nor distinct words.
    """
    common = lg.Lexicon.default().common()
    words = {word.upper() for word in common}
    own_seconds: list[float] = []
    their_seconds: list[float] = []
    late = equal = 0
    for puzzle in boards(count // 50, seed, common, "word"):
        ours = timed(
            own_seconds,
            lambda grid=puzzle.grid: lg.solve_cover(grid, common, phrases=False, limit=None),  # type: ignore[misc]
        )
        begun = time.process_time()
        found = rivals.cover_by_strands(puzzle.grid, words, 30)
        their_seconds.append(time.process_time() - begun)
        late += found is None
        equal += found == {frozenset(cover.words) for cover in ours}
    print(
        f"all covers by common words: {late} of {len(own_seconds)} boards cut short, the same "
        f"words on {equal}\n"
        f"  lexigrid       {spread(own_seconds)}\n  strands-solver {spread(their_seconds)}"
    )


PARTS: dict[str, Callable[[int, int], None]] = {
    each.__name__: each for each in (make, solve, rank, phrase, daily, rival, published)
}

if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("parts", nargs="*", choices=[*PARTS, []], metavar="PART")
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    for part in given.parts or [part for part in PARTS if part != "published"]:
        PARTS[part](given.count, given.seed)
