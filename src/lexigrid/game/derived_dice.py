"""Dice derived from the letters of a lexicon.

Knows lexicons; known by the dice.
Rule: whole numbers only, so that the same words give the same dice everywhere.
"""

from __future__ import annotations

from collections import Counter

from ..alphabet import is_punctuation
from ..lexicon import Lexicon

FACES_OF_A_DIE = 6
#: A letter rarer than one in so many gets no face of its own.
_RAREST = 100_000
#: A letter of which so many in a thousand have the same letter behind it takes it along: Qu.
_NEARLY_ALWAYS = 950
#: ... if the letter occurs at least so often: a few words prove nothing.
_ENOUGH = 50


def derive_faces(lexicon: Lexicon, dice: int) -> tuple[tuple[str, ...], ...]:
    """Give the faces of so many dice: letters in proportion to how often the words have them.

    Every letter that is not very rare has at least one face, as long as there are faces enough.
    The same letter is spread over as many dice as there are.
    """
    faces: tuple[tuple[str, ...], ...] = lexicon.derived.get_or_make(
        ("dice", dice), lambda: _deal(_shares(*_count(lexicon), FACES_OF_A_DIE * dice), dice)
    )
    return faces


def _count(lexicon: Lexicon) -> tuple[Counter[str], Counter[tuple[str, str]]]:
    """Count the letters of all words, and which letter stands behind which ("" at the end)."""
    native = lexicon.core
    if all(len(face) == 1 for face in native.faces) and not native.punctuation:
        # A sixth of the time: one text of all words, counted at once.
        text = "\n".join(map(native.joined, range(len(lexicon)))) + "\n"
        behind = Counter(zip(text, text[1:] + "\n", strict=True))
        pairs = {
            (letter, after.strip()): count
            for (letter, after), count in behind.items()
            if letter != "\n"
        }
        counted = Counter(text)
        del counted["\n"]
        return counted, Counter(pairs)
    letters: Counter[str] = Counter()
    behind = Counter()
    split = lexicon.alphabet.split
    for word in lexicon:
        listed = [letter for letter in split(word) if not is_punctuation(letter)]
        letters.update(listed)
        behind.update(zip(listed, [*listed[1:], ""], strict=True))
    return letters, behind


def _shares(
    letters: Counter[str], behind: Counter[tuple[str, str]], faces: int
) -> list[tuple[str, int]]:
    """Share the faces among the letters (largest remainder), the commonest first."""
    total = letters.total()
    kept = [item for item in letters.items() if item[1] * _RAREST >= total]
    kept = sorted(kept, key=lambda item: (-item[1], item[0]))[:faces]
    whole = sum(count for _, count in kept)
    shares = {letter: max(1, count * faces // whole) for letter, count in kept}
    by_rest = sorted(kept, key=lambda item: (-(item[1] * faces % whole), item[0]))
    missing = faces - sum(shares.values())
    for at in range(abs(missing)):
        if missing > 0:
            shares[by_rest[at % len(by_rest)][0]] += 1
        else:  # rare letters took more than their share: the commonest give
            most = max(shares, key=lambda letter: (shares[letter], letter))
            shares[most] -= 1
    return [(_face(letter, letters, behind), shares[letter]) for letter, _ in kept]


def _face(letter: str, letters: Counter[str], behind: Counter[tuple[str, str]]) -> str:
    following = [(count, after) for (first, after), count in behind.items() if first == letter]
    count, after = max(following, default=(0, ""))
    often = letters[letter]
    if after and after != letter and often >= _ENOUGH and count * 1000 >= often * _NEARLY_ALWAYS:
        return _shown(letter) + after
    return _shown(letter)


def _shown(letter: str) -> str:
    """Show a letter as a capital where that is one letter too."""
    capital = letter.upper() if len(letter) == 1 else letter.capitalize()
    return capital if capital.lower() == letter and len(capital) == len(letter) else letter


def _deal(shares: list[tuple[str, int]], dice: int) -> tuple[tuple[str, ...], ...]:
    """Deal the faces to the dice in turn, so that equal ones come to different dice."""
    pile = [face for face, count in shares for _ in range(count)]
    return tuple(tuple(sorted(pile[die::dice])) for die in range(dice))
