"""Batches on Dask write the same bytes as on one machine, even if workers die."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import threading
import time
import types
from pathlib import Path
from typing import Any

import pytest

import lexigrid as lg
from batch_files import LEXICON, parts_of, started, wait_for_part, write_boards
from commands import error_of
from disturb_batches import kill_process, workers_of
from lexigrid.batch import run_batch
from lexigrid.batch.engines import dask as cluster
from lexigrid.batch.engines import dask_workers
from lexigrid.batch.parts import Part, PartResult, Slice
from lexigrid.batch.readers.sources import Source

pytest.importorskip("distributed")
# Dask warns when its processes are killed.
pytestmark = pytest.mark.filterwarnings("ignore")


def test_a_local_cluster_writes_the_same_bytes(tmp_path: Path) -> None:
    place = write_boards(tmp_path / "in.parquet", 2000)
    options: dict[str, Any] = {"words": LEXICON, "part_rows": 100, "task": "paths"}
    run_batch(place, tmp_path / "alone", **options)
    done = run_batch(place, tmp_path / "dask", engine="dask", workers=2, **options)
    assert parts_of(tmp_path / "alone") == parts_of(tmp_path / "dask")
    assert (2000, 20) == (done.rows, done.parts)
    again = run_batch(place, tmp_path / "dask", engine="dask", workers=2, **options)
    assert again.resumed == 20


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="finds the workers under /proc")
def test_workers_that_are_killed_lose_nothing(tmp_path: Path) -> None:
    place = write_boards(tmp_path / "in.parquet", 12_000)
    options: dict[str, Any] = {"task": "paths", "part_rows": 100, "keep": ("score", "count")}
    whole = run_batch(place, tmp_path / "alone", **options)
    killed: list[int] = []
    has_ended = threading.Event()

    def kill_workers() -> None:
        while len(killed) < 3 and not has_ended.wait(0.3):
            for worker in [*workers_of(os.getpid())][:1]:
                if any((tmp_path / "dask").glob(f"part-*{len(killed)}.parquet")):
                    killed.extend([worker] * kill_process(worker))

    killer = threading.Thread(target=kill_workers, daemon=True)
    killer.start()
    try:
        done = run_batch(place, tmp_path / "dask", engine="dask", workers=2, **options)
    finally:  # or it kills the workers of the next test
        has_ended.set()
        killer.join()
    assert killed
    assert parts_of(tmp_path / "alone") == parts_of(tmp_path / "dask")
    assert (whole.rows, whole.errors) == (done.rows, done.errors)


class Future:
    """A stand-in for the future of a part."""

    status: str | None = None

    def release(self) -> None:
        """Do nothing."""


class Answers:
    """A client with scripted answers that also replaces as_completed."""

    def __init__(self, answers: list[tuple[str, Any]]) -> None:
        self.answers = answers
        self.loop = None
        self.keys: list[str] = []
        self.thread_condition = threading.Condition()
        self.ready: list[tuple[Any, Any]] = []

    def nthreads(self) -> dict[str, int]:
        return {"one": 1}

    def map(self, _: Any, parts: list[Any], key: list[str], **options: Any) -> list[Any]:
        self.keys += key
        return [Future() for _ in key]

    def update(self, futures: list[Any]) -> None:
        for future in futures:
            future.status, result = self.answers.pop(0)
            self.ready.append((future, result))

    def next_batch(self, block: bool) -> list[tuple[Any, Any]]:
        batch, self.ready = self.ready, []
        return batch


DONE = PartResult(1, 0, 0, 9)
LOST = ("lost", asyncio.CancelledError())


def dispatch(answers: list[tuple[str, Any]]) -> tuple[list[tuple[int, PartResult]], list[str]]:
    """Process two parts with these worker answers."""
    client = Answers(answers)
    fake = types.SimpleNamespace(as_completed=lambda **_: client, KilledWorker=KeyError)
    noted: list[tuple[int, PartResult]] = []
    parts = [Part(n, 0, Slice(n, n + 1), f"part-{n}") for n in range(2)]
    source = Source("boards.txt", "text", 2, 0, "")
    cluster.PartDispatcher(
        fake, client, [source], lambda part, done: noted.append((part.number, done)), lambda: None
    ).run(parts, {})
    return noted, client.keys


def test_a_part_whose_worker_died_just_after_it_is_accepted_or_retried() -> None:
    # A result that has arrived counts, whatever has happened to the worker since.
    assert ([(0, DONE), (1, DONE)], 2) == (
        (found := dispatch([("pending", DONE), ("lost", DONE)]))[0],
        len(found[1]),
    )
    # A part whose result is lost is submitted again, under another key.
    noted, keys = dispatch([LOST, ("finished", DONE), ("pending", None), ("finished", DONE)])
    assert [(1, DONE), (0, DONE)] == noted
    assert len(keys) == len(set(keys)) == 4
    with pytest.raises(lg.InputError, match="lost the part part-0"):
        dispatch([LOST, ("finished", DONE), *[LOST] * 9])
    killed = ("error", (KeyError, KeyError(), None))
    with pytest.raises(ZeroDivisionError):
        dispatch([("error", (ZeroDivisionError, ZeroDivisionError(), None)), ("finished", DONE)])
    with pytest.raises(lg.InputError, match="killed the workers that tried it"):
        dispatch([killed, ("finished", DONE), killed, killed, killed])
    # Dask may charge a part with the death of a worker that another part killed.
    assert dispatch([killed, ("finished", DONE), killed, ("finished", DONE)])[0]


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="finds the workers under /proc")
def test_workers_that_die_while_they_start_are_replaced(tmp_path: Path) -> None:
    place = write_boards(tmp_path / "in.parquet", 20_000)
    options = ("--task", "paths", "--part-rows", "100", "--keep", "score,count")
    process = started(place, tmp_path / "out", *options, "--engine", "dask", "--workers", "1")
    wait_for_part(tmp_path / "out", process)
    killed: set[int] = set()
    end = time.monotonic() + 60
    while len(killed) < 2 and process.poll() is None and time.monotonic() < end:
        for worker in set(workers_of(process.pid)) - killed:  # the second one as it appears
            if kill_process(worker):
                killed.add(worker)
        time.sleep(0.01)
    assert len(killed) == 2
    assert process.wait(timeout=120) == 1
    assert started(place, tmp_path / "alone", *options).wait(timeout=120) == 1
    assert parts_of(tmp_path / "alone") == parts_of(tmp_path / "out")


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="finds the workers under /proc")
def test_an_interrupted_cluster_ends_at_once_without_unfinished_files(
    tmp_path: Path,
) -> None:
    place = write_boards(tmp_path / "in.parquet", 40_000)
    options = ("--task", "paths", "--part-rows", "100", "--engine", "dask", "--workers", "2")
    process = started(place, tmp_path / "out", *options)
    wait_for_part(tmp_path / "out", process)
    workers = workers_of(process.pid)
    process.send_signal(signal.SIGINT)
    begin = time.monotonic()
    assert process.wait(timeout=60) == 130
    # 0.1 s on an idle machine; Dask would wait ten seconds.
    assert time.monotonic() - begin < 9
    assert [name for name in os.listdir(tmp_path / "out") if name.startswith(".")] == []
    while any((Path("/proc") / str(worker)).exists() for worker in workers):
        # A killed worker takes a moment to exit.
        assert time.monotonic() - begin < 60
        time.sleep(0.01)


def test_a_job_killed_with_its_cluster_is_resumed(tmp_path: Path) -> None:
    place = write_boards(tmp_path / "in.parquet", 4000)
    local = ("--part-rows", "100")
    dask = (*local, "--engine", "dask", "--workers", "2")
    assert started(place, tmp_path / "whole", *local).wait(timeout=120) == 1
    process = started(place, tmp_path / "dask", *dask)
    end = time.monotonic() + 60
    while not any((tmp_path / "dask").glob("part-*")) and process.poll() is None:
        assert time.monotonic() < end
        time.sleep(0.01)
    process.kill()
    process.wait()
    assert started(place, tmp_path / "dask", *local).wait(timeout=120) == 1  # another engine
    assert parts_of(tmp_path / "whole") == parts_of(tmp_path / "dask")


def test_an_existing_scheduler_is_used(tmp_path: Path) -> None:
    distributed: Any = pytest.importorskip("distributed")

    place = write_boards(tmp_path / "in.txt", 300)
    with distributed.LocalCluster(
        n_workers=1, threads_per_worker=2, host="127.0.0.1", dashboard_address="127.0.0.1:0"
    ) as existing:
        done = run_batch(
            place, tmp_path / "out", words=LEXICON, part_bytes=1000, engine="dask",
            scheduler=existing.scheduler_address, write_as="jsonl",
        )  # fmt: skip
    assert done.rows == 300
    run_batch(place, tmp_path / "alone", words=LEXICON, part_bytes=1000, write_as="jsonl")
    assert parts_of(tmp_path / "alone") == parts_of(tmp_path / "out")


def test_a_missing_scheduler_is_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dask_workers, "_CONNECT_SECONDS", 0.5)
    place = write_boards(tmp_path / "in.txt", 30)
    message = error_of(
        "batch", str(place), str(tmp_path / "out"), "--engine", "dask",
        "--scheduler", "tcp://127.0.0.1:9",
    )  # fmt: skip
    assert "no Dask scheduler answers at 'tcp://127.0.0.1:9'" in message


def test_what_never_answers_is_no_scheduler(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dask_workers, "_CONNECT_SECONDS", 0.01)
    silent = types.SimpleNamespace(Client=lambda *_, **__: threading.Event().wait(9))
    with pytest.raises(TimeoutError, match="is no scheduler"):
        dask_workers._make_client(silent, "tcp://127.0.0.1:9")


def test_options_of_a_cluster_are_checked_first(tmp_path: Path) -> None:
    place = write_boards(tmp_path / "in.txt", 30)
    out = str(tmp_path / "out")
    message = error_of("batch", str(place), out, "--engine", "dask", "--scheduler", "foo")
    assert "expected tcp://HOST:PORT" in message
    assert "--engine dask" in error_of("batch", str(place), out, "--workers", "2")
    assert not (tmp_path / "out").exists()


def test_strict_stops_a_cluster(tmp_path: Path) -> None:
    place = write_boards(tmp_path / "in.parquet", 200)
    with pytest.raises(lg.InputError, match=r"row (1|98): "):
        run_batch(place, tmp_path / "out", words=LEXICON, strict=True, engine="dask", workers=1)


def test_a_worker_with_another_lexicon_refuses(tmp_path: Path) -> None:
    place = tmp_path / "some.lexicon"
    LEXICON.save(place)
    good = cluster.LexiconLocation(str(place), cluster.digest_lexicon(LEXICON))
    assert cluster.load_lexicon(good) is cluster.load_lexicon(good)
    assert cluster.load_lexicon(good) == LEXICON
    with pytest.raises(lg.InputError, match="the worker's lexicon"):
        cluster.load_lexicon(cluster.LexiconLocation(str(place), "other"))


def test_without_distributed_the_message_says_what_to_install(tmp_path: Path) -> None:
    place = write_boards(tmp_path / "in.txt", 30)
    code = (
        "import sys; sys.modules['distributed'] = None; from lexigrid.cli import main; "
        f"main(['batch', {str(place)!r}, {str(tmp_path / 'out')!r}, '--engine', 'dask'])"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert (2, 1) == (run.returncode, run.stderr.count("\n"))
    assert "pip install 'lexigrid[dask]'" in run.stderr
    code = code.replace("'distributed'", "'pyarrow'").replace(
        "'--engine', 'dask'", "'--to', 'arrow'"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert (2, 1) == (run.returncode, run.stderr.count("\n"))
    assert "pip install 'lexigrid[batch]'" in run.stderr
