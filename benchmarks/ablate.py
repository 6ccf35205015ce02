"""Time lexigrid without each of its parts and kernels: what does each earn?

`python benchmarks/ablate.py [PART_OF_A_FAMILY ...]` times families of inputs with all parts,
without each part that may serve them (`native/base/parts.hpp`), and with the kernels of older
instruction sets, in turn. A figure is the least time without the part divided by the least time
with all; above 1, the part saves time. All must give the same answers. The times go to
`records/ablate.json`, which keeps those of other families, and the tables made of them to the end
of `records/kept.md`.
"""

from __future__ import annotations

import json
import random
import string
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any
from unittest import mock

import compare
import inputs
import traces
import walks
from compare import Answer

import lexigrid as lg
from lexigrid import _core
from lexigrid.lexicon import compile as compiler

TIMES = inputs.FOLDER / "records" / "ablate.json"
RECORD = inputs.FOLDER / "records" / "kept.md"
MARK = "<!-- What follows is written by benchmarks/ablate.py. -->\n"
ROUNDS = 5
DEADLINE = 0.2  # seconds of a trace
SAVES = 1.1  # a part stays if it saves a tenth of the time of a family, or decides a question

#: Parts of the core by what they serve, and functions of the compiler of lexicons.
PARTS = {
    "lines": "watching,split,Teddy,trie scan,Aho-Corasick,bucket sets,refined fingerprints,"
    "signature,pairs",
    "paths": "packed,bitset,window,plain,changes,swaps",
    "traces": "portfolio,segmentation,walks,letters,sweep,starts,runs,reachability,backward,"
    "forward,clauses,bidirectional,learning",
    "lexicons": "radix sort,_is_plain_ascii,_compile_characters",
}
#: By family and setting: the seconds; for traces, also the status of each question.
Times = dict[str, dict[str, tuple[float, str]]]


@contextmanager
def without(setting: str) -> Iterator[None]:
    """Leave out a part, or use the kernels of another instruction set."""
    is_target, is_function = setting in _core.cpu_targets(), setting.startswith("_")
    _core.set_cpu_target(setting if is_target else "")
    _core.leave_out([setting] if setting and not is_target and not is_function else [])
    if is_function:  # which declines then
        with mock.patch.object(compiler, setting, return_value=None):
            yield
    else:
        yield


# --- families: each prepares an input and returns the call to time --------------------------------


