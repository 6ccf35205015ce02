"""The rude words of a puzzle's language; a share code has their checksum.

A code opened with other rude words would make another puzzle, so it is refused.
"""

from __future__ import annotations

from zlib import crc32

from ...errors import LexiconError, PuzzleError
from ...lexicon import rude_words
from ...lexicon.packs import ENGLISH


def checksum_of_rude_words(language: str | None) -> str:
    """Return eight hexadecimal digits; "" for English and for languages without rude words."""
    words = _installed(language or "")
    return f"{crc32(chr(10).join(words).encode()):08x}" if words else ""


def rude_words_of(language: str, checksum: str) -> tuple[str, ...]:
    """Return the rude words of a language that a puzzle avoids in addition to English ones.

    Raises:
        PuzzleError: the installed words have another checksum.
    """
    if not checksum:
        return ()
    if checksum != checksum_of_rude_words(language):
        raise PuzzleError(
            f"the puzzle avoids rude words of the language {language!r} that are not installed; "
            "install the version of that language's words with which it was made"
        )
    return _installed(language)


def _installed(language: str) -> tuple[str, ...]:
    if language.partition("-")[0] in ("", ENGLISH):
        return ()
    try:
        return rude_words(language=language)
    except LexiconError:
        return ()
