"""Pages in other languages contain no English, in any format."""

from __future__ import annotations

import html
import re
from functools import cache
from pathlib import Path

import pypdfium2
import pytest

import lexigrid as lg
from lexigrid.render.html import puzzle_to_html
from lexigrid.render.print.book import Book, Chapter, book_to_pdf
from lexigrid.render.print.options import PageOptions
from lexigrid.render.puzzle_file import puzzle_to_files, puzzle_to_text
from lexigrid.strings import GAME, Strings, languages
from pages import faults_of

WORDS = {
    "he": ("חיות", ["שלום", "כלב", "חתול", "בית ספר", "פרפר"]),
    "pl": ("Zwierzęta", ["żółw", "koń", "świnia", "gęś", "motyl"]),
}
#: Key names in the help of the play page.
KEYS = {"enter", "escape"}


@cache
def puzzle_in(language: str) -> lg.Puzzle:
    title, words = WORDS[language]
    return lg.make_puzzle(
        words[:4],
        seed=1,
        secret=words[4:],
        message=words[1],
        alphabet=language,
        language=language,
        title=title,
    )


def words_of(text: str) -> set[str]:
    return {word.lower() for word in re.findall(r"[^\W\d_]{3,}", text)}


@cache
def all_words(language: str) -> set[str]:
    """Return the words of all fixed page texts in a language."""
    words = set()
    for name, text in Strings.of(language).texts.items():
        if not name.startswith(GAME):
            for form in [text] if isinstance(text, str) else text.values():
                words |= words_of(re.sub(r"\{\w+\}", "", form))
    return words


def english_in(text: str, language: str) -> set[str]:
    return words_of(text) & (all_words("en") - all_words(language)) - KEYS


def text_of_pdf(pdf: bytes) -> str:
    document = pypdfium2.PdfDocument(pdf)
    pages = [page.get_textpage().get_text_range() for page in document]
    return "\n".join([*pages, *(item.get_title() for item in document.get_toc())])


@pytest.mark.parametrize("language", WORDS)
def test_no_english_on_pages_of_other_languages(language: str) -> None:
    puzzle = puzzle_in(language)
    options = PageOptions.of(name_line=True, mini_key=True, with_key=True)
    pdf = puzzle.to_pdf(name_line=True, mini_key=True)
    book = book_to_pdf(Book((Chapter((puzzle, puzzle), WORDS[language][0]),)), PageOptions())[0]
    pictures = b"".join(puzzle_to_files(puzzle, "svg", options)[0].values()).decode()
    texts = {
        "pdf": text_of_pdf(pdf),
        "book": text_of_pdf(book),
        "svg": " ".join(re.findall(r">([^<]+)<", pictures)),
        "html": re.sub(
            r"<(script(?! type=.application/json)|style).*?</\1>|<[^>]+>|\"\w+\":",
            " ",
            html.unescape(puzzle_to_html(puzzle)),
            flags=re.DOTALL,
        ),
        "text": puzzle_to_text(puzzle, with_key=True),
    }
    for form, text in texts.items():
        assert set() == english_in(text, language), form
        assert WORDS[language][0][:4] in text or form in ("pdf", "book")
    assert english_in("Answers on page 7", language)
    assert [] == faults_of(pdf)
    assert f"/Lang ({language})".encode() in pdf


@pytest.mark.parametrize("language", languages())
def test_text_with_answers_in_any_language_is_read_back(language: str, tmp_path: Path) -> None:
    made = lg.make_puzzle(["oat", "rye"], seed=1, language=language, title="Oats")
    path = tmp_path / "puzzle.txt"
    path.write_text(puzzle_to_text(made, with_key=True), "utf-8")
    read = lg.Puzzle.read(path)
    assert (made.words, made.grid.format()) == (read.words, read.grid.format())


def test_only_a_line_by_itself_is_the_heading_of_the_answers(tmp_path: Path) -> None:
    path = tmp_path / "puzzle.txt"
    path.write_text("answers\noatxxxx\n\nAnswers\noat\n\nKEY\n\nno word\n")
    assert ("Answers", "oat") == lg.Puzzle.read(path).words


def test_pages_in_a_language_without_an_alphabet() -> None:
    puzzle = lg.make_puzzle(["कमल", "पानी", "किताब"], seed=1, language="hi")
    assert "शब्द" in puzzle_to_text(puzzle, with_key=True)
    assert [] == faults_of(puzzle.to_pdf())
