"""Rude words: the two lists, puzzles without them, and rude words chosen on purpose."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

import check_rude_words as sheets
import lexigrid as lg
from checkout import ROOT
from commands import answer, call, error_of


def lines_of(rows: list[str]) -> Iterator[str]:
    """Yield the rows, columns and diagonals of a rectangle of letters, each in one direction."""
    height, width = len(rows), len(rows[0])
    yield from rows
    yield from ("".join(column) for column in zip(*rows, strict=True))
    for offset in range(1 - height, width):
        cells = [(row, row + offset) for row in range(height) if 0 <= row + offset < width]
        yield "".join(rows[row][column] for row, column in cells)
        yield "".join(rows[row][width - 1 - column] for row, column in cells)


def rude_words_on(grid: lg.Grid) -> list[str]:
    """Return the words of the strict list on a grid, by a search that shares nothing with ours."""
    rows = [line.replace(" ", "").lower() for line in grid.format().splitlines()]
    text = " ".join(lines_of(rows))
    text += " " + text[::-1]
    return [word for word in lg.rude_words() if word in text]


def test_a_search_by_hand_reads_all_lines() -> None:
    expected = ["a", "ab", "ac", "ad", "b", "bc", "bd", "c", "cd", "d"]
    assert expected == sorted(lines_of(["ab", "cd"]))


def test_the_lists_are_sorted_words_with_their_inflections() -> None:
    strict, mild = lg.rude_words(), lg.rude_words("mild")
    assert set(mild) < set(strict)
    for words in (strict, mild):
        assert sorted({*words}) == [*words]
        assert all(word.isascii() and word.islower() and len(word) >= 3 for word in words)
    assert {"erection", "erections", "ass", "asses", "sexy", "nudist"} <= set(strict)
    assert {"fetiches", "piddled", "shag", "idiots", "cretin", "genital", "rectum"} <= set(strict)
    assert {"menstrual", "diarrhea", "diarrhoea", "excrement", "lynching"} <= set(strict)
    assert {"shag", "idiot", "lynch"}.isdisjoint(mild)
    with pytest.raises(lg.InputError, match="did you mean 'strict'"):
        lg.rude_words("strickt")  # type: ignore[arg-type]


def test_no_theme_has_a_rude_word() -> None:
    rude = set(lg.rude_words())
    for theme in lg.themes():
        for word in lg.theme_words(theme):
            assert rude.isdisjoint([word.lower(), *word.lower().split()]), (theme, word)


@pytest.mark.parametrize("options", [{}, {"overlap": "many"}, {"decoys": 20}, {"mask": "heart"}])
def test_ordinary_puzzles_spell_no_rude_word(options: dict[str, object]) -> None:
    for seed in range(12):
        words = lg.random_words(15, seed)
        puzzle = lg.make_puzzle(words, seed=seed, **options)  # type: ignore[arg-type]
        assert () == puzzle.notes
        if "mask" not in options:
            assert [] == rude_words_on(puzzle.grid)
        assert lg.check_puzzle(puzzle, avoid=lg.rude_words()).is_valid


def test_no_letter_completes_a_longer_rude_word_around_a_listed_one() -> None:
    assert [] == [*sheets.find_faults(range(200))]
    for words, size, seed in ((["title"], 8, 6), (["raccoon"], 10, 84), (["peacock"], 10, 84)):
        puzzle = lg.make_puzzle(words, size=size, seed=seed)
        assert lg.check_puzzle(puzzle, avoid=lg.rude_words()).is_valid


@pytest.mark.parametrize(
    ("word", "inside"),
    [("title", "tit"), ("grass", "ass"), ("separate", "rapes backwards"), ("raccoon", "coon")],
)
def test_a_listed_word_with_a_rude_one_inside_is_noted(word: str, inside: str) -> None:
    note = f"words are or contain rude ones: {word} ({inside}); leave them out, or allow them"
    puzzle = lg.make_puzzle([word], seed=1)
    assert (note,) == puzzle.notes
    assert puzzle == lg.make_puzzle(code=puzzle.code)
    assert () == lg.make_puzzle([word], seed=1, allow=[word]).notes


def test_rude_words_can_be_allowed() -> None:
    words = lg.random_words(20, 1)
    filler = {"filler": "aast", "size": 15, "seed": 1}
    assert [] == rude_words_on(lg.make_puzzle(words, **filler).grid)  # type: ignore[arg-type]
    rude = rude_words_on(lg.make_puzzle(words, **filler, allow_rude=True).grid)  # type: ignore[arg-type]
    assert "ass" in rude
    found = rude_words_on(lg.make_puzzle(words, **filler, allow=["tit", "ass"]).grid)  # type: ignore[arg-type]
    assert {"ass"} == set(found) - {"tit", "tits"}
    mild = lg.make_puzzle(words, allow_rude=True, avoid=lg.rude_words("mild"), seed=1)
    assert lg.check_puzzle(mild, avoid=lg.rude_words("mild")).is_valid
    assert mild == lg.make_puzzle(code=mild.code)


def test_warnings_are_about_words_of_the_puzzle_only() -> None:
    noted = [
        lg.make_puzzle(["grape", "cocks", "lemon", "melon"], pool=2, seed=seed)
        for seed in range(12)
    ]
    assert {len(puzzle.notes) for puzzle in noted} == {0, 1}
    for puzzle in noted:
        for word, note in (("grape", "grape (rape)"), ("cocks", "cocks")):
            assert (word in puzzle.words) == (note in "".join(puzzle.notes))
    allowed = lg.make_puzzle(["grape", "cocks"], allow=["rape", "cocks"], seed=1)
    assert () == allowed.notes
    assert () == lg.make_puzzle(["grape", "cocks"], allow_rude=True, seed=1).notes
    assert () == lg.make_puzzle(["dick", "fag"], alphabet="de", seed=1).notes


def test_a_message_may_have_rude_words() -> None:
    puzzle = lg.make_puzzle(lg.theme_words("birds")[:14], seed=7, message="a massive grape")
    assert (
        "words are or contain rude ones: the message (rape); leave them out, or allow them",
    ) == (puzzle.notes)


def test_rude_words_that_a_message_makes_unavoidable_are_noted() -> None:
    options = {"alphabet": "en", "message": "ass" * 40, "pad": True, "size": 12, "seed": 1}
    puzzle = lg.make_puzzle(["fag", "lemon"], **options)  # type: ignore[arg-type]
    note = "words are or contain rude ones: fag, the message (ass); leave them out, or allow them"
    assert note in puzzle.notes


def test_options_of_the_command_line(tmp_path: Path) -> None:
    own = tmp_path / "own.txt"
    own.write_text("# ours\nrape\n", "utf-8")
    notes = call("make", "grape", "melon", "--seed", "1").stderr
    assert "note: words are or contain rude ones: grape (rape)" in notes
    for options in (("--allow", str(own)), ("--allow-rude",)):
        assert "note" not in call("make", "grape", "melon", "--seed", "1", *options).stderr
    assert "note: rape, an avoided word, is part of grape" in (
        call("make", "grape", "melon", "--seed", "1", "--avoid", str(own)).stderr
    )
    answer("make", "grape", "melon", "--seed", "1", "--allow-rude", "--avoid", "mild")
    assert "no such file" in error_of("make", "oat", "--avoid", "midl")


def test_found_boards_have_no_rude_word() -> None:
    rude = lg.Lexicon(lg.rude_words())
    words = lg.games.IntRange(90, 130)
    made = [lg.find_board(lg.BoardSpec(words=words), seed=seed) for seed in range(6)]
    assert all(board.met and not lg.find_paths(board.grid, rude) for board in made)
    kept = [lg.find_board(lg.BoardSpec(words=words, avoid=()), seed=seed) for seed in range(6)]
    assert any(len(lg.find_paths(board.grid, rude)) for board in kept)
    chosen = lg.find_board(lg.BoardSpec(words=lg.games.IntRange(60), contains=("assets",)), seed=1)
    assert chosen.met
    assert {"ass"} >= {found.word for found in lg.find_paths(chosen.grid, rude)}


def test_opponents_play_no_rude_word() -> None:
    grid = lg.Grid.parse("tits/assx/cock/nude")
    game = lg.Game.start(grid, players=("you",))
    for avoid, is_rude in ((None, False), (("oat",), True), ((), True)):
        taken = lg.games.Opponent(10).find_words(game.solution, seed=1, avoid=avoid)
        assert is_rude == (not {each.word for each in taken}.isdisjoint(lg.rude_words()))


@pytest.mark.parametrize("path", sorted(ROOT.glob("packs/*/avoid.txt")))
def test_rude_words_written_by_hand_are_read(path: Path) -> None:
    facts = tomllib.loads((path.parent / "pack.toml").read_text("utf-8"))
    assert {"format": "hand", "origin": "written for lexigrid"} in facts["avoid"]["sources"]
    assert "MIT" in facts["avoid"]["licence"]
    note, *words = path.read_text("utf-8").splitlines()
    letters = set(lg.Alphabet.named(facts["alphabet"]).letters)
    assert note.startswith("# ")
    assert words == sorted(set(words))
    assert all(word.isalpha() and len(word) >= 3 for word in words)
    assert all(letters.issuperset(lg.Alphabet.named(facts["alphabet"]).split(w)) for w in words)


# --- themes --------------------------------------------------------------------------------------
