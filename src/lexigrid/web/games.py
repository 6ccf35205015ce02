"""Shared games: contests with seats, moves that can be sent again, and events."""

from __future__ import annotations

import hashlib
import json
import secrets
import time
from collections.abc import Callable
from typing import Annotated, Any

from fastapi import FastAPI, Header, Query, Request, Response
from pydantic import AfterValidator, Field, WithJsonSchema

from .._util.rng import check_seed, fresh_seed
from .._util.time_limit import time_limit
from ..boards.dice_roll import roll
from ..boards.find import find_board
from ..boards.spec import BoardSetup
from ..errors import InputError
from ..grid import Grid, as_grid
from ..play.log import Entry, Stage
from ..play.match import MAX_NAME, MAX_WORD, Match
from ..play.match_view import review_of
from ..play.opponents import Opponent
from ..play.session import new_match
from ..play.setup import MatchSetup
from .boards import DiceBody
from .budgets import TokenBuckets
from .guard import client_of
from .judge import complete_rules
from .lanes import Answer
from .openapi import PREFIX, answers
from .problems import ConflictError, Problem
from .requests import Body, Text, check_most, check_words
from .room import Room
from .rooms import Rooms
from .service import JSON, Service
from .streams import EventStream, StreamCounts

_NOT_STORED = {"Cache-Control": "no-store"}
_RETRY = {"Retry-After": "2"}
_UNAUTHORIZED = {"WWW-Authenticate": "Bearer"}
_TAG = "games"
#: Time to find a board for a specification.
_BOARD_SECONDS = 2.0
#: Operations that follow an answer with a ticket, for the OpenAPI document.
_LINKS = {
    name: {
        "operationId": name,
        "parameters": {
            "path.id": "$response.body#/game/id",
            "header.authorization": "Bearer {$response.body#/ticket}",
        },
    }
    for name in ("join", "start", "play", "hint", "look", "leave", "end", "review", "rematch")
}


def _check_name(name: str) -> str:
    name = " ".join(name.split())
    if not 1 <= len(name) <= MAX_NAME or not name.isprintable():
        raise ValueError(f"a name of 1 to {MAX_NAME} printable characters, not only spaces")
    return name


_Name = Annotated[
    Text,
    AfterValidator(_check_name),
    Field(description="A name."),
    WithJsonSchema({"type": "string", "minLength": 1, "maxLength": MAX_NAME}),
]
_Ticket = Annotated[
    str | None, Header(description="Bearer and the ticket of a seat; omitted by spectators.")
]


class GameBody(DiceBody):
    """A game to open: its board or dice, rules, opponents and seats."""

    name: _Name
    grid: Text | dict[str, Any] | None = Field(None, description="A board of your own.")
    qu: bool = Field(False, description="Every tile Q of your own board spells QU.")
    rules: dict[str, Any] = Field(
        {}, description="Rules that differ from the usual ones of the size.",
        examples=[{"seconds": 60, "cancel": False}],
    )  # fmt: skip
    opponents: list[Annotated[int, Field(ge=1, le=10)]] = Field(
        [], max_length=15, description="The levels of the computer opponents."
    )
    seats: int = Field(16, ge=1, le=16, description="The most seats, including opponents.")
    visible: bool = Field(True, description="Do players see the points of the others?")


class SeatBody(Body):
    """A player who takes a seat."""

    name: _Name
    ticket: Text | None = Field(
        None, min_length=22, max_length=64,
        description="A secret of your own for the seat; sent again, it gets the same seat.",
    )  # fmt: skip


class MoveBody(Body):
    """A word, with a key that makes it safe to send again."""

    word: Text = Field(min_length=1, max_length=MAX_WORD, description="The word.")
    key: Text = Field(
        min_length=1, max_length=64, description="Sent again, the same key is the same move."
    )


