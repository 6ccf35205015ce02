"""Hints from covers: one fact at a time about words that the player has not found."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, Literal

from .._util.plain_text import count_noun
from ..geometry import Cell
from ..grid import Grid

if TYPE_CHECKING:
    from .covers import Cover

HintKind = Literal["length", "letter", "cell"]


@dataclass(frozen=True, slots=True)
class CoverHint:
    """One fact about a word of the likeliest cover."""

    number: int
    """The number of the word, from 0, in the order of the hints."""
    kind: HintKind
    """What it says: how long the word is, its next letter, or where that is."""
    length: int
    """The number of tiles of the word."""
    at: int
    """The place of the letter in the word, from 0; 0 for a length."""
    letter: str
    """The face of the tile; empty for a length."""
    cell: Cell | None
    """Where the letter is; None unless the hint says it."""
    agreed: float
    """The share of the covers that have the word on these cells."""

    def __str__(self) -> str:
        if self.kind == "length":
            return f"word {self.number + 1} has {count_noun(self.length, 'letter')}"
        about = f"word {self.number + 1}, letter {self.at + 1}: {self.letter}"
        if self.cell is None:
            return about
        return f"{about} in row {self.cell.row + 1}, column {self.cell.column + 1}"

    def to_dict(self) -> dict[str, Any]:
        """Return the hint as JSON values."""
        return asdict(self) | {"cell": None if self.cell is None else [*self.cell]}


def list_hints(
    grid: Grid, covers: Sequence[Cover], found: Iterable[str] = ()
) -> tuple[CoverHint, ...]:
    """List hints for the words of the likeliest cover, except those found.

    The words that most covers agree on come first, of these the common and short ones, and spanning
    words last. For each word, the length comes first, then each letter and its cell.
    """
    if not covers:
        return ()
    best, known = covers[0], {word.casefold() for word in found}
    places = Counter((each.word, each.path) for cover in covers for each in cover.found)
    words = sorted(
        (each for each in best.found if each.word.casefold() not in known),
        key=lambda each: (
            each.word in best.spanning,
            -places[each.word, each.path],
            each.band or 0,
            len(each.path or ()),
            each.path,
        ),
    )
    hints = []
    for number, word in enumerate(words):
        path = word.path or ()
        agreed = places[word.word, word.path] / len(covers)
        hints.append(CoverHint(number, "length", len(path), 0, "", None, agreed))
        for at, cell in enumerate(path):
            tile = grid[cell]
            face = "" if tile is None else tile.face
            hints += [
                CoverHint(number, "letter", len(path), at, face, None, agreed),
                CoverHint(number, "cell", len(path), at, face, cell, agreed),
            ]
    return tuple(hints)
