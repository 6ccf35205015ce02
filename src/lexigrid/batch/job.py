"""The options of a batch job: those that determine the output, and the device that computes it."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, Literal, TypedDict, get_args

from .._util.kinds import Checked, Choice, Flag, Seconds, Shaped, Text, Whole
from .._util.options import Options, option, options_of
from .._util.plain_text import shorten
from .._util.validation import check_type, did_you_mean
from ..alphabet import Alphabet
from ..errors import InputError
from ..geometry import TOPOLOGY_NAMES, Cell, Topology, TopologyLike
from ..lexicon import Lexicon
from ..search.options import DEVICES, Device, min_length_for
from ..search.scoring import SCORINGS, SchemeName, Scoring, ScoringKind

Shape = tuple[int, int]
Task = Literal["score", "paths", "bound", "lines", "check", "trace"]
Kind = Literal["parquet", "arrow", "csv", "tsv", "jsonl", "text"]

#: The columns that each task can write, and the type of each.
TASKS: Mapping[Task, Mapping[str, str]] = {
    "score": {"score": "number", "count": "number"},
    "paths": {"score": "number", "count": "number", "words": "texts", "paths": "paths"},
    "bound": {"bound": "number", "boards": "texts"},
    "lines": {"count": "number", "missing": "texts", "occurrences": "occurrences"},
    "check": {"ok": "flag", "missing": "texts", "repeated": "texts"},
    "trace": {"words": "texts", "status": "texts", "count": "numbers", "paths": "cells"},
}
#: The columns that each task writes by default; `error` always comes last.
DEFAULT_COLUMNS: Mapping[str, tuple[str, ...]] = {
    "score": ("grid", "score"),
    "paths": ("grid", "score", "count", "words"),
    "bound": ("grid", "bound", "boards"),
    "lines": ("grid", "count", "missing", "occurrences"),
    "check": ("grid", "ok", "missing", "repeated"),
    "trace": ("grid", "words", "status"),
}
_BOARDS = ("score", "paths", "bound")
#: The file kinds that a job reads and writes.
KINDS: tuple[str, ...] = get_args(Kind)
#: The default field separators of the kinds with a header.
DELIMITERS = {"csv": ",", "tsv": "\t"}
#: The prefix of an input column whose name the task uses for an output column.
INPUT_PREFIX = "input_"
#: Rows read, searched and written together: a fraction of a second, megabytes of answers.
BATCH_ROWS = {
    "score": 1 << 15,
    "paths": 1 << 12,
    "bound": 1,
    "lines": 1 << 10,
    "check": 1 << 10,
    "trace": 1 << 8,
}


class JobArguments(TypedDict, total=False):
    """The fields of `Job` as keyword arguments of `run_batch`; None is the default."""

    task: Task | None
    keep: Literal["all"] | tuple[str, ...] | list[str] | None
    grid_column: str | None
    words_column: str | None
    size_column: str | None
    size: Shape | None
    qu: bool | None
    alphabet: str | None
    case_sensitive: bool | None
    fold_accents: bool | None
    min_length: int | None
    scoring: Scoring | None
    at_least: int | None
    topology: TopologyLike | None
    wrap: bool | None
    deadline: float | None
    device: Device | None
    csv_raw: bool | None
    part_rows: int | None
    part_bytes: int | None


def _keep(value: Any, name: str) -> Any:
    if isinstance(value, str) and value == "all":
        return value
    if isinstance(value, list | tuple) and all(isinstance(each, str) for each in value):
        return tuple(value)
    raise InputError(
        f"{name} is {shorten(value)}, expected 'all' or a list such as ['grid', 'score']"
    )


class _Keep(Checked):
    def parse(self, text: str) -> tuple[str, ...]:
        return tuple(name.strip() for name in text.split(",")) if text else ()


class _Topology(Choice):
    """The name of a topology, or pairs of cells."""

    def check(self, value: Any, name: str) -> Any:
        topology = Topology.of(value)
        return value if isinstance(value, Topology) else topology.pairs or topology.name


def _alphabet(value: Any, name: str) -> str:
    return Alphabet.named(check_type(value, name, str, "text")).name


_MANY = 2**31 - 1
_task_option = partial(option, group="Task")
_file_option = partial(option, group="Files")
_grid_option = partial(option, group="Grid")
_word_option = partial(option, group="Words")
_machine_option = partial(option, group="Machines")
_OWN: dict[str, Any] = {"surfaces": ()}  # set by the batch, or by options that all commands share


@dataclass(frozen=True, slots=True)
class Job(Options):
    """The task and its options. Equal jobs write equal bytes for equal input."""

    task: Task = _task_option(
        Choice(tuple(TASKS)), "What to do with each grid (score).", default="score"
    )
    kind: Kind = option(Choice(KINDS), "The kind of the output files.", default="parquet", **_OWN)
    keep: tuple[str, ...] = _task_option(
        _Keep(_keep, "'all', or names of columns", "A,B,..."),
        "The output columns, which may be columns of IN; 'error' always comes last.",
        default=(),
    )
    keep_all: bool = option(
        Flag(), "Is an input column that `keep` does not name an error?", default=False, **_OWN
    )
    grid_column: str = _file_option(Text("NAME"), "The grid of each row (grid).", default="grid")
    words_column: str | None = _file_option(
        Text("NAME"),
        "The words of each row, such as oat;eat (for lines, check and trace; default: words).",
    )
    size_column: str | None = _file_option(Text("NAME"), "The size of each row, such as 3x4.")
    size: Shape | None = _grid_option(
        Shaped(), "Fold bare strings into rows: 3x4; default: squares."
    )
    qu: bool = _grid_option(Flag(), "Every tile Q spells QU.", default=False)
    alphabet: str | None = option(
        Checked(_alphabet, "the name of an alphabet"), "The letters of grids and words.", **_OWN
    )
    case_sensitive: bool = option(Flag(), "Distinguish a from A.", default=False, **_OWN)
    fold_accents: bool = option(Flag(), "Read é as e.", default=False, **_OWN)
    min_length: int | None = _word_option(
        Whole(1, _MANY),
        "Fewest letters of a word: 3 for the words of a language, else 1.",
        used_by=_BOARDS,
    )
    scoring: SchemeName | tuple[tuple[int, int], ...] = _word_option(
        ScoringKind(),
        f"{', '.join(SCORINGS)}, or a table: 3:1,4:2 (classic).",
        default="classic",
        completes="scoring",
        used_by=_BOARDS,
    )
    at_least: int = _task_option(
        Whole(1, _MANY),
        "With --task bound: list boards with at least N points.",
        default=1,
        used_by=("bound",),
    )
    topology: str | tuple[tuple[Cell, Cell], ...] | None = _grid_option(
        _Topology(TOPOLOGY_NAMES),
        "Which cells touch; default: king.",
        used_by=(*_BOARDS, "trace"),
    )
    wrap: bool = _grid_option(Flag(), "Opposite edges touch.", default=False)
    deadline: float | None = _machine_option(
        Seconds(),
        "Time limit per grid; for traces, per word (10).",
        used_by=("score", "paths", "lines", "check", "trace"),
    )
    device: Device = _machine_option(
        Choice(DEVICES),
        "Where boards are scored: cpu, or cuda for a graphics card (cpu).",
        default="cpu",
        used_by=("score",),
    )
    csv_raw: bool = option(
        Flag(),
        "Leave CSV fields unescaped that a spreadsheet runs as formulas?",
        default=False,
        **_OWN,
    )
    part_rows: int = _file_option(
        Whole(1, _MANY),
        "Rows of Parquet or Arrow input per output file (131,072).",
        default=1 << 17,
    )
    part_bytes: int = _file_option(
        Whole(1, _MANY), "Bytes of text input per output file (4,194,304).", default=1 << 22
    )

    @property
    def columns(self) -> dict[str, str]:
        """The output columns and their types, in order."""
        known = {"grid": "text", **TASKS[self.task]}
        return {**{name: known.get(name, "passed") for name in self.keep}, "error": "text"}

    @property
    def passed(self) -> dict[str, str]:
        """The input columns that are passed through, by their output names."""
        written = written_columns(self.task)
        names = (name for name, kind in self.columns.items() if kind == "passed")
        return {
            name: own if (own := name.removeprefix(INPUT_PREFIX)) in written else name
            for name in names
        }

    @property
    def is_columnar(self) -> bool:
        """Is the output Parquet or Arrow, rather than text?"""
        return self.kind in ("parquet", "arrow")

    @property
    def inputs(self) -> list[str]:
        """The input columns that the job reads."""
        passed = self.passed.values()
        names = (self.grid_column, self.words_column, self.size_column, *passed)
        return [name for name in dict.fromkeys(names) if name is not None]

    @property
    def batch_rows(self) -> int:
        """The number of rows that are processed together."""
        return BATCH_ROWS[self.task]

    @property
    def points(self) -> Scoring:
        """The scoring in the form the searches take."""
        return self.scoring if isinstance(self.scoring, str) else dict(self.scoring)


def written_columns(task: Task) -> tuple[str, ...]:
    """Return the names of the columns that a task can write."""
    return ("grid", *TASKS[task], "error")


def check_options(options: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options of `run_batch` that are not None, checked one by one.

    Raises:
        InputError: one is no option of a batch, or has an unusable value.
    """
    names = [*JobArguments.__annotations__]
    for name in options:
        if name not in names:
            raise InputError(f"a batch has no option {shorten(name)}{did_you_mean(name, names)}")
    return Job.checked(**options)


