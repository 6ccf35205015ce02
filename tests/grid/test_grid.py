"""Grids as text, arrays, documents and values; written grids are read back unchanged."""

from __future__ import annotations

import pickle
import time
from collections.abc import Iterator
from itertools import groupby
from operator import itemgetter
from unittest.mock import patch

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import lexigrid as lg
from lexigrid.grid import map_tiles
from lexigrid.reading.parts import format_rows
from strategies import grids

# Some join their neighbours: an accent, a joiner, a mark before a number, half a flag.
FACES = "ab.?[]\\/| ,{éß👍🏽-+=\t1\u0301\u200d\u0600\ufeff\u2028\U0001f1e9"


def faces(grid: lg.Grid) -> list[list[str]]:
    return [
        [tile.face if (tile := grid[r, c]) is not None else "." for c in range(grid.columns)]
        for r in range(grid.rows)
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("tea/ant/oat", [["t", "e", "a"], ["a", "n", "t"], ["o", "a", "t"]]),
        ("tea/", [["t", "e", "a"]]),
        ("tea\nant\n", [["t", "e", "a"], ["a", "n", "t"]]),
        ("  tea\r\n\r\n  ant", [["t", "e", "a"], ["a", "n", "t"]]),
        ("\ufefftea/ant", [["t", "e", "a"], ["a", "n", "t"]]),
        ("Qu a\nt e", [["Qu", "a"], ["t", "e"]]),
        ("Qu a/t e", [["Qu", "a"], ["t", "e"]]),
        ("a./?b", [["a", "."], ["?", "b"]]),
        ("[ei]a/", [["[ei]", "a"]]),
        ("[q,qu] [ab]/", [["[q,qu]", "[ab]"]]),
        (r"\.\?/\[\\", [[".", "?"], ["[", "\\"]]),
        (r"a\/b/", [["a", "/", "b"]]),
        ("e\u0301a/", [["e\u0301", "a"]]),
        ("|te|\n|an|", [["t", "e"], ["a", "n"]]),
        ("| Qu |\n| t |", [["Qu"], ["t"]]),
        ("   0 1\n  +---+\n0 |t e|\n1 |a n|\n  +---+", [["t", "e"], ["a", "n"]]),
        ("+--+\n|te|\n+--+\n|an|\n+--+", [["t", "e"], ["a", "n"]]),
        ("1|te|1\n2|an|2", [["t", "e"], ["a", "n"]]),
        ("a|t e|a\nb|a n|b", [["t", "e"], ["a", "n"]]),
        ("1 2\n3 4", [["1", "2"], ["3", "4"]]),
        ("| 1 2 |\n+-----+", [["1", "2"]]),
        ("te\ran\r", [["t", "e"], ["a", "n"]]),
        ("\u0600 \\?/", [["\u0600", "?"]]),
        ("[ab]👍🏽\\?/", [["[ab]", "👍🏽", "?"]]),
    ],
)
def test_text(text: str, expected: list[list[str]]) -> None:
    assert expected == faces(lg.Grid.parse(text))


def test_size_folds_a_bare_string() -> None:
    assert lg.Grid.parse("abcdef", size=(2, 3)) == lg.Grid.parse("abc/def")
    assert lg.Grid.parse("abc/def", size=(2, 3)) == lg.Grid.parse("abc/def")
    assert lg.Grid.parse("Qu a b c", size=(2, 2)) == lg.Grid.parse("Qu a/b c")


def test_every_q_spells_qu_if_asked() -> None:
    grid = lg.Grid.parse("qa/Q[qe]", qu=True)
    assert [tile.spellings for cell in grid if (tile := grid[cell])] == [
        ("qu",),
        ("a",),
        ("Qu",),
        ("qu", "e"),
    ]


