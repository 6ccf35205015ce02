"""Rules of Hunspell dictionaries; test_hunspell_program.py compares them with hunspell itself.

A dictionary of a few lines shows one rule, with suffixes S T U and prefixes P Q, and each test
expects all its forms.
"""

from __future__ import annotations

import functools
import itertools
import pickle
import random
import string
from pathlib import Path

import pytest

import lexigrid as lg
from dictionaries import dictionary, forms, random_dictionary, read
from lexigrid.errors import InputError, LexiconError
from lexigrid.lexicon.hunspell import affix_file
from lexigrid.lexicon.hunspell import dictionary as hunspell
from lexigrid.lexicon.hunspell.affixes import Budget
from lexigrid.lexicon.hunspell.dictionary import read_hunspell
from lexigrid.lexicon.word_list import DictionaryOptions

# --- Suffixes and their conditions


def test_a_suffix_strips_and_adds_where_its_condition_holds(tmp_path: Path) -> None:
    aff = "SFX S Y 3\nSFX S y ies [^aeiou]y\nSFX S 0 s [aeiou]y\nSFX S 0 s [^y]"
    assert ["cat", "cats", "day", "days", "ponies", "pony"] == forms(
        tmp_path, aff, "pony/S day/S cat/S"
    )


def test_a_word_without_the_flag_stays_as_it_is(tmp_path: Path) -> None:
    assert ["cat", "dog", "dogs"] == forms(tmp_path, "SFX S Y 1\nSFX S 0 s .", "cat dog/S")


def test_a_dot_matches_any_character_and_a_missing_condition_any_word(tmp_path: Path) -> None:
    aff = "SFX S Y 1\nSFX S 0 s a.c\nSFX T Y 1\nSFX T 0 t"
    assert ["abc", "abcs", "bc", "bct"] == forms(tmp_path, aff, "abc/S bc/ST")


def test_a_hyphen_in_brackets_is_not_a_range(tmp_path: Path) -> None:
    assert ["b", "c", "cs"] == forms(tmp_path, "SFX S Y 1\nSFX S 0 s [a-c]", "b/S c/S")


def test_only_an_existing_ending_can_be_stripped(tmp_path: Path) -> None:
    assert ["cat", "day", "days"] == forms(tmp_path, "SFX S Y 1\nSFX S y ys .", "cat/S day/S")


def test_a_flag_may_be_declared_twice(tmp_path: Path) -> None:
    aff = "SFX S Y 1\nSFX S 0 s .\n\nSFX S Y 1\nSFX S 0 t ."
    assert ["a", "as", "at"] == forms(tmp_path, aff, "a/S")


def test_words_with_other_characters_than_letters_are_counted(tmp_path: Path) -> None:
    found = read_hunspell(*dictionary(tmp_path, "", "o'clock cat well-known"))
    assert ["cat"] == found.words
    (note,) = found.notes
    assert note == 'left out 2 words with characters other than letters, such as "o\'clock"'


@pytest.mark.parametrize(
    ("option", "expected"), [("", ["bi", "go"]), ("FULLSTRIP\n", ["bi", "go", "went"])]
)
def test_only_fullstrip_lets_a_suffix_replace_the_whole_word(
    tmp_path: Path, option: str, expected: list[str]
) -> None:
    assert expected == forms(tmp_path, f"{option}SFX S Y 1\nSFX S go went go", "go/S bi")


def test_a_suffix_allows_a_second_but_not_a_third(tmp_path: Path) -> None:
    aff = "SFX S Y 1\nSFX S 0 ful/T .\nSFX T Y 1\nSFX T 0 ly/U .\nSFX U Y 1\nSFX U 0 x ."
    assert ["care", "careful", "carefully"] == forms(tmp_path, aff, "care/S")
    assert ["care", "careful"] == forms(tmp_path, "COMPLEXPREFIXES\n" + aff, "care/S")


# --- Prefixes

UN = "PFX P Y 1\nPFX P 0 un .\n"


def test_prefixes_are_made_on_request(tmp_path: Path) -> None:
    assert ["do"] == forms(tmp_path, UN, "do/P")
    assert ["do", "undo"] == forms(tmp_path, UN, "do/P", prefixes=True)


def test_a_prefix_strips_and_tests_the_start(tmp_path: Path) -> None:
    aff = "PFX P Y 1\nPFX P a o a[bc]"
    assert ["abc", "adc", "obc"] == forms(tmp_path, aff, "abc/P adc/P", prefixes=True)


