"""Shared games survive failures of the network: no acknowledged word is lost, nobody is stuck.

`tests/stress soak_games` plays hundreds.
"""

from __future__ import annotations

import shutil
from pathlib import Path

from browser_pages import start_server
from commands import require
from soak import soak


def test_a_class_behind_one_address_plays_through_failures(tmp_path: Path) -> None:
    require(shutil.which("node") is not None, "no Node: apt-get install nodejs")
    address, end = start_server(str(tmp_path), is_public=True)  # which counts per address
    try:
        port = int(address.rsplit(":", 1)[1].rstrip("/"))
        found = soak(port, games=[16, 2, 5], seconds=6, seed=1)
    finally:
        end()
    assert ([], [], 3) == (found["lost"], found["stuck"], found["games"])
    assert found["acknowledged"] > 30
    assert sum(found["faults"].values()) > 30