@pytest.mark.parametrize(
    ("text", "message", "facts"),
    [
        ("tea/a", "row 2 has 1 tile, expected 3 like row 1; write . for a hole", {"row": 1}),
        ("tea/an", "row 2 has 2 tiles, expected 3 like row 1; write . for a hole", {"row": 1}),
        ("", "the grid is empty, expected rows such as tea/ant/oat", {}),
        (" \n ", "the grid is empty", {}),
        ("| |", "the grid is empty", {}),
        ("tea//oat", "row 2 is empty, expected tiles between the slashes", {"row": 1}),
        ("a|b|c//d|-|f", "row 2 is empty, expected tiles between the slashes", {"row": 1}),
        ("a[b/cd", r"row 1: the bracket at character 2 of row 'a\[b' is not closed", {"row": 0}),
        ("1 2\n1 a b\n2 c [", r"row 3: the bracket at character 5 of row '2 c \['", {"row": 2}),
        ("a[]/bc", r"row 1, tile 2: tile '\[\]' is not a choice", {"row": 0, "column": 1}),
        ("ab/c\\", r"row 2, tile 2: tile '\\\\' ends with a backslash", {"row": 1, "column": 1}),
        ("a]/bc", "row 1, tile 2: tile ']' has a bracket inside", {"row": 0, "column": 1}),
        ("a\ud800/", "row 1, tile 2: tile '.ud800' has half a surrogate pair", {"column": 1}),
        ("[a\udc00]/", "has half a surrogate pair, which is not a character", {"column": 0}),
    ],
)
def test_text_that_is_not_a_grid(text: str, message: str, facts: dict[str, int]) -> None:
    with pytest.raises(lg.GridError, match=message) as caught:
        lg.Grid.parse(text)
    assert facts == {key: caught.value.facts[key] for key in facts}


def test_a_size_that_does_not_fit() -> None:
    with pytest.raises(lg.GridError, match="the grid has 5 tiles, the size 2x3 needs 6"):
        lg.Grid.parse("abcde", size=(2, 3))
    with pytest.raises(lg.GridError, match="the grid has 2x2 tiles, the size 2x3 needs 6"):
        lg.Grid.parse("ab/cd", size=(2, 3))
    with pytest.raises(lg.GridError, match="the size 3x2 needs 6, 2 in each row"):
        lg.Grid.parse("abc/def", size=(3, 2))


@pytest.mark.parametrize("size", ["2x3", (2,), (1, 2, 3), (2.0, 3.0), 6])
def test_a_size_that_is_not_a_pair(size: tuple[int, int]) -> None:
    message = r"(size|raw) is .*, expected \(rows, columns\)"
    with pytest.raises(lg.InputError, match=message):
        lg.Grid.parse("abcdef", size=size)
    with pytest.raises(lg.InputError, match=message):
        lg.Grid.from_rows(["abcdef"], size=size)
    with pytest.raises(lg.InputError, match=message):
        lg.Grid.read("g.raw", raw=size)


@pytest.mark.parametrize("size", [(0, 3), (-1, -3), (-3, -1)])
def test_a_size_without_cells(size: tuple[int, int]) -> None:
    with pytest.raises(lg.GridError, match=r"size is -?[0-9]x-?[0-9], expected at least 1x1"):
        lg.Grid.parse("abc", size=size)


def test_a_value_that_is_not_an_alphabet() -> None:
    with pytest.raises(lg.AlphabetError, match="alphabet is 3, expected an Alphabet or one of ar"):
        lg.Grid.parse("a/", alphabet=3)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        (None, "the rows are None, expected text or tiles row by row"),
        (["ab", 1], "row 2 is 1, expected text or tiles"),
        ([["a", 1]], "row 1 has 1, expected text or None; character codes are a uint8 array"),
        (["", "x"], "row 1 is empty, expected tiles"),
        ([[], []], "the grid is empty"),
        ([["a\r"]], "row 1, tile 1: a tile is 'a.r', expected text on one line"),
    ],
)
def test_rows_that_are_not_a_grid(rows: list[str], message: str) -> None:
    with pytest.raises(lg.GridError, match=message):
        lg.Grid.from_rows(rows)


@pytest.mark.parametrize("row", ["\\/", "[ab]", "a", "\\\\", "é\\/", "[a,\\,]"])
def test_one_long_row_takes_linear_time(row: str) -> None:
    started = time.perf_counter()
    grid = lg.Grid.parse(row * 100_000 + "/")
    lg.Grid.parse(f"[{'ab' * 100_000}]/")
    # In linear time it takes some tenths of a second; in quadratic time it took minutes.
    assert time.perf_counter() - started < 10
    assert (1, len(lg.Grid.parse(row + "/")) * 100_000) == (grid.rows, grid.columns)


@st.composite
def tile_texts(draw: st.DrawFn) -> list[list[str]]:
    rows, columns = draw(st.integers(1, 4)), draw(st.integers(1, 4))
    text = st.text(FACES, min_size=1, max_size=3)
    cells = draw(st.lists(text, min_size=rows * columns, max_size=rows * columns))
    return [cells[r * columns : (r + 1) * columns] for r in range(rows)]


