"""Batches of standard input and output, kept columns, messages about rows and files."""

from __future__ import annotations

import csv
import io
import json
import os
import random
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest

import lexigrid as lg
from batch_files import LEXICON, read_rows
from commands import answer, call, error_of
from lexigrid.batch import run_batch
from lexigrid.batch.progress import Meter
from lexigrid.batch.readers.sources import open_standard_input
from lexigrid.batch.readers.text_stream import TextStream

BOARDS = "tea/ant/oat\nteaa/ant/oat\nte/an\n"
TABLE = "id,grid\n1,tea/ant/oat\n2,teaa/ant/oat\n\n3,te/an\n"


@pytest.fixture
def words(tmp_path: Path) -> str:
    (tmp_path / "words.txt").write_text("oat\neat\ntea\n", "utf-8")
    return str(tmp_path / "words.txt")


def test_standard_input_is_text_and_gives_text(words: str) -> None:
    result = call("batch", "-", "-", "--words", words, given=BOARDS)
    assert result.exit_code == 1
    lines = result.stdout.splitlines()
    assert "tea/ant/oat\t3\t" == lines[0]
    assert lines[1].startswith("teaa/ant/oat\t\tline 2: row 2 has 3 tiles, expected 4 ")
    assert "standard output: 3 rows, 1 with an error" in result.stderr


@pytest.mark.parametrize("to", ["csv", "tsv", "jsonl", "text"])
def test_a_stream_gives_what_files_give(to: str, words: str, tmp_path: Path) -> None:
    rng = random.Random(3)
    rows = [f"{n},{''.join(rng.choices('teaon', k=9))}" for n in range(300)]
    rows[40], rows[41], rows[200] = '"4\n0",teaantoat', "41", '"a"b,"teaantoat"'
    text = "id,grid\n" + "\n".join(rows) + "\n"
    (tmp_path / "in.csv").write_text(text, "utf-8")
    options = ("--words", words, "--keep-all", "--to", to, "--part-bytes", "200", "--quiet")
    answer("batch", str(tmp_path / "in.csv"), str(tmp_path / "out"), *options, status=1)
    parts = [path.read_text("utf-8") for path in sorted((tmp_path / "out").glob("part-*"))]
    header = parts[0].split("\n")[0] + "\n" if to in ("csv", "tsv") else ""
    expected = header + "".join(part.removeprefix(header) for part in parts)
    from_input = answer("batch", "-", "-", "--from", "csv", *options, given=text, status=1)
    from_file = answer("batch", str(tmp_path / "in.csv"), "-", *options, status=1)
    assert expected == from_input == from_file
    one = tmp_path / f"one.{to}"
    answer("batch", "-", str(one), "--from", "csv", *options, given=text, status=1)
    assert expected == one.read_text("utf-8")


@pytest.mark.parametrize("seed", range(30))
def test_streams_are_cut_at_records(seed: int) -> None:
    rng = random.Random(seed)
    page = io.StringIO(newline="")
    rows = [["".join(rng.choices('a",\n', k=rng.randrange(5))), "b"] for _ in range(30)]
    csv.writer(page, lineterminator="\n").writerows([["x", "grid"], *rows])
    data = page.getvalue().encode()

    class Slow:
        at = 0

        def read(self, size: int) -> bytes:
            self.at += (step := rng.randrange(1, 9))
            return data[self.at - step : self.at]

    stream = TextStream(Slow(), open_standard_input("csv", None), keep_all=False)
    pieces = list(stream)
    assert data == stream.head + b"".join(piece for _, piece in pieces)
    made = [
        row for _, piece in pieces for row in csv.reader(io.StringIO(piece.decode(), newline=""))
    ]
    assert rows == made
    before = stream.head
    for lines, piece in pieces:
        assert before.count(b"\n") == lines
        before += piece


