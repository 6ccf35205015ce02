"""Cut a stream of text into pieces of whole records as it arrives."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ...errors import InputError
from ..job import DELIMITERS
from .records import HEAD_BYTES
from .sources import Source, check_encoding
from .text import BOM, MAX_RECORD_BYTES

_READ_BYTES = 1 << 18


class TextStream:
    """Iterates over pieces of a stream: the number of lines before each piece, and its bytes.

    `head` holds the bytes that name the columns: the CSV header or the first lines of JSON. With
    `keep_all` these are more lines, so that every column should appear. The pieces of CSV begin
    after the header.
    """

    def __init__(self, file: Any, source: Source, *, keep_all: bool) -> None:
        self._file = file
        self._source = source
        self._has_quotes = source.kind in DELIMITERS
        self._data = b""
        self._lines = 0
        self._is_finished = False
        while not self._is_finished and len(self._data) < len(BOM):
            self._read()
        if not self._data:
            raise InputError(
                f"{source.name} is empty, expected a grid on each line; pipe a file into it: "
                "lexigrid batch - OUT < boards.txt"
            )
        check_encoding(source, self._data[:4])
        self._data = self._data.removeprefix(BOM)
        self.head = self._read_head(HEAD_BYTES if keep_all and source.kind == "jsonl" else 1)

    def __iter__(self) -> Iterator[tuple[int, bytes]]:
        while self._data or not self._is_finished:
            end = len(self._data) if self._is_finished else self._find_end()
            if end:
                piece = self._take(end)
                yield self._lines - piece.count(b"\n"), piece
            else:
                self._read()

    def _read_head(self, size: int) -> bytes:
        """Return whole records of at least `size` bytes or, of CSV, only the header."""
        while not self._is_finished and (len(self._data) < size or not self._find_end()):
            self._read()
        end = len(self._data) if self._is_finished else self._find_end()
        if not self._has_quotes:
            return self._data[:end]
        at = 0
        while (at := self._data.find(b"\n", at) + 1) and self._data.count(b'"', 0, at) % 2:
            pass
        return self._take(at or end)

    def _read(self) -> None:
        data = self._file.read(_READ_BYTES)
        self._data += data
        self._is_finished = not data

    def _take(self, end: int) -> bytes:
        piece, self._data = self._data[:end], self._data[end:]
        self._lines += piece.count(b"\n")
        return piece

    def _find_end(self) -> int:
        """Return the end of the last whole record; 0 if there is none."""
        last = end = self._data.rfind(b"\n") + 1
        if not self._has_quotes:
            return end
        quotes = self._data.count(b'"', 0, end)
        while end and quotes % 2:
            begin = self._data.rfind(b"\n", 0, end - 1) + 1
            quotes -= self._data.count(b'"', begin, end)
            end = begin
        # A stray quote may hide the end of every record.
        return last if not end and len(self._data) > MAX_RECORD_BYTES else end
