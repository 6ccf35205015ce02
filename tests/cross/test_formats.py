"""Files of every format and version, as their first release wrote them, are read and written again.

`cases/formats` has a small file of each. They are never written anew: a new version of a format
gets a new file.
"""

from __future__ import annotations

import dataclasses
import json
import os
import shutil
import sqlite3
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

import lexigrid as lg
from checkout import TESTS
from commands import answer, call
from lexigrid.batch import run_batch
from lexigrid.game.share_code import ShareCode
from lexigrid.lexicon.packs.pack import read_avoided, read_pack, read_words
from lexigrid.play.history.database import History
from lexigrid.play.history.records import record_match
from lexigrid.play.log import Entry, Stage
from lexigrid.play.match import Match
from lexigrid.play.match_view import event_of, review_of, state_of
from lexigrid.play.saved import SavedContest, SavedMatch
from lexigrid.puzzle.generate.share_code import format_code, parse_code
from lexigrid.puzzle.io import read_puzzles

FORMATS = TESTS / "cases" / "formats"
WORDS = ["tea", "eat", "oat", "tan", "ant", "ate", "eta", "net", "ten", "neat"]
LEXICON = lg.Lexicon(WORDS)
#: The words of the book and its journal.
BOOK = ["oat", "rye", "tea", "ant", "owl", "emu"]


def read(name: str) -> str:
    return (FORMATS / name).read_text("utf-8")


def lines(name: str) -> list[str]:
    return read(name).splitlines()


def database(name: str, path: Path) -> Path:
    """Make a database of the statements of a file."""
    path.parent.mkdir(parents=True, exist_ok=True)
    connection = sqlite3.connect(path)
    connection.executescript(read(name))
    connection.close()
    return path


# --- grids, puzzles, books ------------------------------------------------------------------------


@pytest.mark.parametrize("text", lines("grid-1.jsonl"))
def test_grids(text: str) -> None:
    assert text == lg.Grid.from_json(text).to_json()


@pytest.mark.parametrize("text", lines("puzzle-1.jsonl"))
def test_puzzles(text: str) -> None:
    puzzle = lg.Puzzle.from_json(text)
    assert text == puzzle.to_json()
    assert puzzle == lg.Puzzle.from_json(puzzle.to_json())


def test_puzzles_in_other_files() -> None:
    first, _, _, hidden, _ = (lg.Puzzle.from_json(text) for text in lines("puzzle-1.jsonl"))
    assert hidden == lg.Puzzle.read(FORMATS / "puzzle-1.html")
    table = lg.Puzzle.read(FORMATS / "puzzle-1.csv")
    assert (first.grid, first.key) == (table.grid, table.key)
    text = lg.Puzzle.read(FORMATS / "puzzle-1.txt")
    assert (first.grid, first.title, first.words) == (text.grid, text.title, text.words)


def test_books_and_their_journals(tmp_path: Path) -> None:
    book = read_puzzles(FORMATS / "book-1.json", None)
    assert 3 == len({puzzle.grid for puzzle in book})
    shutil.copy(FORMATS / "journal-1.jsonl", tmp_path / "book.json.making")
    (tmp_path / "words.txt").write_text("\n".join(BOOK))
    words = str(tmp_path / "words.txt")
    output = str(tmp_path / "book.json")
    done = call("book", "--words", words, "--count", "3", "--seed", "1", "--output", output)
    assert "continuing after puzzle 2 of 3" in done.stderr
    assert read("book-1.json") == Path(output).read_text("utf-8")


# --- games ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", lines("rules-1.jsonl"))
def test_rules(text: str) -> None:
    assert text == json.dumps(lg.Rules.from_dict(json.loads(text)).to_dict())


@pytest.mark.parametrize("text", lines("game-1.jsonl"))
def test_games(text: str) -> None:
    assert text == lg.Game.from_json(text, LEXICON).to_json()


