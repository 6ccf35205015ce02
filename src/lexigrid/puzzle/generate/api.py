"""`make_puzzle`: what people ask for -> a recipe -> a puzzle.

Knows recipes and the maker; known by the command line.
Rule: every option is checked here, once, with its name; a recipe is right or is not made.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from typing import Any

from ..._util.rng import SEEDS
from ...alphabet import Alphabet
from ...errors import InputError
from ...geometry import Direction, parse_directions
from .. import Puzzle, letters_of
from .faces import CASES
from .generator import make
from .layout import OVERLAPS
from .masks import Mask
from .recipe import Recipe, parse_code
from .sizes import MAX_SIDE

#: Directions by level, for people who read from left to right; mirrored for those who do not.
LEVELS: dict[int, tuple[Direction, ...]] = {
    1: (Direction.E, Direction.S),
    2: (Direction.NE, Direction.E, Direction.SE, Direction.S),
    3: tuple(Direction),
    4: tuple(d for d in Direction if d not in (Direction.E, Direction.S)),
}
LEVEL_NAMES = {"easy": 1, "medium": 2, "hard": 3, "expert": 4}
MAX_DECOYS = 10_000


def make_puzzle(
    words: Iterable[str] | None = None,
    *,
    size: int | tuple[int, int] | None = None,
    seed: int | None = None,
    level: int | str | None = None,
    directions: str | Iterable[Direction | str] | None = None,
    word_directions: Mapping[str, str | Iterable[Direction | str]] | None = None,
    overlap: str = "some",
    mask: Mask | str | None = None,
    case: str = "upper",
    secret: Iterable[str] = (),
    filler: str = "language",
    decoys: int = 0,
    message: str = "",
    pad: bool = False,
    avoid: Iterable[str] = (),
    pool: int | None = None,
    grow: bool = False,
    allow_missing: bool = False,
    allow_subwords: bool = False,
    difficulty: float | None = None,
    alphabet: Alphabet | str | None = None,
    title: str = "",
    code: str | None = None,
) -> Puzzle:
    """Make a word-search puzzle in which every listed word stands exactly once.

    Each puzzle is proved by `check_puzzle` before it is given. The same seed and options give the
    same puzzle in every process, on every Python and machine; `code=` makes the puzzle of a share
    code (`Puzzle.code`) again.

    >>> puzzle = make_puzzle(["oat", "rye", "barley"], size=(6, 7), seed=1, level="easy")
    >>> puzzle.words, puzzle.grid.rows, puzzle.grid.columns
    (('oat', 'rye', 'barley'), 6, 7)
    >>> make_puzzle(code=puzzle.code) == puzzle
    True

    Args:
        size: rows and columns, or one number for a square; None chooses one that suits the words.
        seed: 0 to 2**64 - 1; None takes one of rng, which the puzzle then tells.
        level: 1 easy (E S), 2 medium (and SE NE), 3 hard (all eight; the default), 4 expert (all
            but E and S). Mirrored for words that are written from right to left.
        directions: the directions themselves, instead of a level.
        word_directions: directions of single words.
        overlap: "few", "some" or "many" cells that words share.
        mask: which cells are used: a `Mask`, or its text such as "heart" or "~circle".
        case: "upper", "lower" or "keep".
        secret: words that are hidden, but not listed.
        filler: "language", "uniform", "words", or the letters to fill with.
        decoys: near misses of words among the fillers.
        message: what the cells that no word uses spell, in reading order.
        pad: let fillers follow the message where the cells are more than its letters.
        avoid: words that must not come about in any direction.
        pool: choose so many of the words.
        grow: enlarge the grid until all words fit.
        allow_missing: leave words out that find no place; `Puzzle.missing` names them.
        allow_subwords: accept words that stand inside others; they are counted.
        difficulty: 0 to 100: of several puzzles that differ in directions, fillers and overlaps,
            take the one that is measured nearest.

    Raises:
        PuzzleError: words without a place (the fact `unplaced` has pairs of word and reason), a
            message that does not fit, a grid that cannot be filled, a code that is none.
        InputError: an option value that cannot be used.
        AlphabetError: no alphabet of that name.
    """
    if code is not None:
        if words is not None:
            raise InputError("code already holds the words; give words or code, not both")
        return make(parse_code(code))
    if words is None or isinstance(words, str):
        raise InputError(f"words are {words!r}, expected several words, such as ['oat', 'rye']")
    rows, columns = _shape_of(size)
    listed = tuple(words)
    chosen = _alphabet_of(alphabet)
    recipe = Recipe(
        words=listed,
        seed=_seed_of(seed),
        secret=tuple(secret),
        rows=rows,
        columns=columns,
        grow=bool(grow),
        pool=_number(pool, "pool", 1, len(listed)) if pool is not None else 0,
        directions=_directions_of(level, directions, listed, chosen),
        word_directions=tuple(
            (word, tuple(map(int, parse_directions(ways))))
            for word, ways in (word_directions or {}).items()
        ),
        overlap=_choice(overlap, "overlap", OVERLAPS),
        mask=_mask_of(mask),
        case=_choice(case, "case", CASES),
        filler=_filler_of(filler),
        decoys=_number(decoys, "decoys", 0, MAX_DECOYS),
        message=str(message),
        pad=bool(pad),
        avoid=tuple(avoid),
        allow_subwords=bool(allow_subwords),
        allow_missing=bool(allow_missing),
        alphabet=chosen.name,
        case_sensitive=chosen.case_sensitive,
        fold_accents=chosen.fold_accents,
        title=str(title),
    )
    if difficulty is not None:
        from .target import make_for_difficulty

        return make_for_difficulty(recipe, _score(difficulty), has_level=_is_set(level, directions))
    return make(recipe)


def _is_set(*options: object) -> bool:
    return any(option is not None for option in options)


def _shape_of(size: Any) -> tuple[int, int]:
    if size is None:
        return 0, 0
    rows, columns = (size, size) if isinstance(size, int) else _pair(size)
    return _number(rows, "rows", 1, MAX_SIDE), _number(columns, "columns", 1, MAX_SIDE)


def _pair(size: Any) -> tuple[Any, Any]:
    try:
        rows, columns = size
    except (TypeError, ValueError):
        raise InputError(f"size is {size!r}, expected (rows, columns) or one number") from None
    return rows, columns


def _number(value: object, name: str, least: int, most: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise InputError(f"{name} is {value!r}, expected a whole number from {least} to {most}")
    return value


def _score(value: float) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= 100:
        raise InputError(f"difficulty is {value!r}, expected a number from 0 to 100")
    return float(value)


def _choice(value: str, name: str, choices: Iterable[str]) -> str:
    known = tuple(choices)
    if value not in known:
        raise InputError(f"{name} is {value!r}, expected one of {', '.join(known)}")
    return value


def _seed_of(seed: int | None) -> int:
    # SplitMix64 enters here if nothing else was asked for, and the puzzle tells which it was.
    return (
        int.from_bytes(os.urandom(4), "big")
        if seed is None
        else _number(seed, "seed", 0, SEEDS - 1)
    )


def _filler_of(filler: str) -> str:
    if not isinstance(filler, str) or not filler.strip():
        raise InputError(f"filler is {filler!r}, expected language, uniform, words or letters")
    return filler


def _mask_of(mask: Mask | str | None) -> str:
    if mask is None:
        return ""
    return (mask if isinstance(mask, Mask) else Mask.parse(mask)).text


def _alphabet_of(alphabet: Alphabet | str | None) -> Alphabet:
    if isinstance(alphabet, str):
        return Alphabet.named(alphabet)
    return alphabet if alphabet is not None else Alphabet()


def _directions_of(
    level: int | str | None, directions: Any, words: tuple[str, ...], alphabet: Alphabet
) -> tuple[int, ...]:
    if directions is not None:
        if level is not None:
            raise InputError("level and directions exclude each other, give one of them")
        return tuple(map(int, parse_directions(directions)))
    if level is None:
        return ()
    number = LEVEL_NAMES.get(level, level) if isinstance(level, str) else level
    if isinstance(number, str) and number.isascii() and number.isdigit():
        number = int(number)
    if isinstance(number, bool) or number not in LEVELS:
        known = ", ".join(f"{n} ({name})" for name, n in LEVEL_NAMES.items())
        raise InputError(f"level is {level!r}, expected one of {known}")
    ways = tuple(map(int, LEVELS[number]))
    from .listing import Entry, is_right_to_left

    entries = [Entry(word, letters_of(alphabet, word)) for word in words if isinstance(word, str)]
    return tuple(sorted(-way % 8 for way in ways)) if is_right_to_left(entries) else ways
