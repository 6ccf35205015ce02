"""Options and notes of batches that are refused, and what is accepted."""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import fields
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import lexigrid as lg
from lexigrid.batch import run_batch
from lexigrid.batch.job import TASKS, Job, Task
from wrong_values import HUGE, WRONG, Change, damage_file, put

GRID = lg.Grid.parse("tea/ant/oat")
WORDS = lg.Lexicon(["tea", "oat", "ant", "eat"], bands=[10, 10, 35, 80])
LISTED = ["eat", "oat", "tan"]


@pytest.mark.parametrize(
    ("task", "options", "message"),
    [
        ("lines", {"min_length": 3}, "min_length is for the tasks score, paths and bound, not"),
        ("check", {"topology": "rook"}, "topology is for the tasks score, paths, bound and trace"),
        (
            "trace",
            {"scoring": {3: 1, 4: 2}},
            "scoring is for the tasks score, paths and bound, not",
        ),
        ("check", {"topology": np.array([1, 2])}, "topology is array"),
        ("check", {"topology": "rook"}, "topology is for the tasks score, paths, bound"),
        ("paths", {"at_least": 9}, "at_least is for the task bound, not paths"),
        ("bound", {"deadline": 1.0}, "deadline is for the tasks score, paths, lines, check"),
    ],
)
@pytest.mark.parametrize("words", [WORDS, None])
def test_an_option_that_a_task_would_ignore_is_refused(
    words: Any, task: Task, options: dict[str, Any], message: str, tmp_path: Path
) -> None:
    place = tmp_path / "in.jsonl"
    place.write_text('{"grid": "tea/ant/oat", "words": ["oat"]}\n', "utf-8")
    with pytest.raises(lg.InputError, match=message):
        run_batch(place, tmp_path / "out.csv", words=words, task=task, **options)
    with pytest.raises(lg.InputError, match=r"scoring is \[0, 1\], expected one of"):
        run_batch(place, tmp_path / "out.csv", words=words, scoring=[0, 1])  # type: ignore[arg-type]
    usual: Any = {"min_length": None, "scoring": "classic", "topology": None, "at_least": 1}
    assert run_batch(place, tmp_path / "out.csv", words=words, task=task, **usual).errors == 0


@pytest.mark.parametrize("task", list(TASKS))
def test_wrong_options_of_batches_raise_only_errors_of_the_package(
    task: str, tmp_path: Path
) -> None:
    place = tmp_path / "in.jsonl"
    place.write_text('{"grid": "tea/ant/oat", "words": ["oat"]}\n', "utf-8")
    wrong = (*WRONG, np.ones((4, 4)), float("nan"), "nan", np.float32(1), [], ())
    for number, (name, value) in enumerate(product((each.name for each in fields(Job)), wrong)):
        with suppress(lg.LexigridError):
            run_batch(place, tmp_path / f"{number}.jsonl", **{"task": task, name: value})


@pytest.mark.parametrize("task", ["score", "paths", "lines", "check", "trace"])
@pytest.mark.parametrize("deadline", [float("nan"), "1", -1, np.array([1.0, 2.0])])
def test_a_wrong_deadline_of_batches_is_refused(task: Task, deadline: Any, tmp_path: Path) -> None:
    place = tmp_path / "in.jsonl"
    place.write_text('{"grid": "tea/ant/oat", "words": ["oat"]}\n', "utf-8")
    with pytest.raises(lg.InputError, match=r"deadline is .*, expected seconds from 0"):
        run_batch(place, tmp_path / "out.jsonl", task=task, deadline=deadline)


@pytest.mark.parametrize("task", ["score", "paths", "bound", "trace"])
def test_a_wrong_topology_of_batches_is_refused(task: Task, tmp_path: Path) -> None:
    place = tmp_path / "in.jsonl"
    place.write_text('{"grid": "tea/ant/oat", "words": ["oat"]}\n', "utf-8")
    with pytest.raises(lg.InputError, match=r"(?s)topology is array.*, or pairs of cells such as"):
        run_batch(place, tmp_path / "out.jsonl", task=task, topology=np.ones((4, 4)))


@pytest.mark.parametrize("topology", [lg.Topology("rook", wrap=True), [((0, 0), (1, 1))]])
def test_batches_take_every_kind_of_topology(topology: Any, tmp_path: Path) -> None:
    place = tmp_path / "in.txt"
    place.write_text("tea/ant/oat\n", "utf-8")
    for _ in range(2):  # the second call finds the output of the first
        run_batch(place, tmp_path / "out.jsonl", words=WORDS, topology=topology)
    score = json.loads((tmp_path / "out.jsonl").read_bytes())["score"]
    assert score == lg.find_paths(GRID, WORDS, topology=topology).score


def test_a_batch_with_an_unknown_alphabet_does_not_begin(tmp_path: Path) -> None:
    place = tmp_path / "in.txt"
    place.write_text("tea/ant/oat\n", "utf-8")
    with pytest.raises(lg.AlphabetError, match="there is no alphabet 'german'"):
        run_batch(place, tmp_path / "out.csv", words=WORDS, alphabet="german")
    assert [place] == list(tmp_path.iterdir())


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
    run_batch(place, tmp_path / "out", words=LISTED)
    damage_file(tmp_path / "out" / "_manifest.json", change)
    with pytest.raises(lg.InputError, match=r"manifest|differs"):
        run_batch(place, tmp_path / "out", words=LISTED)


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
    run_batch(place, tmp_path / "out.csv", words=LISTED)
    damage_file(tmp_path / ".out.csv.manifest.json", change)
    with pytest.raises(lg.InputError, match=r"manifest|differs|has changed"):
        run_batch(place, tmp_path / "out.csv", words=LISTED)
