"""The answers as a file of their own."""

from __future__ import annotations

from pathlib import Path

import pypdfium2
import pytest

import lexigrid as lg
from commands import call
from pages import faults_of, read_glyphs


@pytest.fixture(scope="module")
def puzzle() -> lg.Puzzle:
    return lg.make_puzzle(["wren", "owl", "heron"], seed=3, title="Birds")


def text_of(path: Path) -> list[str]:
    with pypdfium2.PdfDocument(path) as document:
        return [page.get_textpage().get_text_bounded() for page in document]


def test_pages_of_a_puzzle(puzzle: lg.Puzzle, tmp_path: Path) -> None:
    puzzle.save(tmp_path / "both.pdf")
    puzzle.save(tmp_path / "key.pdf", key_only=True)
    both, key = text_of(tmp_path / "both.pdf"), text_of(tmp_path / "key.pdf")
    assert len(both) == 2
    assert len(key) == 1
    assert key[0].splitlines()[0] == both[1].splitlines()[0]
    puzzle.save(tmp_path / "sheet.svg", with_key=True)
    puzzle.save(tmp_path / "key.svg", key_only=True)
    assert (tmp_path / "key.svg").read_bytes() == (tmp_path / "sheet-key.svg").read_bytes()
    assert not (tmp_path / "key-key.svg").exists()


def test_a_book_and_its_key(tmp_path: Path) -> None:
    options = ("--theme", "birds", "--pool", "8", "--count", "5", "--seed", "2")
    whole, key = tmp_path / "book.pdf", tmp_path / "key.pdf"
    assert call("book", *options, "--output", str(whole)).exit_code == 0
    assert call("book", *options, "--key-only", "--output", str(key)).exit_code == 0
    pages = text_of(key)
    assert 0 < len(pages) < len(text_of(whole))
    assert "Answers" in pages[0]


@pytest.mark.parametrize(("solutions", "count"), [(None, 4), (6, 6)])
def test_answers_to_cut_out(puzzle: lg.Puzzle, solutions: int | None, count: int) -> None:
    pdf = puzzle.to_pdf(answer_slips=True, solutions=solutions)
    with pypdfium2.PdfDocument(pdf) as document:
        text = document[1].get_textpage().get_text_bounded()
        (width, height), glyphs = document[1].get_size(), read_glyphs(document[1])
    assert text.count("Birds · Answers") == count
    assert faults_of(pdf) == []
    cuts = [height * number / (count / 2) for number in range(1, count // 2)]
    for glyph in glyphs:  # no text is cut
        assert not glyph.left < width / 2 < glyph.right
        assert not any(glyph.bottom - 4 < cut < glyph.top + 4 for cut in cuts)


def test_nothing_is_refused(puzzle: lg.Puzzle) -> None:
    with pytest.raises(lg.InputError, match="leave nothing; choose one"):
        puzzle.to_pdf(key_only=True, with_key=False)
    with pytest.raises(lg.InputError, match="leaves them out; choose one"):
        puzzle.to_pdf(answer_slips=True, with_key=False)
    with pytest.raises(lg.InputError, match="give 4 or 6"):
        puzzle.to_pdf(answer_slips=True, solutions=1)