def test_the_history(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = database("history-1.sql", tmp_path / "history.sqlite3")
    with History(path) as history, History(tmp_path / "again.sqlite3") as again:
        for record in history.games():
            again.add(record)
        unfinished = history.unfinished()
        for each in reversed(unfinished):
            again.save_unfinished(each)
    assert 6 == len(unfinished)
    for each in unfinished:
        match = SavedMatch.from_dict(json.loads(each.state)).restore(LEXICON)
        assert each.state == SavedMatch.of(match).to_json()
    dumps = []
    for name in ("history.sqlite3", "again.sqlite3"):
        connection = sqlite3.connect(tmp_path / name)
        dumps.append([*connection.iterdump()])
        connection.close()
    assert dumps[0] == dumps[1]
    monkeypatch.setenv("LEXIGRID_DATA", str(tmp_path))
    for option, name in (("--export", "history-1.json"), ("--stats", "progress-1.json")):
        assert read(name) == answer("play", option, "--format", "json")


def test_contests(tmp_path: Path) -> None:
    connection = sqlite3.connect(database("contests-1.sql", tmp_path / "contests.sqlite3"))
    rows = [*connection.execute("SELECT id, setup, seen FROM contests")]
    logs: dict[str, list[Entry]] = {}
    for id, number, at, kind, seat, data, key in connection.execute("SELECT * FROM entries"):
        logs.setdefault(id, []).append(Entry(number, at, kind, seat, json.loads(data), key))
    connection.close()
    expected: dict[str, Any] = json.loads(read("contests-1.json"))
    assert expected.keys() == {id for id, _, _ in rows}
    for id, setup, seen in rows:
        saved = SavedContest.from_dict(json.loads(setup))
        contest = Match.open(saved.restore({"ten": LEXICON}), id=id)
        assert setup == json.dumps(SavedContest.of(contest.setup).to_dict())
        events = []
        for entry in logs[id]:
            contest = contest.after(entry)
            events.append([event_of(contest, entry, viewer) for viewer in (None, 0, 2)])
        facts: dict[str, Any] = {
            "states": [state_of(contest, viewer, contest.now) for viewer in (None, 0, 2)],
            "events": events,
        }
        if contest.stage is Stage.OVER:
            record = record_match(contest, datetime.fromtimestamp(seen, UTC))
            facts |= {"review": review_of(contest), "record": dataclasses.asdict(record)}
        assert expected[id] == json.loads(json.dumps(facts))


def test_share_codes() -> None:
    codes = json.loads(read("share-codes-1.json"))
    for code, board, rules in codes["boards"]:
        assert code == ShareCode.parse(code).format()
        game = lg.games.open_game(code, LEXICON)
        assert (board, rules) == (
            game.grid.format(one_line=True),
            json.dumps(game.rules.to_dict()),
        )
    for code, puzzle in codes["puzzles"]:
        assert code == format_code(parse_code(code))
        assert puzzle == lg.make_puzzle(code=code).to_json()


# --- proofs, searches, batches, words -------------------------------------------------------------


@pytest.mark.parametrize("text", lines("absence-1.jsonl"))
def test_certificates(text: str) -> None:
    case = json.loads(text)
    assert case["certificate"] == lg.certify_absence(case["grid"], case["word"])
    assert lg.check_absence(case["grid"], case["word"], case["certificate"])


def test_proofs(tmp_path: Path) -> None:
    proof = lg.proofs.Proof.load(FORMATS / "proof-1.json")
    assert lg.proofs.check_proof(proof, LEXICON).is_valid
    proof.save(tmp_path / "proof.json")
    assert read("proof-1.json") == (tmp_path / "proof.json").read_text("utf-8")


def test_tasks() -> None:
    for text in lines("task-1.jsonl"):
        task = lg.tasks.Task.from_dict(json.loads(text))
        assert text == task.to_json()
        assert 1 == task.check(task.answer)


def test_interrupted_searches_for_the_best_board(tmp_path: Path) -> None:
    path = tmp_path / "best.json"
    shutil.copy(FORMATS / "best-1.json", path)
    found = lg.proofs.optimize_board(
        LEXICON, seed=1, size=(2, 2), patience=5, rounds=2, processes=1, resume=path
    )
    assert (9, 472) == (found.score, found.tried)
    assert read("best-1.json") == path.read_text("utf-8")


def test_finished_batches(tmp_path: Path) -> None:
    folder = tmp_path / "batch"
    shutil.copytree(FORMATS / "batch-1", folder)
    manifests = [folder / "out" / "_manifest.json", folder / ".out.csv.manifest.json"]
    for path in manifests:
        path.write_text(path.read_text("utf-8").replace("FOLDER", str(folder)), "utf-8")
    before = [path.read_bytes() for path in manifests]
    note = json.loads(before[1])
    os.utime(folder / "boards.txt", ns=(note["sources"][0][3],) * 2)
    os.utime(folder / "out.csv", ns=(note["output"][1],) * 2)
    boards = folder / "boards.txt"
    common: dict[str, Any] = {"words": WORDS}
    scoring = {3: 1, 4: 2}
    paths = run_batch(
        boards, folder / "out", task="paths", write_as="csv", deadline=5, scoring=scoring,
        topology="rook", **common,
    )  # fmt: skip
    found = run_batch(boards, folder / "out.csv", task="lines", **common)
    assert (1, 1) == (paths.resumed, found.resumed)
    assert before == [path.read_bytes() for path in manifests]


def test_packs_and_lexicons(tmp_path: Path) -> None:
    language = read_pack(FORMATS / "pack-1", "pack")
    assert ("xx", (5, 5), 4, True, True) == (
        language.code, language.size, language.min_length, language.is_beta, language.has_bands
    )  # fmt: skip
    words, bands = read_words(FORMATS / "pack-1")
    assert (sorted(WORDS), bytes([10] * 9 + [80])) == (words, bands)
    assert ("tea",) == read_avoided(FORMATS / "pack-1")
    lexicon = lg.Lexicon.load(FORMATS / "words-1.lexicon")
    assert LEXICON.fingerprint == lexicon.fingerprint
    lexicon.save(tmp_path / "again.lexicon")
    assert (FORMATS / "words-1.lexicon").read_bytes() == (tmp_path / "again.lexicon").read_bytes()


@pytest.mark.parametrize(
    ("name", "command"),
    [
        ("lines", "lines tea/ant/oat tea oat dog"),
        ("paths", "paths tea/ant/oat --lexicon words-1.lexicon"),
        ("trace", "trace tea/ant/oat tea dog --paths all"),
        ("roll", "roll --seed 7 --lexicon words-1.lexicon"),
        ("lexicon", "lexicon info words-1.lexicon"),
        ("check", "check puzzle-1.csv"),
        ("check-book", "check book-1.json"),
    ],
)
def test_answers(name: str, command: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(FORMATS)
    assert read(f"{name}-1.json") == call(*command.split(), "--format", "json").stdout
