"""Proofs of the best board: patterns that cover all boards, and an upper bound for each pattern.

A pattern gives each cell a class of letters. Rotations and mirror images of a pattern are listed
once.
"""

from __future__ import annotations

import itertools
import json
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import prod
from typing import Annotated, ClassVar

from .._util import schema
from .._util.codec import FLAT, Document, Form, Head, Range
from .._util.io import atomic_write, read_bytes
from .._util.plain_text import shorten
from .._util.validation import check_shape, check_type
from ..errors import InputError
from ..geometry import symmetries
from ..grid import Grid
from ..grid.tile import escaped
from ..lexicon import Lexicon, WordsLike
from ..search.bulk.bounds import check_letters
from ..search.encode import as_lexicon
from ..search.scoring import SCORINGS, Scoring, scoring_form

#: The digits that number the classes of a cell.
DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
#: Classes for words from a to z: vowels, letters of few words, and the rest. They come from
#: hybrid-boggle, found by trial: other classes of as many letters took at least twice as long.
_CLASSES = ("aeijou", "bcdfgmpqvwxz", "hklnrsty")
#: Corners have few neighbours, so it costs less to search all their letters at once than to list
#: the words of more patterns: half the time of two classes on 12 cells. On 16 cells a class has at
#: most 15 letters, for keys of four bits per cell.
_CORNER_CLASSES = {12: ("abcdefghijklmnopqrstuvwxyz",), 16: ("aeijoqsuxyz", "bcdfghklmnprtvw")}
_LARGEST_WITHOUT_CORNERS = 9
#: The most patterns, turns and mirror images counted: those of 4x4 are 8.5 million.
MAX_PATTERNS = 10_000_000

Classes = Sequence[str]
_Side = Annotated[int, Range(1, 64)]
_Texts = Annotated[tuple[str, ...], Range(1)]
#: A board on one line.
_LINE = Form(
    lambda value: Grid.parse(schema.text(value)), lambda board: board.format(one_line=True)
)


@dataclass(frozen=True)
class Partition:
    """All boards of one size, divided by the class of letters that each cell shows.

    >>> partition = Partition((2, 2), ("ae", "t"), ("ae", "t"))
    >>> list(partition.names())
    ['0000', '0001', '0011', '0110', '0111', '1111']
    >>> partition.pattern("0110")
    '[ae]t/t[ae]'
    """

    size: tuple[_Side, _Side]
    """Rows and columns."""
    classes: _Texts
    """The classes of letters for all cells except the corners."""
    corner_classes: _Texts
    """The classes of letters for the corners."""

    @classmethod
    def of(
        cls,
        words: WordsLike | None,
        size: tuple[int, int],
        classes: Classes | None = None,
        corner_classes: Classes | None = None,
    ) -> Partition:
        """Divide the letters of a lexicon into the given classes, or into good ones.

        Raises:
            InputError: a letter is in no class or in two, or there are too many patterns.
        """
        lexicon = as_lexicon(words)
        size = check_shape(size, "size")
        cells = size[0] * size[1]
        check_letters(lexicon)
        if classes is None:
            classes = _CLASSES
            if corner_classes is None and cells > _LARGEST_WITHOUT_CORNERS:
                corner_classes = _CORNER_CLASSES[12 if cells <= 12 else 16]
        if corner_classes is None:
            corner_classes = classes
        partition = cls(size, _restrict(classes, lexicon), _restrict(corner_classes, lexicon))
        return _check_patterns(partition)

    @cached_property
    def cells(self) -> tuple[tuple[str, ...], ...]:
        """The classes of each cell."""
        rows, columns = self.size
        corners = {0, columns - 1, (rows - 1) * columns, rows * columns - 1}
        return tuple(
            self.corner_classes if cell in corners else self.classes
            for cell in range(rows * columns)
        )

    @property
    def symmetries(self) -> tuple[tuple[int, ...], ...]:
        """The rotations and reflections of the board: for each cell, the cell that moves there."""
        return symmetries(*self.size)

    def names(self) -> Iterator[str]:
        """Yield the names of patterns, the digits of the cells' classes; symmetric ones once."""
        digits = [DIGITS[: len(classes)] for classes in self.cells]
        for name in itertools.product(*digits):
            if all(tuple(name[cell] for cell in order) >= name for order in self.symmetries):
                yield "".join(name)

    def pattern(self, name: str) -> str:
        """Return a pattern as the text of a grid; q is the tile Qu."""
        columns = self.size[1]
        tiles = []
        for classes, digit in zip(self.cells, name, strict=True):
            letters = classes[DIGITS.index(digit)]
            inside = "".join(map(escaped, letters))
            tiles.append(f"[{inside}]" if len(letters) > 1 else inside)
        rows = ["".join(tiles[at : at + columns]) for at in range(0, len(tiles), columns)]
        return "/".join(rows) + ("/" if len(rows) == 1 else "")


