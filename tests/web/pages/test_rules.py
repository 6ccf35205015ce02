"""The dice game of the pages equals Python's: boards, opponents, verdicts and points."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import lexigrid as lg
from commands import run_node_tests
from lexigrid.boards.dice_roll import roll
from lexigrid.game.dice import Dice
from lexigrid.game.game import Game
from lexigrid.game.rules import Rules
from lexigrid.lexicon.rude import words_to_avoid
from lexigrid.play.opponents import Opponent
from lexigrid.site.build import mark_of

SEEDS = (0, 7, 18446744073709551615, "2026-11-22", "Würfel 💥")


def rolls() -> list[dict[str, Any]]:
    """Return all published dice, each with some rolls."""
    return [
        {
            "size": dice.size,
            "faces": dice.faces,
            "rolls": [[seed, roll(dice, seed=seed).to_dict()["rows"]] for seed in map(str, SEEDS)],
        }
        for dice in map(Dice.named, Dice.names())
    ]


def plays() -> list[dict[str, Any]]:
    """Return games against opponents, each with the words played, their verdicts and the points."""
    lexicon = lg.Lexicon.default()
    rude = words_to_avoid(None, lexicon)
    found = []
    boards: list[tuple[str, int | str]] = [
        ("en-new-4x4", 7),
        ("en-classic-4x4", "Qu"),
        ("en-big-2012-5x5", 3),
        ("en-super-big-2012-6x6", 1),
    ]
    for number, (name, seed) in enumerate(boards):
        rng = random.Random(number)
        grid = roll(name, seed=seed)
        rules = Rules.of_size((grid.rows, grid.columns))
        game = Game.start(grid, lexicon, rules=rules, players=("Ann", "Opponent"))
        words = game.solution.words
        level = 3 * number + 1
        planned = Opponent(level).find_words(game.solution, seed=seed)
        said = rng.sample([each.word for each in words], min(12, len(words)))
        said += [
            planned[0].word.upper(),
            *said[:2],
            "at",
            "zebra",
            "tees",
            "x",
            "wov",
            "qi",
            "teeth",
        ]
        verdicts = []
        for word in said:
            game, verdict = game.play(word, player=0)
            verdicts.append([word, str(verdict.reason), verdict.points])
        for each in planned:
            game, _ = game.play(each.word, player=1, at=each.at)
        found.append(
            {
                "rows": grid.to_dict()["rows"],
                "seed": str(seed),
                "min_length": rules.min_length,
                "scoring": rules.scoring,
                "seconds": rules.seconds,
                "answer": json.loads(words.to_json()),
                "described": [
                    {
                        "band": lexicon.band(each.word),
                        "letters": len(game.solution.letters_of(each.word)),
                    }
                    for each in words
                ],
                "avoided": sorted({mark_of(each.word) for each in words if each.word in rude}),
                "opponents": [*opponents(game, seed)],
                "level": level,
                "verdicts": verdicts,
                "points": [scores.points for scores in game.scores()],
            }
        )
    return found


def opponents(game: Game, seed: int | str) -> Iterator[list[Any]]:
    """Yield the finds of opponents of each level under several time limits."""
    for seconds, levels in ((None, (1, 4, 7, 10)), (60, (2, 5, 8)), (1800, (3, 6, 9))):
        rules = replace(game.rules, seconds=seconds)
        solution = Game.start(game.grid, game.lexicon, rules=rules).solution
        for level in levels:
            found = Opponent(level).find_words(solution, seed=seed)
            yield [level, seconds, [[each.word, each.at] for each in found]]


def test_the_dice_game_equals_that_of_python(tmp_path: Path) -> None:
    run_node_tests("rules.test.mjs", {"rolls": rolls(), "plays": plays()}, tmp_path)
