"""A type checker catches a misspelled option, and so does the call.

Each comment would be an error itself if the checker found nothing to ignore.
"""

from __future__ import annotations

import pytest

import lexigrid as lg

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
        lg.optimize_board(seed=1, goal="word")  # type: ignore[arg-type]
    with pytest.raises(lg.InputError, match="did you mean 'upper'"):
        lg.make_puzzle(WORDS, case="upperr")  # type: ignore[arg-type]
