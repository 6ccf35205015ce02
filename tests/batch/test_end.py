"""Batches that are killed, run out of disk space or find changed input, and are then resumed.

The output of a resumed job equals that of an undisturbed one byte for byte.
"""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import lexigrid as lg
from batch_files import LEXICON, parts_of, started, write_boards
from commands import error_of
from lexigrid._util import io, lock
from lexigrid.batch import run_batch, single_file
from lexigrid.batch.folder import open_folder

OTHERS: list[tuple[str, dict[str, Any]]] = [
    ("scoring", {"scoring": "big"}),
    ("scoring", {"scoring": {3: np.int64(1)}}),
    ("task", {"task": "paths"}),
    ("min_length", {"min_length": 4}),
    ("part_bytes", {"part_bytes": 99}),
    ("qu", {"qu": True}),
    ("lexicon fingerprint", {"words": lg.Lexicon(["oat"])}),
    # The same words in another spelling give another answer.
    ("lexicon digest", {"words": lg.Lexicon([w.upper() for w in LEXICON])}),
]


@pytest.mark.parametrize(("what", "other"), OTHERS, ids=[f"{w}-{list(o)}" for w, o in OTHERS])
def test_a_job_that_differs_is_refused(what: str, other: dict[str, Any], tmp_path: Path) -> None:
    place = write_boards(tmp_path / "in.txt", 100)
    run_batch(place, tmp_path / "out", words=LEXICON)
    before = parts_of(tmp_path / "out")
    with pytest.raises(lg.InputError, match=f"holds a different job: {what}"):
        run_batch(place, tmp_path / "out", **{"words": LEXICON, **other})
    assert before == parts_of(tmp_path / "out")


def test_input_that_differs_is_refused(tmp_path: Path) -> None:
    place = write_boards(tmp_path / "in.txt", 100)
    run_batch(place, tmp_path / "out", words=LEXICON)
    write_boards(place, 101)
    with pytest.raises(lg.InputError, match=r"different job: the size of .*in\.txt"):
        run_batch(place, tmp_path / "out", words=LEXICON)
    write_boards(place, 100, seed=2)
    with pytest.raises(
        lg.InputError,
        match=r"different job: (.*in\.txt.* has been written since|the digest of .*in\.txt)",
    ):
        run_batch(place, tmp_path / "out", words=LEXICON)
    more = write_boards(tmp_path / "more.txt", 5)
    with pytest.raises(
        lg.InputError, match="different job: the number of input files was 1, and is now 2"
    ):
        run_batch([str(place), str(more)], tmp_path / "out", words=LEXICON)


def test_input_that_changes_during_the_job_is_an_error(tmp_path: Path) -> None:
    place = write_boards(tmp_path / "in.txt", 200)

    def change(_: float) -> None:
        place.write_text("te/an\n", "utf-8")

    with pytest.raises(lg.InputError, match="has changed since the job began"):
        run_batch(
            place, tmp_path / "out", words=LEXICON, part_bytes=100, threads=1, progress=change
        )


def test_a_folder_with_other_files_is_left_alone(tmp_path: Path) -> None:
    place = write_boards(tmp_path / "in.txt", 10)
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "mine.txt").write_text("mine", "utf-8")
    with pytest.raises(lg.InputError, match="no batch job"):
        run_batch(place, tmp_path / "out", words=LEXICON)
    assert ["mine.txt"] == os.listdir(tmp_path / "out")


@pytest.mark.parametrize("kind", ["csv", "parquet"])
def test_a_finished_single_file_is_recognized(kind: str, tmp_path: Path) -> None:
    place = write_boards(tmp_path / "in.txt", 300)
    one = tmp_path / f"one.{kind}"
    first = run_batch(place, one, words=LEXICON, part_bytes=1000)
    before = (one.read_bytes(), one.stat().st_mtime_ns)
    for _ in range(2):
        again = run_batch(place, one, words=LEXICON, part_bytes=1000)
        assert (again.rows, again.errors, again.parts) == (first.rows, first.errors, first.parts)
        assert (0, again.parts) == (first.resumed, again.resumed)
    assert before == (one.read_bytes(), one.stat().st_mtime_ns)
    assert not (tmp_path / f"{one.name}.parts").exists()
    with pytest.raises(lg.InputError, match=r"holds a different job: task .* another output"):
        run_batch(place, one, words=LEXICON, part_bytes=1000, task="paths")
    # The leftover parts of a killed job are removed.
    (tmp_path / f"{one.name}.parts").mkdir()
    (tmp_path / f"{one.name}.parts" / f"part-000000-000003.{kind}").write_bytes(b"left")
    assert run_batch(place, one, words=LEXICON, part_bytes=1000).resumed == first.parts
    assert not (tmp_path / f"{one.name}.parts").exists()
    one.unlink()  # the job runs again
    assert run_batch(place, one, words=LEXICON, part_bytes=1000).resumed == 0
    assert before[0] == one.read_bytes()
    assert run_batch(tmp_path / "in.txt", one, words=LEXICON, part_bytes=1000).resumed > 0
    write_boards(place, 301)
    with pytest.raises(lg.InputError, match=r"different job: the size of .*in\.txt"):
        run_batch(place, one, words=LEXICON, part_bytes=1000)
    assert before[0] == one.read_bytes()


