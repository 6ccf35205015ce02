"""Read long inputs in every format and report those that take more than linear time allows.

Rows of batches and puzzles are read without being searched.

    python tools/fuzz_long.py [--bytes N] [--seconds S] [FORMAT ...]

Each input repeats one piece, one pair of pieces, or a valid input, alone or in the middle of a
valid input; or all its lines are different. Each is read at a tenth of the length first, and at the
whole length unless it would be fast enough even if the time grew with the square of the length. If
that takes longer than S seconds of processor time, it is read twice more, as other programs slow
some readings down, and the fastest counts. Exit status 1 if it is too slow.
"""

from __future__ import annotations

import argparse
import atexit
import math
import random
import shutil
import signal
import sys
import time
import warnings
from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial

from fuzz_formats import seeds_of
from fuzzed import FORMATS, folder
from lexigrid import LexigridError

#: Pieces to repeat, as escaped text; \x20 is a blank.
_PIECES = r"""
    a ab\n a\x20\x20b\n a\x20\x20b\nc\n\n \n a\n \r \r\n \x20 \t a\x20 a\t / a/ // | |\x20 |a|\n
    |\x20a\x20|\x20b\x20|\n - -+\n + = \\ \\\\ \\a [ ] [a] [[ [a]\n \\[ ? . ?\n , ,\n a,b\n ; " ""
    "a", "\n ", ' { } {} {" {"a": null, 0 1, [0,0], -1\x20 # #\n a# \x00 \xff \xef\xbb\xbf
    \xc3\xa9 \xc3\xa9\n e\xcc\x81 \xcc\x81 \xe2\x80\x8d \xf0\x9f\x91\xa9\n SFX\x20A\x20Y\x201\n
    SFX\x20A\x200\x20a\x20.\n a/A\n a/AB\n LG1- oat\x20 oat/ qu
"""

_MAX_READINGS = 3
_SMALL, _MARKED = "abcdefghijklmnopqrstuvwxyz", "éöüßñçåøæžščřłőğışãõêîôû"
#: What comes before them, for formats that need it.
_HEADS = {
    "words-csv": b"word,n\n",
    "rows-csv": b"grid,words\n",
    "hunspell": b"SET UTF-8\nSFX S Y 1\nSFX S 0 s .\n\0001\n",
}
#: Lines that are drawn at random: sets of characters in turn, each with the fewest and the most.
_LINES: dict[str, tuple[str | tuple[Sequence[str], int, int], ...]] = {
    "words": ((_SMALL, 3, 9),),
    "short words": ((_SMALL, 1, 4),),
    "long words": ((_SMALL, 1, 300),),
    "words beyond ASCII": ((_SMALL + _MARKED, 3, 9),),
    "Chinese words": (([chr(code) for code in range(0x4E00, 0x9E00)], 1, 4),),
    "invalid bytes": ((_SMALL + "\udce9", 3, 9),),
    "clusters": ((["e\u0301", "a\u0308", "\U0001f469\u200d\U0001f680", "b"], 5, 12),),
    "words with a flag": ((_SMALL, 3, 7), "/", ("ABCS", 1, 1)),
    "words with flags": ((_SMALL, 3, 7), "/", (_SMALL + _SMALL.upper(), 4, 4)),
    "punctuation": ((_SMALL + "-'.", 3, 9),),
    "stray quotes": ((_SMALL, 1, 1), '"', (_SMALL, 1, 9)),
    "columns": ((_SMALL + ",", 1, 100),),
    "two columns": ((_SMALL, 1, 1), "\t", (_SMALL, 1, 2)),
    "lists of columns": ("\n", (_SMALL, 1, 1), "\t", (_SMALL + "\n", 1, 3)),
    "boards": ((_SMALL, 3, 3), "/", (_SMALL, 3, 3), "/", (_SMALL, 3, 3)),
    "rows": ((_SMALL, 3, 3), "/", (_SMALL, 3, 3), ",", (_SMALL, 3, 5), ";", (_SMALL, 3, 5)),
    "JSON": ('{"grid": "', (_SMALL, 4, 4), '", "words": ["', (_SMALL, 3, 3), '"]}'),
}


