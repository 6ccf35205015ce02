"""Properties of all grids, lexicons and options: the package equals the oracle on every kernel."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

import lexigrid as lg
import naive
from lexigrid.geometry import parse_directions
from lexigrid.search.options import Sort
from strategies import grids, topologies_on, words

DIRECTIONS = st.sets(st.sampled_from(tuple(lg.Direction)), min_size=1).map(sorted)
PLAIN: tuple[str, ...] = ()
PUNCTUATED = ("-", "'", "?", "-a")


def as_lines(found: lg.Lines) -> list[naive.Line]:
    return [(o.word, o.cells, o.direction) for o in found]


# --- lines ----------------------------------------------------------------------------------------


@given(grids(), words(), DIRECTIONS, st.booleans())
def test_lines_equal_the_oracle(
    kernel: str, grid: lg.Grid, listed: list[str], directions: list[lg.Direction], wrap: bool
) -> None:
    found = lg.find_lines(grid, listed, directions=directions, wrap=wrap)
    expected = naive.find_lines(grid, listed, directions=directions, wrap=wrap)
    assert expected == as_lines(found)
    assert naive.missing_words(grid, listed, expected) == list(found.missing)
    assert found.complete
    assert len(expected) == found.count


@given(grids("abc", 6, PLAIN), words("abc", 4), DIRECTIONS, st.booleans())
def test_lines_of_plain_tiles_equal_the_oracle(
    kernel: str, grid: lg.Grid, listed: list[str], directions: list[lg.Direction], wrap: bool
) -> None:
    found = lg.find_lines(grid, listed, directions=directions, wrap=wrap)
    assert naive.find_lines(grid, listed, directions=directions, wrap=wrap) == as_lines(found)


@given(grids("ab", 4, PUNCTUATED), words("ab-' ", 5))
def test_punctuation_in_words_and_grids(kernel: str, grid: lg.Grid, listed: list[str]) -> None:
    listed = [word for word in listed if word.strip()]
    assume(listed)
    assert naive.find_lines(grid, listed) == as_lines(lg.find_lines(grid, listed))
    expected = naive.find_paths(grid, listed)
    found = lg.find_paths(grid, listed, paths="all")
    assert [(s, p) for _, s, p in expected] == [(list(w.spellings), list(w.paths)) for w in found]
    # A compiled lexicon has the same spellings, but not always in the order given.
    compiled = lg.find_paths(grid, lg.Lexicon(listed), paths="all")
    assert [(set(s), p) for _, s, p in expected] == [
        (set(w.spellings), list(w.paths)) for w in compiled
    ]


@given(st.one_of(grids(), grids("ab", 5, PLAIN)), words("ab?", 4), DIRECTIONS, st.booleans())
# The same cells spell the word in both directions, and this is one occurrence.
@example(lg.Grid.parse("aa/ab"), ["?a", "a?a"], list(lg.Direction), False)
def test_wildcards_equal_the_oracle(
    kernel: str, grid: lg.Grid, listed: list[str], directions: list[lg.Direction], wrap: bool
) -> None:
    found = lg.find_lines(grid, listed, wildcards=True, directions=directions, wrap=wrap)
    expected = naive.find_lines(grid, listed, wildcards=True, directions=directions, wrap=wrap)
    assert expected == as_lines(found)


@given(grids("ab", 5, PLAIN), words(), st.integers(0, 6), st.booleans())
def test_first_limit_and_count_of_lines(
    kernel: str, grid: lg.Grid, listed: list[str], limit: int, first: bool
) -> None:
    everything = as_lines(lg.find_lines(grid, listed, first=first))
    assert naive.find_lines(grid, listed, first=first) == everything
    cut = lg.find_lines(grid, listed, first=first, limit=limit)
    assert everything[:limit] == as_lines(cut)
    assert (len(everything) <= limit) == cut.complete
    counted = lg.find_lines(grid, listed, first=first, count_only=True)
    assert (0, len(everything)) == (len(counted), counted.count)


@given(grids("abc", 5, PLAIN), words("abc", 4), st.integers(1, 3))
def test_threads_change_nothing(
    kernel: str, grid: lg.Grid, listed: list[str], threads: int
) -> None:
    alone = lg.find_lines(grid, listed, threads=1)
    assert as_lines(alone) == as_lines(lg.find_lines(grid, listed, threads=threads))


@settings(max_examples=4)
@given(st.integers(27, 300), st.randoms(use_true_random=False))
def test_large_alphabets(kernel: str, size: int, rng: object) -> None:
    import random

    assert isinstance(rng, random.Random)
    letters = [chr(0x4E00 + i) for i in range(size)]
    grid = lg.Grid.from_rows([rng.choices(letters, k=5) for _ in range(4)])
    codes = [[tile for c in range(5) if (tile := grid[r, c]) is not None] for r in range(4)]
    listed = ["".join(t.face for t in row[a : a + 3]) for row in codes for a in (0, 2)]
    listed += ["".join(rng.choices(letters, k=2)) for _ in range(10)]
    listed += letters[:40]
    assert naive.find_lines(grid, listed) == as_lines(lg.find_lines(grid, listed))
    found = lg.find_paths(grid, listed, paths="all")
    expected = naive.find_paths(grid, listed)
    assert [(s[0], paths) for _, s, paths in expected] == [(w.word, list(w.paths)) for w in found]


@given(grids("ab", 4, PLAIN), words())
def test_rotating_the_grid_rotates_the_lines(kernel: str, grid: lg.Grid, listed: list[str]) -> None:
    rotated = grid.rotated()
    back = {
        (o.word, frozenset((grid.rows - 1 - c.column, c.row) for c in o.cells))
        for o in lg.find_lines(rotated, listed)
    }
    here = {(o.word, frozenset(o.cells)) for o in lg.find_lines(grid, listed)}
    assert here == back


@given(grids("ab", 4, PLAIN), words(), words())
def test_more_words_lose_nothing(
    kernel: str, grid: lg.Grid, some: list[str], more: list[str]
) -> None:
    few = as_lines(lg.find_lines(grid, some))
    many = as_lines(lg.find_lines(grid, some + more))
    assert [line for line in many if line[0] in set(some)] == few
    found = {word.word for word in lg.find_paths(grid, some)}
    assert found <= {word.word for word in lg.find_paths(grid, some + more)}


@given(grids("abc", 4), words("abc", 4))
def test_a_line_is_a_king_path(kernel: str, grid: lg.Grid, listed: list[str]) -> None:
    paths = {word.word: set(word.paths) for word in lg.find_paths(grid, listed, paths="all")}
    for seen in lg.find_lines(grid, listed):
        assert seen.cells in paths[seen.word]


# --- paths ----------------------------------------------------------------------------------------


@given(grids(most=3, topologies=True), words(most=4), st.booleans(), st.integers(1, 3))
def test_paths_equal_the_oracle(
    kernel: str, grid: lg.Grid, listed: list[str], reuse: bool, least: int
) -> None:
    expected = naive.find_paths(grid, listed, reuse=reuse, min_length=least)
    options: dict[str, Any] = {"reuse": reuse, "min_length": least}
    found = lg.find_paths(grid, listed, paths="all", **options)
    assert [(list(w.spellings), list(w.paths)) for w in found] == [(s, p) for _, s, p in expected]
    assert sum(len(paths) for _, _, paths in expected) == found.path_count
    table = lg.games.points_table("classic", 30)
    assert [table[len(letters)] for letters, _, _ in expected] == [word.score for word in found]
    one = lg.find_paths(grid, listed, **options)
    assert [(s[0], (p[0],)) for _, s, p in expected] == [(w.word, w.paths) for w in one]
    none = lg.find_paths(grid, listed, paths="none", **options)
    assert [(s[0], ()) for _, s, _ in expected] == [(w.word, w.paths) for w in none]
    counted = lg.find_paths(grid, listed, count_only=True, **options)
    assert (len(expected), found.score, 0) == (counted.count, counted.score, len(counted))
    assert found.score == one.score == none.score == sum(w.score for w in found)


@pytest.mark.parametrize("reuse", [False, True])
@settings(max_examples=8)
@given(st.randoms(use_true_random=False), st.integers(1, 3))
def test_paths_of_letters_beyond_the_tries_equal_the_oracle(
    reuse: bool, rng: random.Random, least: int
) -> None:
    """The rarest of 40 letters, with a wild tile: only the general search handles them."""
    letters = [chr(0x4E00 + number) for number in range(40)]
    rare = letters[36:]
    listed = ["".join(rng.choices(rare, k=rng.randint(1, 3))) for _ in range(6)]
    listed += [letters[i] + letters[i - k] for i in range(36) for k in range(1, 5)]
    grid = lg.Grid.from_rows([rng.choices([*rare, "?"], k=3) for _ in range(2)])
    options: dict[str, Any] = {"reuse": reuse, "min_length": least}
    expected = naive.find_paths(grid, listed, **options)
    found = lg.find_paths(grid, listed, paths="all", **options)
    assert [(s[0], p) for _, s, p in expected] == [(w.word, list(w.paths)) for w in found]
    first = lg.find_paths(grid, listed, paths="all", limit=1, **options)
    assert [p for _, _, p in expected[:1]] == [list(w.paths) for w in first]


@given(grids("abc", 5, PLAIN), words("abc", 4), st.sampled_from(["king", "rook", "bishop", "hex"]))
def test_paths_of_plain_tiles_equal_the_oracle(
    kernel: str, grid: lg.Grid, listed: list[str], topology: Any
) -> None:
    expected = naive.find_paths(grid, listed, topology=lg.Topology(topology))
    found = lg.find_paths(grid, listed, topology=topology)
    assert [(s[0], p[0]) for _, s, p in expected] == [(word.word, word.path) for word in found]


@given(st.integers(0, 2**32), st.sampled_from(["king", "rook", "bishop", "hex"]))
def test_paths_on_grids_of_up_to_eight_by_eight(kernel: str, seed: int, topology: Any) -> None:
    # Drawn from a seed: Hypothesis would shrink a grid to one letter, on which the oracle is slow.
    rng = random.Random(seed)
    rows, columns = rng.randint(1, 8), rng.randint(1, 8)
    letters = "abcdefghijklmnop."[rng.randint(0, 8) :]
    text = "".join(rng.choices(letters, k=rows * columns))
    grid = lg.Grid.parse(text, size=(rows, columns))
    walk = lg.Topology(topology)
    listed = ["abc", "ponm", "p"]
    for _ in range(6):  # words that walks on the grid spell, which may cross themselves
        cell = rng.choice(naive.all_cells(grid))
        word = ""
        for _ in range(rng.choice([3, 5, 9, 14, 25])):
            tile = grid[cell]
            near = walk.neighbours(rows, columns, cell)
            if tile is None or not near:
                break
            word += tile.face
            cell = rng.choice(near)
        listed.append(word or "a")
    expected = naive.find_paths(grid, listed, topology=walk)
    found = lg.find_paths(grid, listed, topology=topology)
    assert [(s[0], p[0]) for _, s, p in expected] == [(w.word, w.path) for w in found]
    every = lg.find_paths(grid, listed, topology=topology, paths="all")
    assert [p for _, _, p in expected] == [list(w.paths) for w in every]
    assert sum(len(p) for _, _, p in expected) == every.path_count


@given(grids("quab", 4, ("Qu",)), words("quab", 5))
def test_qu_tiles_equal_the_oracle(kernel: str, grid: lg.Grid, listed: list[str]) -> None:
    listed = [*listed, "qua", "qu"]
    expected = naive.find_paths(grid, listed)
    found = lg.find_paths(grid, listed, paths="all")
    assert [(s[0], p) for _, s, p in expected] == [(w.word, list(w.paths)) for w in found]


@given(
    grids("abc", 4),
    words("abc", 4),
    st.integers(0, 5),
    st.sampled_from(["alpha", "length", "score", "grid"]),
)
def test_sorts_and_limits(
    kernel: str, grid: lg.Grid, listed: list[str], limit: int, sort: Sort
) -> None:
    everything = list(lg.find_paths(grid, listed, sort=sort))
    cut = lg.find_paths(grid, listed, sort=sort, limit=limit)
    assert everything[:limit] == list(cut)
    assert (len(everything) <= limit) == cut.complete
    assert sum(word.score for word in cut) == cut.score
    every = list(lg.find_paths(grid, listed, sort=sort, paths="all"))
    first = lg.find_paths(grid, listed, sort=sort, paths="all", limit=limit)
    counted = lg.find_paths(grid, listed, sort=sort, paths="all", limit=limit, count_only=True)
    assert every[:limit] == list(first)
    assert first.path_count == sum(len(word.paths) for word in first)
    assert len(everything) == cut.total == first.total
    for name in ("count", "score", "path_count", "cut_by"):
        assert getattr(first, name) == getattr(counted, name), name
    alphabet = lg.Alphabet()
    keys = [(alphabet.split(w.word), w.score) for w in everything]
    if sort == "alpha":
        assert keys == sorted(keys)
    elif sort == "length":
        assert keys == sorted(keys, key=lambda key: (-len(key[0]), key[0]))
    elif sort == "score":
        assert keys == sorted(keys, key=lambda key: (-key[1], key[0]))


@given(grids("ab", 3, PLAIN), words())
def test_every_path_spells_its_word(kernel: str, grid: lg.Grid, listed: list[str]) -> None:
    for word in lg.find_paths(grid, listed, paths="all"):
        letters = lg.Alphabet().split(word.word)
        assert len(set(word.paths)) == len(word.paths)
        for path in word.paths:
            assert naive.is_path(grid, path, grid.topology)
            assert naive.can_spell(grid, path, letters)


# --- trace ----------------------------------------------------------------------------------------


@given(grids(most=3, topologies=True), st.text("ab", min_size=1, max_size=5), st.booleans())
def test_traces_equal_the_oracle(kernel: str, grid: lg.Grid, word: str, reuse: bool) -> None:
    letters = naive.letters_of(grid, word)
    expected = naive.paths_of(grid, letters, grid.topology, reuse)
    status = "found" if expected else "absent"
    every = lg.trace(grid, word, reuse=reuse, paths="all", limit=None)
    assert (status, tuple(expected), len(expected), True) == (
        every.status,
        every.paths,
        every.count,
        every.complete,
    )
    some = lg.trace(grid, word, reuse=reuse, paths="all", limit=2)
    assert (tuple(expected[:2]), len(expected)) == (some.paths, some.count)
    counted = lg.trace(grid, word, reuse=reuse, paths="count")
    assert (status, (), len(expected)) == (counted.status, counted.paths, counted.count)
    one = lg.trace(grid, word, reuse=reuse)
    assert (status, tuple(expected[:1])) == (one.status, one.paths)


@given(grids("ab", 4), st.text("ab", min_size=1, max_size=5), st.booleans())
def test_traces_along_lines_equal_the_oracle(
    kernel: str, grid: lg.Grid, word: str, wrap: bool
) -> None:
    expected = [cells for _, cells, _ in naive.find_lines(grid, [word], wrap=wrap)]
    answer = lg.trace(grid, word, topology="line", wrap=wrap, paths="all", limit=None)
    assert (bool(expected), tuple(expected), len(expected)) == (
        bool(answer),
        answer.paths,
        answer.count,
    )


# --- round trips ----------------------------------------------------------------------------------


@example(lg.Grid.from_rows([["?", "[a,b]"], ["a", "a"], ["a", "a"], ["Qu", "Qu"]]))
@given(grids(topologies=True))
def test_a_formatted_grid_is_parsed_unchanged(grid: lg.Grid) -> None:
    same: dict[str, Any] = {"topology": grid.topology}
    assert grid == lg.Grid.parse(grid.format(), **same)
    assert grid == lg.Grid.parse(grid.format(one_line=True), **same)
    assert grid == lg.Grid.from_dict(grid.to_dict())
    assert hash(grid) == hash(lg.Grid.from_dict(grid.to_dict()))


@given(st.data())
def test_topologies_of_core_and_package_agree(kernel: str, data: st.DataObject) -> None:
    rows, columns = data.draw(st.integers(1, 5)), data.draw(st.integers(1, 5))
    topology = data.draw(topologies_on(rows, columns))
    letters = [chr(0x4E00 + i) for i in range(rows * columns)]
    grid = lg.Grid.parse("".join(letters), size=(rows, columns), topology=topology)
    pairs = {a + b for a in letters for b in letters}
    found = {word.word for word in lg.find_paths(grid, pairs)}
    cells = naive.all_cells(grid)
    touching = {
        letters[a.row * columns + a.column] + letters[b.row * columns + b.column]
        for a in cells
        for b in topology.neighbours(rows, columns, a)
    }
    assert touching == found


def test_large_grids_need_no_recursion(kernel: str) -> None:
    row = "abcdefghij" * 100
    grid = lg.Grid.parse("\n".join(row[i % 10 :] + row[: i % 10] for i in range(1000)))
    assert (1000, 1000) == (grid.rows, grid.columns)
    snake = lg.Lexicon([row[:1000]])
    found = lg.find_lines(grid, snake, directions=parse_directions("E"), limit=3)
    assert [str(o.start) for o in found] == [str(lg.Cell(r, 0)) for r in (0, 10, 20)]
    assert lg.trace(grid, row[:900]).status == "found"


@pytest.mark.parametrize("search", [lg.find_lines, lg.find_paths])
def test_a_deadline_of_zero_is_kept(kernel: str, search: object) -> None:
    grid = lg.Grid.parse("a" * 100, size=(10, 10))
    listed = ["a" * size for size in range(1, 101)]
    assert callable(search)
    cut = search(grid, listed, deadline=0.0)
    assert not cut.complete
    assert cut.cut_by == "deadline"


@pytest.mark.parametrize("threads", [1, 2])
def test_a_deadline_holds_within_a_band_of_near_misses(kernel: str, threads: int) -> None:
    grid = lg.Grid.from_array(memoryview(b"a" * 64 * 200_000).cast("B", (64, 200_000)))
    near = ["a" * size + "b" for size in range(2, 102)]
    assert lg.find_lines(grid, near, deadline=0.02, threads=threads).cut_by == "deadline"
