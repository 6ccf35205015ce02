"""Make a word-search puzzle, prove it, and make it again from its share code.

Knows lexigrid only.
Rule: runs as it stands: python examples/make_puzzle.py
"""

import lexigrid as lg

puzzle = lg.make_puzzle(
    ["python", "lambda", "tuple", "list", "set", "module"],
    size=(9, 11),
    seed=2026,
    decoys=6,
)
print(puzzle.grid)
print(", ".join(puzzle.words), f"(difficulty {puzzle.difficulty.score})")

for placed in puzzle.key:
    print(f"{placed.word:8} {placed.start.row + 1},{placed.start.column + 1} {placed.direction}")

assert lg.check_puzzle(puzzle).is_valid
assert lg.make_puzzle(code=puzzle.code) == puzzle
