"""Compiled words by number: the part of a Lexicon that searches use."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from .. import _core
from .._util.plain_text import shorten
from ..alphabet import Alphabet, graphemes, is_punctuation
from ..errors import InputError, LexiconError
from .image import parse_description

#: Nodes of the compiled words: the one that leads to no word, and the first.
DEAD = 0
ROOT = 1


class CompiledWords:
    """Words in the native core, where words and letters have numbers."""

    __slots__ = ("_alphabet", "_letter_codes", "_omitted", "core")

    #: The compiled words, for the native searches.
    core: _core.Lexicon
    _alphabet: Alphabet
    _letter_codes: dict[str, int] | None
    _omitted: frozenset[str] | None

    @property
    def alphabet(self) -> Alphabet:
        """How words are split into letters."""
        return self._alphabet

    @property
    def letters(self) -> tuple[str, ...]:
        """The letters that occur in the words, in code point order."""
        return tuple(self.core.faces)

    @property
    def max_length(self) -> int:
        """The number of letters of the longest word."""
        return self.core.max_length

    @property
    def fingerprint(self) -> str:
        """Sixteen hexadecimal digits, the same for equal words.

        >>> from lexigrid import Lexicon
        >>> Lexicon(["oat", "eat"]).fingerprint == Lexicon(["eat", "oat"]).fingerprint
        True
        """
        return f"{self.core.fingerprint:016x}"

    @property
    def length_counts(self) -> dict[int, int]:
        """The number of words by number of letters, ascending.

        >>> from lexigrid import Lexicon
        >>> Lexicon(["oat", "eat", "a"]).length_counts
        {1: 1, 3: 2}
        """
        first = self.core.lengths()
        counts = {letters: first[letters + 1] - first[letters] for letters in range(len(first) - 1)}
        return {letters: words for letters, words in counts.items() if words}

    @property
    def has_bands(self) -> bool:
        """Does each word have a commonness band?"""
        return self.core.has_bands

    @property
    def info(self) -> dict[str, Any]:
        """The description written when the lexicon was compiled: name, origin, alphabet."""
        return parse_description(self.core.meta)

    @property
    def avoided(self) -> tuple[str, ...]:
        """Words that count when found, but are never put into a puzzle or board.

        They are words that a dictionary accepts but never suggests, mainly rude ones.
        """
        return tuple(self.info.get("avoided", ()))

    @property
    def letter_codes(self) -> dict[str, int]:
        """The number of each letter."""
        if self._letter_codes is None:
            self._letter_codes = {face: code for code, face in enumerate(self.core.faces)}
        return self._letter_codes

    def split(self, text: str) -> list[str]:
        """Split text into letters as words are split, dropping punctuation that is not a letter."""
        if not isinstance(text, str):
            raise LexiconError(f"a word is {shorten(text)} ({type(text).__name__}), expected text")
        letters = self._alphabet.split(text.strip())
        return [c for c in letters if self._counts(c)] or list(letters)

    def _counts(self, letter: str) -> bool:
        if not is_punctuation(letter):
            return True
        if self._omitted is None:  # it may be a letter after all, of a word of nothing else
            self._omitted = frozenset(self.core.punctuation)
        return letter in self.letter_codes and letter not in self._omitted

    def node_after(self, letters: Sequence[str], node: int = ROOT) -> int:
        """Return the node that the letters lead to; DEAD if no word continues with them."""
        codes = [self.letter_codes.get(letter, -1) for letter in letters]
        return DEAD if -1 in codes else self.core.walk(codes, node)

    def id_of(self, word: str) -> int | None:
        """Return the number of a word; None if it is not in the lexicon."""
        letters = self.split(word)
        node = self.node_after(letters) if letters else DEAD
        is_word = node != DEAD and self.core.ends_word(node)
        return self.core.word_at(node) if is_word else None

    def text_of(self, word: int) -> str:
        """Return the first spelling of the word with a number from 0 to `len(lexicon) - 1`."""
        try:
            return self.core.text(word)
        except (TypeError, IndexError):
            raise self._no_word(word) from None

    def spellings_of(self, word: int) -> tuple[str, ...]:
        """Return all spellings of the word with this number."""
        try:
            if not self.core.has_spellings:
                return (self.core.text(word),)
            return tuple(self.core.spelling(word).split("\n"))
        except (TypeError, IndexError):
            raise self._no_word(word) from None

    def _no_word(self, word: object) -> InputError:
        most = self.core.word_count - 1
        return InputError(f"the number of a word is {shorten(word)}, expected one from 0 to {most}")

    def starts_with(self, prefix: str) -> bool:
        """Does any word start with these letters? The empty prefix starts every word.

        >>> from lexigrid import Lexicon
        >>> Lexicon(["oat"]).starts_with("Oa")
        True
        """
        return self.node_after(self.split(prefix)) != DEAD

    def spellings(self, word: str) -> tuple[str, ...]:
        """Return the spellings given for a word; () if it is not in the lexicon.

        >>> from lexigrid import Lexicon
        >>> Lexicon(["résumé", "Résumé"]).spellings("RÉSUMÉ")
        ('résumé', 'Résumé')
        """
        found = self.id_of(word)
        return () if found is None else self.spellings_of(found)

    def band(self, word: str) -> int | None:
        """Return the commonness band of a word (0 is commonest); None if there is none.

        >>> from lexigrid import Lexicon
        >>> Lexicon(["oat", "zoa"], bands=[10, 80]).band("zoa")
        80
        """
        found = self.id_of(word)
        return None if found is None or not self.has_bands else self.core.band(found)

    def ids_like(self, pattern: str) -> Sequence[int]:
        """Return the numbers of the words that match a pattern of `?` and `*`, alphabetically."""
        if not isinstance(pattern, str):
            raise LexiconError(f"the pattern is {shorten(pattern)}, expected text such as 'c?t*'")
        pattern, codes = pattern.strip(), self.letter_codes
        # A digraph spans graphemes, so all text between two wildcards is split at once.
        has_digraphs = bool(self._alphabet.digraphs)
        parts = re.split(r"([?*])", pattern) if has_digraphs else graphemes(pattern)
        elements: list[int] = []
        for part in parts:
            if part in ("?", "*"):
                elements.append(_core.ANY_LETTER if part == "?" else _core.ANY_LETTERS)
                continue
            elements += [
                codes.get(letter, _core.UNKNOWN_LETTER)
                for letter in self._alphabet.split(part)
                if self._counts(letter)
            ]
        return self.core.words_like(elements)
