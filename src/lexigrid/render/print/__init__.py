"""Puzzles and books as printed pages: SVG, PNG and PDF."""
