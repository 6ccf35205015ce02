"""Ask questions through every public function, with the board and the words in every form.

Each answer must equal that of the oracle, and no option may be ignored.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

import lexigrid as lg
import naive
from batch_files import KINDS, read_rows, write_rows
from commands import call
from lexigrid.batch import run_batch
from lexigrid.batch.job import TASKS, Task
from questions import LISTED, Question, forms_of_board, forms_of_words, make_question

#: The name endings of batch input.
SUFFIXES = KINDS | {"tsv": ".tsv"}


def ask_paths(rng: random.Random, q: Question, board: Any, words: Any) -> None:
    first = q.first(q.limit)
    paths = rng.choice(["none", "one", "all"])
    options: dict[str, Any] = q.search | {"sort": q.sort, "limit": q.limit, "paths": paths}
    counts = rng.random() < 0.4
    found = lg.find_paths(board, words, count_only=counts, **options)
    listed = [(f.word, f.score, f.spellings, f.paths[LISTED[paths]]) for f in first]
    assert ([] if counts else listed) == [
        (f.word, f.score, f.spellings, tuple(f.paths)) for f in found
    ]
    assert (len(first), sum(f.score for f in first)) == (found.count, found.score)
    assert (len(first) == len(q.found)) == found.complete
    count = sum(len(f.paths) for f in first) if paths == "all" else None
    assert count == found.path_count


def ask_many(rng: random.Random, q: Question, boards: Any, words: Any, reading: Any) -> None:
    paths: Any = rng.choice(["none", "one"])
    options: dict[str, Any] = {"sort": q.sort, "limit": q.limit, "paths": paths}
    many = lg.find_paths_many(boards, words, **q.search, **options, **reading)
    first = q.first(q.limit)
    expected = [(f.word, f.score, f.paths[LISTED[paths]]) for f in first]
    for found in many:
        assert expected == [(f.word, f.score, tuple(f.paths)) for f in found]
        assert (len(first) == len(q.found)) == found.complete
    texts = list(many.words)
    assert [f.word for f in first] * len(many) == texts
    assert [sum(f.score for f in first)] * len(many) == many.scores.tolist()


def ask_scores(rng: random.Random, q: Question, boards: Any, words: Any, reading: Any) -> None:
    scores = lg.score_grids(boards, words, **q.search, **reading)
    assert [q.total] * len(scores) == scores.tolist()


def ask_changes(rng: random.Random, q: Question, board: Any, words: Any, reading: Any) -> None:
    scores = lg.bulk.score_changes(
        board, words, **q.search, **(reading | ({"qu": True} if q.qu else {}))
    )
    letters = q.lexicon.letters
    assert (*size_of(q), len(letters)) == scores.shape
    row, column, k = (rng.randrange(count) for count in scores.shape)
    tokens = [list(each) for each in q.tokens]
    if tokens[row][column] != ".":
        tokens[row][column] = lg.Tile(letters[k], (letters[k],)).format()
    assert q.score(tokens) == scores[row, column, k]


def ask_swaps(rng: random.Random, q: Question, board: Any, words: Any, reading: Any) -> None:
    scores = lg.bulk.score_swaps(board, words, **q.search, **reading)
    assert size_of(q) * 2 == scores.shape
    a, b, c, d = (rng.randrange(count) for count in scores.shape)
    tokens = [list(each) for each in q.tokens]
    if "." not in (tokens[a][b], tokens[c][d]):
        tokens[a][b], tokens[c][d] = tokens[c][d], tokens[a][b]
    assert q.score(tokens) == scores[a, b, c, d] == scores[c, d, a, b]


def ask_trace(rng: random.Random, q: Question, board: Any) -> None:
    word = rng.choice(q.words)
    expected = q.paths_of(word)
    answer = lg.trace(board, word, topology=q.topology, wrap=q.wrap, paths="all", limit=None)
    assert (expected, len(expected)) == (tuple(answer.paths), answer.count)
    assert ("found" if expected else "absent", True) == (answer.status, answer.complete)
    topology = lg.Topology(q.topology, q.wrap)
    limited = lg.trace(board, word, topology=topology, paths="all", limit=q.limit)
    assert (expected[: q.limit], len(expected)) == (tuple(limited.paths), limited.count)


def ask_lines(rng: random.Random, q: Question, board: Any, words: Any) -> None:
    first = rng.random() < 0.3
    expected = naive.find_lines(q.reference, q.words, wrap=q.wrap, first=first)
    missing = naive.missing_words(q.reference, q.words, expected)
    options: dict[str, Any] = {"wrap": q.wrap, "first": first}
    found = lg.find_lines(board, words, **options)
    assert expected == [(o.word, o.cells, o.direction) for o in found]
    assert missing == list(found.missing) or isinstance(words, lg.Lexicon)
    assert sorted(missing) == sorted(found.missing)
    cut = lg.find_lines(board, list(q.words), limit=q.limit, count_only=True, **options)
    assert len(expected[: q.limit]) == cut.count
    assert (len(expected) == cut.count) == cut.complete


def ask_game(rng: random.Random, q: Question, board: Any, words: Any) -> None:
    rules = lg.Rules(min_length=q.min_length)
    game = lg.Game.start(board, words, rules=rules)
    topology = lg.Topology()
    found = naive.find_paths(q.reference, q.words, topology=topology, min_length=q.min_length)
    assert [(spellings[0], paths[0]) for _, spellings, paths in found] == [
        (each.word, each.path) for each in game.solution.words
    ]


def ask_command(rng: random.Random, q: Question, folder: Path) -> None:
    """Ask `lexigrid paths` for all words, `lines` and `trace` for one of them."""
    plain = lg.Grid.from_rows(q.tokens)
    words = folder / "words.txt"
    words.write_text("\n".join(q.words) + "\n", "utf-8")
    reading = ["--qu"] if q.qu else []
    for name, value in q.alphabet.items():
        option = f"--{name.replace('_', '-')}"
        reading += [option] if value is True else [option, value]
    walk = [f"--topology={q.topology}"] + (["--wrap"] if q.wrap else [])

    def run(command: str, *arguments: str) -> tuple[int, Any]:
        text = plain.format(one_line=True)
        if rng.random() < 0.5 or text.startswith(("-", "/", ".")):
            text, given = "-", plain.format()
        else:
            given = None
        end = ("--", text, *arguments[:1])
        result = call(command, "--format=json", *reading, *arguments[1:], *end, given=given)
        return result.exit_code, json.loads(result.stdout)

    word = rng.choice(q.words).replace(",", "")  # a comma between words is refused
    expected = q.paths_of(word)
    status, answer = run("trace", word, "--paths=all", *walk)
    assert (0 if expected else 1, as_lists(expected)) == (status, answer["answers"][0]["paths"])
    lines = naive.find_lines(q.reference, [word], wrap=q.wrap)
    status, answer = run("lines", word, *(["--wrap"] if q.wrap else []))
    assert (0 if lines else 1, [[list(line[0]), list(line[-1])] for _, line, _ in lines]) == (
        status,
        [[each["start"], each["end"]] for each in answer["occurrences"]],
    )
    points = q.scoring
    if isinstance(points, dict):
        points = ",".join(f"{letters}:{score}" for letters, score in points.items())
    paths = rng.choice(["none", "one", "all"])
    limit = q.limit or None  # a limit is at least 1 here
    arguments = [f"--min-length={q.min_length}", f"--scoring={points}", f"--sort={q.sort}", *walk]
    arguments += [f"--paths={paths}", f"--words={words}", *([f"--limit={limit}"] if limit else [])]
    counts = rng.random() < 0.3
    result = call(
        "paths",
        "-",
        "--format=json",
        *reading,
        *arguments,
        *(["--count"] if counts else []),
        given=plain.format(),
    )
    first = q.first(limit)
    assert result.exit_code == (0 if first else 1), result.stderr
    answer = json.loads(result.stdout)
    facts = (answer["count"], answer["score"], answer["complete"])
    assert (len(first), sum(f.score for f in first), len(first) == len(q.found)) == facts
    listed = [] if counts else [(f.word, f.score, as_lists(f.paths[LISTED[paths]])) for f in first]
    assert listed == [(each["word"], each["score"], each["paths"]) for each in answer["words"]]


def ask_batch(seed: int, folder: Path, kind: str, boards: int = 20) -> int:
    """Ask one question about the boards of several in a file; return the number of boards."""
    q = make_question(seed)
    q.carrier = "lexicon"
    questions = [replace(q, tokens=make_question(seed + n).tokens) for n in range(boards)]
    if q.topology == "hex" and q.wrap:
        questions = [each for each in questions if len(each.tokens) % 2 == 0]
    rng = random.Random(seed)
    rows = [{"grid": rng.choice(texts_of(each.tokens)), "words": q.words} for each in questions]
    tasks: list[Task] = ["score", "paths", "lines", "check", "trace"]
    task = rng.choice(tasks)
    options: dict[str, Any] = {"qu": q.qu, "deadline": rng.choice([None, 60]), **q.alphabet}
    if task in ("score", "paths"):
        options |= q.search
    else:
        options |= {"wrap": q.wrap} | ({"topology": q.topology} if task == "trace" else {})
    lexicon = None
    # Words in one field are divided at commas, and those of text come from a lexicon.
    can_list = kind in ("jsonl", "parquet", "arrow") or not any("," in word for word in q.words)
    if task in ("score", "paths") or kind == "text" or not can_list or rng.random() < 0.5:
        lexicon = lg.Lexicon(q.words, **q.alphabet)
    out = folder / f"{seed}-out.{rng.choice(['jsonl', 'parquet', 'arrow'])}"
    path = write_rows(folder / f"{seed}{SUFFIXES[kind]}", kind, rows)
    run_batch(path, out, words=lexicon, task=task, keep=tuple(TASKS[task]), threads=1, **options)
    for each, given, row in zip(questions, rows, read_rows(out), strict=True):
        if row["error"] and "alphabet" in q.alphabet:
            assert "which the alphabet" in row["error"]
            continue
        words = list(lexicon) if lexicon is not None and task == "trace" else q.words
        expected = row_of_batch(each, task, words)
        if lexicon is not None and row.get("missing"):  # in the order of the lexicon
            expected["missing"].sort()
            row["missing"].sort()
        assert expected | {"error": None} == row, f"seed {seed}, {task}, {words}: {given} of {each}"
    return len(questions)


def row_of_batch(q: Question, task: str, words: list[str]) -> dict[str, Any]:
    """Return what a batch writes about a board."""
    if task in ("score", "paths"):
        row: dict[str, Any] = {"score": q.total, "count": len(q.found)}
        if task == "paths":
            row["words"] = [f.word for f in q.found]
            row["paths"] = [as_lists(f.paths[:1])[0] for f in q.found]
        return row
    if task == "trace":
        paths = [q.paths_of(word) for word in words]
        return {
            "words": words,
            "status": ["found" if each else "absent" for each in paths],
            "count": [len(each) for each in paths],
            "paths": [as_lists(each[:1])[0] if each else [] for each in paths],
        }
    lines = naive.find_lines(q.reference, words, wrap=q.wrap)
    missing = naive.missing_words(q.reference, words, lines)
    if task == "check":
        counts = Counter(word for word, _, _ in lines)
        repeated = [word for word, count in counts.items() if count > 1]
        return {"ok": not (missing or repeated), "missing": missing, "repeated": repeated}
    occurrences = [
        {
            "word": word,
            "start": list(cells[0]),
            "end": list(cells[-1]),
            "direction": None if way is None else str(way),
        }
        for word, cells, way in lines
    ]
    return {"count": len(lines), "missing": missing, "occurrences": occurrences}


def texts_of(tokens: list[list[str]]) -> list[str]:
    """Return the forms of a board that take one line and need no size."""
    text = lg.Grid.from_rows(tokens).format(one_line=True)
    bare = "".join(token for row in tokens for token in row)
    is_bare = len(tokens) == len(tokens[0]) and len(bare) == len(tokens) ** 2
    return [text, bare] if is_bare and all(map(all, tokens)) else [text]


def as_lists(paths: tuple[naive.Path, ...]) -> list[list[list[int]]]:
    return [[list(cell) for cell in path] for path in paths]


def size_of(q: Question) -> tuple[int, int]:
    return len(q.tokens), len(q.tokens[0])


def ask_everything(seed: int, folder: Path, *, arrow: Any = None) -> int:
    """Ask one question in every form, each through two functions; return the number of calls."""
    q = make_question(seed)
    rng = random.Random(~seed)
    asked = 0

    def ask(form: str, entry: Callable[[Any], None]) -> None:
        nonlocal asked
        words_form, words = rng.choice(list(forms_of_words(q)))
        try:
            entry(words)
        except Exception as error:
            error.add_note(f"seed {seed}: {form}, words as {words_form}: {q}")
            raise
        asked += 1

    forms = list(forms_of_board(q))
    for form, board, reading in forms:
        for entry in rng.sample(list(entries_for(rng, q, form, board, reading, arrow)), 2):
            ask(form, entry)
    mixed = [board for _, board, reading in forms if not reading]
    ask("mixed", lambda words: ask_many(rng, q, mixed, words, {}))
    ask("mixed", lambda words: ask_scores(rng, q, mixed, words, {}))
    if rng.random() < 0.1:
        ask("command", lambda words: ask_command(rng, q, folder))
    return asked


def entries_for(
    rng: random.Random, q: Question, form: str, board: Any, reading: dict[str, Any], arrow: Any
) -> Iterator[Callable[[Any], None]]:
    """Yield the functions that accept a form of the board."""
    if not reading:
        yield lambda words: ask_paths(rng, q, board, words)
        if not q.alphabet or q.carrier == "grid":  # these read words with the alphabet of the grid
            yield lambda words: ask_trace(rng, q, board)
            yield lambda words: ask_lines(rng, q, board, words)
            yield lambda words: ask_game(rng, q, board, words)
    boards: Any = [board] * rng.choice([1, 2])
    if form.startswith("bytes") and rng.random() < 0.7:
        boards = np.stack(boards)
    elif isinstance(board, str) and arrow is not None and rng.random() < 0.4:
        boards = arrow.array(boards)
    yield lambda words: ask_many(rng, q, boards, words, reading)
    yield lambda words: ask_scores(rng, q, boards, words, reading)
    if len(q.tokens) * len(q.tokens[0]) <= 9 and rng.random() < 0.3:
        yield lambda words: ask_changes(rng, q, board, words, reading)
        yield lambda words: ask_swaps(rng, q, board, words, reading)
