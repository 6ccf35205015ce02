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
from lexigrid.render.print.sheet import PAPERS
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
    paper = rng.choice([*PAPERS])
    options: dict[str, Any] = {
        "paper": paper,
        "style": rng.choice(STYLES),
        "list_as": "clues",
        "gutter": rng.choice([0, 0, 8]),
        "solutions": rng.choice([1, 4, 6]),
        "name_line": rng.random() < 0.2,
        "large_print": min(PAPERS[paper]) > 500 and rng.random() < 0.2,
    }
    return options


def clue_books(*, books: int = 1000, seed: int = 1) -> Iterator[Facts]:
    """Make books of two puzzles; no clue or word may be lost, outside the margins or touching."""
    done = clues = 0
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
        try:
            pdf, _ = book_to_pdf(Book((Chapter(tuple(puzzles)),), "Clues"), PageOptions.of(**pages))
        except lg.PuzzleError as error:  # large print refuses what it cannot print
            assert pages["large_print"], error
            pages["large_print"] = False
            pdf, _ = book_to_pdf(Book((Chapter(tuple(puzzles)),), "Clues"), PageOptions.of(**pages))
        faults = [f"book {number} {pages}: {fault}" for fault in faults_of(pdf)[:3]]
        with pypdfium2.PdfDocument(pdf) as document:
            text = "".join(page.get_textpage().get_text_range() for page in document)
        text = _GLUE.sub("", text)
        for puzzle in puzzles:
            for at, placed in enumerate(puzzle.listed, 1):
                for what in (placed.facts.clue, placed.word):
                    if f"{at}.{_GLUE.sub('', what)}" not in text:
                        faults.append(f"book {number} {pages}: lost {at}. {what}")
                clues += 1
        bad += faults
        done += 1
        if done % 50 == 0 or done == books:
            yield {"books": done, "clues": clues, "faults": bad}
            assert len(bad) < 20, bad[:3]
    assert not bad, bad[:3]
