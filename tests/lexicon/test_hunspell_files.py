"""Files of Hunspell dictionaries: encodings, kinds of flags, comments and invalid lines."""

from __future__ import annotations

import re
import unicodedata
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import lexigrid as lg
from dictionaries import dictionary, forms, read
from lexigrid.errors import LexiconError

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


def test_numbers_are_aliases_of_flags(tmp_path: Path) -> None:
    aff = "AF 2\nAF S # 1\nAF ST # 2\nAM 1\nAM po:noun\n"
    aff += "SFX S Y 1\nSFX S 0 s .\nSFX T Y 1\nSFX T 0 t/1 ."
    assert ["a", "as", "b", "bs", "bt", "bts"] == forms(tmp_path, aff, "a/1 b/2")


def test_flags_are_bytes_if_they_are_not_utf8(tmp_path: Path) -> None:
    aff = b"SET UTF-8\nAF 2\nAF \xe9\nAF \xcb\xaf\nSFX \xe9 Y 1\nSFX \xe9 0 s .\n"
    aff += b"SFX \xaf Y 1\nSFX \xaf 0 \xc5\xb1 ."
    assert ["a", "as", "b", "bű"] == forms(tmp_path, aff, "a/1 b/2")


def test_a_non_breaking_space_can_be_a_flag(tmp_path: Path) -> None:
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
    assert [word, word + word] == read(place, data).words


def test_the_default_encoding_is_latin_1(tmp_path: Path) -> None:
    assert ["été"] == forms(tmp_path, b"", "été".encode("latin-1"))


def test_ignored_characters_are_removed_from_words_and_affixes(tmp_path: Path) -> None:
    aff = "SET UTF-8\nIGNORE \u064e-\nSFX S Y 1\nSFX S 0 -s\u064e ."
    assert ["ab", "abs"] == forms(tmp_path, aff, "a\u064eb/S")


# --- Errors in files


@pytest.mark.parametrize(
    ("aff", "line", "says"),
    [
        ("# \nSET klingon", 2, "'klingon', which is not known"),
        ("SET a\0b", 1, "not known"),
        ("FLAG short", 1, "expected one of long, num, utf-8"),
    ],
)
def test_an_unknown_encoding_or_kind_of_flags_is_an_error(
    tmp_path: Path, aff: str, line: int, says: str
) -> None:
    with pytest.raises(LexiconError) as caught:
        forms(tmp_path, aff, "a")
    assert (str(tmp_path / "x.aff"), line) == (caught.value.path, caught.value.line)
    assert f"x.aff', line {line} " in str(caught.value)
    assert says in str(caught.value)


@pytest.mark.parametrize(
    ("aff", "line", "says"),
    [
        ("SET\n", 1, "'SET' alone"),
        ("FLAG long\nSFX a Y 1", 2, "two characters"),
        ("FLAG num\nSFX x Y 1", 2, "expected numbers"),
        ("SFX ab Y 1", 1, "expected one flag"),
        ("NEEDAFFIX ab", 1, "expected one flag"),
        ("SFX A 0 s .", 1, "expected 'SFX flag Y|N number'"),
        ("SFX A Y", 1, "expected 'SFX flag Y|N number'"),
        ("SFX A Y 1\nSFX A 0", 2, "expected 'SFX A strip add condition'"),
        ("SFX A Y 1\n\nSFX B 0 s .", 3, "expected 'SFX A strip add condition'"),
        ("SFX A Y 2\nSFX A 0 s .", 2, "ends the affixes A with 1 missing"),
        ("SFX A Y 2\nSFX A 0 s .\nSFX B Y 0", 3, "ends the affixes A"),
        ("PFX A Y 1\nPFX A 0 s [ab", 2, "'[ab'"),
        ("PFX A Y 1\nPFX A 0 s []", 2, "'[]'"),
        ("AF 1\nAF S\nPFX A Y 1\nPFX A 0 s/2 .", 4, "the number of an AF line, 1 to 1"),
        (b"SET UTF-8\nSFX A Y 1\nSFX A 0 \xff .", 3, "not UTF-8"),
        (b"SET UTF-8\nSFX A Y 1\nSFX A 0 s \xff", 3, "not UTF-8"),
    ],
)
def test_an_invalid_line_of_the_affix_file_is_skipped_and_reported(
    tmp_path: Path, aff: str | bytes, line: int, says: str
) -> None:
    found = read(*dictionary(tmp_path, aff, "a"))
    (note,) = found.notes
    assert found.words == ["a"]
    assert note.startswith(f"skipped 1 line of '{tmp_path / 'x.aff'}': line {line} ")
    assert says in note


