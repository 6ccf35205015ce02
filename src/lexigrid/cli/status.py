"""Exit statuses; 3 takes precedence over 1, as an incomplete answer cannot prove a word missing."""

from __future__ import annotations

FOUND = 0
MISSING = 1
BAD_INPUT = 2
CUT_SHORT = 3
INTERRUPTED = 130


def was_cut_short(cut_by: str | None) -> bool:
    """Did a search end early for a reason other than the user's limit?

    >>> was_cut_short("deadline"), was_cut_short("limit"), was_cut_short(None)
    (True, False, False)
    """
    return cut_by in ("deadline", "storage")


def describe_cut(cut_by: str | None) -> str:
    """Return the message for an answer that was cut short."""
    if cut_by == "storage":
        return "cut short: there is more than can be stored; give --limit or --count"
    return "cut short by the deadline, so there may be more; give a longer --deadline"


def choose_status(*, cut_short: bool, missing: bool) -> int:
    """Return the exit status of a search.

    >>> choose_status(cut_short=True, missing=True), choose_status(cut_short=False, missing=True)
    (3, 1)
    """
    if cut_short:
        return CUT_SHORT
    return MISSING if missing else FOUND
