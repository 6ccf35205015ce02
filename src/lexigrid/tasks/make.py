"""Make tasks from seeds: puzzles and rolled boards, with words by how common they are."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, NamedTuple

from .._util.rng import Seed, SeededRng, check_seed
from .._util.validation import check_choice, check_int
from ..boards.dice_roll import roll
from ..boards.find import nth_seed
from ..errors import InputError, PuzzleError
from ..geometry import Cell
from ..grid import Grid, map_tiles
from ..lexicon import Lexicon
from ..lexicon.rude import rude_words
from ..puzzle import Puzzle
from ..puzzle.generate.make import make_puzzle
from ..puzzle.generate.words import random_words
from ..search.paths import find_paths
from ..search.trace import trace
from .check import Family
from .task import FAMILIES, LANGUAGE, Task


class _Level(NamedTuple):
    """What one difficulty of a family means; a family uses only some of these."""

    size: int
    """The side of the grid: dice exist for 4, 5 and 6."""
    words: int
    """The number of words wanted, or from which a cover is chosen."""
    letters: int
    """The fewest letters of a word."""
    longest: int
    """The most letters of a word."""
    band: int
    """How rare the words of the perfect answer may be."""
    directions: int = 3
    """The level of directions of `make_puzzle`."""
    is_listed: bool = True
    """Does a cover list its words?"""


_LEVELS: dict[Family, tuple[_Level, ...]] = {
    "lines": (
        _Level(6, 4, 4, 6, 35, directions=1),
        _Level(8, 6, 4, 8, 35, directions=2),
        _Level(10, 8, 4, 8, 35),
        _Level(13, 11, 4, 8, 50),
        _Level(15, 13, 4, 8, 50, directions=4),
    ),
    "board": (
        _Level(4, 3, 4, 99, 35),
        _Level(4, 6, 4, 99, 50),
        _Level(5, 10, 4, 99, 50),
        _Level(5, 10, 5, 99, 50),
        _Level(6, 15, 5, 99, 50),
    ),
    "trace": (
        _Level(4, 1, 4, 4, 35),
        _Level(4, 1, 5, 5, 35),
        _Level(5, 1, 6, 6, 50),
        _Level(5, 1, 7, 7, 50),
        _Level(6, 1, 8, 99, 50),
    ),
    "cover": (
        _Level(4, 40, 4, 8, 35),
        _Level(5, 15, 4, 9, 35),
        _Level(4, 40, 4, 8, 35, is_listed=False),
        _Level(5, 15, 4, 9, 35, is_listed=False),
        _Level(6, 15, 4, 9, 50, is_listed=False),
    ),
}
_DICE = {4: "en-new-4x4", 5: "en-big-challenge-5x5", 6: "en-super-big-2012-6x6"}
#: Boards and lists that are tried; one in two serves at the least likely level.
_ATTEMPTS = 1000

_CELLS = "Rows and columns count from 1, from the top left."
_TILES = "A tile of two letters counts as both, and . is a hole."
_STEP = "Consecutive letters are on cells that touch, also diagonally"
_ANY_WORDS = "different English words of at least {letters} letters"
_PROMPTS: dict[Family, str] = {
    "lines": (
        "Find each word in the grid. A word runs in a straight line, in any of eight directions. "
        f"{_CELLS}\n\n{{grid}}\n\nWords: {{words}}\n\nAnswer with one line for each word: the "
        "word, its first cell and its last cell. Write a cell as (row, column)."
    ),
    "board": (
        f"Find {{count}} {_ANY_WORDS} on the board. "
        f"{_STEP}, and a word uses no cell twice. {_TILES}\n\n{{grid}}\n\n"
        "Answer with the words, one on each line."
    ),
    "trace": (
        f"Find a path that spells {{words}} on the board. {_STEP}, and no cell comes twice. "
        f"{_TILES} {_CELLS}\n\n{{grid}}\n\n"
        "Answer with the cells of the path in order. Write a cell as (row, column)."
    ),
    "cover": (
        "Divide the board into {words}, so that each cell belongs to exactly one word. "
        f"{_STEP}, and no two paths cross: only one of them may use a diagonal of a block of two "
        f"by two cells. {_CELLS}\n\n{{grid}}\n\nAnswer with one line for each word: the word and "
        "the cells of its path in order. Write a cell as (row, column)."
    ),
}
#: Names of parts of an answer, which must not be words of a task either.
_NAMES = "start end direction position"


def make_task(family: Family, *, seed: Seed, difficulty: int = 3) -> Task:
    """Make a task of a family: "lines", "board", "trace" or "cover".

    The same arguments give the same task in every process. Words are English. The prompt never
    contains a cell of the answer, and no word of the answer unless it lists the words.

    >>> task = make_task("trace", seed=1, difficulty=1)
    >>> task.words, task.answer, task.check(task.answer)
    (('hoke',), '(3, 4) (2, 4) (1, 4) (1, 3)', 1.0)

    Args:
        seed: a whole number or a line of text.
        difficulty: from 1 to 5: larger grids, longer and rarer words, words that are not listed.

    Raises:
        InputError: there is no such family, difficulty or seed.
    """
    check_choice(family, "the family", FAMILIES)
    level = _LEVELS[family][check_int(difficulty, "difficulty", 1, 5) - 1]
    rng = SeededRng(seed, f"task/{family}/{difficulty}")
    for _ in range(_ATTEMPTS):
        made = _MAKERS[family](level, rng.next())
        if made is not None:
            break
    else:  # never seen; a level is wrong
        raise InputError(f"no task of the family {family!r} was found; take another seed")
    grid, words, answer = made
    listed = ", ".join(word.upper() for word in words)
    prompt = _PROMPTS[family].format(
        grid=_draw(grid),
        words=listed or _ANY_WORDS.format(letters=level.letters),
        count=level.words,
        letters=level.letters,
    )
    goal = level.words if family == "board" else 0
    return Task(
        family, check_seed(seed), difficulty, prompt, answer, grid, words, goal, level.letters
    )


def make_tasks(family: Family, *, seed: Seed, count: int, difficulty: int = 3) -> Iterator[Task]:
    """Yield tasks of a family, whose seeds are those of `roll --count`: 7, 7/2, 7/3 and so on.

    >>> [task.seed for task in make_tasks("lines", seed=7, count=3)]
    ['7', '7/2', '7/3']

    Raises:
        InputError: there is no such family, difficulty, count or seed.
    """
    start = check_seed(seed)
    check_choice(family, "the family", FAMILIES)
    check_int(difficulty, "difficulty", 1, 5)
    numbers = range(check_int(count, "count"))
    seeds = (nth_seed(start, number) for number in numbers)
    return (make_task(family, seed=each, difficulty=difficulty) for each in seeds)


#: A grid, the words that the question lists, and a perfect answer.
_Made = tuple[Grid, tuple[str, ...], str]


def _make_lines(level: _Level, seed: int) -> _Made | None:
    puzzle = _make_puzzle(level, seed, level=level.directions)
    if puzzle is None:
        return None
    lines = (f"{each.word} {_format(each.start, each.end)}" for each in puzzle.key)
    return puzzle.grid, puzzle.words, "\n".join(lines)


def _make_board(level: _Level, seed: int) -> _Made | None:
    grid = roll(_DICE[level.size], seed=seed)
    known = _known_words(level, grid)
    if len(known) < level.words:
        return None
    lexicon = Lexicon.default(LANGUAGE)
    every = find_paths(grid, lexicon, min_length=level.letters, paths="none")
    if any(map(_is_in_instructions, every.words)):
        return None
    return grid, (), "\n".join(known[: level.words])


def _make_trace(level: _Level, seed: int) -> _Made | None:
    grid = roll(_DICE[level.size], seed=seed)
    known = _known_words(level, grid)
    if not known:
        return None
    word = known[seed % len(known)]
    return grid, (word,), _format(*trace(grid, word).paths[0])


def _make_cover(level: _Level, seed: int) -> _Made | None:
    puzzle = _make_puzzle(level, seed, kind="cover", unique="cover")
    if puzzle is None:
        return None
    lines = (f"{each.word} {_format(*each.path)}" for each in puzzle.key)
    listed = tuple(sorted(puzzle.words)) if level.is_listed else ()
    return puzzle.grid, listed, "\n".join(lines)


_MAKERS: dict[Family, Callable[[_Level, int], _Made | None]] = {
    "lines": _make_lines,
    "board": _make_board,
    "trace": _make_trace,
    "cover": _make_cover,
}


def _make_puzzle(wanted: _Level, seed: int, **options: Any) -> Puzzle | None:
    """Make a square puzzle of words that the instructions do not contain; None if none fits."""
    drawn = random_words(
        wanted.words, seed, band=wanted.band, longest=wanted.longest, language=LANGUAGE
    )
    if any(map(_is_in_instructions, drawn)):
        return None
    size = (wanted.size, wanted.size)
    try:
        return make_puzzle(drawn, size=size, seed=seed, language=LANGUAGE, **options)
    except PuzzleError:
        return None


def _known_words(level: _Level, grid: Grid) -> list[str]:
    """Return words of a board that a perfect answer may have, the longest first."""
    lexicon = Lexicon.default(LANGUAGE).common(level.band)
    found = find_paths(grid, lexicon, min_length=level.letters, sort="length", paths="none")
    rude = _rude_words()
    return [word for word in found.words if len(word) <= level.longest and word not in rude]


@cache
def _rude_words() -> frozenset[str]:
    return frozenset(rude_words(language=LANGUAGE))


@cache
def _instructions() -> str:
    text = " ".join([*_PROMPTS.values(), _ANY_WORDS, _NAMES]).lower()
    return text + text[::-1]


def _is_in_instructions(word: str) -> bool:
    """Do the instructions contain a word, also backward or inside another?"""
    return word in _instructions()


def _format(*cells: Cell) -> str:
    return " ".join(f"({cell.row + 1}, {cell.column + 1})" for cell in cells)


def _draw(grid: Grid) -> str:
    """Return the grid with a blank between the tiles, so that no line of it reads as a word."""
    width = max(len(tile.face) for tile in grid.tiles)
    tiles = map_tiles(grid, lambda tile: ("." if tile is None else tile.face).ljust(width))
    return "\n".join(" ".join(row).rstrip() for row in tiles)
