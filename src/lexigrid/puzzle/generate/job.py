"""A puzzle to generate: its words split into letters and checked before any search begins."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate

from ..._util.limits import MAX_PUZZLE_LETTERS, MAX_PUZZLE_WORDS
from ...alphabet import Alphabet
from ...errors import InputError, PuzzleError
from .. import letters_of
from ..placement import Letters, is_right_to_left
from .fillers import filler_weights
from .masks import Mask
from .options import PuzzleOptions

_ALL_DIRECTIONS = tuple(range(8))

#: Words that are not placed, each with the reason.
Unplaced = Sequence[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class Entry:
    """A word of the list as it is shown, and its letters."""

    word: str
    letters: Letters
    secret: bool = False


@dataclass(frozen=True, slots=True)
class Job:
    """Options with everything derived from them: letters, filler weights, directions."""

    options: PuzzleOptions
    alphabet: Alphabet
    entries: tuple[Entry, ...]
    refused: Unplaced
    notes: tuple[str, ...]
    avoided: tuple[Letters, ...]
    filler_weights: dict[str, int]
    message: Letters
    right_to_left: bool
    mask: Mask | None

    @property
    def directions(self) -> tuple[int, ...]:
        """The directions of words that have no directions of their own."""
        return self.options.directions or _ALL_DIRECTIONS

    def direction_masks(self) -> bytes:
        """Return the allowed directions of each entry: bit i is direction i."""
        special = {word.casefold(): own for word, own in self.options.word_directions}
        return bytes(
            sum(1 << direction for direction in special.get(each.word.casefold(), self.directions))
            for each in self.entries
        )


def prepare(options: PuzzleOptions) -> Job:
    """Split and check the words, the message and the words to avoid.

    Raises:
        PuzzleError: no words, too many, or one without letters or with too many.
        InputError: options that contradict each other.
    """
    alphabet = options.create_alphabet()
    listed, notes = _read_entries(options.words, options.secret, alphabet)
    hosts = {} if options.allow_subwords else find_hosts([entry.letters for entry in listed])
    entries = tuple(entry for i, entry in enumerate(listed) if i not in hosts)
    refused = [
        (listed[i].word, _explain_host(listed[i], listed[host])) for i, host in hosts.items()
    ]
    avoided, avoid_notes = _read_avoided(options.avoid, alphabet, entries)
    message = letters_of(alphabet, options.message)
    if options.message and not message:
        raise InputError(f"the message {options.message!r} has no letters")
    known = {entry.word.casefold() for entry in listed}
    for word, _ in options.word_directions:
        if word.casefold() not in known:
            raise InputError(f"directions are given for {word!r}, which is not in the list")
    letters = [entry.letters for entry in entries]
    return Job(
        options,
        alphabet,
        entries,
        tuple(refused),
        (*notes, *avoid_notes),
        avoided,
        filler_weights(options.filler, alphabet, letters) if entries else {},
        message,
        is_right_to_left(letters),
        Mask(options.mask) if options.mask else None,
    )


def _read_entries(
    words: Iterable[str], secret: Iterable[str], alphabet: Alphabet
) -> tuple[list[Entry], list[str]]:
    """Split the words into letters and merge repeated ones, with a note for each of those."""
    entries: dict[Letters, Entry] = {}
    notes: list[str] = []
    for is_secret, group in ((False, words), (True, secret)):
        for word in group:
            entry = _read_entry(word, alphabet, is_secret)
            known = entries.setdefault(entry.letters, entry)
            if known is not entry:
                again = "again" if known.word == entry.word else f"as {known.word} too"
                notes.append(f"{entry.word} is listed {again}; it is one word")
    if not entries:
        raise PuzzleError("there are no words to hide")
    if len(entries) > MAX_PUZZLE_WORDS:
        raise PuzzleError(
            f"{len(entries)} words are listed, at most {MAX_PUZZLE_WORDS} are possible"
        )
    return list(entries.values()), notes


def _read_entry(word: str, alphabet: Alphabet, secret: bool) -> Entry:
    if not isinstance(word, str):
        raise InputError(f"a word is {word!r}, expected text")
    shown = " ".join(word.split())
    letters = letters_of(alphabet, shown)
    if not letters:
        raise PuzzleError(f"the word {word!r} has no letters")
    if len(letters) > MAX_PUZZLE_LETTERS:
        raise PuzzleError(
            f"the word {shown[:40]!r}... has {len(letters)} letters, expected at most "
            f"{MAX_PUZZLE_LETTERS}"
        )
    return Entry(shown, letters, secret)


def _explain_host(entry: Entry, host: Entry) -> str:
    if len(entry.letters) == len(host.letters):
        return f"is {host.word} read backwards"
    text, whole = _one_char_per_letter([entry.letters, host.letters])
    return f"is inside {host.word}{'' if text in whole else ', read backwards'}"


def find_hosts(words: Sequence[Letters]) -> dict[int, int]:
    """Find the words inside another one, forwards or backwards: index -> index of the host.

    Of two words that are each other's reverse, the earlier is the host of the later.

    >>> find_hosts([tuple("cat"), tuple("cats"), tuple("tack"), tuple("stac")])
    {0: 1, 3: 1}
    """
    texts = _one_char_per_letter(words)
    # Searching one text of all words is fast: a hit outside the word's own place is in a host.
    joined = "\0".join(texts) + "\0"
    starts = [0, *accumulate(len(text) + 1 for text in texts)]
    hosts: dict[int, int] = {}
    for index, text in enumerate(texts):
        for pattern in (text, text[::-1]):
            hit = joined.find(pattern)
            while hit >= 0 and index not in hosts:
                host = bisect_right(starts, hit) - 1
                is_later_reverse = len(texts[host]) == len(text) and host > index
                if host != index and not is_later_reverse:
                    hosts[index] = host
                hit = joined.find(pattern, hit + 1)
    return hosts


def _one_char_per_letter(words: Sequence[Letters]) -> list[str]:
    """Write each letter, which may have several characters, as one character but the null one."""
    texts = ["".join(word) for word in words]
    if all(len(text) == len(word) for text, word in zip(texts, words, strict=True)):
        return texts
    numbers: dict[str, str] = {}
    return ["".join(numbers.setdefault(c, chr(len(numbers) + 1)) for c in word) for word in words]


def _read_avoided(
    words: Sequence[str], alphabet: Alphabet, entries: Sequence[Entry]
) -> tuple[tuple[Letters, ...], list[str]]:
    """Split the words to avoid; one that is part of a listed word is only noted."""
    listed = {entry.letters for entry in entries}
    hosts = {"\0".join(entry.letters): entry.word for entry in entries}
    avoided: list[Letters] = []
    notes: list[str] = []
    for word in words:
        letters = letters_of(alphabet, word)
        if len(letters) < 2:
            raise InputError(f"the word to avoid {word!r} has fewer than two letters")
        if letters in listed:
            raise InputError(
                f"{word} is both listed and avoided; remove it from one of the two lists"
            )
        avoided.append(letters)
        forward, backward = "\0".join(letters), "\0".join(reversed(letters))
        for text, host in hosts.items():
            if forward in text or backward in text:
                reading = "" if forward in text else " backwards"
                notes.append(f"{word}, an avoided word, is part of {host}{reading}")
    return tuple(avoided), notes
