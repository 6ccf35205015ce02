"""Which files commands write, and which they replace."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import lexigrid
from commands import call, error_of, write_words
from lexigrid.batch import run_batch
from lexigrid.site.write import write_site

#: Answers, which can be computed again.
ANSWERS = (
    "lines tea/ant/oat ant --output OUT",
    "paths tea/ant/oat --output OUT",
    "trace tea/ant/oat ant --output OUT",
    "roll --seed 1 --output OUT",
    "lexicon words o?t --output OUT",
    "lexicon build WORDS --output OUT",
)
WORKS = (
    "make oat --output OUT",
    "prove --size 2x2 --lexicon WORDS --proof OUT",
    "batch --words WORDS - OUT",
)


def arguments_of(command: str, folder: Path) -> tuple[Path, list[str]]:
    """Return the output of a command, an existing file, and the command's arguments."""
    out, words = folder / "mine.txt", write_words(folder)
    out.write_text("mine", "utf-8")
    return out, [{"OUT": str(out), "WORDS": words}.get(each, each) for each in command.split()]


@pytest.mark.parametrize("command", ANSWERS)
def test_an_answer_replaces_the_last_one(tmp_path: Path, command: str) -> None:
    out, arguments = arguments_of(command, tmp_path)
    assert 0 == call(*arguments).exit_code
    assert b"mine" != out.read_bytes()


@pytest.mark.parametrize("command", WORKS)
def test_a_work_replaces_a_file_only_if_asked(tmp_path: Path, command: str) -> None:
    out, arguments = arguments_of(command, tmp_path)
    error = error_of(*arguments, given="tea/ant/oat\n")
    assert f"the output {str(out)!r} already exists; name another, or give --overwrite" in error
    assert "mine" == out.read_text("utf-8")
    for option in ("--overwrite", "--force"):
        assert 0 == call(*arguments, option, given="tea/ant/oat\n").exit_code
    assert b"mine" != out.read_bytes()


@pytest.mark.parametrize("command", [*ANSWERS, *WORKS, "roll --best --rounds 1 --resume OUT"])
def test_the_folder_of_a_file_must_exist(tmp_path: Path, command: str) -> None:
    out, words = str(tmp_path / "missing" / "out.txt"), write_words(tmp_path)
    arguments = [{"WORDS": words}.get(each, each.replace("OUT", out)) for each in command.split()]
    error = error_of(*arguments, given="tea/ant/oat\n")
    assert f"there is no folder {str(tmp_path / 'missing')!r}; make it first" in error
    assert [Path(words)] == list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("command", "expected"),
    [
        ("prove --size 2x2 --overwrite", "--overwrite is for --proof; add --proof FILE"),
        ("make oat --overwrite", "--overwrite is for --output; add --output FILE"),
        (
            "batch boards.txt out.csv --engine dask --workers 1 --scheduler tcp://127.0.0.1:1",
            "workers (--workers) and scheduler (--scheduler) cannot be combined; give one of them",
        ),
        ("batch - - --overwrite", "--overwrite is for a file or folder, not standard output"),
    ],
)
def test_an_option_without_effect_is_refused(command: str, expected: str) -> None:
    assert expected in error_of(*command.split())


@pytest.mark.parametrize("command", [*ANSWERS, *WORKS])
def test_a_name_that_ends_with_a_slash_is_no_file(tmp_path: Path, command: str) -> None:
    words, new = write_words(tmp_path), f"{tmp_path / 'new'}/"
    arguments = [{"WORDS": words, "OUT": new}.get(each, each) for each in command.split()]
    assert "is a folder" in error_of(*arguments, given="tea/ant/oat\n")
    assert [Path(words)] == list(tmp_path.iterdir())


def test_lists_are_confirmed_as_text(tmp_path: Path) -> None:
    for kind in ("masks", "themes"):
        out = str(tmp_path / kind)
        assert "bytes of text\n" in call("list", kind, "--output", out).stderr


@pytest.mark.parametrize("name", ["oat.pdf", "oat.SVG", "oat.html", "oat.parquet"])
def test_answers_are_no_pages_or_tables(tmp_path: Path, name: str) -> None:
    error = error_of("paths", "tea/ant/oat", "--output", str(tmp_path / name))
    assert "the answer is text, JSON or CSV, which the name" in error
    assert [] == list(tmp_path.iterdir())


@pytest.mark.parametrize("path", ["", "a\0b", "\ud800", 5])
def test_an_output_that_is_no_path_is_an_input_error(tmp_path: Path, path: Any) -> None:
    place, words = tmp_path / "boards.txt", lexigrid.Lexicon(["tea"])
    place.write_text("tea/ant/oat\n", "utf-8")
    with pytest.raises(lexigrid.InputError, match="expected the path of a file"):
        run_batch(place, path, words=words)
    with pytest.raises(lexigrid.InputError, match="expected the path of a file"):
        lexigrid.proofs.prove_best(words, size=(2, 2), output=path)
    with pytest.raises(lexigrid.InputError, match="expected the path of a file"):
        lexigrid.proofs.optimize_board(words, seed=1, size=(2, 2), resume=path)
    with pytest.raises(lexigrid.InputError, match="expected the path of a file"):
        write_site(path)


@pytest.mark.parametrize("read", ["boards.txt", "-"])
def test_the_kind_of_a_batch_is_that_of_its_file_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, read: str
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "boards.txt").write_text("tea/ant/oat\n", "utf-8")
    error = error_of("batch", read, "out.csv", "--to", "jsonl", given="tea/ant/oat\n")
    assert "--to jsonl (write_as) contradicts the file name 'out.csv', which means csv" in error
    assert ["boards.txt"] == [path.name for path in tmp_path.iterdir()]
    assert 0 == call("batch", read, "out.csv", "--to", "csv", given="tea/ant/oat\n").exit_code


def test_a_proof_replaces_a_file_only_if_asked(tmp_path: Path) -> None:
    place, words = tmp_path / "best.json", lexigrid.Lexicon(["tea", "eat", "ate"])
    place.write_text("mine", "utf-8")
    with pytest.raises(lexigrid.InputError, match=r"best\.json' already exists; name another"):
        lexigrid.proofs.prove_best(words, size=(2, 2), output=place)
    assert [place] == list(tmp_path.iterdir())
    proof = lexigrid.proofs.prove_best(words, size=(2, 2), output=place, overwrite=True)
    assert proof == lexigrid.proofs.Proof.load(place)
    assert [place] == list(tmp_path.iterdir())


@pytest.mark.parametrize("name", ["scores.csv", "scores/"])
def test_a_batch_of_files_makes_the_folder_of_its_output(tmp_path: Path, name: str) -> None:
    boards = tmp_path / "boards.txt"
    boards.write_text("tea/ant/oat\n", "utf-8")
    out = tmp_path / "new" / "folder" / name
    run_batch(boards, f"{tmp_path}/new/folder/{name}", words=lexigrid.Lexicon(["tea"]))
    assert out.exists()
