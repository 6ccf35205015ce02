"""How books deal the words of a pool to their puzzles."""

from __future__ import annotations

from collections import Counter
from itertools import chain, pairwise

import pytest

from commands import call
from lexigrid import InputError
from lexigrid.puzzle.generate.book import plan_book
from lexigrid.puzzle.generate.options import PuzzleOptions
from lexigrid.puzzle.generate.words import theme_words

BIRDS = theme_words("birds")


@pytest.mark.parametrize("words", [5, 12, 18, 24, 30, 48])
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_neighbours_share_the_fewest_words(words: int, seed: int) -> None:
    options = PuzzleOptions(words=BIRDS, seed=seed)
    dealt = plan_book(options, count=12, words=words).word_lists
    spread = plan_book(options, count=12, words=words, spread=True).word_lists
    shared = [len({*a} & {*b}) for a, b in pairwise(spread)]
    assert {*shared} == {max(0, 2 * words - len(BIRDS))}
    assert sum(shared) <= sum(len({*a} & {*b}) for a, b in pairwise(dealt))
    counts = Counter(chain(*spread))
    assert max(counts.values()) - min(counts[word] for word in BIRDS) <= 2
    assert all(len({*each}) == words for each in spread)


def test_words_inside_others_are_in_other_puzzles() -> None:
    options = PuzzleOptions(words=("cat", "cats", "dog", "owl"), seed=1)
    lists = plan_book(options, count=9, words=2, spread=True).word_lists
    assert not any({"cat", "cats"} <= {*each} for each in lists)
    whole = plan_book(options, count=2, words=4, spread=True).word_lists
    assert {*whole[0]} == {*options.words}


def test_the_command_says_what_is_repeated() -> None:
    made = call(
        "book", *["--theme", "birds", "--pool", "30", "--count", "3", "--seed", "1", "--spread"]
    )
    assert "note: the pool has 48 words for 3 puzzles of 30" in made.stderr
    assert "come up to 2 times; neighbours share 12" in made.stderr
    with pytest.raises(InputError, match="leave out spread"):
        plan_book(PuzzleOptions(words=BIRDS, kind="cover"), count=2, words=4, spread=True)


def test_bent_words_are_dealt_and_a_given_pool_is_kept() -> None:
    bent = plan_book(PuzzleOptions(words=BIRDS, kind="bent"), count=3, words=4)
    assert [4, 4, 4] == [*map(len, bent.word_lists)]
    cover = plan_book(PuzzleOptions(words=BIRDS, kind="cover", pool=5), count=1, words=5)
    assert 5 == cover.options.pool
