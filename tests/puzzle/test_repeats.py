"""Words that are hidden several times: placed, listed and checked that often."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from commands import call
from lexigrid import InputError, Puzzle, check_puzzle, find_lines, make_puzzle
from lexigrid.puzzle.generate.book import plan_book
from lexigrid.puzzle.generate.share_code import parse_code
from lexigrid.puzzle.generate.versions import make_versions
from lexigrid.render.puzzle_file import puzzle_to_text

WORDS = ["oat (3x)", "rye (2)", "barley"]


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("overlap", ["none", "many"])
def test_hides_a_word_so_often(seed: int, overlap: str) -> None:
    puzzle = make_puzzle(WORDS, seed=seed, overlap=overlap, size=9)  # type: ignore[arg-type]
    found = Counter(each.word for each in find_lines(puzzle.grid, ["oat", "rye", "barley"]))
    assert found == {"oat": 3, "rye": 2, "barley": 1} == Counter(puzzle.words)
    assert check_puzzle(puzzle).is_valid
    assert len({placed.cells for placed in puzzle.key}) == 6


@pytest.mark.parametrize("form", ["json", "txt", "csv", "html"])
def test_files_keep_the_number(form: str, tmp_path: Path) -> None:
    puzzle = make_puzzle(WORDS, seed=3)
    puzzle.save(tmp_path / f"a.{form}")
    read = Puzzle.read(tmp_path / f"a.{form}")
    assert Counter(read.words) == Counter(puzzle.words)
    assert check_puzzle(read).is_valid


@pytest.mark.parametrize(
    ("list_as", "shown"),
    [
        ("words", "oat (3x)  rye (2)   barley"),
        ("lengths", "3 letters (3x)  3 letters (2)   6 letters"),
        ("clues", "1. A cereal (3x)\n2. rye (2)\n3. barley"),
    ],
)
def test_lists_a_word_once_with_its_number(list_as: str, shown: str) -> None:
    puzzle = make_puzzle(WORDS, seed=3, clues={"oat (3x)": "A cereal"})
    assert puzzle_to_text(puzzle, list_as=list_as).endswith(f"\n\n{shown}")  # type: ignore[arg-type]
    key = puzzle_to_text(puzzle, with_key=True, list_as="clues")
    assert len(re.findall("^oat .*A cereal$", key, re.MULTILINE)) == 3


def test_check_counts_the_occurrences() -> None:
    puzzle = make_puzzle(WORDS, seed=3)
    one_less = replace(puzzle, key=puzzle.key[1:])
    one_more = replace(puzzle, key=(*puzzle.key, puzzle.key[0]))
    assert "oat occurs 3 times, expected 2" in str(check_puzzle(one_less).faults[0])
    assert "oat occurs 3 times, expected 4" in str(check_puzzle(one_more).faults[0])


def test_other_makers_of_puzzles_keep_the_number() -> None:
    options = parse_code(make_puzzle(["oat (2)", "rye"], seed=3).code)
    assert options.words == ("oat (2)", "rye")
    versions = [puzzle for _, puzzle in make_versions(options, 2)]
    assert [puzzle.words for puzzle in versions] == [("oat", "oat", "rye")] * 2
    book = plan_book(options, count=1, words=2)
    assert book.make(0).words == ("oat", "oat", "rye")


@pytest.mark.parametrize(
    ("words", "options", "message"),
    [
        (["oat (3)", "rye"], {}, "write oat, or oat (3x)"),
        (["oat (2)", "rye"], {"pool": 1}, "without a pool"),
        (["oat (2)", "rye"], {"kind": "bent"}, "of kind 'lines'"),
    ],
)
def test_refuses_what_could_mean_something_else(
    words: list[str], options: dict[str, object], message: str
) -> None:
    with pytest.raises(InputError, match=re.escape(message)):
        make_puzzle(words, seed=1, **options)  # type: ignore[arg-type]


def test_reads_the_numbers_of_a_file(tmp_path: Path) -> None:
    path = tmp_path / "words.txt"
    path.write_text("oat (2)\nrye (1)\nbarley (2)\n")
    made = call("make", "--words", str(path), "--seed", "1")
    assert made.stdout.endswith("oat (2)     rye         barley (2)\n")
    path.write_text("oat (3)\nrye (3)\nbarley (6)\n")
    made = call("make", "--words", str(path), "--seed", "1")
    assert made.stdout.endswith("oat     rye     barley\n")
    assert "left out the numbers after the words" in made.stderr


def test_a_text_says_how_often_words_are_hidden(tmp_path: Path) -> None:
    (tmp_path / "p.txt").write_text("CATX\nDOGY\nCATZ\nPIGW\n\nWords:\ncat (2)\ndog (1)\npig (1)\n")
    puzzle = Puzzle.read(tmp_path / "p.txt")
    assert ["cat", "cat", "dog", "pig"] == [each.word for each in puzzle.key]
    assert check_puzzle(puzzle)