@pytest.mark.parametrize("sides", ["YY", "YN", "NY", "NN"])
def test_prefix_and_suffix_combine_if_both_allow_it(tmp_path: Path, sides: str) -> None:
    aff = f"PFX P {sides[0]} 1\nPFX P 0 un .\nSFX S {sides[1]} 1\nSFX S 0 s ."
    crossed = ["undos"] if sides == "YY" else []
    assert ["do", "dos", "undo", *crossed] == forms(tmp_path, aff, "do/PS", prefixes=True)


def test_a_prefix_tests_the_word_with_its_suffix(tmp_path: Path) -> None:
    aff = "PFX P Y 1\nPFX P 0 un as\nSFX S Y 1\nSFX S 0 s ."
    assert ["a", "as", "unas"] == forms(tmp_path, aff, "a/PS", prefixes=True)


def test_a_suffix_allows_a_prefix(tmp_path: Path) -> None:
    aff = UN + "SFX S Y 1\nSFX S 0 able/P ."
    assert ["do", "doable", "undoable"] == forms(tmp_path, aff, "do/S", prefixes=True)


def test_a_prefix_allows_a_suffix(tmp_path: Path) -> None:
    aff = "PFX P Y 1\nPFX P 0 un/S .\nSFX S Y 1\nSFX S 0 s ."
    assert ["do", "undo", "undos"] == forms(tmp_path, aff, "do/P", prefixes=True)


def test_a_prefix_combines_with_two_suffixes(tmp_path: Path) -> None:
    aff = UN + "SFX S Y 1\nSFX S 0 ful/T .\nSFX T Y 1\nSFX T 0 ly ."
    assert ["care", "careful", "carefully", "uncare", "uncareful", "uncarefully"] == forms(
        tmp_path, aff, "care/SP", prefixes=True
    )


def test_a_second_suffix_allows_a_prefix(tmp_path: Path) -> None:
    aff = UN + "SFX S N 1\nSFX S 0 ful/T .\nSFX T Y 1\nSFX T 0 ly/P ."
    assert ["care", "careful", "carefully", "uncarefully"] == forms(
        tmp_path, aff, "care/S", prefixes=True
    )


# --- Marks on words and affixes


def test_a_stem_that_needs_an_affix_is_not_a_word(tmp_path: Path) -> None:
    aff = "NEEDAFFIX N\nSFX S Y 1\nSFX S 0 s ."
    assert ["dos"] == forms(tmp_path, aff, "do/NS")
    assert ["dos"] == forms(tmp_path, aff.replace("NEEDAFFIX", "PSEUDOROOT"), "do/NS")


def test_a_suffix_that_needs_an_affix_is_completed_by_another(tmp_path: Path) -> None:
    aff = UN + "NEEDAFFIX N\nSFX S Y 1\nSFX S 0 ful/NT .\nSFX T Y 1\nSFX T 0 ly ."
    assert ["care", "carefully"] == forms(tmp_path, aff, "care/S")
    assert ["care", "carefully", "uncare", "uncareful", "uncarefully"] == forms(
        tmp_path, aff, "care/SP", prefixes=True
    )


def test_a_prefix_that_needs_an_affix_is_completed_by_a_suffix(tmp_path: Path) -> None:
    aff = "NEEDAFFIX N\nPFX P Y 1\nPFX P 0 un/N .\nSFX S Y 1\nSFX S 0 s ."
    assert ["do", "dos", "undos"] == forms(tmp_path, aff, "do/PS", prefixes=True)


def test_parts_of_compounds_are_not_words(tmp_path: Path) -> None:
    aff = "ONLYINCOMPOUND O\nSFX S Y 1\nSFX S 0 s .\nSFX T Y 1\nSFX T 0 t/OS ."
    assert ["go"] == forms(tmp_path, aff, "do/OS go/T")


def test_forms_of_a_forbidden_word_are_forbidden_everywhere(tmp_path: Path) -> None:
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
def test_text_after_word_and_flags_is_skipped(tmp_path: Path, line: str) -> None:
    place, _ = dictionary(tmp_path, PLURAL, "")
    assert ["cat", "cats"] == read(place, f"1\n{line}\n\n".encode()).words


def test_an_escaped_or_leading_slash_is_a_character(tmp_path: Path) -> None:
    aff = PLURAL + "SFX T Y 1\nSFX T /h h /h\nSFX U Y 1\nSFX U / 0 /"
    assert ["a", "kmh"] == forms(tmp_path, aff, r"km\/h/T a /T")


def test_only_words_of_letters_are_kept(tmp_path: Path) -> None:
    dropped = r"a1 it's co-op etc. m² Mᵐᵉ USA McCoy iPod XIV"
    kept = ["Haus", "col·legi", "e\u0301te\u0301", "été", "का"]
    assert kept == forms(tmp_path, "SET UTF-8", " ".join([dropped, *reversed(kept)]))


