"""The searches on the command line: grids, words, options, answers, exit statuses."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest

from commands import BOARD, answer, call, document, error_of, write_lexicon, write_words

PUZZLE = (
    "ysqjusnans/tdqupgkuev/prfedzhngp/eoeybetqgy/cwjflespat/"
    "xyqsopaswh/eeejzrsooo/zkfilekjmn/ledurzzwfz/fuctelmvec"
)


@pytest.fixture
def words(tmp_path: Path) -> str:
    return write_words(tmp_path)


@pytest.fixture
def lexicon(tmp_path: Path) -> str:
    return write_lexicon(tmp_path)


# --- GRID ------------------------------------------------------------------------------------


def test_a_grid_is_rows_joined_by_slashes() -> None:
    assert (3, 3) == _shape("tea/ant/oat")
    assert (2, 4) == _shape("abcd/efgh")
    assert (1, 4) == _shape("abcd/")


def test_a_bare_string_of_a_square_number_is_that_square() -> None:
    assert (4, 4) == _shape("perslatgsineters")
    assert (1, 1) == _shape("a")
    assert (2, 2) == _shape("日本語字")
    assert (2, 2) == _shape("[ei]abc")
    assert (2, 2) == _shape(r"\/abc")


def test_a_bare_string_takes_the_size_it_is_given() -> None:
    assert (3, 4) == _shape("perslatesind", "--size", "3x4")
    assert (1, 9) == _shape("teaantoat", "--size", "1X9")


def test_a_grid_is_read_from_a_file_or_standard_input(tmp_path: Path) -> None:
    path = tmp_path / "board.txt"
    path.write_text("tea\nant\noat\n", "utf-8")
    assert (3, 3) == _shape(str(path))
    assert (2, 3) == _shape("-", given="tea\nant\n")


def test_a_file_takes_precedence_over_the_one_line_form(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("abcd").write_text("tea\nant\n", "utf-8")
    assert (2, 3) == _shape("abcd")


def test_a_folder_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("abcd").mkdir()
    assert "'abcd' is a folder, expected a file or a grid" in error_of("paths", "abcd")
    assert (2, 2) == _shape("ab/cd")


def test_a_raw_file_is_bytes(tmp_path: Path) -> None:
    path = tmp_path / "cells"
    path.write_bytes(b"teaantoat")
    assert (3, 3) == _shape(str(path), "--raw", "3x3")
    assert 3 == document("lines", str(path), "ant", "oat", "--raw", "3x3")["count"]


def test_json_and_csv_grids_are_read(tmp_path: Path) -> None:
    rows = [["t", "Qu"], ["a", None]]
    board = {
        "format": "lexigrid/grid",
        "version": 1,
        "rows": rows,
        "alphabet": "en",
        "topology": "rook",
    }
    (tmp_path / "b.json").write_text(json.dumps(board), "utf-8")
    (tmp_path / "b.csv").write_text("t,Qu\na,.\n", "utf-8")
    assert (2, 2) == _shape(str(tmp_path / "b.json"))
    assert (2, 2) == _shape(str(tmp_path / "b.csv"))


def _shape(*arguments: str, given: str | None = None) -> tuple[int, int]:
    found = json.loads(
        call(
            "trace", *arguments[:1], "zzzzzzz", *arguments[1:], "--format", "json", given=given
        ).stdout
    )
    return found["rows"], found["columns"]


@pytest.mark.parametrize(
    ("grid", "parts"),
    [
        ("cat", ["'cat' is neither", "3 tiles do not make a square", "give a size such as 1x3"]),
        ("nope.txt", ["no file 'nope.txt'", "not a grid either", "tea/ant/oat"]),
        ("boards/nope.csv", ["no file", "not a grid either"]),
        ("/nowhere/board", ["no file '/nowhere/board'", "not a grid either"]),
        ("tea/an/oat", ["neither a file nor a grid", "row 2 has 2 tiles, expected 3"]),
        ("", ["neither a file nor a grid", "empty"]),
        ("a" * 5000, ["neither a file nor a grid", "5000 tiles do not make a square"]),
    ],
)
def test_the_error_for_neither_file_nor_grid_names_both_readings(
    grid: str, parts: list[str]
) -> None:
    message = error_of("paths", grid)
    assert [part for part in parts if part not in message] == []
    assert len(message) < 400


def test_errors_in_grid_files_name_the_file(tmp_path: Path) -> None:
    for name, data, part in [
        ("empty.txt", b"", "empty"),
        ("ragged.txt", b"tea\nan\n", "row 2 has 2 tiles, expected 3"),
        ("bytes.txt", b"tea\nan\xff\n", "byte 6"),
        ("bad.json", b"{", "JSON"),
        ("other.json", b'{"format": "else"}', "lexigrid/grid"),
    ]:
        (tmp_path / name).write_bytes(data)
        message = error_of("paths", str(tmp_path / name))
        assert name in message
        assert part in message


def test_raw_needs_a_file_of_its_size(tmp_path: Path) -> None:
    (tmp_path / "cells").write_bytes(b"teaanto")
    assert "7 bytes" in error_of("paths", str(tmp_path / "cells"), "--raw", "3x3")
    assert "needs a file" in error_of("paths", "tea/ant/oat", "--raw", "3x3")
    assert "--size and --raw cannot be combined" in error_of(
        "paths", "tea", "--raw", "3x3", "--size", "3x3"
    )
    assert "standard input" in error_of("paths", "-", "--raw", "3x3", given="teaantoat")


def test_qu_case_accents_and_alphabets_change_the_letters() -> None:
    assert 1 == document("lines", "qit/abc", "quit", "--qu")["count"]
    assert 1 == document("lines", "té/ab", "te", "--fold-accents")["count"]
    assert 0 == document("lines", "Te/ab", "te", "--case-sensitive", status=1)["count"]
    assert 1 == document("lines", "Te/ab", "te", "--alphabet", "en")["count"]
    assert "klingon" in error_of("lines", "te/ab", "te", "--alphabet", "klingon")


# --- lines -----------------------------------------------------------------------------------


def test_lines_finds_the_words_of_the_puzzle() -> None:
    names = ["def", "python", "else", "for", "as", "assert", "except", "keywords", "elif", "del"]
    found = document("lines", PUZZLE, *names, "perl", "--first", status=1)
    ends = {seen["word"]: (seen["start"], seen["end"]) for seen in found["occurrences"]}
    assert {
        "def": ([2, 4], [2, 2]),
        "python": ([2, 9], [7, 9]),
        "else": ([3, 5], [6, 2]),
        "for": ([4, 3], [6, 5]),
        "as": ([4, 8], [5, 7]),
        "assert": ([4, 8], [9, 3]),
        "except": ([6, 0], [1, 0]),
        "keywords": ([7, 1], [0, 1]),
        "elif": ([7, 5], [7, 2]),
        "del": ([8, 2], [8, 0]),
    } == ends
    assert (["perl"], True) == (found["missing"], found["complete"])


def test_lines_marks_the_matches_in_text() -> None:
    assert answer("lines", "tea/ant/oat", "ant").startswith(
        "   1 2 3\n1  · · ·\n2  a n t\n3  · · ·\n\n"
        "WORD  FROM  TO   DIRECTION\nant   2,1   2,3  → E\n"
    )


def test_lines_takes_words_from_everywhere(words: str, lexicon: str) -> None:
    assert ["perl", "eat"] == sorted(
        document("lines", "tea/ant/oat", "--words", words, status=1)["missing"], reverse=True
    )
    both = document("lines", "tea/ant/oat", "ant", "--words", words, status=1)
    assert {"ant", "oat"} == {seen["word"] for seen in both["occurrences"]}
    listed = document("lines", "tea/ant/oat", "--lexicon", lexicon)
    assert (["tea", "oat", "oat"], []) == (
        [seen["word"] for seen in listed["occurrences"]],
        listed["missing"],
    )
    assert 1 == document("lines", "tea/ant/oat", "--words", "-", given="# x\nant\r\n")["count"]


def test_lines_with_a_lexicon_and_named_words_misses_only_those(lexicon: str) -> None:
    found = document("lines", "tea/ant/oat", "perl", "ant", "--lexicon", lexicon, status=1)
    assert ["perl"] == found["missing"]
    assert {"tea", "oat", "ant"} == {seen["word"] for seen in found["occurrences"]}
    assert [] == document("lines", "tea/ant/oat", "ant", "--lexicon", lexicon)["missing"]


def test_lines_of_a_lexicon_is_missing_only_if_there_is_nothing(lexicon: str) -> None:
    assert [] == document("lines", "zzz/zzz", "--lexicon", lexicon, status=1)["missing"]


def test_lines_options_reach_the_search() -> None:
    def count(*more: str) -> int:
        return len(json.loads(call("lines", *more, "--format", "json").stdout)["occurrences"])

    assert 2 == count("tea/ant/oat", "oat")
    assert 1 == count("tea/ant/oat", "oat", "--first")
    assert 1 == count("tea/ant/oat", "oat", "--limit", "1")
    assert 1 == count("tea/ant/oat", "oat", "--directions", "n")
    assert 0 == count("tea/ant/oat", "eat", "--directions", "N,E")
    assert 1 == count("abc/xyz", "ca", "--wrap", "--directions", "E")
    assert 2 == count("tea/ant/oat", "o?t", "--wildcards")
    assert "--wildcards makes it match" in call("lines", "ot/ta", "o?t").stderr  # found as ot
    assert 0 == count("tea/ant/oat", "oat", "--count")
    assert 2 == document("lines", "tea/ant/oat", "oat", "--count", "--threads", "2")["count"]


def test_a_limited_listing_knows_what_is_missing() -> None:
    found = document("lines", "tea/ant/oat", "tea", "ant", "--limit", "1")
    assert (["tea"], []) == ([seen["word"] for seen in found["occurrences"]], found["missing"])
    assert ["perl"] == document("lines", "tea/ant/oat", "tea", "perl", "--limit", "1", status=1)[
        "missing"
    ]


def test_lines_without_words_says_what_to_give() -> None:
    message = error_of("lines", "tea/ant/oat")
    assert all(part in message for part in ("no words", "--words FILE", "--lexicon"))


def test_csv_of_lines_has_a_header_and_reports_missing_words_separately() -> None:
    result = call("lines", "tea/ant/oat", "ant", "perl", "--format", "csv")
    assert [
        {
            "word": "ant",
            "start_row": "1",
            "start_column": "0",
            "end_row": "1",
            "end_column": "2",
            "direction": "E",
        }
    ] == list(csv.DictReader(io.StringIO(result.stdout)))
    assert (1, "lexigrid: not found: perl\n") == (result.exit_code, result.stderr)
    assert "" == call("lines", "tea/ant/oat", "perl", "--format", "csv", "--quiet").stderr


# --- paths -----------------------------------------------------------------------------------


def test_paths_uses_the_built_in_lexicon_by_default(words: str, lexicon: str) -> None:
    built_in = document("paths", "tea/ant/oat")
    assert {"tea", "eat", "oat"} <= {word["word"] for word in built_in["words"]}
    assert min(len(word["word"]) for word in built_in["words"]) == 3
    assert built_in == document("paths", "tea/ant/oat", "--lexicon", "english")
    assert ["eat", "oat"] == _words("tea/ant/oat", "--words", words)
    assert ["tea", "eat", "oat"] == _words("tea/ant/oat", "--lexicon", lexicon)
    assert {"perl", "tea"}.isdisjoint(_words("zzz/zzz", "--lexicon", words, status=1))


def _words(*arguments: str, status: int = 0) -> list[str]:
    return [word["word"] for word in document("paths", *arguments, status=status)["words"]]


def test_paths_of_words_is_missing_only_if_there_is_nothing(words: str) -> None:
    assert 0 == call("paths", "tea/ant/oat", "--words", words).exit_code
    assert 1 == call("paths", "zzz/zzz", "--words", words).exit_code


def test_paths_options_reach_the_search(tmp_path: Path) -> None:
    path = tmp_path / "words"
    path.write_text("tea\nant\noat\ntot\ntt\n", "utf-8")
    own = ("--words", str(path))
    assert ["tea", "ant", "tt", "oat"] != _words("tea/ant/oat", *own, "--sort", "alpha")
    assert sorted(_words("tea/ant/oat", *own)) == _words("tea/ant/oat", *own, "--sort", "alpha")
    assert ["tt"] == _words("tea/ant/oat", *own, "--sort", "length")[-1:]
    assert 2 == len(_words("tea/ant/oat", *own, "--limit", "2"))
    assert "tt" not in _words("tea/ant/oat", *own, "--min-length", "3")
    assert "oat" not in _words("tea/ant/oat", *own, "--topology", "bishop")
    assert "tot" in _words("to/ab", *own, "--reuse")
    assert "ant" in _words("nta/bbb/bbb", *own, "--wrap")
    assert "ant" not in _words("ntza/bzzb/bzzb", *own, status=1)


def test_paths_scores_by_name_or_table(words: str) -> None:
    def score(*more: str) -> int:
        return int(document("paths", "tea/ant/oat", "--words", words, *more)["score"])

    assert (2, 0, 6) == (score(), score("--scoring", "big"), score("--scoring", "letters"))
    assert 14 == score("--scoring", "3:7, 4:2")


def test_paths_lists_none_one_or_all_paths() -> None:
    def listed(which: str) -> list[int]:
        found = document(
            "paths", "aa/", "--lexicon", "english", "--paths", which, "--min-length", "2"
        )
        return [len(word["paths"]) for word in found["words"]]

    assert ([0], [1], [2]) == (listed("none"), listed("one"), listed("all"))


def test_paths_counts_without_listing(words: str) -> None:
    found = document("paths", "tea/ant/oat", "--words", words, "--count")
    assert (2, 2, []) == (found["count"], found["score"], found["words"])
    assert "2 words, 2 points\n" == answer("paths", "tea/ant/oat", "--words", words, "--count")


def test_a_known_board_is_solved(tmp_path: Path) -> None:
    path = tmp_path / "words"
    path.write_text("linux windows apple oracle dell acer ibm hello".replace(" ", "\n"), "utf-8")
    found = _words(BOARD, "--words", str(path))
    assert {"linux", "windows", "apple", "oracle", "dell"} == set(found)


# --- trace -----------------------------------------------------------------------------------


def test_trace_answers_each_word_in_turn() -> None:
    found = document("trace", BOARD, "oracle", "ibm", "dell", "--paths", "all", status=1)
    assert ["oracle", "ibm", "dell"] == [given["word"] for given in found["answers"]]
    assert ["found", "absent", "found"] == [given["status"] for given in found["answers"]]
    assert 3 == found["answers"][0]["count"] == len(found["answers"][0]["paths"])


def test_trace_of_found_words_has_status_zero() -> None:
    assert "found, 3 paths" in answer("trace", BOARD, "oracle", "--paths", "count")
    assert "tea: found" in answer("trace", "tea/ant/oat", "tea", "--topology", "line")
    assert "eat: absent" in answer("trace", "tea/ant/oat", "eat", "--topology", "line", status=1)


def test_trace_limits_the_listing_and_keeps_the_count() -> None:
    found = document("trace", BOARD, "oracle", "--paths", "all", "--limit", "2")
    assert (3, 2) == (found["answers"][0]["count"], len(found["answers"][0]["paths"]))


def test_trace_without_words_reads_them_until_an_empty_line_an_x_or_the_end() -> None:
    for given in ("oracle\nibm\n", "oracle\nibm\n\ndell\n", "oracle\nibm\nx\ndell\n"):
        found = document("trace", BOARD, given=given, status=1)
        assert ["oracle", "ibm"] == [traced["word"] for traced in found["answers"]]
    text = answer("trace", BOARD, given="oracle\n")
    assert "3  l · · r o\n4  e c a · ·\n" in text


def test_the_prompt_shows_every_path_in_turn() -> None:
    text = answer("trace", BOARD, given="oracle\n:next\n:ne\n:next\n")
    assert ["oracle: path 2 of 3", "oracle: path 3 of 3", "oracle: no more paths, 3 in all"] == [
        line for line in text.splitlines() if line.startswith("oracle: ") and "found" not in line
    ]
    assert ["3,5 ←↙←↖↓", "3,5 ←↙←↑↗", "3,5 ←↙←↑↙"] == [
        line for line in text.splitlines() if line.startswith("3,5 ")
    ]
    # The last path is followed by the first.
    again = answer("trace", "tea/ant/oat", given="eat\n:next\n:next\n:next\n:next\n")
    assert (1, 2) == (again.count("1 of 2"), again.count("2 of 2"))


def test_the_prompt_tells_the_way_of_a_path_on_request() -> None:
    text = answer("trace", BOARD, given="oracle\n:arrows\n:numbers\n:none\n")
    letters, arrows, numbers, plain = (part for part in text.split("oracle: ") if part)
    assert "3  l↓ ·  ·  r↙ o←" in arrows
    assert "4  e  c↖ a← ·  ·" in arrows
    assert "3  l5 ·  ·  r2 o1" in numbers
    assert letters == plain
    assert "a1,3 b2" in answer("trace", "ab/", "aba", "--reuse", "--order", "numbers")
    assert "o1 " in answer("trace", "tea/ant/oat", "oat", "--order", "numbers")
    # Arrows would mislead on a hex grid and across the edge.
    assert "a1" in answer("trace", "ab/cd", "ac", "--topology", "hex", "--order", "arrows")
    assert "a2 · c1" in answer("trace", "abc/", "ca", "--wrap", "--order", "arrows").replace(
        "  ", " "
    )


def test_commands_at_the_prompt_that_fail() -> None:
    assert "no word has been traced yet" in call("trace", "tea/ant/oat", given=":next\n").stderr
    assert "':frob' is not a command" in call("trace", "tea/ant/oat", given=":frob\n").stderr
    assert "no path" in call("trace", "tea/ant/oat", given="dog\n:next\n").stderr
    assert ":next" in answer("trace", "tea/ant/oat", given=":help\ntea\n")
    # A doubled colon begins a word with a colon.
    assert ":a: found" in answer("trace", ": a/t t", given="::a\n")


def test_trace_without_any_word_says_where_to_give_them() -> None:
    assert "no words" in error_of("trace", BOARD, given="")
    assert "no words" in error_of("trace", "-", given="tea\n")
    assert "not UTF-8 at byte 1" in error_of("trace", BOARD, given=b"a\xff\n")


def test_trace_of_nothing_is_an_error() -> None:
    assert "empty" in error_of("trace", BOARD, "")


def test_question_marks_are_explained() -> None:
    wild = "a ? in the grid is a wild tile, any one letter"
    for command in (["trace", "te?/ant/oat", "tea"], ["paths", "te?/ant/oat"]):
        assert wild in call(*command).stderr
        assert wild not in call(*command, "--quiet").stderr
    assert "a ? in a word is punctuation" in call("trace", "tea/ant/oat", "t?a").stderr
