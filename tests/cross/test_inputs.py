"""Boards and words in every form that users may pass, and one test for each past mistake."""

from __future__ import annotations

import pickle
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import lexigrid as lg
from commands import call, document

GRID = lg.Grid.parse("tea/ant/oat")

BULK = (lg.score_grids, lg.find_paths_many)


def paths_of(found: lg.FoundWords) -> list[tuple[str, Any]]:
    return [(word.word, word.path) for word in found]


# --- past wrong answers --------------------------------------------------------------------


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
    plain = "bat/eat/abe"
    for lexicon in (words, lg.Lexicon(words)):
        many = lg.find_paths_many([plain, board, plain], lexicon)
        for found, each in zip(many, (plain, board, plain), strict=True):
            assert paths_of(found) == paths_of(lg.find_paths(each, lexicon))
        flat = list(many.words)
        assert flat == [word.word for found in many for word in found]
        assert [found.score for found in many] == lg.score_grids(
            [plain, board, plain], lexicon
        ).tolist()


def test_options_mean_the_same_for_grids_and_text() -> None:
    words = lg.Lexicon(["tea", "ten", "net", "ant", "quit"])
    for options in ({"topology": "rook"}, {"wrap": True}, {"topology": "hex", "wrap": True}):
        text = "tena/nqia/uitt/xeno"
        grid = lg.Grid.parse(text)
        alone = lg.find_paths(grid, words, **options)
        for board in (grid, text):
            assert [alone.score] == lg.score_grids([board], words, **options).tolist()
            assert paths_of(alone) == paths_of(lg.find_paths_many([board], words, **options)[0])
        for neighbours in (lg.score_changes, lg.score_swaps):
            assert (neighbours(grid, words, **options) == neighbours(text, words, **options)).all()
    assert 2 == lg.score_grids([lg.Grid.parse("te/na")], words, topology="rook")[0]
    for call_ in BULK:
        with pytest.raises(lg.GridError, match="qu is for text"):
            call_([lg.Grid.parse("qi/tx")], words, qu=True)
        with pytest.raises(lg.GridError, match="the size 2x3"):
            call_([GRID], words, size=(2, 3))
    with pytest.raises(lg.GridError, match="qu is for text"):
        lg.score_swaps(lg.Grid.parse("qi/tx"), words, qu=True)


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
    boards = [text, "a-b/cbb/lll", lg.Grid.parse("a-b/cbb/lll"), ["a-b", "cbb", "lll"]]
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


def test_count_only_heeds_the_limit() -> None:
    lines = lg.find_lines(GRID, ["oat", "tea"], count_only=True, limit=2)
    assert (2, 0, "limit") == (lines.count, len(lines), lines.cut_by)
    counted = document("lines", "oat/oat/oat", "oat", "--count", "--limit", "2")
    assert [] == counted["occurrences"]
    words = ["a", "at", "eat", "oat", "tea", "tan", "ant", "neat"]
    for sort in ("grid", "alpha", "length", "score"):
        for limit in (0, 1, 3, 8, 9):
            for paths in ("none", "one", "all"):
                options: dict[str, Any] = {"sort": sort, "limit": limit, "paths": paths}
                found = lg.find_paths(GRID, words, scoring="letters", **options)
                count = lg.find_paths(GRID, words, scoring="letters", count_only=True, **options)
                everything = lg.find_paths(GRID, words, scoring="letters", sort=sort, paths="all")
                assert list(everything.words[:limit]) == list(found.words)
                facts = (len(found), sum(map(len, found.words)), found.cut_by)
                assert facts == (found.count, found.score, found.cut_by)
                assert facts == (count.count, count.score, count.cut_by)
                path_count = sum(len(word.paths) for word in everything[:limit])
                expected = path_count if paths == "all" else None
                assert (expected, expected) == (found.path_count, count.path_count)


def test_every_path_of_few_words_needs_little_memory() -> None:
    grid = lg.Grid.parse("a" * 25)
    words = ["a" * size for size in range(1, 26)] + ["b" * 3]
    found = lg.find_paths(grid, words[:3], paths="all", sort="score", limit=1, scoring="letters")
    assert (["aaa"], "limit") == (list(found.words), found.cut_by)
    assert found.path_count == len(found[0].paths) > 0


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


