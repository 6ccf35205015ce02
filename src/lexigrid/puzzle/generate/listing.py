"""The words of a puzzle as the maker needs them: split into letters, sorted out, numbered.

Knows alphabets and puzzles; known by the maker.
Rule: a word that cannot be placed is told with its reason, before any search begins.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ...alphabet import Alphabet
from ...errors import InputError, PuzzleError
from .. import letters_of

Letters = tuple[str, ...]

MAX_WORDS = 2000
MAX_WORD_LETTERS = 200


@dataclass(frozen=True, slots=True)
class Entry:
    """One word of the list: as it is shown, and its letters."""

    word: str
    letters: Letters
    secret: bool = False


@dataclass(frozen=True, slots=True)
class Listing:
    """The words that can be placed, those that cannot (with the reason), and what to tell."""

    entries: tuple[Entry, ...]
    refused: tuple[tuple[str, str], ...]
    notes: tuple[str, ...]


def list_words(
    words: Iterable[str], secret: Iterable[str], alphabet: Alphabet, *, allow_subwords: bool
) -> Listing:
    """Sort out the words: repeats are one word, words inside others are refused unless allowed.

    Raises:
        PuzzleError: no words, too many, one without letters or beyond the limits.
    """
    entries: dict[Letters, Entry] = {}
    notes: list[str] = []
    for is_secret, group in ((False, words), (True, secret)):
        for word in group:
            entry = _entry(word, alphabet, is_secret)
            known = entries.setdefault(entry.letters, entry)
            if known is not entry:
                again = "again" if known.word == entry.word else f"as {known.word} too"
                notes.append(f"{entry.word} is listed {again}; it is one word")
    if not entries:
        raise PuzzleError("there are no words to hide")
    if len(entries) > MAX_WORDS:
        raise PuzzleError(f"{len(entries)} words are listed, at most {MAX_WORDS} are possible")
    listed = list(entries.values())
    if allow_subwords:
        return Listing(tuple(listed), (), tuple(notes))
    hosts = find_hosts([entry.letters for entry in listed])
    kept = tuple(entry for i, entry in enumerate(listed) if i not in hosts)
    refused = tuple((listed[i].word, _reason(listed, i, host)) for i, host in hosts.items())
    return Listing(kept, refused, tuple(notes))


def _entry(word: str, alphabet: Alphabet, secret: bool) -> Entry:
    if not isinstance(word, str):
        raise InputError(f"a word is {word!r}, expected text")
    shown = " ".join(word.split())
    letters = letters_of(alphabet, shown)
    if not letters:
        raise PuzzleError(f"the word {word!r} has no letters")
    if len(letters) > MAX_WORD_LETTERS:
        raise PuzzleError(
            f"the word {shown[:40]!r}... has {len(letters)} letters, expected at most "
            f"{MAX_WORD_LETTERS}"
        )
    return Entry(shown, letters, secret)


def _reason(listed: Sequence[Entry], index: int, host: int) -> str:
    word, other = listed[index], listed[host]
    if len(word.letters) == len(other.letters):
        return f"is {other.word} read backwards"
    text, whole = _packed([word.letters, other.letters])
    way = "" if text in whole else ", read backwards"
    return f"stands inside {other.word}{way}"


def find_hosts(words: Sequence[Letters]) -> dict[int, int]:
    """Find the words that stand inside another one, either way: index -> index of a host.

    Of two words that are each other backwards, the later one has the earlier as host.

    >>> find_hosts([tuple("cat"), tuple("cats"), tuple("tack"), tuple("stac")])
    {0: 1, 3: 1}
    """
    texts = _packed(words)
    # One text of all words makes this fast: a hit of a word beyond its own place is in another.
    joined = "\0".join(texts) + "\0"
    starts: list[int] = []
    at = 0
    for text in texts:
        starts.append(at)
        at += len(text) + 1
    hosts: dict[int, int] = {}
    for index, text in enumerate(texts):
        for looked_for in (text, text[::-1]):
            hit = joined.find(looked_for)
            while hit >= 0 and index not in hosts:
                host = _word_at(starts, hit)
                same = len(texts[host]) == len(text)
                if host != index and not (same and host > index):
                    hosts[index] = host
                hit = joined.find(looked_for, hit + 1)
    return hosts


def _packed(words: Sequence[Letters]) -> list[str]:
    """Write each word with one character a letter; the null character stands for none."""
    texts = ["".join(word) for word in words]
    if all(len(text) == len(word) for text, word in zip(texts, words, strict=True)):
        return texts
    numbers: dict[str, str] = {}
    return ["".join(numbers.setdefault(c, chr(len(numbers) + 1)) for c in word) for word in words]


def _word_at(starts: Sequence[int], place: int) -> int:
    from bisect import bisect_right

    return bisect_right(starts, place) - 1


def is_right_to_left(entries: Sequence[Entry]) -> bool:
    """Is the list written from right to left? By most of its letters.

    >>> is_right_to_left([Entry("שלום", tuple("שלום"))])
    True
    """
    from unicodedata import bidirectional

    if all(entry.word.isascii() for entry in entries):
        return False
    ways = [bidirectional(letter[0]) for entry in entries for letter in entry.letters]
    return 2 * sum(way in ("R", "AL") for way in ways) > len(ways)
