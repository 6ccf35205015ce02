"""Solve a word-search puzzle and say where each word stands."""

from pathlib import Path

import lexigrid as lg

grid = lg.Grid.read(Path(__file__).parent / "keywords.txt")
found = lg.find_lines(grid, ["python", "keywords", "assert", "lambda"], first=True)
for seen in found:
    print(f"{seen.word}: row {seen.start.row}, column {seen.start.column}, going {seen.direction}")
print("missing:", *found.missing)
