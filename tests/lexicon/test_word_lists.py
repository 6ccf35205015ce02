"""Word list files: compressed, as tables, damaged, and where an extra is missing."""

from __future__ import annotations

import gzip
import json
import lzma
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import lexigrid as lg
from commands import answer, call, error_of
from lexigrid._util import io
from lexigrid.lexicon.word_list import WordList
from lexigrid.lexicon.word_lists import read_word_list

TEXT = "\ufeffoat\r\n\r\n# a comment\r\n  Eat \r\noat\r\ncafé\r\n".encode()


def arrow() -> Any:
    return pytest.importorskip("pyarrow")


def pack(data: bytes) -> bytes:
    """Compress with zstd."""
    pa = arrow()
    sink = pa.BufferOutputStream()
    with pa.CompressedOutputStream(sink, "zstd") as file:
        file.write(data)
    return bytes(sink.getvalue().to_pybytes())


PACKERS: dict[str, Callable[[bytes], bytes]] = {
    ".gz": gzip.compress,
    ".xz": lzma.compress,
    ".zst": pack,
}


def write_table(path: Path, **columns: Any) -> Path:
    pa = arrow()
    import pyarrow.parquet as parquet

    parquet.write_table(pa.table(columns), path)
    return path


# --- .zst ---------------------------------------------------------------------------------------


def test_a_list_compressed_with_zstd_is_read(tmp_path: Path) -> None:
    for name, data in (("w.txt.zst", pack(TEXT)), ("W.ZST", pack(TEXT[:20]) + pack(TEXT[20:]))):
        path = tmp_path / name
        path.write_bytes(data)
        assert list(lg.Lexicon.read(path)) == ["café", "Eat", "oat"]


def test_a_compressed_file_may_be_a_table_or_a_lexicon(tmp_path: Path) -> None:
    table, compiled = tmp_path / "w.csv.zst", tmp_path / "w.lexicon.zst"
    table.write_bytes(pack(b"rank,word\n1,oat\n2,Eat\n"))
    assert list(lg.Lexicon.read(table)) == ["Eat", "oat"]
    lg.Lexicon(["oat", "Eat"]).save(tmp_path / "w.lexicon")
    compiled.write_bytes(pack((tmp_path / "w.lexicon").read_bytes()))
    assert lg.Lexicon.read(compiled) == lg.Lexicon(["oat", "Eat"])


