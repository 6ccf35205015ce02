"""Scores and rolls boards on a graphics card; see `search.bulk.cuda`."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from .._util.progress import Progress, check_progress
from .._util.rng import Seed, check_seed, stream_text
from .._util.validation import check_flag, check_int
from ..errors import InputError
from ..game.dice import BLANK, Dice
from ..grid import Grid
from ..search.bulk.cuda.limits import HOLE, declined
from ..search.bulk.cuda.scorer import BoardScorer, Coding, Lane
from .dice_roll import PURPOSE, roll
from .find import nth_seed

if TYPE_CHECKING:
    import numpy as np

    Numbers = np.ndarray[Any, Any]

#: A block of SHA-256 takes 55 bytes: 23 are the same for all rolls, and 11 are for the number.
_MAX_SEED_BYTES = 21
MAX_COUNT = 10**10 - 1
_MAX_SCORE = 10**7


@dataclass(frozen=True, slots=True)
class BoardSample:
    """The scores of random boards."""

    dice: Dice
    """The dice."""
    seed: str
    """The seed of the first board; see `board`."""
    score_counts: Numbers
    """The number of boards with 0, 1, 2 ... points."""
    word_counts: Numbers
    """The number of boards with 0, 1, 2 ... words."""
    best: int
    """The number of the first board with the most points; see `board`."""
    scores: Numbers | None = field(default=None, repr=False)
    """The points of each board, if they were kept."""

    @property
    def count(self) -> int:
        """The number of boards."""
        return int(self.score_counts.sum())

    def board(self, number: int) -> Grid:
        """Roll a board again, by its number from 0.

        Raises:
            InputError: there is no such board.
        """
        check_int(number, "number", 0, self.count - 1)
        return roll(self.dice, seed=nth_seed(self.seed, number))


class CudaScorer(BoardScorer):
    """Scores boards of one size with one lexicon on a graphics card.

    The words and all buffers stay on the card between calls. Boards have plain letters and, with
    `qu=True`, the tile Qu; the options are those of `score_grids`. A call uses one card, and calls
    from several threads take turns.

    Raises:
        InputError: CuPy is not installed or finds no card (`pip install 'lexigrid[cuda]'`), or the
            card does not serve the size (3x3 to 5x5), the lexicon (at most 26 letters, words of at
            most 31) or the scoring (the points of all words fit 32 bits).
    """

    def sample(
        self,
        dice: Dice | str,
        count: int,
        seed: Seed,
        *,
        keep_scores: bool = False,
        progress: Progress | None = None,
    ) -> BoardSample:
        """Roll boards on the card and count their points and words; no board leaves the card.

        Board i is `roll(dice, seed=seed)` for i = 0 and `roll(dice, seed=f"{seed}/{i + 1}")` for
        the others, as `lexigrid roll --count` rolls them. The dice may have other tiles of several
        letters than Qu, but at most 26 different faces.

        Args:
            count: the number of boards, up to 10^10 - 1.
            seed: a whole number or text, at most 21 bytes long.
            keep_scores: also return the points of each board, 4 bytes each.
            progress: called with the share of the boards done, 0 to 1.

        Raises:
            InputError: the dice are unknown, have another size or too many faces, or an option has
                an invalid value.
        """
        import numpy as np

        dice = dice if isinstance(dice, Dice) else Dice.named(dice)
        if dice.size != self.size:
            raise InputError(
                f"the dice are for {dice.size[0]}x{dice.size[1]}, but the scorer is for "
                f"{self.size[0]}x{self.size[1]}; give it size={dice.size}"
            )
        check_int(count, "count", 1, MAX_COUNT)
        check_flag(keep_scores, "keep_scores")
        check_progress(progress)
        if len(check_seed(seed).encode()) > _MAX_SEED_BYTES:
            raise InputError(f"the seed is {seed!r}, expected at most {_MAX_SEED_BYTES} bytes")
        symbols, faces, sizes = self._read_dice(dice)
        xp, text = self._card.xp, np.frombuffer(stream_text(seed, PURPOSE), np.uint8)
        card_text, card_faces, card_sizes = map(xp.asarray, (text, faces, sizes))
        scores = np.empty(count, np.uint32) if keep_scores else None
        histograms = [np.zeros(1, np.int64), np.zeros(1, np.int64)]
        best, most = 0, -1

        def load(lane: Lane) -> None:
            sizes_of = np.uint32(len(text)), np.uint32(faces.shape[1])
            arguments = card_text, sizes_of[0], card_faces, sizes_of[1], card_sizes
            self._queue_per_board("roll_boards", lane, arguments)

        def take(lane: Lane) -> None:
            nonlocal best, most
            own = lane.pinned_scores[: lane.count]
            if scores is not None:
                scores[lane.first : lane.end] = own
            if (top := int(own.max())) > most:
                best, most = lane.first + int(own.argmax()), top
                if most > _MAX_SCORE:
                    raise declined(f"histograms of boards with more than {_MAX_SCORE} points")
            with lane.stream:
                for kind, found in enumerate((lane.scores, lane.counts)):
                    counted = self._card.to_host(xp.bincount(found[: lane.count]))
                    histograms[kind] = _added(histograms[kind], counted)

        self._run(count, Coding(symbols, bytes(range(HOLE + 1))), load, take, progress=progress)
        by_score, by_words = histograms
        return BoardSample(dice, check_seed(seed), by_score, by_words, best, scores)

    def _read_dice(self, dice: Dice) -> tuple[tuple[tuple[int, ...], ...], Numbers, Numbers]:
        """Return the symbols of the dice, the symbols of each die, and its number of faces."""
        import numpy as np

        codes, split = self.lexicon.letter_codes, self.lexicon.alphabet.split
        if not set(self.lexicon.core.punctuation).isdisjoint("".join(dice.counts)):
            raise declined("dice with punctuation that words have")
        spelled = {
            face: tuple(codes.get(letter, -1) for letter in split(face))
            for face in dice.counts
            if face != BLANK
        }
        # A face with a letter that no word has is like a hole.
        symbols = tuple(sorted({symbol for symbol in spelled.values() if -1 not in symbol}))
        if set(symbols) <= set(self._coding.symbols):
            symbols = self._coding.symbols  # whose trie is there already
        number = {symbol: code for code, symbol in enumerate(symbols)}
        faces = np.zeros((len(dice), max(map(len, dice.faces))), np.uint8)
        for die, shown in enumerate(dice.faces):
            found = [number.get(spelled.get(face, ()), HOLE) for face in shown]
            faces[die, : len(shown)] = found
        return symbols, faces, np.array([*map(len, dice.faces)], np.uint8)


def _added(total: Numbers, more: Numbers) -> Numbers:
    import numpy as np

    total = np.pad(total, (0, max(0, len(more) - len(total))))
    total[: len(more)] += more
    return total