def test_a_file_of_another_origin_is_left_alone(tmp_path: Path) -> None:
    place = write_boards(tmp_path / "in.txt", 300)
    one = tmp_path / "one.csv"
    one.write_text("mine", "utf-8")
    with pytest.raises(lg.InputError, match=r"one\.csv' already exists; name another"):
        run_batch(place, one, words=LEXICON)
    assert one.read_text("utf-8") == "mine"
    assert sorted(os.listdir(tmp_path)) == ["in.txt", "one.csv"]
    one.unlink()
    run_batch(place, one, words=LEXICON)
    one.write_text(one.read_text("utf-8") + "mine\n", "utf-8")
    with pytest.raises(
        lg.InputError, match="already exists and has changed since its job wrote it"
    ):
        run_batch(place, one, words=LEXICON)
    assert one.read_text("utf-8").endswith("mine\n")


def test_a_file_that_appears_between_runs_is_left_alone(tmp_path: Path) -> None:
    place = write_boards(tmp_path / "in.txt", 300)
    one = tmp_path / "one.csv"
    # Any of the bad rows, depending on the threads.
    with pytest.raises(lg.InputError, match=r"line (1|98|195|292): "):
        run_batch(place, one, words=LEXICON, part_bytes=1000, strict=True)
    assert (tmp_path / "one.csv.parts").exists()
    one.write_text("mine", "utf-8")
    with pytest.raises(lg.InputError, match="already exists; name another"):
        run_batch(place, one, words=LEXICON, part_bytes=1000)
    assert (one.read_text("utf-8"), True) == ("mine", (tmp_path / "one.csv.parts").exists())
    one.unlink()
    assert run_batch(place, one, words=LEXICON, part_bytes=1000).rows == 300


