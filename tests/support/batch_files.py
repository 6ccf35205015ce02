"""Helpers for batch tests: write rows, start jobs, wait for them, and read their output."""

from __future__ import annotations

import csv
import json
import random
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

import lexigrid as lg
from lexigrid._util.csv_text import format_csv

KINDS = {"parquet": ".parquet", "arrow": ".arrow", "csv": ".csv", "jsonl": ".jsonl", "text": ".txt"}
LEXICON = lg.Lexicon(["oat", "eat", "tea", "ate", "neat", "tan", "ant", "an", "quit", "ten"])
PUZZLES: list[dict[str, Any]] = [
    {"grid": "tea/ant/oax", "words": ["tea", "ant"], "size": None},
    {"grid": "teaantoax", "words": ["tea", "zebra"], "size": "3x3"},
    {"grid": "oat/aaa/txx", "words": ["oat"], "size": None},  # occurs twice
    {"grid": "ab/c", "words": ["ab"], "size": None},
    {"grid": "tea/ant/oat", "words": [], "size": None},
]


def write_boards(path: Path, count: int, *, seed: int = 1) -> Path:
    """Write 4x4 boards, some of them invalid, as Parquet, text or CSV."""
    rng = random.Random(seed)
    boards = ["".join(rng.choices("etaoinshrdlu", k=16)) for _ in range(count)]
    for row in range(0, count, 97):
        boards[row] = "ragged/row"
    if path.suffix == ".parquet":
        pq.write_table(pa.table({"grid": boards}), path, row_group_size=max(1, count // 5))
    else:
        head = "grid\n" if path.suffix == ".csv" else ""
        path.write_text(head + "\n".join(boards) + "\n", "utf-8")
    return path


def parts_of(folder: Path) -> dict[str, bytes]:
    """Return the bytes of all files of a job except its manifest, lock and lexicon.

    Unfinished files, which come and go while workers outlive a killed job, are not read.
    """
    return {
        path.name: b"" if path.name.startswith(".") else path.read_bytes()
        for path in sorted(folder.iterdir())
        if not path.name.startswith("_")
    }


def started(*arguments: str | Path, **options: Any) -> subprocess.Popen[bytes]:
    """Start `lexigrid batch` as a process."""
    command = [sys.executable, "-m", "lexigrid", "batch", *map(str, arguments)]
    quiet: dict[str, Any] = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    return subprocess.Popen(command, **quiet | options)


def wait_for_part(folder: Path, process: subprocess.Popen[bytes]) -> bool:
    """Wait until a job has written another part; return False if it ended first."""
    end = time.monotonic() + 60
    before = len(list(folder.glob("part-*")))
    while len(list(folder.glob("part-*"))) == before:
        if process.poll() is not None:
            return False
        assert time.monotonic() < end
        time.sleep(0.01)
    return True


def write_rows(path: Path, kind: str, rows: list[dict[str, Any]], together: int = 7) -> Path:
    """Write rows as a file of a kind, `together` in a group."""
    if kind in ("parquet", "arrow"):
        table = pa.table({name: [row[name] for row in rows] for name in rows[0]})
        if kind == "parquet":
            pq.write_table(table, path, row_group_size=together)
        else:
            with pa.ipc.new_file(str(path), table.schema) as writer:
                writer.write_table(table, max_chunksize=together)
    elif kind in ("csv", "tsv"):
        lines = [[";".join(v) if isinstance(v, list) else v for v in row.values()] for row in rows]
        text = format_csv([list(rows[0]), *lines], delimiter="," if kind == "csv" else "\t")
        path.write_text(text, "utf-8", newline="")
    elif kind == "jsonl":
        path.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    else:
        path.write_text("".join(row["grid"] + "\n" for row in rows), "utf-8")
    return path


def read_rows(path: Path) -> list[dict[str, Any]]:
    """Read the file or folder that a batch has written."""
    if path.is_dir():
        return [row for part in sorted(path.glob("part-*")) for row in read_rows(part)]
    if path.suffix == ".parquet":
        return list(pq.read_table(path).to_pylist())
    if path.suffix == ".arrow":
        with pa.memory_map(str(path)) as mapped:
            return list(pa.ipc.open_file(mapped).read_all().to_pylist())
    if path.suffix in (".csv", ".tsv"):
        with path.open(newline="", encoding="utf-8") as file:
            return list(csv.DictReader(file, delimiter="," if path.suffix == ".csv" else "\t"))
    return [json.loads(line) for line in path.read_text("utf-8").split("\n") if line]
