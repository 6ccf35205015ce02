"""Write the progress and games of the history as text, JSON and CSV.

Keys and columns may be added, never renamed.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict, fields
from typing import Any

from .._util.documents import render_document
from .._util.plain_text import count_noun
from ..play.history.progress import Progress
from ..play.history.records import GameRecord, PlayerRecord
from ..render.terminal.page import Page
from ..render.terminal.table import render_table
from ..render.terminal.width import printable
from .output import Output

_BARS = "▁▂▃▄▅▆▇█"
_PLAIN_BARS = "12345678"
_MAX_BARS = 30

#: The columns of the CSV export are fields of the game and of the player, except these.
_NOT_EXPORTED = ("share", "lexicon", "rules", "players", "words")
_GAME_FIELDS = [each.name for each in fields(GameRecord) if each.name not in _NOT_EXPORTED]
_PLAYER_FIELDS = [each.name for each in fields(PlayerRecord) if each.name not in _NOT_EXPORTED]


def send_progress(progress: Sequence[Progress], unfinished: int, answer: Output) -> None:
    """Send the progress of each person in the history."""
    if answer.format == "json":
        players = [
            asdict(each) | {"share": each.share, "early": each.early, "lately": each.lately}
            for each in progress
        ]
        head = {"format": "lexigrid/progress", "version": 1, "unfinished": unfinished}
        answer.send_json(head | {"players": players})
    elif answer.format == "csv":
        keys = ("player", "games", "words", "share", "early", "lately", "best", "longest")
        rows = (
            (
                *(each.player, each.games, each.words),
                *(f"{share:.4f}" for share in (each.share, each.early, each.lately)),
                *(each.best_points, each.longest),
            )
            for each in progress
        )
        answer.send_csv(keys, rows)
    else:
        answer.send_page(_write_progress(progress, unfinished, answer.page()))


def send_games(games: Sequence[GameRecord], answer: Output) -> None:
    """Send all games: JSON with players and words, CSV with one row per player."""
    if answer.format == "csv":
        columns = ("game", *_GAME_FIELDS[1:], "player", *_PLAYER_FIELDS[1:], "words")
        answer.send_csv(columns, _player_rows(games))
        return
    head: dict[str, Any] = {"format": "lexigrid/history", "version": 1}
    members = (asdict(game) | {"rules": json.loads(game.rules)} for game in games)
    answer.send_document(render_document(head, "games", members, {}))


def _player_rows(games: Sequence[GameRecord]) -> Iterator[tuple[Any, ...]]:
    for game in games:
        for player in game.players:
            yield (
                *(getattr(game, field) for field in _GAME_FIELDS),
                *(getattr(player, field) for field in _PLAYER_FIELDS),
                " ".join(word.word for word in player.accepted),
            )


def _write_progress(progress: Sequence[Progress], unfinished: int, page: Page) -> Iterator[str]:
    if not progress:
        yield "no games yet; play one with `lexigrid play`"
    for each in progress:
        yield page.bold(page.isolate(printable(each.player)))
        words, minutes = count_noun(each.words, "word"), round(each.seconds / 60)
        yield f"  games      {each.games}, {words}, {count_noun(minutes, 'minute')}"
        yield (
            f"  share      {100 * each.share:.0f} % of the points on a board; first ten games "
            f"{100 * each.early:.0f} %, last ten {100 * each.lately:.0f} %"
        )
        points = count_noun(each.best_points, "point")
        yield f"  best       {points}; longest word {page.isolate(printable(each.longest))}"
        yield f"  course     {draw_bars(each.shares[-_MAX_BARS:], page)}"
        rows = [
            ((f"level {level}", None), (str(won), None), (str(games), None))
            for level, won, games in each.wins
        ]
        if rows:
            yield from (f"  {line}" for line in render_table(["AGAINST", "WON", "OF"], rows, page))
        yield ""
    if unfinished:
        yield f"unfinished games: {unfinished}; resume the last with `lexigrid play --resume`"


def draw_bars(shares: Sequence[float], page: Page) -> str:
    """Draw shares as bars scaled to the largest, or as digits if bars cannot be shown.

    >>> draw_bars([0.0, 0.1, 0.2], Page()), draw_bars([0.1], Page(encoding="ascii"))
    ('▁▅█', '8')
    """
    bars = _BARS if page.shows(_BARS) else _PLAIN_BARS
    largest = max(shares, default=0.0) or 1.0
    return "".join(bars[round(share / largest * (len(bars) - 1))] for share in shares)
