"""Puzzles: each word occurs once, refused input and its reasons, reproducible seeds.

The oracle (`naive`) counts occurrences; the package's own proof is not trusted.
"""

from __future__ import annotations

import os
import struct
import subprocess
import sys
import zlib
from dataclasses import fields
from inspect import signature
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import lexigrid as lg
import naive
from lexigrid._util.rng import SplitMix64
from lexigrid.puzzle.generate.job import find_hosts
from lexigrid.puzzle.generate.options import (
    OVERLAPS,
    Overlap,
    PuzzleOptions,
    format_code,
    parse_code,
)
from lexigrid.puzzle.generate.words import random_words, theme_words, themes

CEREALS_OF_CODE = ("oat", "rye", "barley", "wheat", "spelt", "millet")
CEREALS = ("oat", "rye", "barley", "wheat", "millet", "sorghum")


def count_in(puzzle: lg.Puzzle, word: str) -> int:
    """Count the occurrences that the oracle finds in all eight directions."""
    return len(naive.find_lines(puzzle.grid, [word]))


def assert_valid(puzzle: lg.Puzzle) -> None:
    for placed in puzzle.key:
        assert 1 == count_in(puzzle, placed.word), placed
        assert placed.direction is None or placed.direction in puzzle.directions
        shown = "".join(puzzle.grid[cell].face for cell in placed.cells)  # type: ignore[union-attr]
        alphabet = puzzle.grid.alphabet or lg.Alphabet()
        assert alphabet.fold(shown) == alphabet.fold(placed.word).replace(" ", "")


# --- validity ---------------------------------------------------------------------------------


@settings(max_examples=20)
@given(
    st.lists(st.text("abcdef", min_size=3, max_size=6), min_size=1, max_size=7, unique=True),
    st.integers(0, 2**64 - 1),
    st.sampled_from(OVERLAPS),
    st.sampled_from([None, "E,S", "NW", "N,E,S,W"]),
)
def test_every_word_occurs_exactly_once(
    words: list[str], seed: int, overlap: Overlap, directions: str | None
) -> None:
    listed = [w for i, w in enumerate(words) if i not in find_hosts([tuple(x) for x in words])]
    puzzle = lg.make_puzzle(listed, seed=seed, overlap=overlap, directions=directions)
    assert set(listed) == set(puzzle.words)
    assert_valid(puzzle)
    assert lg.check_puzzle(puzzle).is_valid


@settings(max_examples=20)
@given(st.integers(0, 2**32), st.integers(7, 12), st.integers(7, 12))
def test_rectangles_and_few_letters(seed: int, rows: int, columns: int) -> None:
    puzzle = lg.make_puzzle(CEREALS, size=(rows, columns), seed=seed, filler="words")
    assert (rows, columns) == (puzzle.grid.rows, puzzle.grid.columns)
    assert_valid(puzzle)


@settings(max_examples=20)
@given(st.integers(0, 2**32))
def test_avoided_words_do_not_occur(seed: int) -> None:
    avoid = ["ab", "bca", "acab"]
    puzzle = lg.make_puzzle(["dada", "cddc", "bbd"], size=7, seed=seed, filler="abcd", avoid=avoid)
    for word in avoid:
        assert 0 == count_in(puzzle, word)
    assert_valid(puzzle)


def test_only_the_cells_of_the_mask_are_used() -> None:
    mask = lg.Mask.parse("heart")
    puzzle = lg.make_puzzle(theme_words("birds")[:12], size=17, seed=3, mask=mask)
    drawn = mask.draw(17, 17).replace("\n", "")
    for place, char in enumerate(drawn):
        assert (char == "#") == (divmod(place, 17) in puzzle.grid)
    assert_valid(puzzle)


def test_a_word_of_one_letter_occurs_once() -> None:
    puzzle = lg.make_puzzle(["a", "level", "noon"], size=6, seed=1)
    assert [("a", None)] == [(p.word, p.direction) for p in puzzle.key if p.length == 1]
    assert_valid(puzzle)


