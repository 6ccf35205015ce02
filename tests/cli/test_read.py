"""`lexigrid read`, and photos where a command takes a GRID."""

from __future__ import annotations

import csv
import io
import sys
from pathlib import Path

import pytest

from commands import answer, call, document, error_of
from lexigrid.photo import recogniser
from photo_cases import blurred, made, rows_of


@pytest.fixture
def photo(tmp_path: Path) -> str:
    path = tmp_path / "photo.jpg"
    path.write_bytes(made("clean").data)
    return str(path)


@pytest.fixture
def listed(tmp_path: Path) -> str:
    path = tmp_path / "list.txt"
    path.write_text("\n".join(made("clean").words), "utf-8")
    return str(path)


def test_a_photo_is_written_as_text(photo: str, listed: str) -> None:
    rows = ["".join(row) for row in rows_of(made("clean"))]
    assert rows == answer("read", photo, "--words", listed).split()


def test_doubts_and_misread_words_go_to_standard_error(tmp_path: Path) -> None:
    path = tmp_path / "hard.jpg"
    path.write_bytes(blurred("hard"))
    words = tmp_path / "words.txt"
    words.write_text("xylophonist\n", "utf-8")
    result = call("read", str(path), "--words", str(words))
    assert "row " in result.stderr
    assert "note: not in the grid: xylophonist" in result.stderr
    assert 1 == result.exit_code
    assert "[" in call("read", str(path), "--choices").stdout


def test_json_and_csv_have_places_and_confidence(photo: str) -> None:
    data = document("read", photo)
    assert "lexigrid/photo" == data["format"]
    rows = [*csv.DictReader(io.StringIO(answer("read", photo, "--format", "csv")))]
    assert len(rows) == sum(map(len, data["rows"]))
    assert (data["rows"][0][0], data["confidence"][0][0]) == (
        rows[0]["tile"],
        float(rows[0]["confidence"]),
    )


def test_corners_and_size_choose_a_part(photo: str) -> None:
    cells, rows = (document("read", photo)[name] for name in ("cells", "rows"))
    corners = " ".join(
        f"{x},{y}" for x, y in (cells[r][c] for r, c in ((1, 1), (1, 4), (3, 4), (3, 1)))
    )
    part = document("read", photo, "--size", "3x4", "--corners", corners)["rows"]
    assert [row[1:5] for row in rows[1:4]] == part


def test_the_overlay_is_written(photo: str, tmp_path: Path) -> None:
    answer("read", photo, "--overlay", str(tmp_path / "seen.svg"))
    assert (tmp_path / "seen.svg").read_text("utf-8").startswith("<svg ")


def test_a_photo_comes_from_standard_input() -> None:
    assert (
        answer("read", "-", given=made("clean").data)
        == call("read", "-", given=made("clean").data).stdout
    )


@pytest.mark.parametrize("way", ["named", "file"])
def test_lines_of_a_photo_are_found(photo: str, listed: str, way: str) -> None:
    words = made("clean").words if way == "named" else ["--words", listed]
    found = document("lines", photo, *words)
    assert {*made("clean").words} == {each["word"].upper() for each in found["occurrences"]}


def test_paths_and_traces_of_a_photo(photo: str) -> None:
    word = made("clean").words[0]
    assert 0 == call("trace", photo, word).exit_code
    assert 0 == call("paths", photo, "--limit", "1").exit_code


def test_options_of_other_grids_are_refused_for_a_photo(photo: str) -> None:
    assert "--raw is for files of bytes, and GRID is a photo" in error_of(
        "lines", photo, "oat", "--raw", "3x3"
    )
    assert "no words to find" in error_of("lines", photo)


def test_errors_of_photos_are_one_line(tmp_path: Path) -> None:
    assert "no such file" in error_of("read", str(tmp_path / "photo.jpg"))
    text = tmp_path / "grid.txt"
    text.write_text("tea/ant/oat", "utf-8")
    assert "is no picture, expected a JPEG" in error_of("read", str(text))
    assert "turn is '7'" in error_of("read", str(text), "--turn", "7")
    assert "no dice 'boggle'" in error_of("read", str(text), "--dice", "boggle")
    damaged = tmp_path / "damaged.jpg"
    damaged.write_bytes(b"\xff\xd8\xff\xe0")
    assert "damaged JPEG" in error_of("paths", str(damaged))


def test_without_opencv_the_message_says_what_to_install(
    photo: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "cv2", None)
    assert "pip install 'lexigrid[photo]'" in error_of("lines", photo, "oat")


def test_without_rapidocr_the_message_says_what_to_install(
    photo: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "rapidocr", None)
    monkeypatch.setattr(recogniser, "_load", recogniser._load.__wrapped__)  # it keeps the network
    assert "pip install 'lexigrid[photo-list]'" in error_of("read", photo, "--words", "page")
