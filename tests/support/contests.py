"""Contests for tests: one that has begun, one played at random, and the states of a viewer."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

import lexigrid as lg
from lexigrid.play.log import Entry, Stage
from lexigrid.play.match import Match
from lexigrid.play.opponents import Opponent
from lexigrid.play.setup import MatchSetup

LEXICON = lg.Lexicon(["tea", "eat", "oat", "tan", "ant", "ate", "eta", "net", "ten", "neat"])
_STAGES = {"began": "playing", "resumed": "playing", "paused": "paused", "over": "over"}


def setup(*, opponents: tuple[int, ...] = (), **changes: Any) -> MatchSetup:
    options: dict[str, Any] = {"rules": lg.Rules(seconds=60, penalty=1, hints=1)} | changes
    return MatchSetup(
        grid=lg.Grid.parse("tea/ant/oat"),
        lexicon=LEXICON,
        seed="1",
        is_shared=True,
        opponents=tuple(map(Opponent, opponents)),
        **options,
    )


def opened(*names: str, **changes: Any) -> Match:
    contest = Match.open(setup(**changes), id="id")
    for name in names:
        contest = contest.after(contest.join(name, ticket=f"digest of {name}"))
    return contest


def begun(*names: str, **changes: Any) -> Match:
    contest = opened(*names, **changes)
    return contest.after(contest.begin())


def play_at_random(seed: int, **changes: Any) -> list[tuple[Match, Entry]]:
    """Return each log entry of a contest, with the contest after it."""
    rng = random.Random(seed)
    contest = Match.open(setup(opponents=(5, 5), **changes), id="id")
    history: list[tuple[Match, Entry]] = []

    def take(entry: Entry) -> Match:
        history.append((contest.after(entry), entry))
        return history[-1][0]

    for name in ("Ann", "Bob"):
        contest = take(contest.join(name, ticket=name))
    contest = take(contest.begin())
    at = 0
    while contest.stage is not Stage.OVER:
        at += rng.randrange(3000)
        while (due := contest.due(at)) is not None:
            contest = take(due)
        if contest.stage is Stage.PLAYING:
            word = rng.choice(["tea", "eat", "oat", "cat", "xyz", "at", "tan", "net"])
            person = rng.choice(contest.people)
            contest = take(contest.play(word, seat=person, at=at, key=str(at)))
        if rng.random() < 0.1 and contest.seats[2].hints == 0 and contest.stage is Stage.PLAYING:
            contest = take(contest.hint(seat=2, at=at))
    return history


def fold(state: Mapping[str, Any], event: Mapping[str, Any]) -> dict[str, Any]:
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
