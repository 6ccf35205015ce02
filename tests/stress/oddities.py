"""Odd names, sizes, encodings and keys; each is used or refused, and none is an internal error."""

from __future__ import annotations

import copy
import encodings
import os
import pkgutil
import random
import shutil
import signal
import struct
import tempfile
import zlib
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
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


#: Cases between two lines of the answer.
_SOME = 2000


def _summary(what: str, seen: Counter[str], faults: list[str]) -> Facts:
    return {what: seen.total(), "ends": dict(seen), "faults": faults[:5]}


#: Names that systems, shells, formats and terminals treat in their own way.
_NAMES = (
    b"-", b"--", b"-x", b"--output", b"-1", b"CON", b"nul.txt", b"aux", b"~", b"$HOME", b"%s%n",
    b"{}",
    b"*", b"[a]", b"a|b", b"a;b", b"a\nb", b"\r", b"\t", b" ", b"a ", b"a.", b"...", b"\x1b[31m",
    b"\x7f",
    b"\xff", b"\xc3", b"\xed\xa0\x80", b"\xf4\x90\x80\x80", "\u202egpj".encode(),
    "e\u0301".encode(),
    "\ufeff".encode(), b"a" * 255, b"a" * 256, b"a" * 5000, "\u00e9".encode() * 127, b"http:",
    b"a.gz", b"a.xz", b"a.zst", b"a.xlsx", b"a.docx", b"a.lexicon", b"a.parquet", b"a.json",
    b"a.png",
    b"a.pdf", b"default", b"en", b"_lock", b"_manifest.json", b".lexigrid-tmp", b"a.parts",
    b"a.work",
)  # fmt: skip


def _odd_name(rng: random.Random) -> bytes:
    if rng.random() < 0.5:
        return rng.choice(_NAMES) + rng.choice((b"", b"", b"", rng.randbytes(2)))
    return rng.randbytes(rng.choice((1, 2, 5, 40, 200)))


def odd_names(runs: int = 10_000, seed: int = 1) -> Iterator[Facts]:
    """Use commands on files with odd names or names of random bytes, in this folder or another."""
    rng = random.Random(seed)
    seen, faults = Counter[str](), list[str]()
    home = os.getcwd()
    for number in range(runs):
        folder = tempfile.mkdtemp(dir="/dev/shm" if os.path.isdir("/dev/shm") else None)
        names = [_odd_name(rng).replace(b"/", b"").replace(b"\0", b"") for _ in "ab"]
        place, out = (os.fsdecode(name.strip(b".") or b"\xff") for name in names)
        os.chdir(folder)
        if rng.random() < 0.5:
            place, out = os.path.join(folder, place), os.path.join(folder, out)
        for path in (place, f"{place}.txt", f"{place}.dic"):
            if number % 3:
                with suppress(OSError):  # the name is too long
                    Path(path).write_text("oat\ntea\n")
        words = rng.choice(_COMMANDS).split()
        use(words, {"IN": place, "OUT": out}, seen, faults)
        os.chdir(home)
        shutil.rmtree(folder)
        if number % _SOME == _SOME - 1 or number == runs - 1:
            yield _summary("names", seen, faults)


def use(words: list[str], given: dict[str, str], seen: Counter[str], faults: list[str]) -> None:
    """Use a command whose words are completed; note how it ends."""
    for name, value in given.items():
        words = [word.replace(name, value) for word in words]
    with suppress(TimeoutError):  # it was given much work
        result = call(*words)
        seen[str(result.exit_code)] += 1
        if result.exit_code not in (0, 1, 2, 3) or "internal error" in result.output:
            faults.append(f"{words}: {result.output[-300:]!r} {result.exception!r}")


