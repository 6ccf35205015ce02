"""Make a word-search puzzle, check it, and make it again from its share code."""

import lexigrid as lg

puzzle = lg.make_puzzle(
    ["python", "lambda", "tuple", "list", "set", "module"],
    size=(9, 11),
    seed=2026,
    decoys=6,
)
print(puzzle.grid)
print(", ".join(puzzle.words), f"(difficulty {puzzle.difficulty.score})")

# Where each word is; people count rows and columns from 1.
for placed in puzzle.key:
    print(f"{placed.word:8} {placed.start.row + 1},{placed.start.column + 1} {placed.direction}")

assert lg.check_puzzle(puzzle).is_valid
assert lg.make_puzzle(code=puzzle.code) == puzzle
