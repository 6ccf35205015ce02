"""Solve a word-search puzzle: where each word is, and which are missing."""

from pathlib import Path

import lexigrid as lg

grid = lg.Grid.read(Path(__file__).parent / "keywords.txt")
found = lg.find_lines(grid, ["python", "keywords", "assert", "lambda"], first=True)
for occurrence in found:
    start = occurrence.start
    print(f"{occurrence.word}: row {start.row}, column {start.column}, {occurrence.direction}")
print("missing:", *found.missing)