@given(
    st.integers(1, 6).flatmap(
        lambda n: st.lists(st.text("abQ.?|é", min_size=n, max_size=n), min_size=1, max_size=6)
    ),
    st.booleans(),
)
def test_rows_of_text_equal_rows_of_characters(rows: list[str], qu: bool) -> None:
    tokens = [list(row) for row in rows]
    assert lg.Grid.from_rows(rows, qu=qu) == lg.Grid.from_rows(tokens, qu=qu)
    folded = lg.Grid.from_rows(["".join(rows)], size=(len(rows), len(rows[0])), qu=qu)
    assert folded == lg.Grid.from_rows(rows, qu=qu)


@example([["{{", "1"]])
@example([["1", "\t", " "]])
@example([["(Qu)"], ["x"]])
@example([["(Qu)", "x"]])
@given(tile_texts())
def test_any_text_can_be_a_tile(rows: list[list[str]]) -> None:
    tokens = [[lg.Tile(text, (text,)).format() for text in row] for row in rows]
    grid = lg.Grid.from_rows(tokens)
    flat = [text for row in rows for text in row]
    assert flat == [tile.spellings[0] for cell in grid if (tile := grid[cell])]
    assert grid == lg.Grid.parse(grid.format())
    assert grid == lg.Grid.parse(grid.format(one_line=True))
    assert grid == lg.Grid.from_dict(grid.to_dict())


@example([["."], ["?"], ["g"], ["-"]])
@example([["?", "?"], ["-", "-"]])
@given(
    st.integers(1, 4).flatmap(
        lambda n: st.lists(
            st.lists(st.sampled_from([*"?.ag-+=_:", "Qu", "th"]), min_size=n, max_size=n),
            min_size=1,
            max_size=4,
        )
    )
)
def test_signs_and_wildcards_are_read_back(rows: list[list[str]]) -> None:
    grid = lg.Grid.from_rows(rows)
    assert grid == lg.Grid.parse(grid.format())
    assert grid == lg.Grid.parse(grid.format(one_line=True))


@given(st.lists(st.lists(st.sampled_from("abQ.?"), min_size=4, max_size=4), min_size=1), st.data())
def test_grids_with_one_long_tile_are_written_as_all_others(
    rows: list[list[str]], data: st.DataObject
) -> None:
    row = data.draw(st.sampled_from(rows))
    row[data.draw(st.integers(0, 3))] = data.draw(st.sampled_from(["Qu", "th", "-a", "abc"]))
    grid = lg.Grid.from_rows(rows)
    tokens = map_tiles(grid, lambda tile: "." if tile is None else tile.format())
    for one_line in (False, True):
        assert grid.format(one_line=one_line) == format_rows(tokens, one_line=one_line)


@given(grids(topologies=False))
def test_four_rotations_and_two_reflections_change_nothing(grid: lg.Grid) -> None:
    assert grid == grid.rotated().rotated().rotated().rotated()
    assert grid == grid.mirrored().mirrored()
    assert (grid.rows, grid.columns) == (grid.rotated().columns, grid.rotated().rows)
    assert pickle.loads(pickle.dumps(grid)) == grid


@given(grids("abc", 5, ()))
def test_arrays_become_grids(grid: lg.Grid) -> None:
    rows = [[ord(face) for face in row] for row in faces(grid)]
    array = np.array(rows, dtype=np.uint8)
    assert grid == lg.Grid.from_array(array)
    assert hash(grid) == hash(lg.Grid.from_array(array))
    assert grid == lg.Grid.from_array(np.array(faces(grid)))
    assert grid == lg.Grid.from_array(np.array(faces(grid), dtype=object))
    assert grid == lg.Grid.from_array(np.asfortranarray(array))
    assert grid == lg.Grid.from_array(np.repeat(array, 2, axis=1)[:, ::2])


def test_a_read_only_array_of_bytes_is_used_in_place() -> None:
    array = np.frombuffer(b"tea.a?", dtype=np.uint8).reshape(2, 3)
    grid = lg.Grid.from_array(array)
    assert grid == lg.Grid.parse("tea/.a?")
    assert np.shares_memory(np.asarray(grid.codes), array)
    assert np.shares_memory(np.asarray(lg.Grid.from_array(array, qu=True).codes), array)
    assert not np.shares_memory(np.asarray(lg.Grid.from_array(array.copy()).codes), array)


