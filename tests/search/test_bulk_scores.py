"""Scores of many boards and of all changes of one, compared with single searches."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any
from unittest import mock

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import lexigrid as lg
import naive
from bulk import items_of, run_in_256_mib
from lexigrid import _core
from lexigrid.search.bulk import scores
from strategies import words

TOPOLOGIES = ("king", "rook", "bishop", "hex")


@st.composite
def boards(draw: st.DrawFn, letters: str = "abq.") -> tuple[list[str], tuple[int, int]]:
    """Draw a few boards of one shape as bare strings, and the shape."""
    rows, columns = draw(st.integers(1, 5)), draw(st.integers(1, 5))
    text = st.text(letters, min_size=rows * columns, max_size=rows * columns)
    return draw(st.lists(text, min_size=1, max_size=4)), (rows, columns)


@given(boards(), words("abqu", 5), st.booleans(), st.sampled_from(TOPOLOGIES), st.integers(1, 3))
def test_bulk_searches_equal_single_searches(
    kernel: str,
    drawn: tuple[list[str], tuple[int, int]],
    listed: list[str],
    qu: bool,
    topology: Any,
    least: int,
) -> None:
    texts, size = drawn
    lexicon = lg.Lexicon([*listed, "qua", "b"])
    options: dict[str, Any] = {"size": size, "qu": qu, "topology": topology, "min_length": least}
    alone = [
        lg.find_paths(
            lg.Grid.parse(text, size=size, qu=qu, topology=topology), lexicon, min_length=least
        )
        for text in texts
    ]
    many = lg.find_paths_many(texts, lexicon, **options)
    assert [items_of(found) for found in alone] == [items_of(found) for found in many]
    assert [found.score for found in alone] == many.scores.tolist()
    assert [len(found) for found in alone] == many.counts.tolist()
    assert many.scores.tolist() == lg.score_grids(texts, lexicon, **options).tolist()
    # The second call with the same options reuses the solver of the first.
    assert many.scores.tolist() == lg.score_grids(texts, lexicon, **options).tolist()
    none = lg.find_paths_many(texts, lexicon, paths="none", **options)
    assert many.words[:] == none.words[:]
    assert (None, None) == (none.cells, none.cell_at)
    short = lg.find_paths_many(texts, lexicon, sort="tiles", **options)
    for found, by_tiles in zip(alone, short, strict=True):
        assert sorted(found, key=lambda word: len(word.path or ())) == list(by_tiles)
    numbers = lg.find_paths_many(texts, lexicon, sort="tiles", paths="none", **options)
    assert short.words[:] == numbers.words[:]


@settings(max_examples=8)
@given(st.sampled_from([2, 3, 5, 26, 27, 100, 255]), st.randoms(use_true_random=False))
def test_alphabets_of_any_size(kernel: str, size: int, rng: Any) -> None:
    letters = [chr(0x4E00 + i) for i in range(size)]
    grid = lg.Grid.from_rows([rng.choices(letters, k=4) for _ in range(3)])
    listed = [*letters, *("".join(rng.choices(letters, k=3)) for _ in range(20))]
    expected = naive.find_paths(grid, listed)
    (found,) = lg.find_paths_many([grid], listed)
    assert [(s[0], p[0]) for _, s, p in expected] == [(w.word, w.path) for w in found]


@pytest.mark.parametrize("side", [5, 6])
def test_words_of_twenty_five_letters(kernel: str, side: int) -> None:
    letters = "abcdefghijklmnopqrstuvwxy"
    rows = [list(letters[5 * r : 5 * r + 5][:: 1 if r % 2 == 0 else -1]) for r in range(5)]
    if side == 6:
        rows = [[*row, "x"] for row in rows] + [["x"] * 6]
    listed = [letters, letters[:24], letters[::-1], letters[:13], letters[:12]]
    grid = lg.Grid.from_rows(rows)
    for sort in ("grid", "tiles"):
        (found,) = lg.find_paths_many([grid.format(one_line=True)], listed, sort=sort)
        assert sorted(listed) == sorted(word.word for word in found)
        assert all(len(word.path or ()) == len(word.word) for word in found)
    assert lg.score_grids([grid], listed, scoring="letters").tolist() == [sum(map(len, listed))]
    scores = lg.bulk.score_changes(grid.format(one_line=True), listed, scoring="letters")
    assert scores[0, 0, 0] == sum(map(len, listed))


def test_boards_can_have_many_forms(kernel: str) -> None:
    listed = ["eat", "oat", "tan", "quit"]
    texts = ["teaantoat", "qitxxxxxx"]
    lines = ["tea/ant/oat", "qit/xxx/xxx"]
    options: dict[str, Any] = {"qu": True, "min_length": 3}
    array = np.frombuffer("".join(texts).encode(), np.uint8).reshape(2, 9)
    for given_boards in (texts, tuple(texts), iter(texts), array, array.reshape(2, 3, 3)):
        again = [*given_boards] if isinstance(given_boards, type(iter([]))) else given_boards
        assert lg.score_grids(again, listed, size=(3, 3), **options).tolist() == [3, 1]
        many = lg.find_paths_many(again, listed, size=(3, 3), **options)
        assert [w.word for found in many for w in found] == ["tan", "eat", "oat", "quit"]
    for given_lines in (lines, [lg.Grid.parse(line, qu=True) for line in lines]):
        assert lg.score_grids(given_lines, listed, **options).tolist() == [3, 1]
        assert lg.find_paths_many(given_lines, listed, **options).scores.tolist() == [3, 1]
    assert lg.score_grids([], listed).tolist() == []
    assert len(lg.find_paths_many([], listed)) == 0


@pytest.mark.parametrize("at", [0, 9 * 3000, 9 * 5000 - 1], ids=["first", "middle", "last"])
def test_one_wild_tile_among_many_boards_is_seen(at: int) -> None:
    boards = np.frombuffer(b"teaantoat" * 5000, np.uint8).copy()
    boards[at] = ord("?")
    found = lg.score_grids(boards.reshape(-1, 9), ["eat", "oat", "tan"], size=(3, 3), threads=1)
    wild = bytes(boards[at // 9 * 9 :][:9]).decode()
    assert (
        found[at // 9]
        == lg.find_paths(lg.Grid.parse(wild, size=(3, 3)), ["eat", "oat", "tan"]).score
    )
    assert (
        np.delete(found, at // 9)
        == lg.score_grids(["teaantoat"], ["eat", "oat", "tan"], size=(3, 3))[0]
    ).all()


def test_boards_as_arrow_columns() -> None:
    pyarrow = pytest.importorskip("pyarrow")
    listed = ["eat", "oat", "tan"]
    texts = ["teaantoat", "xxxxxxxxx", "taoeaxnxx"]
    expected = lg.score_grids(texts, listed, size=(3, 3)).tolist()
    kinds = (pyarrow.string(), pyarrow.large_string(), pyarrow.string_view())
    for kind in kinds:
        column = pyarrow.array(["skipped..", *texts], kind)[1:]
        assert expected == lg.score_grids(column, listed, size=(3, 3)).tolist()
        chunked = pyarrow.chunked_array([column[:2], column[2:]])
        assert expected == lg.find_paths_many(chunked, listed, size=(3, 3)).scores.tolist()
    mixed = ["te/a?", "ü/", "x" * 16, "teaantoat/xxxxxxxxx", "tea/"]  # views of more than 12 bytes
    for kind in kinds:
        column = pyarrow.array(mixed, kind)
        assert lg.score_grids(column, ["tea", "ü"]).tolist() == [1, 0, 0, 1, 1]
    for bad, reason in (
        (pyarrow.array([1, 2]), "its Arrow type is 'l', expected text"),
        (pyarrow.array(["abcd"]).dictionary_encode(), "its values are categories"),
        (pyarrow.table({"board": ["abcd"]}), "it is a table, expected one of its columns"),
        (pyarrow.array(["abcd", None]), "row 2 has no value"),
    ):
        with pytest.raises(lg.InputError, match=f"column of boards cannot be read: {reason}"):
            lg.score_grids(bad, listed, size=(2, 2))


def test_large_boards_can_have_many_forms() -> None:
    """No kernel serves boards of more than 256 cells: each is searched as a grid."""
    pyarrow = pytest.importorskip("pyarrow")
    size = (16, 17)
    text = "cats" * 68
    rows = [text[start : start + 17] for start in range(0, 272, 17)]
    array = np.frombuffer(text.encode(), np.uint8)
    forms: list[Any] = [
        [text] * 2,
        [lg.Grid.from_rows(rows), "/".join(rows)],
        [rows, text],
        np.stack([array] * 2),
        np.stack([array.reshape(size)] * 2),
    ]
    forms += [pyarrow.array([text] * 2), pyarrow.chunked_array([[text], [text]])]
    words = ["cat", "stac", "dog", "cats" * 3]
    expected = lg.find_paths(rows, words)
    assert len(expected) >= 2
    for form in forms:
        assert [expected.score] * 2 == lg.score_grids(form, words, size=size).tolist()
        for board in lg.find_paths_many(form, words, size=size):
            assert list(expected) == list(board)


def test_answers_as_arrow_tables() -> None:
    pytest.importorskip("pyarrow")
    many = lg.find_paths_many(["tea/ant/oat", "xxx/xxx/xxx"], ["eat", "oat", "tan"])
    table = many.to_arrow()
    assert table.column("score").to_pylist() == many.scores.tolist()
    assert table.column("words").to_pylist() == [["tan", "eat", "oat"], []]
    columns = [[[c.row * 3 + c.column for c in w.path or ()] for w in found] for found in many]
    assert table.column("paths").to_pylist() == columns


def test_flat_arrays_equal_the_items(kernel: str) -> None:
    listed = ["eat", "oat", "tan", "tea", "a", "at"]
    grid = lg.Grid.parse("tea/ant/oat")
    for sort in ("grid", "alpha", "length", "score"):
        for paths in ("one", "all", "none"):
            found = lg.find_paths(grid, listed, sort=sort, paths=paths)
            flat = found.to_numpy()
            assert [word.word for word in found] == [found.word_at(w) for w in flat.word_ids]
            assert [word.score for word in found] == flat.scores.tolist()
            if paths == "none":
                assert len(flat.path_at) == len(flat.cells) == 0
                continue
            for i, word in enumerate(found):
                spans = range(flat.path_at[i], flat.path_at[i + 1])
                cells = [flat.cells[flat.cell_at[p] : flat.cell_at[p + 1]] for p in spans]
                assert [[c.row * 3 + c.column for c in path] for path in word.paths] == [
                    each.tolist() for each in cells
                ]


def test_bad_boards_are_reported() -> None:
    with pytest.raises(lg.GridError, match="expected several"):
        lg.score_grids("abcd", ["ab"], size=(2, 2))
    with pytest.raises(lg.GridError, match="board 2"):
        lg.find_paths_many(["abcd", "abc"], ["ab"], size=(2, 2))
    with pytest.raises(lg.GridError, match="float64"):
        lg.score_grids(np.zeros((2, 4)), ["ab"], size=(2, 2))
    for call in (lg.bulk.score_changes, lg.bulk.score_swaps):
        with pytest.raises(lg.GridError, match="board 1: the grid is 5"):
            call(5, ["ab"])  # type: ignore[arg-type]
    with pytest.raises(lg.GridError, match="board 2: the grid is None"):
        lg.score_grids(["abcd", None], ["ab"], size=(2, 2))  # type: ignore[list-item]
    with pytest.raises(lg.InputError, match="threads"):
        lg.score_grids(["abcd"], lg.Lexicon(["ab"]), size=(2, 2), threads=0)
    with pytest.raises(lg.InputError, match="sort"):
        lg.find_paths_many(["abcd"], ["ab"], sort="longest")  # type: ignore[arg-type]
    with pytest.raises(lg.InputError, match="paths"):
        lg.find_paths_many(["abcd"], ["ab"], paths="all")  # type: ignore[arg-type]
    lone = "ab\ud800d"
    with pytest.raises(lg.LexigridError):
        lg.score_grids([lone, lone], ["ab"], size=(2, 2))
    for size in ((0, 4), (2, 2, 2), "2x2"):
        with pytest.raises(lg.LexigridError):
            lg.score_grids(["abcd"], ["ab"], size=size)  # type: ignore[arg-type]


def test_threads_and_repeated_calls_change_nothing(kernel: str) -> None:
    rng = random.Random(1)
    texts = ["".join(rng.choices("etaoinshrdluq", k=16)) for _ in range(700)]
    lexicon = lg.Lexicon.default()
    options: dict[str, Any] = {"size": (4, 4), "qu": True}
    alone = lg.find_paths_many(texts, lexicon, threads=1, **options)
    for threads in (2, 3, None):
        many = lg.find_paths_many(texts, lexicon, threads=threads, **options)
        for name in ("scores", "first", "word_ids", "cell_at", "cells"):
            assert (getattr(alone.to_numpy(), name) == getattr(many.to_numpy(), name)).all()
        scores = lg.score_grids(texts, lexicon, threads=threads, **options)
        assert (alone.scores == scores).all()
    # Several Python threads can share one solver.
    answers: list[Any] = []
    work = [
        threading.Thread(
            target=lambda: answers.append(lg.score_grids(texts, lexicon, threads=1, **options))
        )
        for _ in range(3)
    ]
    for thread in work:
        thread.start()
    for thread in work:
        thread.join()
    assert all((alone.scores == scores).all() for scores in answers)


@pytest.mark.parametrize("threads", [1, 2])
def test_ctrl_c_ends_a_batch(threads: int) -> None:
    """The boards are hostile: one alone would take far longer than the test allows."""
    listed = ["a" * length for length in range(1, 26)]
    hostile = ["a" * 25] * 600
    timer = threading.Timer(0.2, signal.raise_signal, (signal.SIGINT,))
    began = time.monotonic()
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        lg.find_paths_many(hostile, listed, size=(5, 5), threads=threads)
    assert time.monotonic() - began < 20  # usually 0.03 s; the limit allows for a busy machine
    timer.join()


def test_the_best_board_in_bulk(kernel: str, shared: Path) -> None:
    lexicon = lg.Lexicon.read(shared / "data" / "enable2k.txt")
    options: dict[str, Any] = {"size": (4, 4), "qu": True, "min_length": 3}
    best = "perslatgsineters"
    many = lg.find_paths_many([best, best[::-1]], lexicon, **options)
    assert ([3625, 3625], [1045, 1045]) == (many.scores.tolist(), many.counts.tolist())
    scores = lg.bulk.score_changes(best, lexicon, **options)
    assert 3625 == scores.max()  # proved to be the best board, so no change is better
    assert [3625] * 16 == [int(scores.reshape(16, 26)[i, ord(c) - 97]) for i, c in enumerate(best)]


HOSTILE = """
import time
import lexigrid as lg
grid = lg.Grid.parse("a" * 100, size=(10, 10))
words = ["a" * size for size in range(1, 101)]
began = time.monotonic()
for options in ({"limit": 40}, {"paths": "all", "deadline": 0.2}, {"deadline": 0.2},
                {"count_only": True, "deadline": 0.2}, {"paths": "all", "limit": 3}):
    found = lg.find_paths(grid, words, **options)
    assert not found.complete, options
