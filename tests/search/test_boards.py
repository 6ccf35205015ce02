"""Boards and words of every form are read alike by every search."""

from __future__ import annotations

import pickle
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import lexigrid as lg
from commands import call

GRID = lg.Grid.parse("tea/ant/oat")
WORDS = ["oat", "tea", "ant"]


BULK = (lg.score_grids, lg.find_paths_many)


def paths_of(found: lg.FoundWords) -> list[tuple[str, Any]]:
    return [(word.word, word.path) for word in found]


WAYS: list[Any] = [
    GRID,
    "tea/ant/oat",
    "tea\nant\noat\n",
    "teaantoat",
    "| t e a |\n| a n t |\n| o a t |",
    ["tea", "ant", "oat"],
    ("tea", ["a", "n", "t"], "o a t"),
    np.array([list("tea"), list("ant"), list("oat")]),
    np.frombuffer(b"teaantoat", np.uint8).reshape(3, 3),
    np.frombuffer(b"teaantoat", np.uint8),
    np.array(["tea", "ant", "oat"]),
    np.array(["tea", "ant", "oat"], dtype=object),
    b"teaantoat",
    memoryview(b"teaantoat").cast("B", (3, 3)),
    GRID.to_dict(),
]


@pytest.mark.parametrize("board", WAYS)
def test_every_search_takes_every_kind_of_board(board: Any) -> None:
    words = ["oat", "ten", "dog"]
    assert lg.find_lines(GRID, words) == lg.find_lines(board, words)
    assert lg.find_paths(GRID, words) == lg.find_paths(board, words)
    assert lg.trace(GRID, "oat") == lg.trace(board, "oat")
    assert list(lg.iter_paths(GRID, "oat")) == list(lg.iter_paths(board, "oat"))
    proof = lg.certify_absence(board, "tot")
    assert lg.check_absence(board, "tot", proof)
    assert lg.score_grids([GRID], words).tolist() == lg.score_grids([board], words).tolist()
    assert paths_of(lg.find_paths(GRID, words)) == paths_of(lg.find_paths_many([board], words)[0])
    for neighbours in (lg.bulk.score_changes, lg.bulk.score_swaps):
        assert (neighbours(GRID, words) == neighbours(board, words)).all()
    assert GRID == lg.Game.start(board, words).grid


@pytest.mark.parametrize(
    "board",
    [
        (row for row in ("tea", "ant", "oat")),
        (tuple("tea"), tuple("ant"), tuple("oat")),
    ],
    ids=lambda board: type(board).__name__,
)
def test_boards_of_any_kind(board: Any) -> None:
    assert lg.find_lines(board, WORDS) == lg.find_lines(GRID, WORDS)


@pytest.mark.parametrize(
    "words", [np.array(WORDS), set(WORDS), dict.fromkeys(WORDS), iter(WORDS), lg.Lexicon(WORDS)]
)
def test_words_of_any_kind(words: Any) -> None:
    assert lg.find_paths(GRID, words).count == 3


def test_the_default_lexicon_is_the_built_in_one() -> None:
    default = lg.Lexicon.default()
    assert lg.find_paths(GRID, default) == lg.find_paths(GRID) == lg.find_paths(GRID, None)
    score = lg.find_paths(GRID).score
    assert score > 0
    assert [score] == lg.score_grids([GRID]).tolist() == lg.score_grids(["teaantoat"]).tolist()
    assert score == lg.find_paths_many([GRID])[0].score
    assert score == lg.bulk.score_changes(GRID)[0, 0, default.letters.index("t")]
    assert score == lg.bulk.score_swaps(GRID)[0, 0, 0, 0]
    assert score == lg.Game.start(GRID).solution.score
    assert pickle.loads(pickle.dumps(default)) is default


@pytest.mark.parametrize(
    ("board", "words"),
    [
        (lg.Grid.parse("o'e/rre/o'r"), ["o'er", "err", "e'er"]),
        (lg.Grid.parse("a-b/"), ["a-b", "b", "ab"]),
        (lg.Grid.parse("éa/tb", fold_accents=True), ["été", "ete", "eta", "éb"]),
        (lg.Grid.parse("aA/bB", case_sensitive=True), ["ab", "AB", "aB", "b"]),
        (lg.Grid.parse("ch o/r ch", alphabet="es-digraph"), ["cho", "rch", "coch", "or"]),
    ],
)
def test_grids_read_words_in_bulk_as_in_single_searches(board: lg.Grid, words: list[str]) -> None:
    """How a board reads its words does not depend on the other boards."""
    boards: list[lg.types.GridLike] = ["bat/eat/abe", board, "bat/eat/abe"]
    for lexicon in (words, lg.Lexicon(words)):
        many = lg.find_paths_many(boards, lexicon)
        for found, each in zip(many, boards, strict=True):
            assert paths_of(found) == paths_of(lg.find_paths(each, lexicon))
        flat = list(many.words)
        assert flat == [word.word for found in many for word in found]
        assert [found.score for found in many] == lg.score_grids(boards, lexicon).tolist()