#: Numbers as people, programs and attackers write them.
NUMBERS = (
    "0", "-1", "1", "3", "+5", " 5", "5 ", "5x", "x5", "5x5x5", "0x0", "1x0", "0x10", "1_000",
    "1,5", "1.5",
    "-0", "1e3", "1e30", "1e999", "-1e999", "1e-400", "nan", "NaN", "-nan", "inf", "-inf",
    "Infinity",
    "2147483647", "2147483648", "4294967296", "9223372036854775807", "18446744073709551616",
    "9" * 30, "9" * 400, "9" * 5000, "0" * 5000 + "1", "\u0663", "\uff11\uff12", "\u00bd",
    "\u00b2", "", "-",
    "65535x65535", "1000000x1000000", "4294967297x1", "2x-2", "5:", ":5", "5-", "-5-5", "5-1",
    "1-9e9",
    "none", "True", "null", "1\n2", "%d", "$1",
)  # fmt: skip
#: Commands with numbers V, which are little work if they are taken, and files with them.
NUMBERED = (
    "lines IN oat --limit V", "lines te/an oat --deadline V", "lines te/an te --threads V",
    "lines te/an --min-length V", "paths te/an --limit V", "paths te/an --min-length V --scoring V",
    "paths te/an --scoring 3:V", "paths te/an --deadline V --threads V", "trace te/an te --limit V",
    "trace te/an te --paths all --deadline V", "roll --size V --seed V",
    "roll --required V --deadline 0.01",
    "roll --words V --deadline 0.01", "roll --score V --longest V --deadline 0.01",
    "make cat --size V --seed V",
    "make cat --size V --blank V", "make --random V --size 5 --seed 1",
    "make cat --deadline V --seed 1",
    "make cat --mask IN --size V", "make cat --seed 1 --columns V", "batch IN.csv OUT --size V",
    "batch IN.csv OUT --part-rows V", "batch IN.csv OUT.csv --part-bytes V --threads V",
    "check IN", "render IN", "paths IN", "lines IN.csv oat", "roll --dice IN",
    "book IN --output OUT.html",
    "solve te/an --limit V", "prove --size V --deadline V", "serve --export --limit deadline=V",
    "serve --export --limit body=V", "play --seconds V --plain",
)  # fmt: skip


def odd_sizes(runs: int = 10_000, seed: int = 1) -> Iterator[Facts]:
    """Use commands with odd numbers: sizes, counts, limits, times, and those in files."""
    rng = random.Random(seed)
    seen, faults = Counter[str](), list[str]()

    def stop(*_: object) -> None:
        raise TimeoutError

    signal.signal(signal.SIGPROF, stop)
    with tempfile.TemporaryDirectory() as folder:
        place, out = f"{folder}/in", f"{folder}/out"
        for number in range(runs):
            value = rng.choice(NUMBERS)
            if rng.random() < 0.3:
                value = f"{value}{rng.choice('x-:,.e ')}{rng.choice(NUMBERS)}"
            words = rng.choice(NUMBERED).replace("V", "VALUE").split()
            if "IN" in " ".join(words):
                text = rng.choice(_FILES).replace("V", value)
                for path in (place, f"{place}.csv"):
                    Path(path).write_text(text, "utf-8")
            signal.setitimer(signal.ITIMER_PROF, 2)
            use(words, {"IN": place, "OUT": out, "VALUE": value}, seen, faults)
            signal.setitimer(signal.ITIMER_PROF, 0)
            shutil.rmtree(out, ignore_errors=True)
            if number % _SOME == _SOME - 1 or number == runs - 1:
                yield _summary("sizes", seen, faults)


#: Files with numbers V.
_FILES = (
    "V V\nte\nan\n", "VxV te/an\n", "size: V\nte\nan\n", "grid,size\nteanoatt,V\n", "VV\nVV\n",
    '{"format": "lexigrid/grid", "version": V, "rows": [["t"]]}', '{"rows": V}',
    '{"grid": ["te"], "size": V}',
    '{"format": "lexigrid/puzzle", "version": 1, "rows": [["t"]], '
    '"words": [{"word": "t", "start": [V, V]}]}',
    'title = "a"\nseed = 1\nsize = [V, V]\n[[chapters]]\nwords = ["oat"]\ncount = V\n',
    'title = "a"\nfont_size = V\n[[chapters]]\ntheme = "birds"\ncount = 1\npool = V\n', "#VxV:ff",
    "circle V",
)  # fmt: skip


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
