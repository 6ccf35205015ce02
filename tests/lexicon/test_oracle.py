"""The compiled trie, before and after saving, compared with a trie of dictionaries."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import lexigrid as lg
from lexigrid import _core

#: Hanzi of three blocks: more than 65,536 letters, none of which folds into another.
RANGES = ((0x4E00, 0x9FFF), (0x3400, 0x4DBF), (0x20000, 0x2A6DF))


@dataclass
class PlainTrie:
    """A node with its children by letter; where words end, it has their spellings and band."""

    children: dict[str, PlainTrie] = field(default_factory=dict)
    spellings: list[str] = field(default_factory=list)
    band: int = 255

    def add(self, letters: tuple[str, ...], spelling: str, band: int) -> None:
        node = self
        for letter in letters:
            node = node.children.setdefault(letter, PlainTrie())
        if spelling not in node.spellings:
            node.spellings.append(spelling)
        node.band = min(node.band, band)

    def nodes(self, behind: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], PlainTrie]]:
        """All nodes with the letters that lead to them, in alphabetical order."""
        yield behind, self
        for letter in sorted(self.children):
            yield from self.children[letter].nodes((*behind, letter))

    def words(self) -> list[tuple[tuple[str, ...], PlainTrie]]:
        return [(letters, node) for letters, node in self.nodes() if node.spellings]


def plain_trie(words: list[str], bands: list[int]) -> PlainTrie:
    root, alphabet = PlainTrie(), lg.Alphabet()
    for word, band in zip(words, bands, strict=True):
        # Hyphens are not letters unless a word has nothing else.
        letters = alphabet.split(word)
        root.add(tuple(c for c in letters if c != "-") or letters, word, band)
    return root


def check(lexicon: lg.Lexicon, plain: PlainTrie, patterns: list[str]) -> None:
    """Compare every query of a lexicon with the plain trie."""
    words = plain.words()
    assert [node.spellings[0] for _, node in words] == list(lexicon)
    assert len(words) == len(lexicon)
    assert max(len(letters) for letters, _ in words) == lexicon.max_length
    assert sorted({c for letters, _ in words for c in letters}) == list(lexicon.letters)
    lengths = [len(letters) for letters, _ in words]
    assert {n: lengths.count(n) for n in sorted(set(lengths))} == lexicon.length_counts
    for letters, node in plain.nodes():
        prefix = "".join(letters)
        cursor = lexicon.at(prefix)
        assert cursor is not None
        assert (letters, tuple(sorted(node.children))) == (cursor._path, cursor.letters)
        assert bool(node.spellings) == cursor.is_word == (prefix in lexicon and prefix != "")
        assert [below.spellings[0] for _, below in node.words()] == list(cursor.words())
        for letter in (*lexicon.letters, "ж"):
            child = cursor.child(letter)
            assert (letter in node.children) == (child is not None)
            assert child is None or child == lexicon.at(prefix + letter)
        assert tuple(node.spellings) == lexicon.spellings(prefix)
        assert (node.band if node.spellings else None) == lexicon.band(prefix)
    # Words are numbered by length, then by letters, in search results and in files.
    numbered = sorted(words, key=lambda word: (len(word[0]), word[0]))
    native = lexicon.core
    for number, (letters, node) in enumerate(numbered):
        assert native.word_at(native.walk([lexicon.letters.index(c) for c in letters])) == number
        assert native.spelling(number).split("\n") == node.spellings
    for pattern in patterns:
        fits = re.compile("".join({"?": ".", "*": ".*"}.get(c, re.escape(c)) for c in pattern))
        expected = [n.spellings[0] for letters, n in words if fits.fullmatch("".join(letters))]
        assert expected == list(lexicon.words(pattern))


WORDS = st.lists(
    st.tuples(st.text("abABßж-", min_size=1, max_size=7), st.integers(0, 255)),
    min_size=1,
    max_size=40,
)


@settings(max_examples=60)
@given(given_words=WORDS, patterns=st.lists(st.text("ab?*", min_size=1, max_size=5), max_size=4))
def test_the_compiled_trie_equals_the_plain_one(
    given_words: list[tuple[str, int]], patterns: list[str], tmp_path_factory: Any
) -> None:
    words, bands = [word for word, _ in given_words], [band for _, band in given_words]
    if any("ж" in word for word in words):
        patterns = [*patterns, "*ж*"]
    lexicon = lg.Lexicon(words, bands=bands)
    plain = plain_trie(words, bands)
    check(lexicon, plain, patterns)
    place = tmp_path_factory.mktemp("saved") / "w.lexicon"
    lexicon.save(place)
    loaded = lg.Lexicon.load(place)
    assert (loaded, loaded.fingerprint) == (lexicon, lexicon.fingerprint)
    check(loaded, plain, patterns)
    loaded.save(place.with_suffix(".again"))
    assert place.read_bytes() == place.with_suffix(".again").read_bytes()


# --- sizes ---------------------------------------------------------------------------------------


def million_words() -> list[str]:
    """A million distinct words of nine letters."""
    digits = "etaoinshrd"
    names = str.maketrans("0123456789", digits)
    # The factor has no common divisor with the modulus, so all numbers differ.
    return [f"{(n * 7_919_777) % 10**9:09d}".translate(names) for n in range(1_000_000)]


def test_a_million_words_are_compiled_saved_loaded_and_found(tmp_path: Path) -> None:
    words = million_words()
    begin = time.monotonic()
    lexicon = lg.Lexicon(words)
    lexicon.save(tmp_path / "million.lexicon")
    loaded = lg.Lexicon.load(tmp_path / "million.lexicon")
    assert time.monotonic() - begin < 60  # takes seconds; a quadratic pass would take hours
    assert len(loaded) == len(lexicon) == len(set(words)) == 1_000_000
    assert loaded.core.node_count > 1 << 20
    assert sorted(words) == list(loaded)
    for word in words[::200_003]:
        assert word in loaded
        assert word[:-1] not in loaded
        assert loaded.starts_with(word[:-1])
        board = f"{word[:3]}/{word[5:2:-1]}/{word[6:]}"  # the word winds through the nine cells
        grid = lg.Grid.parse(board)
        expected = {w for w in loaded.at(word[:2]).words() if lg.trace(grid, w).status == "found"}  # type: ignore[union-attr]
        found = {seen.word for seen in lg.find_paths(grid, loaded)}
        assert word in found
        assert expected == {w for w in found if w.startswith(word[:2])}
        assert word in {seen.word for seen in lg.find_lines(f"{word}/", loaded)}


def many_letters(count: int) -> list[str]:
    numbers = (n for first, last in RANGES for n in range(first, last + 1))
    return [chr(n) for n, _ in zip(numbers, range(count), strict=False)]


def test_an_alphabet_of_65535_letters_is_compiled_and_found(tmp_path: Path) -> None:
    letters = many_letters(65_535)
    words = [a + b for a, b in zip(letters[::2], letters[1::2], strict=False)] + [letters[-1] * 2]
    lexicon = lg.Lexicon(words)
    assert len(lexicon.letters) == 65_535 == _core.MAX_LETTERS
    lexicon.save(tmp_path / "w.lexicon")
    loaded = lg.Lexicon.load(tmp_path / "w.lexicon")
    assert sorted(words) == list(loaded)
    some = [words[n] for n in (0, 1, 20_000, len(words) - 2)]
    grid = lg.Grid.from_rows([[*word, *word[::-1]] for word in some])
    seen = [(f.word, f.start, f.end) for f in lg.find_lines(grid, loaded)]
    expected = [
        (word, (row, a), (row, b)) for row, word in enumerate(some) for a, b in ((0, 1), (3, 2))
    ]
    assert expected == [each for each in seen if each[1][0] == each[2][0]]
    paths = lg.find_paths(grid, loaded, paths="one")
    assert sorted(some) == sorted(found.word for found in paths)
    last = lg.Grid.from_rows([[letters[-1]] * 2])
    assert [f.word for f in lg.find_paths(last, loaded)] == [letters[-1] * 2]
    assert [f.word for f in lg.find_lines(last, loaded)] == [letters[-1] * 2]


def test_one_letter_more_is_refused() -> None:
    with pytest.raises(lg.LexiconError) as caught:
        lg.Lexicon(many_letters(65_536))
    message = "the words have 65536 different letters, at most 65535 are possible"
    assert message == str(caught.value)
