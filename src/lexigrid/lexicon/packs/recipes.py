"""Recipes: how the words of a language are made of a hunspell dictionary, in data/recipes.toml."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from ..word_lists import Forms


@dataclass(frozen=True, slots=True)
class Recipe:
    """How the words of a language are made of a dictionary, and how they are played."""

    code: str
    title: str = ""
    alphabet: str = ""  # empty: that of the code
    digraphs: bool | None = None
    accents: bool | None = None
    dictionaries: tuple[str, ...] = ()  # names of dictionary files, the best first
    prefixes: bool = True
    names: bool = False
    forms: Forms = "all"
    least: int = 2
    most: int = 30
    size: tuple[int, int] = (4, 4)
    min_length: int | None = None
    frequencies: str = ""  # the code of wordfreq, if it is another one
    has_pack: bool = False


@cache
def recipes() -> dict[str, Recipe]:
    """Return the recipes by the codes of their languages.

    >>> recipes()["he"].prefixes, recipes()["it"].forms
    (False, 'attested')
    """
    import tomllib

    text = (files("lexigrid") / "data" / "recipes.toml").read_text("utf-8")
    return {code: Recipe(code, **_frozen(table)) for code, table in tomllib.loads(text).items()}


def _frozen(table: dict[str, Any]) -> dict[str, Any]:
    return {key: tuple(value) if isinstance(value, list) else value for key, value in table.items()}
