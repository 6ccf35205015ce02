"""Boards by chance: rolled, on order, and improved as far as they go.

Knows dice, searches and lexicons; known by opponents, matches and the command line.
Rule: everything takes a seed, and the same seed gives the same board on every machine.
"""

from .chance import Chance, Seed, fresh_seed
from .throw import roll

__all__ = ["Chance", "Seed", "fresh_seed", "roll"]
