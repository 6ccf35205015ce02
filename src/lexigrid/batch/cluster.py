"""The engine for clusters: Dask's futures, a part a task.

Knows the work and plans; imports `distributed` when it is asked for; known by the run.
Rule: the scheduler holds a few tasks a worker, whatever the number of parts, and no data at all.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import itertools
import multiprocessing
import os
import re
import signal
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

from ..errors import InputError
from ..lexicon import Lexicon
from .job import Job
from .plan import Part
from .reading import Readers
from .sources import Source
from .work import Done, work_part

#: Tasks in the hands of the scheduler for each thread of a worker: one at work, others at hand.
AHEAD = 8
#: And so many at least.
LEAST_AHEAD = 64
_ADDRESS = re.compile(r"[a-z]+://.+:[0-9]{1,5}")
LOOPBACK = "127.0.0.1"
#: How long the main thread waits before it looks for Ctrl-C and shows the time left.
_LOOK = 0.1
#: How long a worker that was killed may take to be gone.
_LAST_WAIT = 0.05
#: After so long without news, parts whose futures are gone are handed out again, so often.
_PATIENCE = 10.0
_TRIES = 3
_GONE = ("cancelled", "lost", "error")
LEXICON_NAME = "_lexicon.lexicon"


class LexiconPlace(NamedTuple):
    """Where a worker finds the lexicon: a file (None: the built-in one), and its digest."""

    path: str | None
    digest: str


def digest_of(lexicon: Lexicon) -> str:
    """Give a digest of a compiled lexicon, all of it: spellings and alphabet too."""
    made: str = lexicon._remembered(
        "digest", lambda: hashlib.blake2b(lexicon._native.image, digest_size=16).hexdigest()
    )
    return made


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
    note: Callable[[Part, Done], None],
    tick: Callable[[], None],
) -> None:
    """Do parts on Dask workers; note each when it is done.

    Without `scheduler` a cluster of `workers` processes is started on this machine, on the
    loopback address; it ends with the job. Input and output must have the same names everywhere.

    Raises:
        InputError: distributed is not installed; no scheduler answers; a part kills its workers.
    """
    distributed = check_dask()
    place = lay_out(lexicon, folder)
    with _connected(distributed, workers, scheduler) as client:
        _Errand(distributed, client, sources, note, tick).run(
            parts,
            {"job": job, "place": place, "folder": os.path.abspath(folder), "strict": strict},
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
    return work_part(job, _lexicon_at(place), *what, folder, strict=strict, readers=_readers)


_readers = Readers()
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


@contextmanager
def _connected(distributed: Any, workers: int, scheduler: str | None) -> Iterator[Any]:
    """Give a client of a scheduler, or of a cluster of our own that ends with it."""
    import logging

    # What a worker that dies says is not for people: its part goes to another one.
    for name in ("nanny", "scheduler", "core", "client", "process"):
        logging.getLogger(f"distributed.{name}").setLevel(logging.CRITICAL)
    known = set(_clusters(distributed))
    client = None
    try:
        if scheduler is None:
            scheduler = _started(distributed, workers)
        try:
            client = distributed.Client(scheduler, timeout=10, set_as_default=False)
        except (OSError, ValueError) as error:
            raise InputError(f"no Dask scheduler answers at {scheduler!r}: {error}") from error
        yield client
        client.close()
        for cluster in _clusters(distributed) - known:
            cluster.close()
    except BaseException:
        _abandon(client, _clusters(distributed) - known)
        raise


def _started(distributed: Any, workers: int) -> Any:
    """Start a cluster of processes that do not hear Ctrl-C: it is told to them all, and they would
    die of it and be started again while the job is being ended.

    Processes block the signals that the thread that starts them blocks; the main thread waits and
    hears Ctrl-C.
    """
    made: list[Any] = []

    def start() -> None:
        try:
            made.append(
                distributed.LocalCluster(
                    n_workers=workers,
                    threads_per_worker=1,
                    processes=True,
                    host=LOOPBACK,
                    dashboard_address=None,
                    memory_limit=0,
                )
            )
        except BaseException as error:
            made.append(error)

    thread = threading.Thread(target=start, name="lexigrid-cluster", daemon=True)
    mask = getattr(signal, "pthread_sigmask", None)  # not on Windows
    before = mask and mask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        thread.start()
    finally:
        if mask:
            mask(signal.SIG_SETMASK, before)
    while thread.is_alive():
        thread.join(_LOOK)
    if isinstance(made[0], BaseException):
        raise made[0]
    return made[0]


def _clusters(distributed: Any) -> set[Any]:
    """List the clusters of this process; one that is interrupted at its start has no other name."""
    return set(getattr(distributed.SpecCluster, "_instances", ()))


def _abandon(client: Any, clusters: set[Any]) -> None:
    """End workers at once and wait for nobody: what they had half-written is swept.

    Asked to end, a cluster ends when its tasks do, and waits for workers that do not answer: ten
    seconds after Ctrl-C, now and then.
    """
    for cluster in clusters:
        cluster.shutdown_on_close = False  # or the end of the process waits for it after all
        with contextlib.suppress(AttributeError):
            closing = type(cluster.status).closing
            for nanny in list(cluster.workers.values()):
                nanny.status = closing  # or it starts its worker again
            cluster.status = type(cluster.status).closed
    if clusters:
        ours = [each for each in multiprocessing.active_children() if "Dask" in each.name]
        for worker in ours:
            with contextlib.suppress(OSError, ValueError):
                worker.kill()
        for worker in ours:
            with contextlib.suppress(OSError, ValueError, AssertionError):
                worker.join(_LAST_WAIT)
    if client is not None:
        with contextlib.suppress(Exception):
            client.loop.add_callback(client._close, True)


class _KilledError(InputError):
    """A part whose workers died, as often as the scheduler allows."""


class _Errand:
    """Hands parts to the scheduler, a few at a time, and takes their answers."""

    def __init__(
        self,
        distributed: Any,
        client: Any,
        sources: Sequence[Source],
        note: Callable[[Part, Done], None],
        tick: Callable[[], None],
    ) -> None:
        self._distributed = distributed
        self._client = client
        self._sources = sources
        self._note = note
        self._tick = tick
        self._crew = _Crew(client)
        self._running: dict[Any, Part] = {}
        self._tries: dict[int, int] = {}
        # Results come with the news of them, many at a time: asking for each alone costs a
        # round trip a part, ten times the work of the scheduler.
        self._ready = distributed.as_completed(
            loop=client.loop, with_results=True, raise_errors=False
        )

    def run(self, parts: Iterable[Part], options: dict[str, Any]) -> None:
        """Do the parts."""
        waiting = iter(parts)
        lost: list[Part] = []
        heard = time.monotonic()
        while True:
            self._fill(lost, waiting, options)
            if not self._running:
                return
            batch = self._ready.next_batch(block=False)
            if batch:
                heard = time.monotonic()
            else:
                with self._ready.thread_condition:
                    self._ready.thread_condition.wait(_LOOK)
                if time.monotonic() - heard > _PATIENCE:
                    heard = time.monotonic()
                    batch = [(each, None) for each in self._running if each.status in _GONE]
            for future, result in batch:
                part = self._running.pop(future, None)
                if part is not None:
                    lost += self._taken(future, result, part)
            self._tick()

    def _fill(self, lost: list[Part], waiting: Iterator[Part], options: dict[str, Any]) -> None:
        # Half of what may be in flight at once: a call for each part would be the bottleneck.
        room = self._crew.most - len(self._running)
        if 2 * room < self._crew.most and not lost:
            return
        chosen = [*lost, *itertools.islice(waiting, max(room, 0))]
        lost.clear()
        if not chosen:
            return
        futures = self._client.map(
            work_remotely,
            [(self._sources[part.source], part) for part in chosen],
            key=[f"{part.name}-{self._tries.get(part.number, 0)}-{id(self):x}" for part in chosen],
            **options,
            pure=False,
        )
        self._running.update(zip(futures, chosen, strict=True))
        self._ready.update(futures)

    def _taken(self, future: Any, result: Any, part: Part) -> list[Part]:
        """Note an answer; give the part back if there is none and no trouble either."""
        # The result tells: a worker that dies just after its part leaves the future "pending", or
        # "lost", while what it answered is here already, or is not and never comes.
        status = future.status
        future.release()
        if isinstance(result, Done):
            self._note(part, result)
            return []
        tries = self._tries[part.number] = self._tries.get(part.number, 0) + 1
        if status == "error":
            trouble = _trouble(self._distributed, result, part, self._sources[part.source])
            # All parts in the hands of a worker that dies are blamed for it, at work or not.
            if not isinstance(trouble, _KilledError) or tries > _TRIES:
                raise trouble
        elif tries > _TRIES:
            raise InputError(f"the cluster gave the part {part.name} up ({status}) {tries} times")
        return [part]


class _Crew:
    """The threads of all workers, counted every few seconds: they come and go.

    A worker of our own cluster that dies while it starts is given up by Dask; without the look at
    them here, a job whose workers all ended so would wait for ever.
    """

    _EVERY = 2.0

    def __init__(self, client: Any) -> None:
        self._client = client
        self._most = 0
        self._counted = 0.0
        self._dead: set[Any] = set()

    @property
    def most(self) -> int:
        """The number of tasks to keep in the hands of the scheduler."""
        now = time.monotonic()
        if not self._most or now - self._counted > self._EVERY:
            self._most = max(LEAST_AHEAD, AHEAD * sum(self._client.nthreads().values()))
            self._counted = now
            self._replace_dead()
        return self._most

    def _replace_dead(self) -> None:
        """Start others for workers that were dead at two counts: Dask itself takes no time."""
        cluster: Any = getattr(self._client, "cluster", None)
        nannies = dict(getattr(cluster, "workers", {}))
        wanted = set(getattr(cluster, "worker_spec", ()))
        dead = {name for name in wanted if not _is_alive(nannies.get(name))}
        given_up = dead & self._dead
        self._dead = dead - given_up
        if not given_up:
            return

        async def replace() -> None:
            for name in given_up:
                nanny = cluster.workers.pop(name, None)
                if nanny is not None:
                    with contextlib.suppress(Exception):
                        await asyncio.wait_for(nanny.close(timeout=1), 2)
            cluster.scale(len(wanted))

        self._client.loop.add_callback(replace)


def _is_alive(nanny: Any) -> bool:
    process = getattr(getattr(nanny, "process", None), "process", None)
    return process is not None and process.is_alive()


def _trouble(distributed: Any, result: Any, part: Part, source: Source) -> BaseException:
    """Give the error to raise for a part that was not done: (type, error, traceback)."""
    error = result[1] if isinstance(result, tuple) and len(result) == 3 else result
    if isinstance(error, distributed.KilledWorker):
        return _KilledError(
            f"the part {part.name} of {source.path!r} ended the workers that tried it; they may "
            "lack memory: give a smaller --part-rows or fewer workers"
        )
    if isinstance(error, BaseException):
        return error
    return InputError(f"the cluster gave the part {part.name} up: {error!r}")