@pytest.mark.parametrize(
    ("aff", "line", "says"),
    [
        ("SET UTF-8", b"\xff", "not UTF-8"),
        ("FLAG num", b"no/x", "expected numbers"),
        ("FLAG long", b"no/abc", "two characters"),
        ("AF 1\nAF A", b"no/0", "the number of an AF line"),
    ],
)
def test_an_invalid_line_of_the_dictionary_is_skipped_and_reported(
    tmp_path: Path, aff: str, line: bytes, says: str
) -> None:
    place, _ = dictionary(tmp_path, aff, "")
    found = read(place, b"3\nok\n" + line + b"\nwell")
    (note,) = found.notes
    assert found.words == ["ok", "well"]
    assert note.startswith(f"skipped 1 line of '{place}': line 3 ")
    assert says in note
    with pytest.raises(LexiconError, match=f"x.dic', line 2 .*{says}.* most other") as caught:
        read(place, b"3\n" + line + b"\n" + line + b"\nok")
    assert caught.value.line == 2


def test_invalid_lines_are_counted_and_three_are_listed(tmp_path: Path) -> None:
    """The Danish dictionary has such lines: `"A/S"`, with a flag that is not a number."""
    aff = "FLAG num\nSFX 7 Y 1\nSFX 7 0 s .\nSFX 8 Y 2\nSFX 8 0 t .\nSFX 9 Y 1\nSFX 9 0 r ."
    place, data = dictionary(tmp_path, aff, 'a/7 "A/S" "B/S" c/9 "C/S" "D/S" e/8 f')
    found = read(place, data)
    assert found.words == ["a", "as", "c", "cr", "e", "et", "f"]
    affixes, words = found.notes
    assert "x.aff': line 6 ends the affixes 8" in affixes
    assert words.startswith("skipped 4 lines of ")
    assert [number in words for number in ("line 3", "line 4", "line 6", "line 7")] == [1, 1, 1, 0]
    assert words.endswith("; ...")
    place.write_bytes(data)
    lexicon = lg.Lexicon.read(place)
    assert lexicon.notes == tuple(found.notes)


def test_lines_without_flags_are_not_counted_as_invalid(tmp_path: Path) -> None:
    """The text None is an invalid number like any other."""
    place, data = dictionary(tmp_path, "FLAG num", "a/None b/None c/None d e f g h i")
    found = read(place, data)
    assert list("defghi") == found.words
    assert 3 == count_skipped(found.notes)


def test_an_invalid_alias_keeps_its_number(tmp_path: Path) -> None:
    aff = "FLAG long\nAF 2\nAF a\nAF bb\nSFX bb Y 1\nSFX bb 0 s ."
    assert read(*dictionary(tmp_path, aff, "a/1 b/2")).words == ["a", "b", "bs"]


@pytest.mark.parametrize("data", [b"", b"cat\ndog"])
def test_a_file_without_the_number_of_words_is_not_a_dictionary(
    tmp_path: Path, data: bytes
) -> None:
    place, _ = dictionary(tmp_path, "", "")
    with pytest.raises(LexiconError, match=r"x.dic', line 1 .*expected the number of words"):
        read(place, data)


# --- Every line, compared with a reader of one character after the other

#: By mode: a flag that adds a letter, one of words to avoid, of forbidden words, and not used.
FLAGS = {
    "": ("S", "N", "\u00a0", "x"),
    "UTF-8": ("é", "N", "F", "-"),
    "long": ("Sa", "Na", "/a", "aS"),
    "num": ("7", "12", "301", "70"),
}
LETTERS = "abAéßж中 ·²-'./\\\t#1\u0301,"
ENCODINGS = ("UTF-8", "ISO8859-1", "KOI8-R", "microsoft-cp1251", "cp437", "GB18030", "Shift_JIS")
FIELDS = ("", "", "", " ", " po:noun", "  st:a/S al:b", "\tis:x y", "\t", " junk", " a: b")

lines = st.tuples(
    st.text(LETTERS, max_size=4),
    st.sampled_from(["", "", "/", "\\/", "//", "/ "]),
    st.lists(st.integers(0, 5), max_size=3),
    st.sampled_from(FIELDS),
    st.sampled_from([b"", b"", b"", b"\r", b"\r\r", b"\xff"]),
)


def read_line(line: str) -> tuple[str, str]:
    """Return the word and the flags of a line without its end."""
    word = ""
    at = 0
    while at < len(line):
        if line[at] == "\t" or (line[at] == " " and re.match(" +[^ \t]{2}:", line[at:])):
            return word, ""
        if line[at] == "/" and at > 0:
            break
        is_escaped = line[at : at + 2] == "\\/"
        word += "/" if is_escaped else line[at]
        at += 1 + is_escaped
    flags = re.split(r"\t| +[^ \t]{2}:", line[at + 1 :])[0]
    return word, flags.strip(" ").split(" ")[0]


