"""`lexigrid batch`: search millions of grids, from file to file.

A summary goes to standard output; if standard error is a terminal, it shows a progress line.
"""

from __future__ import annotations

import atexit
import json
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict
from typing import Any

import click

from .._util.csv_text import format_csv
from .._util.validation import MAX_THREADS, check_exclusive
from ..alphabet import Alphabet
from ..batch.api import ENGINES, Summary, run_batch
from ..batch.job import KINDS, Job
from ..errors import InputError
from ..lexicon import Lexicon
from .complete import completer
from .help import Command, option
from .inputs import LetterOptions, read_lexicon, read_words
from .interrupts import leave_time_after_interrupts
from .messages import Progress, discard_standard_output
from .options import (
    add_options,
    csv_raw_option,
    derive_options,
    gather_options,
    letter_options,
    lexicon_option,
    number_option,
    overwrite_option,
    quiet_option,
    threads_option,
    words_option,
)
from .output import STANDARD_OUTPUT, Output, format_option, is_standard_output, refuse_input
from .status import FOUND, INTERRUPTED, MISSING

#: The default time limit per word of a trace, as in `lexigrid trace`.
TRACE_SECONDS = 10.0


#: The options that choose where a job runs.
engine_options = add_options(
    [
        threads_option,
        option(
            "--engine",
            type=click.Choice(ENGINES),
            default="local",
            show_default=True,
            help="Run on this machine, or on Dask.",
        ),
        number_option(
            "--workers", "Processes of a local Dask cluster; default: one per core.", MAX_THREADS
        ),
        option("--scheduler", metavar="ADDRESS", help="An existing Dask cluster: tcp://host:8786."),
    ],
    "Machines",
)


@click.command("batch", cls=Command)
@click.argument(
    "names", metavar="IN... OUT", shell_complete=completer("file"), nargs=-1, required=True
)
@add_options(derive_options(Job, has_defaults=False))
@option("--keep-all", is_flag=True, help="All columns of IN, then the default ones.", group="Task")
@option(
    "--from",
    "read_as",
    type=click.Choice(KINDS),
    help="The kind of IN if its name does not show it; text for '-'.",
    group="Files",
)
@option(
    "--to",
    "write_as",
    type=click.Choice(KINDS),
    help="The kind of OUT, if not that of IN.",
    group="Files",
)
@option("--delimiter", metavar="C", help="The field separator of CSV: ';'.", group="Files")
@option("--strict", is_flag=True, help="Stop at the first unusable row.", group="Files")
@words_option("Use the same words for every grid.")
@lexicon_option("'default' (for score, paths and bound), a language, or a file.")
@letter_options
@overwrite_option
@engine_options
@option("--output", "out", metavar="OUT", completes="file", help="OUT, if not named last.")
@gather_options(
    "answer",
    Output,
    [
        format_option("The format of the summary; that of OUT is --to.", "text"),
        quiet_option,
        csv_raw_option,
    ],
)
def command(
    names: tuple[str, ...],
    out: str | None,
    words_file: str | None,
    lexicon: str | None,
    language: str | None,
    keep_all: bool,
    answer: Output,
    **options: Any,
) -> int:
    """Run one task on every grid in the files IN and write one row per grid to OUT.

    IN are files, folders or globs of Parquet, Arrow, CSV, JSON lines or text (one grid per line).
    OUT is a file, or a folder for part files. After any interruption, the same command resumes the
    job. '-' is standard input or output.

    In CSV and text, lists of words are joined by ';', and paths and occurrences are JSON. In a
    grid, ? is a wild tile; in a word, it is punctuation.

    \b
      lexigrid batch boards.txt scores.csv
      lexigrid batch boards/ scores/ --size 4x4 --qu
      lexigrid batch puzzles.csv checked.csv --task check
      lexigrid batch - - --from csv --keep-all < boards.csv | sort
    """
    *inputs, out = names if out is None else (*names, out)
    if not inputs:
        raise InputError(
            f"only {out!r} is named, expected IN and OUT; name OUT last: a file such as "
            "scores.csv, a folder, or '-' for standard output"
        )
    out = STANDARD_OUTPUT if is_standard_output(out) else out
    refuse_input(out)
    if options["overwrite"] and out == STANDARD_OUTPUT:
        raise InputError("--overwrite is for a file or folder, not standard output; leave it out")
    if keep_all:
        check_exclusive({"--keep": options["keep"], "--keep-all": keep_all})
        options["keep"] = "all"
    if options["deadline"] is None and options["task"] == "trace":
        options["deadline"] = TRACE_SECONDS
    alphabet = LetterOptions.among({**options, "language": language}).choose_alphabet()
    if language is not None and alphabet is not None:
        options["alphabet"], options["fold_accents"] = alphabet.name, alphabet.fold_accents
    try:
        with show_job(answer, options["engine"]) as (progress, say):
            words = _read_lexicon(words_file, lexicon, alphabet, language, options["task"])
            options["csv_raw"] = answer.csv_raw
            summary = run_batch(inputs, out, words=words, progress=progress, say=say, **options)
    except BrokenPipeError:  # the reader of standard output has stopped
        discard_standard_output()
        return FOUND
    text = _format_summary(summary, answer.format, raw=answer.csv_raw)
    if out != STANDARD_OUTPUT:
        answer.send_document([text])
    elif not answer.quiet and sys.stderr is not None:
        sys.stderr.write(text)
    return MISSING if summary.errors or summary.failed else FOUND


