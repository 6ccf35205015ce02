"""Play shared games with the modules of the pages through a proxy that fails at random."""

from __future__ import annotations

import json
import random
import shutil
import subprocess
from typing import Any

import lexigrid as lg
from checkout import ROOT
from flaky_proxy import flaky

_GRID = "vewf/nodr/ihoi/saoe"


def soak(
    port: int, *, games: list[int], seconds: int, seed: int, at_once: int = 4, rate: float = 1.0
) -> dict[str, Any]:
    """Play games with the given numbers of players; return counts, lost words, stuck players."""
    rng = random.Random(seed)
    found = [each.word for each in lg.find_paths(_GRID)]
    node = shutil.which("node")
    assert node is not None
    with flaky(port, seed, rate) as proxy:
        asked = {
            "address": f"http://127.0.0.1:{proxy.port}/", "games": games, "grid": _GRID,
            "found": rng.sample(found, 60), "others": ["zebra", "wov", "ox"],
            "seconds": seconds, "atOnce": at_once, "seed": seed,
        }  # fmt: skip
        program = ROOT / "tests" / "web" / "soak_players.mjs"
        done = subprocess.run(
            [node, str(program)], input=json.dumps(asked), text=True, capture_output=True
        )
    assert done.returncode == 0, done.stderr[-2000:]
    result: dict[str, Any] = json.loads(done.stdout)
    return result | {"faults": dict(proxy.counts)}
