"""The Grid: tiles on a rectangle of cells.

Knows tiles, alphabets, geometry; known by search and everything above.
Rule: cells are held as tile ids, one or two bytes each; tiles as one short table.
"""

from __future__ import annotations

import os
from array import array
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from ..alphabet import Alphabet, names
from ..errors import AlphabetError, GridError
from ..geometry import KING, Cell, Topology
from .cells import count_tiles, listed_tiles, same_cells
from .encode import (
    MAX_TILES,
    Laid,
    array_rows,
    byte_tiles,
    byte_view,
    flat_bytes,
    laid_rows,
    laid_text,
    laid_tokens,
    shape_of,
    tokens_in,
)
from .parse import rows_of, tokens_of
from .tile import ESCAPE, Tile

#: Cells of a grid. Paths and traces are searched on up to 2**31 - 1 of them, lines on all.
MAX_CELLS = 2**40
#: Rows, and columns.
MAX_SIDE = 2**31 - 1

#: A row of tokens: text, or None for a hole.
Row = str | Iterable[str | None]


class Grid:
    """Tiles laid on a rectangle of cells: a value that never changes.

    >>> grid = Grid.parse("tea/ant/oat")
    >>> grid.rows, grid.columns, grid[0, 1].face, len(grid)
    (3, 3, 'e', 9)
    >>> grid
    Grid.parse('tea/ant/oat')
    """

    __slots__ = ("_alphabet", "_codes", "_columns", "_listed", "_rows", "_tiles", "_topology")

    _alphabet: Alphabet | None
    _codes: memoryview
    _columns: int
    _listed: tuple[Tile | None, ...] | None
    _rows: int
    _tiles: tuple[Tile | None, ...]
    _topology: Topology

    # --- where grids come from --------------------------------------------------------------

    @classmethod
    def parse(
        cls,
        text: str,
        *,
        size: tuple[int, int] | None = None,
        qu: bool = False,
        alphabet: Alphabet | str | None = None,
        case_sensitive: bool = False,
        fold_accents: bool = False,
        topology: Any = "king",
        wrap: bool = False,
    ) -> Grid:
        """Read a grid from text: a row a line, or rows joined by `/` (`tea/` is one row).

        A row with blanks has a tile a token (`Qu a t`), others a tile a grapheme; `.` is a hole,
        `?` a wild tile, `[ei]` a tile that spells any of these, a backslash takes the meaning
        away. A frame of bars, rules and indexes is ignored. `size` folds a bare string.

        >>> Grid.parse("abcdef", size=(2, 3)) == Grid.parse("abc/def")
        True

        Raises:
            GridError: rows of unequal length, no rows, a tile that cannot be read.
            AlphabetError: no alphabet of that name.
        """
        if not isinstance(text, str):
            raise GridError(f"the grid is {text!r}, expected text")
        settings = _settings(alphabet, case_sensitive, fold_accents, topology, wrap)
        shape = None if size is None else shape_of(size, "size")
        return _made(cls, laid_text(rows_of(text), shape, qu), *settings)

    @classmethod
    def from_rows(
        cls,
        rows: Iterable[Row],
        *,
        size: tuple[int, int] | None = None,
        qu: bool = False,
        alphabet: Alphabet | str | None = None,
        case_sensitive: bool = False,
        fold_accents: bool = False,
        topology: Any = "king",
        wrap: bool = False,
    ) -> Grid:
        """Make a grid of rows: text, or the tokens of the tiles with None for a hole.

        >>> Grid.from_rows([["t", "Qu"], [None, "?"]])
        Grid.parse('t Qu/. ?')

        Raises:
            GridError: rows of unequal length, no rows, a tile that cannot be read.
        """
        settings = _settings(alphabet, case_sensitive, fold_accents, topology, wrap)
        shape = None if size is None else shape_of(size, "size")
        return _made(cls, laid_rows(rows, shape, qu), *settings)

    @classmethod
    def from_array(
        cls,
        a: Any,
        *,
        qu: bool = False,
        alphabet: Alphabet | str | None = None,
        case_sensitive: bool = False,
        fold_accents: bool = False,
        topology: Any = "king",
        wrap: bool = False,
    ) -> Grid:
        """Make a grid of a 2-D array: `uint8` character codes (Latin-1), or one-character strings.

        A C-contiguous `uint8` array is used in place, not copied: do not change it while the grid
        lives. `.` is a hole and `?` a wild tile here too, any other single character means itself;
        a byte that is a line break is a hole.

        >>> Grid.from_array(memoryview(b"teaant").cast("B", (2, 3)))
        Grid.parse('tea/ant')

        Raises:
            GridError: not two dimensions, no cells, neither bytes nor text.
        """
        settings = _settings(alphabet, case_sensitive, fold_accents, topology, wrap)
        view = byte_view(a)
        if view is None:
            return _made(cls, laid_tokens(tokens_in(array_rows(a)), None, qu), *settings)
        shape = view.shape
        if shape is None or len(shape) != 2:
            raise GridError(f"the array has {view.ndim} dimensions, expected 2")
        rows, columns = shape
        if not rows * columns:
            raise GridError(f"the array is {rows}x{columns}, expected at least one cell")
        return _made(cls, Laid(rows, columns, byte_tiles(qu), flat_bytes(view)), *settings)

    @classmethod
    def read(
        cls,
        path: str | os.PathLike[str],
        *,
        raw: tuple[int, int] | None = None,
        size: tuple[int, int] | None = None,
        qu: bool = False,
        alphabet: Alphabet | str | None = None,
        case_sensitive: bool = False,
        fold_accents: bool = False,
        topology: Any = "king",
        wrap: bool = False,
    ) -> Grid:
        """Read a grid file: text, JSON (`.json`), CSV (`.csv`); "-" is standard input.

        With `raw=(rows, columns)` the file is one byte a cell, mapped and never read whole.

        Raises:
            InputError: the file cannot be read.
            GridError: it is no grid; not UTF-8 (with the byte); its size does not fit `raw`.
        """
        from .io import mapped, read_grid

        # A bad option is not the file's fault, so it is found before the file is read.
        _settings(alphabet, case_sensitive, fold_accents, topology, wrap)
        options: dict[str, Any] = {
            "qu": qu,
            "alphabet": alphabet,
            "case_sensitive": case_sensitive,
            "fold_accents": fold_accents,
            "topology": topology,
            "wrap": wrap,
        }
        if raw is not None:
            return cls.from_array(mapped(path, raw), **options)
        return read_grid(cls, path, size, options)

    @classmethod
    def from_json(cls, data: Mapping[str, Any], **options: Any) -> Grid:
        """Make a grid of the JSON form; twin of `to_json`.

        Raises:
            GridError: another format or version, or no rows.
        """
        from . import io as files

        return files.from_json(cls, data, options)

    # --- what a grid is -----------------------------------------------------------------------

    @property
    def rows(self) -> int:
        """Number of rows."""
        return self._rows

    @property
    def columns(self) -> int:
        """Number of columns."""
        return self._columns

    @property
    def alphabet(self) -> Alphabet | None:
        """The alphabet that was given, or None: then the lexicon's is used, else the open one."""
        return self._alphabet

    @property
    def topology(self) -> Topology:
        """Which cells touch, unless a search is told otherwise."""
        return self._topology

    @property
    def tiles(self) -> tuple[Tile | None, ...]:
        """The distinct tiles by id; None for a hole.

        Of a grid of bytes: a tile for each byte, but None for punctuation that lies nowhere.
        """
        if self._listed is None:
            self._listed = listed_tiles(self._tiles, self._codes)
        return self._listed

    @property
    def tile_table(self) -> tuple[Tile | None, ...]:
        """The tiles by id, as `codes` counts them; some may be on no cell."""
        return self._tiles

    @property
    def codes(self) -> memoryview:
        """Tile ids of the cells in reading order, format "B" or "H"."""
        return self._codes

    def __len__(self) -> int:
        """Number of cells that carry a tile."""
        return count_tiles(self._tiles, self._codes)

    def __iter__(self) -> Iterator[Cell]:
        """Iterate over the cells that carry a tile, in reading order."""
        for place, code in enumerate(self._codes):
            if self._tiles[code] is not None:
                yield Cell(*divmod(place, self._columns))

    def __contains__(self, cell: object) -> bool:
        """Is it a cell that carries a tile?"""
        try:
            return self[cell] is not None  # type: ignore[index]
        except (GridError, TypeError, ValueError):
            return False

    def __getitem__(self, cell: tuple[int, int]) -> Tile | None:
        row, column = cell
        if not (0 <= row < self._rows and 0 <= column < self._columns):
            raise GridError(
                f"cell ({row}, {column}) is not on the {self._rows}x{self._columns} grid",
                row=row,
                column=column,
            )
        return self._tiles[self._codes[row * self._columns + column]]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Grid):
            return NotImplemented
        if (self._rows, self._columns, self._alphabet, self._topology) != (
            other._rows,
            other._columns,
            other._alphabet,
            other._topology,
        ):
            return False
        return same_cells(self._tiles, self._codes, other._tiles, other._codes)

    def __hash__(self) -> int:
        some = tuple(self._tiles[code] for code in self._codes[:64])
        return hash((self._rows, self._columns, self._alphabet, self._topology, some))

    def __repr__(self) -> str:
        options = ""
        if self._alphabet is not None:
            options += f", alphabet={self._alphabet!r}"
        if self._topology != Topology():
            options += f", topology={self._topology!r}"
        return f"Grid.parse({self.format(one_line=True)!r}{options})"

    def __str__(self) -> str:
        return self.format()

    def format(self, *, one_line: bool = False) -> str:
        """Write the grid so that `parse` reads it back.

        >>> Grid.parse("Qu a/t .").format(one_line=True)
        'Qu a/t .'
        """
        tokens = [tile.format() if tile is not None else "." for tile in self._tiles]
        rows = [[tokens[code] for code in row] for row in self._code_rows()]
        joined = ["".join(row) for row in rows]
        if any(tokens_of(text) != row for text, row in zip(joined, rows, strict=True)):
            joined = [" ".join(row) for row in rows]
            if self._columns == 1:  # a blank has to stand somewhere
                joined = [f"| {self._unruled(text)} |" for text in joined]
        if one_line or self._rows == 1:
            return "/".join(joined) + ("/" if self._rows == 1 else "")
        return "\n".join(joined)

    @staticmethod
    def _unruled(token: str) -> str:
        """Keep a tile of nothing but dashes from being taken for a rule of the frame."""
        return token if token.strip("-+=") else ESCAPE + token

    def to_json(self) -> dict[str, Any]:
        """Give the JSON form; twin of `from_json`.

        >>> Grid.parse("t Qu/. ?").to_json()["rows"]
        [['t', 'Qu'], [None, '?']]
        """
        from . import io as files

        return files.to_json(self)

    def turned(self) -> Grid:
        """Turn the grid a quarter clockwise.

        >>> Grid.parse("ab/cd").turned()
        Grid.parse('ca/db')

        Raises:
            GridError: a hex grid has no quarter turns.
        """
        rows, columns = self._rows, self._columns
        order = [(rows - 1 - c) * columns + r for r in range(columns) for c in range(rows)]
        return self._moved(columns, rows, order)

    def mirrored(self) -> Grid:
        """Mirror the grid left to right.

        >>> Grid.parse("ab/cd").mirrored()
        Grid.parse('ba/dc')

        Raises:
            GridError: a hex grid has no such mirror image.
        """
        rows, columns = self._rows, self._columns
        order = [r * columns + columns - 1 - c for r in range(rows) for c in range(columns)]
        return self._moved(rows, columns, order)

    def _moved(self, rows: int, columns: int, order: list[int]) -> Grid:
        if self._topology.name == "hex":
            raise GridError(
                "a hex grid cannot be turned or mirrored: its odd rows are shifted right"
            )
        made = array(self._codes.format, [self._codes[place] for place in order])
        topology = self._topology
        if topology.pairs:
            target = {place: Cell(*divmod(i, columns)) for i, place in enumerate(order)}
            pairs = tuple(
                (target[a.row * self._columns + a.column], target[b.row * self._columns + b.column])
                for a, b in topology.pairs
            )
            topology = Topology(topology.name, topology.wrap, pairs)
        laid = Laid(rows, columns, self._tiles, memoryview(made))
        return _made(Grid, laid, self._alphabet, topology)

    def _code_rows(self) -> Iterator[memoryview]:
        for start in range(0, self._rows * self._columns, self._columns):
            yield self._codes[start : start + self._columns]

    def __reduce__(self) -> tuple[Any, ...]:
        codes = (self._codes.format, self._codes.tobytes())
        return (
            _unpickled,
            (self._rows, self._columns, self.tiles, codes, self._alphabet, self._topology),
        )


