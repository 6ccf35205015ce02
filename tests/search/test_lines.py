"""The line search on larger grids, which have strategies of their own, with options and files."""

from __future__ import annotations

import random
import threading
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import lexigrid as lg
import naive
from lexigrid.search.line_options import LineOptions
from lexigrid.search.lines import search_lines


def as_lines(lines: lg.Lines) -> list[tuple[str, tuple[lg.Cell, ...], Any]]:
    return [(seen.word, seen.cells, seen.direction) for seen in lines]


def drawn(rng: random.Random, rows: int, columns: int, tokens: list[str]) -> lg.Grid:
    return lg.Grid.from_rows([rng.choices(tokens, k=columns) for _ in range(rows)])


def listed(rng: random.Random, letters: list[str], count: int, most: int) -> list[str]:
    return ["".join(rng.choices(letters, k=rng.randint(1, most))) for _ in range(count)]


def plain_lines(grid: lg.Grid, words: list[str], wrap: bool) -> list[Any]:
    """Look up every line in a set: as simple as the oracle, but for tiles of one letter only."""
    known, most = set(words), max(map(len, words))
    found, seen = [], set()
    cells = naive.all_cells(grid)
    face = {cell: tile.face for cell in cells if (tile := grid[cell]) is not None}
    for start in cells:
        lines: list[Any] = [(None, (start,))]
        for direction in lg.Direction:
            lines += [(direction, o) for o in naive.lines_from(grid, start, direction, wrap, most)]
        for way, line in lines:
            word = "".join(face.get(cell, "") for cell in line)
            if word in known and (word, frozenset(line)) not in seen:
                seen.add((word, frozenset(line)))
                found.append((word, line, way))
    return found


@settings(max_examples=4, deadline=None)
@given(st.randoms(use_true_random=False), st.booleans(), st.sampled_from([2, 5, 26, 300, 2000]))
def test_larger_grids_equal_the_oracle(
    kernel: str, rng: random.Random, wrap: bool, size: int
) -> None:
    letters = [chr(0x4E00 + code) for code in range(size)]
    grid = drawn(rng, rng.randint(9, 30), rng.randint(9, 70), letters)
    words = listed(rng, letters, 40, 4)
    for _ in range(6):  # words on the grid, longer than random letters would spell
        row, column = rng.randrange(grid.rows), rng.randrange(grid.columns - 6)
        cells = [grid[row, column + k] for k in range(6)]
        words.append("".join(tile.face for tile in cells if tile is not None))
    found = lg.find_lines(grid, words, wrap=wrap)
    assert plain_lines(grid, words, wrap) == as_lines(found)
    # A lexicon of many words is searched by another strategy.
    many = lg.Lexicon(words + listed(rng, letters, 300, 5))
    expected = plain_lines(grid, list(many), wrap)
    assert expected == as_lines(lg.find_lines(grid, many, wrap=wrap))


def lines_by_shifts(letters: Any, words: list[str], directions: list[int], wrap: bool) -> set[Any]:
    """Shift the whole grid once per letter: a word starts at a cell where all shifts match."""
    import numpy as np

    rows, columns = letters.shape
    found = set()
    for word in words:
        for direction in (tuple(lg.Direction)[number] for number in directions):
            down, right = direction.row_step, direction.column_step
            starts = np.ones(letters.shape, bool)
            for k, letter in enumerate(word):
                starts &= np.roll(letters, (-k * down, -k * right), (0, 1)) == ord(letter)
            for row, column in np.argwhere(starts).tolist():
                end = (row + (len(word) - 1) * down, column + (len(word) - 1) * right)
                around = (end[0] % rows, end[1] % columns)
                is_second = word == word[::-1] and (
                    around < (row, column) and (direction.number + 4) % 8 in directions
                )
                if (wrap or around == end) and not is_second:
                    found.add((row, column, direction.number, word))
    return found


def check_against_shifts(letters: Any, words: list[str], directions: list[int], wrap: bool) -> None:
    found = lg.find_lines(
        lg.Grid.from_array(letters),
        words,
        wrap=wrap,
        directions=[tuple(lg.Direction)[number] for number in directions],
    )
    records = found.to_numpy()[["row", "column", "direction", "length", "word_id"]]
    assert len(found) == len(records) == sum(records["direction"] < 8)
    listed = [(*record, found.word_at(word)) for *record, word in records.tolist()]
    assert sorted(listed) == listed
    seen = {(row, column, direction, word) for row, column, direction, _, word in listed}
    assert len(listed) == len(seen)
    assert lines_by_shifts(letters, words, directions, wrap) == seen


