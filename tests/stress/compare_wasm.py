"""Compare the command line, the HTTP API and the core as WebAssembly on rolled boards."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterator
from pathlib import Path

import lexigrid as lg
from commands import document
from common import Facts
from wasm import WHY_NOT, Local, Question, Served

_DICE = ("en-new-4x4", "en-classic-4x4", "en-big-2012-5x5")
_SORTS = ("grid", "score", "alpha", "length")
#: Answers in memory at the same time.
_AT_ONCE = 500


def _question(number: int, seed: int) -> Question:
    board = lg.roll(_DICE[number % len(_DICE)], seed=seed + number)
    sort = _SORTS[number // len(_DICE) % len(_SORTS)]
    return "paths", {"grid": str(board).replace("\n", "/"), "sort": sort}


def compare_wasm(boards: int = 10_000, seed: int = 1) -> Iterator[Facts]:
    """Solve dice boards of several sizes in all three ways; the answers must agree.

    10,000 boards take about five minutes. Needs `make wasm` and Node.
    """
    assert not WHY_NOT, WHY_NOT
    words = 0
    with tempfile.TemporaryDirectory() as folder:
        local, served = Local(Path(folder), lg.Lexicon.default()), Served()
        for start in range(0, boards, _AT_ONCE):
            numbers = range(start, min(boards, start + _AT_ONCE))
            asked = [_question(number, seed) for number in numbers]
            answers = zip(asked, local.ask(asked), served.ask(asked), strict=True)
            for (_, body), here, there in answers:
                command = document("paths", body["grid"], "--sort", body["sort"])
                assert here == there, body
                assert here == {"answer": json.loads(json.dumps(command), parse_int=float)}, body
                words += command["count"]
    yield {"boards": boards, "words": words, "differ": 0}
