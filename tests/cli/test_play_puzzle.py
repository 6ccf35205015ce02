"""Puzzles played in the terminal."""

from __future__ import annotations

import datetime
from pathlib import Path

import pytest

import lexigrid as lg
from commands import call, error_of
from lexigrid.boards.daily import daily_puzzle, number_of
from lexigrid.render.terminal.page import Page

pytestmark = pytest.mark.usefixtures("game_folder")


def saved(folder: Path, puzzle: lg.Puzzle) -> str:
    path = folder / f"{puzzle.kind}.json"
    path.write_text(puzzle.to_json(), "utf-8")
    return str(path)


def place(placed: lg.Placement) -> str:
    return " ".join(f"{row + 1},{column + 1}" for row, column in placed.path)


@pytest.mark.parametrize("kind", ["cover", "trail", "bent"])
def test_a_puzzle_from_the_first_word_to_the_last(kind: str, tmp_path: Path) -> None:
    puzzle = lg.make_puzzle(theme="birds", kind=kind, seed=5, pool=None if kind != "bent" else 8)  # type: ignore[arg-type]
    path = saved(tmp_path, puzzle)
    listed = {word.casefold() for word in puzzle.words}
    board = lg.find_paths(puzzle.grid, min_length=4, paths="none")
    others = [each.word for each in board if each.word not in listed][:6]
    assert len(others) == 6
    typed = ["zzzz", others[0], others[0], ":hint", *others[1:3], ":hint", ":hint"]
    typed += [*others[3:], ":hint", puzzle.words[0].upper(), puzzle.words[0], ":words", ":board"]
    played = call("play", path, given="\n".join([*typed, *puzzle.words[1:]]) + "\n")
    assert played.exit_code == 0
    total = len(puzzle.words)
    lines = [line.split(" > ")[-1] for line in played.stdout.splitlines()]
    first = puzzle.key[0]
    start = place(first).split()[0]
    length = f"{len(first.path)} letters"
    at = lines.index("Not a word on the list")
    assert lines[at + 1 : at + 10] == [
        f"{others[0]}: a word, but not on the list",
        f"{others[0]}: already found",
        "Other words of the board until the next hint: 2",
        *(f"{word}: a word, but not on the list" for word in others[1:3]),
        f"{length} begins at {start}",
        "Other words of the board until the next hint: 3",
        *(f"{word}: a word, but not on the list" for word in others[3:5]),
    ]
    assert f"{length}: {place(first)}" in lines
    sign = "*" if first.word == puzzle.spanning else "+"
    assert f"{sign} {first.word}: {place(first)}" in lines
    assert f"{first.word}: already found" in lines
    assert f"+ {first.word}" in lines
    assert lines[-1] == "All words found!"
    assert f"{total - 1} of {total} > " in played.stdout


def test_leaving_shows_the_answers(tmp_path: Path) -> None:
    puzzle = lg.make_puzzle(theme="birds", kind="cover", seed=5)
    path = saved(tmp_path, puzzle)
    for end in ("", ":end\n"):
        played = call("play", path, given=f"{puzzle.words[0]}\n{end}")
        assert played.exit_code == 1
        for placed in puzzle.key[1:]:
            assert f"{placed.word}: {place(placed)}" in played.stdout


def test_a_puzzle_goes_on_where_it_was_left(tmp_path: Path) -> None:
    puzzle = lg.make_puzzle(theme="birds", kind="cover", seed=5)
    path = saved(tmp_path, puzzle)
    first, second, *rest = puzzle.words
    for end in (":quit\n", ""):
        left = call("play", path, given=f"{first}\nzzzz\n:board\n{end}")
        assert left.exit_code == 1
        assert (f"{rest[0]}: " in left.stdout) == (end == "")
    again = call("play", path, given=f"{first}\n{second}\n:quit\n")
    assert f"+ {first}\n" in again.stdout
    assert f"{first}: already found" in again.stdout
    assert "zzzz" not in again.stdout
    alone = call("play", path, "--no-history", given=":quit\n")
    assert f"+ {first}\n" not in alone.stdout
    done = call("play", path, given="\n".join(rest) + "\n")
    assert done.exit_code == 0
    for _ in range(2):  # a finished puzzle begins anew, and so does one that was given up
        anew = call("play", path, given=f"{second}\n:end\n")
        assert f"+ {first}\n" not in anew.stdout
        assert f"+ {second}\n" not in anew.stdout


def test_what_cannot_be_played_so(tmp_path: Path) -> None:
    puzzle = lg.make_puzzle(theme="birds", kind="cover", seed=5)
    path = saved(tmp_path, puzzle)
    message = "GRID is a puzzle, which one person plays without a clock; leave out --alone"
    assert message in error_of("play", path, "--alone")


def ends(placed: lg.Placement) -> str:
    return " ".join(f"{row + 1},{column + 1}" for row, column in (placed.start, placed.end))


def test_the_word_search_of_the_day() -> None:
    today = number_of(datetime.date.today())
    puzzle = daily_puzzle("puzzle", today)
    first, *others = puzzle.key
    start = ends(first).split()[0]
    backward = " ".join(reversed(ends(first).split()))
    typed = ["oat", "1,1 1,1", ":hint", ":hint", ends(first), backward, *map(ends, others)]
    played = call("play", "--daily", "puzzle", given="\n".join(typed) + "\n")
    assert played.exit_code == 0
    lines = [line.split(" > ")[-1] for line in played.stdout.splitlines()]
    how = "Type the row and the column of the first and the last letter of a word, such as 4,3 4,6."
    at = lines.index(how)
    assert lines[at + 1 : at + 7] == [
        how,
        "Not a word on the list",
        f"{first.word} begins at {start}",
        f"{first.word}: {ends(first)}",
        f"+ {first.word}: {ends(first)}",
        f"{first.word}: already found",
    ]
    assert lines[-1] == "All words found!"


def test_the_path_puzzle_of_the_day() -> None:
    puzzle = daily_puzzle("paths", number_of(datetime.date.today()))
    played = call("play", "--daily", "paths", given="\n".join(puzzle.words) + "\n")
    assert played.exit_code == 0
    assert played.stdout.splitlines()[-1].endswith("All words found!")
    message = "--daily paths is a puzzle, which one person plays without a clock; leave out --alone"
    assert message in error_of("play", "--daily", "paths", "--alone")


def test_what_came_of_a_word_has_a_colour() -> None:
    page = Page(colour=True)
    said = {sign: page.judge("oat", sign) for sign in "+-="}
    assert len({*said.values()}) == 3
    assert all("\x1b[" in text and "oat" in text for text in said.values())
    assert Page().judge("oat", "+") == "oat"
