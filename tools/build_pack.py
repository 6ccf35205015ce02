"""Build the word packs of `packs/` from pinned registry packages, as wheels in dist/.

    python tools/build_pack.py de fr            # without names, all packs (make packs)
    python tools/build_pack.py de --check       # build, and test what a pack promises
    python tools/build_pack.py de --update      # write counts and checksums into pack.toml

`packs/CODE/pack.toml` describes a pack and names the packages from which its words
(`[words.source]`), their commonness (`[bands.source]`) and the words to avoid (`[avoid.source]`)
come. The words are not committed; the same packages give the same bytes, and other packages are
refused.

`format` says how a source is read: `lines` (words in small letters), `tanglet` (a list in capitals,
with other spellings), `hunspell` (a dictionary, by the recipe of the language), `wordfreq`, `json`
(a list of texts without those in `allowed`) or `hand` (the file `avoid.txt` next to pack.toml).
`additions.txt` has words that the source lacks.
"""

from __future__ import annotations

import argparse
import base64
import gzip
import hashlib
import json
import re
import sys
import tempfile
import tomllib
import zipfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from lexigrid import Alphabet, LexigridError
from lexigrid.lexicon.packs.dictionaries import read_dictionary, select_words
from lexigrid.lexicon.packs.frequencies import band_words, parse_frequencies
from lexigrid.lexicon.packs.pack import (
    AVOID,
    BANDS,
    DESCRIPTION,
    WORDS,
    compress,
    digest,
    encode_words,
)
from lexigrid.lexicon.packs.recipes import Recipe, recipes
from packages import ROOT, BuildError, fetch, read_by_hand, unpack

PACKS = ROOT / "packs"
DIST = ROOT / "dist"
#: Words that the source of a pack lacks; they have the licence of its list.
ADDITIONS = "additions.txt"

#: The earliest time in zip files; a fixed time makes wheels reproducible.
_TIME = (1980, 1, 1, 0, 0, 0)


@dataclass(frozen=True)
class Pack:
    """The built files of a pack, and its description."""

    facts: dict[str, Any]
    words: list[str]
    files: dict[str, bytes]
    checksums: dict[str, str]
    licences: dict[str, bytes]

    @property
    def code(self) -> str:
        """The code of the language."""
        return str(self.facts["language"])

    @property
    def name(self) -> str:
        """The import name of the package."""
        return f"lexigrid_words_{self.code}"


# --- words ---------------------------------------------------------------------------------------


def fetch_source(source: Mapping[str, str]) -> dict[str, bytes]:
    """Return the files of a pinned package by path."""
    return unpack(fetch(source["package"], source["version"], source["sha256"]))


def read_words(
    source: Mapping[str, str], files: Mapping[str, bytes], recipe: Recipe
) -> tuple[Iterable[str], list[str]]:
    """Return the words of a source, and the words that its dictionary never suggests."""
    data = files[source["file"]]
    if source["format"] == "hunspell":
        with tempfile.TemporaryDirectory() as folder:
            place = Path(folder) / "words.dic"
            place.write_bytes(data)
            affixes = source["file"].removesuffix(".dic") + ".aff"
            place.with_suffix(".aff").write_bytes(files[affixes])
            found = read_dictionary(place, recipe)
            return found.words, found.avoided
    if data.startswith(b"\x1f\x8b"):
        data = gzip.decompress(data)
    lines = data.decode("utf-8").splitlines()
    return (read_tanglet(lines), []) if source["format"] == "tanglet" else (lines, [])


def read_tanglet(lines: Iterable[str]) -> Iterator[str]:
    """Yield the words of a Tanglet list: a word in capitals, then its spellings if they differ.

    >>> list(read_tanglet(["HAUS Haus", "ESSEN Essen essen", "OFT"]))
    ['Haus', 'Essen', 'essen', 'oft']
    """
    for line in lines:
        word, *spellings = line.split(" ")
        yield from spellings or [word.lower()]


