"""Search results beyond their items: lookup, JSON and pictures."""

from __future__ import annotations

import json
import pickle
import xml.dom.minidom
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import lexigrid as lg
from commands import document
from lexigrid.search.options import path_options
from lexigrid.search.paths import search_paths
from strategies import grids

GRID = lg.Grid.parse("tea/ant/oat")
WORDS = ["oat", "tea", "ant"]
PUZZLE = lg.make_puzzle(WORDS, seed=1)


def test_found_words_by_name() -> None:
    found = lg.find_paths(GRID, ["eat", "Oat", "oat", "tan", "dog"])
    assert found["oat"] == found["Oat"] == next(word for word in found if word.word == "Oat")
    assert "eat" in found
    assert "dog" not in found
    assert "" not in found
    assert found[0] in found
    assert found.words == tuple(word.word for word in found)
    with pytest.raises(KeyError, match="'dog' is not among the 3 words found"):
        found["dog"]


@pytest.mark.parametrize("paths", ["one", "all"])
def test_a_bound_on_the_cells_of_paths_ends_the_answer(paths: Any) -> None:
    board, options = lg.roll("en-new-4x4", seed=1), path_options(paths=paths)
    whole = search_paths(board, None, options)
    cells = sum(len(path) for word in whole for path in word.paths)
    assert [*whole] == [*search_paths(board, None, options, max_cells=cells)]
    cut = search_paths(board, None, options, max_cells=cells // 4)
    assert not cut.complete
    assert 0 < cut.count < whole.count
    assert cut.words == whole.words[: cut.count]
    assert (
        whole.score == search_paths(board, None, path_options(count_only=True), max_cells=1).score
    )


def test_lines_by_name() -> None:
    lines = lg.find_lines(GRID, ["oat", "tea", "dog"])
    assert [str(line) for line in lines["oat"]] == ["oat 2,0 N", "oat 2,0 E"]
    assert "oat" in lines
    assert "dog" not in lines
    assert "owl" not in lines
    assert lines[0] in lines
    assert lines.words == ("tea", "oat")
    assert lg.find_lines(GRID, ["oat", "tea", "dog"], limit=1).missing == ("dog",)
    with pytest.raises(IndexError, match="no occurrence 1, there is 1"):
        lg.find_lines(GRID, ["oat"], limit=1)[1]
    with pytest.raises(KeyError, match="'dog' is not among the words found"):
        lines["dog"]


def as_dict(word: lg.FoundWord) -> dict[str, Any]:
    paths = [list(map(list, path)) for path in word.paths]
    spellings = {"spellings": list(word.spellings)} if len(word.spellings) > 1 else {}
    return {"word": word.word, "score": word.score, "paths": paths} | spellings


@given(
    grids("abé", 4, topologies=True),
    st.lists(st.text('abéAB"\\', min_size=1, max_size=4), min_size=1, max_size=9),
    st.sampled_from(["one", "all", "none"]),
    st.sampled_from(["grid", "alpha", "score"]),
)
def test_json_from_the_core_equals_the_items(
    grid: lg.Grid, words: list[str], paths: str, sort: str
) -> None:
    found = lg.find_paths(grid, words, paths=paths, sort=sort)  # type: ignore[arg-type]
    document = json.loads(found.to_json())
    assert document["words"] == [as_dict(word) for word in found] == found.to_dicts()
    assert (document["count"], document["score"]) == (found.count, found.score)


def test_escapes_in_json() -> None:
    word = '"\\é'
    found = lg.find_paths(lg.Grid.from_rows([["\\" + letter for letter in word]]), [word])
    assert json.loads(found.to_json())["words"] == found.to_dicts()
    assert found[0].word == word


def test_documents_of_lines_and_traces() -> None:
    lines = lg.find_lines(GRID, ["oat", "dog"])
    document = json.loads(lines.to_json())
    assert document["occurrences"] == lines.to_dicts()
    assert document["missing"] == ["dog"]
    answer = lg.trace(GRID, "eat")
    assert json.loads(answer.to_json())["answers"] == [answer.to_dict()]


def test_pictures_are_well_formed_and_mark_the_results() -> None:
    grid = lg.Grid.from_rows([["<", "&amp;", "Qu"], [None, "\x01", "b"]])
    for svg in (grid.to_svg([[(0, 0), (1, 1)]]), grid._repr_svg_()):
        root = xml.dom.minidom.parseString(svg or "")
        assert len(root.getElementsByTagName("text")) == 5
    lines = xml.dom.minidom.parseString(lg.find_lines(GRID, ["oat"])._repr_svg_() or "")
    assert len(lines.getElementsByTagName("path")) == 2
    traced = xml.dom.minidom.parseString(lg.trace(GRID, "eat")._repr_svg_() or "")
    assert len(traced.getElementsByTagName("circle")) == 1
    assert "<td>oat</td><td>1</td>" in lg.find_paths(GRID, ["oat"])._repr_html_()


def test_pictures_of_boards_puzzles_and_many_boards() -> None:
    board = lg.find_board(lg.BoardSpec(words=lg.games.IntRange(1, 900)), seed=1)
    covers = lg.solve_cover("te/as", ["teas"])
    puzzle = lg.make_puzzle(["oat", "<r>"], size=4, seed=1, title="A & B")
    for answer, tiles in ((board, 16), (covers, 4), (puzzle, 16)):
        root = xml.dom.minidom.parseString(answer._repr_svg_() or "")
        assert tiles == len(root.getElementsByTagName("text"))
    page = puzzle._repr_html_()
    assert "<h3>A &amp; B</h3>" in page
    assert "<p>oat, &lt;r&gt;</p>" in page
    many = lg.find_paths_many(["tea/ant/oat"] * 25, ["oat", "ant"])._repr_html_()
    assert "<td>24</td>" not in many
    assert "<td>19</td><td>2</td><td>2</td><td>ant, oat</td>" in many
    assert "and 5 more" in many


@pytest.mark.parametrize("tile", ["a", "."])
def test_a_large_grid_is_not_drawn_however_many_tiles_it_has(tile: str) -> None:
    grid = lg.Grid.parse("/".join(["a" + tile * 100] * 101))
    answers = (grid, lg.find_lines(grid, ["a"]), lg.trace(grid, "a"))
    assert all(answer._repr_svg_() is None for answer in answers)


def test_a_path_across_the_edge_is_drawn_in_pieces() -> None:
    grid = lg.Grid.parse("abc/def/ghi", topology=lg.Topology("king", wrap=True))
    svg = lg.trace(grid, "ac")._repr_svg_() or ""
    assert len(xml.dom.minidom.parseString(svg).getElementsByTagName("path")) == 2


def test_common_words_only() -> None:
    grid = lg.Grid.parse("tiesragmnlopuceb")
    lexicon = lg.Lexicon.default()
    every = lg.find_paths(grid, lexicon)
    known = [word for word in every if (word.band or 0) <= 50]
    assert list(lg.find_paths(grid, lexicon, common=True)) == known
    most_common = lg.find_paths(grid, lexicon, common=10)
    assert list(most_common) == [word for word in every if (word.band or 0) <= 10]
    assert list(lg.find_paths(grid, lexicon, common=False)) == list(every)
    with pytest.raises(lg.LexiconError, match="has no bands"):
        lg.find_paths(GRID, ["oat"], common=True)
    with pytest.raises(lg.InputError, match="common is 'yes'"):
        lg.find_paths(GRID, lexicon, common="yes")  # type: ignore[arg-type]


def test_words_that_a_limit_left_out_are_not_found() -> None:
    """Punctuation that no found word has still tells words apart."""
    found = lg.find_paths("a/\\?/\\?", ["a?", "a"], sort="alpha", limit=1, paths="all")
    assert (True, False) == ("a" in found, "a?" in found)
    assert found == pickle.loads(pickle.dumps(found))


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


def test_results_for_people() -> None:
    assert str(lg.trace(GRID, "tea")) == "tea: found, 4 paths"
    assert str(lg.trace(GRID, "zebra")) == "zebra: absent"
    found = lg.find_paths(GRID, ["tea", "oat"], count_only=True)
    assert repr(found) == "<FoundWords: 2 words, 2 points>"
    assert repr(lg.find_lines(GRID, ["ant"])) == "<Lines: 1 occurrence: ant 1,0 E>"
    game = lg.Game.start(GRID, WORDS)
    assert repr(game.solution) == "<Solution of 'tea/ant/oat': 3 words, 3 points>"
    assert repr(game.play("tea")[0]) == "<Game on 'tea/ant/oat', players you, 1 move>"
    assert "<svg" in (game._repr_svg_() or "")
    assert "3 points" in game.solution._repr_html_()
    assert repr(lg.find_paths_many([GRID], WORDS)) == "<BulkPaths: 1 board, 3 words>"
    assert str(lg.check_puzzle(PUZZLE)) == "valid, 3 words"
    assert lg.Direction("ne") is lg.Direction.NE


@pytest.mark.parametrize("limit", [0, 1, 3])
def test_the_total_is_not_lost_to_a_limit(limit: int) -> None:
    words = ["oat", "ant", "tea", "eat", "tan"]
    for sort in ("grid", "alpha", "score"):
        for count_only in (False, True):
            found = lg.find_paths(GRID, words, limit=limit, sort=sort, count_only=count_only)
            assert (limit, 5, "limit") == (found.count, found.total, found.cut_by)
            assert 5 == json.loads(found.to_json())["total"]
    lines = lg.find_lines(GRID, words, limit=limit)
    assert (limit, lg.find_lines(GRID, words).count) == (lines.count, lines.total)
    assert lines.total == json.loads(lines.to_json())["total"]
    assert 5 == lg.find_paths(GRID, words).total
    assert "total" not in json.loads(lg.find_paths(GRID, words).to_json())
