"""Files that change while they are in use."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import lexigrid as lg
from lexigrid.grid import io as grid_io


@pytest.mark.parametrize("change", ["truncate", "overwrite"])
def test_a_loaded_lexicon_does_not_notice_changes(tmp_path: Path, change: str) -> None:
    place = tmp_path / "words.lexicon"
    lg.Lexicon(["oat", "eat", "tea"]).save(place)
    code = f"""
import lexigrid as lg, os
lexicon = lg.Lexicon.load({str(place)!r})
with open({str(place)!r}, "r+b") as file:
    if {change!r} == "truncate":
        os.truncate(file.fileno(), 0)
    else:
        file.write(b"\\xff" * os.fstat(file.fileno()).st_size)
print(*lexicon, *lg.find_paths(lg.Grid.parse("tea/ant/oat"), lexicon).words)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert ("eat oat tea tea eat oat", 0) == (done.stdout.strip(), done.returncode)


def test_a_lexicon_saved_over_another_is_a_new_file(tmp_path: Path) -> None:
    place = tmp_path / "words.lexicon"
    lg.Lexicon(["oat"]).save(place)
    with place.open("rb") as old:
        before = old.read()
        lg.Lexicon(["tea"]).save(place)
        old.seek(0)
        assert before == old.read()
    assert ["tea"] == list(lg.Lexicon.load(place))


def test_a_small_raw_grid_is_a_copy(tmp_path: Path) -> None:
    place = tmp_path / "grid.raw"
    place.write_bytes(b"teaant")
    grid = lg.Grid.read(place, raw=(2, 3))
    place.write_bytes(b"")
    assert grid == lg.Grid.parse("tea/ant")


def test_a_mapped_grid_that_was_shortened_is_an_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(grid_io, "MAP_FROM", 1)
    place = tmp_path / "grid.raw"
    place.write_bytes(b"teaant")
    grid = lg.Grid.read(place, raw=(2, 3))
    assert 1 == len(lg.find_lines(grid, ["tea"]))
    with place.open("r+b") as file:
        file.truncate(5)
    message = "had 6 bytes and now has 5: it was shortened while in use"
    with pytest.raises(lg.GridError, match=message):
        lg.find_lines(grid, ["tea"])
    with pytest.raises(lg.GridError, match=message):
        str(grid)
