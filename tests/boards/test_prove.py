"""Bounds of patterns and proofs of the best board, compared with the scores of all boards."""

from __future__ import annotations

import dataclasses
import itertools
import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import lexigrid as lg
from checkout import IS_DEEP
from commands import answer, call, document, error_of
from lexigrid.boards.proof import Partition, Proof
from lexigrid.boards.recheck import check_proof

LETTERS = "aeqstu"
POINTS = {length: length * 3 % 5 for length in range(1, 9)}
SMALL = lg.Lexicon(["tea", "eat", "ate", "eats", "seat", "quest", "sue", "use", "qua", "squat"])


def boards_of(pattern: list[str], size: tuple[int, int]) -> list[str]:
    rows = range(0, len(pattern), size[1])
    return [
        "/".join("".join(board[at : at + size[1]]) for at in rows) + "/" * (size[0] == 1)
        for board in itertools.product(*pattern)
    ]


words = st.lists(st.text(LETTERS, min_size=1, max_size=6), min_size=5, max_size=60)
cells = st.lists(
    st.lists(st.sampled_from(LETTERS), min_size=1, max_size=4, unique=True).map("".join),
    min_size=6,
    max_size=6,
)


@given(words, cells, st.sampled_from([(2, 3), (3, 2), (1, 6), (2, 2)]), st.booleans())
def test_a_bound_is_the_best_of_all_boards(
    listed: list[str], pattern: list[str], size: tuple[int, int], wrap: bool
) -> None:
    pattern = pattern[: size[0] * size[1]]
    options: dict[str, Any] = {"min_length": 1, "scoring": POINTS, "wrap": wrap, "qu": True}
    lexicon = lg.Lexicon([*listed, "qu"])
    tiles = "".join(f"[{letters}]" for letters in pattern)
    boards = boards_of(pattern, size)
    scores = lg.score_grids(
        [board.replace("/", "") for board in boards], lexicon, size=size, **options
    )
    best = int(scores.max())
    exact = lg.proofs.bound_boards(tiles, lexicon, size=size, **options)
    assert best == exact.bound
    found = {board.format(one_line=True) for board in exact.boards}
    most = {
        lg.Grid.parse(board, qu=True).format(one_line=True)
        for board, score in zip(boards, scores, strict=True)
        if score == best > 0
    }
    assert found <= most
    assert bool(found) == bool(most)
    for at_least in (best + 1, best + 100):
        bounded = lg.proofs.bound_boards(tiles, lexicon, size=size, at_least=at_least, **options)
        assert best <= bounded.bound < at_least
        assert bounded.boards == ()


def test_wild_tiles_and_holes() -> None:
    found = lg.proofs.bound_boards("?ea/.t?", ["tea", "seat", "teas"])
    assert found == lg.proofs.bound_boards("[aest]ea/.t[aest]", ["tea", "seat", "teas"])
    assert (3, True) == (found.bound, all(board[1, 0] is None for board in found.boards))
    assert (
        lg.proofs.bound_boards("?ea/.t?", ["tea", "seat", "teas"], limit=1).boards
        == found.boards[:1]
    )
    assert lg.proofs.bound_boards("xyz/", ["tea"]) == lg.proofs.BoardBound(0, ())
    assert lg.proofs.bound_boards("?est/", SMALL, qu=True).boards == (lg.Grid.parse("Qu e s t/"),)


@pytest.mark.parametrize(
    ("pattern", "lexicon", "options", "message"),
    [
        ("[a,th]b/", ["tea"], {}, "'th'"),
        ("[q,qu]b/", ["tea"], {}, "Q and Qu"),
        ("?" * 25, SMALL, {"size": (5, 5)}, "too many boards"),
        ("?" * 70, SMALL, {"size": (7, 10)}, "too many boards"),
        ("?t/", ["ä" + chr(0x430 + i) for i in range(30)], {}, "31 letters"),
        ("?t/", SMALL, {"at_least": 0}, "at_least"),
        ("?t/", SMALL, {"limit": 0}, "limit"),
        ("?t/", SMALL, {"scoring": {1: 2**32 - 1, 2: 2**32 - 1, 3: 2**32 - 1}}, "too many"),
    ],
)
def test_patterns_without_a_bound(
    pattern: str, lexicon: Any, options: dict[str, Any], message: str
) -> None:
    lexicon = [*lexicon, "t", "at"] if "scoring" in options else lexicon
    with pytest.raises(lg.LexigridError, match=message):
        lg.proofs.bound_boards(pattern, lexicon, **options)


