"""Rendering of answers and puzzles: text for a terminal, printed pages, HTML, JSON and CSV.

Rendering functions are pure: values in, text or bytes out; nothing is printed here.
"""