@cache
def different_lines(what: str, size: int) -> bytes:
    """Return lines of about `size` bytes that differ."""
    rng, lines, length = random.Random(what), [], 0
    while length < size:
        drawn = (
            part
            if isinstance(part, str)
            else "".join(rng.choices(part[0], k=rng.randint(*part[1:])))
            for part in _LINES[what]
        )
        lines.append("".join(drawn).encode(errors="surrogateescape"))
        length += len(lines[-1]) + 1
    return b"\n".join(lines)


def different_suffixes(size: int) -> bytes:
    """Return a dictionary of one word and about `size` bytes of suffixes that differ."""
    adds = [f"SFX S 0 {number:x} {number % 8}" for number in range(size // 18)]
    affixes = "\n".join(["SET UTF-8", f"SFX S Y {len(adds)}", *adds]).encode()
    return affixes + b"\0001\nword/S"


def long_inputs(name: str) -> Iterator[tuple[str, Callable[[int], bytes]]]:
    """Yield inputs: what they repeat, and a function that makes one of about this size."""
    seeds = seeds_of(name)
    for text in _PIECES.split():
        piece = text.encode().decode("unicode_escape").encode("latin-1")
        yield text, partial(_repeated, b"", piece, b"")
        for seed in seeds[:2]:
            middle = len(seed) // 2
            make = partial(_repeated, seed[:middle], piece, seed[middle:])
            yield f"{text} in the middle", make
    for number, seed in enumerate(filter(None, seeds)):
        yield f"valid input {number}", partial(_repeated, b"", seed, b"")
        yield f"lines of valid input {number}", partial(_repeated, b"", seed + b"\n", b"")
    head = _HEADS.get(name, b"")
    for what in _LINES:
        yield f"different lines: {what}", partial(_headed, head, what)
    yield "different suffixes", different_suffixes


def _repeated(before: bytes, piece: bytes, after: bytes, size: int) -> bytes:
    return before + piece * (size // len(piece)) + after


def _headed(head: bytes, what: str, size: int) -> bytes:
    return head + different_lines(what, size)


def measure(name: str, data: bytes, most: float) -> tuple[float, str]:
    """Return the seconds of processor time that reading takes, and what came of it."""
    signal.setitimer(signal.ITIMER_PROF, most)
    begin = time.process_time()
    try:
        (FORMATS[name].parse or FORMATS[name].read)(data)
        what = "answered"
    except LexigridError as error:
        what = str(error)[:120]
    except TimeoutError:
        what = "stopped"
    except Exception as error:
        what = f"{type(error).__name__}: {error}"[:120]
    signal.setitimer(signal.ITIMER_PROF, 0)
    return time.process_time() - begin, what


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("formats", nargs="*", metavar="FORMAT", help=", ".join(FORMATS))
    parser.add_argument("--bytes", type=int, default=10_000_000, help="length of the inputs")
    parser.add_argument("--seconds", type=float, default=2.0, help="the longest time allowed")
    options = parser.parse_args()
    atexit.register(shutil.rmtree, folder())
    warnings.simplefilter("ignore")

    def stop(*_: object) -> None:
        raise TimeoutError

    signal.signal(signal.SIGPROF, stop)
    slow = 0
    names = options.formats or list(FORMATS)
    for name in names:
        seeds_of(name)  # before a reader writes over the files that seeds are made of
    for name in names:
        slowest = 0.0
        for label, make in long_inputs(name):
            spent, what = measure(name, make(options.bytes // 10), options.seconds)
            if spent > options.seconds / 100:
                data, spent = make(options.bytes), math.inf
                for _ in range(_MAX_READINGS):
                    again, what = measure(name, data, 10 * options.seconds)
                    spent = min(spent, again)
                    if spent <= options.seconds:
                        break
            slowest = max(slowest, spent)
            if spent > options.seconds or "Error: " in what:
                slow += 1
                print(f"{name}, {label}: {spent:.1f} s, {what}", flush=True)
        print(f"{name}: slowest {slowest:.1f} s", flush=True)
    return int(slow > 0)


if __name__ == "__main__":
    sys.exit(main())
