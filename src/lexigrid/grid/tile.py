"""A tile and its notation: `Tile.parse` reads what `Tile.format` writes."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from .._util.plain_text import shorten
from .._util.validation import check_flag
from ..alphabet import graphemes
from ..errors import GridError
from ..reading import ESCAPE, HOLE, changed, clean

WILD = "?"
#: Characters with a meaning in the text of a grid, escaped where they mean themselves.
SPECIAL = frozenset(".?[]\\/|,;")
_SURROGATE = "[\ud800-\udfff]"
_PIECES = r"(?s)\\.|,|[^\\,]+"


@dataclass(frozen=True, slots=True)
class Tile:
    """The tile of a cell: it spells one or more letters, or any one letter if it is wild.

    >>> Tile.parse("Qu").spellings, Tile.parse("[ei]").spellings, Tile.parse("?").is_wild
    (('Qu',), ('e', 'i'), True)
    """

    face: str
    """How the tile is shown."""
    spellings: tuple[str, ...]
    """What it can spell: one text, several for a choice tile, none if it is wild."""
    is_wild: bool = False
    """Does the tile spell any one letter?"""

    @classmethod
    def parse(cls, token: str, qu: bool = False) -> Tile | None:
        """Read one tile; `.` is a hole, which is None. With `qu`, Q spells QU.

        Raises:
            GridError: the token is not text, or its brackets do not match.
        """
        if not isinstance(token, str):
            raise GridError(f"a tile is {shorten(token)}, expected text")
        if not token.isascii():
            token = clean(token) or token
        if token == HOLE:
            return None
        if token == WILD:
            return cls(WILD, (), True)
        if token.startswith("["):
            return _choice(token, check_flag(qu, "qu"))
        text = unescaped(token)
        _check(text, token)
        spelling = _with_u(text, check_flag(qu, "qu"))
        return cls(spelling, (spelling,))

    def format(self) -> str:
        """Write the tile so that `parse` reads it back.

        >>> Tile("/", ("/",)).format()
        '\\\\/'
        """
        if self.is_wild:
            return WILD
        if len(self.spellings) == 1:
            return escaped(self.spellings[0])
        inside = [escaped(text, ",") for text in self.spellings]
        return f"[{','.join(inside)}]"


#: `Tile.parse` that remembers tiles: boards have the same ones again and again.
parse_tile = lru_cache(maxsize=1 << 12)(Tile.parse)


def escaped(text: str, more: str = "") -> str:
    """Put a backslash before each character that has another meaning."""
    if text.isascii() and text.isalnum():
        return text
    special = {c for c in {*text} if c in SPECIAL or c in more or c.isspace() or c in changed()}
    return "".join([ESCAPE + c if c in special else c for c in text]) if special else text


def _check(text: str, token: str) -> None:
    """Refuse the text of a tile that could not be written and read back."""
    if not text or "\n" in text or "\r" in text:
        raise GridError(
            f"a tile is {shorten(token)}, expected text on one line; write . or None for a hole"
        )
    if not text.isascii() and re.search(_SURROGATE, text):
        raise GridError(
            f"tile {shorten(token)} has half a surrogate pair, which is not a character"
        )


def unescaped(token: str) -> str:
    """Remove the backslashes; inverse of `escaped`.

    Raises:
        GridError: a backslash at the end, or a bracket inside.
    """
    if ESCAPE not in token and "[" not in token and "]" not in token:
        return token
    text: list[str] = []
    characters = iter(token)
    for character in characters:
        if character == ESCAPE:
            following = next(characters, None)
            if following is None:
                raise GridError(f"tile {shorten(token)} ends with a backslash; write \\\\ for one")
            text.append(following)
        elif character in "[]":
            raise GridError(
                f"tile {shorten(token)} has a bracket inside; write [ei] for a choice, \\[ for a "
                "bracket"
            )
        else:
            text.append(character)
    return "".join(text)


def _choice(token: str, qu: bool) -> Tile:
    if not token.endswith("]") or len(token) < 3:
        raise GridError(
            f"tile {shorten(token)} is not a choice such as [ei]; write \\[ for a bracket"
        )
    parts = _alternatives(token[1:-1])
    spellings = tuple(dict.fromkeys(_with_u(part, qu) for part in parts))
    if not all(spellings):
        raise GridError(f"tile {shorten(token)} has an empty choice, expected letters such as [ei]")
    for spelling in spellings:
        _check(spelling, token)
    if len(spellings) == 1:
        return Tile(spellings[0], spellings)
    joined = "".join(spellings)
    plain = len(graphemes(joined)) == len(spellings) and "," not in joined
    return Tile(f"[{joined if plain else ','.join(spellings)}]", spellings)


def _alternatives(inside: str) -> list[str]:
    """Split the text between brackets: at commas if it has any, else into graphemes."""
    if ESCAPE not in inside and "," in inside:
        return inside.split(",")
    parts: list[list[str]] = [[]]
    for piece in re.findall(_PIECES, inside):
        if piece == ",":
            parts.append([])
        else:
            parts[-1].append(piece[1:] if piece.startswith(ESCAPE) else piece)
    texts = ["".join(part) for part in parts]
    if len(texts) > 1:
        return texts
    return graphemes(texts[0]) if texts[0] else [""]


def _with_u(text: str, qu: bool) -> str:
    return text + "u" if qu and text in ("q", "Q") else text
