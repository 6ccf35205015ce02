"""Make the forms of the words of a dictionary.

No form is made that hunspell would reject. Compounds are not made: there is no end of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain

from .affix_file import AffixFile
from .affixes import Affix, AffixGroup, Flag, Flags


class Expander:
    """Makes the forms of words, with up to two suffixes and one prefix.

    With `wanted` words, in lower case, suffixes that cannot lead to one of them are not tried. Even
    if the forms of a dictionary have no end, those in a word list are found in seconds.
    """

    def __init__(
        self, affixes: AffixFile, *, prefixes: bool, wanted: frozenset[str] | None = None
    ) -> None:
        self._file = affixes
        self._prefixes = prefixes
        self._groups: dict[bool, dict[Flags, tuple[AffixGroup, ...]]] = {True: {}, False: {}}
        marks = (affixes.need_affix, affixes.only_in_compound, affixes.circumfix)
        self._unfinished: Flags = frozenset(mark for mark in marks if mark is not None)
        self._starts = None if wanted is None else _starts_of(wanted, affixes if prefixes else None)
        self._lost: dict[AffixGroup, int] = {}
        if wanted is not None:
            self._lost = {group: self._lost_by(group) for group in affixes.suffixes.values()}

    def _lost_by(self, group: AffixGroup) -> int:
        """Return the most characters of a word that a suffix and a second one may strip."""
        two = (
            len(affix.strip) + max(0, self._file.suffixes[flag].strip - len(affix.add))
            for affix in group.affixes
            for flag in affix.goes_on & self._file.suffixes.keys()
        )
        return max(group.strip, *two, 0)

    def stem(self, word: str, flags: Flags) -> list[str]:
        """Return the word itself if it needs no affix."""
        needs = self._file.only_in_compound in flags or self._file.need_affix in flags
        return [] if needs else [word]

    def makes_more(self, entries: Mapping[Flags, Sequence[str]], forms: int) -> bool:
        """Are there more forms with one suffix, repeats counted? Do not make them."""
        most = 0
        for flags, words in entries.items():
            most += len(words) * sum(
                len(group.affixes) for group in self._groups_of(flags, suffix=True)
            )
        if most <= forms:
            return False
        counts = (
            len(self._suffixes(word, flags, is_first=True))
            for flags, words in entries.items()
            for word in words
        )
        return sum(counts) > forms

    def forms(self, word: str, flags: Flags) -> list[str]:
        """Return all forms of a word in no particular order, with repeats.

        Raises:
            BudgetSpentError: the budget of the file is spent.
        """
        if self._file.only_in_compound in flags:
            return []
        made = self.stem(word, flags)
        spend = self._file.budget.spend
        others: Iterable[Affix]
        if self._starts is not None:
            others = self._suffixes(word, flags, is_first=True)
        else:
            plans = [group.plan(word) for group in self._groups_of(flags, suffix=True)]
            for cut, ends in chain.from_iterable(plan.ends for plan in plans):
                start = word[:-cut] if cut else word
                made += [start + end for end in ends]
            others = chain.from_iterable(plan.others for plan in plans)
        for first in others:
            form = first.applied(word)
            if not first.goes_on:
                made.append(form)
                continue
            if self._is_complete(first):
                made.append(form)
            if not self._is_circumfix(first):
                more = [each.applied(form) for each in self._second_suffixes(form, first)]
                spend(len(more))
                made += more
        spend(len(made))
        if self._prefixes and self._file.prefixes:
            for form in self._with_prefix(word, flags):
                spend(1)
                made.append(form)
        return made

    def _with_prefix(self, word: str, flags: Flags) -> Iterator[str]:
        for prefix in self._fitting(word, flags, suffix=False):
            if self._is_complete(prefix):
                yield prefix.applied(word)
        for first in self._suffixes(word, flags, is_first=True):
            yield from self._with_suffix(word, first, (flags, first.goes_on), None)
        # A prefix can allow a suffix, which then needs this very prefix.
        for group in self._groups_of(flags, suffix=False):
            for prefix in group.affixes:
                if not prefix.goes_on:
                    continue
                for first in self._suffixes(word, prefix.goes_on, is_first=True):
                    yield from self._with_suffix(word, first, (flags,), prefix)

    def _with_suffix(
        self, word: str, first: Affix, opened: tuple[Flags, ...], only: Affix | None
    ) -> Iterator[str]:
        """Yield the forms with this first suffix, perhaps a second, and a prefix.

        The prefixes are those of the flags in `opened`, or `only` this one.
        """
        form = first.applied(word)
        for prefix in self._crossing(form, first, opened, only):
            if self._is_complete_with(prefix, first):
                yield prefix.applied(form)
        for second in self._second_suffixes(form, first):
            if not second.crosses:
                continue
            longer = second.applied(form)
            for prefix in self._crossing(longer, first, opened, only):
                if prefix.flag not in second.goes_on:
                    yield prefix.applied(longer)
            if only is None and not self._is_circumfix(first):
                for prefix in self._fitting(longer, second.goes_on, suffix=False):
                    if prefix.crosses and self._is_complete(prefix):
                        yield prefix.applied(longer)

    def _crossing(
        self, form: str, first: Affix, opened: tuple[Flags, ...], only: Affix | None
    ) -> Iterator[Affix]:
        """Yield the prefixes that can be combined with a first suffix."""
        if not first.crosses or self._file.only_in_compound in first.goes_on:
            return
        for flags in opened:
            for prefix in self._fitting(form, flags, suffix=False):
                if only is not None and prefix is not only:
                    continue
                if not prefix.crosses or self._file.only_in_compound in prefix.goes_on:
                    continue
                # Both are half a circumfix, or neither is.
                if self._is_circumfix(prefix) == self._is_circumfix(first):
                    yield prefix

    def _is_circumfix(self, affix: Affix) -> bool:
        return self._file.circumfix in affix.goes_on

    def _is_complete_with(self, prefix: Affix, first: Affix) -> bool:
        """Does one of the two need no further affix?"""
        need = self._file.need_affix
        return need not in prefix.goes_on or need not in first.goes_on

    def _is_complete(self, affix: Affix) -> bool:
        """Is a word complete with this affix alone?"""
        return not affix.goes_on or affix.goes_on.isdisjoint(self._unfinished)

    def _second_suffixes(self, form: str, first: Affix) -> Iterator[Affix]:
        """Yield the suffixes that may follow a first one and complete the word."""
        if not first.goes_on or not self._file.two_suffixes:
            return
        if self._file.only_in_compound not in first.goes_on:
            yield from filter(self._is_complete, self._suffixes(form, first.goes_on))

    def _suffixes(self, word: str, flags: Flags, *, is_first: bool = False) -> Sequence[Affix]:
        """Return the suffixes that the word may take, and that may lead to a wanted word."""
        groups = self._groups_of(flags, suffix=True)
        if len(groups) == 1 and self._starts is None:
            return groups[0].fitting(word)
        found: list[Affix] = []
        for group in groups:
            if self._starts is not None:
                kept = len(word) - (self._lost[group] if is_first else group.strip)
                if kept > 0 and word[:kept].lower() not in self._starts:
                    continue
            found += group.fitting(word)
        return found

    def _fitting(self, word: str, flags: Flags, *, suffix: bool) -> Iterator[Affix]:
        for group in self._groups_of(flags, suffix=suffix):
            yield from group.fitting(word)

    def _groups_of(self, flags: Flags, *, suffix: bool) -> tuple[AffixGroup, ...]:
        known = self._groups[suffix]
        groups = known.get(flags)
        if groups is None:
            side: dict[Flag, AffixGroup] = self._file.suffixes if suffix else self._file.prefixes
            groups = tuple(side[flag] for flag in flags if flag in side)
            known[flags] = groups
        return groups


def _starts_of(wanted: frozenset[str], prefixed: AffixFile | None) -> frozenset[str]:
    """Return all beginnings of words, and of the words they are without a prefix."""
    words = set(wanted)
    if prefixed is not None:
        strips: dict[str, set[str]] = {}
        for group in prefixed.prefixes.values():
            for affix in group.affixes:
                strips.setdefault(affix.add.lower(), set()).add(affix.strip.lower())
        longest = max(map(len, strips), default=0)
        for word in wanted:
            for end in range(min(longest, len(word)) + 1):
                words.update(strip + word[end:] for strip in strips.get(word[:end], ()))
    return frozenset(word[:end] for word in words for end in range(1, len(word) + 1))
