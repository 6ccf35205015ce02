"""One question for `trace` again and again: through the core, through Python, and backtracking.

Knows the questions (traces.py) and lexigrid; known by run.py and engines.py.
Rule: the answer is a status, or the number of paths where that is asked for; an engine that ran out
of its own time has none, and is not compared.
"""

from __future__ import annotations

import random
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import traces

Case = dict[str, Any]
STATUS = {"S": "found", "U": "absent", "T": "undetermined"}
LETTERS = "abcdefghijklmnopqrstuvwxyz"


def drawn(case: Case) -> Case:
    """Draw a square of letters and a word along a path, or take the striped sample.

    Of the word the last letter is changed for another unless it is to be found as it is; or the
    first, for a letter that lies nowhere.
    """
    if "stripes" in case:
        return {"rows": traces.stripes(case["stripes"]), "word": case["word"]}
    chance = random.Random(case["seed"])
    side, kind = case["rows"], case.get("kind", "changed")
    letters = LETTERS[:-1] if kind == "lacking" else LETTERS
    rows = ["".join(chance.choices(letters, k=side)) for _ in range(side)]
    word = traces.spell(rows, traces.walk(rows, 8, case["length"], chance))
    if kind == "changed":
        word = word[:-1] + LETTERS[(LETTERS.index(word[-1]) + 7) % 26]
    return {"rows": rows, "word": "z" + word[1:] if kind == "lacking" else word}


def lexigrid(case: Case) -> Callable[[], Any]:
    """Ask through Python: a call of `trace` on a grid that is there."""
    import lexigrid as lg

    grid, word = lg.Grid.from_rows(case["rows"]), case["word"]
    if case.get("wanted") == "count":
        return lambda: lg.trace(grid, word, paths="count").count
    return lambda: lg.trace(grid, word).status


def ask_program(case: Case, engine: str, repeats: int = 5) -> dict[str, Any]:
    """Run a program in C++ over the question as a file; it times itself."""
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
