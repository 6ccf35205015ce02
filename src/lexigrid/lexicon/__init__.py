"""The compiled words that searches walk.

Knows alphabets and the native core; known by search and everything above.
Rule: a Lexicon never changes, whichever thread or process reads it.
"""

from .cursor import Cursor
from .lexicon import Lexicon

__all__ = ["Cursor", "Lexicon"]
