"""Progress and games of the history as text, JSON and CSV.

Knows records and the output; known by the play command.
Rule: keys and columns may be added, never renamed.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from typing import Any

from ..play.history import GameRecord, Progress
from ..render.terminal.page import Page
from ..render.terminal.table import render_table
from ..render.terminal.width import printable
from .output import Output

_BARS = "▁▂▃▄▅▆▇█"
_PLAIN_BARS = "12345678"
_SHOWN = 30


def send_progress(progress: Sequence[Progress], left: int, answer: Output) -> None:
    """Send how the people of the history play."""
    if answer.format == "json":
        players = [
            asdict(each) | {"share": each.share, "early": each.early, "lately": each.lately}
            for each in progress
        ]
        head = {"format": "lexigrid/progress", "version": 1, "unfinished": left}
        answer.send_document([json.dumps(head | {"players": players}, ensure_ascii=False) + "\n"])
    elif answer.format == "csv":
        from ..render.documents import render_csv

        keys = ("player", "games", "words", "share", "early", "lately", "best", "longest")
        rows = (
            (
                each.player,
                each.games,
                each.words,
                f"{each.share:.4f}",
                f"{each.early:.4f}",
                f"{each.lately:.4f}",
                each.best_points,
                each.longest,
            )
            for each in progress
        )
        answer.send_document(render_csv(keys, rows))
    else:
        answer.send_page(_write_progress(progress, left, answer.page()))


def send_games(games: Sequence[GameRecord], answer: Output) -> None:
    """Send all games: JSON with players and words, CSV with a player a row."""
    if answer.format == "csv":
        from ..render.documents import render_csv

        answer.send_document(render_csv(_COLUMNS, _player_rows(games)))
        return
    from ..render.documents import render_document

    head: dict[str, Any] = {"format": "lexigrid/history", "version": 1}
    members = (asdict(game) | {"rules": json.loads(game.rules)} for game in games)
    answer.send_document(render_document(head, "games", members, {}))


_COLUMNS = (
    "game",
    "started",
    "finished",
    "board",
    "dice",
    "seed",
    "board_words",
    "board_points",
    "player",
    "kind",
    "level",
    "points",
    "found",
    "cancelled",
    "wrong",
    "hints",
    "seconds",
    "words",
)


def _player_rows(games: Sequence[GameRecord]) -> Iterator[tuple[Any, ...]]:
    for game in games:
        for player in game.players:
            accepted = (word.word for word in player.words if word.verdict == "accepted")
            yield (
                game.id,
                game.started,
                game.finished,
                game.board,
                game.dice,
                game.seed,
                game.board_words,
                game.board_points,
                player.name,
                player.kind,
                player.level,
                player.points,
                player.found,
                player.cancelled,
                player.wrong,
                player.hints,
                player.seconds,
                " ".join(accepted),
            )


def _write_progress(progress: Sequence[Progress], left: int, page: Page) -> Iterator[str]:
    if not progress:
        yield "no games yet; play one with `lexigrid play`"
    for each in progress:
        yield page.bold(printable(each.player))
        yield f"  games      {each.games}, {each.words} words, {each.seconds / 60:.0f} minutes"
        yield (
            f"  share      {100 * each.share:.0f} % of a board's points; the first ten games "
            f"{100 * each.early:.0f} %, the last ten {100 * each.lately:.0f} %"
        )
        yield f"  best       {each.best_points} points; longest word {printable(each.longest)}"
        yield f"  course     {draw_course(each.shares[-_SHOWN:], page)}"
        rows = [
            ((f"level {level}", None), (str(won), None), (str(games), None))
            for level, won, games in each.wins
        ]
        if rows:
            yield from (f"  {line}" for line in render_table(["AGAINST", "WON", "OF"], rows, page))
        yield ""
    if left:
        yield f"{left} left to go on: lexigrid play --resume"


def draw_course(shares: Sequence[float], page: Page) -> str:
    """Draw shares as bars, the largest the highest; digits where there are no bars.

    >>> draw_course([0.0, 0.1, 0.2], Page()), draw_course([0.1], Page(encoding="ascii"))
    ('▁▅█', '8')
    """
    bars = _BARS if page.shows(_BARS) else _PLAIN_BARS
    most = max(shares, default=0.0) or 1.0
    return "".join(bars[round(share / most * (len(bars) - 1))] for share in shares)
