"""Options, files and codes that are no puzzle, whoever wrote them."""

from __future__ import annotations

import base64
import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any
from zlib import crc32

import numpy as np
import pytest

import lexigrid as lg
from lexigrid import Puzzle
from lexigrid.geometry import Cell, Direction
from lexigrid.puzzle import Placement, check_puzzle
from lexigrid.puzzle.generate.make import make_puzzle
from lexigrid.puzzle.io import create_puzzle
from wrong_values import Change, put

#: The package without its types.
ANY: Any = lg


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: ANY.make_puzzle(["oat"], mask=np.ones((3, 3))), "expected a shape such as"),
        (lambda: ANY.make_puzzle(["oat"], grow="false"), "grow is 'false', expected True or False"),
        (lambda: ANY.make_puzzle(["oat"], title=None), "title is None, expected text"),
        (lambda: ANY.make_puzzle(["oat"], title="\ud800"), "half a surrogate pair"),
        (lambda: ANY.make_puzzle(["oat"], level=[]), "level is"),
        (lambda: ANY.make_puzzle(["oat"], word_directions=["N"]), "word_directions is"),
        (lambda: ANY.make_puzzle(["oat"], alphabet=3), "alphabet is 3"),
        (lambda: ANY.make_puzzle(["oat"], allow=[["oat"]]), "allow is"),
        (lambda: ANY.check_puzzle("puzzle.json"), "Puzzle.read reads a file"),
        (
            lambda: ANY.check_puzzle(lg.Grid.parse("tea/ant/oat")),
            "expected a Puzzle; Puzzle.read reads a file",
        ),
        (lambda: ANY.Puzzle.from_dict("{}"), "expected a dictionary"),
        (lambda: ANY.Puzzle.from_json({}), "{} is not JSON text; from_dict reads a dictionary"),
    ],
)
def test_a_mistake_is_explained(call: Callable[[], Any], message: str) -> None:
    with pytest.raises(lg.LexigridError, match=message):
        call()


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


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"filler": "AB"}, "different letters"),
        ({"avoid": ["oat"]}, "listed and avoided"),
        ({"mask": "nonsense"}, "expected a file, or shapes"),
        ({"mask": "diamond", "size": 3}, "mask has 5 cells"),
        ({"level": 9}, "level is 9"),
        ({"size": (0, 3)}, "rows is 0"),
        ({"overlap": "much"}, "overlap is 'much'"),
        ({"word_directions": {"cow": "E"}}, "expected one of the words to hide"),
        ({"seed": -1}, "seed is -1"),
        ({"message": None}, "message is None, expected text"),
    ],
)
def test_invalid_options(options: dict[str, object], message: str) -> None:
    with pytest.raises(lg.InputError, match=message):
        lg.make_puzzle(["oat", "barley"], **options)  # type: ignore[arg-type]


def test_invalid_words() -> None:
    for words in ([], ["--"], ["x" * 300]):
        with pytest.raises(lg.PuzzleError):
            lg.make_puzzle(words, seed=1)
    with pytest.raises(lg.InputError, match="several words"):
        lg.make_puzzle("oat", seed=1)
