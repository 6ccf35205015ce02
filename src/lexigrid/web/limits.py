"""The limits of the server: what one request may ask for, and how much one client may use.

`GET /api/v1/` lists them, and `lexigrid serve --limit NAME=NUMBER` changes them.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass, replace

from .._util.validation import check_number, did_you_mean
from ..errors import InputError

#: The largest limit: no infinite one reaches a clock, a lock or a socket.
_MOST = 10**12


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """Numbers that bound the work of the server; times are in seconds.

    >>> Limits().changed(["cells=400"]).cells
    400
    """

    body: int = 256 * 1024
    """Bytes of a request."""
    body_seconds: float = 10.0
    """Time for the header of a request to arrive, for its body, and for an answer to be read."""
    header_bytes: int = 64 * 1024
    """Bytes of a request other than its body."""
    headers: int = 100
    """Fields of the header of a request."""
    grid_text: int = 64 * 1024
    """Characters of a grid."""
    line_cells: int = 10_000
    """Cells of a grid for `lines`."""
    cells: int = 2_500
    """Cells of a grid for `paths` and `trace`."""
    words: int = 5_000
    """Words of a request."""
    word_letters: int = 100
    """Characters of a word."""
    traced_words: int = 100
    """Words of a request to `trace`."""
    judged_words: int = 1_000
    """Words of a request to `judge`."""
    answer_words: int = 5_000
    """Words or occurrences of an answer."""
    covers: int = 1_000
    """Covers of an answer to `solve`."""
    answer_cells: int = 200_000
    """Cells of the paths of an answer."""
    deadline: float = 1.0
    """Time of a search by default."""
    most_deadline: float = 2.0
    """Time of a search that a request may ask for."""
    puzzle_deadline: float = 5.0
    """Time to make or draw a puzzle, or to find a board."""
    puzzle_side: int = 50
    """Rows and columns of a puzzle."""
    puzzle_words: int = 200
    """Words of a puzzle."""
    dpi: int = 300
    """Dots per inch of a PNG."""
    boards: int = 10
    """Boards of a request to `boards`."""
    board_cells: int = 100
    """Cells of the board of a game."""
    board_words: int = 20_000
    """Words on the board of a game."""
    games: int = 500
    """Open games."""
    spectators: int = 50
    """Spectators of a game."""
    streams: int = 8
    """Event streams of a seat, or of all spectators at an address."""
    moves_per_second: float = 5.0
    """Words of a player per second, on average."""
    move_burst: int = 20
    """Words of a player at once."""
    instant_seconds: float = 0.002
    """Time of a small search on the event loop before it moves to the quick lane; 0: none."""
    quick_seconds: float = 0.03
    """Time of a search in the quick lane before it moves to the slow one."""
    quick_threads: int = 2
    """Threads of the quick lane."""
    slow_threads: int = 0
    """Threads of the slow lane; 0 means one per core."""
    slow_waiting: int = 32
    """Searches waiting for the slow lane."""
    connections: int = 512
    """Open connections; more close those that have waited longest for their clients."""
    client_connections: int = 256
    """Open connections of a client, unless it is the proxy."""
    held_bytes: int = 16 * 1024 * 1024
    """Bytes of answers that clients do not read, and of what they send meanwhile."""
    requests_per_second: float = 20.0
    """Requests of an address or a seat per second, on average; 0: no limit. Only with --public."""
    request_burst: int = 60
    """Requests of an address or a seat at once."""
    files_per_second: float = 100.0
    """Pages and their files sent to a client per second; 0 means no limit. Only with --public."""
    file_burst: int = 3_000
    """Pages and their files sent to a client at once: a class begins with some 70 each."""
    computing_share: float = 0.2
    """Share of one core that a client may use, on average; 0 means no limit."""
    computing_burst: float = 2.0
    """Computing time that a client may use at once."""

    def changed(self, changes: Iterable[str]) -> Limits:
        """Return the limits with changes, each given as NAME=NUMBER.

        Raises:
            InputError: there is no such limit, or the value is not a number.
        """
        kinds = {name: type(value) for name, value in asdict(self).items()}
        values: dict[str, float] = {}
        for change in changes:
            name, _, text = change.partition("=")
            if name not in kinds:
                hint = did_you_mean(name, kinds)
                raise InputError(f"no limit {name!r}, expected one of {', '.join(kinds)}{hint}")
            try:
                number = kinds[name](text)
            except ValueError:
                raise InputError(f"the limit {name} is {text!r}, expected a number") from None
            check_number(number, f"the limit {name}", 0, _MOST)
            values[name] = number
        return replace(self, **values)  # type: ignore[arg-type]
