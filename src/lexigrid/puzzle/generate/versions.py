"""Class sets: the same words on several grids, so that neighbours cannot copy."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace
from string import ascii_uppercase

from ..._util.rng import derived_seed
from ...strings import Strings
from .. import Puzzle
from ..facts import join_times
from .make import make_from_options
from .options import PuzzleOptions


def name_versions(count: int) -> tuple[str, ...]:
    """Return the names of versions: letters, or numbers if there are more than letters.

    >>> name_versions(3), name_versions(30)[-1]
    (('A', 'B', 'C'), '30')
    """
    if count <= len(ascii_uppercase):
        return (*ascii_uppercase[:count],)
    return tuple(map(str, range(1, count + 1)))


def make_versions(
    options: PuzzleOptions, count: int, *, deadline: float | None = None
) -> Iterator[tuple[str, Puzzle]]:
    """Yield versions of a puzzle with their names; words that are drawn are drawn once.

    The first version is the puzzle of the options themselves, each other has a seed of its own.
    The deadline, in seconds, is for all of them together.

    Raises:
        PuzzleError: as `make_puzzle`.
    """
    first: Puzzle | None = None
    until = None if deadline is None else time.monotonic() + deadline
    for number, name in enumerate(name_versions(count)):
        own = replace(options, title=f"{options.title or _title(options)} {name}")
        if first is not None:
            own = replace(
                own,
                words=join_times(first.words),
                secret=first.secret_words,
                pool=None,
                size=(first.grid.rows, first.grid.columns),
                seed=derived_seed(options.seed, number),
            )
        left = None if until is None else max(0.0, until - time.monotonic())
        puzzle = make_from_options(own, deadline=left)
        first = first or puzzle
        yield name, puzzle


def _title(options: PuzzleOptions) -> str:
    language = options.language or (options.alphabet.name if options.alphabet else None)
    return Strings.of(language).format("word_search" if options.kind == "lines" else "path_puzzle")