def add_routes(api: FastAPI, service: Service, rooms: Rooms) -> None:
    """Add the resources of games."""
    limits = service.limits
    streams = StreamCounts(limits.streams)
    moves = TokenBuckets(limits.moves_per_second, limits.move_burst)
    games = f"{PREFIX}/games"

    @api.post(
        games,
        **answers("seat", "The game, your seat and its ticket", tag=_TAG, status=201,
                  links=_LINKS),
    )  # fmt: skip
    async def open_game(body: GameBody, request: Request) -> Response:
        """Open a game and take its first seat."""
        opened: list[Match] = []

        def run(seconds: float) -> Answer:
            with time_limit(seconds):
                opened.append(_open(body, service))
            return Answer(b"")

        await service.work(request, run, limits.puzzle_deadline)
        ticket = secrets.token_urlsafe(32)
        room, seat = await rooms.create(opened[0], body.name, digest_of(ticket))
        return _seat_answer(room, seat, ticket)

    @api.post(
        f"{games}/{{id}}/seats",
        **answers("seat", "Your seat and its ticket", tag=_TAG, status=201,
                  problems={404: "No such game", 409: "Full, begun, or the name is taken"},
                  links=_LINKS),
    )  # fmt: skip
    async def join(id: str, body: SeatBody) -> Response:
        """Take a seat in a game that has not begun."""
        room = await rooms.find(id)
        ticket = body.ticket or secrets.token_urlsafe(32)
        digest = digest_of(ticket)
        try:
            await room.change(lambda contest, _: contest.join(body.name, ticket=digest))
        except ConflictError:
            if room.seat_of(digest) is None:  # else the request was sent again
                raise
        seat = room.seat_of(digest)
        assert seat is not None
        return _seat_answer(room, seat, ticket)

    @api.post(f"{games}/{{id}}/leave", **_seated("contest", "The game", s409="It is over"))
    async def leave(id: str, authorization: _Ticket = None) -> Response:
        """Give up your seat; what you have found still counts."""
        room, seat = await _enter(id, authorization)
        await room.change(lambda contest, _: contest.leave(seat))
        return _send(room.state(seat))

    @api.post(
        f"{games}/{{id}}/rematch",
        **_seated("contest", "The game that follows", s409="It is not over, or has no dice"),
    )
    async def rematch(id: str, authorization: _Ticket = None) -> Response:
        """Open the game that follows a finished one, or enter it; all tickets stay valid."""
        room, seat = await _enter(id, authorization)
        after = await rooms.rematch(room)
        return _send(after.state(after.seat_of(room.contest.seats[seat].ticket)))

    @api.post(f"{games}/{{id}}/start", **_seated("contest", "The game", s409="It has begun"))
    async def start(id: str, authorization: _Ticket = None) -> Response:
        """Start the clock; only a host can."""
        room, seat = await _enter(id, authorization)
        _check_host(room, seat)
        await room.change(lambda contest, _: contest.begin())
        return _send(room.state(seat))

    @api.post(f"{games}/{{id}}/end", **_seated("contest", "The game", s409="It is not running"))
    async def end(id: str, authorization: _Ticket = None) -> Response:
        """End the game before its time; only a host can."""
        room, seat = await _enter(id, authorization)
        _check_host(room, seat)
        await room.change(Match.end)
        return _send(room.state(seat))

    @api.post(f"{games}/{{id}}/hints", **_seated("hint", "A clue", s409="No hints are left"))
    async def hint(id: str, authorization: _Ticket = None) -> Response:
        """Take a hint, if the rules allow any."""
        room, seat = await _enter(id, authorization)
        entry = await room.change(lambda contest, now: contest.hint(seat=seat, at=now))
        head = {"format": "lexigrid/hint", "version": 1, "number": entry.number}
        return _send(head | dict(entry.data))

    @api.post(
        f"{games}/{{id}}/moves",
        **_seated("verdict", "The verdict on the word", s409="The game is not running"),
    )
    async def play(id: str, body: MoveBody, authorization: _Ticket = None) -> Response:
        """Play a word; the same key gives the same verdict again."""
        room, seat = await _enter(id, authorization)
        key = (seat, body.key)
        if key not in room.moves and not moves.take((id, seat), time.monotonic()):
            raise Problem(429, "too many words at once; wait a second", {"Retry-After": "1"})
        entry = await room.play(seat, body.word, body.key)
        if entry.data["said"] != body.word:
            raise Problem(422, f"the key {body.key!r} was already sent with another word")
        return _send(_verdict(entry))

    @api.get(f"{games}/{{id}}", **_watched("contest", "The game as you may see it"))
    async def look(id: str, authorization: _Ticket = None) -> Response:
        """Return the state of a game."""
        room, seat = await _watch(id, authorization)
        return _send(room.state(seat))

    @api.get(f"{games}/{{id}}/review", **_watched("review", "All words", s409="It is not over"))
    async def review(id: str, authorization: _Ticket = None) -> Response:
        """Return every word of the board and who found it, when the game is over."""
        room, _ = await _watch(id, authorization)
        if room.contest.stage is not Stage.OVER:
            raise Problem(409, "the game is not over yet", stage=str(room.contest.stage))
        return _send(review_of(room.contest))

    @api.get(
        f"{games}/{{id}}/events",
        **_watched("events", "Events as they happen, or past events as JSON", streams=True),
    )
    async def events(
        id: str,
        request: Request,
        authorization: _Ticket = None,
        after: Annotated[int | None, Query(ge=0, description="Events after this number.")] = None,
        last_event_id: Annotated[str | None, Header()] = None,
        accept: Annotated[str | None, Header()] = None,
    ) -> Response:
        """Listen to a game: `text/event-stream`, or JSON with `Accept: application/json`."""
        room, seat = await _watch(id, authorization)
        if last_event_id is not None and last_event_id.isdecimal():
            after = int(last_event_id[:12])  # newer than the number in the address
        if JSON in (accept or ""):
            return _poll(room, seat, after or 0)
        # Those of players are counted per seat, because a class may share an address.
        owner = client_of(request.scope) if seat is None else (id, seat)
        if not streams.open(owner):
            raise Problem(429, f"at most {limits.streams} streams can be open at once", _RETRY)
        watching = sum(each.seat is None for each in room.listeners)
        if seat is None and watching >= limits.spectators:
            streams.close(owner)
            raise Problem(503, f"{limits.spectators} people are already watching this game", _RETRY)
        listener = room.listen(seat, after)

        def close() -> None:
            room.forget(listener)
            streams.close(owner)

        return EventStream(listener, close)

    async def _watch(id: str, authorization: str | None) -> tuple[Room, int | None]:
        """Return a game and the seat of a ticket, or None for a spectator."""
        room = await rooms.find(id)
        if authorization is None:
            return room, None
        kind, _, ticket = authorization.partition(" ")
        seat = room.seat_of(digest_of(ticket.strip())) if kind.lower() == "bearer" else None
        if seat is None:
            raise Problem(403, "the ticket does not belong to this game")
        await room.touch(seat)
        return room, seat

    async def _enter(id: str, authorization: str | None) -> tuple[Room, int]:
        """Return a game and the seat of a required ticket."""
        room, seat = await _watch(id, authorization)
        if seat is None:
            raise Problem(401, "this needs the ticket of a seat", _UNAUTHORIZED)
        return room, seat


