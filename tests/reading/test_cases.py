"""What people bring is read alike on every entry, or refused with the same reason."""

from __future__ import annotations

import json
import sys
import tomllib
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import lexigrid as lg
from checkout import TESTS
from commands import call
from lexigrid.reading.decode import Source
from lexigrid.reading.dice import read_dice
from lexigrid.reading.parts import read_parts
from wasm import WHY_NOT, Local, Served

CASES: dict[str, list[dict[str, Any]]] = tomllib.loads(
    (TESTS / "cases" / "reading.toml").read_text("utf-8")
)
Case = dict[str, Any]
#: What an entry gives for a grid: its occurrences, or its error; and what it wrote about it.
Answer = tuple[Any, str]


def cases(kind: str) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("case", CASES[kind], ids=[case["name"] for case in CASES[kind]])


def words_of(grid: lg.Grid) -> list[str]:
    """Return the rows and columns of a grid as words, which only an equal grid has."""
    faces = [
        [tile.face if (tile := grid[row, column]) else "" for column in range(grid.columns)]
        for row in range(grid.rows)
    ]
    lines = [*faces, *map(list, zip(*faces, strict=True))]
    words = ("".join(line) for line in lines if all(line) and "?" not in line)
    return [word for word in dict.fromkeys(words) if word.isalnum() and len(word) > 1]


def expected(case: Case) -> tuple[list[str], Any]:
    grid = lg.Grid.parse(case["rows"]) if "rows" in case else lg.Grid.parse("ab/cd")
    words = words_of(grid) or ["zz"]
    return words, json.loads(lg.find_lines(grid, words).to_json())["occurrences"]


def check(case: Case, found: Answer, *, shows_notes: bool = True) -> None:
    """Check the occurrences that an entry gives, or its error, and its note."""
    occurrences, said = found
    if "error" in case:
        assert occurrences is None
        assert case["error"] in said
    else:
        assert occurrences == expected(case)[1], said
        assert not shows_notes or case.get("note", "") in said


def by_command(*arguments: str, given: str | None = None) -> Answer:
    result = call("lines", *arguments, "--format", "json", "--quiet", given=given)
    if result.exit_code == 2:
        return None, result.stderr
    return json.loads(result.stdout)["occurrences"], result.stderr


# --- grids ----------------------------------------------------------------------------------------


@cases("grid")
def test_grid_in_python(case: Case) -> None:
    if "error" in case:
        with pytest.raises(lg.LexigridError) as caught:
            lg.Grid.parse(case["text"])
        assert case["error"] in str(caught.value)
        return
    grid = lg.Grid.parse(case["text"])
    assert grid == lg.Grid.parse(case["rows"])
    assert case.get("note", "") in "\n".join(grid.notes)
    assert grid == lg.Grid.parse(grid.format()) == lg.Grid.parse(grid.format(one_line=True))


@cases("grid")
def test_grid_in_a_file(case: Case, tmp_path: Path) -> None:
    path = tmp_path / "grid.txt"
    path.write_text(case["text"], "utf-8", newline="")
    check(case, by_command(str(path), *expected(case)[0]))


@cases("grid")
def test_grid_on_standard_input(case: Case) -> None:
    check(case, by_command("-", *expected(case)[0], given=case["text"]))


@cases("grid")
def test_grid_as_an_argument(case: Case) -> None:
    check(case, by_command(case["text"], *expected(case)[0]))


def test_grids_in_a_batch(tmp_path: Path) -> None:
    rows = [{"grid": case["text"], "words": expected(case)[0]} for case in CASES["grid"]]
    path, out = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    call("batch", str(path), str(out), "--task", "lines", "--words-column", "words")
    answers = [json.loads(line) for line in out.read_text("utf-8").split("\n") if line]
    for case, row in zip(CASES["grid"], answers, strict=True):
        if "note" in case:  # what is left out is an error there
            case = {"error": case["note"]}
        check(case, (row["occurrences"], str(row["error"])))


