"""Read long inputs in every format; the time may grow only with their length."""

from __future__ import annotations

import random
import warnings
from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial

from common import Facts
from formats import Outcome, all_formats, attempt, choose_formats, seeds_of

#: Pieces to repeat, as escaped text; \x20 is a blank.
_PIECES = r"""
    a ab\n a\x20\x20b\n a\x20\x20b\nc\n\n \n a\n \r \r\n \x20 \t a\x20 a\t / a/ // | |\x20 |a|\n
    |\x20a\x20|\x20b\x20|\n - -+\n + = \\ \\\\ \\a [ ] [a] [[ [a]\n \\[ ? . ?\n , ,\n a,b\n ; " ""
    "a", "\n ", ' { } {} {" {"a": null, 0 1, [0,0], -1\x20 # #\n a# \x00 \xff \xef\xbb\xbf
    \xc3\xa9 \xc3\xa9\n e\xcc\x81 \xcc\x81 \xe2\x80\x8d \xf0\x9f\x91\xa9\n SFX\x20A\x20Y\x201\n
    SFX\x20A\x200\x20a\x20.\n a/A\n a/AB\n LG1- oat\x20 oat/ qu
"""
_SMALL, _MARKED = "abcdefghijklmnopqrstuvwxyz", "éöüßñçåøæžščřłőğışãõêîôû"
#: What comes before different lines, for formats that need it.
_HEADS = {
    "words-csv": b"word,n\n",
    "rows-csv": b"grid,words\n",
    "puzzle-text": b"OATX\nXXYZ\n\n",
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
    "words in columns": ((_SMALL, 3, 9), "   ", (_SMALL, 3, 9), "\t", (_SMALL, 3, 9)),
    "words below headings": ("\nWeek 1\n", (_SMALL, 3, 9), "\n", (_SMALL, 3, 9)),
    "words with clues": ((_SMALL, 3, 9), ": ", (_SMALL, 3, 9), " ", (_SMALL, 3, 9)),
    "columns": ((_SMALL + ",", 1, 100),),
    "two columns": ((_SMALL, 1, 1), "\t", (_SMALL, 1, 2)),
    "lists of columns": ("\n", (_SMALL, 1, 1), "\t", (_SMALL + "\n", 1, 3)),
    "boards": ((_SMALL, 3, 3), "/", (_SMALL, 3, 3), "/", (_SMALL, 3, 3)),
    "rows": ((_SMALL, 3, 3), "/", (_SMALL, 3, 3), ",", (_SMALL, 3, 5), ";", (_SMALL, 3, 5)),
    "JSON": ('{"grid": "', (_SMALL, 4, 4), '", "words": ["', (_SMALL, 3, 3), '"]}'),
}


@cache
def different_lines(head: bytes, what: str, size: int) -> bytes:
    """Return lines of about `size` bytes that differ, after a head."""
    rng, lines, length = random.Random(what), list[bytes](), 0
    while length < size:
        drawn = ""
        for part in _LINES[what]:
            characters, least, most = (part, 0, 0) if isinstance(part, str) else part
            chosen = rng.choices(characters, k=rng.randint(least, most)) if most else characters
            drawn += "".join(chosen)
        lines.append(drawn.encode(errors="surrogateescape"))
        length += len(lines[-1]) + 1
    return head + b"\n".join(lines)


def different_suffixes(size: int) -> bytes:
    """Return a dictionary of one word and about `size` bytes of suffixes that differ."""
    adds = [f"SFX S 0 {number:x} {number % 8}" for number in range(size // 18)]
    affixes = "\n".join(["SET UTF-8", f"SFX S Y {len(adds)}", *adds]).encode()
    return affixes + b"\0001\nword/S"


def inputs(name: str) -> Iterator[tuple[str, Callable[[int], bytes]]]:
    """Yield inputs: what they repeat, and a function that makes one of about this size."""

    def repeated(before: bytes, piece: bytes, after: bytes, size: int) -> bytes:
        return before + piece * (size // len(piece)) + after

    seeds = [seed for seed in seeds_of(name) if seed]
    for text in _PIECES.split():
        piece = text.encode().decode("unicode_escape").encode("latin-1")
        yield text, partial(repeated, b"", piece, b"")
        for seed in seeds[:2]:
            middle = len(seed) // 2
            make = partial(repeated, seed[:middle], piece, seed[middle:])
            yield f"{text} in the middle", make
    for number, seed in enumerate(seeds):
        yield f"valid input {number}", partial(repeated, b"", seed, b"")
        yield f"lines of valid input {number}", partial(repeated, b"", seed + b"\n", b"")
    for what in _LINES:
        yield f"different lines: {what}", partial(different_lines, _HEADS.get(name, b""), what)
    yield "different suffixes", different_suffixes


def _seconds(found: Outcome) -> float:
    return found.seconds


def long_inputs(formats: str = "", size: int = 10_000_000, seconds: float = 2.0) -> Iterator[Facts]:
    """Read long inputs in every format and report those that take more than linear time allows.

    Rows of batches and puzzles are read without being searched. Each input repeats one piece, one
    pair of pieces, or a valid input, alone or in the middle of a valid input; or all its lines are
    different. Each is read at a tenth of the length first, and at the whole length unless it would
    be fast enough even if the time grew with the square of the length. If that takes longer than
    --seconds of processor time, it is read twice more, and the fastest counts.
    """
    warnings.simplefilter("ignore")
    for name in choose_formats(formats):
        read = all_formats()[name].parse or all_formats()[name].read
        slowest, faults = 0.0, list[str]()
        for label, make in inputs(name):
            found = attempt(read, make(size // 10), seconds)
            if found.seconds > seconds / 100:
                data = make(size)
                found = attempt(read, data, 10 * seconds)
                for _ in range(2):
                    if found.seconds > seconds:
                        found = min(
                            found, attempt(read, data, 10 * seconds), key=lambda f: f.seconds
                        )
            slowest = max(slowest, found.seconds)
            if found.seconds > seconds or found.kind == "fault":
                faults.append(f"{label}: {found.seconds:.1f} s, {found.message[:120]}")
        yield {"format": name, "slowest seconds": round(slowest, 1), "faults": faults}
