"""How common words are: a band for each word, from 0 (everyday) to 255."""

from __future__ import annotations

#: Words up to this band are common: a quarter of the built-in words, known to most readers.
COMMON_BAND = 50

#: Names for bands; each covers the bands up to its number.
_NAMES = ((10, "everyday"), (20, "very common"), (35, "common"), (COMMON_BAND, "known"))
_RARE_NAMES = ((60, "rarer"), (255, "rare"))


def name_band(band: int) -> str:
    """Return the name of a band of commonness.

    >>> name_band(10), name_band(35), name_band(80)
    ('everyday', 'common', 'rare')
    """
    return next(name for upper, name in (*_NAMES, *_RARE_NAMES) if band <= upper)
