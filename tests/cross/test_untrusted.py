"""Input from strangers: whatever a file or a code contains is an answer or an error of the tree."""

from __future__ import annotations

import base64
import builtins
import importlib
import json
import os
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any
from zlib import crc32

import pytest

import lexigrid as lg
from checkout import ROOT
from games import record
from lexigrid import InputError, Puzzle
from lexigrid._util import schema
from lexigrid.batch import run_batch
from lexigrid.geometry import Cell, Direction
from lexigrid.play.history import History, UnfinishedGame, measure_progress
from lexigrid.puzzle import Placement, check_puzzle
from lexigrid.puzzle.generate import Mask, make_puzzle
from lexigrid.puzzle.io import create_puzzle

WORDS = ["eat", "oat", "tan"]


HUGE = 10**18


# --- schemas ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("shape", "value", "message"),
    [
        (schema.integer(0, 9), True, "x is True, expected a whole number from 0 to 9"),
        (schema.number(0, 1), float("nan"), "x is nan, expected a number from 0 to 1"),
        (schema.text, "\ud800", "expected text without half a surrogate pair"),
        (schema.list_of(schema.text), "ab", "x is 'ab', expected a list"),
        (schema.list_of(schema.text, most=1), ["a", "b"], "expected a list of at most 1"),
        (schema.list_of(schema.text, least=1), [], "expected a longer list"),
        (schema.sequence(schema.text, schema.flag), ["a", 1], r"x: \[1\] is 1, expected true or"),
        (schema.record({"a": schema.text}), {}, "x has no 'a'"),
        (schema.record({}, {"a": schema.text}), {"a": 1}, "x: a is 1, expected text"),
        (schema.mapping(schema.decimal(), schema.text), {"x": "a"}, r"x: \['x'\] is 'x', expected"),
        (schema.either(schema.text, schema.integer()), [], "expected a whole number"),
        (schema.json_object, "[]", "expected a JSON object as text"),
    ],
)
def test_a_schema_names_what_came_where_and_what_was_expected(
    shape: schema.Schema[Any], value: Any, message: str
) -> None:
    with pytest.raises(InputError, match=message):
        schema.read(shape, value, "x", InputError)


def test_a_number_too_long_to_be_written_is_named_so() -> None:
    with pytest.raises(InputError, match="x is a number of thousands of digits, expected"):
        schema.read(schema.integer(), 10**5000, "x", InputError)


# --- mutations: `tools/fuzz_formats.py` runs longer -----------------------------------------------


