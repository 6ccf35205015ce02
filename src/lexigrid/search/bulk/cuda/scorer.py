"""Scores boards on a graphics card, in chunks: one is searched while the next is copied.

Each chunk runs through three launches of the kernel, the *tiers*, with more and more room. A tier
leaves the boards that exceed its room to the next one, and the last tier leaves them to the core.
None is known that does.
"""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

from ...._util.progress import Progress
from ...._util.validation import check_shape
from ....cpu import use_environment
from ....errors import GridError
from ....grid import Grid, GridsLike, Tile
from ....lexicon import WordsLike
from ...encode import lexicon_for, resolve_words
from ...options import min_length_for
from ...scoring import Scoring, points_table
from ..options import BulkOptions
from ..pack import pack
from ..paths import search_boards
from ..solver import byte_letters
from . import device
from .device import PER_BLOCK, THREADS, Card, Launch
from .limits import (
    HOLE,
    MAX_LETTERS,
    MAX_SYMBOLS,
    TILES,
    Symbol,
    Trie,
    declined,
    make_trie,
    why_not,
)

if TYPE_CHECKING:
    import numpy as np

    Array = np.ndarray[Any, Any]

#: The devices of DLPack that are on the card: CUDA, and CUDA managed memory.
_ON_CARD = (2, 13)
_WARPS_PER_BLOCK = 4


class Tier(NamedTuple):
    """The room of a launch: slots of the set of words (0: a bit per node), and the stack."""

    slots: int
    stack: int
    blocks: int = 32
    """The most blocks of a processor."""


#: By the most cells, as measured on an H200 (docs/design.md).
TIERS = {
    16: (Tier(512, 96, 10), Tier(4096, 160), Tier(0, 1024, 1)),
    25: (Tier(1024, 112, 6), Tier(4096, 160), Tier(0, 1024, 1)),
}


class Compiled(NamedTuple):
    """The kernels of a tier, and how many blocks and warps score boards."""

    kernels: dict[str, Launch]
    blocks: int
    warps: int


class Coding(NamedTuple):
    """How the bytes of boards are read: the symbol of each byte, and what the symbols spell."""

    symbols: tuple[Symbol, ...]
    symbol_of: bytes


class Lane:
    """A stream, and the buffers of the chunk that is on it; `first` and `end` are its boards."""

    def __init__(self, card: Card, chunk: int, cells: int, tiers: int, bit_words: int) -> None:
        import numpy as np

        xp = card.xp
        self.stream = card.stream()
        self.first = self.end = 0
        self.boards = xp.empty((chunk, cells), np.uint8)
        self.scores, self.counts = xp.empty(chunk, np.uint32), xp.empty(chunk, np.uint32)
        self.left = [xp.empty(chunk, np.uint32) for _ in range(tiers)]
        self.bits = xp.empty(bit_words, np.uint32)
        #: For each tier the next board, and the number of boards left over.
        self.counters = xp.zeros(2 * tiers, np.uint32)
        self.pinned_boards = card.pinned((chunk, cells), np.uint8)
        self.pinned_scores = card.pinned((chunk,), np.uint32)
        self.pinned_counters = card.pinned((2 * tiers,), np.uint32)

    @property
    def count(self) -> int:
        """The number of boards on it."""
        return self.end - self.first


