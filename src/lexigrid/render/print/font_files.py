"""Font files of packages and of the system, in the order in which they are searched.

All faces of .ttf, .otf, .ttc and .otc files count, except italics and colour fonts.
"""

from __future__ import annotations

import os
import struct
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module, metadata
from pathlib import Path
from typing import Any

from ..._util.io import import_extra
from ...errors import InputError

#: Font packages (entry points of `fontpkg.family`) to search first.
_FIRST_FAMILIES = ("noto_sans", "rubik")
#: System families to search first, because they cover many scripts.
_FIRST_SYSTEM = ("DejaVu Sans", "Noto Sans", "Arial Unicode MS", "Arial", "Liberation Sans")
_SYSTEM_FOLDERS = (
    "/usr/share/fonts",
    "/usr/local/share/fonts",
    "~/.local/share/fonts",
    "~/.fonts",
    "/System/Library/Fonts",
    "/Library/Fonts",
    "~/Library/Fonts",
    "C:/Windows/Fonts",
    "~/AppData/Local/Microsoft/Windows/Fonts",
)
_SUFFIXES = (".ttf", ".otf", ".ttc", ".otc")
_REGULAR, _BOLD = 400, 700
#: The part of a pan-CJK font's name that says whose character shapes it has, by language.
_REGIONS = {"ja": "JP", "ko": "KR", "zh": "SC", "zh-tw": "TC", "zh-hant": "TC", "zh-hk": "HK"}


@dataclass(frozen=True, slots=True)
class FontFile:
    """One face of a font file; `axes` holds (tag, least, most) of its variable axes."""

    path: Path
    index: int
    family: str
    weight: int
    is_italic: bool = False
    is_colour: bool = False
    axes: tuple[tuple[str, float, float], ...] = ()


@dataclass(frozen=True, slots=True)
class Pair:
    """The regular and the bold face of a family; they may be the same face."""

    regular: FontFile
    bold: FontFile


def given_font(name: str) -> Pair:
    """Return the font in a file that the user names.

    Raises:
        InputError: there is no such file, or it is not a font.
    """
    path = Path(name)
    if not path.is_file():
        raise InputError(f"there is no font file {name!r}", path=name)
    faces = read_faces(path)
    if not faces:
        raise InputError(f"{name!r} is not a TrueType or OpenType font", path=name)
    return Pair(faces[0], faces[0])


def packaged_fonts(first: Sequence[str] = ()) -> Iterator[Pair]:
    """Yield the fonts of installed packages (`pip install fontpkg-...`), those of `first` first."""
    points = {point.name: point for point in metadata.entry_points(group="fontpkg.family")}
    for name in _first((*first, *_FIRST_FAMILIES), points):
        folder = Path(str(import_module(points[name].value).__file__)).parent / "files"
        yield from _pairs(sorted(folder.glob("*.?t?")), ())


@cache
def system_fonts(language: str) -> tuple[Pair, ...]:
    """Return the fonts of the system, those for the language first."""
    paths: dict[str, Path] = {}
    for folder in _SYSTEM_FOLDERS:
        for parent, folders, names in os.walk(os.path.expanduser(folder)):
            folders.sort()
            for name in names:
                if name.lower().endswith(_SUFFIXES):
                    paths.setdefault(name, Path(parent) / name)
    code = language.lower()
    region = _REGIONS.get(code, _REGIONS.get(code.split("-")[0], ""))
    return tuple(_pairs([path for _, path in sorted(paths.items())], _FIRST_SYSTEM, region))


def _pairs(paths: Iterable[Path], first: Sequence[str], region: str = "") -> list[Pair]:
    """Pair the upright faces of each family, the preferred families first."""
    families: dict[str, list[FontFile]] = {}
    for path in paths:
        for face in read_faces(path):
            if not (face.is_italic or face.is_colour or "LastResort" in face.family):
                families.setdefault(face.family, []).append(face)

    def rank(family: str) -> tuple[int, int, bool, str]:
        place = first.index(family) if family in first else len(first)
        decorated = any(part in family for part in ("Serif", "Mono", "Condensed", "Symbol", "Math"))
        plain = "Sans" in family or "Gothic" in family
        return place, 1 + decorated - plain, bool(region) and region not in family.split(), family

    return [
        Pair(_nearest(families[family], _REGULAR), _nearest(families[family], _BOLD))
        for family in sorted(families, key=rank)
    ]


def _nearest(faces: Sequence[FontFile], weight: int) -> FontFile:
    return min(faces, key=lambda face: abs(face.weight - weight))


def open_face(path: Path, index: int) -> Any:
    """Open a face of a font file; nothing is read before it is needed."""
    harfbuzz = import_extra("uharfbuzz", "pdf", "a printed page")
    return harfbuzz.Face(harfbuzz.Blob.from_file_path(str(path)), index)


def read_faces(path: Path) -> tuple[FontFile, ...]:
    """Describe the faces of a font file; () if it is not a font."""
    try:
        count = open_face(path, 0).count
    except OSError:
        return ()
    return tuple(face for index in range(count) if (face := _describe(path, index)) is not None)


def _describe(path: Path, index: int) -> FontFile | None:
    face = open_face(path, index)
    tags = {*face.table_tags}
    if not {"cmap", "head", "hmtx"} <= tags or not tags & {"glyf", "CFF ", "CFF2"}:
        return None
    table = bytes(face.reference_table("OS/2").data) if "OS/2" in tags else b""
    weight = struct.unpack(">H", table[4:6])[0] if len(table) >= 64 else _REGULAR
    is_italic = len(table) >= 64 and bool(table[63] & 1)
    axes = tuple((axis.tag, axis.min_value, axis.max_value) for axis in face.axis_infos)
    is_colour = not tags.isdisjoint(("COLR", "CBDT", "sbix", "SVG "))
    family = face.get_name(16) or face.get_name(1) or path.stem
    return FontFile(path, index, family, weight, is_italic, is_colour, axes)


def _first(preferred: Sequence[str], names: Iterable[str]) -> list[str]:
    """Sort names, the preferred ones first and in their order."""
    order = {name: number for number, name in reversed([*enumerate(preferred)])}
    return sorted(names, key=lambda name: (order.get(name, len(preferred)), name))


#: What to install for letters of some scripts: how their Unicode names begin, the system font, and
#: its Debian package.
_REMEDIES = (
    (
        ("CJK", "HIRAGANA", "KATAKANA", "HANGUL", "BOPOMOFO", "IDEOGRAPHIC"),
        "Noto Sans CJK",
        "fonts-noto-cjk",
    ),
    (
        ("EGYPTIAN", "CUNEIFORM", "LINEAR", "GOTHIC", "RUNIC"),
        "Noto Sans of the script",
        "fonts-noto-core",
    ),
)


def remedy_for(name: str) -> str:
    """Say which font to install for a letter, by its Unicode name."""
    for scripts, font, package in _REMEDIES:
        if name.startswith(scripts):
            return f"install {font} on the system (Debian: {package})"
    script = name.split(" ")[0].capitalize()
    if script in ("Latin", "Greek", "Cyrillic", "Devanagari"):
        return "pip install fontpkg-noto-sans"
    if script in ("Hebrew", "Arabic"):
        return "pip install fontpkg-rubik"
    return f"install a font such as Noto Sans {script} on the system (Debian: fonts-noto-core)"
