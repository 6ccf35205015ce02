"""The errors of lexigrid: each message says what was given, where, what was expected, what to do.

::

    LexigridError
    ├── AlphabetError       text that cannot be read as letters; two alphabets in one call
    ├── LexiconError        words that cannot be compiled
    │   └── LexiconFormatError   a compiled lexicon that is truncated or damaged
    ├── GridError           text, array or file that is not a grid; a cell that is not on it
    ├── InputError          an option value or a file that cannot be used
    ├── PuzzleError         a puzzle that cannot be made or does not keep its promise
    ├── PhotoError          a photo without a letter grid that can be read
    └── GameError           a move that the state of the game does not allow

All but the root are also subclasses of ``ValueError``.
"""

from __future__ import annotations

from typing import Any

#: A message never shows all of a large value.
_MOST_CHARACTERS = 2_000


class LexigridError(Exception):
    """The base class of every error that lexigrid raises on purpose.

    The facts in a message are also attributes of the error.

    Messages count from 1; rows, columns and indexes in attributes count from 0.

    >>> error = GridError("row 2 has 5 tiles, expected 6", row=1)
    >>> error.row, str(error)
    (1, 'row 2 has 5 tiles, expected 6')
    """

    def __init__(self, message: str, **facts: Any) -> None:
        if len(message) > _MOST_CHARACTERS:
            message = f"{message[:_MOST_CHARACTERS]} ..."
        super().__init__(message)
        self.facts = facts

    def __getattr__(self, name: str) -> Any:
        if name != "facts":
            try:
                return self.facts[name]
            except KeyError:
                pass
        raise AttributeError(f"{type(self).__name__} has no fact {name!r}")

    def __reduce__(self) -> tuple[Any, ...]:
        return (_rebuild, (type(self), str(self), self.facts))


class AlphabetError(LexigridError, ValueError):
    """Text that cannot be read as letters, or two alphabets in one call."""


class LexiconError(LexigridError, ValueError):
    """Words that cannot be compiled into a lexicon."""


class LexiconFormatError(LexiconError):
    """A compiled lexicon that is truncated, damaged, or of a version this release cannot read."""


class GridError(LexigridError, ValueError):
    """Text, an array or a file that is not a grid, or a cell that is not on it."""


class InputError(LexigridError, ValueError):
    """An option value or a file that cannot be used."""


class PuzzleError(LexigridError, ValueError):
    """A puzzle that cannot be made, or one that does not keep its promise."""


class PhotoError(LexigridError, ValueError):
    """A photo without a letter grid, or whose letters cannot be read."""


class GameError(LexigridError, ValueError):
    """A move that the state of the game does not allow."""


def _rebuild(kind: type[LexigridError], message: str, facts: dict[str, Any]) -> LexigridError:
    return kind(message, **facts)
