"""A place in a lexicon, for people who write their own searches.

Knows the lexicon it stands in; known by everything above.
Rule: read-only and cheap: a node number and the letters that led there.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .lexicon import Lexicon

DEAD = 0
ROOT = 1


class Cursor:
    """A place in a lexicon behind a prefix: read-only, cheap, for searches of one's own.

    >>> from lexigrid import Lexicon
    >>> cursor = Lexicon(["oat", "oats"]).at("oat")
    >>> cursor.prefix, cursor.is_word, cursor.letters
    ('oat', True, ('s',))
    """

    __slots__ = ("_lexicon", "_node", "_path")

    def __init__(self, lexicon: Lexicon, node: int, path: tuple[str, ...]) -> None:
        self._lexicon = lexicon
        self._node = node
        self._path = path

    @property
    def prefix(self) -> str:
        """The letters so far."""
        return "".join(self._path)

    @property
    def is_word(self) -> bool:
        """Do the letters so far spell a word?"""
        return self._lexicon._native.ends_word(self._node)

    @property
    def letters(self) -> tuple[str, ...]:
        """Letters that go on, in code point order."""
        faces = self._lexicon._native.faces
        return tuple(faces[code] for code, _ in self._lexicon._native.children(self._node))

    def child(self, letter: str) -> Cursor | None:
        """Go one letter on (more, if `letter` is several), or None where no word does."""
        letters = self._lexicon._letters(letter)
        codes = self._lexicon._codes(letters)
        node = DEAD if codes is None else self._lexicon._native.walk(codes, self._node)
        return Cursor(self._lexicon, node, (*self._path, *letters)) if node != DEAD else None

    def words(self) -> Iterator[str]:
        """Iterate over the words that start with the prefix, alphabetically."""
        return map(self._lexicon._text, self._lexicon._native.words_below(self._node))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Cursor):
            return NotImplemented
        return self._lexicon is other._lexicon and self._node == other._node

    def __hash__(self) -> int:
        return hash((id(self._lexicon), self._node))

    def __repr__(self) -> str:
        return f"<Cursor behind {self.prefix!r}>"