# --- proofs -------------------------------------------------------------------------------------


def random_lexicon(seed: int, letters: str) -> lg.Lexicon:
    rng = random.Random(seed)
    listed = {"".join(rng.choices(letters, k=rng.randint(2, 6))) for _ in range(60)}
    return lg.Lexicon(sorted(listed | set(letters)))


@pytest.mark.parametrize(
    ("seed", "letters", "size"),
    [(1, "aeqsu", (2, 2)), (2, "aest", (2, 3)), (3, "aequt", (1, 5)), (4, "est", (3, 2))],
)
@pytest.mark.parametrize("goal", ["points", "words"])
def test_a_proof_has_the_best_of_all_boards(
    seed: int, letters: str, size: tuple[int, int], goal: Any
) -> None:
    lexicon = random_lexicon(seed, letters)
    proof = lg.proofs.prove_best(
        lexicon,
        size=size,
        rules=lg.Rules(min_length=2),
        goal=goal,
        at_least=1,
        classes=[letters[:2], letters[2:]],
        threads=1,
    )
    boards = ["".join(board) for board in itertools.product(letters, repeat=size[0] * size[1])]
    scoring: Any = "classic" if goal == "points" else dict.fromkeys(range(1, 9), 1)
    scores = lg.score_grids(
        boards, lexicon, size=size, qu=True, min_length=2, scoring=scoring
    ).tolist()
    assert max(scores) == proof.bound
    assert proof.boards
    for board in proof.boards:
        found = lg.find_paths(board, lexicon, min_length=2, scoring=scoring)
        assert (size, proof.bound) == ((board.rows, board.columns), found.score)
    assert check_proof(proof, lexicon).is_valid
    assert Proof.from_dict(proof.to_dict()) == proof


def test_a_tile_without_a_letter_of_the_words_shows_its_first() -> None:
    found = lg.proofs.bound_boards("tea[xz]", ["tea"], size=(2, 2))
    assert found.boards == (lg.Grid.parse("te/ax"),)


def test_a_partition_has_every_board_once() -> None:
    for size in ((3, 3), (2, 4), (1, 4), (4, 1)):
        partition = Partition(size, ("ab", "c", "d"), ("a", "bcd"))
        names = list(partition.names())
        images = [
            {tuple(name[cell] for cell in order) for order in partition.symmetries}
            for name in names
        ]
        total = 1
        for classes in partition.cells:
            total *= len(classes)
        assert total == sum(map(len, images)) == len(set().union(*images))
    with pytest.raises(lg.InputError, match="'t' is in no class"):
        Partition.of(SMALL, (2, 2), ["aeqsu"])
    with pytest.raises(lg.InputError, match="'a' is in two classes"):
        Partition.of(SMALL, (2, 2), ["aeqsut", "ab"])


def test_words_of_too_many_letters_are_refused() -> None:
    words = ["abcdefghijklm", "nopqrstuvwxyz", "äöü"]
    with pytest.raises(lg.InputError, match="29 letters, bounds are computed for up to 26; fold"):
        Partition.of(lg.Lexicon(words, alphabet="de"), (2, 2))
    plain = lg.Alphabet.named("de", accents=False)
    assert len(Partition.of(lg.Lexicon(words, alphabet=plain), (2, 2)).classes) == 3


