"""Train the letter classifier of `lexigrid.photo`, and write its weights and their manifest.

    pip install -r scripts/letter_fonts.txt
    python scripts/train_letters.py --seed 1

The same seed, fonts and versions give the same samples. The weights can differ in the last digits
on other processors, so a release takes those of one run, whose digest the manifest names.
"""

from __future__ import annotations

import argparse
import hashlib
import io
import time
from importlib import metadata
from pathlib import Path
from typing import Any

import numpy as np

from letter_samples import INK, draw_sample, font_packages, load_families
from lexigrid.photo.letters import CLASSES, CONVOLUTIONS, SIDE, Classifier

Array = np.ndarray[Any, Any]
Weights = dict[str, Array]

FOLDER = Path(__file__).parent.parent / "src" / "lexigrid" / "photo"
_BATCH = 256
_SMOOTHING = 0.02
_RATE = 2e-3
_DECAY = 0.005
#: The channels of the layers, and the values of the layer before the last.
_CHANNELS, _HIDDEN = (24, 48, 96), 128


def start_weights(rng: np.random.Generator) -> Weights:
    """Return random weights for every layer."""
    weights: Weights = {}
    before, side = 1, SIDE
    for (kernel, bias, size), channels in zip(CONVOLUTIONS, _CHANNELS, strict=True):
        shape = (size, size, before, channels)
        weights[kernel] = rng.normal(0, np.sqrt(2 / (size * size * before)), shape)
        weights[bias] = np.zeros(channels)
        before, side = channels, side // 2
    flat = side * side * before
    weights["d1"] = rng.normal(0, np.sqrt(2 / flat), (flat, _HIDDEN))
    weights["e1"] = np.zeros(_HIDDEN)
    weights["d2"] = rng.normal(0, np.sqrt(2 / _HIDDEN), (_HIDDEN, len(CLASSES)))
    weights["e2"] = np.zeros(len(CLASSES))
    return {name: value.astype(np.float32) for name, value in weights.items()}


def patches(images: Array, size: int) -> Array:
    """Return the neighbourhoods of every second pixel: images x rows x columns x values."""
    pad, side = size // 2, images.shape[1]
    padded = np.pad(images, ((0, 0), (pad, pad), (pad, pad), (0, 0)))
    steps = [
        padded[:, i : i + side : 2, j : j + side : 2] for i in range(size) for j in range(size)
    ]
    return np.concatenate(steps, -1)


def gradients(weights: Weights, images: Array, labels: Array) -> tuple[Weights, float]:
    """Return the gradient of the loss by weights, and the loss."""
    layers, inputs = [images[..., None]], []
    for kernel, bias, size in CONVOLUTIONS:
        flat = patches(layers[-1], size)
        inputs.append(flat)
        matrix = weights[kernel].reshape(flat.shape[-1], -1)
        layers.append(np.maximum(flat @ matrix + weights[bias], 0))
    flattened = layers[-1].reshape(len(images), -1)
    hidden = np.maximum(flattened @ weights["d1"] + weights["e1"], 0)
    scores = hidden @ weights["d2"] + weights["e2"]
    scores -= scores.max(1, keepdims=True)
    logs = scores - np.log(np.exp(scores).sum(1, keepdims=True))
    wanted = np.full_like(logs, _SMOOTHING / len(CLASSES))
    wanted[np.arange(len(labels)), labels] += 1 - _SMOOTHING
    loss = float(-(wanted * logs).sum(1).mean())

    found: Weights = {}
    slope = (np.exp(logs) - wanted) / np.float32(len(labels))
    found["d2"], found["e2"] = hidden.T @ slope, slope.sum(0)
    slope = (slope @ weights["d2"].T) * (hidden > 0)
    found["d1"], found["e1"] = flattened.T @ slope, slope.sum(0)
    slope = (slope @ weights["d1"].T).reshape(layers[-1].shape)
    for number in range(len(CONVOLUTIONS) - 1, -1, -1):
        kernel, bias, size = CONVOLUTIONS[number]
        slope = slope * (layers[number + 1] > 0)
        rows = slope.reshape(-1, slope.shape[-1])
        flat = inputs[number].reshape(len(rows), -1)
        found[kernel] = (flat.T @ rows).reshape(weights[kernel].shape)
        found[bias] = rows.sum(0)
        if number:
            matrix = weights[kernel].reshape(flat.shape[1], -1)
            slope = scatter((rows @ matrix.T).reshape(inputs[number].shape), size, layers[number])
    return found, loss


def scatter(slopes: Array, size: int, images: Array) -> Array:
    """Add slopes of neighbourhoods up at the pixels they were taken from: inverse of `patches`."""
    count, side, _, channels = images.shape
    pad = size // 2
    padded = np.zeros((count, side + 2 * pad, side + 2 * pad, channels), np.float32)
    for step in range(size * size):
        i, j = divmod(step, size)
        part = slopes[..., step * channels : (step + 1) * channels]
        padded[:, i : i + side : 2, j : j + side : 2] += part
    return padded[:, pad : pad + side, pad : pad + side]


