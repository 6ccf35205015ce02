"""Read an answer to a task and score it by the rules of the grid.

An answer is never compared with the one that the task was made with: the letters of the cells
decide, so every right answer counts. A score is the share that is right of what is wanted, or of
what is claimed if that is more, so guesses cost as much as they could win.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from itertools import pairwise
from typing import Literal

from ..geometry import Cell
from ..grid import Grid
from ..lexicon import Lexicon
from ..puzzle.placement import diagonal_block
from ..search.paths import find_paths

Family = Literal["lines", "board", "trace", "cover"]

#: What precedes a final answer: "Answer:", "**answer** =" or <answer>.
_MARK = re.compile(r"\banswer\b[\"'*_]*\s*[:=>]", re.IGNORECASE)
_END = re.compile(r"</answer>", re.IGNORECASE)
#: A number of a list at the start of a line, and a name of a list of words.
_LIST_NUMBER = re.compile(r"^\s*\d+[.)](?=\s)", re.MULTILINE)
_LIST_NAME = re.compile(r"\b(?:words?|found|list)\b[\"'*_]*\s*:", re.IGNORECASE)
#: Names of the parts of a cell and of a path, as in "row 1, column 2" and "R1C2".
_CELL_NAME = re.compile(
    r"\b(?:rows?|col(?:umn)?s?|[rc])(?=\b|\d)|(?<=\d)c(?=\d)|\b(?:to|then|and)\b", re.IGNORECASE
)
_TOKEN = re.compile(r"[^\W\d_]+|\d{1,4}")
_WORD = re.compile(r"[^\W\d_]+")
_LIST_END, _LINE_END = re.compile(r"\]\s*\]"), re.compile(r"\n")


def final_answer(text: str) -> str:
    """Return what follows the last mark of an answer, without the numbers of a list.

    >>> final_answer("I think it is tea. Answer: oat"), final_answer("<answer>oat</answer>!")
    (' oat', 'oat')
    """
    *_, text = _MARK.split(_END.split(text)[0])
    return _LIST_NUMBER.sub(" ", text)


def score_lines(grid: Grid, words: Sequence[str], answer: str) -> float:
    """Score the first and last cells of listed words, or all their cells.

    >>> score_lines(Grid.parse("tea/ant/oat"), ["ant", "oat"], "ANT: (2, 1) to (2, 3)")
    0.5
    """
    numbers: dict[str, list[list[int]]] = {}
    claims: list[int] | None = None
    for token in _TOKEN.findall(answer):
        if token.isdecimal():
            if claims is not None:
                claims.append(int(token))
        elif (word := token.lower()) in words:
            claims = []
            numbers.setdefault(word, []).append(claims)
    claimed = {
        (word, tuple(cells))
        for word, lists in numbers.items()
        for each in lists
        if (cells := _cells(each))
    }
    right = {word for word, cells in claimed if _spell(grid, _line(cells)) == word}
    return _share(len(right), len(claimed), len(words))


def score_board(grid: Grid, lexicon: Lexicon, goal: int, letters: int, answer: str) -> float:
    """Score a list of words against the number wanted.

    >>> score_board(Grid.parse("tea/ant/oat"), Lexicon(["tea", "oat"]), 2, 3, "- tea\\n- tin")
    0.5
    """
    listed = _WORD.findall(_LIST_NAME.sub(" ", answer))
    claimed = {word.lower() for word in listed if len(word) >= letters}
    found = find_paths(grid, lexicon, min_length=letters, paths="none") if claimed else ()
    return _share(sum(word in found for word in claimed), len(claimed), goal)


def score_trace(grid: Grid, word: str, answer: str) -> float:
    """Score a path by how many letters it spells before its first mistake.

    >>> score_trace(Grid.parse("tea/ant/oat"), "tea", "[[1, 1], [1, 2], [2, 2]]")
    0.6666666666666666
    """
    path = _cells([*map(int, re.findall(r"\d{1,4}", answer))])
    right = len(path)
    while right and not ((spelled := _spell(grid, path[:right])) and word.startswith(spelled)):
        right -= 1
    letters = len(_spell(grid, path[:right]) or "")
    return _share(letters, letters + len(path) - right, len(word))


def score_cover(grid: Grid, words: Collection[str], letters: int, answer: str) -> float:
    """Score paths that divide a board, by the cells of those that obey the rules.

    >>> score_cover(Grid.parse("tea/tan"), ["tea", "tan"], 3, "tea (1,1) (1,2) (1,3)")
    0.5
    """
    claimed = [path for path in _read_paths(answer) if path]
    used: set[Cell] = set()
    crossed: set[Cell] = set()
    spelled: set[str] = set()
    for path in claimed:
        word = _spell(grid, path)
        if not word or word in spelled or len(word) < letters or word not in words:
            continue
        blocks = {block for step in pairwise(path) if (block := diagonal_block(*step))}
        if used.isdisjoint(path) and crossed.isdisjoint(blocks):
            used.update(path)
            crossed |= blocks
            spelled.add(word)
    return _share(len(used), sum(map(len, claimed)), len(grid))


def _read_paths(answer: str) -> Iterator[list[Cell]]:
    """Yield the paths of an answer: between words or, without words, JSON lists or lines."""
    text = _CELL_NAME.sub(" ", answer)
    between = next((each for each in (_WORD, _LIST_END) if each.search(text)), _LINE_END)
    for part in between.split(text):
        yield _cells([*map(int, re.findall(r"\d{1,4}", part))])


def _cells(numbers: Sequence[int]) -> list[Cell]:
    """Pair rows and columns that count from 1; without a column, the cell is off the grid."""
    padded = [*numbers, 0] if len(numbers) % 2 else numbers
    return [
        Cell(row - 1, column - 1) for row, column in zip(padded[::2], padded[1::2], strict=True)
    ]


def _line(cells: Sequence[Cell]) -> Sequence[Cell]:
    """Return the line between two cells; more cells must be the line themselves."""
    (top, left), (bottom, right) = cells[0], cells[-1]
    down, across = bottom - top, right - left
    steps = max(abs(down), abs(across))
    if not steps or {abs(down), abs(across)} - {0, steps}:
        return ()
    down, across = down // steps, across // steps
    line = [Cell(top + i * down, left + i * across) for i in range(steps + 1)]
    return line if len(cells) == 2 or [*cells] == line else ()


def _spell(grid: Grid, path: Sequence[Cell]) -> str | None:
    """Return the letters of a path in lower case; None if it leaves the grid, jumps or repeats."""
    if len({*path}) < len(path) or not all(cell in grid for cell in path):
        return None
    if any(max(abs(a.row - b.row), abs(a.column - b.column)) > 1 for a, b in pairwise(path)):
        return None
    return "".join(str(grid[cell].face) for cell in path).lower()  # type: ignore[union-attr]


def _share(right: int, claimed: int, wanted: int) -> float:
    return right / max(claimed, wanted)
