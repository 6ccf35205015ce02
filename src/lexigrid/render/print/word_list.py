"""The word list of a puzzle in evenly filled columns, in the case of the grid."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from ...alphabet import HIRAGANA, KATAKANA, Alphabet, graphemes
from ...puzzle import Puzzle, letters_of
from .options import ListMarks
from .page_setup import PageSetup
from .sheet import Anchor, Box, Capsule, Shape, Text

#: The most columns; more are hard to read.
_MOST_COLUMNS = 8
#: The least and greatest space between columns, relative to the font size.
_LEAST_GAP, _MOST_GAP = 1.3, 4.0
#: Side of a check box, and its distance from the word, relative to the font size.
_BOX, _BOX_GAP = 0.72, 0.5
#: The most letters that are named because list and grid write them differently.
_MOST_DIFFERENT = 8


def in_case_of_grid(puzzle: Puzzle, words: Iterable[str]) -> tuple[str, ...]:
    """Return words in the case or kana of the grid, or unchanged if the grid has both cases.

    >>> from lexigrid.puzzle.generate import make_puzzle
    >>> puzzle = make_puzzle(["crème brûlée"], seed=1, alphabet="fr")
    >>> in_case_of_grid(puzzle, puzzle.words)
    ('CRÈME BRÛLÉE',)
    """
    return tuple(map(_case_of(puzzle), words))


def _case_of(puzzle: Puzzle) -> Callable[[str], str]:
    faces = {tile.face for tile in puzzle.grid.tiles}
    alphabet = puzzle.grid.alphabet or Alphabet()
    language = (puzzle.language or alphabet.name).split("-")[0]
    has_case = any(face.lower() != face.upper() for face in faces)
    if not HIRAGANA.keys().isdisjoint(map(ord, "".join(faces))):
        return lambda word: word.translate(KATAKANA)
    if has_case and all(face in (face.upper(), "ß") for face in faces):
        return lambda word: _capitals(word, language, "ß" in faces)
    if has_case and all(face == face.lower() for face in faces):
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


def _is_space_or_hyphen(letter: str) -> bool:
    return letter.isspace() or unicodedata.category(letter) == "Pd"


def notes_on_letters(puzzle: Puzzle) -> list[str]:
    """Describe how the grid writes words differently from the list."""
    strings, alphabet = puzzle.strings, puzzle.grid.alphabet or Alphabet()
    faces = {tile.face for tile in puzzle.grid.tiles}
    written = {alphabet.fold(face): face for face in faces}
    notes = []
    if any(_is_space_or_hyphen(letter) for word in puzzle.words for letter in word):
        notes.append(strings.format("without_marks"))
    different: dict[str, str] = {}
    for word in in_case_of_grid(puzzle, puzzle.words):
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

    @classmethod
    def of(cls, words: Sequence[str], setup: PageSetup, *, rtl: bool) -> WordList:
        """Measure words on a page."""
        bold, marks = setup.look.list_bold, setup.options.list_marks
        mark = _BOX + _BOX_GAP if marks == "boxes" else 0.0
        if marks == "numbers":
            mark = setup.measure(f"{len(words)}.", 1.0, bold) + _BOX_GAP
        widths = tuple(setup.measure(word, 1.0, bold) + mark for word in words)
        least = tuple(
            sum(_column_widths(widths, columns)) + _LEAST_GAP * (columns - 1)
            for columns in range(1, _MOST_COLUMNS + 1)
        )
        return cls(tuple(words), widths, least, marks, mark, bold, rtl)

    def columns(self, size: float, width: float, most: int = _MOST_COLUMNS) -> int:
        """Return the fewest columns with as few rows as the most columns that fit in a width."""
        for columns in range(min(len(self.words), most), 0, -1):
            if self.width(columns, size) <= width:
                fewer = -(-len(self.words) // self.rows(columns))
                return fewer if self.width(fewer, size) <= width else columns
        return 1

    def rows(self, columns: int) -> int:
        """Return the number of rows of a list with `columns` columns."""
        return -(-len(self.words) // columns)

    def width(self, columns: int, size: float) -> float:
        """Return the least width of `columns` columns at a font size."""
        return size * self.least_widths[columns - 1]

    def draw(
        self,
        setup: PageSetup,
        columns: int,
        size: float,
        leading: float,
        area: tuple[float, float, float],
        *,
        centred: bool = True,
        first: int = 1,
    ) -> tuple[list[Shape], list[Shape]]:
        """Return the words, and the marks before them, in an area (left, top, width)."""
        left, top, breadth = area
        widths = [min(width * size, breadth) for width in _column_widths(self.widths, columns)]
        total = sum(widths)
        gap = 0.0
        if columns > 1:
            gap = min((breadth - total) / (columns - 1), _MOST_GAP * size)
        start = (breadth - total - gap * (columns - 1)) / 2 if centred else 0.0
        words: list[Shape] = []
        marks: list[Shape] = []
        for part, width in zip(_slices(len(self.words), columns), widths, strict=True):
            for row, index in enumerate(range(*part.indices(len(self.words)))):
                y = top + size * 0.9 + row * leading * size
                x = left + breadth - start if self.rtl else left + start
                side = -1 if self.rtl else 1
                if self.marks == "boxes":
                    marks.append(_check_box(x, y, size, side, setup.look.round_boxes))
                words.append(self._word(setup, index, first, x, y, size, side, width))
            start += width + gap
        return words, marks

    def _word(
        self,
        setup: PageSetup,
        index: int,
        first: int,
        x: float,
        y: float,
        size: float,
        side: int,
        width: float,
    ) -> Text:
        word, mark = self.words[index], self.mark_width * size
        x += side * (mark if self.marks == "boxes" else 0)
        if self.marks == "numbers":
            number = f"{index + first}."
            x += side * (mark - _BOX_GAP * size - setup.measure(number, size, self.bold))
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


def _column_widths(widths: Sequence[float], columns: int) -> list[float]:
    return [max(widths[part], default=0.0) for part in _slices(len(widths), columns)]


def _check_box(x: float, y: float, size: float, side: int, is_round: bool) -> Shape:
    half = _BOX * size / 2
    middle_x, middle_y = x + side * half, y - 0.36 * size
    line = max(0.6, size * 0.06)
    if is_round:
        return Capsule(middle_x, middle_y, middle_x, middle_y, half - line / 2, line)
    return Box(middle_x - half, middle_y - half, middle_x + half, middle_y + half, 0.0, line)
