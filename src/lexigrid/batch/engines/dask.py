"""The engine for clusters: each part is a Dask task.

However many parts there are, the scheduler holds only a few tasks per worker, and no data.
"""

from __future__ import annotations

import hashlib
import itertools
import os
import re
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from ..._util.io import import_extra
from ...errors import InputError
from ...lexicon import Lexicon, per_lexicon
from ..commit import commit_part
from ..folder import LEXICON
from ..job import Job
from ..parts import Part, PartResult
from ..readers.slices import SliceReader
from ..readers.sources import Source
from .dask_workers import POLL_SECONDS, WorkerPool, connect

_ADDRESS = re.compile(r"[a-z]+://.+:[0-9]{1,5}")
#: After this many seconds without a result, parts with a lost future are submitted again.
_PATIENCE = 10.0
_MAX_RETRIES = 3
_LOST = ("cancelled", "lost", "error")


class LexiconLocation(NamedTuple):
    """The file of the lexicon (None for the built-in one), and its digest."""

    path: str | None
    digest: str


@per_lexicon
def digest_lexicon(lexicon: Lexicon) -> str:
    """Return a digest of a compiled lexicon with its spellings and alphabet."""
    return hashlib.blake2b(lexicon.core.image, digest_size=16).hexdigest()


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
    add_result: Callable[[Part, PartResult], None],
    tick: Callable[[], None],
    report: Callable[[Part, int, float], None] | None = None,
    stopped: Callable[[], None] | None = None,
) -> None:
    """Process parts on Dask workers and pass on each result; `report` is not called.

    Without `scheduler`, a cluster of `workers` processes is started on the loopback address of
    this machine; it ends with the job. Input and output must have the same paths on all machines.

    Raises:
        InputError: distributed is not installed, no scheduler answers, or a part kills its workers.
    """
    distributed = import_distributed()
    folder = os.path.abspath(folder)
    options = {
        "job": job,
        "location": save_lexicon(lexicon, folder),
        "folder": folder,
        "strict": strict,
    }
    with connect(distributed, workers, scheduler) as client:
        try:
            PartDispatcher(distributed, client, sources, add_result, tick).run(parts, options)
        except KeyboardInterrupt:
            if stopped is not None:
                stopped()
            raise


def save_lexicon(lexicon: Lexicon | None, folder: str) -> LexiconLocation | None:
    """Save the lexicon in the folder of the job, where the workers can map it."""
    if lexicon is None:
        return None
    if lexicon is Lexicon.default():
        return LexiconLocation(None, digest_lexicon(lexicon))
    path = os.path.join(folder, LEXICON)
    lexicon.save(path)
    return LexiconLocation(path, digest_lexicon(lexicon))


def process_on_worker(
    source_and_part: tuple[Source, Part],
    *,
    job: Job,
    location: LexiconLocation | None,
    folder: str,
    strict: bool,
) -> PartResult:
    """Process one part on a worker."""
    lexicon = load_lexicon(location)
    return commit_part(job, lexicon, *source_and_part, folder, strict=strict, reader=_reader)


_reader = SliceReader()
_lexicons: dict[LexiconLocation, Lexicon] = {}


def load_lexicon(location: LexiconLocation | None) -> Lexicon | None:
    """Map the lexicon of a job, once per worker.

    Raises:
        InputError: it is not the lexicon of the job.
    """
    if location is None:
        return None
    lexicon = _lexicons.get(location)
    if lexicon is None:
        lexicon = Lexicon.default() if location.path is None else Lexicon.load(location.path)
        digest = digest_lexicon(lexicon)
        if digest != location.digest:
            raise InputError(
                f"the worker's lexicon ({location.path or 'built in'}) has the digest {digest}, "
                f"the job's has {location.digest}; install the same release of lexigrid on all "
                "machines"
            )
        _lexicons.clear()
        _lexicons[location] = lexicon
    return lexicon


def check_scheduler(address: str) -> None:
    """Check the form of an address, because Dask would keep trying a malformed one.

    Raises:
        InputError: it is malformed.
    """
    if not _ADDRESS.fullmatch(address):
        raise InputError(f"no scheduler has the address {address!r}, expected tcp://HOST:PORT")


