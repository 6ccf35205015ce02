"""What is around the words of a list: titles, greetings, headings, comments, sentences.

A line is left out with a note; one that can be a word as well is refused.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import takewhile

from .._util.plain_text import shorten
from ..errors import LexiconError
from .headings import UNIT, heading_of, is_heading, is_sentence, is_unit, shared_form
from .rows import is_rule
from .tokens import count_letters
from .word_tables import Words, is_word_column

#: Where lines may be no words: comments, rules, only blanks, headings, lines to write on.
_OTHER = re.compile(
    rf"\n(?:#|[^\S\n]++(?=\n|\Z)|[^\S\n]*+(?:[-+=_|:][-+=_|: \t]{{2}}|{UNIT}|"
    r"\d\d?[- ][^\W\d_]{5}))|___|:[^\S\n]*+(?=\n|\Z)",
    re.IGNORECASE,
)
#: How many lines above a list may be a title, a greeting or instructions.
_INTRO = 10
#: How many of them may be apart from each other.
_MOST_APART = 3
#: How many lines show the form that most share.
_FORM_OF = 200
#: A line of several words, without a bullet or a number.
_MANY = re.compile(r"[^\W\d].*\s\S")
#: Two words, rather than a title with a comma.
_FEW = re.compile(r"\w+(?:, ?|; ?| ?[•/] ?)\w+")
_APART = re.compile(r"\n\s*\n")
#: What is between the words of a list on one line.
SIGNS = re.compile(r"[,;|•/\t]|\s[^\w\s]\s|[^\S\n]{2}")
_CONJUNCTIONS = "and|or|und|oder|et|ou|y|e|o|en|of|og|och|ja|i|a|és|și|ve|и|і|και|&"
#: The last two words, and the last two phrases, of a list in a sentence.
_AND = re.compile(rf"(?:(\S+),? )?(?:{_CONJUNCTIONS}) (\S+)")
_AND_PHRASE = re.compile(r"(\S.* )?(and|or|und|oder|&) (\S.*)")
#: The word between the last two of a list.
CONJUNCTION = re.compile(rf" (?:{_CONJUNCTIONS}) (?=\S+$)", re.IGNORECASE)
_OF_LENGTH = re.compile(r"(\d{1,2})[- ][^\W\d_]{5,10}: *(\S.*)")
#: What is between the heading of a unit and its words.
_BEHIND = re.compile(r":|\s[-–—]\s")
GAP = re.compile(r"\t|[^\S\n]{2,}")


def without_intro(text: str, found: Words) -> str:
    """Leave out titles and others above a list: above its heading, or apart from all words."""
    text = text.strip("\n")
    above = text.split("\n", _INTRO)[:_INTRO]
    if len(above) < 2 or re.match(r"#[^#\s]", above[0]):
        return text
    at, form = 0, shared_form([*filter(None, text.split("\n", _FORM_OF)[:_FORM_OF])])
    for end, line in enumerate(above[:-1]):
        between = (each for each in above[at + 1 : end] if each.strip() and not is_rule(each))
        is_listed = form.match(line) and form.match(above[end + 1])
        if not is_listed and _names_words(line) and all(map(_MANY.match, between)):
            at = end
    left, text = above[:at], text.split("\n", at)[-1].strip("\n")
    blocks = _APART.split(text, 2 * _INTRO)
    begin = int("\n" not in blocks[0] and is_title(blocks[0]))
    end = begin + len([*takewhile(_is_intro, blocks[begin:_MOST_APART])])
    first, *others = blocks[end:] or [""]
    is_list = "\n" in first or (len(others) < 2 and len(SIGNS.findall(first)) > 1)
    are_lists = all("\n" in block or is_title(block) for block in others[:-1])
    if end > begin and are_lists and (is_list or _names_words(first)):
        left += "\n".join(blocks[:end]).split("\n")
        text = "\n\n".join((first, *others))
    found.notes += [f"left out the line {shorten(line.strip())}" for line in left if line.strip()]
    return text


def _names_words(line: str) -> bool:
    found = heading_of(line) if is_title(line) else None
    return is_word_column(line) if found is None else found[0] == "words"


def _is_intro(block: str) -> bool:
    """May a block be a title or a sentence, rather than a word, a list or the heading of one?"""
    lines = block.split("\n", _INTRO + 1)[: _INTRO + 1]
    block = lines[-1]
    *are_known, is_known = (is_unit(line) or is_sentence(line) for line in lines)
    if len(lines) > _INTRO or not (is_known or all(are_known)) or is_title(block):
        return False
    is_word = block.islower() and " " not in block
    return not (
        is_word or GAP.search(block) or _FEW.fullmatch(block) or len(SIGNS.findall(block)) > 1
    )


def listed_lines(text: str, found: Words) -> list[str]:
    """Return the lines without comments, rules and headings; a blank line separates lists."""
    is_first = is_apart = True
    lines, others = text.split("\n"), _other_lines(text)
    form = shared_form([*filter(None, lines[:_FORM_OF])])
    kept: list[str] = []
    begin = at = 0
    left: list[tuple[str, str]] = []
    while at < len(lines):
        if begin < at:
            kept += lines[begin:at]
            is_apart = not kept[-1]
        line, bare = lines[at], lines[at].strip()
        begin = at + 1
        if bare and line[0] == "#" and not line[1:2].isdigit():
            bare = "" if is_apart else bare
        elif not bare or (bare[0] in "-+=_|:" and len(bare) > 2 and is_rule(bare)):
            kept.append("")
        elif bare[0].isdigit() and (words := _words_of_length(bare)):
            left.append(("heading", bare.partition(":")[0]))
            kept += words
        elif is_unit(bare) and (is_apart or is_first or "___" in bare or left or bare[-1] == ":"):
            name, *behind = _BEHIND.split(bare, maxsplit=1) if "," in bare else [bare]
            words = behind[0].split(",") if behind and "," in behind[0] else []  # Week 1: cat, dog
            left.append(("line", name if words else bare))
            kept += ("", *words, "")
        elif form.match(bare) and form.match("".join(lines[begin : begin + 1])):
            kept.append(line)
            is_first = False
        elif (is_first and is_title(bare)) or (is_apart and bare[-1] == ":"):
            _, colon, rest = bare.partition(":")
            if all(name[-1] == ":" for name in GAP.split(bare) if name):
                bare, rest = " ".join(bare.replace(":", "").split()), ""
            following = "".join(lines[begin : begin + 1]).strip()
            is_theme = not following or is_sentence(following)
            is_theme |= bare.isupper() and following.islower()
            is_name = rest and not SIGNS.search(rest) and begin < len(lines) and is_theme
            name = bare if is_name else bare.partition(":")[0]  # Spelling list: Weather
            left.append(("heading", name.strip("* ")))
            kept.append(rest if colon and not is_name else "")
            is_first = False
        else:
            kept.append(line)
            is_first = False
        is_apart = not bare
        at = begin if is_first else next(others, len(lines))
        while at < begin:
            at = next(others, len(lines))
    found.add_notes((f"left out the {kind} {shorten(each)}" for kind, each in left), len(left))
    return kept + lines[begin:]


def _other_lines(text: str) -> Iterator[int]:
    """Yield the numbers of lines that may be no words, in their order."""
    number = last = 0
    for other in _OTHER.finditer(text):
        number += text.count("\n", last, other.end())
        last = other.end()
        yield number


def _words_of_length(line: str) -> list[str]:
    """Return the words behind their length, as in "3 letters: cat, dog"; none for other lines."""
    sized = _OF_LENGTH.fullmatch(line)
    words = re.split(r"[\s,;]+", sized[2]) if sized else []
    return words if sized and {*map(count_letters, words)} == {int(sized[1])} else []


def is_title(line: str) -> bool:
    """Is the first line a heading: a known one, or one with a colon at its end?"""
    if heading_of(line) is None:
        is_known = is_word_column(line) and not line.islower()
    else:
        is_known = is_heading(line, is_alone=False)
    return is_known or line.endswith(":")


def without_sentence(text: str) -> str:
    """Write a list with commas that ends like a sentence, "apple, pear and plum.", without that.

    Raises:
        LexiconError: the end can be one phrase or two.
    """
    above, gap, text = text.rpartition("\n")
    if "," not in text:
        return above + gap + text
    above += gap
    if text.endswith(".") and text.count(".") == 1:
        text = text[:-1]
    *others, last = map(str.strip, text.split(","))
    found = _AND.fullmatch(last)
    if found is not None and all(len(each.split()) == 1 for each in others):
        return above + ",".join([*others, found[1] or "", found[2]])
    ended = _AND_PHRASE.fullmatch(last)
    if ended is None or any(map(_AND_PHRASE.fullmatch, others)):
        return above + text
    if ended[1] is None:
        return above + ",".join([*others, ended[3]])
    raise LexiconError(
        f"{shorten(last)} can be one phrase or two: write a comma instead of {ended[2]!r}, or "
        "double quotes around phrases"
    )


def mark_heads(text: str) -> str:
    """Write ':' behind lines apart above lists, or in capitals above words that are not.

    Raises:
        LexiconError: the first line of each list, in another letter case, can be a word.
    """
    names = (head[1].rstrip() for head in re.finditer(r"(?:\A|\n\s*\n)(.*)", text.strip()))
    if "\n\n" not in text or any(name[-1:] in ":=" or is_unit(name) for name in names):
        return text
    blocks = _APART.split(text.strip())
    heads = [block.partition("\n")[0].rstrip() for block in blocks]
    lists = [block.partition("\n")[2] for block in blocks]
    if len(blocks) > 3 and [*map(bool, lists)] == [False, True] * (len(blocks) // 2):
        blocks[::2] = [f"{head}:" for head in heads[::2]]
        return "\n\n".join(blocks)
    are_words = all(lists) and "".join(lists).islower()
    if not are_words or not all(word[:1].isalpha() for each in lists for word in each.split("\n")):
        return text
    if all(map(str.isupper, heads)):
        return "\n\n".join(f"{head}:\n{words}" for head, words in zip(heads, lists, strict=True))
    if all(head.istitle() or head.isupper() for head in heads):
        raise LexiconError(
            f"the line {shorten(heads[0])} can be a heading, or a word as well: write ':' behind "
            "headings, or leave out the blank lines"
        )
    return text


def is_like(line: str, words: Sequence[str]) -> bool:
    """Has a line only letters and blanks, in the letter case that all words have?"""
    text = "\n".join(words)
    is_cased = any(kind(line) and kind(text) for kind in (str.islower, str.isupper, str.istitle))
    return is_cased and line.replace(" ", "").isalpha()


def is_unlike(line: str, words: Sequence[str]) -> bool:
    """Does a line differ from all words in letter case or digits, or have no letters?"""
    text, firsts = "".join(words), "".join(word[:1] for word in words)
    is_other = (text.isupper() and line != line.upper()) or (
        text.islower() and line != line.lower()
    )
    is_other |= firsts.isupper() and line[:1].islower()
    has_digits = not any(map(str.isdigit, text)) and any(map(str.isdigit, line))
    return is_other or has_digits or not any(map(str.isalnum, line))
