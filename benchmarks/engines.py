"""The engines of the benchmarks: each answers a case and measures its time.

Only the answer is timed, not the preparation. `python engines.py ENGINE CASE.json` prints the
answer and the seconds of each repetition as one line of JSON.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import batches
import makers
import single
from rivals import lines

Case = dict[str, Any]
#: A prepared call, to be timed repeatedly.
Answer = Callable[[], Any]


def lexigrid_engine(case: Case) -> Answer:
    """Prepare lexigrid for the models shared with rivals."""
    import lexigrid as lg

    model = case["model"]
    if model.startswith("paths/"):
        return lexigrid_paths(case)
    if model == "lines/native":
        return line_search_alone(case)
    if model == "read":
        return lambda: len(lg.Lexicon.read(case["lexicon"]))
    if model == "load":
        saved = Path(case["folder"]) / "saved.lexicon"
        lg.Lexicon.read(case["lexicon"]).save(saved)
        return lambda: len(lg.Lexicon.load(saved))
    if model.startswith("lines/"):
        return lexigrid_lines(case)
    if model == "compile/list":
        return lambda: len(lg.Lexicon(case["words"]))
    if model == "trace/call":
        return single.lexigrid(case)
    if model.startswith("make/"):
        return lambda: makers.lexigrid(case)
    if model == "open":
        from lexigrid.lexicon.image import DEFAULT_PATH, load_image

        return lambda: load_image(DEFAULT_PATH, validate=False)[0].word_count
    raise ValueError(model)


def lexigrid_paths(case: Case, threads: int = 1) -> Answer:
    """Prepare lexigrid for the path models."""
    import numpy as np

    import lexigrid as lg

    model = case["model"]
    lexicon = lg.Lexicon.read(case["lexicon"])
    if model == "paths/grid":
        grid = lg.Grid.parse("\n".join(case["rows"]))
        return lambda: lg.find_paths(grid, lexicon, min_length=3).to_numpy().cells.size
    size = tuple(case["size"])
    options: dict[str, Any] = {"size": size, "qu": True, "min_length": 3}
    if model == "paths/changes":
        return lambda: sum(
            int(lg.score_changes(board, lexicon, **options).sum()) for board in case["boards"]
        )
    if model == "paths/swaps":
        cells = size[0] * size[1]
        return lambda: sum(
            int(np.tril(lg.score_swaps(board, lexicon, **options).reshape(cells, cells), -1).sum())
            for board in case["boards"]
        )
    options["threads"] = threads
    if model == "paths/call":
        return lambda: sum(
            int(lg.score_grids([board], lexicon, **options)[0]) for board in case["boards"]
        )
    listed: list[str] = case["changed"] if "changed" in case else case["boards"]
    boards = np.frombuffer("".join(listed).encode(), np.uint8).reshape(len(listed), -1)
    if model == "paths/list":
        options |= {"paths": case["paths"], "sort": case["sort"]}
        return lambda: int(lg.find_paths_many(boards, lexicon, **options).scores.sum())
    return lambda: int(lg.score_grids(boards, lexicon, **options).sum())


def make_set(case: Case) -> Answer:
    """Prepare a Python set of the words."""
    return lambda: len(set(case["words"]))


def lexigrid_lines(case: Case) -> Answer:
    """Prepare the line search, from an array of letters to an array of occurrences."""
    import lexigrid as lg
    from lexigrid.search.encode import compiled_words

    letters = lines.letters_of(case)
    threads = case.get("threads", 1)
    words = case["words"]
    if case["model"] == "lines/search":
        words = lg.Lexicon(words)

    def answer() -> int:
        compiled_words.clear()  # the words are compiled every time
        return len(lg.find_lines(lg.Grid.from_array(letters), words, threads=threads).to_numpy())

    return answer


def line_search_alone(case: Case) -> Answer:
    """Prepare the native line search, including words, grid and tile tables."""
    import lexigrid as lg
    from lexigrid import _core
    from lexigrid._util.validation import NO_LIMIT
    from lexigrid.search.encode import MAX_STORED_LINES, lexicon_for, tile_texts

    grid = lg.Grid.from_array(lines.letters_of(case))
    lexicon = lexicon_for(grid, case["words"])
    options: dict[str, Any] = {"directions": 0xFF, "wrap": False, "first_only": False}
    options |= {"count_only": False, "any_letter": None, "limit": NO_LIMIT}
    options |= {"max_stored": MAX_STORED_LINES, "threads": case.get("threads", 1)}
    options |= {"deadline": -1.0, "progress": None, "through": None}
    place = lexicon.core, tile_texts(grid, lexicon.alphabet), grid.codes
    shape = grid.rows, grid.columns
    return lambda: _core.find_lines(*place, *shape, **options).count


def line_search_memory(case: Case) -> Answer:
    """Prepare a line search; the answer is its memory in megabytes, without the grid.

    The memory of the result counts. Linux only, because the peak must be reset.
    """
    import lexigrid as lg

    letters = lines.letters_of(case)
    lexicon = lg.Lexicon(case["words"])
    grid = lg.Grid.from_array(letters)
    lg.find_lines(lg.Grid.parse("tea/ant/oat"), ["oat"]).to_numpy()  # load what every search needs

    def status(name: str) -> int:
        text = Path("/proc/self/status").read_text("ascii")
        return int(text.split(f"{name}:")[1].split()[0]) * 1024

    def answer() -> int:
        Path("/proc/self/clear_refs").write_text("5", "ascii")
        before = status("VmRSS")
        found = len(lg.find_lines(grid, lexicon, threads=case.get("threads", 1)).to_numpy())
        beyond = status("VmHWM") - before
        if beyond > (64 << 20) + 16 * found:
            raise ValueError(f"{found} occurrences took {beyond} bytes in addition to the grid")
        return round(beyond / 1e6)

    return answer


def lexicon_memory(case: Case) -> Answer:
    """Prepare lexicons read from a file; the answer is their memory in tenths of a MB.

    `image` is the size of a lexicon; `each` is the growth of the resident memory per lexicon over
    eight lexicons; `first` is the growth for the first, including memory that the allocator keeps
    after compiling. Linux only.
    """
    import gc

    import lexigrid as lg

    small = Path(case["folder"]) / "small.txt"
    small.write_text("oat\n", "ascii")
    lg.find_paths(lg.Grid.parse("tea/ant/oat"), lg.Lexicon.read(small))

    def resident() -> int:
        gc.collect()
        text = Path("/proc/self/status").read_text("ascii")
        return int(text.split("VmRSS:")[1].split()[0]) * 1024

    # Measured once: freed memory stays with the process, so a second run would see less.
    lexicons: list[lg.Lexicon] = []
    sizes = [resident()]
    for _ in range(8):
        lexicons.append(lg.Lexicon.read(case["lexicon"]))
        sizes.append(resident())
    image = lexicons[0].core.image.nbytes
    each = max(image, (sizes[-1] - sizes[0]) // len(lexicons))
    if each > 8e6:
        raise ValueError(f"a lexicon keeps {each} bytes, expected at most 8,000,000")
    answer = {"image": image, "each": each, "first": sizes[1] - sizes[0]}
    return lambda: {name: round(size / 1e5) for name, size in answer.items()}


class TargetReachedError(Exception):
    """Ends a search that has reached the target of the case."""


def best_board(case: Case) -> Answer:
    """Prepare the search for the best board: one round."""
    import lexigrid as lg

    lexicon, size = lg.Lexicon.read(case["lexicon"]), tuple(case["size"])
    options: dict[str, Any] = {"size": size, "rules": lg.Rules(), "processes": 1}
    return lambda: lg.optimize_board(lexicon, seed=case["seed"], **options).score


def first_best_board(case: Case) -> Answer:
    """Prepare the same search, ended when it reaches the target of the case."""
    import lexigrid as lg

    lexicon, size = lg.Lexicon.read(case["lexicon"]), tuple(case["size"])
    options: dict[str, Any] = {"size": size, "rules": lg.Rules(), "processes": 1}

    def stop(board: lg.BestBoard) -> None:
        if board.score >= case["target"]:
            raise TargetReachedError

    def answer() -> int:
        try:
            found = lg.optimize_board(lexicon, seed=case["seed"], progress=stop, **options)
        except TargetReachedError:
            return int(case["target"])
        return found.score

    return answer


def find_boards(case: Case) -> Answer:
    """Prepare searches for boards to a specification; the answer is the number that meet it."""
    import lexigrid as lg

    spec = lg.BoardSpec(
        words=lg.IntRange(*case["words"]),
        score=lg.IntRange(*case["score"]),
        longest=lg.IntRange(case["longest"]),
        contains=tuple(case["contains"]),
        common=True,
    )
    seeds = range(1, case["count"] + 1)
    return lambda: sum(lg.find_board(spec, seed=seed).met for seed in seeds)


def opponent_share(case: Case) -> Answer:
    """Prepare opponents of a level; the answer is their mean share of the points in thousandths."""
    import lexigrid as lg

    games = [
        lg.Game.start(lg.roll(case["dice"], seed=seed)) for seed in range(1, case["count"] + 1)
    ]

    def answer() -> int:
        total = 0.0
        for seed, game in enumerate(games, 1):
            found = lg.Opponent(case["level"]).find_words(game.solution, seed=seed)
            points = sum(word.score for each in found if (word := game.solution.find(each.word)))
            total += points / max(1, game.solution.score)
        return round(1000 * total / len(games))

    return answer


#: Engines of models without rivals, by model.
MODELS: dict[str, Callable[[Case], Answer]] = {
    "boards/best": best_board,
    "lines/memory": line_search_memory,
    "lexicon/memory": lexicon_memory,
    "boards/first-best": first_best_board,
    "boards/order": find_boards,
    "play/level": opponent_share,
    "batch/memory": batches.peak_memory,
    "batch/resume": batches.resume,
}

ENGINES: dict[str, Callable[[Case], Answer]] = {
    "lexigrid": lexigrid_engine,
    "lexigrid-two-threads": lambda case: lexigrid_paths(case, threads=2),
    "one-by-one": lambda case: lexigrid_paths({**case, "model": "paths/score"}),
    "score_grids": batches.scores_in_memory,
    "batch": batches.run_job,
    "batch-dask": batches.run_job_on_dask,
    "set-of-words": make_set,
    **lines.ENGINES,
    "word-search-generator": lambda case: lambda: makers.word_search_generator(case),
}


def run_textbook_paths(case: Case, program: str) -> dict[str, Any]:
    """Run the textbook solver in C++, which measures its own time."""
    boards = Path(case["folder"]) / "boards.txt"
    listed: list[str] = case["changed"] if "changed" in case else case["boards"]
    boards.write_text("\n".join(listed) + "\n")
    rows, columns = map(str, case["size"])
    command = [program, case["lexicon"], str(boards), rows, columns, "5"]
    run = subprocess.run(command, capture_output=True, text=True, check=True)
    _, _, points, seconds = run.stdout.split()
    return {"answer": int(points), "seconds": [float(seconds)]}


def run_recursion(case: Case, program: str) -> dict[str, Any]:
    """Run the recursion over lexigrid's trie, which measures its own time."""
    grid = Path(case["folder"]) / "grid.txt"
    grid.write_text("\n".join(case["rows"]) + "\n")
    command = [program, case["lexicon"], str(grid), "5"]
    run = subprocess.run(command, capture_output=True, text=True, check=True)
    _, _, cells, seconds = run.stdout.split()
    return {"answer": int(cells), "seconds": [float(seconds)]}


