"""Columns of batch input: found by name, passed through, and kept individually."""

from __future__ import annotations

import datetime
import json
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import lexigrid as lg
from batch_files import KINDS, LEXICON, PUZZLES, read_rows, write_rows
from lexigrid.batch import run_batch
from lexigrid.batch.job import TASKS, Kind


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "text"])
def test_columns_are_found_by_name(kind: str, tmp_path: Path) -> None:
    turned = [dict(reversed(puzzle.items())) for puzzle in PUZZLES]
    place = write_rows(tmp_path / f"in{KINDS[kind]}", kind, turned)
    run_batch(place, tmp_path / "out.jsonl", task="check", size_column="size")
    made = read_rows(tmp_path / "out.jsonl")
    assert [True, False, False, None, None] == [row["ok"] for row in made]


TABLE: list[dict[str, Any]] = [
    {"id": 7, "grid": "te/an", "note": "a,b"},
    {"id": 8, "grid": "te/a", "note": None},
    {"id": 9, "grid": "tea/ant/oat", "note": "x"},
]


@pytest.mark.parametrize("to", ["parquet", "csv", "tsv", "jsonl"])
@pytest.mark.parametrize("kind", ["parquet", "arrow", "csv", "tsv", "jsonl"])
def test_columns_of_the_input_are_passed_through(kind: str, to: str, tmp_path: Path) -> None:
    place = write_rows(tmp_path / f"in.{kind}", kind, TABLE * 5)
    as_text = kind in ("csv", "tsv") or to in ("csv", "tsv") or (kind, to) == ("jsonl", "parquet")
    ids = [str(row["id"]) if as_text else row["id"] for row in TABLE * 5]
    keep: Any
    for keep, names in (
        (("note", "score", "id"), ["note", "score", "id", "error"]),
        ("all", ["id", "grid", "note", "score", "error"]),
    ):
        out = tmp_path / f"out-{len(keep)}-{keep[0]}.{to}"
        run_batch(place, out, words=LEXICON, keep=keep, part_bytes=40, part_rows=4)
        made = read_rows(out)
        assert names == list(made[0])
        assert ids == [row["id"] for row in made]
        assert [row["note"] or "" for row in TABLE * 5] == [row["note"] or "" for row in made]
        assert [False, True, False] * 5 == [bool(row["error"]) for row in made]


def test_odd_values_are_passed_through(tmp_path: Path) -> None:
    day = datetime.date(2026, 1, 2)
    notes = pa.array([b"a\xff", b"b"], pa.binary()).view(pa.string())
    table = pa.table({"grid": ["te/an", "an/te"], "day": [day, None], "note": notes})
    pq.write_table(table, tmp_path / "in.parquet")
    for to in ("parquet", "jsonl", "csv"):
        run_batch(tmp_path / "in.parquet", tmp_path / f"out.{to}", words=LEXICON, keep="all")
        made = read_rows(tmp_path / f"out.{to}")
        assert ["a\ufffd", "b"] == [row["note"] for row in made]
        assert (day if to == "parquet" else "2026-01-02") == made[0]["day"]
    (tmp_path / "in.jsonl").write_text(
        '{"grid": "te/an", "\\udfff": 0, "x": {"a": [1, "\\ud800"]}}\n[]\n', "utf-8"
    )
    for to in ("parquet", "jsonl", "csv"):
        run_batch(tmp_path / "in.jsonl", tmp_path / f"json.{to}", words=LEXICON, keep="all")
        first, second = read_rows(tmp_path / f"json.{to}")
        assert '"a"' in (json.dumps(first["x"]) if to == "jsonl" else first["x"])
        assert second["x"] in (None, "")
    pq.write_table(
        pa.table({"grid": ["te/an"], "day": ["1"], "note": ["c"]}), tmp_path / "b.parquet"
    )
    inputs = [str(tmp_path / "b.parquet"), str(tmp_path / "in.parquet")]
    with pytest.raises(lg.InputError, match=r"the types of .* differ between .*in\.parquet"):
        run_batch(inputs, tmp_path / "two.parquet", words=LEXICON, keep="all")


def test_each_task_keeps_each_of_its_columns(tmp_path: Path) -> None:
    place = write_rows(tmp_path / "in.jsonl", "jsonl", PUZZLES[:3])
    to: Kind
    for task, known in TASKS.items():
        for name in known:
            for to in ("parquet", "jsonl"):
                out = tmp_path / f"{task}-{name}-{to}"
                run_batch(
                    place, out, task=task, keep=[name], write_as=to, size=(3, 3),
                    words=LEXICON if task in ("score", "paths") else None,
                )  # fmt: skip
                made = read_rows(out)
                assert [[name, "error"]] * 3 == [list(row) for row in made]
                assert all(row[name] is not None or row["error"] for row in made)


