"""Wrong types anywhere in the public API raise only errors of the package."""

from __future__ import annotations

import inspect
import json
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import fields
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import lexigrid as lg
from lexigrid.batch import TASKS, run_batch
from lexigrid.batch.job import Job, Task

GRID = lg.Grid.parse("tea/ant/oat")
WORDS = lg.Lexicon(["tea", "oat", "ant", "eat"], bands=[10, 10, 35, 80])
GAME = lg.Game.start(GRID, WORDS)
PUZZLE = lg.make_puzzle(["tea", "oat"], seed=1)
#: The package without its types.
ANY: Any = lg
WRONG: tuple[Any, ...] = (
    *(None, ["tea"], [["a"]], "tea", -1, 1.5, {"a": 1}, object(), b"\xff", "\ud800", ["\ud800"]),
    np.array([1, 2]),
)

#: Valid values of required parameters, by name.
RIGHT: dict[str, Any] = {
    "band": 1, "boards": ["teaantoat"], "cell": (0, 0), "certificate": {}, "count": 3,
    "data": {}, "directions": "N", "faces": ["a b"], "grid": GRID, "grids": ["teaantoat"],
    "least": 1, "letter": "a", "letters": 3, "level": 3, "lexicon": WORDS, "name": "en",
    "number": 1, "output": "out.csv", "inputs": "in.txt", "path": "x.txt", "pattern": "t*",
    "prefix": "t", "puzzle": PUZZLE, "rows": ["te", "an"], "seed": 1, "size": (3, 3),
    "solution": GAME.solution, "spec": lg.BoardSpec(common=True), "target": "portable",
    "text": "tea/ant/oat", "topology": "king", "word": "tea", "words": ["tea"],
}  # fmt: skip
#: Options that keep long searches short.
QUICK = {
    "optimize_board": {"size": (2, 2), "patience": 1, "processes": 1, "words": WORDS},
    "find_board": {"deadline": 0.01, "words": WORDS},
}
VALUES: tuple[Any, ...] = (
    GRID,
    WORDS,
    WORDS.at("t"),
    GAME,
    GAME.judge("tea"),
    GAME.scores()[0],
    PUZZLE,
    PUZZLE.key[0],
    lg.check_puzzle(PUZZLE),
    lg.Rules(),
    lg.Opponent(3),
    lg.Alphabet(),
    lg.Topology(),
    lg.Dice.named("en-new-4x4"),
    lg.Mask.parse("heart"),
    lg.IntRange(1, 2),
    lg.BoardSpec(),
    GRID.tiles[0],
    lg.find_lines(GRID, WORDS),
    lg.find_paths(GRID, WORDS),
    lg.find_paths_many(["teaantoat"], WORDS),
    lg.trace(GRID, "tea"),
)
#: Values that only the package makes, functions for use between its packages, and a long job.
INTERNAL = {
    "BulkArrays", "BulkPaths", "Cursor", "Direction", "FoundWords", "Hint", "Lexicon.adapted_to",
    "Lexicon.compiled_for", "Lexicon.node_after", "Lexicon.restricted_to", "Lexicon.spellings_of",
    "Lexicon.text_of", "Lines", "Move", "PathArrays", "Reason", "ReviewedWord", "Scores",
    "Solution", "TimedWord", "Trace", "Verdict", "prove_best",
}  # fmt: skip


def list_callables() -> Iterator[tuple[str, Callable[..., Any]]]:
    """List the public functions, classes, class methods and methods of values."""
    yield "run_batch", run_batch
    for name in sorted(lg.__all__):
        public = getattr(lg, name)
        if inspect.isclass(public) and not issubclass(public, BaseException):
            yield name, public
            values = [value for value in VALUES if type(value) is public]
            for member in dir(public):
                plain = inspect.getattr_static(public, member)
                own = getattr(plain, "__func__", plain)
                if member.startswith("_") or not inspect.isfunction(own):
                    continue
                if not own.__module__.startswith("lexigrid"):
                    continue  # inherited from Python
                if own is not plain:
                    yield f"{name}.{member}", getattr(public, member)
                elif values:
                    yield f"{name}.{member}", getattr(values[0], member)
        elif inspect.isfunction(public):
            yield name, public


CALLABLES = {name: each for name, each in list_callables() if name not in INTERNAL}


