"""Searches of one grid (for lines, for paths, for one word) and of many boards at once.

Answers are immutable sequences in canonical order; their items are made from flat arrays when read.
What they need is imported from its module, because a short command uses only one of the searches.
"""
