"""Damage the bytes of rows in every kind of input and run every task on them.

No job may end early, each input row must have one output row, and undamaged rows must have the same
answers as without the damage around them. `python tools/mutate_batch.py [ROWS [SEED]]` prints a
line of JSON for each kind of input, with ROWS rows divided over the tasks.
"""

from __future__ import annotations

import csv
import io
import json
import random
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

import lexigrid as lg
from lexigrid.batch import DEFAULT_COLUMNS, TASKS, run_batch
from lexigrid.batch.job import DELIMITERS

KINDS = {"parquet": ".parquet", "arrow": ".arrow", "csv": ".csv", "tsv": ".tsv"}
KINDS |= {"jsonl": ".jsonl", "text": ".txt"}
#: Grid, words, size. Without a size, a bare string is a square.
ROWS = [
    ("tea/ant/oat", "oat;eat", ""),
    ("teaantoat", "tea;zebra", "3x3"),
    ("te[ei]/a?t/oQut", "quit;tea", ""),
    ("perslatgsineters", "star;line", ""),
    ("té/an", "té;an", "2x2"),
]
CHUNK = 1000
LEXICON = lg.Lexicon(["oat", "eat", "tea", "ate", "neat", "tan", "ant", "an", "quit", "ten", "té"])
#: Pieces that break decoders, parsers and limits, without line ends and quotes.
NASTY = [
    b"\xff", b"\xc3", b"\xed\xa0\x80", b"\xf4\x90\x80\x80", b"\xfe\xff", b"\x00", b"\x1b", b"\x85",
    b"\\", b"\\ud800", b"\\udfff", b"?", b"[", b"]", b"[]", b"[[", b"|", b"/", b"//", b".", b" ",
    b"\t", b",", b";", b"{", b"}", b"null", b"-1", b"1e999", b"0x0", b"999999999x999999999",
    b"x", b"9" * 5000, b"[" * 3000, b"a" * 3000, b"/" * 300,
    "\u00df\u0130\u2028\ufeff\u202e".encode(),
    "\u0301".encode() * 40, "\U0001f469\u200d\U0001f680".encode(), "-'\u2019".encode(),
]  # fmt: skip
Row = tuple[bytes, bytes, bytes]


def mutate(data: bytes, rng: random.Random, nasty: list[bytes]) -> bytes:
    """Damage bytes in one to three places."""
    for _ in range(rng.randint(1, 3)):
        at = rng.randint(0, len(data))
        match rng.randrange(4):
            case 0:
                data = data[:at] + rng.choice(nasty) + data[at:]
            case 1:
                data = data[:at] + bytes([rng.randrange(256)]) + data[at + 1 :]
            case 2:
                data = data[:at] + data[at + rng.randint(1, 4) :]
            case _:
                data = data[:at] + data[rng.randint(0, len(data)) :]
    return data


def write_columns(path: Path, kind: str, rows: list[Row]) -> None:
    """Write rows of any bytes as text columns; if their number is odd, with lists of words."""
    grids, words, sizes = (list(column) for column in zip(*rows, strict=True))
    texts = [pa.array(values, pa.binary()).view(pa.string()) for values in (grids, words, sizes)]
    if len(rows) % 2:
        lists = pa.array([value.split(b";") for value in words], pa.list_(pa.binary()))
        texts[1] = pa.ListArray.from_arrays(lists.offsets, lists.values.view(pa.string()))
    table = pa.table(dict(zip(("grid", "words", "size"), texts, strict=True)))
    if kind == "parquet":
        pq.write_table(table, path, row_group_size=300)
    else:
        with pa.ipc.new_file(str(path), table.schema) as writer:
            writer.write_table(table, max_chunksize=300)


def format_line(kind: str, row: tuple[str, str, str]) -> bytes:
    """Return an undamaged row as a line of text."""
    grid, words, size = row
    if kind in DELIMITERS:
        page = io.StringIO(newline="")
        csv.writer(page, delimiter=DELIMITERS[kind], lineterminator="\n").writerow(row)
        return page.getvalue().rstrip("\n").encode()
    if kind == "jsonl":
        return json.dumps({"grid": grid, "words": words.split(";"), "size": size or None}).encode()
    return grid.encode()


