"""Calls in another process: one process answers many, and ends when a call must."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

import lexigrid as lg
from lexigrid._core import StopToken
from lexigrid._util import child
from lexigrid._util.child import call_in_child
from lexigrid._util.time_limit import time_limit


@pytest.fixture(autouse=True)
def _new_processes(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(child, "_waiting", {})
    yield
    for process in [*child._waiting]:
        child._retire(process)


def test_a_process_answers_many_calls() -> None:
    first = call_in_child(os.getpid)
    assert os.getpid() != first
    with pytest.raises(lg.GridError) as caught:
        call_in_child(lg.Grid.parse, "te/ant")
    assert 1 == caught.value.row
    assert print("oat") is call_in_child(print, "oat")
    assert first == call_in_child(os.getpid)


def test_a_process_ends_with_a_call_that_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(child, "_LAST_SECONDS", 0.01)
    first, folder = call_in_child(os.getpid), Path(call_in_child(tempfile.gettempdir))
    assert folder.is_dir()
    with pytest.raises(TimeoutError), time_limit(0.05):
        call_in_child(time.sleep, 60)
    second = call_in_child(os.getpid)
    assert first != second
    assert not folder.exists()

    def run() -> None:
        stop = StopToken()
        stop.watch()
        threading.Timer(0.05, stop.set).start()
        with pytest.raises(InterruptedError):
            call_in_child(time.sleep, 60)

    thread = threading.Thread(target=run)
    thread.start()
    thread.join()
    assert second != call_in_child(os.getpid)


def test_a_process_is_kept_if_a_call_ends_soon_after_its_time() -> None:
    first = call_in_child(os.getpid)
    with pytest.raises(TimeoutError), time_limit(0.01):
        call_in_child(time.sleep, 0.1)
    assert first == call_in_child(os.getpid)


def test_a_process_goes_on_with_its_imports_after_the_time_is_up() -> None:
    with pytest.raises(TimeoutError), time_limit(0):
        call_in_child(os.getpid, modules=["json", "of_no_package"])
    [process] = child._waiting
    assert process.process.pid == call_in_child(os.getpid)
    assert {"json"} == call_in_child({"json"}.intersection, call_in_child(_loaded))


def _loaded() -> list[str]:
    return [*sys.modules]


def test_a_process_that_ended_is_replaced() -> None:
    with pytest.raises(ChildProcessError):
        call_in_child(os._exit, 3)
    waiting = call_in_child(os.getpid)
    [process] = child._waiting
    os.kill(waiting, signal.SIGTERM)
    process.process.wait()
    assert waiting != call_in_child(os.getpid)


def test_a_process_ends_with_the_one_that_started_it() -> None:
    folder = Path(call_in_child(tempfile.gettempdir))
    [process] = child._waiting
    assert process.process.stdin
    process.process.stdin.close()
    assert process.process.wait() == 0
    assert not folder.exists()


def test_a_process_ends_if_no_call_comes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(child, "_IDLE_SECONDS", 0.01)
    call_in_child(os.getpid)
    [process] = child._waiting
    process.process.wait(60)
    assert not child._waiting


def test_the_server_loads_no_modules_that_draw_pages() -> None:
    code = """import sys
from lexigrid.render.puzzle_file import PageOptions, puzzle_to_bytes
from lexigrid.web import server
server.warm_up()
puzzle = server.make_puzzle(["oat", "rye"], seed=1)
assert puzzle_to_bytes(puzzle, "pdf", PageOptions(), deadline=60)
print(*{"fpdf", "fontTools", "uharfbuzz", "resvg_py", "docx"}.intersection(sys.modules))"""
    assert "\n" == subprocess.check_output([sys.executable, "-c", code], text=True)