@pytest.mark.parametrize("extra", [[], ["é"]])
def test_a_word_of_punctuation_leaves_the_others_alone(extra: list[str]) -> None:
    lexicon = lg.Lexicon(["&", "r&b", "--", "a-b", *extra])
    for word in ("&", "r&b", "rb", "--", "a-b", "ab"):
        assert word in lexicon, word
    assert ("r&b",) == lexicon.spellings("rb")
    assert lexicon.starts_with("r&")
    assert ["r&b"] == list(lexicon.words("r&?"))
    assert ("r&b", "a-b") == lg.find_lines("xy/zz", ["&", "r&b", "a-b"]).missing[1:]


def test_control_characters_are_refused(tmp_path: Path) -> None:
    for words in (["a\0b"], ["oat", "a\0b"], ["é\0"], ["\0"], ["a\x01b"]):
        with pytest.raises(lg.LexiconError, match="control character"):
            lg.Lexicon(words)
    path = tmp_path / "words.txt"
    path.write_bytes(b"oat\0\neat\n")
    with pytest.raises(lg.LexiconError, match="line 1 has the control character 0"):
        lg.Lexicon.read(path)


def test_a_lexicon_read_again_remembers_which_spelling_came_first() -> None:
    grid = lg.Grid.parse("et/ez", fold_accents=True)
    for words in (["été", "ete"], ["ete", "été"], ["zz", "été", "tze", "ete"]):
        expected = [word.spellings for word in lg.find_paths(grid, words)]
        found = lg.find_paths(grid, lg.Lexicon(words))
        assert expected == [word.spellings for word in found]


# --- boards and words of every kind ---------------------------------------------------------------

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
    for neighbours in (lg.score_changes, lg.score_swaps):
        assert (neighbours(GRID, words) == neighbours(board, words)).all()
    assert GRID == lg.Game.start(board, words).grid


def test_the_default_lexicon_is_the_built_in_one() -> None:
    default = lg.Lexicon.default()
    assert lg.find_paths(GRID, default) == lg.find_paths(GRID) == lg.find_paths(GRID, None)
    score = lg.find_paths(GRID).score
    assert score > 0
    assert [score] == lg.score_grids([GRID]).tolist() == lg.score_grids(["teaantoat"]).tolist()
    assert score == lg.find_paths_many([GRID])[0].score
    assert score == lg.score_changes(GRID)[0, 0, default.letters.index("t")]
    assert score == lg.score_swaps(GRID)[0, 0, 0, 0]
    assert score == lg.Game.start(GRID).solution.score
    assert pickle.loads(pickle.dumps(default)) is default


@pytest.mark.parametrize("words", ["oat", "", b"oat", 5])
def test_one_word_instead_of_several_is_refused(words: Any) -> None:
    calls: list[Any] = [
        lg.find_lines,
        lg.find_paths,
        lg.score_changes,
        lg.score_swaps,
        lg.Game.start,
    ]
    calls += [lambda board, words, each=each: each([board], words) for each in BULK]
    for call_ in calls:
        with pytest.raises(lg.InputError, match=r"expected a Lexicon or words such as \['"):
            call_(GRID, words)
    with pytest.raises(lg.InputError, match="words are None"):
        lg.find_lines(GRID, None)  # type: ignore[arg-type]


def test_a_bare_string_is_a_square_or_an_error() -> None:
    words = ["oat"]
    for text, shape in (
        ("teaantoat", (3, 3)),
        ("a", (1, 1)),
        (r"\/abc", (2, 2)),
        ("abcd\n", (2, 2)),
    ):
        grid = lg.Grid.parse(text)
        assert shape == (grid.rows, grid.columns)
    assert (1, 4) == lg.score_swaps("abcd/", words).shape[:2]
    assert (1, 4) == lg.score_swaps("a b c d", words).shape[:2]
    best = "perslatgsineters"
    assert lg.score_grids([best])[0] == lg.score_grids([best], size=(4, 4))[0] > 1000
    calls: list[Any] = [
        lg.Grid.parse,
        lambda text: lg.find_lines(text, words),
        lambda text: lg.find_paths(text, words),
        lambda text: lg.trace(text, "oat"),
        lambda text: lg.score_grids([text], words),
        lambda text: lg.find_paths_many(["abcd", text], words),
        lambda text: lg.score_changes(text, words),
        lambda text: lg.score_swaps(text, words),
        lambda text: lg.Game.start(text, words),
    ]
    for call_ in calls:
        with pytest.raises(
            lg.GridError, match=r"5 tiles do not make a square.*size.*'/' at its end"
        ):
            call_("abcde")


