"""Lists that show a part of each word, or a clue to it."""

from __future__ import annotations

import base64
import re
from pathlib import Path
from typing import get_args

import pytest

import lexigrid as lg
from commands import call
from lexigrid.render.listing import ListAs, list_words

STYLES = get_args(ListAs)
#: A small SVG.
PIXEL = (
    "data:image/svg+xml;base64,"
    + base64.b64encode(
        b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 2 1"><path d="M0 0h2v1z"/></svg>'
    ).decode()
)


@pytest.fixture(scope="module")
def puzzle() -> lg.Puzzle:
    words = ["wren", "barn owl", "éclair", "zz"]
    clues, images = dict.fromkeys(words, "A clue"), dict.fromkeys(words, PIXEL)
    return lg.make_puzzle(words, seed=3, secret=["hawk"], clues=clues, images=images)


def test_what_is_shown(puzzle: lg.Puzzle) -> None:
    def shown(list_as: ListAs) -> tuple[str, ...]:
        return list_words(puzzle, puzzle.words, list_as)

    assert shown("words") == puzzle.words
    assert shown("none") == ()
    assert shown("initials") == ("w___", "b___ o__", "é_____", "z_")
    assert shown("no-vowels") == ("wr_n", "b_rn _wl", "_cl__r", "zz")
    assert shown("lengths") == ("4 letters", "7 letters", "6 letters", "2 letters")
    scrambled = shown("scrambled")
    assert scrambled == shown("scrambled")
    for word, mixed in zip(puzzle.words[:3], scrambled, strict=False):
        assert mixed != word
        assert [sorted(part) for part in mixed.split()] == [sorted(part) for part in word.split()]
    assert scrambled[3] == "zz"
    capital = list_words(puzzle, ["Wednesday", "NASA", "zz", "zz"], "scrambled")[:2]
    assert (True, True) == (capital[0].islower(), capital[1].isupper())


def test_vowels_of_other_scripts() -> None:
    puzzle = lg.make_puzzle(["молоко", "ёлка"], seed=1, alphabet="ru")
    assert list_words(puzzle, puzzle.words, "no-vowels") == ("м_л_к_", "_лк_")


@pytest.mark.parametrize("list_as", STYLES)
@pytest.mark.parametrize("suffix", ["txt", "svg", "pdf", "png", "html"])
def test_every_format(puzzle: lg.Puzzle, list_as: ListAs, suffix: str, tmp_path: Path) -> None:
    path = tmp_path / f"sheet.{suffix}"
    puzzle.save(path, list_as=list_as)
    if suffix == "txt":
        listed = path.read_text("utf-8")
        assert ("wren" in listed) == (list_as == "words")
        assert ("w___" in listed) == (list_as == "initials")


def test_the_command_line(tmp_path: Path) -> None:
    made = call("make", "oat", "rye", "--seed", "1", "--list", "lengths")
    assert "3 letters" in made.stdout
    assert "oat" not in made.stdout
    refused = call("make", "oat", "--list", "vowels")
    assert refused.exit_code == 2
    assert "no-vowels" in refused.stderr


def test_groups_of_svg_have_names(puzzle: lg.Puzzle) -> None:
    names = [re.findall('<g id="([^"]+)"', puzzle.to_svg(with_key=own)) for own in (False, True)]
    assert {"title", "grid", "letters", "list"} <= {*names[0]}
    assert "answers" not in names[0]
    assert {"grid", "answers", "letters", "list"} <= {*names[1]}
    assert all(len(own) == len({*own}) for own in names)
