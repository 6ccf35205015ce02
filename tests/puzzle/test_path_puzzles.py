"""Puzzles on paths: covers and trails, made, written, read and checked."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import chain, pairwise
from pathlib import Path
from typing import Any

import pytest

import lexigrid as lg
from commands import call
from lexigrid.puzzle.io import with_places
from lexigrid.puzzle.placement import place_nowhere
from lexigrid.render.puzzle_file import PageOptions, puzzle_to_bytes

THEMES = lg.themes()


def check_by_hand(puzzle: lg.Puzzle) -> None:
    """Check each rule of the kind without the code that checks puzzles."""
    cells = [*chain.from_iterable(placed.path for placed in puzzle.key)]
    assert sorted(cells) == sorted(puzzle.grid)
    steps = [*chain.from_iterable(pairwise(placed.path) for placed in puzzle.key)]
    if puzzle.kind == "trail":
        steps += [(a.end, b.start) for a, b in pairwise(puzzle.key)]
    diagonals = [
        (min(a, b), max(a, b)) for a, b in steps if a.row != b.row and a.column != b.column
    ]
    for (a, b), (c, d) in pairwise(sorted(diagonals)):
        assert not (
            a.row == c.row and b.row == d.row and {a.column, b.column} == {c.column, d.column}
        )
    for a, b in steps:
        assert max(abs(a.row - b.row), abs(a.column - b.column)) == 1
    for placed in puzzle.key:
        letters = "".join(
            tile.face for cell in placed.path if (tile := puzzle.grid[cell]) is not None
        )
        assert letters.casefold() == placed.word.replace(" ", "").replace("-", "").casefold()
        found = lg.trace(puzzle.grid, placed.word, paths="all")
        ways = {min(path, path[::-1]) for path in found.paths}
        assert len(ways) == 1
    if puzzle.kind == "cover":
        (spanning,) = (placed for placed in puzzle.key if placed.word == puzzle.spanning)
        rows = {cell.row for cell in spanning.path}
        columns = {cell.column for cell in spanning.path}
        grid = puzzle.grid
        assert {0, grid.rows - 1} <= rows or {0, grid.columns - 1} <= columns


@pytest.mark.parametrize("seed", range(24))
def test_puzzles_of_themes(seed: int) -> None:
    kind = ("cover", "cover", "trail")[seed % 3]
    size = (None, (5, 6), (7, 7), (8, 8))[seed % 4]
    options: dict[str, object] = {"theme": THEMES[seed % len(THEMES)], "seed": seed, "kind": kind}
    puzzle = lg.make_puzzle(size=size, **options)  # type: ignore[arg-type]
    check_by_hand(puzzle)
    report = lg.check_puzzle(puzzle, avoid=[])
    assert report.is_valid, report
    assert lg.make_puzzle(code=puzzle.code) == puzzle
    assert lg.Puzzle.from_json(puzzle.to_json()) == puzzle
    rude = lg.find_paths(puzzle.grid, lg.rude_words("strict"), paths="all", min_length=3)
    lines = [placed.path for placed in puzzle.key]
    for word in rude:
        for path in word.paths:
            runs = [(line[at : at + len(path)]) for line in lines for at in range(len(line))]
            assert path in runs or path[::-1] in runs


def test_a_proved_board_has_no_other_cover_by_common_words() -> None:
    for seed in range(8):
        puzzle = lg.make_puzzle(theme="birds", kind="cover", seed=seed)
        if any("cover" in note for note in puzzle.notes):
            continue
        common = lg.Lexicon.default().common(50)
        covers = lg.solve_cover(
            puzzle.grid, common, theme=puzzle.words, most_words=len(puzzle.words), limit=None
        )
        own = sorted(min(word, word[::-1]) for word in puzzle.words)
        assert covers.complete
        assert covers
        assert all(sorted(min(w, w[::-1]) for w in cover.words) == own for cover in covers)


def test_words_that_fill_a_board_choose_its_size() -> None:
    words = ["sparrow", "starling", "robin", "owls", "heron", "crane"]
    assert 34 == sum(map(len, words))
    with pytest.raises(lg.PuzzleError, match=r"34 letters.*add 1 letter for 7x5"):
        lg.make_puzzle(words, kind="cover", seed=1)
    puzzle = lg.make_puzzle([*words, "goosey"], kind="cover", seed=1, spanning="starling")
    assert (8, 5, "starling") == (puzzle.grid.rows, puzzle.grid.columns, puzzle.spanning)
    check_by_hand(puzzle)


def test_masks_and_rooks() -> None:
    heart = lg.make_puzzle(theme="birds", kind="cover", size=(9, 9), mask="heart", seed=3)
    assert len(heart.grid) < heart.grid.rows * heart.grid.columns
    check_by_hand(heart)
    rook = lg.make_puzzle(theme="birds", kind="cover", topology="rook", unique="word", seed=3)
    assert all(
        abs(a.row - b.row) + abs(a.column - b.column) == 1
        for placed in rook.key
        for a, b in pairwise(placed.path)
    )
    assert lg.Puzzle.from_json(rook.to_json()) == rook
    assert lg.check_puzzle(rook).is_valid


def test_every_fault_is_explained() -> None:
    puzzle = lg.make_puzzle(theme="birds", kind="cover", seed=5)
    first, second, *others = puzzle.key

    def faults(**changes: object) -> list[str]:
        report = lg.check_puzzle(replace(puzzle, **changes))  # type: ignore[arg-type]
        return [fault.kind for fault in report.faults]

    assert faults() == []
    assert "cover" in faults(key=(first, *others))
    swapped = lg.Placement.along(first.word, second.path)
    assert "key" in faults(key=(swapped, second, *others))
    assert "missing" in faults(key=(lg.Placement.along("xylophone", first.path), second, *others))
    short = min(puzzle.key, key=lambda placed: placed.length).word
    assert faults(spanning="nobody") == ["spanning"]
    assert faults(spanning=short) in ([], ["spanning"])
    assert "trail" in faults(kind="trail", spanning="")
    word = first.word[:4]
    report = lg.check_puzzle(puzzle, avoid=[word])
    assert any("part of a word" in note for note in report.notes) or not report.is_valid


def test_words_with_several_paths_need_one_cover() -> None:
    words = ["noon", "sees", "deed", "peep"]
    puzzle = lg.make_puzzle(words, kind="cover", size=4, seed=1, unique="cover")
    report = lg.check_puzzle(puzzle)
    assert report.is_valid, report


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"level": "easy"}, "level is not for puzzles of kind 'cover'"),
        ({"message": "hello"}, "message is not for"),
        ({"size": 20}, "the board is 20x20, expected at most 144"),
        ({"spanning": "nobody", "size": (8, 6)}, "'nobody' is not among the words"),
        ({"spanning": "heron", "size": (8, 6)}, "'heron' cannot span .* at least 6 letters"),
        ({"kind": "lines", "spanning": "crane"}, "spanning and unique are for"),
        ({"kind": "snake"}, "kind is 'snake', expected one of lines, cover, trail"),
        ({"pool": 3, "size": (8, 6)}, "3 words of the list have 48 letters"),
    ],
)
def test_a_mistake_is_explained(options: dict[str, object], message: str) -> None:
    given: dict[str, object] = {"theme": "birds", "kind": "cover", "seed": 1, **options}
    with pytest.raises((lg.InputError, lg.PuzzleError), match=message):
        lg.make_puzzle(**given)  # type: ignore[arg-type]


def test_files_of_the_command_line(tmp_path: Path) -> None:
    for end in ("json", "csv", "txt", "svg", "pdf", "html"):
        path = str(tmp_path / f"birds.{end}")
        made = call("make", "--theme", "birds", "--kind", "cover", "--seed", "5", "--output", path)
        assert 0 == made.exit_code
    for end in ("json", "csv", "html"):
        assert "valid, 7 words" in call("check", str(tmp_path / f"birds.{end}")).stdout
    solved = call("solve", str(tmp_path / "birds.json"))
    assert "HUMMINGBIRD" in solved.stdout
    assert 1 == call("solve", "tea/ant/oat").exit_code


def test_books_of_covers(tmp_path: Path) -> None:
    path = tmp_path / "book.json"
    options = ("--theme", "birds", "--count", "3", "--kind", "cover", "--seed", "2")
    assert 0 == call("book", *options, "--output", str(path)).exit_code
    assert "valid, 3 puzzles" in call("check", str(path)).stdout


@pytest.mark.parametrize(
    ("cells", "message"),
    [
        ([], "has an empty path"),
        ([[0, 0], [9, 9]], "which is not on the grid"),
        ([[0, 0], [0, 0]], "runs over a cell twice"),
        ([[0, 0], [7, 5]], "jumps from"),
    ],
)
def test_damaged_paths_are_refused(cells: list[list[int]], message: str) -> None:
    document = lg.make_puzzle(theme="birds", kind="cover", seed=5).to_dict()
    document["words"][0]["cells"] = cells
    with pytest.raises(lg.PuzzleError, match=message):
        lg.Puzzle.from_dict(document)


@pytest.mark.parametrize("kind", ["cover", "trail"])
def test_hex_boards(kind: Any) -> None:
    puzzle = lg.make_puzzle(theme="birds", kind=kind, topology="hex", size=(8, 6), seed=3)
    assert puzzle.grid.topology.name == "hex"
    for placed in puzzle.key:
        for (row, column), after in pairwise(placed.path):
            shift = row % 2
            touching = {(row, column - 1), (row, column + 1)}
            touching |= {(row + a, column - 1 + shift + b) for a in (-1, 1) for b in (0, 1)}
            assert tuple(after) in touching
    assert lg.check_puzzle(puzzle).is_valid
    assert lg.Puzzle.from_json(puzzle.to_json()) == puzzle
    svg = puzzle.to_svg(with_key=True)
    assert svg.count("<text") >= 48
    xs = {
        row: min(float(x) for x, y in places if y == row)
        for places in [re.findall(r'<text x="([\d.]+)" y="([\d.]+)"[^>]*>[A-Z]<', svg)]
        for row in dict.fromkeys(y for _, y in places)
    }
    first, second, third, *_ = [xs[y] for y in sorted(xs, key=float)]
    assert first == third < second
    with pytest.raises(lg.InputError, match="docx files have square boards only"):
        puzzle_to_bytes(puzzle, "docx", PageOptions())


def test_bent_words_need_square_boards() -> None:
    with pytest.raises(lg.InputError, match="for topology hex choose cover or trail"):
        lg.make_puzzle(["oat", "rye"], kind="bent", topology="hex", size=6)


@pytest.mark.parametrize("form", ["txt", "csv", "json", "docx"])
@pytest.mark.parametrize("with_key", [True, False])
@pytest.mark.parametrize(
    "options",
    [
        {"kind": "cover", "seed": 1},
        {"kind": "cover", "topology": "hex", "seed": 1},
        {"kind": "cover", "topology": "rook", "seed": 2},
        {"kind": "trail", "seed": 2},  # with a phrase
        {"kind": "bent", "pool": 8, "turns": 2, "angles": "any", "seed": 2},
    ],
)
def test_files_say_how_the_words_run(
    tmp_path: Path, options: dict[str, Any], with_key: bool, form: str
) -> None:
    if form == "docx":
        pytest.importorskip("docx")
    puzzle = lg.make_puzzle(theme="space", **options)
    path = tmp_path / f"p.{form}"
    page: Any = {} if form in ("csv", "json") else {"with_key": with_key}
    if form == "docx" and options.get("topology") == "hex":
        with pytest.raises(lg.InputError, match="docx files have square boards only"):
            puzzle.save(path, **page)
        return
    puzzle.save(path, **page)
    if form != "docx" or with_key:
        verdict = call("check", str(path)).stdout.splitlines()[-1]
        assert f"valid, {len(puzzle.words)} words" == verdict
    if form == "docx":
        return
    read = with_places(lg.Puzzle.read(path))
    rules = ("kind", "turns", "angles", "grid", "words")
    assert [getattr(read, each) for each in rules] == [getattr(puzzle, each) for each in rules]
    assert {each.word: each.path for each in read.key} == {e.word: e.path for e in puzzle.key}
    assert (form == "txt" and not with_key) or read.spanning == puzzle.spanning


def test_the_key_of_a_text_is_checked(tmp_path: Path) -> None:
    puzzle, path = lg.make_puzzle(theme="space", kind="cover", seed=1), tmp_path / "p.txt"
    puzzle.save(path, with_key=True)
    text = path.read_text("utf-8")
    path.write_text(re.sub("(?m)^(lunar  .*)↓", r"\1→", text), "utf-8")
    assert "'lunar' runs over a cell twice" in call("check", str(path)).stderr


def test_a_list_of_clues_is_read_back_by_the_key(tmp_path: Path) -> None:
    clues = {"heron": "It waits", "owl": "It hunts"}
    puzzle = lg.make_puzzle([*clues], kind="bent", clues=clues, language="he", seed=1)
    puzzle.save(tmp_path / "p.txt", with_key=True, list_as="clues")
    read = lg.Puzzle.read(tmp_path / "p.txt")
    assert [(each.word, each.path) for each in read.key] == [(e.word, e.path) for e in puzzle.key]
    assert clues == {each.word: each.facts.clue for each in read.key}


@pytest.mark.parametrize("suffix", ["txt", "docx"])
def test_the_clues_of_a_key_are_read_back(tmp_path: Path, suffix: str) -> None:
    clues = {"barley": "It is brewed", "oat": "For porridge", "rye": "It is dark (3)"}
    puzzle = lg.make_puzzle([*clues], clues=clues, seed=1)
    path = tmp_path / f"p.{suffix}"
    puzzle.save(path, with_key=True, list_as="clues")
    read = lg.Puzzle.read(path)
    assert clues == {each.word: each.facts.clue for each in read.key}


def test_words_of_right_to_left_scripts_are_read_back(tmp_path: Path) -> None:
    words = ["שלום", "כלב", "חתול"]
    puzzle = lg.make_puzzle(words, kind="bent", alphabet="he", seed=1)
    puzzle.save(tmp_path / "p.txt", with_key=True)
    read = lg.Puzzle.read(tmp_path / "p.txt", alphabet="he")
    assert [(each.word, each.path) for each in read.key] == [(e.word, e.path) for e in puzzle.key]


def test_words_of_one_path_have_no_two() -> None:
    """A word without a path in a key that has others, and words that cover a board in two ways."""
    puzzle = lg.Puzzle(lg.Grid.parse("ab/ba"), place_nowhere(["ab", "ba"], {}), kind="cover")
    report = lg.check_puzzle(puzzle)
    assert ["1,1, 1,2, 2,1, 2,2 belong to no word"] == [str(fault) for fault in report.faults]
    with pytest.raises(lg.PuzzleError, match="ab does not have one path on the board"):
        with_places(puzzle)


def test_rules_that_are_none_are_refused(tmp_path: Path) -> None:
    (tmp_path / "p.txt").write_text("T E\nA S\n\nteas\n\nPath puzzle (bent, turn 1)\n", "utf-8")
    with pytest.raises(lg.PuzzleError, match=r"the kind of the puzzle is 'bent, turn 1'"):
        lg.Puzzle.read(tmp_path / "p.txt")
