"""Path searches: scores and words of many boards, and of one large grid."""

from __future__ import annotations

import string
from pathlib import Path
from typing import Any

import inputs

from models import Answer, Case, Engine, Measured


def prepare(case: Case, folder: Path) -> Case | None:
    """Draw the boards and compile the rivals."""
    words = inputs.enable_list()
    if words is None:
        return None
    case["lexicon"] = str(words)
    if case["model"] == "paths/grid":
        case["rows"] = inputs.draw_texts(case["side"], case["side"], case["seed"])
        case["program"] = inputs.compile_program(folder, "recursive_paths", with_core=True)
        return case if case["program"] else None
    if "file" in case:
        case["boards"] = inputs.data_lines(case["file"])[: case["count"]]
    elif "english" in case:
        cells = case["size"][0] * case["size"][1]
        case["boards"] = inputs.draw_texts(cells, case["count"], case["seed"])
    else:
        case["boards"] = inputs.roll_boards(case["dice"], case["count"], case["seed"])
    if case["model"] in ("paths/changes", "paths/swaps"):
        change = list_changes if case["model"] == "paths/changes" else list_swaps
        case["changed"] = [each for board in case["boards"] for each in change(board)]
    case["program"] = inputs.compile_program(folder, "textbook_paths")
    return case if case["program"] else None


def list_changes(board: str) -> list[str]:
    """List the board with every letter on every cell."""
    return [
        board[:cell] + letter + board[cell + 1 :]
        for cell in range(len(board))
        for letter in string.ascii_lowercase
    ]


def list_swaps(board: str) -> list[str]:
    """List the board with the letters of every two cells exchanged."""
    return [
        board[:a] + board[b] + board[a + 1 : b] + board[a] + board[b + 1 :]
        for b in range(len(board))
        for a in range(b)
    ]


def write_tiles(boards: list[str], columns: int) -> list[str]:
    """Write boards in rows of tiles with blanks between them, with Qu as one tile."""
    starts = range(0, len(boards[0]), columns)
    rows = ((" ".join(board[at : at + columns]) for at in starts) for board in boards)
    return [text.replace("q", "Qu") for text in map("/".join, rows)]


def lexigrid(case: Case) -> Answer:
    """Prepare a search; the answer is a sum of scores, or the number of cells of the paths."""
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
            int(lg.bulk.score_changes(board, lexicon, **options).sum()) for board in case["boards"]
        )
    if model == "paths/swaps":
        cells = size[0] * size[1]
        return lambda: sum(
            int(
                np.tril(
                    lg.bulk.score_swaps(board, lexicon, **options).reshape(cells, cells), -1
                ).sum()
            )
            for board in case["boards"]
        )
    options["threads"] = case.get("threads", 1)
    if model == "paths/strings":
        texts = write_tiles(case["boards"], size[1]) if case["qu"] else case["boards"]
        options["qu"] = not case["qu"]
        return lambda: int(lg.score_grids(texts, lexicon, **options).sum())
    if model == "paths/call":
        return lambda: sum(
            int(lg.score_grids([board], lexicon, **options)[0]) for board in case["boards"]
        )
    listed: list[str] = case.get("changed") or case["boards"]
    boards = np.frombuffer("".join(listed).encode(), np.uint8).reshape(len(listed), -1)
    if model == "paths/list":
        options |= {"paths": case["paths"], "sort": case["sort"]}
        return lambda: int(lg.find_paths_many(boards, lexicon, **options).scores.sum())
    return lambda: int(lg.score_grids(boards, lexicon, **options).sum())


def one_by_one(case: Case) -> Answer:
    """Prepare the scores of changed boards as boards of their own."""
    return lexigrid(case | {"model": "paths/score"})


def textbook(case: Case) -> Measured:
    """Run the textbook solver in C++."""
    boards = Path(case["folder"]) / "boards.txt"
    boards.write_text("\n".join(case.get("changed") or case["boards"]) + "\n")
    size = map(str, case["size"])
    [line] = inputs.run_program(case["program"], case["lexicon"], boards, *size, "5")
    _, _, points, seconds = line.split()
    return {"answer": int(points), "seconds": [float(seconds)]}


def recursion(case: Case) -> Measured:
    """Run the recursion in C++ over lexigrid's trie."""
    grid = Path(case["folder"]) / "grid.txt"
    grid.write_text("\n".join(case["rows"]) + "\n")
    [line] = inputs.run_program(case["program"], case["lexicon"], grid, "5")
    _, _, cells, seconds = line.split()
    return {"answer": int(cells), "seconds": [float(seconds)]}


ENGINES: dict[str, Engine] = {
    "lexigrid": lexigrid,
    "one-by-one": one_by_one,
    "textbook-c++": textbook,
    "recursion-c++": recursion,
}
