"""The report of a check, for puzzles, proofs and certificates alike."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from .plain_text import count_noun


@dataclass(frozen=True, slots=True)
class Fault:
    """One reason why something is not valid."""

    kind: str
    """The kind of fault, such as "missing" or "twice"."""
    word: str
    """The word concerned; empty if there is none."""
    message: str
    """What is wrong and where, for people."""

    def __str__(self) -> str:
        return self.message


@dataclass(frozen=True, slots=True)
class Report:
    """The result of a check; true if there are no faults."""

    faults: tuple[Fault, ...] = ()
    """Why it is not valid; empty if it is."""
    notes: tuple[str, ...] = ()
    """Oddities that are allowed."""
    words: int = 0
    """The number of words checked; 0 for the proof of a best board."""

    def __str__(self) -> str:
        if self.faults:
            return "\n".join(map(str, self.faults))
        return f"valid, {count_noun(self.words, 'word')}" if self.words else "valid"

    def __bool__(self) -> bool:
        """Is it free of faults?"""
        return self.is_valid

    @property
    def is_valid(self) -> bool:
        """Is it free of faults?"""
        return not self.faults

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form."""
        return {
            "format": "lexigrid/check",
            "version": 1,
            "valid": self.is_valid,
            "words": self.words,
            "faults": [asdict(fault) for fault in self.faults],
            "notes": list(self.notes),
        }
