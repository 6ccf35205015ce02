"""Splitting text into letters, by examples from Unicode and from languages."""

from __future__ import annotations

import unicodedata
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import lexigrid as lg
from lexigrid.alphabet import (
    Alphabet,
    graphemes,
    is_lone,
    is_punctuation,
    names,
    split_at_line_ends,
)
from lexigrid.lexicon.packs import dictionaries
from lexigrid.lexicon.packs.installed import paper_alphabet


@pytest.mark.parametrize(
    ("text", "letters"),
    [
        ("Oat", ("o", "a", "t")),
        ("Straße", ("s", "t", "r", "a", "s", "s", "e")),
        ("ΟΔΟΣ", ("ο", "δ", "ο", "σ")),
        ("οδος", ("ο", "δ", "ο", "σ")),
        ("e\u0301", ("é",)),
        ("É", ("é",)),
        ("क्षि", ("क्षि",)),
        ("नमस्ते", ("न", "म", "स्ते")),
        ("👍🏽👨‍👩‍👧🇩🇪", ("👍🏽", "👨‍👩‍👧", "🇩🇪")),
        ("한국", ("한", "국")),
        ("\u1112\u1161\u11ab", ("한",)),
        ("", ()),
    ],
)
def test_the_open_alphabet(text: str, letters: tuple[str, ...]) -> None:
    assert letters == lg.Alphabet().split(text)


def test_options_that_an_alphabet_given_contradicts_are_refused() -> None:
    plain, own = lg.Alphabet(), lg.Alphabet(case_sensitive=True)
    assert lg.Grid.parse("Te", size=(1, 2), alphabet=own, case_sensitive=True).alphabet == own
    made: Any = ((lg.Grid.parse, "t"), (lg.Lexicon, ["t"]))
    for make, text in made:
        for option in ({"case_sensitive": True}, {"fold_accents": True}):
            with pytest.raises(lg.InputError, match="is True, but the alphabet given has"):
                make(text, alphabet=plain, **option)


@given(st.text(max_size=12))
def test_folding_twice_is_folding_once(text: str) -> None:
    alphabet = lg.Alphabet()
    letters = alphabet.split(text)
    assert unicodedata.is_normalized("NFC", alphabet.fold(text))
    assert "".join(letters) == alphabet.fold(text)
    for folding in (alphabet, lg.Alphabet(fold_accents=True)):
        assert folding.fold(text) == folding.fold(folding.fold(text))


def test_case_and_accents_are_options() -> None:
    assert lg.Alphabet(case_sensitive=True).split("Oa") == ("O", "a")
    assert lg.Alphabet(fold_accents=True).split("Çédille") == tuple("cedille")
    assert lg.Alphabet(fold_accents=True, case_sensitive=True).split("É") == ("E",)


@pytest.mark.parametrize(
    ("text", "letters"),
    [
        ("молоко\u0301", tuple("молоко")),  # Unicode has no such letter with an accent
        ("x\u0301\u0302y", ("x", "y")),
        ("\u0117\u0301", ("e",)),
        ("İ", ("i",)),
        ("क्षि", ("क्षि",)),  # a virama is not an accent
        ("が", ("が",)),  # nor is the voicing mark of kana
        ("กุ", ("กุ",)),  # nor is a vowel sign
        ("\u0301", ("\u0301",)),  # nothing but an accent
    ],
)
def test_accents_are_marks_on_letters(text: str, letters: tuple[str, ...]) -> None:
    assert letters == lg.Alphabet(fold_accents=True).split(text)


def test_letters_of_a_named_alphabet_keep_their_accents() -> None:
    assert lg.Alphabet.named("es", fold_accents=True).split("Añó") == ("a", "ñ", "o")
    assert lg.Alphabet.named("sv", fold_accents=True).split("idé å") == tuple("ide å")


@pytest.mark.parametrize(
    ("name", "text", "letters"),
    [
        ("de", "Äpfel", ("ä", "p", "f", "e", "l")),
        ("es", "Año", ("a", "ñ", "o")),
        ("es", "canción", tuple("cancion")),
        ("es-digraph", "chorro", ("ch", "o", "rr", "o")),
        ("tr", "Iİıi", ("ı", "i", "ı", "i")),
        ("cs", "chata", ("ch", "a", "t", "a")),
        ("hu", "gyöngy", tuple("gyöngy")),
        ("hu-digraph", "gyöngy", ("gy", "ö", "n", "gy")),
        ("cy", "llan", ("ll", "a", "n")),
        ("el", "Άλφα", tuple("αλφα")),
        ("ru", "ёж", ("е", "ж")),
        ("he", "שלום", ("ש", "ל", "ו", "מ")),
        ("fr", "œuvre", tuple("oeuvre")),
    ],
)
def test_named_alphabets(name: str, text: str, letters: tuple[str, ...]) -> None:
    assert letters == lg.Alphabet.named(name).split(text)


