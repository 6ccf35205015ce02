"""Share codes: a code gives the same board and rules, or one clear error."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import lexigrid as lg
from lexigrid.boards.dice_roll import roll
from lexigrid.boards.find import find_board
from lexigrid.boards.share import open_share, share_board
from lexigrid.boards.spec import BoardSetup, BoardSpec, IntRange
from lexigrid.game.derived_dice import derive_dice
from lexigrid.game.dice import Dice
from lexigrid.game.rules import Rules
from lexigrid.game.share_code import Challenge, ShareCode, board_checksum

KNOWN = "0400E-0XM04-00000-20WBC-47B7W-YKMAK-02046-8C"
DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"

RULES = st.builds(
    Rules,
    min_length=st.integers(1, 100),
    scoring=st.one_of(
        st.sampled_from(list(lg.games.SCORINGS)),
        st.dictionaries(st.integers(0, 300), st.integers(0, 10**6), min_size=1, max_size=5),
    ),
    seconds=st.none() | st.integers(1, 86_400),
    cancel=st.booleans(),
    penalty=st.integers(0, 1000),
    hints=st.integers(0, 1000),
    turning=st.booleans(),
    tries=st.none() | st.integers(1, 10_000),
    find_all=st.booleans(),
    target=st.none() | st.integers(1, 10**6),
) | st.integers(1, 86_400).map(lambda gain: Rules(seconds=60, gain=gain))
CHALLENGES = st.none() | st.builds(
    Challenge,
    st.text(max_size=9),
    st.integers(-500, 5000),
    st.sets(st.integers(0, 2000), max_size=9).map(lambda words: tuple(sorted(words))),
)
LEVELS = st.none() | st.lists(st.integers(1, 10), max_size=15).map(tuple)
SEEDS = st.one_of(
    st.integers(0, 2**64).map(str), st.text("aä07 -/", min_size=1).map(str.strip).filter(bool)
)


@given(RULES, SEEDS, st.sampled_from([*Dice.names(), "derived"]))
def test_a_code_gives_the_same_board_and_rules(rules: Rules, seed: str, name: str) -> None:
    lexicon = lg.Lexicon(["tea", "oat", "quiz"])
    dice = derive_dice(lexicon, (3, 4)) if name == "derived" else Dice.named(name)
    grid = roll(dice, seed=seed)
    setup = BoardSetup(lexicon=lexicon, rules=rules, seed=seed, dice=dice)
    share = share_board(grid, setup)
    again = ShareCode.parse(share.format())
    assert share == again
    assert (rules, seed, lexicon.fingerprint) == (again.rules, again.seed, again.lexicon)
    opened, again_setup = open_share(again, lexicon)
    assert grid == opened
    assert again_setup.dice is not None
    assert dice.faces == again_setup.dice.faces
    assert (rules, seed, lexicon) == (again_setup.rules, again_setup.seed, again_setup.lexicon)
    assert "" == again.lexicon_mismatch(lexicon.fingerprint)


@given(RULES, LEVELS, CHALLENGES)
def test_a_code_carries_opponents_and_a_score_to_beat(
    rules: Rules, levels: tuple[int, ...] | None, challenge: Challenge | None
) -> None:
    share = ShareCode(rules, "16c21d67e7a7454c", "7", 2, opponents=levels, challenge=challenge)
    assert share == ShareCode.parse(share.format())


def test_words_of_a_score_to_beat_are_in_their_order() -> None:
    with pytest.raises(lg.GameError, match="not in order"):
        Challenge("ann", 3, (2, 2))


def test_a_game_is_shared_and_opened() -> None:
    game = lg.Game.start(roll("en-new-4x4", seed=7), players=("ann", "ben"))
    known = "0400E-0XM04-00000-20WBC-47B7W-YKMAK-7N0KB-7A"
    assert lg.games.share_game(game, dice="en-new-4x4", seed=7) == known
    for code in (
        known,
        lg.games.share_game(game),
        lg.games.share_game(game, dice="en-new-4x4", seed=8),
    ):
        assert lg.games.open_game(code, players=("ann", "ben")) == game
    words = ["neat", "eaten"]
    small = lg.Game.start("tea/ant/oat", words, rules=lg.Rules(min_length=4, hints=2))
    assert lg.games.open_game(lg.games.share_game(small), words) == small


def test_a_game_that_cannot_be_shared_or_opened_is_reported() -> None:
    small = lg.Game.start("tea/ant/oat", ["neat"])
    with pytest.raises(lg.GameError, match=r"made with the lexicon .* give the lexicon"):
        lg.games.open_game(lg.games.share_game(small))
    rook = lg.Game.start(lg.Grid.parse("tea/ant/oat", topology="rook"), ["neat"])
    with pytest.raises(lg.GameError, match="do not touch as usual"):
        lg.games.share_game(rook)


def test_a_found_board_is_shared_as_it_is() -> None:
    board = find_board(BoardSpec(words=IntRange(100, 110)), seed=4).grid
    dice = Dice.named("en-new-4x4")
    share = share_board(board, BoardSetup.of(seed=4, dice=dice))
    assert share.dice is None
    assert board == open_share(ShareCode.parse(share.format()), lg.Lexicon.default())[0]


def test_a_known_code_is_read_however_it_is_written() -> None:
    share = ShareCode.parse(KNOWN)
    assert (2, "7", Rules()) == (share.dice, share.seed, share.rules)
    loose = KNOWN.lower().replace("-", " ").replace("0", "o").replace("1", "l")
    assert share == ShareCode.parse(f"  {loose}\n")


def test_a_lexicon_that_differs_is_reported() -> None:
    message = ShareCode.parse(KNOWN).lexicon_mismatch("0" * 16)
    assert "16c21d67e7a7454c" in message
    assert "0000000000000000" in message


def test_derived_dice_need_their_lexicon() -> None:
    one, other = lg.Lexicon(["tea", "oat"]), lg.Lexicon(["кот", "чай"])
    grid = roll(derive_dice(one), seed=1)
    share = share_board(grid, BoardSetup.of(seed=1, lexicon=one, dice=derive_dice(one)))
    with pytest.raises(lg.GameError, match="derived from the lexicon"):
        open_share(share, other)


def test_another_board_is_reported() -> None:
    share = ShareCode(Rules(), "0" * 16, "7", 2, check=1)
    with pytest.raises(lg.GameError, match="another board"):
        open_share(share, lg.Lexicon.default())
    with pytest.raises(lg.GameError, match="number 99"):
        open_share(ShareCode(Rules(), "0" * 16, "7", 99), lg.Lexicon.default())


@given(st.integers(0, len(KNOWN) - 1), st.sampled_from(DIGITS))
def test_a_mistyped_code_is_reported(at: int, digit: str) -> None:
    wrong = KNOWN[:at] + digit + KNOWN[at + 1 :]
    if wrong == KNOWN:
        return
    with pytest.raises(lg.GameError, match="share code"):
        ShareCode.parse(wrong)


@given(st.text(DIGITS, max_size=120) | st.text(max_size=20) | st.binary().map(repr))
def test_any_text_gives_a_board_or_an_error(text: str) -> None:
    try:
        share = ShareCode.parse(text)
        open_share(share, lg.Lexicon(["a"]))
    except lg.GameError:
        pass


@pytest.mark.parametrize("text", ["", "  ", "U", "04!", "0" * 5000, "ß", KNOWN[:-1], KNOWN + "0"])
def test_invalid_codes_are_reported(text: str) -> None:
    with pytest.raises(lg.GameError, match="share code"):
        ShareCode.parse(text)


def test_checksums_of_boards_differ() -> None:
    numbers = {board_checksum(roll("en-new-4x4", seed=n)) for n in range(50)}
    assert len(numbers) > 45
