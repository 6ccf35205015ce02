"""Grids from files: text, JSON and raw bytes, and files that are not grids."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import lexigrid as lg


def test_files(tmp_path: Path) -> None:
    expected = lg.Grid.parse("t Qu ./e ? [ei]")
    (tmp_path / "g.txt").write_text(expected.format(), "utf-8")
    (tmp_path / "g.csv").write_text("t,Qu,\ne,?,[ei]\n", "utf-8")
    (tmp_path / "g.json").write_text(json.dumps(expected.to_dict()), "utf-8")
    for name in ("g.txt", "g.csv", "g.json"):
        assert expected == lg.Grid.read(tmp_path / name)


def test_a_q_in_a_file_is_one_letter_unless_qu_is_given(tmp_path: Path) -> None:
    path = tmp_path / "g.txt"
    path.write_text("qi\nxt\n", "utf-8")
    assert lg.Grid.read(path) == lg.Grid.parse("qi/xt") != lg.Grid.read(path, qu=True)
    assert lg.Grid.read(path, qu=True) == lg.Grid.parse("qi/xt", qu=True)


def test_a_raw_file_is_mapped(tmp_path: Path) -> None:
    path = tmp_path / "g.raw"
    path.write_bytes(b"teaant")
    assert lg.Grid.read(path, raw=(2, 3)) == lg.Grid.parse("tea/ant")
    with pytest.raises(lg.GridError, match="has 6 bytes, 3x3 cells need 9"):
        lg.Grid.read(path, raw=(3, 3))
    with pytest.raises(lg.InputError, match="raw maps a file, not standard input"):
        lg.Grid.read("-", raw=(2, 3))


@pytest.mark.parametrize(
    ("data", "wider"),
    [(b"tea\nant\n", 4), (b"tea\nant", 0), (b"tea\r\nant\r\n", 5), (b"tea\r\nant", 0)],
)
def test_the_error_for_line_breaks_in_a_raw_file_suggests_a_remedy(
    tmp_path: Path, data: bytes, wider: int
) -> None:
    path = tmp_path / "g.raw"
    path.write_bytes(data)
    with pytest.raises(lg.GridError, match="seem to end with a line break: read it as text") as e:
        lg.Grid.read(path, raw=(2, 3))
    assert bool(wider) == (f"or with raw 2x{wider}" in str(e.value))
    assert lg.Grid.read(path) == lg.Grid.parse("tea/ant")
    if wider:
        holes = "." * (wider - 3)
        assert lg.Grid.read(path, raw=(2, wider)) == lg.Grid.parse(f"tea{holes}/ant{holes}")


@pytest.mark.parametrize(
    ("name", "data", "message"),
    [
        ("g.txt", b"te\xff", "byte 2 is 0xff, which is not UTF-8"),
        ("g.json", b'{"format": "lexigrid/lines"}', "the format is 'lexigrid/lines', expected"),
        ("g.json", b'{"format": "lexigrid/grid", "version": 3}', "the version is 3, this release"),
        ("g.json", b'{"format": "lexigrid/grid", "version": 1}', "the grid has no 'rows'"),
        ("g.json", b"{", "not JSON"),
        ("g.json", b'{"rows": ["a"], "rows": ["b"]}', "the object has two values for 'rows'"),
        ("g.json", b"[" * 100_000, "not JSON|the format is"),
        ("g.txt", b"", "the grid is empty"),
        ("g.csv", b"", "the grid is empty"),
        ("g.csv", b"a" * 200_000, "not CSV: field larger than field limit"),
        (
            "g.json",
            b'{"format": "lexigrid/grid", "version": 1, "rows": ["a"], "wrap": "no"}',
            "wrap",
        ),
    ],
)
def test_files_that_are_not_grids(tmp_path: Path, name: str, data: bytes, message: str) -> None:
    path = tmp_path / name
    path.write_bytes(data)
    with pytest.raises(lg.GridError, match=message) as caught:
        lg.Grid.read(path)
    assert name in str(caught.value)


@pytest.mark.parametrize("name", ["g.txt", "g.csv", "g.json"])
def test_a_byte_order_mark_is_not_a_tile(tmp_path: Path, name: str) -> None:
    expected = lg.Grid.parse("t e/a n")
    made = {"g.txt": "te\nan", "g.csv": "t,e\na,n\n", "g.json": json.dumps(expected.to_dict())}
    (tmp_path / name).write_text(made[name], "utf-8-sig")
    assert expected == lg.Grid.read(tmp_path / name)


def test_a_brace_is_a_tile_and_an_object_is_json(tmp_path: Path) -> None:
    path = tmp_path / "g.txt"
    path.write_text("{a\nbc", "utf-8")
    assert lg.Grid.read(path) == lg.Grid.parse("{a/bc")
    path.write_text(json.dumps(lg.Grid.parse("ab/cd").to_dict(), indent=1), "utf-8")
    assert lg.Grid.read(path) == lg.Grid.parse("ab/cd")


def test_options_take_precedence_over_those_of_a_json_file(tmp_path: Path) -> None:
    path = tmp_path / "g.json"
    path.write_text(json.dumps(lg.Grid.parse("abcd/", alphabet="de").to_dict()), "utf-8")
    grid = lg.Grid.read(path, size=(2, 2), case_sensitive=True, topology="rook", wrap=True)
    assert grid == lg.Grid.parse(
        "ab/cd", alphabet="de", case_sensitive=True, topology="rook", wrap=True
    )


@pytest.mark.parametrize(
    ("key", "kind"), [("alphabet", lg.AlphabetError), ("topology", lg.InputError)]
)
def test_the_error_for_a_wrong_setting_in_a_file_names_the_file(
    tmp_path: Path, key: str, kind: type[lg.LexigridError]
) -> None:
    path = tmp_path / "g.json"
    path.write_text(json.dumps({**lg.Grid.parse("ab/").to_dict(), key: "xx"}), "utf-8")
    with pytest.raises(kind, match=r"g\.json': .*'xx'"):
        lg.Grid.read(path)
    with pytest.raises(kind, match=r"^(?!.*g\.json).*'yy'"):
        lg.Grid.read(path, **{key: "yy"})  # type: ignore[arg-type]


def test_a_missing_file() -> None:
    with pytest.raises(lg.InputError, match=r"cannot read 'none\.txt': no such file"):
        lg.Grid.read("none.txt")


@pytest.mark.parametrize(
    "text", ["\t\ta\nb\tc\td\n", '"";"";"a"\r\n"b";"c";"d"\r\n', ",,a\nb,c,d\n"]
)
def test_csv_with_other_separators(text: str, tmp_path: Path) -> None:
    path = tmp_path / "g.csv"
    path.write_bytes(text.encode())
    assert lg.Grid.read(path) == lg.Grid.parse("..a/bcd")


@pytest.mark.parametrize("mark", [",", ";", "\t"])
def test_a_puzzle_of_one_column_is_read_with_every_separator(tmp_path: Path, mark: str) -> None:
    path = tmp_path / "p.csv"
    header = "word,start_row,start_column,end_row,end_column,direction,secret"
    text = f"c\na\nt\n{header}\nca,0,0,1,0,S,false\n"
    path.write_text(text.replace(",", mark), "utf-8")
    puzzle = lg.Puzzle.read(path)
    assert ("ca",) == puzzle.words
    assert lg.Grid.parse("c\na\nt") == puzzle.grid == lg.Grid.read(path)


@pytest.mark.parametrize("rows", ["cat\nd;o;g\n", "cat\n\nd,o,g\n", "cat\ndog\nd\to\tg\n"])
def test_a_separator_in_a_later_row_makes_no_tile(tmp_path: Path, rows: str) -> None:
    path = tmp_path / "g.csv"
    path.write_text(rows, "utf-8")
    with pytest.raises(lg.GridError, match=r"row \d has 3 tiles, expected 1 like row 1"):
        lg.Grid.read(path)