@pytest.mark.skipif(os.name == "nt", reason="memory is limited as POSIX does it")
def test_fuzzing_needs_no_statistics_of_the_scheduler(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(ROOT / "tools")
    tool = importlib.import_module("fuzz_formats")

    def refuse(name: str) -> None:
        raise FileNotFoundError(name)

    monkeypatch.setattr(builtins, "open", refuse)
    before = tool._seconds_ready()
    assert before <= tool._seconds_ready()


@pytest.mark.parametrize("share", range(4))
def test_damaged_input_of_every_format_is_an_answer_or_an_error(share: int) -> None:
    tool = ROOT / "tools" / "fuzz_formats.py"
    runs = "2000" if os.environ.get("LEXIGRID_TEST_PROFILE") == "deep" else "150"
    command = [sys.executable, str(tool), "--runs", runs, "--share", f"{share}/4"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=600)
    assert (0, "") == (done.returncode, done.stderr), done.stdout


# --- batches --------------------------------------------------------------------------------------

Change = Callable[[dict[str, Any]], Any]


def put(*path: Any) -> Change:
    """Return a change that replaces the value at a path of keys by the last item."""
    *way, last, value = path

    def change(data: Any) -> Any:
        for key in way:
            data = data[key]
        data[last] = value
        return None

    return change


MANIFEST_DAMAGE: list[Change] = [
    lambda data: [],
    lambda data: data.pop("done"),
    put("parts", 5),
    put("parts", [[]]),
    put("parts", 0, 0, 7),
    put("parts", 0, 0, -1),
    put("parts", 0, 2, HUGE),
    put("parts", 0, 1, 3),
    put("parts", 0, 3, "group"),
    put("done", []),
    put("done", "0", [1]),
    put("done", "0", None),
    put("done", "zero", [1, 0, 0, 9]),
    put("done", "0", [HUGE * HUGE, 0, 0, 9]),
    put("sources", [5]),
    put("sources", 0, 2, None),
    put("sources", 0, [1, 2]),
    put("job", None),
    put("lexicon", []),
    put("version", [1]),
]


@pytest.mark.parametrize("kind", ["in.txt", "in.parquet"])
@pytest.mark.parametrize("change", MANIFEST_DAMAGE)
def test_a_damaged_manifest_is_an_error(tmp_path: Path, kind: str, change: Change) -> None:
    place = tmp_path / kind
    if kind.endswith("parquet"):
        arrow, parquet = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
        parquet.write_table(arrow.table({"grid": ["tea/ant/oat"] * 9}), place)
    else:
        place.write_text("tea/ant/oat\n" * 9)
    run_batch(place, tmp_path / "out", words=WORDS)
    _damage(tmp_path / "out" / "_manifest.json", change)
    with pytest.raises(InputError, match=r"manifest|differs"):
        run_batch(place, tmp_path / "out", words=WORDS)


NOTE_DAMAGE: list[Change] = [
    put("done", {}),
    put("done", {"all": 5}),
    put("done", "all", 1, "9"),
    put("done", "all", 0, -1),
    put("output", None),
    put("sources", 0, 0, []),
]


@pytest.mark.parametrize("change", NOTE_DAMAGE)
def test_a_damaged_note_of_a_single_file_is_an_error(tmp_path: Path, change: Change) -> None:
    place = tmp_path / "in.txt"
    place.write_text("tea/ant/oat\n" * 9)
    run_batch(place, tmp_path / "out.csv", words=WORDS)
    _damage(tmp_path / ".out.csv.manifest.json", change)
    with pytest.raises(InputError, match=r"manifest|differs|has changed"):
        run_batch(place, tmp_path / "out.csv", words=WORDS)


def _damage(path: Path, change: Change) -> None:
    data = json.loads(path.read_text("utf-8"))
    changed = change(data)
    path.write_text(json.dumps(changed if isinstance(changed, list) else data), "utf-8")


# --- the history ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE games SET rules = '['",
        "UPDATE games SET rules = '[1]'",
        "UPDATE games SET board = x'ff00'",
        "UPDATE games SET board_points = -1",
        "UPDATE games SET board_words = 'many'",
        "UPDATE games SET finished = CAST(x'ff' AS TEXT)",
        "UPDATE players SET points = 1e300",
        "UPDATE players SET kind = 'ghost'",
        "UPDATE players SET level = 'high'",
        "UPDATE players SET seconds = 9e999",
        "UPDATE players SET name = x'00'",
        "UPDATE words SET word = x'00'",
        "UPDATE words SET points = 'two'",
        "UPDATE words SET at = 1.5",
    ],
)
def test_a_damaged_row_of_the_history_is_an_error(tmp_path: Path, damage: str) -> None:
    path = tmp_path / "h.sqlite3"
    with History(path) as history:
        history.add(record(1))
    _execute(path, damage)
    with History(path) as history, pytest.raises(InputError, match="the history"):
        measure_progress(history.games())


def test_a_damaged_unfinished_game_is_an_error(tmp_path: Path) -> None:
    path = tmp_path / "h.sqlite3"
    with History(path) as history:
        history.save_unfinished(UnfinishedGame("a", "2026-01-01", "{}"))
    _execute(path, "UPDATE unfinished SET state = x'ff'")
    with History(path) as history, pytest.raises(InputError, match=r"row of 'unfinished': \[2\]"):
        history.unfinished()