def make_job(lexicon: Lexicon | None, options: Mapping[str, Any]) -> Job:
    """Make a job from some fields of `Job`; None means the default.

    Without a lexicon, words come from the column "words".

    >>> make_job(None, {"task": "lines"}).words_column
    'words'

    Raises:
        InputError: an unusable option, or one that the task does not use.
        AlphabetError: the alphabet is unknown.
    """
    given = {name: value for name, value in options.items() if value is not None}
    if lexicon is None:
        given.setdefault("words_column", "words")
    elif "words_column" in given:
        raise InputError("words come from a lexicon or from a column; give one of them")
    job = Job(**given)
    _check_use(job, given)
    if job.csv_raw and job.kind not in DELIMITERS:
        raise InputError(f"csv_raw is for output of kind csv or tsv, not {job.kind}; leave it out")
    keep = job.keep or DEFAULT_COLUMNS[job.task]
    if len(set(keep)) != len(keep):
        raise InputError(f"keep names a column twice: {', '.join(keep)}")
    if "error" in keep:
        raise InputError("keep has 'error', which always comes last; leave it out")
    if job.device != "cpu":
        given["count"] = "count" in keep or None
        refused = ("count", "deadline", "alphabet", "case_sensitive", "fold_accents")
        if used := [name for name in refused if given.get(name)]:
            raise InputError(f"device={job.device!r} only scores boards; leave out {used[0]}")
    topology = Topology() if job.topology is None else Topology.of(job.topology)
    least = 1 if job.min_length is None else job.min_length
    return dataclasses.replace(
        job,
        keep=keep,
        topology=topology.pairs or (job.topology and topology.name),
        wrap=job.wrap or topology.wrap,
        min_length=least if lexicon is None else min_length_for(lexicon, job.min_length),
    )


def _check_use(job: Job, given: Mapping[str, Any]) -> None:
    """Check that the task uses all options that are not their defaults."""
    for name, own in options_of(Job).items():
        is_used = not own.used_by or job.task in own.used_by
        if not is_used and name in given and getattr(job, name) != own.default:
            *others, last = own.used_by
            names = f"tasks {', '.join(others)} and {last}" if others else f"task {last}"
            raise InputError(f"{name} is for the {names}, not {job.task}")