def write_input(
    path: Path, kind: str, rng: random.Random, count: int, damaged: float, *, quotes: bool
) -> list[int | None]:
    """Write rows, some of them damaged; return the index in ROWS of each row, None if damaged."""
    ends = b"\r\n" if kind in DELIMITERS and not quotes else b"\n"
    nasty = [*NASTY, b'"', b'""', b'"\r'] if quotes else NASTY
    origin: list[int | None] = []
    lines: list[bytes] = []
    rows: list[Row] = []
    while len(origin) < count:
        chosen = rng.randrange(len(ROWS))
        is_damaged = rng.random() < damaged and bool(origin)
        if kind in ("parquet", "arrow"):
            fields = [field.encode() for field in ROWS[chosen]]
            if is_damaged:
                at = rng.randrange(3)
                fields[at] = mutate(fields[at], rng, nasty)
            rows.append((fields[0], fields[1], fields[2]))
        else:
            line = format_line(kind, ROWS[chosen])
            if is_damaged:
                line = mutate(line, rng, nasty).translate(None, ends)
                if not quotes and kind in DELIMITERS:
                    line = line.replace(b'"', b"")
                if kind != "text" and not line.decode("utf-8", "replace").strip():
                    continue  # a blank line is not a row
            lines.append(line)
        origin.append(None if is_damaged else chosen)
    if kind in ("parquet", "arrow"):
        write_columns(path, kind, rows)
    else:
        names = ("grid", "words", "size")
        head = f"{DELIMITERS[kind].join(names)}\n".encode() if kind in DELIMITERS else b""
        path.write_bytes(head + b"\n".join(lines) + b"\n")
    return origin


def run(
    place: Path, out: Path, task: Any, kind: str, keep: tuple[str, ...], part_bytes: int
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
    if out.suffix == ".parquet":
        rows: list[dict[str, Any]] = pq.read_table(out).to_pylist()
    else:
        rows = [json.loads(line) for line in out.read_text("utf-8").split("\n")[:-1]]
    if len(rows) != done.rows:
        raise AssertionError(f"the job counted {done.rows} rows and wrote {len(rows)}")
    return rows


def check(kind: str, task: str, rng: random.Random, count: int, folder: Path) -> int:
    """Run one job on damaged rows; return the number of rows with an error.

    In CSV, a quote may begin a field of several lines, so jobs with quotes must only end.
    """
    quotes = kind in (*DELIMITERS, "jsonl") and rng.random() < 0.3
    place, out = folder / f"in{KINDS[kind]}", folder / f"out.{rng.choice(['jsonl', 'parquet'])}"
    origin = write_input(place, kind, rng, count, 0.8, quotes=quotes)
    keep = rng.choice([("size", *DEFAULT_COLUMNS[task]), ()]) if kind != "text" else ()
    rows = run(place, out, task, kind, keep, rng.choice([500, 20_000, 1 << 22]))
    if not (quotes and kind in DELIMITERS):
        if len(rows) != len(origin):
            raise AssertionError(f"{len(origin)} rows became {len(rows)}")
        known = folder / f"known{KINDS[kind]}"
        chosen = write_input(known, kind, random.Random(1), 60 + count % 2, 0.0, quotes=False)
        made = run(known, folder / f"answers{out.suffix}", task, kind, keep, 1 << 22)
        if kind not in ("parquet", "arrow"):
            for each in (rows, made):
                remove_lines(each, 2 if kind in DELIMITERS else 1)
        answers = dict(zip(chosen, made, strict=True))
        for number, (row, own) in enumerate(zip(rows, origin, strict=True)):
            if own is not None and row != answers[own]:
                raise AssertionError(f"row {number} is {row}, expected {answers[own]}")
    return sum(row["error"] is not None for row in rows)


def remove_lines(rows: list[dict[str, Any]], first: int) -> None:
    """Check that each error in text begins with its line, and remove this prefix."""
    for line, row in enumerate(rows, first):
        if row["error"] is not None:
            if not row["error"].startswith(f"line {line}: "):
                raise AssertionError(f"{row['error']!r} is the error of line {line}")
            row["error"] = row["error"].removeprefix(f"line {line}: ")


def mutate_rows(kind: str, total: int, seed: int, show: Callable[[str], None] = print) -> None:
    """Run all tasks on damaged rows of one kind of input."""
    rng = random.Random(seed)
    rows = jobs = errors = 0
    while rows < total:
        for task in TASKS:
            count = min(CHUNK, -(-total // len(TASKS))) + jobs % 2
            with tempfile.TemporaryDirectory() as name:
                errors += check(kind, task, rng, count, Path(name))
            rows, jobs = rows + count, jobs + 1
    show(json.dumps({"kind": kind, "rows": rows, "jobs": jobs, "rows with an error": errors}))


if __name__ == "__main__":
    total, seed = (*map(int, sys.argv[1:]), *[100_000, 1][len(sys.argv) - 1 :])
    for each in KINDS:
        mutate_rows(each, total, seed)