@pytest.mark.parametrize("seed", range(6))
def test_grids_of_near_misses_equal_shifted_grids(kernel: str, seed: int) -> None:
    # Here the filters decline, and the Aho-Corasick search takes over.
    import numpy as np

    rng, wrap = random.Random(seed), seed % 2 > 0
    rows, columns = rng.choice((64, 66, 72)), rng.choice((61, 72, 90))
    cells = rng.choices(b"ab", (400, 1), k=rows * columns)
    letters = np.array(cells, np.uint8).reshape(rows, columns)
    words = ["a" * 58 + "b", "a" * 55 + "ba", "a" * 20 + "b" + "a" * 20, "a" * 30, "baa", "ab"]
    check_against_shifts(letters, words, sorted(rng.sample(range(8), rng.randint(5, 8))), wrap)


@pytest.mark.parametrize("columns", [1025, 1056, 2100, 2304])
def test_grids_of_several_windows_equal_shifted_grids(kernel: str, columns: int) -> None:
    # A window of Teddy has at most 1,024 columns.
    import numpy as np

    rng = np.random.default_rng(columns)
    letters = rng.integers(ord("a"), ord("e"), (14, columns), dtype=np.uint8)
    words = ["".join(map(chr, rng.integers(ord("a"), ord("e"), size))) for size in (4, 5, 5, 6, 7)]
    check_against_shifts(letters, list(dict.fromkeys(words)), list(range(8)), wrap=False)


@pytest.mark.parametrize("seed", range(4))
def test_words_that_go_on_in_the_next_row_are_not_found(kernel: str, seed: int) -> None:
    # In memory the first cell of a row follows the last cell of the row before.
    import numpy as np

    rng = random.Random(seed)
    words = ["".join(rng.sample("abcdefghij", rng.randint(4, 9))) for _ in range(30)]
    rows, columns = 64, rng.randint(60, 70)
    cells = np.full(rows * columns, ord("x"), np.uint8)
    for _ in range(300):
        word, direction = rng.choice(words), rng.choice(tuple(lg.Direction))
        step = direction.row_step * columns + direction.column_step
        inside = rng.randrange(1, len(word))  # letters before the edge
        column = columns - inside if direction.column_step > 0 else inside - 1
        first = rng.randrange(rows) * columns + column
        if 0 <= first + (len(word) - 1) * step < rows * columns:
            for k, letter in enumerate(word):
                cells[first + k * step] = ord(letter)
    letters = cells.reshape(rows, columns)
    check_against_shifts(letters, list(dict.fromkeys(words)), list(range(8)), wrap=False)


def test_words_found_by_their_ends_are_in_order(kernel: str) -> None:
    # Teddy searches for the common suffix, which for some words is in the next band of rows.
    import numpy as np

    rng = random.Random(1)
    words = ["".join(rng.sample("abcdefgh", 3)) + "zqzz" for _ in range(30)]
    cells = np.full((140, 60), ord("x"), np.uint8)
    for column in range(0, 40, 2):
        row = 59 + column % 7
        cells[row : row + 7, column] = list(rng.choice(words).encode())
    for row in range(56, 70):
        cells[row, 45:52] = list(rng.choice(words).encode())
    check_against_shifts(cells, list(dict.fromkeys(words)), list(range(8)), wrap=False)


@pytest.mark.parametrize("directions", [[0], [0, 1, 2, 3], [4, 5], [0, 1, 2, 6, 7]])
def test_palindromes_on_a_torus_equal_shifted_grids(kernel: str, directions: list[int]) -> None:
    # On a torus either end can come first; the allowed directions decide which is the start.
    import numpy as np

    letters = np.random.default_rng(2).integers(ord("a"), ord("c"), (12, 14), dtype=np.uint8)
    check_against_shifts(letters, ["aba", "bab", "abba", "aab", "bbbb"], directions, wrap=True)


@settings(max_examples=6, deadline=None)
@given(st.randoms(use_true_random=False))
def test_few_words_in_an_alphabet_of_more_than_256_letters(kernel: str, rng: random.Random) -> None:
    alphabet = [chr(0x4E00 + code) for code in range(300)]
    # Letters 0 and 256 share their low byte, as do 1 and 257 and so on.
    letters = alphabet[:4] + alphabet[256:260]
    grid = drawn(rng, rng.randint(9, 25), rng.randint(9, 90), letters)
    words = ["".join(rng.choices(letters, k=rng.randint(2, 11))) for _ in range(12)]
    long = ["".join(alphabet[k : k + 100]) for k in (0, 100, 200)]
    expected = plain_lines(grid, words, wrap=False)
    found = lg.find_lines(grid, words + long)
    assert expected == as_lines(found)


