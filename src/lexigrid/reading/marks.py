"""The lines of a list without what is around its entries: headings, prose, numbers, bullets.

A mark is left out only where it is on every line, and numbers only if they count.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise, takewhile

from .._util.plain_text import shorten
from ..errors import LexiconError
from .headings import NAME, closing_of, is_heading, is_sentence, listed_in
from .prose import (
    GAP,
    SIGNS,
    is_like,
    is_unlike,
    listed_lines,
    mark_heads,
    without_intro,
)
from .rows import is_count
from .word_tables import Words

#: Each pattern has the mark of a line and the rest of the line.
_NUMBER = re.compile(
    r"(?im)^(?:[#(]|№\s*+|n[ro]?[.º°]\s*+|[^\W\d_]++ (?=\d++:))?(\d{1,9})(?:st|nd|rd|th|[ºª]|/\d+)?"
    r"(?:\ufe0f?\u20e3\s*+|\s*+[.):\]]+-?\s*+|-\s*+(?=[^\W\d_])|\s++[-–—]\s++|\s++)(\S.*)$"
)
#: Numbers that are certain not to be words.
_STRICT = re.compile(r"(?m)^[(\[]?(\d+)[.)\]]\s+(\D.*)$")
_LETTERED = re.compile(r"(?m)^\(?([ivxlIVXL]+|[A-Za-z])(?:[.)]|:(?!\s*(?i:\1)))\s+(.*)$")
_DATED = re.compile(r"(?m)^(\d{4}-\d\d-\d\d|\d\d?[./]\d\d?[./]\d{2,4})[\s,;:]+(\S.*)$")
#: What counts before words, and whether it may also be letters, or begin with any number.
_NUMBERS = ((_NUMBER, False), (_STRICT, True), (_LETTERED, True))
_BULLET = re.compile(
    r"(?m)^((?:[•◦▪▫‣⁃●○■□☐☑☒✓✔✗★☆➢➤→»>·*+–—-]|\uf0b7|\uf0a7|o(?=\t)|\[[ xX]?\])\s+"
    r"|[•◦▪‣●■☐★➢➤✓✔・\uf0b7①-⑳❶-❿]\s*|[-*](?=\w))(?:\[[ xX]?\]\s+)?(.*)$"
)
#: Any sign that is not part of a word, or the letter that old programs print for a bullet.
_SIGN = re.compile(r"(?m)^([^\w\s\"'„“«‘‹(\[{<#\\]{1,3}|o)\s+(\S.*)$")
#: Numbered entries one after the other.
_INLINE = re.compile(
    r"(?<![^\s,;])\(?(\d{1,9})(?:[.)]|(?=[\s,;]))[\s,;]*+(\D*?[^\d\s,;])"
    r"(?=[\s,;]+\(?\d+[.),;\s]|[\s,;]*$)",
    re.MULTILINE,
)
_DOTTED = re.compile(r"(?<![^\s,;])\(?\d{1,9}[.)]")
#: The entry of a column that has a bullet, or a number behind it.
_CELL = re.compile(rf"{_BULLET.pattern[4:]}|.*\S\s*\(\d[\d\s,]*\).*")
#: Among as many words, a line with blanks that is unlike all others is none.
_FEW = 3
#: How many lines at the end show whether the last is of their kind.
_CLOSE = 200
#: The end of a line that goes on, with blanks, in the next; a number with nothing behind it.
_HANGING = re.compile(r",[^\S\n]*\n[^\S\n]+(?=\S)")
_EMPTY = re.compile(r"(?m)^[^\S\n]*\d{1,3}[.)][\s_]*?$")
#: Blanks before a box that is not the first of its line.
_BOXES = re.compile(r"(?<=[^\W\d_])[^\S\n]+(?=(?:\[[ xX]?\]|_{2,}) [^\s_])")
#: A line or dots to write on, before or behind a word.
_TICKS = re.compile(
    r"(?m)(?<!\S)_{3,}[^\S\n]+(?=[^\s_])|(?<=[^\s_:])(?:[^\S\n]+_{3,})+[^\S\n]*$"
    r"|(?<=[^\s.])[^\S\n]*\.{4,}[^\S\n]*$"
)
#: The start of a large list shows whether a search for something rare is needed.
SAMPLE = 1 << 16
#: The headings of the lists of a crossword; the number of letters behind a clue.
WAYS = re.compile(
    r"(?im)^[^\w\n]*+(across|down|waage?recht|senkrecht|horizontal(?:i|es)?|vertical(?:i|es)?|poziomo|pionowo|"
    r"horizontalement|verticalement|orizzontali|horizontaal|verticaal|vågrätt|lodrätt)[^\w\n]*$"
)
_UNDERLINED = re.compile(r"(?:\A\n*|(?<=\n\n))([^\n:]+)\n[^\S\n]*[-=_][-=_ ]{2,}(?=\n)")
_LENGTH = re.compile(r"(?m)\S \S.*\(\d+(?:[,-]\d+)*\)\s*$")
_COMMENT = re.compile(r"(?m)(?<=\S)(?:\t|[^\S\n]{2,})#[^\n]*$")
#: How a letter ends, with the name of its author, and a list of more words than it has.
_SIGNED = re.compile(
    r"(?i)(?:\n\s*(?:(?:(?:many )?thanks|thank you|(?:kind |warm |best )?(?:regards|wishes)|"
    r"cheers|merci|danke|gracias|grazie|bedankt|(?:mit )?\w+ gr[üu]e?(?:ß|ss)en?|mfg|"
    r"cordialement|bien à vous|(?:un )?saludos?|saluti|groetjes|sincerely)(?: \w+){0,3}|"
    r"(?:love|best|yours(?: \w+)?)(?=,)|--)\W*?){1,2}"
    r"(?:\n\s*(?-i:[^\W\d_a-z])[^\n,;:]{1,30}){1,2}\s*\Z"
)
_MORE = re.compile(
    r"(?i)(?<=\S)(?:(?<!\.)[\s,;]+(?:and so on|etc|usw)[.…]*|[\s,;]*(?:\.\.\.|…)|"
    r"(?<=[^\W\d])[.!] (?:many )?(?:thanks|thank you|danke|merci|gracias|grazie)[^\n]{0,30})\s*\Z"
)
_LONGEST_END = 200
#: A letter, or a range such as A-C, above words that may begin with it.
_SECTION = re.compile(r"\n(\w)(?: ?[-–—] ?(\w))?(?=\n(\w))")


def entries_of(text: str, found: Words) -> tuple[list[str], list[str], bool]:
    """Return the lines of a list without headings, its entries, and whether these had marks.

    >>> entries_of("Pets:\\n\\n1. cat\\n2. dog\\n\\nBye for now, Ann", notes := Words([]))[1]
    ['cat', 'dog']
    >>> notes.notes[:2]
    ["left out the heading 'Pets'", "left out the line 'Bye for now, Ann'"]

    Raises:
        LexiconError: only some lines have a mark, or there are numbers that do not count.
    """
    text = _HANGING.sub(", ", text) if ",\n" in text else text
    text = _without_levels(text, found)
    if any(rule in text for rule in ("--", "==", "__", "- -", "=-")):
        text = _UNDERLINED.sub(r"\1:", text)
    if WAYS.search(text, 0, SAMPLE) and len({*map(str.casefold, WAYS.findall(text))}) == 2:
        text = _without_ways(text, found)
    if "#" in text:
        if all(token[0] == "#" != token[-1] for token in text.split()):  # #cat #dog
            text = re.sub(r"\s*#", "\n", text)
        text = _COMMENT.sub("", text)
    sections = [*filter(_is_section, _SECTION.finditer(f"\n{text}"))]
    ranges = [each[0] for each in sections if each[2]]
    are_ranges = bool(ranges) and sections[0].start() == 0 and all(map(str.isupper, ranges))
    if are_ranges or (len(sections) > 1 and "\n\n" in text and not ranges):
        text = _SECTION.sub(lambda each: "" if _is_section(each) else each[0], f"\n{text}")
        text = (
            re.sub(r"\n{2,}", "\n", text) if 2 * len(sections) >= len(text.split("\n\n")) else text
        )
        found.notes.append("left out the letters above the words")
    if len(_EMPTY.findall(text, 0, SAMPLE)) > 1:
        text = _EMPTY.sub("", text)
        found.notes.append("left out the lines with a number only")
    text = _BOXES.sub("\n", text) if _BOXES.search(text, 0, SAMPLE) else text
    if ("___" in text or "...." in text) and len(_TICKS.findall(text)) > 1:
        lines = text.split("\n")
        above = [*takewhile(lambda line: not _TICKS.search(line), lines)]
        titles = [*filter(str.strip, above)]
        if len(titles) < min(_FEW, len(lines) - len(above) - 1):
            found.notes += [f"left out the line {shorten(line)}" for line in titles]
            text = "\n".join(lines[len(above) :])
        text = _TICKS.sub("", text)
        found.notes.append("left out the lines to write on")
    text = mark_heads(without_intro(text, found))
    for end in (_SIGNED, _MORE):  # "Best, Tom", "etc."
        if (ended := end.search(text, max(0, len(text) - _LONGEST_END))) is not None:
            text = text[: ended.start()]
            parts = map(str.strip, re.split("[\n,;.]+", ended[0]))
            found.notes.append(f"left out the line {shorten(', '.join(filter(None, parts)))}")
    lines = listed_lines(text, found)
    bare = [*filter(None, map(str.strip, lines))]
    if len(bare) > 2 and bare[0] == str(len(bare) - 1) and not bare[1][0].isdigit():
        if any(re.fullmatch(r"\w+/\w+", line) for line in bare):
            raise LexiconError("the list is a hunspell dictionary; name it .dic, beside its .aff")
        found.notes.append(f"left out the line '{bare[0]}', the number of words")
        lines = bare = bare[1:]
    if any(map(_has_cells, bare[:_FEW])) and all(map(_has_cells, bare[_FEW:-_FEW])):
        lines = [
            cell
            for line in map(str.strip, lines)
            for cell in (GAP.split(line) if _has_cells(line) else [line])
        ]
        bare = [*filter(None, lines)]
    bare = _without_prose(lines, bare, found)
    near = [*map(str.strip, "\n".join((*lines[:_CLOSE], *lines[_CLOSE:][-_CLOSE:])).split("\n"))]
    listed, alone = listed_in(near), _lines_alone(near)
    others = {
        line
        for line in (*bare[:20], *bare[-20:])
        if is_sentence(line.strip('"')) and not _mark_of(line)
        if line not in listed and (line in alone or not is_like(line, near))
    }
    others |= _lines_around(near, listed) if listed else set()
    if all(map(NAME.match, others)):  # of people on the list, rather than of its author
        others = set()
    kept = [line for line in bare if line not in others]
    for line, rest in ((kept[0], kept[1:]), (kept[-1], kept[:-1])) if kept else ():
        is_alone = line in alone
        is_only = len(rest) >= _FEW and " " in line and not any(" " in each for each in rest)
        is_only &= line == kept[0]
        may_be_word = ": " in line or (line.istitle() and " " not in line)
        may_be_word |= len(SIGNS.findall(line)) > 1
        may_be_head = (is_alone or is_only) and not may_be_word and line not in rest
        is_other = may_be_head and is_unlike(line, rest)
        if is_other:
            others.add(line)
    kept = [line for line in bare if line not in others]
    are_prose = all(line[-1] in ",;.!?" and line.count(",") < 2 for line in kept)
    if others and are_prose and not listed and (not kept or any(" " in line for line in kept)):
        raise LexiconError(f"{shorten(bare[0])} is a sentence, expected words, one on each line")
    if closing := closing_of([line for line in bare[-_CLOSE:] if line not in others]):
        others.add(closing)
    if others:
        found.notes += [f"left out the line {shorten(line)}" for line in bare if line in others]
        lines = [line for line in lines if line.strip() not in others]
        bare = [line for line in bare if line not in others]
    marked = _without_marks(bare, found) if bare else []
    return lines, bare if marked is None else marked, marked is not None


def _lines_around(lines: Sequence[str], listed: set[str]) -> set[str]:
    """Return the lines above and below those listed, if they are apart or all others are listed."""
    first, *_, last = (at for at, line in enumerate(lines) if line in listed)
    above, rest = [*filter(None, lines[:first])], [*filter(None, lines[first : last + 1])]
    may_be_word = len(above) == 1 and above[0].isalpha() and ": " in lines[first]
    is_over = len(rest) >= _FEW and not may_be_word and all(map(listed.__contains__, rest))
    found = above if is_over or "" in lines[:first][-1:] else []
    below = lines[last + 2 :] if "" in lines[last + 1 : last + 2] else []
    return {*found, *(line for line in below if line and not line.isalpha())}


def _lines_alone(lines: Sequence[str]) -> set[str]:
    """Return the lines with blank lines around them, unless most are."""
    ends = zip(["", *lines], lines, [*lines[1:], ""], strict=False)
    found = [line for before, line, after in ends if line and not before + after]
    return {*found} if 2 * len(found) < len([*filter(None, lines)]) else set()


def _has_cells(line: str) -> bool:
    """Are there several entries on a line, each with its own mark?"""
    cells = GAP.split(line)
    return len(cells) > 1 and all(map(_CELL.fullmatch, cells))


def _is_section(head: re.Match[str]) -> bool:
    first, last, below = ((name or head[1]).casefold() for name in head.groups())
    return first <= below <= last


def _without_ways(text: str, found: Words) -> str:
    """Leave out the headings of the two lists of a crossword, and numbers that grow in each.

    Raises:
        LexiconError: they are clues.
    """
    text = WAYS.sub("", text)
    if _LENGTH.search(text):
        raise LexiconError("the lists of a crossword have clues; give a list of its words")
    found.notes.append("left out the headings and numbers of the two lists")
    return re.sub(r"(?m)^\s*\d+[.)]?\s+", "", text)


def _without_levels(text: str, found: Words) -> str:
    """Return a list within a list without the headings of its parts, or words with their clues.

    Raises:
        LexiconError: indented lines can be words or what belongs to those above.
    """
    text = re.sub(r"\n+:[^\S\n]+", ": ", text) if "\n:" in text else text
    if text[:1] in "●•*-":
        text = re.sub(r"(?m)^(?=[○◦▪■]\s)", "  ", text)
    groups: list[list[str]] = []
    if "\n  " in text or "\n\t" in text:
        lines = [*filter(str.strip, text.expandtabs(8).split("\n"))]
        indents = [len(line) - len(line.lstrip()) for line in lines]
        low, *high = sorted({*indents}) or [0]
        if len(high) == 1 and indents[0] == low and indents[1] > low + 1:
            starts = [at for at, indent in enumerate(indents) if indent == low]
            groups = [lines[a:b] for a, b in zip(starts, [*starts[1:], None], strict=True)]
    elif re.match(r"[^\s#]+\n\w\S* \S+ .*\n\n", text):  # a word, its definition, a blank line
        blocks = [block.split("\n") for block in re.split(r"\n{2,}", text.strip())]
        is_pair = all(len(each) == 2 and " " in each[1] and " " not in each[0] for each in blocks)
        groups = blocks if is_pair else []
    if not groups or (len(groups) == 1 and groups[0][0].rstrip()[-1] == ":"):
        return text
    sizes = {*map(len, groups)}
    below = [_BULLET.sub(r"\2", each[-1].strip()) for each in groups]
    if sizes == {2} and all(" " in each for each in below):
        return "\n".join(f"{each[0]}: {clue}" for each, clue in zip(groups, below, strict=True))
    if min(sizes) > 1 and max(sizes) > 2:
        found.notes += [f"left out the heading {shorten(each[0].strip())}" for each in groups]
        return "\n".join(line.strip() for each in groups for line in each[1:])
    raise LexiconError(
        f"the line {shorten(below[0])} below {shorten(groups[0][0].strip())} can be its clue, or "
        "a word as well: write ': ' before clues, and leave out the blanks before words"
    )


def matched(pattern: re.Pattern[str], lines: Sequence[str]) -> list[tuple[str, str]]:
    """Return the mark of each line and the rest; nothing if the pattern does not fit all lines."""
    if not (lines and pattern.match(lines[0]) and pattern.match(lines[-1])):
        return []
    found: list[tuple[str, str]] = pattern.findall("\n".join(lines))
    return found if len(found) == len(lines) else []


def _without_marks(lines: Sequence[str], found: Words) -> list[str] | None:
    """Return the entries of lines without numbers, letters or bullets; None if they have none.

    Raises:
        LexiconError: there are numbers that do not count.
    """
    text = "\n".join(lines)
    head = text[:SAMPLE]
    numbers = len(_INLINE.findall(head))
    are_alike = len(_DOTTED.findall(head)) in (0, numbers)
    if are_alike and numbers > head.count("\n") + 1 and not _INLINE.sub("", text).strip(" \t\n,;"):
        ordered = sorted((int(number), word) for number, word in _INLINE.findall(text))
        if is_count(str(number) for number, _ in ordered):
            found.notes.append("left out the numbers before the words")
            return [word.strip(" ,;\n") for _, word in ordered]
    if dated := matched(_DATED, lines):
        found.notes.append("left out the dates before the words")
        return [rest for _, rest in dated]
    for pattern, is_sure in _NUMBERS:
        marked = matched(pattern, lines) if len(lines) > 1 or not is_sure else []
        names = [mark for mark, _ in marked]
        if len({rest for _, rest in marked}) == 1 < len(marked):  # 1st place, 2nd place
            continue
        if _do_count(names, is_sure=is_sure):
            what = "letters" if names[0] in "aA" else "numbers"
            found.notes.append(f"left out the {what} before the words")
            return [rest for _, rest in marked]
        if names and is_sure and names[0].isdecimal():
            shown = ", ".join(line.split()[0] for line in lines[:3])
            raise LexiconError(
                f"the numbers before the words do not count: {shown}; leave them out"
            )
    if len(lines) < 2:
        return None
    marked = matched(_BULLET, lines)
    if not marked and (signs := {mark for mark, _ in matched(_SIGN, lines)}):
        are_symbols = not any(mark.isascii() for mark in signs)
        marked = matched(_SIGN, lines) if len(signs) == 1 or are_symbols else []
        if marked and len(signs) > 1:
            found.notes.append("left out the signs before the words")
    words = [rest for _, rest in marked]
    if not words and 2 * len(_STRICT.findall(head)) > head.count("\n") + 1:
        raise LexiconError("only some lines have a number, or they do not count; leave numbers out")
    return words or None


def _do_count(names: Sequence[str], *, is_sure: bool) -> bool:
    """Do numbers or letters count, once or in several lists, or without a few that are missing?"""
    if is_sure and len(names) > 2 and names[0] == "1" and all(map(str.isdecimal, names)):
        numbers = [*map(int, names)]
        lists = numbers.count(1)
        steps = [b - a for a, b in pairwise(numbers)]
        if all(step > 0 or b == 1 for step, b in zip(steps, numbers[1:], strict=True)):
            return max(numbers) < 1.5 * len(numbers) and 2 * lists <= len(numbers)
    return is_count(names, letters=is_sure, from_any=is_sure)


def _without_prose(lines: Sequence[str], bare: list[str], found: Words) -> list[str]:
    """Leave out lines around the entries of a list with numbers or bullets, such as a greeting.

    Raises:
        LexiconError: a line without a mark can be an entry.
    """
    ends = [*bare[:50], *bare[-5:]]
    if len({_mark_of(line) is None for line in ends}) == 1:
        return bare
    marks = [*map(_mark_of, bare)]
    used = [mark for mark in marks if mark is not None]
    if len(used) < 2 or not (len({*used}) == 1 or _do_count(used, is_sure=True)):
        return bare
    kept, others = list[str](), list[str]()
    for block in re.split(r"\n\s*\n", "\n".join(lines)):
        rows = [*filter(None, map(str.strip, block.split("\n")))]
        above = [*takewhile(lambda row: _mark_of(row) is None, rows)]
        entries = rows[len(above) :]
        while len(entries) > 1 and not _mark_of(entries[-1]) and _is_prose(entries[-1]):
            above.append(entries.pop())
        are_words = len(above) > 1 and all(map(str.isalpha, above))
        is_title = len(above) < _FEW and not kept and any(" " in each for each in above)
        is_prose = (entries and not are_words) or is_title or any(map(_is_prose, above))
        if odd := [each for each in entries if not _mark_of(each)] or (not is_prose and above):
            marked = next(line for line in bare if _mark_of(line))
            raise LexiconError(
                f"the line {shorten(odd[0])} has no mark, others have, such as {shorten(marked)}; "
                "write marks on all entries or on none"
            )
        others += above
        kept += entries
    found.notes += [f"left out the line {shorten(line)}" for line in others]
    return kept


def _is_prose(line: str) -> bool:
    is_ended = line[-1] in ",.:!?" or is_sentence(line, is_alone=True)
    is_ended |= any(map(str.isdigit, line)) or bool(re.search(r": +\W*[A-Z]", line))
    return is_ended or len(line.split()) > 2 or is_heading(line, is_alone=True)


def _mark_of(line: str) -> str | None:
    marked = _STRICT.match(line) or _BULLET.match(line)
    marked = marked if any(map(str.isalpha, line)) else None  # - 2 -
    return marked[1].strip() if marked else None
