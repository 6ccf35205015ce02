"""Start, count, replace and end the workers of a Dask cluster.

A cluster started by a job ends with it, and at once after Ctrl-C.
"""

from __future__ import annotations

import asyncio
import contextlib
import multiprocessing
import queue
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from ...errors import InputError, LexigridError

#: Tasks that the scheduler holds per worker thread, and the least in all.
TASKS_PER_THREAD = 8
LEAST_TASKS = 64
LOOPBACK = "127.0.0.1"
#: Seconds that the main thread waits between checks for Ctrl-C.
POLL_SECONDS = 0.1
#: Seconds to wait for a scheduler, which may still be starting.
_CONNECT_SECONDS = 10
#: How often a cluster is started before it is given up.
_MOST_STARTS = 5
#: Seconds to wait for a killed worker to exit.
_KILL_SECONDS = 0.05


@contextmanager
def connect(distributed: Any, workers: int, scheduler: str | None) -> Iterator[Any]:
    """Yield a client of a scheduler, or of a new cluster that ends with it."""
    import logging

    # Messages about dying workers do not help the user: their parts go to other workers. tornado
    # shows the tracebacks of what waited for a scheduler that was killed.
    names = (f"distributed.{name}" for name in ("nanny", "scheduler", "core", "client", "process"))
    for name in ("tornado.application", *names):
        logging.getLogger(name).setLevel(logging.CRITICAL)
    known = _clusters(distributed)
    client = None
    try:
        if scheduler is None:
            scheduler = _start_repeatedly(distributed, workers, known)
        try:
            client = _make_client(distributed, scheduler)
        except (OSError, ValueError) as error:
            raise InputError(f"no Dask scheduler answers at {scheduler!r}: {error}") from error
        yield client
        client.close()
        for cluster in _clusters(distributed) - known:
            cluster.close()
    except BaseException as error:
        is_lost = client is not None and not _has_scheduler(client)
        _kill(client, _clusters(distributed) - known)
        if is_lost and isinstance(error, Exception) and not isinstance(error, LexigridError):
            raise InputError(
                "the Dask scheduler has ended or cannot be reached; finished parts are kept, so "
                "repeat the same command to continue"
            ) from error
        raise


def _make_client(distributed: Any, scheduler: str) -> Any:
    """Return a client; distributed itself waits without end for a process that says nothing."""
    made = queue.SimpleQueue[Any]()

    def make() -> None:
        try:
            made.put(distributed.Client(scheduler, timeout=_CONNECT_SECONDS, set_as_default=False))
        except Exception as error:
            made.put(error)

    threading.Thread(target=make, daemon=True).start()
    try:
        found = made.get(timeout=2 * _CONNECT_SECONDS)
    except queue.Empty:
        raise TimeoutError("what listens there is no scheduler") from None
    if isinstance(found, Exception):
        raise found
    return found


def _has_scheduler(client: Any) -> bool:
    comm = getattr(client.scheduler_comm, "comm", None)
    return client.status == "running" and comm is not None and not comm.closed()


def _start_repeatedly(distributed: Any, workers: int, known: set[Any]) -> Any:
    """Start a cluster, again if a worker dies while it starts: Dask then gives up all of them.

    Raises:
        InputError: workers died each time.
    """
    for left in reversed(range(_MOST_STARTS)):
        try:
            return _start_cluster(distributed, workers)
        except Exception as error:
            _kill(None, _clusters(distributed) - known)
            if not left:
                raise InputError(
                    f"the workers of the cluster died {_MOST_STARTS} times while starting "
                    f"({error}); they may lack memory: give fewer --workers, or leave out --engine"
                ) from error
    raise AssertionError


def _start_cluster(distributed: Any, workers: int) -> Any:
    """Start a cluster whose processes ignore Ctrl-C.

    A terminal sends Ctrl-C to all processes. Workers would die and be restarted while the job ends.
    A process inherits the blocked signals of the thread that starts it, so a thread with SIGINT
    blocked starts the cluster while the main thread waits for Ctrl-C.
    """
    results: list[Any] = []

    def start() -> None:
        try:
            results.append(
                distributed.LocalCluster(
                    n_workers=workers,
                    threads_per_worker=1,
                    processes=True,
                    host=LOOPBACK,
                    # Any free port: the scheduler listens here even without a dashboard.
                    dashboard_address=f"{LOOPBACK}:0",
                    scheduler_kwargs={"dashboard": False},
                    memory_limit=0,
                )
            )
        except BaseException as error:
            results.append(error)

    thread = threading.Thread(target=start, name="lexigrid-cluster", daemon=True)
    set_mask = getattr(signal, "pthread_sigmask", None)  # not on Windows
    before = set_mask and set_mask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        thread.start()
    finally:
        if set_mask:
            set_mask(signal.SIG_SETMASK, before)
    while thread.is_alive():
        thread.join(POLL_SECONDS)
    if isinstance(results[0], BaseException):
        raise results[0]
    return results[0]


def _clusters(distributed: Any) -> set[Any]:
    """Return the clusters of this process, including one whose start was interrupted."""
    return set(getattr(distributed.SpecCluster, "_instances", ()))


def _kill(client: Any, clusters: set[Any]) -> None:
    """End the workers at once, without waiting for their tasks.

    Closing a cluster would wait for its tasks, and up to ten seconds for workers that do not
    answer. The caller removes unfinished files.
    """
    for cluster in clusters:
        cluster.shutdown_on_close = False  # otherwise the process waits for it at exit
        with contextlib.suppress(AttributeError):
            closing = type(cluster.status).closing
            for nanny in list(cluster.workers.values()):
                nanny.status = closing  # otherwise it restarts its worker
            cluster.status = type(cluster.status).closed
    if clusters:
        processes = [each for each in multiprocessing.active_children() if "Dask" in each.name]
        for process in processes:
            with contextlib.suppress(OSError, ValueError):
                process.kill()
        for process in processes:
            with contextlib.suppress(OSError, ValueError, AssertionError):
                process.join(_KILL_SECONDS)
    if client is not None:
        with contextlib.suppress(Exception):
            client.loop.add_callback(client._close, True)


class WorkerPool:
    """The workers of a cluster, counted every few seconds because they come and go.

    If a worker of a local cluster dies while starting, Dask gives it up. It is replaced here,
    because a job could wait for workers forever.
    """

    _COUNT_SECONDS = 2.0

    def __init__(self, client: Any) -> None:
        self._client = client
        self._max_tasks = 0
        self._counted = 0.0
        self._dead: set[Any] = set()

    @property
    def max_tasks(self) -> int:
        """The number of tasks that the scheduler should hold."""
        now = time.monotonic()
        if not self._max_tasks or now - self._counted > self._COUNT_SECONDS:
            threads = sum(self._client.nthreads().values())
            self._max_tasks = max(LEAST_TASKS, TASKS_PER_THREAD * threads)
            self._counted = now
            self._replace_dead()
        return self._max_tasks

    def _replace_dead(self) -> None:
        """Replace workers that were dead at two counts; Dask restarts the others at once."""
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
