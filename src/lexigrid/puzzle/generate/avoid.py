"""The words that must not occur by accident: the user's, and rude ones unless allowed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from ...alphabet import Alphabet
from ...errors import InputError
from ...lexicon import RudeList, rude_words
from ..placement import Letters, letters_of
from .options import PuzzleOptions
from .rude import rude_words_of

#: No rude word in the lists is shorter.
_MIN_LETTERS = 3
#: The shortest rude word that deserves a note when it is inside a listed word.
_MIN_NOTED_LETTERS = 4


@dataclass(frozen=True)
class AvoidedWords:
    """Words that must not occur, as written and as letters."""

    words: tuple[str, ...] = ()
    letters: tuple[Letters, ...] = ()

    @cached_property
    def alphabet(self) -> frozenset[str]:
        """The letters of these words."""
        return frozenset().union(*self.letters)

    def __add__(self, others: AvoidedWords) -> AvoidedWords:
        if not self.words:
            return others
        return AvoidedWords(self.words + others.words, self.letters + others.letters)

    def only(self, kept: set[Letters]) -> AvoidedWords:
        """Return the words with these letters."""
        pairs = [pair for pair in zip(self.words, self.letters, strict=True) if pair[1] in kept]
        return AvoidedWords(tuple(pair[0] for pair in pairs), tuple(pair[1] for pair in pairs))


def read_avoided(options: PuzzleOptions, alphabet: Alphabet, listed: set[Letters]) -> AvoidedWords:
    """Split the user's words to avoid into letters.

    Raises:
        InputError: one is also listed, or has fewer than two letters.
    """
    split = tuple(_read_avoided(word, alphabet, listed) for word in options.avoid)
    return AvoidedWords(options.avoid, split)


def choose_rude(
    name: RudeList,
    options: PuzzleOptions,
    alphabet: Alphabet,
    listed: set[Letters],
    message: Letters,
    available: set[str],
) -> AvoidedWords:
    """Return the rude words to avoid in a grid of the `available` letters.

    Rude words in the list or the message are intended, so they are left out.
    """
    rude = _shortest_rude_words(
        (*rude_words(name), *_own_rude_words(options)), alphabet, options.allow
    )
    text = _joined(message)
    chosen = {each for each in rude.letters if _is_part(each, text)} if message else set()
    chosen |= listed.intersection(rude.letters)
    if not chosen and available >= rude.alphabet:
        return rude
    possible = {each for each in rude.letters if available.issuperset(each)}
    return rude.only(possible - chosen)


def _read_avoided(word: str, alphabet: Alphabet, listed: set[Letters]) -> Letters:
    letters = letters_of(alphabet, word)
    if len(letters) < 2:
        raise InputError(f"the word to avoid {word!r} has fewer than two letters")
    if letters in listed:
        raise InputError(f"{word} is both listed and avoided; remove it from one of the two lists")
    return letters


@lru_cache(maxsize=16)
def _shortest_rude_words(
    words: tuple[str, ...], alphabet: Alphabet, allowed: tuple[str, ...]
) -> AvoidedWords:
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
    return AvoidedWords(tuple(shortest.values()), tuple(shortest))


def describe_chosen(options: PuzzleOptions, alphabet: Alphabet, words: Sequence[str]) -> list[str]:
    """Describe the avoided words inside the words of a puzzle or its message."""
    chosen = {word: letters_of(alphabet, word) for word in words}
    notes = [
        f"{avoided}, an avoided word, is part of {word}{_reading(letters, _joined(text))}"
        for avoided in options.avoid
        for letters in [letters_of(alphabet, avoided)]
        for word, text in chosen.items()
        if _is_part(letters, _joined(text))
    ]
    # English rude words mean nothing in another language.
    own = _own_rude_words(options)
    if options.allow_rude or (not own and alphabet.name not in ("", "en")):
        return notes
    strict, mild = (own, own) if own else (rude_words("strict"), rude_words("mild"))
    if options.message:
        chosen["the message"] = letters_of(alphabet, options.message)
    folded = frozenset(strict)
    listed = {word: _find_rude(word, folded, options.allow) for word in chosen}
    everything = "|".join("".join((*text, "|", *text[::-1])) for text in chosen.values())
    shortest = _shortest_rude_words(strict, alphabet, options.allow)
    worst = frozenset(mild)
    for rude, letters in zip(shortest.words, shortest.letters, strict=True):
        if rude in everything and len(letters) >= _MIN_NOTED_LETTERS and rude in worst:
            hosts = (word for word, text in chosen.items() if _is_part(letters, _joined(text)))
            listed |= dict.fromkeys(hosts, rude)
    found = [
        host if host.lower() == rude.lower() else f"{host} ({rude})"
        for host, rude in listed.items()
        if rude
    ]
    if found:
        notes.append(f"rude words are listed: {', '.join(found)}; leave them out, or allow them")
    return notes


def _find_rude(text: str, known: frozenset[str], allowed: Sequence[str]) -> str:
    """Return the text, or the first word of it, that is rude; else ""."""
    parts = (text, *text.split())
    return next((p for p in parts if p.lower() in known and p.lower() not in allowed), "")


def _own_rude_words(options: PuzzleOptions) -> tuple[str, ...]:
    return rude_words_of(options.language or "", options.rude_list)


def _joined(letters: Sequence[str]) -> str:
    r"""Write letters as one text in which only whole letters are found.

    >>> _joined(("ch", "a", "t"))
    '\x00ch\x00a\x00t\x00'
    """
    return "\0".join(("", *letters, ""))


def _is_part(letters: Letters, text: str) -> bool:
    return _joined(letters) in text or _joined(letters[::-1]) in text


def _reading(letters: Letters, text: str) -> str:
    return "" if _joined(letters) in text else " backwards"
