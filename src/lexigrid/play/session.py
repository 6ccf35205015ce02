"""A match in a terminal, saved as it is played.

Every move is saved before it is answered, so a program that is killed loses at most a second.
"""

from __future__ import annotations

import datetime
import os
import time
from collections.abc import Callable
from dataclasses import replace

from .._util import schema
from ..errors import GameError, InputError
from ..game.moves import Hint, Verdict
from ..lexicon import Lexicon
from .clock import Clock
from .history.database import History, UnfinishedGame
from .history.records import format_time, record_match
from .log import Entry, Stage
from .match import Match
from .saved import SavedMatch
from .setup import MatchSetup

_SAVE_EVERY = 1.0


def new_match(setup: MatchSetup) -> Match:
    """Open a match with a unique id."""
    started = "" if setup.is_shared else format_time(_utc_now())
    return Match.open(setup, id=os.urandom(8).hex(), started=started)


def restore_match(unfinished: UnfinishedGame, lexicon: Lexicon) -> Match:
    """Restore an unfinished match, ready to be resumed.

    Raises:
        GameError: it is damaged, or was played with another lexicon.
    """
    name = f"the match {unfinished.id} is damaged: "
    data = schema.parse_json(unfinished.state, name, GameError)
    match = SavedMatch.from_dict(data).restore(lexicon)
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
        self._next_match, self._history = next_match, history
        self._seconds, self._clock, self._saved = clock, Clock(clock), clock()
        self.save_error = ""
        self._begin(match)

    def _begin(self, match: Match) -> None:
        if self._history is not None:
            self._history.hold(match.id)
        self._match = match
        self._clock.stop(match.now)
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
        return not self._clock.is_running

    @property
    def is_saved(self) -> bool:
        """Is the match in a history, up to its last move?"""
        return self._history is not None and not self.save_error

    def poll(self) -> Match:
        """Advance the match to the time of the clock; a turn whose time is up ends."""
        if self._clock.is_running:
            self._advance(self._match.until(self._clock.now()))
            if self._seconds() - self._saved >= _SAVE_EVERY:
                self.save(in_play=True)
        return self._match

    def start_turn(self) -> Match:
        """Start the turn and the clock of the current person."""
        self._match = self._match.after(self._match.begin())
        self.resume()
        return self._match

    def pause(self) -> None:
        """Stop the clock."""
        self._clock.stop(self.poll().now)
        self.save()

    def resume(self) -> None:
        """Restart the clock."""
        if self._match.stage is Stage.PLAYING:
            self._clock.start(self._match.now)

    def play(self, word: str) -> Verdict | None:
        """Play a word for the current person; return None if no clock is running any more."""
        if not self._is_running():
            return None
        entry = self._match.play(word)
        after = self._match.after(entry)
        self._advance(after.until(after.now))
        self.save(in_play=True)
        return after.game.moves[-1].verdict

    def hint(self) -> Hint | None:
        """Give the current person a hint; return None if no clock is running any more.

        Raises:
            GameError: no hints are left.
        """
        if not self._is_running():
            return None
        match = self._match
        _, hint = match.game.hint(player=match.turn, at=match.now)
        self._take(match.hint())
        return hint

    def rotate_board(self) -> None:
        """Rotate the board a quarter turn.

        Raises:
            GameError: the rules forbid it, or the board cannot be rotated.
        """
        self._take(self._match.request("rotated"))

    def skip_time(self) -> Match:
        """End the current person's turn as if the rest of the time had passed.

        Without a time limit, the rest is the time until the last word of any opponent.
        """
        match = self.poll()
        last = max((each.at for words in match.planned for each in words), default=0)
        self._advance(match.until(last if match.limit is None else match.limit))
        if (match.stage, match.turn) == (self._match.stage, self._match.turn):
            self._end()
        return self._match

    def end_turn(self) -> Match:
        """End the current person's turn."""
        self.poll()
        self._end()
        return self._match

    def _end(self) -> None:
        if self._match.stage is not Stage.OVER:
            self._advance(self._match.after(self._match.end()))

    def _is_running(self) -> bool:
        return self.poll().stage is Stage.PLAYING and not self.is_paused

    def _take(self, entry: Entry) -> None:
        self._match = self._match.after(entry)
        self.save(in_play=True)

    def _advance(self, match: Match) -> None:
        before, self._match = self._match, match
        if (match.stage, match.turn) != (before.stage, before.turn):
            self._clock.stop(match.now)
            self.save(in_play=True)

    def save(self, *, in_play: bool = False) -> None:
        """Save the match; if that fails, keep playing and remember the error."""
        self._saved = self._seconds()
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
            self._history.add(record_match(self._match, _utc_now()))
        else:
            state = SavedMatch.of(self._match).to_json()
            unfinished = UnfinishedGame(self._match.id, format_time(_utc_now()), state)
            self._history.save_unfinished(unfinished, in_play=in_play)


def _utc_now() -> datetime.datetime:
    return datetime.datetime.now(tz=datetime.UTC)
