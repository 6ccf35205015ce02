"""What the letters of a grid say about each other: a typeface draws each letter in one way."""

from __future__ import annotations

import numpy as np

from .letters import Array

_LETTERS = 26
#: Features are reduced to this many values, and the best of them distinguish letters.
_VALUES, _BEST = 48, 20
_CELLS_FOR_VALUE = 4
#: How much the likeness to other cells counts, and the likeness of what is no single letter.
_TEACHING, _OTHER = 0.25, -6.0
_ROUNDS = 4
#: How much of the classifier's doubt stays: letters that a pen touches look alike as well.
_RESERVE = 0.4
_LEAST_CHANCE = 1e-4
#: How many letters that are read as they are count before the settled letters, and the share of
#: those that are another letter from which it is no accident.
_FAITH, _OFTEN = 5.0, 0.2
_SEEN = 0.3
#: How much of the variance is added to the variance of a letter in every direction.
_STEADY = 2.0


def learn_typeface(chances: Array, features: Array, known: Array | None = None) -> Array:
    """Return the letters compared with all others of the grid.

    `known` says for each cell whether its letter is settled, by words or by the user.
    """
    flat = chances.reshape(-1, chances.shape[-1])
    is_settled = np.zeros((len(flat), 1), bool) if known is None else known.reshape(-1, 1)
    points = _reduce(features)
    logs, now = np.log(flat + _LEAST_CHANCE), flat
    trust = np.minimum(flat.sum(1, keepdims=True), 1)  # rubbish stays improbable
    for _ in range(_ROUNDS):
        likeness = _compare(points, now[:, :_LETTERS])
        scores = logs + _TEACHING * _OTHER
        scores[:, :_LETTERS] = logs[:, :_LETTERS] + _TEACHING * likeness
        found = np.exp(scores - scores.max(1, keepdims=True))
        found *= trust / found.sum(1, keepdims=True)
        now = np.where(is_settled, flat, found)
    now = (1 - _RESERVE) * now + _RESERVE * flat
    return now.reshape(chances.shape)


def count_misreadings(chances: Array, settled: Array) -> Array:
    """Return how often each letter is another, by cells that are settled: letters x letters."""
    pairs = _FAITH * np.eye(chances.shape[-1]) + chances.T @ settled
    pairs = np.where(pairs > _OFTEN * pairs.sum(1, keepdims=True), pairs, 0)
    found: Array = pairs / pairs.sum(1, keepdims=True)
    return found


def _reduce(features: Array) -> Array:
    """Return the directions of features by their main axes: cells x values."""
    units = features / np.maximum(np.linalg.norm(features, axis=1, keepdims=True), 1e-6)
    units = units - units.mean(0)
    axes = np.linalg.eigh(units.T @ units)[1][:, ::-1]
    points: Array = units @ axes[:, : min(_VALUES, max(len(units) // _CELLS_FOR_VALUE, 2))]
    return points


def _compare(points: Array, shares: Array) -> Array:
    """Return how well each cell fits the others of each letter: cells x letters, at most 0.

    This is probabilistic linear discriminant analysis (Prince and Elder 2007): letters lie around
    their means with one covariance, and the means around that of all, so that a letter that was
    never seen has a likelihood as well.
    """
    counts = shares.sum(0)
    means = shares.T @ points / np.maximum(counts, 1e-6)[:, None] * (counts > _SEEN)[:, None]
    total = max(float(counts.sum()), 1e-6)
    between = (means * counts[:, None]).T @ means / total
    within = (points * shares.sum(1, keepdims=True)).T @ points / total - between
    steady = _STEADY * max(float(np.trace(within)), 1e-9) / len(within)
    values, axes = np.linalg.eigh(within + steady * np.eye(len(within)))
    white = axes / np.sqrt(np.maximum(values, 1e-9))
    spread, axes = np.linalg.eigh(white.T @ between @ white)
    spread = np.maximum(spread[::-1][:_BEST], 1e-6)
    points = points @ white @ axes[:, ::-1][:, :_BEST]
    sums = shares.T @ points
    likeness = np.empty(shares.shape)
    for letter in range(_LETTERS):
        share = shares[:, letter, None]  # a cell is not compared with itself
        weight = spread / (1 + np.maximum(counts[letter] - share, 0) * spread)
        far = (points - (sums[letter] - share * points) * weight) ** 2
        likeness[:, letter] = -(far / (1 + weight) + np.log1p(weight)).sum(1) / 2
    likeness -= likeness.max(1, keepdims=True)
    return likeness
