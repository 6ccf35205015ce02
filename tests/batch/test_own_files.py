"""Files that a job did not write are named and stay; it refuses before it changes anything."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import lexigrid as lg
from batch_files import LEXICON, write_boards
from lexigrid.batch import run_batch


def content(folder: Path) -> dict[str, Any]:
    return {
        str(path.relative_to(folder)): path.read_bytes() if path.is_file() else None
        for path in sorted(folder.rglob("*"))
    }


@pytest.mark.parametrize(
    "foreign", ["notes.ipynb", "more/notes.txt", ".hidden", "part-000009-000000.parquet"]
)
def test_overwriting_a_folder_keeps_the_files_of_others(foreign: str, tmp_path: Path) -> None:
    place, out = write_boards(tmp_path / "in.txt", 300), tmp_path / "scores"
    run_batch(place, out, words=LEXICON, part_bytes=1000)
    (out / foreign).parent.mkdir(exist_ok=True)
    (out / foreign).write_text("mine")
    before = content(tmp_path)
    for options in ({}, {"task": "paths"}, {"part_bytes": 500}):
        with pytest.raises(lg.InputError, match=f"holds '{foreign.split('/')[0]}', which lexigrid"):
            run_batch(place, out, words=LEXICON, overwrite=True, **{"part_bytes": 1000} | options)
        assert before == content(tmp_path)
    assert run_batch(place, out, words=LEXICON, part_bytes=1000).resumed > 1
    (out / foreign).unlink()
    if "/" in foreign:
        (out / foreign).parent.rmdir()
    run_batch(place, out, words=LEXICON, part_bytes=500, overwrite=True, task="paths")
    assert run_batch(place, out, words=LEXICON, part_bytes=500, task="paths").resumed > 1


def test_the_parts_of_a_file_keep_the_files_of_others(tmp_path: Path) -> None:
    place, one = write_boards(tmp_path / "in.txt", 300), tmp_path / "one.csv"
    parts = tmp_path / "one.csv.parts"
    with pytest.raises(lg.InputError, match="line "):
        run_batch(place, one, words=LEXICON, part_bytes=1000, strict=True)
    (parts / "notes.txt").write_text("mine")
    before = content(tmp_path)
    for overwrite in (False, True):
        with pytest.raises(lg.InputError, match=r"holds 'notes\.txt', which lexigrid"):
            run_batch(place, one, words=LEXICON, part_bytes=1000, overwrite=overwrite)
        assert before == content(tmp_path)
    (parts / "notes.txt").unlink()
    run_batch(place, one, words=LEXICON, part_bytes=1000)
    assert not parts.exists()
    parts.mkdir()
    (parts / "notes.txt").write_text("mine")
    with pytest.raises(lg.InputError, match=r"holds 'notes\.txt', which lexigrid"):
        run_batch(place, one, words=LEXICON, part_bytes=1000)
    assert (parts / "notes.txt").read_text() == "mine"


def test_a_manifest_that_cannot_be_read_names_nothing(tmp_path: Path) -> None:
    place, out = write_boards(tmp_path / "in.txt", 300), tmp_path / "scores"
    run_batch(place, out, words=LEXICON, part_bytes=1000)
    (out / "_manifest.json").write_text("{")
    before = content(tmp_path)
    with pytest.raises(lg.InputError, match="holds 'part-"):
        run_batch(place, out, words=LEXICON, part_bytes=1000, overwrite=True)
    assert before == content(tmp_path)
