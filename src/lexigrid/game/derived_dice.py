"""Dice that suit a lexicon: a published set, or dice derived from the letters of its words.

Derivation uses integer arithmetic only, so the same words give the same dice on every machine.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

from ..alphabet import is_punctuation
from ..lexicon import Lexicon
from .dice import Dice, check_size

#: The name of derived dice, in Python and on the command line.
DERIVED = "derived"
_FACES_PER_DIE = 6
_PREFERRED = ("en-new-4x4", "en-big-deluxe-5x5", "en-super-big-2012-6x6")
#: A letter gets a face if it is at least one in this many.
_RAREST = 100_000
#: A letter takes the next one onto its face (Qu) if that follows this often in a thousand ...
_NEARLY_ALWAYS = 950
#: ... and if the letter occurs at least this often.
_MIN_OCCURRENCES = 50


def choose_dice(lexicon: Lexicon, size: tuple[int, int] | None = None) -> Dice:
    """Choose the published dice of the lexicon's language and size, or derive dice from its words.

    A lexicon without a named alphabet counts as English if its letters are exactly a to z.

    >>> choose_dice(Lexicon.default()).name, choose_dice(Lexicon.default(), (3, 5)).name
    ('en-new-4x4', 'derived')
    """
    language = lexicon.alphabet.name.partition("-")[0]
    if not language and "".join(lexicon.letters) == "abcdefghijklmnopqrstuvwxyz":
        language = "en"
    sets = [dice for name in Dice.names() if (dice := Dice.named(name)).language == language]
    for dice in sorted(sets, key=lambda dice: dice.name not in _PREFERRED):
        if size in (None, dice.size):
            return dice
    return derive_dice(lexicon, size or (4, 4), language=language)


def derive_dice(lexicon: Lexicon, size: tuple[int, int] = (4, 4), *, language: str = "") -> Dice:
    """Derive six-sided dice from the letter frequencies of a lexicon.

    Each letter that is not very rare gets a face; a letter that is nearly always followed by the
    same letter shares its face with it (q: Qu). The same words always give the same dice.

    >>> derive_dice(Lexicon.default()).counts["Qu"] >= 1
    True

    Raises:
        InputError: the size is out of range.
    """
    check_size(size)
    count = size[0] * size[1]
    faces = lexicon.derived.get_or_make(("dice", count), lambda: _derive_faces(lexicon, count))
    return Dice(DERIVED, size, faces, "derived from the letters of the lexicon", language)


def count_letters(lexicon: Lexicon) -> Counter[str]:
    """Count the letters of all words."""
    letters = Counter(_letters_of_words(lexicon))
    del letters["\n"]
    return letters


def _letters_of_words(lexicon: Lexicon) -> Sequence[str]:
    """Return the letters of all words, with a line end after each word."""
    native = lexicon.core
    if all(len(face) == 1 for face in native.faces) and not native.punctuation:
        # Six times as fast as word by word.
        return "\n".join(map(native.joined, range(len(lexicon)))) + "\n"
    letters: list[str] = []
    for word in lexicon:
        split = lexicon.alphabet.split(word)
        letters += [letter for letter in split if not is_punctuation(letter)]
        letters.append("\n")
    return letters


def _derive_faces(lexicon: Lexicon, dice: int) -> tuple[tuple[str, ...], ...]:
    """Return the faces of each die, with equal faces dealt to different dice."""
    letters = count_letters(lexicon)
    pairs = Counter(pairwise(_letters_of_words(lexicon)))
    faces = [
        _face(letter, letters[letter], pairs)
        for letter, share in _apportion(letters, _FACES_PER_DIE * dice).items()
        for _ in range(share)
    ]
    return tuple(tuple(sorted(faces[die::dice])) for die in range(dice))


def _apportion(letters: Counter[str], faces: int) -> dict[str, int]:
    """Distribute the faces over the letters by largest remainder, most frequent letters first."""
    total = letters.total()
    kept = [item for item in letters.items() if item[1] * _RAREST >= total]
    kept = sorted(kept, key=lambda item: (-item[1], item[0]))[:faces]
    whole = sum(count for _, count in kept)
    shares = {letter: max(1, count * faces // whole) for letter, count in kept}
    by_remainder = sorted(kept, key=lambda item: (-(item[1] * faces % whole), item[0]))
    missing = faces - sum(shares.values())
    for at in range(abs(missing)):
        if missing > 0:
            shares[by_remainder[at % len(by_remainder)][0]] += 1
        else:  # rare letters were rounded up to one face: the most frequent letters pay
            shares[max(shares, key=lambda letter: (shares[letter], letter))] -= 1
    return shares


def _face(letter: str, occurrences: int, pairs: Counter[tuple[str, str]]) -> str:
    """Return the face of a letter: a capital, with the letter that nearly always follows it."""
    capital = letter.upper() if len(letter) == 1 else letter.capitalize()
    shown = capital if capital.lower() == letter and len(capital) == len(letter) else letter
    followers = [(n, after.strip()) for (first, after), n in pairs.items() if first == letter]
    count, after = max(followers, default=(0, ""))
    is_bound = occurrences >= _MIN_OCCURRENCES and count * 1000 >= occurrences * _NEARLY_ALWAYS
    return shown + after if is_bound and after != letter else shown
