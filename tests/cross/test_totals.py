"""Known answers, and one signature of the answers to a thousand random questions.

`python tests/cross/test_totals.py --record` records the signature.
"""

from __future__ import annotations

import hashlib
import random
import re
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

import lexigrid as lg

PLACE = Path(__file__).parent / "totals.toml"
TOTALS = tomllib.loads(PLACE.read_text("utf-8"))


@pytest.mark.parametrize("case", TOTALS["walks"], ids=lambda c: f"{c['grid']} {c['topology']}")
def test_self_avoiding_walks(case: dict[str, Any], kernel: str) -> None:
    grid = lg.Grid.parse(case["grid"], topology=case["topology"])
    words = ["a" * size for size in range(1, len(grid) + 1)]
    found = lg.find_paths(grid, words, paths="all", count_only=True)
    assert len(words) == found.count
    assert case["total"] == found.path_count


@pytest.mark.parametrize("case", [c for c in TOTALS["walks"] if "by_length" in c])
def test_walks_of_each_length_traced(case: dict[str, Any]) -> None:
    grid = lg.Grid.parse(case["grid"], topology=case["topology"])
    counts = [lg.trace(grid, "a" * n, paths="count").count for n in range(1, len(grid) + 1)]
    assert case["by_length"] == counts


@pytest.mark.parametrize("case", TOTALS["board"], ids=lambda case: case["grid"])
def test_best_boards(case: dict[str, Any], kernel: str, shared: Path) -> None:
    lexicon = lg.Lexicon.read(shared / "data" / "enable2k.txt")
    grid = lg.Grid.parse(case["grid"], size=tuple(case["size"]), qu=True)
    for paths in ("none", "one", "all"):
        found = lg.find_paths(grid, lexicon, min_length=3, paths=paths)
        assert (case["words"], case["score"]) == (found.count, found.score)
    counted = lg.find_paths(grid, lexicon, min_length=3, count_only=True)
    assert (case["words"], case["score"]) == (counted.count, counted.score)


def signature() -> str:
    """Return a hash of all lines and paths on a thousand grids from one seed."""
    rng = random.Random(2026)
    lexicon = lg.Lexicon.default()
    answers = hashlib.sha256()
    tiles = "eeeeaaaiioorrrnnttttsssslllcuddppmhhgbfywkvxzjq"
    for _ in range(1000):
        rows, columns = rng.randint(1, 7), rng.randint(1, 7)
        text = "/".join("".join(rng.choices(tiles, k=columns)) for _ in range(rows)) + "/"
        grid = lg.Grid.parse(text, qu=rng.random() < 0.5)
        topology: Any = rng.choice(["king", "king", "rook", "bishop", "hex"])
        for word in lg.find_paths(grid, lexicon, topology=topology):
            answers.update(f"{word.word} {word.score} {word.path}\n".encode())
        for seen in lg.find_lines(grid, lexicon, wrap=rng.random() < 0.3):
            answers.update(f"{seen} {seen.end}\n".encode())
    return answers.hexdigest()[:16]


def test_signature(kernel: str) -> None:
    assert TOTALS["signature"]["value"] == signature()


if __name__ == "__main__" and "--record" in sys.argv:
    text = PLACE.read_text("utf-8")
    PLACE.write_text(re.sub(r'(?m)^value = ".*"$', f'value = "{signature()}"', text), "utf-8")
