"""Dice layouts that contain given words, and changes of a layout that keep them.

Each die is on one cell and shows one of its faces. The cells of the given words never change.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from .._util.plain_text import shorten
from .._util.rng import SeededRng
from ..errors import InputError
from ..game.dice import BLANK, Dice
from ..geometry import KING, Cell
from ..lexicon import Lexicon

#: Steps of one attempt to place a word, and attempts before the board is started over.
_MAX_STEPS = 2_000
_ATTEMPTS = 40


@dataclass(frozen=True, slots=True)
class DiceLayout:
    """The die and the face on each cell, and the cells that may change."""

    dice: tuple[tuple[str, ...], ...]
    faces: list[str]
    free: tuple[int, ...]

    def changed(self, rng: SeededRng) -> DiceLayout:
        """Swap two dice, show another face of one, or both, among the free cells."""
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
        return DiceLayout(tuple(dice), faces, self.free)


class LayoutGenerator:
    """Makes random layouts that contain the given words.

    Raises:
        InputError: the dice cannot show one of the words.
    """

    def __init__(self, dice: Dice, lexicon: Lexicon, words: Sequence[str]) -> None:
        self._dice = dice
        rows, columns = dice.size
        self._neighbours = [
            [
                row * columns + column
                for row, column in KING.neighbours(rows, columns, Cell(*divmod(at, columns)))
            ]
            for at in range(rows * columns)
        ]
        split = lexicon.alphabet.split
        faces = sorted({face for die in dice.faces for face in die if face != BLANK})
        self._letters_of = {face: split(face) for face in faces}
        self._words = [split(word.strip()) for word in words]
        max_letters = len(dice) * max(map(len, self._letters_of.values()), default=1)
        for word, letters in zip(words, self._words, strict=True):
            if not 1 <= len(letters) <= max_letters or not any(
                _assign_dice(faces, dice.faces) for faces in self._spellings(letters)
            ):
                raise InputError(
                    f"the dice {dice.name} cannot show {shorten(word)}; choose another word, "
                    "or other dice",
                    word=word,
                )

    def start(self, rng: SeededRng) -> DiceLayout | None:
        """Place the words along random paths, then the other dice; None if that fails."""
        cells = len(self._dice)
        placed: dict[int, str] = {}
        for letters in sorted(self._words, key=len, reverse=True):
            attempts = (self._place(rng, letters, placed) for _ in range(_ATTEMPTS))
            path = next((path for path in attempts if path is not None), None)
            if path is None:
                return None
            placed |= path
        places = sorted(placed)
        order = rng.shuffled(range(cells))
        assigned = _assign_dice(
            [placed[at] for at in places], [self._dice.faces[die] for die in order]
        )
        if assigned is None:
            return None
        die_at = {at: order[die] for at, die in zip(places, assigned, strict=True)}
        rest = iter([die for die in order if die not in die_at.values()])
        dice = tuple(
            self._dice.faces[die_at[at] if at in die_at else next(rest)] for at in range(cells)
        )
        faces = [placed.get(at) or rng.pick(dice[at]) for at in range(cells)]
        return DiceLayout(dice, faces, tuple(at for at in range(cells) if at not in placed))

    def _place(
        self, rng: SeededRng, letters: tuple[str, ...], placed: dict[int, str]
    ) -> dict[int, str] | None:
        """Try to place a word along a random path over empty cells and cells that already fit."""
        steps = 0

        def extend(at: int, path: dict[int, str], near: Sequence[int]) -> dict[int, str] | None:
            nonlocal steps
            if at == len(letters):
                return path
            for cell in rng.shuffled([cell for cell in near if cell not in path]):
                for face in rng.shuffled(self._faces_at(letters, at)):
                    if placed.get(cell, face) != face:
                        continue
                    steps += 1
                    if steps > _MAX_STEPS:
                        return None
                    width = len(self._letters_of[face])
                    found = extend(at + width, path | {cell: face}, self._neighbours[cell])
                    if found is not None:
                        return found
            return None

        return extend(0, {}, range(len(self._neighbours)))

    def _faces_at(self, letters: tuple[str, ...], at: int) -> list[str]:
        """List the faces that spell the letters starting at an index."""
        return [
            face for face, own in self._letters_of.items() if letters[at : at + len(own)] == own
        ]

    def _spellings(self, letters: tuple[str, ...]) -> Iterator[list[str]]:
        """Yield the lists of faces that spell the letters."""
        if not letters:
            yield []
            return
        for face in self._faces_at(letters, 0):
            for rest in self._spellings(letters[len(self._letters_of[face]) :]):
                yield [face, *rest]


def _assign_dice(faces: Sequence[str], dice: Sequence[Sequence[str]]) -> list[int] | None:
    """Assign a different die to each face that shows it (augmenting paths); None if impossible."""
    holder: dict[int, int] = {}

    def assign(face: int, tried: set[int]) -> bool:
        for die, sides in enumerate(dice):
            if faces[face] in sides and die not in tried:
                tried.add(die)
                if die not in holder or assign(holder[die], tried):
                    holder[die] = face
                    return True
        return False

    if len(faces) > len(dice) or not all(assign(face, set()) for face in range(len(faces))):
        return None
    return [die for _, die in sorted((face, die) for die, face in holder.items())]
