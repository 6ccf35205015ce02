"""Boards on a graphics card: the kernels (`*.cu`), the card, what it serves, the scorer."""
