"""Recipes (data/recipes.toml): how to make a language's words from a hunspell dictionary."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

from ..._util.data import read_data
from ..word_list import Forms


@dataclass(frozen=True, slots=True)
class Recipe:
    """How to make the words of a language from a dictionary, and the usual game with them."""

    code: str
    title: str = ""
    alphabet: str = ""  # empty: that of the code
    digraphs: bool | None = None
    accents: bool | None = None
    dictionaries: tuple[str, ...] = ()  # names of dictionary files, best first
    prefixes: bool = True
    names: bool = False
    forms: Forms = "all"
    least: int = 2
    most: int = 30
    size: tuple[int, int] = (4, 4)
    min_length: int | None = None
    frequencies: str = ""  # wordfreq's code, if it differs
    has_pack: bool = False


@cache
def recipes() -> dict[str, Recipe]:
    """Return the recipes by the codes of their languages.

    >>> recipes()["he"].prefixes, recipes()["it"].forms
    (False, 'attested')
    """
    import tomllib

    tables = tomllib.loads(read_data("recipes.toml"))
    return {code: Recipe(code, **_frozen(table)) for code, table in tables.items()}


def _frozen(table: dict[str, Any]) -> dict[str, Any]:
    return {key: tuple(value) if isinstance(value, list) else value for key, value in table.items()}
