"""Exit statuses; 3 takes precedence over 1, as an incomplete answer cannot prove a word missing."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .output import Output

FOUND = 0
MISSING = 1
BAD_INPUT = 2
CUT_SHORT = 3
INTERRUPTED = 130


#: Why a search ended early, other than by the user's limit, and what to do.
_CUTS = {
    "deadline": "cut short by the deadline, so there may be more; give a longer --deadline",
    "storage": "cut short: there is more than can be stored; give --limit or --count",
}


def report_end(answer: Output, cut_by: str | None, *, missing: bool) -> int:
    """Say what cut a search short, if anything did, and return the exit status."""
    if cut_by in _CUTS:
        answer.say(_CUTS[cut_by])
    return choose_status(cut_short=cut_by in _CUTS, missing=missing)


def choose_status(*, cut_short: bool, missing: bool) -> int:
    """Return the exit status of a search.

    >>> choose_status(cut_short=True, missing=True), choose_status(cut_short=False, missing=True)
    (3, 1)
    """
    if cut_short:
        return CUT_SHORT
    return MISSING if missing else FOUND
