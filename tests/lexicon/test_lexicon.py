"""Lexicons compiled, queried, saved, loaded and damaged, compared with a Python set of words."""

from __future__ import annotations

import fnmatch
import gzip
import lzma
import os
import pickle
import random
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import lexigrid as lg
from checkout import ROOT
from lexigrid import _core
from lexigrid.lexicon.image import DEFAULT_PATH, parse_description


def words_of(letters: str = "abcd", most: int = 6) -> st.SearchStrategy[list[str]]:
    return st.lists(st.text(letters, min_size=1, max_size=most), min_size=1, max_size=40)


# --- queries -------------------------------------------------------------------


@given(words_of(), st.text("abcde", max_size=4))
def test_queries_agree_with_a_set(words: list[str], asked: str) -> None:
    lexicon = lg.Lexicon(words)
    assert sorted(set(words)) == list(lexicon)
    assert len(set(words)) == len(lexicon)
    assert (asked in set(words)) == (asked in lexicon)
    assert any(word.startswith(asked) for word in words) == lexicon.starts_with(asked)
    cursor = lexicon.at(asked)
    below = sorted({word for word in words if word.startswith(asked)})
    assert below == ([] if cursor is None else list(cursor.words()))


@given(words_of("ab", 7), st.text("ab?*", min_size=1, max_size=6))
def test_patterns_match_like_file_name_patterns(words: list[str], pattern: str) -> None:
    expected = sorted({word for word in words if fnmatch.fnmatchcase(word, pattern)})
    assert expected == list(lg.Lexicon(words).words(pattern))


@given(words_of("aäßéक्षि👍🏽", 5))
def test_letters_of_any_script(words: list[str]) -> None:
    lexicon = lg.Lexicon(words)
    assert all(word in lexicon for word in words)
    assert len(lexicon) == len({lg.Alphabet().split(word) for word in words})


@given(st.lists(st.integers(0, 299), min_size=1, max_size=60), st.randoms(use_true_random=False))
def test_alphabets_of_more_than_256_letters(numbers: list[int], rng: random.Random) -> None:
    words = [chr(0x4E00 + a) + chr(0x4E00 + (a * 7) % 300) for a in numbers]
    lexicon = lg.Lexicon([*words, *(chr(0x4E00 + i) for i in range(300))])
    assert len(lexicon.letters) == 300
    assert sorted({*words, *(chr(0x4E00 + i) for i in range(300))}) == list(lexicon)
    assert rng.choice(words) in lexicon


def test_order_and_repeats_of_words_change_nothing() -> None:
    a = lg.Lexicon(["b", "a", "ab"])
    b = lg.Lexicon(["ab", "a", "b", "a"])
    assert a == b
    assert a.fingerprint == b.fingerprint
    assert a.fingerprint != lg.Lexicon(["a", "b"]).fingerprint


def test_words_that_fold_together_are_one_word_in_the_first_spelling() -> None:
    lexicon = lg.Lexicon(["Straße", "STRASSE", "strasse", "Straße"])
    assert list(lexicon) == ["Straße"]
    assert lexicon.spellings("strasse") == ("Straße", "STRASSE", "strasse")
    assert lexicon.spellings("gasse") == ()


def test_punctuation_is_not_a_letter_unless_the_word_has_nothing_else() -> None:
    lexicon = lg.Lexicon(["ICE CREAM", "co-op", "--"])
    assert "icecream" in lexicon
    assert "COOP" in lexicon
    assert "--" in lexicon
    assert lexicon.letters == ("-", "a", "c", "e", "i", "m", "o", "p", "r")


def test_case_can_matter() -> None:
    lexicon = lg.Lexicon(["Oat"], case_sensitive=True)
    assert "Oat" in lexicon
    assert "oat" not in lexicon


def test_bands_are_kept_and_the_most_common_counts() -> None:
    lexicon = lg.Lexicon(["a", "b", "a"], bands=[9, 8, 3])
    assert lexicon.band("a") == 3
    assert lexicon.band("b") == 8
    assert lexicon.band("c") is None
    assert lg.Lexicon(["a"]).band("a") is None


def test_the_cursor_walks() -> None:
    lexicon = lg.Lexicon(["thin", "thing", "the"])
    cursor = lexicon.at("th")
    assert cursor is not None
    assert cursor.letters == ("e", "i")
    assert not cursor.is_word
    assert cursor.child("x") is None
    next_cursor = cursor.child("i")
    assert next_cursor is not None
    assert next_cursor.prefix == "thi"
    assert next_cursor == lexicon.at("thi") != lexicon.at("the")
    word = cursor.child("in")
    assert word is not None
    assert word.is_word


# --- bad words ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ([], "there are no words, expected at least one"),
        (["a", " "], "word 2 is empty, expected letters; leave it out"),
        (["a", 3], "word 2 is 3 (int), expected text"),
        ("cat", "words are 'cat', expected several words, such as ['cat']"),
        (["a" * 5000], "word 1 has 5000 letters, at most 4095 are allowed"),
        (["ä" * 5000], "word 1 has 5000 letters, expected 1 to 4095"),
        (["oat", "ä" * 300_000], "word 2 has 300000 characters, expected at most 262080"),
        (["a\x07b"], "word 1 has the control character 7"),
    ],
)
def test_bad_words_are_refused_with_their_place(words: list[str], message: str) -> None:
    with pytest.raises(lg.LexiconError) as caught:
        lg.Lexicon(words)
    assert str(caught.value) == message


