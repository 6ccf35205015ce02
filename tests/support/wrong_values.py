"""Wrong values, and changes of the documents in JSON files."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

HUGE = 10**18


WRONG: tuple[Any, ...] = (
    *(None, ["tea"], [["a"]], "tea", -1, 1.5, {"a": 1}, object(), b"\xff", "\ud800", ["\ud800"]),
    np.array([1, 2]),
)


Change = Callable[[dict[str, Any]], Any]


def put(*path: Any) -> Change:
    """Return a change that replaces the value at a path of keys by the last item."""
    *way, last, value = path

    def change(data: Any) -> Any:
        for key in way:
            data = data[key]
        data[last] = value
        return None

    return change


def damage_file(path: Path, change: Change) -> None:
    """Change the document of a file."""
    data = json.loads(path.read_text("utf-8"))
    changed = change(data)
    path.write_text(json.dumps(changed if isinstance(changed, list) else data), "utf-8")
