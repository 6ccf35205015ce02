"""Answer rows from standard input or on standard output, in order and as soon as possible.

Such a job cannot be resumed.
"""

from __future__ import annotations

import os
import queue
import sys
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from functools import partial
from typing import Any, BinaryIO, NamedTuple

from .._core import StopToken
from .._util.io import atomic_write, check_output, file_exists
from .._util.progress import Progress
from ..errors import InputError
from ..lexicon import Lexicon
from .commit import Answers, answer_batches
from .job import Job
from .parts import PartResult
from .plan import make_plan, prepare_job
from .progress import Meter, PartWatch
from .readers.slices import SliceReader
from .readers.sources import STANDARD_STREAM, Source, find_sources, open_standard_input
from .readers.text import Check, check_header, parse_header, read_records
from .readers.text_stream import TextStream
from .rows import Rows
from .single_file import output_kind
from .writers.text import open_writer

#: Parts are smaller than between files, because their answers wait in memory for their turn.
_SMALL_PARTS = {"part_bytes": 1 << 18, "part_rows": 1 << 14}
_POLL_SECONDS = 0.1


class Piece(NamedTuple):
    """Some rows of a source: functions that read them and count the lines or rows before them."""

    source: Source
    read: Callable[[Check], Iterator[Rows]]
    first_place: Callable[[], int]
    weight: int = 0


def run_stream(
    names: Sequence[str],
    target: str,
    lexicon: Lexicon | None,
    options: Mapping[str, Any],
    *,
    read_as: str | None,
    write_as: str | None,
    delimiter: str | None,
    strict: bool,
    overwrite: bool,
    threads: int,
    progress: Progress | None,
    say: Callable[[str], None] | None,
) -> PartResult:
    """Write the answers to the rows of `names` to `target`, and return the totals.

    `target` or one of `names` is "-".

    Raises:
        InputError: a file or option cannot be used.
    """
    file_kind = None if target == STANDARD_STREAM else output_kind(target, write_as)
    if target != STANDARD_STREAM and file_kind is None:
        raise InputError(
            f"{target!r} is a folder, but the answers to standard input ('-') go to one file; "
            "name a file such as scores.csv",
            path=target,
        )
    if file_kind is not None:
        check_output(target)
        if os.path.exists(target) and not overwrite:
            raise file_exists(target)
    options = _SMALL_PARTS | {name: each for name, each in options.items() if each is not None}
    if STANDARD_STREAM in names:
        if len(names) > 1:
            raise InputError("standard input ('-') cannot be read together with files")
        source = open_standard_input(read_as, delimiter)
        options["kind"] = write_as or file_kind or source.kind
        stream = TextStream(_standard_input(), source, keep_all=options.get("keep") == "all")
        columns = parse_header(source, stream.head)
        job = prepare_job(lexicon, options, [source], columns)
        check_header(job, source, columns)
        pieces = (
            Piece(source, partial(read_records, job, source, columns, data), partial(int, line))
            for line, data in stream
        )
        total_weight = 0
    else:
        sources = find_sources(names, read_as, delimiter=delimiter)
        source = sources[0]
        options["kind"] = write_as or file_kind or source.kind
        job = prepare_job(lexicon, options, sources)
        plan = make_plan(job, sources)
        reader = SliceReader()
        total_weight = sum(part.weight for part in plan)
        pieces = (
            Piece(
                own := sources[part.source],
                partial(reader.read, job, own, part.slice),
                partial(reader.first_place, own, part.slice),
                part.weight,
            )
            for part in plan
        )
    meter = Meter(total_weight, progress)
    total = PartResult(0, 0, 0, 0)
    with (
        _explain_stop(target, say),
        _open_target(target) as file,
        open_writer(job, source, file) as writer,
    ):
        for columns_of_rows, result in _answer_in_order(
            job, lexicon, pieces, meter, strict=strict, threads=threads
        ):
            writer.write(columns_of_rows)
            file.flush()
            total = PartResult(*map(sum, zip(total, result, strict=True)))
    return total


def _answer_in_order(
    job: Job,
    lexicon: Lexicon | None,
    pieces: Iterator[Piece],
    meter: Meter,
    *,
    strict: bool,
    threads: int,
) -> Iterator[Answers]:
    """Search pieces on threads, and yield their answers in order.

    Another thread reads, so that answers are yielded while the input is waiting for more rows.
    """
    stop = StopToken()
    answered: queue.Queue[Future[list[Answers]] | BaseException | None] = queue.Queue(threads + 1)
    pool = ThreadPoolExecutor(threads, "lexigrid-stream", initializer=stop.watch)

    def answer(number: int, piece: Piece) -> list[Answers]:
        def report(rows: int, share: float) -> None:
            meter.report(number, rows, share * piece.weight)

        watch = PartWatch(stop, report)
        batches = piece.read(watch.check)
        found = list(
            answer_batches(
                job, lexicon, piece.source, batches, piece.first_place, watch, strict=strict
            )
        )
        meter.add(number, piece.weight, sum(result.rows for _, result in found))
        return found

    def put(item: Future[list[Answers]] | BaseException | None) -> None:
        is_waiting = True
        while is_waiting and not stop.is_set():
            with suppress(queue.Full):
                answered.put(item, timeout=_POLL_SECONDS)
                is_waiting = False

    def read() -> None:
        try:
            for number, piece in enumerate(pieces):
                if stop.is_set():
                    return
                put(pool.submit(answer, number, piece))
            put(None)
        except BaseException as error:
            put(error)

    threading.Thread(target=read, name="lexigrid-read", daemon=True).start()
    try:
        while True:
            meter.tick()
            try:
                item = answered.get(timeout=_POLL_SECONDS)
            except queue.Empty:
                continue
            if item is None:
                return
            if isinstance(item, BaseException):
                raise item
            while not item.done():
                meter.tick()
                _wait(item)
            yield from item.result()
    finally:
        stop.set()
        pool.shutdown(wait=True, cancel_futures=True)


def _wait(future: Future[Any]) -> None:
    """Wait briefly for a future, so that progress is shown and Ctrl-C is noticed."""
    with suppress(TimeoutError):
        future.exception(timeout=_POLL_SECONDS)


@contextmanager
def _explain_stop(target: str, say: Callable[[str], None] | None) -> Iterator[None]:
    try:
        yield
    except KeyboardInterrupt:
        if say is not None and target != STANDARD_STREAM:
            say(f"stopped: {target!r} was not written; only a job from file to file can be resumed")
        raise


def _standard_input() -> Any:
    """Return standard input as bytes, unbuffered: a blocked reader would hold the buffer's lock."""
    if sys.stdin is None:
        raise InputError("standard input is closed; name a file")
    return getattr(sys.stdin.buffer, "raw", sys.stdin.buffer)


def _open_target(target: str) -> AbstractContextManager[BinaryIO]:
    if target != STANDARD_STREAM:
        return atomic_write(target)
    if sys.stdout is None:
        raise InputError("standard output is closed; name a file")
    sys.stdout.flush()
    return nullcontext(sys.stdout.buffer)
