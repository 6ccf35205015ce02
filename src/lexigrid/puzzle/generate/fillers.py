"""Which letters fill the cells that no word uses.

Knows alphabets; known by the maker.
Rule: fillers come from the letters of the words or of their language, so that no word stands out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from ...alphabet import Alphabet
from ...errors import InputError
from .. import letters_of
from .listing import Entry

FILLERS = ("language", "uniform", "words")
#: With fewer letters almost every line spells something, and most puzzles have no filling.
FEWEST_LETTERS = 3
_LATIN = frozenset("abcdefghijklmnopqrstuvwxyz")
#: Weights are whole numbers, so that they are the same on every machine.
_SCALE = 10_000


def filler_weights(filler: str, alphabet: Alphabet, entries: Sequence[Entry]) -> dict[str, int]:
    """Give how often each letter is drawn.

    "language": by the frequencies of the alphabet, or of English if none is named and the words
    are in Latin letters, or of the words themselves; "uniform": the same letters, all as often;
    "words": only the letters of the words, as often as they have them; other text: these letters,
    each as often as it is written.

    Raises:
        InputError: fewer than three different letters.
    """
    counts = Counter(letter for entry in entries for letter in entry.letters)
    weights: dict[str, int]
    if filler == "words":
        weights = dict(counts)
        what = "the words have"
    elif filler in FILLERS:
        weights = _language_weights(alphabet, counts)
        if filler == "uniform":
            weights = dict.fromkeys(weights, 1)
        what = "the language of the words has"
    else:
        weights = dict(Counter(letters_of(alphabet, filler)))
        what = f"the filler {filler!r} has"
    if len(weights) < FEWEST_LETTERS:
        raise InputError(
            f"{what} {len(weights)} different letters, expected at least {FEWEST_LETTERS} to fill "
            "the grid without making a word twice; give more with filler"
        )
    return weights


def _language_weights(alphabet: Alphabet, counts: Counter[str]) -> dict[str, int]:
    frequencies = alphabet.frequencies
    if not frequencies:
        latin = sum(count for letter, count in counts.items() if letter in _LATIN)
        if 2 * latin > counts.total():
            frequencies = Alphabet.named("en").frequencies
    if not frequencies:
        # An alphabet that we do not know: what the words show of it, the rare letters lifted.
        return {letter: count + 1 for letter, count in counts.items()}
    weights = {letter: max(1, round(part * _SCALE)) for letter, part in frequencies.items()}
    # Letters of the words that the language lacks must not give their places away.
    rare = max(1, sum(weights.values()) // 100)
    return weights | {letter: rare for letter in counts if letter not in weights}
