"""Boards that meet a specification, and the best boards.

The path search recounts the words and the score of every board.
"""

from __future__ import annotations

import contextlib
from collections import Counter
from collections.abc import Callable
from itertools import repeat
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import lexigrid as lg
from lexigrid.boards.best import BestBoard, optimize_board
from lexigrid.boards.dice_roll import roll
from lexigrid.boards.find import count_boards, find_board
from lexigrid.boards.measure import PackedMeasure, choose_measure, count_words, plain_measure
from lexigrid.boards.spec import BoardSpec, FoundBoard, IntRange
from lexigrid.game.dice import Dice
from lexigrid.game.rules import Rules
from naive import dice_can_show

#: The package without its types.
ANY: Any = lg
WORDS = lg.Lexicon(["tea", "oat", "ant", "eat"])
SMALL = lg.Lexicon(["tea", "eat", "ate", "teas", "seat", "quiet", "tree"])
FOUR = Dice.named("en-new-4x4")


def counted(board: lg.Grid, spec: BoardSpec, rules: Rules) -> tuple[int, int, int]:
    lexicon = lg.Lexicon.default().common() if spec.common else lg.Lexicon.default()
    found = lg.find_paths(board, lexicon, min_length=rules.min_length, scoring=rules.scheme)
    return found.count, found.score, max((len(each.word) for each in found), default=0)


def faces_of(grid: lg.Grid) -> list[str]:
    cells = [(row, column) for row in range(grid.rows) for column in range(grid.columns)]
    return [tile.face if (tile := grid[cell]) else "#" for cell in cells]


SPECS = [
    ("en-new-4x4", BoardSpec(words=IntRange(80, 120), common=True)),
    (
        "en-new-4x4",
        BoardSpec(
            words=IntRange(80, 120), score=IntRange(200, 400), longest=IntRange(8), common=True
        ),
    ),
    (
        "en-new-4x4",
        BoardSpec(words=IntRange(40, 60), longest=IntRange(5, 5), contains=("PLANET"[:5],)),
    ),
    ("en-classic-4x4", BoardSpec(contains=("quiet", "plan"), score=IntRange(0, 300))),
    ("en-big-deluxe-5x5", BoardSpec(words=IntRange(150, 160), contains=("theory",))),
    ("en-big-2012-5x5", BoardSpec(words=IntRange(80, 120), contains=("theory",), common=True)),
    ("en-super-big-2012-6x6", BoardSpec(longest=IntRange(10), contains=("quilt",))),
]


@pytest.mark.parametrize(("name", "spec"), SPECS, ids=lambda value: str(value)[:60])
def test_a_board_meets_its_specification(name: str, spec: BoardSpec) -> None:
    dice = Dice.named(name)
    rules = Rules.of_size(dice.size)
    board = find_board(spec, seed=3, dice=dice)
    assert board.met
    assert (board.words, board.score, board.longest) == counted(board.grid, spec, rules)
    for wanted, number in (
        (spec.words, board.words),
        (spec.score, board.score),
        (spec.longest, board.longest),
    ):
        assert wanted is None or number in wanted
    assert all(lg.trace(board.grid, word) for word in spec.contains)
    assert dice_can_show(faces_of(board.grid), dice.faces)


def test_the_same_seed_gives_the_same_board_on_any_number_of_threads() -> None:
    spec = SPECS[1][1]
    one = find_board(spec, seed="x", threads=1, deadline=100)
    assert one == find_board(spec, seed="x", threads=2)
    assert one != find_board(spec, seed="y")


def test_an_impossible_specification_gives_the_nearest_board() -> None:
    board = find_board(BoardSpec(words=IntRange(5000)), seed=1, deadline=0.3)
    assert not board.met
    assert board.words > 200
    assert board.tried > 100


