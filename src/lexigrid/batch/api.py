"""A whole job: find the input, take up what is done, do the rest, join if one file is wanted.

Knows all of the room; known by its door.
Rule: one job at a time in a folder; what the manifest notes as done is never done again.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from .._util.validation import check_threads
from ..errors import InputError
from ..lexicon import Lexicon
from ..search.options import min_length_for
from .engines.dask import check_dask, check_scheduler, digest_of, run_on_dask
from .engines.local import run_locally
from .job import Job, Shape, check_job
from .manifest import Manifest, check_folder, identity_of, open_manifest, sweep
from .plan import Part
from .progress import Progress
from .readers.sources import ENDINGS, Source, find_sources
from .strict import in_its_file
from .whole import find_done, join, there_already
from .work import Done

ENGINES = ("local", "dask")
_LOCK = "_lock"
_PARTS = ".parts"


@dataclass(frozen=True, slots=True)
class Summary:
    """What a job came to, over all its runs; `resumed` is the number of parts done before."""

    output: str
    rows: int
    errors: int
    failed: int
    parts: int
    resumed: int
    seconds: float

    @property
    def rate(self) -> float:
        """Rows a second, of a job that was done in one run."""
        return self.rows / self.seconds if self.seconds > 0 else 0.0


def run_batch(
    inputs: str | os.PathLike[str] | Iterable[str],
    output: str | os.PathLike[str],
    *,
    task: str = "score",
    lexicon: Lexicon | Iterable[str] | None = None,
    keep: Sequence[str] = (),
    read_as: str | None = None,
    write_as: str | None = None,
    grid_column: str = "grid",
    words_column: str | None = None,
    size_column: str | None = None,
    size: Shape | None = None,
    qu: bool = False,
    alphabet: str | None = None,
    case_sensitive: bool = False,
    fold_accents: bool = False,
    min_length: int | None = None,
    scoring: str | Mapping[int, int] = "classic",
    topology: str | None = None,
    wrap: bool = False,
    deadline: float | None = None,
    part_rows: int | None = None,
    part_bytes: int | None = None,
    strict: bool = False,
    threads: int | None = None,
    engine: str = "local",
    workers: int | None = None,
    scheduler: str | None = None,
    show: Callable[[str], None] | None = None,
) -> Summary:
    """Do one task for every grid of the input files and write a row for each, in order.

    `inputs` is a file, a folder, a glob or several files; `output` a folder for files of parts,
    or a file with an ending that tells its kind. A job that was ended, however, goes on where it
    was when the same call comes again.

    >>> import tempfile, pathlib
    >>> folder = pathlib.Path(tempfile.mkdtemp())
    >>> _ = (folder / "boards.txt").write_text("tea/ant/oat\\ncat/s\\n")
    >>> done = run_batch(folder / "boards.txt", folder / "scores.csv", lexicon=["eat", "oat"])
    >>> print((folder / "scores.csv").read_text().strip())
    grid,score,error
    tea/ant/oat,2,
    cat/s,,"row 2 has 1 tiles, expected 3 like row 1; write . for a hole"
    >>> done.rows, done.errors
    (2, 1)

    Args:
        task: "score", "paths", "lines", "check" (each word stands exactly once) or "trace".
        lexicon: the words; for lines, check and trace None takes those of `words_column`.
        keep: columns of the output, see `lexigrid.batch.TASKS`; `error` always comes last.
        strict: a row that cannot be used stops the job.
        engine: "local", or "dask" on `workers` processes or the cluster at `scheduler`.
        show: gets a line about progress, ten times a second at most.

    Raises:
        InputError: files or options that cannot be used; the folder holds another job.
        LexiconError: words that cannot be compiled.
    """
    from .. import __version__

    begin = time.monotonic()
    if engine not in ENGINES:
        raise InputError(f"engine is {engine!r}, expected one of {', '.join(ENGINES)}")
    if engine == "dask":
        check_dask()
        if scheduler is not None:
            check_scheduler(scheduler)
    elif scheduler is not None or workers is not None:
        raise InputError("workers and scheduler are for engine='dask' (--engine dask)")
    words = _lexicon_for(task, lexicon)
    given = {
        name: value
        for name, value in (("part_rows", part_rows), ("part_bytes", part_bytes))
        if value is not None
    }
    target = os.fspath(output)
    # A job that is taken up again must not find what it has written itself.
    sources = find_sources(inputs, read_as, skip=(target, target + _PARTS))
    job = check_job(
        Job(
            task=task,
            kind=write_as or _kind_of(target, sources),
            keep=tuple(keep),
            grid_column=grid_column,
            words_column=_words_column(task, words, words_column),
            size_column=size_column,
            size=size,
            qu=bool(qu),
            alphabet=alphabet,
            case_sensitive=bool(case_sensitive),
            fold_accents=bool(fold_accents),
            min_length=1 if words is None else min_length_for(words, min_length),
            scoring=scoring if isinstance(scoring, str) else tuple(sorted(scoring.items())),
            topology=topology,
            wrap=bool(wrap),
            deadline=deadline,
            **given,
        )
    )
    identity = identity_of(job, sources, _about(words), __version__)
    is_file = _is_file(target)
    if is_file and (found := find_done(target, identity)) is not None:
        # It may have been killed while its parts went.
        shutil.rmtree(target + _PARTS, ignore_errors=True)
        return _summary(target, found[1], found[0], found[0], begin)
    folder = _folder_for(target, is_file)
    with _removed_if_bare(folder), _locked(folder):
        sweep(folder)
        manifest, again = open_manifest(folder, job, sources, identity)
        resumed = len(manifest.done) if again else 0
        if is_file and os.path.exists(target) and (manifest.left or not again):
            if not again:
                shutil.rmtree(folder)
            raise there_already(target)
        if manifest.left:
            count = check_threads(threads)
            run = _engine(
                engine, job, words, sources, manifest, strict, count, workers or count, scheduler
            )
            try:
                _do(manifest, run, show)
            except InputError as error:
                raise in_its_file(error, job, sources, manifest) from error
        if is_file:
            join(manifest, job.kind, target)
    if is_file:
        shutil.rmtree(folder)
    return _summary(target, manifest.sums(), len(manifest.parts), resumed, begin)


def _summary(target: str, done: Done, parts: int, resumed: int, begin: float) -> Summary:
    return Summary(
        target, done.rows, done.bad, done.failed, parts, resumed, time.monotonic() - begin
    )


def _about(lexicon: Lexicon | None) -> dict[str, str] | None:
    if lexicon is None:
        return None
    return {"fingerprint": lexicon.fingerprint, "digest": digest_of(lexicon)}


#: What does the parts that are left, told whom to note each to and whom to tick.
_Run = Callable[[Callable[[Part, Done], None], Callable[[], None]], None]


def _engine(
    name: str,
    job: Job,
    lexicon: Lexicon | None,
    sources: Sequence[Source],
    manifest: Manifest,
    strict: bool,
    threads: int,
    workers: int,
    scheduler: str | None,
) -> _Run:
    left, folder = manifest.left, manifest.folder
    if name == "dask":
        return lambda note, tick: run_on_dask(
            job, lexicon, sources, left, folder,
            workers=workers, scheduler=scheduler, strict=strict, note=note, tick=tick,
        )  # fmt: skip
    return lambda note, tick: run_locally(
        job, lexicon, sources, left, folder, threads=threads, strict=strict, note=note, tick=tick
    )


def _do(manifest: Manifest, run: _Run, show: Callable[[str], None] | None) -> None:
    """Do the parts that are left; whatever ends this, what is done is noted."""
    weight = {part.number: part.weight for part in manifest.parts}
    progress = Progress(
        sum(weight.values()),
        before=sum(weight[number] for number in manifest.done),
        rows_before=sum(done.rows for done in manifest.done.values()),
        show=show,
    )

    def note(part: Part, done: Done) -> None:
        manifest.note(part, done)
        progress.add(part.weight, done.rows)

    try:
        run(note, progress.tick)
    except BaseException:
        sweep(manifest.folder)  # of workers that were ended under way
        with contextlib.suppress(InputError):  # a full disk: the first trouble is the one to tell
            manifest.write()
        raise
    sweep(manifest.folder)  # of workers that died under way
    manifest.write()


def _is_file(target: str) -> bool:
    return os.path.splitext(target)[1].lower() in ENDINGS and not os.path.isdir(target)


def _folder_for(target: str, is_file: bool) -> str:
    """Give the folder of the parts: the output itself, or one beside the file that it is."""
    folder = target + _PARTS if is_file else target
    check_folder(folder)
    try:
        if is_file:
            os.makedirs(os.path.dirname(os.path.abspath(target)), exist_ok=True)
        os.makedirs(folder, exist_ok=True)
    except OSError as error:
        raise InputError(
            f"cannot make the folder {folder!r}: {error.strerror or error}", path=folder
        ) from error
    return folder


def _kind_of(target: str, sources: Sequence[Source]) -> str:
    return ENDINGS[os.path.splitext(target)[1].lower()] if _is_file(target) else sources[0].kind


def _lexicon_for(task: str, lexicon: Lexicon | Iterable[str] | None) -> Lexicon | None:
    if lexicon is None:
        return Lexicon.default() if task in ("score", "paths") else None
    return lexicon if isinstance(lexicon, Lexicon) else Lexicon(lexicon)


def _words_column(task: str, lexicon: Lexicon | None, name: str | None) -> str | None:
    if lexicon is None:
        return name or "words"
    if name is not None:
        raise InputError("words come from a lexicon or from a column, give one of them")
    return None


@contextmanager
def _removed_if_bare(folder: str) -> Iterator[None]:
    """Leave no folder behind where a job could not even begin."""
    try:
        yield
    except BaseException:
        with contextlib.suppress(OSError):
            if set(os.listdir(folder)) <= {_LOCK}:
                shutil.rmtree(folder)
        raise


@contextmanager
def _locked(folder: str) -> Iterator[None]:
    """Keep a second job out of the folder; the lock ends with the process, however that ends."""
    try:
        import fcntl
    except ImportError:  # not on Windows
        yield
        return
    path = os.path.join(folder, _LOCK)
    try:
        file: Any = open(path, "ab")  # noqa: SIM115 - held to the end of the job
    except OSError as error:
        raise InputError(
            f"cannot write into {folder!r}: {error.strerror or error}", path=folder
        ) from error
    with file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            raise InputError(
                f"another job is at work in {folder!r}; wait for it or name another folder",
                path=folder,
            ) from error
        yield