class BoardScorer:
    """Scores boards of one size with one lexicon; trie and buffers stay on the card."""

    #: The most boards that are copied and searched together.
    chunk = 1 << 20

    def __init__(
        self,
        lexicon: WordsLike | None = None,
        *,
        size: tuple[int, int] = (4, 4),
        qu: bool = False,
        scoring: Scoring = "classic",
        min_length: int | None = None,
    ) -> None:
        import numpy as np

        use_environment()
        self.lexicon = lexicon_for(None, resolve_words(lexicon))
        self.size = check_shape(size, "size")
        least = min_length_for(self.lexicon, min_length)
        self._options = BulkOptions(
            size=self.size, qu=qu, min_length=least, scoring=scoring, paths="none"
        )
        if (reason := why_not(self.lexicon, self.size, self._options)) is not None:
            raise declined(reason)
        self._cells = self.size[0] * self.size[1]
        self._card = device.open_card()
        self._points = np.array(points_table(scoring, MAX_LETTERS), np.uint32)
        self._card_points = self._card.xp.asarray(self._points)
        own = byte_letters(self.lexicon, qu)
        self._special = own.special
        self._coding = Coding(
            tuple(
                (letter, own.u) if qu and letter == own.q and own.u is not None else (letter,)
                for letter in range(len(self.lexicon.letters))
            ),
            bytes(code if code < MAX_SYMBOLS else HOLE for code in own.codes),
        )
        self._lock = threading.Lock()
        self._tries: dict[tuple[Symbol, ...], Trie] = {}
        self._lanes: list[Lane] = []
        self._trie_of(self._coding.symbols)
        self._tiers = [
            self._compile(tier)
            for tier in next(own for cells, own in TIERS.items() if self._cells <= cells)
        ]

    @property
    def card(self) -> str:
        """The name of the graphics card."""
        return self._card.name

    def score(
        self, boards: GridsLike, *, end: float = math.inf, progress: Progress | None = None
    ) -> Any:
        """Score boards of the size: an int64 array of points, in the order of the boards.

        `boards` are strings, a NumPy array of character codes (uint8) with a board per row or an
        Arrow column, as `score_grids` takes them; or an array on the card, of CuPy or any other
        library with `__dlpack__`, which gives a CuPy array of scores. Boards are of plain letters,
        and `.` for holes. Those not reached before `end` (`time.monotonic`) score -1.

        Raises:
            GridError: a board is not a grid, or does not fit the size.
            InputError: a board has tiles that the card does not serve.
        """
        if is_on_card(boards):
            return self._score_on_card(boards, end, progress)
        listed, packed = pack(boards, self.size, self._special)
        if packed is None and len(listed):
            raise declined(TILES)
        return self.score_bytes(packed[0] if packed else b"", end, progress)

    def score_bytes(
        self, data: Any, end: float = math.inf, progress: Progress | None = None
    ) -> Array:
        """Score boards as `score` does, given their bytes, one per cell."""
        import numpy as np

        given = np.frombuffer(data, np.uint8).reshape(-1, self._cells)
        scores = np.full(len(given), -1, np.int64)

        def load(lane: Lane) -> None:
            pinned = lane.pinned_boards[: lane.count]
            pinned[...] = given[lane.first : lane.end]
            self._card.queue_upload(lane.stream, lane.boards[: lane.count], pinned)

        def take(lane: Lane) -> None:
            scores[lane.first : lane.end] = lane.pinned_scores[: lane.count]

        self._run(len(given), self._coding, load, take, end, progress)
        return scores

    def _keep_on_card(self, scores: Any) -> Callable[[Lane], None]:
        def take(lane: Lane) -> None:
            with lane.stream:
                scores[lane.first : lane.end] = lane.scores[: lane.count]

        return take

    def _queue_per_board(self, name: str, lane: Lane, arguments: tuple[Any, ...]) -> None:
        """Make the boards of a lane by a kernel that takes a board per thread."""
        import numpy as np

        chunk = np.uint64(lane.first), np.uint32(lane.count), lane.boards
        blocks = -(-lane.count // THREADS)
        self._tiers[0].kernels[name](lane.stream, blocks, (*arguments, *chunk))

    def _score_on_card(self, boards: Any, end: float, progress: Progress | None) -> Any:
        import numpy as np

        xp = self._card.xp
        given = xp.from_dlpack(boards)
        if given.dtype != np.uint8 or given.size != len(given) * self._cells:
            raise GridError(
                f"the boards are an array {given.shape} of {given.dtype} on the card, expected "
                f"uint8 (character codes) with a board of {self._cells} cells per row"
            )
        given = xp.ascontiguousarray(given).reshape(-1, self._cells)
        scores = xp.full(len(given), -1, np.int64)

        def load(lane: Lane) -> None:
            chunk = given[lane.first : lane.end]
            self._card.queue_copy(lane.stream, lane.boards[: lane.count], chunk)

        self._run(len(given), self._coding, load, self._keep_on_card(scores), end, progress)
        return scores

    def _run(
        self,
        count: int,
        coding: Coding,
        load: Callable[[Lane], None],
        take: Callable[[Lane], None],
        end: float = math.inf,
        progress: Progress | None = None,
    ) -> None:
        """Load each chunk of boards on the card, score it, and take the result."""
        import numpy as np

        def finish(lane: Lane) -> None:
            if not lane.count:
                return
            lane.stream.synchronize()
            if left := int(lane.pinned_counters[-1]):
                self._search_on_core(lane, left, coding)
            take(lane)
            if progress is not None:
                progress(lane.end / count)
            lane.first = lane.end

        with self._lock:
            trie = self._trie_of(coding.symbols)
            symbol_of = self._card.xp.asarray(np.frombuffer(coding.symbol_of, np.uint8))
            lanes = self._lanes_for(min(count, self.chunk), trie)
            try:
                for number, first in enumerate(range(0, count, self.chunk)):
                    lane = lanes[number % 2]
                    finish(lane)
                    if time.monotonic() >= end:
                        break
                    lane.first, lane.end = first, min(first + self.chunk, count)
                    load(lane)
                    self._queue_search(lane, trie, symbol_of)
                for lane in sorted(lanes, key=lambda lane: lane.first):
                    finish(lane)
            finally:
                for lane in lanes:  # even after an error, nothing may go on in the buffers
                    lane.stream.synchronize()
                    lane.first = lane.end

    def _lanes_for(self, chunk: int, trie: Trie) -> list[Lane]:
        bits = self._tiers[-1].blocks * self._tiers[-1].warps * trie.bit_words
        lanes = self._lanes
        if not lanes or len(lanes[0].scores) < chunk or len(lanes[0].bits) < bits:
            sizes = max(chunk, 1 << 12), self._cells, len(self._tiers), bits
            self._lanes = lanes = [Lane(self._card, *sizes) for _ in range(2)]
        return lanes

    def _queue_search(self, lane: Lane, trie: Trie, symbol_of: Any) -> None:
        import numpy as np

        card, size, null = self._card, np.uint32, np.uint64(0)
        card.queue_copy(lane.stream, lane.counters, 0)
        subset: Any = null
        subset_size: Any = null
        identity = trie.identity if len(trie.identity) else null
        for number, tier in enumerate(self._tiers):
            next_board, left_count = lane.counters[2 * number :], lane.counters[2 * number + 1 :]
            batch = 1 if number else min(16, lane.count // (16 * tier.blocks * tier.warps) + 1)
            arguments = (
                lane.boards, subset, subset_size, size(lane.count), size(batch), trie.nodes,
                identity, self._card_points, symbol_of, next_board, lane.scores, lane.counts,
                lane.left[number], left_count, lane.bits, size(trie.bit_words),
            )  # fmt: skip
            tier.kernels["score_boards"](lane.stream, tier.blocks, arguments)
            subset, subset_size = lane.left[number], left_count
        card.queue_download(lane.stream, lane.pinned_counters, lane.counters)
        scores = lane.pinned_scores[: lane.count], lane.scores[: lane.count]
        card.queue_download(lane.stream, *scores)

    def _search_on_core(self, lane: Lane, left: int, coding: Coding) -> None:
        """Score the boards that exceed the last tier."""
        import numpy as np

        card, letters = self._card, self.lexicon.letters
        texts = ["".join(letters[letter] for letter in symbol) for symbol in coding.symbols]
        tokens = {code: Tile(text, (text,)).format() for code, text in enumerate(texts)}
        with lane.stream:
            which = lane.left[-1][:left].astype(np.int64)
            found = search_boards(
                [
                    Grid.from_rows(
                        [[tokens.get(coding.symbol_of[byte]) for byte in row]], size=self.size
                    )
                    for row in card.to_host(lane.boards[which]).tolist()
                ],
                self.lexicon,
                replace(self._options, qu=False),  # the tiles are spelled out
            )
            lane.scores[which] = card.xp.asarray(found.scores.astype(np.uint32))
            lane.counts[which] = card.xp.asarray(found.counts.astype(np.uint32))
        scores = lane.pinned_scores[: lane.count], lane.scores[: lane.count]
        card.queue_download(lane.stream, *scores)
        lane.stream.synchronize()

    def _trie_of(self, symbols: tuple[Symbol, ...]) -> Trie:
        if symbols not in self._tries:
            least = min_length_for(self.lexicon, self._options.min_length)
            made = make_trie(self.lexicon, symbols, self._cells, least, self._points)
            self._tries[symbols] = Trie(*map(self._card.xp.asarray, made))
        return self._tries[symbols]

    def _compile(self, tier: Tier) -> Compiled:
        card, warps = self._card, _WARPS_PER_BLOCK
        area = 36 * self._cells + 16 * tier.stack + 4 * (tier.slots or 32) + 256  # struct Area
        area = -(-area // 16) * 16
        while warps > 1 and warps * area > card.shared_per_block:
            warps //= 2
        fits = min(card.shared // (warps * area + PER_BLOCK), card.warps // warps, tier.blocks)
        blocks = max(1, fits)
        constants = {
            "ROWS": self.size[0], "COLS": self.size[1], "SLOTS": tier.slots, "STACK": tier.stack,
            "WARPS": warps, "BLOCKS": min(blocks, 8),
        }  # fmt: skip
        kernels = card.compile(constants, warps * area, blocks)
        return Compiled(kernels, blocks * card.processors, warps)


def is_on_card(boards: Any) -> bool:
    """Are the boards an array on a graphics card?"""
    where = getattr(boards, "__dlpack_device__", None)
    return where is not None and where()[0] in _ON_CARD