@pytest.mark.parametrize("word", ["pizza", "abcdefghijklmnopqrstu", "", "тест", "x" * 999])
def test_a_word_that_dice_cannot_show_is_reported(word: str) -> None:
    with pytest.raises(lg.InputError, match="cannot show"):
        find_board(BoardSpec(contains=(word,)), seed=1)


def test_words_that_do_not_fit_together_are_reported() -> None:
    dice = Dice.of(["A", "B", "C", "D"], size=(1, 4))
    with pytest.raises(lg.InputError, match="found no way"):
        find_board(BoardSpec(contains=("ab", "ac", "ad")), seed=1, dice=dice, deadline=0.2)


def test_common_words_need_bands() -> None:
    with pytest.raises(lg.LexiconError, match="bands"):
        find_board(BoardSpec(words=IntRange(1), common=True), seed=1, words=SMALL)


@pytest.mark.parametrize(("least", "most"), [(-1, None), (5, 4)])
def test_invalid_ranges(least: int, most: int | None) -> None:
    with pytest.raises(
        lg.InputError, match=r"runs backwards|not a range|expected a whole number from 0"
    ):
        IntRange(least, most)


@settings(max_examples=25)
@given(
    st.integers(0, 10**6),
    st.builds(
        BoardSpec,
        words=st.none() | st.builds(IntRange, st.integers(0, 300)),
        score=st.none() | st.builds(IntRange, st.integers(0, 99), st.integers(100, 900)),
        longest=st.none() | st.builds(IntRange, st.integers(0, 5), st.none() | st.integers(5, 8)),
    ),
)
def test_packed_and_plain_measures_agree(seed: int, spec: BoardSpec) -> None:
    """Both agree on which boards meet the specification, and on the distances of counts."""
    lexicon, rules = lg.Lexicon.default(), Rules()
    boards = [faces_of(lg.roll(FOUR, seed=f"{seed}/{number}")) for number in range(12)]
    packed_measure = choose_measure(spec, FOUR, lexicon, rules, 1)
    assert isinstance(packed_measure, PackedMeasure)
    fast = packed_measure(boards)
    plain = plain_measure(spec, FOUR.size, lexicon, rules)(boards)
    assert [distance == 0 for distance in plain] == [distance == 0 for distance in fast]
    if spec.longest is None:
        assert plain == fast


# --- the best boards ----------------------------------------------------------------------------


def scored(grid: lg.Grid, lexicon: lg.Lexicon, rules: Rules) -> int:
    return lg.find_paths(grid, lexicon, min_length=rules.min_length, scoring=rules.scheme).score


@pytest.mark.parametrize(("size", "optimum"), [((3, 3), 545), ((3, 4), 1651), ((4, 3), 1651)])
def test_the_best_boards_of_enable(shared: Any, size: tuple[int, int], optimum: int) -> None:
    """The published optima, which any seed finds."""
    lexicon = lg.Lexicon.read(shared / "data" / "enable2k.txt")
    best = optimize_board(lexicon, seed=1, size=size, rules=Rules(), processes=1)
    assert (optimum, True) == (best.score, best.complete)
    assert optimum == scored(best.grid, lexicon, Rules())


def test_the_best_board_is_a_local_optimum() -> None:
    lexicon = lg.Lexicon.default()
    best = optimize_board(lexicon, seed=5, size=(2, 3), patience=5, processes=1)
    rows = best.grid.format().lower()
    options: dict[str, Any] = {"qu": True, "min_length": 3}
    assert best.score == lg.bulk.score_changes(rows, lexicon, **options).max()
    assert best.score == lg.bulk.score_swaps(rows, lexicon, **options).max()


def test_progress_reports_each_better_board() -> None:
    seen: list[BestBoard] = []
    options: dict[str, Any] = {"seed": 5, "size": (2, 3), "patience": 20, "rounds": 3}
    best = optimize_board(**options, processes=1, better=seen.append)
    assert [board.score for board in seen] == sorted({board.score for board in seen})
    assert (seen[-1].grid, seen[-1].score) == (best.grid, best.score)
    assert best.score == scored(best.grid, lg.Lexicon.default(), Rules())
    assert best == optimize_board(**options, processes=2)


