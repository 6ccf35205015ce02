"""Reports of long searches: the share that is done, with a line that says more."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..errors import InputError
from .plain_text import shorten

#: Receives the share of a search that is done, 0 to 1, again and again.
Progress = Callable[[float], object]


class Share(float):
    """A share that is done, 0 to 1; as text, the line to show.

    >>> half = Share(0.5, "5 of 10 patterns")
    >>> half == 0.5, str(half)
    (True, '5 of 10 patterns')
    """

    line: str

    def __new__(cls, done: float, line: str) -> Share:
        share = super().__new__(cls, done)
        share.line = line
        return share

    def __str__(self) -> str:
        return self.line


def check_progress(progress: Any) -> None:
    """Check that progress can be reported.

    Raises:
        InputError: it is neither None nor a function.
    """
    if progress is not None and not callable(progress):
        raise InputError(f"progress is {shorten(progress)}, expected a function of the share done")
