"""Definitions: read from a pack, shown by commands and after games, used as clues."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

import lexigrid as lg
from commands import answer, call
from lexigrid.games import define
from lexigrid.lexicon.packs import definitions
from lexigrid.lexicon.packs.definitions import definition_clues, find_definitions
from lexigrid.types import Definition
from packs import definitions_installed, forget_definitions


@pytest.fixture
def pack(tmp_path: Path) -> Iterator[Path]:
    """Install a small pack of English definitions and return its file."""
    with definitions_installed(tmp_path) as file:
        yield file


@pytest.mark.usefixtures("pack")
def test_inflections_lead_to_their_base() -> None:
    assert define("Oat") == Definition("Oat", "Oat", "noun", "a cereal grass")
    assert define("oats") == Definition("oats", "oat", "noun", "a cereal grass")
    assert define("dig", language="en-GB") == Definition("dig", "dig", "verb", "make a hole")
    assert define("zzz") is None


@pytest.mark.usefixtures("pack")
def test_clues_neither_give_words_away_nor_have_rude_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(definitions, "rude_words", lambda language: ("dung", "dig"))
    assert definition_clues(["oats", "rye", "barley", "dig", "zzz"]) == {"oats": "A cereal grass"}


@pytest.mark.usefixtures("pack")
def test_a_puzzle_has_them_as_clues() -> None:
    puzzle = lg.make_puzzle(["oat", "acorn (2)", "rye"], clues="definitions", seed=1)
    clues = {each.word: each.facts.clue for each in puzzle.key}
    assert clues == {"oat": "A cereal grass", "acorn": "Seed of an oak", "rye": ""}
    with pytest.raises(lg.InputError, match="clues is 'definition', expected one of definitions"):
        lg.make_puzzle(["oat"], clues="definition")  # type: ignore[arg-type]


@pytest.mark.usefixtures("pack")
def test_clues_of_a_file_come_first(tmp_path: Path) -> None:
    (tmp_path / "words.txt").write_text("oat: Horses eat it\nacorn\n", "utf-8")
    options = ("--clues", "definitions", "--list", "clues", "--seed", "1")
    text = answer("make", "--words", str(tmp_path / "words.txt"), *options)
    assert "Horses eat it" in text
    assert "Seed of an oak" in text
    assert "clues of your own are read" in call("make", "oat", "--clues", "mine").stderr


@pytest.mark.usefixtures("pack")
def test_the_command_prints_them() -> None:
    assert answer("define", "oats", "dig") == (
        "oats (oat, noun): a cereal grass\ndig (verb): make a hole\n"
    )
    missing = call("define", "zzz", "dig", "--format", "json")
    assert (missing.exit_code, missing.stderr) == (1, "lexigrid: there is no definition of 'zzz'\n")
    (found,) = json.loads(missing.stdout)["definitions"]
    assert found == {"word": "dig", "base": "dig", "part": "verb", "gloss": "make a hole"}
    assert answer("define", "oats", "--format", "csv").splitlines()[1] == (
        "oats,oat,noun,a cereal grass"
    )


@pytest.mark.usefixtures("pack", "game_folder")
def test_results_have_those_of_missed_words() -> None:
    text = answer("play", "oa/ts", "--plain", "--alone", given=":end\n")
    assert "oats (oat, noun): a cereal grass" in text


def test_without_a_pack_the_error_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    forget_definitions()
    monkeypatch.setattr(definitions, "find_spec", lambda name: None)
    with pytest.raises(lg.LexiconError, match=r"get the package lexigrid-definitions-en: make"):
        define("oat")


def test_a_damaged_pack_is_refused(pack: Path) -> None:
    pack.write_bytes(pack.read_bytes()[:-20])
    with pytest.raises(lg.LexiconFormatError, match=r"cannot read .*install the pack again"):
        define("oat")
    assert find_definitions(["oat"], "en") == {}
