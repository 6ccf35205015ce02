"""Covers: words whose paths use every cell of a board exactly once and do not cross.

The study of the search and of the order of its answers is in the design notes.
"""

from __future__ import annotations

import json
from array import array
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import chain, repeat
from operator import add
from typing import Any, NamedTuple

from .. import _core
from .._util.kinds import Count, Flag, OrNone, Words
from .._util.options import describe_options, option
from .._util.plain_text import count_noun
from .._util.sequences import LazySequence, LazyTuple
from .._util.time_limit import seconds_left, time_limit
from ..errors import GridError
from ..geometry import Cell, Topology
from ..grid import Grid, GridLike, as_grid, draw_for_notebook
from ..lexicon import Lexicon, WordsLike
from .cover_hints import CoverHint, list_hints
from .cover_paths import MIN_LETTERS, MIN_PHRASE_LETTERS, CoverPaths
from .encode import native_topology
from .options import SearchOptions
from .paths import FoundWord

#: The most cells of a board that is covered: 12x12.
MAX_CELLS = 144
#: Words up to this band are tried before all others.
COMMON_BAND = 50
#: What an inflected word costs in the order of covers, in bands.
_INFLECTED = 50
#: The band of a word without one.
_NO_BAND = 50
#: In place of the second word of a choice that is no phrase.
_NO_MEMBER = 0xFFFFFFFF
#: The least effort that is not checked further: no limit.
NO_EFFORT = (1 << 64) - 1


@dataclass(frozen=True, slots=True)
class CoverOptions(SearchOptions):
    """The options of `solve_cover`, which explains them.

    Raises:
        InputError: an option has an invalid value.
    """

    found: Iterable[str] = option(Words(), "Words that the cover must have.", default=())
    theme: Iterable[str] = option(
        Words(), "Words that come first in the order; the lexicon need not have them.", default=()
    )
    spanning: bool = option(Flag(), "A path must touch two opposite sides.", default=True)
    phrases: bool | None = option(
        Flag(), "Two words along one spanning path count as one; by default, as a last resort."
    )
    most_words: int | None = option(Count(1), "The most words of a cover.")
    limit: int | None = option(OrNone(Count()), "The most covers; None for all.", default=1000)


@dataclass(frozen=True, slots=True)
class Cover:
    """Words whose paths use every cell of a board exactly once.

    >>> cover = solve_cover("te/as", ["teas"])[0]
    >>> cover.words, cover.spanning
    (('teas',), ('teas',))
    """

    found: tuple[FoundWord, ...]
    """The words with their paths, in the order of their first cells."""
    spanning: tuple[str, ...]
    """The words that touch two opposite sides; two words of a spanning phrase if none does."""

    @property
    def words(self) -> tuple[str, ...]:
        """The text of each word."""
        return tuple(each.word for each in self.found)

    def __str__(self) -> str:
        return " ".join(self.words)


class Covers(LazySequence[Cover]):
    """The covers that `solve_cover` found, the likeliest first."""

    __slots__ = ("_covers", "_cut_by", "_found", "_grid")
    _noun = "cover"

    def __init__(
        self, grid: Grid, covers: Sequence[Cover], cut_by: str | None, found: Iterable[str] = ()
    ) -> None:
        self._grid, self._covers, self._cut_by = grid, covers, cut_by
        self._found = tuple(found)

    def __len__(self) -> int:
        return len(self._covers)

    def __reduce__(self) -> tuple[Any, ...]:
        return Covers, (self._grid, self._covers, self._cut_by, self._found)

    def __repr__(self) -> str:
        return f"<Covers: {count_noun(len(self), 'cover')}{self._preview()}>"

    def _item(self, index: int) -> Cover:
        return self._covers[index]

    def _repr_svg_(self) -> str | None:
        """Return the board with the words of the first cover marked, for a notebook."""
        found = self._covers[0].found if self._covers else ()
        return draw_for_notebook(self._grid, (each.path for each in found if each.path))

    @property
    def grid(self) -> Grid:
        """The board."""
        return self._grid

    @property
    def complete(self) -> bool:
        """Are these all covers by these words?"""
        return self._cut_by is None

    @property
    def cut_by(self) -> str | None:
        """What cut the search: "limit" or "deadline"; None if nothing did."""
        return self._cut_by

    @property
    def hints(self) -> tuple[CoverHint, ...]:
        """Hints for the words that were not known, from the mildest to the last letter.

        >>> print(*solve_cover("te/as", ["teas"]).hints[:3], sep="; ")
        word 1 has 4 letters; word 1, letter 1: t; word 1, letter 1: t in row 1, column 1
        """
        return list_hints(self._grid, self._covers, self._found)

    def to_dict(self, *, hints: int = 0) -> dict[str, Any]:
        """Return the JSON form, `lexigrid/covers`, as a dictionary, with as many hints."""
        shown = {"hints": [each.to_dict() for each in self.hints[:hints]]} if hints else {}
        return shown | {
            "format": "lexigrid/covers",
            "version": 1,
            "rows": self._grid.rows,
            "columns": self._grid.columns,
            "count": len(self),
            "complete": self.complete,
            "covers": [
                {
                    "words": [
                        {"word": each.word, "path": [list(cell) for cell in each.path or ()]}
                        for each in cover.found
                    ],
                    "spanning": list(cover.spanning),
                }
                for cover in self
            ],
        }

    def to_json(self, *, hints: int = 0) -> str:
        """Return `to_dict` as JSON text."""
        return json.dumps(self.to_dict(hints=hints), ensure_ascii=False)


