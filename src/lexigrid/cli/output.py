"""Write answers to standard output or a file, as text, JSON or CSV.

A file is written whole or not at all; messages never mix with the answer.
"""

from __future__ import annotations

import errno
import os
import stat
import sys
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from .._util.io import atomic_write, check_output, file_exists
from ..errors import InputError
from .help import Parsed, option
from .messages import discard_standard_output, print_error
from .options import Command, Decorator, csv_raw_option, gather_options, quiet_option

if TYPE_CHECKING:
    from ..render.terminal.page import Page

STANDARD_OUTPUT = "-"
#: Other names of standard output, which may be a file that must not be replaced.
_OTHER_NAMES = ("/dev/stdout", "/dev/fd/1", "/proc/self/fd/1")

_BUFFER_SIZE = 1 << 16
_DEFAULT_WIDTH = 80
_LEAST_WIDTH = 20
#: The formats of answers by the suffix of their file.
_SUFFIXES = {".txt": "text", ".json": "json", ".csv": "csv"}
#: The suffixes of pages, pictures and tables, which answers are not.
_OTHER_SUFFIXES = (".pdf", ".png", ".svg", ".html", ".parquet", ".arrow", ".xlsx")
#: The parameters of commands that name input files.
_INPUTS = {
    *("text", "grid", "words", "words_file", "files", "lexicon", "file", "name", "attested"),
    *("avoid", "allow", "mask", "fonts", "path"),
}


