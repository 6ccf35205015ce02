"""A type checker catches a misspelled option, and so does the call.

Each comment would be an error itself if the checker found nothing to ignore.
"""

from __future__ import annotations

from dataclasses import fields

import pytest

import lexigrid as lg
from lexigrid.batch import run_batch
from lexigrid.batch.job import Job, JobArguments

GRID = lg.Grid.parse("tea/ant/oat")
WORDS = ["oat"]


def test_misspelled_options() -> None:
    with pytest.raises(lg.InputError, match="did you mean 'score'"):
        lg.find_paths(GRID, WORDS, sort="scroe")  # type: ignore[arg-type]
    with pytest.raises(lg.InputError, match="did you mean 'all'"):
        lg.find_paths(GRID, WORDS, paths="al")  # type: ignore[arg-type]
    with pytest.raises(lg.InputError, match="did you mean 'king'"):
        lg.find_paths(GRID, WORDS, topology="kng")  # type: ignore[arg-type]
    with pytest.raises(lg.InputError, match="did you mean 'classic'"):
        lg.find_paths(GRID, WORDS, scoring="classik")  # type: ignore[arg-type]
    with pytest.raises(lg.InputError, match="did you mean 'count'"):
        lg.trace(GRID, "oat", paths="cuont")  # type: ignore[arg-type]
    with pytest.raises(lg.InputError, match="did you mean 'tiles'"):
        lg.find_paths_many(["tea/ant/oat"], WORDS, sort="tile")  # type: ignore[arg-type]
    with pytest.raises(lg.InputError, match="did you mean 'words'"):
        lg.proofs.optimize_board(seed=1, goal="word")  # type: ignore[arg-type]
    with pytest.raises(lg.InputError, match="did you mean 'upper'"):
        lg.make_puzzle(WORDS, case="upperr")  # type: ignore[arg-type]
    with pytest.raises(lg.InputError, match="did you mean 'score'"):
        run_batch("in.txt", "out.csv", task="scroe")  # type: ignore[arg-type]
    with pytest.raises(lg.InputError, match="did you mean 'dask'"):
        run_batch("in.txt", "out.csv", engine="dsak")  # type: ignore[arg-type]
    with pytest.raises(lg.InputError, match="a batch has no option 'sort'"):
        run_batch("in.txt", "out.csv", sort="score")  # type: ignore[call-arg]
    with pytest.raises(lg.InputError, match="a batch has no option 'kind'"):
        run_batch("in.txt", "out.csv", kind="csv")  # type: ignore[call-arg]


def test_the_keyword_arguments_of_a_batch_are_the_fields_of_its_job() -> None:
    set_by_the_batch = {"kind", "keep_all"}
    assert {each.name for each in fields(Job)} - set_by_the_batch == {*JobArguments.__annotations__}
