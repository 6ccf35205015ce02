"""Draw sheets of lexigrid and of word-search-generator side by side, to be judged by eye.

    python -m venv rival && rival/bin/pip install word-search-generator
    python tools/compare_sheets.py rival/bin/python FOLDER

Each picture has two rows, sheet and answers of one program each, which is first being drawn by the
seed. Both get the same words and sizes, on letter paper at 100 dpi. `sheets.json` names the version
of the other program and says for each pair what it has, and which row is ours; `make docs` shows
them all.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pypdfium2
from PIL import Image

import lexigrid as lg
from lexigrid._util.rng import SplitMix64
from lexigrid.puzzle.generate.words import random_words, theme_words

_DPI = 100
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


def main() -> None:
    rival, folder = sys.argv[1], Path(sys.argv[2])
    folder.mkdir(parents=True, exist_ok=True)
    jobs = [
        (number, words, size, level, mask)
        for number, (_, words, size, level, mask, _) in enumerate(_PAIRS)
    ]
    for old in folder.glob("rival*.pdf"):
        old.unlink()
    run = subprocess.run(
        [rival, "-c", _RIVAL, folder],
        input=json.dumps(jobs),
        text=True,
        check=True,
        stdout=subprocess.PIPE,
    )
    rng, pairs = SplitMix64(1), []
    for number, (title, words, size, level, mask, page) in enumerate(_PAIRS):
        shape = {"mask": mask.lower()} if mask else {"size": size}
        puzzle = lg.make_puzzle(
            words, seed=number, title=title, level=(0, 1, 2, 4)[level], allow_missing=True, **shape
        )
        pdfs = [puzzle.to_pdf(paper="letter", **page)]
        pdfs.append((folder / f"rival{number}.pdf").read_bytes())
        is_swapped = rng.below(2) == 1
        picture = _draw(pdfs[::-1] if is_swapped else pdfs)
        picture.quantize(64).save(folder / f"pair{number}.png", optimize=True)
        asked = [mask.lower() or f"{size}x{size}", *page.values()]
        pairs.append(
            {
                "picture": f"pair{number}.png",
                "contents": f"{len(words)} words, {', '.join(asked)}",
                "lexigrid": "below" if is_swapped else "above",
            }
        )
    record = {"version": run.stdout.strip(), "pairs": pairs}
    (folder / "sheets.json").write_text(json.dumps(record, indent=1) + "\n")


def _draw(pdfs: list[bytes]) -> Image.Image:
    """Draw the first two pages of each PDF in a row."""
    rows = [
        [page.render(scale=_DPI / 72).to_pil() for page in list(pypdfium2.PdfDocument(pdf))[:2]]
        for pdf in pdfs
    ]
    width, height = rows[0][0].size
    picture = Image.new("RGB", (2 * width + 30, 2 * height + 30), "grey")
    for row, pages in enumerate(rows):
        for column, page in enumerate(pages):
            picture.paste(page, (10 + column * (width + 10), 10 + row * (height + 10)))
    return picture


if __name__ == "__main__":
    main()
