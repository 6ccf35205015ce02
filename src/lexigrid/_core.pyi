"""The native core of lexigrid: numbers only. What native/module*.cpp binds, with its types.

A `_Numbers` is any contiguous one-dimensional buffer of the element type that is named.
"""

from array import array
from collections.abc import Callable
from typing import Any

_Numbers = array[int] | memoryview | bytes

MAX_LETTERS: int
MAX_WORD_LETTERS: int
MAX_CELLS: int
MAX_LINE_CELLS: int
TRACE_PASSES: tuple[str, ...]
OTHER_LETTER: int
ANY_LETTER: int
ANY_LETTERS: int
UNKNOWN_LETTER: int
EMPTY_CELL: int
HOLE_CELL: int
NOWHERE: int

class FormatError(ValueError): ...
class WordError(ValueError): ...

def cpu_targets() -> list[str]: ...
def active_cpu_target() -> str: ...
def set_cpu_target(name: str) -> bool: ...

class Halt:
    def set(self) -> None: ...
    def is_set(self) -> bool: ...
    def watch(self) -> None: ...

class Lexicon:
    @staticmethod
    def open(buffer: Any, validate: bool) -> Lexicon: ...
    @staticmethod
    def compile_ascii(
        text: bytes, fold_case: bool, is_file: bool, keep: str, meta: str, bands: bytes
    ) -> Lexicon | None: ...
    @staticmethod
    def compile_plain(
        words: list[str] | tuple[str, ...], fold_case: bool, keep: str, meta: str, bands: bytes
    ) -> Lexicon | None: ...
    @staticmethod
    def compile_letters(
        letters: _Numbers,  # uint16
        letter_at: _Numbers,  # uint64
        spellings: bytes,
        spelling_at: _Numbers,  # uint64
        faces: list[str],
        punctuation: list[str],
        meta: str,
        bands: bytes,
    ) -> Lexicon: ...
    @property
    def image(self) -> memoryview: ...
    @property
    def meta(self) -> str: ...
    @property
    def faces(self) -> list[str]: ...
    @property
    def punctuation(self) -> list[str]: ...
    @property
    def has_punctuation(self) -> bool: ...
    @property
    def word_count(self) -> int: ...
    @property
    def node_count(self) -> int: ...
    @property
    def max_length(self) -> int: ...
    @property
    def is_wide(self) -> bool: ...
    @property
    def has_bands(self) -> bool: ...
    @property
    def has_spellings(self) -> bool: ...
    @property
    def fingerprint(self) -> int: ...
    @property
    def bands(self) -> memoryview: ...
    def walk(self, letters: list[int], node: int = 1) -> int: ...
    def children(self, node: int) -> list[tuple[int, int]]: ...
    def ends_word(self, node: int) -> bool: ...
    def word_at(self, node: int) -> int: ...
    def words_below(self, node: int) -> memoryview: ...
    def words_like(self, pattern: list[int]) -> memoryview: ...
    def joined(self, word: int) -> str: ...
    def spelling(self, word: int) -> str: ...
    def sort_key(self, word: int) -> bytes: ...
    def length(self, word: int) -> int: ...
    def lengths(self) -> memoryview: ...
    def band(self, word: int) -> int: ...

class Tiles:
    def __init__(self, tiles: list[object]) -> None: ...

class TileTexts:
    def __init__(self, tiles: list[object]) -> None: ...
    def in_letters(self, faces: list[str], unknown: int = 0xFFFF) -> Tiles: ...

class PathResult:
    @property
    def words(self) -> memoryview: ...
    @property
    def path_of(self) -> memoryview: ...
    @property
    def cell_of(self) -> memoryview: ...
    @property
    def cells(self) -> memoryview: ...
    @property
    def word_count(self) -> int: ...
    @property
    def path_count(self) -> int: ...
    @property
    def paths_counted(self) -> bool: ...
    @property
    def score(self) -> int: ...
    @property
    def finish(self) -> str: ...

class ManyWords:
    @property
    def first(self) -> memoryview: ...
    @property
    def scores(self) -> memoryview: ...
    @property
    def finishes(self) -> memoryview: ...
    @property
    def words(self) -> memoryview: ...
    @property
    def tiles(self) -> memoryview: ...
    @property
    def cells(self) -> memoryview: ...