@pytest.mark.parametrize("qu", [False, True])
def test_each_byte_is_a_cell_and_is_read_back(qu: bool) -> None:
    array = np.arange(256, dtype=np.uint8).reshape(16, 16)
    grid = lg.Grid.from_array(array, qu=qu)
    # Holes are `.` and the two line breaks.
    assert 253 == len(grid) == len(list(grid))
    assert grid == lg.Grid.parse(grid.format())
    assert grid == lg.Grid.parse(grid.format(one_line=True))
    assert grid == lg.Grid.from_json(grid.to_json())
    assert grid == pickle.loads(pickle.dumps(grid))
    assert grid == grid.rotated().rotated().rotated().rotated()


def test_single_characters_of_a_text_array_are_literal() -> None:
    characters = [["/", "\\", "[", "]"], ["|", ".", "?", "a"]]
    codes = np.array([[ord(c) for c in row] for row in characters], np.uint8)
    expected = lg.Grid.from_array(codes)
    assert expected == lg.Grid.from_array(np.array(characters))
    assert expected == lg.Grid.from_array(np.array(characters, dtype=object))
    assert expected == lg.Grid.from_array(codes.view("S1"))
    assert lg.Grid.from_array(np.array([["Qu", "[ei]"]])) == lg.Grid.parse("Qu [ei]/")


def test_an_array_has_only_the_punctuation_of_its_cells() -> None:
    for text, words in (("icecream", ["ICE CREAM"]), ("ice-cream", ["ICE-CREAM"])):
        codes = np.frombuffer(text.encode(), np.uint8).reshape(1, -1)
        for grid in (lg.Grid.from_array(codes), lg.Grid.parse(text + "/")):
            found = lg.find_lines(grid, words)
            assert [len(text)] == [len(seen.cells) for seen in found]
    letters = np.full((300, 300), ord("a"), np.uint8)
    assert lg.Grid.from_array(letters).tiles == (lg.Tile("a", ("a",)),)
    letters[-1, -1] = ord("-")
    assert [tile.face for tile in lg.Grid.from_array(letters).tiles] == ["-", "a"]


def test_plain_grids_share_one_table_of_tiles() -> None:
    grid, array = lg.Grid.parse("tea/.nt"), lg.Grid.from_array(np.array([[1]], np.uint8))
    assert grid.tile_table is lg.Grid.from_rows(["oat"]).tile_table
    assert array.tile_table is lg.Grid.from_array(np.array([[2]], np.uint8)).tile_table
    assert grid.codes.tobytes() == b"tea.nt"
    for each in (grid, array):
        assert each.tile_table is pickle.loads(pickle.dumps(each)).tile_table
        assert len(pickle.dumps(each)) < 500


def test_tiles_are_distinct_however_they_are_written() -> None:
    assert lg.Grid.parse(r"aa\a/").tiles == (lg.Tile("a", ("a",)),)
    assert lg.Grid.parse(r"aa\a/") == lg.Grid.parse(r"a\a\a/") == lg.Grid.parse("aaa/")


@given(st.data())
def test_grids_are_equal_cell_by_cell(data: st.DataObject) -> None:
    rows, columns = data.draw(st.integers(1, 3)), data.draw(st.integers(1, 3))
    cells = st.lists(st.sampled_from(b"ab.?\n"), min_size=rows * columns, max_size=rows * columns)

    def draw() -> lg.Grid:
        flat = bytes(data.draw(cells))
        if data.draw(st.booleans()):
            return lg.Grid.from_array(memoryview(flat).cast("B", (rows, columns)))
        text = flat.decode().replace("\n", ".")
        return lg.Grid.parse(text, size=(rows, columns))

    a, b = draw(), draw()
    assert (faces(a) == faces(b)) == (a == b)
    assert a != b or hash(a) == hash(b)
    assert len(list(a)) == len(a)


@pytest.mark.parametrize(
    ("array", "message"),
    [
        (np.zeros(3, np.uint8), "the array has 1 dimension, expected 2"),
        (np.zeros((0, 3), np.uint8), "the array is 0x3, expected at least one cell"),
        (np.zeros((2, 2)), "row 1 has 0.0, expected text or None; character codes are a uint8"),
        ([1, 2], "expected two dimensions of uint8 or text"),
    ],
)
def test_arrays_that_are_not_grids(array: object, message: str) -> None:
    with pytest.raises(lg.GridError, match=message):
        lg.Grid.from_array(array)


