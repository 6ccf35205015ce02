"""Hunspell dictionaries: each rule by a dictionary of a few lines, all against hunspell itself.

A dictionary shows one rule, with suffixes S T U and prefixes P Q, and all its forms are expected.
"""

from __future__ import annotations

import itertools
import random
import shutil
import subprocess
from pathlib import Path

import pytest

from lexigrid.errors import InputError, LexiconError
from lexigrid.lexicon.hunspell import dictionary as hunspell
from lexigrid.lexicon.hunspell.dictionary import read_hunspell

EN_US = Path("/usr/share/hunspell/en_US.dic")


def dictionary(folder: Path, aff: str | bytes, words: str | bytes) -> tuple[Path, bytes]:
    """Write an affix file; give what read_hunspell takes for it and these blank-parted words."""
    place = folder / "x.dic"
    place.with_suffix(".aff").write_bytes(aff if isinstance(aff, bytes) else aff.encode())
    lines = (words if isinstance(words, bytes) else words.encode()).split(b" ")
    return place, b"\n".join([b"%d" % len(lines), *lines, b""])


def forms(
    folder: Path, aff: str | bytes, words: str | bytes, *, prefixes: bool = False
) -> list[str]:
    return read_hunspell(*dictionary(folder, aff, words), prefixes=prefixes)


# --- Suffixes and their conditions


def test_a_suffix_strips_and_adds_where_its_condition_holds(tmp_path: Path) -> None:
    aff = "SFX S Y 3\nSFX S y ies [^aeiou]y\nSFX S 0 s [aeiou]y\nSFX S 0 s [^y]"
    assert ["cat", "cats", "day", "days", "ponies", "pony"] == forms(
        tmp_path, aff, "pony/S day/S cat/S"
    )


def test_a_word_without_the_flag_stays_as_it_is(tmp_path: Path) -> None:
    assert ["cat", "dog", "dogs"] == forms(tmp_path, "SFX S Y 1\nSFX S 0 s .", "cat dog/S")


def test_a_dot_is_any_character_and_a_missing_condition_any_word(tmp_path: Path) -> None:
    aff = "SFX S Y 1\nSFX S 0 s a.c\nSFX T Y 1\nSFX T 0 t"
    assert ["abc", "abcs", "bc", "bct"] == forms(tmp_path, aff, "abc/S bc/ST")


def test_a_hyphen_in_brackets_is_no_range(tmp_path: Path) -> None:
    assert ["b", "c", "cs"] == forms(tmp_path, "SFX S Y 1\nSFX S 0 s [a-c]", "b/S c/S")


def test_what_is_stripped_must_be_there(tmp_path: Path) -> None:
    assert ["cat", "day", "days"] == forms(tmp_path, "SFX S Y 1\nSFX S y ys .", "cat/S day/S")


def test_a_flag_may_be_announced_twice(tmp_path: Path) -> None:
    aff = "SFX S Y 1\nSFX S 0 s .\n\nSFX S Y 1\nSFX S 0 t ."
    assert ["a", "as", "at"] == forms(tmp_path, aff, "a/S")


@pytest.mark.parametrize(
    ("option", "expected"), [("", ["bi", "go"]), ("FULLSTRIP\n", ["bi", "go", "went"])]
)
def test_only_fullstrip_lets_a_suffix_replace_the_whole_word(
    tmp_path: Path, option: str, expected: list[str]
) -> None:
    assert expected == forms(tmp_path, f"{option}SFX S Y 1\nSFX S go went go", "go/S bi")


def test_flags_of_a_suffix_open_a_second_and_no_third(tmp_path: Path) -> None:
    aff = "SFX S Y 1\nSFX S 0 ful/T .\nSFX T Y 1\nSFX T 0 ly/U .\nSFX U Y 1\nSFX U 0 x ."
    assert ["care", "careful", "carefully"] == forms(tmp_path, aff, "care/S")
    assert ["care", "careful"] == forms(tmp_path, "COMPLEXPREFIXES\n" + aff, "care/S")


