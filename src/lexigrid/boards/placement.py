"""Words laid on a board with dice, and the changes of a board that keep them.

Knows dice and chance; known by orders.
Rule: every die lies on one cell and shows one of its faces; cells of laid words stay as they are.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from .._util.rng import SeededRng
from ..errors import InputError
from ..game import BLANK, Dice
from ..geometry import Cell, Topology
from ..lexicon import Lexicon

_KING = Topology()
#: Steps of one try to lay a word, and tries before the board is begun anew.
_STEPS = 2_000
_TRIES = 40


@dataclass(frozen=True, slots=True)
class Lay:
    """Dice on a board: the die and the face of each cell, and the cells that may change."""

    dice: tuple[tuple[str, ...], ...]
    faces: list[str]
    free: tuple[int, ...]

    def changed(self, rng: SeededRng) -> Lay:
        """Exchange two dice, turn one, or both, among the free cells."""
        if not self.free:
            return self
        dice, faces = list(self.dice), list(self.faces)
        kind = rng.below(4)
        if kind < 3:
            at = rng.pick(self.free)
            faces[at] = rng.pick(dice[at])
        if kind > 1:
            a, b = rng.pick(self.free), rng.pick(self.free)
            dice[a], dice[b] = dice[b], dice[a]
            faces[a], faces[b] = faces[b], faces[a]
        return Lay(tuple(dice), faces, self.free)


class Placer:
    """Starts boards that contain words, if there are any to contain.

    Raises:
        InputError: a word that these dice cannot show.
    """

    def __init__(self, dice: Dice, lexicon: Lexicon, words: Sequence[str]) -> None:
        self._dice = dice
        rows, columns = dice.size
        self._neighbours = [
            [row * columns + column for row, column in _KING.neighbours(rows, columns, cell)]
            for cell in (Cell(*divmod(at, columns)) for at in range(rows * columns))
        ]
        split = lexicon.alphabet.split
        faces = sorted({face for die in dice.faces for face in die if face != BLANK})
        self._letters_of = {face: split(face) for face in faces}
        self._words = [split(word.strip()) for word in words]
        most = len(dice) * max(map(len, self._letters_of.values()), default=1)
        for word, letters in zip(words, self._words, strict=True):
            if not 1 <= len(letters) <= most or not any(
                _match(spelled, dice.faces) for spelled in self._spellings(letters)
            ):
                raise InputError(f"these dice cannot show {word!r}; take others", word=word)

    def start(self, rng: SeededRng) -> Lay | None:
        """Lay the words along random paths, then the other dice; None if it did not come out."""
        cells = len(self._dice)
        laid: dict[int, str] = {}
        for letters in sorted(self._words, key=len, reverse=True):
            path = self._try_to_lay(rng, letters, laid)
            if path is None:
                return None
            laid |= path
        places = sorted(laid)
        order = rng.shuffled(range(cells))
        held = _match([laid[at] for at in places], [self._dice.faces[die] for die in order])
        if held is None:
            return None
        die_at = {at: order[die] for at, die in zip(places, held, strict=True)}
        rest = iter([die for die in order if die not in die_at.values()])
        dice = tuple(
            self._dice.faces[die_at[at] if at in die_at else next(rest)] for at in range(cells)
        )
        faces = [laid.get(at) or rng.pick(dice[at]) for at in range(cells)]
        return Lay(dice, faces, tuple(at for at in range(cells) if at not in laid))

    def _try_to_lay(
        self, rng: SeededRng, letters: tuple[str, ...], laid: dict[int, str]
    ) -> dict[int, str] | None:
        """Lay one word along a random path over empty cells and cells that already fit."""
        for _ in range(_TRIES):
            found = self._walk(rng, letters, laid)
            if found is not None:
                return found
        return None

    def _walk(
        self, rng: SeededRng, letters: tuple[str, ...], laid: dict[int, str]
    ) -> dict[int, str] | None:
        steps = 0

        def go(at: int, path: dict[int, str], near: Sequence[int]) -> dict[int, str] | None:
            nonlocal steps
            if at == len(letters):
                return path
            for cell in rng.shuffled([cell for cell in near if cell not in path]):
                for face in rng.shuffled(self._fitting(letters, at)):
                    if laid.get(cell, face) != face:
                        continue
                    steps += 1
                    if steps > _STEPS:
                        return None
                    width = len(self._letters_of[face])
                    found = go(at + width, path | {cell: face}, self._neighbours[cell])
                    if found is not None:
                        return found
            return None

        return go(0, {}, range(len(self._neighbours)))

    def _fitting(self, letters: tuple[str, ...], at: int) -> list[str]:
        """List the faces that spell the letters from `at` on."""
        return [
            face for face, own in self._letters_of.items() if letters[at : at + len(own)] == own
        ]

    def _spellings(self, letters: tuple[str, ...]) -> Iterator[list[str]]:
        """Yield the ways to spell letters with faces, each a list of faces."""
        if not letters:
            yield []
        for face in self._fitting(letters, 0) if letters else ():
            for rest in self._spellings(letters[len(self._letters_of[face]) :]):
                yield [face, *rest]


def _match(faces: Sequence[str], dice: Sequence[Sequence[str]]) -> list[int] | None:
    """Give each face a die of its own that shows it (augmenting paths); None if there is no way."""
    holder: dict[int, int] = {}

    def place(face: int, tried: set[int]) -> bool:
        for die, sides in enumerate(dice):
            if faces[face] in sides and die not in tried:
                tried.add(die)
                if die not in holder or place(holder[die], tried):
                    holder[die] = face
                    return True
        return False

    if len(faces) > len(dice) or not all(place(face, set()) for face in range(len(faces))):
        return None
    return [die for _, die in sorted((face, die) for die, face in holder.items())]
