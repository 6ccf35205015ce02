"""Solve a word-search puzzle and say where each word stands."""

from pathlib import Path

import lexigrid as lg

grid = lg.Grid.read(Path(__file__).parent / "keywords.txt")
found = lg.find_lines(grid, ["python", "keywords", "assert", "lambda"], first=True)
for seen in found:
    print(f"{seen.word}: from {seen.start.row},{seen.start.column} to {seen.end.row},{seen.end.column}")
print("missing:", *found.missing)
