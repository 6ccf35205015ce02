"""Tracing one word, compared with the oracle: no choice of passes changes an answer."""

from __future__ import annotations

import itertools
import time
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import lexigrid as lg
import naive
from lexigrid import _core
from lexigrid.search.trace import TraceOptions, trace_word
from strategies import grids

#: Passes that decide small grids before the engines start.
EARLY = ("letters", "sweep", "reachability", "runs")
ENGINES = ("forward", "backward", "clauses")
#: Parts of which each can be left out alone.
PARTS = ("segmentation", "walks", *EARLY, *ENGINES, "bidirectional", "learning")
SETTINGS = [
    (),
    *((name,) for name in ("portfolio", "regions", *PARTS)),
    *((name, "sweep") for name in ("portfolio", "regions", *PARTS) if name != "sweep"),
    EARLY,
    *((*EARLY, *(other for other in ENGINES if other != name)) for name in ENGINES),
    (*EARLY, *ENGINES),
    (*EARLY, "regions"),
    ("segmentation", "walks"),
    (*EARLY, "segmentation"),
]
#: Tiles of several letters; with [a,ab], the same cells can be read in two ways.
SEVERAL = ("ab", "[a,ab]", "[ab,ba]", "[a,ba]", "aab", "?", ".")
STRIPES = "/".join(["ababab"] * 6)
PLAIN: tuple[str, ...] = ()


def trace_without(parts: tuple[str, ...], grid: lg.Grid, word: str, **options: Any) -> lg.Trace:
    _core.leave_out(parts)
    try:
        return trace_word(grid, word, TraceOptions(**options))
    finally:
        _core.leave_out(())


@given(
    grids(most=3, topologies=True),
    st.text("ab", min_size=1, max_size=6),
    st.booleans(),
    st.sampled_from(SETTINGS),
)
def test_no_pass_changes_the_answer(
    kernel: str, grid: lg.Grid, word: str, reuse: bool, off: tuple[str, ...]
) -> None:
    letters = naive.letters_of(grid, word)
    expected = naive.paths_of(grid, letters, grid.topology, reuse)
    every = trace_without(off, grid, word, reuse=reuse, paths="all", limit=None)
    status = "found" if expected else "absent"
    assert (status, len(expected), True) == (every.status, every.count, every.complete)
    assert tuple(expected) == every.paths
    one = trace_without(off, grid, word, reuse=reuse)
    assert (status, bool(expected)) == (one.status, bool(one.paths))
    assert set(one.paths) <= set(expected)
    assert one.count <= len(expected)
    if one.complete:
        assert (expected[:1], len(expected)) == (list(one.paths), one.count)


@given(grids("ab", 4, PLAIN), st.randoms(use_true_random=False), st.integers(0, 3), st.booleans())
def test_words_of_all_letters_of_a_grid(grid: lg.Grid, rng: Any, left_out: int, rook: bool) -> None:
    """Long words on small grids are hard, because nearly every cell has to be used."""
    cells = [grid[cell] for cell in naive.all_cells(grid)]
    word = [tile.face for tile in cells if tile is not None]
    rng.shuffle(word)
    text = "".join(word[left_out:] or word)
    topology = lg.Topology("rook" if rook else "king")
    letters = naive.letters_of(grid, text)
    count = naive.count_paths(grid, letters, topology)
    for off in (EARLY, *((*EARLY, *(set(ENGINES) - {name})) for name in ENGINES)):
        found = trace_without(off, grid, text, topology=topology.name)
        assert bool(count) == bool(found) == bool(found.paths)
        for path in found.paths:
            assert naive.is_path(grid, path, topology)
            assert naive.can_spell(grid, path, letters)
    assert count == lg.trace(grid, text, topology=topology, paths="count").count


@given(grids(most=3, topologies=True), st.text("ab", min_size=1, max_size=5), st.booleans())
def test_paths_one_by_one_equal_the_oracle(
    kernel: str, grid: lg.Grid, word: str, reuse: bool
) -> None:
    expected = naive.paths_of(grid, naive.letters_of(grid, word), grid.topology, reuse)
    assert expected == list(lg.iter_paths(grid, word, reuse=reuse))


def test_paths_are_found_on_demand() -> None:
    """There are more than 10^30 paths in all."""
    grid = lg.Grid.parse("/".join(["a" * 12] * 12))
    paths = lg.iter_paths(grid, "a" * 100)
    first = list(itertools.islice(paths, 3))
    assert first == sorted(first)
    assert all(naive.is_path(grid, path, grid.topology) and len(path) == 100 for path in first)


def test_no_path_is_listed_twice() -> None:
    """The search gets stuck after the corridor in the first row, and learning restarts."""
    corridor = lg.Grid.parse("/".join(["ab" * 18, "." * 36, *["ababab" + "." * 30] * 6]))
    word = "ab" * 18
    first = list(itertools.islice(lg.iter_paths(corridor, word), 5))
    assert (0, 2) == (first[0][-1].row, first[1][0].row)
    assert tuple(first) == lg.trace(corridor, word, paths="all", limit=5).paths


