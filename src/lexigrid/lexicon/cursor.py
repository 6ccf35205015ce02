"""A place in a lexicon, for searches that users write themselves."""

from __future__ import annotations

from collections.abc import Iterator

from .compiled import DEAD, CompiledWords


class Cursor:
    """A read-only place in a lexicon after a prefix; cheap, being a node number and letters.

    >>> from lexigrid import Lexicon
    >>> cursor = Lexicon(["oat", "oats"]).at("oat")
    >>> cursor.prefix, cursor.is_word, cursor.letters
    ('oat', True, ('s',))
    """

    __slots__ = ("_node", "_path", "_words")

    def __init__(self, words: CompiledWords, node: int, path: tuple[str, ...]) -> None:
        self._words = words
        self._node = node
        self._path = path

    @property
    def prefix(self) -> str:
        """The letters so far."""
        return "".join(self._path)

    @property
    def is_word(self) -> bool:
        """Do the letters so far spell a word?"""
        return self._words.core.ends_word(self._node)

    @property
    def letters(self) -> tuple[str, ...]:
        """The letters that can follow, in code point order."""
        core = self._words.core
        return tuple(core.faces[code] for code, _ in core.children(self._node))

    def child(self, letter: str) -> Cursor | None:
        """Return the cursor after one or more further letters; None if no word has them next."""
        letters = self._words.split(letter)
        node = self._words.node_after(letters, self._node)
        return Cursor(self._words, node, (*self._path, *letters)) if node != DEAD else None

    def words(self) -> Iterator[str]:
        """Iterate over the words that start with the prefix, alphabetically."""
        return map(self._words.text_of, self._words.core.words_below(self._node))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Cursor):
            return NotImplemented
        return self._words is other._words and self._node == other._node

    def __hash__(self) -> int:
        return hash((id(self._words), self._node))

    def __repr__(self) -> str:
        return f"<Cursor after {self.prefix!r}>"
