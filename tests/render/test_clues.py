"""Clues, translations and pictures: read, kept, listed, and never lost or cut on a page."""

from __future__ import annotations

import base64
import json
import random
from pathlib import Path
from typing import Any

import pypdfium2
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import lexigrid as lg
from commands import call
from lexigrid.lexicon.word_lists import read_listed_words
from lexigrid.puzzle.facts import FACTS
from lexigrid.puzzle.generate.words import theme_words
from lexigrid.reading.word_tables import FACT_OF
from lexigrid.reading.words import read_list
from lexigrid.render.print.book import Book, Chapter, book_to_pdf
from lexigrid.render.print.options import PageOptions
from pages import faults_of

SVG = b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 2 1"><path d="M0 0h2v1z"/></svg>'
URI = "data:image/svg+xml;base64," + base64.b64encode(SVG).decode()
TABLE = """word,clue,translation,group,image
cat,It purrs,Katze,Pets,cat.svg
cod,"It swims, far",Kabeljau,Fish,cat.svg
dog,It barks,Hund,Pets,cat.svg
"""
WORDS = theme_words("farm")
#: Points at the edge of a page that stay free of lists.
MARGIN = 20.0


@pytest.fixture
def table(tmp_path: Path) -> Path:
    (tmp_path / "cat.svg").write_bytes(SVG)
    path = tmp_path / "pets.csv"
    path.write_text(TABLE, "utf-8")
    return path


def test_a_table_is_read_and_the_file_remembers(table: Path, tmp_path: Path) -> None:
    made, page = tmp_path / "made.json", tmp_path / "made.html"
    call("make", "--words", str(table), "--seed", "1", "--output", str(made), "--output", str(page))
    for path in (made, page):
        puzzle = lg.Puzzle.read(path)
        assert puzzle.words == ("cat", "dog", "cod")  # words of a group are together
        assert [each.facts.group for each in puzzle.key] == ["Pets", "Pets", "Fish"]
        facts = puzzle.key[2].facts
        assert ("It swims, far", "Kabeljau", URI) == (facts.clue, facts.translation, facts.image)
    assert {*FACTS} == {*FACT_OF.values()}


def test_lists_of_text_and_json(tmp_path: Path) -> None:
    assert read_list("cat: It purrs\ndog: It barks\nowl").facts["clues"] == {
        "cat": "It purrs",
        "dog": "It barks",
    }
    assert read_list("cat: It purrs\nowl\nemu").facts["clues"] == {"cat": "It purrs"}
    with pytest.raises(lg.LexiconError, match="'cat: tabby' is no word"):
        read_list("cat: tabby\nowl\nemu")
    path = tmp_path / "w.json"
    path.write_text(json.dumps([{"word": "cat", "clue": "It purrs", "group": "Pets"}]), "utf-8")
    found = read_listed_words(path)
    assert (["cat"], {"clues": {"cat": "It purrs"}, "groups": {"cat": "Pets"}}, []) == (
        found.words,
        found.facts,
        found.notes,
    )


def test_one_file_is_printed_in_several_ways(table: Path, tmp_path: Path) -> None:
    made = tmp_path / "made.json"
    call("make", "--words", str(table), "--seed", "1", "--output", str(made))
    clues = call("render", str(made), "--list", "clues", "--key").stdout
    assert "1. It purrs\n2. It barks\n3. It swims, far\n" in clues
    assert "cat   " not in clues.partition("Answers")[0]
    assert "It purrs" in clues.partition("Answers")[2]
    assert "2. Hund" in call("render", str(made), "--list", "translations").stdout
    assert "1. Picture 1" in call("render", str(made), "--list", "pictures").stdout
    refused = call("make", "cat", "--list", "clues")
    assert refused.exit_code == 2
    assert "no word of the puzzle has a clue; write word: clue" in refused.stderr


def test_a_word_without_a_clue_is_named(tmp_path: Path) -> None:
    path = tmp_path / "w.txt"
    path.write_text("cat: It purrs\ndog: It barks\nowl\n", "utf-8")
    made = call("make", "--words", str(path), "--list", "clues", "--seed", "1")
    assert "3. owl" in made.stdout
    assert "nothing else to show: owl" in made.stderr


@pytest.mark.parametrize("list_as", ["clues", "pictures"])
def test_pages(table: Path, tmp_path: Path, list_as: str) -> None:
    names = [str(tmp_path / f"p.{suffix}") for suffix in ("svg", "pdf", "png", "html")]
    outputs = [part for name in names for part in ("--output", name)]
    call("make", "--words", str(table), "--seed", "1", "--list", list_as, *outputs)
    svg = Path(names[0]).read_text("utf-8")
    assert ("<image" in svg) == (list_as == "pictures")
    assert "CAT" not in svg
    page = json.loads(
        Path(names[3])
        .read_text("utf-8")
        .partition('id="page" type="application/json">')[2]
        .partition("<")[0]
    )
    assert page["numbered"]
    assert page["pictures"] == (list_as == "pictures")