# --- Prefixes

UN = "PFX P Y 1\nPFX P 0 un .\n"


def test_prefixes_are_made_when_asked_for(tmp_path: Path) -> None:
    assert ["do"] == forms(tmp_path, UN, "do/P")
    assert ["do", "undo"] == forms(tmp_path, UN, "do/P", prefixes=True)


def test_a_prefix_strips_and_looks_at_the_start(tmp_path: Path) -> None:
    aff = "PFX P Y 1\nPFX P a o a[bc]"
    assert ["abc", "adc", "obc"] == forms(tmp_path, aff, "abc/P adc/P", prefixes=True)


@pytest.mark.parametrize("sides", ["YY", "YN", "NY", "NN"])
def test_prefix_and_suffix_cross_when_both_say_yes(tmp_path: Path, sides: str) -> None:
    aff = f"PFX P {sides[0]} 1\nPFX P 0 un .\nSFX S {sides[1]} 1\nSFX S 0 s ."
    crossed = ["undos"] if sides == "YY" else []
    assert ["do", "dos", "undo", *crossed] == forms(tmp_path, aff, "do/PS", prefixes=True)


def test_a_prefix_looks_at_the_word_with_its_suffix(tmp_path: Path) -> None:
    aff = "PFX P Y 1\nPFX P 0 un as\nSFX S Y 1\nSFX S 0 s ."
    assert ["a", "as", "unas"] == forms(tmp_path, aff, "a/PS", prefixes=True)


def test_a_suffix_opens_a_prefix(tmp_path: Path) -> None:
    aff = UN + "SFX S Y 1\nSFX S 0 able/P ."
    assert ["do", "doable", "undoable"] == forms(tmp_path, aff, "do/S", prefixes=True)


def test_a_prefix_opens_a_suffix_for_words_with_it(tmp_path: Path) -> None:
    aff = "PFX P Y 1\nPFX P 0 un/S .\nSFX S Y 1\nSFX S 0 s ."
    assert ["do", "undo", "undos"] == forms(tmp_path, aff, "do/P", prefixes=True)


def test_a_prefix_stands_before_two_suffixes(tmp_path: Path) -> None:
    aff = UN + "SFX S Y 1\nSFX S 0 ful/T .\nSFX T Y 1\nSFX T 0 ly ."
    assert ["care", "careful", "carefully", "uncare", "uncareful", "uncarefully"] == forms(
        tmp_path, aff, "care/SP", prefixes=True
    )


def test_a_second_suffix_opens_a_prefix(tmp_path: Path) -> None:
    aff = UN + "SFX S N 1\nSFX S 0 ful/T .\nSFX T Y 1\nSFX T 0 ly/P ."
    assert ["care", "careful", "carefully", "uncarefully"] == forms(
        tmp_path, aff, "care/S", prefixes=True
    )


# --- Marks on words and affixes


def test_a_word_that_needs_an_affix_is_no_word(tmp_path: Path) -> None:
    aff = "NEEDAFFIX N\nSFX S Y 1\nSFX S 0 s ."
    assert ["dos"] == forms(tmp_path, aff, "do/NS")
    assert ["dos"] == forms(tmp_path, aff.replace("NEEDAFFIX", "PSEUDOROOT"), "do/NS")


def test_a_suffix_that_needs_an_affix_is_made_up_by_another(tmp_path: Path) -> None:
    aff = UN + "NEEDAFFIX N\nSFX S Y 1\nSFX S 0 ful/NT .\nSFX T Y 1\nSFX T 0 ly ."
    assert ["care", "carefully"] == forms(tmp_path, aff, "care/S")
    assert ["care", "carefully", "uncare", "uncareful", "uncarefully"] == forms(
        tmp_path, aff, "care/SP", prefixes=True
    )


