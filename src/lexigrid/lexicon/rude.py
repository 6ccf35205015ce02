"""Rude English words, which puzzles, boards on order and opponents avoid unless told otherwise."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from typing import Literal, get_args

from .._util.validation import check_choice
from ..alphabet import Alphabet
from ..errors import InputError

RudeList = Literal["strict", "mild"]
RUDE_LISTS: tuple[RudeList, ...] = get_args(RudeList)


@cache
def rude_words(name: RudeList = "strict") -> tuple[str, ...]:
    """Return a list of rude English words with their inflections.

    "mild" has obscenities and slurs. "strict" has these too, and words about body, sex and drugs,
    insults, and words that are rude in one of their meanings.

    >>> "poop" in rude_words(), "poop" in rude_words("mild")
    (True, False)

    Raises:
        InputError: there is no such list.
    """
    check_choice(name, "the list of rude words", RUDE_LISTS)
    words = set(_read("en-mild"))
    return tuple(sorted(words if name == "mild" else words | set(_read("en-strict"))))


def words_to_avoid(avoid: Iterable[str] | None, alphabet: Alphabet) -> frozenset[str]:
    """Return the words to avoid; None: the rude words, in an alphabet that English may have.

    >>> len(words_to_avoid(None, Alphabet.named("de"))), words_to_avoid(["Oat"], Alphabet())
    (0, frozenset({'Oat'}))
    """
    if avoid is None:
        avoid = rude_words() if alphabet.name in ("", "en") else ()
    if isinstance(avoid, str):
        raise InputError(f"avoid is {avoid!r}, expected several words, such as [{avoid!r}]")
    return frozenset(avoid)


def _read(name: str) -> list[str]:
    text = (files("lexigrid") / "data" / "avoid" / f"{name}.txt").read_text("utf-8")
    return [line for line in text.splitlines() if line and not line.startswith("#")]
