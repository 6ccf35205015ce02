"""The catalogue of fixed texts: every language has all texts in all plural forms it needs."""

from __future__ import annotations

import string
from dataclasses import replace

import pytest

import lexigrid as lg
from lexigrid.game.moves import Hint, Reason, Verdict
from lexigrid.geometry import Cell
from lexigrid.strings import GAME, Strings, check_language, languages, plural_category

#: Languages of the terminal game.
GAMES = ("en", "de", "es", "fr")
ENGLISH = Strings.of("en").texts


def placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


def test_every_language_of_the_study_is_there() -> None:
    expected = "de fr es it pt pt-BR nl pl cs sk hu da nb sv fi tr el ru uk he ar hi ja ko en"
    assert {*expected.split()} == {*languages()}


@pytest.mark.parametrize("language", languages())
def test_texts_have_all_plural_forms_and_no_unknown_placeholders(language: str) -> None:
    texts = Strings.of(language).texts
    assert texts.keys() == ENGLISH.keys()
    has_game = language in GAMES
    own = {plural_category(language, number) for number in range(1, 1_000)}
    for name, text in texts.items():
        english = ENGLISH[name]
        assert isinstance(text, str) == isinstance(english, str), name
        if name.startswith(GAME) and not has_game:
            assert text is english
            continue
        # How a label precedes its text differs in few languages.
        assert text is not english or language == "en" or name == "labelled", f"{name} is missing"
        if isinstance(text, str) or isinstance(english, str):
            assert placeholders(str(text)) == placeholders(str(english)), name
        else:
            assert own <= {*text} <= {"zero", "one", "two", "few", "many", "other"}, name
            assert all(placeholders(form) <= {"number"} for form in text.values()), name
            assert placeholders(text["other"]) == {"number"}, name


def test_plural_forms() -> None:
    counted = [
        Strings.of("ru").format("letters", number=number) for number in (1, 2, 5, 11, 21, 112)
    ]
    assert ["1 буква", "2 буквы", "5 букв", "11 букв", "21 буква", "112 букв"] == counted
    assert [Strings.of("he").format("puzzles", number=n) for n in (1, 2, 3)] == [
        "תפזורת אחת",
        "שתי תפזורות",
        "3 תפזורות",
    ]
    assert ["zero", "one", "two", "few", "many", "other"] == [
        plural_category("ar", number) for number in (0, 1, 2, 110, 111, 102)
    ]


def test_an_unknown_language_and_region_fall_back() -> None:
    assert "Word search" == Strings.of("tlh").format("word_search")
    assert "Word search" == Strings.of(None).format("word_search")
    brazilian = Strings.of("pt-br")
    assert ("Caça-palavras", "Palavras") == (
        brazilian.format("word_search"),
        brazilian.format("words"),
    )
    assert "Ordjakt" == Strings.of("no").format("word_search")


@pytest.mark.parametrize("language", sorted({*languages(), "tlh"} - {*GAMES}))
def test_a_game_that_is_not_translated_is_all_english(language: str) -> None:
    assert Strings.of("en") == Strings.of_game(language)
    assert "p····· (6 letters)" == Hint("planet", "p", 6, Cell(0, 0)).clue_in(language)
    short = Verdict("go", Reason.TOO_SHORT, 0, letters=2)
    assert short.explain() == short.explain(language=language)


@pytest.mark.parametrize(
    ("language", "direction"),
    [("he", "rtl"), ("fa", "rtl"), ("az-Arab", "rtl"), ("ar-Latn", "ltr"), ("de", "ltr")],
)
def test_the_direction_of_a_language(language: str, direction: str) -> None:
    assert direction == Strings.of(language).direction


def test_a_puzzle_keeps_its_language() -> None:
    puzzle = replace(lg.make_puzzle(["kot", "pies"], seed=1), language="pl")
    assert puzzle == lg.Puzzle.from_dict(puzzle.to_dict())
    assert "Słowa" == puzzle.strings.format("words")
    german = lg.make_puzzle(["rot", "blau"], seed=1, alphabet="de")
    assert (None, "Wörter") == (german.language, german.strings.format("words"))


@pytest.mark.parametrize("value", ["", "no language", 7, "<b>"])
def test_a_value_that_is_not_a_language_is_refused(value: object) -> None:
    with pytest.raises(lg.InputError, match="expected a code such as"):
        check_language(value)
    data = lg.make_puzzle(["oat"], seed=1).to_dict() | {"language": value}
    with pytest.raises(lg.PuzzleError, match=r"language is .*, expected a language code"):
        lg.Puzzle.from_dict(data)