@contextmanager
def show_job(answer: Output, engine: str) -> Iterator[tuple[Progress, Callable[[str], None]]]:
    """Yield functions that show the progress of a job on a terminal and print its messages.

    After Ctrl-C, the Dask workers are ended.
    """

    def say(message: str) -> None:
        progress.clear()
        answer.say(message)

    interrupted: list[int] = []
    if engine == "dask":
        leave_time_after_interrupts()  # to end its workers
        # Registered before Dask is imported, and therefore called after Dask's exit handlers.
        atexit.register(_exit_at_once, interrupted)
    with Progress(quiet=answer.quiet) as progress:
        try:
            yield progress, say
        except KeyboardInterrupt:
            interrupted.append(INTERRUPTED)
            raise


def _exit_at_once(interrupted: list[int]) -> None:
    """Exit after Ctrl-C without tearing down Dask's modules, which takes 0.2 s."""
    if interrupted:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(interrupted[0])


def _read_lexicon(
    words_file: str | None,
    name: str | None,
    alphabet: Alphabet | None,
    language: str | None,
    task: str,
) -> Lexicon | None:
    check_exclusive({"--words": words_file, "--lexicon": name})
    if words_file is not None:
        return read_words(words_file, alphabet)
    if name is None and task not in ("score", "paths", "bound"):
        return None
    return read_lexicon(name, alphabet, language)


def _format_summary(summary: Summary, form: str, *, raw: bool) -> str:
    facts = asdict(summary) | {"seconds": round(summary.seconds, 3)}
    if form == "json":
        return json.dumps({"format": "lexigrid/batch", "version": 1, **facts}) + "\n"
    if form == "csv":
        return format_csv([facts, facts.values()], raw=raw)
    name = "standard output" if summary.output == STANDARD_OUTPUT else summary.output
    is_done = 0 < summary.resumed == summary.parts
    text = f"{name}: {'already complete, nothing to do: ' if is_done else ''}"
    text += f"{summary.rows:,} row{'s' * (summary.rows != 1)}"
    if summary.errors:
        text += f", {summary.errors:,} with an error"
    if summary.failed:
        text += f", {summary.failed:,} failed the check"
    if is_done:
        return f"{text}; --overwrite runs it again\n"
    text += f"; {summary.seconds:.1f} s"
    if summary.resumed:
        return f"{text} ({summary.resumed:,} of {summary.parts:,} parts were done before)\n"
    rate = f"{summary.rate:,.0f}"
    return f"{text}, {rate} row{'s' * (rate != '1')}/s\n"
