"""Puzzles, boards, games and answers as widgets of a notebook: `pip install 'lexigrid[notebook]'`.

They work in Jupyter, marimo and VS Code. Where no program for widgets is running, as in a notebook
on a web site, a picture is shown.
"""

from .show import show

__all__ = ["show"]