def test_a_header_with_an_endless_field_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "grids.csv"
    path.write_text("a" * 200_000, "utf-8")
    with pytest.raises(lg.InputError, match=r"grids.csv' has no CSV header: field larger"):
        run_batch(path, tmp_path / "out", words=LEXICON)


def write_arrow(place: Path, table: pa.Table) -> Path:
    with pa.OSFile(str(place), "wb") as file, pa.ipc.new_file(file, table.schema) as writer:
        writer.write_table(table)
    return place


def test_categories_of_string_views_are_read(tmp_path: Path) -> None:
    """polars writes its categorical columns so."""
    views = pa.array(["te/an", "an/te"], pa.string_view())
    column = pa.DictionaryArray.from_arrays(pa.array([1, 0, None], pa.uint32()), views)
    table = pa.table({"grid": ["te/an", "te/an", "te/an"], "board": column})
    place = write_arrow(tmp_path / "in.arrow", table)
    for to in ("parquet", "arrow", "csv"):
        out = tmp_path / f"out.{to}"
        run_batch(place, out, words=LEXICON, keep="all")
        assert ["an/te", "te/an", ""] == [row["board"] or "" for row in read_rows(out)]
        run_batch(place, out, words=LEXICON, grid_column="board", overwrite=True)
        assert ["an/te", "te/an"] == [row["grid"] for row in read_rows(out)][:2]


def test_columns_that_parquet_lacks_are_refused(tmp_path: Path) -> None:
    table = pa.table({"grid": ["te/an"], "time": pa.array([pa.MonthDayNano([1, 2, 3])])})
    place = write_arrow(tmp_path / "in.arrow", table)
    with pytest.raises(lg.InputError, match=r"does not fit into Parquet: .*; leave it out of keep"):
        run_batch(place, tmp_path / "out.parquet", words=LEXICON, keep="all")
    run_batch([place], tmp_path / "out.arrow", words=LEXICON, keep="all")


@pytest.mark.parametrize("kind", ["csv", "jsonl"])
def test_errors_keep_their_rows_in_long_input(kind: str, tmp_path: Path) -> None:
    """Rows are read in chunks; every third of these is wrong, some are blank lines."""
    wrong, usable = (
        ('"a"b', "te/an,{}") if kind == "csv" else ("te/an", '{{"grid":"te/an","n":{}}}')
    )
    lines = [wrong if n % 3 == 0 else usable.format(n) for n in range(2000)]
    lines[500:500] = ["", ""]
    head = ["grid,n"] if kind == "csv" else [usable.format(0)]
    (tmp_path / f"in.{kind}").write_text("\n".join([*head, *lines]))
    run_batch(tmp_path / f"in.{kind}", tmp_path / "out.jsonl", words=LEXICON, keep=["n"])
    made = read_rows(tmp_path / "out.jsonl")[kind == "jsonl" :]
    assert [None if n % 3 == 0 else str(n) for n in range(2000)] == [
        row["n"] and str(row["n"]) for row in made
    ]
    starts = [row["error"] and row["error"].split(": ")[:2] for row in made]
    assert starts == [
        [f"line {n + 2 + 2 * (n >= 500)}", f"not {'CSV' if kind == 'csv' else 'JSON'}"]
        if n % 3 == 0
        else None
        for n in range(2000)
    ]


def test_a_name_with_two_values_is_an_error_wherever_it_is(tmp_path: Path) -> None:
    lines = [
        '{"grid":"te/an","grid":"x:"}',
        '{"grid":"te:an","n":{"a":1,"a":2}}',
        '{"grid":":a/bc"}',
    ]
    (tmp_path / "in.jsonl").write_text("\n".join(lines))
    run_batch(tmp_path / "in.jsonl", tmp_path / "out.jsonl", words=LEXICON)
    errors = [row["error"] for row in read_rows(tmp_path / "out.jsonl")]
    assert "two values for 'grid'" in errors[0]
    assert "two values for 'a'" in errors[1]
    assert errors[2] is None


def test_an_arrow_stream_is_refused_by_name(tmp_path: Path) -> None:
    table = pa.table({"grid": ["te/an"]})
    with pa.ipc.new_stream(tmp_path / "in.arrow", table.schema) as file:
        file.write_table(table)
    with pytest.raises(lg.InputError, match="it is an Arrow stream; write a file"):
        run_batch(tmp_path / "in.arrow", tmp_path / "out.csv", words=LEXICON)
