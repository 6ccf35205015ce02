"""`score_grids` with `device="cuda"`: the scorers of each lexicon are kept."""

from __future__ import annotations

import math
from typing import Any

from ...._util.progress import Progress
from ....errors import InputError
from ....lexicon import Lexicon, WordsLike, per_lexicon
from ...encode import lexicon_for, resolve_words
from ..options import BulkOptions
from ..pack import Shape, pack
from ..solver import byte_letters
from .limits import TILES, declined, why_not
from .scorer import is_on_card
from .variants import VariantScorer


def score_on_card(
    boards: Any, words: WordsLike | None, options: BulkOptions, progress: Progress | None
) -> Any:
    """Score boards as `score_grids` does with `device="cuda"`.

    Raises:
        GridError: a board is not a grid, or does not fit the size.
        InputError: there is no card, or it does not serve the boards or the options.
    """
    if options.threads is not None:
        raise InputError("threads is for device='cpu'; leave it out")
    lexicon = lexicon_for(None, resolve_words(words))
    end, size = options.end(), options.size
    if is_on_card(boards):
        side = math.isqrt(math.prod(boards.shape[1:]))
        size = size or (tuple(boards.shape[1:]) if boards.ndim == 3 else (side, side))
        return scorer_for(lexicon, size, options).score(boards, end=end, progress=progress)
    listed, packed = pack(boards, size, byte_letters(lexicon, options.qu).special)
    if (packed is None or packed.others) and len(listed):
        raise declined(TILES)
    data, shape = (packed.data, packed.shape) if packed else (b"", size or (4, 4))
    scores = scorer_for(lexicon, shape, options).score_bytes(data, end, progress)
    if progress is not None:
        progress(1.0)
    return scores


def scorer_for(lexicon: Lexicon, shape: Shape, options: BulkOptions) -> VariantScorer:
    """Return the scorer for boards of one shape, cached or new.

    Raises:
        InputError: there is no card, or it does not serve the boards or the options.
    """
    if (reason := why_not(lexicon, shape, options)) is not None:
        raise declined(reason)
    scoring = options.scoring
    points = scoring if isinstance(scoring, str) else frozenset(scoring.items())
    return _scorer_of(lexicon, shape, options.qu, options.min_length, points)


@per_lexicon
def _scorer_of(
    lexicon: Lexicon, shape: Shape, qu: bool, min_length: int | None, scoring: Any
) -> VariantScorer:
    points: Any = scoring if isinstance(scoring, str) else dict(scoring)
    return VariantScorer(lexicon, size=shape, qu=qu, min_length=min_length, scoring=points)
