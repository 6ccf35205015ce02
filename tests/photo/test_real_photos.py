"""Real photos in tests/photos, each with its letters in a text file."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from checkout import TESTS
from lexigrid import Grid
from lexigrid.photo import read_photo

PHOTOS = TESTS / "photos"


def test_every_real_photo_is_read_with_few_wrong_letters_and_none_unmarked() -> None:
    for path in sorted(PHOTOS.glob("*.jpg")):
        assert _faults(path) == []


def _faults(path: Path) -> list[str]:
    """Return the wrong letters of a photo that are not marked, or that its shape is wrong."""
    text, _, listed = path.with_suffix(".txt").read_text("utf-8").partition("\n\n")
    truth, reading = Grid.parse(text), read_photo(path, words=listed.split())
    if (truth.rows, truth.columns) != (reading.grid.rows, reading.grid.columns):
        return [f"{path.name} was read as {reading.grid.rows}x{reading.grid.columns}"]
    marked = {doubt.cell for doubt in reading.doubtful}
    cells = {(int(r), int(c)) for r, c in np.ndindex(truth.rows, truth.columns)} - marked
    return [f"{path.name}: {at}" for at in sorted(cells) if truth[at] != reading.grid[at]]
