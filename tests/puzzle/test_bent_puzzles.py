"""Bent word searches: words that turn, between fillers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise, product
from pathlib import Path
from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

import lexigrid as lg
from lexigrid.lexicon.rude import rude_words
from lexigrid.puzzle.verify_paths import solve_bent

WORDS = ["wren", "owl", "parrot", "heron", "robin", "puffin", "stork", "kestrel"]
STEPS = [step for step in product((-1, 0, 1), repeat=2) if step != (0, 0)]

Path_ = tuple[tuple[int, int], ...]


def walks(puzzle: lg.Puzzle, word: str) -> Iterator[Path_]:
    """Yield the paths that the rules of the puzzle allow, by the plainest search."""
    rows = [[face.lower() for face in row] for row in puzzle.grid.to_dict()["rows"]]
    is_rook = puzzle.grid.topology.name == "rook"

    def go(path: Path_, turns: int) -> Iterator[Path_]:
        if len(path) == len(word):
            yield path
            return
        for step in STEPS:
            if is_rook and 0 not in step:
                continue
            cell = path[-1][0] + step[0], path[-1][1] + step[1]
            if not (0 <= cell[0] < len(rows) and 0 <= cell[1] < len(rows[0])) or cell in path:
                continue
            if rows[cell[0]][cell[1]] != word[len(path)]:
                continue
            before = (path[-1][0] - path[-2][0], path[-1][1] - path[-2][1]) if path[1:] else step
            is_turn = before != step
            if is_turn and puzzle.angles == "right" and before[0] * step[0] + before[1] * step[1]:
                continue
            if turns + is_turn <= puzzle.turns:
                yield from go((*path, cell), turns + is_turn)

    for row, column in product(range(len(rows)), range(len(rows[0]))):
        if rows[row][column] == word[0]:
            yield from go(((row, column),), 0)


@given(
    seed=st.integers(0, 1 << 32),
    turns=st.integers(1, 4),
    angles=st.sampled_from(["right", "any"]),
    topology=st.sampled_from(["king", "rook"]),
)
def test_each_word_has_one_path(
    seed: int, turns: int, angles: Literal["right", "any"], topology: Literal["king", "rook"]
) -> None:
    puzzle = lg.make_puzzle(
        WORDS, kind="bent", seed=seed, turns=turns, angles=angles, topology=topology
    )
    for placed in puzzle.key:
        assert [*walks(puzzle, placed.word)] == [placed.path]
    for word in rude_words("strict"):
        if len(word) >= 3:
            assert not [*walks(puzzle, word)], word
    assert lg.check_puzzle(puzzle)
    assert any(a != b for a, b in pairwise(_steps(puzzle.key[-1].path)))
    assert lg.make_puzzle(code=puzzle.code) == puzzle
    assert lg.Puzzle.from_json(puzzle.to_json()) == puzzle


def _steps(path: tuple[lg.Cell, ...]) -> list[tuple[int, int]]:
    return [(b.row - a.row, b.column - a.column) for a, b in pairwise(path)]


@pytest.fixture(scope="module")
def puzzle() -> lg.Puzzle:
    return lg.make_puzzle(WORDS, kind="bent", seed=1, turns=2, secret=["eagle"], language="en")


def test_a_table_keeps_the_paths(puzzle: lg.Puzzle, tmp_path: Path) -> None:
    puzzle.save(tmp_path / "birds.csv")
    read = lg.Puzzle.read(tmp_path / "birds.csv")
    assert [(each.word, each.path) for each in read.key] == [
        (each.word, each.path) for each in puzzle.key
    ]
    assert (read.kind, read.turns, read.angles) == ("bent", 2, "right")
    assert lg.check_puzzle(read)


def test_check_finds_faults(puzzle: lg.Puzzle) -> None:
    def faults(changed: lg.Puzzle) -> set[str]:
        return {fault.kind for fault in lg.check_puzzle(changed).faults}

    assert faults(replace(puzzle, turns=1)) >= {"turns"} or faults(replace(puzzle, turns=0))
    first, second, *others = puzzle.key
    moved = replace(first, path=second.path, start=second.start, length=second.length)
    assert "key" in faults(replace(puzzle, key=(moved, second, *others)))


def test_pages_and_sheets(puzzle: lg.Puzzle, tmp_path: Path) -> None:
    for suffix in ("html", "svg", "pdf", "png", "txt"):
        puzzle.save(tmp_path / f"birds.{suffix}")
        assert (tmp_path / f"birds.{suffix}").stat().st_size > 100
    assert "eagle" not in puzzle.words


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"turns": 2}, "turns and angles are for puzzles of kind 'bent'"),
        ({"kind": "bent", "level": "easy"}, "level is not for puzzles of kind 'bent'"),
        ({"kind": "bent", "unique": "word"}, "unique is not for puzzles of kind 'bent'"),
        ({"kind": "bent", "turns": 0}, "turns is 0, expected a whole number from 1 to 12"),
        ({"kind": "bent", "mask": "heart"}, "a mask for words on paths needs a size"),
    ],
)
def test_wrong_options(options: dict[str, object], message: str) -> None:
    with pytest.raises(lg.InputError, match=message):
        lg.make_puzzle(WORDS, seed=1, **options)  # type: ignore[arg-type]


def test_words_without_a_place() -> None:
    with pytest.raises(lg.PuzzleError, match="no place was found for it"):
        lg.make_puzzle(WORDS, kind="bent", seed=1, size=5)
    made = lg.make_puzzle(WORDS, kind="bent", seed=1, size=5, allow_missing=True)
    assert made.missing
    assert len(made.key) + len(made.missing) == len(WORDS)
    with pytest.raises(lg.PuzzleError, match="owl: is inside"):
        lg.make_puzzle([*WORDS, "owls"], kind="bent", seed=1)


def test_words_of_a_dense_grid_are_placed_where_they_complete_no_other() -> None:
    """Words left out of the pool take the place of those for which none is found."""
    words = lg.theme_words("animals")
    made = lg.make_puzzle(words, kind="bent", pool=20, size=11, turns=2, angles="any", seed=5)
    assert (len(made.words), made.missing) == (20, ())
    assert lg.check_puzzle(made).is_valid
    others = {*words}.difference(made.words)
    assert not solve_bent(made.grid, others, named=[*others], turns=2, angles="any")[0].key
