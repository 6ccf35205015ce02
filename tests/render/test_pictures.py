"""Puzzles as SVG, PNG and HTML files."""

from __future__ import annotations

import io
import json
import re
import struct
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import pytest

import lexigrid as lg
from lexigrid.render.html import puzzle_to_html
from lexigrid.render.print.fonts import Fonts
from lexigrid.render.print.options import PageOptions
from lexigrid.render.print.page_setup import PageSetup
from lexigrid.render.print.puzzle_page import PuzzleLayout
from lexigrid.render.print.sheet import Sheet
from lexigrid.render.puzzle_file import puzzle_to_bytes
from pages import puzzle_of, texts_of

FONTS = Fonts()


def sheets_of(puzzle: lg.Puzzle, **page: Any) -> list[Sheet]:
    setup = PageSetup.of(PageOptions.of(**page), puzzle.strings, FONTS)
    return PuzzleLayout.of(puzzle, setup).draw()


def test_svg_is_valid() -> None:
    puzzle = lg.make_puzzle(["oat", "rye", "x&y"], size=5, seed=1, title="<A & B>")
    root = ET.fromstring(puzzle.to_svg(with_key=True, paper="a5"))
    space = "{http://www.w3.org/2000/svg}"
    assert "<A & B>" in [text.text for text in root.iter(f"{space}text")]
    assert root.find(f"{space}title") is not None


def test_png_has_its_resolution_and_the_key(tmp_path: Path) -> None:
    from PIL import Image

    puzzle = puzzle_of(8, 10)
    puzzle.save(tmp_path / "birds.png", with_key=True, dpi=300, paper="a5")
    for name in ("birds.png", "birds-key.png"):
        data = (tmp_path / name).read_bytes()
        assert struct.unpack(">II", data[data.index(b"pHYs") + 4 :][:8]) == (11811, 11811)
        with Image.open(io.BytesIO(data)) as picture:
            assert picture.size == (1748, 2480)


@pytest.mark.parametrize(
    ("words", "style"), [(["oat", "rye"], "kids"), (["שלום", "כלב"], "classic"), (["कमल"], "bold")]
)
def test_png_has_all_its_text(words: list[str], style: str, tmp_path: Path) -> None:
    from PIL import Image

    puzzle = lg.make_puzzle(words, seed=1)
    puzzle.save(tmp_path / "a.png", style=style, dpi=72)  # type: ignore[arg-type]
    [sheet] = sheets_of(puzzle, style=style)
    with Image.open(tmp_path / "a.png") as picture:
        grey = picture.convert("L")
        for text in texts_of(sheet, "grid"):
            half = text.size / 2
            box = (text.x - half, text.y - text.size, text.x + half, text.y + half / 2)
            part = grey.crop(tuple(map(round, box)))  # type: ignore[arg-type]
            assert min(part.tobytes()) < 100, text


def test_pages_with_a_deadline_are_drawn_in_another_process(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    puzzle, options = puzzle_of(5, 8), PageOptions.of()
    large = puzzle_of(30, 40)  # its pages are larger than the buffer of a pipe
    jobs = [(puzzle, "png"), (puzzle, "docx"), (large, "png"), (large, "pdf")]
    drawn = [puzzle_to_bytes(*job, options) for job in jobs]

    def draw(*_: Any, **__: Any) -> bytes:
        raise AssertionError("drawn here, where it cannot be stopped")

    for function in ("resvg_py.svg_to_bytes", "fpdf.FPDF", "docx.Document"):
        monkeypatch.setattr(function, draw)
    assert [puzzle_to_bytes(*job, options, deadline=60) for job in jobs] == drawn
    with pytest.raises(lg.PuzzleError, match=r"not drawn within 0\.05 s"):
        puzzle_to_bytes(puzzle, "png", PageOptions.of(dpi=1200), deadline=0.05)
    monkeypatch.setattr("lexigrid._util.child._CODE", "raise SystemExit('no memory')")
    monkeypatch.setattr("lexigrid._util.child._waiting", {})
    with pytest.raises(lg.PuzzleError, match="could not be drawn: the process"):
        puzzle_to_bytes(puzzle, "png", options, deadline=60)


def test_the_html_page_is_self_contained() -> None:
    puzzle = lg.make_puzzle(["oat", "</script>rye"], size=12, seed=1, title="<b>", message="")
    page = puzzle_to_html(puzzle)
    found = re.search(r'application/json">(.*?)</script>', page, re.DOTALL)
    assert found
    data = json.loads(found[1])
    assert ["oat", "</script>rye"] == [word["word"] for word in data["words"]]
    assert (12, 12) == (len(data["rows"]), len(data["rows"][0]))
    assert "src=" not in page
    assert "<b>" not in page
    assert "http" not in page.replace("http-equiv", "")
    assert "innerHTML" not in page
    assert len(page) < 60_000
