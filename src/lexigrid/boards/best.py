"""Search for the best board: rounds of climbs and kicks, shared by processes, resumed from a file.

Each round has its own random numbers, so the same seed and rounds give the same board with any
number of processes.
"""

from __future__ import annotations

import heapq
import json
import os
import signal
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, fields, replace
from functools import partial
from typing import Annotated, Any, Literal, get_args

from .._util.codec import FLAT, write
from .._util.io import atomic_write, check_output, read_bytes
from .._util.plain_text import shorten
from .._util.progress import Progress, check_progress
from .._util.rng import Seed, SeededRng
from .._util.schema import (
    MAX_INTEGER,
    Schema,
    anything,
    flag,
    integer,
    list_of,
    parse_json,
    read,
    record,
)
from .._util.time_limit import seconds_left, time_limit
from .._util.validation import NO_DEADLINE, available_cores, check_choice, check_int
from ..errors import InputError
from ..game.dice import Dice
from ..game.rules import Rules
from ..geometry import symmetries
from ..grid import Grid
from ..lexicon import WordsLike
from ..search.options import DEVICES, Device
from .climb import PATIENCE, Climbs, Round, RoundState, TileSet
from .dice_roll import grid_of_faces
from .spec import BoardSetup

#: What makes a board the best: most points, or most words.
Goal = Literal["points", "words"]
GOALS: tuple[Goal, ...] = get_args(Goal)
_PURPOSE = "best"
_FORMAT, _VERSION = "lexigrid/best", 1
#: The longest time between two reports of a round.
_SECONDS_BETWEEN_REPORTS = 1.0
_SECONDS_PER_WAIT = 0.2
#: How many workers that the system has ended are replaced.
_MOST_DEATHS = 5
MAX_ROUNDS = 1_000_000
#: The most boards in an answer.
MAX_ELITES = 100


@dataclass(frozen=True, slots=True)
class BestBoard:
    """The best board of a search."""

    grid: Grid
    """The board."""
    score: int
    """The points of all its words, or their number with goal="words"."""
    tried: int
    """The number of boards scored."""
    complete: bool
    """Were all rounds done? False if the deadline ended the search."""
    elites: tuple[tuple[Grid, int], ...] = ()
    """The best board of each round with its score, best first, at most 100. Rotations and mirror
    images count as one board."""

    def _repr_svg_(self) -> str | None:
        """Return a picture of the board, for a notebook."""
        return self.grid._repr_svg_()


@dataclass(frozen=True, slots=True)
class _Report:
    """The progress of a round."""

    number: int
    is_over: Annotated[bool, "over"]
    state: Annotated[RoundState, FLAT]


def optimize_board(
    words: WordsLike | None = None,
    *,
    seed: Seed,
    size: tuple[int, int] = (4, 4),
    dice: Dice | str | None = None,
    rules: Rules | None = None,
    goal: Goal = "points",
    rounds: int = 1,
    patience: int = PATIENCE,
    deadline: float | None = None,
    processes: int | None = None,
    resume: str | os.PathLike[str] | None = None,
    progress: Progress | None = None,
    better: Callable[[BestBoard], object] | None = None,
    device: Device = "cpu",
) -> BestBoard:
    """Search for the board with the most points or words, by iterated local search.

    A round starts from a random board and makes the best of all changes of one tile and all swaps
    of two until none helps. Then it changes part of the board at random and climbs again, until
    `patience` such kicks in a row have found nothing better. Without dice the tiles are the letters
    of the lexicon (q as Qu); with dice, their faces.

    >>> optimize_board(["tea", "eat", "ate"], seed=1, size=(2, 2), patience=5).score
    3

    Args:
        seed: the same seed and rounds give the same board.
        goal: most "points" by the rules, or most "words".
        rounds: the number of searches from new boards.
        deadline: seconds after which the best board so far is returned.
        processes: processes that share the rounds; None uses one per core.
        resume: a file that saves the search; if it exists, the search resumes from it.
        progress: called with the share of the rounds that is done, 0 to 1.
        better: called with each better board.
        device: "cuda" scores the boards of up to 4,096 rounds together on a graphics card; the
            result is the same. It pays for many rounds.

    Raises:
        InputError: a size or number is out of range, dice or words have too many letters, or the
            file belongs to another search.
    """
    check_progress(progress)
    if better is not None and not callable(better):
        raise InputError(f"better is {shorten(better)}, expected a function of a better board")
    resume = None if resume is None else check_output(resume, "the file to resume")
    setup = BoardSetup.of(seed=seed, lexicon=words, dice=dice, rules=rules, size=size)
    check_choice(goal, "goal", GOALS)
    if check_choice(device, "device", DEVICES) != "cpu" and processes is not None:
        raise InputError("processes (--threads) is for device='cpu'; leave it out")
    check_int(rounds, "rounds", 1, MAX_ROUNDS)
    check_int(patience, "patience", 1)
    if goal == "words":
        scoring = dict.fromkeys(range(1, setup.lexicon.max_length + 1), 1)
        setup = replace(setup, rules=replace(setup.rules, scoring=scoring))
    search = _Search(setup, setup.dice.size if setup.dice else size, patience)
    journal = _Journal(resume, search.describe(goal))
    open_rounds = [n for n in range(rounds) if not journal.is_over(n)]
    count = min(_count_processes(processes), len(open_rounds))
    top = max((each.state.best_score for each in journal.reports.values()), default=-1)
    run = search.run if count <= 1 else partial(search.run_in_processes, count)
    run = partial(search.run, device=device) if device == "cuda" else run
    with time_limit(deadline), suppress(TimeoutError):
        for report in run(open_rounds, journal.reports):
            journal.keep(report)
            if report.state.best_score > top:
                top = report.state.best_score
                found = search.best(journal.reports.values(), complete=False)
                if better is not None and found is not None:
                    better(found)
            if progress is not None:
                progress(sum(map(journal.is_over, range(rounds))) / rounds)
    journal.save()
    complete = all(map(journal.is_over, range(rounds)))
    found = search.best(journal.reports.values(), complete=complete)
    if found is None:
        raise InputError("the deadline passed before the first board; give more seconds")
    return found


