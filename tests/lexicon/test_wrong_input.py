"""What is not a list of words: the message says what to do."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import lexigrid as lg

GRID = lg.Grid.parse("tea/ant/oat")
WORDS = lg.Lexicon(["tea", "oat", "ant", "eat"], bands=[10, 10, 35, 80])
#: The package without its types.
ANY: Any = lg


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: ANY.Lexicon(["oat"], bands=[1, 2]), "2 bands for 1 word, expected one"),
        (
            lambda: ANY.Lexicon(["oat"], bands=5),
            "bands are 5, expected a number from 0 to 255 per word",
        ),
        (lambda: ANY.find_lines(GRID, "words.txt"), r"Lexicon.read\('words.txt'\)"),
        (lambda: ANY.find_lines(GRID, Path("a.txt")), r"Lexicon.read\('a.txt'\)"),
        (lambda: ANY.Lexicon(Path("a.txt")), r"Lexicon.read\('a.txt'\)"),
        (lambda: ANY.Lexicon(None), "words are None, expected several words"),
        (lambda: ANY.Lexicon.load("a\0b"), "embedded null"),
        (lambda: ANY.Lexicon.load(None), "cannot read 'None': expected the path of a file"),
        (lambda: ANY.Lexicon.read(5.5), "cannot read '5.5': expected the path"),
        (lambda: WORDS.save("a\0b"), "embedded null"),
        (lambda: ANY.Lexicon(["oat"]).spellings(5), "a word is 5 .int., expected text"),
        (lambda: ANY.Lexicon(["oat"]).words(5), "the pattern is 5, expected text such as"),
        (lambda: ANY.Lexicon(WORDS).text_of("oat"), "the number of a word is 'oat'"),
        (lambda: WORDS.text_of(9), "expected one from 0 to"),
        (lambda: ANY.Lexicon(WORDS).spellings_of(None), "the number of a word is None"),
        (lambda: lg.find_paths(GRID, ["\ud800"]), "half a surrogate pair"),
        (lambda: lg.find_lines(GRID, ["é\ud800"]), "half a surrogate pair"),
        (lambda: ANY.rude_words([]), "the list of rude words is"),
        (lambda: ANY.rude_words(language=[]), "the language is"),
    ],
)
def test_a_mistake_is_explained(call: Callable[[], Any], message: str) -> None:
    with pytest.raises(lg.LexigridError, match=message):
        call()


@pytest.mark.parametrize("words", ["oat", "", b"oat", 5])
def test_one_word_instead_of_several_is_refused(words: Any) -> None:
    calls: list[Any] = [
        lg.find_lines,
        lg.find_paths,
        lg.bulk.score_changes,
        lg.bulk.score_swaps,
        lg.Game.start,
    ]
    calls += [
        lambda board, words, each=each: each([board], words)
        for each in (lg.score_grids, lg.find_paths_many)
    ]
    for call_ in calls:
        with pytest.raises(lg.InputError, match=r"expected a Lexicon or words such as \['"):
            call_(GRID, words)
    with pytest.raises(lg.InputError, match="words are None"):
        lg.find_lines(GRID, None)  # type: ignore[arg-type]


def test_control_characters_are_refused(tmp_path: Path) -> None:
    for words in (["a\0b"], ["oat", "a\0b"], ["é\0"], ["\0"], ["a\x01b"]):
        with pytest.raises(lg.LexiconError, match="control character"):
            lg.Lexicon(words)
    path = tmp_path / "words.txt"
    path.write_bytes(b"oat\0\neat\n")
    with pytest.raises(lg.LexiconError, match="line 1 has the control character 0"):
        lg.Lexicon.read(path)