def test_a_job_killed_between_the_single_file_and_its_note(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = write_boards(tmp_path / "in.txt", 300)
    one = tmp_path / "one.csv"

    def die(target: str) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(single_file, "file_identity", die)
        with pytest.raises(KeyboardInterrupt):
            run_batch(place, one, words=LEXICON, part_bytes=1000)
    made = one.read_bytes()
    done = run_batch(place, one, words=LEXICON, part_bytes=1000)
    assert (300, done.parts, made) == (done.rows, done.resumed, one.read_bytes())
    assert sorted(os.listdir(tmp_path)) == [".one.csv.manifest.json", "in.txt", "one.csv"]
    for text in ("{", "[]", '{"format": "lexigrid/batch", "version": 1, "parts": [], "done": {}}'):
        (tmp_path / ".one.csv.manifest.json").write_text(text, "utf-8")
        with pytest.raises(lg.InputError, match=r"manifest|differs"):
            run_batch(place, one, words=LEXICON, part_bytes=1000)


def test_a_damaged_manifest_is_an_error(tmp_path: Path) -> None:
    place = write_boards(tmp_path / "in.txt", 10)
    run_batch(place, tmp_path / "out", words=LEXICON)
    manifest = tmp_path / "out" / "_manifest.json"
    whole = manifest.read_text("utf-8")
    for text in (whole[:-50], "[]", '{"format": "lexigrid/batch", "version": 9}'):
        manifest.write_text(text, "utf-8")
        with pytest.raises(lg.InputError, match="manifest"):
            run_batch(place, tmp_path / "out", words=LEXICON)


def test_two_jobs_do_not_share_a_folder(tmp_path: Path) -> None:
    place = write_boards(tmp_path / "in.txt", 10)
    run_batch(place, tmp_path / "out", words=LEXICON)
    with (
        open_folder(str(tmp_path / "out")),
        pytest.raises(lg.InputError, match=rf"another job is running .*process {os.getpid()} on "),
    ):
        run_batch(place, tmp_path / "out", words=LEXICON)


def test_a_refused_start_leaves_the_running_job_alone(tmp_path: Path) -> None:
    place = write_boards(tmp_path / "in.txt", 300)
    for out in (tmp_path / "one.csv", tmp_path / "parts"):
        refused: list[str] = []

        def start_again(_: float, out: Path = out, refused: list[str] = refused) -> None:
            with pytest.raises(lg.InputError, match="another job is running") as caught:
                run_batch(place, out, words=LEXICON, part_bytes=1000)
            refused.append(caught.value.holder)

        done = run_batch(place, out, words=LEXICON, part_bytes=1000, progress=start_again)
        assert (300, 0) == (done.rows, done.resumed)
        assert refused[0].startswith(f"process {os.getpid()} on ")
    names = sorted(os.listdir(tmp_path))
    assert [".one.csv.manifest.json", "in.txt", "one.csv", "parts"] == names
    assert "_lock" not in os.listdir(tmp_path / "parts")


def test_a_temporary_file_that_was_swept_is_created_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another process may remove it just before it is locked."""
    locked: list[int] = []

    def lock_late(descriptor: int) -> bool:
        locked.append(descriptor)
        if len(locked) == 1:
            io.sweep(tmp_path)
        return lock.try_lock(descriptor)

    monkeypatch.setattr(io, "try_lock", lock_late)
    with io.atomic_write(tmp_path / "a.txt") as file:
        file.write(b"whole")
        io.sweep(tmp_path)
    assert [b"whole"] == [path.read_bytes() for path in tmp_path.iterdir()]


@pytest.mark.skipif(os.name == "nt", reason="Windows has no kill -9")
def test_temporary_files_of_killed_processes_are_swept(tmp_path: Path) -> None:
    code = (
        "import sys, time\nfrom lexigrid._util.io import atomic_write\n"
        "with atomic_write(sys.argv[1]):\n    print(flush=True)\n    time.sleep(60)"
    )
    words = write_boards(tmp_path / "in.txt", 10)
    writers = [
        subprocess.Popen(
            [sys.executable, "-c", code, tmp_path / name], stdout=subprocess.PIPE, text=True
        )
        for name in ("one.csv", "two.csv")
    ]
    for writer in writers:
        assert writer.stdout is not None
        assert writer.stdout.readline() == "\n"
    writers[0].kill()
    writers[0].wait()
    left = [name for name in os.listdir(tmp_path) if name.endswith("-tmp")]
    assert started(words, tmp_path / "one.csv", "--quiet").wait(timeout=60) == 1
    try:  # the file being written remains
        assert sorted(name.split(".")[1] for name in left) == ["one", "two"]
        left = [name for name in os.listdir(tmp_path) if name.endswith("-tmp")]
        assert [name.split(".")[1] for name in left] == ["two"]
    finally:
        writers[1].kill()
        writers[1].communicate()
        writers[0].communicate()


@pytest.mark.parametrize("kind", ["parquet", "arrow", "csv", "jsonl"])
def test_a_missing_column_is_named_with_the_existing_ones(kind: str, tmp_path: Path) -> None:
    place = tmp_path / f"in.{kind}"
    table = pa.table({"board": ["te/an"]})
    if kind == "parquet":
        pq.write_table(table, place)
    elif kind == "arrow":
        with pa.ipc.new_file(str(place), table.schema) as writer:
            writer.write_table(table)
    else:
        place.write_text("board\nte/an\n" if kind == "csv" else '{"board": "te/an"}\n', "utf-8")
    message = error_of("batch", str(place), str(tmp_path / "out"))
    assert "has no column 'grid'; its columns are 'board'" in message
    assert "--grid-column" in message
    assert not (tmp_path / "out").exists()
    run_batch(place, tmp_path / "out", words=LEXICON, grid_column="board")


@pytest.mark.parametrize("ending", ["parquet", "arrow", "csv", "jsonl", "txt"])
def test_an_empty_file_is_an_error(ending: str, tmp_path: Path) -> None:
    place = tmp_path / f"in.{ending}"
    place.touch()
    assert f"{str(place)!r} is empty" in error_of("batch", str(place), str(tmp_path / "out"))
    assert not (tmp_path / "out").exists()


def test_files_without_rows_are_accepted(tmp_path: Path) -> None:
    pq.write_table(pa.table({"grid": pa.array([], pa.string())}), tmp_path / "in.parquet")
    (tmp_path / "in.csv").write_text("grid\n", "utf-8")
    for ending in ("parquet", "csv"):
        out = tmp_path / f"out.{ending}"
        assert run_batch(tmp_path / f"in.{ending}", out, words=LEXICON).rows == 0
    assert pq.read_table(tmp_path / "out.parquet").num_rows == 0


def test_a_truncated_file_is_an_error(tmp_path: Path) -> None:
    place = write_boards(tmp_path / "in.parquet", 1000)
    data = place.read_bytes()
    for length in (3, 100, len(data) // 2, len(data) - 1):
        place.write_bytes(data[:length])
        message = error_of("batch", str(place), str(tmp_path / "out"))
        assert "is damaged or not a file of kind parquet" in message
        assert not (tmp_path / "out").exists()


def test_damage_within_a_file_ends_the_job_and_keeps_finished_parts(tmp_path: Path) -> None:
    place = write_boards(tmp_path / "in.parquet", 1000)
    data = bytearray(place.read_bytes())
    at = pq.ParquetFile(place).metadata.row_group(3).column(0).data_page_offset
    data[at : at + 400] = b"\xff" * 400
    place.write_bytes(data)
    with pytest.raises(lg.InputError, match="is damaged or not a file of kind parquet"):
        run_batch(place, tmp_path / "out", words=LEXICON, part_rows=200, threads=1)
    noted = json.loads((tmp_path / "out" / "_manifest.json").read_text("utf-8"))
    # The parts before the damage are kept; the part after it may have begun before it was read.
    assert sorted(noted["done"]) in (["0", "1", "2"], ["0", "1", "2", "4"])
    assert sorted(parts_of(tmp_path / "out")) == [
        f"part-000000-{int(number):06d}.parquet" for number in sorted(noted["done"])
    ]


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of one megabyte; the test is skipped if it cannot be mounted."""
    place = tmp_path / "disk"
    place.mkdir()
    mounting = ["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", str(place)]
    try:
        subprocess.run(mounting, capture_output=True, check=True)
    except (OSError, subprocess.CalledProcessError) as error:  # no such program, or not allowed
        pytest.skip(f"no small file system can be mounted: {error}")
    yield place
    subprocess.run(["umount", str(place)], check=True)


@pytest.mark.parametrize("kind", ["parquet", "arrow", "csv", "jsonl"])
def test_a_full_disk_is_an_error_and_nothing_is_lost(
    kind: str, small_disk: Path, tmp_path: Path
) -> None:
    place = write_boards(tmp_path / "in.txt", 40_000)
    ballast = small_disk / "ballast"
    ballast.write_bytes(random.Random(3).randbytes(600_000))
    out = small_disk / "out"
    options = ("--to", kind, "--part-bytes", "60000")
    message = error_of("batch", str(place), str(out), *options)
    assert "No space left on device" in message
    done = parts_of(out)
    assert [name for name in done if name.startswith(".")] == []
    assert done
    ballast.unlink()
    subprocess.run(["mount", "-o", "remount,size=64m", str(small_disk)], check=True)
    assert started(place, out, *options).wait(timeout=120) == 1
    assert started(place, tmp_path / "whole", *options).wait(timeout=120) == 1
    assert parts_of(tmp_path / "whole") == parts_of(out)
    assert done.items() <= parts_of(out).items()


def test_messages_about_inputs_say_what_to_do(tmp_path: Path) -> None:
    folder, place = tmp_path / "in", tmp_path / "in" / "a.csv"
    folder.mkdir()
    place.write_text("grid\ntea/ant\n", "utf-8")
    with pytest.raises(lg.InputError, match=r"'.*in' is also the output"):
        run_batch(folder, folder)
    with pytest.raises(lg.InputError, match=r"no file matches '.*'"):
        run_batch(tmp_path / "no*.csv", tmp_path / "out")
    with pytest.raises(lg.InputError, match=r"cannot read '.*b\.csv': no such file in '.*in'$"):
        run_batch(folder / "b.csv", tmp_path / "out")
    with pytest.raises(lg.InputError, match=r"part_rows \(--part-rows\) is for Parquet"):
        run_batch(place, tmp_path / "out.csv", part_rows=2)
    assert [place] == [*folder.iterdir()]
    assert not (tmp_path / "out.csv").exists()
