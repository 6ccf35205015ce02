"""Documents to edit: a table of letters, the list and the key, equal for equal puzzles."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import lexigrid as lg
from commands import call

docx: Any = pytest.importorskip("docx")


@pytest.fixture(scope="module")
def puzzle() -> lg.Puzzle:
    clues = {"cat": "It purrs", "dog": "It barks", "horse": "It gallops"}
    return lg.make_puzzle([*clues], seed=1, clues=clues, title="Pets")


def test_the_grid_the_list_and_the_key_are_tables(puzzle: lg.Puzzle, tmp_path: Path) -> None:
    path, again = tmp_path / "p.docx", tmp_path / "again.docx"
    puzzle.save(path, list_as="clues")
    puzzle.save(again, list_as="clues")
    assert path.read_bytes() == again.read_bytes()
    document = docx.Document(path)
    grid, words, key_grid, key = document.tables
    rows = ["".join(cell.text for cell in row.cells) for row in grid.rows]
    assert puzzle.grid == lg.Grid.parse("\n".join(rows))
    assert rows == ["".join(cell.text for cell in row.cells) for row in key_grid.rows]
    assert ["1. It purrs", "2. It barks", "3. It gallops"] == [
        cell.text for column in words.columns for cell in column.cells
    ]
    assert ["1. cat", "It purrs"] == [key.cell(1, 0).text, key.cell(1, 4).text]
    assert ["Pets", "Pets · Answers"] == [
        each.text for each in document.paragraphs if each.style.name == "Heading 1"
    ]
    assert grid.columns[0].width == grid.rows[0].height == grid.cell(0, 0).width
    shaded = sum("w:shd" in cell._tc.xml for row in key_grid.rows for cell in row.cells)
    assert len(puzzle.solution_cells) == shaded
    assert "w:shd" not in grid._tbl.xml


def test_large_print_has_no_small_letters(tmp_path: Path) -> None:
    puzzle = lg.make_puzzle(["robin", "heron"], size=(14, 19), seed=1)
    puzzle.save(tmp_path / "p.docx", large_print=True)
    grid, _, key_grid, _ = docx.Document(tmp_path / "p.docx").tables
    sizes = [each.cell(0, 0).paragraphs[0].runs[0].font.size.pt for each in (grid, key_grid)]
    assert sizes[0] >= 20
    assert sizes[1] >= 16
    with pytest.raises(lg.PuzzleError, match="the grid of 14x19 is larger than the paper a5"):
        puzzle.save(tmp_path / "p.docx", large_print=True, paper="a5")


def test_a_document_has_what_a_sheet_has(tmp_path: Path) -> None:
    clues = {"don't": "A long clue, which needs lines " * 2, "oat": "Another " * 5, "rye": "Third"}
    puzzle = lg.make_puzzle(
        [*clues], size=7, seed=1, clues=clues, message="Hi all", directions=["E", "S"], pad=True
    )
    puzzle.save(tmp_path / "p.docx", list_as="clues")
    document = docx.Document(tmp_path / "p.docx")
    lines = [" ".join(each.text.split()) for each in document.paragraphs]
    assert "Words run → ↓" in lines
    assert "Hidden message:" in lines
    assert "_ _ _ _ _" in lines
    assert "In the grid, words have no spaces, hyphens or apostrophes." in lines
    [first, second] = document.tables[1].rows[0].cells  # columns of about the same height
    assert (1, 2) == (len(first.paragraphs), len(second.paragraphs))


@pytest.mark.parametrize(
    ("options", "tables"), [(["--no-key"], 2), (["--key-only"], 2), (["--list", "none"], 3)]
)
def test_the_key_may_be_apart(tmp_path: Path, options: list[str], tables: int) -> None:
    path = tmp_path / "p.docx"
    call("make", "oat", "rye", "--seed", "1", *options, "--output", str(path))
    assert tables == len(docx.Document(path).tables)
    read = lg.Puzzle.read(path) if "--no-key" in options else None
    assert read is None or {"oat", "rye"} == {*read.words}
