"""Boards by chance: rolled, on order, and improved as far as they go.

Knows dice, searches and lexicons; known by opponents, matches and the command line.
Rule: everything takes a seed, and the same seed gives the same board on every machine.
"""

from .best import BestBoard, improve_board
from .chance import Chance, Seed, fresh_seed
from .order import Order, OrderedBoard, Span, order_board
from .throw import roll

__all__ = [
    "BestBoard",
    "Chance",
    "Order",
    "OrderedBoard",
    "Seed",
    "Span",
    "fresh_seed",
    "improve_board",
    "order_board",
    "roll",
]
