"""What the grid says about texts that are nearly in it."""

from __future__ import annotations

from typing import Any

import pytest

np = pytest.importorskip("numpy")
cv2 = pytest.importorskip("cv2")

from lexigrid.photo.belief import correct  # noqa: E402
from lexigrid.photo.listing import find_lines, judge  # noqa: E402
from lexigrid.photo.matching import Matcher  # noqa: E402
from lexigrid.photo.recogniser import NO_LETTER, OTHER, Text  # noqa: E402

ROWS = ("DECLINATIONQ", "ZXGNINROMWKJ", "BVQHPTFYXUZK")


def certain(rows: tuple[str, ...]) -> Any:
    letters = np.array([[ord(letter) - ord("A") for letter in row] for row in rows])
    return np.eye(30)[letters]


def seen(text: str) -> Text:
    """Return a text whose letters are nearly sure, with a step without a letter after each."""
    kinds = [ord(letter) - ord("A") if letter.isalpha() else OTHER for letter in text.upper()]
    steps = [step for kind in kinds for step in (kind, NO_LETTER)]
    return Text(0.99 * np.eye(OTHER + 1)[steps] + 0.01 / (OTHER + 1))


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("DEDINATION", "DECLINATION"),  # CL taken for D
        ("MOMING", "MORNING"),  # RN taken for M, on a line that runs to the left
        ("MORNINC", "MORNING"),
        ("NORNING", "MORNING"),
        ("DECLINATION", "DECLINATION"),
        ("OECLINATIUN", "DECLINATION"),  # two places
        ("DECINATIOM", "DECLINATION"),  # two places, and a letter too few
        ("MOPMIMG", None),  # too few letters are the same
        ("ZEBRAS", None),
        ("MOMI", None),  # too short to be sure
        ("DECLINATIONDECLINATION", None),  # longer than every line
    ],
)
def test_a_text_that_is_nearly_a_line_is_that_line(text: str, line: str | None) -> None:
    assert line == Matcher(certain(ROWS)).find(seen(text))


def test_a_text_as_near_to_two_lines_is_neither() -> None:
    assert Matcher(certain(("MORNINGX", "MOANINGX"))).find(seen("MOBNING")) is None


def test_a_word_of_the_dictionary_outvotes_a_misread_cell() -> None:
    chances = certain(("ZQRUNTEDKXVB", "XWPJKBVQZMFC")) * 0.97 + 0.001
    chances[0, 1, ord("G") - ord("A")] = 0.03
    assert Matcher(chances).find(seen("GRUNTED")) == "GRUNTED"


def test_a_palindrome_is_found_although_two_lines_spell_it() -> None:
    letters = np.array([[ord(letter) - ord("A") for letter in row] for row in ("NOONXZ", "QWKJVY")])
    places = correct(np.eye(30)[letters] * 0.97 + 0.001, ["NOON", "TOOT"])[1]
    assert {"NOON": [0, 1, 2, 3]} == {word: line.tolist() for word, line in places.items()}


@pytest.mark.parametrize(("doubt", "letter"), [(0.001, "O"), (0.2, "E")])
def test_a_word_changes_doubtful_letters_only(doubt: float, letter: str) -> None:
    chances = certain(ROWS) * (1 - 0.0001) + 0.0001 / 30
    chances[1, 7] = np.eye(30)[ord("O") - ord("A")] * (1 - doubt)  # MORNING
    chances[1, 7, ord("E") - ord("A")] = doubt
    changed, places = correct(chances, ["MERNING"])
    assert letter == chr(int(changed[1, 7].argmax()) + ord("A"))
    assert ("MERNING" in places) == (letter == "E")


def test_texts_become_the_words_that_the_grid_spells() -> None:
    texts = ["Declination", "MOMING", "zebras", "DECLINATIONMORNING", "The", "Decl"]
    assert ("DECLINATION", "MORNING", "ZEBRAS") == judge(map(seen, texts), certain(ROWS))
    assert ("DECLINATION", "MORNING") == judge([seen("DECLINATIONMORNING")], certain(ROWS))


def test_words_of_titles_are_not_listed() -> None:
    rows = ("THEDECLINATION", "FINDQXWORDSZKJ", "MORNINGPQXZKVB")
    texts = ["Find the words!", "Word search", "morning", "the"]
    assert ("MORNING",) == judge(map(seen, texts), certain(rows))


def test_lines_of_text_are_found_in_every_size() -> None:
    page = np.full((500, 700, 3), 230, np.uint8)
    for row, size in enumerate((0.3, 0.4, 0.6, 1.0)):
        for column, word in enumerate(("MORNING", "ELVES")):
            place = (40 + 240 * column, 60 + 60 * row)
            cv2.putText(page, word, place, cv2.FONT_HERSHEY_SIMPLEX, size, (40, 40, 40), 1)
    for y in range(300, 500, 40):
        cv2.putText(page, "A B C D E F", (60, y), cv2.FONT_HERSHEY_SIMPLEX, 1, (0, 0, 0), 2)
    lines = find_lines(page, 40.0, (40, 260, 500, 500))
    assert sorted(round((top + low) / 120) for _, top, _, low in lines) == [1, 1, 2, 2, 3, 3, 4, 4]
    assert sorted({left // 200 for left, *_ in lines}) == [0, 1]


def test_a_line_of_text_is_found_among_specks() -> None:
    page = np.full((1000, 1000, 3), 230, np.uint8)
    specks = (np.random.default_rng(1).random((1000, 1000)) < 0.006).astype(np.uint8)
    page[cv2.dilate(specks, np.ones((4, 4), np.uint8)) > 0] = 40
    page[-120:] = 230
    cv2.putText(page, "MORNING", (400, 950), cv2.FONT_HERSHEY_SIMPLEX, 1, (40, 40, 40), 3)
    boxes = find_lines(page, 40.0, (0, 0, 0, 0))
    assert any(abs(left - 400) < 15 and top > 900 for left, top, _, _ in boxes)
