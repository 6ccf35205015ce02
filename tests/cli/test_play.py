"""The command `lexigrid play` in plain lines, its history, export and share codes.

Each test keeps its history in its own folder.
"""

from __future__ import annotations

import contextlib
import csv
import datetime
import io
import json
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

import lexigrid as lg
from commands import answer, call, document, error_of
from games import play, record, standing
from lexigrid.boards.daily import DAILY, daily_seed, number_of
from lexigrid.cli.play_plain import LineReader
from lexigrid.play.history.database import History, default_path

pytestmark = pytest.mark.usefixtures("game_folder")
PROGRAM = [sys.executable, "-m", "lexigrid"]


# --- lines ----------------------------------------------------------------------------------------


def test_a_game_in_lines_from_board_to_result() -> None:
    typed = "show\nSHOW\nzzz\nno\n:hint\n:words\n:board\n:pause\n\n:help\n:rotate\n:end\n"
    text = play("--seed", "7", "--level", "5", "--hints", "1", typed=typed)
    assert "1  V E W F" in text
    assert "+ show: 1 point" in text
    assert "= show: already found" in text
    assert "- zzz: not on the board" in text
    assert "- no: too short (2 letters)" in text
    assert "(6 letters), from row 4, column 1" in text
    assert "the clock is stopped" in text
    assert ":pause" in text
    assert "1  S I N V" in text
    assert "against Emil (5)" in text
    assert "board: 140 words, 190 points" in text
    assert "show *" in text
    assert "\x1b" not in text


def test_errors_of_the_game_are_shown() -> None:
    text = play("--seed", "7", "--no-turning", typed=":rotate\n:hint\n:end\n")
    assert "do not allow the board to be rotated" in text
    assert "no hints are left; the rules allow 0" in text


def test_people_play_one_after_another() -> None:
    typed = "\nshow\n:end\n\nshow\nnod\n:end\n"
    text = play("--players", "ann, ben", "--seed", "7", typed=typed)
    assert text.index("ann: press Enter") < text.index("ben: press Enter")
    assert [1, 2, 1, 0] == standing(text, "ben")
    assert [0, 1, 1, 0] == standing(text, "ann")
    text = play("--players", "ann,ben", "--seed", "7", "--keep", typed=typed)
    assert [2, 2, 0, 0] == standing(text, "ben")


def test_piped_words_need_no_blank_line_before_them() -> None:
    text = play(
        "--players", "ann,ben", "--seed", "7", typed="show\n:end\nnod\n:pause\nnode\n:end\n"
    )
    assert [1, 1, 0, 0] == standing(text, "ann")
    assert [2, 2, 0, 0] == standing(text, "ben")


def test_boards_are_given_found_or_played_with_other_words(tmp_path: Path) -> None:
    words = tmp_path / "words.txt"
    words.write_text("tea\nant\nllama\n", "utf-8")
    text = play("tea/ant/oat", "--lexicon", str(words), "--alone", typed="tea\n:end\n")
    assert "3x3, words of at least 3 letters, 3:00\n" in text
    assert [1, 1, 0, 0] == standing(text, "you")
    text = play("qitxxxxxx", "--size", "3x3", "--qu", "--alone", typed="quit\n:end\n")
    assert "+ quit: 1 point" in text
    text = play("--words", "100-101", "--seed", "3", "--penalty", "2", typed="zzz\n:end\n")
    assert "a wrong word costs 2 points" in text
    assert "board: 100 words" in text or "board: 101 words" in text
    text = play("--size", "6x6", "--no-limit", "--seed", "1")
    assert "words of at least 4 letters, no limit" in text
    text = play("--dice", "cs-4x4", "--seed", "1", "--alone", "--lexicon", str(words))
    assert "board: 0 words" in text


@pytest.mark.parametrize("limit", ["--seconds=180", "--no-limit"])
def test_a_game_whose_input_ends_is_played_to_its_end(limit: str) -> None:
    text = play("--seed", "7", "--level", "5", limit, typed="show\n")
    assert "+ show: 1 point" in text
    assert ("you: time is up" in text) == (limit != "--no-limit")
    level, points, *_ = next(
        line.split()[2:] for line in text.splitlines() if line.startswith("1 Emil")
    )
    assert ("(5)", True) == (level, int(points) > 5)
    assert "no unfinished game" in error_of("play", "--resume")
    text = play("--players", "ann,ben", "--seed", "7", typed="\nshow\n")
    assert "ben: time is up" in text
    assert [1, 1, 0, 0] == standing(text, "ann")


