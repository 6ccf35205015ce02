"""`lexigrid batch`: search millions of grids, from files to files.

Standard output gets a summary; a terminal's standard error gets a line of progress.
"""

from __future__ import annotations

import atexit
import json
import os
import sys
from collections.abc import Callable
from typing import Any

import click

from .._util.csv_text import format_csv
from ..alphabet import Alphabet
from ..batch import ENGINES, KINDS, TASKS, Summary, run_batch
from ..errors import InputError
from ..lexicon import Lexicon
from .complete import complete_file, complete_lexicon
from .help import Command
from .inputs import choose_alphabet, read_lexicon, read_words
from .interrupts import leave_time_after_interrupts
from .options import (
    MAX_COUNT,
    MAX_THREADS,
    TOPOLOGIES,
    letter_options,
    number_option,
    output_options,
    parse_seconds,
    scoring_option,
    shape_option,
    value_parser,
)
from .output import Output
from .status import FOUND, INTERRUPTED, MISSING

#: Seconds for each word of a trace by default, as in `lexigrid trace`.
TRACE_SECONDS = 10.0
_CLEAR_LINE = "\r\x1b[2K"


def _parse_names(text: str) -> tuple[str, ...]:
    return tuple(name.strip() for name in text.split(",")) if text else ()


@click.command("batch", cls=Command, short_help="Search millions of grids, from files to files.")
@click.argument("inputs", metavar="IN...", shell_complete=complete_file, nargs=-1, required=True)
@click.argument("out", metavar="OUT", shell_complete=complete_file)
@click.option(
    "--task",
    type=click.Choice(tuple(TASKS)),
    default="score",
    show_default=True,
    help="The question for each grid.",
)
@click.option(
    "--keep",
    metavar="A,B,...",
    callback=value_parser(_parse_names),
    help="The columns of the output, also of IN; 'error' always comes last.",
)
@click.option("--keep-all", is_flag=True, help="All columns of IN, then the usual ones.")
@click.option(
    "--from",
    "read_as",
    type=click.Choice(KINDS),
    help="The kind of IN, if its ending does not tell.",
)
@click.option(
    "--to", "write_as", type=click.Choice(KINDS), help="The kind of OUT, if not that of IN."
)
@click.option("--grid-column", metavar="NAME", default="grid", show_default=True)
@click.option("--words-column", metavar="NAME", help="For lines, check and trace; default 'words'.")
@click.option("--size-column", metavar="NAME", help="The size of each row, such as 3x4.")
@click.option(
    "--words",
    "words_file",
    metavar="FILE",
    shell_complete=complete_file,
    help="The same words for every grid.",
)
@click.option(
    "--lexicon",
    metavar="NAME|FILE",
    shell_complete=complete_lexicon,
    help="'default' (for score and paths) or a file.",
)
@shape_option("--size", "Fold bare strings into rows: 3x4; else they are squares.")
@click.option("--qu", is_flag=True, help="Every tile Q spells QU.")
@letter_options
@click.option("--topology", type=click.Choice(TOPOLOGIES), help="Which cells touch: king.")
@click.option("--wrap", is_flag=True, help="Edges touch each other.")
@number_option("--min-length", "Letters of a word: 3 with the built-in lexicon, else 1.")
@scoring_option
@click.option(
    "--deadline",
    metavar="SECONDS",
    callback=value_parser(parse_seconds),
    help="For each grid (in traces for each word: 10).",
)
@click.option("--strict", is_flag=True, help="Stop at the first unusable row.")
@click.option("--overwrite", is_flag=True, help="Replace OUT if it is finished or of another job.")
@number_option("--part-rows", "Rows of one output file at most (131,072).", MAX_COUNT)
@number_option("--part-bytes", "Bytes of text input for one output file (4,194,304).", MAX_COUNT)
@number_option("--threads", "Use N processor cores.", MAX_THREADS)
@click.option("--engine", type=click.Choice(ENGINES), default="local", show_default=True)
@number_option("--workers", "Processes of a local Dask cluster; one per core.", MAX_THREADS)
@click.option("--scheduler", metavar="ADDRESS", help="An existing Dask cluster: tcp://host:8786.")
@output_options
def command(
    inputs: tuple[str, ...],
    out: str,
    words_file: str | None,
    lexicon: str | None,
    keep_all: bool,
    answer: Output,
    **options: Any,
) -> int:
    """Ask one question about every grid of the files IN and write a row for each to OUT.

    IN are files, folders or globs of Parquet, Arrow, CSV, JSON lines or text (one grid per line).
    OUT is a folder, which gets part files, or a file. The same command resumes a job that was
    interrupted in any way.

    \b
      lexigrid batch boards.txt scores.csv
      lexigrid batch boards/ scores/ --size 4x4 --qu
      lexigrid batch puzzles.csv checked.csv --task check
    """
    if "-" in (*inputs, out):
        raise InputError("batch cannot use standard input or output ('-'); name files or folders")
    if keep_all:
        if options["keep"]:
            raise InputError("--keep and --keep-all exclude each other; give one of them")
        options["keep"] = "all"
    if options["deadline"] is None and options["task"] == "trace":
        options["deadline"] = TRACE_SECONDS
    alphabet = choose_alphabet(
        options["alphabet"], options["case_sensitive"], options["fold_accents"]
    )
    show = _progress_line(answer)
    interrupted: list[int] = []
    if options["engine"] == "dask":
        leave_time_after_interrupts()  # to end its workers
        # Registered before Dask is imported, and therefore called after the exit handlers of Dask.
        atexit.register(_exit_at_once, interrupted)
    try:
        words = _read_lexicon(words_file, lexicon, alphabet)
        options["csv_raw"] = answer.csv_raw
        summary = run_batch(inputs, out, lexicon=words, show=show, **options)
    except KeyboardInterrupt:
        interrupted.append(INTERRUPTED)
        raise
    finally:
        if show is not None:
            show("")
    answer.send_document([_format_summary(summary, answer.format, raw=answer.csv_raw)])
    return MISSING if summary.errors or summary.failed else FOUND


