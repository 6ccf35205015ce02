"""Two lanes of threads that run searches off the event loop.

Every search first runs in the quick lane for some milliseconds. If it is not complete, it moves to
the slow lane with the rest of its time. So nothing has to guess costs, and long searches never
delay short ones. A search whose client leaves is stopped.

Passing work to a thread and back costs more processor time than searching a dice board. A small
search therefore gets a moment on the event loop first (`Service.search`).
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
import threading
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple
from weakref import WeakValueDictionary

from .._core import StopToken
from .._util.validation import available_cores
from .limits import Limits
from .problems import Problem

#: The least niceness of the threads of the slow lane, if the system has one per thread.
_NICENESS = 5
_RETRY = {"Retry-After": "1"}
#: How often the quick lane runs a job that got less than half of its time on a core.
_QUICK_TRIES = 3
#: The share of its time that a long search may use; the rest is for writing the answer.
_SEARCHED = 0.9


class Answer(NamedTuple):
    """The answer of a job so far, and whether more time cannot change it."""

    data: bytes
    is_final: bool = True


#: Makes an answer within a number of seconds.
Job = Callable[[float], Answer]


class Busy(Problem):
    """There is no place for a request, or none in time."""

    def __init__(self, why: str = "too many long searches are waiting") -> None:
        super().__init__(503, f"{why}; try again soon", _RETRY)


class Lanes:
    """The threads that search."""

    def __init__(self, limits: Limits) -> None:
        self._quick_seconds = limits.quick_seconds
        self._most_waiting = limits.slow_waiting
        count = limits.slow_threads or available_cores()
        self._quick = ThreadPoolExecutor(limits.quick_threads, "lexigrid-quick")
        self._slow = ThreadPoolExecutor(count, "lexigrid-slow", initializer=_be_modest)
        self._free = asyncio.Semaphore(count)
        #: Answers of the quick lane that are made, or wait for the event loop to send them.
        self._ready = asyncio.Semaphore(2 * limits.quick_threads)
        self._waiting = 0
        #: The lock of each client with a search in the slow lane or waiting for it.
        self._clients: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._running: set[StopToken] = set()

    def close(self) -> None:
        """Stop all jobs, and accept no more."""
        for stop in tuple(self._running):
            stop.set()
        self._quick.shutdown(wait=False, cancel_futures=True)
        self._slow.shutdown(wait=False, cancel_futures=True)

    async def search(
        self, job: Job, seconds: float, client: str, left: Callable[[], Awaitable[object]]
    ) -> Answer:
        """Return the answer of a job within its time.

        `left` returns when the client has left. If the slow lane has no place before the time is
        up, the quick answer is returned.
        """
        begin = time.monotonic()
        quick = min(seconds, self._quick_seconds)
        loop = asyncio.get_running_loop()
        async with self._ready:
            answer = await loop.run_in_executor(self._quick, run_quick, job, quick)
        if answer.is_final or seconds <= quick:
            return answer
        try:
            return await self.work(job, begin + seconds, client, left)
        except TimeoutError:
            return answer

    async def work(
        self, job: Job, until: float, client: str, left: Callable[[], Awaitable[object]]
    ) -> Answer:
        """Return the answer of a job in the slow lane; `until` is a time of `time.monotonic`.

        Raises:
            TimeoutError: no thread became free in time.
            Busy: too many jobs are waiting.
            InterruptedError: the client has left.
        """
        if self._waiting >= self._most_waiting:
            raise Busy
        stop = StopToken()
        gone = asyncio.ensure_future(left())
        gone.add_done_callback(lambda _: stop.set())
        try:
            async with self._place(client, until):
                self._running.add(stop)
                loop = asyncio.get_running_loop()
                return await loop.run_in_executor(self._slow, _run, job, until, stop)
        finally:
            stop.set()  # for a job that still runs after this task was cancelled
            self._running.discard(stop)
            gone.cancel()

    @contextlib.asynccontextmanager
    async def _place(self, client: str, until: float) -> AsyncIterator[None]:
        """Wait for a thread; a client may use one at a time."""
        own = self._clients.setdefault(client, asyncio.Lock())
        self._waiting += 1
        try:
            async with asyncio.timeout(until - time.monotonic()):
                await own.acquire()
                try:
                    await self._free.acquire()
                except BaseException:
                    own.release()
                    raise
        finally:
            self._waiting -= 1
        try:
            yield
        finally:
            self._free.release()
            own.release()


def run_quick(job: Job, seconds: float) -> Answer:
    """Run a job, and again if it got no core, so that a busy machine does not make it slow."""
    for _ in range(_QUICK_TRIES):
        begin = time.thread_time()
        answer = job(seconds)
        if answer.is_final or time.thread_time() - begin > seconds / 2:
            break
    return answer


def _run(job: Job, until: float, stop: StopToken) -> Answer:
    stop.watch()
    if stop.is_set():
        raise InterruptedError
    return job(max(0.0, until - time.monotonic()) * _SEARCHED)


def _be_modest() -> None:
    """Lower the priority of this thread; only Linux has one per thread."""
    if sys.platform == "linux":
        own = os.PRIO_PROCESS, threading.get_native_id()
        with contextlib.suppress(OSError):
            os.setpriority(*own, max(os.getpriority(*own), _NICENESS))
