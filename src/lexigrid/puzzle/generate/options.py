"""The options of one puzzle, each declared once. Equal options make equal puzzles."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from typing import Any, Literal, get_args

from ..._util.io import no_file
from ..._util.kinds import Checked, Choice, Flag, Kind, Number, Size, Whole, Words
from ..._util.limits import MAX_DECOYS, MAX_PUZZLE_SIDE, MAX_PUZZLE_WORDS
from ..._util.options import Options, option
from ..._util.plain_text import is_file_name, shorten
from ..._util.rng import fresh_seed, seed_number
from ..._util.validation import check_exclusive, check_type, did_you_mean, is_int
from ...alphabet import Alphabet
from ...errors import InputError
from ...geometry import ALL_DIRECTIONS, Direction, parse_directions
from ...lexicon.packs import paper_alphabet
from ...strings import check_language
from ..placement import KINDS, Angles, PuzzleKind, is_right_to_left, letters_of
from .masks import Mask
from .rude import checksum_of_rude_words

Overlap = Literal["few", "some", "many"]
Case = Literal["upper", "lower", "keep"]
Unique = Literal["proved", "word", "cover"]
LevelName = Literal["easy", "medium", "hard", "expert"]
Directions = str | Iterable[Direction | str]
_Name = Literal["N", "NE", "E", "SE", "S", "SW", "W", "NW"]

#: Directions of each level for words read from left to right; mirrored for the others.
LEVELS: dict[int, tuple[Direction, ...]] = {
    1: (Direction.E, Direction.S),
    2: (Direction.NE, Direction.E, Direction.SE, Direction.S),
    3: tuple(Direction),
    4: tuple(d for d in Direction if d not in (Direction.E, Direction.S)),
}
LEVEL_NAMES: tuple[LevelName, ...] = get_args(LevelName)
OVERLAPS: tuple[Overlap, ...] = get_args(Overlap)


# --- kinds of values -----------------------------------------------------------------------------


class _WordDirections(Kind):
    """Directions of single words; pairs are kept."""

    metavar = "WORD=N,E"
    json = dict[str, list[_Name] | str]
    repeats = True

    def check(self, value: Any, name: str) -> tuple[tuple[str, tuple[Direction, ...]], ...]:
        if isinstance(value, tuple):
            value = dict(value)
        check_type(value, name, Mapping, "such as {'oat': 'N,E'}")
        return tuple((word, parse_directions(own)) for word, own in value.items())

    def parse_all(self, texts: Sequence[str], flag: str) -> dict[str, str]:
        directions: dict[str, str] = {}
        for text in texts:
            word, equals, names = text.rpartition("=")
            if not equals or not word.strip():
                raise InputError(f"{flag} is {shorten(text)}, expected WORD=N,E such as oat=N,E")
            directions[word.strip()] = names
        return directions

    def describe(self) -> str:
        return "directions by word"


class _MaskText(Kind):
    """A mask; its text is kept."""

    metavar = "NAME|FILE"
    repeats = True

    def check(self, value: Any, name: str) -> str:
        check_type(value, "the mask", (Mask, str), "a shape such as 'heart', or a Mask")
        return (value if isinstance(value, Mask) else Mask.parse(value)).text

    def parse_all(self, texts: Sequence[str], flag: str) -> Mask:
        return reduce(Mask.joined, map(_find_mask, texts))

    def describe(self) -> str:
        return "a shape such as heart, ~circle or star+ring"


def _find_mask(text: str) -> Mask:
    """Read a mask from the file of that name, or else as shapes."""
    if os.path.exists(text) and not os.path.isdir(text):
        return Mask.read(text)
    if is_file_name(text) or os.path.splitext(text)[1][1:].isalpha():
        raise no_file(text, "the mask ")
    return Mask.parse(text)


def _level(value: Any, name: str) -> int:
    number = value
    if isinstance(value, str):
        names: dict[str, int] = dict(zip(LEVEL_NAMES, LEVELS, strict=True))
        number = int(value) if value.isascii() and value.isdigit() else names.get(value)
    if not is_int(number) or number not in LEVELS:
        known = ", ".join(f"{n} ({name})" for n, name in zip(LEVELS, LEVEL_NAMES, strict=True))
        raise InputError(
            f"{name} is {shorten(value)}, expected one of {known}{did_you_mean(value, LEVEL_NAMES)}"
        )
    return int(number)


def _filler(value: Any, name: str) -> str:
    if not isinstance(value, str) or not value.strip():
        raise InputError(
            f"{name} is {shorten(value)}, expected language, uniform, words or letters"
        )
    return value


_SEED = Checked(lambda value, _: seed_number(value), "0 to 2**64 - 1, or text", "S", int | str)
_LEVEL = Checked(_level, "1 to 4, or easy, medium, hard, expert", "N", int | LevelName)
_DIRECTIONS = Checked(
    lambda value, _: parse_directions(value),
    "some of N, NE, E, SE, S, SW, W, NW",
    "N,E,...",
    list[_Name] | str,
)
_FILLER = Checked(_filler, "language, uniform, words, or letters", "HOW")
_LETTERS = Checked(lambda value, _: Alphabet.of(value) or Alphabet(), "the name of an alphabet")
_LANGUAGE = Checked(lambda value, _: check_language(value), "a code such as de")


class _Aim(Kind):
    """Three numbers between blanks, or no text."""

    def check(self, value: Any, name: str) -> str:
        if not isinstance(value, str) or not re.fullmatch(
            r"([0-9.]{1,6}( [0-9.]{1,6}){2})?", value
        ):
            raise InputError(f"{name} is {shorten(value)}, expected three numbers")
        return value


# --- the options ---------------------------------------------------------------------------------

_WORDS, _LAYOUT, _PATHS, _LOOK = "Words", "Layout", "Paths", "Look"
_API: dict[str, Any] = {"surfaces": ("toml", "http")}  # every command has options for these


@dataclass(frozen=True, slots=True)
class PuzzleOptions(Options):
    """Everything that decides what a puzzle becomes.

    A share code never has `level` or `difficulty`, but the directions of the level and the settings
    that reached the difficulty. `rude_list` is the checksum of the language's rude words,
    `aim` has a difficulty that was not reached, and the least and most that the words allow.
    """

    words: tuple[str, ...] = option(Words(), "", default=(), surfaces=(), code=0)
    pool: int | None = option(
        Whole(1, MAX_PUZZLE_WORDS), "Choose N of the words.", group=_WORDS, code=6
    )
    secret: tuple[str, ...] = option(
        Words(), "Hide these words too, but do not list them.", default=(), group=_WORDS, code=2
    )
    avoid: tuple[str, ...] = option(
        Words("FILE"),
        "Words that must not appear, besides rude words.",
        default=(),
        group=_WORDS,
        completes="file",
        code=16,
    )
    allow: tuple[str, ...] = option(
        Words("FILE"),
        "Rude words that may appear.",
        default=(),
        group=_WORDS,
        completes="file",
        code=25,
    )
    allow_rude: bool = option(
        Flag(),
        "Do not avoid rude words.",
        default=False,
        group=_WORDS,
        cli_help="Do not avoid rude words; with --avoid mild, avoid a shorter list.",
        code=26,
    )
    allow_missing: bool = option(
        Flag(),
        "Leave out words that do not fit; `Puzzle.missing` names them.",
        default=False,
        group=_WORDS,
        cli_help="Leave out words that do not fit.",
        code=18,
    )
    allow_subwords: bool = option(
        Flag(),
        "Accept words inside other words; `Placement.inside` counts them.",
        default=False,
        group=_WORDS,
        cli_help="Accept words inside other words.",
        code=17,
    )
    alphabet: Alphabet = option(
        _LETTERS, "Decides what a letter is.", group=_WORDS, code=(19, 20, 21), **_API
    )
    language: str | None = option(
        _LANGUAGE,
        "The language of the words: its letters, fillers, rude words, themes and page texts.",
        group=_WORDS,
        code=27,
        **_API,
    )
    size: tuple[int, int] | None = option(
        Size(MAX_PUZZLE_SIDE),
        "Rows and columns, or one number for a square; by default chosen to suit the words.",
        group=_LAYOUT,
        code=(3, 4),
    )
    grow: bool = option(
        Flag(), "Enlarge the grid until all words fit.", default=False, group=_LAYOUT, code=5
    )
    mask: str = option(
        _MaskText(),
        "The cells to use: a shape such as heart or ~circle, or a `Mask`.",
        default="",
        accepts_none=True,
        group=_LAYOUT,
        cli_help="heart, ~circle, star+ring, or a text or PNG file (see lexigrid list masks); "
        "repeatable.",
        completes="mask",
        code=10,
    )
    level: int | None = option(
        _LEVEL,
        "1 easy (E, S), 2 medium (also NE, SE), 3 hard (all directions; the default), 4 expert "
        "(all but E and S); mirrored for words written from right to left.",
        group=_LAYOUT,
        cli_help="1 easy, 2 medium, 3 hard (all directions; the default), 4 expert.",
    )
    directions: tuple[Direction, ...] = option(
        _DIRECTIONS,
        "The allowed directions, instead of a level.",
        default=(),
        accepts_none=True,
        group=_LAYOUT,
        cli_help="Use only these of N NE E SE S SW W NW.",
        code=7,
    )
    word_directions: tuple[tuple[str, tuple[Direction, ...]], ...] = option(
        _WordDirections(),
        "The allowed directions of single words.",
        default=(),
        accepts_none=True,
        group=_LAYOUT,
        flag="direction-of",
        cli_help="Directions of one word; repeatable.",
        code=8,
    )
    difficulty: float | None = option(
        Number(0, 100, "0-100"),
        "Make several puzzles with different directions, fillers and decoys, and return the one "
        "whose measured difficulty is nearest.",
        group=_LAYOUT,
        cli_help="Aim at this measured difficulty.",
    )
    kind: PuzzleKind = option(
        Choice(KINDS),
        "How words run: straight lines, paths that cover the board, one trail over it, or bent "
        "lines between fillers.",
        default="lines",
        group=_PATHS,
        code=29,
    )
    spanning: str = option(
        Kind(),
        "The word of a cover that touches two opposite sides; by default one is chosen.",
        default="",
        group=_PATHS,
        code=30,
    )
    unique: Unique = option(
        Choice(get_args(Unique)),
        "What is unique: each word's path and the cover by common words, each word's path, or the "
        "cover by the listed words.",
        default="proved",
        group=_PATHS,
        code=31,
    )
    topology: Literal["king", "rook"] = option(
        Choice(("king", "rook")),
        "Which cells touch: all neighbours, or only those that share an edge.",
        default="king",
        group=_PATHS,
        code=32,
    )
    turns: int = option(
        Whole(1, 12), "The most turns of a bent word.", default=1, group=_PATHS, code=35
    )
    angles: Angles = option(
        Choice(get_args(Angles)),
        "How bent words turn: at right angles only, or anyhow.",
        default="right",
        group=_PATHS,
        code=36,
    )
    overlap: Overlap = option(
        Choice(OVERLAPS), "How many cells words share.", default="some", group=_LAYOUT, code=9
    )
    filler: str = option(
        _FILLER,
        "language, uniform, words, or the letters to fill with.",
        default="language",
        group=_LAYOUT,
        code=12,
    )
    decoys: int = option(
        Whole(0, MAX_DECOYS), "Near misses among the fillers.", default=0, group=_LAYOUT, code=13
    )
    message: str = option(
        Kind(),
        "A text that the cells outside all words spell, in reading order.",
        default="",
        group=_LAYOUT,
        code=14,
    )
    pad: bool = option(
        Flag(), "Allow fillers after the message.", default=False, group=_LAYOUT, code=15
    )
    seed: int = option(
        _SEED,
        "The same seed makes the same puzzle; without one, a seed is drawn.",
        group="Repeat",
        surfaces=("cli", "http"),
        code=1,
    )
    title: str = option(
        Kind(),
        "Shown above the puzzle; by default the theme's title.",
        default="",
        group=_LOOK,
        surfaces=("cli", "http"),
        code=22,
    )
    case: Case = option(
        Choice(get_args(Case)),
        "How letters are written; keep writes each as it first appears in the words.",
        default="upper",
        group=_LOOK,
        code=11,
    )
    rude_list: str = option(Kind(), "", surfaces=(), code=28)
    aim: str = option(_Aim(), "", default="", surfaces=(), code=33)

    def __post_init__(self) -> None:
        check_exclusive({"level": self.level, "directions": self.directions})
        language = check_language(self.language)
        derived: dict[str, Callable[[], Any]] = {
            "alphabet": lambda: (paper_alphabet(language) if language else None) or Alphabet(),
            "seed": fresh_seed,
            "rude_list": lambda: checksum_of_rude_words(language),
        }
        for name, derive in derived.items():
            if getattr(self, name) is None:
                object.__setattr__(self, name, derive())
        Options.__post_init__(self)
        if self.pool and self.words and self.pool > len(self.words):
            raise InputError(
                f"pool is {self.pool}, expected at most {len(self.words)}, the number of words",
                most=len(self.words),
            )

    @property
    def rows(self) -> int:
        """The number of rows; 0 if it is chosen to suit the words."""
        return self.size[0] if self.size else 0

    @property
    def columns(self) -> int:
        """The number of columns; 0 if it is chosen to suit the words."""
        return self.size[1] if self.size else 0

    def with_level_resolved(self) -> PuzzleOptions:
        """Replace the level by its directions, mirrored for words read from right to left."""
        if self.level is None:
            return self
        directions = LEVELS[self.level]
        if is_right_to_left([letters_of(self.alphabet, word) for word in self.words]):
            directions = parse_directions([ALL_DIRECTIONS[-each.number % 8] for each in directions])
        return replace(self, level=None, directions=directions)
