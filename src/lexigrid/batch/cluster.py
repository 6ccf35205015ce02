"""The engine for clusters: Dask's futures, a part a task.

Knows the work and plans; imports `distributed` when it is asked for; known by the run.
Rule: the scheduler holds a few tasks a worker, whatever the number of parts, and no data at all.
"""

from __future__ import annotations

import hashlib
import itertools
import os
import re
import time
from collections.abc import Callable, Generator, Sequence
from contextlib import ExitStack
from typing import Any, NamedTuple

from ..errors import InputError
from ..lexicon import Lexicon
from .job import Job
from .plan import Part
from .sources import Source
from .work import Done, work_part

#: Tasks in the hands of the scheduler for each thread of a worker: one at work, others at hand.
AHEAD = 8
#: And so many at least.
LEAST_AHEAD = 64
_ADDRESS = re.compile(r"[a-z]+://.+:[0-9]{1,5}")
LOOPBACK = "127.0.0.1"
LEXICON_NAME = "_lexicon.lexicon"


class LexiconPlace(NamedTuple):
    """Where a worker finds the lexicon: a file (None: the built-in one), and its digest."""

    path: str | None
    digest: str


def digest_of(lexicon: Lexicon) -> str:
    """Give a digest of a compiled lexicon, all of it: spellings and alphabet too."""
    return hashlib.blake2b(lexicon._native.image, digest_size=16).hexdigest()


def lay_out(lexicon: Lexicon | None, folder: str) -> LexiconPlace | None:
    """Put the lexicon where the workers can map it: in the folder of the job."""
    if lexicon is None:
        return None
    digest = digest_of(lexicon)
    if lexicon is Lexicon.default():
        return LexiconPlace(None, digest)
    path = os.path.join(os.path.abspath(folder), LEXICON_NAME)
    lexicon.save(path)
    return LexiconPlace(path, digest)


def run_on_dask(
    job: Job,
    lexicon: Lexicon | None,
    sources: Sequence[Source],
    parts: Sequence[Part],
    folder: str,
    *,
    workers: int,
    scheduler: str | None,
    strict: bool,
    tick: Callable[[], None],
) -> Generator[tuple[Part, Done]]:
    """Do parts on Dask workers; give each when it is done.

    Without `scheduler` a cluster of `workers` processes is started on this machine, on the
    loopback address; it ends with the job. Input and output must have the same names everywhere.

    Raises:
        InputError: distributed is not installed; no scheduler answers; a part kills its workers.
    """
    distributed = check_dask()
    place = lay_out(lexicon, folder)
    with ExitStack() as stack:
        client = stack.enter_context(_client(distributed, workers, scheduler, stack))
        yield from _worked(
            distributed, client, job, place, sources, parts, os.path.abspath(folder), strict, tick
        )


def work_remotely(
    what: tuple[Source, Part],
    *,
    job: Job,
    place: LexiconPlace | None,
    folder: str,
    strict: bool,
) -> Done:
    """Do one part in a worker; the lexicon is mapped once in each."""
    return work_part(job, _lexicon_at(place), *what, folder, strict=strict)


_lexicons: dict[LexiconPlace, Lexicon] = {}


def _lexicon_at(place: LexiconPlace | None) -> Lexicon | None:
    if place is None:
        return None
    found = _lexicons.get(place)
    if found is None:
        found = Lexicon.default() if place.path is None else Lexicon.load(place.path)
        digest = digest_of(found)
        if digest != place.digest:
            raise InputError(
                f"the worker's lexicon ({place.path or 'built in'}) has the digest {digest}, the "
                f"job's has {place.digest}; install the same release of lexigrid on all machines"
            )
        _lexicons.clear()
        _lexicons[place] = found
    return found


def check_scheduler(address: str) -> None:
    """Check the form of an address, which Dask would only find out by waiting.

    Raises:
        InputError: it is none.
    """
    if not _ADDRESS.fullmatch(address):
        raise InputError(f"no scheduler has the address {address!r}, expected tcp://HOST:PORT")


def check_dask() -> Any:
    """Give Dask's `distributed`.

    Raises:
        InputError: it is not installed.
    """
    try:
        import distributed
    except ImportError as error:
        raise InputError(
            "distributed is not installed, which --engine dask needs; "
            "pip install 'lexigrid[dask]', or leave --engine out"
        ) from error
    return distributed


def _client(distributed: Any, workers: int, scheduler: str | None, stack: ExitStack) -> Any:
    import logging

    # What a worker that dies says is not for people: its part goes to another one.
    for name in ("distributed.nanny", "distributed.scheduler", "distributed.core"):
        logging.getLogger(name).setLevel(logging.CRITICAL)
    if scheduler is None:
        cluster: Any = distributed.LocalCluster(
            n_workers=workers,
            threads_per_worker=1,
            processes=True,
            host=LOOPBACK,
            dashboard_address=None,
            memory_limit=0,
        )
        scheduler = stack.enter_context(cluster)
    try:
        return distributed.Client(scheduler, timeout=10, set_as_default=False)
    except (OSError, ValueError) as error:
        raise InputError(f"no Dask scheduler answers at {scheduler!r}: {error}") from error


def _worked(
    distributed: Any,
    client: Any,
    job: Job,
    place: LexiconPlace | None,
    sources: Sequence[Source],
    parts: Sequence[Part],
    folder: str,
    strict: bool,
    tick: Callable[[], None],
) -> Generator[tuple[Part, Done]]:
    waiting = iter(parts)
    running: dict[Any, Part] = {}
    # Results come with the news of them, many at a time: asking for each alone costs a
    # round trip a part, ten times the work of the scheduler.
    ready = distributed.as_completed(loop=client.loop, with_results=True, raise_errors=False)
    crew = _Crew(client)

    def fill() -> None:
        # Half of what may be in flight at once: a call for each part would be the bottleneck.
        if 2 * len(running) > crew.most:
            return
        chosen = list(itertools.islice(waiting, crew.most - len(running)))
        if not chosen:
            return
        futures = client.map(
            work_remotely,
            [(sources[part.source], part) for part in chosen],
            key=[f"{part.name}-{id(running):x}" for part in chosen],
            job=job,
            place=place,
            folder=folder,
            strict=strict,
            pure=False,
        )
        running.update(zip(futures, chosen, strict=True))
        ready.update(futures)

    fill()
    for batch in ready.batches():
        for future, result in batch:
            part = running.pop(future)
            if future.status != "finished":
                raise _trouble(distributed, future, part, sources[part.source])
            future.release()
            yield part, Done(*result)
        fill()
        tick()


class _Crew:
    """The threads of all workers, counted every few seconds: they come and go."""

    _EVERY = 5.0

    def __init__(self, client: Any) -> None:
        self._client = client
        self._most = 0
        self._counted = 0.0

    @property
    def most(self) -> int:
        """The number of tasks to keep in the hands of the scheduler."""
        now = time.monotonic()
        if not self._most or now - self._counted > self._EVERY:
            self._most = max(LEAST_AHEAD, AHEAD * sum(self._client.nthreads().values()))
            self._counted = now
        return self._most


def _trouble(distributed: Any, future: Any, part: Part, source: Source) -> BaseException:
    """Give the error to raise for a part that was not done."""
    error: Any = future.exception()
    if isinstance(error, distributed.KilledWorker):
        return InputError(
            f"the part {part.name} of {source.path!r} ended the workers that tried it; they may "
            "lack memory: give a smaller --part-rows or fewer workers"
        )
    if isinstance(error, BaseException):
        return error
    return InputError(f"the cluster gave the part {part.name} up ({future.status})")
