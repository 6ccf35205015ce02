"""Dice that suit a lexicon: a published set, or dice derived from the letters of its words.

Derivation uses integer arithmetic only, so the same words give the same dice on every machine.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

from ..alphabet import Alphabet, is_punctuation
from ..errors import InputError, LexiconError
from ..lexicon import Lexicon, WordsLike, per_lexicon
from ..search.encode import as_lexicon
from .dice import Dice, check_size

#: The name for derived dice, in Python and on the command line.
DERIVED = "derived"
_FACES_PER_DIE = 6
_PREFERRED = ("en-new-4x4", "en-big-deluxe-5x5", "en-super-big-2012-6x6")
#: A letter gets a face if it makes up at least one in this many letters.
_RAREST = 100_000
#: Published dice need a face for a letter that makes up at least one in this many.
_RAREST_COVERED = 2000
#: A letter shares its face with another one (Qu) if that follows this often in a thousand ...
_NEARLY_ALWAYS = 950
#: ... and if the letter occurs at least this often.
_MIN_OCCURRENCES = 50


def find_dice(dice: Dice | str, lexicon: Lexicon) -> Dice:
    """Return dice given by value or by name; "derived" derives them from the words.

    Raises:
        InputError: the name is unknown.
    """
    if isinstance(dice, Dice):
        return dice
    is_derived = isinstance(dice, str) and dice == DERIVED
    return derive_dice(lexicon) if is_derived else Dice.named(dice)


def dice_of(name: str | None, lexicon: Lexicon, size: tuple[int, int] | None = None) -> Dice:
    """Return the dice of a name, "derived" dice of a size, or the usual ones of the lexicon.

    Raises:
        InputError: there are no such dice, or they have another size.
    """
    if name is None:
        return choose_dice(lexicon, size)
    if name == DERIVED:
        return derive_dice(lexicon, size or usual_board(lexicon)[0])
    dice = Dice.named(name)
    if size not in (None, dice.size):
        rows, columns = dice.size
        raise InputError(
            f"size does not fit the dice {name}, which are {rows}x{columns}; leave one of them "
            f"out, or name the dice {DERIVED!r}"
        )
    return dice


def choose_dice(words: WordsLike | None = None, size: tuple[int, int] | None = None) -> Dice:
    """Choose the published dice of the lexicon's language and size, or derive dice from its words.

    Published dice are chosen if they have all but the rarest letters of the alphabet. The default
    size is the usual one of the language. A lexicon without a named alphabet counts as English if
    its letters are exactly a to z.

    >>> choose_dice(Lexicon.default()).name, choose_dice(Lexicon.default(), (3, 5)).name
    ('en-new-4x4', 'derived')
    """
    lexicon = as_lexicon(words)
    language = _language_of(lexicon)
    size = None if size is None else check_size(size)
    if size is None and lexicon.language not in (None, "en"):
        size, _ = usual_board(lexicon)
    if not language and "".join(lexicon.letters) == "abcdefghijklmnopqrstuvwxyz":
        language = "en"
    sets = [dice for name in Dice.names() if (dice := Dice.named(name)).language == language]
    for dice in sorted(sets, key=lambda dice: dice.name not in _PREFERRED):
        if size in (None, dice.size) and _covers(dice, lexicon):
            return dice
    return derive_dice(lexicon, size or (4, 4), language=language)


def offered_dice(lexicon: Lexicon) -> list[str]:
    """Return the names of dice that suit the words, with "derived" if none has the usual size.

    >>> offered_dice(Lexicon(["дом", "кот"], alphabet="ru"))
    ['derived']
    """
    size, _ = usual_board(lexicon)
    sets = map(Dice.named, Dice.names())
    found = [dice for dice in sets if is_same_language(dice, lexicon) and _covers(dice, lexicon)]
    derived = [] if any(dice.size == size for dice in found) else [DERIVED]
    return derived + [dice.name for dice in found]


def usual_board(lexicon: Lexicon) -> tuple[tuple[int, int], int | None]:
    """Return the size of a language's usual board, and the fewest letters of a word there.

    None means the usual number for the size.

    >>> usual_board(Lexicon.default())
    ((4, 4), None)
    """
    if lexicon.language is None:
        return (4, 4), None
    from ..lexicon.packs.installed import find_language

    try:
        language = find_language(lexicon.language)
    except LexiconError:  # the words come from a file, and their language is not installed
        return (4, 4), None
    return language.size, language.min_length


def usual_rules(lexicon: Lexicon, size: tuple[int, int]) -> dict[str, int]:
    """Return rules for boards of a size that are specific to the language of the words."""
    usual_size, min_length = usual_board(lexicon)
    return {} if min_length is None or size != usual_size else {"min_length": min_length}


def _covers(dice: Dice, lexicon: Lexicon) -> bool:
    """Do the dice have all but the rarest letters of the alphabet?"""
    alphabet = lexicon.alphabet
    faces = {letter for die in dice.faces for face in die for letter in alphabet.split(face)}
    frequent = (c for c, share in alphabet.frequencies.items() if share * _RAREST_COVERED >= 1)
    return faces.issuperset(frequent)


def check_dice(dice: Dice, lexicon: Lexicon) -> None:
    """Check that dice are not for another language than the words.

    Raises:
        InputError: they are.
    """
    if not is_same_language(dice, lexicon):
        known = _language_of(lexicon)
        raise InputError(
            f"the dice {dice.name} are for the language {dice.language}, the words are in {known}; "
            f"give words in {dice.language}, dice for {known}, or dice derived from the words"
        )


def is_same_language(dice: Dice, lexicon: Lexicon) -> bool:
    """Are dice and words of the same language, as far as is known?"""
    known = _language_of(lexicon)
    return not (dice.language and known) or dice.language == known


def _language_of(lexicon: Lexicon) -> str:
    return (lexicon.language or lexicon.alphabet.name).partition("-")[0]


def derive_dice(
    words: WordsLike | None = None, size: tuple[int, int] = (4, 4), *, language: str = ""
) -> Dice:
    """Derive six-sided dice from the letter frequencies of a lexicon.

    Each letter gets a face unless it is very rare. A letter that is nearly always followed by the
    same letter shares its face with it (Qu). The same words always give the same dice.

    >>> derive_dice(Lexicon.default()).counts["Qu"] >= 1
    True

    Raises:
        InputError: the size is out of range.
    """
    lexicon = as_lexicon(words)
    check_size(size)
    count = size[0] * size[1]
    faces = _derive_faces(lexicon, count)
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


@per_lexicon
def _derive_faces(lexicon: Lexicon, dice: int) -> tuple[tuple[str, ...], ...]:
    """Return the faces of each die, spreading equal faces over different dice."""
    letters = count_letters(lexicon)
    pairs = Counter(pairwise(_letters_of_words(lexicon)))
    faces = [
        _face(letter, letters[letter], pairs, lexicon.alphabet)
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
        else:  # rare letters were rounded up to one face; take it from the most frequent letters
            shares[max(shares, key=lambda letter: (shares[letter], letter))] -= 1
    return shares


def _face(
    letter: str, occurrences: int, pairs: Counter[tuple[str, str]], alphabet: Alphabet
) -> str:
    """Return the face of a letter: a capital, with the letter that nearly always follows it."""
    shown = alphabet.capital(letter)
    if len(letter) > 1 and shown != letter:
        shown = letter.capitalize()
    followers = [(n, after.strip()) for (first, after), n in pairs.items() if first == letter]
    count, after = max(followers, default=(0, ""))
    is_bound = occurrences >= _MIN_OCCURRENCES and count * 1000 >= occurrences * _NEARLY_ALWAYS
    return shown + after if is_bound and after != letter else shown