def import_distributed() -> Any:
    """Return Dask's package `distributed`, or say how to install it."""
    return import_extra("distributed", "dask", "--engine dask", "omit --engine")


class WorkersKilledError(InputError):
    """A part was on a worker that died, as often as the scheduler allows."""


class PartDispatcher:
    """Submits parts to the scheduler, a few at a time, and collects their results."""

    def __init__(
        self,
        distributed: Any,
        client: Any,
        sources: Sequence[Source],
        add_result: Callable[[Part, PartResult], None],
        tick: Callable[[], None],
    ) -> None:
        self._distributed = distributed
        self._client = client
        self._sources = sources
        self._add_result = add_result
        self._tick = tick
        self._pool = WorkerPool(client)
        self._running: dict[Any, Part] = {}
        self._retries: dict[int, int] = {}
        # Results arrive with their notifications, in batches. Fetching each alone would cost one
        # round trip per part, ten times the work of the scheduler.
        self._completed = distributed.as_completed(
            loop=client.loop, with_results=True, raise_errors=False
        )

    def run(self, parts: Iterable[Part], options: dict[str, Any]) -> None:
        """Process the parts; `options` are those of `process_on_worker`."""
        waiting = iter(parts)
        retry: list[Part] = []
        last_result = time.monotonic()
        while True:
            self._submit(retry, waiting, options)
            if not self._running:
                return
            batch = self._completed.next_batch(block=False)
            if batch:
                last_result = time.monotonic()
            else:
                with self._completed.thread_condition:
                    self._completed.thread_condition.wait(POLL_SECONDS)
                if time.monotonic() - last_result > _PATIENCE:
                    last_result = time.monotonic()
                    batch = [(each, None) for each in self._running if each.status in _LOST]
            for future, result in batch:
                part = self._running.pop(future, None)
                if part is not None and not self._accept(future, result, part):
                    retry.append(part)
            self._tick()

    def _submit(self, retry: list[Part], waiting: Iterator[Part], options: dict[str, Any]) -> None:
        # Submit at least half of the tasks at once: one call per part would be the bottleneck.
        free = self._pool.max_tasks - len(self._running)
        if 2 * free < self._pool.max_tasks and not retry:
            return
        chosen = [*retry, *itertools.islice(waiting, max(free, 0))]
        retry.clear()
        if not chosen:
            return
        futures = self._client.map(
            process_on_worker,
            [(self._sources[part.source], part) for part in chosen],
            key=[
                f"{part.name}-{self._retries.get(part.number, 0)}-{id(self):x}" for part in chosen
            ],
            **options,
            pure=False,
        )
        self._running.update(zip(futures, chosen, strict=True))
        self._completed.update(futures)

    def _accept(self, future: Any, result: Any, part: Part) -> bool:
        """Pass on a result; return False if there is none and the part must be submitted again."""
        # The status does not decide: if a worker dies just after its part, the future becomes
        # "pending" or "lost" whether or not its result has arrived.
        status = future.status
        future.release()
        if isinstance(result, PartResult):
            self._add_result(part, result)
            return True
        retries = self._retries[part.number] = self._retries.get(part.number, 0) + 1
        if status == "error":
            error = self._find_error(result, part)
            # Dask charges the death of a worker to all its parts, even those not yet started.
            if not isinstance(error, WorkersKilledError) or retries > _MAX_RETRIES:
                raise error
        elif retries > _MAX_RETRIES:
            raise InputError(f"the cluster lost the part {part.name} ({status}) {retries} times")
        return False

    def _find_error(self, result: Any, part: Part) -> BaseException:
        """Return the error to raise for a failed part; `result` is (type, error, traceback)."""
        error = result[1] if isinstance(result, tuple) and len(result) == 3 else result
        if isinstance(error, self._distributed.KilledWorker):
            source = self._sources[part.source]
            return WorkersKilledError(
                f"the part {part.name} of {source.path!r} killed the workers that tried it; they "
                "may lack memory: give a smaller --part-rows or fewer workers"
            )
        if isinstance(error, BaseException):
            return error
        return InputError(f"the cluster gave up on the part {part.name}: {error!r}")
