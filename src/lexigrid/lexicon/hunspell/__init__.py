"""Hunspell dictionaries: affix files and the words that they generate."""

from .dictionary import read_hunspell

__all__ = ["read_hunspell"]
