"""Build words/english/ and licenses/SCOWL-Copyright.txt from one pinned Debian package.

The same package gives the same bytes; a package with another checksum is refused.

    python tools/build_words.py --deb scowl_2020.12.07-2_all.deb           # write the files
    python tools/build_words.py --deb scowl_2020.12.07-2_all.deb --check   # compare, write nothing

Without ``--deb``, ``apt-get download scowl`` fetches the package into a temporary folder.
``additions.txt``, ``removals.txt`` and ``two-letter.txt`` are hand-written input.
"""

from __future__ import annotations

import argparse
import hashlib
import io
import re
import subprocess
import sys
import tarfile
import tempfile
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
WORDS = Path("words/english")
LICENSE = Path("licenses/SCOWL-Copyright.txt")

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

AR_MAGIC = b"!<arch>\n"
AR_HEADER_SIZE = 60


class BuildError(Exception):
    """The word files cannot be built from a package or a hand-written file."""


def ar_members(archive: bytes) -> Iterator[tuple[str, bytes]]:
    """Yield name and content of each member of an ar archive (a .deb is one), in file order.

    Raises:
        BuildError: the bytes are not an ar archive, or end within a member.
    """
    if not archive.startswith(AR_MAGIC):
        raise BuildError("the package does not begin like a .deb; give an undamaged file")
    at = len(AR_MAGIC)
    while at < len(archive):
        header = archive[at : at + AR_HEADER_SIZE]
        if len(header) < AR_HEADER_SIZE or header[58:] != b"`\n":
            raise BuildError(f"the package is damaged at byte {at}; fetch it again")
        size = int(header[48:58])
        start = at + AR_HEADER_SIZE
        if start + size > len(archive):
            raise BuildError(f"the package ends within the member at byte {at}; fetch it again")
        yield header[:16].decode("ascii").rstrip().rstrip("/"), archive[start : start + size]
        at = start + size + size % 2  # members begin at even bytes


def plain_files(package: bytes, part: str = "data") -> dict[str, bytes]:
    """Return the plain files in one part of a .deb (``data`` or ``control``) by their paths.

    Raises:
        BuildError: the bytes are not a .deb, or lack this part.
    """
    members = (content for name, content in ar_members(package) if name.startswith(f"{part}.tar"))
    archive = next(members, None)
    if archive is None:
        raise BuildError(f"the package has no part {part}.tar; give a .deb")
    files = {}
    with tarfile.open(fileobj=io.BytesIO(archive)) as tar:
        for member in tar:
            stream = tar.extractfile(member) if member.isfile() else None
            if stream is not None:
                files[member.name.removeprefix("./")] = stream.read()
    return files


def read_package(package: bytes) -> dict[str, bytes]:
    """Return the files of the pinned package by path.

    Raises:
        BuildError: the bytes are another package.
    """
    found = hashlib.sha256(package).hexdigest()
    if found != SHA256:
        raise BuildError(f"the package has sha256 {found}, expected {SHA256} (scowl 2020.12.07-2)")
    return plain_files(package)


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


def read_by_hand(path: Path) -> list[str]:
    """Return the first field of each line of a hand-written file; ``#`` starts a comment."""
    lines = (line.partition("#")[0].split() for line in path.read_text("utf-8").splitlines())
    return [fields[0] for fields in lines if fields]


def apply_by_hand(words: Mapping[str, int], folder: Path) -> dict[str, int]:
    """Return the words without those in ``removals.txt``; additions are only checked.

    Raises:
        BuildError: an addition is already a word of the package, or a removal is not one.
    """
    removed = set(read_by_hand(folder / "removals.txt"))
    needless = sorted(removed - words.keys())
    if needless:
        raise BuildError(
            f"removals.txt: {', '.join(needless)}: not in the package; delete the line"
        )
    kept = {word: band for word, band in words.items() if word not in removed}
    twice = sorted(kept.keys() & set(read_by_hand(folder / "additions.txt")))
    if twice:
        raise BuildError(f"additions.txt: {', '.join(twice)}: in the package; delete the line")
    return kept


def lines(words: Iterable[str]) -> bytes:
    """Return the sorted words, one per line."""
    return "".join(f"{word}\n" for word in sorted(words)).encode("ascii")


def build(package: bytes, root: Path) -> dict[Path, bytes]:
    """Return every generated file by its path below the root.

    Raises:
        BuildError: the package is not the pinned one, or a hand-written file disagrees with it.
    """
    files = read_package(package)
    words = apply_by_hand(collect(files), root / WORDS)
    made = {
        WORDS / f"{band}.txt": lines(word for word, its in words.items() if its == band)
        for band in BANDS
    }
    made[LICENSE] = files[COPYRIGHT]
    return made


def fetch(name: str) -> bytes:
    """Download a package with ``apt-get download``.

    Raises:
        BuildError: apt-get is missing or failed.
    """
    with tempfile.TemporaryDirectory() as folder:
        command = ["apt-get", "download", "--quiet", name]
        try:
            subprocess.run(command, cwd=folder, check=True, stdout=subprocess.DEVNULL)
        except (OSError, subprocess.CalledProcessError) as error:
            raise BuildError(f"{' '.join(command)} failed ({error}); give the .deb") from error
        packages = list(Path(folder).glob(f"{name}_*.deb"))
        if not packages:
            raise BuildError(f"{' '.join(command)} fetched no package; give the .deb")
        return packages[0].read_bytes()


def differences(made: Mapping[Path, bytes], root: Path) -> list[str]:
    """Return one sentence for each file that is missing or differs."""
    found = []
    for path, content in made.items():
        if not (root / path).is_file():
            found.append(f"{path}: missing")
        elif (root / path).read_bytes() != content:
            found.append(f"{path}: differs from a rebuild")
    return found


def write(made: Mapping[Path, bytes], root: Path) -> None:
    """Write the files and print the number of lines of each."""
    for path, content in made.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_bytes(content)
        count = content.count(b"\n")
        print(f"{path}: {count} lines, {len(content)} bytes")


def main(arguments: list[str] | None = None) -> int:
    """Build or check; return 0 for success, 1 for a difference, 2 for an error."""
    parser = argparse.ArgumentParser(description="Build words/english/ from Debian's scowl.")
    parser.add_argument("--deb", type=Path, help="the package; else apt-get download scowl")
    parser.add_argument("--check", action="store_true", help="compare with the committed files")
    parser.add_argument("--root", type=Path, default=ROOT, help="repository to write or compare")
    options = parser.parse_args(arguments)
    try:
        package = options.deb.read_bytes() if options.deb else fetch("scowl")
        made = build(package, options.root)
    except (BuildError, OSError) as error:
        print(f"build_words: {error}", file=sys.stderr)
        return 2
    if not options.check:
        write(made, options.root)
        return 0
    found = differences(made, options.root)
    for sentence in found:
        print(f"build_words: {sentence}", file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
