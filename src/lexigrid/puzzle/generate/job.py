"""A puzzle to generate: its words, split into letters and checked before any search begins."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate

from ..._util.limits import MAX_PUZZLE_LETTERS, MAX_PUZZLE_WORDS
from ...alphabet import Alphabet
from ...errors import InputError, PuzzleError
from ...geometry import ALL_DIRECTIONS, Direction
from ...lexicon import RUDE_LISTS
from .. import letters_of
from ..placement import Letters, is_right_to_left
from .avoid import AvoidedWords, choose_rude, read_avoided
from .fillers import filler_weights
from .masks import Mask
from .options import PuzzleOptions

#: Attempts to fill a grid with each list of rude words, before the next list avoids fewer.
_ATTEMPTS_PER_LIST = 8

#: Words that were not placed, each with the reason.
Unplaced = Sequence[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class Entry:
    """A word of the list as it is shown, and its letters."""

    word: str
    letters: Letters
    secret: bool = False


@dataclass(slots=True)
class EffortBudget:
    """The effort that the layouts of several puzzles may waste, in letter comparisons.

    Only layouts that are given up spend it: all others together take far less time.
    """

    left: int


@dataclass(frozen=True, slots=True)
class Job:
    """Options with everything derived from them: letters, filler weights, directions."""

    options: PuzzleOptions
    alphabet: Alphabet
    entries: tuple[Entry, ...]
    refused: Unplaced
    notes: tuple[str, ...]
    avoided: AvoidedWords
    filler_weights: dict[str, int]
    message: Letters
    right_to_left: bool
    mask: Mask | None
    budget: EffortBudget | None

    @property
    def directions(self) -> tuple[Direction, ...]:
        """The directions of words for which no special ones are given."""
        return self.options.directions or ALL_DIRECTIONS

    def avoided_at(self, attempt: int) -> AvoidedWords:
        """Return the words to avoid: at first with all rude words, then with fewer, then with none.

        Where fixed letters, such as a message's, spell a rude word, only avoiding fewer can work.
        """
        step = attempt // _ATTEMPTS_PER_LIST
        if self.options.allow_rude or step >= len(RUDE_LISTS):
            return self.avoided
        words = [entry.letters for entry in self.entries]
        available = {*self.filler_weights, *self.message}.union(*words)
        return self.avoided + choose_rude(
            RUDE_LISTS[step], self.options, self.alphabet, {*words}, self.message, available
        )

    def direction_masks(self) -> bytes:
        """Return the allowed directions of each entry: bit i is direction i."""
        special = {word.casefold(): own for word, own in self.options.word_directions}
        return bytes(
            sum(1 << each.number for each in special.get(entry.word.casefold(), self.directions))
            for entry in self.entries
        )


def prepare(options: PuzzleOptions, budget: EffortBudget | None = None) -> Job:
    """Split and check the words, the message and the words to avoid.

    Raises:
        PuzzleError: no words, too many, or one without letters or with too many.
        InputError: options that contradict each other.
    """
    alphabet = options.alphabet
    listed, notes = _read_entries(options.words, options.secret, alphabet)
    hosts = {} if options.allow_subwords else find_hosts([entry.letters for entry in listed])
    entries = tuple(entry for i, entry in enumerate(listed) if i not in hosts)
    refused = [
        (listed[i].word, _explain_host(listed[i], listed[host])) for i, host in hosts.items()
    ]
    message = letters_of(alphabet, options.message)
    if options.message and not message:
        raise InputError(f"the message {options.message!r} has no letters")
    known = {entry.word.casefold() for entry in listed}
    for word, _ in options.word_directions:
        if word.casefold() not in known:
            raise InputError(
                f"directions are given for {word!r}, expected one of the words to hide; add the "
                "word, or leave out its directions"
            )
    letters = [entry.letters for entry in entries]
    weights = filler_weights(options.filler, alphabet, letters) if entries else {}
    return Job(
        options,
        alphabet,
        entries,
        tuple(refused),
        tuple(notes),
        read_avoided(options, alphabet, {*letters}),
        weights,
        message,
        is_right_to_left(letters),
        Mask(options.mask) if options.mask else None,
        budget,
    )


def _read_entries(
    words: Iterable[str], secret: Iterable[str], alphabet: Alphabet
) -> tuple[list[Entry], list[str]]:
    """Split the words into letters and merge repeated words, with a note on each."""
    entries: dict[Letters, Entry] = {}
    notes: list[str] = []
    for is_secret, group in ((False, words), (True, secret)):
        for word in group:
            entry = _read_entry(word, alphabet, is_secret)
            known = entries.setdefault(entry.letters, entry)
            if is_secret and not known.secret:
                entries[entry.letters] = entry
                notes.append(f"{entry.word} is secret, so it is not listed")
            elif known is not entry:
                again = "listed twice" if known.word == entry.word else f"the same as {known.word}"
                notes.append(f"{entry.word} is {again}; it counts once")
    if not entries:
        raise PuzzleError("there are no words to hide")
    if len(entries) > MAX_PUZZLE_WORDS:
        raise PuzzleError(f"{len(entries)} words are listed, expected at most {MAX_PUZZLE_WORDS}")
    return list(entries.values()), notes


def _read_entry(word: str, alphabet: Alphabet, secret: bool) -> Entry:
    shown = " ".join(word.split())
    letters = letters_of(alphabet, shown)
    if not letters:
        raise PuzzleError(f"the word {word!r} has no letters; leave it out")
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
    """Find words inside other words, forwards or backwards: index of the word -> of its host.

    Of two words that are each other's reverse, the earlier one is the host.

    >>> find_hosts([tuple("cat"), tuple("cats"), tuple("tack"), tuple("stac")])
    {0: 1, 3: 1}
    """
    texts = _one_char_per_letter(words)
    # One joined text is fast to search: a hit outside the word's own place is inside a host.
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
    """Encode each letter, which may have several characters, as one character other than NUL."""
    texts = ["".join(word) for word in words]
    if all(len(text) == len(word) for text, word in zip(texts, words, strict=True)):
        return texts
    numbers: dict[str, str] = {}
    return ["".join(numbers.setdefault(c, chr(len(numbers) + 1)) for c in word) for word in words]
