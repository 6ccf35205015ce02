"""Which word of the grid a text shows that was read next to it, perhaps badly."""

from __future__ import annotations

import math

import cv2
import numpy as np

from ..grid import Grid, Tile
from ..lexicon import Lexicon
from ..search.lines import find_lines
from .belief import is_line, numbers_of, straight_lines
from .letters import Array
from .recogniser import NO_LETTER, Text

_LETTERS, _LEAST_LENGTH = NO_LETTER, 3
#: The least probability of a letter that a cell may have; the least length of dictionary words.
_LIKELY, _LEAST_KNOWN = 0.02, 4
#: How far from its place in the text a letter is looked for: in steps, and as a share of them.
_NEAR_STEPS, _NEAR_SHARE = 2, 0.12
#: The most and the least steps that a letter may have.
_STEPS = 5.0, 1.1
#: The lines that are compared with a text, of each length and in all.
_MOST_OF_LENGTH, _MOST_LINES = 30, 120
#: The least probability of anything at a step, and how much a letter counts: long words have more
#: steps at which they may differ. The least probability of a letter in a cell.
_LEAST_SEEN, _LETTER_BONUS, _LEAST_SHARE = 3e-3, 2.0, 1e-3
#: A cell with a less probable letter may be what the text says.
_SURE = 0.95
#: The share of listed words that are in no dictionary.
_UNKNOWN = 0.1
#: How much likelier a word must be than any other, and than chance, as logarithms; and both in
#: all, times the score of the text.
_LEAST_MARGIN, _LEAST_ODDS, _LEAST_SUM = 1.0, 4.0, 5.3


