"""Books with clues of 1 to 200 letters, read back from the text of their PDF."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from typing import Any

import pypdfium2

import lexigrid as lg
from common import Facts
from lexigrid.puzzle.generate.words import random_words
from lexigrid.render.print.book import Book, Chapter, book_to_pdf
from lexigrid.render.print.looks import STYLES
from lexigrid.render.print.options import PageOptions
from lexigrid.render.print.sheet import paper_size
from pages import faults_of

_GLUE = re.compile(r"[\s\u00ad\ufffe-]+")


def draw_clue(rng: random.Random) -> str:
    """Draw a clue of 1 to 200 characters: words, and now and then one without a blank."""
    length = rng.randint(1, 200)
    if rng.random() < 0.03:
        return "".join(rng.choices("abcdefgimnoprstu", k=length))
    words = random_words(60, rng.randrange(10**6), shortest=3, longest=12)
    text = " ".join(words).capitalize()[:length].strip()
    return text if rng.random() < 0.6 else f"{text[: length - 1]}?".strip()


def draw_pages(rng: random.Random) -> dict[str, Any]:
    """Draw the options of the pages of a book."""
    paper = rng.choice(("a4", "letter", "6x9", "8.5x11", "a5"))
    options: dict[str, Any] = {
        "paper": paper,
        "style": rng.choice(STYLES),
        "list_as": "clues",
        "gutter": rng.choice([0, 0, 8]),
        "solutions": rng.choice([1, 4, 6]),
        "name_line": rng.random() < 0.2,
        "large_print": min(paper_size(paper)) > 500 and rng.random() < 0.2,
    }
    return options


def make_pdf(puzzles: list[lg.Puzzle], pages: dict[str, Any]) -> bytes:
    """Make a book; large print refuses what it cannot print, which is then printed normally."""
    book = Book((Chapter(tuple(puzzles)),), "Clues")
    try:
        return book_to_pdf(book, PageOptions.of(**pages))[0]
    except lg.PuzzleError:
        if not pages["large_print"]:
            raise
        return book_to_pdf(book, PageOptions.of(**pages | {"large_print": False}))[0]


def clue_books(*, books: int = 1000, seed: int = 1) -> Iterator[Facts]:
    """Make books of two puzzles; no clue or word may be lost, outside the margins or touching."""
    clues = 0
    bad: list[str] = []
    for number in range(books):
        rng = random.Random(f"{seed}/{number}")
        puzzles = []
        for part in range(2):
            words = random_words(rng.randint(4, 16), number * 2 + part, shortest=4, longest=9)
            own = {word: draw_clue(rng) for word in words}
            groups = {word: rng.choice(["Land", "Sea"]) for word in words} if part else {}
            puzzles.append(
                lg.make_puzzle(words, seed=number, clues=own, groups=groups, allow_rude=True)
            )
        pages = draw_pages(rng)
        pdf = make_pdf(puzzles, pages)
        faults = faults_of(pdf)[:3]
        with pypdfium2.PdfDocument(pdf) as document:
            text = "".join(page.get_textpage().get_text_range() for page in document)
        text = _GLUE.sub("", text)
        listed = [(at, each) for puzzle in puzzles for at, each in enumerate(puzzle.listed, 1)]
        faults += [
            f"lost {at}. {what}"
            for at, placed in listed
            for what in (placed.facts.clue, placed.word)
            if f"{at}.{_GLUE.sub('', what)}" not in text
        ]
        clues += len(listed)
        bad += [f"book {number} {pages}: {fault}" for fault in faults]
        if (number + 1) % 50 == 0 or number + 1 == books:
            yield {"books": number + 1, "clues": clues, "faults": bad}
