"""Grids, tables and puzzles as text for a terminal."""
