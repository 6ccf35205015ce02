"""Covers of boards, compared with a plain search over sets of paths."""

from __future__ import annotations

import pickle
import random
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pytest

import lexigrid as lg

Path = tuple[lg.Cell, ...]


def crossings(path: Path) -> list[tuple[int, int]]:
    return [
        (min(a.row, b.row), min(a.column, b.column))
        for a, b in pairwise(path)
        if a.row != b.row and a.column != b.column
    ]


def shape(word: str, path: Path, *, diagonals: bool) -> object:
    """What makes two placements of a word different: cells and crossings, not the order."""
    return word, frozenset(path), frozenset(crossings(path) if diagonals else ())


def plain_covers(grid: lg.Grid, words: list[str], *, spanning: bool) -> set[frozenset[object]]:
    """Try every set of paths that use the first free cell, cell by cell."""
    diagonals = grid.topology.name == "king"
    paths = [
        (each.word, path, frozenset(path), crossings(path) if diagonals else [])
        for each in lg.find_paths(grid, words, paths="all", min_length=4)
        for path in each.paths
    ]

    def spans(path: Path) -> bool:
        rows, columns = {cell.row for cell in path}, {cell.column for cell in path}
        return {0, grid.rows - 1} <= rows or {0, grid.columns - 1} <= columns

    def search(
        free: frozenset[lg.Cell],
        crossed: list[tuple[int, int]],
        chosen: tuple[tuple[str, Path], ...],
    ) -> Iterator[frozenset[object]]:
        if not free:
            if not spanning or any(spans(path) for _, path in chosen):
                yield frozenset(shape(word, path, diagonals=diagonals) for word, path in chosen)
            return
        cell = min(free)
        for word, path, cells, own in paths:
            if cell not in cells or not free >= cells or word in (w for w, _ in chosen):
                continue
            if len({*crossed, *own}) == len(crossed) + len(own):
                yield from search(free - {*path}, crossed + own, (*chosen, (word, path)))

    return {*search(frozenset(grid), [], ())}


@pytest.mark.parametrize("seed", range(40))
def test_covers_equal_those_of_a_plain_search(seed: int) -> None:
    rng = random.Random(seed)
    rows, columns = rng.choice([(2, 4), (3, 3), (3, 4), (4, 4), (4, 3)])
    letters = [[rng.choice("aeinst") for _ in range(columns)] for _ in range(rows)]
    if rng.random() < 0.4:
        letters[rng.randrange(rows)][rng.randrange(columns)] = "."
    topology: Any = rng.choice(["king", "king", "rook", "hex"])
    text = "/".join(" ".join(row) for row in letters)
    grid = lg.Grid.parse(text, topology=topology)
    every = {"".join(rng.choice("aeinst") for _ in range(rng.randrange(4, 6))) for _ in range(500)}
    spanning = rng.random() < 0.5
    found = lg.solve_cover(grid, sorted(every), spanning=spanning, phrases=False, limit=None)
    assert found.complete
    ours = [
        frozenset(
            shape(each.word, each.path or (), diagonals=topology == "king") for each in cover.found
        )
        for cover in found
    ]
    assert len(ours) == len({*ours})
    assert {*ours} == plain_covers(grid, sorted(every), spanning=spanning)
    keys = [
        (
            len(cover.found),
            sum(cost_without_bands(word, every) for word in cover.words),
            [(each.word, each.path) for each in cover.found],
        )
        for cover in found
    ]
    assert keys == sorted(keys)


def cost_without_bands(word: str, words: set[str]) -> int:
    """Words without a band cost 50, inflected ones 50 more."""
    is_inflected = (word[-1] == "s" and word[:-1] in words) or word[-2:] == "ed"
    return 50 + 50 * is_inflected


BOARD = "FFUPDR/INGBIE/EPKNAN/ACIRCG/QCOMIN/UAMACL/IUYANR/LHRSTA"
BIRDS = ("canary", "crane", "hummingbird", "peacock", "puffin", "quail", "starling")


def test_the_cover_of_a_proved_board_comes_first() -> None:
    found = lg.solve_cover(BOARD)
    assert sorted(found[0].words) == sorted(BIRDS)
    assert found[0].spanning == ("hummingbird",)
    assert pickle.loads(pickle.dumps(found)) == found
    document = found.to_dict()
    assert ("lexigrid/covers", True, len(found)) == tuple(
        document[name] for name in ("format", "complete", "count")
    )


def test_words_that_are_known_must_be_in_the_cover() -> None:
    found = lg.solve_cover(BOARD, found=["crane", "quail"])
    assert all({"crane", "quail"} <= {*cover.words} for cover in found)
    assert sorted(found[0].words) == sorted(BIRDS)
    assert len(lg.solve_cover(BOARD, found=["pelican"])) == 0
    # A name that no lexicon has is found if it is given.
    assert lg.solve_cover("te/xq", ["oats"], found=["texq"])[0].words == ("texq",)


