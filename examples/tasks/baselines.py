"""Score plain baselines on tasks: python baselines.py [COUNT]. The docs have its table."""

import random
import sys
from itertools import product

from lexigrid import Lexicon
from lexigrid.tasks import Task, make_tasks

STEPS = 100
WORDS = Lexicon.default("en")


def guess(task: Task) -> str:
    """Guess random letters as words, and random cells as their places."""
    rng = random.Random(task.seed)
    lines = []
    for word in task.words or [
        "".join(rng.choices("aeilnorst", k=5)) for _ in range(task.goal or 4)
    ]:
        cells = [tuple(rng.randint(1, side) for side in shape(task)) for _ in word]
        lines.append(f"{word} {cells if task.family != 'lines' else cells[:2]}")
    return "\n".join(lines)


def search(task: Task) -> str:
    """Search depth first, cell by cell in reading order, and stop after 100 steps."""
    rows, columns = shape(task)
    letters = {cell: str(task.grid[cell].face).lower() for cell in task.grid}
    wanted = {word[:end] for word in task.words for end in range(len(word) + 1)}
    found: dict[str, list[tuple[int, int]]] = {}
    used: set[tuple[int, int]] = set()
    left = STEPS

    def walk(path: list[tuple[int, int]], text: str) -> bool:
        nonlocal left
        left -= 1
        if left < 0 or (text not in wanted if wanted else not WORDS.starts_with(text)):
            return False
        whole = task.words or WORDS
        if len(text) >= task.letters and text in whole and text not in found:
            found[text] = path
            if task.family == "cover":
                used.update(path)
            if task.family != "board":
                return True
        (row, column), before = path[-1], path[-2:-1]
        steps = [*product((-1, 0, 1), repeat=2)]
        if task.family == "lines" and before:
            steps = [(row - before[0][0], column - before[0][1])]
        near = [(row + down, column + right) for down, right in steps]
        return any(
            walk([*path, cell], text + letters[cell])
            for cell in near
            if cell in letters and cell not in path and cell not in used
        )

    for cell in product(range(rows), range(columns)):
        if cell in letters and cell not in used:
            walk([cell], letters[cell])
    if task.family == "board":
        found = dict([*found.items()][: task.goal])
    return "\n".join(
        f"{word} {[(row + 1, column + 1) for row, column in path]}" for word, path in found.items()
    )


def shape(task: Task) -> tuple[int, int]:
    return task.grid.rows, task.grid.columns


def main(count: int) -> None:
    print("| family | difficulty | empty | random | search |\n|---|---|---|---|---|")
    for family, difficulty in product(("lines", "board", "trace", "cover"), range(1, 6)):
        tasks = [*make_tasks(family, seed=1, count=count, difficulty=difficulty)]
        answers = (lambda task: "", guess, search)
        means = [sum(task.check(answer(task)) for task in tasks) / count for answer in answers]
        print(f"| `{family}` | {difficulty} |", " | ".join(f"{mean:.2f}" for mean in means), "|")


if __name__ == "__main__":
    main(int(sys.argv[1]) if sys.argv[1:] else 100)
