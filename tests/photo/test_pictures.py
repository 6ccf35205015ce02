"""Files that are pictures, are not, are damaged, or are too large."""

from __future__ import annotations

import contextlib
import io
import os
import struct
import sys
import tracemalloc
import zlib
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from PIL import ExifTags, Image

import lexigrid as lg
from lexigrid.photo import PhotoError, read_photo
from lexigrid.photo.picture import open_picture
from photo_cases import made, pixels_of

IS_DEEP = os.environ.get("LEXIGRID_TEST_PROFILE") == "deep"


def png_header(width: int, height: int) -> bytes:
    body = b"IHDR" + struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    start = b"\x89PNG\r\n\x1a\n" + struct.pack(">I", 13)
    return start + body + struct.pack(">I", zlib.crc32(body)) + b"\0\0\0\x09IDAT"


def test_a_large_picture_is_refused_before_it_is_decoded() -> None:
    open_picture(cv2.imencode(".png", np.zeros((50, 50), np.uint8))[1].tobytes())  # imports Pillow
    tracemalloc.start()
    with pytest.raises(lg.InputError, match="100000x100000 pixels, and at most 50,000,000"):
        read_photo(png_header(100_000, 100_000))
    assert tracemalloc.get_traced_memory()[1] < 1_000_000
    tracemalloc.stop()


@pytest.mark.parametrize("ending", [".jpg", ".png", ".webp"])
def test_formats_are_decoded_with_their_size(ending: str) -> None:
    pixels = np.random.default_rng(0).integers(0, 255, (120, 90, 3)).astype(np.uint8)
    picture = open_picture(cv2.imencode(ending, pixels)[1].tobytes())
    assert (90, 120) == (picture.width, picture.height)
    assert 2.0 == picture.factor
    assert (240, 180, 3) == picture.pixels.shape


def test_large_jpeg_files_are_reduced_while_decoding() -> None:
    data = cv2.imencode(".jpg", np.zeros((4800, 2400, 3), np.uint8))[1].tobytes()
    picture = open_picture(data)
    assert (2400, 4800) == (picture.width, picture.height)
    assert 2200 == max(picture.pixels.shape)
    assert abs(picture.factor - 2200 / 4800) < 1e-9


@pytest.mark.parametrize("mode", ["I;16", "L", "LA", "P", "RGBA"])
def test_pictures_of_other_depths_are_read(mode: str) -> None:
    grey = np.linspace(0, 255, 40 * 70).astype(np.uint8).reshape(40, 70)
    image = Image.fromarray(grey.astype(np.uint16) << 8 if mode == "I;16" else grey)
    image = image if mode == "I;16" else image.convert(mode)
    image.save(file := io.BytesIO(), "PNG")
    same = open_picture(grey).pixels
    assert np.array_equal(open_picture(file.getvalue()).pixels, same)


def test_photos_are_turned_as_the_camera_says() -> None:
    image, about = Image.new("RGB", (70, 40)), Image.Exif()
    about[ExifTags.Base.Orientation] = 6
    image.save(file := io.BytesIO(), "JPEG", exif=about)
    picture = open_picture(file.getvalue())
    assert (40, 70) == (picture.width, picture.height)
    assert (140, 80) == picture.pixels.shape[:2]
    damaged = file.getvalue().replace(b"Exif\0\0MM", b"Exif\0\0??")
    assert (70, 40) == (open_picture(damaged).width, open_picture(damaged).height)


def test_lossless_webp_has_its_size_in_another_header() -> None:
    pixels = np.zeros((40, 70, 3), np.uint8)
    data = cv2.imencode(".webp", pixels, [cv2.IMWRITE_WEBP_QUALITY, 101])[1].tobytes()
    assert b"VP8L" == data[12:16]
    assert (70, 40) == (open_picture(data).width, open_picture(data).height)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"tea/ant/oat", "no picture, expected a JPEG, PNG or WebP"),
        (b"", "no picture"),
        (b"GIF89a\x05\0\x05\0", "a GIF picture, expected a JPEG"),
        (b"\0\0\0\x18ftypheic\0\0\0\0", "a HEIC picture, expected a JPEG"),
        (b"\xff\xd8\xff\xe0\0\x10JFIF", "a damaged JPEG picture"),
        (png_header(50, 50), "a damaged PNG picture"),
        (b"RIFF\0\0\0\0WEBPVP8 ", "a damaged WebP picture"),
    ],
)
def test_files_that_cannot_be_read_are_named(data: bytes, message: str) -> None:
    with pytest.raises(lg.InputError, match=message):
        read_photo(data)


