"""The core for browsers and the HTTP API, whose answers are compared."""

from __future__ import annotations

import pytest

import lexigrid as lg
from wasm import Local, Served


@pytest.fixture(scope="module")
def local(tmp_path_factory: pytest.TempPathFactory) -> Local:
    return Local(tmp_path_factory.mktemp("wasm"), lg.Lexicon.default())


@pytest.fixture(scope="module")
def served() -> Served:
    return Served()
