"""What the puzzle says about its letters: listed words and known dice correct them."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from functools import lru_cache

import numpy as np

from .letters import FACES, Array

#: A word fixes its letters if its best line holds this much of the belief.
_SURE = 0.9
#: The belief, for each line, that a word is nowhere: the list may be wrong.
_NOWHERE = 0.03
_LEAST_CHANCE = 1e-4
#: A letter that is more probable is not changed into one that is less probable than the second.
_CERTAIN, _HOPELESS, _NEVER = 0.99, 1e-3, -100.0
_LEAST_LENGTH = 3
#: The classifier's probabilities are softened; among the faces of known dice they count for more.
_SHARPNESS = 1.5
_DIRECTIONS = ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1))


def spell(word: str) -> str:
    """Return a word as capitals without accents and punctuation.

    >>> spell("El Niño")
    'ELNINO'
    """
    plain = unicodedata.normalize("NFKD", word)
    return "".join(letter for letter in plain.upper() if letter.isalpha())


@lru_cache(256)
def straight_lines(rows: int, columns: int, length: int) -> Array:
    """Return all straight lines of a length, n x length, as numbers of cells in reading order."""
    starts = np.indices((rows, columns)).reshape(2, 1, -1, 1)
    row, column = starts + np.transpose(_DIRECTIONS)[..., None, None] * np.arange(length)
    last_row, last_column = row[..., -1], column[..., -1]
    inside = (last_row >= 0) & (last_row < rows) & (last_column >= 0) & (last_column < columns)
    found: Array = (row * columns + column)[inside]
    return found


def numbers_of(text: str) -> Array:
    """Return the letters of a word in capitals as numbers from 0."""
    return np.frombuffer(text.encode(), np.uint8) - ord("A")


def is_line(letters: Array, text: str) -> bool:
    """Does a line of a grid spell a text? Letters are numbers from 0."""
    if not text.isascii():
        return False
    lines = straight_lines(*letters.shape, len(text))
    return bool((letters.reshape(-1)[lines] == numbers_of(text)).all(1).any())


def correct(chances: Array, words: Iterable[str]) -> tuple[Array, dict[str, Array]]:
    """Return the letters as the listed words need them, and the cells of each word that was found.

    A word is found if one line holds nearly all of the belief, against all other lines and against
    the word being nowhere. Letters that are certain are never changed: the word is elsewhere, or
    only a part of it is in the photo.
    """
    rows, columns, kinds = chances.shape
    now = chances.reshape(-1, kinds).copy()
    places: dict[str, Array] = {}
    texts = {text for text in map(spell, words) if text.isascii()}
    listed = sorted(text for text in texts if len(text) >= _LEAST_LENGTH)
    for _ in range(2):
        logs = np.log(now + _LEAST_CHANCE) - np.log(1 / 26)  # how much likelier than by chance
        is_certain = now[:, :26].max(1, keepdims=True) > _CERTAIN
        logs[is_certain & (now <= _HOPELESS)] = _NEVER
        claims = []
        for text in listed:
            lines = straight_lines(rows, columns, len(text))
            if text == text[::-1]:
                lines = lines[: len(lines) // 2]  # the others run back along the same cells
            if not len(lines):
                continue
            letters = numbers_of(text)
            scores = logs[lines, letters].sum(1)
            best = int(scores.argmax())
            nowhere = len(lines) * _NOWHERE * np.exp(-max(scores[best], _NEVER))
            weight = float(1 / (np.exp(scores - scores[best]).sum() + nowhere))
            claims.append((weight, text, lines[best], letters))
        for weight, text, line, letters in sorted(claims, key=lambda claim: -claim[0]):
            if weight >= _SURE:
                places[text] = line
                now[line] *= 1 - weight
                now[line, letters] += weight
    return now.reshape(chances.shape), places


def settle_dice(chances: Array, dice: Iterable[Iterable[str]]) -> Array:
    """Return the letters of a board given the faces of its dice, each of which is on one cell.

    The probability that a die is on a cell is found by scaling rows and columns in turn (Sinkhorn).
    """
    kinds = chances.shape[-1]
    flat = chances.reshape(-1, kinds)
    faces = np.zeros((len(flat), kinds))
    for number, die in enumerate(dice):
        for face in die:
            name = "." if face == "#" else face.capitalize()
            if name in FACES:
                faces[number, FACES.index(name)] += 1
    shares = faces / np.maximum(faces.sum(1, keepdims=True), 1)
    evidence = (flat + _LEAST_CHANCE) ** _SHARPNESS
    weights = evidence @ shares.T + 1e-9  # cells x dice
    belief = weights.copy()
    for _ in range(300):
        belief /= belief.sum(1, keepdims=True)
        belief /= belief.sum(0, keepdims=True)
    belief /= belief.sum(1, keepdims=True)
    found = (belief / weights) @ shares * evidence
    settled: Array = found / found.sum(1, keepdims=True)
    return settled.reshape(chances.shape)
