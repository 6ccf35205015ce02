"""Rows of text are read one by one by a plain oracle, and many at once by batches."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from lexigrid.batch import run_batch
from lexigrid.batch.job import make_job
from lexigrid.batch.readers.json_lines import read_json_lines
from lexigrid.batch.readers.sources import find_sources
from lexigrid.batch.readers.text import read_slice, slice_file

JOB = make_job(None, {"task": "check", "kind": "jsonl"})  # reads the columns grid and words

VALUES: list[Any] = [
    "te/an",
    ["te", "an"],
    "a:b",
    "end of line",
    {"a": [1]},
    None,
    5,
    "[",
    "},{",
    0.5,
]
OBJECTS = st.dictionaries(st.sampled_from(["grid", "words", "n", "a:b"]), st.sampled_from(VALUES))
#: Lines that are wrong alone, and some that would be right if joined by a comma.
ODD_LINES = [
    *("[1", "2]", '{"grid": [1', '2]}', "{}],[{}", "{},{}", "{}]", "[{}", '{"grid": "a', 'b"}'),
    *('{"grid": 1, "grid": 2}', '{"grid":"a"} {}', '"end of line"', "0", "NaN", "{} ", "\t{}"),
    *("", "  ", "\x0b", "{", "}", ',"end of line",', '{},"end of line",{}', '{"a": "\x00"}'),
    *('{"grid": NaN}', '{"n": [-Infinity]}', '{"n": 1e400}', '{"n": 1e-400}'),
    *("[" * 5000, "1" * 5000),
]  # fmt: skip
LINES = st.lists(OBJECTS.map(json.dumps) | st.sampled_from(ODD_LINES), max_size=12)


def unique_names(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    if len(dict(pairs)) < len(pairs):
        raise ValueError("a name twice")
    return dict(pairs)


def parse_line(line: str) -> dict[str, Any] | None:
    try:
        value = json.loads(line, object_pairs_hook=unique_names)
        json.dumps(value, allow_nan=False)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None


@given(LINES)
@example(["{}", "{}]", "[{}"])
@example(["{}", "{},{}", "[1", "2]"])
@example(['{"grid": "a:b"}', '{"grid": 1, "grid": 2}'])
@example([json.dumps({"grid": "te/an", "words": ["te"]})] * 600 + ["0"])
def test_json_lines_read_together_equal_lines_read_alone(lines: list[str]) -> None:
    read = [*read_json_lines(JOB, "\n".join(lines))]
    made = [
        (place, None if row in errors else (grid, words))
        for places, (grids, all_words), errors in read
        for row, (place, grid, words) in enumerate(zip(places, grids, all_words, strict=True))
    ]
    expected = [
        (place, None if (row := parse_line(line)) is None else (row.get("grid"), row.get("words")))
        for place, line in enumerate(lines)
        if line.strip()
    ]
    assert repr(expected) == repr(made)  # NaN is not equal to itself


@given(lines=st.lists(st.text("ab,;' \r\x00", max_size=6), min_size=1, max_size=12))
@example(lines=["a" * 200_000, "te,an"])
@example(lines=["te,an"] * 300 + ["", "a" * 200_000, "te,an"])
def test_csv_without_quotes_is_read_line_by_line(
    lines: list[str], tmp_path_factory: pytest.TempPathFactory
) -> None:
    read = {}
    for name, last in (("plain", ""), ("quoted", '"q",""\n')):
        place = tmp_path_factory.mktemp("csv") / "in.csv"
        place.write_bytes(("grid,words\n" + "\n".join(lines) + "\n" + last).encode())
        (source,) = find_sources(place, None)
        read[name] = [
            (place, grid, words, rows.errors.get(row))
            for each in slice_file(JOB, source)
            for rows in read_slice(JOB, source, each)
            for row, (place, grid, words) in enumerate(
                zip(rows.places, rows.grids, rows.words or (), strict=True)
            )
        ]
    assert ("q", "") == read["quoted"].pop()[1:3]
    assert read["quoted"] == read["plain"]


@pytest.mark.parametrize(
    ("row", "expected"),
    [
        ({"grid": 5}, "the grid is 5, expected text such as tea/ant/oat, or a list of rows"),
        ({"grid": [1, None]}, "the grid is [1, null], expected text such as tea/ant/oat"),
        ({"grid": {"a": "é"}}, 'the grid is {"a": "é"}, expected text such as'),
        ({"grid": True}, "the grid is true, expected text"),
        ({"grid": []}, "the grid is [], expected text"),
        ({"grid": ["\ud800", 1]}, 'the grid is ["\ufffd", 1], expected text'),
        ({"grid": [1] * 99}, f"the grid is {str([1] * 20)[:-1]},..., expected text"),
        ({"grid": None}, "there is no grid"),
        ({}, "there is no grid"),
        ({"grid": "tea/", "words": [None]}, "the words are [null], expected text or a list of"),
        ({"grid": "tea/", "words": None}, "there are no words, expected some"),
        ({"grid": "tea", "size": [1, 3]}, "the size is [1, 3], expected ROWSxCOLUMNS"),
        ([None], "the line is [null], expected a JSON object"),
    ],
)
def test_a_value_of_the_wrong_type_is_shown_as_json(
    tmp_path: Path, row: Any, expected: str
) -> None:
    place, out = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    head = {"grid": "tea/", "words": "tea", "size": "1x3"}
    place.write_text(f"{json.dumps(head)}\n{json.dumps(row)}\n", "utf-8")
    run_batch(place, out, task="trace", size_column="size")
    error = json.loads(out.read_text("utf-8").splitlines()[1])["error"]
    assert error.startswith(f"line 2: {expected}")