def read_flags(text: str, mode: str, aliases: list[list[str]]) -> list[str]:
    if not text:
        return []
    if aliases:
        assert re.fullmatch("[0-9]+", text)
        assert 0 < int(text) <= len(aliases)
        return aliases[int(text) - 1]
    if mode == "num":
        numbers = [number for number in text.split(",") if number]
        assert all(number.isascii() and number.isdigit() for number in numbers)
        return numbers
    assert mode != "long" or len(text) % 2 == 0
    return [text[i : i + 2] for i in range(0, len(text), 2)] if mode == "long" else list(text)


def count_skipped(notes: list[str]) -> int:
    """Return how many lines the notes say were skipped."""
    return sum(int(number) for note in notes for number in re.findall(r"skipped (\d+) line", note))


def is_word(form: str) -> bool:
    """Is it a letter, and then small letters, marks and middle dots?"""

    def is_letter(c: str) -> bool:
        return c.isalpha() and not unicodedata.decomposition(c).startswith(("<super>", "<sub>"))

    later = (c == "·" or unicodedata.category(c)[0] == "M" or is_letter(c) for c in form[1:])
    return is_letter(form[:1]) and all(later) and form[1:] == form[1:].lower()


@given(
    st.lists(lines, max_size=12),
    st.sampled_from(sorted(FLAGS)),
    st.sampled_from(ENCODINGS),
    st.booleans(),
    st.booleans(),
    st.booleans(),
)
def test_every_line_is_read_as_by_a_plain_reader(
    tmp_path: Path,
    drawn: list[tuple[str, str, list[int], str, bytes]],
    mode: str,
    encoding: str,
    has_aliases: bool,
    has_ignored: bool,
    has_mark: bool,
) -> None:
    codec = {"microsoft-cp1251": "cp1251"}.get(encoding, encoding)
    every = [flag.encode(codec, "replace").decode(codec) for flag in (*FLAGS[mode], "b", "¼")]
    adds, avoids, forbids, other, *_ = every
    known = [[adds], [avoids], [forbids], [other], [adds, avoids]]
    separator = "," if mode == "num" else ""
    aff = [f"SET {encoding}", f"FLAG {mode}" * bool(mode), "IGNORE a.-/" * has_ignored]
    aff += [f"NOSUGGEST {avoids}", f"FORBIDDENWORD {forbids}"]
    aff += [f"AF {len(known)}", *(f"AF {separator.join(flags)}" for flags in known)] * has_aliases
    aff += [f"SFX {adds} Y 1", f"SFX {adds} 0 bb ."]
    body = []
    for word, mark, numbers, fields, end in drawn:
        names = [str(i) if has_aliases else every[i] for i in numbers]
        text = word + mark + ("" if has_aliases else separator).join(names) + fields
        body.append(text.encode(codec, "replace") + end)
    place = tmp_path / "x.dic"
    place.with_suffix(".aff").write_bytes("\n".join(aff).encode(codec, "replace"))

    usual: set[str] = set()
    avoided: set[str] = set()
    forbidden: set[str] = set()
    wrong: list[int] = []
    for number, raw in enumerate(body, 2):
        line = raw.rstrip(b"\r").decode(codec, "surrogateescape")
        word, flag_text = read_line(line)
        try:
            assert not re.search("[\ud800-\udfff]", word)
            flags = read_flags(flag_text, mode, known if has_aliases else [])
        except AssertionError:
            wrong.append(number)
            continue
        word = re.sub(r"[a./-]", "", word) if has_ignored else word
        if word:
            kind = forbidden if forbids in flags else avoided if avoids in flags else usual
            kind.update({word, word + "bb"} if adds in flags else {word})
    data = b"\xef\xbb\xbf" * has_mark + b"7 words\n" + b"\n".join(body)
    if 2 * len(wrong) > sum(raw.strip(b"\r") != b"" for raw in body):
        with pytest.raises(LexiconError, match=f"line {wrong[0]} .* most other lines") as caught:
            read(place, data)
        assert caught.value.line == wrong[0]
        return
    found = read(place, data)
    assert found.words == sorted(filter(is_word, (usual | avoided) - forbidden))
    assert found.avoided == sorted(filter(is_word, avoided - usual - forbidden))
    named = [int(number) for note in found.notes for number in re.findall(r"line (\d+)", note)]
    assert named == wrong[:3]
    assert len(wrong) == count_skipped(found.notes)


def test_a_damaged_ignore_line_of_an_affix_file_is_skipped(tmp_path: Path) -> None:
    (tmp_path / "x.aff").write_bytes(b"SET UTF-8\nIGNORE \xff\n")
    (tmp_path / "x.dic").write_bytes(b"1\noat\n")
    lexicon = lg.Lexicon.read(tmp_path / "x.dic")
    assert ["oat"] == list(lexicon)
    assert "line 2 is not UTF-8" in lexicon.notes[0]
