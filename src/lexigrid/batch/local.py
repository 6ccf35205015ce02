"""The local engine: a thread a core, the GIL released while boards are searched.

Knows the work and plans; known by the run.
Rule: no more parts are in flight than there are threads, so memory does not grow with the input.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait

from ..lexicon import Lexicon
from .job import Job
from .plan import Part
from .sources import Source
from .work import Done, work_part

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
    tick: Callable[[], None],
) -> Generator[tuple[Part, Done]]:
    """Do parts on threads; give each when it is done. The first trouble stops all of them."""
    stop = threading.Event()
    waiting = iter(parts)
    running: dict[Future[Done], Part] = {}
    pool = ThreadPoolExecutor(threads, "lexigrid-batch")
    try:
        while True:
            while len(running) < threads and (part := next(waiting, None)) is not None:
                future = pool.submit(
                    work_part,
                    job,
                    lexicon,
                    sources[part.source],
                    part,
                    folder,
                    strict=strict,
                    stop=stop,
                )
                running[future] = part
            if not running:
                return
            ready, _ = wait(running, timeout=_LOOK, return_when=FIRST_COMPLETED)
            for future in ready:
                yield running.pop(future), future.result()
            tick()
    finally:
        stop.set()
        pool.shutdown(wait=True, cancel_futures=True)
