"""Time limits for Python code between calls of the native core.

The native core stops by itself at a deadline, or when a `StopToken` that the thread watches is set.
Python code calls `check_time` between its steps.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from .. import _core
from .validation import NO_DEADLINE, check_deadline

#: When the work must end, by `time.monotonic`.
_until: ContextVar[float | None] = ContextVar("until", default=None)


@contextmanager
def time_limit(seconds: float | None) -> Iterator[None]:
    """Let `check_time` end the work inside after some seconds; None sets no limit.

    >>> with time_limit(0):
    ...     check_time()
    Traceback (most recent call last):
    TimeoutError: the time is up

    Raises:
        InputError: it is not a number of seconds.
    """
    limit = check_deadline(seconds)
    if limit == NO_DEADLINE:
        yield
        return
    outer, until = _until.get(), time.monotonic() + limit
    token = _until.set(until if outer is None else min(outer, until))
    try:
        yield
    finally:
        _until.reset(token)


def check_time() -> None:
    """Raise TimeoutError if the time is up, InterruptedError if the work was stopped."""
    _core.check_stop()
    if (until := _until.get()) is not None and time.monotonic() >= until:
        raise TimeoutError("the time is up")


def seconds_left() -> float:
    """Return the remaining time as the native core takes it."""
    until = _until.get()
    return NO_DEADLINE if until is None else max(0.0, until - time.monotonic())