def test_secret_words_are_hidden_and_not_listed() -> None:
    puzzle = lg.make_puzzle(["oat", "rye"], size=6, seed=1, secret=["barley"])
    assert (("oat", "rye"), ("barley",)) == (puzzle.words, puzzle.secret_words)
    assert_valid(puzzle)


def test_phrases_and_punctuation_are_left_out_of_the_grid() -> None:
    puzzle = lg.make_puzzle(["ICE CREAM", "x-ray"], size=9, seed=1)
    assert (8, 4) == (puzzle.key[0].length, puzzle.key[1].length)
    assert lg.check_puzzle(puzzle).is_valid


def test_directions_of_single_words() -> None:
    puzzle = lg.make_puzzle(
        CEREALS, size=9, seed=5, directions="E", word_directions={"rye": "NW", "oat": "S"}
    )
    ways = {placed.word: str(placed.direction) for placed in puzzle.key}
    assert ("NW", "S", "E") == (ways["rye"], ways["oat"], ways["barley"])


# --- other scripts -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "alphabet"),
    [
        (["собака", "кошка", "ёжик"], "ru"),
        (["σκύλος", "γάτα"], "el"),
        (["שלום", "כלב", "חתול"], "he"),
        (["नमस्ते", "पुस्तक", "किताब"], None),
        (["llama", "chorro"], "es-digraph"),
        (["ışık", "içki"], "tr"),
        (["œuvre", "straße"], None),
    ],
)
def test_fillers_have_the_script_of_the_words(words: list[str], alphabet: str | None) -> None:
    puzzle = lg.make_puzzle(words, size=9, seed=1, alphabet=alphabet)
    assert lg.check_puzzle(puzzle).is_valid
    letters = lg.Alphabet.named(alphabet) if alphabet else lg.Alphabet()
    known = {letter for word in words for letter in letters.split(word)}
    known |= {*letters.letters} or {*"abcdefghijklmnopqrstuvwxyz"}
    if not letters.letters and not words[0].isascii() and words[0][0] > "ʰ":
        known = {letter for word in words for letter in letters.split(word)}
    faces = {tile.face for tile in puzzle.grid.tiles if tile is not None}
    assert {letters.fold(face) for face in faces} <= known


def test_levels_are_mirrored_for_right_to_left_words() -> None:
    puzzle = lg.make_puzzle(["שלום", "כלב"], size=7, seed=1, alphabet="he", level="easy")
    assert puzzle.right_to_left
    assert {placed.direction for placed in puzzle.key} <= {lg.Direction.W, lg.Direction.S}


def test_upper_case_follows_the_alphabet() -> None:
    puzzle = lg.make_puzzle(["içki"], size=5, seed=1, alphabet="tr")
    shown = "".join(puzzle.grid[cell].face for cell in puzzle.key[0].cells)  # type: ignore[union-attr]
    assert shown == "İÇKİ"


# --- what is refused, and why --------------------------------------------------------------------


def test_unplaced_words_are_named_with_their_reasons() -> None:
    with pytest.raises(lg.PuzzleError) as caught:
        lg.make_puzzle(["cat", "cats", "tac", "concatenation"], size=6, seed=1)
    assert caught.value.unplaced == (
        ("cat", "is inside cats"),
        ("tac", "is cat read backwards"),
        ("concatenation", "13 letters, longer than the 6x6 grid"),
    )


def test_a_full_grid_has_no_room() -> None:
    with pytest.raises(lg.PuzzleError, match="no room"):
        lg.make_puzzle(["abcd", "efgh", "ijkl", "mnop", "qrst"], size=4, seed=1)


def test_missing_words_can_be_allowed() -> None:
    puzzle = lg.make_puzzle(["cat", "cats"], size=6, seed=1, allow_missing=True)
    assert (("cats",), (("cat", "is inside cats"),)) == (puzzle.words, puzzle.missing)


def test_a_grown_grid_has_room() -> None:
    words = ["abcd", "efgh", "ijkl", "mnop", "qrst"]
    puzzle = lg.make_puzzle(words, size=4, seed=1, grow=True)
    assert puzzle.grid.rows > 4
    assert_valid(puzzle)