@pytest.mark.parametrize("name", CALLABLES)
def test_no_value_raises_an_internal_error(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    parameters = [
        each
        for each in inspect.signature(CALLABLES[name]).parameters.values()
        if each.kind not in (each.VAR_POSITIONAL, each.VAR_KEYWORD)
    ]
    required = [each.name for each in parameters if each.default is each.empty]
    for parameter in parameters:
        for wrong in WRONG:
            values = {each: RIGHT.get(each, "x") for each in required} | QUICK.get(name, {})
            values[parameter.name] = wrong
            given = [values.pop(each.name) for each in parameters if each.kind == 0]
            try:
                answer = CALLABLES[name](*given, **values)
                if inspect.isgenerator(answer):
                    next(answer, None)
            except lg.LexigridError as error:
                if not str(error):
                    raise


def test_a_misspelled_keyword_is_named() -> None:
    with pytest.raises(TypeError, match="unexpected keyword argument 'min_lenght'"):
        lg.find_paths(GRID, WORDS, min_lenght=3)  # type: ignore[call-arg]
    with pytest.raises(lg.InputError, match="no option 'min_lenght'; did you mean 'min_length'"):
        run_batch("in.txt", "out.csv", min_lenght=3)  # type: ignore[call-arg]


@pytest.mark.parametrize(
    ("task", "options", "message"),
    [
        ("lines", {"min_length": 3}, "min_length is for the tasks score, paths and bound, not"),
        ("check", {"topology": "rook"}, "topology is for the tasks score, paths, bound and trace"),
        (
            "trace",
            {"scoring": {3: 1, 4: 2}},
            "scoring is for the tasks score, paths and bound, not",
        ),
        ("check", {"topology": np.array([1, 2])}, "topology is for the tasks score, paths, bound"),
        ("paths", {"at_least": 9}, "at_least is for the task bound, not paths"),
        ("bound", {"deadline": 1.0}, "deadline is for the tasks score, paths, lines, check"),
    ],
)
@pytest.mark.parametrize("words", [WORDS, None])
def test_an_option_that_a_task_would_ignore_is_refused(
    words: Any, task: Task, options: dict[str, Any], message: str, tmp_path: Path
) -> None:
    place = tmp_path / "in.jsonl"
    place.write_text('{"grid": "tea/ant/oat", "words": ["oat"]}\n', "utf-8")
    with pytest.raises(lg.InputError, match=message):
        run_batch(place, tmp_path / "out.csv", words=words, task=task, **options)
    with pytest.raises(lg.InputError, match=r"scoring is \[0, 1\], expected one of"):
        run_batch(place, tmp_path / "out.csv", words=words, scoring=[0, 1])  # type: ignore[arg-type]
    usual: Any = {"min_length": None, "scoring": "classic", "topology": None, "at_least": 1}
    assert run_batch(place, tmp_path / "out.csv", words=words, task=task, **usual).errors == 0


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: ANY.make_puzzle(WORDS, level=[]), "level is"),
        (lambda: ANY.make_puzzle(WORDS, word_directions=["N"]), "word_directions is"),
        (lambda: ANY.make_puzzle(WORDS, alphabet=3), "alphabet is 3"),
        (lambda: ANY.make_puzzle(WORDS, allow=[["oat"]]), "allow is"),
        (lambda: ANY.make_puzzle(WORDS, title="\ud800"), "half a surrogate pair"),
        (lambda: ANY.rude_words([]), "the list of rude words is"),
        (lambda: ANY.rude_words(language=[]), "the language is"),
        (lambda: ANY.bound_boards("ab/cd", WORDS, limit=10**30), "limit is"),
        (lambda: ANY.points_table("classic", 10**30), "max_length is"),
        (lambda: ANY.set_cpu_target("\ud800"), "kernel"),
        (lambda: ANY.Lexicon(WORDS).text_of("oat"), "the number of a word is 'oat'"),
        (lambda: WORDS.text_of(9), "expected one from 0 to"),
        (lambda: ANY.Lexicon(WORDS).spellings_of(None), "the number of a word is None"),
        (lambda: lg.Game.from_dict(GAME.to_dict(), ["oat"]), "give the lexicon of the game"),
        (lambda: lg.optimize_board(["tea"], seed=1, dice="nine"), "no dice 'nine', expected one"),
        (lambda: lg.Opponent(3).find_words(GAME, seed=1), "solved board such as game.solution"),  # type: ignore[arg-type]
        (lambda: lg.roll(["a"], seed=1), r"the name of the dice is \['a'\], expected text"),  # type: ignore[arg-type]
        (lambda: lg.roll("derived", seed=1), "derived dice need words; roll derive_dice"),
        (lambda: GAME.play("x", player="ann"), r"no player 'ann', expected a number: 0 \(you\)"),  # type: ignore[arg-type]
        (lambda: GAME.play(None), "the word is None, expected text"),  # type: ignore[arg-type]
        (lambda: lg.Rules.of_size("5x5"), r"size is '5x5', expected \(rows, columns\)"),  # type: ignore[arg-type]
        (lambda: GRID.to_svg([[(9, 9)]]), "expected cells of the grid"),
        (lambda: lg.Grid.read(1), "cannot read '1': expected the path of a file"),  # type: ignore[arg-type]
    ],
)
def test_messages_of_wrong_types(call: Callable[[], Any], message: str) -> None:
    with pytest.raises(lg.LexigridError, match=message):
        call()