class Matcher:
    """The lines of a grid, and the dictionary words among them."""

    def __init__(self, chances: Array) -> None:
        """Find the words of the grid; `chances` are the probabilities of `FACES` in its cells."""
        self._shape = chances.shape[:2]
        self._shares = chances.reshape(-1, chances.shape[2])[:, :_LETTERS]
        self._letters = self._shares.argmax(1)
        self._logs = np.log(self._shares + _LEAST_SHARE)
        self._lexicon = Lexicon.default()
        rows = [[_tile(cell) for cell in row] for row in chances[:, :, :_LETTERS]]
        known: dict[int, list[Array]] = {}
        for each in find_lines(Grid.from_rows(rows), self._lexicon, threads=1):
            if len(each.cells) >= _LEAST_KNOWN:
                cells = np.array(each.cells) @ [self._shape[1], 1]
                both = np.stack([cells, numbers_of(each.word.upper())])
                known.setdefault(len(cells), []).append(both)
        self._known = {length: np.stack(group, 1) for length, group in known.items()}
        """The cells and the letters of dictionary words, by length: 2 x words x letters."""

    def spells(self, text: str) -> bool:
        """Does a line of the grid spell a text?"""
        return is_line(self._letters.reshape(self._shape), text)

    def find(self, text: Text) -> str | None:
        """Return the word of the grid that a text shows, or None.

        The likelihood of a word sums over all ways in which it may be written along the steps of
        the text (connectionist temporal classification, Graves 2006). There is none if another
        word is about as likely, or if chance would give one as likely.
        """
        steps, read = text.steps, numbers_of(str(text).replace(" ", ""))
        words, priors = self._candidates(steps, read)
        if not words:
            return None
        seen = np.log(steps[:, :_LETTERS] + _LEAST_SEEN) + _LETTER_BONUS
        empty = np.log(steps[:, _LETTERS:].sum(1) + _LEAST_SEEN)
        *scores, free = _score(seen, empty, [*words, read])
        best_of: dict[str, float] = {}
        for word, score, prior in zip(words, scores, priors, strict=True):
            name = _spell(word)
            best_of[name] = max(best_of.get(name, -math.inf), float(score) + prior)
        first, *others = sorted(best_of, key=lambda name: -best_of[name])
        chance = -len(read) * math.log(_LETTERS)
        odds = best_of[first] - float(free) - chance
        margin = best_of[first] - (best_of[others[0]] if others else -math.inf)
        is_clear = margin > _LEAST_MARGIN and odds > _LEAST_ODDS
        return first if is_clear and text.score * (odds + margin) > _LEAST_SUM else None

    def _candidates(self, steps: Array, read: Array) -> tuple[list[Array], Array]:
        """Return words of the grid that a text may show, and the logarithms of their priors."""
        count = len(steps)
        reach = _NEAR_STEPS + round(_NEAR_SHARE * count)
        near = cv2.dilate(steps[:, :_LETTERS], np.ones((2 * reach + 1, 1), np.uint8))
        spots = near @ self._shares.T + _LEAST_SEEN  # steps x cells
        near, spots = np.log(near + _LEAST_SEEN), np.log(spots)
        found: list[tuple[float, Array, float]] = []
        every = 0
        least, most = (int(count / each) for each in _STEPS)
        for length in range(max(least, _LEAST_LENGTH), min(max(self._shape), most) + 1):
            at = ((np.arange(length) + 0.5) * count / length).astype(int)
            lines = straight_lines(*self._shape, length)
            every += len(lines)
            if abs(length - len(read)) <= max(3, len(read) // 2) and len(lines):
                bounds = spots[at, lines].sum(1) + _LETTER_BONUS * length
                some = bounds.argsort(kind="stable")[: -_MOST_OF_LENGTH - 1 : -1]
                found += ((float(bounds[at]), *self._as_seen(lines[at], read)) for at in some)
            if length in self._known:
                lines, letters = self._known[length]
                bounds = near[at, letters].sum(1) + _LETTER_BONUS * length
                grid = self._logs[lines, letters].sum(1)
                found += zip(bounds + grid, letters, grid, strict=True)
        unknown = math.log(_UNKNOWN / max(every, 1))
        known = -math.log(1 + sum(len(each[0]) for each in self._known.values()))
        best = sorted(found, key=lambda each: -each[0])[:_MOST_LINES]
        words = [word for _, word, _ in best]
        is_known = np.array([_spell(word).lower() in self._lexicon for word in words])
        return words, np.where(is_known, known, unknown) + [prior for _, _, prior in best]

    def _as_seen(self, line: Array, read: Array) -> tuple[Array, float]:
        """Return the letters of a line; the text decides where they are doubtful."""
        letters = self._letters[line]
        if len(read) == len(line):
            letters = np.where(self._shares[line].max(1) < _SURE, read, letters)
        return letters, float(self._logs[line, letters].sum())


def _tile(cell: Array) -> str:
    """Return the letters that a cell may have."""
    faces = map(_spell, np.argwhere(cell >= min(cell.max(), _LIKELY)))
    return Tile("", tuple(faces)).format()


def _spell(letters: Array) -> str:
    return bytes((letters + ord("A")).astype(np.uint8)).decode()


def _score(seen: Array, empty: Array, words: list[Array]) -> Array:
    """Return the logarithm of the likelihood of each word; `seen` has steps x letters."""
    longest, count = max(map(len, words)), len(words)
    letters = np.array([[*word, *[0] * (longest - len(word))] for word in words])
    is_new = np.ones(letters.shape, bool)  # the same letter twice has a step without one between
    is_new[:, 1:] = letters[:, 1:] != letters[:, :-1]
    now = np.full((count, 2 * longest + 1), -np.inf)
    now[:, 0] = 0
    for letter, none in zip(seen, empty, strict=True):
        before = now
        now = before.copy()
        now[:, 1:] = np.logaddexp(before[:, 1:], before[:, :-1])
        skips = np.where(is_new[:, 1:], before[:, 1:-2:2], -np.inf)
        now[:, 3::2] = np.logaddexp(now[:, 3::2], skips)
        now[:, ::2] += none
        now[:, 1::2] += letter[letters]
    ends = np.array([[2 * len(word) - 1, 2 * len(word)] for word in words])
    found: Array = np.logaddexp(*np.take_along_axis(now, ends, 1).T)
    return found
