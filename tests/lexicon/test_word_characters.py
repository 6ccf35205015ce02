"""Words of characters that fold alike in any text: the core compiles them as Python does."""

from __future__ import annotations

import sys
import unicodedata
from functools import cache
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import lexigrid as lg
from lexigrid.alphabet import Alphabet, fold_characters, is_lone
from lexigrid.lexicon import compile as compiling

CHARACTERS = "aAéÉßŐıİςΣшё中国ªǅ-'·\u00a0\u3000 \t\r#е\u0301\u00ad👩ｱｶﾞ\u2019"
ALPHABETS = (
    Alphabet(),
    Alphabet(case_sensitive=True),
    Alphabet(fold_accents=True),
    Alphabet.named("tr"),
    Alphabet.named("de"),
    Alphabet.named("ja"),
)
words = st.text(CHARACTERS, max_size=6)


def outcome(make: Any, *given: Any, **options: Any) -> Any:
    """Return the bytes of a lexicon, or the error."""
    try:
        return bytes(make(*given, **options, meta="{}").image)
    except lg.LexigridError as error:
        return type(error), str(error), error.facts


def outcome_in_python(make: Any, *given: Any, **options: Any) -> Any:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(compiling, "_compile_characters", lambda *_: None)
        return outcome(make, *given, **options)


@given(st.lists(words, max_size=8), st.sampled_from(ALPHABETS), st.booleans())
def test_the_core_compiles_text_as_python_does(
    lines: list[str], alphabet: Alphabet, has_mark: bool
) -> None:
    text = ("\ufeff" * has_mark + "\n".join(lines)).encode()
    expected = outcome_in_python(compiling.compile_text, text, alphabet)
    assert outcome(compiling.compile_text, text, alphabet) == expected


@given(
    st.lists(words | st.sampled_from(["a\nb", "\ud800", None, "é" * 4095, "é" * 4096]), max_size=8),
    st.sampled_from(ALPHABETS),
    st.sampled_from(["", "-", "' "]),
    st.booleans(),
)
def test_the_core_compiles_words_as_python_does(
    given_words: list[str], alphabet: Alphabet, keep: str, has_bands: bool
) -> None:
    bands = [7 * number % 256 for number in range(len(given_words))] if has_bands else None
    options = {"keep": keep, "bands": bands}
    expected = outcome_in_python(compiling.compile_words, given_words, alphabet, **options)
    assert outcome(compiling.compile_words, given_words, alphabet, **options) == expected


@cache
def assigned_characters() -> list[str]:
    every = [chr(code) for code in range(sys.maxunicode + 1) if code < 0x4F00 or code > 0xA000]
    return [each for each in every if unicodedata.category(each) not in ("Cn", "Co", "Cs")]


@pytest.mark.parametrize("alphabet", ALPHABETS, ids=str)
def test_characters_fold_in_one_call_as_one_by_one(alphabet: Alphabet) -> None:
    assigned = assigned_characters()
    together = fold_characters(alphabet, assigned)
    for character in assigned[::97]:
        alone = alphabet._fold_by_rules(character)
        is_alone = is_lone(character + alone) and alphabet._fold_by_rules(alone) == alone
        assert together.get(character) == (alone if is_alone else None), character


@pytest.mark.parametrize("extra", [[], ["é"]])
def test_a_word_of_punctuation_leaves_the_others_alone(extra: list[str]) -> None:
    lexicon = lg.Lexicon(["&", "r&b", "--", "a-b", *extra])
    for word in ("&", "r&b", "rb", "--", "a-b", "ab"):
        assert word in lexicon, word
    assert ("r&b",) == lexicon.spellings("rb")
    assert lexicon.starts_with("r&")
    assert ["r&b"] == list(lexicon.words("r&?"))
    assert ("r&b", "a-b") == lg.find_lines("xy/zz", ["&", "r&b", "a-b"]).missing[1:]


def test_a_lexicon_read_again_remembers_which_spelling_came_first() -> None:
    grid = lg.Grid.parse("et/ez", fold_accents=True)
    for words in (["été", "ete"], ["ete", "été"], ["zz", "été", "tze", "ete"]):
        expected = [word.spellings for word in lg.find_paths(grid, words)]
        found = lg.find_paths(grid, lg.Lexicon(words))
        assert expected == [word.spellings for word in found]