@pytest.mark.parametrize(
    "array",
    [
        np.zeros((20, 20), float),
        np.zeros((20, 20, 2), np.uint8),
        np.zeros((5,), np.uint8),
    ],
)
def test_arrays_of_another_form_are_refused(array: object) -> None:
    with pytest.raises(lg.InputError, match="expected uint8 with rows x columns"):
        read_photo(array)


def test_a_small_picture_is_refused() -> None:
    with pytest.raises(lg.InputError, match="expected at least 16 each way"):
        read_photo(np.zeros((15, 300), np.uint8))


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(lg.InputError, match="no such file"):
        read_photo(tmp_path / "photo.jpg")


def test_without_opencv_the_message_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "cv2", None)
    with pytest.raises(lg.InputError, match=r"pip install 'lexigrid\[photo\]'"):
        read_photo("photo.jpg")


def test_a_chunk_longer_than_the_file_reserves_no_memory() -> None:
    png = cv2.imencode(".png", np.zeros((50, 50), np.uint8))[1].tobytes()
    lengthened = png[:33] + b"\xff" + png[34:]
    with pytest.raises(lg.InputError, match="a damaged PNG picture"):
        open_picture(lengthened)
    assert open_picture(png).pixels.shape[2] == 3


def test_no_further_way_is_tried_after_the_deadline(monkeypatch: pytest.MonkeyPatch) -> None:
    noise = np.random.default_rng(1).integers(0, 255, (300, 400), np.uint8)
    tried: list[object] = []

    def find(spots: object) -> object:
        tried.append(spots)
        raise PhotoError("no letter grid was found")

    monkeypatch.setattr("lexigrid.photo.sighting.find_lattice", find)
    for deadline, ways in ((None, 6), (0, 1)):
        tried.clear()
        with pytest.raises(PhotoError, match="no letter grid was found"):
            read_photo(noise, deadline=deadline)
        assert len(tried) == ways


def test_changed_files_are_read_or_refused() -> None:
    """Each file has a few random bytes changed, or is cut; 500 files with the deep profile.

    `benchmarks/photos.py --changed` times such files.
    """
    pixels = pixels_of(made("clean"), cv2.IMREAD_REDUCED_COLOR_2)
    files = [cv2.imencode(each, pixels)[1].tobytes() for each in (".jpg", ".png", ".webp")]
    rng = np.random.default_rng(4)
    for number in range(500 if IS_DEEP else 30):
        data = bytearray(files[number % 3])
        for _ in range(int(rng.integers(1, 20))):
            near = len(data) if rng.random() < 0.5 else min(len(data), 600)
            data[int(rng.integers(near))] = int(rng.integers(256))
        if rng.random() < 0.2:
            del data[int(rng.integers(len(data))) :]
        with contextlib.suppress(lg.InputError, PhotoError):
            assert read_photo(bytes(data)).grid.rows > 1


@pytest.mark.parametrize("read", [lg.Grid.read, lg.Lexicon.read, lg.Puzzle.read])
def test_readers_of_text_name_the_reader_of_photos(read: Any, tmp_path: Path) -> None:
    path = tmp_path / "photo.png"
    path.write_bytes(cv2.imencode(".png", np.zeros((20, 20), np.uint8))[1].tobytes())
    with pytest.raises(lg.LexigridError, match=r"is no text; .*read a photo with lexigrid read or"):
        read(path)


def test_decoders_write_nothing_to_standard_error(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    # Threads of other tests may still run; with several, messages are left alone.
    monkeypatch.setattr("threading.active_count", lambda: 1)
    jpeg = bytearray(cv2.imencode(".jpg", np.zeros((90, 90), np.uint8))[1].tobytes())
    jpeg[-40:-20] = b"\0" * 20
    png = bytearray(cv2.imencode(".png", np.zeros((90, 90), np.uint8))[1].tobytes())
    png[-20:-16] = b"\xff" * 4
    for data in (jpeg, png):
        cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
        assert capfd.readouterr().err != ""  # OpenCV does write
        with contextlib.suppress(lg.InputError, PhotoError):
            read_photo(bytes(data))
        assert capfd.readouterr().err == ""
