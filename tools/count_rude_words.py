"""Count the rude words in ordinary puzzles, with an independent search.

Every puzzle has 20 random common words and default options. A hit is a word of the strict list on
any line of the grid in any of the eight directions, whether listed words or fillers spell it:

    python tools/count_rude_words.py --puzzles 10000
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator

import lexigrid as lg


def lines_of(rows: list[str]) -> Iterator[str]:
    """Yield the rows, columns and diagonals of a rectangle of letters, each in one direction.

    >>> sorted(lines_of(["ab", "cd"]))
    ['a', 'ab', 'ac', 'ad', 'b', 'bc', 'bd', 'c', 'cd', 'd']
    """
    height, width = len(rows), len(rows[0])
    yield from rows
    yield from ("".join(column) for column in zip(*rows, strict=True))
    for offset in range(1 - height, width):
        cells = [(row, row + offset) for row in range(height) if 0 <= row + offset < width]
        yield "".join(rows[row][column] for row, column in cells)
        yield "".join(rows[row][width - 1 - column] for row, column in cells)


def rude_words_on(grid: lg.Grid) -> list[str]:
    """Return the words of the strict list on a grid of plain letters."""
    rows = [line.replace(" ", "").lower() for line in grid.format().splitlines()]
    text = " ".join(lines_of(rows))
    text += " " + text[::-1]
    return [word for word in lg.rude_words() if word in text]


def main() -> None:
    """Make the puzzles and print the hits."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--puzzles", type=int, default=10_000)
    parser.add_argument("--allow-rude", action="store_true", help="for comparison")
    options = parser.parse_args()
    hits: Counter[str] = Counter()
    puzzles = 0
    for seed in range(options.puzzles):
        words = lg.random_words(20, seed)
        puzzle = lg.make_puzzle(words, seed=seed, allow_rude=options.allow_rude)
        found = rude_words_on(puzzle.grid)
        hits.update(found)
        puzzles += bool(found)
    print(f"{options.puzzles} puzzles of 20 words, {len(lg.rude_words())} rude words")
    print(f"{puzzles} puzzles with {hits.total()} hits", *hits.most_common(10))


if __name__ == "__main__":
    main()