@describe_options(CoverOptions)
def solve_cover(
    grid: GridLike,
    words: WordsLike | None = None,
    *,
    found: Iterable[str] = (),
    theme: Iterable[str] = (),
    spanning: bool = True,
    phrases: bool | None = None,
    most_words: int | None = None,
    limit: int | None = 1000,
    deadline: float | None = None,
) -> Covers:
    """Find the words that cover a board: each cell is on exactly one path, and no two paths cross.

    Words have four letters or more, and are distinct. Two diagonal steps cross if they are the
    diagonals of one 2x2 block. Two paths of a word over the same cells count once if they cross the
    same blocks. The covers with the fewest words come first, of these the ones with
    the most common words and the fewest inflections.

    >>> solve_cover("tea/ant/oat", ["teat", "tang", "anoat"])
    <Covers: 1 cover: teat anoat>

    Args:
        words: a `Lexicon` or words. None means the built-in common words; if they do not cover the
            board, the whole built-in lexicon, and common words with spanning phrases of two words.

    Raises:
        GridError: the board is wrapped, has more than 144 cells, or another topology than king,
            rook or hex.
        InputError: an option has an invalid value.
    """
    board = as_grid(grid)
    check_board(board.rows, board.columns, board.topology)
    options = CoverOptions(limit, deadline, found, theme, spanning, phrases, most_words)
    if words is None:
        lexicon = Lexicon.default()
        common = lexicon.common(COMMON_BAND)
        tries: list[list[tuple[WordsLike, bool]]] = [
            [(common, phrases is True)],
            [(lexicon, phrases is True), (common, True)],
        ]
    else:
        tries = [[(words, phrases is True)], [(words, True)]]
    if phrases is not None:
        tries = [[each for each in some if each[1] == phrases] for some in tries]
    extra = *options.found, *options.theme
    with time_limit(deadline):
        for some in tries:
            answers = [
                _search(board, own, extra, options, phrases=has_phrases)
                for own, has_phrases in some
            ]
            covers = _rank(board, answers, options)
            if covers or not covers.complete:
                break
    return covers


def check_board(rows: int, columns: int, topology: Topology) -> None:
    """Check that paths can cover a board of this shape.

    Raises:
        GridError: they cannot.
    """
    if rows * columns > MAX_CELLS:
        raise GridError(f"the board is {rows}x{columns}, expected at most {MAX_CELLS} cells")
    if topology.wrap or topology.name not in ("king", "rook", "hex"):
        name = f"wrapped {topology.name}" if topology.wrap else topology.name
        raise GridError(f"the topology is {name}, expected king, rook or hex without wrap")


def search_covers(
    board: Grid,
    words: WordsLike,
    extra: Iterable[str] = (),
    *,
    effort: int = NO_EFFORT,
    **wanted: Any,
) -> Covers:
    """Find covers as `solve_cover` does, by these words and `extra` ones of any length."""
    options = CoverOptions(**wanted)
    return _rank(board, [_search(board, words, extra, options, effort=effort)], options)


#: A word on its path: its first cell in the order of rows, the word and the path.
_Member = tuple[Cell, str, tuple[Cell, ...]]


class _Answer(NamedTuple):
    """What one search found: options, each a choice of one path or of the two of a phrase."""

    paths: CoverPaths
    options: Sequence[int] = ()
    """Of all covers."""
    first: Sequence[int] = (0,)
    """Of the options of each cover, and the end of the last."""
    parts: Sequence[int] = ()
    """The paths of all options."""
    part_at: Sequence[int] = (0,)
    is_phrase: Sequence[int] = ()
    cut_by: str | None = None

    def paths_of(self, option: int) -> Sequence[int]:
        return self.parts[self.part_at[option] : self.part_at[option + 1]]


