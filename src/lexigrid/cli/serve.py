"""`lexigrid serve`: the pages and the HTTP API, on this machine unless --public is given."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import click

from .._util.io import import_extra
from .._util.validation import check_exclusive
from ..errors import InputError
from .help import Command, option
from .inputs import is_file, language_lexicon, read_words
from .interrupts import leave_time_after_interrupts
from .messages import print_error
from .options import Decorator, add_options, language_option, number_option
from .output import Output, output_options
from .play_history import send_games
from .status import FOUND, MISSING

if TYPE_CHECKING:
    from ..lexicon import Lexicon

_LOCAL = ("127.0.0.1", "::1", "localhost")


_address: list[Decorator] = [
    option("--host", metavar="ADDRESS", default=_LOCAL[0], show_default=True, help="Listen here."),
    number_option("--port", "Listen on this port.", 65535, default="8000", show_default=True),
    option(
        "--public",
        is_flag=True,
        help="Let other machines in; needed if --host is not this machine.",
    ),
    option(
        "--host-name",
        "names",
        metavar="NAME",
        multiple=True,
        help="A name of the server other than localhost; repeatable.",
    ),
    option(
        "--proxy", metavar="ADDRESS", help="A reverse proxy whose X-Forwarded headers are trusted."
    ),
]
_service: list[Decorator] = [
    option(
        "--lexicon",
        "lexicons",
        metavar="NAME=FILE",
        multiple=True,
        help="Offer a lexicon or word list under a name; repeatable.",
    ),
    language_option,
    option(
        "--data", metavar="FOLDER", help="Keep the games here; default: next to the play history."
    ),
    option(
        "--database", metavar="URL", help="Keep the games in PostgreSQL: postgresql://host/name."
    ),
    option(
        "--limit",
        "limits",
        metavar="NAME=NUMBER",
        multiple=True,
        help="Change a limit (GET /api/v1/ lists them); repeatable.",
    ),
    option(
        "--cors",
        "origins",
        metavar="ORIGIN",
        multiple=True,
        help="Let pages of another origin use the API, such as https://words.example.org; "
        "repeatable.",
    ),
    option("--metrics", is_flag=True, help="Count requests at /metrics, for Prometheus."),
    option("--log", "logs", is_flag=True, help="Log each request; implied by --public."),
]


@click.command("serve", cls=Command)
@add_options(_address, "Address")
@add_options(_service, "Service")
@option(
    "--export",
    is_flag=True,
    help="Write the finished games (--format json or csv) and exit; a server may be running.",
    group="Games",
)
@output_options
def command(
    host: str,
    port: int,
    public: bool,
    names: tuple[str, ...],
    proxy: str | None,
    lexicons: tuple[str, ...],
    language: str | None,
    data: str | None,
    database: str | None,
    limits: tuple[str, ...],
    origins: tuple[str, ...],
    metrics: bool,
    export: bool,
    logs: bool,
    answer: Output,
) -> int:
    """Serve pages to solve, make and play in a browser, and an HTTP API that does the same.

    \b
      lexigrid serve
      lexigrid serve --public --host 0.0.0.0 --host-name words.example.org --proxy 10.0.0.2
      lexigrid serve --export --format csv --output games.csv
    """
    if host not in _LOCAL and not public:
        raise InputError(
            f"--host {host} lets other machines in; add --public if you want that, and see "
            "docs/web.md"
        )
    check_exclusive({"--data": data, "--database": database})
    for module in ("fastapi", "httptools", "uvicorn"):
        import_extra(module, "web", "lexigrid serve")
    if language is not None:
        language_lexicon(language)
        os.environ["LEXIGRID_LANGUAGE"] = language  # the source of every default language
    from ..play.history.database import default_path
    from ..web import Limits, Settings, create_app, finished_games, listen, run

    settings = Settings(
        limits=Limits().changed(limits),
        lexicons=dict(map(_read_lexicon, lexicons)),
        is_public=public,
        hosts=names,
        database=database or data or str(default_path().parent),
        logs=logs or public,
        origins=origins,
        metrics=metrics,
    )
    if export:
        games = finished_games(settings)
        send_games(games, answer)
        return FOUND if games else MISSING
    listener = listen(host, port)
    app = create_app(settings)
    address = f"[{host}]" if ":" in host else host
    print_error(f"lexigrid is at http://{address}:{port}/ and its API at /api/v1/; Ctrl-C ends it")
    if public:
        print_error("anyone who can reach this address can search, make and play")
    leave_time_after_interrupts()  # to save the games
    run(app, settings, listener, proxy=proxy)
    return FOUND


def _read_lexicon(option: str) -> tuple[str, Lexicon]:
    name, _, path = option.partition("=")
    if not name or not is_file(path):
        raise InputError(f"--lexicon is {option!r}, expected NAME=FILE with an existing file")
    return name, read_words(path, None)
