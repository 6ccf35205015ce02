"""Tasks: every right answer scores 1, guesses score little, and prompts do not leak."""

from __future__ import annotations

import itertools
import json
import random
import re
from collections.abc import Iterator

import pytest

import lexigrid as lg
from lexigrid.geometry import Cell
from lexigrid.tasks import Task, make_task, make_tasks
from lexigrid.tasks.task import FAMILIES

GRID = lg.Grid.parse("tea/ant/oat")
LINES = Task("lines", "1", 1, "", "", GRID, ("ant", "oat"))
TRACE = Task("trace", "1", 1, "", "", GRID, ("teat",))
BOARD = Task("board", "1", 1, "", "", GRID, (), 2, 3)
COVER = Task("cover", "1", 1, "", "", lg.Grid.parse("tea/tan"), ("tea", "tan"), 0, 3)
#: The seeds of each family and difficulty.
COUNT = 8


@pytest.fixture(scope="module")
def tasks() -> list[Task]:
    return [
        task
        for family in FAMILIES
        for difficulty in range(1, 6)
        for task in make_tasks(family, seed=5, count=COUNT, difficulty=difficulty)
    ]


@pytest.mark.parametrize(
    ("task", "answer", "score"),
    [
        (LINES, "ant (2, 1) (2, 3)\noat (3, 1) (3, 3)", 1),
        (LINES, "OAT: 3,1 -> 1,1; Ant from row 2, column 1 to row 2, column 3.", 1),
        (LINES, "1. **Ant** (2, 1) to (2, 3)\n2. **Oat** (3, 1) to (3, 3)", 1),
        (LINES, '{"ant": [[2, 1], [2, 3]], "oat": [[3, 1], [3, 2], [3, 3]]}', 1),
        (LINES, '[{"word": "ANT", "start": [2, 1], "end": {"row": 2, "column": 3}}]', 0.5),
        (LINES, "I see oat (1, 1) (1, 3). Answer: ant (2, 1) (2, 3), oat (3, 1) (3, 3)", 1),
        (LINES, "ant (2, 1) (2, 3)\nant (2, 1) (2, 3)", 0.5),
        (LINES, "ant (2, 1) (2, 3) oat (3, 1) (3, 3) oat (3, 1) (1, 3) ant (1, 1) (3, 3)", 0.5),
        (LINES, "ant (2, 3) (2, 1)", 0),
        (LINES, "oat (3, 1) (2, 2) (3, 3)", 0),
        (LINES, "ant (1, 0) (1, 2) oat (3) dog (2, 1) (2, 3)", 0),
        (BOARD, "tea, oat", 1),
        (BOARD, "- TEA\n- Oat\n- eat\n- net", 1),
        (BOARD, '{"words": ["tea", "oat", "oat"]}', 1),
        (BOARD, "Words: tea and oat", 2 / 3),
        (BOARD, "tea", 0.5),
        (BOARD, "tea at dog", 0.5),
        (BOARD, "tea dog cow sow", 0.25),
        (TRACE, "(1, 1) (1, 2) (1, 3) (2, 3)", 1),
        (TRACE, "[[1, 1], [1, 2], [2, 1], [3, 3]]", 0.75),
        (TRACE, "1. (1, 1)\n2. (1, 2)\n3. (2, 1)", 0.75),
        (TRACE, "R1C1 r1c2 r2c1", 0.75),
        (TRACE, "(1, 1) (1, 2) (1, 3) (2, 3) (2, 2)", 0.8),
        (TRACE, "(1, 1) (1, 2) (1, 3) (1, 1)", 0.75),
        (TRACE, "(0, 0) (0, 1)", 0),
        (TRACE, "<answer>(1,1),(1,2)</answer> in short (3, 3)", 0.5),
        (COVER, "tea (1, 1) (1, 2) (1, 3)\ntan (2, 1) (2, 2) (2, 3)", 1),
        (COVER, "(1, 1) (1, 2) (1, 3)\n(2, 1) (2, 2) (2, 3)", 1),
        (COVER, '[{"word": "tea", "path": [[1,1],[1,2],[1,3]]}, {"path": [[2,1],[2,2],[2,3]]}]', 1),
        (COVER, "[[[1, 1], [1, 2],\n [1, 3]], [[2, 1], [2, 2], [2, 3]]]", 1),
        (COVER, "tea: row 1, column 1 to row 1, column 2 and row 1, column 3", 0.5),
        (COVER, "tea (1, 1) (1, 2) (1, 3) tea (2, 1) (1, 2) (1, 3)", 0.5),
        (COVER, "tea (1, 1) (1, 2) (1, 3) ta (2, 1) (2, 2) tan (2, 1) (2, 2) (2, 3)", 0.75),
    ],
)
def test_answers_in_many_forms(task: Task, answer: str, score: float) -> None:
    assert score == pytest.approx(task.check(answer))


def test_paths_that_cross_do_not_count_together() -> None:
    board = Task("cover", "1", 1, "", "", lg.Grid.parse("ab/ba"), ("aa", "bb"), 0, 2)
    assert 0.5 == board.check("aa (1, 1) (2, 2) bb (1, 2) (2, 1)")


