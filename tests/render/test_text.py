"""Text, JSON and CSV: pictures, alignment, and the contents of documents.

Whole pictures are compared, so that any misplaced letter is found.
"""

from __future__ import annotations

import csv
import io
import json
import re

import pytest

from lexigrid import Cell, Grid, find_lines, find_paths, make_puzzle, trace
from lexigrid._util.documents import render_csv, render_document
from lexigrid.render.terminal.page import STYLES, Page
from lexigrid.render.terminal.picture import MAX_PICTURE_WIDTH, mark_cells, render_grid
from lexigrid.render.terminal.puzzle_text import render_puzzle
from lexigrid.render.terminal.table import render_columns, render_list, render_table
from lexigrid.render.terminal.text import format_path, render_lines, render_paths, render_trace
from lexigrid.render.terminal.width import display_width, pad, printable
from lexigrid.search import documents

ESCAPE = re.compile(r"\x1b\[[0-9;]*m")
CELL = re.compile(r"\x1b\[([0-9;]*)m(\w)\x1b\[0m")


def join(lines: list[str]) -> str:
    return "\n".join(lines)


# --- width -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", 0),
        ("tea", 3),
        ("é", 1),
        ("e\N{COMBINING ACUTE ACCENT}", 1),
        ("日本", 4),
        ("ｆ", 2),
        ("각", 2),
        ("\N{HANGUL CHOSEONG KIYEOK}\N{HANGUL JUNGSEONG A}", 2),
        ("😀", 2),
        ("👍🏽", 2),
        ("👨\N{ZERO WIDTH JOINER}👩\N{ZERO WIDTH JOINER}👧", 2),
        ("❤\N{VARIATION SELECTOR-16}", 2),
        ("🇩🇪", 2),
        ("क्षि", 2),
        ("a\N{VARIATION SELECTOR-16}b", 2),
        ("e\N{ZERO WIDTH JOINER}", 1),
        ("🏳\N{VARIATION SELECTOR-16}\N{ZERO WIDTH JOINER}🌈", 2),
        ("1\N{VARIATION SELECTOR-16}\N{COMBINING ENCLOSING KEYCAP}", 2),
        ("a\N{COMBINING ACUTE ACCENT}\N{COMBINING CEDILLA}日", 3),
    ],
)
def test_display_width_in_terminal_columns(text: str, expected: int) -> None:
    assert expected == display_width(text)


def test_padding_fills_to_a_display_width() -> None:
    assert ("日 ", " 日", "日本") == (pad("日", 3), pad("日", 3, right=True), pad("日本", 3))


def test_control_characters_are_replaced() -> None:
    assert "\ufffd[2Ja\ufffd" == printable("\x1b[2Ja\n")
    assert "\ufffd" == printable("\udcff")
    assert "e\N{COMBINING ACUTE ACCENT}\u200d" == printable("e\N{COMBINING ACUTE ACCENT}\u200d")


# --- pictures --------------------------------------------------------------------------------


def test_matched_letters_keep_their_place_and_others_are_dots() -> None:
    grid = Grid.parse("tea/ant/oat")
    drawn = render_grid(grid, mark_cells([[Cell(0, 1), Cell(2, 2)]]), Page())
    assert ["   1 2 3", "1  · e ·", "2  · · ·", "3  · · t"] == drawn


def test_an_encoding_without_arrows_names_directions() -> None:
    puzzle = make_puzzle(["oat", "rye"], seed=4, directions=["SE"])
    lines = [*render_puzzle(puzzle, Page(encoding="cp1252"), with_key=True)]
    assert [True, True] == [line.endswith("  SE") for line in lines[-2:]]


def test_an_encoding_without_the_dot_uses_a_full_stop() -> None:
    drawn = render_grid(Grid.parse("ab/cd"), mark_cells([[Cell(0, 0)]]), Page(encoding="ascii"))
    assert ["   1 2", "1  a .", "2  . ."] == drawn


def test_holes_are_blank() -> None:
    drawn = render_grid(Grid.parse("a.b/.c."), {}, Page())
    assert ["   1 2 3", "1  ·   ·", "2    ·"] == drawn


def test_wide_tiles_keep_the_columns_straight() -> None:
    grid = Grid.parse("日本a/bc語")
    drawn = render_grid(grid, mark_cells([list(grid)]), Page())
    assert ["   1  2  3", "1  日 本 a", "2  b  c  語"] == drawn