def test_a_prefix_that_needs_an_affix_is_made_up_by_a_suffix(tmp_path: Path) -> None:
    aff = "NEEDAFFIX N\nPFX P Y 1\nPFX P 0 un/N .\nSFX S Y 1\nSFX S 0 s ."
    assert ["do", "dos", "undos"] == forms(tmp_path, aff, "do/PS", prefixes=True)


def test_parts_of_compounds_are_no_words(tmp_path: Path) -> None:
    aff = "ONLYINCOMPOUND O\nSFX S Y 1\nSFX S 0 s .\nSFX T Y 1\nSFX T 0 t/OS ."
    assert ["go"] == forms(tmp_path, aff, "do/OS go/T")


def test_a_forbidden_word_takes_its_forms_from_all_others(tmp_path: Path) -> None:
    aff = UN + "FORBIDDENWORD F\nSFX S Y 1\nSFX S 0 s ."
    assert ["do"] == forms(tmp_path, aff, "do/S dos/F")
    assert ["does", "go"] == forms(tmp_path, aff, "go/S gos/F do/FS dos does")
    assert ["a"] == forms(tmp_path, aff, "undo undos do/FSP a")


def test_a_circumfix_has_both_halves(tmp_path: Path) -> None:
    aff = (
        "CIRCUMFIX C\nPFX P Y 1\nPFX P 0 ge/C .\nSFX S Y 1\nSFX S en t/C en\n"
        "PFX Q Y 1\nPFX Q 0 be .\nSFX T Y 1\nSFX T en e en"
    )
    assert ["sage", "sagen"] == forms(tmp_path, aff, "sagen/PST")
    assert ["gesagt", "sage", "sagen"] == forms(tmp_path, aff, "sagen/PST", prefixes=True)
    assert ["besage", "besagen", "sage", "sagen"] == forms(
        tmp_path, aff, "sagen/QST", prefixes=True
    )


# --- Flags, aliases, encodings


@pytest.mark.parametrize(
    ("mode", "flag", "other"),
    [
        ("", "S", "T"),
        ("FLAG long", "Sa", "Sb"),
        ("FLAG num", "101", "010"),
        ("FLAG UTF-8", "ő", "ű"),
        ("", "é", "è"),
    ],
)
def test_flags_of_every_mode(tmp_path: Path, mode: str, flag: str, other: str) -> None:
    aff = f"SET UTF-8\n{mode}\nSFX {flag} Y 1\nSFX {flag} 0 s .\nSFX {other} Y 1\nSFX {other} 0 t ."
    both = f"{flag},{other}" if mode == "FLAG num" else flag + other
    assert ["a", "as", "b", "bs", "bt"] == forms(tmp_path, aff, f"a/{flag} b/{both}")


def test_numbers_stand_for_flags(tmp_path: Path) -> None:
    aff = "AF 2\nAF S # 1\nAF ST # 2\nAM 1\nAM po:noun\n"
    aff += "SFX S Y 1\nSFX S 0 s .\nSFX T Y 1\nSFX T 0 t/1 ."
    assert ["a", "as", "b", "bs", "bt", "bts"] == forms(tmp_path, aff, "a/1 b/2")


def test_flags_are_bytes_where_they_cannot_be_characters(tmp_path: Path) -> None:
    aff = b"SET UTF-8\nAF 2\nAF \xe9\nAF \xcb\xaf\nSFX \xe9 Y 1\nSFX \xe9 0 s .\n"
    aff += b"SFX \xaf Y 1\nSFX \xaf 0 \xc5\xb1 ."
    assert ["a", "as", "b", "bű"] == forms(tmp_path, aff, "a/1 b/2")


def test_a_hard_space_can_be_a_flag(tmp_path: Path) -> None:
    assert ["a", "as"] == forms(tmp_path, b"SFX \xa0 Y 1\nSFX \xa0 0 s .", b"a/T\xa0S")


