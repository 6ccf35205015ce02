"""Fonts for PDF and PNG, found in packages and on the system.

Fonts are searched in a fixed order; a letter that none of them has is an error.
"""

from __future__ import annotations

import io
import itertools
import os
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from importlib import import_module, metadata
from pathlib import Path
from typing import Any

from ..._util.io import import_extra
from ...alphabet import graphemes
from ...errors import InputError, PuzzleError

#: Font packages (entry points of `fontpkg.family`) to search first.
_FIRST_FAMILIES = ("noto_sans", "rubik")
#: Font files of the system to search first: they have many scripts.
_SYSTEM_NAMES = (
    "DejaVuSans.ttf",
    "NotoSans-Regular.ttf",
    "Arial Unicode.ttf",
    "arial.ttf",
    "Arial.ttf",
    "LiberationSans-Regular.ttf",
    "FreeSans.ttf",
)
_SYSTEM_FOLDERS = (
    "/usr/share/fonts",
    "/usr/local/share/fonts",
    "~/.local/share/fonts",
    "~/.fonts",
    "/System/Library/Fonts",
    "/Library/Fonts",
    "~/Library/Fonts",
    "C:/Windows/Fonts",
)
#: Unicode categories of characters that need no glyph.
_IGNORED = frozenset(("Cf", "Cc"))


class Fonts:
    """Fonts in the order in which they are searched for a letter; `files` come first."""

    def __init__(self, files: Sequence[str] = ()) -> None:
        self.paths = [*map(_check_font, files)]
        self._unsearched = itertools.chain(_packaged_fonts(), _system_fonts())
        self._chosen: dict[str, Path] = {}
        self._widths: dict[str, float] = {}

    def pick(self, text: str) -> list[tuple[Path, str]]:
        """Split text into runs, each with a font that has all its letters.

        Raises:
            PuzzleError: some letter is in no font.
        """
        whole = self._font_of(text)
        if whole is not None:
            return [(whole, text)]
        runs: list[tuple[Path, str]] = []
        for cluster in graphemes(text):
            path = self._font_of(cluster)
            if path is None:
                raise self._missing_letter(cluster)
            if runs and (runs[-1][0] == path or cluster.isspace()):
                runs[-1] = (runs[-1][0], runs[-1][1] + cluster)
            else:
                runs.append((path, cluster))
        return runs

    def width(self, text: str, size: float) -> float:
        """Return the width of a text: the sum of its letters, exact or a little too much."""
        if text not in self._widths:
            self._widths[text] = sum(
                _loaded(path).advance(char) for path, run in self.pick(text) for char in run
            )
        return self._widths[text] * size

    def _font_of(self, text: str) -> Path | None:
        if text not in self._chosen:
            needed = [c for c in text if unicodedata.category(c) not in _IGNORED and c != " "]
            complete = (path for path in self._search() if all(map(_loaded(path).has, needed)))
            if (found := next(complete, None)) is None:
                return None
            self._chosen[text] = found
        return self._chosen[text]

    def _search(self) -> Iterator[Path]:
        """Yield the fonts; those of the system are found only when no other has a letter."""
        yield from self.paths
        # The shared iterator continues where the last search stopped.
        for path in self._unsearched:
            if path not in self.paths:
                self.paths.append(path)
                yield path

    def _missing_letter(self, cluster: str) -> PuzzleError:
        char = next((c for c in cluster if not any(_loaded(p).has(c) for p in self.paths)), cluster)
        name = unicodedata.name(char[0], "a letter")
        searched = ", ".join(path.name for path in self.paths) or "no fonts"
        return PuzzleError(
            f"no font has {char!r} (U+{ord(char[0]):04X} {name}); searched: {searched}; give "
            "--font FILE with a font that has it, or install a package such as fontpkg-noto-sans",
            letter=char,
        )


class _Font:
    """The characters of a font, and their widths at a font size of 1."""

    def __init__(self, path: Path) -> None:
        tt_lib = import_extra("fontTools.ttLib", "pdf", "measuring text")
        try:
            with tt_lib.TTFont(io.BytesIO(path.read_bytes()), lazy=True, fontNumber=0) as font:
                names: dict[int, str] = font.getBestCmap()
                metrics: Any = font["hmtx"].metrics
                unit: int = font["head"].unitsPerEm
                self.family: str = font["name"].getBestFamilyName() or path.stem
        except (tt_lib.TTLibError, KeyError, OSError) as error:
            raise InputError(f"{str(path)!r} is not a TrueType font: {error}", path=path) from error
        self._advances: dict[int, float] = {
            code: metrics[name][0] / unit for code, name in names.items()
        }

    def has(self, char: str) -> bool:
        return ord(char) in self._advances

    def advance(self, char: str) -> float:
        return self._advances.get(ord(char), 0.0)


@cache
def _loaded(path: Path) -> _Font:
    return _Font(path)


def family_of(path: Path) -> str:
    """Return the family name of a font file."""
    return _loaded(path).family


def _check_font(name: str) -> Path:
    path = Path(name)
    if not path.is_file():
        raise InputError(f"there is no font file {name!r}", path=name)
    _loaded(path)
    return path


def _packaged_fonts() -> Iterator[Path]:
    """Yield the upright fonts of installed packages (`pip install fontpkg-...`)."""
    points = {point.name: point for point in metadata.entry_points(group="fontpkg.family")}
    for name in _first(_FIRST_FAMILIES, points):
        folder = Path(str(import_module(points[name].value).__file__)).parent / "files"
        upright = [p for p in sorted(folder.glob("*.ttf")) if "italic" not in p.name.lower()]
        plain = [p for p in upright if "regular" in p.name.lower()] or upright
        yield from plain[:1]


def _system_fonts() -> Iterator[Path]:
    known: dict[str, Path] = {}
    for folder in _SYSTEM_FOLDERS:
        for parent, folders, names in os.walk(os.path.expanduser(folder)):
            folders.sort()
            for name in names:
                known.setdefault(name, Path(parent) / name)
    for name in _first(_SYSTEM_NAMES, known):
        if name in _SYSTEM_NAMES or (name.startswith("NotoSans") and name.endswith("-Regular.ttf")):
            yield known[name]


def _first(preferred: Sequence[str], names: Iterable[str]) -> list[str]:
    """Sort names, the preferred ones first and in their order."""
    order = {name: number for number, name in enumerate(preferred)}
    return sorted(names, key=lambda name: (order.get(name, len(order)), name))
