"""Traces of one word: hard questions, which must be decided in time, and one question repeated."""

from __future__ import annotations

import random
import string
import time
from collections.abc import Iterator, Mapping
from pathlib import Path

import inputs
import traces
import walks

from models import Answer, Case, Engine, Measured, check_equal

#: Status ("S" found, "U" absent, "T" out of time), seconds of processor time, seconds of wall time
#: beyond the deadline.
Outcome = tuple[str, float, float]
STATUS = {"S": "found", "U": "absent", "T": "undetermined"}
_LETTER = {status: letter for letter, status in STATUS.items()}


def prepare(case: Case, folder: Path) -> Case | None:
    """Compile the rivals, and draw the question of `trace/call`."""
    case["program"] = inputs.compile_program(folder, "textbook_trace")
    if case["model"] == "trace/call":
        case |= draw(case)
        case["core"] = inputs.compile_program(folder, "core_trace", with_core=True)
    return case if case["program"] and case.get("core", True) else None


def draw(case: Case) -> Case:
    """Draw a square of letters and a word along a path, or return the striped sample.

    Depending on the kind, the last letter of the word is changed ("changed"), the first is replaced
    by a letter that the grid lacks ("lacking"), or the word is kept ("found").
    """
    if "stripes" in case:
        return {"rows": traces.stripes(case["stripes"]), "word": case["word"]}
    rng, alphabet = random.Random(case["seed"]), string.ascii_lowercase
    side, kind = case["rows"], case.get("kind", "changed")
    letters = alphabet[:-1] if kind == "lacking" else alphabet
    rows = ["".join(rng.choices(letters, k=side)) for _ in range(side)]
    word = walks.spell(rows, walks.walk(rows, 8, case["length"], rng))
    if kind == "changed":
        word = word[:-1] + alphabet[(alphabet.index(word[-1]) + 7) % 26]
    return {"rows": rows, "word": "z" + word[1:] if kind == "lacking" else word}


# --- trace/call -----------------------------------------------------------------------------------


def call(case: Case) -> Answer:
    """Prepare calls of `trace` from Python with an existing grid."""
    import lexigrid as lg

    grid, word = lg.Grid.from_rows(case["rows"]), case["word"]
    if case.get("wanted") == "count":
        return lambda: lg.trace(grid, word, paths="count").count
    return lambda: lg.trace(grid, word).status


def ask_program(case: Case, command: list[str], repeats: int) -> Measured:
    """Run a C++ program on the question; it measures its own time.

    A program that reaches its deadline has no answer and is not compared.
    """
    rows, question = case["rows"], Path(case["folder"]) / "question.txt"
    question.write_text("\n".join([f"8 {len(rows)} {len(rows[0])} ?", *rows, case["word"], ""]))
    lines = inputs.run_program(*command, *[question] * repeats)
    status, *more, _ = lines[0].split()
    answer = int(more[0]) if more and case.get("wanted") == "count" else STATUS[status]
    return {"answer": answer, "seconds": [float(line.split()[-1]) for line in lines]}


def core(case: Case) -> Measured:
    """Repeat the question in the core, without Python."""
    return ask_program(case, [case["core"], case.get("wanted", "one"), "60"], 5)


# --- trace/decide ---------------------------------------------------------------------------------


def decide(case: Case) -> Measured:
    """Decide all hard questions; creating the grids is not timed."""
    return summarize([*_trace_all(case)])


def _trace_all(case: Case) -> Iterator[Outcome]:
    import lexigrid as lg
    from lexigrid import _core
    from lexigrid.search.trace import TraceOptions, TraceQuery

    for q in traces.questions(case["seed"]):
        cells = memoryview("".join(q.rows).encode()).cast("B", (len(q.rows), len(q.rows[0])))
        grid = lg.Grid.from_array(cells)
        topology = "king" if q.neighbours == 8 else "rook"
        arguments = TraceQuery(grid, q.word).arguments(TraceOptions(topology=topology))
        patience = case["deadline"] * case.get("patience", 1)
        wall, begin = time.perf_counter(), time.thread_time()
        result = _core.trace(*arguments, wanted=0, limit=1, deadline=patience)
        spent, late = time.thread_time() - begin, time.perf_counter() - wall - patience
        status = _LETTER[result.status] if spent < case["deadline"] else "T"
        yield status, spent, max(late, 0.0)


def backtracking(case: Case) -> Measured:
    """Run the textbook program, which times itself, on the question or on all hard ones."""
    limit = case.get("rival_deadline", 60)
    command = [case["program"], str(limit)]
    if case["model"] == "trace/call":
        return ask_program(case, command, 1 if "rival_deadline" in case else 5)
    folder = Path(case["folder"]) / "questions"
    traces.write(folder, case["seed"])
    files = [folder / q.name for q in traces.questions(case["seed"])]
    found = (line.split() for line in inputs.run_program(*command, *files))
    return summarize([(each, float(s), max(float(s) - limit, 0.0)) for each, s in found])


def summarize(outcomes: list[Outcome]) -> Measured:
    """Return the decisions as an answer, and the seconds of all questions together."""
    spent = sorted(seconds for _, seconds, _ in outcomes)
    soon = sorted(seconds for status, seconds, _ in outcomes if status != "T")
    counts = [sum(seconds < limit for seconds in soon) for limit in (1, 0.1, 0.001)]
    late = max(late for _, _, late in outcomes) * 1000
    text = f"{len(soon)} of {len(outcomes)} decided: 1 s {counts[0]} 100 ms {counts[1]} 1 ms "
    text += f"{counts[2]}; median {spent[len(spent) // 2]:.6f} s; at most {late:.0f} ms late"
    statuses = "".join(status for status, _, _ in outcomes)
    return {"answer": text, "seconds": [sum(spent)], "statuses": statuses}


def check(case: Case, measured: Mapping[str, Measured]) -> None:
    """Raise an error if decisions contradict each other or a known answer."""
    if case["model"] == "trace/call":
        return check_equal(case, measured)
    for number, q in enumerate(traces.questions(case["seed"])):
        given = {engine: each["statuses"][number] for engine, each in measured.items()}
        if len(({*given.values()} - {"T"}) | ({q.known} - {"?"})) > 1:
            raise RuntimeError(f"{case['name']}: {q.name}: {given}, known {q.known}")
    return None


ENGINES: dict[str, Engine] = {
    "lexigrid": lambda case: (call if case["model"] == "trace/call" else decide)(case),
    "core": core,
    "backtracking": backtracking,
}