class Boards:
    def __init__(
        self,
        lexicon: Lexicon,
        letter_of: bytes,
        special: bytes,
        q: int | None,
        u: int | None,
        rows: int,
        columns: int,
        topology: int,
        wrap: bool,
        pairs: _Numbers,  # uint32
        min_length: int,
        points: _Numbers,  # uint32
    ) -> None: ...
    @property
    def serves(self) -> bool: ...
    def score_texts(self, boards: list[Any], scores: Any, threads: int) -> bool: ...
    def score_bytes(
        self,
        boards: Any,
        scores: Any,
        threads: int,
        deadline: float = -1.0,
    ) -> None: ...
    def list(
        self,
        boards: Any,  # uint8
        with_paths: bool,
        order: int,
        limit: int,
        threads: int,
        deadline: float,
    ) -> ManyWords: ...
    def changes(self, board: Any) -> memoryview: ...
    def swaps(self, board: Any) -> memoryview: ...

class LineResult:  # a buffer: the bytes of the occurrences
    @property
    def size(self) -> int: ...
    @property
    def occurrences(self) -> memoryview: ...
    def saw(self, word: int) -> bool: ...
    @property
    def count(self) -> int: ...
    @property
    def finish(self) -> str: ...

class TraceResult:
    @property
    def status(self) -> str: ...
    @property
    def cell_of(self) -> memoryview: ...
    @property
    def cells(self) -> memoryview: ...
    @property
    def count(self) -> memoryview: ...
    @property
    def decided_by(self) -> str: ...
    @property
    def exact(self) -> bool: ...
    @property
    def finish(self) -> str: ...

class TraceStream:
    def __init__(
        self,
        word: _Numbers,  # uint16
        tiles: Tiles,
        codes: _Numbers,  # uint8 or uint16
        rows: int,
        columns: int,
        topology: int,
        wrap: bool,
        pairs: _Numbers,  # uint32
        reuse: bool,
    ) -> None: ...
    def next(self, deadline: float) -> memoryview | None: ...

def find_paths(
    lexicon: Lexicon,
    tiles: TileTexts,
    codes: memoryview,  # uint8 or uint16
    rows: int,
    columns: int,
    topology: int,
    wrap: bool,
    pairs: _Numbers,  # uint32
    reuse: bool,
    min_length: int,
    wanted: int,
    count_paths: bool,
    limit: int,
    max_stored: int,
    points: _Numbers,  # uint32
    deadline: float,
) -> PathResult: ...
def search_grids(
    grids: list[tuple[Any, ...]],
    min_length: int,
    wanted: int,
    limit: int,
    max_stored: int,
    threads: int,
    deadline: float,
) -> tuple[list[PathResult], float]: ...
def has_any_byte(bytes: Any, wanted: bytes) -> bool: ...
def read_arrow(column: Any) -> tuple[bytes, memoryview]: ...
def find_lines(
    lexicon: Lexicon,
    tiles: TileTexts,
    codes: memoryview,  # uint8 or uint16
    rows: int,
    columns: int,
    directions: int,
    wrap: bool,
    first_only: bool,
    count_only: bool,
    any_letter: int | None,
    limit: int,
    max_stored: int,
    threads: int,
    deadline: float,
    progress: Callable[[float], object] | None,
    through: int | None,
) -> LineResult: ...
def refute(
    word: _Numbers,  # uint16
    tiles: Tiles,
    codes: _Numbers,  # uint8 or uint16
    rows: int,
    columns: int,
    topology: int,
    wrap: bool,
    pairs: _Numbers,  # uint32
    reuse: bool,
    deadline: float,
) -> memoryview | None: ...
def trace(
    word: _Numbers,  # uint16
    tiles: Tiles,
    codes: _Numbers,  # uint8 or uint16
    rows: int,
    columns: int,
    topology: int,
    wrap: bool,
    pairs: _Numbers,  # uint32
    reuse: bool,
    wanted: int,
    limit: int,
    skip: int,
    deadline: float,
) -> TraceResult: ...
def make_layout(
    rows: int,
    columns: int,
    cells: _Numbers,  # uint16
    letters: _Numbers,  # uint16
    letter_at: _Numbers,  # uint32
    directions: _Numbers,  # uint8
    avoided: _Numbers,  # uint16
    avoided_at: _Numbers,  # uint32
    overlap: int,
    leftover: int,
    seed: int,
    effort: int,
    deadline: float,
) -> tuple[memoryview, memoryview, memoryview, memoryview, int, int, bool]: ...
def fill_cells(
    rows: int,
    columns: int,
    cells: _Numbers,  # uint16
    letters: _Numbers,  # uint16
    letter_at: _Numbers,  # uint32
    avoided: _Numbers,  # uint16
    avoided_at: _Numbers,  # uint32
    weights: _Numbers,  # uint32
    message: _Numbers,  # uint16
    decoys: int,
    seed: int,
    deadline: float,
) -> tuple[memoryview, int, bool]: ...
