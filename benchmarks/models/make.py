"""Puzzle makers: each makes puzzles of the same word lists, and the same code judges them."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import inputs

from models import Answer, Case, Engine, Measured

_MESSAGE = "eatonshrdlucmfwypgbvkxjqzaeiountrslhd"


def prepare(case: Case, folder: Path) -> Case:
    """Draw the word lists of puzzles, or read the file that the case names."""
    from lexigrid.puzzle.generate.words import random_words

    if "file" in case:
        words = [word for line in inputs.data_lines(case["file"]) for word in line.split()]
        return case | {"lists": [words]}
    if case["model"] == "make/book":
        return case
    count, band, seeds = case["words"], case["band"], range(case["lists"])
    lists = [random_words(count, seed, band=band, shortest=4, longest=12) for seed in seeds]
    return case | {"lists": [list(words) for words in lists]}


def make(case: Case) -> int:
    """Make the puzzles of a case with lexigrid; return the count that its model asks for."""
    import lexigrid as lg

    model, size = case["model"], case.get("size")
    if model == "make/one":
        allow: dict[str, Any] = {"allow_missing": True, "allow_subwords": "file" in case}
        return len(lg.make_puzzle(case["lists"][0], size=size, seed=1, **allow).words)
    count = 0
    for seed, words in enumerate(case["lists"]):
        if model == "make/messages":
            letters = 10 + seed % 51
            message = "".join(_MESSAGE[(seed + i * i) % len(_MESSAGE)] for i in range(letters))
            try:
                lg.make_puzzle(words, seed=seed, message=message)
                count += 1
            except lg.PuzzleError:
                pass
            continue
        puzzle = lg.make_puzzle(words, size=size, seed=seed, allow_missing=True)
        if model == "make/all":
            count += len(puzzle.words) == len(words)
        else:
            avoid = lg.rude_words() if model == "make/faults" else ()
            count += count_faults(puzzle.grid, puzzle.words, avoid)
    return count


def word_search_generator(case: Case) -> int:
    """Make the puzzles of a case with word-search-generator: eight directions, no limits."""
    import random

    from word_search_generator import WordSearch

    import lexigrid as lg

    WordSearch.MAX_PUZZLE_WORDS = max(len(words) for words in case["lists"])
    WordSearch.MAX_PUZZLE_SIZE = max(case["size"], WordSearch.MAX_PUZZLE_SIZE)
    count = 0
    for seed, words in enumerate(case["lists"]):
        random.seed(seed)
        made = WordSearch(" ".join(words), level="N,NE,E,SE,S,SW,W,NW", size=case["size"])
        if case["model"] == "make/one":
            return len(made.placed_words)
        if case["model"] == "make/all":
            count += len(made.placed_words) == len(words)
        else:
            placed = [str(word.text) for word in made.placed_words]
            count += count_faults(
                lg.Grid.from_rows(["".join(row) for row in made.puzzle]), placed, ()
            )
    return count


#: word-search-generator does not make books, so it writes one file per puzzle.
_FILES = """
import json, random, sys
from word_search_generator import WordSearch
for seed, words in enumerate(json.load(open(sys.argv[1]))):
    random.seed(seed)
    made = WordSearch(" ".join(words), level="N,NE,E,SE,S,SW,W,NW", size=15)
    made.save(f"{sys.argv[2]}/{seed}.pdf", format="PDF")
"""


def book(case: Case, engine: str) -> Measured:
    """Time a process that makes a book; the answer has its pages and peak memory."""
    from lexigrid.puzzle.generate.book import plan_book
    from lexigrid.puzzle.generate.options import PuzzleOptions
    from lexigrid.puzzle.generate.words import theme_words

    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        if engine == "lexigrid":
            command = [str(Path(sys.executable).parent / "lexigrid"), "book"]
            command += [part for theme in case["themes"] for part in ("--theme", theme)]
            command += ["--pool", str(case["words"]), "--count", str(case["count"])]
            command += ["--size", "15", "--seed", "1", "--output", str(folder / "book.pdf")]
        else:
            pool = [word for theme in case["themes"] for word in theme_words(theme)]
            options = PuzzleOptions.of(words=pool, seed=1)
            plan = plan_book(options, count=case["count"], words=case["words"])
            (folder / "lists.json").write_text(json.dumps(plan.word_lists), "utf-8")
            command = [sys.executable, "-c", _FILES, str(folder / "lists.json"), str(folder)]
        begin = time.perf_counter()
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        assert process.stderr is not None
        errors = process.stderr.read()  # a full pipe would block the process
        _, status, used = os.wait4(process.pid, 0)
        seconds = time.perf_counter() - begin
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode != 0:
            raise RuntimeError(errors.decode().strip()[-400:])
        pages = sum(
            len(re.findall(rb"/Type /Page\b", path.read_bytes())) for path in folder.glob("*.pdf")
        )
    peak = used.ru_maxrss / (1 << 20 if sys.platform == "darwin" else 1 << 10)
    return {"answer": f"{pages} pages, {peak:.0f} MB", "seconds": [seconds]}


def count_faults(grid: Any, words: Any, avoid: Any) -> int:
    """Return 1 if a word does not occur exactly once or an avoided one occurs, else 0."""
    import lexigrid as lg

    seen: dict[str, int] = {}
    for each in lg.find_lines(grid, [*words, *avoid], threads=1):
        seen[each.word] = seen.get(each.word, 0) + 1
    return int(any(seen.pop(word, 0) != 1 for word in words) or bool(seen))


def lexigrid(case: Case) -> Answer | Measured:
    """Prepare the puzzles of lexigrid, or time its book."""
    return book(case, "lexigrid") if case["model"] == "make/book" else lambda: make(case)


def rival(case: Case) -> Answer | Measured:
    """Prepare the puzzles of word-search-generator, or time its files."""
    if case["model"] == "make/book":
        return book(case, "word-search-generator")
    return lambda: word_search_generator(case)


ENGINES: dict[str, Engine] = {"lexigrid": lexigrid, "word-search-generator": rival}
