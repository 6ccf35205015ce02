"""The local engine: a thread a core, the GIL released while boards are searched.

Knows the work and plans; known by the run.
Rule: one part more is in flight than there are threads, whatever the input, so that memory does
not grow with it; that one reads or waits for the disk.
"""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait

from ..._core import StopToken
from ...errors import InputError
from ...lexicon import Lexicon
from ..job import Job
from ..plan import Part
from ..readers.slices import Readers
from ..readers.sources import Source
from ..work import Done, work_part

#: How long the main thread waits before it looks for Ctrl-C and shows the time left.
_LOOK = 0.1


def run_locally(
    job: Job,
    lexicon: Lexicon | None,
    sources: Sequence[Source],
    parts: Sequence[Part],
    folder: str,
    *,
    threads: int,
    strict: bool,
    note: Callable[[Part, Done], None],
    tick: Callable[[], None],
) -> None:
    """Do parts on threads; note each when it is done. The first trouble stops all of them."""
    stop = StopToken()
    readers = Readers()
    turns = threading.BoundedSemaphore(threads)
    waiting = iter(parts)
    running: dict[Future[Done], Part] = {}
    pool = ThreadPoolExecutor(threads + 1, "lexigrid-batch", initializer=stop.watch)
    try:
        while True:
            while len(running) <= threads and (part := next(waiting, None)) is not None:
                future = pool.submit(
                    work_part,
                    job,
                    lexicon,
                    sources[part.source],
                    part,
                    folder,
                    strict=strict,
                    stop=stop,
                    readers=readers,
                    turns=turns,
                )
                running[future] = part
            if not running:
                return
            ready, _ = wait(running, timeout=_LOOK, return_when=FIRST_COMPLETED)
            for future in ready:
                note(running[future], future.result())
                del running[future]
            tick()
    finally:
        stop.set()
        pool.shutdown(wait=True, cancel_futures=True)
        readers.close()
        for future, part in running.items():  # what was done when something else went wrong
            if future.done() and not future.cancelled() and future.exception() is None:
                with contextlib.suppress(InputError):  # the first trouble is the one to tell
                    note(part, future.result())
