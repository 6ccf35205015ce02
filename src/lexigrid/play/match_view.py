"""What a viewer may see of a contest: its state, and each entry of its log as an event.

A viewer is a seat, or None for a spectator. The seed, what opponents will find and the words of
others are secret until the end; the board is secret until the beginning. A viewer's state is the
fold of its events, as in `js/contest.js`.
"""

from __future__ import annotations

from typing import Any

from ..game.moves import Scores
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
        "seats": _seats(match, viewer),
        "you": viewer,
        "words": words,
    }


def event_of(match: Match, entry: Entry, viewer: int | None) -> State:
    """Return an entry of the log as an event; `match` is the contest after it."""
    event: State = {"number": entry.number, "kind": entry.kind, "left": match.left_at(entry.at)}
    if entry.kind == "began":
        event["rows"] = match.game.grid.to_dict()["rows"]
    elif entry.kind == "over":
        event["seats"] = _seats(match, viewer)
    elif entry.seat is not None:
        event["seat"] = entry.seat
        event["counts"] = _seat(match, entry.seat, viewer, None)
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
        "seats": _seats(match, None),
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


def _seats(match: Match, viewer: int | None) -> list[State]:
    scores = match.game.scores() if match.stage is Stage.OVER else (None,) * len(match.seats)
    return [_seat(match, number, viewer, own) for number, own in enumerate(scores)]


def _seat(match: Match, number: int, viewer: int | None, scores: Scores | None) -> State:
    """Return the public facts of a seat, with its scores at the end."""
    seat = match.seats[number]
    is_seen = scores is not None or match.setup.visible or number == viewer
    return {
        "name": seat.name,
        "level": seat.level,
        "points": scores.points if scores else seat.points if is_seen else None,
        "found": seat.found if is_seen else None,
        "cancelled": len(scores.cancelled) if scores else None,
        "wrong": seat.wrong,
        "hints": seat.hints,
        "left": seat.has_left,
    }
