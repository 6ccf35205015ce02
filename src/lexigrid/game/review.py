"""The words of a board after the game: how common they are, who found them.

Knows lexicons and found words; known by games.
Rule: the commonest words stand first, then the most points, then the letters.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from ..errors import LexiconError
from ..geometry import Cell
from ..lexicon import Lexicon
from ..search import FoundWord

#: Words up to this band are common: of the built-in words a quarter, which most readers know.
COMMON_BAND = 50
_UNKNOWN = 1 << 10


@dataclass(frozen=True, slots=True)
class Reviewed:
    """A word of the board: its points, first path, band (None: the lexicon has none), finders."""

    word: str
    points: int
    path: tuple[Cell, ...]
    band: int | None
    players: tuple[int, ...]

    @property
    def is_common(self) -> bool:
        """Is it a word that most people know? Without bands, every word is."""
        return self.band is None or self.band <= COMMON_BAND


def review_words(
    words: Iterable[FoundWord], lexicon: Lexicon, finders: Mapping[str, Iterable[int]]
) -> tuple[Reviewed, ...]:
    """Review the words of a board; `finders` are the players that found a word."""
    listed = [
        Reviewed(
            found.word,
            found.score,
            found.path or (),
            lexicon.band(found.word),
            tuple(sorted(finders.get(found.word, ()))),
        )
        for found in words
    ]
    return tuple(
        sorted(
            listed,
            key=lambda each: (
                _UNKNOWN if each.band is None else each.band,
                -each.points,
                each.word,
            ),
        )
    )


def common_words(lexicon: Lexicon, most_band: int = COMMON_BAND) -> Lexicon:
    """Give the words of a lexicon up to a band, with their bands; compiled once.

    >>> common = common_words(Lexicon.default())
    >>> "planet" in common, "zoa" in common
    (True, False)

    Raises:
        LexiconError: the lexicon has no bands, or no word of such a band.
    """
    if not lexicon.has_bands:
        raise LexiconError(
            "the lexicon has no bands, so no word is known to be common; take the built-in one"
        )

    def compile_common() -> Lexicon:
        bands = bytes(lexicon.core.bands)
        kept = [word for word, band in enumerate(bands) if band <= most_band]
        if not kept:
            raise LexiconError(f"the lexicon has no word of a band up to {most_band}")
        words = [lexicon.text_of(word) for word in kept]
        return Lexicon(words, alphabet=lexicon.alphabet, bands=[bands[word] for word in kept])

    common: Lexicon = lexicon.derived.get_or_make(("common", most_band), compile_common)
    return common
