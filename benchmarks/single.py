"""One question for `trace`, repeated: in the core, from Python, and by backtracking.

The answer is a status, or the number of paths if the case asks for it. An engine that reaches its
deadline has no answer and is not compared.
"""

from __future__ import annotations

import random
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import traces
import walks

Case = dict[str, Any]
STATUS = {"S": "found", "U": "absent", "T": "undetermined"}
LETTERS = "abcdefghijklmnopqrstuvwxyz"


def draw(case: Case) -> Case:
    """Draw a square of letters and a word along a path, or return the striped sample.

    Depending on the kind, the last letter of the word is changed ("changed"), the first is replaced
    by a letter that the grid lacks ("lacking"), or the word is kept ("found").
    """
    if "stripes" in case:
        return {"rows": traces.stripes(case["stripes"]), "word": case["word"]}
    rng = random.Random(case["seed"])
    side, kind = case["rows"], case.get("kind", "changed")
    letters = LETTERS[:-1] if kind == "lacking" else LETTERS
    rows = ["".join(rng.choices(letters, k=side)) for _ in range(side)]
    word = walks.spell(rows, walks.walk(rows, 8, case["length"], rng))
    if kind == "changed":
        word = word[:-1] + LETTERS[(LETTERS.index(word[-1]) + 7) % 26]
    return {"rows": rows, "word": "z" + word[1:] if kind == "lacking" else word}


def lexigrid(case: Case) -> Callable[[], Any]:
    """Prepare calls of `trace` from Python with an existing grid."""
    import lexigrid as lg

    grid, word = lg.Grid.from_rows(case["rows"]), case["word"]
    if case.get("wanted") == "count":
        return lambda: lg.trace(grid, word, paths="count").count
    return lambda: lg.trace(grid, word).status


def ask_program(case: Case, engine: str, repeats: int = 5) -> dict[str, Any]:
    """Run a C++ program on the question; it measures its own time."""
    rows = case["rows"]
    question = Path(case["folder"]) / "question.txt"
    question.write_text("\n".join([f"8 {len(rows)} {len(rows[0])} ?", *rows, case["word"], ""]))
    wanted = case.get("wanted", "one")
    command = [case["core"], wanted, "60"]
    if engine == "backtracking":
        command = [case["textbook"], str(case.get("rival_deadline", 60))]
        repeats = 1 if "rival_deadline" in case else repeats
    command += [str(question)] * repeats
    run = subprocess.run(command, capture_output=True, text=True, check=True)
    results = [line.split() for line in run.stdout.splitlines()]
    answer: Any = STATUS[results[0][0]]
    if wanted == "count" and engine == "core":
        answer = int(results[0][1])
    return {"answer": answer, "seconds": [float(result[-1]) for result in results]}