def find_seats(rooms: Rooms) -> Callable[[str, bytes], str | None]:
    """Return a function that names the seat of a ticket, given the path and the header with it."""

    def seat_of(path: str, authorization: bytes) -> str | None:
        id, _, _ = path.removeprefix(f"{PREFIX}/games/").partition("/")
        ticket = authorization[len("Bearer ") :].strip().decode("latin-1")
        seat = rooms.seat_of(id, digest_of(ticket))
        return None if seat is None else f"{id}/{seat}"

    return seat_of


def _open(body: GameBody, service: Service) -> Match:
    """Return the contest that a request describes."""
    limits = service.limits
    check_words((*body.contains, *(body.avoid or ())), limits)
    lexicon = body.choose_lexicon(service)
    seed = fresh_seed() if body.seed is None else body.seed
    dice = None if body.grid is not None else body.choose_dice(lexicon)
    if dice is not None:
        if body.qu:
            raise InputError("qu is for a board of your own; leave out 'qu', or give a grid")
        check_most(len(dice), limits.board_cells, "the board", "cells")
        rules = complete_rules(body.rules, lexicon, dice.size)
        grid = _make_board(body, BoardSetup.of(seed=seed, lexicon=lexicon, dice=dice, rules=rules))
    else:
        for name in ("dice", "size", "words", "score", "longest", "contains", "common", "avoid"):
            if getattr(body, name) not in (None, False, []):
                raise InputError(f"grid is a board of your own; leave out {name!r}, or grid")
        grid = as_grid(body.grid, qu=body.qu)
        check_most(grid.rows * grid.columns, limits.board_cells, "the board", "cells")
        rules = complete_rules(body.rules, lexicon, (grid.rows, grid.columns))
    setup = MatchSetup(
        grid=grid, lexicon=lexicon, rules=rules, seed=check_seed(seed), is_shared=True,
        lexicon_name=body.lexicon or "default", dice=(dice and dice.name) or "",
        opponents=tuple(map(Opponent, body.opponents)), seats=body.seats, visible=body.visible,
    )  # fmt: skip
    contest = new_match(setup)
    check_most(contest.game.solution.count, limits.board_words, "the board", "words")
    return contest


