"""Affixes, and the flags of words and affixes."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from ..._util.limits import MAX_STEPS

#: A mark on a word or an affix: the text of one flag in any mode.
Flag = str
Flags = frozenset[Flag]
#: For each character in turn: a set, and whether the character must be in it.
Condition = tuple[tuple[str, bool], ...]


class Affix(NamedTuple):
    """One change to the end (a suffix) or the start (a prefix) of a word.

    If it `crosses`, it may be combined with an affix on the other side. `goes_on` has the flags of
    the word that it makes. If it `replaces_all`, it may strip the whole word.
    """

    flag: Flag
    is_suffix: bool
    crosses: bool
    strip: str
    add: str
    condition: Condition
    goes_on: Flags
    replaces_all: bool

    def fits(self, word: str) -> bool:
        """Can the word take the affix?"""
        size = len(self.condition)
        if len(word) < size or len(word) < len(self.strip) + (not self.replaces_all):
            return False
        if self.is_suffix:
            held, part = word.endswith(self.strip), word[len(word) - size :]
        else:
            held, part = word.startswith(self.strip), word[:size]
        return held and all(
            (character in characters) == wanted
            for character, (characters, wanted) in zip(part, self.condition, strict=True)
        )

    def allows(self, character: str, place: int) -> bool:
        """Can a word with this character in a place (1: the last or first) take the affix?"""
        at = -place if self.is_suffix else place - 1
        if place <= len(self.condition):
            characters, wanted = self.condition[at]
            if (character in characters) != wanted:
                return False
        return place > len(self.strip) or self.strip[at] == character

    def applied(self, word: str) -> str:
        """Return the word with the affix, which must fit it."""
        if not self.strip:
            return word + self.add if self.is_suffix else self.add + word
        if self.is_suffix:
            return word[: -len(self.strip)] + self.add
        return self.add + word[len(self.strip) :]


class BudgetSpentError(Exception):
    """The forms of a dictionary take too many steps to make."""


@dataclass(slots=True)
class Budget:
    """The steps left for a dictionary: forms made, and affixes compared with words."""

    left: int = MAX_STEPS

    def spend(self, steps: int) -> None:
        """Count some steps.

        Raises:
            BudgetSpentError: none are left.
        """
        self.left -= steps
        if self.left < 0:
            raise BudgetSpentError


class Plan(NamedTuple):
    """Suffixes that end a word, as characters to strip and texts to add, and the others."""

    ends: list[tuple[int, list[str]]]
    others: tuple[Affix, ...]


class AffixGroup:
    """All affixes of one flag on one side.

    Words that end (or start) alike take the same affixes, so answers are cached.
    """

    def __init__(self, affixes: Sequence[Affix], budget: Budget) -> None:
        self.affixes = tuple(affixes)
        self._budget = budget
        sizes = {(len(affix.strip), len(affix.condition)) for affix in affixes}
        self.strip = max((strip for strip, _ in sizes), default=0)
        # The number of characters of a word that decide which affixes fit.
        self._reach = max((max(condition, strip + 1) for strip, condition in sizes), default=1)
        self._is_suffix = any(affix.is_suffix for affix in affixes)
        self._known: dict[str, tuple[Affix, ...]] = {}
        self._plans: dict[str, Plan] = {}
        # The affixes allowed by the last (or first) two characters, or by one.
        self._near: dict[str, tuple[Affix, ...]] = {"": self.affixes}

    def fitting(self, word: str) -> tuple[Affix, ...]:
        """Return the affixes that the word may take, in the order of the file."""
        seen = word[-self._reach :] if self._is_suffix else word[: self._reach]
        found = self._known.get(seen)
        if found is None:
            near = self._allowed_by(seen[-2:] if self._is_suffix else seen[:2])
            self._budget.spend(len(near))
            found = tuple(affix for affix in near if affix.fits(seen))
            self._known[seen] = found
        return found

    def plan(self, word: str) -> Plan:
        """Return the suffixes that the word may take and that end it, by what they strip.

        Those that strip alike are applied to a word together, three times as fast.
        """
        seen = word[-self._reach :]
        plan = self._plans.get(seen)
        if plan is None:
            fitting = self.fitting(word)
            ends: dict[int, list[str]] = {}
            for affix in fitting:
                if not affix.goes_on:
                    ends.setdefault(len(affix.strip), []).append(affix.add)
            rest = tuple(affix for affix in fitting if affix.goes_on)
            plan = self._plans[seen] = Plan([*ends.items()], rest)
        return plan

    def _allowed_by(self, end: str) -> tuple[Affix, ...]:
        """Return the affixes that these characters allow at the end (or the start) of a word."""
        found = self._near.get(end)
        if found is None:
            shorter, character = (end[1:], end[0]) if self._is_suffix else (end[:-1], end[-1])
            near = self._allowed_by(shorter)
            self._budget.spend(len(near))
            found = tuple(affix for affix in near if affix.allows(character, len(end)))
            self._near[end] = found
        return found


@dataclass(slots=True)
class FlagReader:
    """Reads flags in the mode of a dictionary: "" (a character each), "long" (two), "num", "utf-8".

    Hunspell counts bytes. Most files with flags beyond ASCII mean characters, which is the narrower
    reading; `in_bytes` is for the files that mean bytes.
    """

    mode: str = ""
    encoding: str = "latin-1"
    in_bytes: bool = False
    aliases: tuple[Flags, ...] = ()
    _known: dict[str, Flags] = field(default_factory=dict)

    def read(self, text: str) -> Flags:
        """Read the flags of a word or an affix, or the number of the alias for them.

        >>> sorted(FlagReader("num").read("12,7"))
        ['12', '7']

        Raises:
            ValueError: the flags are invalid in this mode, or there is no such alias.
        """
        flags = self._known.get(text)
        if flags is None:
            flags = self._aliased(text) if self.aliases else frozenset(self.split(text))
            self._known[text] = flags
        return flags

    def none_of(self, flags: Flags) -> str:
        """Return a pattern of text that has none of these flags, where characters are flags.

        Such text need not be read. In some dictionaries most flags have no affixes.
        """
        if self.mode in ("", "utf-8") and not self.in_bytes and not self.aliases:
            return rf"[^ \t\n{re.escape(''.join(flags))}]++"
        return "(?!)"

    def split(self, text: str) -> list[Flag]:
        """Split the text of flags, which must not be an alias."""
        if self.mode == "num":
            numbers = [number for number in text.split(",") if number]
            if not all(map(_is_number, numbers)):
                raise ValueError(f"has the flags {text!r}, expected numbers with commas between")
            return [number.lstrip("0") for number in numbers]
        if self.in_bytes and self.mode != "utf-8":
            text = text.encode(self.encoding, "surrogateescape").decode("latin-1")
        if self.mode != "long":
            return list(text)
        if len(text) % 2:
            raise ValueError(f"has the flags {text!r}, expected two characters for each")
        return [text[at : at + 2] for at in range(0, len(text), 2)]

    def one(self, text: str) -> Flag:
        """Read text that is a single flag."""
        flags = self.split(text)
        if len(flags) != 1:
            raise ValueError(f"has {text!r}, expected one flag")
        return flags[0]

    def _aliased(self, text: str) -> Flags:
        number = int(text) if _is_number(text) else 0
        if not 0 < number <= len(self.aliases):
            raise ValueError(
                f"has {text!r} for flags, expected the number of an AF line, "
                f"1 to {len(self.aliases)}"
            )
        return self.aliases[number - 1]


def _is_number(text: str) -> bool:
    # Bounded, because Python refuses to convert thousands of digits.
    return text.isascii() and text.isdigit() and len(text) < 10
