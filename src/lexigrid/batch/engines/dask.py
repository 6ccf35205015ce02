"""The engine for clusters: Dask's futures, a part a task.

Knows the work, plans and the crew; imports `distributed` when it is asked for; known by the run.
Rule: the scheduler holds a few tasks a worker, whatever the number of parts, and no data at all.
"""

from __future__ import annotations

import hashlib
import itertools
import os
import re
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from ...errors import InputError
from ...lexicon import Lexicon
from ..job import Job
from ..plan import Part
from ..readers.slices import Readers
from ..readers.sources import Source
from ..work import Done, work_part
from .dask_workers import LOOK, Crew, connected

_ADDRESS = re.compile(r"[a-z]+://.+:[0-9]{1,5}")
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
    made: str = lexicon.derived.get_or_make(
        "digest", lambda: hashlib.blake2b(lexicon.core.image, digest_size=16).hexdigest()
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
    with connected(distributed, workers, scheduler) as client:
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
        self._crew = Crew(client)
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
                    self._ready.thread_condition.wait(LOOK)
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