def test_answers_are_written_while_input_is_missing(words: str) -> None:
    arguments = [sys.executable, "-m", "lexigrid", "batch", "-", "-", "--words", words]
    with subprocess.Popen(
        arguments, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for board, score in ((b"tea/ant/oat", b"3"), (b"te/an", b"2")):
            process.stdin.write(board + b"\n")
            process.stdin.flush()
            assert board + b"\t" + score + b"\t\n" == process.stdout.readline()
        process.send_signal(signal.SIGINT)
        assert 130 == process.wait(timeout=10)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("boards.txt", "only 'boards.txt' is named, expected IN and OUT; name OUT last"),
        (
            "- folder/",
            "'folder/' is a folder, but the answers to standard input ('-') go to one file",
        ),
        ("- boards.txt -", "standard input ('-') cannot be read together with files"),
        ("- - --from parquet", "parquet cannot be read from standard input ('-'); name a file"),
        ("- - --engine dask", "standard input and output ('-') need engine='local'"),
        ("- boards.txt", "the output 'boards.txt' already exists; name another"),
        ("- - --delimiter ;", "delimiter is for CSV and TSV, and standard input is text"),
        ("- - --from csv --delimiter ;;", "delimiter is ';;', expected one character such as ';'"),
        ("- -", "standard input is empty, expected a grid on each line"),
        ("boards.csv.gz out.csv", "gzip -dc boards.csv.gz | lexigrid batch - OUT --from csv"),
        ("wide.txt out.csv", "is UTF-16 or UTF-32, expected UTF-8; save it as UTF-8"),
        ("semi.csv out.csv", "they are separated by ';': give --delimiter ';'"),
        ("tabs.csv out.csv", "they are separated by '\\t': give --from tsv"),
        ("boards.txt in.csv", "the output 'in.csv' already exists; name another, or give --over"),
        ("twice.csv - --keep-all", "twice.csv' has two columns 'id'; rename one of them"),
        ("twice.csv - --keep id", "twice.csv' has two columns 'id'; rename one of them"),
        ("latin.csv - --keep-all", "the header of '{}/latin.csv' is not UTF-8; save the file as"),
        (
            "in.csv more.csv - --keep-all",
            "more.csv' has the column 'note', which '{}/in.csv' lacks",
        ),
        (
            "input.csv - --keep-all",
            "a column 'input_score', which is also the output name of ",
        ),
    ],
)
def test_what_cannot_be_read_or_written(
    arguments: str, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    files: dict[str, str | bytes] = {
        "boards.txt": BOARDS,
        "boards.csv.gz": b"\x1f\x8b",
        "wide.txt": BOARDS.encode("utf-16"),
        "in.csv": TABLE,
        "semi.csv": TABLE.replace(",", ";"),
        "tabs.csv": TABLE.replace(",", "\t"),
        "twice.csv": "id,grid,id\n1,te/an,2\n",
        "latin.csv": "caf\xe9,grid\n1,te/an\n".encode("latin-1"),
        "more.csv": "id,grid,note\n1,te/an,x\n",
        "input.csv": "input_score,score,grid\n1,2,te/an\n",
    }
    for name, text in files.items():
        Path(name).write_bytes(text if isinstance(text, bytes) else text.encode())
    if "dask" in arguments:
        pytest.importorskip("distributed")
    assert message.format(tmp_path) in error_of("batch", *arguments.split(), given="")
    assert {*files} == {*os.listdir(tmp_path)}


def run(path: Path, **options: Any) -> list[dict[str, Any]]:
    out = path.with_name("out.jsonl")
    run_batch(path, out, words=LEXICON, overwrite=True, **options)
    return read_rows(out)


def test_no_value_that_is_kept_is_lost(tmp_path: Path) -> None:
    place = tmp_path / "in.csv"
    place.write_bytes(b"id,grid,score,error\ncaf\xe9,te/an,5,none\n2,te/an,6,x,y\n3,te/an,7,,\n4\n")
    first, second, third, fourth = run(place, keep="all")
    assert ["id", "grid", "input_score", "input_error", "score", "error"] == list(first)
    assert "line 2: the column 'id' is not UTF-8; save the file as UTF-8" == first["error"]
    assert "line 3: the row has 5 fields, the header 4; put quotes" in second["error"]
    assert ("7", None) == (third["input_score"], third["error"])
    assert ("4", "line 5: there is no grid") == (fourth["id"], fourth["error"])
    place = tmp_path / "in.jsonl"
    place.write_bytes(
        b'{"id": 1, "grid": "te/an"}\n{"id": 2, "id": 3, "grid": "te/an"}\n'
        b'{"grid": "te/an", "id": {"caf\xe9": 1}}\n{"id": 4, "grid": "te/an", "words": []}\n'
        + b'{"id": 5, "grid": "te/an"}\n' * 4000
        + b'{"id": 6, "grid": "te/an", "late": 1}\n'
    )
    made = run(place, keep="all")
    assert ["id", "grid", "words", "score", "error"] == list(made[0])
    assert "line 2: not JSON: the object has two values for 'id'" == made[1]["error"]
    assert "line 3: the column 'id' is not UTF-8; save the file as UTF-8" == made[2]["error"]
    assert "line 4005: the row has 'late', which no row in the first 64 KiB" in made[-1]["error"]
    assert made[-2]["error"] is None


def test_parquet_rows_that_are_not_utf8_are_errors(tmp_path: Path) -> None:
    pa = pytest.importorskip("pyarrow")
    pq = pytest.importorskip("pyarrow.parquet")
    notes = pa.array([b"a\xff", b"b"], pa.binary()).view(pa.string())
    pq.write_table(pa.table({"grid": ["te/an"] * 2, "note": notes}), tmp_path / "in.parquet")
    first, second = run(tmp_path / "in.parquet", keep="all")
    assert "the column 'note' is not UTF-8; save the file as UTF-8" == first["error"]
    assert ("b", None) == (second["note"], second["error"])


def test_lines_are_counted_across_parts(tmp_path: Path) -> None:
    rows = [f'"a\n{n}",te/an\n\n' for n in range(40)]
    rows[13] = rows[31] = "x,te/a\n"
    (tmp_path / "in.csv").write_text("id,grid\n" + "".join(rows), "utf-8")
    bad = [1 + sum(row.count("\n") for row in rows[:n]) + 1 for n in (13, 31)]
    for part_bytes in (20, 100, 1 << 20):
        made = run(tmp_path / "in.csv", part_bytes=part_bytes)
        found = [row["error"].split(":")[0] for row in made if row["error"]]
        assert [f"line {line}" for line in bad] == found


def test_python_stops_soon_after_ctrl_c_and_says_what_is_kept(tmp_path: Path) -> None:
    rng = random.Random(1)
    boards = ["".join(rng.choices("etaoinshrdlu", k=16)) for _ in range(30_000)]
    boards[::5] = (f"{board[:3]} Qu {board[4:]}" for board in boards[::5])
    text = "\n".join(f"{' '.join(b[:4])}/{' '.join(b[4:8])}" if "Q" in b else b for b in boards)
    (tmp_path / "in.txt").write_text(text, "utf-8")
    pressed = 0.0
    said: list[str] = []

    def press() -> None:
        nonlocal pressed
        time.sleep(0.5)
        pressed = time.monotonic()
        os.kill(os.getpid(), signal.SIGINT)

    thread = threading.Thread(target=press)
    with pytest.raises(KeyboardInterrupt):  # noqa: PT012
        thread.start()
        run_batch(
            tmp_path / "in.txt", tmp_path / "out", task="paths", part_bytes=1 << 14,
            say=said.append,
        )  # fmt: skip
    stopped = time.monotonic() - pressed
    thread.join()
    (line,) = said
    assert line.startswith("stopped: ")
    assert line.endswith("; repeat the same command to continue")
    assert f"kept in {str(tmp_path / 'out')!r}" in line
    assert stopped < 2  # far less on an idle machine


def test_progress_counts_rows_within_a_part() -> None:
    meter = Meter(200, begin=0.0)
    meter.report(0, 30, 50.0)
    assert " 25 %  30 rows  3 rows/s  0:30 left" == str(meter.share(10.0))
    meter.add(0, 100, 70)
    assert " 50 %  70 rows  7 rows/s  0:10 left" == str(meter.share(10.0))
    endless = Meter(0, begin=0.0)
    endless.report(0, 1000, 0.0)
    assert "1,000 rows  100 rows/s" == str(endless.share(10.0))


def test_mixed_boards_give_what_each_gives_alone(tmp_path: Path) -> None:
    boards = ["teaantoat", "te/an", "[ei]a/tn", "q.../u..t/i..?/....", "te/a", "teaantoatq" * 10]
    (tmp_path / "in.txt").write_text("\n".join(boards) + "\n", "utf-8")
    keep = ["grid", "score", "count", "words", "paths"]
    made = run(tmp_path / "in.txt", task="paths", keep=keep)
    for row in made:
        if row["error"] is None:
            found = lg.find_paths(row["grid"], LEXICON)
            assert [w.word for w in found] == row["words"]
            paths = [[list(cell) for cell in w.path or ()] for w in found]
            assert (found.score, found.count, paths) == (row["score"], row["count"], row["paths"])
    assert 1 == sum(row["error"] is not None for row in made)


def test_the_summary_can_be_json(words: str) -> None:
    result = call("batch", "-", "-", "--words", words, "--format", "json", given="te/an\n")
    assert "te/an\t2\t\n" == result.stdout
    assert ("-", 1) == tuple(json.loads(result.stderr)[name] for name in ("output", "rows"))
