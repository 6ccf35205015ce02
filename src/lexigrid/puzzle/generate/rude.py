"""The words that must not occur by accident: the user's, and rude ones unless allowed.

A share code has the checksum of its language's rude words. A code opened with other rude words
would make another puzzle, so it is refused.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING
from zlib import crc32

from ...alphabet import Alphabet
from ...errors import LexiconError, PuzzleError
from ...lexicon import RudeList, rude_words
from ...lexicon.packs import ENGLISH
from ..placement import Letters, letters_of

if TYPE_CHECKING:
    from .job import Entry, Job
    from .options import PuzzleOptions

#: No rude word in the lists is shorter.
_MIN_LETTERS = 3
#: The shortest rude word that deserves a note when it is inside a listed word.
_MIN_NOTED_LETTERS = 4

#: Words that must not occur, as written, and their letters.
AvoidedWords = Mapping[str, Letters]


def avoided_words(job: Job, entries: Iterable[Entry], rude: RudeList | None) -> AvoidedWords:
    """Return the user's words to avoid, and the words of a rude list that the grid could have.

    Rude words in the list or the message are intended, so they are left out.
    """
    if rude is None:
        return job.avoided
    words = (*rude_words(rude), *own_rude_words(job.options))
    listed = {entry.letters for entry in entries}
    available = {*job.filler_weights, *job.message}.union(*listed)
    text = _joined(job.message)
    return {
        **job.avoided,
        **{
            word: letters
            for word, letters in _shortest(words, job.alphabet, job.options.allow).items()
            if available.issuperset(letters)
            and letters not in listed
            and (not job.message or _find_part(letters, text) is None)
        },
    }


@lru_cache(maxsize=16)
def _shortest(words: tuple[str, ...], alphabet: Alphabet, allowed: tuple[str, ...]) -> AvoidedWords:
    """Return the rude words that contain no other: a grid without these has no rude word."""
    if alphabet.case_sensitive:
        words += tuple(word.upper() for word in words)
    kept = {letters_of(alphabet, word) for word in allowed}
    patterns: set[Letters] = set()
    shortest: dict[Letters, str] = {}
    for word in sorted(words, key=len):
        letters = letters_of(alphabet, word)
        ends = range(_MIN_LETTERS, len(letters) + 1)
        parts = (letters[start:end] for end in ends for start in range(end - _MIN_LETTERS + 1))
        if letters not in kept and patterns.isdisjoint(parts):
            shortest[letters] = word
            patterns |= {letters, letters[::-1]}
    return {word: letters for letters, word in shortest.items()}


def describe_chosen(job: Job, words: Mapping[str, Letters]) -> list[str]:
    """Describe the avoided words inside the words of a puzzle or its message."""
    options, alphabet = job.options, job.alphabet
    notes = [
        f"{avoided}, an avoided word, is part of {word}{reading}"
        for avoided in options.avoid
        for word, letters in words.items()
        if (reading := _find_part(job.avoided[avoided], _joined(letters))) is not None
    ]
    # English rude words mean nothing in another language.
    own = own_rude_words(options)
    if options.allow_rude or (not own and alphabet.name not in ("", "en")):
        return notes
    chosen = {**words, "the message": job.message} if job.message else words
    strict, inside = _noted_words(own, alphabet, options.allow)
    listed = {word: _find_rude(word, strict, options.allow) for word in chosen}
    everything = "|".join("".join((*text, "|", *text[::-1])) for text in chosen.values())
    for rude, letters in inside:
        if rude in everything:
            hosts = (
                word
                for word, text in chosen.items()
                if _find_part(letters, _joined(text)) is not None
            )
            listed |= dict.fromkeys(hosts, rude)
    found = [
        host if host.lower() == rude.lower() else f"{host} ({rude})"
        for host, rude in listed.items()
        if rude
    ]
    if found:
        notes.append(f"rude words are listed: {', '.join(found)}; leave them out, or allow them")
    return notes


@lru_cache(maxsize=16)
def _noted_words(
    own: tuple[str, ...], alphabet: Alphabet, allowed: tuple[str, ...]
) -> tuple[frozenset[str], list[tuple[str, Letters]]]:
    """Return the rude words to note if they are listed, and those if they are inside a word."""
    strict, mild = (own, own) if own else (rude_words("strict"), rude_words("mild"))
    shortest = _shortest(strict, alphabet, allowed).items()
    worst = frozenset(mild)
    long = [each for each in shortest if len(each[1]) >= _MIN_NOTED_LETTERS and each[0] in worst]
    return frozenset(strict), long


def _find_rude(text: str, known: frozenset[str], allowed: Sequence[str]) -> str:
    """Return the text, or the first word of it, that is rude; else ""."""
    parts = (text, *text.split())
    return next((p for p in parts if p.lower() in known and p.lower() not in allowed), "")


def _joined(letters: Sequence[str]) -> str:
    r"""Write letters as one text in which only whole letters are found.

    >>> _joined(("ch", "a", "t"))
    '\x00ch\x00a\x00t\x00'
    """
    return "\0".join(("", *letters, ""))


def _find_part(letters: Letters, text: str) -> str | None:
    """Return "" if the letters are in a joined text, " backwards" if reversed, None if not."""
    if _joined(letters) in text:
        return ""
    return " backwards" if _joined(letters[::-1]) in text else None


def checksum_of_rude_words(language: str | None) -> str:
    """Return eight hexadecimal digits; "" for English and for languages without rude words."""
    words = _installed(language or "")
    return f"{crc32(chr(10).join(words).encode()):08x}" if words else ""


def own_rude_words(options: PuzzleOptions) -> tuple[str, ...]:
    """Return the rude words of the language that a puzzle avoids in addition to English ones."""
    if not options.rude_list:
        return ()
    if options.rude_list != checksum_of_rude_words(options.language):
        raise PuzzleError(
            f"the puzzle avoids rude words of the language {options.language!r} that are not "
            "installed; install the version of that language's words with which it was made"
        )
    return _installed(options.language or "")


def _installed(language: str) -> tuple[str, ...]:
    if language.partition("-")[0] in ("", ENGLISH):
        return ()
    try:
        return rude_words(language=language)
    except LexiconError:
        return ()
