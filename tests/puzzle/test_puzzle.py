"""Puzzles remade from their seed or code, and read back from JSON and from other tools."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import lexigrid as lg
from lexigrid._util.rng import SplitMix64
from lexigrid.puzzle.generate.share_code import format_code, parse_code
from lexigrid.puzzle.io import _make_puzzle, read_puzzle
from lexigrid.reading import PUZZLE_COLUMNS
from lexigrid.reading.decode import Source
from lexigrid.reading.parts import read_parts
from lexigrid.render.puzzle_file import puzzle_to_csv

CEREALS_OF_CODE = ("oat", "rye", "barley", "wheat", "spelt", "millet")


CEREALS = ("oat", "rye", "barley", "wheat", "millet", "sorghum")


# --- the same seed -------------------------------------------------------------------------------

_SIGNATURE = """
import hashlib, lexigrid as lg
for allow_rude in (False, True):
    digest = hashlib.sha256()
    for seed in range(12):
        options = dict(mask="heart") if seed % 3 == 0 else dict(decoys=9, overlap="many")
        options["allow_rude"] = allow_rude
        puzzle = lg.make_puzzle(lg.theme_words("ocean"), pool=14, size=17, seed=seed, **options)
        digest.update(puzzle.grid.format().encode())
    print(digest.hexdigest())