def test_grids_over_http_and_on_a_page(tmp_path: Path) -> None:
    questions = [
        ("lines", {"grid": case["text"], "words": expected(case)[0]}) for case in CASES["grid"]
    ]
    served = Served().ask(questions)
    for case, each in zip(CASES["grid"], served, strict=True):
        answer = each.get("answer", {})
        said = str(answer.get("notes", each.get("problem", {}).get("detail", "")))
        check(case, (answer.get("occurrences"), said))
    if WHY_NOT:
        return
    here = Local(tmp_path, lg.Lexicon.default()).ask(questions)
    for case, each in zip(CASES["grid"], here, strict=True):
        problem = each.get("problem", {})
        if problem.get("type") != "/problems/needs-server":
            said = str(problem.get("detail", ""))
            found = each.get("answer", {}).get("occurrences")
            check(case, (found, said), shows_notes=False)
            assert "note" not in case


# --- puzzles --------------------------------------------------------------------------------------


@cases("puzzle")
def test_puzzle_in_a_file(case: Case, tmp_path: Path) -> None:
    path = tmp_path / "puzzle.txt"
    path.write_text(case["text"], "utf-8", newline="")
    if "error" in case:
        with pytest.raises(lg.LexigridError) as caught:
            lg.Puzzle.read(path)
        assert case["error"] in str(caught.value)
        assert case["error"] in by_command(str(path))[1]
        return
    puzzle = lg.Puzzle.read(path)
    assert (case["title"], case["words"]) == (puzzle.title, list(puzzle.words))
    assert lg.Grid.parse(case["rows"]) == puzzle.grid


#: Without a wish for words, these may be rows.
_MAY_BE_ROWS = frozenset(
    ("rows-of-four", "invisible", "with-key", "words-of-one-length-in-packed-rows-above")
)


@pytest.mark.parametrize(
    "case", [pytest.param(each, id=each["name"]) for each in CASES["puzzle"] if "rows" in each]
)
def test_puzzle_in_python_over_http_and_by_command(case: Case, tmp_path: Path) -> None:
    assert case["words"] == read_parts(Source(case["text"]), wants_words=True).words
    found = lg.find_lines(lg.Grid.parse(case["rows"]), case["words"])
    occurrences = json.loads(found.to_json())["occurrences"]
    path = tmp_path / "puzzle.txt"
    path.write_text(case["text"], "utf-8", newline="")
    assert occurrences == by_command(str(path))[0] == by_command("-", given=case["text"])[0]
    checked = call("check", "-", "--format", "json", given=case["text"])
    assert len(case["words"]) == json.loads(checked.stdout)["words"]
    if case["name"] not in _MAY_BE_ROWS:
        (served,) = Served().ask([("lines", {"grid": case["text"]})])
        assert occurrences == served["answer"]["occurrences"]


# --- words ----------------------------------------------------------------------------------------


def read_words(path: Path) -> list[str]:
    return sorted(lg.Lexicon.read(path))


def check_words(case: Case, read: Callable[[], list[str]]) -> None:
    if "error" in case:
        with pytest.raises(lg.LexigridError) as caught:
            read()
        assert case["error"] in str(caught.value)
    else:
        assert sorted(case["words"]) == read()


@cases("list")
def test_list_in_a_file(case: Case, tmp_path: Path) -> None:
    path = tmp_path / "words.txt"
    path.write_text(case["text"], "utf-8", newline="")
    check_words(case, lambda: read_words(path))


@cases("list")
def test_list_by_command(case: Case, tmp_path: Path) -> None:
    path = tmp_path / "words.txt"
    path.write_text(case["text"], "utf-8", newline="")
    for name, piped in ((str(path), None), ("-", case["text"])):
        result = call("lines", "ab/cd", "--words", name, "--format", "json", given=piped)
        if "error" in case:
            assert (2, True) == (result.exit_code, case["error"] in result.stderr)
        else:
            assert sorted(case["words"]) == sorted(json.loads(result.stdout)["missing"])


@cases("list")
def test_list_of_a_puzzle_to_make(case: Case, tmp_path: Path) -> None:
    path = tmp_path / "words.txt"
    path.write_text(case["text"], "utf-8", newline="")
    result = call("make", "--words", str(path), "--seed", "1", "--size", "20", "--format", "json")
    if "error" in case:
        assert (2, True) == (result.exit_code, case["error"] in result.stderr)
    else:
        made = json.loads(result.stdout)
        assert sorted(case["words"]) == sorted(each["word"] for each in made["words"])


@cases("file")
def test_file_of_words(case: Case, tmp_path: Path) -> None:
    path = tmp_path / case["file"]
    path.write_bytes(case["text"].encode(case["encoding"]))
    check_words(case, lambda: read_words(path))
    if "error" not in case and not case["encoding"].startswith("utf"):
        assert "was read as" in lg.Lexicon.read(path).notes[0]
        assert "was read as" in call("lexicon", "words", "--lexicon", str(path), "--quiet").stderr


