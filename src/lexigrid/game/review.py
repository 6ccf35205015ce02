"""The review of a board after the game: how common its words are, and who found them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from ..errors import LexiconError
from ..geometry import Cell
from ..lexicon import Lexicon
from ..search import FoundWord

#: Words up to this band are common: a quarter of the built-in words, known to most readers.
COMMON_BAND = 50
_NO_BAND = 1 << 10


@dataclass(frozen=True, slots=True)
class ReviewedWord:
    """A word of the board: its points, path, band (None without bands) and finders."""

    word: str
    points: int
    path: tuple[Cell, ...]
    band: int | None
    players: tuple[int, ...]

    @property
    def is_common(self) -> bool:
        """Do most readers know the word? Without bands, every word counts as common."""
        return self.band is None or self.band <= COMMON_BAND


def review_words(
    words: Iterable[FoundWord], lexicon: Lexicon, finders: Mapping[str, Iterable[int]]
) -> tuple[ReviewedWord, ...]:
    """Review the words of a board, the most common first, then by points, then by letters.

    `finders` maps a word to the players that found it.
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


def common_words(lexicon: Lexicon, max_band: int = COMMON_BAND) -> Lexicon:
    """Return the words of a lexicon up to a band, with their bands; compiled once.

    >>> common = common_words(Lexicon.default())
    >>> "planet" in common, "zoa" in common
    (True, False)

    Raises:
        LexiconError: the lexicon has no bands, or no word in those bands.
    """
    if not lexicon.has_bands:
        raise LexiconError(
            "the lexicon has no bands, so no word is known to be common; use the built-in one"
        )

    def compile_common() -> Lexicon:
        bands = bytes(lexicon.core.bands)
        kept = [word for word, band in enumerate(bands) if band <= max_band]
        if not kept:
            raise LexiconError(f"the lexicon has no word in the bands up to {max_band}")
        words = [lexicon.text_of(word) for word in kept]
        return Lexicon(words, alphabet=lexicon.alphabet, bands=[bands[word] for word in kept])

    common: Lexicon = lexicon.derived.get_or_make(("common", max_band), compile_common)
    return common
