"""Words compiled for searches: a Lexicon never changes, whichever thread or process reads it."""

from .cursor import Cursor
from .lexicon import Lexicon

__all__ = ["Cursor", "Lexicon"]
