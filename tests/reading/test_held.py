"""The words of a puzzle, held against its rows."""

from __future__ import annotations

import random

import pytest

import lexigrid as lg
from lexigrid.reading.decode import Source
from lexigrid.reading.parts import read_parts
from lexigrid.reading.straight import straight_lines, words_inside

_OTHERS = [
    *("Answers on the back", "Printed on 12/3/2024", "Erstellt mit suchsel.net", "2/14", "..."),
    *("Continued on next page", "Oak Hill Elementary School", "Glossary", "Single-use only"),
]


@pytest.mark.parametrize("seed", range(12))
def test_lines_unlike_the_words_and_not_in_the_grid_are_left_out(seed: int) -> None:
    rng = random.Random(seed)
    puzzle = lg.make_puzzle(theme="birds", pool=rng.randint(4, 9), seed=seed, size=12)
    words = [word.upper() for word in puzzle.words]
    sep = rng.choice(["", " "])
    rows = [sep.join(row).upper() for row in puzzle.grid.format().split("\n")]
    other = rng.choice(_OTHERS)
    listed = [other, *words] if rng.random() < 0.4 else [*words, "", other]
    found = read_parts(Source("\n".join([*rows, "", *listed])), wants_words=True)
    assert words == found.words
    assert any(other in note for note in found.notes)


@pytest.mark.parametrize("seed", range(8))
def test_a_word_that_is_missing_in_the_grid_stays_a_word(seed: int) -> None:
    puzzle = lg.make_puzzle(theme="birds", pool=6, seed=seed, size=12)
    words = sorted([*puzzle.words, "archaeopteryx"])
    text = "\n".join([puzzle.grid.format(), "", *words])
    assert words == read_parts(Source(text), wants_words=True).words


@pytest.mark.parametrize("seed", range(20))
def test_straight_lines_have_what_find_lines_finds(seed: int) -> None:
    rng = random.Random(seed)
    rows, columns = rng.randint(1, 6), rng.randint(1, 6)
    grid = ["".join(rng.choices("ab", k=columns)) for _ in range(rows)]
    words = ["".join(rng.choices("ab", k=rng.randint(2, 4))) for _ in range(8)]
    found = lg.find_lines(lg.Grid.from_rows(grid), words)
    expected = [word not in found.missing for word in words]
    assert expected == words_inside(straight_lines(grid), words)
