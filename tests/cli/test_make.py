"""`lexigrid make` on the command line: words, formats, exit statuses, files, interrupted books."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

import lexigrid as lg
from commands import answer, call, document, error_of

WORDS = ("oat", "rye", "barley", "wheat")


def test_written_text_is_read_back_and_valid(tmp_path: Path) -> None:
    for options in ((), ("--key",), ("--title", "Cereals", "--key"), ("--mask", "circle")):
        text = answer("make", *WORDS, "--seed", "3", *options)
        path = tmp_path / "puzzle.txt"
        path.write_text(text, "utf-8")
        assert WORDS == tuple(sorted(lg.Puzzle.read(path).words, key=WORDS.index))
        assert "valid, 4 words" in answer("check", str(path))


@pytest.mark.parametrize("form", ["json", "csv", "text"])
def test_every_readable_format_is_checked(tmp_path: Path, form: str) -> None:
    suffix = {"json": "json", "csv": "csv", "text": "txt"}[form]
    path = tmp_path / f"puzzle.{suffix}"
    assert "" == answer("make", *WORDS, "--seed", "3", "--output", str(path))
    assert WORDS == lg.Puzzle.read(path).words or form == "text"
    report = json.loads(answer("check", str(path), "--format", "json"))
    assert (True, 4) == (report["valid"], report["words"])


@pytest.mark.parametrize(
    ("language", "title", "words"),
    [
        ("es", "Animales", ("pingüino", "niño", "camión", "lluvia", "chico")),
        ("he", "מילים ועוד", ("שלום", "ילד", "תפוח", "מים")),
        ("pt-BR", "", ("maçã", "pinguim", "avó")),
    ],
)
def test_a_puzzle_in_any_format_keeps_its_language(
    tmp_path: Path, language: str, title: str, words: tuple[str, ...]
) -> None:
    made = lg.make_puzzle(words, seed=5, language=language, title=title)
    for suffix in ("txt", "csv", "json"):
        path = str(tmp_path / f"p.{suffix}")
        made.save(path)
        given = () if suffix == "json" else ("--language", language)
        assert answer("check", path, *given).startswith(f"valid, {len(words)} words")
        assert f"{len(words)} occurrences" in answer("lines", path, "--language", language)
        read = lg.Puzzle.from_json(answer("render", path, *given, "--format", "json"))
        assert (made.grid, language) == (read.grid, read.language)
        assert made.right_to_left == read.right_to_left == (language == "he")
        assert {*words} == {*read.words}
        assert suffix == "csv" or title == read.title


def test_inputs_and_other_files_are_not_overwritten(tmp_path: Path) -> None:
    puzzle, listed = tmp_path / "p.json", tmp_path / "w.txt"
    listed.write_text("oat\nrye\n", "utf-8")
    answer("make", "--words", str(listed), "--output", str(puzzle))
    before = puzzle.read_bytes()
    assert "is also an input" in error_of("check", str(puzzle), "--output", str(puzzle))
    own = ("--words", str(listed), "--output", str(listed), "--force")
    assert "is also an input" in error_of("make", *own)
    assert (before, "oat\nrye\n") == (puzzle.read_bytes(), listed.read_text("utf-8"))
    answer("check", str(puzzle), "--output", str(listed))  # an answer, which replaces a file
    assert listed.read_text("utf-8").startswith("valid")
    named = tmp_path / "birds"
    named.touch()
    answer("make", "oat", "--title", str(named), "--output", str(named), "--force")


def test_a_file_that_names_its_letters_is_not_given_others(tmp_path: Path) -> None:
    path = str(tmp_path / "p.json")
    answer("make", *WORDS, "--output", path)
    for option in (("--language", "de"), ("--alphabet", "de"), ("--fold-accents",)):
        for task in ("check", "render"):
            assert "names its own alphabet and language" in error_of(task, path, *option)
    with pytest.raises(lg.InputError, match="names its own alphabet"):
        lg.Puzzle.read(path, alphabet="de")


def test_a_text_puzzle_is_read_wherever_a_grid_is(tmp_path: Path) -> None:
    path = str(tmp_path / "p.txt")
    lg.make_puzzle(["oats", "rye"], size=(4, 4), seed=1, title="Cereals").save(path)
    found = call("lines", path, "oats")
    assert (0, True) == (found.exit_code, "1 occurrence" in found.stdout)
    assert "is a puzzle; its words are not part of the grid" in found.stderr
    assert "rye" in answer("trace", path, "rye")
    assert "rye" in answer("paths", path)
    # Here the words are as long as the rows.
    Path(path).write_text("OAT\nXXX\n\noat\n", "utf-8")
    found = call("lines", path)
    assert ("1 occurrence" in found.stdout, "") == (True, found.stderr)
    # A grid with a row that is too short is not a puzzle with a short word.
    for rows in ("OAT\nXX\n", "OAT\nXXX\n\nXX\n"):
        Path(path).write_text(rows, "utf-8")
        assert "has 2 tiles" in error_of("paths", path)


@pytest.mark.parametrize("form", ["pdf", "png", "svg", "html"])
def test_graphic_formats_are_written(tmp_path: Path, form: str) -> None:
    path = tmp_path / f"puzzle.{form}"
    paper = () if form == "html" else ("--paper", "Letter")
    answer("make", *WORDS, "--seed", "3", "--output", str(path), *paper)
    head = {"pdf": b"%PDF", "png": b"\x89PNG", "svg": b"<svg", "html": b"<!DOC"}[form]
    assert path.read_bytes().startswith(head)


def test_the_same_seed_and_the_code_make_the_same_puzzle() -> None:
    first = answer("make", *WORDS, "--seed", "9", "--format", "json")
    assert first == answer("make", *WORDS, "--seed", "9", "--format", "json")
    code = json.loads(first)["code"]
    assert first == answer("make", "--code", code, "--format", "json")


def test_unplaced_words_are_status_1_and_named(tmp_path: Path) -> None:
    path = tmp_path / "out.json"
    result = call("make", "cat", "cats", "elephant", "--size", "6", "--output", str(path))
    assert (1, "") == (result.exit_code, result.stdout)
    assert "elephant: 8 letters, longer than the 6x6 grid" in result.stderr
    assert not path.exists()
    result = call("make", "cat", "cats", "elephant", "--size", "6", "--allow-missing")
    assert 0 == result.exit_code
    assert "left out: cat" in result.stderr


def test_a_broken_puzzle_is_status_1(tmp_path: Path) -> None:
    path = tmp_path / "p.txt"
    path.write_text("O A T\nA X X\nT X X\n\noat, cow\n", "utf-8")
    report = answer("check", str(path), status=1)
    assert "oat occurs 2 times" in report
    assert "cow is not in the grid" in report
    assert "not valid: 2 faults" in report


def test_given_words_replace_those_of_the_file(tmp_path: Path) -> None:
    path = tmp_path / "p.json"
    answer("make", *WORDS, "--seed", "3", "--output", str(path))
    assert "valid, 2 words" in answer("check", str(path), "Rye", "oat")
    report = answer("check", str(path), "rye", "zebra", status=1)
    assert "zebra is not in the grid" in report
    assert "not valid: 1 fault, 2 words" in report
    listed = tmp_path / "words.txt"
    listed.write_text("rye\nzebra\n", "utf-8")
    assert report == answer("check", str(path), "--words", str(listed), status=1)


def test_a_book_is_checked_puzzle_by_puzzle(tmp_path: Path) -> None:
    path = tmp_path / "book.json"
    answer(*BOOK, "--count", "3", "--output", str(path))
    assert "valid, 3 puzzles, 27 words" in answer("check", str(path))
    book = json.loads(path.read_text("utf-8"))
    row, column = book["puzzles"][1]["words"][4]["start"]
    book["puzzles"][1]["rows"][row][column] = "1"
    path.write_text(json.dumps(book), "utf-8")
    word = book["puzzles"][1]["words"][4]["word"]
    assert f"puzzle 2: {word} is not at" in answer("check", str(path), status=1)
    report = json.loads(answer("check", str(path), "--format", "json", status=1))
    assert [True, False, True] == [each["valid"] for each in report["puzzles"]]
    assert "has its own words" in error_of("check", str(path), "oat")
    with pytest.raises(lg.PuzzleError, match="book of 3 puzzles"):
        lg.Puzzle.read(path)


def test_remedies_for_unplaced_words() -> None:
    message = call("make", "cat", "cats", "cot", "--pool", "3", "--size", "6").stderr
    assert "cat: is inside cats" in message
    assert "give --allow-subwords, a smaller --pool or --allow-missing" in message
    message = call("make", "elephant", "--size", "6").stderr
    assert "give --grow, a larger --size, --pool N or --allow-missing" in message
    message = call("make", "--theme", "birds", "--pool", "40", "--size", "8").stderr
    assert "of 40 words fit" in message


def test_the_reported_seed_makes_the_same_puzzle(tmp_path: Path) -> None:
    for options in ((), ("--difficulty", "40")):
        path = tmp_path / f"{len(options)}.txt"
        message = call("make", *WORDS, *options, "--output", str(path)).stderr
        seed = message.partition("seed ")[2].partition(",")[0]
        assert path.read_text("utf-8") == answer("make", *WORDS, *options, "--seed", seed)


def test_an_unreached_difficulty_is_reported() -> None:
    result = call("make", *WORDS, "--difficulty", "99", "--seed", "1")
    assert 0 == result.exit_code
    assert "not 99: these words and options allow" in result.stderr


def test_masks_are_joined_and_inverted(tmp_path: Path) -> None:
    path = tmp_path / "corner.txt"
    path.write_text("#...\n....\n....\n....\n", "utf-8")
    options = ("--mask", "heart-ring", "--mask", str(path), "--invert-mask", "--size", "16")
    text = answer("make", *WORDS, "--seed", "1", *options).splitlines()
    assert text[0].startswith(". . . .")
    drawn = lg.Mask.parse("heart-ring").joined(lg.Mask.read(path)).draw(16, 16).split("\n")
    assert [[c == "#" for c in row] for row in drawn] == [
        [c == "." for c in line.split()] for line in text[:16]
    ]


def test_words_come_from_themes_files_and_the_lexicon(tmp_path: Path) -> None:
    path = tmp_path / "words.txt"
    path.write_text("\ufeff# cereals\r\nICE CREAM\r\n\r\noat\r\n", "utf-8")
    report = json.loads(
        answer(
            "make",
            "rye",
            "--words",
            str(path),
            "--theme",
            "birds",
            "--pool",
            "10",
            "--seed",
            "1",
            "--format",
            "json",
        )
    )
    assert 10 == len(report["words"])
    drawn = json.loads(
        answer("make", "--random", "12", "--length", "5-7", "--seed", "1", "--format", "json")
    )
    assert 12 == len(drawn["words"])
    assert "birds (48 words)" in answer("list", "themes")
    assert "heart\n" in answer("list", "masks")
    themes = document("list", "themes")["themes"]
    assert {"name": "birds", "title": "Birds", "words": 48} in themes
    assert "heart" in [each["name"] for each in document("list", "masks")["masks"]]
    assert "birds,Birds,48" in answer("list", "themes", "--format", "csv")
    assert answer("list", "themes", "vögel", "--language", "de").startswith("Adler\n")
    words = document("list", "themes", "birds")["words"]
    assert {"word": "albatross"} in words
    assert 48 == len(words)
    assert ["heart"] == [each["name"] for each in document("list", "masks", "heart")["masks"]]
    assert ["de-4x4"] == [each["name"] for each in document("list", "dice", "de-4x4")["sets"]]


def test_a_written_file_is_confirmed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    message = call("make", *WORDS, "--seed", "1", "--output", "a.pdf").stderr
    assert "lexigrid: a.pdf: 4 words on 6x6, 2 pages, answers on page 2, seed 1, " in message
    message = call("make", "oat", "--seed", "1", "--output", "b.pdf", "--no-key").stderr
    assert "lexigrid: b.pdf: 1 word on 3x3, 1 page, seed 1, " in message
    message = call(*BOOK, "--count", "3", "--output", "c.pdf").stderr
    assert "lexigrid: c.pdf: 3 puzzles, " in message
    assert "d.json: 270 bytes of json" in (
        call("lines", "tea/ant/oat", "oat", "--format", "json", "--output", "d.json").stderr
    )
    assert "" == call("make", "oat", "--seed", "1", "--output", "e.txt", "--quiet").stderr


def test_a_puzzle_is_written_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    answer("make", *WORDS, "--seed", "1", "--output", "a.json")
    message = call("render", "a.json", "--output", "b.pdf").stderr
    assert "b.pdf: 4 words on 6x6, 2 pages, answers on page 2, seed 1" in message
    answer("render", "a.json", "--output", "c.csv")
    key = [each["direction"] for each in json.loads(Path("a.json").read_text("utf-8"))["words"]]
    assert key == [
        line.split(",")[5] for line in Path("c.csv").read_text("utf-8").splitlines()[-4:]
    ]
    assert "N" in key
    answer("render", "c.csv", "--output", "d.html", "--title", "Again")
    assert "Again" in Path("d.html").read_text("utf-8")
    assert answer("lines", "a.json").splitlines()[-1] == "4 occurrences"
    assert answer("lines", "a.json") == answer("lines", "a.json", *WORDS)
    assert answer("paths", "a.json", "--count")


def test_one_command_writes_several_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    options = ("--seed", "1", "--title", "<Grain>", "--secret", "corn")
    outputs = [x for name in ("a.json", "a.html", "a.txt", "-") for x in ("--output", name)]
    result = call("make", *WORDS, *options, *outputs)
    assert (0, Path("a.txt").read_text("utf-8")) == (result.exit_code, result.stdout)
    for name in ("a.json", "a.html", "a.txt"):
        assert f"lexigrid: {name}: 4 words on 6x6, seed 1, " in result.stderr
    puzzle = lg.Puzzle.read("a.json")
    assert ("<Grain>", ("corn",)) == (puzzle.title, puzzle.secret_words)
    assert puzzle == lg.Puzzle.read("a.html")
    assert answer("lines", "a.json") == answer("lines", "a.html")
    answer("render", "a.html", "--output", "b.json")
    assert Path("a.json").read_bytes() == Path("b.json").read_bytes()
    twice = ("--output", "c.png", "--output", "c-key.png", "--key")
    assert "'c-key.png' would be written twice" in error_of("make", "oat", *twice)
    assert "expected once for a book" in error_of(*BOOK, "--count", "2", *twice)
    assert "--output is given 2 times" in error_of("check", "a.json", *twice[:4])
    assert ["a.html", "a.json", "a.txt", "b.json"] == sorted(os.listdir())


@pytest.mark.parametrize("form", ["pdf", "png", "svg"])
def test_pictures_of_puzzles_are_not_read(form: str, tmp_path: Path) -> None:
    path = tmp_path / f"a.{form}"
    lg.make_puzzle(["oat"], seed=1).save(path)
    assert f"is {form.upper()}, which shows a puzzle but" in error_of("render", str(path))


def test_a_puzzle_saves_itself(tmp_path: Path) -> None:
    puzzle = lg.make_puzzle(WORDS, seed=1, title="Cereals")
    for suffix in ("txt", "json", "csv", "svg", "png", "pdf", "html"):
        path = tmp_path / f"{suffix}.{suffix}"
        puzzle.save(path)
        whole = tmp_path / f"whole.{suffix}"
        answer("make", "--code", puzzle.code, "--output", str(whole))
        if suffix != "pdf":  # a PDF contains its creation time
            assert whole.read_bytes() == path.read_bytes()
    assert puzzle == lg.Puzzle.read(tmp_path / "json.json")
    assert (tmp_path / "txt.txt").read_text("utf-8") == f"{puzzle}\n"
    assert puzzle.to_svg() == (tmp_path / "svg.svg").read_text("utf-8")
    assert puzzle.to_html() == (tmp_path / "html.html").read_text("utf-8")
    assert puzzle.to_pdf().startswith(b"%PDF")
    assert puzzle.to_svg() != puzzle.to_svg(with_key=True)
    with pytest.raises(lg.InputError, match="files; end the name in one of"):
        puzzle.save(tmp_path / "x.odt")


def test_an_existing_file_is_kept_unless_forced(tmp_path: Path) -> None:
    path = tmp_path / "p.json"
    path.write_text("mine", "utf-8")
    assert "--overwrite" in error_of("make", *WORDS, "--output", str(path))
    assert "mine" == path.read_text("utf-8")
    answer("make", *WORDS, "--output", str(path), "--force")
    assert "mine" != path.read_text("utf-8")


# --- books ---------------------------------------------------------------------------------------

BOOK = ("book", "--theme", "birds", "--pool", "9", "--seed", "5", "--title", "Birds")


def test_themes_give_the_title() -> None:
    assert "Birds" == lg.make_puzzle(theme="birds", pool=4, seed=1).title
    assert "Mine" == lg.make_puzzle(theme="birds", pool=4, seed=1, title="Mine").title
    assert "" == lg.make_puzzle(["oat"], theme="birds", pool=4, seed=1).title
    made = json.loads(
        answer("make", "--theme", "birds", "--theme", "ocean", "--pool", "4", "--format", "json")
    )
    assert "Birds, Ocean" == made["title"]


def test_pictures_of_puzzle_and_key_in_one_call(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    message = call("make", "oat", "rye", "--seed", "1", "--key", "--output", "a.svg").stderr
    assert "and a-key.svg" in message
    assert ["a-key.svg", "a.svg"] == sorted(os.listdir())
    Path("a.svg").unlink()
    assert "'a-key.svg' already exists" in error_of("make", "oat", "--key", "--output", "a.svg")


def test_a_further_page_of_a_picture_is_kept_unless_forced(tmp_path: Path) -> None:
    (tmp_path / "a-2.svg").write_text("mine", "utf-8")
    options = ("--random", "120", "--size", "15x15", "--grow", "--paper", "a5", "--seed", "1")
    arguments = ("make", *options, "--output", str(tmp_path / "a.svg"))
    assert "a-2.svg' already exists; name another, or give --overwrite" in error_of(*arguments)
    assert ["a-2.svg"] == os.listdir(tmp_path)
    answer(*arguments, "--force")
    assert ["a-2.svg", "a-3.svg", "a.svg"] == sorted(os.listdir(tmp_path))
