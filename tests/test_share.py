"""Share codes.

Knows the package.
Rule: a code gives the same board and rules, or one clear error.
"""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import lexigrid as lg
from lexigrid.boards import BoardSpec, IntRange, find_board, roll
from lexigrid.boards.shared import dice_of, open_share, share_board
from lexigrid.game import Dice, Rules, derive_dice
from lexigrid.game.share_code import Share, check_board

KNOWN = "0400E-0XM04-00000-20WBC-47B7W-YKMAK-02046-8C"
DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"

RULES = st.builds(
    Rules,
    min_length=st.integers(1, 100),
    scoring=st.one_of(
        st.sampled_from(list(lg.SCORINGS)),
        st.dictionaries(st.integers(0, 300), st.integers(0, 10**6), min_size=1, max_size=5),
    ),
    seconds=st.none() | st.integers(1, 86_400),
    cancel=st.booleans(),
    penalty=st.integers(0, 1000),
    hints=st.integers(0, 1000),
    turning=st.booleans(),
)
SEEDS = st.one_of(
    st.integers(0, 2**64).map(str), st.text("aä07 -/", min_size=1).map(str.strip).filter(bool)
)


@given(RULES, SEEDS, st.sampled_from([*Dice.names(), "derived"]))
def test_a_code_gives_the_same_board_and_rules(rules: Rules, seed: str, name: str) -> None:
    lexicon = lg.Lexicon(["tea", "oat", "quiz"])
    dice = derive_dice(lexicon, (3, 4)) if name == "derived" else Dice.named(name)
    grid = roll(dice, seed=seed)
    share = share_board(grid, rules=rules, lexicon=lexicon, seed=seed, dice=dice)
    again = Share.parse(share.format())
    assert share == again
    assert (rules, seed, lexicon.fingerprint) == (again.rules, again.seed, again.lexicon)
    assert grid == open_share(again, lexicon)
    assert dice.faces == (dice_of(again, lexicon) or dice).faces
    assert "" == again.check_lexicon(lexicon.fingerprint)


def test_a_board_on_order_is_shared_as_it_lies() -> None:
    board = find_board(BoardSpec(words=IntRange(100, 110)), seed=4).grid
    dice = Dice.named("en-new-4x4")
    share = share_board(board, rules=Rules(), lexicon=lg.Lexicon.default(), seed="4", dice=dice)
    assert share.dice is None
    assert board == open_share(Share.parse(share.format()), lg.Lexicon.default())


def test_a_known_code_is_read_however_it_is_written() -> None:
    share = Share.parse(KNOWN)
    assert (2, "7", Rules()) == (share.dice, share.seed, share.rules)
    loose = KNOWN.lower().replace("-", " ").replace("0", "o").replace("1", "l")
    assert share == Share.parse(f"  {loose}\n")


def test_a_lexicon_that_differs_is_reported() -> None:
    told = Share.parse(KNOWN).check_lexicon("0" * 16)
    assert "16c21d67e7a7454c" in told
    assert "0000000000000000" in told


def test_derived_dice_want_their_own_lexicon() -> None:
    one, other = lg.Lexicon(["tea", "oat"]), lg.Lexicon(["кот", "чай"])
    grid = roll(derive_dice(one), seed=1)
    share = share_board(grid, rules=Rules(), lexicon=one, seed="1", dice=derive_dice(one))
    with pytest.raises(lg.GameError, match="derived from the lexicon"):
        open_share(share, other)


def test_a_board_that_came_out_otherwise_is_told() -> None:
    share = Share(Rules(), "0" * 16, "7", 2, check=1)
    with pytest.raises(lg.GameError, match="another board"):
        open_share(share, lg.Lexicon.default())
    with pytest.raises(lg.GameError, match="number 99"):
        open_share(Share(Rules(), "0" * 16, "7", 99), lg.Lexicon.default())


@given(st.integers(0, len(KNOWN) - 1), st.sampled_from(DIGITS))
def test_a_mistyped_code_is_told(at: int, digit: str) -> None:
    wrong = KNOWN[:at] + digit + KNOWN[at + 1 :]
    if wrong == KNOWN:
        return
    with pytest.raises(lg.GameError, match="share code"):
        Share.parse(wrong)


@given(st.text(DIGITS, max_size=120) | st.text(max_size=20) | st.binary().map(repr))
def test_no_text_is_worse_than_an_error(text: str) -> None:
    try:
        share = Share.parse(text)
        open_share(share, lg.Lexicon(["a"]))
    except lg.GameError:
        pass


@pytest.mark.parametrize("text", ["", "  ", "U", "04!", "0" * 5000, "ß", KNOWN[:-1], KNOWN + "0"])
def test_what_is_no_code_is_told(text: str) -> None:
    with pytest.raises(lg.GameError, match="share code"):
        Share.parse(text)


def test_boards_are_told_apart() -> None:
    numbers = {check_board(roll("en-new-4x4", seed=n)) for n in range(50)}
    assert len(numbers) > 45
