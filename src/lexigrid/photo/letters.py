"""The letter classifier: a small convolutional network, evaluated with NumPy.

`scripts/train_letters.py` writes its weights; `letters.toml` says from which fonts and seed.
"""

from __future__ import annotations

import string
from functools import cache
from importlib.resources import files
from typing import Any

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view

#: What a window may show: a letter of either case, Qu, nothing, or something that is no letter.
CLASSES = (*string.ascii_uppercase, *string.ascii_lowercase, "Qu", ".", "!")
#: What a cell of the answer may be: a tile, or a hole.
FACES = (*string.ascii_uppercase, "Qu", ".")
#: The pixels of a window's side, and its length in letter heights.
SIDE = 32
WINDOW = 1.5
#: The brightest value of a window; ink of the usual depth is 1.
MOST_INK = 1.275

QU, NOTHING, RUBBISH = (CLASSES.index(each) for each in ("Qu", ".", "!"))
#: The layers: the names of weights and biases, and the side of the kernel; all have stride 2.
CONVOLUTIONS = (("c1", "b1", 5), ("c2", "b2", 3), ("c3", "b3", 3))
#: Windows at a time; with more, the layers do not fit the cache of a processor.
_BATCH = 32
#: The share of a letter in the other case that counts: the whole grid is in one case.
_OTHER_CASE = 0.02

Array = np.ndarray[Any, Any]


class Classifier:
    """A network with given weights."""

    def __init__(self, weights: dict[str, Array]) -> None:
        self._weights = {name: value.astype(np.float32) for name, value in weights.items()}

    def __call__(self, windows: Array) -> tuple[Array, Array]:
        """Return the probabilities of `CLASSES` for windows of ink, and their feature vectors."""
        weights = self._weights
        features = [
            self._features(windows[at : at + _BATCH]) for at in range(0, len(windows), _BATCH)
        ]
        if not features:
            return np.empty((0, len(CLASSES)), np.float32), np.empty((0, 1), np.float32)
        found = np.concatenate(features)
        scores = found @ weights["d2"] + weights["e2"]
        powers = np.exp(scores - scores.max(1, keepdims=True))
        return powers / powers.sum(1, keepdims=True), found

    def _features(self, windows: Array) -> Array:
        """Return the layer before the last. Layers are rows x columns x channels x windows."""
        layer = np.ascontiguousarray(windows.transpose(1, 2, 0), np.float32)[:, :, None]
        for kernel, bias, size in CONVOLUTIONS:
            matrix = self._weights[kernel].reshape(-1, self._weights[kernel].shape[-1]).T
            padded = np.pad(layer, ((size // 2,) * 2, (size // 2,) * 2, (0, 0), (0, 0)))
            near = sliding_window_view(padded, (size, size), (0, 1))[::2, ::2]  # of every 2nd pixel
            patches = near.transpose(0, 1, 4, 5, 2, 3).reshape(*near.shape[:2], -1, layer.shape[-1])
            layer = matrix @ patches
            layer = np.maximum(layer + self._weights[bias][:, None], 0)
        flat = layer.reshape(-1, layer.shape[-1]).T
        found: Array = np.maximum(flat @ self._weights["d1"] + self._weights["e1"], 0)
        return found


@cache
def load_classifier() -> Classifier:
    """Return the classifier with the weights of the package."""
    with (files(__package__) / "letters.npz").open("rb") as file, np.load(file) as weights:
        return Classifier(dict(weights))


def fold_case(chances: Array) -> Array:
    """Return the probabilities of `FACES`, in the case that most of the letters are in."""
    upper, lower = chances[:, :26], chances[:, 26:52]
    if np.log(lower.sum(1) + 0.02).sum() > np.log(upper.sum(1) + 0.02).sum():
        upper, lower = lower, upper
    return np.concatenate([upper + _OTHER_CASE * lower, chances[:, QU : NOTHING + 1]], 1)