@pytest.mark.parametrize(
    ("name", "codec", "word"),
    [
        ("UTF-8", "utf-8", "őr"),
        ("UTF-8", "utf-8-sig", "őr"),
        ("ISO8859-1", "latin-1", "été"),
        ("ISO8859-2", "iso8859-2", "őr"),
        ("KOI8-R", "koi8-r", "мир"),
        ("microsoft-cp1251", "cp1251", "мир"),
        ("TIS620-2533", "tis-620", "กา"),
    ],
)
def test_encodings(tmp_path: Path, name: str, codec: str, word: str) -> None:
    aff = f"SET {name}\nSFX S Y 1\nSFX S 0 {word} {word[-1]}".encode(codec)
    place, _ = dictionary(tmp_path, aff, "")
    data = f"1\r\n{word}/S\r\n".encode(codec)
    assert [word, word + word] == read_hunspell(place, data)


def test_without_an_encoding_it_is_latin_1(tmp_path: Path) -> None:
    assert ["été"] == forms(tmp_path, b"", "été".encode("latin-1"))


def test_ignored_characters_are_taken_out_of_words_and_affixes(tmp_path: Path) -> None:
    aff = "SET UTF-8\nIGNORE \u064e-\nSFX S Y 1\nSFX S 0 -s\u064e ."
    assert ["ab", "abs"] == forms(tmp_path, aff, "a\u064eb/S")


# --- Lines of the dictionary

PLURAL = "SET UTF-8\nSFX S Y 1\nSFX S 0 s .\n"


@pytest.mark.parametrize(
    "line",
    [
        "cat/S po:noun st:ca",
        "cat/S\tanything",
        "cat/S \tpo:x",
        "cat/S is:a/b",
        "cat/S rest",
        "cat/S\r",
    ],
)
def test_what_follows_word_and_flags_is_passed_over(tmp_path: Path, line: str) -> None:
    place, _ = dictionary(tmp_path, PLURAL, "")
    assert ["cat", "cats"] == read_hunspell(place, f"1\n{line}\n\n".encode())


def test_a_slash_that_is_escaped_or_first_is_a_character(tmp_path: Path) -> None:
    aff = PLURAL + "SFX T Y 1\nSFX T /h h /h\nSFX U Y 1\nSFX U / 0 /"
    assert ["a", "kmh"] == forms(tmp_path, aff, r"km\/h/T a /T")


def test_only_words_of_letters_come_along(tmp_path: Path) -> None:
    dropped = r"a1 it's co-op etc. m² Mᵐᵉ USA McCoy iPod XIV"
    kept = ["Haus", "col·legi", "e\u0301te\u0301", "été", "का"]
    assert kept == forms(tmp_path, "SET UTF-8", " ".join([dropped, *reversed(kept)]))


def test_a_form_of_letters_may_come_from_a_stem_that_is_none(tmp_path: Path) -> None:
    aff = "SFX S Y 1\nSFX S - s -"
    assert ["as"] == forms(tmp_path, aff, "a-/S")


def test_capitalised_words_can_be_left_out(tmp_path: Path) -> None:
    place, data = dictionary(tmp_path, PLURAL, "Haus/S klein/S 'Abc שלום")
    assert ["Haus", "Hauss", "klein", "kleins", "שלום"] == read_hunspell(place, data)
    assert ["klein", "kleins", "שלום"] == read_hunspell(place, data, capitalised=False)


def test_a_blank_in_a_word_is_no_letter_even_at_its_end(tmp_path: Path) -> None:
    place, _ = dictionary(tmp_path, PLURAL, "")
    assert ["a"] == read_hunspell(place, b"3\na\nNew York\nBoston \n")


def test_words_are_distinct_and_sorted(tmp_path: Path) -> None:
    assert ["cat", "cats", "catss"] == forms(tmp_path, PLURAL, "cats/S cat/S cat")


# --- What is wrong with a file


