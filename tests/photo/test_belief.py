"""What the grid says about texts that are nearly in it."""

from __future__ import annotations

import pytest

np = pytest.importorskip("numpy")
pytest.importorskip("cv2")

from lexigrid.photo.belief import correct, find_misread  # noqa: E402

ROWS = ("DECLINATIONQ", "ZXGNINROMWKJ", "BVQHPTFYXUZK")


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("DEDINATION", "DECLINATION"),  # CL taken for D
        ("MOMING", "MORNING"),  # RN taken for M, on a line that runs to the left
        ("MORNINC", "MORNING"),
        ("NORNING", "MORNING"),
        ("DECLINATION", "DECLINATION"),
        ("MOPMIMG", None),  # two places
        ("ZEBRAS", None),
        ("MOMI", None),  # too short to be sure
        ("DECLINATIONDECLINATION", None),  # longer than every line
    ],
)
def test_a_text_that_differs_from_a_line_in_one_place_is_that_line(
    text: str, line: str | None
) -> None:
    letters = np.array([[ord(letter) - ord("A") for letter in row] for row in ROWS])
    assert line == find_misread(np.eye(30)[letters], text)


def test_a_palindrome_is_found_although_two_lines_spell_it() -> None:
    letters = np.array([[ord(letter) - ord("A") for letter in row] for row in ("NOONXZ", "QWKJVY")])
    places = correct(np.eye(30)[letters] * 0.97 + 0.001, ["NOON", "TOOT"])[1]
    assert {"NOON": [0, 1, 2, 3]} == {word: line.tolist() for word, line in places.items()}