def run_process(case: Case, engine: str) -> dict[str, Any]:
    """Time a whole process."""
    command = [sys.executable, "-c", "pass"]
    if engine != "python-nothing":
        command = [str(Path(sys.executable).parent / "lexigrid"), *case["command"]]
    seconds = []
    for _ in range(5):
        begin = time.perf_counter()
        subprocess.run(command, capture_output=True, check=True)
        seconds.append(time.perf_counter() - begin)
    return {"answer": None, "seconds": seconds}


def run(engine: str, case: Case) -> dict[str, Any]:
    """Answer a case once to warm up, then measure several repetitions."""
    name, _, target = engine.partition(":")
    target, _, threads = target.partition("@")
    if threads:
        case = case | {"threads": int(threads)}
    if case["model"] == "make/book":
        return makers.book(case, name)
    if case["model"] == "process":
        return run_process(case, engine)
    if name == "textbook-c++":
        return run_textbook_paths(case, case["textbook"])
    if name in ("backtracking", "core"):
        return single.ask_program(case, name)
    if name == "recursion-c++":
        return run_recursion(case, case["recursion"])
    if target:
        import lexigrid

        lexigrid.set_cpu_target(target)
    answer = (MODELS.get(case["model"]) or ENGINES[name])(case)
    begin = time.perf_counter()
    first = answer()
    warming = time.perf_counter() - begin
    if "expected" in case and abs(first - case["expected"]) > case.get("within", 0):
        raise ValueError(f"the answer is {first}, expected {case['expected']}")
    if warming > 3:  # long enough that warming up does not matter
        return {"answer": first, "seconds": [warming]}
    seconds: list[float] = []
    # Calls of microseconds are repeated more often, because the first ones run cold.
    while not seconds or (len(seconds) < 7 and sum(seconds) < 1.5) or sum(seconds) < 0.02:
        begin = time.perf_counter()
        answer()
        seconds.append(time.perf_counter() - begin)
    return {"answer": first, "seconds": seconds}


if __name__ == "__main__":
    print(json.dumps(run(sys.argv[1], json.loads(Path(sys.argv[2]).read_text("utf-8")))))
