"""The boards of docs/records.toml have their scores, and docs/records.md is made of it."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

import lexigrid as lg
import records
from checkout import ROOT


def check_scores(name: str, lexicon: lg.Lexicon) -> None:
    table = records.read_table()
    own = [each for each in table["records"] if each["list"] == name]
    assert own
    for each in own:
        assert each["score"] == records.score_record(each, lexicon), each
        board = lg.Grid.parse(each["board"], qu=True)
        assert each["size"] == f"{board.rows}x{board.columns}"


def test_the_boards_of_the_built_in_words() -> None:
    check_scores("english", lg.Lexicon.default())


def test_the_boards_of_enable(shared: Path) -> None:
    check_scores("enable2k", lg.Lexicon.read(shared / "data" / "enable2k.txt"))


@pytest.mark.parametrize("name", ["naspa2023", "yawl", "sowpods"])
def test_the_boards_of_other_lists(name: str) -> None:
    lists = Path(os.environ.get("LEXIGRID_WORD_LISTS", ROOT / "lists"))
    if not (lists / f"{name}.txt").exists():
        pytest.skip(f"{name}.txt is missing; set LEXIGRID_WORD_LISTS to its folder")
    check_scores(name, lg.Lexicon.read(lists / f"{name}.txt"))


def test_the_page_is_made_of_the_table() -> None:
    assert records.PAGE.read_text("utf-8") == records.format_page(records.read_table())
