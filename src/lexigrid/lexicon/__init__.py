"""Words compiled for searches: a Lexicon never changes, whichever thread or process reads it."""

from .commonness import COMMON_BAND, name_band
from .derived import per_lexicon
from .lexicon import Lexicon, WordsLike

__all__ = [
    "COMMON_BAND",
    "Lexicon",
    "WordsLike",
    "name_band",
    "per_lexicon",
]