def test_cells_too_few_for_one_run_can_hold_another() -> None:
    """The last three cells are too few for the first run, but enough for the second."""
    grid = lg.Grid.parse("aaaabaaa/")
    (path,) = lg.iter_paths(grid, "aaaabaaa")
    assert list(range(8)) == [cell.column for cell in path]


@pytest.mark.parametrize("size", [(1, 1027), (17, 73), (45, 46), (1, 2060), (127, 129)])
def test_the_last_cells_of_a_grid_are_counted(kernel: str, size: tuple[int, int]) -> None:
    """The number of cells is no multiple of a vector."""
    cells = np.full(size, ord("a"), np.uint8)
    cells[-1, -1] = ord("b")
    grid = lg.Grid.from_array(cells)
    assert "found" == lg.trace(grid, "ab").status
    paths = lg.iter_paths(grid, "ab", topology="rook")
    assert (min(size) > 1) + 1 == sum(path[-1] == (size[0] - 1, size[1] - 1) for path in paths)


def test_lines_one_by_one() -> None:
    grid = lg.Grid.parse("tea/ant/oat")
    lines = lg.iter_paths(grid, "oat", topology="line")
    assert [line.cells for line in lg.find_lines(grid, ["oat"])] == list(lines)
    assert not list(lg.iter_paths(grid, "a" * 5000, topology="line"))


def test_lines_one_by_one_have_a_deadline() -> None:
    grid = lg.Grid.from_array(np.full((2000, 2000), ord("a"), np.uint8))
    with pytest.raises(TimeoutError):
        next(lg.iter_paths(grid, "aaaa", topology="line", deadline=0))


@pytest.mark.parametrize("topology", ["king", "line"])
def test_a_limit_of_no_paths(topology: Any) -> None:
    answer = lg.trace("tea/ant/oat", "tea", topology=topology, limit=0)
    assert ("found", ()) == (answer.status, tuple(answer.paths))


@given(
    grids(most=3, special=SEVERAL, topologies=True),
    st.text("ab", min_size=1, max_size=9),
    st.booleans(),
    st.sampled_from(SETTINGS),
)
def test_words_on_tiles_of_several_letters(
    kernel: str, grid: lg.Grid, word: str, reuse: bool, off: tuple[str, ...]
) -> None:
    if reuse:  # the oracle would try up to 8^9 paths
        word = word[:6]
    expected = naive.paths_of(grid, naive.letters_of(grid, word), grid.topology, reuse)
    every = trace_without(off, grid, word, reuse=reuse, paths="all", limit=None)
    assert (len(expected), True) == (every.count, every.complete)
    assert tuple(expected) == every.paths
    assert ("found" if expected else "absent") == every.status
    some = trace_without(off, grid, word, reuse=reuse, paths="all", limit=2)
    assert (tuple(expected[:2]), len(expected)) == (some.paths, some.count)
    one = trace_without(off, grid, word, reuse=reuse)
    assert (every.status, bool(expected)) == (one.status, bool(one.paths))
    assert set(one.paths) <= set(expected)
    assert one.count <= len(expected)
    if one.complete:
        assert (expected[:1], len(expected)) == (list(one.paths), one.count)
    assert expected == list(lg.iter_paths(grid, word, reuse=reuse))


def test_hard_questions_with_tiles_of_several_letters(kernel: str) -> None:
    """The passes also decide questions by parity if there is a tile Qu."""
    rows = [[*"aaaaaaaa"] for _ in range(8)]
    rows[0][0] = rows[7][7] = "."
    rows[3][3] = "Qu"
    grid = lg.Grid.from_rows(rows)
    for word, status in (
        ("a" * 30 + "qu" + "a" * 31, "absent"),
        ("a" * 30 + "qu" + "a" * 20, "found"),
        ("a" * 30 + "quaqu" + "a" * 20, "absent"),
    ):
        answer = lg.trace(grid, word, topology="rook", deadline=5)
        assert (status, True) == (answer.status, answer.status == "found" or answer.complete)
    stripes = [[*"ababab"] for _ in range(6)]
    stripes[2][2] = "ab"
    assert lg.trace(lg.Grid.from_rows(stripes), "ab" * 18 + "b", deadline=5)


def test_reuse_of_tiles_of_several_letters(kernel: str) -> None:
    """Counts exceed 2^64, and a word that no path spells is absent."""
    grid = lg.Grid.from_rows([["Qu", "a"], ["a", "Qu"]])
    answer = lg.trace(grid, "qua" * 40, reuse=True, paths="count")
    assert (2**80, True) == (answer.count, answer.complete)
    assert "absent" == lg.trace(grid, "qua" * 40 + "uq", reuse=True).status


# --- hard questions -------------------------------------------------------------------------------


def test_a_question_that_backtracking_does_not_finish(kernel: str) -> None:
    answer = lg.trace(lg.Grid.parse(STRIPES), "ab" * 17 + "aa")
    assert ("absent", 0, True, "letters") == (
        answer.status,
        answer.count,
        answer.complete,
        answer.decided_by,
    )


