"""The committed words and themes: sorted, disjoint, complete, and licensed for shipping."""

from __future__ import annotations

import itertools
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import lexigrid as lg
from checkout import ROOT

ENGLISH = ROOT / "words" / "english"
COMMONNESS = ROOT / "words" / "commonness"
LICENSE = ROOT / "licenses" / "SCOWL-Copyright.txt"
BUILDER = ROOT / "tools" / "build_words.py"

COUNTS = {
    10: 4_005,
    20: 7_163,
    35: 29_919,
    40: 5_033,
    50: 18_925,
    55: 6_104,
    60: 10_591,
    70: 36_171,
    80: 136_624,
}
BY_HAND = {"additions.txt": 191, "two-letter.txt": 106}


def words_of(band: int) -> list[str]:
    return (ENGLISH / f"{band}.txt").read_text(encoding="ascii").splitlines()


def by_hand(name: str) -> list[tuple[str, int]]:
    lines = (ENGLISH / name).read_text(encoding="ascii").splitlines()
    pairs = (line.split() for line in lines if not line.startswith("#"))
    return [(word, int(band)) for word, band in pairs]


@pytest.mark.parametrize("band", COUNTS)
def test_a_band_file_has_sorted_words_of_three_or_more_letters(band: int) -> None:
    words = words_of(band)
    assert sorted(set(words)) == words
    assert [word for word in words if not re.fullmatch("[a-z]{3,}", word)] == []


@pytest.mark.parametrize("band", COUNTS)
def test_a_band_file_ends_its_lines_with_a_line_feed(band: int) -> None:
    content = (ENGLISH / f"{band}.txt").read_bytes()
    assert content.endswith(b"\n")
    assert b"\r" not in content


def test_the_counts_are_known() -> None:
    assert {band: len(words_of(band)) for band in COUNTS} == COUNTS
    assert sum(COUNTS.values()) == 254_535


def test_there_is_a_file_for_each_band_and_no_other() -> None:
    numbered = {int(path.stem) for path in ENGLISH.glob("*.txt") if path.stem.isdecimal()}
    assert set(COUNTS) == numbered


def test_no_word_is_in_two_files() -> None:
    named = {str(band): set(words_of(band)) for band in COUNTS}
    named |= {name: {word for word, _ in by_hand(name)} for name in BY_HAND}
    shared = {
        (one, other): named[one] & named[other] for one, other in itertools.combinations(named, 2)
    }
    assert {names: words for names, words in shared.items() if words} == {}


@pytest.mark.parametrize("name", BY_HAND)
def test_a_file_by_hand_is_sorted_and_gives_each_word_a_band(name: str) -> None:
    pairs = by_hand(name)
    words = [word for word, _ in pairs]
    assert BY_HAND[name] == len(pairs)
    assert sorted(set(words)) == words
    assert set() == {band for _, band in pairs} - set(COUNTS)


def test_words_in_the_files_by_hand_have_the_right_lengths() -> None:
    assert {2} == {len(word) for word, _ in by_hand("two-letter.txt")}
    assert [word for word, _ in by_hand("additions.txt") if len(word) < 3] == []
    assert [word for name in BY_HAND for word, _ in by_hand(name) if not word.islower()] == []


def test_words_removed_by_hand_are_gone() -> None:
    lines = (ENGLISH / "removals.txt").read_text(encoding="ascii").splitlines()
    removed = {line for line in lines if not line.startswith("#")}
    assert len(removed) == 3
    assert set() == removed.intersection(*[set().union(*map(words_of, COUNTS))])


@pytest.mark.parametrize(
    ("word", "band"),
    [
        ("the", 10),
        ("tea", 10),
        ("facade", 35),
        ("colour", 10),
        ("color", 10),
        ("qadi", 70),
        ("zyzzyva", 80),
    ],
)
def test_a_known_word_has_its_band(word: str, band: int) -> None:
    assert [band] == [its for its in COUNTS if word in words_of(its)]