def test_the_elites_are_different_boards_with_their_scores() -> None:
    lexicon = lg.Lexicon.default()
    best = optimize_board(seed=5, size=(2, 3), patience=2, rounds=30, processes=1)
    assert best.elites[0] == (best.grid, best.score)
    assert 1 < len(best.elites) <= 30
    assert [s for _, s in best.elites] == sorted((s for _, s in best.elites), reverse=True)
    assert all(score == scored(grid, lexicon, Rules()) for grid, score in best.elites)
    seen: set[tuple[tuple[str, ...], ...]] = set()
    for grid, _ in best.elites:
        (a, b, c), (d, e, f) = rows = grid.to_dict()["rows"]
        twins = {((a, b, c), (d, e, f)), ((c, b, a), (f, e, d))}
        twins |= {(lower, upper) for upper, lower in twins}
        assert not twins & seen, rows
        seen |= twins


def test_the_board_of_most_words_is_another() -> None:
    options: dict[str, Any] = {"seed": 1, "size": (3, 3), "patience": 60, "processes": 1}
    best = optimize_board(goal="words", **options)
    found = lg.find_paths(best.grid, lg.Lexicon.default())
    assert best.score == len(found)
    assert best.score == 326
    long_words = Rules(scoring={8: 1})  # a scheme in which few words have points
    other = optimize_board(goal="words", rules=long_words, **options)
    assert (best.grid, best.score) == (other.grid, other.score)


def test_an_interrupted_search_is_resumed(tmp_path: Path) -> None:
    """Interrupted after any number of boards, it finds the same board as without interruption."""

    class StoppedError(Exception):
        pass

    options: dict[str, Any] = {"seed": 3, "size": (3, 3), "rounds": 2, "patience": 30}
    whole = optimize_board(**options, processes=1)
    file = tmp_path / "search.json"
    for stop in (1, 2, 3):
        seen: list[BestBoard] = []

        def end_search(board: BestBoard, seen: list[BestBoard] = seen, stop: int = stop) -> None:
            seen.append(board)
            if len(seen) == stop:
                raise StoppedError

        with contextlib.suppress(StoppedError):
            optimize_board(**options, processes=1, resume=file, better=end_search)
    assert whole == optimize_board(**options, processes=1, resume=file)
    assert whole == optimize_board(**options, processes=2, resume=file)
    with pytest.raises(lg.InputError, match="another seed"):
        optimize_board(**options | {"seed": 4}, resume=file)
    file.write_text('{"search": {}, "rounds": [{"number": -1}]}')
    with pytest.raises(lg.InputError, match="number is -1, expected a whole number from 0"):
        optimize_board(**options, resume=file)


def test_the_best_board_of_dice_can_be_rolled() -> None:
    best = optimize_board(seed=5, dice=FOUR, patience=20, processes=1)
    assert dice_can_show(faces_of(best.grid), FOUR.faces)
    assert best.score == scored(best.grid, lg.Lexicon.default(), Rules())
    rolled = [scored(lg.roll(FOUR, seed=n), lg.Lexicon.default(), Rules()) for n in range(50)]
    assert best.score > 2 * max(rolled)


def test_other_scripts_are_optimized_too() -> None:
    lexicon = lg.Lexicon(["мама", "рама", "мыла", "лама", "ам"])
    best = optimize_board(lexicon, seed=1, size=(2, 3), patience=20, processes=1)
    assert best.score == scored(best.grid, lexicon, Rules()) > 1
    assert set("".join(faces_of(best.grid)).lower()) <= set("марылы")


def test_the_deadline_ends_a_search() -> None:
    best = optimize_board(seed=1, rounds=1000, deadline=0.2, processes=1)
    assert not best.complete
    assert best.score > 100


