"""Run a job: find the input, skip finished parts, process the rest, and join the parts if needed.

Only one job runs in a folder at a time. Parts that the manifest lists are never processed again.
"""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, Literal, Unpack, get_args

from .._util.io import check_path, file_exists
from .._util.own_files import remove_own
from .._util.progress import Progress, check_progress
from .._util.validation import check_choice, check_exclusive, check_threads
from ..errors import InputError
from ..lexicon import Lexicon, WordsLike
from .engines.dask import check_scheduler, digest_lexicon, import_distributed, run_on_dask
from .engines.local import run_locally
from .folder import LOCK, open_folder, own_files, remove_unfinished
from .job import JobArguments, Kind, check_options
from .manifest import Manifest, make_identity, open_manifest
from .parts import Part, PartResult
from .plan import make_plan, prepare_job
from .progress import Meter
from .readers.sources import STANDARD_STREAM, Source, find_sources, list_inputs
from .single_file import find_finished, join_output, output_kind
from .stream import run_stream

Engine = Literal["local", "dask"]
#: Where a job runs: threads of this machine, or a Dask cluster.
ENGINES: tuple[Engine, ...] = get_args(Engine)


@dataclass(frozen=True, slots=True)
class Summary:
    """The totals of a job over all its runs."""

    output: str
    """The output file or folder."""
    rows: int
    """The number of rows."""
    errors: int
    """Rows with an error."""
    failed: int
    """Rows that failed the check."""
    parts: int
    """The number of parts."""
    resumed: int
    """Parts that earlier runs finished."""
    seconds: float
    """The time of this run."""

    @property
    def rate(self) -> float:
        """Rows per second, for a job that took one run."""
        return self.rows / self.seconds if self.seconds > 0 else 0.0


def run_batch(
    inputs: str | os.PathLike[str] | Iterable[str | os.PathLike[str]],
    output: str | os.PathLike[str],
    *,
    words: WordsLike | None = None,
    read_as: Kind | None = None,
    write_as: Kind | None = None,
    strict: bool = False,
    overwrite: bool = False,
    threads: int | None = None,
    engine: Engine = "local",
    workers: int | None = None,
    scheduler: str | None = None,
    delimiter: str | None = None,
    progress: Progress | None = None,
    say: Callable[[str], None] | None = None,
    **options: Unpack[JobArguments],
) -> Summary:
    """Run one task on every grid of the input files and write one row per grid, in order.

    `inputs` is a file, a folder, a glob or several of them. `output` is a folder for part files, or
    a file whose name ending shows its kind. After any interruption, the same call resumes the job.
    "-" is standard input (text unless `read_as` is given) or standard output; a job that uses it
    cannot be resumed.

    >>> import tempfile, pathlib
    >>> folder = pathlib.Path(tempfile.mkdtemp())
    >>> _ = (folder / "boards.txt").write_text("tea/ant/oat\\ncat/s\\n")
    >>> summary = run_batch(folder / "boards.txt", folder / "scores.csv", words=["eat", "oat"])
    >>> print((folder / "scores.csv").read_text().strip())
    grid,score,error
    tea/ant/oat,2,
    cat/s,,"line 2: row 2 has 1 tile, expected 3 like row 1; write . for a hole"
    >>> summary.rows, summary.errors
    (2, 1)

    Args:
        words: a `Lexicon` or words; without them, "score", "paths" and "bound" use the built-in
            lexicon, and the other tasks use the words of each row.
        read_as: the kind of the input, if its file name ending does not show it.
        write_as: the kind of the output, by default that of the input.
        strict: stop at the first unusable row.
        overwrite: replace an output that is finished or that another job wrote.
        engine: "local", or "dask" on `workers` processes or on the cluster at `scheduler`.
        delimiter: the field separator of CSV and TSV input, if not "," or a tab.
        progress: called with the share done, 0 to 1, at most ten times a second. As text it is
            the rows done, the rate and the time left; without a total it stays 0.
        say: receives a message about what is kept when Ctrl-C ends the job.
        options: the other fields of `Job`: task, keep, size, qu, min_length, scoring and so on;
            None is the default. keep="all" passes all input columns through and adds the default
            ones.

    Raises:
        InputError: a file or option cannot be used, or the folder holds another job.
        LexiconError: the words cannot be compiled.
    """
    from .. import __version__

    begin = time.monotonic()
    check_progress(progress)
    check_choice(engine, "engine", ENGINES)
    if engine == "dask":
        # A scheduler has its own workers.
        check_exclusive({"workers (--workers)": workers, "scheduler (--scheduler)": scheduler})
        import_distributed()
        if scheduler is not None:
            check_scheduler(scheduler)
    elif scheduler is not None or workers is not None:
        raise InputError("workers and scheduler are for engine='dask' (--engine dask)")
    given = check_options(options)
    lexicon = _find_lexicon(given.get("task") or "score", words)
    target = check_path(output, "the output")
    names = list_inputs(inputs)
    if STANDARD_STREAM in (*names, target):
        if engine == "dask":
            raise InputError("standard input and output ('-') need engine='local'")
        total = run_stream(
            names, target, lexicon, given, read_as=read_as, write_as=write_as, delimiter=delimiter,
            strict=strict, overwrite=overwrite, threads=check_threads(threads),
            progress=progress, say=say,
        )  # fmt: skip
        return Summary(target, *total[:3], 1, 0, time.monotonic() - begin)
    file_kind = output_kind(target, write_as)
    folder = target if file_kind is None else f"{target}.parts"
    # The output of an earlier run of this job is not input.
    skipped = (target, f"{target}.parts")
    sources = find_sources(names, read_as, delimiter=delimiter, skip=skipped)
    if os.path.exists(target) and any(os.path.samefile(each.path, target) for each in sources):
        raise InputError(f"{target!r} is also an input; name another output", path=target)
    _check_parts(given, sources)
    given["kind"] = write_as or file_kind or sources[0].kind
    job = prepare_job(lexicon, given, sources)
    identity = make_identity(job, sources, _describe(lexicon), __version__)

    def summarize(total: PartResult, parts: int, resumed: int) -> Summary:
        rows, errors, failed, _ = total
        return Summary(target, rows, errors, failed, parts, resumed, time.monotonic() - begin)

    def summarize_finished() -> Summary | None:
        if file_kind is None or overwrite:
            return None
        if (finished := find_finished(target, identity)) is None:
            return None
        # The job may have been killed while it was removing its parts.
        if os.path.isdir(folder):
            remove_own(folder, own_files(folder, make_plan(job, sources)))
        return summarize(finished[1], finished[0], finished[0])

    if (finished := summarize_finished()) is not None:
        return finished
    with open_folder(folder):
        if (finished := summarize_finished()) is not None:  # by another process, just now
            return finished
        if overwrite or file_kind is not None:
            remove_own(folder, own_files(folder), dry_run=True)
        try:
            manifest, is_resumed = open_manifest(folder, job, sources, identity)
            is_replaced = overwrite and not manifest.remaining
        except InputError:
            if not overwrite:
                raise
            is_replaced = True
        if is_replaced:
            remove_own(folder, own_files(folder), keep=(LOCK,))
            manifest, is_resumed = open_manifest(folder, job, sources, identity)
        resumed = len(manifest.done)
        if file_kind is not None and not overwrite and os.path.exists(target):
            if not is_resumed:
                remove_own(folder, own_files(folder))
            if manifest.remaining or not is_resumed:
                raise file_exists(target)
        if manifest.remaining:
            arguments = (job, lexicon, sources, manifest.remaining, folder)
            count = check_threads(threads)
            run: _Run = (
                partial(
                    run_on_dask,
                    *arguments,
                    strict=strict,
                    workers=workers or count,
                    scheduler=scheduler,
                )
                if engine == "dask"
                else partial(run_locally, *arguments, strict=strict, threads=count)
            )
            _process_parts(manifest, run, progress, say)
        if file_kind is not None:
            join_output(manifest, job.kind, target)
            with contextlib.suppress(InputError):  # a file that has just appeared stays
                remove_own(folder, own_files(folder))
    return summarize(manifest.total(), len(manifest.parts), resumed)


