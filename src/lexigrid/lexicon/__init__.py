"""Words compiled for searches: a Lexicon never changes, whichever thread or process reads it."""

from .commonness import COMMON_BAND, name_band
from .cursor import Cursor
from .lexicon import Lexicon

__all__ = ["COMMON_BAND", "Cursor", "Lexicon", "name_band"]