def search_tiles(side: int, count: int, tiles: list[str]) -> Answer:
    """Find words in a grid of letters in which one cell in 500 is one of these tiles."""
    rng = random.Random(1)
    rows = [[*text] for text in inputs.draw_texts(side, side, 1)]
    for _ in range(side * side // 500):
        rows[rng.randrange(side)][rng.randrange(side)] = rng.choice(tiles)
    grid, words = lg.Grid.from_rows(rows), lg.Lexicon(inputs.sample_words(count))
    return lambda: lg.find_lines(grid, words, threads=1).to_numpy()


def search_near_misses() -> Answer:
    grid, words = lg.Grid.from_rows(["a" * 200] * 200), ["a" * 60 + "b", "b" + "a" * 50 + "c"]
    words += ["a" * n + "b" for n in range(20, 59)]
    return lambda: lg.find_lines(grid, words, threads=1).count


def search_alphabet() -> Answer:
    """Find words of 40 letters, more than a node of the trie of symbols distinguishes."""
    rng, letters = random.Random(1), string.ascii_lowercase + "βγδζηθκλμνξπρσ"
    grid = lg.Grid.from_rows(["".join(rng.choices(letters, k=60)) for _ in range(60)])
    words = {"".join(rng.choices(letters, k=rng.randint(3, 6))) for _ in range(50_000)}
    lexicon = lg.Lexicon(sorted(words))
    return lambda: lg.find_paths(grid, lexicon, min_length=3).to_numpy().cells


def decide(questions: list[tuple[lg.Grid, str, dict[str, Any]]]) -> Answer:
    """Trace each question; "T" if it takes longer than DEADLINE seconds of processor time."""

    def answer() -> str:
        statuses = ""
        for grid, word, options in questions:
            begin = time.thread_time()
            found = lg.trace(grid, word, deadline=2 * DEADLINE, **options)
            late = time.thread_time() - begin > DEADLINE
            late |= "paths" in options and not found.complete
            statuses += "T" if late or found.status == "undetermined" else found.status[0].upper()
        return statuses

    return answer


def hard(family: str, seed: int, **options: Any) -> Answer:
    """Trace six to eleven questions of a family of `traces.py`."""

    def rngs(number: int) -> random.Random:
        return random.Random(number + seed * 1_000_003)

    drawn = [*getattr(traces, family)(rngs)]
    chosen = drawn[:: max(1, len(drawn) // 6)]
    questions = []
    for q in chosen:
        topology = "king" if q.neighbours == 8 else "rook"
        questions.append((lg.Grid.from_rows(q.rows), q.word, {"topology": topology, **options}))
    return decide(questions)


def walk_tiles(tiles: list[str], lengths: tuple[int, ...], **options: Any) -> Answer:
    """Trace words along paths of grids with tiles of several letters, intact and spoiled."""
    rng, questions = random.Random(3), []
    for side in (6, 12, 30):
        for length in lengths:
            rows = [rng.choices(tiles, k=side) for _ in range(side)]
            cells = walks.walk(["x" * side] * side, 8, length, rng)
            word = "".join(rows[r][c].strip("[]").split(",")[0] for r, c in cells)
            grid = lg.Grid.from_rows(rows)
            changed = word[:-1] + ("b" if word[-1] == "a" else "a")
            questions += [(grid, w, options) for w in (word, changed, word[::-1])]
    return decide(questions)


def count_paths(**options: Any) -> Answer:
    """Count or list the paths of words in grids of two and three letters."""
    rng, questions = random.Random(5), []
    for side, length in ((5, 25), (6, 30), (8, 12), (12, 9), (30, 6)):
        for letters in ("ab", "abc"):
            rows = ["".join(rng.choices(letters, k=side)) for _ in range(side)]
            cells = walks.walk(rows, 8, length, rng)
            word = "".join(rows[r][c] for r, c in cells)
            questions.append((lg.Grid.from_rows(rows), word, options))
    return decide(questions)


def compile_words(words: list[str]) -> Answer:
    return lambda: lg.Lexicon(words).fingerprint


def read_words(words: list[str]) -> Answer:
    TIMES.with_suffix(".txt").write_text("\n".join(words), "utf-8")
    return lambda: lg.Lexicon.read(TIMES.with_suffix(".txt")).fingerprint


def families() -> Iterator[tuple[str, str, Callable[[], Answer]]]:
    """Yield group, name, and the function that prepares the call."""
    for row, prepare in compare.ROWS.items():
        group = {"lines": "lines", "paths": "paths"}.get(row.split()[0])
        if group:
            yield group, row.removeprefix(group).strip(), prepare
    for count in (30, 60, 128, 200):
        words = inputs.sample_words(count)
        yield "lines", f"1000x1000, {count} words", partial(compare.find_lines, 1000, words)
    yield "lines", "1000x1000, 100 words, few wild tiles", lambda: search_tiles(1000, 100, ["?"])
    yield "lines", "1000x1000, 100 words, few tiles [qu]", lambda: search_tiles(1000, 100, ["qu"])
    yield "lines", "200x200, near misses", search_near_misses
    yield "paths", "60x60, alphabet of 40 letters", search_alphabet
    for seed in (0, 11):
        for family in (f.__name__ for f in traces.FAMILIES):
            yield "traces", f"{family}, seed {seed}", partial(hard, family, seed)
    twice = ["a", "b", "[a,ab]", "[b,ba]"]
    plain = ["a", "b", "c", "ab", "ca"]
    yield "traces", "tiles of two letters", lambda: walk_tiles(plain, (8, 12, 16))
    yield "traces", "tiles of two letters, counts", lambda: walk_tiles(plain, (5, 8), paths="count")
    yield "traces", "tiles of two letters, reuse", lambda: walk_tiles(plain, (8, 16), reuse=True)
    yield "traces", "tiles with two readings", lambda: walk_tiles(twice, (8, 12))
    listed = partial(hard, "whole_words", 0, paths="all", limit=1)
    yield "traces", "whole_words, seed 0, lists", listed
    yield "traces", "counts", lambda: count_paths(paths="count")
    yield "traces", "lists", lambda: count_paths(paths="all", limit=100)
    yield "traces", "counts with reuse", lambda: count_paths(paths="count", reuse=True)
    words = inputs.sample_words(100_000)
    accented = [word.replace("e", "é").replace("a", "ä") for word in words]
    for name, some in (("ASCII", words), ("accented", accented)):
        for count in (100, 100_000):
            yield "lexicons", f"{count:,} {name} words", partial(compile_words, some[:count])
            yield "lexicons", f"file of {count:,} {name} words", partial(read_words, some[:count])


# --- measuring ------------------------------------------------------------------------------------


def differ(a: Any, b: Any) -> bool:
    """Do two answers contradict each other? A question out of time contradicts nothing."""
    if isinstance(a, str) and set(a) <= set("FAUT"):
        return any(x != y and "T" not in (x, y) for x, y in zip(a, b, strict=True))
    return compare.checksum(a) != compare.checksum(b)


def measure(group: str, prepare: Callable[[], Answer]) -> dict[str, tuple[float, str]]:
    """Time all settings in turn."""
    targets = [] if group == "lexicons" else _core.cpu_targets()[:-1]
    settings = ["", *PARTS[group].split(","), *targets]
    calls: dict[str, Answer] = {}
    answers: dict[str, Any] = {}
    seconds: dict[str, list[float]] = {setting: [] for setting in settings}
    for number in range(ROUNDS):
        for setting in settings if number % 2 == 0 else reversed(settings):
            with without(setting):
                if number == 0:  # each setting has caches of its own
                    calls[setting] = prepare()
                    answers[setting] = calls[setting]()
                spent = 0.0
                while spent < 0.03 and (sum(seconds[setting]) < 0.5 or number < 3):
                    begin = time.process_time()
                    calls[setting]()
                    seconds[setting].append(time.process_time() - begin)
                    spent += seconds[setting][-1]
    for setting, answer in answers.items():
        if differ(answers[""], answer):
            raise RuntimeError(f"the answer changes without {setting}")
    return {s: (min(seconds[s]), answers[s] if group == "traces" else "") for s in settings}


# --- the record -----------------------------------------------------------------------------------


def rows(times: Times, part: str) -> Iterator[tuple[float, str, int]]:
    """Yield the ratio, the family, and the number of questions decided only with the part."""
    for family, settings in times.items():
        if part in settings:
            (whole, statuses), (seconds, others) = settings[""], settings[part]
            decided = sum(b == "T" != a for a, b in zip(statuses, others, strict=True))
            yield seconds / whole, family.partition(": ")[2], decided


def tables(times: Times) -> Iterator[str]:
    for group, parts in PARTS.items():
        yield f"\n## Measured: {group}\n"
        yield "| part | largest ratios | questions decided only with it | decision |"
        yield "|---|---|---|---|"
        for part in parts.split(","):
            measured = sorted(rows(times, part), reverse=True)
            best = [f"{family} {ratio:.2f}" for ratio, family, _ in measured[:3] if ratio > 1.04]
            only = [f"{family} {count}" for _, family, count in measured if count]
            stays = bool(only) or any(ratio >= SAVES for ratio, _, _ in measured)
            decision = "stays" if stays else "saves less than a tenth"
            yield f"| {part.strip('_')} | {'; '.join(best)} | {'; '.join(only)} | {decision} |"
    yield "\n## Measured: instruction sets\n"
    yield f"Time with the kernels of each set, divided by that of {_core.cpu_targets()[-1]}.\n"
    older = _core.cpu_targets()[:-1]
    yield f"| family | {' | '.join(older)} |"
    yield f"|---|{'---|' * len(older)}"
    for family, settings in times.items():
        if older[0] in settings:
            ratios = [settings[each][0] / settings[""][0] for each in older]
            yield f"| {family} | {' | '.join(f'{ratio:.2f}' for ratio in ratios)} |"


def main() -> None:
    times: Times = json.loads(TIMES.read_text()) if TIMES.exists() else {}
    for group, name, prepare in families():
        family = f"{group}: {name}"
        if not sys.argv[1:] or any(part in family for part in sys.argv[1:]):
            begin = time.perf_counter()
            times[family] = measure(group, prepare)
            print(f"{family:60} {time.perf_counter() - begin:6.1f} s", flush=True)
            TIMES.write_text(json.dumps(times, indent=0) + "\n")
    TIMES.with_suffix(".txt").unlink(missing_ok=True)
    before = RECORD.read_text("utf-8").partition(MARK)[0]
    RECORD.write_text(before + MARK + "\n".join(tables(times)) + "\n", "utf-8")


if __name__ == "__main__":
    main()