def test_a_stem_with_other_characters_can_have_forms_of_letters(tmp_path: Path) -> None:
    aff = "SFX S Y 1\nSFX S - s -"
    assert ["as"] == forms(tmp_path, aff, "a-/S")


def test_capitalised_words_can_be_left_out(tmp_path: Path) -> None:
    place, data = dictionary(tmp_path, PLURAL, "Haus/S klein/S 'Abc שלום")
    assert ["Haus", "Hauss", "klein", "kleins", "שלום"] == read(place, data).words
    assert ["klein", "kleins", "שלום"] == read(place, data, names=False).words


def test_words_with_blanks_are_dropped(tmp_path: Path) -> None:
    place, _ = dictionary(tmp_path, PLURAL, "")
    assert ["a"] == read(place, b"3\na\nNew York\nBoston \n").words


def test_words_are_distinct_and_sorted(tmp_path: Path) -> None:
    assert ["cat", "cats", "catss"] == forms(tmp_path, PLURAL, "cats/S cat/S cat")


# --- Which words are read


def test_stems_are_the_listed_words(tmp_path: Path) -> None:
    aff = UN + "NEEDAFFIX N\nFORBIDDENWORD F\nSFX S Y 1\nSFX S 0 s ."
    words = "do/PS go/NS as/F as Jo/S"
    assert forms(tmp_path, aff, words, forms="stems") == ["Jo", "do"]
    assert forms(tmp_path, aff, words, forms="stems", prefixes=True, names=False) == ["do"]


def test_attested_forms_are_in_a_frequency_list(tmp_path: Path) -> None:
    aff = UN + "SFX S Y 1\nSFX S 0 s ."
    seen = ["DOS", "undo", "e\u0301s", "go", "jo"]
    read_attested = functools.partial(
        forms, tmp_path, aff, "do/PS \u00e9/S Jo/S", forms="attested", attested=seen
    )
    assert read_attested() == ["Jo", "dos"]
    assert read_attested(prefixes=True) == ["Jo", "dos", "undo"]
    aff = "SET UTF-8\nSFX S Y 1\nSFX S 0 s ."
    assert forms(tmp_path, aff, "\u00e9/S", forms="attested", attested=seen) == ["\u00e9s"]


def test_attested_forms_and_a_list_of_them_go_together(tmp_path: Path) -> None:
    for options in ({"forms": "attested"}, {"attested": ["a"]}):
        with pytest.raises(InputError, match="go together"):
            DictionaryOptions(**options)
    with pytest.raises(InputError, match="'oat', expected the words"):
        DictionaryOptions(forms="attested", attested="oat")
    with pytest.raises(InputError, match=r"forms is 'stem', .* did you mean 'stems'"):
        DictionaryOptions(forms="stem")  # type: ignore[arg-type]


def test_forms_are_an_option_of_dictionaries_only(tmp_path: Path) -> None:
    path = tmp_path / "x.txt"
    path.write_text("oat")
    place = tmp_path / "x.aff"
    place.write_text("SET UTF-8\n")
    with pytest.raises(
        InputError, match=r"has the affixes .*; give '.*x\.dic', which has its words"
    ):
        lg.Lexicon.read(place)
    with pytest.raises(InputError, match="is not a hunspell dictionary"):
        lg.Lexicon.read(path, forms="stems")


@pytest.mark.parametrize("option", ["NOSUGGEST", "KEEPCASE"])
def test_words_that_are_never_suggested_are_avoided(tmp_path: Path, option: str) -> None:
    aff = f"{option} X\nSFX S Y 1\nSFX S 0 s .\n"
    found = read(*dictionary(tmp_path, aff, "rude/SX rudes oat/S"))
    assert found.words == ["oat", "oats", "rude", "rudes"]
    assert found.avoided == ["rude"]


def test_a_lexicon_keeps_the_words_to_avoid(tmp_path: Path) -> None:
    place, data = dictionary(tmp_path, "NOSUGGEST X", "rude/X \u00e9/X oat")
    place.write_bytes(data)
    lexicon = lg.Lexicon.read(place)
    assert ("rude" in lexicon, lexicon.avoided[0]) == (True, "rude")
    lexicon.save(tmp_path / "x.lexicon")
    assert lg.Lexicon.load(tmp_path / "x.lexicon").avoided == lexicon.avoided
    banded = lg.Lexicon(["oat", "rude"], bands=[1, 2], avoided=["rude"])
    assert banded.common(1).avoided == ("rude",)
    assert pickle.loads(pickle.dumps(banded)).avoided == ("rude",)