def select_avoided(entries: Iterable[str], alphabet: Alphabet) -> list[str]:
    """Return the entries that are single words of three or more letters, in code point order."""
    letters = frozenset(alphabet.letters)
    words = {entry.strip().lower() for entry in entries}
    return sorted(
        word
        for word in words
        if word.isalpha() and len(word) >= 3 and letters.issuperset(alphabet.split(word))
    )


def read_entries(source: Mapping[str, Any], code: str) -> list[str]:
    """Return the entries of a list of words to avoid."""
    if source["format"] == "hand":
        return read_by_hand(PACKS / code / AVOID)
    entries: list[str] = json.loads(fetch_source(source)[source["file"]])
    allowed = source.get("allowed", ())
    return [entry for entry in entries if entry not in allowed]


# --- packs and wheels ----------------------------------------------------------------------------


def build(code: str) -> Pack:
    """Build a pack from its sources.

    Raises:
        BuildError: a package is missing, or is not the pinned one.
    """
    facts = tomllib.loads((PACKS / code / DESCRIPTION).read_text("utf-8"))
    recipe = recipes()[code]
    alphabet = Alphabet.named(facts["alphabet"])
    source = facts["words"]["source"]
    files = fetch_source(source)
    found, unsuggested = read_words(source, files, recipe)
    words, _ = select_words([*found, *read_by_hand(PACKS / code / ADDITIONS)], alphabet, recipe)
    notice = files[source["notice"]]
    source = facts["bands"]["source"]
    bands = band_words(words, parse_frequencies(fetch_source(source)[source["file"]]), unsuggested)
    entries = [
        entry for source in facts["avoid"]["sources"] for entry in read_entries(source, code)
    ]
    avoided = "".join(f"{word}\n" for word in select_avoided(entries, alphabet)).encode()
    text = encode_words(words).encode()
    return Pack(
        facts,
        words,
        {WORDS: compress(text), BANDS: compress(bands), AVOID: avoided},
        {"words": digest(text), "bands": digest(bands), "avoid": digest(avoided)},
        read_licences(facts["licence"]) | {"NOTICE-words.txt": notice},
    )


def read_licences(expression: str) -> dict[str, bytes]:
    """Return the texts of known licences; BSD, MIT and others are in the notice of the words."""
    places = {path.stem: path for path in (PACKS / "LICENSES").iterdir()}
    names = [name for name in re.findall(r"[\w.-]+", expression) if name in places]
    return {f"{name}.txt": places[name].read_bytes() for name in sorted(names)}


def update(pack: Pack) -> None:
    """Write the count and the checksums of a pack into its description."""
    path = PACKS / pack.code / DESCRIPTION
    text = re.sub(r"(?m)^count = \d+", f"count = {len(pack.words)}", path.read_text("utf-8"))
    for table, checksum in pack.checksums.items():
        text = re.sub(rf'(?m)^(\[{table}\]\nsha256 = )".*"', rf'\1"{checksum}"', text)
    path.write_text(text, "utf-8")


def check_checksums(pack: Pack) -> None:
    """Compare a pack with its description.

    Raises:
        BuildError: they differ.
    """
    facts = pack.facts
    if facts["count"] != len(pack.words):
        raise BuildError(f"the pack has {len(pack.words)} words, pack.toml says {facts['count']}")
    for table, checksum in pack.checksums.items():
        if facts[table]["sha256"] != checksum:
            raise BuildError(f"the SHA-256 of {table} is {checksum}, pack.toml has another")


