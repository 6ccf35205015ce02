"""The package's data files. To import `importlib.resources` takes longer than a search."""

from __future__ import annotations

import os

_FOLDER = os.path.join(os.path.dirname(os.path.dirname(__file__)), "data")


def data_path(*names: str) -> str:
    """Return the path of a file or folder among the data."""
    return os.path.join(_FOLDER, *names)


def read_data(*names: str) -> str:
    """Return the text of a data file."""
    with open(data_path(*names), encoding="utf-8") as file:
        return file.read()
