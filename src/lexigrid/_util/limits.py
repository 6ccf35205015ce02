"""The limits of untrusted input, all in one place; SECURITY.md says what they guarantee."""

#: Bytes of one file to read into memory (a larger raw grid is mapped).
MAX_BYTES = 1 << 30
#: Bytes of a line of a word list; one of this length takes 0.4 GB while it is read.
MAX_LINE = 1 << 23
#: Bytes of a puzzle, a book of puzzles, or a mask.
MAX_DOCUMENT = 1 << 24
#: Puzzles of a book that is made, or read from text at a thousandth of a second each.
MAX_PUZZLES = 10_000
#: Characters of the share code of a puzzle, and of a game.
MAX_PUZZLE_CODE = 1 << 22
MAX_GAME_CODE = 4000

#: Rows and columns of a puzzle to make, its words, their letters, and its decoys.
MAX_PUZZLE_SIDE = 200
MAX_PUZZLE_WORDS = 2000
MAX_PUZZLE_LETTERS = 200
MAX_DECOYS = 10_000
#: Occurrences of words in a puzzle to check.
MAX_OCCURRENCES = 100_000
#: Shapes and pictures of a mask, rows and columns of a picture, and of the picture in a mask.
MAX_MASK_PARTS = 32
MAX_PICTURE_SIDE = 4096
MAX_MASK_SIDE = 1000
#: Bytes and pixels of a photo to read, and rows and columns of the grid in it.
MAX_PHOTO_BYTES = 1 << 26
MAX_PHOTO_PIXELS = 50_000_000
MAX_PHOTO_GRID = 60

#: Rows and columns of a board of dice; players and moves of a game.
MAX_DICE_SIDE = 20
MAX_FACES = 100
MAX_PLAYERS = 16
MAX_MOVES = 10_000

#: Words made from a hunspell dictionary. Arabic, the largest of twenty dictionaries below this
#: limit, has 3.4 million; a few dozen Hungarian words have as many.
MAX_FORMS = 5_000_000
#: Forms made from a dictionary, repeats included, plus affixes compared with words: Arabic takes
#: 6.1 million.
MAX_STEPS = 20_000_000
#: Rules of paths that a clausal proof of absence may need.
MAX_RULES = 2_000_000