# --- files --------------------------------------------------------------------------------------


def test_word_lists_are_read_compressed_or_not(tmp_path: Path) -> None:
    text = "\ufeffoat\r\n\r\n# a comment\r\n  eat \r\noat\r\n"
    plain, packed, squeezed = (tmp_path / name for name in ("w.txt", "w.txt.gz", "w.txt.xz"))
    plain.write_bytes(text.encode())
    packed.write_bytes(gzip.compress(text.encode()))
    squeezed.write_bytes(lzma.compress(text.encode()))
    for path in (plain, packed, squeezed):
        assert list(lg.Lexicon.read(path)) == ["eat", "oat"]


@pytest.mark.parametrize(
    "text",
    ["\n\nword\noat\n", '"word";"n"\noat;1\n', '"a,b";word\n"x,y";oat\n', "\n\ufeffWORD\noat\n"],
)
def test_the_header_of_a_csv_list(text: str, tmp_path: Path) -> None:
    path = tmp_path / "w.csv"
    path.write_text(text)
    assert ["oat"] == list(lg.Lexicon.read(path))


def test_a_csv_list_of_blank_lines_is_empty(tmp_path: Path) -> None:
    path = tmp_path / "w.csv"
    path.write_text("\n \n")
    with pytest.raises(lg.LexiconError, match="is an empty CSV file"):
        lg.Lexicon.read(path)


def test_a_csv_column(tmp_path: Path) -> None:
    path = tmp_path / "w.csv"
    path.write_text("rank,word\n1,oat\n2,Eat\n", "utf-8")
    assert list(lg.Lexicon.read(path)) == ["Eat", "oat"]
    assert list(lg.Lexicon.read(path, column="rank")) == ["1", "2"]
    with pytest.raises(
        lg.LexiconError, match="there is no column 'wort'; the columns are rank, word"
    ):
        lg.Lexicon.read(path, column="wort")


def test_invalid_utf8_is_named_with_its_byte(tmp_path: Path) -> None:
    path = tmp_path / "w.txt"
    path.write_bytes(b"oat\ncaf\xff\xfe\n")
    with pytest.raises(lg.LexiconError) as caught:
        lg.Lexicon.read(path)
    assert "byte 7 is 0xff, which is not UTF-8" in str(caught.value)
    assert caught.value.offset == 7


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    for reader in (lg.Lexicon.read, lg.Lexicon.load):
        with pytest.raises(lg.InputError, match=r"cannot read '.*none\.txt': no such file"):
            reader(tmp_path / "none.txt")


@given(words_of("abé-", 6))
def test_a_saved_lexicon_is_loaded_unchanged(words: list[str]) -> None:
    import tempfile

    lexicon = lg.Lexicon(words, bands=[len(word) for word in words])
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "w.lexicon"
        lexicon.save(path)
        loaded = lg.Lexicon.load(path)
        assert loaded == lexicon
        assert list(loaded) == list(lexicon)
        assert [loaded.spellings(w) for w in words] == [lexicon.spellings(w) for w in words]
        assert [loaded.band(w) for w in words] == [lexicon.band(w) for w in words]
        assert loaded.alphabet == lexicon.alphabet
        del loaded


def test_a_lexicon_pickles() -> None:
    lexicon = lg.Lexicon(["Oat", "eat"], fold_accents=True)
    assert pickle.loads(pickle.dumps(lexicon)) == lexicon


def test_read_recognises_a_compiled_lexicon(tmp_path: Path) -> None:
    path = tmp_path / "words"
    lg.Lexicon(["oat"]).save(path)
    assert list(lg.Lexicon.read(path)) == ["oat"]


def saved_image() -> bytes:
    return bytes(
        lg.Lexicon(["oat", "Eat", "co-op", "quiz", "quit"], bands=[1, 2, 3, 4, 5]).core.image
    )


def load_bytes(image: bytes, tmp_path: Path) -> lg.Lexicon:
    path = tmp_path / "damaged.lexicon"
    path.write_bytes(image)
    return lg.Lexicon.load(path)


def test_every_flipped_bit_is_detected(tmp_path: Path) -> None:
    image = saved_image()
    for at in range(len(image)):
        damaged = bytearray(image)
        damaged[at] ^= 1 << at % 8
        with pytest.raises(lg.LexiconFormatError):
            _core_open(bytes(damaged))
    assert len(_core_open(image)) == 5
    assert len(load_bytes(image, tmp_path)) == 5


def _core_open(image: bytes) -> lg.Lexicon:
    from lexigrid.lexicon.lexicon import _from_image

    return _from_image(image)


def test_every_truncation_is_detected() -> None:
    image = saved_image()
    for size in range(0, len(image), 7):
        with pytest.raises(lg.LexiconFormatError):
            _core_open(image[:size])


