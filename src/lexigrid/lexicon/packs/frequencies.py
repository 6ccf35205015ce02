"""The commonness bands of words, from the frequency lists of wordfreq.

Bands divide the Zipf values (the logarithm of occurrences in a billion words) so that each has
about as many words as the levels of SCOWL for English.
"""

from __future__ import annotations

import gzip
import io
import struct
from collections.abc import Iterable, Mapping
from importlib.util import find_spec
from itertools import repeat
from pathlib import Path
from typing import Any

from ...errors import InputError
from .pack import UNSEEN_BAND, UNSUGGESTED_BAND

#: The licence of wordfreq's data.
LICENCE = "CC-BY-SA-4.0"
#: The least Zipf value of each band.
BANDS = ((4.2, 10), (3.5, 20), (2.5, 35), (2.2, 40), (1.9, 50), (1.7, 55), (1.4, 60), (1.0, 70))
_MAX_BYTES = 1 << 28


def band_of(zipf: float) -> int:
    """Return the band of a word by its Zipf value.

    >>> band_of(5.0), band_of(2.5), band_of(0.0)
    (10, 35, 80)
    """
    return next((band for least, band in BANDS if zipf >= least), UNSEEN_BAND)


def band_words(
    words: Iterable[str], frequencies: Mapping[str, float], unsuggested: Iterable[str] = ()
) -> bytes:
    """Return the band of each word as a byte; `unsuggested` words get the band never drawn from.

    >>> list(band_words(["oat", "Oats", "zoa"], {"oat": 4.0, "oats": 2.6}, ["zoa"]))
    [20, 35, 255]
    """
    known = {word: band_of(zipf) for word, zipf in frequencies.items()}
    listed = list(words)
    bands = bytearray(map(known.get, map(str.casefold, listed), repeat(UNSEEN_BAND)))
    if special := frozenset(unsuggested):
        for number in (n for n, word in enumerate(listed) if word in special):
            bands[number] = UNSUGGESTED_BAND
    return bytes(bands)


def find_frequencies(code: str) -> dict[str, float] | None:
    """Read the Zipf values of a language from the installed wordfreq; None if it has none.

    Raises:
        InputError: wordfreq is not installed.
    """
    spec = find_spec("wordfreq")
    if spec is None or not spec.submodule_search_locations:
        raise InputError(
            "word frequencies need wordfreq, which is not installed; pip install wordfreq"
        )
    folder = Path(spec.submodule_search_locations[0]) / "data"
    for size in ("large", "small"):
        path = folder / f"{size}_{code}.msgpack.gz"
        if path.is_file():
            return parse_frequencies(path.read_bytes())
    return None


def parse_frequencies(data: bytes) -> dict[str, float]:
    """Parse a file of wordfreq: a list whose entry n has the words of -n centibels.

    Raises:
        InputError: it is not such a file.
    """
    try:
        with gzip.GzipFile(fileobj=io.BytesIO(data)) as file:
            header, *levels = _unpack(file.read(_MAX_BYTES))
        if header != {"format": "cB", "version": 1}:
            raise ValueError(f"header {header!r}")
        return {word: 9 - n / 100 for n, words in enumerate(levels) for word in words}
    except (OSError, EOFError, ValueError, TypeError, IndexError, struct.error) as error:
        raise InputError(f"not a frequency list of wordfreq: {error}") from error


def _unpack(data: bytes) -> Any:
    """Decode the part of MessagePack that these files use: texts, small numbers, lists, maps."""
    at = 0

    def number(form: str) -> int:
        nonlocal at
        (value,) = struct.unpack_from(form, data, at)
        at += struct.calcsize(form)
        return int(value)

    def text(size: int) -> str:
        nonlocal at
        at += size
        return data[at - size : at].decode()

    def value() -> Any:
        kind = number(">B")
        if kind < 0x80:
            return kind
        if kind < 0x90:
            return {value(): value() for _ in range(kind & 15)}
        if kind < 0xA0:
            return [value() for _ in range(kind & 15)]
        if kind < 0xC0:
            return text(kind & 31)
        if kind in (0xD9, 0xDA):
            return text(number(">B" if kind == 0xD9 else ">H"))
        if kind in (0xDC, 0xDD):
            return [value() for _ in range(number(">H" if kind == 0xDC else ">I"))]
        raise ValueError(f"byte {kind:#04x} at {at - 1}")

    return value()
