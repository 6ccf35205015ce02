"""Slices of input files, the parts of a job, and the result of a part."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple


class Slice(NamedTuple):
    """A range of a file: bytes of text, or rows within some row groups or record batches."""

    begin: int
    end: int
    group: int = 0
    groups: int = 0


@dataclass(frozen=True, slots=True)
class Part:
    """A slice of one source, and the name of its output file."""

    number: int
    source: int
    slice: Slice
    name: str

    @property
    def weight(self) -> int:
        """The amount of work, in bytes or rows."""
        return self.slice.end - self.slice.begin

    @property
    def place(self) -> str:
        """The start of the part in its source, for messages."""
        if self.slice.groups:
            return f"row {self.slice.begin} of row group {self.slice.group}"
        return f"byte {self.slice.begin}"


class PartResult(NamedTuple):
    """The numbers of rows, rows with an error, failed checks and bytes written."""

    rows: int
    errors: int
    failed: int
    size: int
