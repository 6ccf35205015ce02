"""Find the ten best words of a dice board, each with its path."""

import lexigrid as lg

board = lg.Grid.parse("t i e s/r a Qu m/n l o p/u c e b")
found = lg.find_paths(board, lg.Lexicon.default(), sort="score", limit=10)
for word in found:
    cells = " ".join(f"{cell.row},{cell.column}" for cell in word.path or ())
    print(f"{word.score:3} {word.word:10} {cells}")
