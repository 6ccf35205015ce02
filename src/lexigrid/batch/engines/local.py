"""The local engine: threads that release the GIL while they search.

One more part is in progress than there are searching threads, so that one can read or write while
the others search. Memory does not grow with the input.
"""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from functools import partial

from ..._core import StopToken
from ...errors import InputError
from ...lexicon import Lexicon
from ..commit import commit_part
from ..job import Job
from ..parts import Part, PartResult
from ..progress import PartWatch
from ..readers.slices import SliceReader
from ..readers.sources import Source

#: The most seconds between two updates of the progress line, and between two checks for Ctrl-C.
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
    report: Callable[[Part, int, float], None],
    stopped: Callable[[], None],
) -> None:
    """Process parts on threads and pass each result to `add_result`.

    After an error, no new part begins; the parts in progress are finished and kept, and the first
    error is raised. Ctrl-C stops the parts in progress.

    `report` receives the finished rows of a part and their share of it, from any thread. `stopped`
    is called after Ctrl-C, before the threads have ended.
    """
    stop = StopToken()
    reader = SliceReader()
    slots = threading.BoundedSemaphore(threads)
    waiting = iter(parts)
    running: dict[Future[PartResult], Part] = {}
    errors: list[Exception] = []
    pool = ThreadPoolExecutor(threads + 1, "lexigrid-batch", initializer=stop.watch)

    def process(part: Part) -> PartResult:
        return commit_part(
            job, lexicon, sources[part.source], part, folder,
            strict=strict, watch=PartWatch(stop, partial(report, part)), reader=reader,
            search_slots=slots,
        )  # fmt: skip

    try:
        while True:
            while not errors and len(running) <= threads and (part := next(waiting, None)):
                running[pool.submit(process, part)] = part
            if not running:
                break
            ready, _ = wait(running, timeout=_POLL_SECONDS, return_when=FIRST_COMPLETED)
            for future in ready:
                try:
                    add_result(running.pop(future), future.result())
                except Exception as error:
                    errors.append(error)
            tick()
        if errors:
            raise errors[0]
    except KeyboardInterrupt:
        stop.set()
        stopped()
        raise
    finally:
        stop.set()
        pool.shutdown(wait=True, cancel_futures=True)
        reader.close()
        for future, part in running.items():  # parts that were finished when Ctrl-C came
            if future.done() and not future.cancelled() and future.exception() is None:
                with contextlib.suppress(InputError):
                    add_result(part, future.result())
