"""Build words/english/ and licenses/SCOWL-Copyright.txt from one pinned Debian package.

The same package gives the same bytes; a package with another checksum is refused.

    python tools/build_words.py --deb scowl_2020.12.07-2_all.deb           # write the files
    python tools/build_words.py --deb scowl_2020.12.07-2_all.deb --check   # compare, write nothing

Without ``--deb``, `packages.py` fetches the package.
``additions.txt``, ``removals.txt`` and ``two-letter.txt`` are hand-written input.
"""

from __future__ import annotations

import argparse
import re
import sys
import unicodedata
from collections.abc import Mapping
from pathlib import Path

from packages import ROOT, BuildError, check, fetch, read_by_hand, unpack

WORDS = Path("words/english")
LICENSE = Path("licenses/SCOWL-Copyright.txt")

VERSION = "2020.12.07-2"
SHA256 = "de692546df9b169f2cbdf4d8d88111a374733a9c382b820a6f943914ca705718"
LISTS = "usr/share/dict/scowl/"
COPYRIGHT = "usr/share/doc/scowl/copyright"

# The commonness levels of SCOWL that are used. 80 has "the strange and unusual words people like to
# use in word games"; the next level, 95, is mostly junk.
BANDS = (10, 20, 35, 40, 50, 55, 60, 70, 80)

# Only the category `words`, without names, abbreviations and contractions. Variants of levels 1 and
# 2 are accepted spellings; those of level 3 are not.
LIST_NAME = re.compile(
    r"(?:(?P<dialect>english|american|british|british_z|canadian|australian)(?:_variant_[12])?"
    r"|variant_[12])-words\.(?P<band>\d+)"
)
WORD = re.compile(r"[a-z]{3,}")
LIGATURES = str.maketrans({"æ": "ae", "œ": "oe", "Æ": "AE", "Œ": "OE"})


def fold(text: str) -> str:
    """Remove accents and expand ligatures; case is kept.

    >>> fold("façade"), fold("œuvre")
    ('facade', 'oeuvre')
    """
    marked = unicodedata.normalize("NFD", text)
    return "".join(c for c in marked if not unicodedata.combining(c)).translate(LIGATURES)


def collect(files: Mapping[str, bytes]) -> dict[str, int]:
    """Return every accepted word with its band, the lowest level of the lists that have it.

    Words that only the Australian lists have are omitted as regional slang; ``additions.txt`` has
    the well-known ones.

    >>> collect({LISTS + "english-words.10": b"tea\\nPaul\\n", LISTS + "british-words.35": b"tea"})
    {'tea': 10}
    """
    bands: dict[str, int] = {}
    beyond_australia: set[str] = set()
    for path, content in files.items():
        name = LIST_NAME.fullmatch(path.removeprefix(LISTS))
        if name is None or int(name["band"]) not in BANDS:
            continue
        band = int(name["band"])
        for line in content.decode("utf-8").splitlines():
            word = fold(line)
            if WORD.fullmatch(word):
                bands[word] = min(band, bands.get(word, band))
                if name["dialect"] != "australian":
                    beyond_australia.add(word)
    return {word: band for word, band in bands.items() if word in beyond_australia}


def apply_by_hand(words: Mapping[str, int], folder: Path) -> dict[str, int]:
    """Return the words without those in ``removals.txt``; additions are only checked.

    Raises:
        BuildError: an addition is already a word of the package, or a removal is not one.
    """
    removed = set(read_by_hand(folder / "removals.txt"))
    added = {line.split()[0] for line in read_by_hand(folder / "additions.txt")}
    needless = sorted(removed - words.keys())
    if needless:
        raise BuildError(
            f"removals.txt: {', '.join(needless)}: not in the package; delete the line"
        )
    kept = {word: band for word, band in words.items() if word not in removed}
    twice = sorted(kept.keys() & added)
    if twice:
        raise BuildError(f"additions.txt: {', '.join(twice)}: in the package; delete the line")
    return kept


def build(package: bytes) -> dict[Path, bytes]:
    """Return every generated file by its path below the root.

    Raises:
        BuildError: the package is not the pinned one, or a hand-written file disagrees with it.
    """
    check(package, SHA256, f"scowl {VERSION}")
    files = unpack(package)
    words = apply_by_hand(collect(files), ROOT / WORDS)
    bands = {
        band: sorted(f"{word}\n" for word, its in words.items() if its == band) for band in BANDS
    }
    made = {WORDS / f"{band}.txt": "".join(lines).encode() for band, lines in bands.items()}
    return made | {LICENSE: files[COPYRIGHT]}


def main() -> int:
    """Build or check; return 0 for success, 1 for a difference, 2 for an error."""
    parser = argparse.ArgumentParser(description="Build words/english/ from Debian's scowl.")
    parser.add_argument("--deb", type=Path, help="the package; else apt-get download scowl")
    parser.add_argument("--check", action="store_true", help="compare with the committed files")
    options = parser.parse_args()
    try:
        fetched = options.deb.read_bytes() if options.deb else fetch("debian:scowl", VERSION)
        made = build(fetched)
    except (BuildError, OSError) as error:
        print(f"build_words: {error}", file=sys.stderr)
        return 2
    differ = 0
    for path, content in made.items():
        place = ROOT / path
        if options.check:
            if not place.is_file() or place.read_bytes() != content:
                print(f"build_words: {path}: differs from a rebuild", file=sys.stderr)
                differ = 1
        else:
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(content)
            count = content.count(b"\n")
            print(f"{path}: {count} lines, {len(content)} bytes")
    return differ


if __name__ == "__main__":
    sys.exit(main())
