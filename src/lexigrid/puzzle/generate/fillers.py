"""The letters that fill the cells outside all words.

Fillers are letters of the words or of their language, so that no word stands out.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from ..._util.plain_text import count_noun
from ...alphabet import Alphabet
from ...errors import InputError
from ..placement import Letters, letters_of

#: With fewer letters, almost every line spells a word, and most puzzles cannot be filled.
MIN_FILLER_LETTERS = 3
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


def filler_weights(filler: str, alphabet: Alphabet, words: Sequence[Letters]) -> dict[str, int]:
    """Return the relative frequency of each filler letter.

    "language": the letter frequencies of the alphabet; without a named alphabet, those of English
    for words in Latin letters, else those of the words; for kanji, those of the words, in the
    proportion of kanji and kana in them. "uniform": the same letters, all equally
    often. "words": the letters of the words, with their frequencies. Any other text: its letters,
    with their frequencies in it.

    Raises:
        InputError: fewer than three different letters.
    """
    counts = Counter(letter for letters in words for letter in letters)
    if filler == "words":
        weights, source = dict(counts), "the words have"
    elif filler in ("language", "uniform"):
        weights, source = _language_weights(alphabet, counts), "the language of the words has"
        if filler == "uniform":
            weights = dict.fromkeys(weights, 1)
    else:
        weights, source = dict(Counter(letters_of(alphabet, filler))), f"the filler {filler!r} has"
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