def test_boards_with_too_many_patterns_are_refused() -> None:
    proof = lg.proofs.prove_best(SMALL, size=(2, 2), classes=["aeu", "qst"], at_least=1, threads=1)
    message = "9x9 boards have more than 10,000,000 patterns, .*3x4 takes an hour and a half"
    with pytest.raises(lg.InputError, match=message):
        lg.proofs.prove_best(SMALL, size=(9, 9))
    with pytest.raises(lg.InputError, match=message):
        Proof.from_dict({**proof.to_dict(), "size": [9, 9]})
    assert Partition.of(None, (4, 4)).size == (4, 4)
    assert "9x9 boards" in error_of("prove", "--size", "9x9")
    words = ("--lexicon", "-", "--classes", "aet", "--at-least", "1")
    found = call("prove", "--size", "1x13", *words, given="tea\n")
    assert "a proof for 1x13 can take months of processor time" in found.stderr


def test_a_killed_proof_is_resumed(tmp_path: Path) -> None:
    listed = [word for word in lg.Lexicon.default() if len(word) <= 5]
    (tmp_path / "words.txt").write_text("\n".join(listed), "utf-8")
    place = tmp_path / "proof.json"
    command = [
        sys.executable, "-m", "lexigrid", "prove", "--size", "2x3", "--threads", "1",
        "--lexicon", str(tmp_path / "words.txt"), "--proof", str(place), "--quiet",
        "--at-least", "30",
    ]  # fmt: skip
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    parts = Path(f"{place}.work") / "bounds.jsonl.parts"
    until = time.monotonic() + 60
    while len(list(parts.glob("part-*.jsonl"))) < 2 and time.monotonic() < until:
        time.sleep(0.01)
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    assert not place.exists()
    before = {path: path.stat().st_mtime_ns for path in parts.glob("part-*.jsonl")}
    assert before
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    assert not parts.parent.exists()
    proof = Proof.load(place)
    assert proof == lg.proofs.prove_best(lg.Lexicon(listed), size=(2, 3), at_least=30)
    assert proof.boards


def test_a_cluster_shares_the_patterns() -> None:
    pytest.importorskip("distributed")
    options: dict[str, Any] = {"size": (2, 2), "classes": ["aeu", "qst"], "at_least": 1}
    alone = lg.proofs.prove_best(SMALL, **options)
    assert alone == lg.proofs.prove_best(SMALL, **options, engine="dask", workers=1)


def test_the_command(tmp_path: Path) -> None:
    (tmp_path / "words.txt").write_text("tea\neat\nate\neats\nseat\n", "utf-8")
    place, proof = str(tmp_path / "words.txt"), str(tmp_path / "proof.json")
    options: tuple[str, ...] = ("--lexicon", place, "--size", "2x2", "--threads", "1")
    assert answer("prove", *options, "--proof", proof) == "ae/st\nae/ts\nas/te\n"
    options = (*options, "--at-least", "5")
    assert document("prove", *options) == Proof.load(proof).to_dict()
    assert answer("prove", *options, "--format", "csv").startswith("pattern,bound\n[ae][ae]/[ae][")
    assert answer("prove", *options[:-1], "6", status=1) == ""
    assert answer("prove", *options, "--best", "words") == "ae/st\nae/ts\nas/te\n"
    checked = answer("prove", "--check", proof, "--lexicon", place)
    assert checked == "valid, 6 patterns, no board has more than 5 points, 3 best boards listed\n"
    changed = {**document("prove", *options), "boards": ["ae/st"]}
    (tmp_path / "changed.json").write_text(json.dumps(changed), "utf-8")
    check = ("prove", "--check", str(tmp_path / "changed.json"), "--sample", "6")
    faults = answer(*check, "--lexicon", place, status=1).splitlines()
    assert "pattern 0110 has the bound 5, but no board of it is listed" == faults[0]
    assert "with 5 points that is not listed" in faults[1]
    assert faults[-1] == f"not valid: {len(faults) - 1} fault{'s' * (len(faults) > 2)}"
    report = document("prove", "--check", proof, status=1)
    assert (False, 5, 6) == (report["valid"], report["bound"], report["patterns"])
    assert 0 == report["searched"]
    assert "written as csv, expected text" in error_of("prove", "--check", proof, "--format", "csv")
    assert "add --size" in error_of("prove", "--lexicon", place)
    for others in (("--size", "2x2"), ("--proof", proof), ("--threads", "1"), ("--best", "words")):
        message = error_of("prove", "--check", proof, "--lexicon", place, *others)
        assert f"--check and {others[0]} cannot be combined" in message
    assert "--sample is for --check" in error_of("prove", *options, "--sample", "2")
    assert "in no class" in error_of("prove", *options, "--classes", "abc")
    (tmp_path / "other.json").write_text("{}", "utf-8")
    assert "proof" in error_of("prove", "--check", str(tmp_path / "other.json"))


