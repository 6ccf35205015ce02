"""The options of one puzzle, each declared once. Equal options make equal puzzles."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Literal, get_args

from ..._util.kinds import Choice, Flag, Kind, Number, Size, Whole, Words
from ..._util.limits import MAX_DECOYS, MAX_PUZZLE_SIDE, MAX_PUZZLE_WORDS
from ..._util.options import SURFACES, Options, option, options_of
from ..._util.rng import fresh_seed
from ..._util.validation import check_exclusive
from ...alphabet import Alphabet
from ...errors import InputError
from ...geometry import ALL_DIRECTIONS, Direction, parse_directions
from ...lexicon.packs.installed import paper_alphabet
from ...search.line_options import DIRECTIONS
from ...strings import check_language
from ..facts import DEFINITIONS, Clues, FactsByWord, PicturesByWord, split_times
from ..placement import KINDS, Angles, PuzzleKind, is_right_to_left, letters_of
from .option_kinds import (
    FILLER,
    LANGUAGE,
    LETTERS,
    LEVEL,
    LEVELS,
    SEED,
    Aim,
    MaskText,
    Share,
    WordDirections,
)
from .rude import checksum_of_rude_words

Overlap = Literal["few", "some", "many", "none"]
Case = Literal["upper", "lower", "keep"]
Unique = Literal["proved", "word", "cover"]
Directions = str | Iterable[Direction | str]

OVERLAPS: tuple[Overlap, ...] = get_args(Overlap)

_word_option = partial(option, group="Words")
_layout_option = partial(option, group="Layout")
_path_option = partial(option, group="Paths")
_look_option = partial(option, group="Look")
_API: dict[str, Any] = {"surfaces": ("toml", "http")}  # every command has options for these
#: Files of words have these.
_FACTS: dict[str, Any] = {"default": (), "accepts_none": True, "group": "Words", **_API}


@dataclass(frozen=True, slots=True)
class PuzzleOptions(Options):
    """Everything that decides what a puzzle becomes.

    A share code never has pictures, `level` or `difficulty`, but the directions of the level and
    the settings that reached the difficulty. `rude_list` is the checksum of the language's rude
    words, `aim` has a difficulty that was not reached, and the least and most that the words allow.
    """

    words: tuple[str, ...] = option(Words(), "", default=(), surfaces=(), code=0)
    pool: int | None = _word_option(Whole(1, MAX_PUZZLE_WORDS), "Choose N of the words.", code=6)
    secret: tuple[str, ...] = _word_option(
        Words(), "Hide these words too, but do not list them.", default=(), code=2
    )
    avoid: tuple[str, ...] = _word_option(
        Words("FILE"),
        "Words that must not appear, besides rude words.",
        default=(),
        completes="file",
        code=16,
    )
    allow: tuple[str, ...] = _word_option(
        Words("FILE"), "Rude words that may appear.", default=(), completes="file", code=25
    )
    allow_rude: bool = _word_option(
        Flag(),
        "Do not avoid rude words.",
        default=False,
        cli_help="Do not avoid rude words; with --avoid mild, avoid a shorter list.",
        code=26,
    )
    allow_missing: bool = _word_option(
        Flag(),
        "Leave out words that do not fit; `Puzzle.missing` names them.",
        default=False,
        cli_help="Leave out words that do not fit.",
        code=18,
    )
    allow_subwords: bool = _word_option(
        Flag(),
        "Do not leave out words inside other words where a pool or `allow_missing` would; "
        "`Placement.inside` counts them.",
        default=False,
        cli_help="With --pool or --allow-missing, keep words inside other words.",
        code=17,
    )
    clues: tuple[tuple[str, str], ...] = option(
        Clues(),
        'A clue for each of some words, or "definitions" for those of the pack of definitions.',
        code=39,
        **(_FACTS | {"surfaces": SURFACES}),
        cli_help="Use the definitions of the words as clues, except where a file has others.",
    )
    translations: tuple[tuple[str, str], ...] = option(
        FactsByWord(), "A translation for each of some words.", code=40, **_FACTS
    )
    groups: tuple[tuple[str, str], ...] = option(
        FactsByWord(), "The heading under which a word is listed.", code=41, **_FACTS
    )
    images: tuple[tuple[str, str], ...] = option(
        PicturesByWord(),
        "A picture for each of some words: a `pathlib.Path` or a data URI.",
        **_FACTS,
    )
    alphabet: Alphabet = _word_option(
        LETTERS, "Decides what a letter is.", code=(19, 20, 21), **_API
    )
    language: str | None = _word_option(
        LANGUAGE,
        "The language of the words: its letters, fillers, rude words, themes and page texts.",
        code=27,
        **_API,
    )
    size: tuple[int, int] | None = _layout_option(
        Size(MAX_PUZZLE_SIDE),
        "Rows and columns, or one number for a square; by default chosen to suit the words.",
        code=(3, 4),
    )
    grow: bool = _layout_option(
        Flag(), "Enlarge the grid until all words fit.", default=False, code=5
    )
    mask: str = _layout_option(
        MaskText(),
        "The cells to use: a shape such as heart or ~circle, or a `Mask`.",
        default="",
        accepts_none=True,
        cli_help="heart, ~circle, star+ring, or a text or PNG file (see lexigrid list masks); "
        "repeatable.",
        completes="mask",
        code=10,
    )
    level: int | None = _layout_option(
        LEVEL,
        "1 easy (E, S), 2 medium (also NE, SE), 3 hard (all directions; the default), 4 expert "
        "(all but E and S); mirrored for words written from right to left.",
        cli_help="1 easy, 2 medium, 3 hard (all directions; the default), 4 expert.",
    )
    directions: tuple[Direction, ...] = _layout_option(
        DIRECTIONS,
        "The allowed directions, instead of a level.",
        default=(),
        accepts_none=True,
        cli_help="Use only these of N NE E SE S SW W NW.",
        code=7,
    )
    word_directions: tuple[tuple[str, tuple[Direction, ...]], ...] = _layout_option(
        WordDirections(),
        "The allowed directions of single words.",
        default=(),
        accepts_none=True,
        flag="direction-of",
        cli_help="Directions of one word; repeatable.",
        code=8,
    )
    difficulty: float | None = _layout_option(
        Number(0, 100, "0-100"),
        "Make several puzzles with different directions, fillers and decoys, and return the one "
        "whose measured difficulty is nearest.",
        cli_help="Aim at this measured difficulty.",
    )
    kind: PuzzleKind = _path_option(
        Choice(KINDS),
        "How words run: straight lines, paths that cover the board, one trail over it, or bent "
        "lines between fillers.",
        default="lines",
        code=29,
    )
    spanning: str = _path_option(
        Kind(),
        "The word of a cover that touches two opposite sides; by default one is chosen.",
        default="",
        code=30,
    )
    unique: Unique = _path_option(
        Choice(get_args(Unique)),
        "What is unique: each word's path and the cover by common words, each word's path, or the "
        "cover by the listed words.",
        default="proved",
        code=31,
    )
    topology: Literal["king", "rook", "hex"] = _path_option(
        Choice(("king", "rook", "hex")),
        "Which cells touch: all neighbours, only those that share an edge, or on hex boards, whose "
        "odd rows are half a cell to the right, six.",
        default="king",
        code=32,
    )
    turns: int = _path_option(Whole(1, 12), "The most turns of a bent word.", default=1, code=35)
    angles: Angles = _path_option(
        Choice(get_args(Angles)),
        "How bent words turn: at right angles only, or anyhow.",
        default="right",
        code=36,
    )
    overlap: Overlap = _layout_option(
        Choice(OVERLAPS), "How many cells words share.", default="some", code=9
    )
    backward: float | None = _layout_option(
        Share(), "The share of words that run backward or up.", code=37
    )
    diagonal: float | None = _layout_option(
        Share(), "The share of words that run diagonally.", code=38
    )
    filler: str = _layout_option(
        FILLER,
        "language, uniform, words, the letters to fill with, or blank for empty cells.",
        default="language",
        code=12,
    )
    decoys: int = _layout_option(
        Whole(0, MAX_DECOYS), "Near misses among the fillers.", default=0, code=13
    )
    message: str = _layout_option(
        Kind(),
        "A text that the cells outside all words spell, in reading order.",
        default="",
        code=14,
    )
    pad: bool = _layout_option(Flag(), "Allow fillers after the message.", default=False, code=15)
    seed: int = option(
        SEED,
        "The same seed makes the same puzzle; without one, a seed is drawn.",
        group="Repeat",
        surfaces=("cli", "http"),
        code=1,
    )
    title: str = _look_option(
        Kind(),
        "Shown above the puzzle; by default the theme's title.",
        default="",
        surfaces=("cli", "http"),
        code=22,
    )
    case: Case = _look_option(
        Choice(get_args(Case)),
        "How letters are written; keep writes each as it first appears in the words.",
        default="upper",
        code=11,
    )
    rude_list: str = option(Kind(), "", surfaces=(), code=28)
    aim: str = option(Aim(), "", default="", surfaces=(), code=33)

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
        clues: Any = self.clues
        if clues == DEFINITIONS:
            from ...lexicon.packs.definitions import definition_clues

            words = [split_times(word)[0] for word in self.words]
            clues = definition_clues(words, language=language)
            object.__setattr__(self, "clues", tuple(clues.items()))
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

    def check_kind(self) -> None:
        """Check that the options suit the kind of the puzzle.

        Raises:
            InputError: one of them is for puzzles of another kind.
        """
        known = options_of(PuzzleOptions)
        unsuited = unsuited_options(self.kind)
        given = {name for name in unsuited if getattr(self, name) != known[name].default}
        if self.kind == "lines" and not given.isdisjoint(("spanning", "unique")):
            raise InputError("spanning and unique are for puzzles of kind 'cover' or 'trail'")
        if not given.isdisjoint(("turns", "angles")):
            raise InputError("turns and angles are for puzzles of kind 'bent'")
        if self.kind == "bent" and self.topology == "hex":
            raise InputError(
                "bent words turn on square boards; for topology hex choose cover or trail"
            )
        for name in filter(given.__contains__, unsuited):
            raise InputError(f"{name} is not for puzzles of kind {self.kind!r}; leave it out")


#: Options that only words on lines have, and those that bent words have besides.
_LINES_ONLY = (
    *("level", "directions", "word_directions", "overlap", "decoys", "message", "pad"),
    *("grow", "difficulty", "allow_subwords", "backward", "diagonal"),
)
_BETWEEN_FILLERS = ("filler", "secret", "allow_missing")


def unsuited_options(kind: str) -> tuple[str, ...]:
    """Return the options that puzzles of a kind do not have.

    >>> "level" in unsuited_options("cover"), "level" in unsuited_options("lines")
    (True, False)
    """
    if kind == "bent":
        return (*_LINES_ONLY, "spanning", "unique")
    if kind == "lines":
        return ("spanning", "unique", "turns", "angles")
    spanning = () if kind == "cover" else ("spanning",)
    return (*_LINES_ONLY, *spanning, *_BETWEEN_FILLERS, "turns", "angles")