def test_a_grid_is_a_container_of_its_cells() -> None:
    grid = lg.Grid.parse("a./?b")
    assert list(grid) == [(0, 0), (1, 0), (1, 1)]
    assert len(grid) == 3
    assert (0, 0) in grid
    assert (0, 1) not in grid
    assert (5, 5) not in grid
    assert "a" not in grid
    with pytest.raises(lg.GridError, match=r"cell \(2, 0\) is not on the 2x2 grid"):
        grid[2, 0]


def test_a_million_cells_are_read() -> None:
    text = "\n".join(["abcdefghij" * 100] * 1000)
    grid = lg.Grid.parse(text)
    assert (1000, 1000, 10) == (grid.rows, grid.columns, len(grid.tiles))
    assert grid.codes[:3].tobytes() == b"abc"


def test_more_than_a_byte_of_tiles() -> None:
    letters = [chr(0x4E00 + i) for i in range(900)]
    grid = lg.Grid.parse("".join(letters), size=(30, 30))
    assert grid.codes.format == "H"
    assert grid == lg.Grid.parse(grid.format())


@pytest.mark.parametrize(
    "text",
    [
        "| t | Qu | a |\n|---|---|---|\n| a |  | t |",
        "+---+---+---+\n| t | Qu | a |\n+---+---+---+\n| a |  | t |\n+---+---+---+",
        "|t|Qu|a|\n|a| |t|",
        "t,Qu,a\na,,t",
        "t;Qu;a\na;.;t\n",
        "t\tQu\ta\na\t\tt",
        "t,Qu,a/a,,t",
        "t|Qu|a\na||t",
        "t | Qu | a\n--+----+--\na | . | t",
        "|   | 1 | 2  | 3 |\n|---|---|---|---|\n| 1 | t | Qu | a |\n| 2 | a |  | t |",
        "   1 2  3\n1  t Qu a\n2  a .  t",
    ],
)
def test_pasted_tables_have_a_tile_per_field(text: str) -> None:
    assert lg.Grid.parse("t Qu a/a . t") == lg.Grid.parse(text)


def test_tiles_that_look_like_numbers_of_rows_and_columns() -> None:
    grid = lg.Grid.from_rows([[".", "1", "2"], ["1", "a", "Qu"], ["2", "b", "c"]])
    assert grid == lg.Grid.parse(grid.format())


@given(st.lists(st.text("aé|, .[]\\", max_size=6), min_size=1, max_size=4))
@example(["a [b]", "\\[ [c d]"])
def test_tables_are_read_like_their_rows(rows: list[str]) -> None:
    def read() -> list[list[str]] | str:
        try:
            return faces(lg.Grid.parse("\n".join(rows)))
        except lg.GridError as error:
            return str(error)

    fast = read()
    with (
        patch("lexigrid.grid.text.split_table", return_value=None),
        patch("lexigrid.grid.text.split_all", return_value=None),
    ):
        assert fast == read()


def test_rows_may_be_valid_only_until_the_next_one() -> None:
    def one_list_for_all() -> Iterator[list[str]]:
        row = ["", ""]
        for row[:] in ("te", "an", "oa"):
            yield row

    assert lg.Grid.parse("te/an/oa") == lg.Grid.from_rows(one_list_for_all())
    cells = [(0, "t"), (0, "e"), (1, "a"), (1, "b")]
    groups = groupby(cells, key=itemgetter(0))
    assert lg.Grid.parse("te/ab") == lg.Grid.from_rows(
        map(itemgetter(1), each) for _, each in groups
    )


def test_separators_are_tiles_where_there_is_no_table() -> None:
    assert [["a", ","], ["b", "c"]] == faces(lg.Grid.parse("a,/bc"))
    assert [["a", ",", "b"], ["c", ",", "d"]] == faces(lg.Grid.parse("a\\,b/c\\,d"))


def test_letters_are_in_the_middle_of_their_cells() -> None:
    svg = lg.Grid.parse("ab/cd").to_svg()
    assert 'width="84" height="84"' in svg
    for letter, x, y in (("a", 24, 24), ("b", 60, 24), ("c", 24, 60), ("d", 60, 60)):
        assert f'<text x="{x}" y="{y}">{letter}</text>' in svg
