"""The log of a match: what can happen, at which stage, and the players it is about."""

from __future__ import annotations

import enum
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Annotated, Any, NamedTuple

from .._util.codec import FLAT
from ..game.moves import Verdict


class Stage(enum.StrEnum):
    """The stage of a match: open to join, or ready for the next turn; playing; paused; over."""

    OPEN = "open"
    READY = "ready"
    PLAYING = "playing"
    PAUSED = "paused"
    OVER = "over"


#: The stages at which each kind of entry is possible.
STAGES_OF: Mapping[str, tuple[Stage, ...]] = {
    "joined": (Stage.OPEN,),
    "left": (Stage.OPEN, Stage.PLAYING, Stage.PAUSED),
    "began": (Stage.OPEN, Stage.READY),
    "word": (Stage.PLAYING,),
    "hint": (Stage.PLAYING,),
    "rotated": (Stage.READY, Stage.PLAYING, Stage.OVER),
    "paused": (Stage.PLAYING,),
    "resumed": (Stage.PAUSED,),
    "ended": (Stage.READY, Stage.PLAYING),
    "over": (Stage.READY, Stage.PLAYING, Stage.PAUSED),
}
#: The stage after each kind of entry that changes nothing else.
STAGE_AFTER: Mapping[str, Stage] = {
    "began": Stage.PLAYING,
    "paused": Stage.PAUSED,
    "resumed": Stage.PLAYING,
    "ended": Stage.READY,
}
#: The kinds of entries that no contest has.
IN_TURNS = ("rotated", "ended")


class Entry(NamedTuple):
    """An entry of the log: its number, its time on the clock in milliseconds, and what happened."""

    number: int
    at: int
    kind: str
    """A key of STAGES_OF; "ended" is the end of a turn that others follow."""
    seat: int | None = None
    data: Mapping[str, Any] = {}
    """The details of that kind of entry, as JSON values."""
    key: str | None = None
    """The key by which a client recognizes its move."""
    verdict: Verdict | None = None
    """That of `data`, unless the entry comes from a store."""


@dataclass(frozen=True, slots=True)
class Said:
    """The details of an entry about a word; with its verdict, long logs are restored quickly."""

    verdict: Annotated[Verdict, FLAT]
    said: str


@dataclass(frozen=True, slots=True)
class Seat:
    """A player and the player's public scores; the points are those before duplicates cancel."""

    name: str
    level: int | None = None
    """The level of an opponent; None for a person."""
    ticket: str = ""
    """The digest of the secret that proves that a request comes from this person."""
    points: int = 0
    found: int = 0
    wrong: int = 0
    hints: int = 0
    has_left: bool = False
    """Has this person given up the seat? What was found still counts."""

    def counted(self, verdict: Verdict | None, penalty: int) -> Seat:
        """Return the seat after a word, or after a hint if there is no verdict."""
        if verdict is None:
            return replace(self, hints=self.hints + 1)
        if verdict:
            return replace(self, points=self.points + verdict.points, found=self.found + 1)
        if verdict.is_wrong:
            return replace(self, points=self.points - penalty, wrong=self.wrong + 1)
        return self