@settings(max_examples=4, deadline=None)
@given(st.randoms(use_true_random=False), st.booleans(), st.integers(0, 40))
def test_some_special_tiles_on_larger_grids(
    kernel: str, rng: random.Random, wrap: bool, limit: int
) -> None:
    tokens = ["a", "b", "c", "d"] * 16 + ["?", "Qu", "[ab]", "."]
    grid = drawn(rng, rng.randint(6, 10), rng.randint(6, 14), tokens)
    words = [*listed(rng, list("abcdq"), 8, 3), "aqua", "quad", "a"]
    expected = naive.find_lines(grid, words, wrap=wrap)
    assert expected == as_lines(lg.find_lines(grid, words, wrap=wrap))
    assert expected[:limit] == as_lines(lg.find_lines(grid, words, wrap=wrap, limit=limit))
    counted = lg.find_lines(grid, words, wrap=wrap, count_only=True)
    assert len(expected) == counted.count
    first = naive.find_lines(grid, words, wrap=wrap, first=True)
    assert first == as_lines(lg.find_lines(grid, words, wrap=wrap, first=True))


@settings(max_examples=6, deadline=None)
@given(st.randoms(use_true_random=False))
def test_rotations_and_reflections(kernel: str, rng: random.Random) -> None:
    grid = drawn(rng, rng.randint(3, 20), rng.randint(3, 20), list("abc"))
    words = listed(rng, list("abc"), 20, 6)
    where = {cell: cell for cell in naive.all_cells(grid)}
    here = {(o.word, frozenset(o.cells)) for o in lg.find_lines(grid, words)}
    for turn in range(8):
        back = {
            (o.word, frozenset(where[cell] for cell in o.cells)) for o in lg.find_lines(grid, words)
        }
        assert here == back, turn
        rows = [[grid[r, c] for c in range(grid.columns)] for r in range(grid.rows)]
        if turn == 3:  # reflect, then rotate the other four
            rows = [row[::-1] for row in rows]
            where = {lg.Cell(c.row, grid.columns - 1 - c.column): o for c, o in where.items()}
        else:
            rows = [list(column) for column in zip(*rows[::-1], strict=True)]
            where = {lg.Cell(c.column, grid.rows - 1 - c.row): o for c, o in where.items()}
        grid = lg.Grid.from_rows([[t.face if t else None for t in row] for row in rows])


@settings(max_examples=20, deadline=None)
@given(st.randoms(use_true_random=False), st.booleans())
def test_lines_through_a_cell(kernel: str, rng: random.Random, wrap: bool) -> None:
    grid = drawn(rng, rng.randint(1, 9), rng.randint(1, 9), ["a", "b", "a", "b", "?"])
    words = listed(rng, list("ab"), 12, 4)
    cell = lg.Cell(rng.randrange(grid.rows), rng.randrange(grid.columns))
    found = lg.find_lines(grid, words, wrap=wrap, through=cell)
    everything = lg.find_lines(grid, words, wrap=wrap)
    assert [seen for seen in everything if cell in seen.cells] == list(found)
    assert set(found.missing) == {w for w in words if w not in {seen.word for seen in found}}


@pytest.mark.parametrize(
    ("through", "part"),
    [((3, 0), "a cell from 0,0 to 2,2"), ((0, -1), "0,-1"), ("a1", "'a1'"), ((True, 0), "True")],
)
def test_invalid_cells_are_reported(through: Any, part: str) -> None:
    with pytest.raises(lg.InputError, match="through") as caught:
        lg.find_lines(lg.Grid.parse("tea/ant/oat"), ["tea"], through=through)
    assert part in str(caught.value)


def test_a_grid_of_one_letter_is_bounded(kernel: str) -> None:
    grid = lg.Grid.parse("\n".join(["a" * 120] * 120))
    words = ["a" * n for n in range(1, 21)]
    # All words start at every cell, so a limit must also limit the work.
    cut = lg.find_lines(grid, words, limit=1000)
    assert (1000, "limit") == (len(cut), cut.cut_by)
    counted = lg.find_lines(grid, words, count_only=True)
    lines = [120 * (121 - n) for n in range(2, 21)]
    slanted = [(121 - n) ** 2 for n in range(2, 21)]
    assert 120 * 120 + 2 * sum(lines) + 2 * sum(slanted) == counted.count
    flat = lg.find_lines(grid, words[:4]).to_numpy()
    assert 16 == flat.itemsize
    assert 120 * 120 + 2 * sum(lines[:3]) + 2 * sum(slanted[:3]) == len(flat)


