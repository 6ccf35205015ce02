"""Progress of the human players over their games.

Knows records; known by the command line and the terminal game.
Rule: shares are of the points that a board has, so that games on different boards compare.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from .records import COMPUTER, HUMAN, GameRecord, PlayerRecord

#: Games that count as lately.
LATELY = 10


@dataclass(frozen=True, slots=True)
class Progress:
    """One player: games, mean share of the points (all, first and last ten), bests, wins by level.

    `shares` stand in the order of the games. `wins` counts (won, played) against each level.
    """

    player: str
    games: int
    words: int
    seconds: float
    shares: tuple[float, ...]
    best_points: int
    longest: str
    wins: tuple[tuple[int, int, int], ...]

    @property
    def share(self) -> float:
        """Mean share of all games."""
        return _mean(self.shares)

    @property
    def early(self) -> float:
        """Mean share of the first ten games."""
        return _mean(self.shares[:LATELY])

    @property
    def lately(self) -> float:
        """Mean share of the last ten games."""
        return _mean(self.shares[-LATELY:])


def measure_progress(games: Iterable[GameRecord]) -> tuple[Progress, ...]:
    """Measure each human player, the one with the most games first, then by name."""
    played: dict[str, list[tuple[GameRecord, PlayerRecord]]] = {}
    for game in games:
        for player in game.players:
            if player.kind == HUMAN:
                played.setdefault(player.name, []).append((game, player))
    measured = [_measure(name, mine) for name, mine in played.items()]
    return tuple(sorted(measured, key=lambda each: (-each.games, each.player)))


def _measure(name: str, mine: Sequence[tuple[GameRecord, PlayerRecord]]) -> Progress:
    accepted = [
        word.word for _, player in mine for word in player.words if word.verdict == "accepted"
    ]
    levels: dict[int, list[bool]] = {}
    for game, player in mine:
        for other in game.players:
            if other.kind == COMPUTER and other.level is not None:
                levels.setdefault(other.level, []).append(player.points > other.points)
    return Progress(
        name,
        len(mine),
        sum(player.found for _, player in mine),
        sum(player.seconds for _, player in mine),
        tuple(_share(game, player) for game, player in mine),
        max(player.points for _, player in mine),
        max(accepted, key=len, default=""),
        tuple((level, sum(won), len(won)) for level, won in sorted(levels.items())),
    )


def _mean(shares: Sequence[float]) -> float:
    return sum(shares) / len(shares) if shares else 0.0


def _share(game: GameRecord, player: PlayerRecord) -> float:
    """Give the share of the board's points that a player found, cancelled words included."""
    found = sum(word.points for word in player.words if word.verdict == "accepted")
    return found / game.board_points if game.board_points else 0.0
