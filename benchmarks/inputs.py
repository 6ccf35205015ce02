"""Draw the boards, words and grids of the benchmarks; the same seed draws the same input."""

from __future__ import annotations

import os
import random
from pathlib import Path

FOLDER = Path(__file__).parent

#: Letters about as frequent as in English text.
ENGLISH = (
    "e" * 12
    + "t" * 9
    + "aaaaaaaaooooooooiiiiiiinnnnnnnsssssshhhhhhrrrrrr"
    + ("ddddllllcccuuummmwwffggyyppbbvkjxqz")
)


def enable_list() -> Path | None:
    """Return the path of the ENABLE list, on which published figures are based, if it exists."""
    folder = Path(os.environ.get("LEXIGRID_SHARED", FOLDER.parents[1] / "shared"))
    path = folder / "data" / "enable2k.txt"
    return path if path.exists() else None


def data_lines(name: str) -> list[str]:
    """Read the lines of a file in data/ without its comments."""
    lines = (FOLDER / "data" / f"{name}.txt").read_text("utf-8").splitlines()
    return [line for line in lines if not line.startswith("#")]


def dice_faces(name: str) -> list[list[str]]:
    """Read a set of dice: the faces of each die as lowercase letters; Qu is q."""
    return [[face[0].lower() for face in line.split()] for line in data_lines(name)]


def roll_boards(dice: str, count: int, seed: int) -> list[str]:
    """Roll boards: shuffle the dice and show one face of each."""
    faces = dice_faces(dice)
    rng = random.Random(seed)
    boards = []
    for _ in range(count):
        order = rng.sample(faces, len(faces))
        boards.append("".join(rng.choice(die) for die in order))
    return boards


def draw_texts(length: int, count: int, seed: int) -> list[str]:
    """Draw texts of letters that are about as frequent as in English."""
    rng = random.Random(seed)
    return ["".join(rng.choices(ENGLISH, k=length)) for _ in range(count)]


def sample_words(count: int) -> list[str]:
    """Sample words of four or more letters from ENABLE, or else from the built-in lexicon.

    No word is the reverse of a word in the list: rivals that search for reversed words would count
    it twice.
    """
    import lexigrid

    path = enable_list()
    lexicon = lexigrid.Lexicon.default() if path is None else lexigrid.Lexicon.read(path)
    words = [word for word in lexicon if len(word) >= 4]
    known = set(words)
    usable = [word for word in words if word[::-1] not in known]
    random.Random(1).shuffle(usable)
    return usable[:count]
