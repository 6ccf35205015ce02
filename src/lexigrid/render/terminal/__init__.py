"""Answers and puzzles as text for a terminal."""
