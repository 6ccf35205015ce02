"""A puzzle to make: options with everything derived from them, checked before any search begins."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate

from ..._util.limits import MAX_PUZZLE_LETTERS, MAX_PUZZLE_WORDS
from ..._util.plain_text import count_noun, shorten
from ..._util.rng import SplitMix64
from ...alphabet import Alphabet
from ...errors import InputError, PuzzleError
from ...geometry import ALL_DIRECTIONS, Direction
from ..facts import split_times
from ..placement import Letters, is_right_to_left, letters_of
from .masks import Mask
from .options import PuzzleOptions
from .rude import AvoidedWords

#: Words without a place, each with the reason.
Reasons = tuple[tuple[str, str], ...]

#: With fewer letters, almost every line spells a word, and most puzzles cannot be filled.
MIN_FILLER_LETTERS = 3
#: The filler that leaves the cells between words empty.
BLANK = "blank"
#: The directions of which an option names the share; mirrored for words from right to left.
SHARES = {
    "backward": (Direction.SW, Direction.W, Direction.NW, Direction.N),
    "diagonal": (Direction.NE, Direction.SE, Direction.SW, Direction.NW),
}
_LATIN = frozenset("abcdefghijklmnopqrstuvwxyz")
_KANJI = re.compile("[\u3005\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]")
#: If the words have fewer different kanji, those of the first school year are fillers too:
#: three kanji cannot fill a grid without repeating a word of two.
_FEW_KANJI = 12
#: The first year of the list by school year (gakunenbetsu kanji haitohyo) of Japan's ministry.
_FIRST_KANJI = (
    "一右雨円王音下火花貝学気九休玉金空月犬見五口校左三山子四糸字耳七車手十出女小上森"
    "人水正生青夕石赤千川先早草足村大男竹中虫町天田土二日入年白八百文木本名目立力林六"
)
#: Weights are whole numbers, so that they are the same on every machine.
_SCALE = 10_000


@dataclass(frozen=True, slots=True)
class Entry:
    """A word of the list as it is shown, and its letters."""

    word: str
    letters: Letters
    secret: bool = False


@dataclass(frozen=True, slots=True)
class Job:
    """The words to hide in the order of the list, the words to choose from, and what else to use.

    `pool` has the words that may be chosen, in the order in which they are drawn; it is empty if
    all words are to be hidden. `refused` has the words that no grid or no given grid can hold.
    """

    options: PuzzleOptions
    alphabet: Alphabet
    entries: tuple[Entry, ...]
    pool: tuple[Entry, ...]
    refused: Reasons
    notes: tuple[str, ...]
    avoided: AvoidedWords
    filler_weights: dict[str, int]
    message: Letters
    right_to_left: bool
    mask: Mask | None

    @property
    def has_exact_message(self) -> bool:
        """Must the message fill all cells that the words leave?"""
        return bool(self.message) and not self.options.pad


def prepare(options: PuzzleOptions) -> Job:
    """Split and check the words, the message and the words to avoid.

    Raises:
        PuzzleError: no words, too many, or one without letters or with too many.
        InputError: options that contradict each other.
    """
    alphabet = options.alphabet
    listed, repeats, notes = _read_entries(options.words, options.secret, alphabet)
    if repeats and (options.pool or options.kind != "lines"):
        raise InputError(
            "a word is hidden several times; only puzzles of kind 'lines' without a pool can do "
            "that: leave out its number, or the other option"
        )
    hosts = {} if options.allow_subwords else find_hosts([entry.letters for entry in listed])
    times = Counter(repeats)
    entries = [entry for i, entry in enumerate(listed) if i not in hosts]
    entries = [entry for entry in entries for _ in range(1 + times[entry.letters])]
    refused = [
        (listed[i].word, _explain_host(listed[i], listed[host])) for i, host in hosts.items()
    ]
    message = letters_of(alphabet, options.message)
    if options.message and not message:
        raise InputError(f"the message {shorten(options.message)} has no letters")
    if options.filler == BLANK and (message or options.decoys or options.kind != "lines"):
        raise InputError(
            "blank cells hold no message and no decoys, and only words on lines leave any; choose "
            "another filler, or leave those out"
        )
    rtl = is_right_to_left([entry.letters for entry in listed])
    for name in SHARES:
        share, inside = getattr(options, name), share_directions(name, rtl)
        allowed = {*(options.directions or ALL_DIRECTIONS)}
        if (share and not allowed & inside) or (share not in (None, 1) and allowed <= inside):
            raise InputError(
                f"{name} is {share:.0%}, but the directions or the level allow "
                f"{'only' if allowed & inside else 'no'} such words; choose others"
            )
    known = {entry.word.casefold() for entry in listed}
    for word, _ in options.word_directions:
        if word.casefold() not in known:
            raise InputError(
                f"directions are given for {shorten(word)}, expected one of the words to hide; "
                "add the word, or leave out its directions"
            )
    letters = [entry.letters for entry in entries]
    weights = filler_weights(options.filler, alphabet, letters)
    avoided = _read_avoided(options.avoid, alphabet, {*letters})
    pool: list[Entry] = []
    if options.pool:
        pool = SplitMix64(options.seed).shuffled([entry for entry in entries if not entry.secret])
    if options.rows and not options.grow:
        size = options.rows, options.columns
        refused += [(e.word, explain_length(e, *size)) for e in pool if len(e.letters) > max(size)]
        pool = [entry for entry in pool if len(entry.letters) <= max(size)]
    return Job(
        options,
        alphabet,
        tuple(entries),
        tuple(pool),
        tuple(refused),
        tuple(notes),
        avoided,
        weights,
        message,
        rtl,
        Mask(options.mask) if options.mask else None,
    )


def share_directions(name: str, right_to_left: bool) -> set[Direction]:
    """Return the directions of which an option of `SHARES` is the share."""
    if name == "backward" and right_to_left:  # North and South stay as they are
        return {ALL_DIRECTIONS[-each.number % 8] for each in SHARES[name]}
    return {*SHARES[name]}


def _read_entries(
    words: Iterable[str], secret: Iterable[str], alphabet: Alphabet
) -> tuple[list[Entry], list[Letters], list[str]]:
    """Split the words into letters and merge repeated words, with a note on each.

    Between them are the letters of words to hide again, for each time after the first.
    """
    entries: dict[Letters, Entry] = {}
    repeats: list[Letters] = []
    notes: list[str] = []
    for is_secret, group in ((False, words), (True, secret)):
        for text in group:
            word, times = split_times(text) if text.endswith(")") else (text, 1)
            entry = _read_entry(word, alphabet, is_secret)
            repeats += [entry.letters] * (times - 1)
            known = entries.setdefault(entry.letters, entry)
            if is_secret and not known.secret:
                entries[entry.letters] = entry
                notes.append(f"{entry.word} is secret, so it is not listed")
            elif known is not entry:
                again = "listed twice" if known.word == entry.word else f"the same as {known.word}"
                notes.append(
                    f"{entry.word} is {again}; it counts once; {known.word} (2x) hides two"
                )
    if not entries:
        raise PuzzleError("there are no words to hide")
    if (number := len(entries) + len(repeats)) > MAX_PUZZLE_WORDS:
        raise PuzzleError(f"{number} words are listed, expected at most {MAX_PUZZLE_WORDS}")
    return list(entries.values()), repeats, notes


def _read_entry(word: str, alphabet: Alphabet, secret: bool) -> Entry:
    shown = " ".join(word.split())
    letters = letters_of(alphabet, shown)
    if not letters:
        raise PuzzleError(f"the word {shorten(word)} has no letters; leave it out")
    if len(letters) > MAX_PUZZLE_LETTERS:
        raise PuzzleError(
            f"the word {shown[:40]!r}... has {len(letters)} letters, expected at most "
            f"{MAX_PUZZLE_LETTERS}"
        )
    return Entry(shown, letters, secret)


def explain_length(entry: Entry, rows: int, columns: int) -> str:
    """Explain why a word is too long for a grid."""
    return f"{len(entry.letters)} letters, longer than the {rows}x{columns} grid"


def _explain_host(entry: Entry, host: Entry) -> str:
    if len(entry.letters) == len(host.letters):
        return f"is {host.word} read backwards"
    text, whole = _one_char_per_letter([entry.letters, host.letters])
    return f"is inside {host.word}{'' if text in whole else ', read backwards'}"


def _read_avoided(words: Iterable[str], alphabet: Alphabet, listed: set[Letters]) -> AvoidedWords:
    avoided = {word: letters_of(alphabet, word) for word in words}
    for word, letters in avoided.items():
        if len(letters) < 2:
            raise InputError(f"the word to avoid {shorten(word)} has fewer than two letters")
        if len(letters) > MAX_PUZZLE_LETTERS:
            raise InputError(
                f"the word to avoid {shorten(word)} has {len(letters)} letters, expected at most "
                f"{MAX_PUZZLE_LETTERS}"
            )
        if letters in listed:
            raise InputError(
                f"{word} is both listed and avoided; remove it from one of the two lists"
            )
    return avoided


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


def filler_weights(filler: str, alphabet: Alphabet, words: Sequence[Letters]) -> dict[str, int]:
    """Return the relative frequency of each filler letter.

    "language": the letter frequencies of the alphabet; without a named alphabet, those of English
    for words in Latin letters, else those of the words; for kanji, those of the words, in the
    proportion of kanji and kana in them. "uniform": the same letters, all equally
    often. "blank": none. "words": the letters of the words, with their frequencies. Any other text:
    its letters, with their frequencies in it.

    Raises:
        InputError: fewer than three different letters.
    """
    counts = Counter(letter for letters in words for letter in letters)
    if filler == BLANK:
        return {}
    if filler == "words":
        weights, source = dict(counts), "the words have"
    elif filler in ("language", "uniform"):
        weights, source = _language_weights(alphabet, counts), "the language of the words has"
        if filler == "uniform":
            weights = dict.fromkeys(weights, 1)
    else:
        weights, source = (
            dict(Counter(letters_of(alphabet, filler))),
            f"the filler {shorten(filler)} has",
        )
    if len(weights) < MIN_FILLER_LETTERS:
        raise InputError(
            f"{source} {count_noun(len(weights), 'different letter')}, expected at least "
            f"{MIN_FILLER_LETTERS} to fill the grid without repeating a word; name more letters as "
            "the filler"
        )
    return weights


def _language_weights(alphabet: Alphabet, counts: Counter[str]) -> dict[str, int]:
    frequencies = alphabet.frequencies
    latin = sum(count for letter, count in counts.items() if letter in _LATIN)
    if not alphabet.name and 2 * latin > counts.total():
        frequencies = Alphabet.named("en").frequencies
    if not frequencies:
        # An unknown language: the letters of the words, the rare ones slightly more often.
        return {letter: count + 1 for letter, count in counts.items()}
    weights = {letter: max(1, round(share * _SCALE)) for letter, share in frequencies.items()}
    kanji = Counter({letter: n for letter, n in counts.items() if _KANJI.fullmatch(letter)})
    if kanji:
        weights = _kanji_weights(kanji, weights, counts.total())
    # Letters that only the words have would reveal their places.
    rare = max(1, sum(weights.values()) // 100)
    return weights | {letter: rare for letter in counts if letter not in weights}


def _kanji_weights(kanji: Counter[str], kana: dict[str, int], letters: int) -> dict[str, int]:
    """Return the weights for words with these kanji and this number of letters in all."""
    others = letters - kanji.total()
    weights = {letter: max(1, share * others // letters) for letter, share in kana.items()}
    used = Counter(list(kanji)) + kanji  # the rare ones slightly more often
    used += Counter(_FIRST_KANJI if len(kanji) < _FEW_KANJI else "")
    share = _SCALE * kanji.total() // letters
    return (weights if others else {}) | {
        letter: max(1, share * count // used.total()) for letter, count in used.items()
    }