def test_a_pool_error_says_how_many_words_fit() -> None:
    with pytest.raises(lg.PuzzleError, match="of the 40 wanted words") as caught:
        lg.make_puzzle(theme_words("birds"), size=9, seed=1, pool=40)
    assert 40 == caught.value.wanted > caught.value.placed > 5


def test_a_pool_gives_the_wanted_number_of_words() -> None:
    puzzle = lg.make_puzzle(theme_words("birds"), size=14, seed=1, pool=15)
    assert 15 == len(puzzle.words)
    order = [theme_words("birds").index(word) for word in puzzle.words]
    assert order == sorted(order)


def test_subwords_are_counted_where_allowed() -> None:
    puzzle = lg.make_puzzle(["cat", "cats", "stack"], size=8, seed=1, allow_subwords=True)
    inside = {placed.word: placed.inside for placed in puzzle.key}
    # cats stands in stack too, read backwards
    assert {"cat": 2, "cats": 1, "stack": 0} == inside
    assert lg.check_puzzle(puzzle, allow_subwords=True).is_valid
    assert not lg.check_puzzle(puzzle).is_valid


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"filler": "AB"}, "different letters"),
        ({"avoid": ["oat"]}, "listed and avoided"),
        ({"mask": "nonsense"}, "expected a file, or shapes"),
        ({"mask": "diamond", "size": 3}, "mask has 5 cells"),
        ({"level": 9}, "level is 9"),
        ({"size": (0, 3)}, "rows is 0"),
        ({"overlap": "much"}, "overlap is 'much'"),
        ({"word_directions": {"cow": "E"}}, "not in the list"),
        ({"seed": -1}, "seed is -1"),
    ],
)
def test_invalid_options(options: dict[str, object], message: str) -> None:
    with pytest.raises(lg.InputError, match=message):
        lg.make_puzzle(["oat", "barley"], **options)  # type: ignore[arg-type]


def test_invalid_words() -> None:
    for words in ([], ["--"], ["x" * 300]):
        with pytest.raises(lg.PuzzleError):
            lg.make_puzzle(words, seed=1)
    with pytest.raises(lg.InputError, match="several words"):
        lg.make_puzzle("oat", seed=1)


# --- hidden messages -----------------------------------------------------------------------------


@pytest.mark.parametrize("message", ["HELLO WORLD", "the answer is forty two", "eleven cells"])
def test_the_cells_outside_words_spell_the_message(message: str) -> None:
    puzzle = lg.make_puzzle(theme_words("birds")[:14], seed=7, message=message)
    used = puzzle.solution_cells
    left = "".join(
        puzzle.grid[cell].face  # type: ignore[union-attr]
        for cell in puzzle.grid
        if cell not in used
    )
    assert left == message.replace(" ", "").upper()
    assert_valid(puzzle)


def test_the_error_for_a_message_has_the_nearest_layout() -> None:
    with pytest.raises(lg.PuzzleError, match="nearest layout leaves") as caught:
        lg.make_puzzle(["oat", "rye"], size=9, seed=1, message="hi")
    assert caught.value.nearest >= 75
    puzzle = lg.make_puzzle(["oat", "rye"], size=9, seed=1, message="hi", pad=True)
    assert_valid(puzzle)


def test_a_message_that_is_too_short_in_any_layout_fails_at_once() -> None:
    words = random_words(24, 2, shortest=4, longest=9)
    room = 14 * 14 - sum(map(len, words))
    with pytest.raises(lg.PuzzleError, match=f"nearest layout leaves {room} cells"):
        lg.make_puzzle(words, size=14, seed=1, message="early")


def test_a_message_among_right_to_left_words_runs_from_the_right() -> None:
    words = ["שלום", "כלב", "חתול", "ספר", "ילד", "מחשב"]
    puzzle = lg.make_puzzle(words, seed=1, alphabet="he", message="יום טוב", avoid=["טו בא"])
    used = puzzle.solution_cells
    left = [cell for cell in puzzle.grid if cell not in used]
    left.sort(key=lambda cell: (cell[0], -cell[1]))
    faces = "".join(puzzle.grid[cell].face for cell in left)  # type: ignore[union-attr]
    assert "יומטוב" == faces  # the alphabet reads a final mem as mem
    assert_valid(puzzle)