"""


#: If this changes, so do puzzles of old seeds and codes, and the changelog must say so.
SIGNATURE = "43fabf477606a92ed2c5d4c058f6ed559084f4f32ae57496a7f8ac2cb79dcfb0"


#: The same with rude words allowed, which does not depend on their lists.
SIGNATURE_WITH_RUDE_WORDS = "6c03c434f0298002624b87d7eb3b2eb2f9c8e238d8ee6666dede0dbe339b27a0"


def test_the_same_seed_makes_the_same_puzzle_in_every_process() -> None:
    for hash_seed in ("0", "1", "77"):
        run = subprocess.run(
            [sys.executable, "-c", _SIGNATURE],
            capture_output=True,
            text=True,
            check=True,
            env={**os.environ, "PYTHONHASHSEED": hash_seed},
        )
        assert [SIGNATURE, SIGNATURE_WITH_RUDE_WORDS] == run.stdout.split()


def test_splitmix64_draws_its_published_numbers() -> None:
    # The first outputs of SplitMix64 for seed 1234567, as published by its authors.
    rng = SplitMix64(1234567)
    assert [6457827717110365317, 3203168211198807973] == [rng.next(), rng.next()]


@settings(max_examples=20)
@given(st.integers(0, 2**64 - 1))
def test_a_code_makes_the_puzzle_again(seed: int) -> None:
    puzzle = lg.make_puzzle(CEREALS, seed=seed, level=2, title="Cereals", decoys=3, avoid=["tea"])
    assert puzzle == lg.make_puzzle(code=puzzle.code)


#: A code from an early version: share codes stay readable.
CODE = (
    "LG1-cUVqqHsiMCI6Im9hdFxucnllXG5iYXJsZXlcbndoZWF0XG5zcGVsdFxubWlsbGV0IiwiMSI6MSwi"
    "MiI6WyJjb3JuIl0sIjciOlsxLDIsMyw0XSwiOCI6W1sib2F0IixbMF1dXSwiMTAiOiJoZWFydCIsIjEz"
    "IjoxLCIxNiI6WyJ0ZWEiXX0"
)


def test_codes_are_stable() -> None:
    puzzle = lg.make_puzzle(
        CEREALS_OF_CODE,
        seed=1,
        level=2,
        mask="heart",
        decoys=1,
        avoid=["tea"],
        secret=["corn"],
        word_directions={"oat": "N"},
    )
    assert CODE == puzzle.code
    assert CODE == format_code(parse_code(CODE))


def test_invalid_codes() -> None:
    code = lg.make_puzzle(["oat"], seed=1).code
    for broken in ("", "XX1-abc", code[:-3], code[:9] + "A" + code[10:], "LG1-%%%%"):
        if broken == code:
            continue
        with pytest.raises(lg.PuzzleError, match="code"):
            lg.make_puzzle(code=broken)


# --- checks and files ----------------------------------------------------------------------------


def test_json_is_a_round_trip() -> None:
    puzzle = lg.make_puzzle(
        CEREALS, seed=1, secret=["corn"], title="Cereals", mask="circle", size=14
    )
    assert puzzle == lg.Puzzle.from_dict(puzzle.to_dict()) == lg.Puzzle.from_json(puzzle.to_json())


def test_words_without_a_place_stay_so_in_json(tmp_path: Path) -> None:
    path = tmp_path / "foreign.csv"
    path.write_text("c,a,t\nd,o,g\nword\ncat\n")
    puzzle = lg.Puzzle.read(path)
    assert puzzle.to_dict()["words"][0]["start"] is None
    assert puzzle.key == lg.Puzzle.from_dict(puzzle.to_dict()).key


@pytest.mark.parametrize("above", [",,,,,Words\n", "Pets\n,,,,,\n", "", "Pets,,,,,\n"])
def test_words_in_other_columns_of_csv_than_the_grid(above: str, tmp_path: Path) -> None:
    path = tmp_path / "p.csv"
    path.write_text(f"{above}L,A,W,C,,cat\nA,O,T,A,,dog\nR,B,H,T,,law\nD,O,G,S,,\n,,,,,bot\n")
    puzzle = lg.Puzzle.read(path)
    assert puzzle.grid == lg.Grid.parse("LAWC/AOTA/RBHT/DOGS")
    assert ["cat", "dog", "law", "bot"] == [*puzzle.words]
    assert puzzle.title == ("Pets" if "Pets" in above else "")


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("Words,,,,,\ncat,,C,A,T,S\ncow,,O,D,X,U\ndog,,W,O,X,N\n,,X,G,P,U\n", ""),
        ("Pets,,,,,\n,,,,,Words\nC,A,T,S,,cat\nO,D,X,U,,cow\nW,O,X,N,,dog\nX,G,P,U,,\n", "Pets"),
        (
            "Pets,,,,Name:,,\nFind all the words.,,,,,,\n,,,,,,\ncat,meows,,C,A,T,S\n"
            "cow,gives milk,,O,D,X,U\ndog,barks a lot,,W,O,X,N\n,,,X,G,P,U\n,,,,,,\nPage 1,,,,,,\n",
            "Pets",
        ),
        (
            "1. cat,,,1,2,3,4\n2. cow,,1,C,A,T,S\n3. dog,,2,O,D,X,U\n,,3,W,O,X,N\n,,4,X,G,P,U\n",
            "",
        ),
    ],
)
def test_words_on_any_side_of_a_grid_in_csv(text: str, title: str, tmp_path: Path) -> None:
    path = tmp_path / "p.csv"
    path.write_text(text)
    puzzle = lg.Puzzle.read(path)
    assert (lg.Grid.parse("CATS/ODXU/WOXN/XGPU"), title) == (puzzle.grid, puzzle.title)
    assert ["cat", "cow", "dog"] == [*puzzle.words]


@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_csv_is_a_round_trip_and_also_a_grid(separator: str, tmp_path: Path) -> None:
    puzzle = lg.make_puzzle(CEREALS, seed=1, secret=["corn"], size=7)
    path = tmp_path / "p.csv"
    path.write_text("".join(puzzle_to_csv(puzzle)).replace(",", separator))
    read = lg.Puzzle.read(path)
    assert puzzle.key == read.key
    assert puzzle.grid == read.grid == lg.Grid.read(path)
    # Other words replace all those of the file, and keep their places.
    oat = next(placed for placed in puzzle.key if placed.word == "oat")
    assert read_puzzle(path, ["oat"]).key == (oat,)


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ("oat,0,0,0,x,E,false", "'oat' has end_column 'x', expected a row or column"),
        ("oat,0,,0,2,E,false", "'oat' has start_column '', expected a row or column"),
        ("oat,0,0,0,2,QQ,false", "'oat' has direction 'QQ', expected a direction"),
        ("oat,0,0,0,2,E,maybe", "'oat' has secret 'maybe', expected true or false"),
        ("oat,0,0,0,2,S,false", "'oat' does not run S from 0,0"),
        ("oat,0,0,1,2,,false", "'oat' does not run SE from 0,0"),
        ("oat,0,0,0,9,E,false", "'oat' runs over"),
    ],
)
def test_a_wrong_place_in_csv_is_refused(row: str, message: str, tmp_path: Path) -> None:
    path = tmp_path / "p.csv"
    path.write_text(f"o,a,t\nx,x,x\n{','.join(PUZZLE_COLUMNS)}\n{row}\n")
    with pytest.raises(lg.PuzzleError, match=message):
        lg.Puzzle.read(path)


def test_rows_of_holes_stay_in_csv(tmp_path: Path) -> None:
    grid = lg.Grid.parse("..../oat./..../..../rye./....")
    key = lg.make_puzzle(["oat", "rye"], seed=1).key
    placed = [
        replace(each, start=lg.Cell(row, 0), direction=lg.Direction.E)
        for each, row in zip(key, (1, 4), strict=True)
    ]
    puzzle = lg.Puzzle(grid, tuple(placed))
    (tmp_path / "p.csv").write_text("".join(puzzle_to_csv(puzzle)))
    read = lg.Puzzle.read(tmp_path / "p.csv")
    assert (puzzle.grid, puzzle.key) == (read.grid, read.key)


def test_empty_rows_of_a_spreadsheet_are_skipped(tmp_path: Path) -> None:
    (tmp_path / "p.csv").write_text("c,a,t,,\nd,o,g,,\n,,,,\nword,,,,\ncat,,,,\n")
    assert lg.Puzzle.read(tmp_path / "p.csv").grid == lg.Grid.parse("cat../dog..")


@pytest.mark.parametrize("words", ["", "word\noat\n\nrye\n", "word,n\noat,7\n", "words,oat\n"])
@given(st.lists(st.lists(st.sampled_from(("a", "Qu", "é", "[th]", "?", ".", " "))), max_size=4))
def test_csv_with_and_without_quotes_reads_alike(words: str, rows: list[list[str]]) -> None:
    def read(text: str) -> object:
        try:
            source = Source(text)
            found = read_parts(source, "p.csv", wants_words=True)
            puzzle = _make_puzzle(found, source, None, None)
        except lg.LexigridError as error:
            return str(error)
        return puzzle.grid, puzzle.words

    lines = "".join(f"{','.join(row)}\n" for row in rows)
    assert read(f"x,o\n{lines}{words}") == read(f'"x",o\n{lines}{words}')


@pytest.mark.parametrize(
    ("header", "row", "length"),
    [
        ("word,start_row,start_column,end_row,end_column,secret", "oat,0,0,0,2,", 3),
        ("word,start_row", "oat,1", 0),
        ("word,note", "oat,7", 0),
    ],
)
def test_csv_with_some_of_the_columns(header: str, row: str, length: int, tmp_path: Path) -> None:
    (tmp_path / "p.csv").write_text(f"o,a,t\nx,x,x\n{header}\n{row}\n")
    puzzle = lg.Puzzle.read(tmp_path / "p.csv")
    assert (length, True) == (puzzle.key[0].length, lg.check_puzzle(puzzle).is_valid)


def test_a_place_in_csv_is_checked(tmp_path: Path) -> None:
    path = tmp_path / "p.csv"
    path.write_text(f"o,a,t\nx,x,x\n{','.join(PUZZLE_COLUMNS)}\noat,1,0,1,2,E,TRUE\n")
    (fault,) = lg.check_puzzle(lg.Puzzle.read(path)).faults
    assert ("key", "oat is not at 2,1 E; it is at 1,1 E") == (fault.kind, fault.message)


@pytest.mark.parametrize("name", ["p.csv", "p.txt"])
def test_files_that_name_no_alphabet_can_be_given_one(name: str, tmp_path: Path) -> None:
    puzzle = lg.make_puzzle(["élève", "forêt"], alphabet="fr", seed=1)
    puzzle.save(tmp_path / name)
    assert not lg.check_puzzle(lg.Puzzle.read(tmp_path / name)).is_valid
    assert lg.check_puzzle(lg.Puzzle.read(tmp_path / name, alphabet="fr")).is_valid


def test_a_text_file_may_have_blank_lines_comments_and_several_words_in_a_line(
    tmp_path: Path,
) -> None:
    path = tmp_path / "p.txt"
    path.write_bytes(
        b"\r\n \nCereals \n\n\t\nOAT\nXXX\n \t\n#no,oats\noat, rye\tice cream  corn\n\n #1\n,\n"
        b"barley\n\nKey\nKEY\n\n KEY \n\nnever\n"
    )
    puzzle = lg.Puzzle.read(path)
    assert puzzle.words == ("oat", "rye", "ice cream", "corn", "#1", "barley", "Key", "KEY")
    assert puzzle.grid == lg.Grid.parse("OAT/XXX")


@pytest.mark.parametrize("title", ["Sonne / Mond", "Zoo"])
def test_text_with_a_title_is_a_round_trip(title: str, tmp_path: Path) -> None:
    puzzle = lg.make_puzzle(CEREALS, seed=1, title=title)
    puzzle.save(tmp_path / "p.txt")
    read = lg.Puzzle.read(tmp_path / "p.txt")
    assert (puzzle.grid, puzzle.words) == (read.grid, read.words)


def test_a_misspelt_grid_on_one_line_is_not_a_title(tmp_path: Path) -> None:
    (tmp_path / "p.txt").write_text("tea/ant/oatx\n\ntea\n")
    with pytest.raises(lg.GridError, match="row 3 has 4 tiles, expected 3"):
        lg.Puzzle.read(tmp_path / "p.txt")


def test_a_grid_on_one_line_is_not_a_title(tmp_path: Path) -> None:
    (tmp_path / "p.txt").write_text("tea/ant/oat\n\ntea\noat\n")
    assert lg.Puzzle.read(tmp_path / "p.txt").words == ("tea", "oat")


def test_a_changed_letter_is_a_fault() -> None:
    puzzle = lg.make_puzzle(CEREALS, size=9, seed=2)
    data = puzzle.to_dict()
    row, column = data["words"][2]["start"]
    data["rows"][row][column] = "Z"
    report = lg.check_puzzle(lg.Puzzle.from_dict(data))
    assert {"missing"} == {fault.kind for fault in report.faults}
    assert any(fault.word == "barley" for fault in report.faults)


def test_a_direction_that_is_not_allowed_is_a_fault() -> None:
    data = lg.make_puzzle(CEREALS, size=9, seed=2, directions="E").to_dict()
    report = lg.check_puzzle(lg.Puzzle.from_dict(data | {"directions": ["N"]}))
    assert {"direction"} == {fault.kind for fault in report.faults}


def test_foreign_puzzles_are_read(tmp_path: Path) -> None:
    path = tmp_path / "foreign.json"
    path.write_text(
        '{"puzzle": [["C","A","T"],["X","O","X"],["T","A","D"]], "words": ["CAT","DO","TAD"], '
        '"key": {}}',
        "utf-8",
    )
    assert ("CAT", "DO", "TAD") == lg.Puzzle.read(path).words
    assert lg.check_puzzle(lg.Puzzle.read(path)).is_valid
    report = lg.check_puzzle(lg.Puzzle.read(path, words=["CAT", "OX"]))
    assert [] != [fault for fault in report.faults if fault.kind == "twice"]
    text = tmp_path / "p.txt"
    text.write_text("My puzzle\n\nC A T\nO X O\nW E D\n\ncat, cow  wed\n", "utf-8")
    assert ("cat", "cow", "wed") == lg.Puzzle.read(text).words
    assert lg.check_puzzle(lg.Puzzle.read(text)).is_valid


def test_a_secret_word_without_a_place_stays_secret() -> None:
    key = (lg.Placement("to", lg.Cell(0, 0), None, 0, secret=True),)
    puzzle = lg.Puzzle(lg.Grid.parse("CAT/XDX/XXO"), key)
    assert puzzle == lg.Puzzle.from_json(puzzle.to_json())