def _check_patterns(partition: Partition) -> Partition:
    """Refuse a partition with more than MAX_PATTERNS patterns."""
    if prod(map(len, partition.cells)) > MAX_PATTERNS:
        rows, columns = partition.size
        raise InputError(
            f"{rows}x{columns} boards have more than {MAX_PATTERNS:,} patterns, too many; "
            "give a smaller size (3x4 takes an hour and a half of processor time, 4x4 months) or "
            "fewer classes"
        )
    return partition


def _restrict(classes: Classes, lexicon: Lexicon) -> tuple[str, ...]:
    """Return the classes without letters that no word has."""
    is_listed = isinstance(classes, Iterable) and not isinstance(classes, str)
    if not is_listed or not all(isinstance(each, str) for each in classes):
        raise InputError(f"classes are {shorten(classes)}, expected texts such as ('aeiou', 'bcd')")
    joined = "".join(classes)
    twice = sorted({letter for letter in joined if joined.count(letter) > 1})
    missing = sorted(set(lexicon.letters).difference(joined))
    if twice or missing:
        problem = f"{missing[0]!r} is in no class" if missing else f"{twice[0]!r} is in two classes"
        raise InputError(
            f"the letter {problem}; give classes with each letter of the lexicon once, such "
            "as 'aeiou bcdfghjklm npqrstvwxyz'"
        )
    known = ("".join(c for c in letters if c in lexicon.letters) for letters in classes)
    restricted = tuple(letters for letters in known if letters)
    if len(restricted) > len(DIGITS):
        raise InputError(f"there are {len(restricted)} classes, expected at most {len(DIGITS)}")
    return restricted


@dataclass(frozen=True, slots=True)
class Proof(Document):
    """The best boards of one size, and the bounds that prove that none are better."""

    _head: ClassVar = Head("the proof", InputError, "lexigrid/proof")
    partition: Annotated[Partition, FLAT]
    """The boards, in patterns."""
    fingerprint: Annotated[str, "lexicon"]
    """The fingerprint of the lexicon."""
    min_length: int
    """The fewest letters of a word."""
    scoring: Annotated[Scoring, scoring_form(schema.choice(*SCORINGS), most=schema.MAX_INTEGER)]
    """The name of a scheme, or points by number of letters."""
    bound: int
    """No board has more points."""
    boards: tuple[Annotated[Grid, _LINE], ...]
    """The boards with this score, symmetric ones once; none if it is below `at_least`."""
    bounds: Mapping[str, int]
    """The bound of each pattern, by its name."""

    def __post_init__(self) -> None:
        _check_patterns(check_type(self.partition, "the partition", Partition, "a Partition"))

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the proof, whole or not at all."""
        with atomic_write(path) as file:
            file.write(json.dumps(self.to_dict(), ensure_ascii=False, indent=0).encode() + b"\n")

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Proof:
        """Read a proof from a file.

        Raises:
            InputError: the file cannot be read, or is not a proof.
        """
        return cls.from_dict(schema.parse_json(read_bytes(path), f"{path!r}: ", InputError))