@pytest.mark.parametrize("shape", ["heart", "star", "ring", "tree", "cross"])
def test_a_message_fits_into_shapes(shape: str) -> None:
    message = "THEEARLYBIRDCATCHESTHEWORM"
    puzzle = lg.make_puzzle(theme_words("birds"), pool=12, seed=1, mask=shape, message=message)
    used = puzzle.solution_cells
    left = [puzzle.grid[cell] for cell in puzzle.grid if cell not in used]
    assert message == "".join(tile.face for tile in left if tile is not None)
    assert_valid(puzzle)


def test_the_words_of_a_pool_are_chosen_for_the_message() -> None:
    message = "The early bird catches the worm now"
    puzzle = lg.make_puzzle(theme_words("birds"), pool=20, size=14, seed=1, message=message)
    assert 20 == len(puzzle.words)
    assert 14 * 14 - 29 == len(puzzle.solution_cells)


# --- the same seed -------------------------------------------------------------------------------

_SIGNATURE = """
import hashlib, lexigrid as lg
for allow_rude in (False, True):
    digest = hashlib.sha256()
    for seed in range(12):
        options = dict(mask="heart") if seed % 3 == 0 else dict(decoys=9, overlap="many")
        options["allow_rude"] = allow_rude
        puzzle = lg.make_puzzle(lg.theme_words("ocean"), pool=14, size=17, seed=seed, **options)
        digest.update(puzzle.grid.format().encode())
    print(digest.hexdigest())
"""
#: If this changes, puzzles of old seeds and codes change too, and the changelog must say so.
SIGNATURE = "62ec43e13e4b69181db2eaf04ed6b3aab14af143c56d08d8411b4a710e96ce5b"
#: Nor do the lists of rude words change what they do not concern.
SIGNATURE_WITH_RUDE_WORDS = "6c6b33f1fe814464fd27e646918bcdcd8df35185ff4b83737e3a954629c27174"


def test_the_same_seed_makes_the_same_puzzle_in_every_process() -> None:
    for hash_seed in ("0", "1", "77"):
        run = subprocess.run(
            [sys.executable, "-c", _SIGNATURE],
            capture_output=True,
            text=True,
            check=True,
            env={**os.environ, "PYTHONHASHSEED": hash_seed},
        )
        assert [SIGNATURE, SIGNATURE_WITH_RUDE_WORDS] == run.stdout.split()


def test_splitmix64_draws_its_published_numbers() -> None:
    # The first outputs of SplitMix64 from 1234567, as its authors publish them.
    rng = SplitMix64(1234567)
    assert [6457827717110365317, 3203168211198807973] == [rng.next(), rng.next()]


@settings(max_examples=20)
@given(st.integers(0, 2**64 - 1))
def test_a_code_makes_the_puzzle_again(seed: int) -> None:
    puzzle = lg.make_puzzle(CEREALS, seed=seed, level=2, title="Cereals", decoys=3, avoid=["tea"])
    assert puzzle == lg.make_puzzle(code=puzzle.code)


#: The code of an early version: share codes stay readable.
CODE = (
    "LG1-cUVqqHsiMCI6Im9hdFxucnllXG5iYXJsZXlcbndoZWF0XG5zcGVsdFxubWlsbGV0IiwiMSI6MSwi"
    "MiI6WyJjb3JuIl0sIjciOlsxLDIsMyw0XSwiOCI6W1sib2F0IixbMF1dXSwiMTAiOiJoZWFydCIsIjEz"
    "IjoxLCIxNiI6WyJ0ZWEiXX0"
)


def test_codes_are_stable() -> None:
    puzzle = lg.make_puzzle(
        CEREALS_OF_CODE,
        seed=1,
        level=2,
        mask="heart",
        decoys=1,
        avoid=["tea"],
        secret=["corn"],
        word_directions={"oat": "N"},
    )
    assert CODE == puzzle.code
    assert CODE == format_code(parse_code(CODE))