def test_a_small_share_is_not_shown_as_none() -> None:
    text = play("perslatgsineters", "--alone", typed="tan\n")
    assert "< 1 %" in text
    assert " more, in the list of all words" in text


def test_a_game_that_was_left_is_resumed() -> None:
    assert "+ show" in play("--seed", "7", "--alone", typed="show\n:quit\n", status=3)
    text = play("--resume", typed="\nshow\nnod\n:end\n")
    assert "= show: already found" in text
    assert [2, 2, 0, 0] == standing(text, "you")
    assert "no unfinished game" in error_of("play", "--resume")


def test_the_level_adapts_to_the_person(game_folder: Path) -> None:
    assert "against Cleo (3)" in play("--seed", "1")
    with History(default_path()) as history:
        for number in range(4):
            history.add(record(number))
    assert "against Cleo (3)" in play("--seed", "1")  # ann played those games
    text = play("--seed", "1", "--players", "ann")
    assert "against Gus (7)" in text  # recently 39 % of the points; level 7 aims at 42 %


def test_no_history_saves_nothing(game_folder: Path) -> None:
    play("--seed", "1", "--no-history")
    assert not game_folder.exists()


# --- share codes ----------------------------------------------------------------------------------


def test_a_share_code_gives_the_same_board_rules_and_play() -> None:
    text = play("--seed", "9", "--seconds", "30", "--level", "8", "--hints", "2")
    code = next(line.split(": ")[1] for line in text.splitlines() if line.startswith("share code"))
    again = play("--share", code)
    assert text == again
    assert "0:30" in again
    assert "its own opponents" in error_of("play", "--share", code, "--level", "7")


def test_a_score_to_beat_is_compared_word_by_word() -> None:
    options = ("--seed", "7", "--players", "ann", "--level", "2", "--penalty", "1")
    result = call("play", *options, given="show\nnod\nzzz\n:rotate\n:end\n")
    code = result.stderr.rpartition(": ")[2].strip()
    text = play("--share", code, typed="nod\nwode\nshow\nwooden\n:end\n")
    assert "against Bo (2)\nthe score to beat is 1 point, by ann\n" in text
    assert "you beat ann by 3 points: 4 to 1" in text
    assert "both (2): nod show\nonly you (1): wooden\n" in text
    text = play("--share", code, typed="sha\n:end\n")
    assert "you tie with ann: 1 point each" in text
    assert "only ann (2): nod show" in text
    assert "you do not beat ann: 0 to 1" in play("--share", code)


MODES = [
    ("find-all", "no limit, find all 76 common words", "1 of 76 common words"),
    ("stamina", "1:00, each word adds 8 seconds", "1:08"),
    ("allotment", "30 tries", "29 tries left"),
    ("marathon", "board after board to 100 points", "3:00"),
]


@pytest.mark.parametrize(("mode", "rules", "progress"), MODES)
def test_modes_are_played_in_lines(mode: str, rules: str, progress: str) -> None:
    text = play("--mode", mode, "--seed", "7", "--alone", typed="show\n:end\n")
    assert rules in text.splitlines()[0]
    assert f"{progress}  1 point > " in text
    code = next(line.split(": ")[1] for line in text.splitlines() if line.startswith("share code"))
    assert text == play("--share", code, typed="show\n:end\n")


def test_a_turn_ends_with_the_last_try_and_with_the_last_word(tmp_path: Path) -> None:
    text = play("--tries", "2", "--alone", "--seed", "7", typed="show\nno\nshow\nnod\nsaid\n")
    assert "+ nod: 1 point\nyou: no tries left\n" in text
    words = tmp_path / "words.txt"
    words.write_text("tea\nant\nllama\n", "utf-8")
    options = ("--lexicon", str(words), "--alone", "--mode", "find-all")
    text = play("tea/ant/oat", *options, typed="tea\nant\noat\n")
    assert "+ ant: 1 point\nyou: every common word is found\n" in text
    assert "you win: 2 of 2 common words found" in text
    text = play("tea/ant/oat", *options, typed="tea\n:end\n")
    assert "you lose: 1 of 2 common words found" in text


