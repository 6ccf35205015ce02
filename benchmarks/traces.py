"""Hard questions for `trace`: 402 grids with a word in twelve families; a seed fixes them.

In grids of few letters, x is a hole, and words use z for a letter that the grid lacks.
`python benchmarks/traces.py FOLDER [SEED]` writes the questions as text files.
"""

from __future__ import annotations

import random
import string
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from walks import Rows, Spot, near, spell, walk, whole_path


@dataclass(frozen=True)
class Question:
    """One grid and word. `neighbours` is 8 or 4; `known` is "S" found, "U" absent, "?" unknown."""

    name: str
    neighbours: int
    rows: Rows
    word: str
    known: str = "?"


def swapped(word: str, rng: random.Random) -> str:
    """Swap two unequal letters."""
    pairs = [(i, j) for i in range(len(word)) for j in range(len(word)) if word[i] != word[j]]
    i, j = rng.choice(pairs)
    letters = list(word)
    letters[i], letters[j] = letters[j], letters[i]
    return "".join(letters)


def changed(rows: Rows, letter_at: dict[Spot, str]) -> Rows:
    """Return the grid with other letters on some spots."""
    grid = [list(row) for row in rows]
    for (row, column), letter in letter_at.items():
        grid[row][column] = letter
    return ["".join(row) for row in grid]


def other(letter: str) -> str:
    return "a" if letter == "b" else "b"


