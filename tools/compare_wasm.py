"""Compare rolled boards: the command line, the HTTP API and the core as WebAssembly must agree.

`python tools/compare_wasm.py [BOARDS [SEED]]` solves dice boards of several sizes in all three ways
and prints a line of JSON; 10,000 boards take about five minutes. Needs `make wasm` and Node.
"""

from __future__ import annotations

import json
import sys
import tempfile
from pathlib import Path
from typing import Any

from click.testing import CliRunner

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "support"))

import lexigrid as lg
from lexigrid.cli import main
from wasm import WHY_NOT, Local, Question, Served

_DICE = ("en-new-4x4", "en-classic-4x4", "en-big-2012-5x5")
#: Answers in memory at the same time.
_AT_ONCE = 500


def _command(body: dict[str, Any]) -> dict[str, Any]:
    """Return the answer of the command line."""
    result = CliRunner().invoke(
        main, ["paths", body["grid"], "--sort", body["sort"], "--format", "json"]
    )
    return {"answer": json.loads(result.stdout, parse_int=float)}


def compare_boards(boards: int, seed: int) -> dict[str, int]:
    """Return how many boards and words were compared."""
    words = 0
    with tempfile.TemporaryDirectory() as folder:
        local, served = Local(Path(folder), lg.Lexicon.default()), Served()
        for start in range(0, boards, _AT_ONCE):
            numbers = range(start, min(boards, start + _AT_ONCE))
            questions: list[Question] = [
                (
                    "paths",
                    {
                        "grid": str(
                            lg.roll(_DICE[number % len(_DICE)], seed=seed + number)
                        ).replace("\n", "/"),
                        "sort": ("grid", "score", "alpha", "length")[number // len(_DICE) % 4],
                    },
                )
                for number in numbers
            ]
            answers = zip(questions, local.ask(questions), served.ask(questions), strict=True)
            for (_, body), here, there in answers:
                if not here == there == _command(body):
                    raise SystemExit(f"the answers to {body} differ")
                words += int(here["answer"]["count"])
    return {"boards": boards, "words": words, "differ": 0}


if __name__ == "__main__":
    if WHY_NOT:
        raise SystemExit(WHY_NOT)
    numbers = [int(argument) for argument in sys.argv[1:]] + [10_000, 1][len(sys.argv) - 1 :]
    print(json.dumps(compare_boards(*numbers)))
