"""Make the letter face of the pages: Rubik in one weight, with letters and digits only.

The package fontpkg-rubik has the font, its licence and its version; `pip install brotli` is needed
as well. The files are committed; `--check` compares their letters with what they should have.
"""

from __future__ import annotations

import argparse
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

from fontTools import subset
from fontTools.ttLib import TTFont
from fontTools.varLib import instancer

FOLDER = Path(__file__).parents[1] / "src" / "lexigrid" / "web" / "static" / "fonts"
WEIGHT = 600
#: The characters of each file; a page loads the second only for letters outside the first.
FILES = {
    "letters.woff2": [
        *range(0x30, 0x3A),
        *range(0x41, 0x5B),
        *range(0x61, 0x7B),
        *range(0xC0, 0x100),
    ],
    "letters-more.woff2": [*range(0x100, 0x180), 0x1E9E, *range(0x400, 0x460)],
}


def main(arguments: list[str]) -> int:
    """Write the files, or check them; return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true")
    is_check = parser.parse_args(arguments).check
    root: Path = import_module("fontpkg_rubik").ROOT
    source = next((root / "files").glob("Rubik[[]*"))
    wrong = []
    for name, letters in FILES.items():
        wanted = letters_of(source) & {*letters}
        if is_check:
            wrong += [name] * (letters_of(FOLDER / name) != wanted)
        else:
            cut(source, wanted).save(FOLDER / name)
    if not is_check:
        (FOLDER / "OFL.txt").write_bytes((root / "LICENSE").read_bytes())
    for name in wrong:
        print(f"{name} has other letters than tools/build_font.py says; run it", file=sys.stderr)
    return int(bool(wrong))


def letters_of(path: Path) -> set[int]:
    """Return the characters of a font file."""
    with TTFont(path) as font:
        return set(font.getBestCmap())


def cut(source: Path, letters: set[int]) -> Any:
    """Return the font in one weight with some characters, without features and hints."""
    font = instancer.instantiateVariableFont(TTFont(source), {"wght": WEIGHT})
    options = subset.Options()
    options.layout_features, options.hinting, options.notdef_outline = [], False, False
    options.name_IDs = [0, 1, 2, 13, 14]
    options.drop_tables += ["GDEF", "GPOS", "GSUB", "STAT"]
    cutter = subset.Subsetter(options)
    cutter.populate(unicodes=letters)
    cutter.subset(font)
    font.flavor = "woff2"
    return font


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