def test_perfect_answers_score_1_and_none_0(tasks: list[Task]) -> None:
    assert [] == [task for task in tasks if task.check(task.answer) != 1]
    for nothing in ("", "   ", "Answer:", "none", "()", "(,)", "[[]]"):
        assert [] == [task for task in tasks if task.check(nothing)]


def test_a_part_of_an_answer_scores_a_part(tasks: list[Task]) -> None:
    for task in tasks:
        pieces = task.answer.replace(") (", ")\n(") if task.family == "trace" else task.answer
        lines = pieces.splitlines()
        scores = [task.check("\n".join(lines[:count])) for count in range(len(lines) + 1)]
        assert scores == sorted(set(scores)), (task.family, task.seed)
        twisted = re.sub(r"\((\d+), (\d+)\)", r"(\1, 9\2)", task.answer)[::-1]
        assert task.check(twisted) < 1


def test_other_right_answers_score_1(tasks: list[Task]) -> None:
    """Other words of the board, other paths of the word, words in another order."""
    others = 0
    for task in tasks:
        if task.family == "board":
            every = lg.find_paths(task.grid, min_length=task.letters, sort="alpha").words
            assert 1 == task.check(" ".join(every))
            others += " ".join(every[: task.goal]) != task.answer
            assert 1 == task.check(", ".join(every[: task.goal]).upper())
        elif task.family == "trace":
            for path in lg.trace(task.grid, task.words[0], paths="all").paths:
                others += 1
                assert 1 == task.check(json.dumps([[row + 1, column + 1] for row, column in path]))
        else:
            assert 1 == task.check("\n".join(reversed(task.answer.splitlines())))
    assert others > 6 * COUNT


def test_no_prompt_contains_its_answer(tasks: list[Task]) -> None:
    for task in tasks:
        assert not re.search(r"\d\W{1,3}\d", task.prompt), task.prompt
        if task.family == "board":
            words = lg.find_paths(task.grid, min_length=task.letters).words
        else:
            words = tuple(re.findall("[a-z]+", task.answer)) if not task.words else ()
        prompt = task.prompt.lower()
        assert [] == [word for word in words if word in prompt or word[::-1] in prompt]


def test_the_prompt_shows_the_grid_and_the_words(tasks: list[Task]) -> None:
    for task in tasks:
        shown = task.prompt.split("\n\n")[1]
        faces = [tile.face if tile else "." for tile in map(task.grid.__getitem__, cells_of(task))]
        assert faces == shown.split()
        assert all(word.upper() in task.prompt for word in task.words)


def cells_of(task: Task) -> list[tuple[int, int]]:
    return [*itertools.product(range(task.grid.rows), range(task.grid.columns))]


def test_a_seed_gives_one_task(tasks: list[Task]) -> None:
    for task in tasks[::COUNT]:
        again = make_task(task.family, seed=int(task.seed), difficulty=task.difficulty)
        assert (task, hash(task)) == (again, hash(again))
    assert len(tasks) == len({task.prompt for task in tasks})
    assert tasks[1].seed == "5/2"
    assert tasks[1] == make_task("lines", seed="5/2", difficulty=1)


def test_harder_tasks_are_larger(tasks: list[Task]) -> None:
    for family in FAMILIES:
        sizes = [len(task.grid) for task in tasks if task.family == family][::COUNT]
        assert sizes[0] < sizes[-1]
    assert all(not task.words for task in tasks if task.family == "cover" and task.difficulty > 2)


def test_guesses_score_little(tasks: list[Task]) -> None:
    rng = random.Random(1)
    scores = [task.check(guess) for task in tasks for guess in list_guesses(task, rng)]
    assert sum(scores) / len(scores) < 0.1


def list_guesses(task: Task, rng: random.Random) -> Iterator[str]:
    """Yield random cells and letters, and every cell of the grid for each word."""
    cells = [Cell(*cell) for cell in cells_of(task)]
    every = " ".join(f"({row + 1}, {column + 1})" for row, column in cells)
    yield "\n".join(f"{word} {every}" for word in task.words or ("word",))
    yield "\n".join("".join(rng.choices("aeinorst", k=5)) for _ in range(9))
    drawn = [rng.sample(cells, 4) for _ in range(6)]
    yield "\n".join(" ".join(f"{row + 1},{column + 1}" for row, column in each) for each in drawn)
    yield task.prompt


def test_wrong_input() -> None:
    with pytest.raises(
        lg.InputError, match=r"the family is 'lanes', expected one of lines.*'lines'"
    ):
        make_task("lanes", seed=1)  # type: ignore[arg-type]
    with pytest.raises(lg.InputError, match="difficulty is 6"):
        make_task("lines", seed=1, difficulty=6)
    with pytest.raises(lg.InputError, match="count"):
        make_tasks("lines", seed=1, count=-1)
    with pytest.raises(lg.InputError, match="the answer is None"):
        LINES.check(None)  # type: ignore[arg-type]
    with pytest.raises(lg.InputError, match="needs words"):
        Task("trace", "1", 1, "", "", GRID)
    assert [] == [*make_tasks("lines", seed=1, count=0)]
