"""Prove the best board of a size, with a job whose rows are the patterns of a partition."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import chain

from .._util.io import atomic_write, check_output, file_exists
from .._util.own_files import remove_own
from .._util.progress import Progress
from .._util.validation import check_choice, check_int
from ..boards.best import GOALS, Goal, optimize_board
from ..boards.proof import Partition, Proof
from ..errors import InputError
from ..game.dice import check_size
from ..game.rules import Rules
from ..grid import Grid, map_tiles
from ..lexicon import WordsLike
from ..search.encode import as_lexicon
from .api import Engine, run_batch
from .folder import own_files
from .single_file import note_path

#: The files of patterns and answers in the folder of an unfinished proof.
_PATTERNS, _ANSWERS = "patterns.txt", "bounds.jsonl"
#: Bytes of patterns per part: a few seconds of work, the most an interruption can lose.
_PART_BYTES = 1 << 9


def prove_best(
    words: WordsLike | None = None,
    *,
    size: tuple[int, int],
    rules: Rules | None = None,
    goal: Goal = "points",
    at_least: int | None = None,
    classes: Sequence[str] | None = None,
    corner_classes: Sequence[str] | None = None,
    output: str | os.PathLike[str] | None = None,
    overwrite: bool = False,
    threads: int | None = None,
    engine: Engine = "local",
    workers: int | None = None,
    scheduler: str | None = None,
    progress: Progress | None = None,
    say: Callable[[str], None] | None = None,
) -> Proof:
    """Find the boards with the most points or words, and prove that none has more.

    All boards are divided into patterns by the class of letters on each cell, and `bound_boards`
    bounds the boards of each pattern. Any cell may have any letter of the lexicon; q is Qu. 3x3
    takes a minute of processor time, 3x4 an hour and a half; larger boards are out of reach.

    >>> proof = prove_best(["tea", "eat", "ate", "eats", "seat"], size=(2, 2))
    >>> proof.bound, proof.boards
    (5, (Grid.parse('ae/st'), Grid.parse('ae/ts'), Grid.parse('as/te')))

    Args:
        rules: only `min_length` and `scoring` count; None uses the usual rules of the size.
        goal: "points" by the rules, or "words" for the number of words.
        at_least: the points of a known board; None searches for one. Boards with fewer points are
            bounded but not listed.
        classes: the letter classes of a cell; None uses a division that works well.
        corner_classes: the letter classes of a corner.
        output: a file for the proof. Finished patterns are kept next to it, so that the same call
            continues after any interruption.
        overwrite: replace an existing file.
        threads: threads of this process that share the patterns; None uses one per core.
        engine: "local", or "dask" on `workers` processes or the cluster at `scheduler`.
        progress: called with the share of the patterns done, 0 to 1, as by `run_batch`.
        say: receives a message about what is kept when Ctrl-C ends the job.

    Raises:
        InputError: an option is out of range, the classes do not divide the letters, a pattern is
            too large, or the output exists.
    """
    if output is not None and os.path.exists(target := check_output(output)) and not overwrite:
        raise file_exists(target)
    lexicon = as_lexicon(words)
    check_size(size)
    check_choice(goal, "goal", GOALS)
    chosen = Rules.of_size(size) if rules is None else rules
    partition = Partition.of(lexicon, size, classes, corner_classes)
    if goal == "words":
        chosen = Rules(
            min_length=chosen.min_length, scoring=dict.fromkeys(range(1, lexicon.max_length + 1), 1)
        )
    if at_least is None:
        at_least = max(
            1, optimize_board(lexicon, seed=1, size=size, rules=chosen, processes=1).score
        )
    check_int(at_least, "at_least", 1)
    with _work_folder(output) as folder:
        patterns = os.path.join(folder, _PATTERNS)
        answers = os.path.join(folder, _ANSWERS)
        names = list(partition.names())
        _write_patterns(patterns, [partition.pattern(name) for name in names])
        run_batch(
            patterns,
            answers,
            words=lexicon,
            task="bound",
            strict=True,
            qu="u" in lexicon.letters,
            min_length=chosen.min_length,
            scoring=chosen.scheme,
            at_least=at_least,
            part_bytes=_PART_BYTES,
            threads=threads,
            engine=engine,
            workers=workers,
            scheduler=scheduler,
            progress=progress,
            say=say,
        )
        with open(answers, encoding="utf-8") as file:
            found = [json.loads(line) for line in file]
        bounds = {name: answer["bound"] for name, answer in zip(names, found, strict=True)}
        bound = max(bounds.values())
        best = [text for each in found if each["bound"] == bound for text in each["boards"]]
        proof = Proof(
            partition,
            lexicon.fingerprint,
            chosen.min_length,
            chosen.scheme,
            bound,
            _without_twins(map(Grid.parse, best), partition),
            bounds,
        )
        if output is not None:
            proof.save(output)
    return proof


@contextmanager
def _work_folder(output: str | os.PathLike[str] | None) -> Iterator[str]:
    """Yield the folder of the job, which stays next to the output until the proof is done."""
    if output is None:
        with tempfile.TemporaryDirectory(prefix="lexigrid-") as folder:
            yield folder
        return
    folder = f"{os.fspath(output)}.work"
    parts = f"{_ANSWERS}.parts"
    own = [f"{parts}/{name}" for name in own_files(os.path.join(folder, parts))]
    own += [_ANSWERS, note_path(_ANSWERS), _PATTERNS]
    remove_own(folder, own, dry_run=True)
    try:
        os.makedirs(folder, exist_ok=True)
    except OSError as error:
        raise InputError(f"{folder!r} cannot be written: {error.strerror}") from error
    yield folder
    remove_own(folder, own)


def _write_patterns(path: str, patterns: Sequence[str]) -> None:
    """Write the patterns unless the file has them: a job resumes only with an unchanged file."""
    data = "".join(f"{pattern}\n" for pattern in patterns).encode()
    if os.path.exists(path):
        with open(path, "rb") as file:
            if file.read() == data:
                return
    with atomic_write(path) as file:
        file.write(data)


def _without_twins(boards: Iterator[Grid], partition: Partition) -> tuple[Grid, ...]:
    """Return one board per set of rotations and mirror images, in alphabetical order."""
    found: dict[tuple[str, ...], Grid] = {}
    columns = partition.size[1]
    for board in boards:
        tiles = [*chain(*map_tiles(board, lambda tile: tile.format() if tile else "."))]
        image = min(tuple(tiles[cell] for cell in order) for order in partition.symmetries)
        rows = [image[at : at + columns] for at in range(0, len(image), columns)]
        found[image] = Grid.from_rows(rows)
    return tuple(found[image] for image in sorted(found))
