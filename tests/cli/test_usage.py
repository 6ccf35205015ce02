"""Lexicon commands, bad usage, and where answers go."""

from __future__ import annotations

import csv
import io
import json
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

import lexigrid
from commands import answer, call, document, error_of, write_lexicon, write_words
from lexigrid._util.kinds import Seconds, Whole, parse_shape
from lexigrid.cli import main
from lexigrid.cli.inputs import recover_text
from lexigrid.cli.messages import one_line
from lexigrid.cli.output import Output, find_output
from lexigrid.cli.status import choose_status
from lexigrid.errors import InputError
from lexigrid.search.scoring import ScoringKind


@pytest.fixture
def words(tmp_path: Path) -> str:
    return write_words(tmp_path)


@pytest.fixture
def lexicon(tmp_path: Path) -> str:
    return write_lexicon(tmp_path)


# --- lexicon ---------------------------------------------------------------------------------


def test_a_lexicon_is_built_described_checked_and_listed(words: str, tmp_path: Path) -> None:
    place = str(tmp_path / "mine.lexicon")
    result = call("lexicon", "build", words, "--output", place)
    assert (0, "") == (result.exit_code, result.stdout)
    assert "3 words" in result.stderr
    assert f"{place}: sound, 3 words\n" == answer("lexicon", "check", place)
    facts = document("lexicon", "info", place)
    assert (3, 4, {"3": 2, "4": 1}) == (facts["words"], facts["longest"], facts["lengths"])
    assert "eat\noat\nperl\n" == answer("lexicon", "words", "--lexicon", place)
    assert ["eat", "oat"] == document("lexicon", "words", "?at", "--lexicon", place)["words"]
    assert os.stat(words).st_mode == os.stat(place).st_mode


def test_a_lexicon_is_built_from_standard_input_and_described_as_asked(tmp_path: Path) -> None:
    place = str(tmp_path / "mine.lexicon")
    facts = document("lexicon", "build", "-", "--output", place, given="\ufeffoat\r\n#no\neat")
    assert ("lexigrid/lexicon", 2, place) == (facts["format"], facts["words"], facts["name"])
    assert ["eat", "oat"] == list(lexigrid.Lexicon.load(place))


def test_the_words_of_a_dictionary_are_chosen(tmp_path: Path) -> None:
    dictionary, place = tmp_path / "x.dic", str(tmp_path / "x.lexicon")
    affixes = "NOSUGGEST R\nPFX P Y 1\nPFX P 0 un .\nSFX S Y 1\nSFX S 0 s .\nSFX T Y"
    dictionary.with_suffix(".aff").write_text(affixes)
    dictionary.write_text("4\ndo/PS\nJo\nbum/R\n")
    (tmp_path / "seen.txt").write_text("undo\t70\nbum 5\n")

    def build(*options: str) -> list[str]:
        result = call("lexicon", "build", str(dictionary), "--output", place, *options)
        assert result.exit_code == 0
        assert "warning: skipped 1 line of " in result.stderr
        assert "x.aff': line 6 is 'SFX T Y', expected" in result.stderr
        return list(lexigrid.Lexicon.load(place))

    assert ["bum", "do", "dos", "Jo"] == build()
    assert ["bum", "do", "dos", "undo", "undos"] == build("--prefixes", "--no-names")
    assert ["bum", "do", "Jo"] == build("--forms", "stems")
    attested = ("--attested", str(tmp_path / "seen.txt"))
    assert ["bum", "undo"] == build("--prefixes", "--forms", "attested", *attested)
    assert document("lexicon", "info", place)["avoided"] == 1
    assert len(document("lexicon", "info", str(dictionary))["notes"]) == 1
    out = ("--output", f"{place}2")
    assert "--attested FILE" in error_of("lexicon", "build", place, "--forms", "attested", *out)
    assert "is not a hunspell" in error_of("lexicon", "build", place, "--prefixes", *out)