def test_an_unknown_name_lists_the_known_ones() -> None:
    with pytest.raises(lg.AlphabetError, match=r"no alphabet 'xx'; choose one of ar, az, .*, uk"):
        lg.Alphabet.named("xx")


def test_two_different_alphabets_are_an_error() -> None:
    grid = lg.Grid.parse("tea/", alphabet="de")
    with pytest.raises(lg.AlphabetError, match="the same alphabet"):
        lg.find_lines(grid, lg.Lexicon(["tea"], alphabet="es"))
    assert len(lg.find_lines(grid, lg.Lexicon(["tea"], alphabet="de"))) == 1
    assert len(lg.find_lines(lg.Grid.parse("tea/"), lg.Lexicon(["TEA"], alphabet="es"))) == 1


def test_words_without_an_alphabet_take_that_of_the_grid() -> None:
    grid = lg.Grid.parse("ch o rr o/", alphabet="es-digraph")
    for words in (["chorro"], lg.Lexicon(["chorro"])):
        found = lg.find_lines(grid, words)
        assert [len(seen.cells) for seen in found] == [4]
    assert len(lg.find_lines(lg.Grid.parse("chorro/", alphabet="es-digraph"), ["chorro"])) == 0


def test_the_built_in_lexicon_goes_with_any_alphabet() -> None:
    for name in ("en", "de", "fr"):
        grid = lg.Grid.parse("tea/ant/oat", alphabet=name)
        assert lg.find_paths(grid, lg.Lexicon.default()).count == 34


def test_punctuation() -> None:
    assert [c for c in "a-' .!+5é·" if is_punctuation(c)] == ["-", "'", " ", ".", "!", "·"]


@given(st.text(st.characters(max_codepoint=127, exclude_characters="\r\n"), max_size=9))
def test_ascii_needs_no_segmentation(text: str) -> None:
    import regex

    assert regex.findall(r"\X", text) == graphemes(text)


_BESIDE_ACCENTS = "eñ\u01c5ß가ა漢 \n\r\u2028\u2029\u0300\u0301\u034f\u036f\u200dनि\U0001f680"


@given(st.text(st.sampled_from(_BESIDE_ACCENTS) | st.characters(max_codepoint=0x2FFF), max_size=9))
def test_accents_need_no_segmentation(text: str) -> None:
    import regex

    assert regex.findall(r"\X", text) == graphemes(text)


def test_lone_characters_do_not_depend_on_their_neighbours() -> None:
    import regex

    lone = [c for c in map(chr, range(0x20000)) if is_lone(c)]
    assert len(lone) > 40_000
    for text in ("".join(lone), "".join(reversed(lone)), "".join(c + c for c in lone)):
        assert regex.findall(r"\X", text) == list(text)
    parts = map(unicodedata.decomposition, map(chr, range(0x20000)))
    seconds = {chr(int(p.split()[1], 16)) for p in parts if " " in p and not p.startswith("<")}
    assert not seconds.intersection(lone)  # none combines with the character before


def test_a_region_has_the_letters_of_its_language() -> None:
    for code in ("pt-BR", "PT-br", "pt-PT"):
        found = paper_alphabet(code)
        assert found is not None
        assert "pt" == found.name
    region, language = dictionaries.recipe_of("ES-mx"), dictionaries.recipe_of("es")
    assert ("es-MX", "es", "es_MX") == (region.code, region.alphabet, region.dictionaries[0])
    assert (language.prefixes, language.forms) == (region.prefixes, region.forms)
    assert "xx" == dictionaries.recipe_of("XX").code
    for wrong in ("de-", "de--AT", ""):
        with pytest.raises(lg.InputError, match="is not a language code"):
            dictionaries.recipe_of(wrong)


_NEAR_DIGRAPHS = "cChHsSzZlL·nyjJǉdž'’\u00ad\u034f\u200d\u0301\ufe0f👩🚀ΣßÉn"


@given(
    st.sampled_from([name for name in names() if Alphabet.named(name).digraphs]),
    st.lists(st.text(_NEAR_DIGRAPHS, min_size=1, max_size=6), min_size=1, max_size=4),
    st.booleans(),
)
def test_lines_are_split_at_once_as_one_by_one(name: str, lines: list[str], fold: bool) -> None:
    alphabet = Alphabet.named(name)
    alphabet = Alphabet(alphabet.name, fold_accents=fold)
    split = split_at_line_ends(alphabet.split("\n".join(lines)))
    assert [*split] == [alphabet.split(line) for line in lines]
