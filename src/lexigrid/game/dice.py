"""Sets of letter dice: published sets, and sets made from given faces.

A set has one die for each cell of its board. A face is a tile, or `#`, which no word may use.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

from .._util import schema
from .._util.data import read_data
from .._util.limits import MAX_DICE_SIDE, MAX_FACES
from .._util.plain_text import shorten
from .._util.validation import check_type, did_you_mean, is_int
from ..errors import InputError

_SIZE = schema.sequence(schema.integer(-schema.MAX_INTEGER), schema.integer(-schema.MAX_INTEGER))
#: A solid face: its cell is a hole.
BLANK = "#"


@dataclass(frozen=True, slots=True)
class Dice:
    """A set of dice, one for each cell of a board of `size`; each die is a tuple of faces.

    >>> dice = Dice.named("en-new-4x4")
    >>> dice.size, len(dice), dice.faces[14], dice.trust
    ((4, 4), 16, ('H', 'I', 'M', 'N', 'U', 'Qu'), 'high')
    """

    name: str
    """The name of the set."""
    size: tuple[int, int]
    """Rows and columns of the board."""
    faces: tuple[tuple[str, ...], ...]
    """The faces of each die."""
    title: str = ""
    """The title of a published set."""
    language: str = ""
    """The code of the language, such as "en"."""
    years: str = ""
    """The years in which the set was sold."""
    trust: str = ""
    """How trustworthy the sources are: "high", "medium" or "low"."""
    note: str = ""
    """What is known or doubtful about the set."""
    sources: tuple[str, ...] = ()
    """Where the faces were published."""
    number: int = 0
    """The number of a published set in share codes; 0 for other sets."""

    def __post_init__(self) -> None:
        rows, columns = check_size(self.size)
        check_type(self.faces, "the dice", (tuple, list), "a tuple of faces for each; see Dice.of")
        if len(self.faces) != rows * columns:
            raise InputError(
                f"there are {len(self.faces)} dice, expected {rows * columns} for {rows}x{columns}"
            )
        for number, die in enumerate(self.faces, 1):
            is_die = isinstance(die, tuple | list) and 0 < len(die) <= MAX_FACES
            if not is_die or not all(map(_is_face, die)):
                raise InputError(
                    f"die {number} is {schema.shorten(die)}, expected faces such as 'E' and 'Qu', "
                    f"at most {MAX_FACES}"
                )

    @classmethod
    def named(cls, name: str) -> Dice:
        """Return a published set.

        Raises:
            InputError: the name is unknown; the message lists the names.
        """
        found = _published().get(check_type(name, "the name of the dice", str, "text"))
        if found is None:
            known = ", ".join(_published())
            hint = did_you_mean(name, _published())
            raise InputError(f"no dice {shorten(name)}, expected one of {known}{hint}")
        return found

    @classmethod
    def names(cls) -> tuple[str, ...]:
        """Return the names of the published sets, in the order of the data.

        >>> len(Dice.names()), Dice.names()[0]
        (16, 'en-classic-4x4')
        """
        return tuple(_published())

    @classmethod
    def numbered(cls, number: int) -> Dice:
        """Return the published set with this number in share codes.

        Raises:
            InputError: no set has that number.
        """
        for dice in _published().values():
            if is_int(number) and dice.number == number:
                return dice
        raise InputError(f"no dice have the number {number}; a later release may have them")

    @classmethod
    def of(cls, faces: Iterable[str | Iterable[str]], *, size: tuple[int, int]) -> Dice:
        """Make a set from faces: each die is a list of faces, or text with blanks between them.

        >>> Dice.of(["A B", "Qu E"], size=(1, 2)).faces
        (('A', 'B'), ('Qu', 'E'))

        Raises:
            InputError: the number of dice does not fit the size, a die has no faces, or its text
                has letters without blanks.
        """
        try:
            if isinstance(faces, str):
                raise TypeError
            dice = [
                _split_faces(die, number) if isinstance(die, str) else die
                for number, die in enumerate(faces, 1)
            ]
            return cls("", size, tuple(tuple(die) for die in dice))
        except TypeError as error:
            raise InputError(
                f"the dice are {schema.shorten(faces)}, expected a list of faces for each"
            ) from error

    def __len__(self) -> int:
        return len(self.faces)

    def __iter__(self) -> Iterator[tuple[str, ...]]:
        return iter(self.faces)

    @property
    def counts(self) -> dict[str, int]:
        """The number of each face, most frequent first, then alphabetically.

        >>> Dice.named("en-new-4x4").counts["Qu"]
        1
        """
        counts = Counter(face for die in self.faces for face in die)
        return dict(sorted(counts.items(), key=lambda item: (-item[1], item[0])))


def _split_faces(text: str, number: int) -> list[str]:
    """Split the text of a die into faces; refuse letters that may be several faces or one."""
    faces = text.split()
    if len(faces) == 1 and len(faces[0]) > 2 and faces[0].isalpha():
        raise InputError(
            f"die {number} is {schema.shorten(text)}, expected blanks between its faces, such as "
            f"{schema.shorten(' '.join(faces[0]))}; if this is the only face, write it twice"
        )
    return faces


def _is_face(face: object) -> bool:
    return isinstance(face, str) and bool(face.strip())


def check_size(size: Any) -> tuple[int, int]:
    """Return the rows and columns; raise InputError if a board of that size cannot be rolled."""
    rows, columns = schema.read(_SIZE, size, "the size of the board", InputError)
    most = MAX_DICE_SIDE
    if not (1 <= rows <= most and 1 <= columns <= most):
        raise InputError(f"the board is {rows}x{columns}, expected 1x1 to {most}x{most}")
    return rows, columns


@cache
def _published() -> dict[str, Dice]:
    import tomllib

    sets = {}
    for name, table in tomllib.loads(read_data("dice.toml")).items():
        rows, columns = table.pop("size")
        faces = tuple(tuple(die.split()) for die in table.pop("dice"))
        sources = tuple(table.pop("sources"))
        sets[name] = Dice(name, (rows, columns), faces, sources=sources, **table)
    return sets