def test_many_long_words_at_every_cell(kernel: str) -> None:
    grid = lg.Grid.parse("\n".join(["a" * 90] * 90))
    counted = lg.find_lines(grid, ["a" * n for n in range(2, 91)], count_only=True)
    assert sum(2 * 90 * (91 - n) + 2 * (91 - n) ** 2 for n in range(2, 91)) == counted.count
    cut = lg.find_lines(grid, ["a" * n for n in range(2, 91)], deadline=0)
    assert "deadline" == cut.cut_by


def test_near_misses_everywhere_are_searched_in_time(kernel: str) -> None:
    # A filter would compare sixty letters at every cell in eight directions.
    grid = lg.Grid.parse("\n".join(["a" * 300] * 300))
    found = lg.find_lines(grid, ["a" * 60 + "b", "b" + "a" * 60, "a" * 300], deadline=60)
    assert (602, True) == (found.count, found.complete)


@pytest.mark.parametrize("complex_tiles", ["?", "\u00df", "?\u00df"])
@pytest.mark.parametrize("at", [1, 20 * 150 + 63, 20 * 150 + 149, 40 * 150 - 1])
def test_a_complex_tile_among_bytes_is_searched(kernel: str, complex_tiles: str, at: int) -> None:
    """In an array of bytes, \u00df spells "ss" and "?" any letter."""
    rng = random.Random(at)
    cells = bytearray(rng.choices(b"asxx", k=40 * 150))
    for k, tile in enumerate(complex_tiles.encode("latin-1")):
        cells[at - k] = tile
    grid = lg.Grid.from_array(memoryview(bytes(cells)).cast("B", (40, 150)))
    rows = [cells[row * 150 :][:150].decode("latin-1") for row in range(40)]
    words = ["ss", "as", "assa", "aaaaaas"]
    expected = as_lines(lg.find_lines(lg.Grid.parse("/".join(rows)), words))
    assert expected == as_lines(lg.find_lines(grid, words))
    assert any(lg.Cell(*divmod(at, 150)) in cells for _, cells, _ in expected)


@pytest.mark.parametrize("many", [False, True])
@pytest.mark.parametrize("limit", [1, 2, None])
def test_a_limit_considers_complex_tiles_below(kernel: str, many: bool, limit: int | None) -> None:
    """The first word uses a wild cell eleven rows below its start; others end a band earlier."""
    cells = bytearray(b"x" * (100 * 300))
    word = "abcdefghijkl"
    for k, letter in enumerate(word.encode()):
        cells[(9 + k) * 300 + 50] = letter
        for row in (10, 11, 12):
            cells[row * 300 + 80 + k] = letter
    cells[20 * 300 + 50] = ord("?")
    grid = lg.Grid.from_array(memoryview(bytes(cells)).cast("B", (100, 300)))
    words = [word] + [f"w{a}{b}{c}" for a in "abcdefg" for b in "hijk" for c in "lmnop"] * many
    found = lg.find_lines(grid, words, limit=limit)
    assert [9, 10, 11, 12][:limit] == [seen.cells[0].row for seen in found]


def test_progress_is_reported_and_can_end_the_search() -> None:
    grid = lg.Grid.from_array(memoryview(b"a" * 4_000_000).cast("B", (2000, 2000)))
    words = ["a" * n for n in range(2, 300)]
    reported: list[float] = []
    lg.find_lines(grid, words[:4], count_only=True, progress=reported.append)
    assert reported == sorted(reported)
    assert 1.0 == reported[-1]

    def stop(done: float) -> None:
        raise TimeoutError("enough")

    with pytest.raises(TimeoutError, match="enough"):
        lg.find_lines(grid, words, count_only=True, progress=stop)


