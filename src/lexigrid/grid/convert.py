"""Make a Grid of anything that public functions accept as one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Protocol

from .._util.io import StrPath, name_of, read_bytes
from .._util.plain_text import shorten
from .._util.validation import optional_shape
from ..alphabet import Alphabet
from ..errors import AlphabetError, GridError, InputError
from ..geometry import KING, Topology
from .encode import byte_view, check_size, side_of_square
from .grid import Grid, make_grid
from .text import encode_parts

if TYPE_CHECKING:
    from ..reading.decode import Source
    from ..reading.parts import Parts


class _Array(Protocol):
    """An array of NumPy or of a package that works with it."""

    def __array__(self, *args: Any, **kwargs: Any) -> Any: ...


#: What functions take as a grid: a Grid, text, rows of text or of tiles (None: a hole), an array of
#: letters, or the JSON form.
GridLike = (
    Grid
    | str
    | bytes
    | memoryview
    | _Array
    | Mapping[str, Any]
    | Iterable[str]
    | Iterable[Iterable[str | None]]
)
#: What functions take as several boards: an array of them, an Arrow column, or any iterable.
GridsLike = _Array | Iterable[GridLike]


def as_grid(board: Any, *, size: tuple[int, int] | None = None, qu: bool = False) -> Grid:
    """Return a Grid for a Grid, text, rows, an array or the JSON form.

    `size` folds text or bytes without row breaks; anything else must have this size.

    >>> as_grid("teaantoat") == as_grid(["tea", "ant", "oat"]) == Grid.parse("tea/ant/oat")
    True

    Raises:
        GridError: it is none of these, or has another size, or is a Grid with a tile Q and `qu`.
    """
    if isinstance(board, str):
        return Grid.parse(board, size=size, qu=qu)
    shape = optional_shape(size)
    if isinstance(board, Grid):
        grid = board
        if qu and any(tile.spellings in (("q",), ("Q",)) for tile in grid.tiles):
            raise GridError("qu is for text, not for a Grid; give qu=True to Grid.parse instead")
    elif hasattr(board, "columns") and hasattr(board, "to_numpy"):  # a data frame
        return as_grid(board.to_numpy(), size=size, qu=qu)
    elif isinstance(getattr(board, "grid", None), Grid):
        raise GridError(f"the grid is a {type(board).__name__}; give its attribute grid")
    elif (view := byte_view(board)) is not None and view.ndim == 1:
        if shape is None:
            if isinstance(board, bytes | bytearray) and (b"/" in board or len(board.split()) > 1):
                raise GridError("the grid is bytes with several rows; decode them to text")
            shape = (side_of_square(len(view)),) * 2
        if shape[0] * shape[1] != len(view):
            check_size(1, len(view), shape)
        return Grid.from_array(memoryview(view.tobytes()).cast("B", shape), qu=qu)
    elif getattr(board, "ndim", 2) == 1 and hasattr(board, "tolist"):
        return Grid.from_rows(board.tolist(), size=shape, qu=qu)
    elif view is not None or hasattr(board, "ndim"):
        grid = Grid.from_array(board, qu=qu)
    elif isinstance(board, Mapping):
        grid = Grid.from_dict(board, qu=qu)
    elif isinstance(board, Iterable):
        return Grid.from_rows(board, size=shape, qu=qu)
    else:
        kind = type(board).__name__
        hint = f"; did you mean Grid.read({str(board)!r})?" if hasattr(board, "__fspath__") else ""
        raise GridError(
            f"the grid is {shorten(board)} ({kind}), expected a Grid, text, rows or an array{hint}"
        )
    if shape is not None:
        check_size(grid.rows, grid.columns, shape)
    return grid


def check_rows_only(grid: Grid) -> None:
    """Refuse a grid whose text has more than rows: nobody reads notes on a million boards.

    Raises:
        GridError: something was left out of the text.
    """
    if grid.notes:
        raise GridError(f"the grid has more than rows: {'; '.join(grid.notes)}")


def grid_of_source(
    source: Source,
    path: StrPath,
    size: tuple[int, int] | None,
    settings: tuple[Alphabet | None, Topology],
    options: Mapping[str, Any],
) -> Grid:
    """Read a grid from a file or text of any form."""
    from ..reading.parts import read_parts

    return grid_of_parts(read_parts(source, path, size), source, size, settings, options)


def grid_of_file(
    path: StrPath,
    size: tuple[int, int] | None,
    settings: tuple[Alphabet | None, Topology],
    options: Mapping[str, Any],
) -> Grid:
    """Read a grid from a file of any form; errors begin with its name."""
    from ..reading.decode import decode

    source = decode(read_bytes(path), path, GridError, "save it as UTF-8, or give --raw")
    try:
        return grid_of_source(source, path, size, settings, options)
    except (GridError, AlphabetError, InputError) as error:
        raise type(error)(f"{name_of(path)}: {error}", **error.facts) from error


def grid_of_parts(
    found: Parts,
    source: Source,
    size: tuple[int, int] | None = None,
    settings: tuple[Alphabet | None, Topology] = (None, KING),
    options: Mapping[str, Any] = MappingProxyType({"qu": False}),
) -> Grid:
    """Make a grid of what was read from a file or text of any form."""
    if found.document is not None:
        grid = Grid.from_dict(found.document, size=size, **options)
    else:
        grid = make_grid(Grid, encode_parts(found, source.text, size, options["qu"]), *settings)
    grid.notes = found.all_notes
    return grid


def grid_of_data(data: Any, options: Mapping[str, Any]) -> Grid:
    """Read a grid from a value of JSON by another program, or rows."""
    from ..reading.documents import read_data

    found = read_data(data, GridError)
    grid = Grid.from_rows(found.rows, **options)
    grid.notes = found.all_notes
    return grid
