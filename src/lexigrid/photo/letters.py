"""The letter classifier: a small convolutional network, evaluated with NumPy.

`scripts/train_letters.py` writes its weights; `letters.toml` says from which fonts and seed.
"""

from __future__ import annotations

import string
from functools import cache
from importlib.resources import files
from typing import Any

import numpy as np

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
_BATCH = 128
#: The share of a letter in the other case that counts: the whole grid is in one case.
_OTHER_CASE = 0.02

Array = np.ndarray[Any, Any]


def patches(images: Array, size: int) -> Array:
    """Return the neighbourhoods of every second pixel: images x rows x columns x values."""
    pad, side = size // 2, images.shape[1]
    padded = np.pad(images, ((0, 0), (pad, pad), (pad, pad), (0, 0)))
    steps = [
        padded[:, i : i + side : 2, j : j + side : 2] for i in range(size) for j in range(size)
    ]
    return np.concatenate(steps, -1)


class Classifier:
    """A network with given weights."""

    def __init__(self, weights: dict[str, Array]) -> None:
        self._weights = {name: value.astype(np.float32) for name, value in weights.items()}

    def __call__(self, windows: Array) -> tuple[Array, Array]:
        """Return the probabilities of `CLASSES` for windows of ink, and their feature vectors."""
        weights = self._weights
        features, scores = [], []
        for start in range(0, len(windows), _BATCH):
            layer = windows[start : start + _BATCH, :, :, None].astype(np.float32)
            for kernel, bias, size in CONVOLUTIONS:
                flat = weights[kernel].reshape(-1, weights[kernel].shape[-1])
                layer = np.maximum(patches(layer, size) @ flat + weights[bias], 0)
            hidden = np.maximum(layer.reshape(len(layer), -1) @ weights["d1"] + weights["e1"], 0)
            features.append(hidden)
            scores.append(hidden @ weights["d2"] + weights["e2"])
        if not features:
            return np.empty((0, len(CLASSES)), np.float32), np.empty((0, 1), np.float32)
        found = np.concatenate(scores)
        powers = np.exp(found - found.max(1, keepdims=True))
        return powers / powers.sum(1, keepdims=True), np.concatenate(features)


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