def test_a_word_of_all_the_letters_of_the_stripes(kernel: str) -> None:
    grid = lg.Grid.parse(STRIPES)
    answer = lg.trace(grid, "ab" * 18)
    assert "found" == answer.status
    assert naive.is_path(grid, answer.paths[0], grid.topology)
    assert naive.can_spell(grid, answer.paths[0], tuple("ab" * 18))
    every = lg.trace(grid, "ab" * 18, paths="all", limit=10)
    assert (6094, 10, True) == (every.count, len(every.paths), every.complete)
    assert list(every.paths) == list(itertools.islice(lg.iter_paths(grid, "ab" * 18), 10))


@pytest.mark.parametrize(
    ("rows", "word", "topology", "why"),
    [
        (["a" * 8] * 8, "a" * 64, "rook", "a snake"),
        (["a" * 5] * 5, "a" * 25, "rook", "both ends on the colour of more cells"),
    ],
)
def test_boards_of_one_letter(rows: list[str], word: str, topology: Any, why: str) -> None:
    assert lg.trace(lg.Grid.from_rows(rows), word, topology=topology), why


@pytest.mark.parametrize(
    ("rows", "word", "topology", "why"),
    [
        ([".aaaaaaa", *["aaaaaaaa"] * 6, "aaaaaaa."], "a" * 62, "rook", "the colours do not match"),
        (
            ["baaaaa", *["aaaaaa"] * 4, "aaaaab"],
            "b" + "a" * 34 + "b",
            "rook",
            "both ends have one colour",
        ),
        (
            ["aaaa.aaaa", "aaaabaaaa", "aaaa.aaaa"],
            "a" * 13 + "b" + "a" * 10,
            "king",
            "components too small",
        ),
        (["aaaa", "aacc", "aacb"], "a" * 7 + "b", "king", "the b is enclosed"),
    ],
)
def test_impossible_paths_are_refuted(rows: list[str], word: str, topology: Any, why: str) -> None:
    for off in (
        (),
        *((name,) for name in PARTS),
    ):
        # Without regions, which test parity, the search would not finish.
        status = trace_without(off, lg.Grid.from_rows(rows), word, topology=topology).status
        assert ("absent", off) == (status, off), why


def test_counts_beyond_64_bits_do_not_wrap(kernel: str) -> None:
    grid = lg.Grid.parse("aa/aa/")
    answer = lg.trace(grid, "a" * 101, reuse=True, paths="count")
    assert (4 * 3**100, True) == (answer.count, answer.complete)
    listed = lg.trace(grid, "a" * 101, reuse=True, paths="all", limit=2)
    assert (4 * 3**100, 2, True) == (listed.count, len(listed.paths), listed.complete)


def test_a_deadline_gives_undetermined_and_never_absent(kernel: str) -> None:
    grid = lg.Grid.parse("/".join(["ab" * 5] * 10))
    word = "abbaabab" * 12 + "abab"  # two letters, all cells: no fast search is known
    for seconds in (0.0, 0.001):
        answer = lg.trace(grid, word, deadline=seconds)
        assert answer.status in ("undetermined", "found")
        if seconds == 0.0:
            assert ("undetermined", (), False) == (answer.status, answer.paths, answer.complete)


@pytest.mark.parametrize("side", [30, 300])
@pytest.mark.parametrize("special", ["a", "Qu"])
def test_words_of_200_000_letters_keep_their_deadline(side: int, special: str) -> None:
    """Every long step checks the clock; a step that did not would take minutes."""
    rows = [["ab"[column % 2] for column in range(side)] for _ in range(side)]
    rows[side // 2][side // 2] = special
    grid = lg.Grid.from_rows(rows)
    middle = "qu" if special == "Qu" else ""
    word = "ab" * 50_000 + middle + "ab" * 50_000
    for paths in ("one", "count"):
        begun = time.monotonic()
        answer = lg.trace(grid, word, paths=paths, deadline=0.2)
        assert time.monotonic() - begun < 10
        assert answer.status in (("absent",) if side == 30 else ("absent", "undetermined"))


def test_the_same_question_has_the_same_answer(kernel: str) -> None:
    grid = lg.Grid.parse("/".join(["abab" * 2] * 8))
    word = "ab" * 31 + "ba"
    assert lg.trace(grid, word) == lg.trace(grid, word)


def test_one_path_is_not_followed_by_an_endless_count() -> None:
    """The steps spent on the count are bounded where cells can be read in two ways."""
    answer = lg.trace(lg.Grid.from_rows([["[a,aa]"] * 30] * 30), "a" * 12, deadline=10)
    assert answer.status == "found"
    assert not answer.complete
    assert 1 <= answer.count < 1_000_000


def test_an_unknown_part_is_an_error() -> None:
    with pytest.raises(ValueError, match="magic"):
        trace_without(("magic",), lg.Grid.parse("tea/ant/oat"), "eat")
