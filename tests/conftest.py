"""Shared fixtures: the kernels of this machine, the shared folder, hypothesis profiles."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

import lexigrid as lg
from browser_pages import axe_source, chromium, open_page, site  # noqa: F401 - fixtures
from games import game_folder  # noqa: F401 - a fixture

settings.register_profile(
    "quick",
    max_examples=60,
    deadline=None,
    # The kernel fixture is the same for all examples of a test.
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
settings.register_profile("deep", settings.get_profile("quick"), max_examples=2000)
settings.load_profile(os.environ.get("LEXIGRID_TEST_PROFILE", "quick"))

# Background jobs of a shell ignore SIGINT, and so would the searches that tests interrupt.
signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(autouse=True, scope="session")
def own_folders(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Keep the tests away from the user's language, games, lexicons and cache."""
    os.environ.pop("LEXIGRID_LANGUAGE", None)
    os.environ["LEXIGRID_DATA"] = str(tmp_path_factory.mktemp("data"))
    os.environ["LEXIGRID_CACHE"] = str(tmp_path_factory.mktemp("cache"))


@pytest.fixture(params=lg.cpu.cpu_targets())
def kernel(request: pytest.FixtureRequest) -> Iterator[str]:
    """Force one kernel for the test."""
    lg.cpu.set_cpu_target(request.param)
    yield request.param
    lg.cpu.set_cpu_target(None)


@pytest.fixture(scope="session")
def shared() -> Path:
    """Return the folder with optional data; skip the test if it is missing."""
    folder = Path(os.environ.get("LEXIGRID_SHARED", Path(__file__).parents[2] / "shared"))
    if not (folder / "data" / "enable2k.txt").exists():
        pytest.skip("data/enable2k.txt is missing; set LEXIGRID_SHARED to its folder")
    return folder
