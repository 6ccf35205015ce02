"""Cells, directions and topologies on small shapes, with answers worked out by hand."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import lexigrid as lg
from lexigrid.geometry import parse_directions
from strategies import topologies_on


def test_directions_are_in_order_and_have_opposites() -> None:
    assert [str(each) for each in lg.Direction] == [
        "N",
        "NE",
        "E",
        "SE",
        "S",
        "SW",
        "W",
        "NW",
    ]
    for each in lg.Direction:
        back = each.opposite
        assert (each.row_step + back.row_step, each.column_step + back.column_step) == (0, 0)
        assert back.opposite is each
        assert each  # truthy: None is the direction of a word on a single cell


def test_a_direction_equals_its_name() -> None:
    """`each.direction == "N"` is what people write."""
    for number, each in enumerate(tuple(lg.Direction)):
        assert each == each.name == json.loads(json.dumps(each))
        assert each.number == number
        assert lg.Direction(each.name.lower()) is each


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ("N,E", "N E"),
        ("e , n,E", "N E"),
        (["SW", lg.Direction.N], "N SW"),
        (lg.Direction.W, "W"),
        ([0], ""),
    ],
)
def test_directions_are_parsed(given: object, expected: str) -> None:
    if not expected:
        with pytest.raises(lg.InputError, match="direction is 0, expected one or more of N, NE"):
            parse_directions(given)  # type: ignore[arg-type]
    else:
        assert expected == " ".join(map(str, parse_directions(given)))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ("N,X", "direction is 'X'"),
        ("", "direction is ''"),
        ([], "no direction"),
        (None, "directions are None, expected one or more of N, NE"),
        (3, "directions are 3, expected one or more of N, NE"),
    ],
)
def test_bad_directions(given: object, message: str) -> None:
    with pytest.raises(lg.InputError, match=message):
        parse_directions(given)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("name", "wrap", "cell", "expected"),
    [
        ("king", False, (0, 0), "01 10 11"),
        ("rook", False, (1, 1), "01 10 12 21"),
        ("bishop", False, (1, 1), "00 02 20 22"),
        ("hex", False, (0, 1), "00 02 10 11"),
        ("hex", False, (1, 1), "01 02 10 12 21 22"),
        ("rook", True, (0, 0), "01 02 10 20"),
        ("king", True, (0, 0), "01 02 10 11 12 20 21 22"),
    ],
)
def test_neighbours(name: str, wrap: bool, cell: tuple[int, int], expected: str) -> None:
    near = lg.Topology(name, wrap).neighbours(3, 3, cell)
    assert expected == " ".join(f"{row}{column}" for row, column in near)


@given(st.data())
def test_touching_is_symmetric_and_no_cell_touches_itself(data: st.DataObject) -> None:
    rows, columns = data.draw(st.integers(1, 5)), data.draw(st.integers(1, 5))
    topology = data.draw(topologies_on(rows, columns))
    cells = [lg.Cell(row, column) for row in range(rows) for column in range(columns)]
    for a in cells:
        near = topology.neighbours(rows, columns, a)
        assert list(near) == sorted(set(near) - {a})
        assert all(topology.touches((rows, columns), b, a) for b in near)


def test_bad_topologies() -> None:
    with pytest.raises(lg.InputError, match="topology is 'knight', expected one of king, rook"):
        lg.Topology.of("knight")
    with pytest.raises(lg.InputError, match="pairs of cells"):
        lg.Topology.of(7)
    with pytest.raises(lg.InputError, match="pairs of cells"):
        lg.Topology.of([((0, 0.5), (0, 1))])
    with pytest.raises(lg.GridError, match="a wrapped hex grid has 3 rows, expected an even"):
        lg.Grid.parse("ab/cd/ef", topology="hex", wrap=True)
    with pytest.raises(lg.GridError, match=r"cell \(0, 5\) of the topology is not on the 1x2 grid"):
        lg.Grid.parse("ab/", topology=[((0, 0), (0, 5))])


def test_a_custom_topology_has_the_given_pairs() -> None:
    topology = lg.Topology.of([((0, 0), (2, 1)), [[0, 0], [1, 1]], ((1, 1), (1, 1))])
    assert topology.neighbours(3, 3, (0, 0)) == ((1, 1), (2, 1))
    assert topology.neighbours(3, 3, lg.Cell(1, 1)) == ((0, 0),)
    assert topology.neighbours(3, 3, (2, 2)) == ()


def test_pairs_of_a_topology_may_be_tuples() -> None:
    pairs: Any = [((0, 0), (0, 1))]
    assert lg.Topology("custom", pairs=pairs) == lg.Topology.of(pairs)
    some_wrong: Any = ((1, 2), 5, [((0, 0), "x")])
    for wrong in some_wrong:
        with pytest.raises(lg.InputError, match="expected pairs of cells"):
            lg.Topology("custom", pairs=wrong)