@pytest.mark.parametrize(
    ("image", "message"),
    [
        (b"", "is empty, expected a compiled lexicon"),
        (b"oat\n" * 100, "not a compiled lexicon: it does not start with LEXIGRID"),
        (b"LEXIGRID" + b"\x09" + bytes(400), "format version 9, this release reads version 1"),
        (b"LEXIGRID", "the file ends inside the header"),
    ],
)
def test_files_that_are_not_lexicons(image: bytes, message: str, tmp_path: Path) -> None:
    with pytest.raises(lg.LexiconFormatError, match=message):
        load_bytes(image, tmp_path)


@pytest.mark.parametrize("text", ["{", "[" * 100_000, "[]"])
def test_a_description_that_is_no_object_of_json_is_refused(text: str) -> None:
    with pytest.raises(lg.LexiconFormatError, match="the description is not"):
        parse_description(text)


def test_saving_into_a_missing_folder_leaves_nothing(tmp_path: Path) -> None:
    with pytest.raises(lg.InputError, match="cannot write"):
        lg.Lexicon(["oat"]).save(tmp_path / "none" / "w.lexicon")
    assert list(tmp_path.iterdir()) == []


# --- the built-in words -------------------------------------------------------------------------


def test_the_built_in_lexicon_has_the_words_and_bands_of_its_files() -> None:
    lexicon = lg.Lexicon.default()
    folder = ROOT / "words" / "english"
    bands: dict[str, int] = {}
    for path in sorted(folder.glob("*.txt")):
        if path.name == "removals.txt":
            continue
        for line in path.read_text("ascii").splitlines():
            if not line.startswith("#"):
                word, _, band = line.partition(" ")
                level = int(band or path.stem)
                bands[word] = min(level, bands.get(word, 255))
    assert len(lexicon) == len(bands)
    other = (ROOT / "words" / "commonness" / "english.txt").read_text("ascii").split()
    moved = dict(zip(other[::2], map(int, other[1::2]), strict=True))
    assert moved.keys() <= bands.keys()
    bands |= moved
    assert all(lexicon.band(word) == band for word, band in bands.items())


def test_the_built_in_lexicon_is_sound_small_and_shared() -> None:
    assert os.path.getsize(DEFAULT_PATH) <= 12_000_000
    levels = lg.Lexicon.load(DEFAULT_PATH)
    assert levels.fingerprint == lg.Lexicon.default().fingerprint
    assert (10, 35) == (levels.band("nite"), lg.Lexicon.default().band("nite"))
    assert lg.Lexicon.default() is lg.Lexicon.default()
    assert "SCOWL" in lg.Lexicon.default().info["origin"]
    assert levels.alphabet == lg.Lexicon.default().alphabet


def test_threads_share_one_lexicon() -> None:
    lexicon = lg.Lexicon.default()
    grid = lg.Grid.parse("perslatgsineters", size=(4, 4))
    expected = [found.word for found in lg.find_paths(grid, lexicon)]
    answers: list[list[str]] = []

    def ask() -> None:
        answers.append([found.word for found in lg.find_paths(grid, lexicon)])

    threads = [threading.Thread(target=ask) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert answers == [expected] * 8


def test_opening_the_built_in_lexicon_reads_no_words() -> None:
    code = (
        "import lexigrid.lexicon.lexicon as m; m.compile_words = m.compile_text = None;"
        "print('lexicon' in m.Lexicon.default())"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "True"


def test_limits_of_the_core_are_documented_constants() -> None:
    assert (_core.MAX_LETTERS, _core.MAX_WORD_LETTERS, _core.MAX_CELLS) == (65535, 4095, 2**31 - 1)


# --- several ways to compile one list -----------------------------------------------------------


@given(st.lists(st.text("abcZ-' ?9ßé", min_size=1, max_size=15), min_size=1, max_size=200))
def test_words_in_a_list_and_as_text_give_the_same_image(words: list[str]) -> None:
    meta = "{}"
    for fold_case in (True, False):
        compiled = _core.Lexicon.compile_plain(words, fold_case, "?", meta, b"")
        is_plain = all(word.isascii() and word == word.strip() for word in words)
        assert (compiled is not None) == is_plain
        if compiled is not None:
            text = "\n".join(words).encode()
            other = _core.Lexicon.compile_ascii(text, fold_case, False, "?", meta, b"")
            assert other is not None
            assert bytes(compiled.image) == bytes(other.image)


@given(st.lists(st.text("ab", min_size=1, max_size=20), min_size=130, max_size=300))
def test_words_with_long_common_prefixes_are_sorted(tails: list[str]) -> None:
    for letters in (
        "",
        "cdefghijklmnopqrstuvwxyz0123456789",
    ):  # a sort key holds twelve letters, or eight
        words = ["a" * 9 + tail for tail in tails] + list(letters)
        lexicon = lg.Lexicon(words)
        assert sorted(set(words)) == list(lexicon)
        assert bytes(lexicon.core.image) == bytes(lg.Lexicon(sorted(words)).core.image)
