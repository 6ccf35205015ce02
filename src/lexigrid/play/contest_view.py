"""What a viewer may see of a contest: its state, and each entry of its log as an event.

A viewer is a seat, or None for a spectator. The seed, what opponents will find and the words of
others are secret until the end; the board is secret until the beginning. A viewer's state is the
fold of its events: `fold(state_of(before), event_of(entry)) == state_of(after)`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .contest import Contest, Entry, Seat, Stage
from .contest_setup import FORMAT, VERSION

State = dict[str, Any]
REVIEW_FORMAT = "lexigrid/review"
#: The fields of a verdict that only the person who played the word sees.
_VERDICT = ("word", "reason", "points", "letters", "path", "traced", "prefix")
_STAGES = {"began": "playing", "resumed": "playing", "paused": "paused", "over": "over"}


def state_of(contest: Contest, id: str, viewer: int | None, at: int) -> State:
    """Return what a viewer may see of a contest's state at a time on its clock."""
    has_begun = contest.stage is not Stage.OPEN
    words = [
        {"word": move.verdict.word, "points": move.verdict.points,
         "path": [list(cell) for cell in move.verdict.path], "at": move.at}
        for move in contest.game.moves
        if viewer is not None and move.player == viewer and move.verdict
    ]  # fmt: skip
    return {
        "format": FORMAT,
        "version": VERSION,
        "id": id,
        "number": contest.number,
        "stage": str(contest.stage),
        "left": contest.left(at),
        "seconds": contest.setup.rules.seconds,
        "rules": contest.setup.rules.to_dict(),
        "visible": contest.setup.visible,
        "rows": contest.game.grid.to_dict()["rows"] if has_begun else None,
        "seats": [_seat(contest, number, viewer) for number in range(len(contest.seats))],
        "you": viewer,
        "words": words,
    }


def event_of(contest: Contest, entry: Entry, viewer: int | None) -> State:
    """Return an entry of the log as an event; `contest` is the contest after it."""
    event: State = {"number": entry.number, "kind": entry.kind, "left": contest.left(entry.at)}
    if entry.kind == "began":
        event["rows"] = contest.game.grid.to_dict()["rows"]
    elif entry.kind == "over":
        event["seats"] = [_seat(contest, n, viewer) for n in range(len(contest.seats))]
    elif entry.seat is not None:
        event["seat"] = entry.seat
        event["counts"] = _seat(contest, entry.seat, viewer)
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


def fold(state: Mapping[str, Any], event: Mapping[str, Any]) -> State:
    """Return a viewer's state after an event, with the `left` of the event."""
    after = dict(state) | {"number": event["number"], "left": event["left"]}
    after["stage"] = _STAGES.get(event["kind"], state["stage"])
    if event["kind"] == "began":
        after["rows"] = event["rows"]
    if "seats" in event:
        after["seats"] = event["seats"]
    if "seat" in event:
        seats = list(state["seats"])
        seats[event["seat"] : event["seat"] + 1] = [event["counts"]]
        after["seats"] = seats
    if event["kind"] == "verdict" and event["reason"] == "accepted":
        word = {name: event[name] for name in ("word", "points", "path", "at")}
        after["words"] = [*state["words"], word]
    return after


def review_of(contest: Contest, id: str) -> State:
    """Return the review of a finished contest: every word of the board, and who found it."""
    game = contest.game
    return {
        "format": REVIEW_FORMAT,
        "version": 1,
        "id": id,
        "seed": contest.setup.seed,
        "dice": contest.setup.dice,
        "rows": game.grid.to_dict()["rows"],
        "seats": [_seat(contest, number, None) for number in range(len(contest.seats))],
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


def _seat(contest: Contest, number: int, viewer: int | None) -> dict[str, Any]:
    seat: Seat = contest.seats[number]
    points: int | None = seat.points
    found: int | None = seat.found
    cancelled = None
    if contest.stage is Stage.OVER:
        scores = contest.game.scores()[number]
        points, cancelled = scores.points, len(scores.cancelled)
    elif not contest.setup.visible and number != viewer:
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
