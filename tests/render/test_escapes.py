"""User text in CSV, HTML, SVG and templates stays text."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

import lexigrid as lg
from commands import call
from lexigrid import InputError, Puzzle
from lexigrid._util.csv_text import format_csv, parse_csv, split_plain
from lexigrid.grid import draw_grid
from lexigrid.puzzle.generate.make import make_puzzle
from lexigrid.render.html import puzzle_to_html
from lexigrid.render.print.options import PageOptions
from lexigrid.render.print.page_setup import PageSetup
from lexigrid.render.print.puzzle_page import PuzzleLayout
from lexigrid.render.print.svg import sheet_to_svg

# --- output ---------------------------------------------------------------------------------------


def test_fields_that_a_spreadsheet_would_run_are_escaped_and_read_back() -> None:
    texts = ["=cmd()", "+1", "-x", "@a", "\tb", "\rc", "'=d", "''-", "'e", "f", ""]
    sheet = format_csv([[text, -1, 0.5] for text in texts])
    assert all(line[0] not in "=+-@\t\r" for line in sheet.splitlines() if line)
    assert [[text, "-1", "0.5"] for text in texts] == [*parse_csv(sheet, "", InputError)]
    assert "=cmd(),-1\n" == format_csv([["=cmd()", -1]], raw=True)


@given(st.text("a\u2028, ;\"'\r\n", max_size=9), st.sampled_from(",;"))
def test_plain_csv_is_split_as_the_parser_does(text: str, delimiter: str) -> None:
    split = split_plain(text, delimiter)
    if split:
        fields, rows, columns = split
        parsed = [*parse_csv(text, "", InputError, delimiter=delimiter)]
        assert (fields, rows) == ([field for row in parsed for field in row], len(parsed))
        assert {columns} == {*map(len, parsed)}


@pytest.mark.parametrize(
    ("command", "field"),
    [
        (["lines", "=b/cd", "=b"], "=b,0,0"),
        (["paths", "=b/cd"], "=bc,"),
        (["trace", "=b/cd", "=b"], "=b,found"),
        (["make", "oat", "=at", "--seed", "1"], "=at,"),
        (["lexicon", "words", "=b?"], "=bc"),
        (["batch", "in.csv", "out", "--task", "score", "--to", "csv"], "=b/cd"),
    ],
)
@pytest.mark.parametrize("raw", [[], ["--csv-raw"]])
def test_every_csv_output_is_escaped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: list[str], field: str, raw: list[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("words.txt").write_text("=bc\noat\n")
    Path("in.csv").write_text("grid\n=b/cd\n")
    extra = ["--lexicon", "words.txt"] if command[0] in ("lexicon", "paths", "batch") else []
    result = call(*command, *extra, "--format", "csv", *raw)
    assert (0, "") == (result.exit_code, result.stderr)
    output = result.stdout
    if command[0] == "batch":
        output = Path("out/part-000000-000000.csv").read_text()
    starts = [line.removeprefix("'") for line in output.splitlines() if line.startswith("'=")]
    if raw:
        assert not starts
        assert field in output
    else:
        assert any(line.startswith(field) for line in starts)


@pytest.mark.parametrize(
    ("command", "message"),
    [
        (["lines", "ab/cd", "ab"], "--csv-raw is for CSV; give --format csv, or leave it out"),
        (["lines", "ab/cd", "ab", "--format", "json"], "--csv-raw is for CSV"),
        (["play"], "--csv-raw is for CSV"),
        (["make", "oat"], "--csv-raw is for CSV"),
        (["make", "oat", "--output", "a.svg"], "--csv-raw is for CSV"),
        (["book", "--theme", "birds", "--count", "2", "--output", "a.pdf"], "--csv-raw is for CSV"),
        (["check", "in.csv"], "--csv-raw is for CSV"),
        (["batch", "in.csv", "out.jsonl"], "csv_raw is for output of kind csv or tsv, not jsonl"),
        (["batch", "in.csv", "out/", "--to", "text"], "csv_raw is for output of kind csv or tsv"),
    ],
)
def test_raw_csv_is_refused_without_csv(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: list[str], message: str
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("in.csv").write_text("grid\nab/cd\n")
    result = call(*command, "--csv-raw")
    assert 2 == result.exit_code
    assert message in result.stderr
    assert ["in.csv"] == [path.name for path in tmp_path.iterdir()]


def test_raw_csv_is_accepted_with_any_csv_file(tmp_path: Path) -> None:
    outputs = ["--output", f"{tmp_path}/a.svg", "--output", f"{tmp_path}/a.csv"]
    assert 0 == call("make", "oat", "=at", "--seed", "1", *outputs, "--csv-raw").exit_code
    assert "\n=at," in (tmp_path / "a.csv").read_text().lower()


@pytest.mark.parametrize("quote", ['a,b\n"c,d\ne,f\n', 'a,b\n"c"d,e\n', 'a,"b\nc,d'])
def test_a_stray_quote_is_reported(tmp_path: Path, quote: str) -> None:
    for name, read in (("g.csv", lg.Grid.read), ("w.csv", lg.Lexicon.read), ("p.csv", Puzzle.read)):
        (tmp_path / name).write_text(quote)
        with pytest.raises(lg.LexigridError, match=r"no[t]? CSV.* in the row of line [12]"):
            read(tmp_path / name)


def test_placeholders_in_a_title_are_text() -> None:
    page = puzzle_to_html(make_puzzle(["oat"], seed=1, title="@PAGE@ @TITLE@"))
    assert "<title>@PAGE@ @TITLE@</title>" in page
    assert 3 == page.count("@PAGE@ @TITLE@")  # title, heading, data


def test_documents_with_control_characters_are_well_formed() -> None:
    controls = "".join(map(chr, (*range(32), *range(127, 160), 0xD800, 0xFFFE, 0xFFFF)))
    puzzle = replace(make_puzzle(["oat", "rye"], seed=1), title=f"A{controls}B")
    sheets = PuzzleLayout.of(puzzle, PageSetup.of(PageOptions(), puzzle.strings)).draw()
    for sheet in sheets:
        root = ElementTree.fromstring(sheet_to_svg(sheet, title=puzzle.title))
        assert any("A" in (each.text or "") for each in root)
    odd = lg.Grid.from_rows([["\x01", "\x00"], ["a", "\uffff"]])
    ElementTree.fromstring(draw_grid(odd))
    page = puzzle_to_html(puzzle)
    page.encode()
    assert not any(control in page for control in controls if control != "\n")
