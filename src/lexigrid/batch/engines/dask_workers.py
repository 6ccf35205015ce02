"""The workers of a cluster on Dask: started, counted, replaced, and ended with the job.

Knows errors; is given `distributed`; known by the cluster.
Rule: what we started ends when the job does, at once if that was Ctrl-C, and nobody waits for it.
"""

from __future__ import annotations

import asyncio
import contextlib
import multiprocessing
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from ...errors import InputError

#: Tasks in the hands of the scheduler for each thread of a worker: one at work, others at hand.
AHEAD = 8
#: And so many at least.
LEAST_AHEAD = 64
LOOPBACK = "127.0.0.1"
#: How long the main thread waits before it looks for Ctrl-C.
LOOK = 0.1
#: How long a worker that was killed may take to be gone.
_LAST_WAIT = 0.05


@contextmanager
def connected(distributed: Any, workers: int, scheduler: str | None) -> Iterator[Any]:
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
        thread.join(LOOK)
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


class Crew:
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
