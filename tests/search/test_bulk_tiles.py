"""Boards with Qu tiles, and with others, among boards of plain letters."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import lexigrid as lg
from bulk import items_of
from lexigrid.search.bulk.pack import pack

LISTED = ["quit", "qi", "suq", "tie", "sit", "quits", "its", "faqu", "iquit"]
_TILES = ["q", "Q", "Qu", "QU", "qu", "u", "I", "t", "s", "e"]
_ODD = [*_TILES, "?", ".", "[ei]", "Th", "é", "3"]


def boards_of(tiles: list[str]) -> st.SearchStrategy[str]:
    """Return texts of boards of 2x3 tiles, in any of the forms that say so."""
    rows = st.lists(
        st.lists(st.sampled_from(tiles), min_size=3, max_size=3), min_size=2, max_size=2
    )
    return rows.map(
        lambda rows: "/".join(
            ("" if all(len(tile) == 1 for row in rows for tile in row) else " ").join(row)
            for row in rows
        )
    )


@settings(max_examples=60)
@given(st.lists(boards_of(_TILES) | boards_of(_ODD), min_size=1, max_size=6), st.booleans())
@example(["Qu i t/s e t", "qit/set", "q Qu i/t s e", "its/etq", "sit/tie"], False)
@example(["its/etq", "t s/i Qu", "s i t"], False)
def test_tiles_of_two_letters_among_plain_boards(kernel: str, texts: list[str], qu: bool) -> None:
    def answers() -> Any:
        many = lg.find_paths_many(texts, LISTED, qu=qu)
        for sort in ("tiles", "alpha"):
            again = lg.find_paths_many(texts, LISTED, qu=qu, sort=sort, paths="none")
            assert many.scores.tolist() == again.scores.tolist()
        assert many.scores.tolist() == lg.score_grids(texts, LISTED, qu=qu).tolist()
        assert many.scores.tolist() == lg.score_grids(tuple(texts), LISTED, qu=qu).tolist()
        return [*map(items_of, many)]

    try:
        expected = [items_of(lg.find_paths(lg.Grid.parse(text, qu=qu), LISTED)) for text in texts]
    except lg.GridError:
        with pytest.raises(lg.GridError, match=r"board \d"):
            answers()
    else:
        assert expected == answers()


@pytest.mark.parametrize(
    ("text", "qu", "data"),
    [
        ("Qu i t/s e t", False, b"\1itset"),
        ("qu i t/s e t", True, b"qitset"),
        ("qit/set", False, b"qitset"),
        ("Q i t/s e t", True, b"Qitset"),
        ("Th i t/s e t", False, None),
        ("Qu it/s e", False, None),
        ("Qui t/s e t", False, None),
        ("Qu  i t/s e t", False, None),
        (" Qu i t/s e t", False, None),
        ("Qu i t/s e t ", False, None),
        ("Qu i t/s e t/", False, None),
        ("Qu i t", False, None),
        (". Qu t/s e t", False, None),
        ("1it/set", False, None),
    ],
)
def test_only_plain_texts_are_packed(text: str, qu: bool, data: bytes | None) -> None:
    boards = ["abc/def", text]
    _, packed = pack(boards, None, b"?[]\\/| \t\r\n", ord("q") if qu else 1)
    assert packed is not None
    assert ([1] if data is None else []) == [*packed.others]
    assert (data or b"......") == bytes(packed.data)[6:]


def test_a_bad_board_is_named_by_its_number() -> None:
    with pytest.raises(lg.GridError, match="board 2: row 2"):
        lg.score_grids(["qit/set", "qit/se", "Qu i t/s e t"], LISTED)
    with pytest.raises(lg.GridError, match="board 3"):
        lg.score_grids(["tea/", "tea/", "tea"], LISTED)


def test_lexicons_that_read_qu_otherwise() -> None:
    text = "Qu i t/s e t"
    for lexicon in (
        lg.Lexicon(["QUIT", "quit", "Quit"], case_sensitive=True),
        lg.Lexicon(["tie", "sit"]),  # no word has a q
        lg.Lexicon(["quit", "qu'i"]),
    ):
        expected = lg.find_paths(text, lexicon).score
        assert [expected] * 2 == lg.score_grids([text, text], lexicon).tolist()


def test_changes_of_a_board_with_a_qu_tile() -> None:
    lexicon = lg.Lexicon(LISTED)
    scores = lg.bulk.score_changes("Qu i t/s e t", lexicon)
    changed = [lg.find_paths(f"Qu i t/s e {letter}", lexicon).score for letter in lexicon.letters]
    assert changed == scores[1, 2].tolist()
