"""Check path puzzles of all kinds by rules written anew, without the package's searches."""

from __future__ import annotations

import collections
import itertools
import time
from collections.abc import Iterator

import lexigrid as lg
from common import Facts

Cell = tuple[int, int]
Walk = tuple[Cell, ...]
#: On hex boards, odd rows are half a cell to the right.
HEX = {
    parity: [(0, -1), (0, 1), *((row, column - 1 + parity) for row in (-1, 1) for column in (0, 1))]
    for parity in (0, 1)
}
STEPS = [step for step in itertools.product((-1, 0, 1), repeat=2) if step != (0, 0)]
#: What is made in turn.
KINDS: list[dict[str, object]] = [
    {"kind": "cover"},
    {"kind": "trail"},
    {"kind": "bent"},
    {"kind": "cover", "size": (6, 6)},
    {"kind": "bent", "turns": 3, "angles": "any"},
    {"kind": "cover", "size": (8, 8), "unique": "word"},
    {"kind": "bent", "turns": 2, "topology": "rook"},
    {"kind": "trail", "size": (7, 7)},
    {"kind": "cover", "topology": "hex", "size": (8, 6)},
    {"kind": "trail", "topology": "hex", "size": (7, 7)},
]


class Board:
    """A puzzle as letters by cell."""

    def __init__(self, puzzle: lg.Puzzle) -> None:
        self.puzzle = puzzle
        rows = puzzle.grid.to_dict()["rows"]
        self.letters = {
            (row, column): face.casefold()
            for row, line in enumerate(rows)
            for column, face in enumerate(line)
            if face is not None
        }
        self.topology = puzzle.grid.topology.name
        self.begin = collections.defaultdict[str, list[Cell]](list)
        for cell, letter in self.letters.items():
            self.begin[letter].append(cell)

    def walks(self, word: str) -> Iterator[Walk]:
        """Yield the paths that spell a word and obey the rules of the kind."""

        def go(walk: Walk, turns: int) -> Iterator[Walk]:
            if len(walk) == len(word):
                yield walk
                return
            for cell in near(walk[-1], self.topology):
                step = cell[0] - walk[-1][0], cell[1] - walk[-1][1]
                if cell in walk or self.letters.get(cell) != word[len(walk)]:
                    continue
                now = turns
                if self.puzzle.kind == "bent" and len(walk) > 1:
                    before = walk[-1][0] - walk[-2][0], walk[-1][1] - walk[-2][1]
                    now += before != step
                    is_skew = before != step and before[0] * step[0] + before[1] * step[1]
                    if now > self.puzzle.turns or (self.puzzle.angles == "right" and is_skew):
                        continue
                yield from go((*walk, cell), now)

        for cell in self.begin[word[0]]:
            yield from go((cell,), 0)


def faults_of(puzzle: lg.Puzzle) -> Iterator[str]:
    """Yield what is wrong with a puzzle."""
    board = Board(puzzle)
    paths = {placed.word: tuple(map(tuple, placed.path)) for placed in puzzle.key}
    for word, path in paths.items():
        plain = "".join(letter for letter in word.casefold() if letter.isalpha())
        ways = {min(walk, walk[::-1]) for walk in board.walks(plain)}
        if ways != {min(path, path[::-1])}:
            yield f"{word} has {len(ways)} paths"
    for word in lg.rude_words("strict"):
        if len(word) < 3 or word in paths:
            continue
        for walk in board.walks(word):
            if not any({*walk} <= {*path} for path in paths.values()):
                yield f"{word} can be traced"
    if puzzle.kind == "bent":
        return
    used = collections.Counter(itertools.chain(*paths.values()))
    if {*used} != {*board.letters} or max(used.values()) > 1:
        yield "the paths do not cover the board"
    steps = list(itertools.chain(*(itertools.pairwise(path) for path in paths.values())))
    if puzzle.kind == "trail":
        steps += [(a[-1], b[0]) for a, b in itertools.pairwise(paths.values())]
    if any(b not in near(a, board.topology) for a, b in steps):
        yield "a step is not to a neighbour"
    blocks = collections.Counter(
        (min(a[0], b[0]), min(a[1], b[1])) for a, b in steps if a[0] != b[0] and a[1] != b[1]
    )
    if board.topology == "king" and blocks and max(blocks.values()) > 1:
        yield "two paths cross"
    if puzzle.kind == "cover":
        rows, columns = ({cell[axis] for cell in paths[puzzle.spanning]} for axis in (0, 1))
        last = puzzle.grid.rows - 1, puzzle.grid.columns - 1
        if not ({0, last[0]} <= rows or {0, last[1]} <= columns):
            yield "the spanning word does not span"


def near(cell: tuple[int, ...], topology: str) -> list[Cell]:
    """Return the cells that touch one."""
    steps = HEX[cell[0] % 2] if topology == "hex" else STEPS
    return [(cell[0] + a, cell[1] + b) for a, b in steps if topology != "rook" or 0 in (a, b)]


def check_path_puzzles(count: int = 2000, seed: int = 1) -> Iterator[Facts]:
    """Make and check puzzles; yield those with faults, then a summary."""
    themes, made, wrong = lg.themes(), collections.Counter[str](), 0
    begun = time.process_time()
    for number in range(count):
        options = dict(KINDS[number % len(KINDS)])
        theme = themes[number // len(KINDS) % len(themes)]
        pool = {"pool": 10} if options["kind"] == "bent" else {}
        case = {"number": number, "theme": theme, **options}
        try:
            puzzle = lg.make_puzzle(theme=theme, seed=f"{seed}/{number}", **options, **pool)  # type: ignore[arg-type]
        except lg.PuzzleError as error:
            made["refused"] += 1
            yield {**case, "refused": str(error)[:200]}
            continue
        made[puzzle.kind] += 1
        if faults := [*faults_of(puzzle)]:
            wrong += 1
            yield {**case, "faults": faults}
    yield {"puzzles": dict(made), "wrong": wrong, "seconds": round(time.process_time() - begun)}