def test_the_daily_board_is_the_same_all_day() -> None:
    first = call("play", "--daily", "--alone", given="zzz\n:end\n")
    again = call("play", "--daily", "--alone", given="zzz\n:end\n")
    assert first.stdout == again.stdout
    date = datetime.date.today().isoformat()  # the seed of the pages
    assert first.stdout == call("play", "--seed", date, "--alone", given="zzz\n:end\n").stdout
    assert "already" not in first.stderr
    assert "you have already played this board: you 0 points" in again.stderr
    assert "--daily and --seed cannot be combined" in error_of("play", "--daily", "--seed", "1")
    assert "--daily and --resume cannot be combined" in error_of("play", "--daily", "--resume")
    assert "played this board" not in call("play", "--daily", "--size", "5", "--alone").stderr


@pytest.mark.parametrize(
    "options", ["--avoid mild", "--allow mild", "--words 80-120", "--score 9+ --contains owl"]
)
def test_the_daily_board_is_not_chosen(options: str) -> None:
    names = ", ".join(name for name in options.split() if name.startswith("-"))
    error = error_of("play", "--daily", *options.split())
    assert f"--daily is the same board for everyone; leave out {names}" in error


def test_the_daily_word_hunt_has_numbers_that_fade() -> None:
    board = lg.find_board(DAILY, seed=daily_seed(number_of(datetime.date.today())))
    assert board.required is not None
    words = [each.word for each in board.required]
    options = ("play", "--daily", "--mode", "find-all", "--alone")
    text = call(*options, given=f"{words[0]}\n:board\n:end\n").stdout
    begun, left = text.split("words left that begin on each tile / use it:\n")[1:]
    tiles = {(*cell,): tile.face for cell in board.grid if (tile := board.grid[cell]) is not None}
    for shown, known in ((begun, words[:0]), (left, words[:1])):
        wanted = lg.find_paths(board.grid, [w for w in words if w not in known], paths="all")
        for row, line in enumerate(shown.splitlines()[:4]):
            fields = line.split("  ")
            found = [field.strip() for field in fields if field.strip()]
            for column, field in enumerate(found):
                cell = (row, column)
                begin = sum(any(path[0] == cell for path in word.paths) for word in wanted)
                use = sum(any(cell in path for path in word.paths) for word in wanted)
                assert field == (f"{tiles[cell]} {begin}/{use}" if use else tiles[cell])
            assert len(found) == 4
    assert f"1 of {len(words)} common words" in text
    again = call(*options, given=":end\n")
    assert "you have already played this board" in again.stderr
    error = error_of("play", "--daily", "--required", "3-5")
    assert "--daily is the same board for everyone; leave out --required" in error
    error = error_of("play", "tea/ant/oat", "--required", "3-5")
    assert "GRID is the board; leave out --required" in error


def test_quit_keeps_the_game() -> None:
    text = play("--seed", "7", "--alone", typed="show\n:help\n:quit\n", status=3)
    assert ":quit    leave; the game is saved" in text
    assert "= show: already found" in play("--resume", typed="\nshow\n:end\n")


@pytest.mark.parametrize(
    "options", [("--seconds", "60"), ("--min-length", "4"), ("--hints", "2"), ("--size", "5x5")]
)
def test_a_share_code_excludes_other_rules(options: tuple[str, ...]) -> None:
    error = error_of("play", "--share", "0400E", *options)
    assert f"--share brings its own board and rules; leave out {options[0]}" in error


@pytest.mark.parametrize(
    ("command", "message"),
    [
        ("tea/ant/oat --dice fr-4x4", "GRID is the board; leave out --dice"),
        ("tea/ant/oat --words 5+ --common", "GRID is the board; leave out --words, --common"),
        ("--resume --seed 5 --players ann", "players and rules; leave out --players, --seed"),
        ("--stats --seed 5", "are about all saved games; leave out --seed"),
        ("--export --mode marathon", "are about all saved games; leave out --mode"),
    ],
)
def test_options_of_another_game_are_refused(command: str, message: str) -> None:
    assert message in error_of("play", *command.split())


def test_a_share_code_of_another_lexicon_is_reported(tmp_path: Path) -> None:
    text = play("--seed", "9")
    code = next(line.split(": ")[1] for line in text.splitlines() if line.startswith("share code"))
    words = tmp_path / "words.txt"
    words.write_text("tea\nant\n", "utf-8")
    result = call("play", "--share", code, "--lexicon", str(words), given=":end\n")
    assert 0 == result.exit_code
    assert "the code was made with the lexicon" in result.stderr
    assert "mistyped" in error_of("play", "--share", code[:-1])
    assert "share code" in error_of("play", "--share", "!")


# --- history --------------------------------------------------------------------------------------


