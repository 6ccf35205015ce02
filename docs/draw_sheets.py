"""Draw sheets of lexigrid next to sheets of other makers, to be judged by eye.

    python -m venv rival && rival/bin/pip install word-search-generator
    python docs/draw_sheets.py rival/bin/python FOLDER [SEED]

Ten pairs compare lexigrid with word-search-generator: both get the same words and sizes. Six pairs
compare it with two common looks of print, which `printed_looks.py` draws from the same puzzles. The
pictures of a pair, `sheet01.png` and `answers01.png`, each show two letter pages at 100 dpi; which
of them is left depends on the seed. `sheets.json` says what is where; `make docs` shows it all.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pypdfium2
from PIL import Image

import lexigrid as lg
from lexigrid._util.rng import SplitMix64
from lexigrid.puzzle.generate.words import random_words, theme_words
from lexigrid.render.print.book import Book, Chapter, book_to_pdf
from lexigrid.render.print.options import PageOptions
from printed_looks import book_pages, worksheet

_DPI = 100
_RIVAL_NAME = "word-search-generator"
_RIVAL = """
import json, random, sys
from importlib.metadata import version
from word_search_generator import WordSearch
from word_search_generator.mask import shapes
for number, words, size, level, mask in json.load(sys.stdin):
    random.seed(number)
    puzzle = WordSearch(", ".join(words), size=size, level=level)
    if mask:
        puzzle.apply_mask(getattr(shapes, mask)())
    puzzle.save(f"{sys.argv[1]}/rival{number}.pdf", solution=True)
