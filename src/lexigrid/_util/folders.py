"""The user's folders: for data to keep, and for data that can be made again."""

from __future__ import annotations

import os
import sys
from pathlib import Path

#: Variables that name the folders.
DATA_VARIABLE = "LEXIGRID_DATA"
CACHE_VARIABLE = "LEXIGRID_CACHE"


def data_folder() -> Path:
    """Return the folder of games and added lexicons: $LEXIGRID_DATA, or the system's default."""
    return _named(DATA_VARIABLE) or _system_folder("XDG_DATA_HOME", ".local/share", "")


def cache_folder() -> Path:
    """Return the folder of compiled lexicons: $LEXIGRID_CACHE, or the system's default."""
    return _named(CACHE_VARIABLE) or _system_folder("XDG_CACHE_HOME", ".cache", "Cache")


def _named(variable: str) -> Path | None:
    named = os.environ.get(variable)
    return Path(named).expanduser() if named else None


def _system_folder(variable: str, below_home: str, part: str) -> Path:
    if os.name == "nt":
        base = os.environ.get("LOCALAPPDATA") or str(Path.home() / "AppData" / "Local")
        return Path(base) / "lexigrid" / part
    if sys.platform == "darwin":
        return (
            Path.home() / "Library" / (f"{part}s" if part else "Application Support") / "lexigrid"
        )
    return Path(os.environ.get(variable) or Path.home() / below_home) / "lexigrid"