def test_pictures_are_checked(tmp_path: Path) -> None:
    path = tmp_path / "x.png"
    path.write_text("no picture", "utf-8")
    for image, message in ((path, "is no picture"), (str(path), "expected a pathlib.Path")):
        with pytest.raises(lg.InputError, match=message):
            lg.make_puzzle(["cat"], images={"cat": image})
    data = lg.make_puzzle(["cat"], seed=1).to_dict()
    data["words"][0]["image"] = "https://example.org/cat.png"
    with pytest.raises(lg.PuzzleError, match="expected a data URI"):
        lg.Puzzle.from_dict(data)


@st.composite
def clues(draw: st.DrawFn) -> list[str]:
    """Clues of 1 to 200 letters, some of one long word."""
    rng = random.Random(draw(st.integers(0, 2**32)))
    made = []
    for _ in range(draw(st.integers(1, 14))):
        longest = rng.choice([4, 9, 14, 80])
        text = ""
        while len(text) < rng.choice([1, 20, 60, 120, 200]):
            text += "".join(rng.choices("abcdefghilmnorstuw", k=rng.randint(1, longest))) + " "
        made.append(text[:200].strip())
    return made


@settings(max_examples=settings().max_examples // 2)  # 1,000 books in the deep profile
@given(
    clues(),
    st.sampled_from(["a4", "6x9", "a5"]),
    st.sampled_from(["classic", "bold", "minimal", "kids"]),
    st.booleans(),
)
def test_no_clue_of_a_book_is_lost_cut_or_touched(
    texts: list[str], paper: str, style: str, is_large: bool
) -> None:
    words = WORDS[: len(texts)]
    puzzle = lg.make_puzzle(words, seed=1, clues=dict(zip(words, texts, strict=True)), size=12)
    options = PageOptions.of(
        paper="a4" if is_large else paper, style=style, list_as="clues", large_print=is_large
    )
    data, _ = book_to_pdf(Book((Chapter((puzzle,)),)), options)
    document = pypdfium2.PdfDocument(data)
    pages = [document[number].get_textpage() for number in range(2, len(document) - 1)]
    joined = "".join("".join(page.get_text_range().split()) for page in pages)
    for number, text in enumerate(texts, 1):
        assert f"{number}.{''.join(text.split())}" in joined
    for page, number in zip(pages, range(2, len(document)), strict=False):
        width, height = document[number].get_size()
        boxes = [page.get_rect(at) for at in range(page.count_rects())]
        for left, bottom, right, top in boxes:
            assert MARGIN < left < right < width - MARGIN
            assert 12 < bottom < top < height - MARGIN
        for at, (left, bottom, right, top) in enumerate(boxes):
            for other in boxes[at + 1 :]:
                across = min(right, other[2]) - max(left, other[0])
                assert across < 0.5 or min(top, other[3]) - max(bottom, other[1]) < 0.5


def test_share_codes_keep_all_but_pictures() -> None:
    facts: dict[str, dict[str, str]] = {
        "clues": {"cat": "It purrs: softly\u2028", "cod": 'It\'s "wet"'},
        "translations": {"cat": "Katze"},
        "groups": {"cat": "Pets"},
    }
    puzzle = lg.make_puzzle(["cat", "cod", "owl"], seed=3, **facts)  # type: ignore[arg-type]
    assert lg.make_puzzle(code=puzzle.code) == puzzle
    shown = lg.make_puzzle(["cat"], seed=3, images={"cat": URI})
    assert lg.make_puzzle(code=shown.code).key[0].facts.image == ""


def test_a_list_of_places_higher_than_the_grid_stays_on_the_page() -> None:
    words = lg.random_words(12, 274, shortest=4, longest=9)
    lengths = (147, 110, 50, 135, 162, 179, 94, 41, 185, 152, 107, 176)
    clues = {
        word: ("many words " * 20)[:length] for word, length in zip(words, lengths, strict=True)
    }
    puzzle = lg.make_puzzle(words, seed=137, clues=clues, title="Puzzle 1", allow_rude=True)
    assert faults_of(puzzle.to_pdf(paper="a5", list_as="clues", key_only=True)) == []


def test_no_word_of_a_clue_is_broken_for_even_lines() -> None:
    words = ("hummingbird", "owl", "robin", "wren", "eagle", "heron", "crow", "gull")
    clues = {word: f"Extraordinary {word}" for word in words}
    svg = lg.make_puzzle(words, clues=clues, seed=1).to_svg(list_as="clues")
    assert svg.count(">Extraordinary") == len(words)


def test_check_boxes_keep_the_numbers_of_clues() -> None:
    """Only numbers join the clues to the words of the key."""
    puzzle = lg.make_puzzle(
        ["cat", "dog"], clues={"cat": "It purrs", "dog": "It barks"}, groups={"cat": "A"}, seed=1
    )
    for preset, marks in (("a4-classroom", None), (None, "boxes"), (None, "none")):
        options: dict[str, Any] = {"list_as": "clues", "preset": preset, "list_marks": marks}
        text = puzzle.to_svg(**options)
        assert ">1.<" in text
        assert ">2.<" in text
