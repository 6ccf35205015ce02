"""Words that each have a clue, a number or a place on their line, in many notations."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import repeat

from .._util.plain_text import shorten
from ..errors import LexiconError
from .headings import heading_of, is_unit
from .marks import matched
from .rows import is_count
from .word_tables import Words, are_definitions

#: What no word has: signs of code and text, brackets that are open, half of a word.
ODD = re.compile(
    r"[<>{}|~^_\[\]\t]|.=|://|^//|\s[x×]\d+$|^\W+\d+\W+$"
    r"|\w[:*-]$|\w#\w|[^\W\d]:[^\W\d]|\\[a-z]|\([^)]*$|^[^(]*\)|^\([^)]*\)(?: |$)|\s.{80}"
    r"|\s[^\w\s!?]+$|\s[^\w\s&+]+\s|\S \S.*\?|\w \([^()\d]*\)$"
    r"|\w: \w|^\d+ \w+ \d+$|^\.\w|^\w(?: \w)+$|\w\s+[\u2190-\u2bff\U0001f300-\U0001faff]"
    r"|^--\s|\.(?:png|jpe?g|gif|svg|webp|mp3|wav)$|^\d{4}-\d\d-\d\d(?:\s|$)|^\d?\d[:.]\d\d\s"
    r"|^\d+[- ](?:letters?|Buchstaben|lettres|letras|lettere)$"
    r"|^[\d½¼¾⅓.,/]+\s*(?:k?g|m?l|cl|oz|lbs?|cups?|tsps?|tbsps?|EL|TL)\.?\s+\w"
)
_COUNTED = re.compile(
    r"(?m)^([^\d\s](?:[^\d\n;|\t]*?[^\d\s,;:])?)(?:[\s,;:]++|(?=×))"
    r"(?:[x×$€£¥]\s*)?(\d+)(?:[.,]\d+)*(?:\s*(?:[%$€£¥]|(?i:pts?|points?|punkte?)\.?)|[x×])?"
    r"(?:\s+\d[\d.,]*%?)*$"
)
_TIMES = re.compile(r"[x×]\d+$|\d[x×]$")
_COUNT_FIRST = re.compile(r"(?m)^(\d{1,18}(?: ?[x×](?=\s))?)[\s,;:]++([^\d\s][^\d\n]*)$")
_IN_PARENTHESES = re.compile(
    r"(?m)^([^()/\[\n\t]*[^()/\[\s])\s*+[(/\[]\s*([^()/\]\n]*[^()/\]\s])\s*[)/\]]$"
)
#: A word and its place in a grid, such as (1,2) E or E @ (1, 2), or its lengths, such as (3,5).
_PLACED = re.compile(
    r"(?m)^(.*?[^\s(:@–=-])\s*+(?:[:@–=-]\s*+)*(?:\b(?:[NSEW]{1,2}|(?i:at|from|start))\b[\s@:]*+)?"
    r"([(\[]\s*\d+\s*,\s*\d+\s*(?:,\s*[NSEW]{1,2}\s*)?[)\]].*"
    r"|(?<=\s)(?:\d+\s*,\s*\d+|[A-Z]\d+\s*[-–:]\s*[A-Z]\d+)\b.*)$"
)
#: A word in a dictionary of players, with its definition and its forms.
_DICTIONARY = re.compile(r"(?m)^([A-Z]{2,})[^\S\n]+(.*[a-z].*\[[^\[\]\n]+\])$")
#: A word and its definition, if some definition has several words.
_DEFINED = (
    re.compile(r"(?m)^([^\t\n]+)\t *([^\t\n]+|[^\s]+\t[^\t\n]* [^\t\n]*)$"),
    re.compile(r"(?m)^([^\s,;\"]+), ?([^\s,;\"]+(?: [^\s,;\"]+)*)$"),
    re.compile(r'(?m)^"([^"\n]+)", ?"([^"\n]+)"$'),
    re.compile(r"(?m)^([^,;\t\n]+); ?([^;\t\n]+)$"),
    re.compile(r"(?m)^([^|\n]*[^|\s]) *\| *([^|\n]+)$"),
)
_LENGTHS = re.compile(r"\d+(?:[,-]\d+)*")
_LIST = re.compile(r"\w+(?:, ?\w+)*")
#: What dictionaries say after a word: its part of speech, an ending, or a level.
_NAME = "noun|verb|adjective|adverb|s|es|en|pl|sg"
_PART = re.compile(
    rf"(?:(?:n|v|vt|vi|adj|adv|prep|conj|pron|nf|nm|[mf]|[ABC][12])\.?(?:\s?[mf]\.)?|{_NAME})"
)
_WITH_PART = re.compile(
    rf"(?m)^(.*?[^\s,;])(?:[,;]?\s+|,)"
    rf"({_PART.pattern}(?:[,;]?\s+{_PART.pattern})*|[-–~¨][^,;\s]*|[NS]?[EW]|[NS]"
    r"|[*†‡\u2190-\u2bff\ufe0f\U0001f000-\U0001faff]+)$"
)
_PART_NEXT = re.compile(rf"(?m)^([^,;\n]*?[^,;\s])[,;]?\s+({_PART.pattern}(?:(?<=\.)|[,;])\s.*)$")
#: A word, its part of speech or how it is spoken, and its definition.
_SPOKEN = re.compile(
    r"(?m)^([^()/\[\n]*[^()/\[\s])\s+"
    rf"((?:\((?i:{_PART.pattern})\)|/\S[^/\n]*(?<!\s)/|\[[^\[\]\n]+\])\s+\S.*)$"
)
_CLUE = re.compile(
    r"(?m)^([^:=→⇒\t\n]{0,59}?[^:=→⇒\t\s])(?:\s*+(?::\s++|(?<=[^\x00-\x7f]):(?=[^\W\d])|[=-]>\s*+|[=→⇒]\s*+|(?:\.{3,}+|…)\s*+)"
    r"|\s++(?:[–—]|--?)\s++|—)(\S.*)$"
)
_DASHES = re.compile(r"\S+(?: [–—-] \S+){2,}")


def read_pairs(entries: Sequence[str], found: Words, *, is_marked: bool = False) -> bool:
    """Add the words of entries that all have a clue or a number; return False if some have none.

    Behind numbers or bullets (`is_marked`), a tab is enough between a word and its clue.

    >>> read_pairs(["owl: hunts at night", "hen: lays eggs"], found := Words([])), found.words
    (True, ['owl', 'hen'])

    Raises:
        LexiconError: an entry can be a word and its clue, or something else.
    """
    if len(entries) == 1 and entries[0][-1] == ")":  # cat (3), dog (3)
        entries = re.split(r",\s*(?![^()]*\))", entries[0])
    pairs = _pairs(entries) if len(entries) > 1 else None
    if pairs is None and is_marked and all(entry.count("\t") == 1 for entry in entries):
        pairs = [(word.strip(), clue) for word, _, clue in (e.partition("\t") for e in entries)]
    if not pairs:
        return False
    found.words = [word for word, _ in pairs]
    inside = matched(_IN_PARENTHESES, found.words)  # apple (noun): a fruit; apple, noun: a fruit
    if inside or ("," in found.words[0] and (inside := matched(_WITH_PART, found.words))):
        pairs = [(word, clue) for (word, _), (_, clue) in zip(inside, pairs, strict=True)]
        found.words = [word for word, _ in pairs]
    if all(_is_heading(*pair) for pair in pairs):
        found.words = [word.strip() for _, clue in pairs if clue for word in clue.split(",")]
        found.notes.append(f"left out what is before the words, such as {shorten(pairs[0][0])}")
        found.notes += [f"left out the line {shorten(name)}" for name, clue in pairs if not clue]
        return True
    clues = [clue for _, clue in pairs]
    are_numbers = all(map(_LENGTHS.fullmatch, clues))
    are_times = "".join(clues).isdecimal() and any(str(len(word)) != n for word, n in pairs)
    if are_numbers and ((are_times and entries[0][-1] == ")") or _TIMES.search(entries[0])):
        found.facts["times"] = dict(pairs)  # how often a word is hidden, not its length
    elif are_numbers or all(_PLACED.fullmatch(f"x {clue}") for clue in clues):
        found.notes.append("left out the numbers after the words")
    elif all(_WITH_PART.fullmatch(f"x {clue}") for clue in clues):
        found.notes.append(f"left out what is after the words, such as {shorten(pairs[0][1])}")
    else:
        found.add_facts("clues", pairs)
    return True


def _is_heading(name: str, words: str) -> bool:
    """Is it a number, the first letter of words, a unit, or a heading such as "Sight words"?"""
    if " " in name:
        is_list = " " not in words or "," in words
        return is_list and (is_unit(name) or heading_of(f"{name}:") is not None)
    return name.isdecimal() or (len(name) == 1 and words[:1].casefold() == name.casefold())


def _pairs(lines: Sequence[str]) -> list[tuple[str, str]] | None:
    """Return the word of each line and its clue or number; None if some line has only a word."""
    for pattern in (
        *(_DICTIONARY, _PLACED, _CLUE, _COUNTED, _SPOKEN, _IN_PARENTHESES),
        *(_WITH_PART, _PART_NEXT, _COUNT_FIRST, *_DEFINED),
    ):
        pairs = matched(pattern, lines)
        if not pairs:
            continue
        if pattern is _CLUE and all(map(_DASHES.fullmatch, lines)):
            return None
        if pattern is _WITH_PART and all(tag in _NAME.split("|") for _, tag in pairs):
            continue  # proper noun, main verb
        if pattern is _COUNT_FIRST:
            numbers = [int(number.rstrip(" x×")) for number, _ in pairs]
            are_counts = numbers == sorted(numbers, reverse=True) or is_count(map(str, numbers))
            are_counts |= numbers == sorted(numbers) and len({*numbers}) < len(numbers)
            if pairs[0][0][-1] in "x×" or are_counts or all("\t" in line for line in lines):
                return [(word, str(n)) for n, (_, word) in zip(numbers, pairs, strict=True)]
            if not ODD.search(lines[0]):
                shown = ", ".join(map(str, numbers[:3]))
                raise LexiconError(
                    f"the numbers before the words do not count: {shown}; leave them out, or write "
                    "double quotes around words with numbers"
                )
        elif pattern not in _DEFINED or (
            are_definitions(*zip(*pairs, strict=True))
            and len({*map(str.count, lines, repeat("\t"))}) == 1
        ):
            is_sure = all(map(_LENGTHS.fullmatch, (clue for _, clue in pairs)))  # POLAR BEAR (5,4)
            is_sure |= pattern is _IN_PARENTHESES and all(word.islower() for word, _ in pairs)
            return pairs if is_sure or pattern not in (_CLUE, _IN_PARENTHESES) else _checked(pairs)
    if ": " not in "\n".join(lines):
        return None
    pairs = [(word.strip(), clue.strip()) for word, _, clue in (e.partition(": ") for e in lines)]
    given = [(word, clue) for word, clue in pairs if clue]  # some words have no clue
    are_clues = 2 * len(given) > len(lines) or all(" " in clue for _, clue in given)
    are_words = all(word and " " not in word for word, _ in given)
    return pairs if given and are_clues and are_words else None


def _checked(pairs: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """Refuse lines that can be a word and a clue, or a heading and words, or a clue and a word."""
    word, clue = pairs[0]
    if all(_is_heading(*pair) for pair in pairs):
        return pairs
    names = {each for each, _ in pairs[:1000]}
    if len(names) == 2 and len({*pairs[:1000]}) == len(pairs[:1000]) > 2:
        raise LexiconError(
            f"{shorten(word)} begins several lines, and is no word then: write each word and its "
            "clue on one line, as word: clue"
        )
    stems = {each.rpartition(" ")[::2] for each in names}
    if len({stem for stem, _ in stems}) == 1 and all(stem and len(end) < 3 for stem, end in stems):
        raise LexiconError(
            f"{shorten(word)} can be a heading, or a word with a clue: write one word per line"
        )
    words, clues = zip(*pairs, strict=True)
    are_long = " " in "".join(words) and " " not in "".join(clues)
    phrases = [word for word in words if " " in word] if are_long else []
    if 2 * len(phrases) >= len(pairs) and any(word.count(" ") > 1 for word in phrases):
        raise LexiconError(
            f"the line {shorten(f'{word}: {clue}')} can be a word and its clue, or a clue and its "
            "word: write the word first, or a table with the header clue,word"
        )
    if "," in "".join(clues) and all(map(_LIST.fullmatch, clues)):
        raise LexiconError(
            f"the line {shorten(f'{word}: {clue}')} can be a word and its clue, or a heading and "
            "words: write one word per line"
        )
    return pairs
