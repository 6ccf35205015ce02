"""The formats for `fuzz_formats.py`, each with seeds and a reader."""

from . import files, texts
from .base import Format, folder

FORMATS: dict[str, Format] = texts.FORMATS | files.FORMATS

__all__ = ["FORMATS", "Format", "folder"]
