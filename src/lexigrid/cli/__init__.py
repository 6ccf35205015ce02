"""The command line; the module of a command is imported only when the command is called.

Answers go to standard output. An error is one line on standard error, never a traceback.
"""

from .group import LazyGroup

__all__ = ["main"]

_COMMANDS = {
    "lines": "Find words in straight lines (word-search puzzles).",
    "paths": "Find all words along paths of touching cells (dice boards).",
    "trace": "Trace single words: whether and in how many ways they occur.",
    "solve": "Find the words that cover a board (path puzzles).",
    "read": "Read a letter grid from a photo.",
    "make": "Make a puzzle: words on lines, or on paths that cover the board.",
    "book": "Make books of puzzles.",
    "render": "Write a puzzle file as pages, a picture or text.",
    "check": "Check a puzzle: is each word there exactly once?",
    "list": "List themes, masks and dice.",
    "define": "Say what words mean.",
    "lexicon": "Build, describe, check and list lexicons.",
    "roll": "Roll letter dice; find boards that fit a specification.",
    "prove": "Prove that a board is the best of its size; check proofs.",
    "play": "Play against the clock, opponents and each other.",
    "serve": "Serve pages for the browser, and an HTTP API.",
    "site": "Write the pages as a site that needs no server.",
    "batch": "Search millions of grids, from file to file.",
}

main = LazyGroup(
    "lexigrid",
    package=__name__,
    table=_COMMANDS,
    help="""Find, make and play words in letter grids.

    GRID is a file, '-' for standard input, or the grid itself: rows joined by '/', such as
    tea/ant/oat, or the letters of a square, such as perslatgsineters.

    \b
      lexigrid make --theme birds --pool 15 --mask heart --output birds.pdf
      lexigrid paths yilogfjwhhosdstn --sort score --common""",
    epilog="""Exit status: 0 everything was found, 1 something was not, 2 bad usage or input,
    3 cut short by a deadline, 130 interrupted.""",
)
