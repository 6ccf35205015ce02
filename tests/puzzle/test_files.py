"""Puzzle files: text that reads back exactly, and formats recognised without a file name."""

from __future__ import annotations

import os
import random
import re
from dataclasses import replace
from itertools import chain
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

import lexigrid as lg
from commands import call, error_of
from lexigrid.puzzle.io import read_puzzles
from lexigrid.reading.decode import Source
from lexigrid.reading.parts import read_parts
from lexigrid.render.print.options import PageOptions
from lexigrid.render.puzzle_file import puzzle_to_files, puzzle_to_text

CEREALS = ("oat", "rye", "barley", "wheat", "millet", "sorghum")


def words_of(text: str) -> list[str]:
    return read_parts(Source(text), wants_words=True).words


def read_back(puzzle: lg.Puzzle, folder: Path, *, with_key: bool = False) -> lg.Puzzle:
    puzzle.save(folder / "puzzle.txt", with_key=with_key)
    return lg.Puzzle.read(folder / "puzzle.txt")


@pytest.mark.parametrize("with_key", [False, True])
@pytest.mark.parametrize(
    "title",
    [
        *(
            "{",
            "{a}",
            '{"a": 1}',
            "<",
            "<b>",
            "<svg",
            "%PDF",
            "a/b",
            "oat/rye",
            "x/",
            "/",
            "|",
            "| x |",
        ),
        *("# one", "12345678", "A B C D E F G H", "ABCDEFGH", "A,B,C,D,E,F,G,H", "Answers", "KEY"),
    ],
)
def test_any_title_reads_back(title: str, with_key: bool, tmp_path: Path) -> None:
    puzzle = lg.make_puzzle(CEREALS, size=8, seed=1, title=title)
    found = read_back(puzzle, tmp_path, with_key=with_key)
    assert (title, puzzle.grid, puzzle.words) == (found.title, found.grid, found.words)


@pytest.mark.parametrize("size", [(1, 20), (20, 1)])
@pytest.mark.parametrize("title", ["", "a/b", "Q & A"])
def test_a_single_row_or_column_reads_back(
    size: tuple[int, int], title: str, tmp_path: Path
) -> None:
    puzzle = lg.make_puzzle(["oat", "rye"], size=size, seed=1, title=title)
    found = read_back(puzzle, tmp_path)
    assert (title, puzzle.grid, puzzle.words) == (found.title, found.grid, found.words)


def test_a_title_above_a_grid_without_blanks_may_be_single_letters(tmp_path: Path) -> None:
    (tmp_path / "p.txt").write_text("Q & A\n\nOAT\nXXX\n\noat\n")
    found = lg.Puzzle.read(tmp_path / "p.txt")
    assert ("Q & A", lg.Grid.parse("OAT/XXX"), ("oat",)) == (found.title, found.grid, found.words)


def test_words_read_back_in_order_and_with_their_commas(tmp_path: Path) -> None:
    words = [
        "salt, pepper",
        "a, b\\, c",
        "#one",
        "#two, too",
        *sorted(lg.theme_words("birds"))[:30],
    ]
    puzzle = lg.make_puzzle(words, size=20, seed=1, title="Food")
    assert puzzle.words == read_back(puzzle, tmp_path).words
    assert "\n\\#one\n" in puzzle_to_text(puzzle)


def test_lists_are_read_one_by_one_where_removing_marks_makes_columns(tmp_path: Path) -> None:
    path = tmp_path / "p.txt"
    path.write_text("OATRYE\nXXXXXX\n\noat \u200e rye\n\nbarley\nwheat\n", encoding="utf-8")
    assert lg.Puzzle.read(path).words == ("oat", "rye", "barley", "wheat")


def test_a_puzzle_that_cannot_be_read_is_not_only_called_one_without_words(tmp_path: Path) -> None:
    path = tmp_path / "p.txt"
    path.write_bytes(b"CATS\nDXXO\n\ncaf\xff\xfe\n")
    message = error_of("lines", str(path))
    assert "no words to find: name them after GRID" in message
    assert "byte 14 is 0xff, which is not UTF-8" in message
    assert "no file 'puzle.txt'" in error_of("lines", "puzle.txt")