def test_the_licence_of_the_words_is_complete() -> None:
    text = LICENSE.read_text(encoding="utf-8")
    assert "Copyright 2000-2011 by Kevin Atkinson" in text
    assert "Permission to use, copy, modify, distribute and sell these word" in text
    assert "UKACD, by J Ross Beresford" in text
    assert "ENABLE" in text
    assert LICENSE.stat().st_size == 11_135


def test_the_readme_credits_the_origin_and_says_what_was_modified() -> None:
    text = (ENGLISH / "README.md").read_text(encoding="utf-8")
    for fact in ("2020.12.07", "Kevin Atkinson", "ENABLE", "J Ross Beresford", "Modified"):
        assert fact in text
    for count in (*COUNTS.values(), sum(COUNTS.values()), *BY_HAND.values()):
        assert f"{count:,}" in text
    assert re.search(r'SHA256 = "(\w+)"', BUILDER.read_text(encoding="utf-8"))[1] in text  # type: ignore[index]


def test_the_bands_are_a_sorted_file_with_a_licence_of_its_own() -> None:
    lines = (COMMONNESS / "english.txt").read_text("ascii").splitlines()
    bands = {word: int(band) for word, band in map(str.split, lines)}
    assert sorted(bands) == [*bands]
    assert len(bands) == len(lines) == 96_212
    assert {*COUNTS} == {*bands.values()}
    levels = {word: level for level in COUNTS for word in words_of(level)}
    levels |= {word: band for name in BY_HAND for word, band in by_hand(name)}
    assert bands.keys() <= levels.keys()
    assert [word for word, band in bands.items() if band == levels[word]] == []
    text = (COMMONNESS / "README.md").read_text("utf-8")
    assert "CC BY-SA 4.0" in text
    assert f"{len(bands):,}" in text
    notice = (LICENSE.parent / "wordfreq-NOTICE.txt").read_text("utf-8")
    assert "Robyn Speer" in notice
    assert "Brysbaert" in notice


@pytest.mark.parametrize(
    ("words", "least", "most"),
    [
        ("the internet website online app", 10, 10),
        ("smartphone selfie podcast", 20, 20),
        ("nite employe putted", 35, 60),
        ("shoon clipt gasolene", 70, 80),
    ],
)
def test_bands_follow_the_use_of_words(words: str, least: int, most: int) -> None:
    lexicon = lg.Lexicon.default()
    assert {
        word: lexicon.band(word)
        for word in words.split()
        if not least <= (lexicon.band(word) or 0) <= most
    } == {}


def test_a_package_with_another_checksum_is_refused(tmp_path: Path) -> None:
    package = tmp_path / "other.deb"
    package.write_bytes(b"!<arch>\n")
    done = run_builder("--deb", str(package), "--check")
    assert done.returncode == 2
    assert "expected de692546" in done.stderr


def test_a_rebuild_gives_the_committed_files() -> None:
    package = os.environ.get("LEXIGRID_SCOWL_DEB")
    if not package:
        pytest.skip("LEXIGRID_SCOWL_DEB does not name Debian's scowl_2020.12.07-2_all.deb")
    done = run_builder("--deb", package, "--check")
    assert (done.returncode, done.stderr) == (0, "")


def run_builder(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(BUILDER), *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("code", ["de", "es", "fr"])
def test_themes_have_the_names_of_the_english_ones(code: str) -> None:
    alphabet = lg.Alphabet.named(code)
    assert lg.themes() == lg.themes(code)
    for name in lg.themes(code):
        words = lg.theme_words(name, language=code)
        texts = ["".join(alphabet.split(word)) for word in words]
        joined = "|".join(texts)
        assert len(words) >= 30
        assert all(1 == joined.count(text) for text in texts), name
        assert all(text == text[::-1] or text[::-1] not in joined for text in texts), name
        if code == "de":
            assert all(word[0].isupper() for word in words)