def test_every_argument_is_a_puzzle_option_with_the_same_default() -> None:
    arguments = dict(signature(lg.make_puzzle).parameters)
    for name in ("words", "theme", "code", *signature(PuzzleOptions.of).parameters):
        arguments.pop(name, None)
    options = {each.name: each.default for each in fields(PuzzleOptions)}
    for name, argument in arguments.items():
        assert (argument.default or options[name]) == options[name], name


def test_invalid_codes() -> None:
    code = lg.make_puzzle(["oat"], seed=1).code
    for broken in ("", "XX1-abc", code[:-3], code[:9] + "A" + code[10:], "LG1-%%%%"):
        if broken == code:
            continue
        with pytest.raises(lg.PuzzleError, match="code"):
            lg.make_puzzle(code=broken)


# --- difficulty ----------------------------------------------------------------------------------


def test_difficulty_grows_with_what_makes_a_puzzle_hard() -> None:
    words = theme_words("birds")[:12]
    easy = lg.make_puzzle(words, size=14, seed=1, level="easy").difficulty.score
    hard = lg.make_puzzle(words, size=14, seed=1, level="expert", decoys=40).difficulty.score
    assert hard > easy + 20


@pytest.mark.parametrize("wanted", [25, 45, 65])
def test_a_wanted_difficulty_is_reached(wanted: int) -> None:
    puzzle = lg.make_puzzle(theme_words("birds")[:15], size=15, seed=1, difficulty=wanted)
    assert abs(puzzle.difficulty.score - wanted) < 6
    assert puzzle == lg.make_puzzle(code=puzzle.code)


def test_an_open_size_allows_harder_puzzles() -> None:
    puzzle = lg.make_puzzle(theme_words("birds")[:15], seed=1, difficulty=72)
    assert abs(puzzle.difficulty.score - 72) < 4
    assert puzzle == lg.make_puzzle(code=puzzle.code)


# --- built-in words ----------------------------------------------------------------------------


def test_all_words_of_a_theme_fit_in_a_puzzle() -> None:
    assert len(themes()) >= 20
    for name in themes():
        words = theme_words(name)
        assert len(words) >= 30
        puzzle = lg.make_puzzle(words, seed=1)
        assert len(puzzle.words) == len(words), name


def test_random_words_have_the_band_and_length() -> None:
    lexicon = lg.Lexicon.default()
    for word in random_words(30, 5, band=20, shortest=5, longest=7):
        assert 5 <= len(word) <= 7
        assert (lexicon.band(word) or 0) <= 20


def test_twenty_words_fit_for_many_seeds() -> None:
    for seed in range(60):
        words = random_words(20, seed, shortest=4, longest=12)
        puzzle = lg.make_puzzle(words, size=15, seed=seed)
        assert 20 == len(puzzle.words)


def test_many_words_on_a_large_grid() -> None:
    words = random_words(400, 1, band=50, shortest=4, longest=10)
    puzzle = lg.make_puzzle(words, size=(120, 200), seed=1)
    assert 400 == len(puzzle.words)
    assert lg.check_puzzle(puzzle).is_valid


def test_a_theme_adds_its_words() -> None:
    puzzle = lg.make_puzzle(["oat"], theme="birds", seed="first")
    assert ("oat", *theme_words("birds")) == puzzle.words
    assert puzzle.seed == lg.make_puzzle(theme="birds", pool=5, seed="first").seed
    with pytest.raises(lg.InputError, match="did you mean 'birds'"):
        lg.make_puzzle(theme="brids")


# --- checks and files ----------------------------------------------------------------------------


def test_json_is_a_round_trip() -> None:
    puzzle = lg.make_puzzle(
        CEREALS, seed=1, secret=["corn"], title="Cereals", mask="circle", size=14
    )
    assert puzzle == lg.Puzzle.from_json(puzzle.to_json())


def test_words_without_a_place_stay_so_in_json(tmp_path: Path) -> None:
    path = tmp_path / "foreign.csv"
    path.write_text("c,a,t\nd,o,g\nword\ncat\n")
    puzzle = lg.Puzzle.read(path)
    assert puzzle.to_json()["words"][0]["start"] is None
    assert puzzle.key == lg.Puzzle.from_json(puzzle.to_json()).key


