"""Progress of the human players over their games.

Results are shares of the points on the board, so that games on different boards compare.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from .records import COMPUTER, HUMAN, GameRecord, PlayerRecord

#: How many games count as the first, and as the last.
_RECENT = 10


@dataclass(frozen=True, slots=True)
class Progress:
    """One player's number of games, share of the points in each, best results, and wins by level.

    `shares` follows the order of the games. `wins` holds (level, games won, games played).
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
        """The mean share of all games."""
        return _mean(self.shares)

    @property
    def early(self) -> float:
        """The mean share of the first ten games."""
        return _mean(self.shares[:_RECENT])

    @property
    def lately(self) -> float:
        """The mean share of the last ten games."""
        return _mean(self.shares[-_RECENT:])


def measure_progress(games: Iterable[GameRecord]) -> tuple[Progress, ...]:
    """Measure each human player, ordered by number of games, then by name."""
    played: dict[str, list[tuple[GameRecord, PlayerRecord]]] = {}
    for game in games:
        for player in game.players:
            if player.kind == HUMAN:
                played.setdefault(player.name, []).append((game, player))
    measured = [_measure(name, own) for name, own in played.items()]
    return tuple(sorted(measured, key=lambda each: (-each.games, each.player)))


def _measure(name: str, games: Sequence[tuple[GameRecord, PlayerRecord]]) -> Progress:
    levels: dict[int, list[bool]] = {}
    for game, player in games:
        for other in game.players:
            if other.kind == COMPUTER and other.level is not None:
                levels.setdefault(other.level, []).append(player.points > other.points)
    words = [word.word for _, player in games for word in player.accepted]
    return Progress(
        name,
        len(games),
        sum(player.found for _, player in games),
        sum(player.seconds for _, player in games),
        tuple(_share(game, player) for game, player in games),
        max(player.points for _, player in games),
        max(words, key=len, default=""),
        tuple((level, sum(won), len(won)) for level, won in sorted(levels.items())),
    )


def _mean(shares: Sequence[float]) -> float:
    return sum(shares) / len(shares) if shares else 0.0


def _share(game: GameRecord, player: PlayerRecord) -> float:
    """Return the share of the board's points that a player found, cancelled words included."""
    found = sum(word.points for word in player.accepted)
    return found / game.board_points if game.board_points else 0.0
