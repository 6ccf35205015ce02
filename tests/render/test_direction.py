"""Letters from right to left keep their rows and columns in terminals that order text."""

from __future__ import annotations

import io
import re
import unicodedata
from typing import Any

import pytest

from lexigrid import Grid, Lexicon, Puzzle, find_paths
from lexigrid.cli.output import Output
from lexigrid.cli.play_history import _write_progress
from lexigrid.cli.play_plain import play_plain
from lexigrid.play.history.progress import Progress
from lexigrid.play.report import write_results, write_words
from lexigrid.play.tui.app import PlayApp
from lexigrid.play.tui.driver import for_mlterm
from lexigrid.render.terminal.page import Page
from lexigrid.render.terminal.picture import mark_cells, render_grid, spread_grid
from lexigrid.render.terminal.puzzle_text import render_puzzle
from lexigrid.render.terminal.table import render_columns, render_list, render_table
from lexigrid.render.terminal.text import render_paths
from lexigrid.render.terminal.width import display_width, isolate
from screens import begin


def outside_marks(line: str) -> str:
    """Replace each run from right to left that begins and ends at a mark."""
    return re.sub("(?<=\u200e)[^\u200e]*(?=\u200e)", "\ufffc", line)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", ""),
        ("tea 5", "tea 5"),
        ("\u65e5\u672c", "\u65e5\u672c"),
        ("\u05e9", "\u200e\u05e9\u200e"),
        ("\u0634\u0645\u0633", "\u200e\u0634\u0645\u0633\u200e"),
        ("\u0661", "\u200e\u0661\u200e"),
        ("?\u05e9", "\u200e\u200f?\u05e9\u200e"),
        ("\u05e9 (\u05e9)", "\u200e\u05e9 (\u05e9)\u200f\u200e"),
        ("\u05e9 \u00b7 (3 letters)", "\u200e\u05e9 \u00b7 (3 letters)\u200e"),
        ("* \u200e\u05e9\u200e", "* \u200e\u05e9\u200e"),
    ],
)
def test_marks_of_direction(text: str, expected: str) -> None:
    assert expected == isolate(text) == isolate(expected)
    assert display_width(text) == display_width(expected)


@pytest.mark.parametrize(
    "rows", ["\u05e9\u05dc\u05d0/\u05dd\u05d0\u05d1", "\u0633\u0644\u0627/\u0645\u0627\u0628"]
)
def test_rows_and_fields_from_right_to_left_stay_in_their_places(rows: str) -> None:
    """Outside the marks nothing runs from right to left, so every terminal keeps the order.

    Isolates would also work, but take up columns in terminals that do not support them.
    """
    grid = Grid.parse(rows)
    word = rows[0] + rows[1] + rows[4]
    lines = [*render_paths(grid, find_paths(grid, [word]), Page())]
    marks = mark_cells([list(grid)])
    lines += [*render_grid(grid, marks, Page()), *render_columns([word] * 9, Page())]
    lines += [*render_list("not found", [word, word], Page())]
    lines += [*render_table([word, word], [[("a", None), ("b", None)]], Page())]
    terminal = Page(terminal=True)
    puzzle = Puzzle(grid, ())
    lines += [*spread_grid(grid, terminal), *render_puzzle(puzzle, terminal)]
    for line in lines:
        classes = {unicodedata.bidirectional(char) for char in outside_marks(line)}
        assert not classes & {"R", "AL", "AN"}, line
    assert word in "".join(lines)
    assert not re.search("[\u2066-\u2069]", "".join(lines))
    plain = [re.sub("\u200e", "", line) for line in lines]
    assert plain[1] == f"1  {word[0]} {word[1]} \u00b7"
    assert list(map(display_width, plain)) == list(map(display_width, lines))
    # mlterm counts marks when it wraps a line, so neighbours share one.
    drawn = [*render_grid(grid, marks, Page()), *spread_grid(grid, terminal)]
    assert {line.count("\u200e") for line in drawn if word[0] in line} == {grid.columns + 1}
    coloured = render_grid(grid, marks, Page(colour=True))
    assert [line.count("\u200e") for line in coloured] == [0, 4, 4]
    # An encoding without the marks is written without them.
    assert "\u200e" not in "".join(render_grid(grid, marks, Page(encoding="cp862")))
    # A file contains only the letters.
    assert "\u200e" not in "".join([*spread_grid(grid, Page()), *render_puzzle(puzzle, Page())])


def test_lam_and_alef_keep_a_column_each() -> None:
    """mlterm would draw them as one letter, and move the rest of the row."""
    word = "\u0633\u0644\u0627\u0645"
    page = Page(terminal=True, has_ligatures=True)
    parted = f"\u200e{word[:2]}\u200c{word[2:]}\u200e"
    assert parted == page.isolate(word)
    assert display_width(word) == display_width(parted)
    assert [f"{parted}  tea"] == [*render_columns([word, "tea"], page._replace(width=10))]
    assert f"\u200e{word}\u200e" == Page(terminal=True).isolate(word)
    assert "\u0643\u0644\u0628" in page.isolate("\u0643\u0644\u0628")


