"""`Puzzle.edited` and `make --edit`: what is asked for changes, and nothing else."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from commands import answer, call, error_of
from lexigrid import InputError, Puzzle, PuzzleError, check_puzzle, make_puzzle

WORDS = ["oat", "rye", "barley", "wheat", "millet"]
PUZZLE = make_puzzle(WORDS, size=9, seed=1, clues={"oat": "A cereal"}, title="Cereals")


def letters(puzzle: Puzzle) -> dict[tuple[int, int], str]:
    return {cell: str(tile and tile.face) for cell in puzzle.grid for tile in [puzzle.grid[cell]]}


def count_free(puzzle: Puzzle, word: str) -> int:
    """Move a word; return how many cells are left, 0 if it was not moved."""
    try:
        edited = puzzle.edited(move=[word], seed=3)
    except PuzzleError:
        return 0
    return len({*edited.grid} - edited.solution_cells)


@pytest.mark.parametrize("word", WORDS)
def test_moves_a_word_and_keeps_everything_else(word: str) -> None:
    edited = PUZZLE.edited(move=[word], seed=5)
    assert check_puzzle(edited).is_valid
    assert edited == PUZZLE.edited(move=[word], seed=5)
    old, new = ({each.word: each for each in puzzle.key} for puzzle in (PUZZLE, edited))
    assert [each for each in WORDS if old[each] != new[each]] == [word]
    assert old[word].cells != new[word].cells
    changed = {cell for cell, face in letters(PUZZLE).items() if letters(edited)[cell] != face}
    assert changed <= {*old[word].cells, *new[word].cells}
    assert (edited.title, edited.seed, edited.code) == ("Cereals", 1, "")
    assert new["oat"].facts.clue == "A cereal"


def test_words_are_named_as_the_list_or_the_grid_spells_them() -> None:
    puzzle = make_puzzle(["ice cream", "Été", "oat"], size=10, seed=2)
    for word, name in (("ICECREAM", "ice cream"), ("ice-cream", "ice cream"), ("été", "Été")):
        assert puzzle.edited(move=[word], seed=1) == puzzle.edited(move=[name], seed=1)
    assert "Été 0,0 E" in map(str, puzzle.edited(pin={"ÉTÉ": "0,0,E"}, seed=1).key)


def test_pins_a_word_and_bans_letters() -> None:
    banned = {letters(PUZZLE)[cell] for cell in [*PUZZLE.grid] if cell not in PUZZLE.solution_cells}
    ban = "".join(sorted(banned))[:3]
    edited = PUZZLE.edited(pin={"rye": "8,0,e"}, ban=ban, seed=2)
    assert "rye 8,0 E" in map(str, edited.key)
    fillers = {letters(edited)[cell] for cell in {*edited.grid} - edited.solution_cells}
    assert fillers.isdisjoint(ban)
    assert check_puzzle(edited).is_valid


@pytest.mark.parametrize("rtl", [False, True])
def test_writes_the_message_again(rtl: bool) -> None:
    words, message = (["שלום", "ילד", "תפוח"], "מים") if rtl else (WORDS, "good")
    puzzle = make_puzzle(words, size=10, seed=3, message=message, pad=True)
    edited = puzzle.edited(move=[words[0]], seed=3)
    order = sorted(
        {*edited.grid} - edited.solution_cells,
        key=lambda c: (c.row, -c.column if rtl else c.column),
    )
    spelled = "".join(letters(edited)[cell] for cell in order[: len(message)])
    assert spelled.lower() == message
    exact = make_puzzle(WORDS, seed=3, message="cereal")
    assert {count_free(exact, word) for word in WORDS} == {0, 6}


def test_words_apart_stay_apart_and_repeated_ones_repeated() -> None:
    apart = make_puzzle(["oat (2)", "rye", "tea"], size=8, seed=2, overlap="none")
    edited = apart.edited(move=["oat"], seed=2)
    assert len(edited.solution_cells) == 12
    assert check_puzzle(edited).is_valid
    free = {*edited.grid} - edited.solution_cells
    row, column = next((r, c) for r, c in sorted(free) if {(r, c + 1), (r, c + 2)} <= free)
    pinned = edited.edited(pin={"oat": f"{row},{column},E"}, seed=1)
    assert next(each.start for each in pinned.key if each.word == "oat") == (row, column)
    assert pinned.words == apart.words


@pytest.mark.parametrize(
    ("changes", "error", "message"),
    [
        ({}, InputError, "nothing to change"),
        ({"move": ["oats"]}, InputError, "did you mean 'oat'?"),
        ({"pin": {"oat": "x"}}, InputError, "such as 2,0,E"),
        ({"pin": {"oat": "0,0,Q"}}, InputError, "the direction is 'Q'"),
        ({"pin": {"oat": "0,8,E"}}, PuzzleError, "0,9 is not a cell"),
        ({"ban": "abcdefghijklmnopqrstuvwxyz"}, InputError, "ban fewer"),
    ],
)
def test_names_what_cannot_be_changed(
    changes: dict[str, Any], error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=re.escape(message)):
        PUZZLE.edited(**changes)


def test_refuses_puzzles_of_other_kinds() -> None:
    bent = make_puzzle(WORDS, seed=1, kind="bent")
    with pytest.raises(InputError, match=r"of kind 'bent'"):
        bent.edited(move=["oat"])
    tiles = Puzzle.from_dict(PUZZLE.to_dict() | {"rows": [["Qu", "a"], ["b", "c"]], "words": []})
    with pytest.raises((InputError, PuzzleError)):
        tiles.edited(ban="z")


def test_the_command_changes_a_file(tmp_path: Path) -> None:
    path, out = str(tmp_path / "a.json"), str(tmp_path / "b.json")
    PUZZLE.save(path)
    made = call("make", "--edit", path, "--pin", "rye=8,0,E", "--seed", "2", "--output", out)
    assert (made.exit_code, made.stdout) == (0, "")
    assert "-> 8,0 E (counted from 0" in made.stderr
    assert "valid, 5 words" in answer("check", out)
    assert "leave out --size" in error_of("make", "--edit", path, "--ban", "j", "--size", "9")
    assert "keeps the words" in error_of("make", "pea", "--edit", path, "--ban", "j")
    assert "give --edit FILE too" in error_of("make", "--move", "oat")


def test_words_of_a_puzzle_with_blank_cells_move_over_them() -> None:
    puzzle = make_puzzle(WORDS, size=9, filler="blank", seed=1)
    for old in (puzzle, puzzle.edited(move=["rye"], seed=1)):  # the second has no share code
        edited = old.edited(move=["oat"], seed=2)
        assert check_puzzle(edited).is_valid
        assert {*edited.grid} == edited.solution_cells
        [before], [after] = ([e for e in p.key if e.word == "oat"] for p in (old, edited))
        assert before.cells != after.cells
    pinned = make_puzzle(["oat"], size=5, filler="blank", seed=1).edited(pin={"oat": "4,0,E"})
    assert [*pinned.grid] == [(4, 0), (4, 1), (4, 2)]
    with pytest.raises(InputError, match="blank cells instead of fillers; leave out the ban"):
        puzzle.edited(ban="q")


def test_words_between_blank_cells_stay_inside_the_mask() -> None:
    puzzle = make_puzzle(["oat", "rye"], size=9, filler="blank", mask="heart", seed=1)
    shape = make_puzzle(["oat", "rye"], size=9, mask="heart", seed=1).grid
    for seed in range(8):
        assert {*puzzle.edited(move=["oat"], seed=seed).grid} <= {*shape}
