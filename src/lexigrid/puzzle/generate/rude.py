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
from ...lexicon.packs.installed import ENGLISH
from ...lexicon.rude import RudeList, rude_words
from ..placement import Letters, letters_of

if TYPE_CHECKING:
    from .job import Entry, Job
    from .options import PuzzleOptions

#: Words that must not occur, as written, and their letters.
AvoidedWords = Mapping[str, Letters]


def avoided_words(job: Job, entries: Iterable[Entry], rude: RudeList | None) -> AvoidedWords:
    """Return the user's words to avoid, and the words of a rude list that the grid could have.

    Those inside a listed word count too: only the cells of the listed word may have them. Rude
    words that are listed are intended, and those in the message are avoided as `message_words` say.
    """
    if rude is None:
        return job.avoided
    words = (*rude_words(rude), *own_rude_words(job.options))
    listed = {entry.letters for entry in entries}
    available = frozenset({*job.filler_weights, *job.message}.union(*listed))
    found = {**_possible(words, job.alphabet, job.options.allow, available)}
    names = _by_letters(words, job.alphabet, job.options.allow)
    for letters in filter(names.__contains__, listed):
        del found[names[letters]]
    if job.message:
        text = _joined(job.message)
        found = {word: each for word, each in found.items() if _find_part(each, text) is None}
    return {**job.avoided, **found}


@lru_cache(maxsize=16)
def _possible(
    words: tuple[str, ...], alphabet: Alphabet, allowed: tuple[str, ...], available: frozenset[str]
) -> AvoidedWords:
    """Return the rude words that are not allowed and have available letters only."""
    found = _by_letters(words, alphabet, allowed)
    return {word: each for each, word in found.items() if available.issuperset(each)}


@lru_cache(maxsize=16)
def _by_letters(
    words: tuple[str, ...], alphabet: Alphabet, allowed: tuple[str, ...]
) -> Mapping[Letters, str]:
    """Return the rude words that are not allowed, by their letters, the shortest first."""
    if alphabet.case_sensitive:
        words += tuple(word.upper() for word in words)
    kept = {letters_of(alphabet, word) for word in allowed}
    found = {letters_of(alphabet, word): word for word in sorted(words, key=len)}
    return {letters: word for letters, word in found.items() if letters not in kept}


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
    strict, mild = (own, own) if own else (rude_words("strict"), rude_words("mild"))
    known, worst = _by_letters(strict, alphabet, options.allow), _as_set(mild)
    whole = _as_set(strict).difference(options.allow) if options.allow else _as_set(strict)
    found = []
    for host, letters in chosen.items():
        if host.lower() in options.allow:
            continue
        if any(part.lower() in whole for part in (host, *host.split())):
            found.append(host)
        elif inside := _find_inside(letters, known, worst):
            found.append(f"{host} ({inside})")
    if found:
        notes.append(
            f"words are or contain rude ones: {', '.join(found)}; leave them out, or allow them"
        )
    return notes


@lru_cache(maxsize=16)
def _as_set(words: tuple[str, ...]) -> frozenset[str]:
    return frozenset(words)


def _find_inside(letters: Letters, known: Mapping[Letters, str], worst: frozenset[str]) -> str:
    """Return the worst, else the longest, rude word in letters, perhaps backwards; "" if none."""
    ends = range(1, len(letters) + 1)
    parts = [letters[start:end] for end in ends for start in range(end)]
    found = [(known[p], "") for p in parts if p in known]
    found += [(known[p[::-1]], " backwards") for p in parts if p[::-1] in known]
    rank = lambda each: (each[0] in worst, len(each[0]), not each[1])  # noqa: E731
    return "".join(max(found, key=rank)) if found else ""


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
