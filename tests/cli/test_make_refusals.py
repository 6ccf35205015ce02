"""`lexigrid make` refuses options that would have no effect, or contradict each other."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

import lexigrid as lg
from commands import answer, call, error_of
from lexigrid.render.print.options import PageOptions

WORDS = ("oat", "rye", "barley", "wheat")


def test_a_small_key_contradicts_no_key() -> None:
    message = error_of("make", *WORDS, "--mini-key", "--no-key", "--format", "svg")
    assert "a mini key prints the answers, and with_key=False (--no-key) leaves them" in message
    with pytest.raises(lg.InputError, match="a mini key prints the answers"):
        PageOptions(mini_key=True, with_key=False)
    message = error_of("make", *WORDS, "--solutions", "4", "--no-key", "--format", "pdf")
    assert "solutions places the answers, and with_key=False (--no-key) leaves them" in message


def test_many_words_that_do_not_fit_are_counted() -> None:
    words = [f"{first}{second}{'t' * 9}" for first in "abcdef" for second in "abcdef"]
    lines = call("make", *words, "--size", "5").stderr.splitlines()
    assert "lexigrid: not placed: 16 more words" == lines[20]
    assert 22 == len(lines)


def test_a_note_says_when_letters_are_too_small_to_read(tmp_path: Path) -> None:
    note = (
        "note: letters of 3.6 points are hard to read; at 5 points, at most 100x72 or 67x105 fits"
    )
    assert note in call("make", *WORDS, "--size", "100", "--format", "svg").stderr
    upright = call(
        *("make", *WORDS, "--size", "100", "--orientation", "portrait", "--format", "svg")
    )
    assert "at most 100x72 fits on a4\n" in upright.stderr
    for options in (("--size", "60", "--format", "svg"), ("--size", "100", "--format", "json")):
        assert "hard to read" not in call("make", *WORDS, *options).stderr
    listed = tmp_path / "listed"
    listed.write_text("\n".join(WORDS))
    book = ("--size", "60", "--count", "1", "--paper", "a5", "--seed", "1", "--format", "pdf")
    stderr = call("book", "--words", str(listed), *book).stderr
    assert "at most 68x49 or 44x73 fits on a5" in stderr
    quotes = "'" * 40
    long = ("oat", f"r{quotes}ye", "--large-print", "--paper", "a5", "--format", "pdf")
    assert 0 == call("make", *long, "--seed", "1").exit_code  # its estimated width does not fit


@pytest.mark.parametrize(
    ("options", "form"),
    [
        (("--style", "kids"), "json"),
        (("--paper", "a5"), "csv"),
        (("--large-print", "--size", "40"), "html"),
        (("--no-direction-line",), "text"),
        (("--solutions", "4"), "svg"),
        (("--solutions", "4"), "png"),
        (("--dpi", "300"), "pdf"),
    ],
)
def test_page_options_need_a_format_that_uses_them(options: tuple[str, ...], form: str) -> None:
    message = error_of("make", *WORDS, *options, "--format", form)
    assert f": {options[0]} is for " in message
    shown = form if form == "text" else form.upper()
    assert message.endswith(f"not for {shown}; choose another format, or leave it out")


def test_a_page_option_needs_only_one_format_of_several(tmp_path: Path) -> None:
    outputs = [f"--output={tmp_path / name}" for name in ("puzzle.json", "puzzle.svg")]
    assert "" == answer("make", *WORDS, "--seed", "1", "--style", "kids", *outputs)


def test_checks_and_books_refuse_unused_page_options(tmp_path: Path) -> None:
    path = tmp_path / "puzzle.json"
    answer("make", *WORDS, "--seed", "1", "--output", str(path))
    for option in ("--style=kids", "--no-key", "--dpi=300"):
        message = error_of("check", str(path), option)
        assert f"no such option '{option.partition('=')[0]}'" in message
    message = error_of(
        "book", "--theme", "birds", "--count", "2", "--format", "json", "--bleed=3mm"
    )
    assert "--bleed is for SVG, PNG and PDF, not for JSON; choose another" in message


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((), "no words to hide"),
        (("AB", "--filler", "AB"), "has 2 different letters"),
        (("AB", "--filler", "5"), "has 1 different letter,"),
        (("oat", "--pad"), "--pad allows fillers after a message; give --message too"),
        (("oat", "--avoid", "mild"), "give --allow-rude too, or write ./mild for a file"),
        (("oat", "--avoid", "strict"), "give --allow-rude too, or write ./strict for a file"),
        (("oat", "--size", "0x4"), "is not a size"),
        (("oat", "--size", "201"), "from 1 to 200"),
        (("oat", "--mask", "nonsense"), "expected a file, or shapes"),
        (("oatmeal", "barley", "--mask", "diamond", "--size", "4"), "mask has"),
        (("oat", "--avoid", "@avoid"), "listed and avoided"),
        (("oat", "--level", "7"), "level is"),
        (("oat", "--theme", "nonsense"), "no theme"),
        (("oat", "--words", "/nowhere/at/all"), "no such file"),
        (("oat", "--code", "LG1-abc"), "give words or --code"),
        (("--code", "LG1-abc"), "share code"),
        (("oat", "--output", "/nowhere/x.pdf"), "no folder"),
        (("oat", "--output", "x.json", "--format", "pdf"), "contradicts"),
        (("oat", "--output", "x.odt"), "no format for '.odt' files"),
        (("planets.txt",), "did you mean --words planets.txt?"),
        (("mercury, venus, earth",), "separate words with spaces: mercury venus earth"),
        (("mercury,", "venus"), "has a ','; leave it out: mercury"),
        (("--words", "@commas"), "write one word per line"),
        (("oat", "rye", "--pool", "3"), "pool is 3, expected at most 2, the number of words"),
        (("--theme", "brids"), "did you mean 'birds'?"),
        (("oat", "--mask", "haert"), "did you mean 'heart'?"),
        (("oat", "--level", "esy"), "did you mean 'easy'?"),
        (("oat", "--case", "uper"), "did you mean 'upper'?"),
        (("oat", "--seed", ""), "expected 1 to 200 characters"),
        (("oat", "--direction-of", "oat"), "expected WORD="),
        (("oat", "--invert-mask"), "give --mask too"),
    ],
)
def test_bad_input_is_status_2_and_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...], message: str
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("avoid").write_text("oat\n", "utf-8")
    Path("commas").write_text("Paris, France\nRome, Italy\n", "utf-8")
    given = [argument.removeprefix("@") for argument in arguments]
    assert message in error_of("make", *given)
    assert ["avoid", "commas"] == sorted(os.listdir(tmp_path))
