"""Opponents: players by chance and skill, from a seed.

Knows games and chance; known by matches and everything above.
Rule: what an opponent finds is decided before the game; the same seed, board and level, the same.
"""

from .opponent import LEVELS, Finding, Opponent
from .skill import AIMS, difficulty_of

__all__ = ["AIMS", "LEVELS", "Finding", "Opponent", "difficulty_of"]
