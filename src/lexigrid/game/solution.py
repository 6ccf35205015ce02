"""A board solved under rules: every word that counts, with lookup by letters.

The list of words is complete, or the constructor fails.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal

from .._util.plain_text import count_noun
from .._util.time_limit import seconds_left
from .._util.validation import check_type
from ..alphabet import Alphabet, is_punctuation
from ..errors import GameError
from ..geometry import Cell
from ..grid import Grid, GridLike, Tile, as_grid
from ..lexicon import Lexicon, WordsLike
from ..search.encode import as_lexicon
from ..search.paths import FoundWord, FoundWords, find_paths
from ..search.trace import trace
from .moves import is_common
from .rules import Rules

MAX_CELLS = 400
_SOLVE_SECONDS = 10.0
_TRACE_SECONDS = 0.05
#: A verdict depends on tracing the whole word, which gets more time than a prefix.
_VERDICT_SECONDS = 1.0
#: Longer input is cut, as no word on a board of this size has more letters in practice.
MAX_TYPED = 100
#: The combining grapheme joiner keeps letters apart that would make a digraph.
_APART = "\u034f"

Letters = tuple[str, ...]


Counts = list[list[int]]


def count_tiles(grid: Grid, words: Iterable[FoundWord]) -> tuple[Counts, Counts]:
    """Count the words that can begin on each tile, and those that can use it, by rows.

    A word with several paths counts on the tiles of all of them, once on each.

    >>> grid = Grid.parse("tea/ant")
    >>> count_tiles(grid, find_paths(grid, ["tea", "ant", "eat"], paths="all"))
    ([[1, 1, 1], [1, 0, 1]], [[3, 2, 3], [3, 1, 3]])
    """
    begin, use = ([[0] * grid.columns for _ in range(grid.rows)] for _ in range(2))
    for word in words:
        for row, column in {path[0] for path in word.paths}:
            begin[row][column] += 1
        for row, column in {cell for path in word.paths for cell in path}:
            use[row][column] += 1
    return begin, use


class Solution:
    """All words of the lexicon on a board that are long enough, with points and paths.

    >>> solution = Solution(Grid.parse("tea/ant/oat"), Lexicon(["eat", "oat", "a"]), Rules())
    >>> [found.word for found in solution.words], solution.find("EAT").score, solution.find("a")
    (['eat', 'oat'], 1, None)

    Raises:
        GameError: the board is too large, or has more words than can be listed in ten seconds.
    """

    __slots__ = (
        "_alphabet",
        "_by_letters",
        "grid",
        "lexicon",
        "rules",
        "wanted",
        "wanted_words",
        "words",
    )

    grid: Grid
    """The board."""
    lexicon: Lexicon
    """The words that count."""
    rules: Rules
    """The rules."""
    words: FoundWords
    """The words of the board, with points and paths, in canonical order."""
    wanted: frozenset[str]
    """The common words (without bands, all words) if the rules require finding all of them."""
    wanted_words: tuple[FoundWord, ...]
    """The words of `wanted` with all their paths; only one if they have too many."""

    def __init__(self, grid: GridLike, words: WordsLike, rules: Rules) -> None:
        grid, lexicon = as_grid(grid), as_lexicon(words)
        check_type(rules, "rules", Rules, "Rules")
        if grid.rows * grid.columns > MAX_CELLS:
            raise GameError(
                f"the board is {grid.rows}x{grid.columns}, a game takes at most {MAX_CELLS} cells"
            )
        if grid.alphabet is None and lexicon.alphabet != Alphabet():
            grid = Grid.from_dict(grid.to_dict(), alphabet=lexicon.alphabet)
        self.grid, self.lexicon, self.rules = grid, lexicon, rules
        self._alphabet: Alphabet = grid.alphabet or lexicon.alphabet
        self.words = self._find("one")
        if not self.words.complete:
            raise GameError(
                "the board has more words than could be listed in time; try again, or choose "
                "another one"
            )
        self.wanted = frozenset(
            found.word
            for found in self.words
            if rules.find_all and is_common(lexicon.band(found.word))
        )
        every = self._find("all") if self.wanted else self.words
        listed = every if every.complete else self.words
        self.wanted_words = tuple(each for each in listed if each.word in self.wanted)
        self._by_letters: dict[Letters, FoundWord] = {}
        for found in self.words:
            for letters in self._readings(found.word):
                self._by_letters.setdefault(letters, found)

    def _find(self, paths: Literal["one", "all"]) -> FoundWords:
        """Find the words of the board, each with one path or all."""
        left = seconds_left()
        return find_paths(
            self.grid,
            self.lexicon,
            min_length=self.rules.min_length,
            scoring=self.rules.scheme,
            paths=paths,
            deadline=_SOLVE_SECONDS if left < 0 else min(_SOLVE_SECONDS, left),
        )

    def __repr__(self) -> str:
        board = self.grid.format(one_line=True)
        words, points = count_noun(self.count, "word"), count_noun(self.score, "point")
        return f"<Solution of {board!r}: {words}, {points}>"

    def _repr_html_(self) -> str:
        """Return the board and its first words, for a notebook."""
        return self.words._repr_html_()

    @property
    def count(self) -> int:
        """The number of words."""
        return len(self.words)

    @property
    def score(self) -> int:
        """The points of all words."""
        return self.words.score

    def letters_of(self, word: str) -> Letters:
        """Split a word into the letters that count."""
        return self._readings(check_type(word, "the word", str, "text"))[0]

    def find(self, word: str) -> FoundWord | None:
        """Return the word of the board that has these letters, or None."""
        readings = self._readings(check_type(word, "the word", str, "text"))
        return next(
            (self._by_letters[letters] for letters in readings if letters in self._by_letters), None
        )

    def follow(self, text: str, *, is_typing: bool = True) -> tuple[int, tuple[Cell, ...]]:
        """Trace text as far as the board spells it; return the letters traced and the first path.

        While a word is being typed, the beginning of a tile's spelling counts: `q` matches `Qu`.

        >>> Solution(Grid.parse("tea/ant/oat"), Lexicon(["eat"]), Rules()).follow("oaks")
        (2, (Cell(row=2, column=0), Cell(row=1, column=0)))
        """
        letters = self.letters_of(text)[:MAX_TYPED]
        apart = _APART if self._alphabet.digraphs else ""
        for count in range(len(letters), 0, -1):
            is_verdict = count == len(letters) and not is_typing
            seconds = _VERDICT_SECONDS if is_verdict else _TRACE_SECONDS
            prefix = letters[:count]
            for ending in ((), *(self._endings(prefix) if is_typing else ())):
                answer = trace(self.grid, apart.join((*prefix, *ending)), deadline=seconds)
                if answer.paths:
                    return count, answer.paths[0]
        return 0, ()

    def spell(self, path: Sequence[Cell]) -> str:
        """Return the text that a path spells: a word of the board if it can be one.

        >>> Solution(Grid.parse("t?/[eo]a"), Lexicon(["tee"]), Rules()).spell(
        ...     [Cell(0, 0), Cell(0, 1), Cell(1, 0)]
        ... )
        'tee'
        """
        tiles = [tile for cell in path if (tile := self.grid[cell]) is not None]
        if any(len(tile.spellings) != 1 for tile in tiles):
            for letters, found in self._by_letters.items():
                if self._can_spell(tiles, letters):
                    return found.word
        return "".join(tile.spellings[0] if tile.spellings else tile.face for tile in tiles)

    def _can_spell(self, tiles: Sequence[Tile], letters: Letters) -> bool:
        """Can these tiles, in this order, spell exactly these letters?"""
        if not tiles:
            return not letters
        first, *rest = tiles
        if first.is_wild:
            return bool(letters) and self._can_spell(rest, letters[1:])
        spelled = map(self._alphabet.split, first.spellings)
        return any(
            letters[: len(each)] == each and self._can_spell(rest, letters[len(each) :])
            for each in spelled
        )

    def _endings(self, letters: Letters) -> list[Letters]:
        """List the letters that would complete a tile whose spelling the text has begun."""
        endings = set()
        for spelling in self._spellings():
            tile = self._alphabet.split(spelling)
            for begun in range(1, len(tile)):
                if letters[-begun:] == tile[:begun]:
                    endings.add(tile[begun:])
        return sorted(endings)

    def _readings(self, word: str) -> tuple[Letters, ...]:
        """Return the letters without punctuation, preceded by all letters if the board has any."""
        letters = self._alphabet.split(word.strip())
        plain = tuple(letter for letter in letters if not is_punctuation(letter))
        if len(plain) < len(letters):
            marks = set(letters).difference(plain)
            if marks.intersection("".join(self._spellings())):
                return letters, plain
        return (plain,)

    def _spellings(self) -> set[str]:
        return {text for tile in self.grid.tiles for text in tile.spellings}