@pytest.mark.parametrize("seed", range(4))
def test_columns_of_long_lists_are_read_as_those_of_short_ones(seed: int) -> None:
    rng = random.Random(seed)
    head, length = "C A T\nX D X\n\n", 0
    lists: list[str] = []
    words: list[str] = []
    while length < 250_000:
        rows = [
            rng.choice(["\t", "  "]).join(
                "".join(rng.choices("abé\N{GOTHIC LETTER AHSA},", k=3))
                for _ in range(rng.choice([1, 1, 2, 3, rng.randint(1, 20)]))
            )
            for _ in range(rng.choice([1, 2, 3, rng.randint(1, 200)]))
        ]
        if rng.random() < 0.5:
            rows.sort(key=lambda row: len(row.replace("  ", "\t").split("\t")), reverse=True)
        lists.append("\n".join(rows))
        words += words_of(head + lists[-1])
        length += len(lists[-1])
    assert words == words_of(head + "\n\n".join(lists))
    rows = [row for each in lists for row in each.split("\n") if row.count("\t") == 1]
    rows = [row for row in rows if "  " not in row and "," not in row] * (300_000 // len(rows))
    columns = zip(*(row.split("\t") for row in rows), strict=True)
    assert [*chain.from_iterable(columns)] == words_of(head + "\n".join(rows))


@pytest.mark.parametrize("form", ["text", "json", "csv", "html"])
def test_standard_input_is_recognised_as_files_are(form: str) -> None:
    puzzle = lg.make_puzzle(CEREALS, size=8, seed=1)
    text = puzzle_to_files(puzzle, form, PageOptions())[0][""].decode()
    grid = puzzle.grid.format().splitlines()[0]
    assert "valid, 6 words" in call("check", "-", given=text).stdout
    assert " ".join(grid) in call("render", "-", given=text).stdout
    assert "6 occurrences" in call("lines", "-", given=text).stdout
    assert "1 occurrence" in call("lines", "-", "barley", given=text).stdout
    assert "words, " in call("paths", "-", given=text).stdout


@pytest.mark.skipif(os.name == "nt", reason="Windows has no named pipes among files")
def test_words_and_grid_come_from_one_pipe(tmp_path: Path) -> None:
    text = puzzle_to_text(lg.make_puzzle(CEREALS, size=8, seed=1))
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    writer = Thread(target=pipe.write_text, args=(text, "utf-8"))
    writer.start()
    assert "6 occurrences" in call("lines", str(pipe)).stdout
    writer.join()


def test_csv_with_only_the_words_is_recognised() -> None:
    text = "C,A,T\nX,D,X\nword\ncat\n"
    assert "valid, 1 word" in call("check", "-", given=text).stdout
    result = call("paths", "-", given="C,A,T\nX,D,X\nwordy cat\n")
    assert "its words are not part of the grid: wordy cat" in result.stderr
    assert "3x2" not in result.stdout


def test_a_header_within_quotes_is_a_tile(tmp_path: Path) -> None:
    path = tmp_path / "p.csv"
    path.write_text('"a\nword,start_row",b\nc,d\n')
    with pytest.raises(
        lg.GridError, match=r"row 1, tile 1: a tile is .* expected text on one line"
    ):
        lg.Puzzle.read(path)


def test_json_may_have_blank_lines() -> None:
    text = '{"words": ["cat"],\n\n"rows": ["cat", "xdx"]}\n'
    assert "valid, 1 word" in call("check", "-", given=text).stdout


def test_a_page_of_another_program_has_no_puzzle() -> None:
    text = "<!doctype html>\n\n<html><body>CAT</body></html>"
    assert "the page holds no puzzle" in error_of("check", "-", given=text)


@pytest.mark.parametrize("separator", [",", ";"])
def test_a_spreadsheet_may_fill_the_rows_of_a_narrow_grid(separator: str, tmp_path: Path) -> None:
    puzzle = lg.make_puzzle(["oat", "rye", "tea"], size=(6, 4), mask="heart", seed=1)
    lines = puzzle_to_files(puzzle, "csv", PageOptions())[0][""].decode().splitlines()
    path = tmp_path / "puzzle.csv"
    path.write_text(
        "".join(f"{line}{',' * (6 - line.count(','))}\n" for line in lines).replace(",", separator)
    )
    assert puzzle.grid == lg.Grid.read(path) == lg.Puzzle.read(path).grid
    assert puzzle.key == lg.Puzzle.read(path).key
    wide = replace(
        puzzle, grid=lg.Grid.from_rows([[*row, None] for row in puzzle.grid.to_dict()["rows"]])
    )
    wide.save(path)
    assert wide.grid == lg.Puzzle.read(path).grid


def test_words_without_places_are_found_when_a_file_shows_places(tmp_path: Path) -> None:
    (tmp_path / "pets.txt").write_text("tea\nant\noat\n\ntea\nant\n")
    puzzle = lg.Puzzle.read(tmp_path / "pets.txt")
    puzzle.save(tmp_path / "pets.csv")
    assert lg.check_puzzle(lg.Puzzle.read(tmp_path / "pets.csv")).is_valid
    assert "1,3" in puzzle_to_text(lg.Puzzle.read(tmp_path / "pets.csv"), with_key=True)
    lines = call("play", str(tmp_path / "pets.txt"), "--no-history", given="1,1 1,3\n2,1 2,3\n")
    assert "+ ant: 2,1 2,3" in lines.stdout


@pytest.mark.parametrize(
    ("form", "page", "message"),
    [
        ("html", {"paper": "letter"}, "paper is for SVG, PNG, PDF and DOCX, not for HTML; choose"),
        ("svg", {"solutions": 4}, "solutions is for PDF, not for SVG; choose another format"),
        ("pdf", {"dpi": 300}, "dpi is for PNG, not for PDF; choose another format"),
        ("docx", {"mini_key": True}, "mini_key is for SVG, PNG and PDF, not for DOCX; choose"),
        ("docx", {"direction_line": False, "style": "kids"}, "style is for SVG, PNG and PDF"),
        ("json", {"with_key": False}, "with_key=False leaves out the answers of a page, but JSON"),
    ],
)
def test_a_page_option_that_the_format_does_not_use_is_refused(
    tmp_path: Path, form: str, page: dict[str, Any], message: str
) -> None:
    puzzle = lg.make_puzzle(["oat"], seed=1)
    with pytest.raises(lg.InputError, match=re.escape(message)):
        puzzle.save(tmp_path / f"p.{form}", **page)
    assert [] == [*tmp_path.iterdir()]


@pytest.mark.parametrize("begin", ["Farm animals\n\nPUZZLE 1", "# 1", "Nr. 1:"])
def test_a_book_in_text(tmp_path: Path, begin: str) -> None:
    other = begin.rpartition("\n")[2].replace("1", "2")
    first = "C A T S\nX D O G\n\ncat\ndog\n\n"
    second = "P I G\nX Y X\nC O W\n\npig  cow\n"
    path = tmp_path / "book.txt"
    path.write_text(f"{begin}\n\n{first}{other}\n\n{second}")
    found = read_puzzles(path, None)
    assert [(each.grid.format(one_line=True), each.words) for each in found] == [
        ("CATS/XDOG", ("cat", "dog")),
        ("PIG/XYX/COW", ("pig", "cow")),
    ]
    with pytest.raises(lg.InputError, match="each of its puzzles has its own words"):
        read_puzzles(path, ["cat"])


def test_a_book_that_lexigrid_wrote_as_text(tmp_path: Path) -> None:
    path = tmp_path / "book.txt"
    options = ["--theme", "ocean", "--pool", "6", "--count", "3", "--seed", "1"]
    call("book", *options, "--output", str(path))
    assert "3 puzzles" in call("check", str(path)).stdout


def test_lists_under_numbers_are_no_book(tmp_path: Path) -> None:
    path = tmp_path / "lists.txt"
    path.write_text("CATXX\nDOGXX\nPIGXX\n\nList 1\ncat\ndog\n\nList 2\npig\n")
    assert lg.Puzzle.read(path).words == ("cat", "dog", "pig")
