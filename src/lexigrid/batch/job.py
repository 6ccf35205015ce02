"""The options of a batch job: exactly those that determine the output."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sized
from dataclasses import dataclass
from typing import Any, Literal, TypedDict, get_args

from .._util.validation import (
    check_choice,
    check_deadline,
    check_flag,
    check_int,
    check_type,
    did_you_mean,
    optional_shape,
)
from ..alphabet import Alphabet
from ..errors import InputError
from ..geometry import Cell, Topology, TopologyLike
from ..lexicon import Lexicon
from ..search import SchemeName, Scoring
from ..search.options import min_length_for
from ..search.scoring import check_scoring

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
#: The tasks that use an option, if not all do.
_TASKS_OF: Mapping[str, tuple[str, ...]] = {
    "min_length": ("score", "paths", "bound"),
    "scoring": ("score", "paths", "bound"),
    "at_least": ("bound",),
    "topology": ("score", "paths", "bound", "trace"),
    "deadline": ("score", "paths", "lines", "check", "trace"),
}
_TEXTS = {"grid_column", "words_column", "size_column", "alphabet"}
_FLAGS = {"keep_all", "qu", "case_sensitive", "fold_accents", "wrap", "csv_raw"}
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
    csv_raw: bool | None
    part_rows: int | None
    part_bytes: int | None


@dataclass(frozen=True, slots=True)
class Job:
    """The task and its options. Equal jobs write equal bytes for equal input."""

    #: "check" tests that each word occurs exactly once; "score" is "paths" without words; "bound"
    #: bounds the scores of all boards of a pattern.
    task: Task = "score"
    #: The kind of the output files.
    kind: Kind = "parquet"
    #: Output columns, by default DEFAULT_COLUMNS. `input_score` is the input column `score`, and
    #: likewise for all names that the task writes.
    keep: tuple[str, ...] = ()
    #: Is an input column that `keep` does not name an error?
    keep_all: bool = False
    #: The column with the grids.
    grid_column: str = "grid"
    #: The column with the words of each row; None if a lexicon is given.
    words_column: str | None = None
    #: The column with the size of each row, such as "3x4".
    size_column: str | None = None
    #: Rows and columns of boards given as bare strings.
    size: Shape | None = None
    #: Does every tile Q spell QU?
    qu: bool = False
    #: The name of the alphabet of the grids and words.
    alphabet: str | None = None
    #: Are `a` and `A` different letters?
    case_sensitive: bool = False
    #: Is `é` the same letter as `e`?
    fold_accents: bool = False
    #: The fewest letters of a word.
    min_length: int = 1
    #: The name of a scheme, or points by number of letters.
    scoring: SchemeName | tuple[tuple[int, int], ...] = "classic"
    #: The fewest points of a board that "bound" lists.
    at_least: int = 1
    #: Which cells touch: a name, or pairs of cells.
    topology: str | tuple[tuple[Cell, Cell], ...] | None = None
    #: Do cells touch across the edges?
    wrap: bool = False
    #: Seconds per grid, or per word of a trace.
    deadline: float | None = None
    #: Leave CSV fields that a spreadsheet would run as formulas unescaped?
    csv_raw: bool = False
    #: The most rows per output part.
    part_rows: int = 1 << 17
    #: Bytes of text input per output part, about.
    part_bytes: int = 1 << 22

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


def check_names(options: Mapping[str, Any]) -> None:
    """Check the names of the options of `run_batch`.

    Raises:
        InputError: one is not an option of a batch.
    """
    names = [*JobArguments.__annotations__]
    for name in options:
        if name not in names:
            raise InputError(f"a batch has no option {name!r}{did_you_mean(name, names)}")


def check_options(options: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options that are not None, after a check of their simple types.

    Raises:
        InputError: one has the wrong type.
    """
    given = {name: value for name, value in options.items() if value is not None}
    if "task" in given:
        check_choice(given["task"], "task", TASKS)
    keep = given.get("keep", ())
    is_all = isinstance(keep, str) and keep == "all"
    if not is_all and not (
        isinstance(keep, list | tuple) and all(isinstance(name, str) for name in keep)
    ):
        raise InputError(f"keep is {keep!r}, expected 'all' or a list such as ['grid', 'score']")
    for name in given.keys() & _TEXTS:
        check_type(given[name], name, str, "text")
    for name in given.keys() & _FLAGS:
        given[name] = check_flag(given[name], name)
    return given


def make_job(lexicon: Lexicon | None, options: Mapping[str, Any]) -> Job:
    """Make a job from some fields of `Job`: check them and fill in defaults.

    None means the default. Without a lexicon, words come from the column "words".

    >>> make_job(None, {"task": "lines"}).words_column
    'words'

    Raises:
        InputError: an unknown option, task, kind, column or scheme, a number out of range, or an
            option that the task does not use.
        AlphabetError: the alphabet is unknown.
    """
    given = check_options(options)
    if "alphabet" in given:
        Alphabet.named(given["alphabet"])
    if lexicon is None:
        given.setdefault("words_column", "words")
    else:
        if "words_column" in given:
            raise InputError("words come from a lexicon or from a column; give one of them")
        given["min_length"] = min_length_for(lexicon, given.get("min_length"))
    if "scoring" in given:
        check_scoring(scoring := given["scoring"])
        if isinstance(scoring, Mapping):
            given["scoring"] = tuple(sorted((int(k), int(v)) for k, v in scoring.items()))
    job = Job(**given)
    _check_use(job, options)
    check_choice(job.kind, "the kind of output", KINDS)
    if job.csv_raw and job.kind not in DELIMITERS:
        raise InputError(f"csv_raw is for output of kind csv or tsv, not {job.kind}; leave it out")
    keep = tuple(job.keep) or DEFAULT_COLUMNS[job.task]
    if len(set(keep)) != len(keep):
        raise InputError(f"keep names a column twice: {', '.join(keep)}")
    if "error" in keep:
        raise InputError("keep has 'error', which always comes last; leave it out")
    topology = Topology() if job.topology is None else Topology.of(job.topology)
    return dataclasses.replace(
        job,
        keep=keep,
        size=optional_shape(job.size),
        deadline=None if job.deadline is None else check_deadline(job.deadline),
        topology=topology.pairs or (job.topology and topology.name),
        wrap=job.wrap or topology.wrap,
        min_length=check_int(job.min_length, "min_length", 1),
        at_least=check_int(job.at_least, "at_least", 1),
        part_rows=check_int(job.part_rows, "part_rows", 1),
        part_bytes=check_int(job.part_bytes, "part_bytes", 1),
    )


def _check_use(job: Job, options: Mapping[str, Any]) -> None:
    """Check that the task uses all options that are not their defaults."""
    usual = Job()
    for name, tasks in _TASKS_OF.items():
        value = options.get(name)
        is_single = isinstance(value, str) or not isinstance(value, Sized)  # not an array
        is_usual = value is None or (is_single and value == getattr(usual, name))
        if not is_usual and job.task not in tasks:
            *others, last = tasks
            names = f"tasks {', '.join(others)} and {last}" if others else f"task {last}"
            raise InputError(f"{name} is for the {names}, not {job.task}")
