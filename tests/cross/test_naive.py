"""The oracle itself, compared with answers worked out by hand."""

from __future__ import annotations

import naive
from lexigrid import Cell, Direction, Grid, Topology

TEA = Grid.parse("tea/ant/oat")


def test_lines_by_hand() -> None:
    found = naive.find_lines(TEA, ["oat", "t", "dog"])
    assert found == [
        ("t", (Cell(0, 0),), None),
        ("t", (Cell(1, 2),), None),
        ("oat", (Cell(2, 0), Cell(1, 0), Cell(0, 0)), Direction.N),
        ("oat", (Cell(2, 0), Cell(2, 1), Cell(2, 2)), Direction.E),
        ("t", (Cell(2, 2),), None),
    ]
    assert naive.missing_words(TEA, ["oat", "t", "dog"], found) == ["dog"]


def test_paths_by_hand() -> None:
    found = naive.find_paths(TEA, ["eat", "tan", "dog"])
    assert [(spellings, len(paths)) for _, spellings, paths in found] == [
        (["tan"], 4),
        (["eat"], 2),
    ]
    assert found[1][2][0] == (Cell(0, 1), Cell(0, 2), Cell(1, 2))


def test_self_avoiding_walks_by_hand() -> None:
    square = Grid.parse("aa/aa")
    walks = [len(naive.paths_of(square, ("a",) * size, Topology("rook"))) for size in (1, 2, 3, 4)]
    assert walks == [4, 8, 8, 8]


def test_tiles_by_hand() -> None:
    grid = Grid.parse("Qu ? [ei] .")
    cells = tuple(Cell(0, column) for column in range(3))
    assert naive.can_spell(grid, cells, tuple("quai"))
    assert naive.can_spell(grid, cells, tuple("quze"))
    assert not naive.can_spell(grid, cells, tuple("qua"))
    assert not naive.can_spell(grid, cells, tuple("quao"))
    assert not naive.can_spell(grid, (Cell(0, 3),), ("a",))


def test_punctuation_counts_where_the_grid_has_it() -> None:
    assert naive.letters_of(Grid.parse("ab/"), "a-b") == ("a", "b")
    assert naive.letters_of(Grid.parse("a-b/"), "a-b") == ("a", "-", "b")
    assert naive.letters_of(Grid.parse("ab/"), "--") == ("-", "-")


def test_cells_of_a_path_touch_and_are_distinct() -> None:
    king = Topology()
    assert naive.is_path(TEA, (Cell(0, 0), Cell(1, 1)), king)
    assert not naive.is_path(TEA, (Cell(0, 0), Cell(0, 2)), king)
    assert not naive.is_path(TEA, (Cell(0, 0), Cell(0, 1), Cell(0, 0)), king)
