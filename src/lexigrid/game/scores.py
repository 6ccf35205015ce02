"""The scores of the players.

A word counts once per player. If duplicates cancel, a word of several players counts for none.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from .rules import Rules
from .verdict import Verdict


@dataclass(frozen=True, slots=True)
class Scores:
    """One player's words that count, cancelled words, wrong words, hints and points."""

    player: str
    """The name of the player."""
    words: tuple[Verdict, ...]
    """The words that count, in the order in which they were found."""
    cancelled: tuple[Verdict, ...]
    """Words that others found too, if the rules cancel them."""
    wrong: int
    """The number of wrong words."""
    hints: int
    """The number of hints taken."""
    points: int
    """The points minus penalties; may be negative."""

    @property
    def found(self) -> int:
        """The number of words found, including cancelled ones."""
        return len(self.words) + len(self.cancelled)


def score_moves(
    players: Sequence[str], moves: Iterable[tuple[int, Verdict | None]], rules: Rules
) -> tuple[Scores, ...]:
    """Score the moves of all players; a move is (player, verdict), or (player, None) for a hint."""
    verdicts: list[list[Verdict | None]] = [[] for _ in players]
    for player, verdict in moves:
        verdicts[player].append(verdict)
    finders = Counter(verdict.word for own in verdicts for verdict in own if verdict)
    return tuple(
        _score_player(name, own, finders, rules)
        for name, own in zip(players, verdicts, strict=True)
    )


def _score_player(
    name: str, verdicts: list[Verdict | None], finders: Counter[str], rules: Rules
) -> Scores:
    found = [verdict for verdict in verdicts if verdict]
    cancelled = tuple(each for each in found if rules.cancel and finders[each.word] > 1)
    words = tuple(each for each in found if each not in cancelled)
    wrong = sum(verdict is not None and verdict.is_wrong for verdict in verdicts)
    points = sum(each.points for each in words) - rules.penalty * wrong
    return Scores(name, words, cancelled, wrong, verdicts.count(None), points)