def test_words_with_foreign_letters_are_left_out_and_counted(tmp_path: Path) -> None:
    words, place = tmp_path / "fr.txt", str(tmp_path / "fr.lexicon")
    words.write_text("eau\nκappa\nœil\nℓ\n", encoding="utf-8")
    build = ("lexicon", "build", str(words), "--alphabet", "fr", "--output", place)
    result = call(*build)
    assert "left out 2 words with letters that French lacks: κ ℓ" in result.stderr
    assert ["eau", "œil"] == list(lexigrid.Lexicon.load(place))
    assert "left out 2 words" in call(*build, "--quiet").stderr
    assert "left out" not in call(*build, "--keep-foreign").stderr
    assert 4 == len(lexigrid.Lexicon.load(place))
    assert "all words have letters that Greek lacks" in error_of(*build[:4], "el", *build[5:])


def test_letters_are_read_in_the_setting_of_the_switches() -> None:
    lines = ("lines", "chleb/xxxxx", "chléb")
    for options in (("--alphabet", "cs"), ("--language", "cs")):
        found = document(*lines, *options, "--no-digraphs", "--no-accents")
        assert [seen["end"] for seen in found["occurrences"]] == [[0, 4]]
        assert call(*lines, *options).exit_code == 1
    made = ("make", "chléb", "žába", "--language", "cs", "--seed", "1")
    for switches, alphabet in (
        ((), "cs"),
        (("--no-digraphs",), "cs-apart"),
        (("--no-accents",), "cs-plain"),
        (("--no-digraphs", "--no-accents"), "cs-apart-plain"),
    ):
        assert alphabet == document(*made, *switches)["alphabet"]
    message = error_of(*lines, "--no-accents")
    assert "--accents depends on the language" in message


def test_the_built_in_lexicon_is_described() -> None:
    assert document("lexicon", "info")["words"] > 250_000
    assert "words           25" in answer("lexicon", "info", "english")
    rows = list(csv.DictReader(io.StringIO(answer("lexicon", "info", "--format", "csv"))))
    assert "abcdefghijklmnopqrstuvwxyz" == {row["key"]: row["value"] for row in rows}["letters"]
    assert "sound" in answer("lexicon", "check", "default")


def test_words_are_listed_by_pattern() -> None:
    assert ["qaid"] == answer("lexicon", "words", "q?i*", "--limit", "1").split()
    assert "" == answer("lexicon", "words", "zzzzz*", status=1)
    rows = list(csv.DictReader(io.StringIO(answer("lexicon", "words", "qaid*", "--format", "csv"))))
    assert ["qaid", "qaids"] == [row["word"] for row in rows]
    assert all(row["band"].isdigit() for row in rows)


def test_a_damaged_lexicon_is_an_error(lexicon: str, tmp_path: Path) -> None:
    whole = Path(lexicon).read_bytes()
    damaged = tmp_path / "damaged.lexicon"
    for data in (whole[:-1], whole[:40], b"", whole[:200] + b"\xff" + whole[201:]):
        damaged.write_bytes(data)
        assert "damaged.lexicon" in error_of("lexicon", "check", str(damaged))


def test_bad_word_lists_are_errors(tmp_path: Path) -> None:
    for name, data, part in [
        ("empty", b"", "no words"),
        ("comments", b"# nothing\n\n", "no words"),
        ("bytes", b"oat\ne\xff\n", "byte 5"),
    ]:
        (tmp_path / name).write_bytes(data)
        for command in (
            ("lines", "tea/ant/oat", "--words", str(tmp_path / name)),
            ("paths", "tea/ant/oat", "--words", str(tmp_path / name)),
            ("lexicon", "build", str(tmp_path / name), "--output", str(tmp_path / "out")),
        ):
            assert part in error_of(*command)
    assert not (tmp_path / "out").exists()
    assert "no words" in error_of("paths", "tea/ant/oat", "--words", "-", given="\n")
    assert "byte 1" in error_of("paths", "tea/ant/oat", "--words", "-", given=b"a\xff\n")


