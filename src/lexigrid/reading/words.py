"""Lists of words as people paste them: in columns, with commas, or with clues."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from contextlib import suppress
from itertools import chain, repeat
from operator import gt

from .._util.csv_text import parse_csv
from .._util.plain_text import shorten
from ..errors import LexiconError
from .marks import SAMPLE, WAYS, entries_of, matched
from .markup import plain_lines
from .prose import GAP, check_blocks, is_title, without_sentence
from .rows import is_count
from .word_tables import (
    Column,
    Words,
    has_header,
    is_word_column,
    only_column,
    read_table,
    table_of_records,
)

_QUOTED = re.compile(r"(?m)^\(?[\"'“„«‘‹]([^\"“”„«»\n]+)[\"'”“»’›]\)?[^\S\n]*[,;]?$")
#: What is in quotes; a line of fields that all are.
_OUTSIDE_QUOTES = re.compile(r'"[^"]*+"')
_QUOTED_TABLE = re.compile(r'(?:"[^"\n]*+"\n+){0,3}(?:"[^"\n]*+"\t)+"[^"\n]*+"(?:\n|\Z)')
#: A list as YAML has it on one line.
_BRACKETS = re.compile(r"(?:\w+:)?\s*[\[{]([^\[\]{}]*)[\]}]")
#: Links and emphasis of Markdown and wikis.
_LINK = re.compile(
    r"\[([^\[\]\n]+)\]\([^)\s]*\)|\[\[(?:[^\[\]|\n]*\|)?([^\[\]\n]+)\]\]|'''([^'\n]+)'''"
)
#: A sign between words, with blanks around it; a bullet or bar may have none.
_INLINE = re.compile(r"(?<=\S)(?:\s+([^\w\s,;:&'\"()+.])\s+|\s*([•●▪|])\s*|([・･]))(?=\S)")
#: What no word has: signs of code and text, brackets that are open, half of a word.
_ODD = re.compile(
    r"[<>{}|~^_\[\]]|.=|://|^//|\s[x×]\d+$|^\W+\d+\W+$"
    r"|\w[:*-]$|\w#\w|[^\W\d]:[^\W\d]|\\[a-z]|\([^)]*$|^[^(]*\)|^\([^)]*\)(?: |$)|\s.{80}"
    r"|\s[^\w\s!?]+$|\s[^\w\s&+]+\s|\S \S.*\?|\w \([^()\d]*\)$"
    r"|\w: \w|^\d+ \w+ \d+$|^\.\w|^\w(?: \w)+$|\w\s+[\u2190-\u2bff\U0001f300-\U0001faff]"
    r"|^--\s|\.(?:png|jpe?g|gif|svg|webp|mp3|wav)$|^\d{4}-\d\d-\d\d(?:\s|$)|^\d?\d[:.]\d\d\s"
    r"|^\d+[- ](?:letters?|Buchstaben|lettres|letras|lettere)$"
    r"|^[\d½¼¾⅓.,/]+\s*(?:k?g|m?l|cl|oz|lbs?|cups?|tsps?|tbsps?|EL|TL)\.?\s+\w"
)
_MARK = re.compile(r"(?<!\\)[,;]")
_WIDE = re.compile(r"[^\S\n]{2}")
_ESCAPED = re.compile(r"\\([,;#])")
_SEPARATORS = str.maketrans(dict.fromkeys("\t,;", "\n"))
_COUNTED = re.compile(
    r"(?m)^([^\d\s](?:[^\d\n]*?[^\d\s,;:])?)(?:[\s,;:]++|(?=×))"
    r"(?:[x×$€£¥]\s*)?(\d+)(?:[.,]\d+)*(?:\s*[%$€£¥]|[x×])?$"
)
_TIMES = re.compile(r"[x×]\d+$|\d[x×]$")
_COUNT_FIRST = re.compile(r"(?m)^(\d{1,18}(?: ?[x×](?=\s))?)[\s,;:]++([^\d\s][^\d\n]*)$")
_IN_PARENTHESES = re.compile(
    r"(?m)^([^()/\[\n]*[^()/\[\s])\s*+[(/\[]\s*([^()/\]\n]*[^()/\]\s])\s*[)/\]]$"
)
#: A word and its place in a grid, such as (1,2) E or E @ (1, 2), or its lengths, such as (3,5).
_PLACED = re.compile(
    r"(?m)^(.*?[^\s(:@–=-])\s*+(?:[:@–=-]\s*+)*(?:\b(?:[NSEW]{1,2}|(?i:at|from|start))\b[\s@:]*+)?"
    r"([(\[]\s*\d+\s*,\s*\d+\s*[)\]].*|(?<=\s)(?:\d+\s*,\s*\d+|[A-Z]\d+\s*[-–:]\s*[A-Z]\d+)\b.*)$"
)
#: A word in a dictionary of players, with its definition and its forms.
_DICTIONARY = re.compile(r"(?m)^([A-Z]{2,})[^\S\n]+(.*[a-z].*\[[^\[\]\n]+\])$")
#: How a file of flash cards begins, with the name of its separator.
_CARDS = re.compile(r"#separator:(\w+)\n(?:#\w+:.*\n)*", re.IGNORECASE)
_ENDING = re.compile(r"(?m)^([^,;\n]+),\s*([-–~¨][^,;\s]*)$")
#: A word and its definition, if some definition has several words.
_DEFINED = (
    re.compile(r"(?m)^([^\s,;]+)\t *([^\t\n]+|[^\s]+\t[^\t\n]* [^\t\n]*)$"),
    *(re.compile(rf"(?m)^([^\s,;]+){mark} ?([^\s,;]+(?: [^\s,;]+)*)$") for mark in ",;"),
)
_LIST = re.compile(r"\w+(?:, ?\w+)*")
#: What dictionaries say after a word: its part of speech, or an ending.
_PART = re.compile(r"(?:n|v|vt|vi|adj|adv|prep|conj|pron|pl|sg|nf|nm|[mf]|s|es|en|noun|verb)\.?")
_PART_FIRST = re.compile(rf"(?mi)^([^()\n]*[^()\s])\s+(\((?:{_PART.pattern})\)\s+\S.*)$")
_WITH_PART = re.compile(rf"(?m)^(.*[^\s,;])[,;]?\s+({_PART.pattern[:-1]})$")
_PHRASE = re.compile(r"[^,;]+, [^,;]+")
_CLUE = re.compile(
    r"(?m)^([^:=→⇒\t\n]{0,59}?[^:=→⇒\t\s])(?:\s*+(?::\s++|[=-]>\s*+|[=→⇒]\s*+|(?:\.{3,}+|…)\s*+)"
    r"|\s++(?:[–—]|--?)\s++|—)(\S.*)$"
)
_JOINED = re.compile(r"\w{2,}(?:/\w{2,})+|\w+(?:[・･]\w+)+")
_DASHES = re.compile(r"\S+(?: [–—-] \S+){2,}")
#: Bytes of invisible characters, signs, full-width forms, and of text that was UTF-8 twice.
_NOT_PLAIN = [*map(str.encode, "\u00ad\ufeff、・･\ufffd"), b"\xe2", b"\xef\xbc", b"\xc3\x83"]
_PLAIN_BYTES = bytes([*range(65, 91), *range(97, 123), *range(128, 256)]) + b"'\n"


def is_plain(data: bytes) -> bool:
    """Is a list, in bytes, certain to have one word on each line and nothing else?

    >>> is_plain(b"oat\\neat\\n"), is_plain(b"1. oat\\n2. eat\\n"), is_plain(b"oat, eat")
    (True, False, False)
    """
    if not data.isascii():
        try:
            data.decode()
        except UnicodeDecodeError:
            return False
    if data.translate(None, _PLAIN_BYTES):
        if len(data) <= SAMPLE:
            return False
    elif not data.isascii() and any(data.find(mark, 3) > 0 for mark in _NOT_PLAIN):
        return False
    sample = data[:SAMPLE]
    if len(data) > SAMPLE:
        sample = sample[: sample.rfind(b"\n") + 1] or sample
    text = sample.decode("utf-8", "replace").removeprefix("\ufeff").replace("\r\n", "\n")
    lines = [line.strip() for line in text.splitlines()]
    with suppress(LexiconError):
        found = read_list(text, is_file=True)
        return found.words == [line for line in lines if line and not line.startswith("#")]
    return False


def read_list(
    text: str, *, column: Column = None, is_table: bool = False, is_file: bool = False
) -> Words:
    """Return the words of a list in clean text.

    `column` names or numbers the column of a table, or `is_table` says that it is one. In a file
    of its own, a line with one comma may be a phrase.

    >>> read_list("Words:\\n1. apple\\n2. pear").words, read_list("cat: a pet\\ndog: too").clues
    (['apple', 'pear'], {'cat': 'a pet', 'dog': 'too'})

    Raises:
        LexiconError: the words can be read in two ways, or there is no such column.
    """
    found, text = Words([]), text.replace("\u3000", " ")
    if cards := _CARDS.match(text):
        mark = {"comma": ",", "semicolon": ";"}.get(cards[1].lower(), "\t")
        text = f"word{mark}clue\n{text[cards.end() :]}"
    lines = text.split("\n")
    is_solid = column is None and not is_table and "".join(lines).isalpha()
    is_solid = is_solid and "\n\n" not in text[:SAMPLE].strip("\n")
    if is_solid and len(lines[0]) > 1 and not (is_title(lines[0]) or WAYS.match(lines[0])):
        check_blocks(text)
        found.words = [*filter(None, lines)]  # a word on each line, and nothing else
        return found
    if '""' in text:
        text = re.sub(r'(?m)^""$', "", text)
    bare = re.sub(r"(?m)[,;\t]+$", "", text) if is_table and column is None else ""
    if bare and not re.search(r"[,;|\t]", _OUTSIDE_QUOTES.sub("", bare)):
        text, is_table = re.sub(r'(?m)^"(.*)"$', r"\1", bare), False  # one column is a list
        text = re.sub(".+", lambda line: line[0] + ":" * is_word_column(line[0]), text, count=3)
    is_table = is_table or column is not None or text[:4].lower() == "sep="
    if is_table or has_header(text) or _QUOTED_TABLE.match(text):
        return read_table(text, column, found)
    if (table := table_of_records(text)) is not None:
        return read_table(table, None, found)
    text = plain_lines(text)
    if "](" in text or "[[" in text or "'''" in text:
        text = _LINK.sub(r"\1\2\3", text)
    bare_text = text.strip()
    if bare_text[-1:] in ("]", "}") and (listed := _BRACKETS.fullmatch(bare_text)):
        text = listed[1]
    if ";" in text and "\n" not in bare_text:  # words and definitions of Quizlet
        records = text.split(";")
        text = "\n".join(records) if all(each.count(",") == 1 for each in records) else text
    lines, entries, is_marked = entries_of(text, found)
    own = "\n".join(entries) if entries and _QUOTED.match(entries[0]) else ""
    if own and len(quoted := _QUOTED.findall(own)) == len(entries):
        found.words = [*filter(None, map(str.strip, quoted))]
        return found
    if len(entries) == 1 and entries[0][-1] == ")":  # cat (3), dog (3)
        entries = re.split(r",\s*(?![^()]*\))", entries[0])
    pairs = _pairs(entries) if len(entries) > 1 else None
    if pairs is not None:
        found.words = [word for word, _ in pairs]
        if all(map(_IN_PARENTHESES.fullmatch, found.words)):  # apple (noun): a fruit
            pairs = [(word[: word.rindex("(")].strip(), clue) for word, clue in pairs]
            found.words = [word for word, _ in pairs]
        clues = [clue for _, clue in pairs]
        are_numbers = "".join(clues).isdecimal() and all(clues)
        are_times = entries[0][-1] == ")" and any(str(len(word)) != n for word, n in pairs)
        if are_numbers and (are_times or _TIMES.search(entries[0])):
            found.facts["times"] = dict(pairs)  # how often a word is hidden, not its length
        elif are_numbers or all(_PLACED.fullmatch(f"x {clue}") for clue in clues):
            found.notes.append("left out the numbers after the words")
        elif all(map(_PART.fullmatch, clues)):
            found.notes.append(f"left out what is after the words, such as {shorten(pairs[0][1])}")
        else:
            found.add_facts("clues", pairs)
    elif is_marked and all(entry.count("\t") == 1 for entry in entries):
        cells = [entry.split("\t") for entry in entries]
        found.words = _cleaned(word for word, _ in cells)
        found.add_facts("clues", [(word.strip(), clue.strip()) for word, clue in cells])
    elif is_marked:
        if len(entries) > 1 and all("," in entry for entry in entries):
            _check_phrases(entries)
        found.words = _cleaned(entries)
    else:
        if is_file:
            _check_phrases(entries)
        found.words = _separated(lines, entries, found)
        if len(found.words) > 1 and all(map(_QUOTED.fullmatch, found.words)):
            found.words = [word.strip("\"'“”„«»‘’‹›") for word in found.words]
    ends = (*found.words[:1000], *found.words[-1000:])
    odd = next((w for w in ends if _ODD.search(w) and f'"{w}"' not in text), None)
    if odd is not None:
        raise LexiconError(
            f"{shorten(odd)} is no word: write one word per line, or commas between words; if it "
            "is one, in double quotes"
        )
    if len(found.words) > 1 and all(w[-1] == "." and w.count(".") == 1 for w in found.words):
        found.words = [word[:-1] for word in found.words]
    return found


def _cleaned(words: Iterable[str]) -> list[str]:
    """Strip words, and leave out the backslashes of their marks and words without letters."""
    bare = [*filter(None, map(str.strip, words))]
    text = "\n".join(bare)
    return _ESCAPED.sub(r"\1", text).split("\n") if "\\" in text else bare


def _pairs(lines: Sequence[str]) -> list[tuple[str, str]] | None:
    """Return the word of each line and its clue or number; None if some line has only a word."""
    for pattern in (
        *(_DICTIONARY, _PLACED, _CLUE, _COUNTED, _PART_FIRST, _IN_PARENTHESES),
        *(_WITH_PART, _ENDING, _COUNT_FIRST),
        *_DEFINED,
    ):
        pairs = matched(pattern, lines)
        if not pairs:
            continue
        if pattern is _CLUE and all(map(_DASHES.fullmatch, lines)):
            return None
        if pattern is _COUNT_FIRST:
            numbers = [int(number.rstrip(" x×")) for number, _ in pairs]
            are_counts = numbers == sorted(numbers, reverse=True) or is_count(map(str, numbers))
            if pairs[0][0][-1] in "x×" or are_counts:
                return [(word, str(n)) for n, (_, word) in zip(numbers, pairs, strict=True)]
            if not _ODD.search(lines[0]):
                shown = ", ".join(map(str, numbers[:3]))
                raise LexiconError(
                    f"the numbers before the words do not count: {shown}; leave them out, or write "
                    "double quotes around words with numbers"
                )
        elif pattern not in _DEFINED or (
            any(" " in clue for _, clue in pairs)
            and len({*map(str.count, lines, repeat("\t"))}) == 1
        ):
            return _checked(pairs) if pattern in (_CLUE, _IN_PARENTHESES) else pairs
    if ": " not in "\n".join(lines):
        return None
    rows = [[part.strip() for part in line.partition(": ")[::2]] for line in lines]
    given = [(word, clue) for word, clue in rows if clue]
    are_clues = 2 * len(given) > len(lines) or all(" " in clue for _, clue in given)
    if given and are_clues and all(word and " " not in word for word, _ in given):
        return [(word, clue) for word, clue in rows]  # some words have no clue
    return None


def _checked(pairs: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """Refuse lines that can be a word and a clue, or a heading and words, or a clue and a word."""
    word, clue = pairs[0]
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


def _separated(lines: Sequence[str], entries: list[str], found: Words) -> list[str]:
    """Return the words of lines with commas, gaps between columns, or one word on each."""
    text = without_sentence("\n".join(lines).strip("\n"))
    head, gap, rest = text.partition("\n\n")
    if gap and not re.search(r"[\n,;\t]", head) and not _INLINE.search(head):
        below = [*filter(str.strip, rest.split("\n"))]
        if all(len(_INLINE.findall(line)) > 1 for line in below):
            found.notes.append(f"left out the heading {shorten(head)}")
            text = rest.strip("\n")
    if '"' in text and (_MARK.search(text) or re.search(r'(?m)^"[^"\n]+"$', text)):
        rows = parse_csv(re.sub(r'([,;])\s+"', r'\1"', text), "", LexiconError)
        return [re.sub(r"^\\#", "#", w.strip()) for row in rows for w in row if w.strip()]
    signs = _INLINE.findall(text[:SAMPLE]) if not text[:SAMPLE].isalpha() else []
    if len({*signs}) == 1 and (len(signs) > text.count("\n", 0, SAMPLE) + 1 or signs[0][1]):
        sign = re.escape("".join(signs[0]))
        text = _INLINE.sub(", ", re.sub(rf"(?m)^\s*{sign}\s+", "", text))
    if GAP.search(text):
        text = "\n".join(map(str.strip, text.split("\n"))).strip("\n")
        text = GAP.sub("\t", text) if _WIDE.search(text) else text
        _check_columns(text)
        columns = map(_read_downwards, re.split("\n{2,}", text))
        text = "\n".join(chain.from_iterable(columns))
    elif not _MARK.search(text):
        _check_slashes(entries)
        if all(" " in entry for entry in entries):
            blanks = [len(entry.split()) for entry in entries]
            if (len(entries) == 1 and blanks[0] > 2) or min(blanks) > 3:
                return _split_blanks(entries, found)
    if "\\" in text:
        return _cleaned(_MARK.sub("\n", text.replace("\t", "\n")).split("\n"))
    return _cleaned(text.translate(_SEPARATORS).split("\n"))


def _check_columns(text: str) -> None:
    """Refuse columns that can be translations, or whose first line is in another letter case."""
    head, _, rest = text.partition("\n")
    names = [*filter(None, map(str.strip, head.split("\t")))]
    is_unlike = rest.islower() or (rest.isupper() and not any(map(str.isupper, names)))
    if len(names) > 1 and "\t" in rest and is_unlike and all(n[0].isupper() for n in names):
        raise LexiconError(
            f"the line {shorten(', '.join(names))} can be the headings of columns, or words: leave "
            "it out, or write ':' behind headings"
        )
    lines = text.split("\n") if text.count("\t") == text.count("\n") + 1 > 1 else []
    rows = [line.split("\t") for line in lines]
    if {*map(len, rows)} == {2} and re.sub(r"[\s'’-]", "", text).isalpha():
        one, two = ({(row[at][:1].isupper(), row[at].isascii()) for row in rows} for at in (0, 1))
        if one.isdisjoint(two):  # the words of two languages
            only_column(rows)


def _check_slashes(lines: Sequence[str]) -> None:
    """Refuse a list on one line with slashes or middle dots, which can be one word."""
    line = lines[0].strip()
    if all(_JOINED.fullmatch(each.strip()) for each in lines):
        words = ", ".join(re.split("[/・･]", line))
        raise LexiconError(f"{line[:60]!r} can be one word or several: write commas, {words[:60]}")


def _check_phrases(lines: Sequence[str]) -> None:
    """Refuse lines with one comma, which can be a phrase or two words.

    Raises:
        LexiconError: there are several, and no line has more commas.
    """
    marked = [line for line in lines if "," in line or ";" in line]
    phrases = [line for line in marked if _PHRASE.fullmatch(line) and not {*'\\"'} & {*line}]
    if len(lines) > 1 and phrases and len([*filter(_MARK.search, marked)]) == len(phrases):
        first, second = phrases[0].split(", ")
        raise LexiconError(
            f"the line {shorten(phrases[0])} can be one phrase, or the words {shorten(first)} and "
            f"{shorten(second)}: write one word per line, and phrases with commas in double quotes"
        )


def _split_blanks(lines: Sequence[str], found: Words) -> list[str]:
    words = lines[0].split()
    are_words = all(re.fullmatch(r"[\w'’-]*\w[.,;!?]?", word) for word in words)
    if len(words) < 4 or len(lines) > 1 or not are_words:
        raise LexiconError(
            f"the line {lines[0].strip()!r} can be one phrase or {len(words)} words: write one "
            f"word per line, commas between them, such as {', '.join(words)}, or phrases in quotes"
        )
    found.notes.append(
        f"read {len(words)} words with blanks between them; for phrases, write commas"
    )
    return [*words[:-1], words[-1].rstrip(".,;!?") or words[-1]]


def _read_downwards(block: str) -> Iterable[str]:
    """Return the words of a list column by column, as they are written."""
    rows = block.split("\n")
    gaps = [*map(str.count, rows, repeat("\t"))]
    if not gaps[0] or any(map(gt, gaps[1:], gaps)):  # only the last columns are shorter
        return rows
    full = (row + "\t" * (gaps[0] - gap) for row, gap in zip(rows, gaps, strict=True))
    cells = "\t".join(full).split("\t")
    return chain.from_iterable(cells[at :: gaps[0] + 1] for at in range(gaps[0] + 1))


def quote_word(word: str) -> str:
    r"""Write a word so that `read_list` reads it as one word, on a line of its own.

    >>> print(quote_word("salt, pepper"), quote_word("#1"))
    "salt, pepper" \#1
    """
    if _MARK.search(word) or _ODD.search(word):
        return '"' + word.replace('"', '""') + '"'
    return f"\\{word}" if word.startswith("#") else word