@pytest.mark.parametrize(("encoding", "marks"), [("cp1256", True), ("iso8859-6", False)])
def test_a_game_in_lines_has_the_marks_that_the_terminal_can_write(
    encoding: str, marks: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Windows has them in its Arabic encoding, which has no Hebrew letters."""
    word = "\u0643\u0644\u0628"
    session, _ = begin(grid=Grid.parse(word + "\u0628", size=(2, 2)), lexicon=Lexicon([word]))
    output = io.TextIOWrapper(io.BytesIO(), encoding=encoding)
    monkeypatch.setattr("sys.stdout", output)
    monkeypatch.setattr("sys.stdin", io.StringIO(f"{word}\n:end\n"))
    play_plain(session, Page(encoding=encoding))
    output.seek(0)
    text = output.read()
    assert (f"\u200e{word}\u200e: 1 point" if marks else f"+ {word}: 1 point") in text


@pytest.mark.parametrize("name", ["MLTERM", "OTHER"])
def test_mlterm_is_known_by_its_variable(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("MLTERM", raising=False)
    monkeypatch.setenv(name, "3.9.0")
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    assert (name == "MLTERM") is Output().page().has_ligatures


def test_finders_of_a_word_follow_it() -> None:
    """The marks of the finders are outside the text that runs from right to left."""
    session, _ = begin(
        grid=Grid.parse("שלום", size=(2, 2)), lexicon=Lexicon(["שלום"]), opponents=()
    )
    session.start_turn()
    session.play("שלום")
    session.end_turn()
    assert "  \u200eשלום\u200e *" in list(write_words(session.match, Page()))


def test_sentences_about_players_keep_their_direction() -> None:
    """Games in Hebrew have English texts, with names and words in their own direction."""
    names, word = ("\u05e9\u05e8\u05d4", "\u05d3\u05df"), "\u05e9\u05dc\u05d5\u05dd"
    lexicon = Lexicon([word])
    session, _ = begin(
        grid=Grid.parse(word, size=(2, 2)), lexicon=lexicon, opponents=(), people=names
    )
    for played in ([word], []):
        session.start_turn()
        for each in played:
            session.play(each)
        session.end_turn()
    lines = [*write_results(session.match, Page())]
    progress = Progress(names[0], 1, 1, 60.0, (1.0,), 1, word, ())
    lines += [*_write_progress([progress], 0, Page())]
    for line in lines:
        classes = {unicodedata.bidirectional(char) for char in outside_marks(line)}
        assert not classes & {"R", "AL", "AN"}, line
    assert f"\u200e{names[0]}\u200e wins by 1 point" in lines[1]
    assert any(line.endswith(f"longest word \u200e{word}\u200e") for line in lines)


def test_a_game_in_lines_has_no_marks_that_the_terminal_cannot_write(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    word = "\u05e9\u05dc\u05d5\u05dd"
    session, _ = begin(grid=Grid.parse(word, size=(2, 2)), lexicon=Lexicon([word]), opponents=())
    output = io.TextIOWrapper(io.BytesIO(), encoding="cp862")
    monkeypatch.setattr("sys.stdout", output)
    monkeypatch.setattr("sys.stdin", io.StringIO(f"{word}\n:end\n"))
    play_plain(session, Page(encoding="cp862"))
    output.seek(0)
    text = output.read()
    assert f"+ {word}: 1 point" in text
    assert "\\u200" not in text


class Recorder:
    """A driver that records the output."""

    written = ""

    def write(self, data: str) -> None:
        Recorder.written += data

    def start_application_mode(self) -> None:
        Recorder.written += "<"

    def stop_application_mode(self) -> None:
        Recorder.written += ">"


def test_mlterm_gets_no_marks_on_the_full_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    """There, marks take columns, so the end of a full line would wrap to the next row."""
    drivers: Any = for_mlterm(Recorder)
    driver = drivers()
    driver.start_application_mode()
    driver.write("1 \u200eש\u200f!\u200e|")
    driver.stop_application_mode()
    setting = "\x1b]5379;use_ctl={}\a"
    assert f"<{setting.format('false')}1 ש!|{setting.format('true')}>" == Recorder.written
    monkeypatch.delenv("MLTERM", raising=False)
    usual = PlayApp(begin()[0]).driver_class
    monkeypatch.setenv("MLTERM", "3.9.0")
    changed = PlayApp(begin()[0]).driver_class
    assert usual is not changed
    assert issubclass(changed, usual)
