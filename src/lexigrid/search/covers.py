"""Covers: words whose paths use every cell of a board exactly once and do not cross.

The study of the search and of the order of its answers is in the design notes.
"""

from __future__ import annotations

import json
from array import array
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import chain, pairwise, product, repeat
from typing import Any

from .. import _core
from .._util.plain_text import count_noun
from .._util.sequences import LazySequence
from .._util.time_limit import seconds_left, time_limit
from .._util.validation import check_deadline, check_flag, check_int, check_limit, check_words
from ..errors import GridError, InputError
from ..geometry import Topology
from ..grid import Grid, GridLike, as_grid, draw_for_notebook
from ..lexicon import Lexicon, WordsLike
from .answer import cells_of
from .cover_hints import CoverHint, list_hints
from .encode import native_topology
from .options import path_options
from .paths import FoundWord, FoundWords, search_paths

#: The fewest letters of a word of a cover, and of each word of a spanning phrase.
MIN_LETTERS, MIN_PHRASE_LETTERS = 4, 3
#: The most cells of a board that is covered: 12x12.
MAX_CELLS = 144
#: Words up to this band are tried before all others.
COMMON_BAND = 50
#: What an inflected word costs in the order of covers, in bands.
_INFLECTED = 50
#: The band of a word without one.
_NO_BAND = 50
#: The least effort that is not checked further: no limit.
NO_EFFORT = (1 << 64) - 1


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
        self._grid, self._covers, self._cut_by = grid, tuple(covers), cut_by
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
        told = {"hints": [each.to_dict() for each in self.hints[:hints]]} if hints else {}
        return told | {
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
            board, the whole built-in lexicon; and if it does not, spanning phrases of two words.
        found: words that the cover must have.
        theme: words that come first in the order; they need not be in the lexicon.
        spanning: a path must touch two opposite sides.
        phrases: allow two words along one spanning path to count as one; None: as a last resort.
        most_words: the most words of a cover.
        limit: the most covers; None for all.
        deadline: seconds until the search ends with what it has.

    Raises:
        GridError: the board is wrapped, has more than 144 cells, or another topology than king,
            rook or hex.
        InputError: an option has an invalid value.
    """
    board = as_grid(grid)
    check_board(board.rows, board.columns, board.topology)
    listed = check_words(found, "found")
    themed = check_words(theme, "theme")
    spanning = bool(check_flag(spanning, "spanning"))
    if phrases is not None:
        check_flag(phrases, "phrases")
    if most_words is not None:
        most_words = min(check_int(most_words, "most_words", 1), len(board))
    check_limit(limit)
    check_deadline(deadline)
    if words is None:
        lexicon = Lexicon.default()
        tries: list[tuple[WordsLike, bool]] = [
            (lexicon.common(COMMON_BAND), phrases is True),
            (lexicon, phrases is True),
            (lexicon.common(COMMON_BAND), True),
        ]
    else:
        tries = [(words, phrases is True), (words, True)]
    if phrases is not None:
        tries = [each for each in tries if each[1] == phrases]
    answer = Covers(board, (), None)
    with time_limit(deadline):
        for own, has_phrases in tries:
            answer = search_covers(
                board, own, (*listed, *themed), needed=listed, theme=themed, spanning=spanning,
                phrases=has_phrases, most_words=most_words, limit=limit,
            )  # fmt: skip
            if answer or not answer.complete:
                break
    return Covers(board, answer._covers, answer.cut_by, listed)


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
    needed: Iterable[str] = (),
    theme: Iterable[str] = (),
    spanning: bool = True,
    phrases: bool = False,
    most_words: int | None = None,
    limit: int | None = None,
    effort: int = NO_EFFORT,
) -> Covers:
    """Find covers as `solve_cover` does, by these words and `extra` ones of any length."""
    paths = _Paths(board, words, extra, MIN_PHRASE_LETTERS if phrases else MIN_LETTERS)
    numbers = [paths.number_of(word) for word in needed]
    if None in numbers:
        return Covers(board, (), None)
    options, first, parts, part_at, is_phrase, _, cut_by = _core.find_covers(
        native_topology(board.topology, board.rows, board.columns),
        bytes(
            (row, column) in board for row in range(board.rows) for column in range(board.columns)
        ),
        paths.cells,
        paths.first,
        paths.words,
        paths.roles(phrases=phrases),
        array("I", sorted({number for number in numbers if number is not None})),
        spanning,
        1,
        len(board) if most_words is None else most_words,
        check_limit(limit),
        effort,
        seconds_left(),
    )
    choices: list[list[tuple[int, ...]]] = []
    for option, (begin, end) in enumerate(pairwise(part_at)):
        own = parts[begin:end]
        step = 2 if is_phrase[option] else 1
        choices.append([tuple(own[at : at + step]) for at in range(0, len(own), step)])
    covers: dict[tuple[tuple[str, tuple[Any, ...]], ...], tuple[tuple[int, int], Cover]] = {}
    themed = {word.casefold() for word in theme}
    for begin, end in pairwise(first):
        if seconds_left() == 0:
            cut_by = "deadline"
            break
        for chosen in product(*(choices[option] for option in options[begin:end])):
            members = [paths.found(path) for path in chain(*chosen)]
            names = {each.word for each in members}
            if len(names) < len(members):
                continue
            members.sort(key=lambda each: min(each.path or ()))
            span = tuple(each.word for each in members if spans(board, each.path or ()))
            if not span:
                span = next(
                    (tuple(paths.found(path).word for path in pair) for pair in chosen if pair[1:]),
                    (),
                )
            cost = sum(_cost(each, names, paths.lexicon, themed) for each in members)
            key = tuple((each.word, each.path or ()) for each in members)
            covers.setdefault(key, ((end - begin, cost), Cover(tuple(members), span)))
    ranked = sorted(covers.items(), key=lambda item: (item[1][0], item[0]))
    kept = [cover for _, (_, cover) in ranked[: limit if limit is not None else len(ranked)]]
    return Covers(board, kept, "limit" if len(kept) < len(ranked) else cut_by)


def spans(board: Grid, path: Iterable[tuple[int, int]]) -> bool:
    """Does a path touch two opposite sides of the board?"""
    rows, columns = zip(*path, strict=True) if path else ((), ())
    return {0, board.rows - 1} <= {*rows} or {0, board.columns - 1} <= {*columns}


def _cost(found: FoundWord, names: set[str], lexicon: Lexicon, theme: set[str]) -> int:
    """Return what makes a word unlikely: rare and inflected words, but not those of the theme."""
    word = found.word
    if word.casefold() in theme:
        return 0
    is_inflected = (word[-1:] == "s" and word[:-1] in lexicon) or word[-2:] == "ed"
    return (_NO_BAND if found.band is None else found.band) + _INFLECTED * is_inflected


class _Paths:
    """All paths of words of a lexicon and of extra words, as the core takes them."""

    def __init__(self, board: Grid, words: WordsLike, extra: Iterable[str], least: int) -> None:
        every = path_options(paths="all", min_length=least)
        listed = search_paths(board, words, every)
        more = [word for word in dict.fromkeys(extra) if word not in listed]
        self._answers: list[FoundWords] = [listed]
        if more:
            self._answers.append(search_paths(board, more, path_options(paths="all", min_length=1)))
        self.lexicon = listed._lexicon
        self.cells, self.first, self.words = array("I"), array("Q", [0]), array("I")
        self._lengths: list[int] = []
        self._columns = board.columns
        self._found: dict[int, FoundWord] = {}
        for answer in self._answers:
            if not answer.complete:
                raise InputError("the words have too many paths on this board; give fewer words")
            result, offset = answer._result, len(self._lengths)
            begin = len(self.cells)
            self.cells.frombytes(memoryview(result.cells).cast("B"))
            self.first.extend([begin + at for at in result.cell_of[1:]])
            counts = zip(result.path_of[:-1], result.path_of[1:], strict=True)
            self.words.extend(
                chain.from_iterable(repeat(offset + i, b - a) for i, (a, b) in enumerate(counts))
            )
            length = answer._lexicon.core.length
            self._lengths += [length(number) for number in answer.word_ids]
        self._is_extra = [number >= len(listed) for number in range(len(self._lengths))]

    def number_of(self, word: str) -> int | None:
        """Return the number of a word; None if it has no path."""
        offset = 0
        for answer in self._answers:
            place = answer._find(word)
            if place is not None:
                return offset + place
            offset += len(answer)
        return None

    def roles(self, *, phrases: bool) -> bytes:
        """Return for each path whether it may be on its own (1) and in a phrase (2)."""
        roles = [
            (length >= MIN_LETTERS or is_extra) + 2 * (phrases and length >= MIN_PHRASE_LETTERS)
            for length, is_extra in zip(self._lengths, self._is_extra, strict=True)
        ]
        return bytes(roles[word] for word in self.words)

    def found(self, path: int) -> FoundWord:
        """Return a word with one of its paths."""
        if path not in self._found:
            number = self.words[path]
            answer = self._answers[self._is_extra[number]]
            word = answer[number - len(self._answers[0]) * self._is_extra[number]]
            cells = cells_of(self.cells[self.first[path] : self.first[path + 1]], self._columns)
            self._found[path] = FoundWord(
                word.word, word.score, cells, (cells,), word.spellings, word.band
            )
        return self._found[path]
