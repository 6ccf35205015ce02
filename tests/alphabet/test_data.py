"""The data of the named alphabets: letters, folds and frequencies with their sources."""

from __future__ import annotations

import subprocess
import sys
import tomllib
import unicodedata
from itertools import product
from pathlib import Path
from typing import Any

import pytest

import lexigrid as lg
from checkout import ROOT, TESTS
from lexigrid.alphabet import BORDER, is_punctuation

HERE = TESTS / "alphabet"
COUNTER = ROOT / "tools" / "count_letters.py"
TABLES: dict[str, dict[str, Any]] = tomllib.loads(
    (ROOT / "src" / "lexigrid" / "data" / "alphabets.toml").read_text(encoding="utf-8")
)
CLDR: dict[str, str] = tomllib.loads((HERE / "cldr" / "characters.toml").read_text("utf-8"))
NAMES = [
    *("en", "de", "de-ae", "fr", "es", "it", "pt", "ca", "nl", "pl", "sv", "da", "no", "is", "fi"),
    *("et", "lv", "lt", "cs", "sk", "sl", "hr", "hu", "ro", "cy", "ga", "eo", "la", "la-iu", "el"),
    *("ru", "uk", "bg", "sr", "tr", "az", "he", "ar", "fa", "ja", "ko-jamo"),
]
KEYS = {"title", "letters", "frequencies", "counted_over"}
MORE = {"usual", "own", "casemap", "folds", "rows", "borders"}
#: The letters of each alphabet in its usual setting.
LETTER_COUNTS = {
    "en": 26,
    "de": 29,
    "de-ae": 26,
    "fr": 26,
    "es": 27,
    "es-digraph": 30,
    "it": 26,
    "pt": 27,
    "ca": 28,
    "nl": 26,
    "nl-ij": 27,
    "pl": 35,
    "sv": 29,
    "da": 29,
    "no": 29,
    "is": 36,
    "fi": 29,
    "et": 32,
    "lv": 37,
    "lt": 35,
    "cs": 42,
    "sk": 44,
    "sl": 29,
    "hr": 34,
    "hu": 35,
    "hu-digraph": 42,
    "ro": 31,
    "cy": 34,
    "ga": 31,
    "eo": 32,
    "la": 26,
    "la-iu": 24,
    "el": 24,
    "ru": 32,
    "uk": 33,
    "bg": 30,
    "sr": 30,
    "tr": 32,
    "az": 33,
    "he": 22,
    "ar": 36,
    "fa": 38,
    "ja": 75,
    "ko-jamo": 33,
    "cs-apart-plain": 26,
}
#: Alphabets without frequencies; puzzles in them are filled with letters of the words.
UNCOUNTED = {"la", "la-iu", "az"}
SETTINGS = [
    lg.Alphabet.named(name, digraphs=digraphs, accents=accents)
    for name, digraphs, accents in product(NAMES, (True, False), (True, False))
]
each_alphabet = pytest.mark.parametrize("table", TABLES.values(), ids=TABLES.keys())
each_setting = pytest.mark.parametrize("alphabet", SETTINGS, ids=[a.name for a in SETTINGS])


def test_the_names_are_known() -> None:
    assert list(TABLES) == NAMES


def test_the_alphabets_have_their_known_numbers_of_letters() -> None:
    assert {name: len(lg.Alphabet.named(name).letters) for name in LETTER_COUNTS} == LETTER_COUNTS


@each_alphabet
def test_a_table_has_its_keys(table: dict[str, Any]) -> None:
    assert set(table) - MORE == KEYS
    assert table["title"]
    assert all(len(source) == len(target) for source, target in table.get("rows", ()))


@each_setting
def test_letters_are_distinct_and_read_as_themselves(alphabet: lg.Alphabet) -> None:
    assert len(alphabet.letters) == len(set(alphabet.letters))
    for letter in alphabet.letters:
        assert alphabet.split(letter) == (letter,)
        assert alphabet.split(letter.upper()) == (letter,) or alphabet.name.startswith(("tr", "az"))


@each_setting
def test_frequencies_are_shares_of_every_letter(alphabet: lg.Alphabet) -> None:
    if alphabet.name.split("-apart")[0].split("-plain")[0] in UNCOUNTED:
        assert not alphabet.frequencies
    else:
        assert tuple(alphabet.frequencies) == alphabet.letters
        assert abs(sum(alphabet.frequencies.values()) - 1) < 1e-9


@each_alphabet
def test_every_fold_ends_in_letters(table: dict[str, Any]) -> None:
    letters = set(table["letters"]) | {"'", ""}  # the apostrophe of Ukrainian
    rows = [pair for row in table.get("rows", ()) for pair in zip(*row, strict=True)]
    for source, target in [*table.get("folds", {}).items(), *rows]:
        assert len(source) == 1
        # Folds apply after case folding; ς is folded for case-sensitive alphabets.
        assert source == "ς" or unicodedata.normalize("NFC", source.casefold()) == source
        assert target in letters or set(target) <= letters


