"""Recognise lines of text with the network of RapidOCR: which letters it sees, step by step."""

from __future__ import annotations

import string
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from .._util.io import import_extra
from .letters import Array

#: The letters from A to Z come first; then no letter, and other characters.
NO_LETTER, OTHER = 26, 27
_NAMES = string.ascii_uppercase + "- "
#: The pixels of a line that is recognised.
LINE_HEIGHT = 48
_BATCH = 6
#: What the network takes letters of words for.
_ALIKE = str.maketrans("015|", "OISI")


@dataclass(frozen=True, slots=True)
class Text:
    """What was seen in the picture of a line."""

    steps: Array
    """From left to right, the probabilities of letters, of no letter, and of other characters."""

    def __str__(self) -> str:
        """Return the likeliest letters, with a space for other characters."""
        kinds = self.steps.argmax(1)
        seen = kinds[(np.diff(kinds, prepend=NO_LETTER) != 0) & (kinds != NO_LETTER)]
        return " ".join("".join(_NAMES[kind] for kind in seen).split())

    @property
    def score(self) -> float:
        """How sure the network is of the letters: 0 to 1."""
        sure = self.steps.max(1)[self.steps.argmax(1) < NO_LETTER]
        return float(sure.mean()) if len(sure) else 0.0

    def split(self) -> list[Text]:
        """Return the parts between other characters."""
        ends = np.flatnonzero(self.steps.argmax(1) == OTHER)
        return [Text(part) for part in np.split(self.steps, ends) if len(part)]


def recognise(lines: Sequence[Array]) -> list[Text]:
    """Recognise pictures of lines: rows x columns x 3, all `LINE_HEIGHT` high.

    Raises:
        InputError: RapidOCR is not installed.
    """
    session, kinds = _load()
    found: dict[int, Text] = {}
    order = sorted(range(len(lines)), key=lambda at: lines[at].shape[1])
    for first in range(0, len(order), _BATCH):
        some = order[first : first + _BATCH]
        width = lines[some[-1]].shape[1]
        batch = np.zeros((len(some), 3, LINE_HEIGHT, width), np.float32)
        for picture, at in zip(batch, some, strict=True):
            picture[:, :, : lines[at].shape[1]] = lines[at].transpose(2, 0, 1) / 127.5 - 1
        seen = session.run(None, {session.get_inputs()[0].name: batch})[0]
        for at, steps in zip(some, seen, strict=True):
            count = -(-len(steps) * lines[at].shape[1] // width)
            found[at] = Text(steps[:count] @ kinds)
    return [found[at] for at in range(len(lines))]


@cache
def _load() -> tuple[Any, Array]:
    """Return the network, and the kind of each of its characters.

    RapidOCR's own code is not used: it detects lines slowly, and tells only the likeliest text.
    """
    needed = ("photo-list", "reading the words of a photo", "give the words")
    folder = Path(import_extra("rapidocr", *needed).__file__).parent / "models"
    runtime = import_extra("onnxruntime", *needed)
    options = runtime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    session = runtime.InferenceSession(next(folder.glob("*_rec_*.onnx")), options)
    names = session.get_modelmeta().custom_metadata_map["character"].splitlines()
    places = {letter: kind for kind, letter in enumerate(string.ascii_uppercase)}
    letters = (name.translate(_ALIKE).upper() for name in (*names, " "))
    kinds = [NO_LETTER, *(places.get(letter, OTHER) for letter in letters)]
    return session, np.eye(OTHER + 1, dtype=np.float32)[kinds]
