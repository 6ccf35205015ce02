"""`lexigrid batch`: one question to millions of grids.

Knows the batch room; imported when it is called.
Rule: the files are the answer; standard output gets a summary, a terminal's standard error a line
of progress.
"""

from __future__ import annotations

import atexit
import csv
import io
import json
import os
import sys
from collections.abc import Callable
from typing import Any

import click

from ..batch import ENGINES, KINDS, TASKS, Summary, run_batch
from ..errors import InputError
from ..lexicon import Lexicon
from ..search import SCORINGS
from .inputs import BUILT_IN, choose_alphabet, read_lexicon, read_words
from .options import (
    MAX_COUNT,
    MAX_THREADS,
    TOPOLOGIES,
    Command,
    Decorator,
    letter_options,
    number_option,
    output_options,
    parse_seconds,
    parse_shape,
)
from .output import Output
from .paths import parse_scoring
from .status import FOUND, INTERRUPTED, MISSING

#: Seconds for one word of a trace unless said otherwise, as for `lexigrid trace`.
TRACE_SECONDS = 10.0
_CLEAR = "\r\x1b[2K"


def _added(options: list[Decorator]) -> Decorator:
    def decorate(command: Command) -> Command:
        for option in reversed(options):
            command = option(command)
        return command

    return decorate


@click.command("batch", short_help="Ask millions of grids, from files to files.")
@click.argument("inputs", metavar="IN...", nargs=-1, required=True)
@click.argument("out", metavar="OUT")
@click.option(
    "--task",
    type=click.Choice(tuple(TASKS)),
    default="score",
    show_default=True,
    help="What is asked of each grid.",
)
@click.option("--keep", metavar="A,B,...", help="The columns of the output; 'error' comes last.")
@click.option("--from", "read_as", type=click.Choice(KINDS), help="The kind of IN, if not its end.")
@click.option("--to", "write_as", type=click.Choice(KINDS), help="The kind of OUT, else as IN.")
@click.option("--grid-column", metavar="NAME", default="grid", show_default=True)
@click.option("--words-column", metavar="NAME", help="For lines, check, trace: 'words' if unsaid.")
@click.option("--size-column", metavar="NAME", help="Sizes such as 3x4, a row's own.")
@click.option("--words", "words_file", metavar="FILE", help="The same words for every grid.")
@click.option("--lexicon", metavar="NAME|FILE", help="'default' (for score and paths) or a file.")
@click.option("--size", metavar="RxC", help="Fold bare strings: 3x4; else they are squares.")
@click.option("--qu", is_flag=True, help="Every tile Q spells QU.")
@_added(letter_options())
@click.option("--topology", type=click.Choice(TOPOLOGIES), help="Which cells touch: king.")
@click.option("--wrap", is_flag=True, help="The edges touch each other.")
@number_option("--min-length", "Letters a word needs: 3 with the built-in lexicon, else 1.")
@click.option(
    "--scoring",
    metavar="S",
    default="classic",
    show_default=True,
    help=f"{', '.join(SCORINGS)}, or a table: 3:1,4:2.",
)
@click.option("--deadline", metavar="SECONDS", help="For one grid (a word, in traces: 10).")
@click.option("--strict", is_flag=True, help="Stop at the first row that cannot be used.")
@number_option("--part-rows", "Rows of one file of the output at most (131,072).", MAX_COUNT)
@number_option("--part-bytes", "Bytes of text for one file of the output (4,194,304).", MAX_COUNT)
@number_option("--threads", "Use so many processor cores.", MAX_THREADS)
@click.option("--engine", type=click.Choice(ENGINES), default="local", show_default=True)
@number_option("--workers", "Processes of a local Dask cluster; one a core.", MAX_THREADS)
@click.option("--scheduler", metavar="ADDRESS", help="An existing Dask cluster: tcp://host:8786.")
@output_options
def command(
    inputs: tuple[str, ...],
    out: str,
    words_file: str | None,
    lexicon: str | None,
    keep: str | None,
    size: str | None,
    scoring: str,
    deadline: str | None,
    answer: Output,
    **choices: Any,
) -> int:
    """Ask one question to every grid of the files IN and write a row for each to OUT.

    IN are files, folders or globs of Parquet, Arrow, CSV, JSON lines or text (a grid a line). OUT
    is a folder, which gets a file a part, or a file. Given again after it was ended, however, the
    same command goes on where it was.

    \b
      lexigrid batch boards.txt scores.csv
      lexigrid batch boards/ scores/ --size 4x4 --qu
      lexigrid batch puzzles.csv checked.csv --task check
    """
    if "-" in (*inputs, out):
        raise InputError("batch reads and writes files, '-' is none; name a file or a folder")
    seconds = None if deadline is None else parse_seconds(deadline)
    if seconds is None and choices["task"] == "trace":
        seconds = TRACE_SECONDS
    show = _shower(answer)
    letters = choose_alphabet(
        choices["alphabet"], choices["case_sensitive"], choices["fold_accents"]
    )
    interrupted: list[int] = []
    if choices["engine"] == "dask":
        # Before Dask is imported, and so called after all that it wants to be called at the end.
        atexit.register(_leave, interrupted)
    try:
        summary = run_batch(
            inputs,
            out,
            lexicon=_lexicon(words_file, lexicon, letters),
            keep=tuple(name.strip() for name in keep.split(",")) if keep else (),
            size=None if size is None else parse_shape(size),
            scoring=parse_scoring(scoring),
            deadline=seconds,
            show=show,
            **choices,
        )
    except KeyboardInterrupt:
        interrupted.append(INTERRUPTED)
        raise
    finally:
        if show is not None:
            show("")
    answer.send_document(_told(summary, answer.format))
    return MISSING if summary.errors or summary.failed else FOUND


def _leave(interrupted: list[int]) -> None:
    """End at once after Ctrl-C: all is noted and swept; to take Dask's modules down is 0.2 s."""
    if interrupted:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(interrupted[0])


def _lexicon(words_file: str | None, name: str | None, letters: Any) -> Lexicon | None:
    if words_file is not None and name is not None:
        raise InputError("--words and --lexicon exclude each other, give one of them")
    if words_file is not None:
        return read_words(words_file, letters)
    if name in BUILT_IN:
        return Lexicon.default()
    return None if name is None else read_lexicon(name, letters)


def _shower(answer: Output) -> Callable[[str], None] | None:
    """Give what shows a line of progress: only to people, on their terminal."""
    if answer.quiet or sys.stderr is None or not sys.stderr.isatty():
        return None

    def show(line: str) -> None:
        sys.stderr.write(_CLEAR + line)
        sys.stderr.flush()

    return show


def _told(summary: Summary, form: str) -> list[str]:
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
        return [json.dumps({"format": "lexigrid/batch", "version": 1, **facts}), "\n"]
    if form == "csv":
        page = io.StringIO(newline="")
        csv.writer(page, lineterminator="\n").writerows([list(facts), list(facts.values())])
        return [page.getvalue()]
    text = f"{summary.output}: {summary.rows:,} rows"
    if summary.errors:
        text += f", {summary.errors:,} with an error"
    if summary.failed:
        text += f", {summary.failed:,} failed the check"
    text += f"; {summary.seconds:.1f} s"
    if summary.resumed:
        text += f" ({summary.resumed:,} of {summary.parts:,} parts were done before)"
    else:
        text += f", {summary.rate:,.0f} rows/s"
    return [text, "\n"]