def test_tiles_of_several_letters_keep_the_columns_straight() -> None:
    grid = Grid.parse("Qu i t\na b c")
    drawn = render_grid(grid, mark_cells([list(grid)]), Page())
    assert ["   1  2  3", "1  Qu i  t", "2  a  b  c"] == drawn


def test_column_numbers_beyond_nine_are_written_downwards() -> None:
    drawn = render_grid(Grid.parse("abcdefghijkl/"), {}, Page())
    assert "                     1" == drawn[0]
    assert "   1 2 3 4 5 6 7 8 9 0 1 2" == drawn[1]


def test_rows_of_a_hexagonal_grid_are_shifted() -> None:
    grid = Grid.parse("ab/cd/ef")
    drawn = render_grid(grid, mark_cells([list(grid)]), Page(), hexagonal=True)
    assert ["   1 2", "1  a b", "2   c d", "3  e f"] == drawn


def test_a_wide_grid_loses_its_gaps_and_then_its_picture() -> None:
    wide = Grid.parse("a" * 60 + "/")
    assert 3 + 60 == len(render_grid(wide, {}, Page())[-1])
    assert 3 + 2 * 60 - 1 == len(render_grid(wide, {}, Page(width=130))[-1])
    assert [] == render_grid(wide, {}, Page(width=40, terminal=True))
    assert [] == render_grid(Grid.parse("a" * (MAX_PICTURE_WIDTH + 1) + "/"), {}, Page())


def test_there_are_no_escape_codes_without_colour() -> None:
    grid = Grid.parse("tea/ant/oat")
    lines = join(list(render_lines(grid, find_lines(grid, ["oat", "ant"]), Page())))
    paths = join(list(render_paths(grid, find_paths(grid, ["oat", "ant"]), Page())))
    assert "\x1b" not in lines + paths


def test_colour_changes_nothing_but_dots_and_escape_codes() -> None:
    grid = Grid.parse("tea/ant/oat")
    seen = find_lines(grid, ["oat", "ant"])
    plain = join(list(render_lines(grid, seen, Page())))
    coloured = join(list(render_lines(grid, seen, Page(colour=True))))
    stripped = ESCAPE.sub("", coloured).splitlines()
    assert ["1  t e a", "2  a n t", "3  o a t"] == stripped[1:4]
    assert [line.rstrip() for line in stripped[5:]] == plain.splitlines()[5:]


def test_each_word_has_its_style_and_shared_cells_another() -> None:
    grid = Grid.parse("tea/ant/oat")
    seen = find_lines(grid, ["oat", "ant", "eat"])
    picture = list(render_lines(grid, seen, Page(colour=True)))[1:4]
    styles = {
        (row, letter): style
        for row, line in enumerate(picture)
        for style, letter in CELL.findall(line)
    }
    assert styles[1, "n"] != styles[2, "t"]
    assert ";7;" in f";{styles[2, 'o']};"
    assert ";7;" not in f";{styles[1, 'n']};"


def test_all_styles_differ() -> None:
    page = Page(colour=True)
    assert STYLES == len({page.highlight("a", number) for number in range(STYLES)})
    attributes = {page.highlight("a", number).split(";38;")[0] for number in range(0, STYLES, 6)}
    assert 3 == len(attributes)


# --- tables ----------------------------------------------------------------------------------


def test_tables_align_wide_text() -> None:
    rows = [[("日本", None), ("1", None)], [("tea", None), ("10", None)]]
    assert ["WORD  POINTS", "日本       1", "tea       10"] == list(
        render_table(["WORD", "POINTS"], rows, Page(), right=1)
    )


