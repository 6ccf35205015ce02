"""The word list of a puzzle in evenly filled columns."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from ...alphabet import HIRAGANA, KATAKANA, Alphabet, graphemes
from ...puzzle import Puzzle, letters_of
from ..listing import is_numbered
from .options import ListCase, ListMarks, PageOptions
from .page_setup import PageSetup
from .sheet import Anchor, Box, Capsule, Shape, Text

#: The most columns; more are hard to read.
_MOST_COLUMNS = 8
#: The most columns of a list on pages of its own.
_APART_COLUMNS = 4
#: The least and greatest space between columns, relative to the font size.
LEAST_GAP, MOST_GAP = 1.3, 4.0
#: Side of a check box, and its distance from the word, relative to the font size.
BOX, BOX_GAP = 0.72, 0.5
#: The most letters that are named because list and grid write them differently.
_MOST_DIFFERENT = 8


def in_case(puzzle: Puzzle, words: Iterable[str], case: ListCase) -> tuple[str, ...]:
    """Return words as a list shows them: as typed, in upper or lower case, or as in the grid.

    Kana are always those of the grid. A grid with both cases leaves words unchanged.

    >>> from lexigrid.puzzle.generate.make import make_puzzle
    >>> puzzle = make_puzzle(["crème brûlée"], seed=1, alphabet="fr")
    >>> in_case(puzzle, puzzle.words, "typed"), in_case(puzzle, puzzle.words, "grid")
    (('crème brûlée',), ('CRÈME BRÛLÉE',))
    """
    return tuple(map(_case_of(puzzle, case), words))


def number_words(puzzle: Puzzle, options: PageOptions) -> list[str]:
    """Return the words of the key, with the numbers that the list gives them."""
    list_as = options.list_as
    words = in_case(puzzle, [placed.word for placed in puzzle.key], options.list_case)
    numbers = {placed.word: number for number, placed in enumerate(puzzle.listed, 1)}
    return [
        f"{numbers[placed.word]}. {word}" if is_numbered(list_as) and not placed.secret else word
        for word, placed in zip(words, puzzle.key, strict=True)
    ]


def _case_of(puzzle: Puzzle, case: ListCase) -> Callable[[str], str]:
    faces = {tile.face for tile in puzzle.grid.tiles}
    alphabet = puzzle.grid.alphabet or Alphabet()
    language = (puzzle.language or alphabet.name).split("-")[0]
    has_case = any(face.lower() != face.upper() for face in faces)
    if not HIRAGANA.keys().isdisjoint(map(ord, "".join(faces))):
        return lambda word: word.translate(KATAKANA)
    if case == "typed":
        return lambda word: word
    if case == "grid" and has_case and all(face in (face.upper(), "ß") for face in faces):
        case = "upper"
    if case == "upper":
        return lambda word: _capitals(word, language, "ß" in faces)
    if case == "lower" or (has_case and all(face == face.lower() for face in faces)):
        return lambda word: "".join(letter.lower() for letter in graphemes(word))
    return lambda word: word


def _capitals(word: str, language: str, has_sharp_s: bool) -> str:
    """Write a word in capitals by the rules of its language."""
    if language in ("tr", "az"):
        word = word.replace("i", "İ")
    if language == "el":  # capitals have no accent
        parts = unicodedata.normalize("NFD", word)
        word = unicodedata.normalize("NFC", parts.replace("\u0301", ""))
    if has_sharp_s:
        return "ß".join(part.upper() for part in word.split("ß"))
    return word.upper()


def _is_left_out(letter: str) -> bool:
    """Is it a space, a hyphen or an apostrophe?"""
    return letter.isspace() or letter in "'’ʼ" or unicodedata.category(letter) == "Pd"


def notes_on_letters(puzzle: Puzzle) -> list[str]:
    """Describe how the grid writes words differently from the list."""
    strings, alphabet = puzzle.strings, puzzle.grid.alphabet or Alphabet()
    faces = {tile.face for tile in puzzle.grid.tiles}
    written = {alphabet.fold(face): face for face in faces}
    notes = []
    if any(_is_left_out(letter) for word in puzzle.words for letter in word):
        notes.append(strings.format("without_marks"))
    different: dict[str, str] = {}
    for word in in_case(puzzle, puzzle.words, "grid"):
        for letter in graphemes(word):
            folded = letters_of(alphabet, letter)
            parts = [written.get(each, "") for each in folded]
            if letter not in faces and parts and all(parts) and parts != [letter]:
                different[letter] = "".join(parts)
    if different:
        pairs = [f"{letter} = {face}" for letter, face in sorted(different.items())]
        more = ", …" if len(pairs) > _MOST_DIFFERENT else ""
        notes.append(
            strings.format("other_letters", letters=", ".join(pairs[:_MOST_DIFFERENT]) + more)
        )
    return notes


class ListShape(NamedTuple):
    """How a list is arranged: its columns, and the height of the highest one in rows."""

    columns: int
    rows: float
    width: float
    """The least width of the list in points."""
    measure: float = 0.0
    """The width of a column at a font size of 1, if entries are broken to fit it."""


@dataclass(frozen=True, slots=True)
class WordList:
    """A list of words and their widths."""

    words: tuple[str, ...]
    widths: tuple[float, ...]
    """Width of each word with its mark at a font size of 1."""
    least_widths: tuple[float, ...]
    """The least widths of 1, 2, ... columns at a font size of 1."""
    marks: ListMarks
    mark_width: float
    bold: bool
    rtl: bool
    first: int = 1
    """The number of the first word."""
    most_leading: float = 1.8
    """The greatest distance between baselines, relative to the font size."""

    @classmethod
    def of(cls, words: Sequence[str], setup: PageSetup, *, rtl: bool) -> WordList:
        """Measure words on a page."""
        bold, marks = setup.look.list_bold, setup.options.list_marks or "none"
        mark = BOX + BOX_GAP if marks == "boxes" else 0.0
        if marks == "numbers":
            mark = setup.measure(f"{len(words)}.", 1.0, bold) + BOX_GAP
        widths = tuple(setup.measure(word, 1.0, bold) + mark for word in words)
        return cls(tuple(words), widths, _least_widths(widths), marks, mark, bold, rtl)

    def shape(self, size: float, width: float, most: int = _MOST_COLUMNS) -> ListShape:
        """Return the fewest columns with as few rows as the most columns that fit in a width."""
        chosen = 1
        for columns in range(min(len(self.words), most), 0, -1):
            if self._width(columns, size) <= width:
                fewer = -(-len(self.words) // self._rows(columns))
                chosen = fewer if self._width(fewer, size) <= width else columns
                break
        return ListShape(chosen, self._rows(chosen), self._width(chosen, size))

    def _rows(self, columns: int) -> int:
        return -(-len(self.words) // columns)

    def _width(self, columns: int, size: float) -> float:
        """Return the least width of `columns` columns at a font size."""
        return size * self.least_widths[columns - 1]

    def part(self, start: int, end: int) -> WordList:
        """Return some of the words, with their numbers."""
        words, widths = self.words[start:end], self.widths[start:end]
        least = _least_widths(widths)
        return replace(
            self, words=words, widths=widths, least_widths=least, first=self.first + start
        )

    def pages(self, size: float, leading: float, width: float, height: float) -> list[int]:
        """Return the first word of each page of a list apart, which are about equally long."""
        down = max(1, int(height // (size * leading)))
        pages = -(-len(self.words) // (down * self.shape(size, width, _APART_COLUMNS).columns))
        return [len(self.words) * number // pages for number in range(pages)]

    def draw(
        self,
        setup: PageSetup,
        shape: ListShape,
        size: float,
        leading: float,
        area: tuple[float, float, float],
        *,
        centred: bool = True,
    ) -> tuple[list[list[Shape]], list[Shape]]:
        """Return the words, and the marks before them, in an area (left, top, width)."""
        left, top, breadth = area
        columns = shape.columns
        widths = [min(width * size, breadth) for width in _column_widths(self.widths, columns)]
        total = sum(widths)
        gap = 0.0
        if columns > 1:
            gap = min((breadth - total) / (columns - 1), MOST_GAP * size)
        start = (breadth - total - gap * (columns - 1)) / 2 if centred else 0.0
        words: list[list[Shape]] = []
        marks: list[Shape] = []
        for part, width in zip(_slices(len(self.words), columns), widths, strict=True):
            for row, index in enumerate(range(*part.indices(len(self.words)))):
                y = top + size * 0.9 + row * leading * size
                x = left + breadth - start if self.rtl else left + start
                side = -1 if self.rtl else 1
                if self.marks == "boxes":
                    marks.append(check_box(x, y, size, side, setup.look.round_boxes))
                words.append([self._word(setup, index, x, y, size, side, width)])
            start += width + gap
        return words, marks

    def _word(
        self,
        setup: PageSetup,
        index: int,
        x: float,
        y: float,
        size: float,
        side: int,
        width: float,
    ) -> Text:
        word, mark = self.words[index], self.mark_width * size
        x += side * (mark if self.marks == "boxes" else 0)
        if self.marks == "numbers":
            number = f"{index + self.first}."
            x += side * (mark - BOX_GAP * size - setup.measure(number, size, self.bold))
            word = f"{number} {word}"
        else:
            size = setup.fit(word, size, width - mark, self.bold)
        anchor: Anchor = "end" if self.rtl else "start"
        return Text(
            round(x, 2), round(y, 2), word, round(size, 2), anchor, bold=self.bold, rtl=self.rtl
        )


def _slices(count: int, columns: int) -> Iterator[slice]:
    """Yield the range of words of each column; the first columns may have one more."""
    rows, longer = divmod(count, columns)
    start = 0
    for column in range(columns):
        end = start + rows + (column < longer)
        yield slice(start, end)
        start = end


def _least_widths(widths: Sequence[float]) -> tuple[float, ...]:
    return tuple(
        sum(_column_widths(widths, columns)) + LEAST_GAP * (columns - 1)
        for columns in range(1, _MOST_COLUMNS + 1)
    )


def _column_widths(widths: Sequence[float], columns: int) -> list[float]:
    return [max(widths[part], default=0.0) for part in _slices(len(widths), columns)]


def check_box(x: float, y: float, size: float, side: int, is_round: bool) -> Shape:
    half = BOX * size / 2
    middle_x, middle_y = x + side * half, y - 0.36 * size
    line = max(0.6, size * 0.06)
    if is_round:
        return Capsule(middle_x, middle_y, middle_x, middle_y, half - line / 2, line)
    return Box(middle_x - half, middle_y - half, middle_x + half, middle_y + half, 0.0, line)
