"""The checker accepts certificates of absence exactly where the oracle finds no path."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import lexigrid as lg
import naive
from lexigrid.search import absence as certificates
from lexigrid.search.trace import TraceOptions
from strategies import grids

ONE_LETTER = ("?", "[ab]", ".")


@given(grids(most=3, special=ONE_LETTER, topologies=True), st.text("ab", min_size=1, max_size=5))
def test_absence_is_certified_exactly_where_the_oracle_finds_nothing(
    grid: lg.Grid, word: str
) -> None:
    is_there = bool(naive.paths_of(grid, naive.letters_of(grid, word), grid.topology))
    certificate = lg.certify_absence(grid, word)
    assert is_there == (certificate is None)
    if certificate is not None:
        assert lg.check_absence(grid, word, json.loads(json.dumps(certificate)))


@settings(max_examples=30)
@given(
    grids("ab", 3, (), topologies=True),
    st.text("ab", min_size=1, max_size=5),
    grids("ab", 3, (), topologies=True),
)
def test_a_certificate_of_another_grid_is_refused(grid: lg.Grid, word: str, other: lg.Grid) -> None:
    certificate = lg.certify_absence(grid, word)
    letters = naive.letters_of(other, word)
    if certificate is not None and naive.paths_of(other, letters, other.topology):
        assert not lg.check_absence(other, word, certificate)


MUTILATED = lg.Grid.parse("\n".join([".aaaaaaa", *["aaaaaaaa"] * 6, "aaaaaaa."]))


@pytest.mark.parametrize(
    ("grid", "word", "topology", "kind"),
    [
        (lg.Grid.parse("/".join(["ababab"] * 6)), "ab" * 17 + "aa", "king", "letters"),
        (lg.Grid.parse("tea/ant/oat"), "tot", "king", "walk"),
        (MUTILATED, "a" * 62, "rook", "pieces"),
        (lg.Grid.parse("abab/abab/abab/abab"), "aabbabab" + "aababbba", "rook", "clauses"),
    ],
)
def test_each_kind_of_certificate(grid: lg.Grid, word: str, topology: Any, kind: str) -> None:
    certificate = lg.certify_absence(grid, word, topology=topology)
    assert certificate is not None
    assert kind == certificate["kind"]
    assert lg.check_absence(grid, word, certificate, topology=topology)


def test_a_forged_certificate_is_refused() -> None:
    grid = lg.Grid.parse("tea/ant/oat")
    everything = [list(cell) for cell in naive.all_cells(grid)]
    forged: list[dict[str, Any]] = [
        {"kind": "letters", "letters": ["e", "a", "t"]},
        {"kind": "walk", "place": 2},
        {"kind": "pieces", "pieces": []},
        {
            "kind": "pieces",
            "pieces": [{"cells": everything, "colours": None, "lacking": [["e", 0]]}],
        },
        {"kind": "clauses", "clauses": []},
        {"kind": "clauses", "clauses": [[1], [-1]]},
        {"kind": "clauses", "clauses": [[0]]},
        {"kind": "clauses", "clauses": [[1.5], [True]]},
        {"kind": "clauses", "clauses": [[10**30]]},
        {"kind": "clauses", "clauses": 7},
        {"kind": "pieces", "pieces": [{}]},
        {"kind": "pieces", "pieces": [{"cells": [[9, 9]], "colours": None, "lacking": []}]},
        {"kind": "letters", "letters": None},
        {"kind": "walk"},
        {"kind": ["walk"]},
        {"kind": "trust me"},
        {},
    ]
    assert not lg.check_absence(grid, "eat", None)
    assert not any(lg.check_absence(grid, "eat", each) for each in forged)


def test_colours_other_than_0_and_1_are_refused() -> None:
    """With a third colour, a piece would seem to lack letters that it has."""
    grid = lg.Grid.parse("ab/")
    cells = [[0, 0], [0, 1]]
    for colours in ([2, 3], [0, 2], [True, False], [0.0, 1.0], ["0", "1"], [0], []):
        piece = {"cells": cells, "colours": colours, "lacking": [["a", 0], ["a", 1]]}
        assert not lg.check_absence(grid, "ab", {"kind": "pieces", "pieces": [piece]})


def test_clauses_prove_absence_where_shorter_kinds_cannot() -> None:
    """The proof by clauses is accepted, but not without its steps."""
    grid = lg.Grid.parse("abab/abab/abab/abab")
    word = "aabbabab" + "aababbba"
    certificate = lg.certify_absence(grid, word, topology="rook")
    assert certificate is not None
    board = certificates._Board(grid, word, TraceOptions(topology="rook"))
    assert not certificates._check_clauses(board, {"clauses": [[1]]})
    assert certificates._check_clauses(board, certificate)


def test_present_and_undecided_words_have_no_certificate() -> None:
    assert lg.certify_absence(lg.Grid.parse("tea/ant/oat"), "eat") is None
    assert lg.certify_absence(MUTILATED, "a" * 62, topology="rook", deadline=0.0) is None


@pytest.mark.parametrize(
    "certificate",
    [
        {"kind": "clauses", "clauses": [[0]]},
        {"kind": "clauses", "clauses": [[1.5]]},
        {"kind": "clauses", "clauses": [["x"]]},
        {"kind": "clauses", "clauses": [[10**9], [-(10**9)]]},
        {"kind": "clauses", "clauses": None},
        {
            "kind": "pieces",
            "pieces": [
                {
                    "cells": [[0, 0], [0, 1], [1, 0], [1, 1]],
                    "colours": [2, 3, 4, 5],
                    "lacking": [["a", 0], ["a", 0]],
                }
            ],
        },
        {"kind": "pieces", "pieces": [{"cells": [[9, 9]]}]},
        {"kind": "letters"},
        {"kind": "letters", "letters": 5},
        {"kind": "walk", "place": []},
        {"kind": []},
        {},
        [],
        5,
        None,
    ],
)
def test_forged_certificates_prove_nothing(certificate: Any) -> None:
    assert not lg.check_absence(lg.Grid.parse("aa/aa"), "aaaa", certificate)
