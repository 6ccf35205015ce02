"""What a viewer may see of a contest: its state, and each entry of its log as an event.

A viewer is a seat, or None for a spectator. The seed, what opponents will find and the words of
others are secret until the end; the board is secret until the beginning. A viewer's state is the
fold of its events, as in `js/match.js`.
"""

from __future__ import annotations

from typing import Any

from .log import Entry, Stage
from .match import Match

State = dict[str, Any]
#: The fields of a verdict that only the person who played the word sees.
_VERDICT = ("word", "reason", "points", "letters", "path", "traced", "prefix")


def state_of(match: Match, viewer: int | None, at: int) -> State:
    """Return what a viewer may see of a contest's state at a time on its clock."""
    has_begun = match.stage is not Stage.OPEN
    words = [
        {"word": move.verdict.word, "points": move.verdict.points,
         "path": [list(cell) for cell in move.verdict.path], "at": move.at}
        for move in match.game.moves
        if viewer is not None and move.player == viewer and move.verdict
    ]  # fmt: skip
    return {
        "format": "lexigrid/contest",
        "version": 1,
        "id": match.id,
        "number": match.number,
        "stage": str(match.stage),
        "left": match.left_at(at),
        "seconds": match.setup.rules.seconds,
        "rules": match.setup.rules.to_dict(),
        "visible": match.setup.visible,
        "rows": match.game.grid.to_dict()["rows"] if has_begun else None,
        "seats": [_seat(match, number, viewer) for number in range(len(match.seats))],
        "you": viewer,
        "words": words,
    }


def event_of(match: Match, entry: Entry, viewer: int | None) -> State:
    """Return an entry of the log as an event; `match` is the contest after it."""
    event: State = {"number": entry.number, "kind": entry.kind, "left": match.left_at(entry.at)}
    if entry.kind == "began":
        event["rows"] = match.game.grid.to_dict()["rows"]
    elif entry.kind == "over":
        event["seats"] = [_seat(match, n, viewer) for n in range(len(match.seats))]
    elif entry.seat is not None:
        event["seat"] = entry.seat
        event["counts"] = _seat(match, entry.seat, viewer)
        if entry.kind in ("word", "hint"):
            is_own = entry.seat == viewer
            names = {"word": "verdict" if is_own else "score", "hint": "hint"}
            event["kind"] = names[entry.kind]
            if is_own and entry.kind == "word":
                event |= {name: entry.data[name] for name in _VERDICT}
                event |= {"key": entry.key, "at": entry.at}
            elif is_own:
                event |= entry.data
    return event


def review_of(match: Match) -> State:
    """Return the review of a finished contest: every word of the board, and who found it."""
    game = match.game
    return {
        "format": "lexigrid/review",
        "version": 1,
        "id": match.id,
        "seed": match.setup.seed,
        "dice": match.setup.dice,
        "rows": game.grid.to_dict()["rows"],
        "seats": [_seat(match, number, None) for number in range(len(match.seats))],
        "words": [
            {
                "word": each.word,
                "points": each.points,
                "path": [list(cell) for cell in each.path],
                "commonness": None if each.band is None else each.commonness,
                "common": each.is_common,
                "seats": list(each.players),
            }
            for each in game.review()
        ],
    }


def _seat(match: Match, number: int, viewer: int | None) -> State:
    seat = match.seats[number]
    points: int | None = seat.points
    found: int | None = seat.found
    cancelled = None
    if match.stage is Stage.OVER:
        scores = match.game.scores()[number]
        points, cancelled = scores.points, len(scores.cancelled)
    elif not match.setup.visible and number != viewer:
        points = found = None
    return {
        "name": seat.name,
        "level": seat.level,
        "points": points,
        "found": found,
        "cancelled": cancelled,
        "wrong": seat.wrong,
        "hints": seat.hints,
    }