def test_a_changed_letter_is_a_fault() -> None:
    puzzle = lg.make_puzzle(CEREALS, size=9, seed=2)
    data = puzzle.to_json()
    row, column = data["words"][2]["start"]
    data["rows"][row][column] = "Z"
    report = lg.check_puzzle(lg.Puzzle.from_json(data))
    assert {"missing"} == {fault.kind for fault in report.faults}
    assert any(fault.word == "barley" for fault in report.faults)


def test_a_direction_that_is_not_allowed_is_a_fault() -> None:
    data = lg.make_puzzle(CEREALS, size=9, seed=2, directions="E").to_json()
    report = lg.check_puzzle(lg.Puzzle.from_json(data | {"directions": ["N"]}))
    assert {"direction"} == {fault.kind for fault in report.faults}


def test_foreign_puzzles_are_read(tmp_path: Path) -> None:
    path = tmp_path / "foreign.json"
    path.write_text(
        '{"puzzle": [["C","A","T"],["X","O","X"],["T","A","D"]], "words": ["CAT","DO","TAD"], '
        '"key": {}}',
        "utf-8",
    )
    assert ("CAT", "DO", "TAD") == lg.Puzzle.read(path).words
    assert lg.check_puzzle(lg.Puzzle.read(path)).is_valid
    report = lg.check_puzzle(lg.Puzzle.read(path, words=["CAT", "OX"]))
    assert [] != [fault for fault in report.faults if fault.kind == "twice"]
    text = tmp_path / "p.txt"
    text.write_text("My puzzle\n\nC A T\nO X O\nW E D\n\ncat, cow  wed\n", "utf-8")
    assert ("cat", "cow", "wed") == lg.Puzzle.read(text).words
    assert lg.check_puzzle(lg.Puzzle.read(text)).is_valid


def test_masks_of_pictures(tmp_path: Path) -> None:
    path = tmp_path / "mask.txt"
    path.write_text("..##..\n.####.\n######\n", "utf-8")
    mask = lg.Mask.read(path)
    assert "..##..\n.####.\n######" == mask.draw(3, 6)
    assert "##..##\n#....#\n......" == mask.inverted().draw(3, 6)
    assert mask == lg.Mask.parse(mask.text)


