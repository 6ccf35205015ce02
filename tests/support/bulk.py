"""Helpers of the tests of bulk searches."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import Any

import lexigrid as lg

_MEASURE_MEMORY = """
import resource, sys
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
try:  # Linux counts the memory of the parent before exec; VmHWM does not
    own = [line for line in open("/proc/self/status") if line.startswith("VmHWM")]
    peak = int(own[0].split()[1]) * 1024
except (OSError, IndexError):
    pass
sys.exit(0 if peak < 256 * 2**20 else f"{peak:,} bytes")
"""


def items_of(found: lg.FoundWords) -> list[tuple[str, int, Any]]:
    return [(word.word, word.score, word.path) for word in found]


def run_in_256_mib(script: str, kernel: str) -> None:
    """Run a script in its own process and check its peak memory."""
    run = subprocess.run(
        [sys.executable, "-c", script + _MEASURE_MEMORY],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "LEXIGRID_KERNEL": kernel},
    )
    assert (0, "") == (run.returncode, run.stderr)