def test_progress_and_export() -> None:
    assert "no games yet" in answer("play", "--stats", status=1)
    with History(default_path()) as history:
        for number in range(12):
            history.add(record(number, points=number))
    text = answer("play", "--stats")
    assert "games      12, 480 words, 36 minutes" in text
    assert "level 5" in text
    progress = document("play", "--stats")
    assert (12, "lexigrid/progress") == (progress["players"][0]["games"], progress["format"])
    rows = list(csv.DictReader(io.StringIO(answer("play", "--stats", "--format", "csv"))))
    assert ["ann"] == [row["player"] for row in rows]
    games = document("play", "--export")["games"]
    assert [record(n).id for n in range(12)] == [game["id"] for game in games]
    assert 40 == len(games[0]["players"][0]["words"])
    rows = list(csv.DictReader(io.StringIO(answer("play", "--export", "--format", "csv"))))
    assert 24 == len(rows)
    assert {"human", "computer"} == {row["kind"] for row in rows}


def test_an_export_goes_to_a_file(tmp_path: Path) -> None:
    play("--seed", "1")
    place = tmp_path / "games.json"
    assert "" == answer("play", "--export", "--format", "json", "--output", str(place))
    assert 1 == len(json.loads(place.read_text("utf-8"))["games"])


@pytest.mark.parametrize(
    ("arguments", "part"),
    [
        (("--level", "11"), "1 to 10"),
        (("--level", "x"), "1 to 10"),
        (("--alone", "--level", "3"), "--alone and --level"),
        (("--stats", "--export"), "--stats and --export"),
        (("--format", "json"), "--stats"),
        (("tea/ant/oat", "--resume"), "GRID and --resume"),
        (("--seconds", "5", "--no-limit"), "--seconds and --no-limit"),
        (("--seconds", "0"), "1 to"),
        (("--qu",), "GRID"),
        (("--players", "a,a"), "different names"),
        (("--players", ""), "player 1 is '', expected a name that is not empty"),
        (("--share", "A", "--seed", "1"), "own board and rules; leave out --seed"),
        (("--words", "9999+", "--contains", "pizza"), "pizza"),
        (("nofile.txt",), "nofile.txt"),
    ],
)
def test_bad_usage_is_one_line(arguments: tuple[str, ...], part: str) -> None:
    assert part in error_of("play", *arguments, given=":end\n")


def test_an_invalid_history_is_reported(game_folder: Path) -> None:
    game_folder.mkdir()
    (game_folder / "history.sqlite3").write_bytes(b"x" * 5000)
    assert "LEXIGRID_DATA" in error_of("play", given=":end\n")


def test_reading_a_line_times_out(monkeypatch: pytest.MonkeyPatch) -> None:
    if os.name == "nt":
        pytest.skip("Windows cannot wait for standard input")
    inside, outside = os.pipe()
    with os.fdopen(inside) as given, contextlib.suppress(OSError):
        monkeypatch.setattr(sys, "stdin", given)
        reader = LineReader()
        begun = time.monotonic()
        assert reader.read(0.05) is None
        assert not reader.ended
        assert time.monotonic() - begun >= 0.04
        os.write(outside, "one\nzw\u00f6lf\r\nlast".encode())
        assert ["one", "zw\u00f6lf"] == [reader.read(1), reader.read(None)]
        assert reader.read(0.01) is None
        os.close(outside)
        assert "last" == reader.read(None)
        assert reader.read(None) is None
        assert reader.ended


def test_a_word_that_the_terminal_cannot_show_is_escaped() -> None:
    process = subprocess.run(
        [*PROGRAM, "play", "--plain", "--seed", "7", "--alone", "--hints", "1"],
        input="\u0448\u0443\u043c\n:hint\n:end\n".encode(),
        capture_output=True,
        env=os.environ | {"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"},
        timeout=60,
    )
    assert 0 == process.returncode
    assert b"\\u0448" in process.stdout


def test_missing_textual_is_reported() -> None:
    """The message says how to install it."""
    code = (
        "import sys; sys.modules['textual'] = None\n"
        "from importlib import util\n"
        "util.find_spec = lambda name: None\n"
        "from lexigrid.cli import play\n"
        "from lexigrid.cli.output import Output\n"
        "print(play.has_full_screen(Output()))\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert "False\n" == done.stdout
    assert "lexigrid[play]" in done.stderr


def test_a_board_is_read_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "board.txt"
    file.write_text("t e a\na n t\no a t\n", "utf-8")
    assert lg.Grid.parse("tea/ant/oat") == lg.Grid.read(file)
    assert "+ tea" in play(str(file), "--alone", typed="tea\n:end\n")