def _made(kind: type[Grid], laid: Laid, alphabet: Alphabet | None, topology: Topology) -> Grid:
    rows, columns, tiles, codes = laid
    if rows * columns > MAX_CELLS or max(rows, columns) > MAX_SIDE:
        raise GridError(
            f"the grid is {rows}x{columns}, at most {MAX_CELLS} cells and {MAX_SIDE} rows or "
            "columns are possible"
        )
    if topology is not KING:
        topology.check(rows, columns)
    grid = kind.__new__(kind)
    grid._rows, grid._columns = rows, columns
    grid._tiles, grid._codes = tiles, codes.toreadonly()
    grid._listed = None
    grid._alphabet, grid._topology = alphabet, topology
    return grid


def _unpickled(
    rows: int,
    columns: int,
    tiles: tuple[Tile | None, ...],
    codes: tuple[str, bytes],
    alphabet: Alphabet | None,
    topology: Topology,
) -> Grid:
    view = memoryview(codes[1]).cast("B").cast(codes[0])  # type: ignore[call-overload]
    return _made(Grid, Laid(rows, columns, tiles, view), alphabet, topology)


def _settings(
    alphabet: Any,
    case_sensitive: bool,
    fold_accents: bool,
    topology: Any,
    wrap: bool,
) -> tuple[Alphabet | None, Topology]:
    is_usual = alphabet is None and type(topology) is str and topology == "king"
    if is_usual and not (case_sensitive or fold_accents or wrap):
        return None, KING
    chosen: Alphabet | None
    if not isinstance(alphabet, Alphabet | str | None):
        known = ", ".join(names())
        raise AlphabetError(f"alphabet is {alphabet!r}, expected an Alphabet or one of {known}")
    if isinstance(alphabet, str):
        chosen = Alphabet.named(alphabet, case_sensitive=case_sensitive, fold_accents=fold_accents)
    elif alphabet is None and (case_sensitive or fold_accents):
        chosen = Alphabet(case_sensitive=case_sensitive, fold_accents=fold_accents)
    else:
        chosen = alphabet
    return chosen, Topology.of(topology, wrap=wrap)


__all__ = ["MAX_CELLS", "MAX_TILES", "Grid"]
