"""Hunspell dictionaries: affix files and the words they stand for."""

from .dictionary import read_hunspell

__all__ = ["read_hunspell"]
