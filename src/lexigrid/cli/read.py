"""`lexigrid read`: a letter grid from a photo, as text that every command reads."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from .._util.io import atomic_write
from .._util.options import options_of
from .._util.plain_text import count_noun
from ..errors import InputError
from ..photo import PhotoGrid, PhotoOptions, read_photo
from .help import Command, Parsed, option
from .inputs import PAGE, STANDARD_INPUT, check_standard_input, is_file, read_words, say_notes
from .options import add_options, column_option, derive_options, gather_options, words_option
from .output import Output, output_options, parse_output
from .status import choose_status

if TYPE_CHECKING:
    from collections.abc import Sequence

#: The most doubtful cells to list on standard error.
_MOST_DOUBTS = 20
_HEADER = ("row", "column", "tile", "confidence", "x", "y")


def _parse_overlay(path: str) -> str:
    if (file := parse_output(path)) is None:
        raise InputError("standard output has the letters; name a file such as seen.svg")
    return file


@click.command("read", cls=Command)
@click.argument("photo", metavar="PHOTO")
@add_options(
    [
        words_option(
            "Hidden words, which correct the grid: a file, or 'page' to read them in PHOTO.",
            "FILE|page",
        ),
        column_option,
    ],
    "Words",
)
@gather_options("options", PhotoOptions, derive_options(PhotoOptions))
@option("--choices", is_flag=True, help="Write doubtful cells as choices: [OQ].")
@option(
    "--overlay",
    metavar="FILE",
    completes="file",
    type=Parsed(_parse_overlay),
    help="Write the photo as SVG with the letters that were read.",
)
@output_options
def command(
    photo: str,
    words_file: str | None,
    options: PhotoOptions,
    choices: bool,
    overlay: str | None,
    answer: Output,
) -> int:
    """Read the letter grid of PHOTO, a JPEG, PNG or WebP file; nothing leaves this machine.

    Doubtful letters are listed on standard error. Other commands take a photo as GRID too.

    \b
      lexigrid read photo.jpg --words list.txt --overlay seen.svg
      lexigrid read board.jpg --dice en-new-4x4 | lexigrid paths -
    """
    reading = read_picture(photo, options, _read_list(photo, words_file))
    if overlay is not None:
        with atomic_write(overlay) as file:
            file.write(reading.to_svg().encode())
    if answer.format == "json":
        answer.send_json(reading.to_dict())
    elif answer.format == "csv":
        answer.send_csv(_HEADER, _rows(reading))
    else:
        grid = reading.grid_with_choices() if choices else reading.grid
        answer.send_page(grid.format().splitlines())
    for doubt in reading.doubtful[:_MOST_DOUBTS]:
        answer.say(str(doubt))
    if (more := len(reading.doubtful) - _MOST_DOUBTS) > 0:
        answer.say(f"and {count_noun(more, 'more doubtful letter')}; see --format json")
    say_remarks(reading)
    return choose_status(cut_short=False, missing=bool(reading.unplaced))


def read_picture(path: str, options: PhotoOptions, words: Sequence[str] | str = ()) -> PhotoGrid:
    """Read the photo in a file, or on standard input."""
    from .._util.io import read_bytes
    from .._util.limits import MAX_PHOTO_BYTES

    source = read_bytes(path, MAX_PHOTO_BYTES) if path == STANDARD_INPUT else path
    given = {name: getattr(options, name) for name in options_of(PhotoOptions)}
    return read_photo(source, words=words, **given)


def say_remarks(reading: PhotoGrid) -> None:
    """Print what may be wrong with a photo, and the words that are not in its grid."""
    say_notes(reading.warnings, "warning")
    if reading.unplaced:
        say_notes([f"not in the grid: {', '.join(reading.unplaced)}"])


def _read_list(photo: str, words_file: str | None) -> Sequence[str] | str:
    check_standard_input(photo, words_file, None)
    if words_file is None or (words_file == PAGE and not is_file(PAGE)):
        return words_file or ()
    return list(read_words(words_file, None))


def _rows(reading: PhotoGrid) -> Iterator[tuple[object, ...]]:
    for row, column in (
        (r, c) for r in range(reading.grid.rows) for c in range(reading.grid.columns)
    ):
        tile = reading.grid[row, column]
        x, y = reading.cells[row][column]
        confidence = f"{reading.confidence[row][column]:.4f}"
        yield row, column, "." if tile is None else tile.face, confidence, f"{x:.1f}", f"{y:.1f}"
