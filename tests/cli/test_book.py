"""Books on the command line: chapters, kills, journals and full disks."""

from __future__ import annotations

import errno
import io
import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pypdfium2
import pytest

import lexigrid as lg
from commands import answer, call, document, error_of
from lexigrid.cli import journal

# --- books ---------------------------------------------------------------------------------------

BOOK = ("book", "--theme", "birds", "--pool", "9", "--seed", "5", "--title", "Birds")


def test_a_book_has_distinct_valid_puzzles(tmp_path: Path) -> None:
    path = tmp_path / "book.json"
    answer(*BOOK, "--count", "12", "--output", str(path))
    puzzles = [lg.Puzzle.from_dict(each) for each in json.loads(path.read_text("utf-8"))["puzzles"]]
    assert 12 == len({puzzle.grid.format() for puzzle in puzzles})
    assert all(lg.check_puzzle(puzzle).is_valid for puzzle in puzzles)
    # Words are dealt like cards: nearly all 48 words are used before one is repeated.
    assert len({word for puzzle in puzzles[:5] for word in puzzle.words}) >= 43
    assert [path] == list(tmp_path.iterdir())


@pytest.mark.skipif(os.name == "nt", reason="there is no SIGKILL")
def test_a_killed_book_continues_and_ends_with_the_same_bytes(tmp_path: Path) -> None:
    whole, killed = tmp_path / "whole.pdf", tmp_path / "killed.pdf"
    answer(*BOOK, "--count", "40", "--output", str(whole))
    journal = tmp_path / "killed.pdf.making"
    command = [sys.executable, "-m", "lexigrid", *BOOK, "--count", "40", "--output", str(killed)]
    process = subprocess.Popen(command, stderr=subprocess.DEVNULL)
    while process.poll() is None and not (
        journal.exists() and journal.read_bytes().count(b"\n") > 20
    ):
        time.sleep(0.002)
    process.send_signal(signal.SIGKILL)
    process.wait()
    assert not killed.exists()
    assert journal.exists()
    # As if the process had been killed while writing a line.
    with journal.open("ab") as file:
        file.write(b'{"format": "lexigrid/puz')
    result = call(*BOOK, "--count", "40", "--output", str(killed))
    assert 0 == result.exit_code, result.stderr
    assert "continuing after puzzle" in result.stderr
    assert whole.read_bytes() == killed.read_bytes()
    assert not journal.exists()


@pytest.mark.skipif(os.name == "nt", reason="links need rights on Windows")
def test_a_file_that_is_no_journal_stays(tmp_path: Path) -> None:
    notes = tmp_path / "notes.pdf.making"
    notes.write_text("How I made it\n")
    error = error_of(
        "book", "--theme", "birds", "--pool", "4", "--size", "8", "--count", "2", "--seed", "1",
        "--output", str(tmp_path / "notes.pdf"),
    )  # fmt: skip
    assert "is not the journal of an unfinished book; move it away" in error
    assert ("How I made it\n", ["notes.pdf.making"]) == (notes.read_text(), os.listdir(tmp_path))


@pytest.mark.parametrize("data", [b"robin\nwren\n", b"PK\x03\x04\xc7"])
def test_a_list_of_words_is_no_book(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "birds.txt").write_bytes(data)
    error = error_of("book", str(tmp_path / "birds.txt"), "--count", "2")
    assert "FILE describes a book in TOML; words are given by --words FILE" in error


def test_a_journal_is_never_written_through_a_link(tmp_path: Path) -> None:
    precious = tmp_path / "precious.txt"
    precious.write_text("mine", "utf-8")
    for target in (precious, tmp_path / "new.txt"):
        (tmp_path / "book.pdf.making").symlink_to(target)
        error = error_of(*BOOK, "--count", "2", "--output", str(tmp_path / "book.pdf"))
        assert "book.pdf.making" in error
        (tmp_path / "book.pdf.making").unlink()
    assert precious.read_text("utf-8") == "mine"
    assert os.listdir(tmp_path) == ["precious.txt"]


