"""What the card serves, and the words as it reads them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from ....errors import InputError
from ....geometry import KING
from ....lexicon import Lexicon
from ..options import BulkOptions
from ..pack import Shape

if TYPE_CHECKING:
    import numpy as np

#: What a cell can spell: letters by their numbers in the lexicon.
Symbol = tuple[int, ...]
MAX_SYMBOLS = 26
#: The symbol of a hole, or of letters that no word has.
HOLE = 31
#: The most letters of a word: a node has five bits for them.
MAX_LETTERS = 31
TILES = "boards with wild tiles or with tiles of several letters other than Qu"
_LEAST_SIDE, _MOST_SIDE = 3, 5
#: Nodes are numbered in 26 bits, scores in 32.
_MAX_NODES, _MAX_SCORE = 2**26, 2**32 - 1
_LENGTH_SHIFT, _WORD_BIT = 58, 1 << 63


class Trie(NamedTuple):
    """The words that some symbols spell: arrays of NumPy or of the card."""

    nodes: Any
    identity: Any
    """The first node of the word of each node; empty if every word has only one node."""

    @property
    def bit_words(self) -> int:
        """The words of 32 bits of a set of nodes, a multiple of 4."""
        return (len(self.nodes) + 127) // 128 * 4


def declined(reason: str) -> InputError:
    """Return the error for what the card does not serve."""
    return InputError(f"device='cuda' does not serve {reason}; use device='cpu'", reason=reason)


def why_not(lexicon: Lexicon, shape: Shape, options: BulkOptions) -> str | None:
    """Return why the card does not serve boards of this shape, or None if it does."""
    if not all(_LEAST_SIDE <= side <= _MOST_SIDE for side in shape):
        return f"boards of {shape[0]}x{shape[1]}, expected 3x3 to 5x5"
    if options.topology_on(KING) != KING:
        return "this topology, expected king without wrap"
    if len(lexicon.letters) > MAX_SYMBOLS:
        return f"a lexicon of {len(lexicon.letters)} letters, expected at most {MAX_SYMBOLS}"
    return None


def make_trie(
    lexicon: Lexicon,
    symbols: tuple[Symbol, ...],
    cells: int,
    min_length: int,
    points: np.ndarray[Any, Any],
) -> Trie:
    """Return the words that these symbols spell on a board; `points` are those by length.

    Raises:
        InputError: a word is too long, there are too many words, or their points are too high.
    """
    import numpy as np

    core = lexicon.core
    if lexicon.max_length > MAX_LETTERS:
        letters = lexicon.letters
        several = ["".join(letters[each] for each in symbol) for symbol in symbols]
        for word in range(core.lengths()[MAX_LETTERS + 1], len(lexicon)):
            text = core.joined(word)
            # The fewest tiles that may spell it.
            tiles = len(lexicon.alphabet.split(text))
            tiles -= sum((len(tile) - 1) * text.count(tile) for tile in several)
            if tiles <= cells:
                raise declined(f"{text!r}, a word of more than {MAX_LETTERS} letters")
    if len(symbols) > MAX_SYMBOLS:
        raise declined(f"{len(symbols)} different tiles, expected at most {MAX_SYMBOLS}")
    found, first = core.path_nodes([list(symbol) for symbol in symbols])
    nodes, identity = np.array(found, "<u8"), np.array(first, np.uint32)
    if len(nodes) >= _MAX_NODES:
        raise declined(f"a lexicon of {len(nodes)} nodes, expected fewer than {_MAX_NODES}")
    lengths = (nodes >> np.uint64(_LENGTH_SHIFT)).astype(np.int64) & MAX_LETTERS
    is_word = nodes >= np.uint64(_WORD_BIT)
    nodes[is_word & (lengths < min_length)] ^= np.uint64(_WORD_BIT)
    total = int(points.astype(np.uint64)[lengths[is_word]].sum())
    if total > _MAX_SCORE:
        raise declined(f"{total} points for all words, expected at most {_MAX_SCORE}")
    return Trie(nodes.view(np.uint32).reshape(-1, 2), identity)
