"""Class sets: versions of one puzzle with the same words."""

from __future__ import annotations

from pathlib import Path

import pypdfium2
import pytest

import lexigrid as lg
from commands import call
from lexigrid.puzzle.generate.options import PuzzleOptions
from lexigrid.puzzle.generate.versions import make_versions

OPTIONS = ("--theme", "birds", "--pool", "8", "--seed", "7")


def test_versions_have_the_same_words_on_other_grids() -> None:
    words = tuple(lg.theme_words("birds"))
    versions = [*make_versions(PuzzleOptions.of(words=words, pool=8, seed=7, title="Birds"), 4)]
    assert [name for name, _ in versions] == ["A", "B", "C", "D"]
    puzzles = [puzzle for _, puzzle in versions]
    assert [puzzle.title for puzzle in puzzles] == ["Birds A", "Birds B", "Birds C", "Birds D"]
    assert {puzzle.words for puzzle in puzzles} == {puzzles[0].words}
    assert len({str(puzzle.grid) for puzzle in puzzles}) == 4
    assert {(puzzle.grid.rows, puzzle.grid.columns) for puzzle in puzzles} == {
        (puzzles[0].grid.rows, puzzles[0].grid.columns)
    }
    for puzzle in puzzles:
        assert lg.check_puzzle(puzzle)
        assert lg.make_puzzle(code=puzzle.code) == puzzle


def test_one_pdf_with_all_sheets_then_all_answers(tmp_path: Path) -> None:
    def pages(*more: str) -> list[str]:
        path = tmp_path / "class.pdf"
        made = call("make", *OPTIONS, "--copies", "5", *more, "--overwrite", "--output", str(path))
        assert made.exit_code == 0, made.stderr
        with pypdfium2.PdfDocument(path) as document:
            return [page.get_textpage().get_text_bounded() for page in document]

    both = pages()
    assert [text.splitlines()[0] for text in both[:5]] == [f"Birds {name}" for name in "ABCDE"]
    assert len(both) == 7
    assert all("Answers" in text for text in both[5:])
    assert not any("Answers" in text for text in both[:5])
    assert len(pages("--no-key")) == 5
    assert len(pages("--key-only")) == 2
    slips = pages("--key-only", "--answer-slips")
    assert [text.count("· Answers") for text in slips] == [4, 1]


@pytest.mark.parametrize("suffix", ["svg", "png", "html", "json", "txt"])
def test_a_file_for_each_version(suffix: str, tmp_path: Path) -> None:
    output = str(tmp_path / f"birds.{suffix}")
    assert call("make", *OPTIONS, "--copies", "2", "--output", output).exit_code == 0
    assert {path.name for path in tmp_path.iterdir()} == {f"birds-A.{suffix}", f"birds-B.{suffix}"}
    again = call("make", *OPTIONS, "--copies", "2", "--output", output)
    assert again.exit_code == 2
    assert f"birds-A.{suffix}' already exists" in again.stderr


def test_a_class_set_needs_a_file() -> None:
    refused = call("make", "oat", "rye", "--copies", "2")
    assert refused.exit_code == 2
    assert "--copies needs --output FILE" in refused.stderr
