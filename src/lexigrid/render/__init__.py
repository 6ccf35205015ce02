"""Rendering of answers and puzzles: text for a terminal, printed pages, HTML, JSON and CSV.

Rendering functions are pure: values in, text or bytes out; nothing is printed here.
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