def test_words_of_the_theme_come_first() -> None:
    grid, words = "tees/amat", ["team", "meat", "seat", "east"]
    covers = lg.solve_cover(grid, words)
    assert {("team", "seat"), ("meat", "east")} <= {cover.words for cover in covers}
    first = lg.solve_cover(grid, words, theme=["meat", "east"])[0]
    assert ("meat", "east") == first.words


def test_a_spanning_phrase_of_two_words() -> None:
    found = lg.solve_cover("hot/god/", ["hot", "dog"])
    assert found[0].words == ("hot", "dog")
    assert found[0].spanning == ("hot", "dog")
    assert len(lg.solve_cover("hot/god/", ["hot", "dog"], phrases=False)) == 0


def test_limits_and_deadlines_are_honest() -> None:
    every = lg.solve_cover(BOARD, lg.Lexicon.default(), limit=None)
    some = lg.solve_cover(BOARD, lg.Lexicon.default(), limit=2)
    assert (True, None) == (every.complete, every.cut_by)
    assert (2, False, "limit") == (len(some), some.complete, some.cut_by)
    late = lg.solve_cover(BOARD, lg.Lexicon.default(), deadline=0)
    assert (0, False, "deadline") == (len(late), late.complete, late.cut_by)


@pytest.mark.parametrize(
    ("grid", "options", "message"),
    [
        (lg.Grid.from_rows(["a" * 13] * 12), {}, "the board is 12x13, expected at most 144 cells"),
        (lg.Grid.parse("te/as", wrap=True), {}, "the topology is wrapped king"),
        (lg.Grid.parse("te/as", topology="bishop"), {}, "the topology is bishop"),
        ("te/as", {"most_words": 0}, "most_words is 0"),
        ("te/as", {"limit": -1}, "limit"),
        ("te/as", {"found": "teas"}, "found"),
    ],
)
def test_a_mistake_is_explained(
    grid: lg.types.GridLike, options: dict[str, object], message: str
) -> None:
    solve: Any = lg.solve_cover
    with pytest.raises((lg.GridError, lg.InputError), match=message):
        solve(grid, **options)


def test_hints_tell_one_thing_at_a_time() -> None:
    board = "tea/ant/oat"
    covers = lg.solve_cover(board, ["teat", "tang", "anoat", "teatn", "aoat"], phrases=False)
    assert len(covers) > 0
    hints = covers.hints
    first = [each for each in hints if each.number == 0]
    assert [each.kind for each in first] == ["length", *["letter", "cell"] * first[0].length]
    assert [each.at for each in first] == [0, *(at for at in range(first[0].length) for _ in "ab")]
    for each in hints:
        assert (each.cell is not None) == (each.kind == "cell")
        assert bool(each.letter) == (each.kind != "length")
        assert each.cell is None or covers.grid[each.cell].face == each.letter  # type: ignore[union-attr]
    best = covers[0]
    for number, word in enumerate(spelled(hints)):
        own = next(each for each in best.found if each.word == word)
        cells = tuple(each.cell for each in hints if each.number == number and each.cell)
        assert cells == own.path
        sharing = [c for c in covers if any((e.word, e.path) == (word, own.path) for e in c.found)]
        assert hints[0].agreed >= len(sharing) / len(covers)
    assert sorted(spelled(hints)) == sorted(best.words)
    assert spelled(hints)[-1] in best.spanning


def spelled(hints: Any) -> list[str]:
    """Return the words that hints tell in the end."""
    numbers = sorted({each.number for each in hints})
    return ["".join(e.letter for e in hints if e.number == n and e.cell) for n in numbers]


def test_hints_leave_out_what_is_found_and_say_nothing_without_a_cover() -> None:
    board = "tea/ant/oat"
    covers = lg.solve_cover(board, ["teat", "anoat"], found=["TEAT"])
    assert spelled(covers.hints) == ["anoat"]
    assert covers.to_dict(hints=2)["hints"][1] == {
        "number": 0,
        "kind": "letter",
        "length": 5,
        "at": 0,
        "letter": "a",
        "cell": None,
        "agreed": 1.0,
    }
    assert "hints" not in covers.to_dict()
    assert pickle.loads(pickle.dumps(covers)).hints == covers.hints
    assert lg.solve_cover(board, ["teat"]).hints == ()


def test_no_time_is_not_too_many_paths() -> None:
    covers = lg.solve_cover("tea/ant/oat", deadline=0)
    assert (len(covers), covers.complete, covers.cut_by) == (0, False, "deadline")