@each_alphabet
def test_frequencies_are_per_mille_and_their_source_is_named(table: dict[str, Any]) -> None:
    frequencies = table["frequencies"]
    assert bool(frequencies) == bool(table["counted_over"])
    if frequencies:
        assert list(frequencies) == table["letters"]
        assert all(round(share, 1) == share >= 0 for share in frequencies.values())
        # Each of n shares is rounded by at most 0.05.
        assert abs(sum(frequencies.values()) - 1000) <= 0.05 * len(frequencies) + 1e-6


@pytest.mark.parametrize("name", CLDR)
def test_every_character_of_a_language_is_read_by_its_alphabet(name: str) -> None:
    """CLDR lists the characters of a language and those that its texts borrow."""
    alphabet = lg.Alphabet.named(name)
    known = set(alphabet.letters) | set("".join(alphabet.letters))
    marks = set("々ゝゞヽヾ")  # they repeat the character before
    unread = {
        text
        for text in set(CLDR[name].split(" ")) - marks
        if not known.issuperset(alphabet.split(text))
        and not all(map(is_punctuation, alphabet.split(text)))
        and not unicodedata.decomposition(text[0]).startswith("<super>")  # ª and º are not letters
    }
    assert unread == set()


LETTERS = [
    line.split(" ", 2)
    for line in (HERE / "letters.txt").read_text("utf-8").splitlines()
    if not line.startswith("#")
]


@pytest.mark.parametrize(("name", "word", "letters"), LETTERS)
def test_a_word_has_its_letters(name: str, word: str, letters: str) -> None:
    alphabet = lg.Alphabet() if name == "open" else lg.Alphabet.named(name)
    text = word.replace("|", BORDER)
    assert alphabet.split(text) == tuple(letters.split(" "))
    folded = alphabet.fold(text)
    assert alphabet.fold(folded) == folded
    assert unicodedata.is_normalized("NFC", folded)
    assert "".join(alphabet.split(text)) == folded
    # A letter on a tile is read back as that letter.
    for letter in alphabet.split(text):
        assert alphabet.split(letter) == (letter,)


@each_setting
def test_text_folds_alike_next_to_anything(alphabet: lg.Alphabet) -> None:
    """Text with an emoji is folded by another function than text of lone characters."""
    words = [word for _, word, _ in LETTERS]
    texts = [
        *words,
        *map(str.upper, words),
        *map(str.title, words),
        *CLDR.values(),
        "\n".join(words),
    ]
    for text in dict.fromkeys(texts):
        assert alphabet.fold(f"{text} 😀") == f"{alphabet.fold(text)} 😀"
        assert alphabet.split(f"{text} 😀") == (*alphabet.split(text), " ", "😀")


def test_names_of_settings_are_the_same_as_switches() -> None:
    assert lg.Alphabet.named("cs", digraphs=True) == lg.Alphabet.named("cs")
    assert lg.Alphabet.named("nl-ij") == lg.Alphabet.named("nl", digraphs=True)
    assert lg.Alphabet.named("es-digraph") == lg.Alphabet.named("es", digraphs=True)
    assert lg.Alphabet.named("cs-apart", digraphs=True, accents=False).name == "cs-plain"
    assert lg.Alphabet.named("fr", accents=True).name == "fr-accents"
    with pytest.raises(lg.AlphabetError, match="no alphabet 'cs-xx'; choose one of ar"):
        lg.Alphabet.named("cs-xx")
    with pytest.raises(lg.InputError, match="accents is 'no', expected True or False"):
        lg.Alphabet.named("cs", accents="no")  # type: ignore[arg-type]


def test_a_setting_adds_up_the_frequencies_of_merged_letters() -> None:
    whole, plain = lg.Alphabet.named("cs"), lg.Alphabet.named("cs", digraphs=False, accents=False)
    parts = 1 + whole.frequencies["ch"]
    expected = (whole.frequencies["h"] + whole.frequencies["ch"]) / parts
    assert abs(plain.frequencies["h"] - expected) < 1e-9
    expected = sum(whole.frequencies[letter] for letter in "eéě") / parts
    assert abs(plain.frequencies["e"] - expected) < 1e-9