def _make_board(body: GameBody, setup: BoardSetup) -> Grid:
    spec, dice = body.spec(), setup.dice
    assert dice is not None
    if spec.is_open:
        return roll(dice, seed=setup.seed)
    board = find_board(
        spec, seed=setup.seed, dice=dice, words=setup.lexicon, rules=setup.rules,
        deadline=_BOARD_SECONDS, threads=1,
    )  # fmt: skip
    if not board.met:
        raise InputError(
            f"no such board was found in {_BOARD_SECONDS:g} s; the nearest has {board.words} "
            f"words, {board.score} points and a longest word of {board.longest} letters; ask for "
            "wider ranges"
        )
    return board.grid


def _seated(name: str, description: str, *, s409: str) -> dict[str, Any]:
    problems = {401: "A ticket is needed", 404: "No such game", 409: s409}
    return answers(name, description, tag=_TAG, problems=problems, needs_ticket=True)


def _watched(
    name: str, description: str, *, streams: bool = False, s409: str = ""
) -> dict[str, Any]:
    problems = {403: "Another ticket", 404: "No such game", 422: "A wrong value", 503: "Busy"}
    problems |= {409: s409} if s409 else {}
    found = answers(name, description, tag=_TAG, takes_body=False, problems=problems)
    if streams:
        found["responses"][200]["content"]["text/event-stream"] = {"schema": {"type": "string"}}
    return found


def _seat_answer(room: Room, seat: int, ticket: str) -> Response:
    head = {"format": "lexigrid/seat", "version": 1, "seat": seat, "ticket": ticket}
    return _send(head | {"game": room.state(seat)}, 201)


def _verdict(entry: Entry) -> dict[str, Any]:
    head = {"format": "lexigrid/verdict", "version": 1, "number": entry.number, "at": entry.at}
    said = {name: value for name, value in entry.data.items() if name != "said"}
    return head | said | {"key": entry.key}


def _poll(room: Room, seat: int | None, after: int) -> Response:
    found = room.events_after(seat, after)
    document: dict[str, Any] = {"format": "lexigrid/events", "version": 1}
    if found is None:
        return _send(document | {"snapshot": room.state(seat), "events": []})
    events = [json.loads(each.split(b"data: ", 1)[1]) for each in found]
    return _send(document | {"events": events})


def _check_host(room: Room, seat: int) -> None:
    if seat not in room.company["hosts"]:
        raise Problem(403, "only the host can do this")


def digest_of(ticket: str) -> str:
    """Return what the server keeps of a ticket."""
    return hashlib.sha256(ticket.encode()).hexdigest()


def _send(document: dict[str, Any], status: int = 200) -> Response:
    text = json.dumps(document, ensure_ascii=False)
    return Response(text, status, _NOT_STORED, JSON)