def test_other_lines_of_the_affix_file_are_ignored(tmp_path: Path) -> None:
    assert ["a"] == forms(tmp_path, b"# \xff\nSET UTF-8\nREP x\nTRY \xff\nSFXX\n", "a")


def test_a_missing_affix_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"'x\.dic' next to it") as caught:
        read_hunspell(tmp_path / "x.dic", b"1\na")
    assert str(tmp_path / "x.aff") == caught.value.path


@pytest.mark.parametrize("name", ["x.dic.gz", "x.dic.xz"])
def test_the_affix_file_of_a_compressed_dictionary_is_plain(tmp_path: Path, name: str) -> None:
    _, data = dictionary(tmp_path, PLURAL, "cat/S")
    assert ["cat", "cats"] == read(tmp_path / name, data).words


@pytest.mark.parametrize("words", ["a/ST b", "a/FST"])
def test_too_many_words_are_an_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: str
) -> None:
    aff = "FORBIDDENWORD F\nSFX S Y 1\nSFX S 0 s .\nSFX T Y 1\nSFX T 0 t ."
    place, data = dictionary(tmp_path, aff, words)
    monkeypatch.setattr(hunspell, "MAX_FORMS", 4)
    assert ["a", "as", "at", "b"] == read(*dictionary(tmp_path, aff, "a/ST b")).words
    monkeypatch.setattr(hunspell, "MAX_FORMS", 2)
    with pytest.raises(LexiconError, match="more than 2 words"):
        read_hunspell(place, data)


def test_forms_are_counted_before_they_are_made(tmp_path: Path) -> None:
    letters = string.ascii_lowercase
    adds = ["".join(add) for add in itertools.product(letters, repeat=2)] * 5
    lines = [f"SFX S 0 {add}{number} ." for number, add in enumerate(adds)]
    words = "".join(f" {''.join(word)}/S" for word in itertools.product(letters, repeat=3))
    aff = f"SFX S Y {len(lines)}\n" + "\n".join(lines)
    place, data = dictionary(tmp_path, aff, words)
    with pytest.raises(LexiconError, match="more than 5,000,000 words"):
        read_hunspell(place, data)


@pytest.mark.parametrize(
    "aff",
    [
        "SFX S Y 2\nSFX S 0 x/T .\nSFX S 0 y/T .\nSFX T Y 2\nSFX T 0 a .\nSFX T 0 b .",
        "SFX S Y 3\nSFX S 0 x y[^z]a\nSFX S 0 y z[^z]a\nSFX S 0 z x[^z]a",
    ],
    ids=["forms", "comparisons"],
)
def test_steps_of_the_expansion_are_limited(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, aff: str
) -> None:
    place, data = dictionary(tmp_path, aff, "aca/S ada/S aea/S")
    read_hunspell(place, data)
    monkeypatch.setattr(affix_file, "Budget", lambda: Budget(8))
    with pytest.raises(LexiconError, match="takes more than 20,000,000 steps"):
        read_hunspell(place, data)


@pytest.mark.parametrize("marks", ["", "N", "C", "F", "NCF"])
def test_attested_forms_are_the_forms_in_the_list(tmp_path: Path, marks: str) -> None:
    rng = random.Random(f"attested {marks}")
    every = ["".join(word) for n in range(1, 8) for word in itertools.product("ab", repeat=n)]
    for _ in range(100):
        place, data = dictionary(tmp_path, *random_dictionary(rng, marks))
        listed = set(rng.sample(every, rng.choice([1, 5, 100])))
        for prefixes in (False, True):
            found = read(place, data, prefixes=prefixes, forms="attested", attested=listed)
            assert set(found.words) == listed.intersection(
                read(place, data, prefixes=prefixes).words
            )


def test_what_is_left_out_is_noted(tmp_path: Path) -> None:
    place = tmp_path / "x.dic"
    place.write_text("6\nUSA\nMcAfee\nBoston\nfrei/X\nZeit/X\nco-op\n", "utf-8")
    place.with_suffix(".aff").write_text("SET UTF-8\nCOMPOUNDFLAG X\n", "utf-8")
    found = lg.Lexicon.read(place)
    assert ["Boston", "Zeit", "frei"] == sorted(found)
    assert found.notes == (
        "left out 1 word with characters other than letters, such as 'co-op'",
        "left out 2 words with a capital after the first letter, such as 'USA'",
        "joined words (compounds), which the affix file describes, are not made",
    )
