"""The command `lexigrid solve`: covers, their hints, and word searches."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest

import lexigrid as lg
from commands import answer, call, document, error_of


@pytest.fixture
def search(tmp_path: Path) -> str:
    """A file with a word search."""
    path = tmp_path / "search.json"
    puzzle = lg.make_puzzle(["oat", "tea", "rye"], seed=1, size=6)
    path.write_text(puzzle.to_json(), "utf-8")
    return str(path)


def test_hints_come_instead_of_the_cover(tmp_path: Path) -> None:
    puzzle = lg.make_puzzle(theme="animals", kind="cover", seed=3, size=(6, 5))
    board = tmp_path / "board.json"
    board.write_text(puzzle.to_json(), "utf-8")
    text = answer("solve", str(board), "--hints", "3")
    lines = text.splitlines()
    assert [line.split(",")[0] for line in lines[1:]] == ["word 1", "word 1"]
    assert lines[0].startswith("word 1 has ")
    assert " in row " not in lines[1]
    assert " in row " in lines[2]
    found = document("solve", str(board), "--hints", "3")
    assert [each["kind"] for each in found["hints"]] == ["length", "letter", "cell"]
    words = [each["word"] for each in found["covers"][0]["words"]]
    rest = document("solve", str(board), "--hints", "1000", "--found", words[0])["hints"]
    assert max(each["number"] for each in rest) == len(words) - 2


def test_the_words_of_a_word_search_are_marked(search: str, tmp_path: Path) -> None:
    marked = answer("solve", search)
    assert marked == answer("lines", search)
    assert marked == answer("solve", search, "--kind", "lines")
    words = tmp_path / "words.txt"
    words.write_text("oat\nllama\n", "utf-8")
    found = document("solve", search, "--words", str(words), status=1)
    assert found["format"] == "lexigrid/lines"
    assert found["missing"] == ["llama"]
    assert {each["word"] for each in found["occurrences"]} == {"oat"}
    text = answer("solve", "tea/ant/oat", "--kind", "lines", "--words", str(words), status=1)
    assert "llama" in text


def test_each_place_of_bent_words_is_marked(tmp_path: Path) -> None:
    puzzle = lg.make_puzzle(theme="birds", kind="bent", pool=8, turns=2, seed=4)
    board, words = tmp_path / "board.json", tmp_path / "words.txt"
    board.write_text(puzzle.to_json(), "utf-8")
    solved = lg.Puzzle.from_dict(document("solve", str(board)))
    own = {placed.word: {placed.path, placed.path[::-1]} for placed in puzzle.key}
    assert {placed.word for placed in solved.key} == own.keys()
    assert all(placed.path in own[placed.word] for placed in solved.key)
    assert (solved.turns, solved.angles) == (2, "right")
    fewer = document("solve", str(board), "--turns", "1", status=1)
    assert {each["word"] for each in fewer["missing"]} == {
        placed.word for placed in puzzle.key if turns_of(placed.path) > 1
    }
    words.write_text("oat\nllama\nxo\n", "utf-8")
    text = answer("solve", "oatx/axox/txoo", "--kind", "bent", "--words", str(words), status=1)
    assert "not found: llama" in text
    listed = document("solve", "oatx/axox/txoo", "--kind", "bent", "--words", str(words), status=1)
    places = {tuple(map(tuple, each["cells"])) for each in listed["words"] if each["word"] == "oat"}
    assert places == {((0, 0), (0, 1), (0, 2)), ((0, 0), (1, 0), (2, 0))}
    text = answer("solve", str(board), "--lexicon", "default", "--limit", "3")
    assert "3 places; only the first 3 of " in text.splitlines()[-1]


def turns_of(path: tuple[lg.Cell, ...]) -> int:
    steps = [(b.row - a.row, b.column - a.column) for a, b in pairwise(path)]
    return sum(before != after for before, after in pairwise(steps))


def test_the_kind_can_be_said(search: str) -> None:
    assert "0 covers" in answer(
        "solve", search, "--kind", "cover", "--lexicon", "default", status=1
    )


def test_boards_without_a_cover_may_be_word_searches() -> None:
    found = call("solve", "zqx/qzx/xqz")
    assert (found.exit_code, "for a word search" in found.stderr) == (1, True)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("SEARCH", "--hints", "2"), "GRID is a word search; leave out --hints"),
        (("SEARCH", "--found", "oat"), "GRID is a word search; leave out --found"),
        (("tea/ant/oat", "--kind", "lines"), "no words to find"),
        (("tea/ant/oat", "--kind", "bent"), "no words to find"),
        (("tea/ant/oat", "--turns", "2"), "no words of GRID are bent; leave out --turns"),
        (("SEARCH", "--lexicon", "default"), "GRID is a word search; leave out --lexicon"),
        (("tea/ant/oat", "--hints", "0"), "--hints"),
    ],
)
def test_wrong_combinations(options: tuple[str, ...], message: str, search: str) -> None:
    given = [search if each == "SEARCH" else each for each in options]
    assert message in error_of("solve", *given)
