"""Upper bounds on all boards of a pattern: find the best board, or prove that there is none."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate, chain

from ... import _core
from ..._util.plain_text import shorten
from ..._util.validation import check_int
from ...cpu import use_environment
from ...errors import GridError, InputError
from ...geometry import TopologyLike
from ...grid import Grid, GridLike, Tile, as_grid, map_tiles
from ...lexicon import Lexicon, WordsLike
from ..encode import lexicon_for, resolve_words
from ..options import min_length_for
from ..scoring import MAX_POINTS, Scoring, points_table
from .options import BulkOptions, bulk_options

_MAX_LETTERS = 26
MAX_BOARDS = 2**31 - 1
#: The default `limit`.
DEFAULT_LIMIT = 1000


@dataclass(frozen=True, slots=True)
class BoardBound:
    """An upper bound on the scores of all boards of a pattern."""

    bound: int
    """No board of the pattern has a higher score; exact if there are `boards`."""
    boards: tuple[Grid, ...]
    """The boards with this score; none if it is below `at_least`."""


def bound_boards(
    pattern: GridLike,
    words: WordsLike | None = None,
    *,
    size: tuple[int, int] | None = None,
    qu: bool = False,
    min_length: int | None = None,
    scoring: Scoring = "classic",
    topology: TopologyLike | None = None,
    wrap: bool | None = None,
    at_least: int = 1,
    limit: int = DEFAULT_LIMIT,
) -> BoardBound:
    """Find the best of all boards of a pattern, or prove that none has `at_least` points.

    A pattern is a grid with choice tiles (`[aei]`) and wild tiles (`?`, any letter of the lexicon);
    each of its boards shows one letter on each cell. It takes any form that `find_paths` takes; the
    options are those of `find_paths_many`. A high `at_least` makes the answer fast. Up to `limit`
    of the best boards are listed. Boards that differ only in letters no word uses count as one.

    >>> bound_boards("[ot]e?", ["tea", "net", "ten", "one"], size=(1, 3))
    BoardBound(bound=2, boards=(Grid.parse('ten/'),))
    >>> bound_boards("[ot]e?", ["tea", "net", "ten", "one"], size=(1, 3), at_least=3)
    BoardBound(bound=2, boards=())

    Raises:
        GridError: the pattern is not a grid, does not fit the size, has a tile of several letters
            other than Qu, or has too many open cells.
        InputError: an option has an invalid value, or the lexicon has more than 26 letters.
    """
    options = bulk_options(None, None, topology, wrap, size, qu, min_length, scoring)
    return bound_pattern(as_grid(pattern, size=size, qu=qu), words, options, at_least, limit)


def bound_pattern(
    pattern: Grid,
    words: WordsLike | None,
    options: BulkOptions,
    at_least: int,
    limit: int = DEFAULT_LIMIT,
) -> BoardBound:
    """Answer as `bound_boards` does, given its options as an object."""
    use_environment()
    check_int(at_least, "at_least", 1, MAX_POINTS)
    check_int(limit, "limit", 1, MAX_BOARDS)
    given = resolve_words(words)
    adapted = lexicon_for(pattern, given)
    topology = options.native_topology(pattern)
    cells = _PatternCells(pattern, adapted, options.qu)
    answer = _core.bound_pattern(
        adapted.core,
        cells.q,
        cells.u,
        topology,
        bytes(code for codes in cells.codes for code in codes),
        array("I", cells.offsets),
        min_length_for(given, options.min_length),
        points_table(options.scoring, adapted.max_length),
        at_least,
        limit,
    )
    if answer is None:
        raise GridError(
            "the pattern has too many boards for a bound; give fewer open cells (12 with all "
            "letters, 16 with 15 of them, never more than 64 cells) or fewer words"
        )
    bound, indices = answer
    count = len(cells.codes)
    boards = (indices[at : at + count] for at in range(0, len(indices), count))
    return BoardBound(bound, tuple(map(cells.board, boards)))


def check_letters(lexicon: Lexicon) -> None:
    """Check that bounds can be computed for a lexicon.

    Raises:
        InputError: it has too many letters.
    """
    if len(lexicon.letters) > _MAX_LETTERS:
        raise InputError(
            f"the lexicon has {len(lexicon.letters)} letters, bounds are computed for up to "
            f"{_MAX_LETTERS}; fold accents (accents=False, --no-accents), or give other words"
        )


class _PatternCells:
    """The letters of each cell: their codes for the core, and the tiles that show them."""

    def __init__(self, pattern: Grid, lexicon: Lexicon, qu: bool) -> None:
        codes = lexicon.letter_codes
        check_letters(lexicon)
        self._shape, self._codes = (pattern.rows, pattern.columns), codes
        self._split = lexicon.alphabet.split
        self._spelled: set[tuple[str, ...]] = set()
        wild = ["Qu" if qu and letter == "q" else letter for letter in lexicon.letters]
        tiles = [*chain(*map_tiles(pattern, lambda tile: tile))]
        shown = {
            tile: self._letters_of(wild if tile.is_wild else tile.spellings)
            for tile in pattern.tiles
        }
        is_qu = ("q", "u") in self._spelled
        if is_qu and ("q",) in self._spelled:
            raise GridError(
                "the pattern has the tiles Q and Qu; write one of them, or give qu=True"
            )
        #: The codes of q and u if there are Qu tiles.
        self.q, self.u = (codes.get("q"), codes.get("u")) if is_qu else (None, None)
        #: The codes of the letters of each cell.
        self.codes = [list(shown[tile]) if tile else [] for tile in tiles]
        # A tile with no letter of the lexicon shows its first one.
        self._faces: list[list[str | None]] = [
            [*shown[tile].values()] or [_format(tile.spellings[0])] if tile else [None]
            for tile in tiles
        ]

    def _letters_of(self, spellings: Iterable[str]) -> dict[int, str]:
        """Return the tiles of these spellings, by the codes of their first letters."""
        known: dict[int, str] = {}
        for text in spellings:
            letters = self._split(text)
            if len(letters) != 1 and letters != ("q", "u"):
                raise GridError(f"a tile spells {shorten(text)}; only Qu may have several letters")
            self._spelled.add(letters)
            if all(letter in self._codes for letter in letters):
                known.setdefault(self._codes[letters[0]], _format(text))
        return known

    @property
    def offsets(self) -> list[int]:
        """Where the letters of each cell begin, then where the last cell's end."""
        return [0, *accumulate(map(len, self.codes))]

    def board(self, indices: Sequence[int]) -> Grid:
        """Return the board that shows these letters, one index for each cell."""
        tokens = [faces[index] for faces, index in zip(self._faces, indices, strict=True)]
        return Grid.from_rows([tokens], size=self._shape)


def _format(text: str) -> str:
    return Tile(text, (text,)).format()
