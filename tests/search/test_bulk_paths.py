"""Words of many boards with every option, compared with `find_paths` on every kernel."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import lexigrid as lg
import naive
from bulk import items_of, run_in_256_mib
from lexigrid.search.options import Sort

WORDS = lg.Lexicon(["tea", "oat", "ant", "eat"])
SORTS = ("grid", "alpha", "length", "score")


def walked(rng: random.Random, grid: lg.Grid, walk: lg.Topology, count: int) -> list[str]:
    """Return words that random walks on a grid spell, which may cross themselves."""
    listed = []
    for _ in range(count):
        cell = rng.choice(naive.all_cells(grid))
        word = ""
        for _ in range(rng.choice([3, 5, 9, 14])):
            tile = grid[cell]
            near = walk.neighbours(grid.rows, grid.columns, cell)
            if tile is None or not near:
                break
            word += rng.choice("abc") if tile.is_wild else rng.choice(tile.spellings)
            cell = rng.choice(near)
        listed.append(word or "a")
    return listed


@given(st.integers(0, 2**32), st.sampled_from(SORTS), st.integers(0, 9), st.booleans())
def test_boards_of_any_size_equal_single_searches(
    kernel: str, seed: int, sort: Sort, limit: int, wrap: bool
) -> None:
    rng = random.Random(seed)
    size = (rng.randint(1, 9), rng.randint(1, 9))
    letters = rng.choice(["abcde.", "abcdefghijklmnop.", "abcdefghijklmnopqrstuvwxyz."])
    texts = ["".join(rng.choices(letters, k=size[0] * size[1])) for _ in range(3)]
    if set(texts[0]) == {"."}:
        texts[0] = "a" + texts[0][1:]
    qu = rng.random() < 0.5
    options: dict[str, Any] = {
        "qu": qu,
        "wrap": wrap,
        "topology": rng.choice(["king", "rook", "bishop"]),
    }
    given_boards = [lg.Grid.parse(text, size=size, **options) for text in texts]
    listed = [*walked(rng, given_boards[0], given_boards[0].topology, 12), "qua", "b"]
    lexicon = lg.Lexicon(listed)
    most = None if rng.random() < 0.3 else limit
    alone = [lg.find_paths(grid, lexicon, sort=sort, limit=most) for grid in given_boards]
    as_bytes = lg.find_paths_many(texts, lexicon, size=size, sort=sort, limit=most, **options)
    as_grids = lg.find_paths_many(given_boards, lexicon, sort=sort, limit=most)
    for many in (as_bytes, as_grids):
        assert [items_of(found) for found in alone] == [items_of(found) for found in many]
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
    rng = random.Random(seed)
    letters = [chr(0x61 + i) if i < 26 else chr(0x4E00 + i) for i in range(size)]
    common = letters[: rng.choice([3, size])]
    rows, columns = rng.randint(1, 8), rng.randint(1, 8)
    complex_tiles = ["?", "[ab]", "[a,bc]", "ab", "ca", "abc", "."]
    density = rng.choice([0.0, 0.05, 0.2])
    cells = [
        rng.choice(complex_tiles) if rng.random() < density else rng.choice(common)
        for _ in range(rows * columns)
    ]
    names = ["king", "rook", "bishop", "hex"]
    name = rng.choice(names)
    wrap = rng.random() < 0.5 and (name != "hex" or rows % 2 == 0)
    topology = lg.Topology(name, wrap)
    table = [cells[row * columns : (row + 1) * columns] for row in range(rows)]
    grid = lg.Grid.from_rows(table, topology=topology)
    # Words are short where letters are few, because the oracle is slow.
    listed = [
        word[: 4 if len(common) < 9 or reuse else 9] for word in walked(rng, grid, topology, 8)
    ]
    listed += [*letters[:3], "abc", *("".join(rng.choices(letters, k=3)) for _ in range(5))]
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


def test_tiles_of_two_letters(kernel: str) -> None:
    """A word is listed once, with its first path, even if In and i n both spell it."""
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
    plain, complex_tiles = ["teaantoat", "catsatpat"], ["tea/an?/oat", "cat/sat/[pq]at"]
    for boards, size in ((plain, (3, 3)), (complex_tiles, None)):
        scores = lg.score_grids(boards, ["eat"], size=size, deadline=0)
        assert scores.tolist() == [-1, -1]
        many = lg.find_paths_many(boards, ["eat"], size=size, deadline=0)
        assert not many.complete
        assert ([0, 0], ["deadline"] * 2) == (many.counts.tolist(), [f.cut_by for f in many])
        late = lg.find_paths_many(boards, ["eat"], size=size, deadline=60)
        assert late.complete
        assert (late.scores == lg.score_grids(boards, ["eat"], size=size, deadline=60)).all()
        # The boards that are left are not even read.
        unread: Any = [*boards, "no/grid", 5]
        assert [-1] * 4 == lg.score_grids(unread, ["eat"], deadline=0).tolist()
        assert ["deadline"] * 4 == [f.cut_by for f in lg.find_paths_many(unread, deadline=0)]
    # With a hostile board among others, finished boards have answers and that one has none.
    boards = ["b" * 25, "a" * 25]
    listed = ["a" * length for length in range(1, 26)] + ["bbb"]
    scores = lg.score_grids(boards, listed, size=(5, 5), deadline=0.1, threads=1)
    assert scores.tolist() == [1, -1]
    many = lg.find_paths_many(boards, listed, size=(5, 5), deadline=0.1, threads=1)
    assert ([1, 0], [True, False]) == (many.counts.tolist(), [f.complete for f in many])


HOSTILE = """
import time
import lexigrid as lg
tiles = ["a", "?", "[ab]", "aa", "[a,aa]"]
words = ["a" * size for size in range(1, 101)]
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
"""


def test_hostile_tiles_stay_within_bounds(kernel: str) -> None:
    """Boards of one kind of tile (wild, choices, two letters), also with wrap and reuse."""
    run_in_256_mib(HOSTILE, kernel)


@pytest.mark.parametrize("cells", [36, 80])
def test_graphs_of_pairs(kernel: str, cells: int) -> None:
    """Up to 64 cells are searched by levels, larger graphs depth first, both with many pairs."""
    rng = random.Random(cells)
    rows = [[rng.choice("abcd") for _ in range(4)] for _ in range(cells // 4)]
    for count in (3 * cells, 8 * cells):
        pairs = tuple(
            (
                lg.Cell(*divmod(rng.randrange(cells), 4)),
                lg.Cell(*divmod(rng.randrange(cells), 4)),
            )
            for _ in range(count)
        )
        grid = lg.Grid.from_rows(rows, topology=lg.Topology("custom", False, pairs))
        listed = ["abc", "dcb", "aa", "abcd", "bad", "cab", "d"]
        expected = naive.find_paths(grid, listed)
        found = lg.find_paths(grid, listed, paths="all")
        assert [(s[0], p) for _, s, p in expected] == [(w.word, list(w.paths)) for w in found]


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


def test_cells_and_paths_beyond_a_byte(kernel: str) -> None:
    """The first grid of the answer fits in bytes, the second does not."""
    long, small = "ab" * 150, lg.Grid.parse("ab/cd")
    grids = [small, lg.Grid.from_rows([list(long)]), lg.Grid.parse("ab/..")]
    many = lg.find_paths_many(grids, ["ab", long])
    assert [("ab",), ("ab", long), ("ab",)] == [found.words for found in many]
    for found, grid in zip(many, grids, strict=True):
        assert items_of(lg.find_paths(grid, ["ab", long])) == items_of(found)
    assert many.cell_at is not None
    assert many.cells is not None
    assert [0, 2, 4, 304, 306] == many.cell_at.tolist()
    assert 299 == many.cells.max()
    for words, cells in ((["ab"], [0, 1]), (["xy"], [])):
        flat = lg.find_paths_many([small], words).to_numpy()
        assert flat.cell_at is not None
        assert flat.cells is not None
        assert ([0, 2][: len(cells)] or [0], cells) == (flat.cell_at.tolist(), flat.cells.tolist())


def test_a_board_whose_text_has_more_than_rows_is_refused_as_in_batches() -> None:
    board = "Pets\n\nC A T\nD O G\n\nWords: cat"
    for search in (lg.find_paths_many, lg.score_grids):
        with pytest.raises(lg.GridError, match=r"board 2: .* more than rows: left out the title"):
            search(["cat/dog", board], ["cat"])
        # A Grid has shown its notes.
        assert 2 == len(search(["cat/dog", lg.Grid.parse(board)], ["cat"]))
