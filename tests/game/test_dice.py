"""Dice: the published sets, dice derived from words, and rolls, which never change."""

from __future__ import annotations

import json
import subprocess
import sys
import tomllib
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import lexigrid as lg
from lexigrid._util.rng import SeededRng
from lexigrid.boards.dice_roll import roll, roll_all
from lexigrid.game.derived_dice import choose_dice, derive_dice, offered_dice
from lexigrid.game.dice import BLANK, Dice
from naive import dice_can_show

TRUSTS = ("high", "medium", "low")
SETS: dict[str, str] = tomllib.loads((Path(__file__).parent / "faces.toml").read_text("utf-8"))


def test_all_sets_are_present() -> None:
    assert list(SETS) == list(Dice.names())
    numbers = [Dice.named(name).number for name in Dice.names()]
    assert list(range(1, 17)) == numbers


@pytest.mark.parametrize("name", list(SETS))
def test_face_counts(name: str) -> None:
    dice = Dice.named(name)
    assert dice.size[0] * dice.size[1] == len(dice)
    assert {6} == {len(die) for die in dice}
    assert SETS[name] == " ".join(f"{face}{dice.counts[face]}" for face in sorted(dice.counts))


@pytest.mark.parametrize("name", list(SETS))
def test_a_set_names_its_sources(name: str) -> None:
    dice = Dice.named(name)
    assert dice.trust in TRUSTS
    assert dice.sources
    assert all(dice.sources)
    assert dice.title
    assert dice.language == name[:2]
    assert dice == Dice.numbered(dice.number)


def test_the_study_has_the_same_faces(shared: Path) -> None:
    data = json.loads((shared / "data" / "dice.json").read_text("utf-8"))
    assert {name: table["dice"] for name, table in data.items()} == {
        name: [list(die) for die in Dice.named(name)] for name in Dice.names()
    }


def test_two_sets_differ_where_their_sources_do() -> None:
    one, other = (
        Counter(tuple(sorted(die)) for die in Dice.named(name))
        for name in ("en-big-1979-5x5-bgg", "en-big-1979-5x5-barneyb-algs4")
    )
    assert [tuple("DHHLOR")] == list((one - other).elements())
    assert [tuple("DHLNOR")] == list((other - one).elements())


def test_the_die_with_qu_has_six_faces() -> None:
    assert ("H", "I", "M", "N", "U", "Qu") in Dice.named("en-new-4x4").faces


@pytest.mark.parametrize(
    ("call", "part"),
    [
        (lambda: Dice.named("en-3x3"), "en-classic-4x4"),
        (lambda: Dice.numbered(99), "99"),
        (lambda: Dice.of(["A B"], size=(2, 2)), "expected 4"),
        (lambda: Dice.of([[], "A"], size=(1, 2)), "die 1"),
        (lambda: Dice.of([], size=(0, 2)), "0x2"),
        (lambda: Dice.of(["A B", "AEG"], size=(1, 2)), "die 2 is 'AEG', .* such as 'A E G'"),
        (lambda: derive_dice(lg.Lexicon(["a"]), (99, 1)), "99x1"),
        (lambda: roll("en-new-4x4", seed=""), "1 to 200"),
        (lambda: roll("en-new-4x4", seed=True), "True"),
        (lambda: roll("en-new-4x4", seed="a\nb"), "one line"),
    ],
)
def test_invalid_dice_are_reported(call: object, part: str) -> None:
    with pytest.raises(lg.InputError, match=part):
        call()  # type: ignore[operator]


# --- derived ----------------------------------------------------------------------------------


def test_dice_derived_from_english_resemble_the_published_ones() -> None:
    dice = derive_dice(lg.Lexicon.default())
    assert (16, 96) == (len(dice), sum(dice.counts.values()))
    assert "Qu" in dice.counts
    assert "Q" not in dice.counts
    letters = {face[0] for face in dice.counts}
    assert set("ABCDEFGHIJKLMNOPQRSTUVWXYZ") == letters
    assert ["E", "S", "I"] == list(dice.counts)[:3]


@pytest.mark.parametrize("size", [(1, 1), (2, 3), (5, 5), (7, 4)])
def test_derived_dice_have_six_faces_each(size: tuple[int, int]) -> None:
    dice = derive_dice(lg.Lexicon(["чай", "ёж", "мама", "кот"]), size)
    assert {6} == {len(die) for die in dice}
    assert size == dice.size


def test_derived_dice_use_the_letters_of_the_alphabet() -> None:
    lexicon = lg.Lexicon(["chorro", "llama", "queso"], alphabet="es-digraph")
    split = lexicon.alphabet.split
    dice = derive_dice(lexicon, (3, 3))
    assert {split(face) for face in dice.counts} == {(letter,) for letter in lexicon.letters}
    turkish = derive_dice(lg.Lexicon(["ılık", "iki", "kil"], alphabet="tr"), (3, 3))
    assert {"I", "İ", "K", "L"} == set(turkish.counts)