def test_a_long_table_streams_and_widens() -> None:
    rows = ([("a" * (1 + number // 10_000), None), ("x", None)] for number in range(20_001))
    lines = list(render_table(["W", "X"], rows, Page()))
    assert 20_002 == len(lines)
    assert ("a  x", "aaa  x") == (lines[1], lines[-1])


def test_columns_run_downwards_within_the_page() -> None:
    entries = [f"word{number:02}" for number in range(20)]
    lines = list(render_columns(entries, Page(width=30)))
    assert "word00  word05  word10  word15" == lines[0]
    assert max(map(len, lines)) <= 30


def test_a_list_breaks_between_words() -> None:
    lines = list(render_list("not found", ["alpha", "beta", "gamma"], Page(width=24)))
    assert ["not found: alpha, beta,", "  gamma"] == lines
    assert [] == list(render_list("not found", [], Page()))


# --- pages -----------------------------------------------------------------------------------


def test_text_of_a_line_search() -> None:
    grid = Grid.parse("tea/ant/oat")
    seen = find_lines(grid, ["oat", "perl"])
    assert join(list(render_lines(grid, seen, Page(), missing=seen.missing))) == (
        "   1 2 3\n1  t · ·\n2  a · ·\n3  o a t\n\n"
        "WORD  FROM  TO   DIRECTION\n"
        "oat   3,1   1,1  ↑ N\n"
        "oat   3,1   3,3  → E\n\n"
        "not found: perl\n"
        "2 occurrences"
    )


def test_text_of_a_path_search() -> None:
    grid = Grid.parse("giz/uek/qse")
    found = find_paths(grid, ["geeks", "quiz"])
    assert join(list(render_paths(grid, found, Page()))) == (
        "   1 2 3\n1  g i z\n2  u e k\n3  q s e\n\n"
        "WORD   POINTS  PATH\n"
        "geeks       2  1,1 ↘↘↑↙\n"
        "quiz        1  3,1 ↑↗→\n\n"
        "2 words, 3 points"
    )


def test_a_path_search_without_paths_is_a_list_of_words() -> None:
    grid = Grid.parse("giz/uek/qse")
    found = find_paths(grid, ["geeks", "quiz"], paths="none")
    assert ["geeks 2  quiz 1", "", "2 words, 3 points"] == list(render_paths(grid, found, Page()))


def test_all_paths_of_a_word_are_below_each_other() -> None:
    grid = Grid.parse("aa/")
    lines = list(render_paths(grid, find_paths(grid, ["aa"], paths="all"), Page()))
    assert ["aa         0  1,1 →", "              1,2 ←"] == lines[4:6]


def test_text_without_matches() -> None:
    grid = Grid.parse("tea/ant/oat")
    assert ["no words found"] == list(render_paths(grid, find_paths(grid, ["dog"]), Page()))
    assert ["no occurrences found"] == list(render_lines(grid, find_lines(grid, ["dog"]), Page()))


def test_text_of_a_limited_listing_says_so() -> None:
    grid = Grid.parse("tea/ant/oat")
    found = find_paths(grid, ["tea", "ant", "oat"], limit=2, sort="alpha")
    assert "the first 2 of 3 words, 2 points" == list(render_paths(grid, found, Page()))[-1]


def test_text_of_a_limited_count_is_a_number() -> None:
    grid = Grid.parse("tea/ant/oat")
    words = ["tea", "ant", "oat"]
    paths = find_paths(grid, words, limit=2, count_only=True)
    assert ["2 words, 2 points (3 in all)"] == list(render_paths(grid, paths, Page()))
    lines = find_lines(grid, words, limit=1, count_only=True)
    assert ["1 occurrence (4 in all)"] == list(render_lines(grid, lines, Page()))


def test_text_of_a_trace_hides_the_other_letters_in_colour_too() -> None:
    grid = Grid.parse("tea/ant/oat")
    answer = trace(grid, "oat", topology="line", paths="all")
    page = join(list(render_trace(grid, answer, Page(colour=True))))
    assert "oat: found, 2 paths\n\n   1 2 3\n1  t · ·\n2  a · ·\n3  o · ·\n" in ESCAPE.sub("", page)
    assert page.endswith("3,1 ↑↑\n3,1 →→")


def test_text_of_an_absent_word_is_its_status() -> None:
    grid = Grid.parse("tea/ant/oat")
    assert ["dog: absent"] == list(render_trace(grid, trace(grid, "dog"), Page()))


def test_other_spellings_are_shown() -> None:
    grid = Grid.parse("tea/ant/oat")
    found = find_paths(grid, ["Oat", "OAT"])
    assert "Oat (OAT)" in join(list(render_paths(grid, found, Page())))


def test_paths_are_arrows_only_where_arrows_are_clear() -> None:
    steps = [Cell(0, 0), Cell(0, 1), Cell(1, 1)]
    assert "1,1 →↓" == format_path(steps, Page())
    assert "1,1 1,2 2,2" == format_path(steps, Page(encoding="latin-1"))
    assert "1,1 1,2 2,2" == format_path(steps, Page(), hexagonal=True)
    assert "1,1 1,3" == format_path([Cell(0, 0), Cell(0, 2)], Page())
    assert "1,1" == format_path([Cell(0, 0)], Page())
    assert "" == format_path([], Page())


# --- documents -------------------------------------------------------------------------------


def test_the_lines_document_has_the_promised_keys() -> None:
    grid = Grid.parse("tea/ant/oat")
    seen = find_lines(grid, ["ant", "perl"])
    document = json.loads(seen.to_json())
    assert document == {
        "format": "lexigrid/lines",
        "version": 1,
        "rows": 3,
        "columns": 3,
        "count": 1,
        "occurrences": [{"word": "ant", "start": [1, 0], "end": [1, 2], "direction": "E"}],
        "missing": ["perl"],
        "complete": True,
    }


def test_a_single_cell_has_no_direction() -> None:
    grid = Grid.parse("ab/cd")
    seen = find_lines(grid, ["d"])
    document = json.loads(seen.to_json())
    assert [{"word": "d", "start": [1, 1], "end": [1, 1], "direction": None}] == document[
        "occurrences"
    ]
    assert "d,1,1,1,1,\n" in "".join(documents.lines_to_csv(seen))


def test_the_paths_document_has_the_promised_keys() -> None:
    grid = Grid.parse("giz/uek/qse")
    document = json.loads(find_paths(grid, ["quiz"]).to_json())
    assert document == {
        "format": "lexigrid/paths",
        "version": 1,
        "rows": 3,
        "columns": 3,
        "count": 1,
        "score": 1,
        "complete": True,
        "words": [{"word": "quiz", "score": 1, "paths": [[[2, 0], [1, 0], [0, 1], [0, 2]]]}],
    }


def test_the_trace_document_has_the_promised_keys() -> None:
    grid = Grid.parse("wpaou/piedq/llnro/ecauw/ydxsz")
    asked = [trace(grid, "oracle", paths="all"), trace(grid, "ibm")]
    document = json.loads("".join(documents.traces_to_json(grid, asked)))
    assert ("lexigrid/trace", 1) == (document["format"], document["version"])
    oracle, ibm = document["answers"]
    assert ("oracle", "found", 3, True, 3) == (
        oracle["word"],
        oracle["status"],
        oracle["count"],
        oracle["complete"],
        len(oracle["paths"]),
    )
    assert [[2, 4], [2, 3], [3, 2], [3, 1], [2, 0], [3, 0]] in oracle["paths"]
    assert {
        "word": "ibm",
        "status": "absent",
        "count": 0,
        "complete": True,
        "paths": [],
    } == ibm


def test_documents_keep_letters_and_have_one_member_per_line() -> None:
    grid = Grid.parse("té/ab")
    text = find_lines(grid, ["té", "ab"]).to_json()
    assert '"té"' in text
    assert 4 == text.count("\n")


def test_an_empty_document_is_json() -> None:
    assert {"words": []} == json.loads("".join(render_document({}, "words", [], {})))
    assert {"a": 1, "words": [], "b": 2} == json.loads(
        "".join(render_document({"a": 1}, "words", [], {"b": 2}))
    )


def test_the_csv_module_reads_csv_back() -> None:
    grid = Grid.parse("tea/ant/oat")
    found = find_paths(grid, ["o, a", "ant"], paths="all")
    rows = list(csv.DictReader(io.StringIO("".join(documents.paths_to_csv(found)))))
    assert {"o, a", "ant"} == {row["word"] for row in rows}
    paths = [
        tuple(tuple(map(int, cell.split(","))) for cell in row["path"].split()) for row in rows
    ]
    assert [path for word in found for path in word.paths] == paths


def test_long_csv_is_yielded_in_pieces() -> None:
    pieces = list(render_csv(["n"], ([number] for number in range(2500))))
    assert 3 == len(pieces)
    assert [str(number) for number in range(2500)] == "".join(pieces).splitlines()[1:]


def test_characters_taken_as_narrow_are_narrow() -> None:
    from wcwidth import wcwidth

    from lexigrid.render.terminal.width import _NARROW

    assert {each: wcwidth(each) for each in _NARROW} == dict.fromkeys(_NARROW, 1)
