"""Shared fixtures: every kernel of this machine, the shared folder, hypothesis profiles."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

import lexigrid as lg

settings.register_profile(
    "quick",
    max_examples=60,
    deadline=None,
    # The kernel fixture is the same for all examples of one test.
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
settings.register_profile("deep", settings.get_profile("quick"), max_examples=2000)
settings.load_profile(os.environ.get("LEXIGRID_TEST_PROFILE", "quick"))


@pytest.fixture(params=lg.cpu_targets())
def kernel(request: pytest.FixtureRequest) -> Iterator[str]:
    """Force one kernel for the test."""
    lg.set_cpu_target(request.param)
    yield request.param
    lg.set_cpu_target(None)


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder with optional data; skips the test where it is absent."""
    folder = Path(os.environ.get("LEXIGRID_SHARED", Path(__file__).parents[2] / "shared"))
    if not (folder / "data" / "enable2k.txt").exists():
        pytest.skip("data/enable2k.txt is not there; LEXIGRID_SHARED can name its folder")
    return folder