def _exit_at_once(interrupted: list[int]) -> None:
    """Exit after Ctrl-C without taking down Dask's modules, which takes 0.2 s."""
    if interrupted:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(interrupted[0])


def _read_lexicon(
    words_file: str | None, name: str | None, alphabet: Alphabet | None
) -> Lexicon | None:
    if words_file is not None and name is not None:
        raise InputError("--words and --lexicon exclude each other; give one of them")
    if words_file is not None:
        return read_words(words_file, alphabet)
    return None if name is None else read_lexicon(name, alphabet)


def _progress_line(answer: Output) -> Callable[[str], None] | None:
    """Return a function that shows a line of progress; None unless a terminal shows it."""
    if answer.quiet or sys.stderr is None or not sys.stderr.isatty():
        return None

    def show(line: str) -> None:
        sys.stderr.write(_CLEAR_LINE + line)
        sys.stderr.flush()

    return show


def _format_summary(summary: Summary, form: str, *, raw: bool) -> str:
    facts = {
        "output": summary.output,
        "rows": summary.rows,
        "errors": summary.errors,
        "failed": summary.failed,
        "parts": summary.parts,
        "resumed": summary.resumed,
        "seconds": round(summary.seconds, 3),
    }
    if form == "json":
        return json.dumps({"format": "lexigrid/batch", "version": 1, **facts}) + "\n"
    if form == "csv":
        return format_csv([facts, facts.values()], raw=raw)
    text = f"{summary.output}: {summary.rows:,} rows"
    if summary.errors:
        text += f", {summary.errors:,} with an error"
    if summary.failed:
        text += f", {summary.failed:,} failed the check"
    text += f"; {summary.seconds:.1f} s"
    if summary.resumed:
        return f"{text} ({summary.resumed:,} of {summary.parts:,} parts were done before)\n"
    return f"{text}, {summary.rate:,.0f} rows/s\n"
