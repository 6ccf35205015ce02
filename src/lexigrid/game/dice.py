"""Sets of letter dice: published ones as data, others as values.

Knows errors and the data file of the sets; known by rolling and everything above.
Rule: a set has one die for each cell of its board; a face is a tile, or `#`, which no word may use.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

from ..errors import InputError
from ..lexicon import Lexicon
from .derived_dice import derive_faces

#: A solid face: its cell is a hole.
BLANK = "#"
#: What `choose_dice` and the command line call dice that are derived from the lexicon.
DERIVED = "derived"
MAX_SIDE = 20
_FIRST_CHOICE = ("en-new-4x4", "en-big-deluxe-5x5", "en-super-big-2012-6x6")


@dataclass(frozen=True, slots=True)
class Dice:
    """A set of dice: one for each cell of a board of `size`, each a tuple of faces.

    Published sets carry their years, where their faces were read, and how far that can be trusted
    ("high", "medium", "low"). `number` names a set in share codes; 0 for dice of one's own.

    >>> dice = Dice.named("en-new-4x4")
    >>> dice.size, len(dice), dice.faces[14], dice.trust
    ((4, 4), 16, ('H', 'I', 'M', 'N', 'U', 'Qu'), 'high')
    """

    name: str
    size: tuple[int, int]
    faces: tuple[tuple[str, ...], ...]
    title: str = ""
    language: str = ""
    years: str = ""
    trust: str = ""
    note: str = ""
    sources: tuple[str, ...] = ()
    number: int = 0

    def __post_init__(self) -> None:
        rows, columns = self.size
        if not (1 <= rows <= MAX_SIDE and 1 <= columns <= MAX_SIDE):
            raise InputError(
                f"the board is {rows}x{columns}, expected 1x1 to {MAX_SIDE}x{MAX_SIDE}"
            )
        if len(self.faces) != rows * columns:
            raise InputError(
                f"there are {len(self.faces)} dice, expected {rows * columns} for {rows}x{columns}"
            )
        for number, die in enumerate(self.faces, 1):
            if not die or not all(isinstance(face, str) and face.strip() for face in die):
                raise InputError(f"die {number} is {die!r}, expected faces such as 'E' and 'Qu'")

    @classmethod
    def named(cls, name: str) -> Dice:
        """Give a published set.

        Raises:
            InputError: no set of that name; the message lists the names.
        """
        found = _published().get(name)
        if found is None:
            raise InputError(f"no dice {name!r}, expected one of {', '.join(_published())}")
        return found

    @classmethod
    def names(cls) -> tuple[str, ...]:
        """Name the published sets, in the order of the data.

        >>> len(Dice.names()), Dice.names()[0]
        (16, 'en-classic-4x4')
        """
        return tuple(_published())

    @classmethod
    def numbered(cls, number: int) -> Dice:
        """Give the published set that a share code calls by its number.

        Raises:
            InputError: no set has that number.
        """
        for dice in _published().values():
            if dice.number == number:
                return dice
        raise InputError(f"no set of dice has the number {number}; a later release may know it")

    @classmethod
    def of(cls, faces: Iterable[str | Iterable[str]], *, size: tuple[int, int]) -> Dice:
        """Make a set of one's own: a die is text with its faces between blanks, or a list of them.

        >>> Dice.of(["A B", "Qu E"], size=(1, 2)).faces
        (('A', 'B'), ('Qu', 'E'))

        Raises:
            InputError: a number of dice that does not fit the size, or a die without faces.
        """
        listed = (die.split() if isinstance(die, str) else die for die in faces)
        return cls("", size, tuple(tuple(die) for die in listed))

    def __len__(self) -> int:
        return len(self.faces)

    def __iter__(self) -> Iterator[tuple[str, ...]]:
        return iter(self.faces)

    @property
    def counts(self) -> dict[str, int]:
        """How often each face occurs, the most frequent first, then by the alphabet.

        >>> Dice.named("en-new-4x4").counts["Qu"]
        1
        """
        counted = Counter(face for die in self.faces for face in die)
        return dict(sorted(counted.items(), key=lambda item: (-item[1], item[0])))


def choose_dice(lexicon: Lexicon, size: tuple[int, int] | None = None) -> Dice:
    """Choose dice that suit a lexicon: the set of its language, else dice derived from its words.

    Words without a named alphabet are taken for English if they have the letters a to z alone.

    >>> choose_dice(Lexicon.default()).name, choose_dice(Lexicon.default(), (3, 5)).name
    ('en-new-4x4', 'derived')
    """
    language = lexicon.alphabet.name.partition("-")[0]
    if not language and "".join(lexicon.letters) == "abcdefghijklmnopqrstuvwxyz":
        language = "en"
    sets = [dice for dice in _published().values() if dice.language == language]
    sets.sort(key=lambda dice: dice.name not in _FIRST_CHOICE)
    for dice in sets:
        if size in (None, dice.size):
            return dice
    wanted = size or (4, 4)
    check_size(wanted)
    faces = derive_faces(lexicon, wanted[0] * wanted[1])
    return Dice(DERIVED, wanted, faces, "derived from the letters of the lexicon", language)


def derive_dice(lexicon: Lexicon, size: tuple[int, int] = (4, 4)) -> Dice:
    """Derive six-sided dice from the frequencies of the letters in a lexicon.

    Every letter that is not very rare gets a face; one that nearly always has the same letter
    behind it gets that too (q: Qu). The same words always give the same dice.

    >>> derive_dice(Lexicon.default()).counts["Qu"] >= 1
    True

    Raises:
        InputError: a size that is none.
    """
    check_size(size)
    faces = derive_faces(lexicon, size[0] * size[1])
    return Dice(DERIVED, size, faces, "derived from the letters of the lexicon")


def check_size(size: tuple[int, int]) -> None:
    """Refuse a board that is too small or too large to be rolled."""
    if not all(1 <= side <= MAX_SIDE for side in size):
        raise InputError(f"the board is {size[0]}x{size[1]}, expected 1x1 to {MAX_SIDE}x{MAX_SIDE}")


@cache
def _published() -> dict[str, Dice]:
    import tomllib
    from importlib.resources import files

    data = files(__package__).parent / "data" / "dice.toml"  # type: ignore[attr-defined]
    tables: dict[str, dict[str, Any]] = tomllib.loads(data.read_text("utf-8"))
    return {name: _read_set(name, table) for name, table in tables.items()}


def _read_set(name: str, table: dict[str, Any]) -> Dice:
    return Dice(
        name,
        (table["size"][0], table["size"][1]),
        tuple(tuple(die.split()) for die in table["dice"]),
        table["title"],
        table["language"],
        table.get("years", ""),
        table["trust"],
        table.get("note", ""),
        tuple(table["sources"]),
        table["number"],
    )
