"""Values -> pages: text for people; JSON and CSV for programs live in `answers`.

Knows grids, lexicons and the results of the searches; known by the command line.
Rule: pure functions: a value and a `Page` in, lines of text out; nothing is printed here.
"""

from .terminal.page import Page
from .terminal.text import (
    draw_path,
    format_path,
    render_lines,
    render_path,
    render_paths,
    render_trace,
)

__all__ = [
    "Page",
    "draw_path",
    "format_path",
    "render_lines",
    "render_path",
    "render_paths",
    "render_trace",
]