def png(colour: int, scanlines: list[bytes], *, depth: int = 8, interlaced: bool = False) -> bytes:
    """Write a PNG of 2 rows and 3 columns; every scanline starts with its filter type."""

    def chunk(kind: bytes, body: bytes) -> bytes:
        return (
            struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
        )

    head = struct.pack(">IIBBBBB", 3, 2, depth, colour, 0, 0, interlaced)
    palette = chunk(b"PLTE", b"\0\0\0\xff\xff\xff\0\0\0") if colour == 3 else b""
    transparency = chunk(b"tRNS", b"\xff\xff\0") if colour == 3 else b""
    data = chunk(b"IDAT", zlib.compress(b"".join(scanlines))) + chunk(b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + palette + transparency + data


@pytest.mark.parametrize(
    ("colour", "depth", "dark", "light"),
    [
        (0, 8, b"\x7f", b"\x80"),
        (0, 16, b"\x7f\xff", b"\x80\x00"),
        (0, 16, b"\x00\xff", b"\xff\x00"),
        (2, 8, b"\0\0\xff", b"\xff\xff\0"),
        (2, 16, b"\0\0\0\0\0\0", b"\xff\xff\xff\xff\xff\xff"),
        (3, 8, b"\0", b"\1"),
        (3, 8, b"\0", b"\2"),
        (4, 8, b"\0\xff", b"\0\0"),
        (4, 8, b"\0\x80", b"\xff\xff"),
        (4, 16, b"\0\0\xff\xff", b"\0\0\0\0"),
        (6, 8, b"\0\0\0\xff", b"\0\0\0\0"),
        (6, 16, b"\0\0\0\0\0\0\xff\xff", b"\0\0\0\0\0\0\x7f\xff"),
    ],
)
def test_png_masks(tmp_path: Path, colour: int, depth: int, dark: bytes, light: bytes) -> None:
    data = png(colour, [b"\0" + dark + light + dark, b"\0" + 3 * dark], depth=depth)
    path = tmp_path / "mask.png"
    path.write_bytes(data)
    assert "#.#\n###" == lg.Mask.read(path).draw(2, 3)
    path.write_bytes(data[:40])
    with pytest.raises(lg.InputError, match="not a readable picture"):
        lg.Mask.read(path)


@pytest.mark.parametrize(
    ("colour", "depth", "scanlines"),
    [
        (0, 1, [b"\0\x40", b"\0\x00"]),
        (0, 2, [b"\0\x64", b"\0\x00"]),
        (0, 4, [b"\0\x78\x00", b"\0\x00\x00"]),
        (3, 1, [b"\0\x40", b"\0\x00"]),
        (3, 2, [b"\0\x20", b"\0\x00"]),
    ],
)
def test_png_masks_of_few_bits(
    tmp_path: Path, colour: int, depth: int, scanlines: list[bytes]
) -> None:
    path = tmp_path / "mask.png"
    path.write_bytes(png(colour, scanlines, depth=depth))
    assert "#.#\n###" == lg.Mask.read(path).draw(2, 3)


def test_an_interlaced_png_mask(tmp_path: Path) -> None:
    path = tmp_path / "mask.png"
    # The pixels of row 0 are in passes 1, 6 and 4 of Adam7, row 1 is in pass 7.
    passes = [b"\0\x00", b"\0\x00", b"\0\xff", b"\0\x00\x00\x00"]
    path.write_bytes(png(0, passes, interlaced=True))
    assert "#.#\n###" == lg.Mask.read(path).draw(2, 3)


def test_png_masks_need_pillow(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "mask.png"
    path.write_bytes(png(0, [b"\0\0\0\0", b"\0\0\0\0"]))
    monkeypatch.setitem(sys.modules, "PIL.Image", None)
    with pytest.raises(lg.InputError, match=r"pip install 'lexigrid\[png\]'"):
        lg.Mask.read(path)


@given(st.lists(st.sampled_from(["", "~"]), min_size=3, max_size=3), st.data())
def test_an_inverted_mask_is_open_where_the_mask_is_not(
    signs: list[str], data: st.DataObject
) -> None:
    joints = [data.draw(st.sampled_from("+&-")) for _ in range(2)]
    text = "".join(
        joint + sign + name
        for joint, sign, name in zip(["", *joints], signs, ["heart", "ring", "cross"], strict=True)
    )
    mask = lg.Mask.parse(text)
    inverted = mask.inverted()
    assert bytes(1 - cell for cell in mask.cells(12, 15)) == inverted.cells(12, 15)
    assert mask.cells(12, 15) == inverted.inverted().cells(12, 15)


def test_joined_masks_are_open_where_one_is() -> None:
    heart, ring = lg.Mask.parse("heart"), lg.Mask.parse("circle&~diamond")
    for joined in (heart.joined(ring), ring.joined(heart)):
        both = zip(heart.cells(9, 9), ring.cells(9, 9), strict=True)
        assert bytes(a | b for a, b in both) == joined.cells(9, 9)
    with pytest.raises(lg.InputError, match="cannot be joined"):
        ring.joined(lg.Mask.parse("star-ring"))


def test_hosts_equal_those_found_pair_by_pair() -> None:
    words = [tuple(w) for w in ("cat", "cats", "tac", "dog", "god", "ogd", "a", "level", "eve")]
    hosts = find_hosts(words)

    def inside(a: tuple[str, ...], b: tuple[str, ...]) -> bool:
        text, whole = "".join(a), "".join(b)
        return text in whole or text[::-1] in whole

    for i, word in enumerate(words):
        others = [
            j
            for j, other in enumerate(words)
            if j != i and inside(word, other) and (len(other) > len(word) or j < i)
        ]
        assert (i in hosts) == bool(others)
