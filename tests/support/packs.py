"""Small packs of words and definitions, installed like packages: folders of files."""

from __future__ import annotations

import lzma
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from lexigrid.lexicon.packs import definitions
from lexigrid.lexicon.packs.pack import write_pack

#: German words and their bands.
WORDS = {
    "Apfel": 20,
    "Birne": 20,
    "Baum": 10,
    "Blatt": 20,
    "Brot": 20,
    "Ei": 10,
    "Eis": 20,
    "Erde": 10,
    "Fluss": 20,
    "Gras": 35,
    "Haus": 10,
    "Hirse": 60,
    "Insel": 20,
    "Kirsche": 35,
    "Käse": 20,
    "Kuchen": 20,
    "Löwe": 35,
    "Mond": 20,
    "Mücke": 50,
    "Nacht": 10,
    "Nest": 35,
    "Öl": 20,
    "Regen": 20,
    "Reis": 35,
    "Rind": 35,
    "Ruder": 50,
    "Schnee": 20,
    "See": 20,
    "Sonne": 10,
    "Stern": 20,
    "Straße": 10,
    "Tanne": 50,
    "Tür": 10,
    "Übung": 20,
    "Wald": 20,
    "Wiese": 35,
    "Wind": 20,
    "Zimt": 60,
    "arsch": 35,
    "essen": 10,
    "rennen": 20,
    "singen": 20,
    "cm": 255,
}
AVOIDED = ("arsch", "arschloch")
FACTS: dict[str, Any] = {
    "language": "de",
    "title": "German",
    "version": "1.0",
    "licence": "CC0-1.0",
    "alphabet": "de",
}
#: English definitions.
GLOSSES = """\
n\ta cereal grass\toat
n\tseed of an oak\tacorn
n\ta cereal like rye bread\trye
n\tany dung in the fields\tbarley
=\toat\toats
v\tmake a hole\tdig
"""


@contextmanager
def definitions_installed(site: Path) -> Iterator[Path]:
    """Install the definitions into a folder of packages; yield their file."""
    file = site / definitions.module_of("en") / definitions.FILE
    file.parent.mkdir()
    file.write_bytes(lzma.compress(GLOSSES.encode()))
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(site)
        forget_definitions()
        yield file
    forget_definitions()


def forget_definitions() -> None:
    """Forget those of a test."""
    sys.modules.pop(definitions.module_of("en"), None)
    definitions._read.cache_clear()


def install_pack(site: Path, bands: Mapping[str, int] = WORDS, **facts: Any) -> Path:
    """Write a package with the pack into a folder of packages; return its folder."""
    facts = FACTS | facts
    code = facts["language"]
    folder = site / f"lexigrid_words_{code}"
    words = sorted(bands)
    write_pack(folder, facts, words, bytes(bands[word] for word in words), AVOIDED)
    info = site / f"{folder.name}-1.0.dist-info"
    info.mkdir(exist_ok=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {folder.name}\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(f"[lexigrid.lexicons]\n{code} = {folder.name}\n")
    return folder