@pytest.mark.parametrize(
    ("options", "part"),
    [
        ({"rounds": 0}, "rounds"),
        ({"patience": True}, "patience"),
        ({"size": (0, 4)}, "0x4"),
        ({"dice": Dice.named("en-super-big-2012-6x6")}, "solid faces"),
        ({"dice": Dice.named("en-big-2012-5x5")}, "one letter and Qu"),
    ],
)
def test_invalid_options_are_reported(options: dict[str, Any], part: str) -> None:
    with pytest.raises(lg.InputError, match=part):
        optimize_board(**{"seed": 1, "patience": 1, "processes": 1} | options)


def test_every_die_is_used_once() -> None:
    """After thousands of changes, each die is still on one cell."""
    board: FoundBoard = find_board(BoardSpec(words=IntRange(400), longest=IntRange(10)), seed=8)
    assert Counter(len(die) for die in FOUR) == {6: 16}
    assert dice_can_show(faces_of(board.grid), FOUR.faces)


def test_a_specification_of_wrong_types_is_refused() -> None:
    with pytest.raises(lg.InputError, match="expected several words, such as"):
        BoardSpec(contains="planet")  # type: ignore[arg-type]
    with pytest.raises(lg.InputError, match="expected a range such as IntRange"):
        BoardSpec(words=(80, 120))  # type: ignore[arg-type]


def test_dice_and_words_can_have_many_forms() -> None:
    words = ["tea", "eat", "ate", "neat"]
    assert lg.proofs.optimize_board(words, seed=1, size=(2, 2), patience=5).score >= 3
    board = lg.find_board(lg.BoardSpec(), seed=1, dice="derived", words=words)
    assert board.grid.rows == 4
    assert lg.games.derive_dice(words).name == lg.games.choose_dice(words).name == "derived"


def test_numbers_of_numpy_are_in_ranges() -> None:
    scores = lg.score_grids(["teaantoat"], WORDS)
    assert scores[0] in lg.games.IntRange(1, 4)
    assert 2 == lg.games.IntRange(6).distance(scores[0])


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (
            lambda: ANY.proofs.optimize_board(["tea"], seed=1, dice="nine"),
            "no dice 'nine', expected one",
        ),
        (lambda: ANY.proofs.bound_boards("ab/cd", ["tea"], limit=10**30), "limit is"),
        (lambda: ANY.roll(["a"], seed=1), r"the name of the dice is \['a'\], expected text"),
        (lambda: ANY.roll("derived", seed=1), "derived dice need words; roll derive_dice"),
    ],
)
def test_a_mistake_is_explained(call: Callable[[], Any], message: str) -> None:
    with pytest.raises(lg.LexigridError, match=message):
        call()


@pytest.mark.parametrize("rules", [Rules(), Rules(min_length=5, scoring="letters")])
def test_boards_counted_together_equal_boards_counted_alone(rules: Rules) -> None:
    dice = Dice.of(["E A T", "Qu I", "S T", "# O", "N Th"] + ["E R"] * 4, size=(3, 3))
    grids = [lg.Grid.parse("xxx/xxx/xxx"), *(roll(dice, seed=seed) for seed in range(40))]
    lexicon = lg.Lexicon.default()
    together = count_boards(grids, lexicon, rules)
    assert [*map(count_words, grids, repeat(lexicon), repeat(rules))] == [
        (each.words, each.score, each.longest) for each in together
    ]
    assert grids == [each.grid for each in together]
    assert not together[0].longest


def test_boards_with_punctuation_are_counted_alike() -> None:
    grids = [lg.Grid.parse("a'b/xxx/xxx"), lg.Grid.parse("abx/xxx/xxx")]
    lexicon, rules = lg.Lexicon(["a'b", "abxx", "b'a"]), Rules(min_length=2)
    together = count_boards(grids, lexicon, rules)
    assert [count_words(grid, lexicon, rules) for grid in grids] == [
        (each.words, each.score, each.longest) for each in together
    ]