def test_a_mapped_file_is_searched_in_place(tmp_path: Path, kernel: str) -> None:
    rows, columns = 700, 5003
    rng = random.Random(5)
    data = bytearray(rng.choices(b"abcdefgh", k=rows * columns))
    word = b"hidden"
    for k, letter in enumerate(word):  # across the boundaries of bands
        data[(600 - k) * columns + 4990 - k] = letter
        data[(100 + k) * columns + 2] = letter
    place = tmp_path / "grid.raw"
    place.write_bytes(data)
    grid = lg.Grid.read(place, raw=(rows, columns))
    expected = [
        ("hidden", lg.Cell(100, 2), lg.Direction.S),
        ("hidden", lg.Cell(600, 4990), lg.Direction.NW),
    ]
    for threads in (1, 2, 3):
        found = lg.find_lines(grid, ["hidden"], threads=threads)
        assert expected == [(seen.word, seen.start, seen.direction) for seen in found]


def test_few_words_keep_their_spellings() -> None:
    grid = lg.Grid.parse("tea/ant/oat")
    for words in (["oat"], ["OAT"], ["oat", "Oat"], ["tea", "oat"], ["oat"]):
        found = lg.find_lines(grid, words)
        assert set(words) == {spelling for seen in found for spelling in seen.spellings}
        assert {words[0], words[-1]} >= {seen.word for seen in found}
    with pytest.raises(lg.LexiconError, match="word 2 is None"):
        lg.find_lines(grid, ["oat", None])  # type: ignore[list-item]
    with pytest.raises(lg.LexiconError, match="expected text"):
        lg.find_lines(grid, [["oat"]])  # type: ignore[list-item]


def test_many_threads_share_a_lexicon() -> None:
    lexicon = lg.Lexicon(
        ["cab", "bead", "abba", "face", *(f"{a}{b}ed" for a in "abc" for b in "de")]
    )
    rng = random.Random(3)
    grids = [drawn(rng, 20, 20, list("abcdef")) for _ in range(8)]
    expected = [plain_lines(grid, list(lexicon), wrap=False) for grid in grids[:2]]
    answers: dict[int, list[Any]] = {}

    def search(index: int) -> None:
        answers[index] = as_lines(lg.find_lines(grids[index % 8], lexicon))

    threads = [threading.Thread(target=search, args=(index,)) for index in range(16)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert expected == [answers[0], answers[1]]
    assert all(answers[index] == answers[index + 8] for index in range(8))


@pytest.mark.parametrize("count_only", [False, True])
@pytest.mark.parametrize(("word", "is_there"), [("oat", True), ("to", True), ("zoo", False)])
def test_a_limit_of_zero_shows_whether_there_is_more(
    kernel: str, word: str, is_there: bool, count_only: bool
) -> None:
    """The lines through the tile "to" are found apart from all others."""
    grid = lg.Grid.parse("o a t x x/x x x x x/x x x x x/x x x x to")
    found = lg.find_lines(grid, [word], limit=0, count_only=count_only)
    assert (0, not is_there) == (found.count, found.complete)
    assert ("limit" if is_there else None) == found.cut_by


@pytest.mark.parametrize("limit", [0, 1, 4, 5, 100])
def test_counts_up_to_a_limit(kernel: str, limit: int) -> None:
    grid = lg.Grid.parse("oat/oat/oat")
    counted = lg.find_lines(grid, ["oat"], count_only=True, limit=limit)
    assert (min(limit, 5), 0, limit >= 5) == (counted.count, len(counted), counted.complete)
    assert tuple(counted) == ()


@pytest.mark.parametrize("complex_tiles", ["", "?", "th"])
@given(st.integers(0, 2**32), st.integers(0, 9), st.booleans(), st.booleans())
def test_named_words_are_looked_for_beyond_the_limit(
    kernel: str, complex_tiles: str, seed: int, limit: int, first: bool, count_only: bool
) -> None:
    rng = random.Random(seed)
    tiles = [*"abcdefgh", complex_tiles or "a"]
    size = rng.choice([6, 40])
    weights = [*[20] * 8, 1]
    grid = lg.Grid.from_rows([rng.choices(tiles, weights, k=size) for _ in range(size)])
    listed = ["".join(rng.choices("abcdefgh", k=rng.choice([2, 3, 4, 6]))) for _ in range(12)]
    options = LineOptions(limit=limit, first=first, count_only=count_only)
    for given_words in (listed, lg.Lexicon(listed)):
        whole = lg.find_lines(grid, given_words, first=first)
        cut = search_lines(grid, given_words, options, named=listed[:6])
        found = set(whole.words)
        assert list(cut.missing) == [w for w in dict.fromkeys(listed[:6]) if w not in found]
        assert (min(limit, whole.count), whole.count <= limit) == (cut.count, cut.complete)
        assert list(cut) == ([] if count_only else list(whole[:limit]))
