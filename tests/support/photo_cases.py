"""Made photos for tests, each made once."""

from __future__ import annotations

from functools import cache

from made_photos import MadePhoto, make_photo

WORDS = [
    *("ALMOND", "APRICOT", "BANANA", "BLACKBERRY", "CHERRY", "COCONUT", "CRANBERRY", "GRAPE"),
    *("GUAVA", "KIWI", "LEMON", "LIME", "LYCHEE", "MANGO", "MELON", "NECTARINE", "OLIVE"),
    *("ORANGE", "PAPAYA", "PEACH", "PEAR", "PINEAPPLE", "PLUM", "QUINCE", "RASPBERRY"),
]


@cache
def made(kind: str, number: int = 0, seed: int = 7) -> MadePhoto:
    """Return a photo of a kind, in a font of the development environment."""
    return make_photo(kind, seed, number, WORDS)


def rows_of(photo: MadePhoto) -> list[list[str]]:
    """Return the letters of a photo as they are read, in capitals."""
    return [[face.upper() if len(face) == 1 else face for face in row] for row in photo.rows]