def _execute(path: Path, statement: str) -> None:
    base = sqlite3.connect(path)
    base.execute(statement)
    base.commit()
    base.close()


# --- puzzles --------------------------------------------------------------------------------------

PUZZLE = {
    "format": "lexigrid/puzzle",
    "version": 1,
    "rows": ["OAT", "XXX"],
    "words": [{"word": "oat", "start": [0, 0], "end": [0, 2], "direction": "E"}],
}


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (put("words", 0, "end", [0, 10**8]), "which is not on the grid"),
        (put("words", 0, "end", [0, 10**30]), r"words\[0\]\.end\[1\] is 1000.*, expected a whole"),
        (put("words", 0, "start", [0]), r"words\[0\]\.start is \[0\], expected a list of 2"),
        (put("words", 0, "word", None), r"words\[0\]\.word is None, expected text"),
        (put("words", 0, "word", "o"), "fewer letters than its line has cells, 3"),
        (put("words", 0, "word", "\ud800"), "half a surrogate pair"),
        (put("words", 0, "direction", "N"), "does not run N"),
        (put("words", 0, "direction", []), r"words\[0\]\.direction is \[\], expected one of N"),
        (put("words", 0, "inside", -1), r"words\[0\]\.inside is -1"),
        (put("words", 0), r"words is 0, expected a list"),
        (put("words", 0, "oat"), r"words\[0\] is 'oat', expected an object"),
        (put("seed", "1"), "seed is '1', expected a whole number"),
        (put("missing", [1]), r"missing\[0\] is 1, expected an object"),
        (put("notes", 1), "notes is 1"),
        (put("rows", [[1]]), r"rows\[0\] is \[1\], expected text, or a list of tiles"),
        (put("rows", {}), "rows is {}, expected a list"),
        (put("directions", [1]), r"directions\[0\] is 1|expected text"),
        (put("title", []), r"title is \[\], expected text"),
        (put("words", []), None),
    ],
)
def test_a_damaged_puzzle_is_an_error(tmp_path: Path, change: Change, message: str | None) -> None:
    data = json.loads(json.dumps(PUZZLE))
    change(data)
    path = tmp_path / "puzzle.json"
    path.write_text(json.dumps(data))
    with pytest.raises(lg.LexigridError, match=message or "no words"):
        check_puzzle(lg.Puzzle.read(path))


@pytest.mark.parametrize(
    "data",
    [
        *("", "{", "[]", "{}", "null", "[" * 10**5),
        '{"rows": [[1]], "words": ["a"]}',
        '{"rows": ["ab"], "words": 5}',
        '{"rows": ["ab"], "words": [{}]}',
        '{"rows": ["ab"], "words": [" "]}',
        '{"format": "lexigrid/book", "puzzles": [3]}',
        '{"format": "lexigrid/book"}',
    ],
)
def test_odd_puzzle_files_are_errors(tmp_path: Path, data: str) -> None:
    for name in ("p.json", "p.csv", "p.txt"):
        (tmp_path / name).write_text(data)
        with pytest.raises(lg.LexigridError):
            check_puzzle(lg.Puzzle.read(tmp_path / name))


def test_words_that_occur_everywhere_are_too_many_to_check() -> None:
    puzzle = create_puzzle(lg.Grid.parse("\n".join(["A" * 150] * 150)), ["aa", "aaa"])
    with pytest.raises(lg.PuzzleError, match="more than 100,000 times"):
        check_puzzle(puzzle)


def test_a_long_list_of_the_same_words_takes_linear_time() -> None:
    key = (Placement("oat", Cell(0, 0), Direction.E, 3), Placement("oat", Cell(0, 0), None, 0))
    puzzle = Puzzle(lg.Grid.parse("oat/tao"), key * 10_000)
    begin = time.process_time()
    assert not check_puzzle(puzzle).is_valid
    assert time.process_time() - begin < 5  # it took minutes


