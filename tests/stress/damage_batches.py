"""Damage the bytes of rows in every kind of input and run every task on them."""

from __future__ import annotations

import random
import tempfile
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

import lexigrid as lg
from batch_files import KINDS, read_rows, write_rows
from common import Facts, damage
from lexigrid.batch import run_batch
from lexigrid.batch.job import DEFAULT_COLUMNS, DELIMITERS, TASKS

#: Rows with and without a size; without one, a bare string is a square.
ROWS: list[dict[str, Any]] = [
    {"grid": "tea/ant/oat", "words": ["oat", "eat"], "size": None},
    {"grid": "teaantoat", "words": ["tea", "zebra"], "size": "3x3"},
    {"grid": "te[ei]/a?t/oQut", "words": ["quit", "tea"], "size": None},
    {"grid": "perslatgsineters", "words": ["star", "line"], "size": None},
    {"grid": "té/an", "words": ["té", "an"], "size": "2x2"},
]
CHUNK = 1000
COLUMNAR = ("parquet", "arrow")
FILES = KINDS | {"tsv": ".tsv"}
LEXICON = lg.Lexicon(["oat", "eat", "tea", "ate", "neat", "tan", "ant", "an", "quit", "ten", "té"])
Row = tuple[bytes, ...]


def write_columns(path: Path, rows: list[Row]) -> None:
    """Write rows of any bytes as text columns; if their number is odd, with lists of words."""
    grids, words, sizes = (list(column) for column in zip(*rows, strict=True))
    texts = [pa.array(values, pa.binary()).view(pa.string()) for values in (grids, words, sizes)]
    if len(rows) % 2:
        lists = pa.array([value.split(b";") for value in words], pa.list_(pa.binary()))
        texts[1] = pa.ListArray.from_arrays(lists.offsets, lists.values.view(pa.string()))
    table = pa.table(dict(zip(("grid", "words", "size"), texts, strict=True)))
    if path.suffix == ".parquet":
        pq.write_table(table, path, row_group_size=300)
    else:
        with pa.ipc.new_file(str(path), table.schema) as writer:
            writer.write_table(table, max_chunksize=300)


def undamaged_rows(path: Path, kind: str) -> tuple[list[bytes], list[Row]]:
    """Return the lines before the rows, and ROWS as three fields or one line of text each."""
    if kind in COLUMNAR:
        texts = [(row["grid"], ";".join(row["words"]), row["size"] or "") for row in ROWS]
        return [], [tuple(text.encode() for text in row) for row in texts]
    lines = write_rows(path, kind, ROWS).read_bytes().splitlines()
    return lines[: -len(ROWS)], [(line,) for line in lines[-len(ROWS) :]]


def write_input(
    path: Path, kind: str, rng: random.Random, count: int, damaged: float, *, quotes: bool
) -> list[int | None]:
    """Write rows, some of them damaged; return the index in ROWS of each row, None if damaged."""
    head, whole = undamaged_rows(path, kind)
    left_out = b"\n" if kind not in DELIMITERS or quotes else b'\r\n"'
    origin: list[int | None] = []
    rows: list[Row] = []
    while len(origin) < count:
        chosen = rng.randrange(len(whole))
        fields = list(whole[chosen])
        if is_damaged := rng.random() < damaged and bool(origin):
            at = rng.randrange(len(fields))
            fields[at] = damage(rng, fields[at])
            if kind not in COLUMNAR:
                fields[at] = fields[at].translate(None, left_out)
                if kind != "text" and not fields[at].decode("utf-8", "replace").strip():
                    continue  # a blank line is not a row
        rows.append(tuple(fields))
        origin.append(None if is_damaged else chosen)
    if kind in COLUMNAR:
        write_columns(path, rows)
    else:
        path.write_bytes(b"\n".join([*head, *(line for (line,) in rows), b""]))
    return origin


def run(
    task: Any, kind: str, keep: tuple[str, ...], place: Path, out: Path, part_bytes: int = 1 << 22
) -> list[dict[str, Any]]:
    """Run a job and read its output."""
    given = kind == "text" or task in ("score", "paths")
    to: Any = out.suffix[1:]
    done = run_batch(
        place, out, task=task, words=LEXICON if given else None, write_as=to,
        size_column=None if kind == "text" else "size", part_bytes=part_bytes,
        deadline=None if task == "bound" else 5.0,
        part_rows=100, threads=1, keep=keep,
    )  # fmt: skip
    rows = read_rows(out)
    assert len(rows) == done.rows
    return rows


def remove_lines(rows: list[dict[str, Any]], first: int) -> None:
    """Check that each error in text begins with its line, and remove this prefix."""
    for line, row in enumerate(rows, first):
        if row["error"] is not None:
            assert row["error"].startswith(f"line {line}: "), row
            row["error"] = row["error"].removeprefix(f"line {line}: ")


def check(kind: str, task: str, rng: random.Random, count: int, folder: Path) -> int:
    """Run one job on damaged rows; return the number of rows with an error.

    In CSV, a quote may begin a field of several lines, so jobs with quotes must only end.
    """
    quotes = kind in (*DELIMITERS, "jsonl") and rng.random() < 0.3
    place, out = folder / f"in{FILES[kind]}", folder / f"out.{rng.choice(['jsonl', 'parquet'])}"
    origin = write_input(place, kind, rng, count, 0.8, quotes=quotes)
    keep = rng.choice([("size", *DEFAULT_COLUMNS[task]), ()]) if kind != "text" else ()
    answer = partial(run, task, kind, keep)
    rows = answer(place, out, rng.choice([500, 20_000, 1 << 22]))
    if not (quotes and kind in DELIMITERS):
        assert len(rows) == len(origin)
        place, out = folder / f"known{FILES[kind]}", folder / f"answers{out.suffix}"
        chosen = write_input(place, kind, random.Random(1), 60 + count % 2, 0.0, quotes=False)
        known = answer(place, out)
        if kind not in COLUMNAR:
            for each in (rows, known):
                remove_lines(each, 2 if kind in DELIMITERS else 1)
        answers = dict(zip(chosen, known, strict=True))
        for row, own in zip(rows, origin, strict=True):
            assert own is None or row == answers[own]
    return sum(row["error"] is not None for row in rows)


def damage_batches(rows: int = 100_000, seed: int = 1, kind: str = "") -> Iterator[Facts]:
    """Damage the bytes of rows in every kind of input, or in one, and run every task on them.

    No job may end early, each input row must have one output row, and undamaged rows must have the
    same answers as without the damage around them. The rows are divided over the tasks.
    """
    for each in [kind] if kind else FILES:
        rng = random.Random(seed)
        done = jobs = errors = 0
        while done < rows:
            for task in TASKS:
                count = min(CHUNK, -(-rows // len(TASKS))) + jobs % 2
                with tempfile.TemporaryDirectory() as name:
                    errors += check(each, task, rng, count, Path(name))
                done, jobs = done + count, jobs + 1
        yield {"kind": each, "rows": done, "jobs": jobs, "rows with an error": errors}
