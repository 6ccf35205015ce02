"""The same question through every public function, with boards and words in every form.

`LEXIGRID_TEST_PROFILE=deep` asks 200,000 times and searches 60,000 rows of batches;
LEXIGRID_TEST_SEED=N asks other questions.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from checkout import IS_DEEP
from matrix import SUFFIXES, ask_batch, ask_everything

KINDS = tuple(SUFFIXES)
#: Questions per test; each is asked about twenty times.
QUESTIONS = 1000 if IS_DEEP else 20
BLOCKS = range(10 if IS_DEEP else 5)
#: Each seed has a million questions of its own.
FIRST = int(os.environ.get("LEXIGRID_TEST_SEED", "0")) * 1_000_000


@pytest.mark.parametrize("block", BLOCKS)
def test_all_functions_give_the_same_answer(block: int, tmp_path: Path) -> None:
    arrow = pytest.importorskip("pyarrow")
    seeds = range(FIRST + block * QUESTIONS, FIRST + (block + 1) * QUESTIONS)
    asked = sum(ask_everything(seed, tmp_path, arrow=arrow) for seed in seeds)
    assert asked > (20 if IS_DEEP else 15) * QUESTIONS


@pytest.mark.parametrize("block", BLOCKS)
@pytest.mark.parametrize("kind", KINDS)
def test_batches_give_the_same_answer(kind: str, block: int, tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    files = range(QUESTIONS // 20)
    numbers = [(block * len(files) + number) * len(KINDS) + KINDS.index(kind) for number in files]
    assert all(ask_batch(FIRST + number, tmp_path, kind) for number in numbers)
