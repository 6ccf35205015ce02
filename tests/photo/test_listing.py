"""Words that are printed next to the grid, read with RapidOCR."""

from __future__ import annotations

import pytest

from lexigrid.photo import read_photo
from photo_cases import made

for name in ("onnxruntime", "rapidocr"):
    pytest.importorskip(
        name, reason="RapidOCR is not installed: pip install 'lexigrid[photo-list]'"
    )


@pytest.mark.parametrize("kind", ["clean", "phone"])
def test_the_list_on_the_page_is_read(kind: str) -> None:
    photo = next(each for number in range(9) if (each := made(kind, number)).is_listed)
    reading = read_photo(photo.data, words="page")
    assert {word.upper() for word in reading.words} >= {*photo.words}
    assert reading.grid == read_photo(photo.data, words=photo.words).grid


def test_a_page_without_a_list_has_no_words() -> None:
    photo = next(each for number in range(30) if not (each := made("phone", number)).is_listed)
    assert read_photo(photo.data, words="page").words == ()