def make_code(changes: object) -> str:
    """Make the share code of these options by number, whatever they are."""
    text = json.dumps(changes).encode()
    packed = crc32(text).to_bytes(4, "big") + text
    return "LG1-" + base64.urlsafe_b64encode(packed).decode().rstrip("=")


@pytest.mark.parametrize(
    "changes",
    [
        {"0": "oat", "3": 60000, "4": 60000},
        {"0": "oat", "3": 5},
        {"0": "oat", "13": 10**9},
        {"0": "oat", "1": -1},
        {"0": "oat", "1": 1.5},
        {"0": "oat", "2": "eat"},
        {"0": "oat", "2": [1]},
        {"0": "oat", "5": "yes"},
        {"0": "oat", "6": -3},
        {"0": "oat", "7": [8]},
        {"0": "oat", "7": [[0]]},
        {"0": "oat", "8": [["oat"]]},
        {"0": "oat", "8": {"oat": [0]}},
        {"0": "oat", "9": "much"},
        {"0": "oat", "10": "+".join(["ring"] * 300)},
        {"0": "oat", "10": "#9999x9999:1"},
        {"0": "oat", "10": 5},
        {"0": "oat", "12": 5},
        {"0": "oat", "14": 5},
        {"0": "oat", "16": [None]},
        {"0": "oat", "19": "xx"},
        {"0": "oat", "22": ["title"]},
        {"0": "oat", "23": 4},
        {"0": "oat", "24": 50},
        {"0": "oat", "25": 1},
        {"0": "oat", "-1": 1},
        {"0": ["oat"]},
        {"1": 5},
        [],
        None,
    ],
)
def test_a_share_code_of_impossible_options_is_an_error(changes: object) -> None:
    with pytest.raises(lg.LexigridError):
        make_puzzle(code=make_code(changes))


def test_blanks_in_a_mask_take_linear_time() -> None:
    with pytest.raises(InputError, match="the mask has"):
        Mask.parse("ring" + " " * 10**6 + "!")


def test_a_large_picture_becomes_a_small_mask(tmp_path: Path) -> None:
    image = pytest.importorskip("PIL.Image")
    picture = image.new("1", (4000, 3000), 1)
    picture.paste(0, (0, 0, 2000, 3000))
    picture.save(tmp_path / "mask.png")
    mask = Mask.read(tmp_path / "mask.png")
    assert ((750, 1000), "##..\n##..") == (mask.shape, mask.draw(2, 4))
    (tmp_path / "mask.txt").write_text("#" * 1001)
    with pytest.raises(InputError, match="it is 1x1001, expected 1 to 1000"):
        Mask.read(tmp_path / "mask.txt")
    (tmp_path / "cat.jpg").write_bytes(b"\xff\xd8\xff\xe0")
    with pytest.raises(InputError, match="it is a damaged JPEG"):
        Mask.read(tmp_path / "cat.jpg")


# --- text -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("line", ["||" * 10**5 + " " * 10**5 + "!", "|" + " |" * 10**5 + "!"])
def test_a_line_of_bars_and_blanks_takes_linear_time(line: str) -> None:
    with pytest.raises(lg.GridError, match="row 2 has"):
        lg.Grid.parse(f"{line}\nabcd\n")


def test_a_damaged_ignore_line_of_an_affix_file_is_skipped(tmp_path: Path) -> None:
    (tmp_path / "x.aff").write_bytes(b"SET UTF-8\nIGNORE \xff\n")
    (tmp_path / "x.dic").write_bytes(b"1\noat\n")
    lexicon = lg.Lexicon.read(tmp_path / "x.dic")
    assert ["oat"] == list(lexicon)
    assert "line 2 is not UTF-8" in lexicon.notes[0]
