"""Rows of arbitrary bytes: each becomes an answer or an error, and no job ends early."""

from __future__ import annotations

import json
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from batch_files import KINDS, LEXICON, read_rows
from damage_batches import damage_batches
from lexigrid.batch import run_batch
from lexigrid.batch.job import TASKS, Job, Kind, Task
from lexigrid.batch.readers import text
from lexigrid.batch.readers.sources import find_sources


@pytest.mark.parametrize("kind", KINDS)
def test_damaged_rows_become_errors(kind: str) -> None:
    [facts] = damage_batches(400, 7, kind)
    assert facts["rows with an error"] > 100


#: Rows (grid, words) with invalid UTF-8, surrogates or other oddities.
ODD = [(b"te\xff/an", b"te"), (b"te/an", b"t\xed\xa0\x80e"), (b"\xed\xb3\xbfe/an", b"te")]


@pytest.mark.parametrize("task", TASKS)
@pytest.mark.parametrize("kind", ["parquet", "arrow", "csv", "jsonl"])
def test_bytes_that_are_not_utf8_are_an_error_of_their_row(
    kind: str, task: Task, tmp_path: Path
) -> None:
    to: Kind
    rows = [(b"te/an", b"te"), *ODD, (b"ta/en", b"te")]
    place = tmp_path / f"in{KINDS[kind]}"
    if kind == "csv":
        place.write_bytes(b"\n".join([b"grid,words", *map(b",".join, rows)]))
    elif kind == "jsonl":
        line = b'{"grid": "%s", "words": "%s"}'
        place.write_bytes(b"\n".join([line % row for row in rows]))
    else:
        grids, words = (pa.array(column, pa.binary()) for column in zip(*rows, strict=True))
        table = pa.table({"grid": grids.view(pa.string()), "words": words.view(pa.string())})
        if kind == "parquet":
            pq.write_table(table, place)
        else:
            with pa.ipc.new_file(str(place), table.schema) as writer:
                writer.write_table(table)
    for to in ("parquet", "jsonl"):
        lexicon = LEXICON if task in ("score", "paths", "bound") else None
        run_batch(place, tmp_path / to, task=task, words=lexicon, write_as=to)
        made = read_rows(tmp_path / to)
        is_bad = [row["error"] is not None for row in made]
        assert [False, True, lexicon is None, True, False] == is_bad
        assert "te\ufffd/an" == made[1]["grid"]
        assert all("not UTF-8" in row["error"] for row in made if row["error"])


def test_surrogates_that_json_escapes_are_an_error_of_their_row(tmp_path: Path) -> None:
    lines = ['{"grid": "t\\ud800/an", "words": "te"}', '{"grid": "te/an", "words": ["\\udfff"]}']
    (tmp_path / "in.jsonl").write_text("\n".join([*lines, '{"grid": "te/an", "words": "te"}']))
    for task in ("lines", "check", "trace"):
        run_batch(tmp_path / "in.jsonl", tmp_path / f"{task}.parquet", task=task)
        made = read_rows(tmp_path / f"{task}.parquet")
        assert [True, True, False] == [row["error"] is not None for row in made]


def test_the_first_row_may_be_damaged(tmp_path: Path) -> None:
    (tmp_path / "in.jsonl").write_text('{"gr": "te/an"}\n{"grid": "te/an"}\n', "utf-8")
    done = run_batch(tmp_path / "in.jsonl", tmp_path / "out.jsonl", words=LEXICON)
    assert (2, 1) == (done.rows, done.errors)


def test_a_stray_quote_costs_one_row(tmp_path: Path) -> None:
    lines = ["te/an", '"te/an', *["te/an"] * 7, '"te/an"', 'te"/an', '"te\nan"', "te/an"]
    (tmp_path / "in.csv").write_text("\n".join(["grid", *lines]) + "\n", "utf-8")
    run_batch(tmp_path / "in.csv", tmp_path / "out.jsonl", words=LEXICON)
    made = read_rows(tmp_path / "out.jsonl")
    assert len(lines) == len(made)
    assert [1, 10] == [row for row, each in enumerate(made) if each["error"]]
    assert made[1]["error"].startswith("line 3: not CSV: ")


def test_a_stray_quote_does_not_make_one_slice_of_the_rest(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(text, "MAX_RECORD_BYTES", 50)
    (tmp_path / "in.csv").write_text('grid\n"te/an\n' + "te/an\n" * 99, "utf-8")
    (source,) = find_sources(tmp_path / "in.csv", None)
    assert max(end - begin for begin, end, *_ in text.slice_file(Job(part_bytes=20), source)) < 100
    done = run_batch(source.path, tmp_path / "out.jsonl", words=LEXICON, part_bytes=20)
    assert (100, 1) == (done.rows, done.errors)


def test_a_carriage_return_stays_in_its_row(tmp_path: Path) -> None:
    rows = [{"grid": "te\ran", "words": ["te"]}, {"grid": "te/an", "words": ["a\rn"]}]
    (tmp_path / "in.jsonl").write_text("\n".join(map(json.dumps, rows)), "utf-8")
    run_batch(tmp_path / "in.jsonl", tmp_path / "out.csv", task="lines")
    assert ["te\ran", "te/an"] == [row["grid"] for row in read_rows(tmp_path / "out.csv")]
