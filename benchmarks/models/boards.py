"""The best boards, boards to a specification, proofs, and the strength of opponents."""

from __future__ import annotations

import contextlib
import math
import random
import statistics
import time
from pathlib import Path
from typing import Any

import inputs

from models import Answer, Case, Engine, Measured


def prepare(case: Case, folder: Path) -> Case | None:
    """Name the list of words."""
    words = inputs.enable_list()
    if words is None and case.get("lexicon") == "enable":
        return None
    return case | {"lexicon": str(words)}


class TargetReachedError(Exception):
    """Ends a search that has reached the target of the case."""


def best_board(case: Case) -> Answer:
    """Prepare the search for the best board: one round."""
    import lexigrid as lg

    lexicon, size = lg.Lexicon.read(case["lexicon"]), tuple(case["size"])
    options: dict[str, Any] = {"size": size, "rules": lg.Rules(), "processes": 1}
    return lambda: lg.proofs.optimize_board(lexicon, seed=case["seed"], **options).score


def reach_target(case: Case) -> Measured:
    """Search until the target is reached, with several seeds; the answer has the time of each.

    Seconds are processor time. A seed that does not reach the target stops at the limit.
    """
    import lexigrid as lg

    lexicon, size = lg.Lexicon.read(case["lexicon"]), tuple(case["size"])
    # More rounds, each from a new board, than fit into any limit.
    options: dict[str, Any] = {"size": size, "rules": lg.Rules(), "processes": 1}
    options |= {"rounds": 100_000, "deadline": case["limit"]}
    seconds, texts, best = list[float](), list[str](), 0

    def stop(board: lg.proofs.BestBoard) -> None:
        nonlocal best
        best = board.score
        if best >= case["target"]:
            raise TargetReachedError

    for seed in range(1, case["seeds"] + 1):
        begin = time.process_time()
        with contextlib.suppress(TargetReachedError):
            lg.proofs.optimize_board(lexicon, seed=seed, better=stop, **options)
        seconds.append(time.process_time() - begin)
        texts.append(f"{seconds[-1]:.1f}" + (f" ({best} only)" if best < case["target"] else ""))
    return {"answer": f"{case['target']}: {', '.join(texts)} s", "seconds": seconds}


def find_boards(case: Case) -> Answer:
    """Prepare searches for boards to a specification; the answer is the number that meet it."""
    import lexigrid as lg

    spec = lg.BoardSpec(
        words=lg.games.IntRange(*case["words"]),
        score=lg.games.IntRange(*case["score"]),
        longest=lg.games.IntRange(case["longest"]),
        contains=tuple(case["contains"]),
        common=True,
    )
    seeds = range(1, case["count"] + 1)
    return lambda: sum(lg.find_board(spec, seed=seed).met for seed in seeds)


def opponent_shares(case: Case) -> Answer:
    """Prepare opponents; the answer is the mean share of the points of each level, in thousandths.

    A level that is more than a fifth off its aim is an error.
    """
    import lexigrid as lg

    seeds = range(1, case["count"] + 1)
    games = [lg.Game.start(lg.roll(case["dice"], seed=seed)) for seed in seeds]

    def share(level: int, seed: int, game: lg.Game) -> float:
        found = lg.games.Opponent(level).find_words(game.solution, seed=seed)
        points = sum(word.score for each in found if (word := game.solution.find(each.word)))
        return 1000 * points / max(1, game.solution.score)

    def answer() -> list[int]:
        shares = []
        for level, aim in enumerate(case["aims"], 1):
            mean = statistics.mean(map(share, [level] * len(games), seeds, games))
            if abs(mean - aim) > aim / 5:
                raise ValueError(f"level {level} finds {mean:.0f} thousandths, expected {aim}")
            shares.append(round(mean))
        return shares

    return answer


def sample_proof(case: Case) -> Measured:
    """Bound a random sample of the patterns of a proof; the answer has the time of all of them.

    Patterns are drawn with replacement, including mirror images and turns. The time of a pattern is
    divided by its number of distinct images, because a proof has only one of them.
    """
    import lexigrid as lg
    from lexigrid.boards.proof import DIGITS

    lexicon, rng = lg.Lexicon.read(case["lexicon"]), random.Random(case["seed"])
    partition = lg.proofs.Partition.of(lexicon, tuple(case["size"]))
    patterns = math.prod(len(classes) for classes in partition.cells)
    hours, seconds, best = list[float](), list[float](), 0
    for _ in range(case["sample"]):
        name = "".join(rng.choice(DIGITS[: len(classes)]) for classes in partition.cells)
        images = {"".join(name[cell] for cell in order) for order in partition.symmetries}
        begin = time.process_time()
        found = lg.proofs.bound_boards(
            partition.pattern(name), lexicon, qu=True, min_length=3, at_least=case["at least"]
        )
        seconds.append(time.process_time() - begin)
        hours.append(patterns * seconds[-1] / len(images) / 3600)
        best = max(best, found.bound)
    error = statistics.stdev(hours) / math.sqrt(len(hours))
    answer = (
        f"{len(hours)} of {patterns / len(partition.symmetries):,.0f} patterns; all of them "
        f"{statistics.mean(hours):,.2f} hours, standard error {error:,.2f}; highest bound {best}"
    )
    return {"answer": answer, "seconds": seconds}


_MODELS: dict[str, Engine] = {
    "boards/best": best_board,
    "boards/target": reach_target,
    "boards/order": find_boards,
    "boards/opponents": opponent_shares,
    "boards/proof": sample_proof,
}
ENGINES: dict[str, Engine] = {"lexigrid": lambda case: _MODELS[case["model"]](case)}
