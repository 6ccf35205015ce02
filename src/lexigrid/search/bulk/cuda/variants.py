"""Scores all changes and swaps of boards on a graphics card, for climbs to the best board.

A *job* is a board with a wild cell. One search finds what each letter adds there (`boards.cu`).
"""

from __future__ import annotations

from typing import Any

from ..solver import prepare
from .limits import Trie
from .scorer import BoardScorer, Compiled, Tier

#: The room of a job, and the most jobs of a launch.
WILD, MAX_JOBS = Tier(0, 256, 8), 1 << 17
#: The share of the memory of the card for notes.
NOTES_SHARE = 0.25


class VariantScorer(BoardScorer):
    """Scores variants of boards of one size with one lexicon."""

    _wild: tuple[Compiled, Any, Any] | None = None

    def score_changes(self, boards: Any) -> Any:
        """Score all changes of one cell of boards of bytes, (n, cells), on the card.

        Return an int64 array (n, cells, letters) on the card, for the letters of the lexicon. A
        hole is changed like any other cell.
        """
        import numpy as np

        xp, size, null = self._card.xp, np.uint32, np.uint64(0)
        letters = xp.asarray(
            np.frombuffer("".join(self.lexicon.letters).encode("latin-1"), np.uint8)
        )
        scores = xp.empty((len(boards), self._cells, len(letters)), np.int64)
        step = max(1, MAX_JOBS // self._cells)
        with self._lock:
            trie = self._trie_of(self._coding.symbols)
            compiled, notes, noted = self._wild = self._wild or self._prepare_wild(trie)
            identity = trie.identity if len(trie.identity) else null
            symbol_of = xp.asarray(np.frombuffer(self._coding.symbol_of, np.uint8))
            stream = self._card.stream()
            for first in range(0, len(boards), step):
                given = xp.ascontiguousarray(boards[first : first + step])
                jobs = given.size
                found = xp.empty((jobs, len(letters)), np.uint32)
                left, counters = xp.empty(jobs, np.uint32), xp.zeros(2, np.uint32)
                arguments = (
                    given, size(jobs), letters, size(len(letters)), trie.nodes, identity,
                    self._card_points, symbol_of, counters, found, left, counters[1:], notes,
                    size(notes.shape[1]), noted, size(noted.shape[1]),
                )  # fmt: skip
                compiled.kernels["score_changes"](stream, compiled.blocks, arguments)
                stream.synchronize()
                scores[first : first + step] = found.reshape(-1, *scores.shape[1:])
                for board in set(self._card.to_host(left[: int(counters[1])]).tolist()):
                    scores[first + board] = xp.asarray(self._changes_on_core(given[board]))
        return scores

    def _prepare_wild(self, trie: Trie) -> tuple[Compiled, Any, Any]:
        """Return the kernel of a wild cell with its memory: notes of nodes, and nodes noted."""
        import numpy as np

        compiled, words = self._compile(WILD), max(1, len(self.lexicon))
        warps = compiled.blocks * compiled.warps
        most = int(self._card.memory * NOTES_SHARE) // (4 * (len(trie.nodes) + words))
        blocks = max(1, min(warps, most) // compiled.warps)
        rows = blocks * compiled.warps
        notes = self._card.xp.zeros((rows, len(trie.nodes)), np.uint32)
        noted = self._card.xp.empty((rows, words), np.uint32)
        return compiled._replace(blocks=blocks), notes, noted

    def _changes_on_core(self, board: Any) -> Any:
        """Score the changes of a board that exceeds the stack."""
        import numpy as np

        one = self._card.to_host(board)[None]
        given = prepare(one, self.lexicon, self._options, with_qu=False)
        assert given.solver is not None, "boards of bytes are searched by the kernels"
        found = np.asarray(given.solver.changes(given.data)).view(np.int64)
        return found.reshape(self._cells, -1)

    def score_swaps(self, boards: Any) -> Any:
        """Score all swaps of two tiles of boards of bytes, (n, cells), on the card.

        Return an int64 array (n, cells, cells) on the card, zero where the first cell is not
        before the second.
        """
        import numpy as np

        xp, cells = self._card.xp, self._cells
        first, second = map(xp.asarray, np.triu_indices(cells, 1))
        boards = xp.ascontiguousarray(boards)
        scores = xp.empty((len(boards), len(first)), np.int64)
        self._run(
            scores.size,
            self._coding,
            lambda lane: self._queue_per_board("swap_tiles", lane, (boards,)),
            self._keep_on_card(scores.reshape(-1)),
        )
        swapped = xp.zeros((len(boards), cells, cells), np.int64)
        swapped[:, first, second] = scores
        return swapped
