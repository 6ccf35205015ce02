"""Batches that are killed or interrupted, and resumed: the output is the same, byte for byte."""

from __future__ import annotations

import json
import os
import random
import signal
import threading
import time
from pathlib import Path
from typing import Any

import pytest

import lexigrid as lg
from batch_files import LEXICON, parts_of, started, wait_for_part, write_boards
from lexigrid import _core
from lexigrid.batch import run_batch

KILLS = 20 if os.environ.get("LEXIGRID_TEST_PROFILE") == "deep" else 8


def read_done(folder: Path) -> dict[str, Any]:
    """Return the finished parts in the manifest of a job."""
    path = folder / "_manifest.json"
    return dict(json.loads(path.read_text("utf-8"))["done"]) if path.exists() else {}


@pytest.mark.parametrize(("task", "times"), [("score", KILLS), ("paths", KILLS // 2)])
def test_a_job_killed_at_random_moments_is_resumed(task: str, times: int, tmp_path: Path) -> None:
    place = write_boards(tmp_path / "in.parquet", 4000)
    options = ("--task", task, "--part-rows", "20", "--keep", "grid,score,count")
    begin = time.monotonic()
    assert started(place, tmp_path / "whole", *options).wait(timeout=120) == 1
    spent = time.monotonic() - begin
    whole, killed = tmp_path / "whole", tmp_path / "killed"
    rng = random.Random(7)
    at_work = 0
    for kill in range(times):
        process = started(place, killed, *options)
        if kill % 4:  # while parts are written; otherwise at any moment
            wait_for_part(killed, process)
            time.sleep(rng.uniform(0, 0.05))
        else:
            time.sleep(rng.uniform(0, 0.5) * spent)
        process.kill()
        at_work += process.wait() == -signal.SIGKILL
        made = parts_of(killed) if killed.exists() else {}
        for name, data in made.items():  # a part under its final name is always whole
            assert name.startswith(".") or parts_of(whole)[name] == data
    assert at_work >= times // 2
    assert started(place, killed, *options).wait(timeout=120) == 1
    assert parts_of(whole) == parts_of(killed)
    assert len(parts_of(whole)) == 80


def test_a_job_killed_before_its_parts_are_joined(tmp_path: Path) -> None:
    place = write_boards(tmp_path / "in.csv", 3000)
    options = ("--part-bytes", "2000")
    assert started(place, tmp_path / "whole.csv", *options).wait(timeout=120) == 1
    process = started(place, tmp_path / "killed.csv", *options)
    wait_for_part(tmp_path / "killed.csv.parts", process)
    process.kill()
    process.wait()
    assert started(place, tmp_path / "killed.csv", *options).wait(timeout=120) == 1
    assert (tmp_path / "whole.csv").read_bytes() == (tmp_path / "killed.csv").read_bytes()


def test_an_interrupted_job_leaves_no_unfinished_files(tmp_path: Path) -> None:
    place = write_boards(tmp_path / "in.parquet", 60_000)
    process = started(place, tmp_path / "out", "--task", "paths", "--part-rows", "500")
    while not (noted := read_done(tmp_path / "out")) and process.poll() is None:
        time.sleep(0.01)
    process.send_signal(signal.SIGINT)
    assert process.wait(timeout=60) == 130
    names = os.listdir(tmp_path / "out")
    assert [name for name in names if name.startswith(".")] == []
    assert len(read_done(tmp_path / "out")) >= len(noted) >= 1


def test_ctrl_c_interrupts_a_search(tmp_path: Path) -> None:
    # This search takes minutes: 12x12 cells and words of one letter.
    (tmp_path / "words.txt").write_text("\n".join("a" * n for n in range(8, 40)), "utf-8")
    (tmp_path / "in.txt").write_text("/".join(["a" * 12] * 12) + "\n", "utf-8")
    process = started(
        tmp_path / "in.txt", tmp_path / "out", "--task", "trace", "--keep", "words,count",
        "--lexicon", tmp_path / "words.txt", "--deadline", "300",
    )  # fmt: skip
    while not (tmp_path / "out" / "_lock").exists():
        assert process.poll() is None
        time.sleep(0.01)
    time.sleep(0.5)
    process.send_signal(signal.SIGINT)
    assert process.wait(timeout=60) == 130  # the search alone takes minutes
    assert [name for name in os.listdir(tmp_path) if "out" in name] == ["out"]


def test_a_stop_token_ends_the_searches_of_its_threads_only() -> None:
    stop, other = _core.StopToken(), _core.StopToken()
    answers: dict[str, Any] = {}

    def search(name: str, watched: _core.StopToken) -> None:
        watched.watch()
        try:
            grid = lg.Grid.parse("/".join(["a" * 8] * 8))
            answers[name] = lg.trace(grid, "a" * 30, paths="count", deadline=1.0).status
        except InterruptedError as error:
            answers[name] = error

    threads = [
        threading.Thread(target=search, args=each) for each in (("one", stop), ("two", other))
    ]
    for thread in threads:
        thread.start()
    time.sleep(0.1)
    stop.set()
    for thread in threads:
        thread.join(timeout=30)
    assert isinstance(answers["one"], InterruptedError)
    assert not isinstance(answers["two"], InterruptedError)
    assert (True, False) == (stop.is_set(), other.is_set())


def test_unfinished_files_are_removed_and_missing_parts_are_done_again(tmp_path: Path) -> None:
    place = write_boards(tmp_path / "in.txt", 500)
    out = tmp_path / "out"
    run_batch(place, out, words=LEXICON, part_bytes=1000)
    whole = parts_of(out)
    (out / ".part-000000-000001.txt.half.lexigrid-tmp").write_bytes(b"te")
    (out / "part-000000-000002.txt").unlink()
    (out / "part-000000-000003.txt").write_bytes(b"cut")
    done = run_batch(place, out, words=LEXICON, part_bytes=1000)
    assert whole == parts_of(out)
    assert done.parts - 2 == done.resumed


def test_a_job_of_thousands_of_parts_is_resumed(tmp_path: Path) -> None:
    place = tmp_path / "in.txt"
    place.write_text("te/an\n" * 2_000, "utf-8")
    whole = run_batch(place, tmp_path / "out", words=LEXICON, part_bytes=6, write_as="jsonl")
    assert whole.parts == 2_000
    (tmp_path / "out" / "part-000000-001000.jsonl").unlink()
    again = run_batch(place, tmp_path / "out", words=LEXICON, part_bytes=6, write_as="jsonl")
    assert (2_000, 1_999) == (again.rows, again.resumed)