def test_chosen_dice_fit_the_language_and_size() -> None:
    words = ["mot", "jeu"]
    assert "fr-4x4" == choose_dice(lg.Lexicon(words, alphabet="fr")).name
    assert "fr-5x5-bigbaggle" == choose_dice(lg.Lexicon(words, alphabet="fr"), (5, 5)).name
    assert "es-5x5" == choose_dice(lg.Lexicon(words, alphabet="es")).name
    assert "de-4x4" != choose_dice(lg.Lexicon(words, alphabet="de")).name  # no umlauts
    assert "cs-4x4" == choose_dice(lg.Lexicon(words, alphabet="cs-plain")).name
    assert "derived" == choose_dice(lg.Lexicon(words, alphabet="cs")).name
    assert "derived" == choose_dice(lg.Lexicon(words, alphabet="es-digraph")).name
    assert "en-super-big-2012-6x6" == choose_dice(lg.Lexicon.default(), (6, 6)).name
    assert ["derived", "es-5x5"] == offered_dice(lg.Lexicon(words, alphabet="es"))
    assert [name for name in Dice.names() if name[:2] == "en"] == offered_dice(lg.Lexicon.default())
    assert "derived" == choose_dice(lg.Lexicon(words, alphabet="pl")).name
    assert "derived" == choose_dice(lg.Lexicon(["слово"])).name


@pytest.mark.parametrize("words", [lg.Lexicon(["дом", "кот"], alphabet="ru"), lg.Lexicon(["oat"])])
def test_boards_of_words_of_no_language_are_4x4(words: lg.Lexicon) -> None:
    assert (4, 4) == choose_dice(words).size


# --- rolled -----------------------------------------------------------------------------------


def test_known_rolls() -> None:
    """The roll of a seed never changes: share codes depend on it."""
    assert "VEWF/NODR/IHOI/SAOE" == roll("en-new-4x4", seed=7).format(one_line=True)
    assert roll("en-new-4x4", seed=7) == roll(Dice.named("en-new-4x4"), seed="7")
    big = roll("en-super-big-2012-6x6", seed=7)
    assert "I T E T H A/S D B N A S/Y T I N T U/E P E E T T/D L D G N V/In E R Y N K" == (
        big.format(one_line=True)
    )


@pytest.mark.parametrize("name", ["en-new-4x4", "en-super-big-2012-6x6", "cs-4x4"])
def test_many_boards_are_those_of_their_seeds(name: str) -> None:
    """Whether there are few, which are rolled one by one, or more, which are rolled together."""
    dice = Dice.named(name)
    seeds = [*range(130), "puzzle", 2**64 - 1]
    for count in (3, len(seeds)):
        rolled = [*roll_all(dice, seeds[-count:])]
        assert rolled == [roll(dice, seed=seed) for seed in seeds[-count:]]


def test_known_random_numbers() -> None:
    """The first numbers of SplitMix64 from 0 as its authors publish them, and of the example."""
    zero = SeededRng(7, "test")
    zero._stream._state = 0
    assert [0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4] == [zero.next(), zero.next()]
    rng = SeededRng(7, "example")
    assert [4, 1, 0, 2, 5, 0, 2, 3] == [rng.below(6) for _ in range(8)]


@given(st.integers() | st.text("abc ä", min_size=1).filter(str.strip), st.integers(1, 40))
def test_numbers_are_the_same_one_by_one_and_as_an_array(seed: int | str, count: int) -> None:
    one, many = SeededRng(seed, "test"), SeededRng(seed, "test")
    assert [one.next() for _ in range(count)] == many.numbers(count).tolist()
    assert one.next() == many.next()


def test_random_numbers_are_uniform() -> None:
    rng = SeededRng(1, "even")
    counts = Counter(rng.below(6) for _ in range(60_000))
    assert all(9_500 < count < 10_500 for count in counts.values())
    orders = Counter(tuple(rng.shuffled("abc")) for _ in range(12_000))
    assert len(orders) == 6
    assert all(1_800 < count < 2_200 for count in orders.values())


@given(st.sampled_from(Dice.names()), st.integers(0, 10**6))
def test_a_roll_is_a_face_of_each_die(name: str, seed: int) -> None:
    dice = Dice.named(name)
    grid = roll(dice, seed=seed)
    assert dice.size == (grid.rows, grid.columns)
    faces = []
    for row in range(grid.rows):
        for column in range(grid.columns):
            tile = grid[row, column]
            faces.append(BLANK if tile is None else tile.face)
    assert dice_can_show(faces, dice.faces)


def test_a_roll_does_not_depend_on_the_process() -> None:
    code = "from lexigrid import roll;print(roll('cs-4x4', seed='ahoj').format(one_line=True))"
    shown = {
        subprocess.run(
            [sys.executable, "-c", code],
            capture_output=True,
            check=True,
            env={"PYTHONHASHSEED": seed, "PYTHONUTF8": "1"},
        ).stdout
        for seed in ("0", "1", "2")
    }
    assert {roll("cs-4x4", seed="ahoj").format(one_line=True).encode() + b"\n"} == shown
