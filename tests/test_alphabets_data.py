"""The data of the named alphabets: every count is named, and every fold ends in its letters."""

from __future__ import annotations

import subprocess
import sys
import tomllib
import unicodedata
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parent.parent
COUNTER = ROOT / "tools" / "count_letters.py"
TABLES: dict[str, dict[str, Any]] = tomllib.loads(
    (ROOT / "src" / "lexigrid" / "data" / "alphabets.toml").read_text(encoding="utf-8")
)
NAMES = (
    *("en", "de", "fr", "es", "es-digraph", "it", "pt", "nl", "nl-ij", "pl", "sv", "da", "no"),
    *("fi", "cs", "hu", "hr", "cy", "el", "ru", "uk", "tr", "he"),
)
KEYS = {"title", "letters", "digraphs", "folds", "frequencies", "counted_over"}
LETTER_COUNTS = {
    "en": 26,
    "de": 29,
    "fr": 26,
    "es": 27,
    "es-digraph": 30,
    "it": 26,
    "pt": 27,
    "nl": 26,
    "nl-ij": 27,
    "pl": 35,
    "sv": 29,
    "da": 29,
    "no": 29,
    "fi": 29,
    "cs": 42,
    "hu": 42,
    "hr": 34,
    "cy": 34,
    "el": 24,
    "ru": 32,
    "uk": 33,
    "tr": 32,
    "he": 22,
}
each_alphabet = pytest.mark.parametrize("table", TABLES.values(), ids=TABLES.keys())


def fold(text: str, table: dict[str, Any]) -> str:
    text = unicodedata.normalize("NFC", text).translate(str.maketrans(table.get("casemap", {})))
    text = unicodedata.normalize("NFC", text.casefold()).translate(str.maketrans(table["folds"]))
    return unicodedata.normalize("NFC", text)


def test_the_names_are_known() -> None:
    assert list(NAMES) == list(TABLES)


def test_the_alphabets_have_their_known_numbers_of_letters() -> None:
    found = {name: len(table["letters"]) for name, table in TABLES.items()}
    assert found == LETTER_COUNTS


@each_alphabet
def test_a_table_has_its_keys(table: dict[str, Any]) -> None:
    assert set(table) - {"casemap"} == KEYS
    assert table["title"]


@each_alphabet
def test_letters_are_distinct_composed_and_as_folded(table: dict[str, Any]) -> None:
    letters = table["letters"]
    assert len(letters) == len(set(letters))
    assert [fold(letter, table) for letter in letters] == letters


@each_alphabet
def test_digraphs_are_the_letters_of_more_than_one_character(table: dict[str, Any]) -> None:
    assert table["digraphs"] == [letter for letter in table["letters"] if len(letter) > 1]
    characters = set("".join(table["digraphs"]))
    assert characters - set(table["letters"]) == set()


@each_alphabet
def test_folds_map_one_character_that_is_no_letter_to_letters(table: dict[str, Any]) -> None:
    letters = set(table["letters"]) | {"'"}  # the apostrophe of Ukrainian
    for source, target in table["folds"].items():
        assert len(source) == 1
        assert source not in letters
        assert unicodedata.normalize("NFC", source) == source
        # What case folding makes of it must meet the fold; ς is folded for those who keep case.
        assert source == "ς" or unicodedata.normalize("NFC", source.casefold()) == source
        assert set(target) <= letters


@each_alphabet
def test_frequencies_are_per_mille_of_every_letter(table: dict[str, Any]) -> None:
    frequencies = table["frequencies"]
    assert list(frequencies) == table["letters"]
    assert all(round(share, 1) == share >= 0 for share in frequencies.values())
    # Each of n shares is rounded by at most 0.05.
    assert abs(sum(frequencies.values()) - 1000) <= 0.05 * len(frequencies) + 1e-6
    assert table["counted_over"]


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
    assert fold(text, TABLES[name]) == expected


def test_the_english_frequencies_are_those_of_the_committed_words() -> None:
    command = [sys.executable, str(COUNTER), "--check", "en"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_an_unknown_alphabet_is_refused_with_the_names() -> None:
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
