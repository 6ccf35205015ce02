"""`lexigrid site`: write the pages to a folder that any web host can serve."""

from __future__ import annotations

from pathlib import Path

import click

from .help import Command
from .inputs import is_file, read_lexicon
from .options import language_option, lexicon_option, overwrite_option
from .status import FOUND


@click.command("site", cls=Command)
@click.argument("folder", metavar="FOLDER")
@lexicon_option()
@language_option
@overwrite_option
def command(folder: str, lexicon: str | None, language: str | None, overwrite: bool) -> int:
    """Write the pages to FOLDER, for any web host. They need no network.

    Solving, word searches and the dice game run in the browser. Making puzzles and playing with
    others need `lexigrid serve`.

    \b
      lexigrid site words && python3 -m http.server --directory words
      lexigrid site /media/stick/words --lexicon school.txt --overwrite
    """
    from ..site.write import write_site

    words = read_lexicon(lexicon, None, language)
    title = Path(lexicon).stem if lexicon is not None and is_file(lexicon) else ""
    sizes = write_site(folder, lexicon=words, title=title, overwrite=overwrite)
    total = sum(sizes.values()) / 1e6
    click.echo(f"{folder}: {len(sizes)} files, {total:.1f} MB, {len(words):,} words")
    return FOUND
