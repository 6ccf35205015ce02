"""Measure how long a full garbage collection stops a server with many contests.

`python tools/web_pauses.py [CONTESTS [WORDS]]` plays WORDS words in each contest and keeps what a
server keeps. It prints the number of full collections that Python makes by itself, the processor
time of the longest, of all, and of one at the end.
"""

from __future__ import annotations

import gc
import json
import random
import sys
import time

import lexigrid as lg
from lexigrid.play import Entry, Match, MatchSetup


def main(contests: int = 100, words: int = 1200) -> None:
    """Play, and time the collector."""
    pauses: list[float] = []
    begun = 0.0

    def note(phase: str, info: dict[str, int]) -> None:
        nonlocal begun
        if info["generation"] == 2:
            if phase == "start":
                begun = time.thread_time()
            else:
                pauses.append(time.thread_time() - begun)

    lexicon, rules, rng = lg.Lexicon.default(), lg.Rules(), random.Random(1)
    lg.find_paths("tea/ant/oat", count_only=True)
    gc.collect()
    gc.freeze()
    played: list[Match] = []
    for seed in range(contests):
        board = lg.roll("en-new-4x4", seed=seed)
        contest = Match.open(
            MatchSetup(grid=board, lexicon=lexicon, rules=rules, seed=str(seed), is_shared=True)
        )
        for name in "0123":
            contest = contest.after(contest.join(name, ticket=name))
        played.append(contest.after(contest.begin()))
    kept: list[dict[tuple[int, str], Entry]] = [{} for _ in played]
    gc.callbacks.append(note)
    for number in range(words):
        for place, contest in enumerate(played):
            seat, key = number % 4, f"{number}"
            word = rng.choice(contest.game.solution.words.words)
            entry = kept[place][seat, key] = contest.play(word, seat=seat, at=number, key=key)
            played[place] = contest.after(entry)
    count = len(pauses)
    gc.collect()
    found = {
        "contests": contests,
        "words": contests * words,
        "full collections": count,
        "longest, processor ms": round(max(pauses[:count], default=0.0) * 1000),
        "together, processor ms": round(sum(pauses[:count]) * 1000),
        "one at the end, processor ms": round(pauses[-1] * 1000),
    }
    print(json.dumps(found))


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
