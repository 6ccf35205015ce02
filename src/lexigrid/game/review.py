"""The review of a board after the game: how common its words are, and who found them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from ..geometry import Cell
from ..lexicon import COMMON_BAND, Lexicon, name_band
from ..search import FoundWord

_NO_BAND = 1 << 10


@dataclass(frozen=True, slots=True)
class ReviewedWord:
    """A word of the board: its points, path, band (None without bands) and finders."""

    word: str
    """The word, as in the lexicon."""
    points: int
    """Its points by the rules."""
    path: tuple[Cell, ...]
    """The first path that spells it."""
    band: int | None
    """Its commonness band; None if the lexicon has no bands."""
    players: tuple[int, ...]
    """The numbers of the players who found it."""

    @property
    def is_common(self) -> bool:
        """Do most readers know the word? Without bands, every word counts as common."""
        return is_common(self.band)

    @property
    def commonness(self) -> str:
        """The name of the band, or "all words" without bands."""
        return "all words" if self.band is None else name_band(self.band)


def is_common(band: int | None) -> bool:
    """Do most readers know a word of this band? Without bands, every word counts as common."""
    return band is None or band <= COMMON_BAND


def review_words(
    words: Iterable[FoundWord], lexicon: Lexicon, finders: Mapping[str, Iterable[int]]
) -> tuple[ReviewedWord, ...]:
    """Review the words of a board, most common first, then by points, then by letters.

    `finders` maps a word to the players who found it.
    """
    reviewed = [
        ReviewedWord(
            found.word,
            found.score,
            found.path or (),
            lexicon.band(found.word),
            tuple(sorted(finders.get(found.word, ()))),
        )
        for found in words
    ]
    reviewed.sort(
        key=lambda each: (_NO_BAND if each.band is None else each.band, -each.points, each.word)
    )
    return tuple(reviewed)