class Output(NamedTuple):
    """The format of the answer, its file (None: standard output), and whether to omit messages.

    `csv_raw` leaves CSV fields that a spreadsheet would run as formulas unescaped.
    """

    format: str = "text"
    output: str | None = None
    quiet: bool = False
    csv_raw: bool = False
    confirms: bool = True
    """Is a written file confirmed here, rather than by the command?"""

    def page(self) -> Page:
        """Return what the output can display: colour only on a terminal and without NO_COLOR."""
        from ..render.terminal.page import Page

        if self.output is not None or sys.stdout is None:
            return Page()
        terminal = sys.stdout.isatty()
        encoding = sys.stdout.encoding or "utf-8"
        if not terminal:
            return Page(encoding=encoding)
        from shutil import get_terminal_size  # slow

        has_colour = not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
        width = max(_LEAST_WIDTH, get_terminal_size((_DEFAULT_WIDTH, 24)).columns)
        return Page(
            width=width,
            colour=has_colour,
            encoding=encoding,
            terminal=True,
            has_ligatures="MLTERM" in os.environ,
        )

    def check_rows(self, *, has_rows: bool) -> None:
        """Refuse CSV for an answer without rows.

        Raises:
            InputError: the format is CSV.
        """
        if self.format == "csv" and not has_rows:
            raise InputError("--count has no rows for CSV; use --format text or json")

    def say(self, message: str) -> None:
        """Print a message on standard error, unless --quiet was given."""
        if not self.quiet:
            print_error(message)

    def send_page(self, lines: Iterable[str]) -> None:
        """Write lines of text in the encoding of the terminal or file."""
        self._send((f"{line}\n" for line in lines), is_text=True)

    def send_document(self, parts: Iterable[str]) -> None:
        """Write a JSON or CSV document, always in UTF-8."""
        self._send(parts, is_text=False)

    def send_json(self, document: dict[str, Any]) -> None:
        """Write a JSON document on one line."""
        import json

        self.send_document([json.dumps(document, ensure_ascii=False) + "\n"])

    def send_csv(self, header: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
        """Write a CSV document."""
        from .._util.documents import render_csv

        self.send_document(render_csv(header, rows, raw=self.csv_raw))

    def _send(self, parts: Iterable[str], *, is_text: bool) -> None:
        has_encoding = is_text and self.output is None
        encoding = (has_encoding and getattr(sys.stdout, "encoding", None)) or "utf-8"
        self.send_bytes(_encode(parts, encoding))

    def send_bytes(self, pieces: Iterable[bytes]) -> None:
        """Write bytes to the file, whole or not at all, or to standard output or a device."""
        if self.output is None:
            _write_to_standard_output(pieces)
            return
        with atomic_write(self.output) as file:
            size = sum(map(file.write, pieces))
        if self.confirms and find_output(self.output) is not None:
            self.say(f"{self.output}: {size:,} bytes of {self.format or 'text'}")


def format_option(help_text: str, default: str | None) -> Decorator:
    """Declare the format of an answer."""
    return option(
        "--format",
        type=click.Choice(("text", "json", "csv")),
        default=default,
        show_default=default is not None,
        help=help_text,
    )


def output_options(command: Command, *, is_answer: bool = True) -> Command:
    """Add the options for the format and destination of the answer, received as `answer`.

    `is_answer` is False if --output names another file, and the answer goes to standard output.
    """
    text, default = "The format; default: that of the file's suffix, else text.", None
    if not is_answer:
        text, default = "The format of the answer.", "text"
    return gather_options(
        "answer",
        partial(make_output, is_answer=is_answer),
        [
            format_option(text, default),
            option(
                "--output",
                metavar="FILE",
                completes="file",
                type=Parsed(parse_output),
                help="Write the answer to FILE, whole or not at all.",
            ),
            quiet_option,
            csv_raw_option,
        ],
    )(command)


def parse_output(path: str) -> str | None:
    """Check early that a file can be written; return None for standard output."""
    if is_standard_output(path):
        return None
    find_output(path)
    return path


def is_standard_output(path: str) -> bool:
    """Is it "-", or the path of standard output?"""
    return path == STANDARD_OUTPUT or path in _OTHER_NAMES


def make_output(
    *, format: str | None, output: str | None, is_answer: bool = True, **others: Any
) -> Output:
    """Return the output of these options; without a format, the file's suffix names it.

    If the file is not for the answer, its suffix says nothing about the format.

    Raises:
        InputError: an option would have no effect, the suffix is that of another format, or the
            file is also an input.
    """
    suffix = os.path.splitext(output or "")[1].lower()
    implied = _SUFFIXES.get(suffix) if is_answer else None
    if is_answer and suffix in _OTHER_SUFFIXES:
        raise InputError(
            f"the answer is text, JSON or CSV, which the name {output!r} contradicts; name a .txt, "
            ".json or .csv file",
            path=output,
        )
    if format is not None and output is not None:
        check_suffix(format, implied, output)
    if output is not None:
        refuse_input(output)
    answer = Output(format or implied or "text", output, **others)
    check_csv_raw([answer], [answer.format])
    return answer


def check_overwrite(outputs: Iterable[str | None], *, overwrite: bool) -> None:
    """Refuse to replace inputs, and other files without --overwrite; None is standard output.

    Raises:
        InputError: a file is an input or exists, or --overwrite has no effect.
    """
    listed = [*outputs]
    for output in filter(None, listed):
        refuse_input(output)
        if not overwrite and os.path.isfile(output):
            raise file_exists(output)
    if overwrite and {*listed} == {None}:
        raise InputError("--overwrite is for --output; add --output FILE, or leave it out")


def refuse_input(output: str) -> None:
    """Refuse to write to a file that the command line names as an input too.

    Raises:
        InputError: it does.
    """
    context = click.get_current_context()
    for param in context.command.params:
        value = context.params.get(param.name or "") if param.name in _INPUTS else None
        for path in value if isinstance(value, tuple) and param.nargs == 1 else (value,):
            is_input = isinstance(path, str) and os.path.isfile(path) and os.path.exists(output)
            if is_input and os.path.samefile(path, output):
                raise InputError(f"{output!r} is also an input; name another output", path=output)


def check_suffix(form: str, implied: str | None, output: str) -> None:
    """Check that a file with this suffix, which implies a format, may have the format given.

    Raises:
        InputError: the suffix implies another format.
    """
    if implied is not None and implied != form:
        raise InputError(
            f"--format {form} contradicts the file name {output!r}, which means {implied}; leave "
            "out --format, or change the name"
        )


def check_csv_raw(answers: Iterable[Output], formats: Iterable[str]) -> None:
    """Refuse --csv-raw if none of the formats is CSV.

    Raises:
        InputError: the option would have no effect.
    """
    if any(answer.csv_raw for answer in answers) and "csv" not in formats:
        raise InputError("--csv-raw is for CSV; give --format csv, or leave it out")


def find_output(path: str) -> str | None:
    """Resolve a path to a regular file, existing or new; None for a device or pipe.

    Raises:
        InputError: the path is a folder, or its folder does not exist.
    """
    place = os.path.realpath(path)
    try:
        mode = os.stat(path).st_mode  # a pipe has no real path
    except (FileNotFoundError, NotADirectoryError):
        check_output(path)
        return place
    except (OSError, ValueError) as error:
        raise InputError(f"cannot write {path!r}: {error}", path=path) from error
    if stat.S_ISDIR(mode):
        raise InputError(f"cannot write {path!r}: it is a folder, expected a file", path=path)
    return place if stat.S_ISREG(mode) else None


def _encode(parts: Iterable[str], encoding: str) -> Iterator[bytes]:
    """Encode parts in large pieces; escape characters that the encoding lacks."""
    pending: list[str] = []
    size = 0
    for part in parts:
        pending.append(part)
        size += len(part)
        if size >= _BUFFER_SIZE:
            yield "".join(pending).encode(encoding, "backslashreplace")
            pending, size = [], 0
    yield "".join(pending).encode(encoding, "backslashreplace")


def _write_to_standard_output(pieces: Iterable[bytes]) -> None:
    stream = sys.stdout
    if stream is None:
        raise InputError("standard output is closed; give --output FILE")
    try:
        stream.flush()
        stream.buffer.writelines(pieces)
        stream.buffer.flush()
    except OSError as error:
        if error.errno == errno.EPIPE or (os.name == "nt" and error.errno == errno.EINVAL):
            discard_standard_output()
            return
        reason = error.strerror or str(error)
        raise InputError(f"cannot write to standard output: {reason}") from error