def stripes(side: int) -> Rows:
    return ["ab" * (side // 2) + "a" * (side % 2)] * side


Rngs = Callable[[int], random.Random]


def striped(rngs: Rngs) -> Iterator[Question]:
    """Alternating columns of a and b, on which plain backtracking does not finish."""
    for side in (6, 7, 8, 10):
        word = "ab" * (side * side // 2 - 1) + "aa"
        yield Question(f"blog{side}", 8, stripes(side), word, "?" if side == 7 else "U")
    for side in (6, 7, 8, 10):
        rows, rng, cells = stripes(side), rngs(100 + side), side * side
        a = sum(row.count("a") for row in rows)
        yield Question(f"st{side}_alt", 8, rows, ("ab" * cells)[:cells])
        yield Question(f"st{side}_block", 8, rows, "a" * a + "b" * (cells - a), "U")
        columns = "".join("ab"[column % 2] * side for column in range(side))
        yield Question(f"st{side}_cols", 8, rows, columns, "S")
        for k in range(2):
            word = spell(rows, whole_path(side, 8, rng, 3000))
            yield Question(f"st{side}_ham{k}", 8, rows, word, "S")
            yield Question(f"st{side}_swap{k}", 8, rows, swapped(word, rng))
            letters = list(word)
            rng.shuffle(letters)
            yield Question(f"st{side}_shuf{k}", 8, rows, "".join(letters))
        if side % 2 == 0:
            half = cells // 2
            yield Question(f"st{side}_tail", 8, rows, "ab" * (half - 2) + "aabb")
            middle = "ab" * (cells // 4) + "ba" * (half - cells // 4)
            yield Question(f"st{side}_mid", 8, rows, middle)
            run = "a" * (side + 1) + "b" * (side - 1) + "a" * (side - 1) + "b" * (side + 1)
            run += ("a" * side + "b" * side) * (side // 2 - 2)
            yield Question(f"st{side}_run+1", 8, rows, run[:cells], "U")


def whole_words(rngs: Rngs) -> Iterator[Question]:
    """Random grids of two letters and words that use every cell."""
    for side in (5, 6, 7, 8):
        for k in range(3):
            rng = rngs(1000 * side + k)
            rows = ["".join(rng.choice("ab") for _ in range(side)) for _ in range(side)]
            for neighbours in (8, 4):
                word = spell(rows, whole_path(side, neighbours, rng, 4000))
                yield Question(f"rh{side}_{neighbours}_{k}", neighbours, rows, word, "S")
                yield Question(f"rh{side}_{neighbours}_{k}sw", neighbours, rows, swapped(word, rng))


def one_letter(_: Rngs) -> Iterator[Question]:
    """Grids of only a, with a b in a corner, and with corners removed."""
    for n in (6, 8, 10):
        plain, cells, last = ["a" * n] * n, n * n, (n - 1, n - 1)
        corner = changed(plain, {last: "b"})
        yield Question(f"alla{n}_full", 8, plain, "a" * cells, "S")
        yield Question(f"alla{n}_4full", 4, plain, "a" * cells, "S")
        yield Question(f"alla{n}_over", 8, plain, "a" * (cells + 1), "U")
        yield Question(f"alla{n}_bcorner", 8, corner, "a" * (cells - 1) + "b", "S")
        middle = "a" * (cells // 2) + "b" + "a" * (cells // 2 - 1)
        yield Question(f"alla{n}_bcorner_mid", 8, corner, middle)
        yield Question(f"alla{n}_4bcorner", 4, corner, "a" * (cells - 1) + "b")
        walled = changed(corner, dict.fromkeys(near(last, n, n, 8), "c"))
        yield Question(f"alla{n}_biso", 8, walled, "a" * (cells - 6) + "b", "U")
        corners = changed(plain, {(0, 0): "b", last: "b"})
        yield Question(f"alla{n}_bb4", 4, corners, "b" + "a" * (cells - 2) + "b", "U")
        yield Question(f"alla{n}_bb8", 8, corners, "b" + "a" * (cells - 2) + "b", "S")
        yield Question(f"alla{n}_bb4m1", 4, corners, "b" + "a" * (cells - 3) + "b")
        cut = changed(plain, {(0, 0): "x", last: "x"})
        yield Question(f"alla{n}_mutil", 4, cut, "a" * (cells - 2), "U")
        yield Question(f"alla{n}_mutil-3", 4, cut, "a" * (cells - 5))
    rows = changed(["a" * 6] * 6, dict.fromkeys([(5, 5), (4, 5), (5, 4)], "b"))
    yield Question("leet1", 4, rows, "a" * 14 + "b", "S")
    yield Question("leet2", 4, rows, "b" + "a" * 13 + "b", "S")
    yield Question("leet3", 4, rows, "bbb" + "a" * 14 + "b", "U")
    yield Question("leet4", 4, rows, "a" * 10 + "bb" + "aaa")


def chessboards(_: Rngs) -> Iterator[Question]:
    """Chessboards of a and b, with and without a hole."""
    for n in (6, 8, 10):
        rows = ["".join("ab"[(row + column) % 2] for column in range(n)) for row in range(n)]
        half = n * n // 2
        yield Question(f"chk{n}_alt", 4, rows, "ab" * half, "S")
        yield Question(f"chk{n}_bad", 4, rows, "ab" * (half - 1) + "aa", "U")
        yield Question(f"chk{n}_8", 8, rows, "ab" * (half - 2) + "aabb")
        hole = changed(rows, {(0, 0): "x"})
        yield Question(f"chk{n}_hole", 4, hole, "ba" * (half - 1) + "b")
        yield Question(f"chk{n}_hole2", 4, hole, ("ba" * half)[: n * n - 2])


def walked_words(rngs: Rngs) -> Iterator[Question]:
    """Random grids of two letters with words along a random path, unchanged and spoiled."""
    for n in (8, 12, 20):
        for length in (20, 40, 60):
            for k in range(2):
                rng = rngs(n * 10000 + length * 10 + k)
                rows = ["".join(rng.choice("ab") for _ in range(n)) for _ in range(n)]
                name = f"rw{n}_{length}_{k}"
                path = walk(rows, 8, length, rng)
                if not path:
                    continue
                word = spell(rows, path)
                yield Question(name, 8, rows, word, "S")
                yield Question(f"{name}x", 8, rows, word[:-1] + other(word[-1]))
                yield Question(f"{name}z", 8, rows, word[:-1] + "z", "U")
                path = walk(rows, 4, length, rng, 20000)
                if path:
                    word = spell(rows, path)
                    yield Question(f"{name}f", 4, rows, word, "S")
                    yield Question(f"{name}fx", 4, rows, word[:-1] + other(word[-1]))


def easy(rngs: Rngs) -> Iterator[Question]:
    """26 letters on 50x50 and 1000x1000, and a dice board."""
    letters = string.ascii_lowercase
    for n in (50, 1000):
        rng = rngs(n)
        rows = ["".join(rng.choices(letters, k=n)) for _ in range(n)]
        for length in (8, 30, 200):
            word = spell(rows, walk(rows, 8, length, rng))
            yield Question(f"al{n}_{length}", 8, rows, word, "S")
            last = letters[(letters.index(word[-1]) + 7) % 26]
            yield Question(f"al{n}_{length}x", 8, rows, word[:-1] + last)
            drawn = "".join(rng.choices(letters, k=length))
            yield Question(f"al{n}_{length}r", 8, rows, drawn)
    rng = rngs(77)
    bag = "e" * 12 + "t" * 9 + "a" * 8 + "o" * 7 + "i" * 7 + "n" * 7 + "s" * 6 + "h" * 6 + "r" * 6
    bag += "ddddllllcccuuummmwwffggyyppbbvk"
    rows = ["".join(rng.choice(bag) for _ in range(4)) for _ in range(4)]
    yield Question("boggle4_s", 8, rows, spell(rows, walk(rows, 8, 7, rng)), "S")
    yield Question("boggle4_u", 8, rows, "oracle")


def periodic(_: Rngs) -> Iterator[Question]:
    """Rows of abcabc, shifted or not."""
    for n in (9, 12):
        cells = n * n
        whole = cells - cells % 3
        word = "abc" * cells
        rows = [("abc" * n)[row % 3 :][:n] for row in range(n)]
        yield Question(f"per{n}_s", 8, rows, word[: cells // 2])
        yield Question(f"per{n}_u", 8, rows, word[:whole])
        yield Question(f"per{n}_x", 8, rows, word[: cells // 2] + "cc")
        rows = [("abc" * n)[:n]] * n
        yield Question(f"perv{n}_s", 8, rows, word[:whole])
        yield Question(f"perv{n}_acb", 8, rows, ("abcb" * cells)[: 2 * cells // 3])


def bottlenecks(_: Rngs) -> Iterator[Question]:
    """Two squares joined by one cell."""
    for k in (4, 5, 6):
        width, square = 2 * k + 1, k * k
        wall = changed(["a" * width] * k, {(row, k): "x" for row in range(k)})
        joined = changed(wall, {(k // 2, k): "b"})
        yield Question(f"neck{k}_s", 8, joined, "a" * (square - 1) + "b" + "a" * (square - 1))
        yield Question(f"neck{k}_u", 8, joined, "a" * (square + 1) + "b" + "a" * (square - 2), "U")
        yield Question(f"neck{k}_full", 8, joined, "a" * square + "b" + "a" * square, "S")
        passage = changed(joined, {(k // 2, k): "a"})
        yield Question(f"neck{k}_aa", 8, passage, "a" * (2 * square + 1), "S")
        ends = changed(passage, {(0, 0): "c", (k - 1, 0): "c"})
        yield Question(f"neck{k}_cc", 8, ends, "c" + "a" * (square + 1) + "c", "U")
        yield Question(f"neck{k}_cc4", 4, ends, "c" + "a" * (square - 2) + "c")


def large(rngs: Rngs) -> Iterator[Question]:
    """Grids of 1000x1000 with few letters."""
    n = 1000
    rng = rngs(5)

    def drawn(letters: str, weights: list[int] | None = None) -> Rows:
        return ["".join(rng.choices(letters, weights, k=n)) for _ in range(n)]

    rows = ["".join(rng.choice("ab") for _ in range(n)) for _ in range(n)]
    word = spell(rows, walk(rows, 8, 60, rng))
    yield Question("big2_60", 8, rows, word, "S")
    yield Question("big2_60z", 8, rows, word[:-1] + "z", "U")
    yield Question("big2_300", 8, rows, spell(rows, walk(rows, 8, 300, rng)))
    yield Question("big2_60f", 4, rows, spell(rows, walk(rows, 4, 60, rng)), "S")
    rows = drawn("ab", [9, 1])
    yield Question("big91_b12", 8, rows, "b" * 12)
    yield Question("big91_rare", 8, rows, "abbb" * 12 + "bb")
    yield Question("big91_b6", 4, rows, "b" * 9)
    rows = drawn("ab", [7, 3])
    yield Question("big73_b40", 4, rows, "b" * 40)
    yield Question("big73_b25", 4, rows, "b" * 25)
    yield Question("big73_b60_8", 8, rows, "b" * 60)
    yield Question("big73_ab", 4, rows, "bbbba" * 20)
    rows = drawn("abc")
    yield Question("big3_abc", 8, rows, "abc" * 30)
    yield Question("big3_a50", 8, rows, "a" * 50)
    yield Question("big3_a30f", 4, rows, "a" * 30)
    rows = ["a" * n] * n
    last = (n - 1, n - 1)
    yield Question("bigA_50", 8, rows, "a" * 50, "S")
    yield Question("bigA_50z", 8, rows, "a" * 50 + "z", "U")
    rows = changed(rows, {last: "b"})
    yield Question("bigA_50b", 8, rows, "a" * 50 + "b", "S")
    yield Question("bigA_bab", 8, rows, "ba" + "a" * 60 + "b", "U")
    rows = changed(rows, dict.fromkeys(near(last, n, n, 8), "c"))
    yield Question("bigA_biso", 8, rows, "a" * 50 + "b", "U")


def largest_component(rows: Rows, neighbours: int) -> int:
    """Count the cells of the largest connected component of a."""
    n, most = len(rows), 0
    seen: set[Spot] = set()
    for start in ((row, column) for row in range(n) for column in range(n)):
        if rows[start[0]][start[1]] != "a" or start in seen:
            continue
        seen.add(start)
        component = [start]
        for spot in component:
            for following in near(spot, n, n, neighbours):
                if rows[following[0]][following[1]] == "a" and following not in seen:
                    seen.add(following)
                    component.append(following)
        most = max(most, len(component))
    return most


def holed(rngs: Rngs) -> Iterator[Question]:
    """One letter and holes, with words as long as the largest component or slightly shorter."""
    for n in (6, 8, 10, 12):
        for neighbours, share in ((4, 0.12), (8, 0.3)):
            for k in range(3):
                rng = rngs(n * 100 + neighbours * 10 + k)
                rows = [
                    "".join("a" if rng.random() > share else "x" for _ in range(n))
                    for _ in range(n)
                ]
                most = largest_component(rows, neighbours)
                for name, less in (("all", 0), ("m4", 4), ("m10", 10)):
                    yield Question(
                        f"hole{n}_{neighbours}_{k}_{name}", neighbours, rows, "a" * (most - less)
                    )


def pockets(_: Rngs) -> Iterator[Question]:
    """A b at the end of a corridor, and one in the wall around a square."""
    for n in (60, 1000):
        plain, m = ["a" * n] * n, n // 2
        for k in (1, 3, 6):
            walls = dict.fromkeys(
                [(r, c) for r in range(m - 1, m + 2) for c in range(m - 1, m + k + 2)], "c"
            )
            corridor = {(m, c): "a" for c in range(m, m + k + 2)}
            rows = changed(plain, walls | corridor | {(m, m): "b"})
            yield Question(f"pock{n}_{k}", 8, rows, "a" * 20 + "b" + "a" * 20, "U")
            yield Question(f"pock{n}_{k}s", 8, rows, "a" * 20 + "b", "S")
        ring = {
            (r, c): "c"
            for r in range(m - 1, m + 5)
            for c in range(m - 1, m + 5)
            if r in (m - 1, m + 4) or c in (m - 1, m + 4)
        }
        rows = changed(plain, ring | {(m, m + 4): "b"})
        yield Question(f"room{n}_u", 8, rows, "a" * 20 + "b" + "a" * 20)
        yield Question(f"room{n}_s", 8, rows, "a" * 14 + "b" + "a" * 20, "S")
        yield Question(f"room{n}_s16", 8, rows, "a" * 16 + "b" + "a" * 20)


def planted(rngs: Rngs) -> Iterator[Question]:
    """Three letters with long words along a path, unchanged and with a spoiled middle."""
    for n in (200, 1000):
        rng = rngs(n + 3)
        rows = ["".join(rng.choices("abc", k=n)) for _ in range(n)]
        for neighbours in (4, 8):
            path = walk(rows, neighbours, 120, rng, 50000)
            if path:
                word = spell(rows, path)
                yield Question(f"few{n}_{neighbours}_s", neighbours, rows, word, "S")
                spoiled = word[:60] + "a" * 20 + word[80:]
                yield Question(f"few{n}_{neighbours}_x", neighbours, rows, spoiled)


FAMILIES = (
    striped,
    whole_words,
    one_letter,
    chessboards,
    walked_words,
    easy,
    periodic,
    bottlenecks,
    large,
    holed,
    pockets,
    planted,
)


def questions(seed: int = 0) -> Iterator[Question]:
    """Draw all questions; another seed draws other grids and words of the same families."""

    def rngs(number: int) -> random.Random:
        return random.Random(number + seed * 1_000_003)

    for family in FAMILIES:
        yield from family(rngs)


def write(folder: Path, seed: int = 0) -> int:
    """Write one file for each question; return their number."""
    folder.mkdir(parents=True, exist_ok=True)
    count = 0
    for q in questions(seed):
        head = f"{q.neighbours} {len(q.rows)} {len(q.rows[0])} {q.known}"
        (folder / q.name).write_text("\n".join([head, *q.rows, q.word, ""]), "utf-8")
        count += 1
    return count


if __name__ == "__main__":
    print(write(Path(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 0))