def test_a_proof_replaces_nothing_unasked(tmp_path: Path) -> None:
    words, proof = tmp_path / "words.txt", tmp_path / "proof.json"
    words.write_text("tea\neat\n", "utf-8")
    options = ("prove", "--lexicon", str(words), "--size", "2x2", "--at-least", "1", "--proof")
    for text in ("tea\neat\n", "", '{"format": "lexigrid/best"}'):
        proof.write_text(text, "utf-8")
        assert "already exists; name another" in error_of(*options, str(proof))
        assert proof.read_text("utf-8") == text
    assert "is also an input" in error_of(*options, str(words), "--overwrite")
    assert "is a device" in error_of(*options, "/dev/null", "--overwrite")
    assert "it is a folder" in error_of(*options, str(tmp_path))
    assert "no folder" in error_of(*options, str(tmp_path / "missing" / "proof.json"))
    proof.unlink()
    assert answer(*options, str(proof)) == answer(*options, str(proof), "--overwrite")
    assert Proof.load(proof).bound == 2


@pytest.mark.skipif(not IS_DEEP, reason="a minute of processor time")
def test_the_best_boards_of_enable_are_proved(shared: Path) -> None:
    lexicon = lg.Lexicon.read(shared / "data" / "enable2k.txt")
    proof = lg.proofs.prove_best(lexicon, size=(3, 3), rules=lg.Rules())
    assert (545, (lg.Grid.parse("des/lat/per"),)) == (proof.bound, proof.boards)
    assert check_proof(proof, lexicon, sample=2).is_valid


def test_a_pattern_of_the_best_board_of_enable(shared: Path) -> None:
    lexicon = lg.Lexicon.read(shared / "data" / "enable2k.txt")
    options: dict[str, Any] = {"qu": True, "min_length": 3}
    found = lg.proofs.bound_boards("[dklmn][ai]p/[ae]a[elnt]/[rst]tl", lexicon, **options)
    some = lg.proofs.bound_boards("d?s/?a?/p?r", lexicon, at_least=545, **options)
    assert some == lg.proofs.BoardBound(545, (lg.Grid.parse("des/lat/per"),))
    assert found.bound < 545


def test_without_u_a_q_is_a_letter_like_others() -> None:
    words = lg.Lexicon(["bb", "q", "qb", "qba"])
    rules = lg.Rules(min_length=1, scoring={1: 1, 2: 1, 3: 1})
    proof = lg.proofs.prove_best(words, size=(1, 3), rules=rules, classes=["abq"], threads=1)
    assert check_proof(proof, words).is_valid
    (fault,) = check_proof(dataclasses.replace(proof, boards=proof.boards[1:]), words).faults
    assert "is not listed" in str(fault)


def test_a_folder_of_somebody_else_is_not_used_for_a_proof(tmp_path: Path) -> None:
    notes = tmp_path / "p.json.work" / "notes.txt"
    notes.parent.mkdir()
    notes.write_text("mine")
    options: dict[str, Any] = {"size": (2, 2), "classes": ["aeu", "qst"], "at_least": 1}
    with pytest.raises(lg.InputError, match=r"holds .notes\.txt., which lexigrid did not write"):
        lg.proofs.prove_best(SMALL, output=tmp_path / "p.json", **options)
    assert "mine" == notes.read_text()
    notes.unlink()
    lg.proofs.prove_best(SMALL, output=tmp_path / "p.json", **options)
    assert not notes.parent.exists()
