"""Contests for tests: one that has begun, and one played at random."""

from __future__ import annotations

import random
from typing import Any

import lexigrid as lg
from lexigrid.play.contest import Contest, Entry, Stage
from lexigrid.play.contest_setup import ContestSetup

LEXICON = lg.Lexicon(["tea", "eat", "oat", "tan", "ant", "ate", "eta", "net", "ten", "neat"])


def setup(**changes: Any) -> ContestSetup:
    options: dict[str, Any] = {"rules": lg.Rules(seconds=60, penalty=1, hints=1)} | changes
    return ContestSetup(lg.Grid.parse("tea/ant/oat"), LEXICON, seed="1", **options)


def opened(*names: str, **changes: Any) -> tuple[Contest, list[Entry]]:
    contest, entries = Contest.open(setup(**changes)), []
    for name in names:
        contest, entry = contest.join(name, ticket=f"digest of {name}")
        entries.append(entry)
    return contest, entries


def play_at_random(seed: int, **changes: Any) -> list[tuple[Contest, Entry]]:
    """Return each log entry of a contest, with the contest after it."""
    rng = random.Random(seed)
    contest = Contest.open(setup(opponents=(5, 5), **changes))
    history: list[tuple[Contest, Entry]] = []

    def take(found: tuple[Contest, Entry]) -> Contest:
        history.append(found)
        return found[0]

    for name in ("Ann", "Bob"):
        contest = take(contest.join(name, ticket=name))
    contest = take(contest.begin())
    at = 0
    while contest.stage is not Stage.OVER:
        at += rng.randrange(3000)
        while (found := contest.advance(at)) is not None:
            contest = take(found)
        if contest.stage is Stage.PLAYING:
            word = rng.choice(["tea", "eat", "oat", "cat", "xyz", "at", "tan", "net"])
            contest = take(contest.play(rng.choice(contest.people), word, at=at, key=str(at)))
        if rng.random() < 0.1 and contest.seats[2].hints == 0 and contest.stage is Stage.PLAYING:
            contest = take(contest.hint(2, at=at))
    return history
