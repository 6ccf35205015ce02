"""Build words/commonness/english.txt: the bands of English words by how often people write them.

The frequencies are those of wordfreq, from which the language packs have theirs; the result has
their licence, CC BY-SA 4.0. The same packages give the same bytes; others are refused.

    python tools/build_commonness.py           # write the file
    python tools/build_commonness.py --check   # compare, write nothing

Words are counted without regard to capitals, so a word that is also a name, an abbreviation or a
word of another language is not raised above its level in SCOWL; nor are those of ``keep.txt``.
"""

from __future__ import annotations

import argparse
import math
import re
import sys
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping

import build_words
from lexigrid.lexicon.packs.frequencies import band_of, parse_frequencies
from packages import ROOT, BuildError, check, fetch, read_by_hand, unpack

COMMONNESS = ROOT / "words" / "commonness"
VERSION = "3.1.1"
SHA256 = "4b1c6ecffc6198be3396d5cf871c4423ca71c907c231348d352dd54d62b97473"
#: Other languages in Latin letters, by the names of their files.
OTHERS = (
    *("large_ca", "large_de", "large_es", "large_fi", "large_fr", "large_it", "large_nb"),
    *("large_nl", "large_pl", "large_pt", "large_sv", "small_da", "small_fil", "small_hu"),
    *("small_id", "small_ms", "small_ro", "small_sh", "small_tr", "small_vi"),
)
#: The lowest and the highest band that a word of each level of SCOWL can have. A word that few
#: people write is still known if it is on the first levels, as inflected forms are.
LIMITS = {10: (10, 50), 20: (10, 50), 35: (10, 50), 40: (10, 60), 50: (10, 60), 55: (10, 70)}
LIMITS |= {60: (20, 70), 70: (40, 80), 80: (40, 80)}
_NAMES = re.compile(r"\w+-(?:upper|proper-names|abbreviations)\.(\d+)")


def read_words() -> dict[str, int]:
    """Return the words of words/english with their levels."""
    words: dict[str, int] = {}
    for level in build_words.BANDS:
        path = ROOT / build_words.WORDS / f"{level}.txt"
        words |= dict.fromkeys(path.read_text("ascii").split(), level)
    return words


def read_words_by_hand() -> dict[str, int]:
    """Return the words written by hand with their bands."""
    folder = ROOT / build_words.WORDS
    names = ("additions.txt", "two-letter.txt")
    lines = (line.split() for name in names for line in read_by_hand(folder / name))
    return {word: int(band) for word, band in lines}


def read_lists(
    files: Mapping[str, bytes], matches: Callable[[str], str | None]
) -> Iterator[tuple[str, int]]:
    """Yield the folded words of the lists of SCOWL of which `matches` returns the level."""
    for path, content in files.items():
        level = matches(path.removeprefix(build_words.LISTS))
        for line in content.decode().splitlines() if level else ():
            yield build_words.fold(line).removesuffix("'s").lower(), int(level or 0)


def lowest(pairs: Iterable[tuple[str, int]]) -> dict[str, int]:
    """Return the lowest level of each word."""
    found: dict[str, int] = {}
    for word, level in pairs:
        found[word] = min(level, found.get(word, level))
    return found


def name_level(path: str) -> str | None:
    """Return the level of a list of names or abbreviations.

    >>> name_level("english-upper.35"), name_level("english-words.35")
    ('35', None)
    """
    found = _NAMES.fullmatch(path)
    return found and found[1]


def main_level(path: str) -> str | None:
    """Return the level of a list of words that are not variant spellings.

    >>> main_level("american-words.10"), main_level("variant_1-words.10")
    ('10', None)
    """
    found = build_words.LIST_NAME.fullmatch(path)
    return found["band"] if found and "variant" not in path else None


def sum_folded(frequencies: Mapping[str, float]) -> dict[str, float]:
    """Return the Zipf value of each word with those of its spellings with accents added.

    >>> round(sum_folded({"cafe": 4.0, "café": 4.0})["cafe"], 2)
    4.3
    """
    sums: defaultdict[str, float] = defaultdict(float)
    for word, zipf in frequencies.items():
        sums[build_words.fold(word)] += 10**zipf
    return {word: math.log10(total) for word, total in sums.items()}


def choose_band(level: int, zipf: float, *, is_variant: bool, stays: bool) -> int:
    """Return the band of a word by its Zipf value, within the limits of its level.

    >>> choose_band(35, 5.0, is_variant=False, stays=False)
    10
    >>> choose_band(10, 0.0, is_variant=True, stays=False)
    80
    """
    least, most = LIMITS[level]
    least, most = level if stays else least, 80 if is_variant else most
    return min(max(band_of(zipf), least), most)


def build() -> bytes:
    """Return the words whose band is not their level, each with its band.

    Raises:
        BuildError: a package cannot be fetched or is not the pinned one.
    """
    package = fetch("debian:scowl", build_words.VERSION)
    check(package, build_words.SHA256, f"scowl {build_words.VERSION}")
    files, wheel = unpack(package), unpack(fetch("pypi:wordfreq", VERSION, SHA256))
    read = {
        name: sum_folded(parse_frequencies(wheel[f"wordfreq/data/{name}.msgpack.gz"]))
        for name in ("large_en", *OTHERS)
    }
    english = read.pop("large_en")
    names, main = lowest(read_lists(files, name_level)), lowest(read_lists(files, main_level))
    by_hand = read_words_by_hand()
    words, kept = read_words() | by_hand, {*read_by_hand(COMMONNESS / "keep.txt")}
    if needless := sorted(kept - words.keys()):
        raise BuildError(f"keep.txt: {', '.join(needless)}: no such word; delete the line")

    def stays(word: str, level: int) -> bool:
        if word in kept or level < 35:
            return word in kept
        if names.get(word, 99) < level + (level > 35) or (level > 55 and word in names):
            return True
        elsewhere = max(each.get(word, 0.0) for each in read.values())
        return level > 40 and elsewhere > english.get(word, 0.0) + (0.8 if level < 60 else 0.4)

    lines = []
    for word, level in sorted(words.items()):
        if len(word) == 2:  # chosen by hand, and mostly written as abbreviations
            continue
        is_variant = main.get(word, 99) > level and word not in by_hand
        zipf, is_kept = english.get(word, 0.0), stays(word, level)
        band = choose_band(level, zipf, is_variant=is_variant, stays=is_kept)
        if band != level:
            lines.append(f"{word} {band}\n")
    return "".join(lines).encode()


def main() -> int:
    """Build or check; return 0 for success, 1 for a difference, 2 for an error."""
    parser = argparse.ArgumentParser(description="Build words/commonness from wordfreq.")
    parser.add_argument("--check", action="store_true", help="compare with the committed file")
    options, path = parser.parse_args(), COMMONNESS / "english.txt"
    try:
        made = build()
    except (BuildError, OSError) as error:
        print(f"build_commonness: {error}", file=sys.stderr)
        return 2
    if options.check:
        if not path.is_file() or path.read_bytes() != made:
            print(f"build_commonness: {path}: differs from a rebuild", file=sys.stderr)
            return 1
        return 0
    path.write_bytes(made)
    print(f"{path}: {made.count(10)} lines, {len(made)} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