def test_options_mean_the_same_for_grids_and_text() -> None:
    words = lg.Lexicon(["tea", "ten", "net", "ant", "quit"])
    for options in ({"topology": "rook"}, {"wrap": True}, {"topology": "hex", "wrap": True}):
        text = "tena/nqia/uitt/xeno"
        grid = lg.Grid.parse(text)
        alone = lg.find_paths(grid, words, **options)
        for board in (grid, text):
            assert [alone.score] == lg.score_grids([board], words, **options).tolist()
            assert paths_of(alone) == paths_of(lg.find_paths_many([board], words, **options)[0])
        for neighbours in (lg.bulk.score_changes, lg.bulk.score_swaps):
            assert (neighbours(grid, words, **options) == neighbours(text, words, **options)).all()
    assert 2 == lg.score_grids([lg.Grid.parse("te/na")], words, topology="rook")[0]
    for call_ in BULK:
        with pytest.raises(lg.GridError, match="qu is for text"):
            call_([lg.Grid.parse("qi/tx")], words, qu=True)
        with pytest.raises(lg.GridError, match="the size 2x3"):
            call_([GRID], words, size=(2, 3))
    with pytest.raises(lg.GridError, match="qu is for text"):
        lg.bulk.score_swaps(lg.Grid.parse("qi/tx"), words, qu=True)


def test_a_torus_stays_one_unless_wrap_is_given() -> None:
    torus = lg.Grid.parse("abc/def/ghi", wrap=True)
    for topology in ("king", "rook"):
        assert lg.find_paths(torus, ["ac"], topology=topology)
        assert not lg.find_paths(torus, ["ac"], topology=topology, wrap=False)
    assert not lg.find_paths(torus, ["ac"], topology=lg.Topology("king"))
    assert not lg.find_paths(torus, ["ac"], topology=lg.Topology("king", True), wrap=False)
    with pytest.raises(lg.InputError, match="wrap is for named topologies"):
        lg.find_paths(torus, ["ac"], topology=[((0, 0), (0, 1))], wrap=True)


def test_punctuation_counts_however_a_board_is_written(tmp_path: Path) -> None:
    words = ["a-b", "b", "ab", "l-l", "cab"]
    text = "a-bcbblll"
    expected = lg.find_paths("a-b/cbb/lll", words).score
    assert 2 == expected
    boards: list[lg.types.GridLike] = [
        text,
        "a-b/cbb/lll",
        lg.Grid.parse("a-b/cbb/lll"),
        ["a-b", "cbb", "lll"],
    ]
    for board in boards:
        assert [expected] == lg.score_grids([board], words, size=(3, 3)).tolist()
    array = np.frombuffer(text.encode(), np.uint8)
    assert [expected] == lg.score_grids(array.reshape(1, 9), words).tolist()
    (tmp_path / "boards.txt").write_text(text + "\naaabbbccc\n")
    (tmp_path / "words.txt").write_text("\n".join(words))
    places = [str(tmp_path / name) for name in ("boards.txt", "out.csv", "words.txt")]
    assert 0 == call("batch", places[0], places[1], "--words", places[2]).exit_code
    assert f"{text},{expected}," in Path(places[1]).read_text().splitlines()[1]


def test_bytes_that_spell_several_letters() -> None:
    board = np.array([[[0xDF, ord("a")], [ord("."), ord("/")]]], np.uint8)
    assert ["ssa"] == [word.word for word in lg.find_paths_many(board, ["ssa", "a/"])[0]][:1]
    assert lg.score_grids(board, ["a/"], scoring="letters").tolist() == [2]


def test_qu_in_alphabets_that_split_it_otherwise() -> None:
    words = lg.Lexicon(["Quit", "quit"], case_sensitive=True)
    for text, expected in (("Qi/xt", ["Quit"]), ("qi/xt", ["quit"])):
        grid = lg.Grid.parse(text, qu=True)
        assert expected == list(lg.find_paths(grid, words).words)
        assert expected == list(lg.find_paths_many([text], words, qu=True)[0].words)


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("boards", [["teaantoat"] * 30_000, ["tea/an?/oat"] * 3_000])
def test_progress_of_many_boards(boards: list[str], threads: int) -> None:
    for search in (lg.score_grids, lg.find_paths_many):
        seen: list[float] = []
        search(boards, ["eat"], threads=threads, progress=seen.append)
        assert seen == sorted(seen)
        assert (0 <= seen[0], 1.0) == (True, seen[-1])

        def fail(done: float) -> None:
            raise KeyError("mine")

        with pytest.raises(KeyError, match="mine"):
            search(boards, ["eat"], threads=threads, progress=fail)
        with pytest.raises(lg.InputError, match="progress is 'yes', expected a function"):
            search(boards, ["eat"], progress="yes")  # type: ignore[arg-type]
