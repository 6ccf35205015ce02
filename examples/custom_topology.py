"""Search a board on which words move like a knight."""

import lexigrid as lg

rows, columns = 4, 4
jumps = [(1, 2), (2, 1), (2, -1), (1, -2)]
pairs = [
    ((row, column), (row + down, column + right))
    for row in range(rows)
    for column in range(columns)
    for down, right in jumps
    if row + down < rows and 0 <= column + right < columns
]
board = lg.Grid.parse("seat/rion/ldeg/umps", topology=pairs)
found = lg.find_paths(board, lg.Lexicon.default(), sort="length", limit=5)
for word in found:
    print(word.word, *(f"{cell.row},{cell.column}" for cell in word.path or ()))
