"""Covers by the core as WebAssembly, in Node: they equal those of the HTTP API."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import lexigrid as lg
from checkout import IS_DEEP
from wasm import NEEDS_SERVER, WHY_NOT, Local, Served, compare

pytestmark = pytest.mark.skipif(WHY_NOT != "", reason=WHY_NOT)


def made_boards(number: int) -> Iterator[tuple[str, Any]]:
    """Yield questions on boards of all kinds of covers, with words known, themes and hints."""
    themes = lg.themes()
    for seed in range(number):
        rng = random.Random(seed)
        theme = themes[seed % len(themes)]
        size = rng.choice([(5, 6), (6, 5), (8, 6)])
        try:
            puzzle = lg.make_puzzle(
                theme=theme,
                kind="cover",
                size=size,
                seed=seed,
                unique=rng.choice(["word", "proved"]),
            )
        except lg.PuzzleError:
            continue
        grid = puzzle.grid.format(one_line=True)
        yield "solve", {"grid": grid, "hints": rng.choice([0, 3, 1000])}
        yield "solve", {"grid": grid, "found": [*puzzle.words[:2]], "hints": 9}
        yield "solve", {"grid": grid, "theme": [*puzzle.words], "lexicon": "default"}
        yield "solve", {"grid": grid, "words": [*puzzle.words], "spanning": False}
        yield "solve", {"grid": grid, "most_words": len(puzzle.words) - 1, "limit": 5}


def small_boards(number: int) -> Iterator[tuple[str, Any]]:
    """Yield questions on small boards of few letters, with many covers, holes and topologies."""
    for seed in range(number):
        rng = random.Random(seed)
        rows, columns = rng.choice([(2, 4), (3, 3), (3, 4), (4, 4), (4, 3)])
        table = [[rng.choice("aeinst") for _ in range(columns)] for _ in range(rows)]
        if rng.random() < 0.4:
            table[rng.randrange(rows)][rng.randrange(columns)] = None  # type: ignore[call-overload]
        grid = {
            "format": "lexigrid/grid",
            "version": 1,
            "rows": table,
            "topology": rng.choice(["king", "king", "rook", "hex"]),
        }
        every = {"".join(rng.choices("aeinst", k=rng.randrange(3, 6))) for _ in range(400)}
        body = {"grid": grid, "spanning": rng.random() < 0.5, "hints": 50}
        yield "solve", body | {"words": sorted(every), "phrases": rng.choice([True, False, None])}
        yield "solve", body | {"words": sorted(every), "limit": rng.choice([0, 1, 7])}


def test_boards_of_puzzles(local: Local, served: Served) -> None:
    questions = [*made_boards(40 if IS_DEEP else 8)]
    assert compare(local, served, questions).answers == len(questions)


def test_small_boards(local: Local, served: Served) -> None:
    questions = [*small_boards(400 if IS_DEEP else 60)]
    assert compare(local, served, questions).answers == len(questions)


def test_what_is_refused(local: Local, served: Served) -> None:
    questions: list[tuple[str, Any]] = [
        ("solve", {"grid": "te/as", "limit": 1001}),
        ("solve", {"grid": "/".join(["a" * 13] * 12)}),
        ("solve", {"grid": "te/as", "words": ["teas"], "lexicon": "default"}),
        ("solve", {"grid": "te/as", "limit": -1}),
        ("solve", {"grid": "te/as", "found": ["x" * 101]}),
        ("solve", {"grid": "te/as", "deadline": -1}),
    ]
    assert compare(local, served, questions).problems == len(questions)
    needs = [{"grid": "t?/as"}, {"grid": "t[ei]/as"}, {"grid": "te/as", "most_words": 0}]
    for answer in local.ask([("solve", body) for body in needs]):
        assert answer["problem"]["type"] == NEEDS_SERVER


def test_a_theme_word_that_no_list_has(local: Local, tmp_path: Path) -> None:
    (found,) = local.ask([("solve", {"grid": "zzqq/qqzz", "theme": ["zzqqzzqq"], "hints": 1})])
    assert found["answer"]["covers"][0]["spanning"] == ["zzqqzzqq"]
    assert found["answer"]["hints"][0]["length"] == 8
