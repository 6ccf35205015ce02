"""Make good boards for the benchmarks by hill climbing, one cell at a time.

`python benchmarks/climb.py WORDS` writes the boards in data/; the same words give the same boards.
"""

from __future__ import annotations

import random
import sys
from pathlib import Path

import numpy as np

import lexigrid as lg

FOLDER = Path(__file__).parent / "data"
LETTERS = "eeeeaaaiiioorrrnnnttttsssslllccddmmppuughbfywk"


def climb(lexicon: lg.Lexicon, board: str, size: tuple[int, int]) -> tuple[int, str]:
    """Make the best change of one cell until no change improves the board."""
    best = 0
    while True:
        scores = lg.bulk.score_changes(board, lexicon, size=size, qu=True, min_length=3)
        index = int(np.argmax(scores))
        if int(scores.flat[index]) <= best:
            return best, board
        best = int(scores.flat[index])
        cell, letter = divmod(index, len(lexicon.letters))
        board = board[:cell] + lexicon.letters[letter] + board[cell + 1 :]


def best_of(lexicon: lg.Lexicon, size: tuple[int, int], climbs: int, kept: int) -> list[str]:
    """Climb from many random boards and return the best distinct results, best first."""
    rng = random.Random(size[0] * 100 + size[1])
    cells = size[0] * size[1]
    ends = {climb(lexicon, "".join(rng.choices(LETTERS, k=cells)), size) for _ in range(climbs)}
    return [board for _, board in sorted(ends, key=lambda end: (-end[0], end[1]))[:kept]]


def main(words: str) -> None:
    lexicon = lg.Lexicon.read(words)
    for size, climbs, kept in (((4, 4), 2000, 500), ((5, 5), 60, 20)):
        boards = best_of(lexicon, size, climbs, kept)
        name = f"climbed-{size[0]}x{size[1]}.txt"
        head = f"# The best {kept} of {climbs} climbs by benchmarks/climb.py over the ENABLE list; "
        head += "q is qu.\n"
        (FOLDER / name).write_text(head + "\n".join(boards) + "\n", "utf-8")
        scores = lg.score_grids(boards, lexicon, size=size, qu=True, min_length=3)
        print(f"{name}: {len(boards)} boards of {scores.min()} to {scores.max()} points")


if __name__ == "__main__":
    main(sys.argv[1])
