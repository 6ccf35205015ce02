"""Odd names, sizes, encodings and keys; each is used or refused, and none is an internal error."""

from __future__ import annotations

import copy
import encodings
import os
import pkgutil
import random
import shutil
import struct
import tempfile
import zlib
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import lexigrid as lg
from commands import call
from common import Facts
from formats import all_formats, as_json, dump, seeds_of
from fuzz import judge

#: Commands that read IN or write OUT, by the ending of OUT.
_COMMANDS = (
    "lines IN oat --format json", "paths te/an --lexicon IN --format json",
    "lexicon info IN --format json", "lexicon build IN --output OUT.lexicon", "check IN",
    "make --words IN --seed 1 --output OUT.json", "make cat --mask IN", "make cat --output OUT.txt",
    "render IN --output OUT.html", "roll --dice IN", "book IN --output OUT.html",
    "batch IN.txt OUT.csv", "batch IN OUT", "lexicon add xx --from IN.dic", "trace IN oat",
)  # fmt: skip


def _summary(what: str, seen: Counter[str], faults: list[str]) -> Facts:
    return {what: seen.total(), "ends": dict(seen), "faults": faults[:5]}


def odd_names(runs: int = 10_000, seed: int = 1) -> Iterator[Facts]:
    """Use commands on files whose names are random bytes."""
    rng = random.Random(seed)
    seen, faults = Counter[str](), list[str]()
    for number in range(runs):
        folder = tempfile.mkdtemp(dir="/dev/shm" if os.path.isdir("/dev/shm") else None)
        size = rng.choice((1, 2, 5, 40, 200))
        names = [rng.randbytes(size).replace(b"/", b"").replace(b"\0", b"") for _ in "ab"]
        place, out = (
            os.path.join(folder, os.fsdecode(name.strip(b".") or b"\xff")) for name in names
        )
        for path in (place, f"{place}.txt", f"{place}.dic"):
            if number % 3:
                Path(path).write_text("oat\ntea\n")
        words = _COMMANDS[number % len(_COMMANDS)].split()
        result = call(*(word.replace("IN", place).replace("OUT", out) for word in words))
        seen[str(result.exit_code)] += 1
        if result.exit_code not in (0, 1, 2, 3) or "internal error" in result.output:
            faults.append(f"{words} {names}: {result.output[-300:]!r} {result.exception!r}")
        shutil.rmtree(folder)
    yield _summary("names", seen, faults)


def odd_pictures(runs: int = 100_000, seed: int = 1) -> Iterator[Facts]:
    """Read pictures of one pixel whose headers declare other sizes."""
    rng = random.Random(seed)

    def make() -> bytes:
        sides = [
            rng.choice((0, 1, 3, 1 << rng.randrange(32), rng.randrange(1 << 32))) for _ in "ab"
        ]
        if rng.random() < 0.3:
            height, width = (side & 0xFFFF for side in sides)
            frame = struct.pack(">BHHB", 8, height, width, 1) + b"\1\x11\0"
            return b"\xff\xd8\xff\xc0" + struct.pack(">H", len(frame) + 2) + frame + b"\xff\xd9"
        kinds = (
            rng.choice((1, 2, 4, 8, 16, 7)),
            rng.choice((0, 2, 3, 4, 6, 1)),
            0,
            0,
            rng.choice((0, 1)),
        )
        parts = [(b"IHDR", struct.pack(">II5B", *sides, *kinds)), (b"IDAT", zlib.compress(b"\0\0"))]
        if rng.random() < 0.2:
            parts.insert(1, (rng.choice((b"PLTE", b"tRNS", b"zTXt", b"iCCP")), rng.randbytes(6)))
        chunks = (
            struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
            for name, data in parts
        )
        return b"\x89PNG\r\n\x1a\n" + b"".join(chunks)

    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder) / "mask.png"
        yield _try(
            "pictures", runs, make, place, lambda: lg.make_puzzle(["oat"], mask=str(place), seed=1)
        )


def odd_encodings(runs: int = 10_000, seed: int = 1) -> Iterator[Facts]:
    """Read dictionaries that name the codecs of Python, and damaged names."""
    rng = random.Random(seed)
    names = [each.name for each in pkgutil.iter_modules(encodings.__path__)]

    def make() -> bytes:
        name = rng.choice((*names, "utf-16-le", "unicode_escape", "idna", "rot13"))
        if rng.random() < 0.3:
            name = name[: rng.randrange(len(name) + 1)] + rng.choice(
                ("\0", "-", "_", "\u00e9", " ")
            )
        return f"SET {name}\nSFX S Y 1\nSFX S 0 s .\n".encode()

    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "xx.dic").write_bytes(b"2\noat/S\nt\xe9a\n")
        place = Path(folder) / "xx.aff"
        yield _try(
            "encodings", runs, make, place, lambda: lg.Lexicon.read(place.with_suffix(".dic"))
        )


def _try(
    what: str, runs: int, make: Callable[[], bytes], place: Path, read: Callable[[], object]
) -> Facts:
    seen, faults = Counter[str](), list[str]()
    for _ in range(runs):
        data = make()
        place.write_bytes(data)
        try:
            read()
            seen["used"] += 1
        except lg.LexigridError:
            seen["refused"] += 1
        except Exception as error:
            seen["fault"] += 1
            faults.append(f"{data!r}: {error!r}")
    return _summary(what, seen, faults)


def new_keys(seed: int = 1) -> Iterator[Facts]:
    """Read the examples of every JSON format with one more key, in each object in turn."""
    rng = random.Random(seed)
    for name, each in all_formats().items():
        seen, faults = Counter[str](), list[str]()
        for example in seeds_of(name) if each.is_json else ():
            whole = as_json(example)
            for number, _ in enumerate(_objects(whole)):
                changed = copy.deepcopy(whole)
                added = [*_objects(changed)][number]
                added["new"] = rng.choice((None, 0, "x", [], {}, [1], {"a": 1}))
                outcome = judge(name, dump(changed))
                seen[outcome.kind] += 1
                if outcome.kind == "fault":
                    faults.append(outcome.message)
        if seen:
            yield {"format": name} | _summary("keys", seen, faults)


def _objects(value: Any) -> Iterator[dict[str, Any]]:
    if isinstance(value, dict):
        yield value
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    for each in inner:
        yield from _objects(each)