# --- mistakes -------------------------------------------------------------------------------------

MISTAKES: list[Any] = [
    lambda: lg.find_lines(GRID, None),  # type: ignore[arg-type]
    lambda: lg.find_lines(5, ["oat"]),
    lambda: lg.find_lines(GRID, ["oat"], progress=5),  # type: ignore[arg-type]
    lambda: lg.find_paths(GRID, ["\ud800"]),
    lambda: lg.find_lines(GRID, ["é\ud800"]),
    lambda: lg.trace(GRID, "\ud800"),
    lambda: lg.trace(GRID, "oat", topology="line", reuse=True),
    lambda: lg.Lexicon(["oat"], bands=5),  # type: ignore[arg-type]
    lambda: lg.Lexicon(None),  # type: ignore[arg-type]
    lambda: lg.Lexicon.load("a\0b"),
    lambda: lg.Lexicon.load(None),  # type: ignore[arg-type]
    lambda: lg.Lexicon.read(5.5),  # type: ignore[arg-type]
    lambda: lg.Lexicon(["oat"]).save("a\0b"),
    lambda: lg.Lexicon(["oat"]).spellings(5),  # type: ignore[arg-type]
    lambda: lg.Lexicon(["oat"]).words(5),  # type: ignore[arg-type]
    lambda: lg.Grid.read(None),  # type: ignore[arg-type]
    lambda: lg.check_puzzle(GRID),  # type: ignore[arg-type]
    lambda: GRID[0],  # type: ignore[index]
    lambda: GRID[0, "x"],  # type: ignore[index]
    lambda: GRID[0.5, 1],  # type: ignore[index]
    lambda: lg.Game.start(GRID, ["oat"], players=5),  # type: ignore[arg-type]
    lambda: lg.Game.start(GRID, ["oat"], rules=5),  # type: ignore[arg-type]
    lambda: lg.find_paths_many(5, ["oat"]),
    lambda: lg.score_grids("teaantoat", ["oat"]),
    lambda: lg.score_grids([["tea", 5]], ["oat"]),
    lambda: lg.Tile.parse(5),  # type: ignore[arg-type]
    lambda: lg.set_cpu_target(5),  # type: ignore[arg-type]
    lambda: lg.points_table("classic", "x"),  # type: ignore[arg-type]
]


@pytest.mark.parametrize("mistake", MISTAKES, ids=range(len(MISTAKES)))
def test_a_mistake_is_an_error_of_lexigrid(mistake: Any) -> None:
    with pytest.raises(lg.LexigridError):
        mistake()


def test_numbers_of_any_size_are_options() -> None:
    huge = 10**400
    for min_length in (10**12, huge):
        assert not lg.find_paths(GRID, ["oat"], min_length=min_length)
        assert [0, 0] == lg.score_grids(
            [GRID, "tea/ant/o?t"], ["oat"], min_length=min_length
        ).tolist()
        assert [0] == lg.score_grids(["teaantoat"], ["oat"], min_length=min_length).tolist()
    assert lg.find_paths(GRID, ["oat"], limit=huge, deadline=huge)
    assert lg.find_lines(GRID, ["oat"], limit=huge, deadline=float("inf"), threads=huge)
    assert [1] == lg.score_grids([GRID], ["oat"], threads=huge, deadline=huge).tolist()


@pytest.mark.parametrize("text", ["east lone rdin gsmo", "tea ant oat\n", "Qu In"])
def test_words_on_one_line_may_be_rows_or_tiles(text: str) -> None:
    with pytest.raises(lg.GridError, match="join rows with '/'"):
        lg.Grid.parse(text)
    assert lg.Grid.parse(text.strip() + "/").rows == 1


@pytest.mark.parametrize("name", ["wrap", "first", "wildcards", "count_only"])
@pytest.mark.parametrize("value", ["false", "no", 2, []])
def test_flags_are_true_or_false(name: str, value: Any) -> None:
    with pytest.raises(lg.InputError, match="expected True or False"):
        lg.find_lines("tea/ant/oat", ["oat"], **{name: value})
