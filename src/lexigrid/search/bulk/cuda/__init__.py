"""Boards on a graphics card: the kernels (`boards.cu`), the card, what it serves, the scorer."""