# --- usage -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "parts"),
    [
        (["frob"], ["'frob'", "lines, paths, trace, solve, read, make, book, render"]),
        (["lexicon", "frob"], ["'frob'", "build"]),
        (["--frob"], ["--frob", "--help"]),
        (["lines"], ["GRID", "lexigrid lines --help"]),
        (["paths", "tea/ant/oat", "extra"], ["extra"]),
        (["paths", "tea/ant/oat", "--frob"], ["--frob"]),
        (["paths", "tea/ant/oat", "--sort", "x"], ["'x'", "grid", "alpha", "length", "score"]),
        (["paths", "tea/ant/oat", "--paths", "x"], ["'x'", "none", "one", "all"]),
        (["paths", "tea/ant/oat", "--topology", "line"], ["'line'", "king", "hex"]),
        (["trace", "tea/ant/oat", "a", "--paths", "none"], ["'none'", "one", "all", "count"]),
        (["trace", "tea/ant/oat", "a", "--topology", "x"], ["'x'", "hex", "line"]),
        (["paths", "tea/ant/oat", "--format", "xml"], ["'xml'", "text", "json", "csv"]),
        (["paths", "tea/ant/oat", "--scoring", "x"], ["'x'", "classic", "super-big", "3:1,4:2"]),
        (["paths", "tea/ant/oat", "--scoring", "3:"], ["'3:'", "LETTERS:POINTS"]),
        (["paths", "tea/ant/oat", "--scoring", "3:1,3:2"], ["twice"]),
        (["paths", "tea/ant/oat", "--limit", "0"], ["'0'", "from 1"]),
        (["paths", "tea/ant/oat", "--limit", "ten"], ["'ten'", "whole number"]),
        (["paths", "tea/ant/oat", "--limit", "9" * 99], ["whole number"]),
        (["lines", "tea/ant/oat", "a", "--threads", "-1"], ["'-1'"]),
        (["paths", "tea/ant/oat", "--threads", "1"], ["--threads"]),
        (["paths", "tea/ant/oat", "--min-length", "x"], ["'x'"]),
        (["paths", "tea/ant/oat", "--deadline", "nan"], ["'nan'", "seconds"]),
        (["paths", "tea/ant/oat", "--deadline", "-1"], ["'-1'"]),
        (["paths", "tea/ant/oat", "--size", "3y3"], ["'3y3'", "3x4"]),
        (["paths", "tea/ant/oat", "--size", "0x3"], ["'0x3'"]),
        (["lines", "tea/ant/oat", "a", "--directions", "N,Q"], ["Q", "NW"]),
        (["lines", "tea/ant/oat", "a", "--directions", ""], ["direction"]),
        (["paths", "tea/ant/oat", "--words", "/nope"], ["'/nope'", "no such file"]),
        (["paths", "tea/ant/oat", "--words", "/"], ["'/'", "folder"]),
        (["paths", "tea/ant/oat", "--lexicon", "klingon"], ["'klingon'", "default", "english"]),
        (["paths", "-", "--words", "-"], ["only one"]),
        (["lines", "-", "--lexicon", "-"], ["only one"]),
        (["paths", "tea/ant/oat", "--output", "/nope/x"], ["'/nope/x'", "no folder"]),
        (["paths", "tea/ant/oat", "--output", "/"], ["folder"]),
        (["lexicon", "build", "words"], ["--output FILE"]),
        (["lexicon", "build", "words", "--output", "/dev/null"], ["device"]),
        (["lexicon", "check", "/nope"], ["'/nope'"]),
        (["lexicon", "check", "/"], ["folder"]),
        (["lexicon", "info", "/nope"], ["'/nope'"]),
        (["paths", "ab/cd", "--topology", "hex", "--wrap", "--size", "4x1"], []),
        (["lines", "tea/ant/oat", "a\x1b[2J.", "--lexicon", "klingon"], ["'klingon'"]),
    ],
)
def test_bad_usage_is_one_line(arguments: list[str], parts: list[str]) -> None:
    message = error_of(*arguments)
    assert [part for part in parts if part not in message] == []
    assert message.isprintable()