class _Search:
    """The rounds of one search."""

    def __init__(self, setup: BoardSetup, size: tuple[int, int], patience: int) -> None:
        self._setup, self._patience = setup, patience
        self._tiles = TileSet(setup.lexicon, size, setup.dice)

    def describe(self, goal: Goal) -> dict[str, Any]:
        """Return the facts that must be equal for a search to be resumed."""
        setup, tiles = self._setup, self._tiles
        description = {
            "seed": setup.seed,
            "size": list(tiles.size),
            "faces": tiles.faces,
            "dice": [list(die) for die in setup.dice.faces] if setup.dice else [],
            "lexicon": setup.lexicon.fingerprint,
            "rules": setup.rules.to_dict(),
            "goal": goal,
            "patience": self._patience,
        }
        as_read: dict[str, Any] = json.loads(json.dumps(description))
        return as_read

    def run(
        self, numbers: Sequence[int], known: dict[int, _Report], device: Device = "cpu"
    ) -> Iterator[_Report]:
        """Yield reports of rounds, until all are over.

        Raises:
            TimeoutError: the time is up; the last reports are those of the rounds not over.
        """
        setup = self._setup
        climbs = Climbs(self._tiles, setup.lexicon, setup.rules, device, len(numbers))
        rounds = ((number, self._round(number, known)) for number in numbers)
        reported = time.monotonic()
        try:
            for number, this, is_better in climbs.run(rounds, bool(known)):
                now = time.monotonic()
                assert this.state is not None, "its first climb has ended"
                if is_better or this.is_over or now - reported >= _SECONDS_BETWEEN_REPORTS:
                    reported = now
                    yield _Report(number, this.is_over, this.state)
        except TimeoutError:
            for number, this in climbs.running.values():
                if this.state is not None:
                    yield _Report(number, False, this.state)
            raise

    def _round(self, number: int, known: dict[int, _Report]) -> Round:
        rng = SeededRng(f"{self._setup.seed}/{number}", _PURPOSE)
        state = known[number].state if number in known else None
        return Round(self._tiles, rng, self._patience, state)

    def run_in_processes(
        self, count: int, numbers: Sequence[int], known: dict[int, _Report]
    ) -> Iterator[_Report]:
        """Yield the reports of rounds that `count` processes share."""
        from multiprocessing.connection import wait  # slow

        shares = [numbers[at::count] for at in range(count)]
        workers: dict[Any, tuple[Any, Sequence[int]]] = {}
        deaths = 0
        try:
            while shares or workers:
                for share in filter(None, shares):
                    self._start(share, known, workers)
                shares = []
                ready: list[Any] = wait([*workers], _SECONDS_PER_WAIT)
                for reports in ready:
                    try:
                        report = reports.recv()
                    except (EOFError, OSError):  # the worker has died, perhaps while it reported
                        deaths += 1
                        if deaths > _MOST_DEATHS:
                            raise InputError(
                                f"{deaths} processes of the search were ended by the system; they "
                                "may lack memory: give fewer processes (--threads)"
                            ) from None
                        numbers = workers.pop(reports)[1]
                        shares.append(
                            [n for n in numbers if n not in known or not known[n].is_over]
                        )
                        continue
                    if isinstance(report, Exception):
                        raise report
                    if report is None:
                        del workers[reports]
                    else:
                        yield report
        finally:
            for worker, _ in workers.values():
                if worker.is_alive():
                    worker.kill()

    def _start(
        self, numbers: Sequence[int], known: dict[int, _Report], workers: dict[Any, Any]
    ) -> None:
        """Start a worker for some rounds. It may die at once, which its closed pipe shows."""
        import multiprocessing  # slow

        context = multiprocessing.get_context("spawn")
        left = seconds_left()
        reports, sender = context.Pipe(duplex=False)
        given = (self, numbers, known, None if left == NO_DEADLINE else left, sender)
        workers[reports] = worker, _ = (
            context.Process(target=_work, args=given, daemon=True),
            numbers,
        )
        # Processes inherit blocked signals: Ctrl-C is for this process, which ends the others.
        set_mask = getattr(signal, "pthread_sigmask", None)  # not on Windows
        before = set_mask and set_mask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            with sender, suppress(BrokenPipeError):
                worker.start()
        finally:
            if set_mask:
                set_mask(signal.SIG_SETMASK, before)

    def best(self, reports: Any, *, complete: bool) -> BestBoard | None:
        """Return the best board of all rounds; of equal boards, that of the first round."""
        states = [report.state for report in sorted(reports, key=lambda each: each.number)]
        if not states:
            return None
        elites: dict[tuple[int, ...], tuple[Grid, int]] = {}
        orders = symmetries(*self._tiles.size)
        for state in heapq.nlargest(MAX_ELITES, states, key=lambda state: state.best_score):
            tiles = state.best_tiles
            twin = min(tuple(tiles[cell] for cell in order) for order in orders)
            if twin not in elites:
                faces = [self._tiles.faces[tile] for tile in tiles]
                elites[twin] = grid_of_faces(faces, self._tiles.size), state.best_score
        ranked = tuple(elites.values())
        return BestBoard(*ranked[0], sum(each.tried for each in states), complete, ranked)


