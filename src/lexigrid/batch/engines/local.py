"""The local engine: threads, which release the GIL while they search.

One part more is in progress than there are threads, so that it reads or writes while the others
search, and memory does not grow with the input.
"""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait

from ..._core import StopToken
from ...errors import InputError
from ...lexicon import Lexicon
from ..commit import commit_part
from ..job import Job
from ..parts import Part, PartResult
from ..readers.slices import SliceReader
from ..readers.sources import Source

#: Seconds between two checks for Ctrl-C and updates of the progress line.
_POLL_SECONDS = 0.1


def run_locally(
    job: Job,
    lexicon: Lexicon | None,
    sources: Sequence[Source],
    parts: Sequence[Part],
    folder: str,
    *,
    threads: int,
    strict: bool,
    add_result: Callable[[Part, PartResult], None],
    tick: Callable[[], None],
) -> None:
    """Process parts on threads and report each result; the first error stops all of them."""
    stop = StopToken()
    reader = SliceReader()
    slots = threading.BoundedSemaphore(threads)
    waiting = iter(parts)
    running: dict[Future[PartResult], Part] = {}
    pool = ThreadPoolExecutor(threads + 1, "lexigrid-batch", initializer=stop.watch)

    def process(part: Part) -> PartResult:
        return commit_part(
            job, lexicon, sources[part.source], part, folder,
            strict=strict, stop=stop, reader=reader, search_slots=slots,
        )  # fmt: skip

    try:
        while True:
            while len(running) <= threads and (part := next(waiting, None)) is not None:
                running[pool.submit(process, part)] = part
            if not running:
                return
            ready, _ = wait(running, timeout=_POLL_SECONDS, return_when=FIRST_COMPLETED)
            for future in ready:
                add_result(running[future], future.result())
                del running[future]
            tick()
    finally:
        stop.set()
        pool.shutdown(wait=True, cancel_futures=True)
        reader.close()
        for future, part in running.items():  # parts that were done when another failed
            if future.done() and not future.cancelled() and future.exception() is None:
                with contextlib.suppress(InputError):  # the first error is the one to report
                    add_result(part, future.result())