def test_help_is_on_standard_output() -> None:
    for arguments in ((), ("lines",), ("paths",), ("trace",), ("lexicon",), ("lexicon", "build")):
        for name in ("-h", "--help"):
            text = answer(*arguments, name)
            assert text.startswith("Usage: ")
            assert max(map(len, text.splitlines())) <= 80


def test_the_version_is_printed() -> None:
    assert f"lexigrid {lexigrid.__version__}\n" == answer("--version")


def test_without_standalone_the_status_is_returned() -> None:
    assert 1 == main(["trace", "tea/ant/oat", "dog", "--quiet"], standalone_mode=False)


# --- small parts -----------------------------------------------------------------------------


def test_option_texts_are_read() -> None:
    assert [(3, 4)] * 3 == [*map(parse_shape, ("3x4", "03×4", "3 * 4"))]
    assert (7, 0.0, 2.5) == (Whole(1, 7).parse("7"), Seconds().parse("0"), Seconds().parse("2.5"))
    assert "fibonacci" == ScoringKind().parse("fibonacci")
    for text in ("3x", "x", "3x0", "-1x2", "1x2x3"):
        with pytest.raises(InputError, match="ROWSxCOLUMNS"):
            parse_shape(text)
    for text in ("inf", "1e99", "", "ten"):
        with pytest.raises(InputError, match="seconds"):
            Seconds().parse(text)


def test_statuses_have_an_order_of_precedence() -> None:
    assert [0, 1, 3, 3] == [
        choose_status(cut_short=cut, missing=missing)
        for cut in (False, True)
        for missing in (False, True)
    ]


def test_messages_are_one_printable_line() -> None:
    assert r"a b \x1b[2J" == one_line("a\n b \x1b[2J")
    assert "x" * 600 == one_line("x" * 600)
    assert f"{'x' * 400} ... {'y' * 200}" == one_line("x" * 5000 + "y" * 5000)


def test_arguments_are_utf8_in_every_locale() -> None:
    assert "té" == recover_text("té".encode().decode("ascii", "surrogateescape"), "GRID")
    with pytest.raises(InputError, match="byte 1") as caught:
        recover_text("t\udcff", "GRID")
    assert 1 == caught.value.offset


def test_devices_and_links_are_not_replaced(tmp_path: Path) -> None:
    target = tmp_path / "target"
    target.write_text("old", "utf-8")
    (tmp_path / "link").symlink_to(target)
    assert str(target) == find_output(str(tmp_path / "link"))
    assert find_output(os.devnull) is None
    Output(output=os.devnull).send_document(["gone"])
    assert not os.path.isfile(os.devnull)
    Output(output=str(tmp_path / "link")).send_document(["new"])
    assert ("new", True) == (target.read_text("utf-8"), (tmp_path / "link").is_symlink())


# --- output ----------------------------------------------------------------------------------


def test_an_answer_is_written_whole_to_a_file(tmp_path: Path) -> None:
    path = tmp_path / "answer"
    for form in ("text", "json", "csv"):
        arguments = ("lines", "tea/ant/oat", "ant", "--format", form)
        assert "" == answer(*arguments, "--output", str(path))
        assert answer(*arguments) == path.read_text("utf-8")
    assert [path] == list(tmp_path.iterdir())


def test_a_failing_command_leaves_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "answer"
    path.write_text("old", "utf-8")
    error_of("lines", "tea/an/oat", "ant", "--output", str(path))

    def broken() -> Iterator[str]:
        yield "new"
        raise InputError("half-way")

    with pytest.raises(InputError):
        Output(output=str(path)).send_document(broken())
    assert ("old", [path]) == (path.read_text("utf-8"), list(tmp_path.iterdir()))