def _work(
    search: _Search,
    numbers: Sequence[int],
    known: dict[int, _Report],
    seconds: float | None,
    reports: Any,
) -> None:
    """Run rounds in a worker process and send their reports; None marks the end."""
    with suppress(BrokenPipeError):  # the search has ended
        try:
            with time_limit(seconds), suppress(TimeoutError):
                for report in search.run(numbers, known):
                    reports.send(report)
        except BrokenPipeError:
            raise
        except Exception as error:
            reports.send(error)
        reports.send(None)


def _count_processes(processes: int | None) -> int:
    return available_cores() if processes is None else check_int(processes, "processes", 1)


class _Journal:
    """The reports of all rounds, saved in a file if one is given."""

    def __init__(self, path: str | os.PathLike[str] | None, description: dict[str, Any]) -> None:
        self._path, self._description = path, description
        self._saved = time.monotonic()
        self.reports: dict[int, _Report] = {}
        if path is not None and os.path.exists(path):
            self._read(path)

    def is_over(self, number: int) -> bool:
        """Is this round done?"""
        return number in self.reports and self.reports[number].is_over

    def keep(self, report: _Report) -> None:
        """Store a report, and save all of them about once a second."""
        self.reports[report.number] = report
        if time.monotonic() - self._saved >= _SECONDS_BETWEEN_REPORTS:
            self.save()

    def save(self) -> None:
        """Write the file, whole or not at all."""
        self._saved = time.monotonic()
        if self._path is None:
            return
        document = {
            "format": _FORMAT,
            "version": _VERSION,
            "search": self._description,
            "rounds": [write(each) for each in self.reports.values()],
        }
        with atomic_write(self._path) as file:
            file.write(json.dumps(document, ensure_ascii=False).encode())

    def _read(self, path: str | os.PathLike[str]) -> None:
        name = f"{str(path)!r}"
        document = parse_json(read_bytes(path), f"{name}: ", InputError)
        faces = len(self._description["faces"])
        cells = self._description["size"][0] * self._description["size"][1]
        tiles = list_of(integer(0, faces - 1), cells, cells)
        number = integer(0, MAX_INTEGER)
        state: dict[str, Schema[Any]] = {each.name: number for each in fields(RoundState)}
        state |= {"tiles": tiles, "best_tiles": tiles, "rng": integer(0, 2**64 - 1)}
        state["dice"] = list_of(integer(0, cells - 1), cells, cells)
        round_schema = record({"number": integer(0, MAX_ROUNDS), "over": flag} | state)
        found = read(
            record({"search": anything, "rounds": list_of(round_schema)}),
            document,
            name,
            InputError,
        )
        own, other = self._description, found["search"]
        if other != own:
            saved = other if isinstance(other, dict) else {}
            differing = next(
                key for key in [*own, *saved] if own.get(key, saved) != saved.get(key, own)
            )
            raise InputError(
                f"{name} belongs to a search with another {differing}; give the same options, "
                "or another file"
            )
        for each in found["rounds"]:
            at, is_over = each.pop("number"), each.pop("over")
            self.reports[at] = _Report(at, is_over, RoundState(**each))
