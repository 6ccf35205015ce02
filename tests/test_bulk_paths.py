"""Words of many boards with every option: each board as `find_paths` answers, on every kernel."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import lexigrid as lg
import naive
from lexigrid.search import Sort

SORTS = ("grid", "alpha", "length", "score")


def told(found: lg.FoundWords) -> list[tuple[str, int, Any]]:
    return [(word.word, word.score, word.path) for word in found]


def walked(chance: random.Random, grid: lg.Grid, walk: lg.Topology, count: int) -> list[str]:
    """Give words that walks over a grid spell, in loops or not."""
    listed = []
    for _ in range(count):
        cell = chance.choice(naive.all_cells(grid))
        word = ""
        for _ in range(chance.choice([3, 5, 9, 14])):
            tile = grid[cell]
            near = walk.neighbours(grid.rows, grid.columns, cell)
            if tile is None or not near:
                break
            word += chance.choice("abc") if tile.is_wild else chance.choice(tile.spellings)
            cell = chance.choice(near)
        listed.append(word or "a")
    return listed


@given(st.integers(0, 2**32), st.sampled_from(SORTS), st.integers(0, 9), st.booleans())
def test_boards_of_any_size_equal_boards_alone(
    kernel: str, seed: int, sort: Sort, limit: int, wrap: bool
) -> None:
    chance = random.Random(seed)
    size = (chance.randint(1, 9), chance.randint(1, 9))
    letters = chance.choice(["abcde.", "abcdefghijklmnop.", "abcdefghijklmnopqrstuvwxyz."])
    texts = ["".join(chance.choices(letters, k=size[0] * size[1])) for _ in range(3)]
    if set(texts[0]) == {"."}:
        texts[0] = "a" + texts[0][1:]
    qu = chance.random() < 0.5
    options: dict[str, Any] = {
        "qu": qu,
        "wrap": wrap,
        "topology": chance.choice(["king", "rook", "bishop"]),
    }
    given_boards = [lg.Grid.parse(text, size=size, **options) for text in texts]
    listed = [*walked(chance, given_boards[0], given_boards[0].topology, 12), "qua", "b"]
    lexicon = lg.Lexicon(listed)
    most = None if chance.random() < 0.3 else limit
    alone = [lg.find_paths(grid, lexicon, sort=sort, limit=most) for grid in given_boards]
    as_bytes = lg.find_paths_many(texts, lexicon, size=size, sort=sort, limit=most, **options)
    as_grids = lg.find_paths_many(given_boards, lexicon, sort=sort, limit=most)
    for many in (as_bytes, as_grids):
        assert [told(found) for found in alone] == [told(found) for found in many]
        assert [found.score for found in alone] == many.scores.tolist()
        assert [found.complete for found in alone] == [found.complete for found in many]
        assert all(found.complete for found in alone) == many.complete
    whole = [lg.find_paths(grid, lexicon, count_only=True).score for grid in given_boards]
    assert whole == lg.score_grids(texts, lexicon, size=size, **options).tolist()
    assert whole == lg.score_grids(given_boards, lexicon, threads=2).tolist()


@given(st.integers(0, 2**32), st.sampled_from([8, 26, 31, 40, 255, 300]), st.booleans())
def test_tiles_and_alphabets_of_any_kind_equal_the_oracle(
    kernel: str, seed: int, size: int, reuse: bool
) -> None:
    """Torus, reuse, wild and choice tiles, tiles of several letters, holes, up to 8x8."""
    chance = random.Random(seed)
    letters = [chr(0x61 + i) if i < 26 else chr(0x4E00 + i) for i in range(size)]
    common = letters[: chance.choice([3, size])]
    rows, columns = chance.randint(1, 8), chance.randint(1, 8)
    odd = ["?", "[ab]", "[a,bc]", "ab", "ca", "abc", "."]
    density = chance.choice([0.0, 0.05, 0.2])
    cells = [
        chance.choice(odd) if chance.random() < density else chance.choice(common)
        for _ in range(rows * columns)
    ]
    names = ["king", "rook", "bishop", "hex"]
    name = chance.choice(names)
    wrap = chance.random() < 0.5 and (name != "hex" or rows % 2 == 0)
    topology = lg.Topology(name, wrap)
    table = [cells[row * columns : (row + 1) * columns] for row in range(rows)]
    grid = lg.Grid.from_rows(table, topology=topology)
    # Short words where letters are few: the oracle has no patience.
    listed = [
        word[: 4 if len(common) < 9 or reuse else 9] for word in walked(chance, grid, topology, 8)
    ]
    listed += [*letters[:3], "abc", *("".join(chance.choices(letters, k=3)) for _ in range(5))]
    listed += letters if size < 50 else []
    expected = naive.find_paths(grid, listed, reuse=reuse)
    found = lg.find_paths(grid, listed, paths="all", reuse=reuse)
    assert [(list(w.spellings), list(w.paths)) for w in found] == [(s, p) for _, s, p in expected]
    one = lg.find_paths(grid, listed, reuse=reuse)
    assert [(s[0], p[0]) for _, s, p in expected] == [(w.word, w.path) for w in one]
    assert len(expected) == lg.find_paths(grid, listed, count_only=True, reuse=reuse).count
    few = lg.find_paths(grid, listed, limit=3, reuse=reuse)
    assert list(one)[:3] == list(few)
    assert few.complete == (len(expected) <= 3)


def test_big_dice_have_tiles_of_two_letters(kernel: str) -> None:
    """In beside i and n: a word once, with its first path, whichever way it is spelled."""
    grid = lg.Grid.parse("In g i n\nTh e He t\nr An s Er\nQu i n d")
    listed = ["thing", "then", "in", "her", "tin", "the", "an", "ant", "sand", "ants", "quin", "he"]
    lexicon = lg.Lexicon(listed)
    expected = naive.find_paths(grid, listed)
    assert len(expected) > 5
    found = lg.find_paths(grid, lexicon)
    assert [(s[0], p[0]) for _, s, p in expected] == [(w.word, w.path) for w in found]
    assert lg.find_paths(grid, lexicon, count_only=True).score == found.score
    default = lg.Lexicon.default()
    one, every = (lg.find_paths(grid, default, paths=paths) for paths in ("one", "all"))
    assert [word.path for word in one] == [word.paths[0] for word in every]
    assert one.score == lg.score_grids([grid], default)[0]


def test_deadlines_of_many_boards(kernel: str) -> None:
    plain, odd = ["teaantoat", "catsatpat"], ["tea/an?/oat", "cat/sat/[pq]at"]
    for boards, size in ((plain, (3, 3)), (odd, None)):
        scores = lg.score_grids(boards, ["eat"], size=size, deadline=0)
        assert scores.tolist() == [-1, -1]
        many = lg.find_paths_many(boards, ["eat"], size=size, deadline=0)
        assert not many.complete
        assert ([0, 0], ["deadline"] * 2) == (many.counts.tolist(), [f.cut_by for f in many])
        late = lg.find_paths_many(boards, ["eat"], size=size, deadline=60)
        assert late.complete
        assert (late.scores == lg.score_grids(boards, ["eat"], size=size, deadline=60)).all()
    # A hostile board among others: what is done is given, what is cut short is left out.
    boards = ["b" * 25, "a" * 25]
    listed = ["a" * length for length in range(1, 26)] + ["bbb"]
    scores = lg.score_grids(boards, listed, size=(5, 5), deadline=0.1, threads=1)
    assert scores.tolist() == [1, -1]
    many = lg.find_paths_many(boards, listed, size=(5, 5), deadline=0.1, threads=1)
    assert ([1, 0], [True, False]) == (many.counts.tolist(), [f.complete for f in many])


HOSTILE = """
import resource, sys, time
import lexigrid as lg
tiles = ["a", "?", "[ab]", "aa", "[a,aa]"]
words = ["a" * size for size in range(1, 101)]
began = time.monotonic()
for tile in tiles:
    for topology in (lg.Topology("king"), lg.Topology("king", True)):
        grid = lg.Grid.from_rows([[tile] * 10] * 10, topology=topology)
        for reuse in (False, True):
            for options in ({"limit": 40}, {"paths": "all", "deadline": 0.05}, {"deadline": 0.05},
                            {"count_only": True, "deadline": 0.05},
                            {"paths": "all", "limit": 3, "deadline": 0.05}):
                started = time.monotonic()
                found = lg.find_paths(grid, words, reuse=reuse, **options)
                is_done = found.complete and reuse
                assert is_done or not found.complete, (tile, topology, reuse, options)
                assert time.monotonic() - started < 10, (tile, topology, reuse, options)
