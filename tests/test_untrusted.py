"""Input from strangers: whatever a file or a code contains is an answer or an error of the tree."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from games import record
from lexigrid import InputError
from lexigrid._util import schema
from lexigrid.batch import run_batch
from lexigrid.play.history import History, UnfinishedGame, measure_progress

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
        (schema.record({"a": schema.text}), {}, "x is {}, expected an object with 'a'"),
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
    run_batch(place, tmp_path / "out", lexicon=WORDS)
    _damage(tmp_path / "out" / "_manifest.json", change)
    with pytest.raises(InputError, match=r"manifest|differs"):
        run_batch(place, tmp_path / "out", lexicon=WORDS)


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
    run_batch(place, tmp_path / "out.csv", lexicon=WORDS)
    _damage(tmp_path / ".out.csv.manifest.json", change)
    with pytest.raises(InputError, match=r"manifest|differs|has changed"):
        run_batch(place, tmp_path / "out.csv", lexicon=WORDS)


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