@pytest.mark.parametrize("mark", ["\u00ad", "\u200c", "\u034f", "\u200e", "\ufeff", "\u2060"])
def test_invisible_characters_are_dropped_and_keep_letters_apart(mark: str) -> None:
    open_alphabet, croatian = lg.Alphabet(), lg.Alphabet.named("hr")
    assert open_alphabet.split(f"o{mark}at") == ("o", "a", "t")
    assert open_alphabet.split(f"{mark}oat{mark}") == ("o", "a", "t")
    assert open_alphabet.split(f"e{mark}\u0301") == ("é",)
    assert croatian.split(f"n{mark}jega{mark}") == ("n", "j", "e", "g", "a")
    assert croatian.split(f"nj{mark}ega") == ("nj", "e", "g", "a")
    assert lg.Lexicon(["o\u00adat"]).letters == ("a", "o", "t")
    assert lg.find_lines("oat/", [f"o{mark}at"]).missing == ()
    assert lg.Lexicon([f"n{mark}jega"], alphabet="hr").max_length == 5
    assert lg.Lexicon([f"क्{mark}ष"]).letters == open_alphabet.split(f"क्{mark}ष") == ("क्ष",)


def test_a_joiner_stays_within_emoji_and_indic_clusters() -> None:
    for text in ("👨\u200d👩\u200d👧", "🏳️\u200d🌈", "🙂\u200d↔️", "क्\u200dष"):
        assert lg.Alphabet().split(text) == (text.replace("\ufe0f", ""),)
    assert lg.Alphabet().split("a\u200db👧\u200dc") == ("a", "b", "👧", "c")


def test_a_tile_of_invisible_characters_alone_is_harmless() -> None:
    grid = lg.Grid.from_rows([["\u200b", "o"], ["a", "t"]])
    assert [seen.word for seen in lg.find_lines(grid, ["at", "ot"])] == ["ot", "at"]
    assert lg.find_paths(grid, ["oat"]).count == 1


def test_a_variation_selector_makes_no_other_letter() -> None:
    assert lg.find_lines("❤️🐶/🐶❤", ["❤🐶"]).count == lg.find_lines("❤🐶/🐶❤", ["❤️🐶"]).count == 4


def test_all_hyphens_are_the_same_letter() -> None:
    for hyphen in "\u2010\u2011\u2212":
        assert lg.find_lines("a-b/xxx", [f"a{hyphen}b"]).count == 1


def test_all_apostrophes_are_the_same_letter() -> None:
    for apostrophe in "'’ʼ‘":
        grid = lg.Grid.from_rows([["м", apostrophe, "я", "т", "а"]])
        for word in ("м'ята", "м’ята", "мʼята"):
            assert len(lg.find_lines(grid, [word])) == 1


def test_case_sensitive_alphabets_fold_foreign_letters() -> None:
    assert lg.Alphabet.named("fr", case_sensitive=True).split("Été") == ("E", "t", "e")
    assert lg.Alphabet.named("cs", case_sensitive=True).split("Čůñ") == ("Č", "ů", "n")


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("en", "Façade", "facade"),
        ("de", "Straße", "strasse"),
        ("de", "CAFÉ Müller", "cafe müller"),
        ("fr", "Œuvre à Noël", "oeuvre a noel"),
        ("es", "Pingüino, Ñandú", "pinguino, ñandu"),
        ("pt", "Maçã", "maça"),
        ("nl-ij", "Ĳs", "ijs"),
        ("pl", "ŻÓŁĆ", "żółć"),
        ("sv", "Idé på Ærø", "ide på ärö"),
        ("hr", "ǅep", "džep"),
        ("cy", "Tŷ dŵr", "ty dwr"),
        ("el", "ΠΡΟΫΠΌΘΕΣΗΣ", "προυποθεσησ"),
        ("el", "πρωτεΐνης", "πρωτεινησ"),
        ("ru", "Ёлка, Йод", "елка, йод"),
        ("uk", "Памʼять", "пам'ять"),
        ("tr", "ISPARTA İzmir hâlâ", "ısparta izmir hala"),
        ("tr", "I\u0307", "i"),
        ("he", "שָׁלוֹם", "שלומ"),
    ],
)
def test_a_text_folds_as_its_language_expects(name: str, text: str, expected: str) -> None:
    assert lg.Alphabet.named(name).fold(text) == expected


def test_the_english_frequencies_are_those_of_the_committed_words() -> None:
    command = [sys.executable, str(COUNTER), "--check", "en"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_the_error_for_an_unknown_alphabet_lists_the_names() -> None:
    command = [sys.executable, str(COUNTER), "--check", "klingon"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "no alphabet 'klingon'; expected one of en, de" in done.stderr


def test_the_counter_writes_nothing_when_it_checks(tmp_path: Path) -> None:
    data = ROOT / "src" / "lexigrid" / "data" / "alphabets.toml"
    before = data.read_bytes()
    command = [sys.executable, str(COUNTER), "--debs", str(tmp_path), "--check", "de"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "has 0 packages wngerman_*.deb, expected 1" in done.stderr
    assert data.read_bytes() == before
