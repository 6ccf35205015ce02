"""Random grids, words and topologies for the property tests."""

from __future__ import annotations

from hypothesis import strategies as st

from lexigrid import Cell, Grid, Topology

SPECIAL = ("?", "[ab]", "[a,ba]", "Qu", "ab", ".")


@st.composite
def grids(
    draw: st.DrawFn,
    letters: str = "ab",
    most: int = 4,
    special: tuple[str, ...] = SPECIAL,
    topologies: bool = False,
) -> Grid:
    """Draw a grid of 1 to `most` rows and columns, possibly with special tiles."""
    rows = draw(st.integers(1, most))
    columns = draw(st.integers(1, most))
    plain = st.sampled_from(list(letters))
    token = st.one_of(plain, plain, st.sampled_from(special)) if special else plain
    cells = draw(st.lists(token, min_size=rows * columns, max_size=rows * columns))
    topology = Topology()
    if topologies:
        topology = draw(topologies_on(rows, columns))
    return Grid.from_rows(
        [cells[row * columns : (row + 1) * columns] for row in range(rows)], topology=topology
    )


@st.composite
def topologies_on(draw: st.DrawFn, rows: int, columns: int) -> Topology:
    """Draw a topology that fits the shape."""
    name = draw(st.sampled_from(["king", "rook", "bishop", "hex", "custom"]))
    wrap = draw(st.booleans())
    if name == "custom":
        cell = st.builds(Cell, st.integers(0, rows - 1), st.integers(0, columns - 1))
        pairs = draw(st.lists(st.tuples(cell, cell), max_size=12))
        return Topology("custom", False, tuple(pairs))
    if name == "hex" and rows % 2:
        wrap = False
    return Topology(name, wrap)


def words(letters: str = "ab", most: int = 5) -> st.SearchStrategy[list[str]]:
    """Draw a list of words."""
    return st.lists(st.text(letters, min_size=1, max_size=most), min_size=1, max_size=12)
