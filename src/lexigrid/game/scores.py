"""Points of the players.

Knows rules and verdicts; known by games.
Rule: words count once a player; where duplicates cancel, a word of several players counts for none.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from .rules import Rules
from .verdict import Verdict


@dataclass(frozen=True, slots=True)
class Scores:
    """What one player has: words that count, words cancelled, wrong words, hints, points.

    `words` stand in the order they were found. `points` may be below 0 where wrong words cost.
    """

    player: str
    words: tuple[Verdict, ...]
    cancelled: tuple[Verdict, ...]
    wrong: int
    hints: int
    points: int

    @property
    def found(self) -> int:
        """Number of words found, cancelled ones included."""
        return len(self.words) + len(self.cancelled)


def tally_moves(
    players: Sequence[str], moves: Iterable[tuple[int, Verdict | None]], rules: Rules
) -> tuple[Scores, ...]:
    """Count the moves of all players: (player, verdict), or (player, None) for a hint."""
    listed = list(moves)
    finders = Counter(verdict.word for _, verdict in listed if verdict)
    return tuple(
        _tally_player(name, [verdict for who, verdict in listed if who == player], finders, rules)
        for player, name in enumerate(players)
    )


def _tally_player(
    name: str, verdicts: list[Verdict | None], finders: Counter[str], rules: Rules
) -> Scores:
    found = [verdict for verdict in verdicts if verdict]
    shared = [each for each in found if rules.cancel and finders[each.word] > 1]
    counting = [each for each in found if each not in shared]
    wrong = sum(verdict is not None and verdict.is_wrong for verdict in verdicts)
    hints = sum(verdict is None for verdict in verdicts)
    points = sum(each.points for each in counting) - rules.penalty * wrong
    return Scores(name, tuple(counting), tuple(shared), wrong, hints, points)