def _check_parts(options: Mapping[str, Any], sources: Iterable[Source]) -> None:
    """Refuse a size of parts that no input follows.

    Raises:
        InputError: rows of text, or bytes of Parquet and Arrow files.
    """
    divides = {"part_rows" if each.is_columnar else "part_bytes" for each in sources}
    given = {"part_rows", "part_bytes"}.intersection(options)
    if given and given.isdisjoint(divides):
        (name,), (other,) = given, divides
        kinds = ["Parquet and Arrow input", "text"]
        kind, found = kinds if name == "part_rows" else reversed(kinds)
        raise InputError(
            f"{name} (--{name.replace('_', '-')}) is for {kind}; the input is {found}, so give "
            f"{other} or leave out {name}"
        )


def _find_lexicon(task: str, words: WordsLike | None) -> Lexicon | None:
    if words is None:
        return Lexicon.default() if task in ("score", "paths", "bound") else None
    return words if isinstance(words, Lexicon) else Lexicon(words)


def _describe(lexicon: Lexicon | None) -> dict[str, str] | None:
    if lexicon is None:
        return None
    return {"fingerprint": lexicon.fingerprint, "digest": digest_lexicon(lexicon)}


#: An engine that still needs `add_result`, `tick`, `report` and `stopped`.
_Run = Callable[..., None]


def _process_parts(
    manifest: Manifest, run: _Run, progress: Progress | None, say: Callable[[str], None] | None
) -> None:
    """Process the remaining parts; however this ends, the manifest lists the finished ones."""
    weights = {part.number: part.weight for part in manifest.parts}
    meter = Meter(
        sum(weights.values()),
        done_before=sum(weights[number] for number in manifest.done),
        rows_before=manifest.total().rows,
        progress=progress,
    )

    def add_result(part: Part, result: PartResult) -> None:
        manifest.add_result(part, result)
        meter.add(part.number, part.weight, result.rows)

    def report(part: Part, rows: int, share: float) -> None:
        meter.report(part.number, rows, share * part.weight)

    def explain_stop() -> None:
        manifest.write()
        if say is not None:
            say(
                f"stopped: {len(manifest.done)} of {len(manifest.parts)} parts are done and kept "
                f"in {manifest.folder!r}; repeat the same command to continue"
            )

    try:
        run(add_result=add_result, tick=meter.tick, report=report, stopped=explain_stop)
    except BaseException:
        remove_unfinished(manifest.folder)
        with contextlib.suppress(InputError):  # a full disk: the first error is the one to report
            manifest.write()
        raise
    remove_unfinished(manifest.folder)
    manifest.write()
