"""The commands and the help of the program itself, written without click, whose import is slow."""

import os
import sys

COMMANDS = {
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
HELP_NAMES = ("-h", "--help")
_OPTIONS = {
    "--version": "Show the version and exit.",
    ", ".join(HELP_NAMES): "Show this message and exit.",
}
_PARAGRAPHS = (
    "Find, make and play words in letter grids.",
    "GRID is a file, '-' for standard input, or the grid itself: rows joined by '/', such as "
    "tea/ant/oat, or the letters of a square, such as perslatgsineters.",
)
_EXAMPLES = """\
    lexigrid make --theme birds --pool 15 --mask heart --output birds.pdf
    lexigrid paths yilogfjwhhosdstn --sort score --common"""
_STATUS = (
    "Exit status: 0 everything was found, 1 something was not, 2 bad usage or input, "
    "3 cut short by a deadline, 130 interrupted."
)
_LEAST_WIDTH = 50
_MOST_WIDTH = 78


def format_summary() -> str:
    """Return the help of the program, as wide as the terminal but at most 78 characters."""
    width = max(_LEAST_WIDTH, min(_terminal_width() - 2, _MOST_WIDTH))
    parts = ["Usage: lexigrid [OPTIONS] COMMAND [ARGS]..."]
    parts += [_wrap(f"  {text}", width, "  ") for text in _PARAGRAPHS]
    parts += [_EXAMPLES]
    for title, rows in (("Options", _OPTIONS), ("Commands", COMMANDS)):
        pad = max(map(len, rows)) + 4
        listed = (_wrap(f"  {k}".ljust(pad) + text, width, " " * pad) for k, text in rows.items())
        parts.append("\n".join([f"{title}:", *listed]))
    return "\n\n".join([*parts, _wrap(f"  {_STATUS}", width, "  ")])


def print_summary() -> bool:
    """Print the help of the program; False if that failed, which click will say."""
    try:
        sys.stdout.write(f"{format_summary()}\n")
        sys.stdout.flush()
    except (AttributeError, OSError, ValueError):  # None, or closed
        return False
    return True


def _terminal_width() -> int:
    """Return what `shutil.get_terminal_size`, which is slow to import, would."""
    columns = os.environ.get("COLUMNS", "")
    if columns.isdecimal() and int(columns):
        return int(columns)
    try:
        return os.get_terminal_size(sys.stdout.fileno()).columns or _MOST_WIDTH + 2
    except (AttributeError, OSError, ValueError):
        return _MOST_WIDTH + 2


def _wrap(text: str, width: int, indent: str) -> str:
    """Break a line at blanks; the lines after the first are indented."""
    lines = []
    while len(text) > width and (at := text.rfind(" ", len(indent) + 1, width + 1)) > 0:
        lines.append(text[:at])
        text = indent + text[at + 1 :]
    return "\n".join([*lines, text])
