"""Shared by the programs: facts, summaries of times, free ports, boards, damaged bytes."""

from __future__ import annotations

import random
import socket
from collections.abc import Sequence
from typing import Any

#: What a program has done. `faults` make it fail.
Facts = dict[str, Any]

#: The most bytes of damaged input.
LONGEST = 1 << 16
#: Bytes that break decoders, parsers and limits.
PIECES = [
    b"\0", b"\xff", b"\n", b"\r\n", b"\r", b",", b";", b'"', b'""', b'"\r', b"'", b"/", b"//", b"|",
    b"[", b"]", b"[]", b"\\", b" ", b"\t", b"?", b".", b"-", b"{", b"}", b"{}", b"0", b"1", b"-1",
    b"9" * 20, b"9" * 5000, b"null", b"1e999", b"NaN", b"0x0", b"999999999x999999999", b"\x1b",
    b"\xc3", b"\xed\xa0\x80", b"\xf4\x90\x80\x80", b"\xfe\xff", b"\xef\xbb\xbf", b"\x85",
    b"\\ud800", b"\\udfff", b"\x7f\xff\xff\xff", b"\xe2\x80\xae", b"e\xcc\x81", b"a" * 3000,
    "\u00df\u0130\u2028\u202e".encode(), "\u0301".encode() * 40, "\U0001f469\u200d".encode(),
]  # fmt: skip


def summarize(seconds: Sequence[float]) -> Facts:
    """Return the median, the 99th percentile and the longest of times, in milliseconds."""
    ordered = sorted(seconds) or [0.0]
    shares = {"p50": 0.5, "p99": 0.99, "most": 1.0}
    last = len(ordered) - 1
    return {
        f"{name} ms": round(1000 * ordered[min(last, int(share * len(ordered)))], 1)
        for name, share in shares.items()
    }


def free_port() -> int:
    """Return the number of a free port."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        return int(server.getsockname()[1])


def draw_board(rng: random.Random, cells: int = 16) -> str:
    """Draw the letters of a board."""
    return "".join(rng.choices("etaoinshrdlu", k=cells))


def damage(rng: random.Random, data: bytes) -> bytes:
    """Damage bytes in one place or several."""
    for _ in range(1 + int(rng.expovariate(0.7))):
        data = _damage_once(rng, data)
    return data[:LONGEST]


def _damage_once(rng: random.Random, data: bytes) -> bytes:
    at, end = sorted((rng.randrange(len(data) + 1), rng.randrange(len(data) + 1)))
    match rng.randrange(8):
        case 0 if data:
            at = min(at, len(data) - 1)
            return data[:at] + bytes([data[at] ^ 1 << rng.randrange(8)]) + data[at + 1 :]
        case 1:
            return data[:at] + rng.randbytes(rng.choice((1, 2, 4, 8))) + data[at:]
        case 2:
            return data[:at] + data[min(end, at + rng.choice((1, 2, 8, 64))) :]
        case 3:
            return data[:at] + data[at : at + 40] * rng.choice((2, 5, 400)) + data[at:]
        case 4:
            return data[:at] + rng.choice(PIECES) * rng.choice((1, 1, 1, 2, 1000)) + data[end:]
        case 5:
            to = rng.randrange(len(data) + 1)
            return data[:to] + data[at:end] + data[to:]
        case 6:
            return data[:at]
    return data[:at] + rng.choice(PIECES) + data[at:]
