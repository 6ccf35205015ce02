"""How letters are written on a puzzle: upper case, lower case, or as they were given.

Knows alphabets; known by the maker.
Rule: a letter's face, read again, is the same letter; where a case would change it, it stays.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ...alphabet import Alphabet
from .listing import Entry

CASES = ("upper", "lower", "keep")


def faces_of(
    letters: Iterable[str], alphabet: Alphabet, case: str, entries: Sequence[Entry]
) -> dict[str, str]:
    """Give the face of each letter.

    >>> faces_of(["i", "ı", "ß"], Alphabet.named("tr"), "upper", [])
    {'i': 'İ', 'ı': 'I', 'ß': 'ß'}
    """
    given = _faces_given(entries, alphabet) if case == "keep" else {}
    made: dict[str, str] = {}
    for letter in letters:
        face = letter
        if case == "upper":
            face = _upper(letter, alphabet)
        elif case == "keep":
            face = given.get(letter, letter)
        made[letter] = face if alphabet.split(face) == (letter,) else letter
    return made


def _upper(letter: str, alphabet: Alphabet) -> str:
    if letter.isascii() and not alphabet.name:
        return letter.upper()
    # In Turkish i is not the lower case of I: the alphabet's fold says which capital is right.
    for face in (letter.upper(), *_capitals(letter)):
        if alphabet.split(face) == (letter,):
            return face
    return letter


def _capitals(letter: str) -> tuple[str, ...]:
    return {"i": ("İ",), "ı": ("I",)}.get(letter, ())


def _faces_given(entries: Sequence[Entry], alphabet: Alphabet) -> dict[str, str]:
    """The first way in which each letter is written in the words."""
    from ...alphabet import graphemes

    faces: dict[str, str] = {}
    for entry in entries:
        for cluster in graphemes(entry.word):
            letters = alphabet.split(cluster)
            if len(letters) == 1:
                faces.setdefault(letters[0], cluster)
    return faces