@pytest.mark.parametrize(
    ("ending", "damage"),
    # Python ignores data after the end of an .xz file.
    [(e, d) for e in PACKERS for d in ("short", "no", "more") if (e, d) != (".xz", "more")],
)
def test_a_damaged_compressed_list_has_one_message(
    ending: str, damage: str, tmp_path: Path
) -> None:
    whole = PACKERS[ending](TEXT)
    path = tmp_path / f"w.txt{ending}"
    bad = {
        "short": whole[: len(whole) // 2],
        "no": b"oat\neat\n" * 9,
        "more": whole + b"oat\neat\n",
    }
    path.write_bytes(bad[damage])
    with pytest.raises(lg.InputError, match=r"cannot decompress '.*w") as caught:
        lg.Lexicon.read(path)
    assert caught.value.path == path
    message = error_of("lexicon", "build", str(path), "--output", str(tmp_path / "o"))
    assert "cannot decompress" in message
    assert not (tmp_path / "o").exists()


@pytest.mark.parametrize("ending", PACKERS)
def test_a_list_that_decompresses_without_end_is_refused(
    ending: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(io, "MAX_BYTES", 1 << 21)
    path = tmp_path / f"w{ending}"
    path.write_bytes(PACKERS[ending](b"oat\n" * (1 << 20)))
    with pytest.raises(lg.InputError, match="decompressed, has more than 2097152 bytes"):
        lg.Lexicon.read(path)


# --- Parquet ------------------------------------------------------------------------------------


def test_a_column_of_parquet(tmp_path: Path) -> None:
    path = write_table(
        tmp_path / "w.parquet", rank=[1, 2, 3], text=["x", "y", "z"], word=["oat", None, " Eat "]
    )
    assert list(lg.Lexicon.read(path)) == ["Eat", "oat"]
    for column in ("text", 1):
        assert list(lg.Lexicon.read(path, column=column)) == ["x", "y", "z"]
    with pytest.raises(lg.LexiconError, match="no column 'wort'; the columns are rank, text, word"):
        lg.Lexicon.read(path, column="wort")
    with pytest.raises(lg.LexiconError, match="no column 3; columns count from 0 to 2"):
        lg.Lexicon.read(path, column=3)
    with pytest.raises(lg.LexiconError, match="the column 'rank' is of int64, expected text"):
        lg.Lexicon.read(path, column="rank")


def test_a_table_of_a_spreadsheet_may_have_semicolons(tmp_path: Path) -> None:
    path = tmp_path / "w.csv"
    path.write_text("\ufeffword;meaning\r\noat;a, b\r\n", "utf-8", newline="")
    note = f"{str(path)!r}: left out the clues of 1 word"
    assert read_word_list(path) == WordList(["oat"], notes=[note])
    assert note in call("make", "rye", "--avoid", str(path), "--quiet").stderr
    made = call("make", "--words", str(path), "--quiet", "--format", "json")
    assert json.loads(made.stdout)["words"][0]["clue"] == "a, b"
    assert made.stderr == ""


def test_only_a_known_word_is_a_header(tmp_path: Path) -> None:
    path = tmp_path / "w.csv"
    path.write_text("dog\ncat\n", "utf-8")
    assert list(lg.Lexicon.read(path)) == ["cat", "dog"]
    path.write_text("Wort\nHund\n", "utf-8")
    assert list(lg.Lexicon.read(path)) == ["Hund"]


def test_the_default_column_is_word_or_else_the_first_of_text(tmp_path: Path) -> None:
    path = write_table(tmp_path / "w.parquet", rank=[1, 2], noun=["oat", "#eat"], note=["a", "b"])
    assert read_word_list(path) == WordList(["oat", "#eat"])
    path = write_table(tmp_path / "n.parquet", rank=[1, 2], share=[0.5, 0.5])
    with pytest.raises(
        lg.LexiconError, match=r"no column of text.* rank \(int64\), share \(double\)"
    ):
        lg.Lexicon.read(path)


def test_texts_of_every_arrow_kind_are_words(tmp_path: Path) -> None:
    pa = arrow()
    for kind in (pa.string(), pa.large_string(), pa.dictionary(pa.int32(), pa.string())):
        words = pa.array(["oat", "Straße", "oat", "", None], pa.string()).cast(kind)
        assert read_word_list(write_table(tmp_path / "w.parquet", word=words)) == WordList(
            ["oat", "Straße"]
        )


@given(words=st.lists(st.text("abßé #\"',", max_size=5), min_size=1, max_size=30))
def test_a_table_gives_the_lexicon_of_its_words(words: list[str], tmp_path_factory: Any) -> None:
    path = write_table(tmp_path_factory.mktemp("w") / "w.parquet", word=words)
    kept = [word for word in words if word.strip()]
    if kept:
        assert lg.Lexicon.read(path) == lg.Lexicon(kept)
    else:
        with pytest.raises(lg.LexiconError, match="there are no words, expected at least one"):
            lg.Lexicon.read(path)


def test_a_damaged_table_has_one_message(tmp_path: Path) -> None:
    path = write_table(tmp_path / "w.parquet", word=[f"word{n}" for n in range(5000)])
    whole = path.read_bytes()
    hollow = whole[:100] + bytes(len(whole) // 2) + whole[100 + len(whole) // 2 :]
    for damaged in (b"", b"oat\neat\n" * 9, whole[: len(whole) // 2], whole[:-20], hollow):
        path.write_bytes(damaged)
        with pytest.raises(lg.InputError, match=r"w\.parquet' is damaged or not a Parquet file: "):
            lg.Lexicon.read(path)
        message = error_of("paths", "tea/ant/oat", "--words", str(path))
        assert "is damaged or not a Parquet file" in message


def test_bytes_that_are_not_text_are_reported(tmp_path: Path) -> None:
    pa = arrow()
    words = pa.array([b"oat", b"caf\xe9"], pa.binary())
    words = pa.StringArray.from_buffers(2, words.buffers()[1], words.buffers()[2])
    path = write_table(tmp_path / "w.parquet", word=words)
    with pytest.raises(lg.InputError, match=r"w\.parquet' is damaged .*0xe9"):
        lg.Lexicon.read(path)


@pytest.mark.parametrize("text", ["", "# a comment\n", "# \u00e9\n\n", "{}", "[]", "{\r}}"])
def test_a_file_without_words_is_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "words.txt"
    path.write_text(text, "utf-8")
    with pytest.raises(lg.LexiconError, match="there are no words, expected at least one"):
        lg.Lexicon.read(path)


def test_a_table_without_words_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "words.csv"
    path.write_text(";;", "utf-8")
    with pytest.raises(lg.LexiconError, match="expected words"):
        lg.Lexicon.read(path)


@pytest.mark.parametrize("letter", ["a", "\u00e4"])
def test_a_long_word_is_named_by_its_line(tmp_path: Path, letter: str) -> None:
    path = tmp_path / "words.txt"
    path.write_text(f"{letter}\n# a comment\n\n{letter}\n{letter * 5000}\n", "utf-8")
    with pytest.raises(lg.LexiconError, match="line 5 has 5000 letters"):
        lg.Lexicon.read(path)


@pytest.mark.parametrize("beyond", ["", "\u00e9", "e\u0323\u0301"])
def test_repeats_and_punctuation_change_no_words(tmp_path: Path, beyond: str) -> None:
    path = tmp_path / "words.txt"
    lines = ["oat", "Oat", "o-at", "-", "oat", "o-at ", beyond, f"-{beyond}", beyond]
    path.write_text("\n".join(lines), "utf-8")
    found = lg.Lexicon.read(path)
    assert {"-", "oat", beyond} - {""} == set(found)
    assert ("oat", "Oat", "o-at") == found.spellings("oat")


def test_a_small_file_of_many_repeats_is_read(tmp_path: Path) -> None:
    pa = arrow()
    indices = pa.array(bytes(4_000_000), pa.int8())
    words = pa.DictionaryArray.from_arrays(indices, pa.array(["oat"]))
    path = write_table(tmp_path / "w.parquet", word=words)
    assert path.stat().st_size < 20_000
    assert read_word_list(path) == WordList(["oat"])


# --- the command line and missing extras ---------------------------------------------------


def test_the_command_line_reads_them(tmp_path: Path) -> None:
    table = write_table(tmp_path / "w.parquet", word=["oat", "eat", "zoo"])
    packed = tmp_path / "w.txt.zst"
    packed.write_bytes(pack(b"oat\neat\nzoo\n"))
    for path in (str(table), str(packed)):
        place = str(tmp_path / "o.lexicon")
        answer("lexicon", "build", path, "--output", place)
        assert answer("lexicon", "words", "--lexicon", place) == "eat\noat\nzoo\n"
        assert answer("lexicon", "words", "--lexicon", path) == "eat\noat\nzoo\n"


@pytest.mark.parametrize("name", ["w.txt.zst", "w.parquet"])
def test_without_the_extra_the_message_names_it(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    path = tmp_path / name
    path.write_bytes(b"oat\n")
    with pytest.raises(lg.InputError, match=r"pip install 'lexigrid\[arrow\]'") as caught:
        lg.Lexicon.read(path)
    assert str(path) in str(caught.value)
    assert "not installed" in error_of("lexicon", "info", str(path))