def test_a_deadline_that_passes_has_status_three() -> None:
    result = call("paths", "tea/ant/oat", "--deadline", "0", "--format", "json")
    assert (3, False) == (result.exit_code, json.loads(result.stdout)["complete"])
    assert "cut short" in result.stderr
    assert 3 == call("lines", "tea/ant/oat", "perl", "--deadline", "0", "--quiet").exit_code


def test_the_suffix_of_the_output_names_the_format(tmp_path: Path) -> None:
    for name, begin in (("a.json", "{"), ("a.CSV", "word,"), ("a.txt", "   1 2 3"), ("a", "   1")):
        path = tmp_path / name
        answer("lines", "tea/ant/oat", "ant", "--output", str(path))
        assert path.read_text("utf-8").startswith(begin)


@pytest.mark.parametrize("name", ["p.txt", "p.csv", "p.json"])
def test_lines_reads_the_words_and_letters_of_every_puzzle_file(name: str, tmp_path: Path) -> None:
    path = tmp_path / name
    lexigrid.make_puzzle(["oat", "rye"], seed=1, size=7, title="Cereals").save(path)
    found = document("lines", str(path))
    assert (7, ["oat", "rye"]) == (
        found["rows"],
        sorted(each["word"] for each in found["occurrences"]),
    )


def test_the_suffix_of_a_lexicon_names_no_format(tmp_path: Path, words: str) -> None:
    for suffix in ("csv", "json"):
        path = str(tmp_path / f"w.{suffix}")
        assert not answer("lexicon", "build", words, "--output", path).startswith(("{", "name,"))
        assert document("lexicon", "build", words, "--output", path)


def test_a_puzzle_without_a_language_has_that_of_the_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text, document = tmp_path / "p.txt", str(tmp_path / "p.json")
    text.write_text("T I E\nx y z\n\ntie\n")
    assert answer("check", str(text)).startswith("valid")
    answer("make", "tie", "--output", document)
    monkeypatch.setenv("LEXIGRID_LANGUAGE", " tr")
    assert "tie is not in the grid" in answer("check", str(text), status=1)
    assert answer("check", str(text), "--language", "en").startswith("valid")
    assert answer("check", document).startswith("valid")
    monkeypatch.setenv("LEXIGRID_LANGUAGE", "xx")
    assert answer("check", document).startswith("valid")
    assert answer("check", str(text), "--alphabet", "en").startswith("valid")


def test_an_answer_is_not_written_over_an_input(tmp_path: Path) -> None:
    listed, board = tmp_path / "w.txt", tmp_path / "g.txt"
    listed.write_text("tea\noat\n", "utf-8")
    board.write_text("tea\nant\n", "utf-8")
    again = os.path.join(tmp_path, ".", "w.txt")
    for command in (
        ("lexicon", "build", str(listed), "--output", again),
        ("lines", "tea/ant", "--words", str(listed), "--output", again),
        ("paths", str(board), "--words", str(listed), "--output", again),
        ("trace", str(board), "tea", "--output", str(board)),
        ("batch", str(board), str(listed), "--words", str(listed), "--overwrite"),
    ):
        assert "is also an input; name another output" in error_of(*command)
    assert ("tea\noat\n", "tea\nant\n") == (listed.read_text("utf-8"), board.read_text("utf-8"))


def test_all_paths_are_counted_without_being_listed(tmp_path: Path) -> None:
    words = tmp_path / "w.txt"
    words.write_text("tea\nant\n", "utf-8")
    count = ("paths", "tea/ant/oat", "--words", str(words), "--count")
    assert "2 words, 2 points\n" == answer(*count)
    assert "2 words, 2 points, 13 paths\n" == answer(*count, "--paths", "all")
    assert 13 == document(*count, "--paths", "all")["path_count"]
