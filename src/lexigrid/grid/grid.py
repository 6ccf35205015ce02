"""The Grid: cells hold tile ids of one or two bytes, and a short table holds the tiles."""

from __future__ import annotations

import operator
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from .._util.io import StrPath
from .._util.plain_text import shorten
from .._util.validation import check_flag, optional_shape
from ..alphabet import Alphabet
from ..errors import GridError, InputError
from ..geometry import KING, Cell, Topology, TopologyLike
from . import io as files
from .cells import are_cells_equal, codes_in_use, count_tiles, map_tiles, reorder
from .encode import EncodedCells, check_limits, encode_array, encode_rows
from .picture import draw_for_notebook, draw_grid, read_paths
from .text import encode_plain, format_grid
from .tile import Tile

#: A row of tokens: text, or None for a hole.
Row = str | Iterable[str | None]
#: The most cells of a grid that keeps its text in one line once it is written.
_MOST_KEPT = 100


class Grid:
    """A rectangle of cells with tiles: a value that never changes.

    >>> grid = Grid.parse("tea/ant/oat")
    >>> grid.rows, grid.columns, grid[0, 1].face, len(grid)
    (3, 3, 'e', 9)
    >>> grid
    Grid.parse('tea/ant/oat')
    """

    __slots__ = (
        *("_alphabet", "_codes", "_columns", "_line", "_rows", "_tiles", "_tiles_in_use"),
        *("_topology", "notes"),
    )

    #: Sentences about what was left out when the grid was read: words below it, an index.
    notes: tuple[str, ...]

    _alphabet: Alphabet | None
    _codes: memoryview
    _columns: int
    _line: str | None
    _tiles_in_use: tuple[Tile, ...] | None
    _rows: int
    _tiles: tuple[Tile | None, ...]
    _topology: Topology

    def __init__(self, *_: object, **__: object) -> None:
        raise InputError("make a Grid with Grid.parse(text), from_rows, from_array or read(path)")

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
        topology: TopologyLike = "king",
        wrap: bool | None = None,
    ) -> Grid:
        """Read a grid from text: one row per line, or rows joined by `/` (`tea/` is one row).

        In a row with blanks each token is a tile (`Qu a t`), in other rows each grapheme. `.` is a
        hole, `?` a wild tile, `[ei]` a tile that spells any of these, and a backslash escapes. A
        bare string, without row breaks or blanks, is folded to `size`; without a size, it must make
        a square. Tables, JSON and puzzles are read too; `notes` says what was left out, such as
        numbers around the grid or words below it.

        >>> Grid.parse("abcdef", size=(2, 3)), Grid.parse("abcd")
        (Grid.parse('abc/def'), Grid.parse('ab/cd'))

        Raises:
            GridError: rows of unequal length, no rows, a tile that cannot be read, a bare string
                that is not a square.
            AlphabetError: the alphabet is unknown.
        """
        if not isinstance(text, str):
            raise GridError(f"the grid is {shorten(text)}, expected text")
        settings = files.read_settings(alphabet, case_sensitive, fold_accents, topology, wrap, qu)
        shape = optional_shape(size)
        if (cells := encode_plain(text, shape, qu)) is not None:
            return make_grid(cls, cells, *settings)
        from ..reading.decode import Source
        from .convert import grid_of_source

        options = files.gather(qu, alphabet, case_sensitive, fold_accents, topology, wrap)
        return grid_of_source(Source(text), "", shape, settings, options)

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
        topology: TopologyLike = "king",
        wrap: bool | None = None,
    ) -> Grid:
        """Make a grid from rows: text, or the tokens of the tiles with None for a hole.

        >>> Grid.from_rows([["t", "Qu"], [None, "?"]])
        Grid.parse('t Qu/. ?')

        Raises:
            GridError: rows of unequal length, no rows, a tile that cannot be read.
        """
        settings = files.read_settings(alphabet, case_sensitive, fold_accents, topology, wrap, qu)
        return make_grid(cls, encode_rows(rows, optional_shape(size), qu), *settings)

    @classmethod
    def from_array(
        cls,
        a: Any,
        *,
        qu: bool = False,
        alphabet: Alphabet | str | None = None,
        case_sensitive: bool = False,
        fold_accents: bool = False,
        topology: TopologyLike = "king",
        wrap: bool | None = None,
    ) -> Grid:
        """Make a grid from a 2-D array: `uint8` character codes (Latin-1), or single characters.

        A read-only C-contiguous `uint8` array is used in place; any other is copied. `.` and line
        breaks are holes and `?` is a wild tile; any other single character is a plain tile.

        >>> Grid.from_array(memoryview(b"teaant").cast("B", (2, 3)))
        Grid.parse('tea/ant')

        Raises:
            GridError: not two dimensions, no cells, neither bytes nor text.
        """
        settings = files.read_settings(alphabet, case_sensitive, fold_accents, topology, wrap, qu)
        return make_grid(cls, encode_array(a, qu), *settings)

    @classmethod
    def read(
        cls,
        path: StrPath,
        *,
        raw: tuple[int, int] | None = None,
        size: tuple[int, int] | None = None,
        qu: bool = False,
        alphabet: Alphabet | str | None = None,
        case_sensitive: bool = False,
        fold_accents: bool = False,
        topology: TopologyLike = "king",
        wrap: bool | None = None,
    ) -> Grid:
        """Read a grid file: text, JSON, CSV, a page, a workbook; "-" is standard input.

        With `raw=(rows, columns)` the file has one byte per cell. From 64 MiB on, it is mapped and
        searched in place, and must not be changed while the grid exists.

        Raises:
            InputError: the file cannot be read.
            GridError: it is not a grid, no text (with the byte), or its size does not fit `raw`.
        """
        # Before the file is read, so that an error in an option is not blamed on the file.
        settings = files.read_settings(alphabet, case_sensitive, fold_accents, topology, wrap, qu)
        from .convert import grid_of_file

        shape = optional_shape(size)
        options = files.gather(qu, alphabet, case_sensitive, fold_accents, topology, wrap)
        if raw is not None:
            return cls.from_array(files.read_cells(path, raw), **options)
        return grid_of_file(path, shape, settings, options)

    @classmethod
    def from_json(cls, text: str, **options: Any) -> Grid:
        """Make a grid from the JSON text of `to_json`, as `from_dict` does from a dictionary."""
        from .._util.schema import parse_json

        return cls.from_dict(parse_json(text, "", GridError), **options)

    @classmethod
    def from_dict(cls, data: Mapping[str, Any], **options: Any) -> Grid:
        """Make a grid from the dictionary of `to_dict`; options override those in the data.

        Raises:
            GridError: an unknown format or version, or no rows.
        """
        from .convert import grid_of_data
        from .form import rows_and_options

        if isinstance(data, Mapping) and "format" not in data:
            return grid_of_data(data, options)
        rows, chosen = rows_and_options(data, options)
        return cls.from_rows(rows, **chosen)

    @property
    def rows(self) -> int:
        """The number of rows."""
        return self._rows

    @property
    def columns(self) -> int:
        """The number of columns."""
        return self._columns

    @property
    def alphabet(self) -> Alphabet | None:
        """The alphabet given; if None, searches use the lexicon's, or the open one."""
        return self._alphabet

    @property
    def topology(self) -> Topology:
        """Which cells touch, unless the options of a search say otherwise."""
        return self._topology

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """The distinct tiles of the cells, by id.

        >>> [tile.face for tile in Grid.parse("tea/.ea").tiles]
        ['a', 'e', 't']
        """
        if self._tiles_in_use is None:
            table, used = self._tiles, codes_in_use(self.codes)
            self._tiles_in_use = tuple(tile for code in used if (tile := table[code]) is not None)
        return self._tiles_in_use

    @property
    def tile_table(self) -> tuple[Tile | None, ...]:
        """The tiles by id; None for a hole. Grids of bytes share a table of all bytes."""
        return self._tiles

    @property
    def codes(self) -> memoryview:
        """Tile ids of the cells in reading order, format "B" or "H"; see `tile_table`."""
        files.check_mapped(self._codes)
        return self._codes

    def __len__(self) -> int:
        """The number of cells that have a tile."""
        return count_tiles(self._tiles, self.codes)

    def __iter__(self) -> Iterator[Cell]:
        """Iterate over the cells that have a tile, in reading order."""
        for place, code in enumerate(self.codes):
            if self._tiles[code] is not None:
                yield Cell(*divmod(place, self._columns))

    def __contains__(self, cell: object) -> bool:
        """Is it a cell that has a tile?"""
        try:
            return self[cell] is not None  # type: ignore[index]
        except GridError:
            return False

    def __getitem__(self, cell: tuple[int, int]) -> Tile | None:
        try:
            row, column = map(operator.index, cell)
        except (TypeError, ValueError):
            raise GridError(f"the cell is {shorten(cell)}, expected (row, column)") from None
        if not (0 <= row < self._rows and 0 <= column < self._columns):
            raise GridError(
                f"cell ({row}, {column}) is not on the {self._rows}x{self._columns} grid",
                row=row,
                column=column,
            )
        return self._tiles[self.codes[row * self._columns + column]]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Grid):
            return NotImplemented
        return self._shape_and_settings() == other._shape_and_settings() and are_cells_equal(
            self._tiles, self.codes, other._tiles, other.codes
        )

    def _shape_and_settings(self) -> tuple[object, ...]:
        return self._rows, self._columns, self._alphabet, self._topology

    def __hash__(self) -> int:
        return hash((self._shape_and_settings(), *map(self._tiles.__getitem__, self.codes[:64])))

    def __repr__(self) -> str:
        options = "" if self._alphabet is None else f", alphabet={self._alphabet!r}"
        if self._topology != Topology():
            options += f", topology={self._topology!r}"
        return f"Grid.parse({self.format(one_line=True)!r}{options})"

    def __str__(self) -> str:
        return self.format()

    def to_svg(self, paths: Iterable[Sequence[tuple[int, int]]] = ()) -> str:
        """Return a picture of the grid as SVG, with the cells of each path marked.

        >>> Grid.parse("tea/ant/oat").to_svg([[(0, 0), (0, 1), (0, 2)]])[:5]
        '<svg '
        """
        return draw_grid(self, read_paths(self, paths))

    def _repr_svg_(self) -> str | None:
        """Return the picture for a notebook; None for a grid that is too large to draw."""
        return draw_for_notebook(self)

    def format(self, *, one_line: bool = False) -> str:
        """Write the grid so that `parse` reads it back.

        >>> Grid.parse("Qu a/t .").format(one_line=True)
        'Qu a/t .'
        """
        if not check_flag(one_line, "one_line"):
            return format_grid(self, one_line=False)
        line = self._line or format_grid(self, one_line=True)
        self._line = line if len(self.codes) <= _MOST_KEPT else None
        return line

    def to_json(self) -> str:
        """Return `to_dict` as JSON text, which `from_json` and `read` read."""
        import json

        return json.dumps(self.to_dict(), ensure_ascii=False)

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form as a dictionary, which `from_dict` reads.

        >>> Grid.parse("t Qu/. ?").to_dict()["rows"]
        [['t', 'Qu'], [None, '?']]
        """
        from .form import GridForm

        rows = map_tiles(self, lambda tile: None if tile is None else tile.format())
        return GridForm.of(rows, self._alphabet, self._topology).to_dict()

    def rotated(self) -> Grid:
        """Return the grid rotated a quarter turn clockwise.

        >>> Grid.parse("ab/cd").rotated()
        Grid.parse('ca/db')

        Raises:
            GridError: a hex grid has no quarter turns.
        """
        rows, columns = self._rows, self._columns
        order = [(rows - 1 - c) * columns + r for r in range(columns) for c in range(rows)]
        return self._rearranged(columns, rows, order)

    def mirrored(self) -> Grid:
        """Return the grid mirrored left to right.

        >>> Grid.parse("ab/cd").mirrored()
        Grid.parse('ba/dc')

        Raises:
            GridError: a hex grid has no such mirror image.
        """
        rows, columns = self._rows, self._columns
        order = [r * columns + columns - 1 - c for r in range(rows) for c in range(columns)]
        return self._rearranged(rows, columns, order)

    def _rearranged(self, rows: int, columns: int, order: list[int]) -> Grid:
        if self._topology.name == "hex":
            raise GridError(
                "a hex grid cannot be rotated or mirrored: its odd rows are shifted right"
            )
        new_place = {place: Cell(*divmod(i, columns)) for i, place in enumerate(order)}
        topology = self._topology.moved(lambda c: new_place[c.row * self._columns + c.column])
        encoded = EncodedCells(rows, columns, self._tiles, reorder(self.codes, order))
        return make_grid(Grid, encoded, self._alphabet, topology)

    def __deepcopy__(self, *memo: object) -> Grid:
        return self

    __copy__ = __deepcopy__

    def __reduce__(self) -> tuple[Any, ...]:
        cells = EncodedCells(self._rows, self._columns, self._tiles, self.codes)
        return make_grid, (Grid, cells, self._alphabet, self._topology)


def make_grid(
    kind: type[Grid], cells: EncodedCells, alphabet: Alphabet | None, topology: Topology
) -> Grid:
    """Make a grid of cells that are encoded already."""
    rows, columns, tiles, codes = cells
    check_limits(rows, columns)
    if topology is not KING:
        topology.check(rows, columns)
    grid = kind.__new__(kind)
    grid._rows, grid._columns = rows, columns
    grid._tiles, grid._codes = tiles, codes.toreadonly()
    grid._alphabet, grid._topology, grid._tiles_in_use, grid._line = alphabet, topology, None, None
    grid.notes = ()
    return grid