def train(images: Array, labels: Array, seed: int, epochs: int) -> Weights:
    """Train with Adam, a warm start and a falling rate; samples are shifted and rescaled."""
    rng = np.random.default_rng([seed, 1])
    weights = start_weights(rng)
    first = {name: np.zeros_like(value) for name, value in weights.items()}
    second = {name: np.zeros_like(value) for name, value in weights.items()}
    step, total = 0, epochs * (len(images) // _BATCH)
    for epoch in range(epochs):
        began, losses = time.process_time(), []
        order = rng.permutation(len(images))
        for start in range(0, len(images) - _BATCH + 1, _BATCH):
            chosen = order[start : start + _BATCH]
            batch = images[chosen].astype(np.float32) / np.float32(INK)
            batch = np.roll(batch, rng.integers(-1, 2, 2).tolist(), (1, 2))
            batch *= rng.uniform(0.85, 1.15, (_BATCH, 1, 1)).astype(np.float32)
            slopes, loss = gradients(weights, batch, labels[chosen])
            losses.append(loss)
            step += 1
            fall = 0.5 * (1 + np.cos(np.pi * step / total))
            rate = float(_RATE * min(1, step / 200) * fall)
            for name, slope in slopes.items():
                first[name] += 0.1 * (slope - first[name])
                second[name] += 0.001 * (slope * slope - second[name])
                spread = np.sqrt(second[name] / (1 - 0.999**step)) + 1e-8
                move = first[name] / (1 - 0.9**step) / spread
                weights[name] *= np.float32(1 - rate * _DECAY)
                weights[name] -= (rate * move).astype(np.float32)
        seconds = time.process_time() - began
        print(f"epoch {epoch + 1}: loss {np.mean(losses):.4f}, {seconds:.0f} s", flush=True)
    return weights


def pack(weights: Weights) -> bytes:
    """Return the weights as a file of half floats, the same bytes for the same weights."""
    file = io.BytesIO()
    halves: dict[str, Any] = {name: value.astype(np.float16) for name, value in weights.items()}
    np.savez(file, **halves)
    return file.getvalue()


def write_manifest(data: bytes, given: argparse.Namespace, right: float) -> str:
    """Return what the weights were made from, as TOML."""
    lines = [
        "# Written by scripts/train_letters.py: what the weights in letters.npz were made from.",
        f'sha256 = "{hashlib.sha256(data).hexdigest()}"',
        f"seed = {given.seed}",
        f"samples = {given.samples}",
        f"epochs = {given.epochs}",
        "# The share of right letters in hard windows of the held-out fonts, without context.",
        f"right = {right:.4f}",
        "",
        "# The version and the licence of each font.",
        "[fonts]",
    ]
    for package in font_packages(held_out=False):
        about = metadata.metadata(package)
        licence = about.json.get("license_expression", "OFL-1.1")
        lines.append(f'{package} = "{about["Version"]}, {licence}"')
    return "\n".join([*lines, ""])


def main() -> None:
    """Draw the samples, train, measure on held-out fonts, and write the two files."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else "")
    parser.add_argument("--out", type=Path, default=FOLDER)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--samples", type=int, default=240_000)
    parser.add_argument("--epochs", type=int, default=9)
    given = parser.parse_args()
    began = time.process_time()
    families = load_families([*font_packages(held_out=False)])
    images, labels = draw_samples(families, given.samples, given.seed)
    seconds = time.process_time() - began
    print(f"{len(families)} families, {len(images)} samples in {seconds:.0f} s", flush=True)
    weights = train(images, labels, given.seed, given.epochs)
    data = pack(weights)
    others = load_families([*font_packages(held_out=True)])
    images, labels = draw_samples(others, 3000, given.seed + 1)
    kept = {name: value.astype(np.float16) for name, value in weights.items()}
    chances, _ = Classifier(kept)(images.astype(np.float32) / np.float32(INK))
    right = float((chances.argmax(1) == labels).mean())
    print(f"{len(data)} bytes, {100 * right:.2f} % of held-out windows", flush=True)
    (given.out / "letters.npz").write_bytes(data)
    (given.out / "letters.toml").write_text(write_manifest(data, given, right), "utf-8")


def draw_samples(families: Any, count: int, seed: int) -> tuple[Array, Array]:
    """Return the windows of samples, and their classes."""
    rng = np.random.default_rng([seed, 0])
    pairs = [draw_sample(families, rng) for _ in range(count)]
    return np.stack([image for image, _ in pairs]), np.array([label for _, label in pairs])


if __name__ == "__main__":
    main()