def test_the_number_of_threads_is_capped() -> None:
    boards = ["teaantoat"]
    assert lg.score_grids(boards, WORDS, threads=10**30) == lg.score_grids(boards, WORDS)
    assert lg.find_paths_many(boards, WORDS, threads=10**30)[0].count == 4


def test_dice_and_words_can_have_many_forms() -> None:
    words = ["tea", "eat", "ate", "neat"]
    assert lg.optimize_board(words, seed=1, size=(2, 2), patience=5).score >= 3
    board = lg.find_board(lg.BoardSpec(), seed=1, dice="derived", words=words)
    assert board.grid.rows == 4
    assert lg.derive_dice(words).name == lg.choose_dice(words).name == "derived"


def test_flat_results_equal_single_results() -> None:
    many = lg.find_paths_many(["teaantoat", "te/an"], WORDS)
    alone = [lg.find_paths(board, WORDS) for board in ("teaantoat", "te/an")]
    assert [text for each in alone for text in each.words] == list(many.words)
    assert sum(each.count for each in alone) == many.count == len(many.words)
    assert sum(each.score for each in alone) == many.score
    assert [many.word_at(number) for number in many.word_ids] == list(many.words)


def test_a_wrong_number_of_a_word_of_boards_that_are_read_in_two_ways() -> None:
    many = lg.find_paths_many([lg.Grid.parse("te-/ten"), "te/an"], lg.Lexicon(["te-n", "tea"]))
    with pytest.raises(lg.InputError, match="the number of a word is 'x'"):
        many.word_at("x")  # type: ignore[arg-type]


def test_numbers_of_numpy_are_in_ranges() -> None:
    scores = lg.score_grids(["teaantoat"], WORDS)
    assert scores[0] in lg.IntRange(1, 4)
    assert 2 == lg.IntRange(6).distance(scores[0])


@pytest.mark.parametrize("task", list(TASKS))
def test_wrong_options_of_batches_raise_only_errors_of_the_package(
    task: str, tmp_path: Path
) -> None:
    place = tmp_path / "in.jsonl"
    place.write_text('{"grid": "tea/ant/oat", "words": ["oat"]}\n', "utf-8")
    wrong = (*WRONG, np.ones((4, 4)), float("nan"), "nan", np.float32(1), [], ())
    for number, (name, value) in enumerate(product((each.name for each in fields(Job)), wrong)):
        with suppress(lg.LexigridError):
            run_batch(place, tmp_path / f"{number}.jsonl", **{"task": task, name: value})


@pytest.mark.parametrize("task", ["score", "paths", "lines", "check", "trace"])
@pytest.mark.parametrize("deadline", [float("nan"), "1", -1, np.array([1.0, 2.0])])
def test_a_wrong_deadline_of_batches_is_refused(task: Task, deadline: Any, tmp_path: Path) -> None:
    place = tmp_path / "in.jsonl"
    place.write_text('{"grid": "tea/ant/oat", "words": ["oat"]}\n', "utf-8")
    with pytest.raises(lg.InputError, match=r"deadline is .*, expected seconds from 0"):
        run_batch(place, tmp_path / "out.jsonl", task=task, deadline=deadline)


@pytest.mark.parametrize("task", ["score", "paths", "bound", "trace"])
def test_a_wrong_topology_of_batches_is_refused(task: Task, tmp_path: Path) -> None:
    place = tmp_path / "in.jsonl"
    place.write_text('{"grid": "tea/ant/oat", "words": ["oat"]}\n', "utf-8")
    with pytest.raises(lg.InputError, match=r"(?s)topology is array.*, or pairs of cells such as"):
        run_batch(place, tmp_path / "out.jsonl", task=task, topology=np.ones((4, 4)))


@pytest.mark.parametrize("topology", [lg.Topology("rook", wrap=True), [((0, 0), (1, 1))]])
def test_batches_take_every_kind_of_topology(topology: Any, tmp_path: Path) -> None:
    place = tmp_path / "in.txt"
    place.write_text("tea/ant/oat\n", "utf-8")
    for _ in range(2):  # the second call finds the output of the first
        run_batch(place, tmp_path / "out.jsonl", words=WORDS, topology=topology)
    score = json.loads((tmp_path / "out.jsonl").read_bytes())["score"]
    assert score == lg.find_paths(GRID, WORDS, topology=topology).score


def test_a_batch_with_an_unknown_alphabet_does_not_begin(tmp_path: Path) -> None:
    place = tmp_path / "in.txt"
    place.write_text("tea/ant/oat\n", "utf-8")
    with pytest.raises(lg.AlphabetError, match="there is no alphabet 'german'"):
        run_batch(place, tmp_path / "out.csv", words=WORDS, alphabet="german")
    assert [place] == list(tmp_path.iterdir())
