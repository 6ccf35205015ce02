"""Boards, words and grids, the same for the same seed; compiled programs; memory."""

from __future__ import annotations

import os
import random
import shutil
import subprocess
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


def compile_program(folder: Path, name: str, *, with_core: bool = False) -> str | None:
    """Compile a C++ rival, with the core if requested; None without a compiler or the core."""
    compiler = shutil.which("g++") or shutil.which("c++")
    libraries = sorted((FOLDER.parent / "build").glob("cp*/liblexigrid_native.a"))
    source = FOLDER / "rivals" / f"{name}.cpp"
    if compiler is None or (with_core and not libraries):
        print(f"{source.name} needs a C++ compiler{' and make setup' if with_core else ''}")
        return None
    flags = ["-O3", "-march=native", "-std=c++20", f"-I{FOLDER.parent / 'native'}"]
    program = folder / source.stem
    library = libraries[-1:] if with_core else []
    subprocess.run([compiler, *flags, "-o", program, source, *library], check=True)
    return str(program)


def run_program(*command: str | Path) -> list[str]:
    """Run a program, which measures its own time; return the lines of its output."""
    run = subprocess.run(command, capture_output=True, text=True, check=True)
    return run.stdout.splitlines()


def memory(name: str) -> int:
    """Return a figure of this process, such as VmRSS, in bytes; Linux only."""
    text = Path("/proc/self/status").read_text("ascii")
    return int(text.split(f"{name}:")[1].split()[0]) * 1024
