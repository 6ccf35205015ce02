"""Processes of a search for the best board that the system ends are replaced, or reported."""

from __future__ import annotations

import os
import sys
import threading
import time
from typing import Any

import pytest

import lexigrid as lg
from disturb_batches import kill_process, workers_of
from lexigrid.boards.best import optimize_board

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="finds the processes under /proc")
OPTIONS: dict[str, Any] = {"seed": 5, "size": (2, 3), "patience": 20, "rounds": 4}


def search(kills: int, pause: float) -> lg.proofs.BestBoard:
    """Search with two processes, of which some are killed as soon as they exist or later."""
    killed, has_ended = set[int](), threading.Event()

    def kill() -> None:
        while len(killed) < kills and not has_ended.wait(0.001):
            for worker in {*workers_of(os.getpid())} - killed:
                time.sleep(pause)
                if kill_process(worker):
                    killed.add(worker)

    killer = threading.Thread(target=kill, daemon=True)
    killer.start()
    try:
        return optimize_board(**OPTIONS, processes=2)
    finally:
        has_ended.set()
        killer.join()
        assert killed


@pytest.mark.parametrize("pause", [0, 0.2])
def test_killed_processes_are_replaced(pause: float) -> None:
    assert optimize_board(**OPTIONS, processes=1) == search(2, pause)


def test_processes_that_die_again_and_again_are_reported() -> None:
    with pytest.raises(lg.InputError, match="6 processes of the search were ended by the system"):
        search(99, 0)
