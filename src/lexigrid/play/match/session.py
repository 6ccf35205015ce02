"""A match against the clock, saved as it goes.

Knows matches, the history and the time; known by the terminal game and the command line.
Rule: every move is saved before it is answered, so a killed program loses at most a second of time.
"""

from __future__ import annotations

import datetime
import json
import os
import time
from collections.abc import Callable
from dataclasses import replace

from ...errors import GameError, InputError
from ...game import Hint, Verdict
from ...lexicon import Lexicon
from ..history import History, Unfinished
from .match import Match, Stage
from .setup import Setup, begin_match

_SAVE_EVERY = 1.0


def utc_now() -> str:
    """Give the time in UTC, in ISO form."""
    return datetime.datetime.now(tz=datetime.UTC).isoformat(timespec="milliseconds")


def new_match(setup: Setup) -> Match:
    """Begin a match with an id that no other has."""
    return begin_match(setup, id=os.urandom(16).hex(), started=utc_now())


def left_match(unfinished: Unfinished, lexicon: Lexicon) -> Match:
    """Give a match that was left, ready to go on.

    Raises:
        GameError: it is damaged, or was played with another lexicon.
    """
    try:
        data = json.loads(unfinished.state)
    except ValueError as error:
        raise GameError(f"the match {unfinished.id} is damaged: {error}") from error
    match = Match.from_json(data, lexicon)
    return replace(match, stage=Stage.READY) if match.stage is Stage.PLAYING else match


class Session:
    """A match whose clock runs while nobody pauses it; saved in a history, if there is one.

    `clock` gives seconds that only rise; `poll` lets the time pass that it shows.

    Raises:
        InputError: the history cannot be written when the match begins.
    """

    def __init__(
        self,
        match: Match,
        history: History | None,
        *,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._match = match
        self._history = history
        self._clock = clock
        self._seen: float | None = None
        self._spare = 0.0
        self._saved = clock()
        self.trouble = ""
        self._keep()

    @property
    def match(self) -> Match:
        """The match as it was at the last look at the clock."""
        return self._match

    @property
    def is_paused(self) -> bool:
        """Does the clock stand still?"""
        return self._seen is None

    def poll(self) -> Match:
        """Look at the clock: let the time pass, end a turn whose time is up."""
        if self._seen is not None:
            now = self._clock()
            passed = (now - self._seen) * 1000 + self._spare
            whole = max(0, int(passed))
            self._seen, self._spare = now, passed - whole
            self._set(self._match.passed(whole))
            if now - self._saved >= _SAVE_EVERY:
                self._save()
        return self._match

    def start_turn(self) -> Match:
        """Start the clock of the person whose turn it is."""
        self._match = self._match.start_turn()
        self.go_on()
        return self._match

    def pause(self) -> None:
        """Stop the clock."""
        self.poll()
        self._seen = None
        self._save()

    def go_on(self) -> None:
        """Let the clock run again."""
        if self._match.stage is Stage.PLAYING:
            self._seen, self._spare = self._clock(), 0.0

    def say(self, word: str) -> Verdict | None:
        """Let the person say a word; None if the time was up before."""
        if self.poll().stage is not Stage.PLAYING or self.is_paused:
            return None
        self._match, verdict = self._match.say(word)
        self._save()
        return verdict

    def hint(self) -> Hint | None:
        """Give the person a hint; None if the time was up before.

        Raises:
            GameError: no hints are left.
        """
        if self.poll().stage is not Stage.PLAYING or self.is_paused:
            return None
        self._match, hint = self._match.hint()
        self._save()
        return hint

    def turn_board(self) -> None:
        """Turn the board a quarter.

        Raises:
            GameError: the rules forbid it, or the board cannot be turned.
        """
        self._match = self._match.turned()
        self._save()

    def end_turn(self) -> Match:
        """End the turn of the person whose turn it is."""
        self.poll()
        self._set(self._match.end_turn())
        return self._match

    def _set(self, match: Match) -> None:
        before, self._match = self._match, match
        if (match.stage, match.turn) != (before.stage, before.turn):
            self._seen = None
            self._save()

    def _save(self) -> None:
        """Keep the match; where that fails, play on, and tell it in `trouble`."""
        self._saved = self._clock()
        try:
            self._keep()
        except InputError as error:
            self.trouble = str(error)

    def _keep(self) -> None:
        """Keep the match in the history: as unfinished while it goes on, then for good."""
        if self._history is None:
            return
        if self._match.stage is Stage.OVER:
            self._history.add(self._match.record(utc_now()))
        else:
            state = json.dumps(self._match.to_json(), ensure_ascii=False)
            self._history.keep_unfinished(Unfinished(self._match.id, utc_now(), state))