print(version("word-search-generator"))
"""
#: Title, words, size, level of the rival, mask, and options of our page.
_PAIRS: tuple[tuple[str, tuple[str, ...], int, int, str, Any], ...] = (
    ("Birds", theme_words("birds")[:10], 10, 1, "", {}),
    ("Animals", theme_words("animals")[:20], 15, 3, "", {}),
    ("Space", theme_words("space")[:30], 20, 3, "", {}),
    ("", random_words(50, 1, longest=9), 25, 3, "", {}),
    ("Ninety words", random_words(90, 2, longest=9), 35, 3, "", {}),
    ("On the farm", ("cat", "dog", "hen", "pig", "cow"), 6, 1, "", {"style": "kids"}),
    ("Food", theme_words("food")[:15], 15, 3, "Heart", {}),
    ("Large", random_words(60, 3, longest=9), 50, 3, "", {}),
    ("Ocean", theme_words("ocean")[:12], 12, 2, "", {"style": "minimal"}),
    ("Sports", theme_words("sports")[:18], 18, 3, "", {"style": "bold"}),
)
_BOOK, _WORKSHEET = "the book page", "the worksheet"
#: The look, themes of its puzzles, number of words, size, and options of our page.
_PRINTED: tuple[tuple[str, str, int, int, Any], ...] = (
    (_BOOK, "garden music winter travel", 16, 15, {"large_print": True}),
    (_BOOK, "ocean school house jobs", 12, 12, {"large_print": True}),
    (_BOOK, "vegetables fruit cooking food", 20, 18, {}),
    (_WORKSHEET, "weather", 12, 12, {}),
    (_WORKSHEET, "space", 16, 14, {"style": "bold", "list_marks": "boxes"}),
    (_WORKSHEET, "farm", 8, 9, {"style": "kids"}),
)


@dataclass(frozen=True, slots=True)
class _Pair:
    """A sheet and its answers, of lexigrid and of another maker."""

    ours: list[Image.Image]
    others: list[Image.Image]
    kind: str
    maker: str
    contents: str


def main() -> None:
    rival, folder = sys.argv[1], Path(sys.argv[2])
    folder.mkdir(parents=True, exist_ok=True)
    for old in (*folder.glob("*.pdf"), *folder.glob("*.png")):
        old.unlink()
    version, pairs = compare_rival(rival, folder)
    pairs += map(compare_print, range(len(_PRINTED)))
    rng, shown = SplitMix64(int(sys.argv[3]) if len(sys.argv) > 3 else 1), []
    for number, pair in enumerate(pairs, 1):
        is_right = rng.below(2) == 1
        left, right = (pair.others, pair.ours) if is_right else (pair.ours, pair.others)
        for name, *pages in zip(("sheet", "answers"), left, right, strict=True):
            picture = _join(pages)
            picture.quantize(64).save(folder / f"{name}{number:02}.png", optimize=True)
        place = "right" if is_right else "left"
        shown.append(
            {
                "kind": pair.kind,
                "maker": pair.maker,
                "contents": pair.contents,
                "lexigrid": place,
            }
        )
    record = {"version": version, "pairs": shown}
    (folder / "sheets.json").write_text(json.dumps(record, indent=1) + "\n")


def compare_rival(rival: str, folder: Path) -> tuple[str, list[_Pair]]:
    """Return the version of word-search-generator, and its sheets and ours of the same words."""
    jobs = [
        (number, words, size, level, mask)
        for number, (_, words, size, level, mask, _) in enumerate(_PAIRS)
    ]
    run = subprocess.run(
        [rival, "-c", _RIVAL, folder],
        input=json.dumps(jobs),
        text=True,
        check=True,
        stdout=subprocess.PIPE,
    )
    pairs = []
    for number, (title, words, size, level, mask, page) in enumerate(_PAIRS):
        shape: Any = {"mask": mask.lower()} if mask else {"size": size}
        puzzle = lg.make_puzzle(
            words, seed=number, title=title, level=(0, 1, 2, 4)[level], allow_missing=True, **shape
        )
        ours = _draw(puzzle.to_pdf(paper="letter", **page), (0, 1))
        others = _draw((folder / f"rival{number}.pdf").read_bytes(), (0, 1))
        contents = _describe(words, mask or size, page)
        pairs.append(_Pair(ours, others, "Another program", _RIVAL_NAME, contents))
    return run.stdout.strip(), pairs


def compare_print(number: int) -> _Pair:
    """Return puzzles in a common look of print, and the same puzzles as we print them."""
    look, themes, count, size, page = _PRINTED[number]
    puzzles = [
        lg.make_puzzle(theme_words(name)[:count], seed=number, title=name.title(), size=size)
        for name in themes.split()
    ]
    if look is _BOOK:
        book = Book((Chapter(tuple(puzzles)),))
        pdf, _ = book_to_pdf(book, PageOptions.of(paper="letter", solutions=4, **page))
        ours = _draw(pdf, (2, -1))  # after the title page and the contents
        others = _draw(book_pages(puzzles), (0, 1))
    else:
        ours = _draw(puzzles[0].to_pdf(paper="letter", name_line=True, **page), (0, 1))
        others = _draw(worksheet(puzzles[0]), (0, 1))
    contents = _describe(puzzles[0].words, size, page)
    return _Pair(ours, others, "Common looks of print", look, contents)


def _describe(words: Sequence[str], shape: str | int, page: dict[str, str | bool]) -> str:
    size = shape.lower() if isinstance(shape, str) else f"{shape}x{shape}"
    options = [name.replace("_", " ") if value is True else value for name, value in page.items()]
    return ", ".join((f"{len(words)} words", size, *map(str, options)))


def _draw(pdf: bytes, numbers: Sequence[int]) -> list[Image.Image]:
    """Draw pages of a PDF; negative numbers count from the end."""
    pages = list(pypdfium2.PdfDocument(pdf))
    return [pages[number].render(scale=_DPI / 72).to_pil() for number in numbers]


def _join(pages: Sequence[Image.Image]) -> Image.Image:
    """Put two pages side by side."""
    width, height = pages[0].size
    picture = Image.new("RGB", (2 * width + 30, height + 20), "grey")
    for column, page in enumerate(pages):
        picture.paste(page, (10 + column * (width + 10), 10))
    return picture


if __name__ == "__main__":
    main()