def write_wheel(
    name: str,
    facts: Mapping[str, Any],
    files: Mapping[str, bytes],
    licences: Mapping[str, bytes],
    readme: str,
    entry_points: str = "",
    folder: Path = DIST,
) -> Path:
    """Write the wheel of a package and return its path; the same files give the same bytes."""
    info = f"{name}-{facts['version']}.dist-info"
    metadata = [
        "Metadata-Version: 2.4",
        f"Name: {name.replace('_', '-')}",
        f"Version: {facts['version']}",
        f"Summary: {readme.partition(chr(10))[0].removeprefix('# ')}",
        f"License-Expression: {facts['licence']}",
        *(f"License-File: {each}" for each in licences),
        f"Classifier: Natural Language :: {facts['title']}",
        "Requires-Python: >=3.11",
        "Description-Content-Type: text/markdown",
    ]
    packed = {f"{name}/{each}": data for each, data in files.items()}
    packed |= {f"{info}/licenses/{each}": data for each, data in licences.items()}
    packed[f"{info}/METADATA"] = ("\n".join(metadata) + "\n\n" + readme).encode()
    packed[f"{info}/WHEEL"] = (
        b"Wheel-Version: 1.0\nGenerator: build_pack\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
    )
    if entry_points:
        packed[f"{info}/entry_points.txt"] = entry_points.encode()
    record = "".join(f"{each},{_record_digest(data)}\n" for each, data in packed.items())
    packed[f"{info}/RECORD"] = f"{record}{info}/RECORD,,\n".encode()
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{name}-{facts['version']}-py3-none-any.whl"
    with zipfile.ZipFile(path, "w") as archive:
        for each, data in packed.items():
            entry = zipfile.ZipInfo(each, _TIME)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, data)
    return path


def write_pack(pack: Pack) -> Path:
    """Write the wheel of a word pack and return its path."""
    description = (PACKS / pack.code / DESCRIPTION).read_bytes()
    entry_points = f"[lexigrid.lexicons]\n{pack.code} = {pack.name}\n"
    return write_wheel(
        *(pack.name, pack.facts, {**pack.files, DESCRIPTION: description}, pack.licences),
        *(format_readme(pack.facts), entry_points),
    )


def format_readme(facts: Mapping[str, Any]) -> str:
    """Return the description of a pack, with its sources and licences."""
    kinds = {"words": "words", "bands": "how common they are", "avoid": "words to avoid"}
    rows = [
        f"| {kind} | {describe_source(source)} | {facts[table]['licence']} |"
        for table, kind in kinds.items()
        for source in facts[table].get("sources") or [facts[table]["source"]]
    ]
    title = facts["title"]
    return (
        f"""# {title} words for lexigrid

{facts["count"]:,} {title} words as data, without code. lexigrid finds them by itself.

    lexigrid play --language {facts["language"]}

The files are selected, sorted and packed, and otherwise unchanged. Each has its own licence.

| file | from | licence |
|---|---|---|
"""
        + "\n".join(rows)
        + "\n\nThe texts of the licences are in the folder `licenses` of the package.\n"
    )


def describe_source(source: Mapping[str, str]) -> str:
    """Return where a file comes from, for tables."""
    package = f" ({source['package']} {source['version']})" if "package" in source else ""
    return source["origin"] + package


def _record_digest(data: bytes) -> str:
    code = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).decode().rstrip("=")
    return f"sha256={code},{len(data)}"


def main(arguments: Sequence[str] | None = None) -> int:
    """Build packs; return 0 for success, 1 for a check that fails, 2 for an error."""
    known = sorted(path.parent.name for path in PACKS.glob(f"*/{DESCRIPTION}"))
    parser = argparse.ArgumentParser(description="Build the word packs of packs/.")
    parser.add_argument("codes", nargs="*", metavar="CODE", help=f"of {' '.join(known)}; all")
    parser.add_argument("--check", action="store_true", help="test what a pack promises")
    parser.add_argument("--update", action="store_true", help="write counts and checksums")
    options = parser.parse_args(arguments)
    failed = False
    if options.check:
        from check_pack import HEADER, check

        print(HEADER)
    try:
        for code in options.codes or known:
            if code not in known:
                raise BuildError(f"there is no pack {code!r}, expected one of {' '.join(known)}")
            pack = build(code)
            if options.update:
                update(pack)
                pack = Pack(
                    tomllib.loads((PACKS / code / DESCRIPTION).read_text("utf-8")),
                    *(pack.words, pack.files, pack.checksums, pack.licences),
                )
            check_checksums(pack)
            path = write_pack(pack)
            size = path.stat().st_size / 1e6
            if options.check:
                failed |= not check(pack, path)
            else:
                print(f"{path.name}: {len(pack.words):,} words, {size:.2f} MB", flush=True)
    except (BuildError, LexigridError, OSError, KeyError) as error:
        print(f"build_pack: {error}", file=sys.stderr)
        return 2
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
