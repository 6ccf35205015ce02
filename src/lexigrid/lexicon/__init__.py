"""Words compiled for searches: a Lexicon never changes, whichever thread or process reads it."""

from .commonness import COMMON_BAND, name_band
from .cursor import Cursor
from .derived import per_lexicon
from .lexicon import Lexicon, WordsLike
from .rude import RUDE_LISTS, RudeList, rude_words, words_to_avoid

__all__ = [
    "COMMON_BAND",
    "RUDE_LISTS",
    "Cursor",
    "Lexicon",
    "RudeList",
    "WordsLike",
    "name_band",
    "per_lexicon",
    "rude_words",
    "words_to_avoid",
]
