"""The command `lexigrid roll`: only boards go to standard output; every error is one line."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import pytest

import lexigrid as lg
from commands import answer, call, document, error_of
from lexigrid.boards.dice_roll import roll
from lexigrid.game.dice import Dice


def test_a_seed_gives_its_board() -> None:
    result = call("roll", "--seed", "7")
    assert (0, "V E W F\nN O D R\nI H O I\nS A O E\n") == (result.exit_code, result.stdout)
    assert "seed 7: 140 words, 190 points, longest word 6 letters" in result.stderr
    assert result.stdout == answer("roll", "--seed", " 7 ", "--quiet")


def test_a_fresh_seed_is_reported_and_reproduces_the_board() -> None:
    first = call("roll")
    seed = first.stderr.split("seed ")[1].split(":")[0]
    assert first.stdout == answer("roll", "--seed", seed)
    assert first.stdout != call("roll").stdout


@pytest.mark.parametrize("name", Dice.names())
def test_a_rolled_board_is_a_grid(name: str, tmp_path: Path) -> None:
    words = tmp_path / "words.txt"
    words.write_text("tea\n", "utf-8")  # words of a file have no language
    text = answer("roll", "--dice", name, "--seed", "5", "--lexicon", str(words))
    assert roll(name, seed=5) == lg.Grid.parse(text)
    assert "word" in answer("paths", "-", "--count", given=text)


def test_dice_are_chosen_by_size_or_derived() -> None:
    assert "en-big-deluxe-5x5" == document("roll", "--size", "5x5")["dice"]
    assert "derived" == document("roll", "--size", "3x5")["dice"]
    board = document("roll", "--dice", "derived", "--size", "2x6", "--seed", "1")["boards"][0]
    assert [6, 6] == [len(row) for row in board["rows"]]


def test_dice_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "dice.txt"
    file.write_text("# mine\nA a\nB b\n\nQu qu\nD d\n", "utf-8")
    text = answer("roll", "--dice", str(file), "--seed", "3")
    assert sorted(text.lower().split()) == ["a", "b", "d", "qu"]
    file.write_text("A\nB\n", "utf-8")
    assert "2 dice" in error_of("roll", "--dice", str(file))
    assert 1 == answer("roll", "--dice", str(file), "--size", "1x2").count("\n")
    file.write_bytes(b"A\xff")
    assert "byte 1" in error_of("roll", "--dice", str(file))


def test_many_boards_are_lines_with_different_seeds() -> None:
    lines = answer("roll", "--count", "3", "--seed", "4").splitlines()
    assert 3 == len(set(lines))
    rows = list(
        csv.DictReader(
            io.StringIO(answer("roll", "--count", "3", "--seed", "4", "--format", "csv"))
        )
    )
    assert lines == [row["grid"] for row in rows]
    assert ["4", "4/2", "4/3"] == [row["seed"] for row in rows]
    again = answer("roll", "--seed", "4/3")
    assert lg.Grid.parse(lines[2]) == lg.Grid.parse(again)


def test_a_batch_reads_rolled_boards(tmp_path: Path) -> None:
    rolled, scored = tmp_path / "rolled.csv", tmp_path / "scored.csv"
    rolled.write_text(answer("roll", "--count", "40", "--seed", "4", "--format", "csv"), "utf-8")
    answer("batch", str(rolled), str(scored), "--keep", "seed,score")
    both = [[*csv.DictReader(io.StringIO(path.read_text("utf-8")))] for path in (rolled, scored)]
    ours, theirs = ([(row["seed"], row["score"]) for row in rows] for rows in both)
    assert ours == theirs


def test_a_board_to_a_specification() -> None:
    spec = ("--words", "80-120", "--score", "200-400", "--longest", "8+", "--common")
    board = document("roll", *spec, "--contains", "PLANET", "--seed", "1")["boards"][0]
    assert board["met"] is True
    assert 80 <= board["words"] <= 120
    assert 200 <= board["score"] <= 400
    assert board["longest"] >= 8
    grid = lg.Grid.from_rows(board["rows"])
    assert lg.trace(grid, "planet")
    text = answer("roll", *spec, "--contains", "PLANET", "--seed", "1")
    assert grid == lg.Grid.parse(text)


def test_a_plain_roll_without_words_to_avoid(tmp_path: Path) -> None:
    board = answer("roll", "--seed", "7")
    words = tmp_path / "words.txt"
    words.write_text("\n".join(lg.find_paths(board).words), "utf-8")
    other = answer("roll", "--seed", "7", "--avoid", str(words))
    assert not {*lg.find_paths(other).words} & {*lg.find_paths(board).words}
    assert board == answer("roll", "--seed", "7", "--allow-rude")


def test_an_impossible_specification_reports_the_nearest_board() -> None:
    result = call("roll", "--words", "5000+", "--deadline", "0.2", "--seed", "1")
    assert (3, "") == (result.exit_code, result.stdout)
    assert "no board found" in result.stderr
    assert 1 == result.stderr.count("\n")
    board = document("roll", "--words", "5000+", "--deadline", "0.1", status=3)["boards"][0]
    assert board["met"] is False


def test_the_best_board() -> None:
    options = ("roll", "--best", "--size", "2x2", "--seed", "a b", "--threads", "1")
    result = call(*options)
    assert 0 == result.exit_code
    grid = lg.Grid.parse(result.stdout)
    score = lg.find_paths(grid, lg.Lexicon.default()).score
    assert f"{score} points" in result.stderr
    board = grid.format(one_line=True)
    assert f" s: {score} points with --seed 'a b', {board}\n" in result.stderr


def test_the_best_board_cut_short() -> None:
    result = call("roll", "--best", "--deadline", "0.3", "--seed", "1", "--dice", "en-new-4x4")
    assert 3 == result.exit_code
    assert "cut short" in result.stderr
    assert 4 == result.stdout.count("\n")


def test_the_list_of_dice() -> None:
    assert "did you mean lexigrid list dice?" in error_of("roll", "--list")
    text = answer("list", "dice")
    assert all(name in text for name in Dice.names())
    assert max(map(len, text.splitlines())) <= 80
    sets = document("list", "dice")["sets"]
    assert [["H", "I", "M", "N", "U", "Qu"]] == [die for die in sets[1]["dice"] if "Qu" in die]
    assert all(each["sources"] and each["trust"] for each in sets)
    rows = list(csv.DictReader(io.StringIO(answer("list", "dice", "--format", "csv"))))
    assert 16 == len(rows)


@pytest.mark.parametrize(
    ("arguments", "part"),
    [
        (("--dice", "nope"), "en-classic-4x4"),
        (("--dice", "cs-4x4", "--size", "5x5"), "4x4"),
        (("--words", "8-"), "80-120"),
        (("--words", "9-8"), "write 8-9"),
        (("--size", "99x99"), "20x20"),
        (("--contains", "pizza"), "pizza"),
        (("--best", "--words", "9"), "--best and --words"),
        (("--best", "--common"), "--best and --common"),
        (("--best", "--dice", "en-super-big-2012-6x6"), "solid"),
        (("--rounds", "2"), "--best"),
        (("--seed", ""), "seed"),
        (("--scoring", "best"), "classic"),
        (("--count", "0"), "1 to"),
        (("--lexicon", "no.txt"), "no.txt"),
    ],
)
def test_bad_usage_is_one_line(arguments: tuple[str, ...], part: str) -> None:
    assert part in error_of("roll", *arguments)


def test_common_words_of_a_list_without_bands(tmp_path: Path) -> None:
    words = tmp_path / "words.txt"
    words.write_text("oat\neat\n", "utf-8")
    assert "bands" in error_of("roll", "--common", "--words", "1+", "--lexicon", str(words))


def test_csv_has_truth_as_json_has_it() -> None:
    for raw in ((), ("--csv-raw",)):
        _, board = answer(
            "roll", "--seed", "1", "--words", "10-500", "--format", "csv", *raw
        ).splitlines()
        assert board.endswith(",true")