assert time.monotonic() - began < 60
"""


def test_hostile_boards_stay_within_bounds(kernel: str) -> None:
    """A board of one letter has astronomically many paths; searches answer in little memory."""
    run_in_256_mib(HOSTILE, kernel)


def solvers_of(lexicon: lg.Lexicon) -> list[_core.Boards]:
    derived: Any = lexicon._derived or {}
    return [made for made in derived.values() if isinstance(made, _core.Boards)]


@pytest.mark.parametrize("scoring", ["classic", {3: 1, 4: 1}])
def test_one_board_as_an_array_uses_the_kernel_and_keeps_its_solver(scoring: Any) -> None:
    lexicon = lg.Lexicon(["tea", "eat", "neat", "tan"])
    for call in (lg.bulk.score_changes, lg.bulk.score_swaps):
        with_text = call("te/na", lexicon, scoring=scoring)
        solvers = solvers_of(lexicon)
        for board in (
            np.frombuffer(b"tena", np.uint8),
            np.frombuffer(b"tena", np.uint8).reshape(2, 2),
        ):
            with mock.patch.object(scores, "_score_each", side_effect=AssertionError):
                assert (with_text == call(board, lexicon, size=(2, 2), scoring=scoring)).all()
        assert solvers == solvers_of(lexicon)
        assert len(solvers) == 1


def test_arrays_that_are_not_boards_are_refused() -> None:
    for wrong, what in (
        (np.frombuffer(b"tena", np.uint8), "1-D array of uint8"),
        (np.array(3.0), "0-D array of float64"),
        (np.ones((2, 4)), "2-D array of float64"),
    ):
        with pytest.raises(lg.GridError, match=f"the boards are a {what}, expected uint8"):
            lg.score_grids(wrong, ["tea"])
    assert lg.score_grids(np.array([]), ["tea"]).tolist() == []


@pytest.mark.parametrize("call", ["score_grids", "find_paths_many", "bulk.score_changes"])
def test_the_first_search_uses_the_kernel_of_the_environment(call: str) -> None:
    boards = "'teaantoat'" if call == "bulk.score_changes" else "['teaantoat']"
    code = f"import lexigrid as lg; lg.{call}({boards}, lg.Lexicon(['tea']), size=(3, 3))"
    code += "; from lexigrid import _core; print(_core.active_cpu_target())"
    environment = {**os.environ, "LEXIGRID_KERNEL": "portable"}
    ran = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True
    )
    assert "portable" == ran.stdout.strip()
