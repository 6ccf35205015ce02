"""The paths of the words of covers, as the core takes them."""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from itertools import chain, repeat

from ..errors import InputError
from ..grid import Grid
from ..lexicon import WordsLike
from .answer import cells_of
from .options import path_options
from .paths import FoundWord, FoundWords, search_paths

#: The fewest letters of a word of a cover, and of each word of a spanning phrase.
MIN_LETTERS, MIN_PHRASE_LETTERS = 4, 3


class CoverPaths:
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
        self.is_late = any(answer.cut_by == "deadline" for answer in self._answers)
        for answer in self._answers:
            if not answer.complete and not self.is_late:
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
