"""Which line of the grid a text shows that was read next to it, perhaps badly."""

from __future__ import annotations

import math

import numpy as np

from .belief import straight_lines
from .letters import Array

_LETTERS, _LEAST_LENGTH = 26, 3
#: Lines that differ from the likeliest text by more letters are not compared, nor more lines.
_MOST_OFF, _MOST_LINES = 3, 150
#: How much a letter too many or too few counts, against a wrong one.
_GAP = 1.1
#: The least probability of anything at a step, and how much a letter counts: long lines have more
#: steps at which they may differ.
_LEAST_SEEN, _LETTER_BONUS = 3e-3, 2.0
#: How much likelier a line must be than any other, and than chance, as logarithms.
_LEAST_MARGIN, _LEAST_ODDS = 1.05, 8.0


def find_line(chances: Array, steps: Array, text: str) -> Array | None:
    """Return the cells of the line of letters that a text shows, or None.

    `steps` are the probabilities of letters and of no letter, from left to right, `text` the
    likeliest letters. The likelihood of a line sums over all ways in which it may be written along
    the steps (connectionist temporal classification, Graves 2006); lines far from the text by edits
    (Levenshtein) are left out. There is none if another line is about as likely, or if chance would
    give one as likely.
    """
    rows, columns, _ = chances.shape
    shares = chances.reshape(rows * columns, -1)[:, :_LETTERS]
    letters = shares.argmax(1)
    wanted = _numbers(text)
    near: list[tuple[float, Array]] = []
    count = 1
    for length in range(max(len(text) - _MOST_OFF, _LEAST_LENGTH), len(text) + _MOST_OFF + 1):
        every = straight_lines(rows, columns, length)
        count += len(every)
        edits = _count_edits(letters[every], wanted)
        near += ((float(edits[at]), every[at]) for at in edits.argsort(kind="stable")[:_MOST_LINES])
    lines = [line for _, line in sorted(near, key=lambda pair: pair[0])[:_MOST_LINES]]
    if not lines:
        return None
    written = np.log(steps[:, :_LETTERS] @ shares.T + _LEAST_SEEN) + _LETTER_BONUS
    free = np.log(steps[:, :_LETTERS] + _LEAST_SEEN) + _LETTER_BONUS
    empty = np.log(steps[:, _LETTERS:].sum(1) + _LEAST_SEEN)
    scores = _score(written, empty, lines, letters)
    best = int(scores.argmax())
    spelled = letters[lines[best]]
    others = [
        score
        for score, line in zip(scores, lines, strict=True)
        if len(line) != len(spelled) or (letters[line] != spelled).any()
    ]
    by_chance = _score(free, empty, [wanted], np.arange(_LETTERS))[0] - len(wanted) * math.log(26)
    odds = float(scores[best] - math.log(count) - by_chance)
    margin = float(scores[best]) - max(others, default=-math.inf)
    is_clear = margin > _LEAST_MARGIN and odds + 2 * margin > _LEAST_ODDS
    return lines[best] if is_clear else None


def is_line(chances: Array, text: str) -> bool:
    """Does a line of the grid spell a text?"""
    if not text.isascii():
        return False
    rows, columns, _ = chances.shape
    letters = chances[:, :, :_LETTERS].argmax(2).reshape(-1)
    lines = straight_lines(rows, columns, len(text))
    return bool((letters[lines] == _numbers(text)).all(1).any())


def _numbers(text: str) -> Array:
    return np.frombuffer(text.encode(), np.uint8) - ord("A")


def _score(written: Array, empty: Array, lines: list[Array], letters: Array) -> Array:
    """Return the logarithm of the likelihood of each line: `written` has steps x cells."""
    longest, count = max(map(len, lines)), len(lines)
    cells = np.array([[*line, *[line[0]] * (longest - len(line))] for line in lines])
    is_new = np.ones(cells.shape, bool)  # the same letter twice has a step without one between
    is_new[:, 1:] = letters[cells[:, 1:]] != letters[cells[:, :-1]]
    now = np.full((count, 2 * longest + 1), -np.inf)
    now[:, 0] = 0
    for letter, none in zip(written, empty, strict=True):
        before = now
        now = before.copy()
        now[:, 1:] = np.logaddexp(before[:, 1:], before[:, :-1])
        skips = np.where(is_new[:, 1:], before[:, 1:-2:2], -np.inf)
        now[:, 3::2] = np.logaddexp(now[:, 3::2], skips)
        now[:, ::2] += none
        now[:, 1::2] += letter[cells]
    ends = np.array([[2 * len(line) - 1, 2 * len(line)] for line in lines])
    found: Array = np.logaddexp(*np.take_along_axis(now, ends, 1).T)
    return found


def _count_edits(spelled: Array, wanted: Array) -> Array:
    """Return how many letters to change, insert or drop to make each line the text."""
    before = np.repeat(np.arange(spelled.shape[1] + 1)[:, None] * _GAP, len(spelled), 1)
    for row, letter in enumerate(wanted.tolist(), 1):
        now = before + _GAP
        now[0] = row * _GAP
        np.minimum(now[1:], before[:-1] + (spelled.T != letter), out=now[1:])
        for at in range(1, len(now)):
            np.minimum(now[at], now[at - 1] + _GAP, out=now[at])
        before = now
    found: Array = before[-1].round(6)
    return found