@cases("dice")
def test_dice_in_a_file(case: Case, tmp_path: Path) -> None:
    path = tmp_path / "dice.txt"
    path.write_text(case["text"], "utf-8", newline="")
    size = (1, len(case.get("dice", "12")))
    shape = f"1x{size[1]}"
    result = call("roll", "--dice", str(path), "--size", shape, "--seed", "1", "--format", "json")
    if "error" in case:
        assert (2, True) == (result.exit_code, case["error"] in result.stderr)
        return
    dice = [die.split() for die in case["dice"]]
    assert dice == read_dice(case["text"])
    own = lg.Dice.of(dice, size=size)
    assert json.loads(result.stdout)["boards"][0]["rows"] == lg.roll(own, seed=1).to_dict()["rows"]


def test_there_are_many_inputs() -> None:
    entries = {"grid": 7, "puzzle": 5, "list": 4, "file": 2, "dice": 1}
    assert sum(len(CASES[kind]) * count for kind, count in entries.items()) >= 250


@pytest.mark.parametrize("line", ["| {0} | {1} |", "{0}{1}|\nab", "{0} {1}\n", "a {0} b\n{1}\t{0}"])
def test_a_grid_of_too_many_lines_that_differ_is_refused(line: str, tmp_path: Path) -> None:
    path = tmp_path / "long.txt"
    lines = [line.format("abcdefghij"[n % 10], "klmnopqrst"[n // 10 % 10]) for n in range(50_001)]
    path.write_text("Title\n\n" + "\n".join(lines), "utf-8")
    with pytest.raises(lg.LexigridError, match="more than 50,000 of them are neither plain rows"):
        lg.Puzzle.read(path)


def test_plain_rows_and_words_are_read_in_any_number(tmp_path: Path) -> None:
    path = tmp_path / "long.txt"
    path.write_text("abcd\n" * 60_000, "utf-8")
    assert lg.Grid.read(path).rows == 60_000
    words = "".join(f"word{'abcdefghij'[n % 10]}\n" for n in range(60_000))
    path.write_text(f"abcd\nefgh\n\nWords:\n{words}", "utf-8")
    assert len(lg.Puzzle.read(path).words) == 60_000


def test_many_headings_are_noted_in_one_line(tmp_path: Path) -> None:
    path = tmp_path / "list.txt"
    path.write_text("".join(f"Week {n + 1}\noat\nrye\n\n" for n in range(1030)), "utf-8")
    words = lg.Lexicon.read(path)
    assert [*words] == ["oat", "rye"]
    left = [note for note in words.notes if "left out" in note]
    assert len(left) == 21
    assert "left out the line 'Week 20'" in left[19]
    assert "left out 1,010 more like these" in left[20]


# --- workbooks and documents ----------------------------------------------------------------------


_SHEETS = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_RELATIONS = "http://schemas.openxmlformats.org/package/2006/relationships"
_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"


def save_workbook(path: Path, rows: list[list[str]], **others: list[list[str]]) -> str:
    """Write the least that makes a workbook (.xlsx), with the sheet "One" and others."""
    sheets = {"One": rows, **others}
    named = "".join(
        f'<sheet name="{name}" sheetId="{number}" r:id="rId{number}"/>'
        for number, name in enumerate(sheets, 1)
    )
    book = f'<workbook xmlns="{_SHEETS}" xmlns:r="{_OFFICE}"><sheets>{named}</sheets></workbook>'
    start, end = f'<Relationships xmlns="{_RELATIONS}">', "</Relationships>"
    relation = f'<Relationship Id="rId%d" Type="{_OFFICE}/%s" Target="%s"/>'
    with zipfile.ZipFile(path, "w") as file:
        main = relation % (1, "officeDocument", "xl/workbook.xml")
        file.writestr("_rels/.rels", start + main + end)
        file.writestr("xl/workbook.xml", book)
        links = (
            relation % (number, "worksheet", f"worksheets/sheet{number}.xml")
            for number in range(1, len(sheets) + 1)
        )
        file.writestr("xl/_rels/workbook.xml.rels", start + "".join(links) + end)
        for number, each in enumerate(sheets.values(), 1):
            file.writestr(f"xl/worksheets/sheet{number}.xml", _sheet(each))
    return str(path)


def _sheet(rows: list[list[str]]) -> str:
    cells = "".join(
        f'<row r="{number}">'
        + "".join(
            f'<c r="{chr(64 + column)}{number}" t="inlineStr"><is><t>{text}</t></is></c>'
            for column, text in enumerate(row, 1)
        )
        + "</row>"
        for number, row in enumerate(rows, 1)
    )
    return f'<worksheet xmlns="{_SHEETS}"><sheetData>{cells}</sheetData></worksheet>'


def test_a_workbook_of_words(tmp_path: Path) -> None:
    path = save_workbook(tmp_path / "w.bin", [["Clue", "Word"], ["a pet", "cat"], ["barks", "dog"]])
    assert ["cat", "dog"] == read_words(Path(path))
    assert "left out the clues of 2 words" in lg.Lexicon.read(path).notes[0]
    assert ["a pet", "barks"] == sorted(lg.Lexicon.read(path, column="Clue"))


def test_a_workbook_with_a_puzzle(tmp_path: Path) -> None:
    rows = [["Pets"], [], list("CATX"), list("DOGX"), [], ["Words"], ["cat"], ["dog"]]
    puzzle = lg.Puzzle.read(save_workbook(tmp_path / "p.xlsx", rows))
    assert ("Pets", ("cat", "dog")) == (puzzle.title, puzzle.words)
    assert lg.Grid.parse("CATX/DOGX") == puzzle.grid


def test_a_workbook_of_several_sheets(tmp_path: Path) -> None:
    grid, words = [list("CATX"), list("DOGX")], [["cat"], ["dog"]]
    notes = [["made", "by Ann"], ["in May", "2026"]]
    whole = [["Pets"], [], *grid, [], ["Words"], *words]
    path = save_workbook(tmp_path / "a.xlsx", notes, Puzzle=whole)
    assert ("cat", "dog") == lg.Puzzle.read(path).words
    assert lg.Grid.parse("CATX/DOGX") == lg.Grid.read(path)
    assert "read the sheet 'Puzzle', and left out 'One'" in lg.Grid.read(path).notes
    path = save_workbook(tmp_path / "b.xlsx", grid, List=words)
    puzzle = lg.Puzzle.read(path)
    assert (lg.Grid.parse("CATX/DOGX"), ("cat", "dog")) == (puzzle.grid, puzzle.words)
    assert ["cat", "dog"] == read_words(Path(path))
    path = save_workbook(tmp_path / "c.xlsx", whole, Two=whole)
    for read in (lg.Grid.read, lg.Puzzle.read):
        with pytest.raises(lg.LexigridError, match="'One' and 'Two' of the workbook both have"):
            read(path)


@pytest.mark.parametrize(
    "rows",
    [
        [["Spelling list"], ["Word", "Meaning"], ["cat", "a pet"], ["dog", "it barks"]],
        [["Spelling list"], [], ["Word"], ["cat"], ["dog"]],
        [["Unit 3: Pets"], [], ["", "Word", "Meaning"], ["1", "cat", "pet"], ["2", "dog", "barks"]],
        [["Words:"], ["cat"], ["dog"]],
        [["1", "cat"], ["2", "dog"]],
    ],
)
def test_a_workbook_with_a_title(rows: list[list[str]], tmp_path: Path) -> None:
    assert ["cat", "dog"] == read_words(Path(save_workbook(tmp_path / "w.xlsx", rows)))


@pytest.mark.parametrize("list_as", ["words", "clues", "lengths", "scrambled", "no-vowels", "none"])
@pytest.mark.parametrize("kind", ["docx", "txt"])
def test_own_sheets_with_a_key(kind: str, list_as: str, tmp_path: Path) -> None:
    if kind == "docx":
        pytest.importorskip("docx")
    words = ["cat", "dog", "ice cream", "tiger"]
    puzzle = lg.make_puzzle(words, clues={word: f"not {word}" for word in words}, seed=1)
    path = tmp_path / f"p.{kind}"
    puzzle.save(path, with_key=True, list_as=list_as)  # type: ignore[arg-type]
    found = lg.Puzzle.read(path)
    assert (puzzle.grid, sorted(words)) == (found.grid, sorted(found.words))
    puzzle.save(path, with_key=False)
    assert sorted(words) == sorted(lg.Puzzle.read(path).words)


def test_a_document(tmp_path: Path) -> None:
    docx = pytest.importorskip("docx")
    words, path = docx.Document(), tmp_path / "w.docx"
    words.add_heading("My words")
    for word in ("cat", "dog"):
        words.add_paragraph(word, style="List Bullet")
    words.save(path)
    assert ["cat", "dog"] == read_words(path)
    page = docx.Document()
    table = page.add_table(2, 3)
    for row, letters in enumerate(("CAT", "DOG")):
        for column, letter in enumerate(letters):
            table.cell(row, column).text = letter
    for line in ("Find these words:", "cat", "dog"):
        page.add_paragraph(line)
    page.save(path)
    puzzle = lg.Puzzle.read(path)
    assert (lg.Grid.parse("CAT/DOG"), ("cat", "dog")) == (puzzle.grid, puzzle.words)


@cases("table")
@pytest.mark.parametrize("kind", ["docx", "xlsx"])
def test_a_table_with_blank_cells(kind: str, case: Case, tmp_path: Path) -> None:
    path = tmp_path / f"table.{kind}"
    if kind == "xlsx":
        save_workbook(path, [["Pets"], [], *case["cells"], [], ["Words"], ["cat"], ["dog"]])
    else:
        page = pytest.importorskip("docx").Document()
        table = page.add_table(len(case["cells"]), len(case["cells"][0]))
        for row, texts in enumerate(case["cells"]):
            for column, text in enumerate(texts):
                table.cell(row, column).text = text
        for line in ("Words:", "cat", "dog"):
            page.add_paragraph(line)
        page.save(path)
    puzzle = lg.Puzzle.read(path)
    assert (lg.Grid.parse(case["rows"]), ("cat", "dog")) == (puzzle.grid, puzzle.words)


@pytest.mark.parametrize("module", ["python_calamine", "docx"])
def test_without_the_extra_the_error_names_it(
    module: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "x"
    with zipfile.ZipFile(path, "w") as file:
        file.writestr("word/document.xml" if module == "docx" else "xl/workbook.xml", "")
    monkeypatch.setitem(sys.modules, module, None)
    for read in (lg.Lexicon.read, lg.Grid.read, lg.Puzzle.read):
        with pytest.raises(lg.InputError, match=r"pip install 'lexigrid\[office\]'"):
            read(path)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"%PDF-1.7", "is PDF, which shows a puzzle"),
        (b"\x89PNG\r\n", "is PNG, which shows a puzzle but is no text; give"),
        (b"{\\rtf1 cat}", "is rich text"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1", "is an old office file"),
        (b"PK\x03\x04cat", "is a damaged archive"),
        (b"\x1f\x8b\x08", "is compressed"),
        (b"\xff\xfea", "is damaged UTF-16"),
        (b"cat\nc\xff\xfe\n", r"byte 5 is 0xff, which is not UTF-8 \(line 2, 'c\\xff\\xfe'\)"),
    ],
)
def test_other_files_are_refused_by_name(data: bytes, message: str, tmp_path: Path) -> None:
    path = tmp_path / "x"
    path.write_bytes(data)
    for read in (lg.Lexicon.read, lg.Grid.read, lg.Puzzle.read):
        with pytest.raises(lg.LexigridError, match=message):
            read(path)


@pytest.mark.parametrize("start", ["", "grid := "])
def test_brackets_in_thousands_of_brackets_are_refused(start: str, tmp_path: Path) -> None:
    path = tmp_path / "x"
    path.write_text(f"{start}{'[' * 5000}{']' * 5000}")
    for read in (lg.Lexicon.read, lg.Grid.read, lg.Puzzle.read):
        with pytest.raises(lg.LexigridError) as found:
            read(path)
        assert len(str(found.value)) < 600


_ROWS = st.sampled_from(
    ["WORDS", "words", "title", "Grid", "AB", "ab", "cd", "i", "sep", "wordlist"]
)


@given(st.lists(_ROWS | st.text("abABwd", min_size=1, max_size=5), min_size=2, max_size=6))
@example(["words", "abcde", "edcba"])
@example(["word", "abcd", "dcba"])
def test_rows_of_letters_alone_have_one_reading(rows: list[str]) -> None:
    width = max(map(len, rows))
    even = [row.ljust(width, "x") for row in rows]
    for each in (even, [row[:2] for row in even]):
        if len(each[0]) > 1:  # one letter may be a label
            assert read_parts(Source("\n".join(each))).rows == each