def test_a_book_continues_from_any_point(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = tmp_path / "whole.pdf"
    command = (*BOOK, "--count", "12", "--message", "well done", "--pad", "--output")
    answer(*command, str(whole))

    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr("lexigrid.cli.book._send_book", interrupted)
        stopped = call(*command, str(tmp_path / "cut.pdf"))
    assert "12 finished puzzles in cut.pdf.making; the same command continues" in stopped.stderr
    assert ["cut.pdf.making", "whole.pdf"] == sorted(os.listdir(tmp_path))
    journal = (tmp_path / "cut.pdf.making").read_bytes()
    lines = journal.splitlines(keepends=True)
    assert 13 == len(lines)
    points = [0, 5, len(lines[0]), len(lines[0]) + 7, len(b"".join(lines[:7])), len(journal) - 1]
    for number, point in enumerate([*points, len(journal)]):
        (tmp_path / f"{number}.pdf.making").write_bytes(journal[:point])
        result = call(*command, str(tmp_path / f"{number}.pdf"))
        assert 0 == result.exit_code, result.stderr
        assert whole.read_bytes() == (tmp_path / f"{number}.pdf").read_bytes(), point


def test_a_full_disk_is_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class FullDisk(io.StringIO):
        def flush(self) -> None:
            raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(journal, "_open_journal", lambda *_: FullDisk())
    error = error_of(*BOOK, "--count", "3", "--output", str(tmp_path / "book.pdf"))
    assert "book.pdf.making': No space left on device; run the same command again" in error
    assert not (tmp_path / "book.pdf").exists()


BOOK_FILE = """
title = "Birds of sea and land"
author = "A. Teacher"
seed = 7
level = "medium"
[page]
paper = "6x9"
gutter = "10mm"
[[chapters]]
theme = "birds"
count = 2
pool = 6
[[chapters]]
title = "At sea"
file = "sea.txt"
size = "8x9"
titles = ["Waves"]
page = { style = "minimal", list_marks = "boxes" }
"""


def test_a_book_with_chapters(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("book.toml").write_text(BOOK_FILE)
    Path("sea.txt").write_text("whale\ncoral\nseal\n")
    message = call("book", "book.toml", "--output", "a.pdf").stderr
    assert "a.pdf: 3 puzzles, 6 pages, seed 7, " in message
    call("book", "book.toml", "--output", "b.pdf")
    assert Path("a.pdf").read_bytes() == Path("b.pdf").read_bytes()
    document = pypdfium2.PdfDocument("a.pdf")
    assert ["Birds of sea and land", "Contents", "Birds", "Puzzle 1", "Puzzle 2"] == [
        item.get_title() for item in document.get_toc()
    ][:5]
    texts = [page.get_textpage().get_text_range() for page in document]
    assert "3. Waves" in texts[4]
    assert document.get_metadata_dict()["Author"] == "A. Teacher"
    assert (432, 648) == document[0].get_size()
    call("book", "book.toml", "--output", "c.pdf", "--paper", "a5", "--seed", "8")
    assert (420, 595) == tuple(map(round, pypdfium2.PdfDocument("c.pdf")[0].get_size()))
    message = call("book", "book.toml", "--output", "d.json").stderr
    document = json.loads(Path("d.json").read_text("utf-8"))
    assert [{"title": "Birds", "puzzles": 2}, {"title": "At sea", "puzzles": 1}] == document[
        "chapters"
    ]
    assert ["", "", "Waves"] == [puzzle["title"] for puzzle in document["puzzles"]]
    assert (8, 9) == (len(document["puzzles"][2]["rows"]), len(document["puzzles"][2]["rows"][0]))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("title = 'x'", "the book has no 'chapters'"),
        ("chapters = []", "chapters is [], expected a longer list"),
        ("[[chapters]]\nthemes = ['birds']", "chapter 1: a key is 'themes', expected one of"),
        (
            "[[chapters]]\ntitle = 'x'",
            "chapter 1: there are no words; give words, file, theme or random",
        ),
        ("[[chapters]]\ntheme = 'brids'", "chapter 1: there is no theme 'brids'"),
        (
            "[[chapters]]\ntheme = 'birds'\ntitles = ['One', 'Two']",
            "chapter 1: there are 2 titles for 1 puzzle; give a larger count, or leave out titles",
        ),
        ("chapters = 5", "chapters is 5, expected a list"),
        (
            "seed = 1.5\n[[chapters]]\ntheme = 'birds'",
            "seed is 1.5, expected a whole number or text",
        ),
        (
            "size = nan\n[[chapters]]\ntheme = 'birds'",
            "size is nan, expected (rows, columns) or one number",
        ),
        ("[[chapters]]\ntheme = 'birds'\nlevel = 1.5", "level is 1.5, expected one of 1 (easy)"),
        ("[[chapters]]\ntheme = 'birds'\nlevel = 7", "chapter 1: level is 7"),
        ("[[chapters]]\ntheme = 'birds'\ncount = 0", "chapter 1: count is 0, expected a whole"),
        ("[page]\nstyle = 'loud'\n[[chapters]]\ntheme = 'birds'", "style is 'loud', expected one"),
        ("[[chapters]]\ntheme = 'birds'\npage = 3", "chapter 1: page is 3, expected a table"),
        (
            "[[chapters]]\ntheme = 'birds'\npage = {bleed = '3mm'}",
            "chapter 1: page has 'bleed', which",
        ),
        (
            "[[chapters]]\ntheme = 'birds'\npage = {gutter = '3mm'}",
            "chapter 1: page has 'gutter', which belongs in the [page] of the book",
        ),
        (
            "[page]\ndpi = 300\n[[chapters]]\ntheme = 'birds'",
            "page has 'dpi', which is for PNG, not for a book; leave it out",
        ),
        (
            "[[chapters]]\ntheme = 'birds'\npage = {dpi = 300}",
            "chapter 1: page has 'dpi', which is for PNG, not for a book; leave it out",
        ),
        (
            "[page]\nwith_key = false\nsolutions = 4\n[[chapters]]\ntheme = 'birds'",
            "solutions places the answers, and with_key=False (--no-key) leaves them out; choose",
        ),
        ("[[chapters]]\ntheme = 'birds'\npad = true", "chapter 1: pad allows fillers after a"),
        ("pad = true\n[[chapters]]\ntheme = 'birds'", "pad allows fillers after a message; give"),
        ("[[chapters]]\ntheme =", "not TOML"),
    ],
)
def test_an_unusable_book_file_is_explained(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, message: str
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("book.toml").write_text(text)
    error = error_of("book", "book.toml", "--output", "a.pdf")
    assert "'book.toml': " in error
    assert message in error


def test_a_book_is_in_a_language(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("book.toml").write_text("[[chapters]]\ntheme = 'vögel'\npool = 6\n", "utf-8")
    Path("own.toml").write_text("language = 'fr'\n[[chapters]]\ntheme = 'birds'\npool = 6\n")
    Path("chapter.toml").write_text("[[chapters]]\nlanguage = 'fr'\ntheme = 'birds'\npool = 6\n")

    def book(name: str, *options: str) -> tuple[str, str]:
        data = document("book", name, "--seed", "1", *options)
        return data["chapters"][0]["title"], data["puzzles"][0]["language"]

    assert ("Vögel", "de") == book("book.toml", "--language", "de")
    assert ("Oiseaux", "fr") == book("own.toml") == book("chapter.toml")
    assert ("Vögel", "de") == book("own.toml", "--language", "de")
    assert ("Vögel", "de") == book("chapter.toml", "--language", "de")
    monkeypatch.setenv("LEXIGRID_LANGUAGE", "de")
    assert ("Vögel", "de") == book("book.toml")
    assert ("Oiseaux", "fr") == book("own.toml")


def test_a_book_whose_file_places_the_answers_can_leave_them_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    chapter = "[[chapters]]\ntheme = 'birds'\npool = 3\npage = {mini_key = true}\n"
    Path("book.toml").write_text(f"[page]\nsolutions = 4\n{chapter}")
    pages = {}
    for option in ("--key", "--no-key"):
        options = ("book.toml", "--seed", "1", option, "--output", f"a{option}.pdf")
        pages[option] = int(re.findall(r"(\d+) pages", call("book", *options).stderr)[0])
    assert pages["--key"] == pages["--no-key"] + 1


def test_a_book_file_has_its_words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("book.toml").write_text(BOOK_FILE)
    for option in ("--words=oat.txt", "--theme=birds", "--random=5"):
        error = error_of("book", "book.toml", option, "--output", "a.pdf")
        assert f"FILE has the words; leave out {option.partition('=')[0]}" in error
    assert "a book needs --count N" in error_of("book", "--theme", "birds", "--output", "a.pdf")


def test_the_command_line_overrides_every_option_of_a_book_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("book.toml").write_text(
        "title = 'Old'\nlevel = 'easy'\nsize = 9\n[[chapters]]\ntheme = 'birds'\npool = 5\n"
        "[[chapters]]\nwords = ['heron', 'crane', 'egret']\ndirections = 'E'\ncount = 3\n"
    )
    given = ("--title", "New", "--size", "12x11", "--pool", "3", "--count", "2", "--level", "4")
    book = document("book", "book.toml", "--seed", "1", *given, "--case", "lower")
    assert "New" == book["title"]
    assert [2, 2] == [chapter["puzzles"] for chapter in book["chapters"]]
    for puzzle in book["puzzles"]:
        assert (12, 11, 3) == (len(puzzle["rows"]), len(puzzle["rows"][0]), len(puzzle["words"]))
        assert {"E", "S"}.isdisjoint(puzzle["directions"])
        assert all(row == [cell.lower() for cell in row] for row in puzzle["rows"])


def test_the_chapter_of_words_that_do_not_fit_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("book.toml").write_text(
        "[[chapters]]\ntheme = 'birds'\n[[chapters]]\nwords = ['elephant']\nsize = 4\n"
    )
    result = call("book", "book.toml", "--output", "a.pdf")
    assert 1 == result.exit_code
    assert "chapter 2: not placed: elephant: 8 letters, longer than the 4x4 grid" in result.stderr
    advice = (
        "in the file, give chapter 2 grow = true, a larger size, pool = N or allow_missing = true"
    )
    assert f"no book was made; {advice}\n" in result.stderr


def test_options_of_a_mixed_book_are_for_the_chapters_that_have_them(tmp_path: Path) -> None:
    path, out = tmp_path / "book.toml", tmp_path / "book.json"
    chapters = (
        '[[chapters]]\ntheme = "space"\npool = 5\n[[chapters]]\ntheme = "space"\nkind = "cover"\n'
    )
    path.write_text(f'level = "easy"\nunique = "word"\n{chapters}', "utf-8")
    call("book", str(path), "--output", str(out), "--seed", "1")
    lines, cover = json.loads(out.read_text("utf-8"))["puzzles"]
    assert lines["directions"] == ["E", "S"]
    assert cover["kind"] == "cover"
    call("book", str(path), "--output", str(out), "--seed", "1", "--level", "medium", "--overwrite")
    assert json.loads(out.read_text("utf-8"))["puzzles"][0]["directions"] != ["E", "S"]
    path.write_text('level = "easy"\nkind = "trail"\n[[chapters]]\ntheme = "space"\n', "utf-8")
    error = error_of("book", str(path), "--output", str(out), "--overwrite")
    assert "level is not for puzzles of kind 'trail'; leave it out" in error


def test_a_book_as_text_has_the_list_that_is_asked_for() -> None:
    text = answer(
        "book",
        *["--theme", "ocean", "--pool", "5", "--count", "2", "--seed", "1", "--list", "lengths"],
    )
    assert text.count(" letters") == 10