def _search(
    board: Grid,
    words: WordsLike,
    extra: Iterable[str],
    options: CoverOptions,
    *,
    phrases: bool = False,
    effort: int = NO_EFFORT,
) -> _Answer:
    """Search covers by words of one lexicon and by extra words."""
    paths = CoverPaths(board, words, extra, MIN_PHRASE_LETTERS if phrases else MIN_LETTERS)
    numbers = [paths.number_of(word) for word in options.found]
    if paths.is_late:
        return _Answer(paths, cut_by="deadline")
    if None in numbers:
        return _Answer(paths)
    choices, first, parts, part_at, is_phrase, _, cut_by = _core.find_covers(
        native_topology(board.topology, board.rows, board.columns),
        bytes(
            (row, column) in board for row in range(board.rows) for column in range(board.columns)
        ),
        paths.cells,
        paths.first,
        paths.words,
        paths.roles(phrases=phrases),
        array("I", sorted({number for number in numbers if number is not None})),
        options.spanning,
        1,
        min(options.most_words or len(board), len(board)),
        options.native_limit,
        effort,
        seconds_left(),
    )
    return _Answer(paths, choices, first, parts, part_at, is_phrase, cut_by)


def _rank(
    board: Grid,
    answers: Sequence[_Answer],
    wanted: CoverOptions,
) -> Covers:
    """Return the covers of all answers, the likeliest first."""
    themed = {word.casefold() for word in wanted.theme}
    used = [{*answer.options} for answer in answers]
    members: dict[_Member, FoundWord] = {}
    for answer, own in zip(answers, used, strict=True):
        for each in map(answer.paths.found, chain(*map(answer.paths_of, own))):
            members.setdefault(_member(each), each)
    # Covers are compared by first cells, words and paths, as lists of these numbers.
    ordered = sorted(members)
    number_of = {member: number for number, member in enumerate(ordered)}
    names = [word for _, word, _ in ordered]
    name_of = {name: number for number, name in enumerate(names)}
    options, first = array("I"), array("Q", [0])
    choice_at, pairs, costs = array("Q", [0]), array("I"), array("I")
    for answer, own in zip(answers, used, strict=True):
        options.extend(map((len(choice_at) - 1).__add__, answer.options))
        first.extend(map(first[-1].__add__, answer.first[1:]))
        for choice, is_phrase in enumerate(answer.is_phrase):
            if choice in own:
                found = [answer.paths.found(path) for path in answer.paths_of(choice)]
                own_costs = [_cost(each, answer.paths.lexicon, themed) for each in found]
                numbers: Sequence[int] = [number_of[_member(each)] for each in found]
                if is_phrase:
                    own_costs = [*map(add, own_costs[::2], own_costs[1::2])]
                else:
                    numbers = [*chain(*zip(numbers, repeat(_NO_MEMBER)))]
                pairs.extend(numbers)
                costs.extend(own_costs)
            choice_at.append(len(costs))
    cells, at, phrases, cut_by = _core.rank_covers(
        options, first, choice_at, pairs, costs, array("I", map(name_of.__getitem__, names)),
        wanted.native_limit, seconds_left(),
    )  # fmt: skip

    def make(index: int) -> Cover:
        found = [members[ordered[number]] for number in cells[at[index] : at[index + 1]]]
        span = tuple(each.word for each in found if spans(board, each.path or ()))
        if not span and (choice := phrases[index]) != _NO_MEMBER:
            span = tuple(names[number] for number in pairs[2 * choice : 2 * choice + 2])
        return Cover(tuple(found), span)

    for answer in answers:
        cut_by = cut_by or answer.cut_by
    return Covers(board, LazyTuple(len(phrases), make), cut_by, wanted.found)


def _member(found: FoundWord) -> _Member:
    path = found.path or ()
    return min(path), found.word, path


def spans(board: Grid, path: Iterable[tuple[int, int]]) -> bool:
    """Does a path touch two opposite sides of the board?"""
    rows, columns = zip(*path, strict=True) if path else ((), ())
    return {0, board.rows - 1} <= {*rows} or {0, board.columns - 1} <= {*columns}


def _cost(found: FoundWord, lexicon: Lexicon, theme: set[str]) -> int:
    """Return what makes a word unlikely: rare and inflected words, but not those of the theme."""
    word = found.word
    if word.casefold() in theme:
        return 0
    is_inflected = (word[-1:] == "s" and word[:-1] in lexicon) or word[-2:] == "ed"
    return (_NO_BAND if found.band is None else found.band) + _INFLECTED * is_inflected
