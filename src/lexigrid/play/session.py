"""A match against the clock, saved as it is played.

Every move is saved before it is answered, so a program that is killed loses at most a second.
"""

from __future__ import annotations

import datetime
import json
import os
import time
from collections.abc import Callable
from dataclasses import replace

from .._util import schema
from ..errors import GameError, InputError
from ..game import Hint, Verdict
from ..lexicon import Lexicon
from .history import History, UnfinishedGame
from .match import Match, Stage
from .setup import MatchSetup, begin_match

_SAVE_EVERY = 1.0


def new_match(setup: MatchSetup) -> Match:
    """Begin a match with a unique id."""
    return begin_match(setup, id=os.urandom(16).hex(), started=_utc_now())


def restore_match(unfinished: UnfinishedGame, lexicon: Lexicon) -> Match:
    """Restore an unfinished match, ready to be resumed.

    Raises:
        GameError: it is damaged, or was played with another lexicon.
    """
    name = f"the match {unfinished.id} is damaged: "
    data = schema.parse_json(unfinished.state, name, GameError)
    match = Match.from_dict(data, lexicon)
    return replace(match, stage=Stage.READY) if match.stage is Stage.PLAYING else match


class Session:
    """A match with a running clock, saved in a history if there is one.

    `clock` returns seconds that never decrease; `poll` advances the match to that time. If saving
    fails during the match, play continues, and `save_error` says why until saving succeeds.
    `next_match` makes the match that follows a finished one.

    Raises:
        InputError: the history cannot be written when the match begins, or another process is
            playing the same match.
    """

    def __init__(
        self,
        match: Match,
        history: History | None,
        *,
        clock: Callable[[], float] = time.monotonic,
        next_match: Callable[[Match], Match] | None = None,
    ) -> None:
        self._next_match = next_match
        self._history = history
        self._clock = clock
        #: The clock at the last poll, None while paused, and the unused fraction of a millisecond.
        self._polled: float | None = None
        self._fraction = 0.0
        self._saved = clock()
        self.save_error = ""
        self._begin(match)

    def _begin(self, match: Match) -> None:
        if self._history is not None:
            self._history.hold(match.id)
        self._match, self._polled, self._fraction = match, None, 0.0
        self._write(in_play=False)

    @property
    def has_next(self) -> bool:
        """Is the match over, and can another follow it?"""
        return self._next_match is not None and self._match.stage is Stage.OVER

    def begin_next(self) -> Match:
        """Begin the match that follows this one; call only if `has_next`.

        Raises:
            LexigridError: the board cannot be made, or the history cannot be written.
        """
        assert self._next_match is not None
        self._begin(self._next_match(self._match))
        return self._match

    @property
    def match(self) -> Match:
        """The match at the time of the last poll."""
        return self._match

    @property
    def is_paused(self) -> bool:
        """Is the clock stopped?"""
        return self._polled is None

    @property
    def is_saved(self) -> bool:
        """Is the match in a history, up to its last move?"""
        return self._history is not None and not self.save_error

    def poll(self) -> Match:
        """Advance the match to the time of the clock; a turn whose time is up ends."""
        if self._polled is not None:
            now = self._clock()
            passed = (now - self._polled) * 1000 + self._fraction
            whole = max(0, int(passed))
            self._polled, self._fraction = now, passed - whole
            self._advance(self._match.passed(whole))
            if now - self._saved >= _SAVE_EVERY:
                self.save(in_play=True)
        return self._match

    def start_turn(self) -> Match:
        """Start the turn and the clock of the current person."""
        self._match = self._match.start_turn()
        self.resume()
        return self._match

    def pause(self) -> None:
        """Stop the clock."""
        self.poll()
        self._polled = None
        self.save()

    def resume(self) -> None:
        """Restart the clock."""
        if self._match.stage is Stage.PLAYING:
            self._polled, self._fraction = self._clock(), 0.0

    def play(self, word: str) -> Verdict | None:
        """Play a word for the current person; return None if no clock is running any more."""
        if not self._is_running():
            return None
        match, verdict = self._match.play(word)
        self._advance(match)
        self.save(in_play=True)
        return verdict

    def hint(self) -> Hint | None:
        """Give the current person a hint; return None if no clock is running any more.

        Raises:
            GameError: no hints are left.
        """
        if not self._is_running():
            return None
        self._match, hint = self._match.hint()
        self.save(in_play=True)
        return hint

    def rotate_board(self) -> None:
        """Rotate the board a quarter turn.

        Raises:
            GameError: the rules forbid it, or the board cannot be rotated.
        """
        self._match = self._match.rotated()
        self.save(in_play=True)

    def skip_time(self) -> Match:
        """End the current person's turn as if the rest of the time had passed.

        Without a time limit, the rest is the time until the last word of any opponent.
        """
        match = self.poll()
        last = max((each.at for words in match.planned for each in words), default=0)
        self._advance(match.passed(last - match.now if match.left is None else match.left))
        if (match.stage, match.turn) == (self._match.stage, self._match.turn):
            self._advance(self._match.end_turn())
        return self._match

    def end_turn(self) -> Match:
        """End the current person's turn."""
        self.poll()
        self._advance(self._match.end_turn())
        return self._match

    def _is_running(self) -> bool:
        return self.poll().stage is Stage.PLAYING and not self.is_paused

    def _advance(self, match: Match) -> None:
        before, self._match = self._match, match
        if (match.stage, match.turn) != (before.stage, before.turn):
            self._polled = None
            self.save(in_play=True)

    def save(self, *, in_play: bool = False) -> None:
        """Save the match; if that fails, keep playing and remember the error."""
        self._saved = self._clock()
        try:
            self._write(in_play=in_play)
            self.save_error = ""
        except InputError as error:
            self.save_error = str(error)

    def _write(self, *, in_play: bool) -> None:
        """Write the match to the history, as unfinished until it is over."""
        if self._history is None:
            return
        if self._match.stage is Stage.OVER:
            self._history.add(self._match.record(_utc_now()))
        else:
            state = json.dumps(self._match.to_dict(), ensure_ascii=False)
            unfinished = UnfinishedGame(self._match.id, _utc_now(), state)
            self._history.save_unfinished(unfinished, in_play=in_play)


def _utc_now() -> str:
    return datetime.datetime.now(tz=datetime.UTC).isoformat(timespec="milliseconds")
