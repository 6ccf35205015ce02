"""Exit statuses.

Knows nothing; known by the commands.
Rule: 3 goes before 1: an answer cut short proves nothing about what it lacks.
"""

from __future__ import annotations

FOUND = 0
MISSING = 1
BAD = 2
CUT_SHORT = 3
INTERRUPTED = 130


# What ends a search short of what was asked for; "limit" does not: the user set it.
_UNASKED = frozenset(("deadline", "storage"))


def was_cut(cut_by: str | None) -> bool:
    """Tell whether an answer ended before it had all that was asked for.

    >>> was_cut("deadline"), was_cut("limit"), was_cut(None)
    (True, False, False)
    """
    return cut_by in _UNASKED


def tell_cut(cut_by: str | None) -> str:
    """Say what cut an answer short, and what to do."""
    if cut_by == "storage":
        return "cut short: there is more than can be stored; give --limit or --count"
    return "cut short: the time was up, there may be more; give a longer --deadline"


def choose_status(*, cut_short: bool, missing: bool) -> int:
    """Return the exit status of a search.

    >>> choose_status(cut_short=True, missing=True), choose_status(cut_short=False, missing=True)
    (3, 1)
    """
    if cut_short:
        return CUT_SHORT
    return MISSING if missing else FOUND