@pytest.mark.parametrize(
    ("aff", "line", "says"),
    [
        ("SET\n", 1, "'SET' alone"),
        ("# \nSET klingon", 2, "'klingon', which is not known"),
        ("SET a\0b", 1, "not known"),
        ("FLAG short", 1, "expected one of long, num, utf-8"),
        ("FLAG long\nSFX a Y 1", 2, "two characters"),
        ("FLAG num\nSFX x Y 1", 2, "expected numbers"),
        ("SFX ab Y 1", 1, "expected one flag"),
        ("NEEDAFFIX ab", 1, "expected one flag"),
        ("SFX A 0 s .", 1, "expected 'SFX flag Y|N number'"),
        ("SFX A Y", 1, "expected 'SFX flag Y|N number'"),
        ("SFX A Y 1\nSFX A 0", 2, "expected 'SFX A strip add condition'"),
        ("SFX A Y 1\n\nSFX B 0 s .", 3, "expected 'SFX A strip add condition'"),
        ("SFX A Y 2\nSFX A 0 s .", 2, "1 affixes, expected 2"),
        ("PFX A Y 1\nPFX A 0 s [ab", 2, "'[ab'"),
        ("PFX A Y 1\nPFX A 0 s []", 2, "'[]'"),
        ("AF 1\nAF S\nPFX A Y 1\nPFX A 0 s/2 .", 4, "the number of an AF line, 1 to 1"),
        (b"SET UTF-8\nSFX A Y 1\nSFX A 0 \xff .", 3, "not UTF-8"),
        (b"SET UTF-8\nSFX A Y 1\nSFX A 0 s \xff", 3, "not UTF-8"),
    ],
)
def test_a_wrong_line_of_the_affix_file_is_named(
    tmp_path: Path, aff: str | bytes, line: int, says: str
) -> None:
    with pytest.raises(LexiconError) as caught:
        forms(tmp_path, aff, "a")
    assert (str(tmp_path / "x.aff"), line) == (caught.value.path, caught.value.line)
    assert f"x.aff', line {line} " in str(caught.value)
    assert says in str(caught.value)


@pytest.mark.parametrize(
    ("aff", "data", "line", "says"),
    [
        ("", b"", 1, "expected the number of words"),
        ("", b"cat\ndog", 1, "expected the number of words"),
        ("SET UTF-8", b"2\nok\n\xff", 3, "not UTF-8"),
        ("FLAG num", b"1\nok/x", 2, "expected numbers"),
        ("FLAG long", b"1\nok/abc", 2, "two characters"),
        ("AF 1\nAF A", b"1\nok/0", 2, "the number of an AF line"),
    ],
)
def test_a_wrong_line_of_the_dictionary_is_named(
    tmp_path: Path, aff: str, data: bytes, line: int, says: str
) -> None:
    place, _ = dictionary(tmp_path, aff, "")
    with pytest.raises(LexiconError, match=f"x.dic', line {line} .*{says}") as caught:
        read_hunspell(place, data)
    assert line == caught.value.line


def test_what_does_not_bear_on_forms_is_not_read(tmp_path: Path) -> None:
    assert ["a"] == forms(tmp_path, b"# \xff\nSET UTF-8\nREP x\nTRY \xff\nSFXX\n", "a")


def test_a_missing_affix_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"'x\.dic' next to it") as caught:
        read_hunspell(tmp_path / "x.dic", b"1\na")
    assert str(tmp_path / "x.aff") == caught.value.path


@pytest.mark.parametrize("name", ["x.dic.gz", "x.dic.xz"])
def test_the_affix_file_of_a_packed_dictionary_is_plain(tmp_path: Path, name: str) -> None:
    _, data = dictionary(tmp_path, PLURAL, "cat/S")
    assert ["cat", "cats"] == read_hunspell(tmp_path / name, data)


@pytest.mark.parametrize("words", ["a/ST b", "a/FST"])
def test_too_many_words_are_an_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: str
) -> None:
    aff = "FORBIDDENWORD F\nSFX S Y 1\nSFX S 0 s .\nSFX T Y 1\nSFX T 0 t ."
    place, data = dictionary(tmp_path, aff, words)
    monkeypatch.setattr(hunspell, "MAX_FORMS", 4)
    assert ["a", "as", "at", "b"] == read_hunspell(*dictionary(tmp_path, aff, "a/ST b"))
    monkeypatch.setattr(hunspell, "MAX_FORMS", 2)
    with pytest.raises(LexiconError, match="more than 2 words"):
        read_hunspell(place, data)


