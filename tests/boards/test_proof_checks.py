"""`check_proof` notices the faults of a proof."""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest

import lexigrid as lg
from lexigrid.boards.proof import Partition, Proof
from lexigrid.boards.recheck import check_proof

SMALL = lg.Lexicon(["tea", "eat", "ate", "eats", "seat", "quest", "sue", "use", "qua", "squat"])


def test_faults_of_a_false_proof() -> None:
    proof = lg.proofs.prove_best(SMALL, size=(2, 2), classes=["aeu", "qst"], at_least=1, threads=1)
    best = next(name for name, bound in proof.bounds.items() if bound == proof.bound)
    assert check_proof(proof, SMALL).is_valid

    def faults(**changes: Any) -> str:
        return str(check_proof(dataclasses.replace(proof, **changes), SMALL))

    less = {name: min(bound, proof.bound - 1) for name, bound in proof.bounds.items()}
    assert "above its bound" in faults(bounds=less, bound=proof.bound - 1, boards=())
    without = {name: bound for name, bound in proof.bounds.items() if name != best}
    assert "patterns are missing" in faults(bounds=without)
    assert "'9999' is not a pattern" in faults(bounds={**proof.bounds, "9999": 1})
    assert "of the patterns" in faults(bound=proof.bound + 1)
    assert "has 0 points" in faults(boards=(lg.Grid.parse("qq/qq"),))
    for board in ("[ae]t/ea", "?a/te", "t./ea", "tea/tea", "zz/zz"):
        assert "is not 2x2 with one letter" in faults(boards=(lg.Grid.parse(board),))
    assert "another lexicon" in faults(fingerprint="0")
    changed = dataclasses.replace(proof.partition, classes=("aeu", "qs"))
    assert "do not divide" in faults(partition=changed)
    assert "another lexicon" in str(check_proof(proof, ["dog"]))
    assert len(check_proof(proof, ["dog"]).faults) == 1


@pytest.mark.parametrize(
    ("listed", "size", "classes"),
    [
        (["tea", "eat", "ate", "eats", "seat", "set", "net", "ant"], (2, 3), ["ae", "nst"]),
        (["quest", "sue", "use", "qua", "squat", "suet"], (2, 3), ["aeu", "qst"]),
    ],
)
def test_a_missing_best_board_is_a_fault(
    listed: list[str], size: tuple[int, int], classes: list[str]
) -> None:
    lexicon = lg.Lexicon(listed)
    proof = lg.proofs.prove_best(lexicon, size=size, classes=classes, threads=1)
    assert check_proof(proof, lexicon).is_valid
    assert len(proof.boards) > 1
    for board in proof.boards[:3]:
        others = tuple(each for each in proof.boards if each != board)
        faults = check_proof(dataclasses.replace(proof, boards=others), lexicon).faults
        assert faults
        missing = f"with {proof.bound} points that is not listed", "but no board of it is listed"
        assert all(any(text in str(each) for text in missing) for each in faults)
    assert check_proof(dataclasses.replace(proof, boards=()), lexicon).is_valid


def test_the_patterns_of_best_boards_are_those_with_the_bound() -> None:
    proof = lg.proofs.prove_best(SMALL, size=(2, 2), classes=["aeu", "qst"], at_least=1, threads=1)
    assert ["0011", "0110"] == [name for name, bound in proof.bounds.items() if bound == 5]
    assert ["ae/st", "ae/ts", "as/te"] == [each.format(one_line=True) for each in proof.boards]

    def faults(**changes: Any) -> tuple[str, ...]:
        report = check_proof(dataclasses.replace(proof, **changes), SMALL, sample=0)
        return tuple(map(str, report.faults))

    assert () == faults()
    without = "pattern {} has the bound 5, but no board of it is listed"
    assert (without.format("0110"),) == faults(boards=proof.boards[:2])
    assert (without.format("0011"),) == faults(boards=proof.boards[2:])
    expected = ("the board as/te is in the pattern 0110, whose bound is 4",)
    assert expected == faults(bounds={**proof.bounds, "0110": 4})


@pytest.mark.parametrize("seed", range(5))
def test_a_sample_begins_with_the_patterns_of_best_boards(seed: int) -> None:
    proof = lg.proofs.prove_best(SMALL, size=(2, 2), classes=["aeu", "qst"], at_least=1, threads=1)
    changed = dataclasses.replace(proof, boards=proof.boards[1:])
    (fault,) = check_proof(changed, SMALL, sample=2, seed=seed).faults
    assert "pattern 0011 has a board with 5 points that is not listed: " in str(fault)


def test_boards_that_differ_in_unused_letters_count_as_one() -> None:
    lexicon = lg.Lexicon(["tea", "dog"])
    proof = lg.proofs.prove_best(lexicon, size=(2, 3), classes=["degota"], threads=1)
    assert check_proof(proof, lexicon).is_valid


def test_a_list_cut_at_the_limit_of_a_pattern_is_valid() -> None:
    lexicon = lg.Lexicon(["at"])
    rules = lg.Rules(min_length=2, scoring={2: 1})
    proof = lg.proofs.prove_best(lexicon, size=(2, 6), rules=rules, classes=["at"], threads=1)
    assert (1, 1) == (proof.bound, len(proof.bounds))
    assert check_proof(proof, lexicon).is_valid


def test_patterns_too_large_to_check_are_refused() -> None:
    lexicon = lg.Lexicon(["abcde", "fghijk", "lmno"])
    partition = Partition((4, 4), ("abcdefghijklmno",), ("abcdefghijklmno",))
    proof = Proof(partition, lexicon.fingerprint, 3, "classic", 11, (), {"0" * 16: 11})
    assert check_proof(proof, lexicon, sample=0).is_valid
    with pytest.raises(lg.InputError, match="too many cells to check"):
        check_proof(proof, lexicon)
