"""Read raw bytes, and the options of a grid."""

from __future__ import annotations

import mmap
from typing import Any

from .._util.io import StrPath, read_or_map
from .._util.validation import check_flag, check_shape
from ..alphabet import Alphabet
from ..errors import GridError, InputError
from ..geometry import KING, Topology

#: The size from which a raw file is mapped. A smaller one is copied, so that nobody can change it.
MAP_FROM = 1 << 26


def read_cells(path: StrPath, raw: tuple[int, int]) -> memoryview:
    """Read a file of one byte per cell, or map it if it is large.

    Raises:
        InputError: the file cannot be read.
        GridError: its size does not fit.
    """
    rows, columns = check_shape(raw, "raw")
    if path == "-":
        raise InputError("raw maps a file, not standard input ('-'); name the file")
    data = read_or_map(path, map_from=MAP_FROM)
    size = len(data)
    if size != rows * columns:
        raise GridError(
            f"{str(path)!r} has {size} bytes, {rows}x{columns} cells need "
            f"{rows * columns}{_hint(size, rows, columns)}",
            size=size,
        )
    return memoryview(data).cast("B", (rows, columns))


def check_mapped(codes: memoryview) -> None:
    """Check that a mapped file still has all its bytes; reading a missing one ends the process.

    Raises:
        GridError: it was shortened.
    """
    mapped = codes.obj
    if isinstance(mapped, mmap.mmap) and mapped.size() < len(mapped):
        raise GridError(
            f"the file of the grid had {len(mapped)} bytes and now has {mapped.size()}: it was "
            "shortened while in use; read it again",
            size=mapped.size(),
        )


def _hint(size: int, rows: int, columns: int) -> str:
    """Return advice for a file that is too long by a line break in each row."""
    for width in (1, 2):
        wider = columns + width
        if size in (rows * wider, rows * wider - width):
            hint = "; its rows seem to end with a line break: read it as text, without raw"
            if size == rows * wider:
                hint += f", or with raw {rows}x{wider}: a line break is a hole there"
            return hint
    return ""


def read_settings(
    alphabet: Any, case_sensitive: bool, fold_accents: bool, topology: Any, wrap: Any, qu: bool
) -> tuple[Alphabet | None, Topology]:
    """Return the alphabet and the topology for the options of a grid; check `qu`."""
    is_default = alphabet is None and type(topology) is str and topology == "king"
    is_plain = case_sensitive is fold_accents is qu is False
    if is_default and is_plain and (wrap is None or wrap is False):
        return None, KING
    check_flag(qu, "qu")
    chosen = Alphabet.of(alphabet, case_sensitive=case_sensitive, fold_accents=fold_accents)
    return chosen, Topology.of(topology, wrap=wrap)


def gather(
    qu: bool, alphabet: Any, case_sensitive: bool, fold_accents: bool, topology: Any, wrap: Any
) -> dict[str, Any]:
    """Return the options for reading a grid as keyword arguments."""
    return {
        "qu": qu,
        "alphabet": alphabet,
        "case_sensitive": case_sensitive,
        "fold_accents": fold_accents,
        "topology": topology,
        "wrap": wrap,
    }
