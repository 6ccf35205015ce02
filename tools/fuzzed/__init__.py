"""The formats that strangers send, for `fuzz_formats.py`: seeds, and readers of each."""

from . import files, texts
from .base import Format, folder

FORMATS: dict[str, Format] = texts.FORMATS | files.FORMATS

__all__ = ["FORMATS", "Format", "folder"]