many = lg.find_paths_many(["a" * 100] * 20, words, size=(10, 10), deadline=0.2)
assert not many.complete
assert (lg.score_grids(["a" * 100] * 20, words, size=(10, 10), deadline=0.2) == -1).all()
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
try:  # Linux counts what the process that started this one had; the program's own is here
    own = [line for line in open("/proc/self/status") if line.startswith("VmHWM")]
    peak = int(own[0].split()[1]) * 1024
except (OSError, IndexError):
    pass
sys.exit(0 if peak < 256 * 2**20 else f"{peak:,} bytes")
"""


def test_hostile_tiles_stay_within_bounds(kernel: str) -> None:
    """One tile throughout, wild, of a choice or of two letters, on a torus, cells used again."""
    run = subprocess.run(
        [sys.executable, "-c", HOSTILE],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "LEXIGRID_KERNEL": kernel},
    )
    assert (0, "") == (run.returncode, run.stderr)


@pytest.mark.parametrize("cells", [36, 80])
def test_graphs_of_pairs(kernel: str, cells: int) -> None:
    """Up to 64 cells by levels, beyond depth first; more than eight neighbours too."""
    chance = random.Random(cells)
    rows = [[chance.choice("abcd") for _ in range(4)] for _ in range(cells // 4)]
    for count in (3 * cells, 8 * cells):
        pairs = tuple(
            (
                lg.Cell(*divmod(chance.randrange(cells), 4)),
                lg.Cell(*divmod(chance.randrange(cells), 4)),
            )
            for _ in range(count)
        )
        grid = lg.Grid.from_rows(rows, topology=lg.Topology("custom", False, pairs))
        listed = ["abc", "dcb", "aa", "abcd", "bad", "cab", "d"]
        expected = naive.find_paths(grid, listed)
        found = lg.find_paths(grid, listed, paths="all")
        assert [(s[0], p) for _, s, p in expected] == [(w.word, list(w.paths)) for w in found]
