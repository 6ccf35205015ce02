"""A board solved under rules: every word that counts, found again by its letters.

Knows the searches, lexicons and grids; known by games.
Rule: the answer is complete, or there is no solution.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..alphabet import Alphabet, is_punctuation
from ..errors import GameError
from ..geometry import Cell
from ..grid import Grid
from ..lexicon import Lexicon
from ..search import FoundWord, FoundWords, find_paths, trace
from .rules import Rules

MAX_CELLS = 400
_SOLVE_SECONDS = 10.0
_TRACE_SECONDS = 0.05
#: A verdict rests on the whole word: it is given longer, so that a busy machine changes none.
_VERDICT_SECONDS = 1.0
#: Letters of a word that is worth a look; no board of a game spells longer ones in practice.
MAX_TYPED = 100

Letters = tuple[str, ...]


class Solution:
    """All words of the lexicon on a board that are long enough, with points and paths.

    >>> solved = Solution(Grid.parse("tea/ant/oat"), Lexicon(["eat", "oat", "a"]), Rules())
    >>> [found.word for found in solved.words], solved.find("EAT").score, solved.find("a")
    (['eat', 'oat'], 1, None)
    """

    __slots__ = ("_alphabet", "_by_letters", "grid", "lexicon", "rules", "words")

    def __init__(self, grid: Grid, lexicon: Lexicon, rules: Rules) -> None:
        if grid.rows * grid.columns > MAX_CELLS:
            raise GameError(
                f"the board is {grid.rows}x{grid.columns}, a game takes at most {MAX_CELLS} cells"
            )
        self.lexicon, self.rules = lexicon, rules
        self.grid = _read_alike(grid, lexicon)
        self._alphabet: Alphabet = self.grid.alphabet or lexicon.alphabet
        self.words: FoundWords = find_paths(
            self.grid,
            lexicon,
            min_length=rules.min_length,
            scoring=rules.scheme,
            deadline=_SOLVE_SECONDS,
        )
        if not self.words.complete:
            raise GameError("the board has more words than can be counted; take another one")
        self._by_letters: dict[Letters, FoundWord] = {}
        for found in self.words:
            for letters in self._readings(found.word):
                self._by_letters.setdefault(letters, found)

    @property
    def count(self) -> int:
        """Number of words."""
        return len(self.words)

    @property
    def score(self) -> int:
        """Points of all words."""
        return self.words.score

    def letters_of(self, word: str) -> Letters:
        """Split a word into the letters that count."""
        return self._readings(word)[0]

    def find(self, word: str) -> FoundWord | None:
        """Give the word of the board that has these letters, or None."""
        for letters in self._readings(word):
            if letters in self._by_letters:
                return self._by_letters[letters]
        return None

    def follow(self, text: str, *, is_typing: bool = True) -> tuple[int, tuple[Cell, ...]]:
        """Follow text on the board as far as it goes: letters traced, cells of the first path.

        While it is typed, a last tile that the text has only begun counts: `q` stands on a `Qu`.

        >>> Solution(Grid.parse("tea/ant/oat"), Lexicon(["eat"]), Rules()).follow("oaks")
        (2, (Cell(row=2, column=0), Cell(row=1, column=0)))
        """
        letters = self.letters_of(text)[:MAX_TYPED]
        for count in range(len(letters), 0, -1):
            is_verdict = count == len(letters) and not is_typing
            seconds = _VERDICT_SECONDS if is_verdict else _TRACE_SECONDS
            path = self._path_of(letters[:count], is_typing, seconds)
            if path:
                return count, path
        return 0, ()

    def _path_of(self, letters: Letters, is_typing: bool, seconds: float) -> tuple[Cell, ...]:
        for rest in ((), *(self._endings(letters) if is_typing else ())):
            answer = trace(self.grid, "".join((*letters, *rest)), deadline=seconds)
            if answer.paths:
                return answer.paths[0]
        return ()

    def _endings(self, letters: Letters) -> list[Letters]:
        """List what would complete a tile of several letters that the text has begun."""
        endings = set()
        for tile in self.grid.tiles:
            for spelling in () if tile is None else tile.spellings:
                whole = self._alphabet.split(spelling)
                for begun in range(1, len(whole)):
                    if letters[-begun:] == whole[:begun]:
                        endings.add(whole[begun:])
        return sorted(endings)

    def _readings(self, word: str) -> Sequence[Letters]:
        """Give the letters of a word: without punctuation, and with it if the board has some."""
        letters = self._alphabet.split(word.strip())
        plain = tuple(letter for letter in letters if not is_punctuation(letter))
        return (letters, plain) if len(plain) < len(letters) and self._has(letters) else (plain,)

    def _has(self, letters: Letters) -> bool:
        marks = {letter for letter in letters if is_punctuation(letter)}
        spelled = {c for tile in self.grid.tiles if tile for text in tile.spellings for c in text}
        return bool(marks & spelled)


def _read_alike(grid: Grid, lexicon: Lexicon) -> Grid:
    """Give the grid the alphabet of the lexicon where it has none of its own."""
    if grid.alphabet is not None or lexicon.alphabet == Alphabet():
        return grid
    return Grid.from_json(grid.to_json(), alphabet=lexicon.alphabet)