# --- Against hunspell itself


@pytest.fixture(scope="module")
def checker() -> str:
    found = shutil.which("hunspell")
    if found is None:
        pytest.skip("hunspell is not installed")
    return found


def rejected(checker: str, place: Path, words: list[str]) -> list[str]:
    """Ask hunspell which of the words are wrong."""
    command = [checker, "-l", "-i", "UTF-8", "-d", str(place.with_suffix(""))]
    text = "\n".join(words) + "\n"
    run = subprocess.run(command, input=text, capture_output=True, encoding="utf-8", check=True)
    return run.stdout.split()


@pytest.mark.parametrize("prefixes", [False, True])
def test_hunspell_accepts_every_form_of_its_english(checker: str, prefixes: bool) -> None:
    if not EN_US.exists():
        pytest.skip("hunspell-en-us is not installed")
    words = read_hunspell(EN_US, EN_US.read_bytes(), prefixes=prefixes)
    assert len(words) > 120_000
    assert ["qzxvw"] == rejected(checker, EN_US, [*words, "qzxvw"])


def random_dictionary(chance: random.Random, marks: str) -> tuple[str, str]:
    """Write an affix file and words of a and b, with every option at some chance."""

    def text(least: int, most: int) -> str:
        return "".join(chance.choices("ab", k=chance.randint(least, most)))

    def some(flags: str, share: float) -> str:
        return "".join(flag for flag in flags if chance.random() < share)

    options = {"N": "NEEDAFFIX", "C": "CIRCUMFIX", "F": "FORBIDDENWORD"}
    aff = ["SET UTF-8", *(f"{options[mark]} {mark}" for mark in marks)]
    aff += ["FULLSTRIP"] * chance.randint(0, 1)
    for flag in "STUPQ":
        kind, conditions = (
            ("SFX", [".", "a", "[^a]", "[^b]a", ".a"])
            if flag in "STU"
            else (
                "PFX",
                [".", "a", "[^b]", "[ab]"],
            )
        )
        aff.append(f"{kind} {flag} {chance.choice('YYN')} 2")
        for _ in range(2):
            strip, add = chance.choice(["0", "0", text(1, 2)]), chance.choice(["0", text(1, 2)])
            goes_on = some("STUPQ" if kind == "SFX" or marks else "", 0.2)
            goes_on += some(marks.replace("F", ""), 0.2)
            slash = "/" if goes_on else ""
            aff.append(f"{kind} {flag} {strip} {add}{slash}{goes_on} {chance.choice(conditions)}")
    words = [f"{text(1, 4)}/{some('STUPQ' + marks, 0.35)}" for _ in range(chance.randint(1, 4))]
    return "\n".join(aff), " ".join(word.rstrip("/") for word in words)


@pytest.mark.parametrize("marks", ["", "N", "C", "F", "NCF"])
def test_hunspell_agrees_about_random_dictionaries(
    checker: str, tmp_path: Path, marks: str
) -> None:
    """All strings up to seven letters are asked. Without marks, the two agree wholly.

    With marks hunspell accepts more, such as half a circumfix, but never less.
    """
    chance = random.Random(f"hunspell {marks}")
    every = ["".join(word) for n in range(1, 8) for word in itertools.product("ab", repeat=n)]
    for _ in range(25):
        aff, words = random_dictionary(chance, marks)
        place, data = dictionary(tmp_path, aff, words)
        place.write_bytes(data)
        accepted = set(every) - set(rejected(checker, place, every))
        both = {word for word in read_hunspell(place, data, prefixes=True) if len(word) < 8}
        plain = {word for word in read_hunspell(place, data) if len(word) < 8}
        assert plain <= both, (aff, words)
        assert (both == accepted) if not marks else (both <= accepted), (aff, words)
