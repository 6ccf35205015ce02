"""The same question through every entry, with the board and the words in every form.

`LEXIGRID_TEST_PROFILE=deep` asks 200,000 times.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from matrix import ask_batch, ask_everything

KINDS = ("csv", "jsonl", "txt", "parquet", "arrow")
IS_DEEP = os.environ.get("LEXIGRID_TEST_PROFILE") == "deep"
#: Questions per test; each is asked some twenty times.
QUESTIONS = 1000 if IS_DEEP else 20
BLOCKS = range(10 if IS_DEEP else 5)


@pytest.mark.parametrize("block", BLOCKS)
def test_every_entry_gives_one_answer(block: int, tmp_path: Path) -> None:
    arrow = pytest.importorskip("pyarrow")
    seeds = range(block * QUESTIONS, (block + 1) * QUESTIONS)
    asked = sum(ask_everything(seed, tmp_path, arrow=arrow) for seed in seeds)
    assert asked > 15 * QUESTIONS


@pytest.mark.parametrize("block", BLOCKS)
@pytest.mark.parametrize("kind", KINDS)
def test_batches_give_the_same_answer(kind: str, block: int, tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    files = range(QUESTIONS // 20)
    seeds = [(block * len(files) + number) * len(KINDS) + KINDS.index(kind) for number in files]
    assert all(ask_batch(seed, tmp_path, kind) for seed in seeds)
