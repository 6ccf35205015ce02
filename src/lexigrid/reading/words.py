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
from .headings import heading_of
from .marks import SAMPLE, WAYS, entries_of
from .markup import plain_lines
from .pairs import ODD, read_pairs
from .prose import GAP, SIGNS, is_title, is_unlike, mark_heads, without_sentence
from .word_tables import (
    Column,
    Words,
    are_unlike,
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
#: A line of words in a frame.
_FRAMED = re.compile(r"(?m)^[^\S\n]*\|[^\S\n]*(\S[^\n]*?)[^\S\n]*\|[^\S\n]*$")
_BAR = re.compile(r"[^\S\n]*\|[^\S\n]*")
#: A list as YAML has it on one line.
_BRACKETS = re.compile(r"(?:\w+:)?\s*[\[{]([^\[\]{}]*)[\]}]")
#: A word in Latin script and one in another, or the other way round.
_OTHER_LETTER = r"[^\W\d_A-Za-zÀ-ɏ]"
_TWO_SCRIPTS = (
    re.compile(rf"\s*[A-Za-zÀ-ɏ].*\s{_OTHER_LETTER}\S*$"),
    re.compile(rf"\s*{_OTHER_LETTER}.*\s[A-Za-zÀ-ɏ]\S*$"),
)
#: What is in brackets behind a word in letters that are not Latin, such as how it is read.
_READING = re.compile(rf"(?<={_OTHER_LETTER})[^\S\n]*[(【]([^()【】\n]+)[)】][^\S\n]*")
#: A heading between signs, as in ** Pets **.
_BETWEEN_SIGNS = re.compile(
    r"(?m)^(?:\*{2,3}|={2,3}|-{2,3}|~{1,3})\s?([^\W_][^\n*=~]*?)\s?(?:\*{2,3}|={2,3}|-{2,3}|~{1,3})$"
    r"|^(?:\[|(?=【))([^\W\d_][^\[\]\n]+|【[^】\n]+)[\]】]$(?!\n[^\n=]*=)"
)
#: A heading before words on the only line.
_HEADED = re.compile(r"([^\n:,;]+): *(?=\w+(?:\s*[,;]\s*\w+)+\W?(?:\n\n|\Z))")
#: Links and emphasis of Markdown and wikis.
_LINK = re.compile(
    r"\[([^\[\]\n]+)\]\([^)\s]*\)|\[\[(?:[^\[\]|\n]*\|)?([^\[\]\n]+)\]\]|'''([^'\n]+)'''"
)
#: A sign between words, with blanks around it; a bullet or bar may have none.
_INLINE = re.compile(r"(?<=\S)(?:\s+([^\w\s,;:&'\"()+])\s+|\s*([•●▪|])\s*|([・･]))(?=\S)")
_MARK = re.compile(r"(?<!\\)[,;]")
_WIDE = re.compile(r"(?<=\S)[^\S\n]{2,}(?=\S)")
#: Another form of a word, such as (s) or (in); a phrase.
_ENDING = re.compile(r"(?<=\w)\((?:e?[nrs]|e|x|in|innen)\)$")
#: Words in scripts without blanks within them.
_ONE_BY_ONE = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\s]+")
_BLANK_IN = re.compile(r"\S\s+\S")
_ESCAPED = re.compile(r"\\([,;#])")
_SEPARATORS = str.maketrans(dict.fromkeys("\t,;", "\n"))
#: How a file of flash cards begins, and what its separator may be.
_MARKS = {"comma": ",", "semicolon": ";", "pipe": "|"}
_CARDS = re.compile(r"(?i)(?=#(?:separator|html|\w+ column):)(?:#[\w ]+:.*\n)+")
#: Among more lines, one without a clue is a title; no more lines are above or below a list.
_FEW = 3
#: A list begins within this many lines, with blank ones.
_ENDS = 8
_PHRASE = re.compile(r"[^,;]+, [^,;]+")
_JOINED = re.compile(r"\w{2,}(?:/\w{2,})+|\w+(?:[・･•]\w+)+")
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
    text = _READING.sub(r" (\1) ", text) if "(" in text or "【" in text else text
    if cards := _CARDS.match(text):
        said = dict(re.findall(r"#(.*?): ?(.*)", cards[0].lower()))
        mark = _MARKS.get(said.pop("separator", ""), "\t")
        fields = re.sub(r"<[^<>\n]*>", " ", text[cards.end() :])  # cards may be HTML
        names = iter(("word", "clue"))
        others = [said.get(f"{name} column", "") for name in ("notetype", "deck", "guid", "tags")]
        columns = map(str, range(1, fields.partition("\n")[0].count(mark) + 2))
        head = [f"{n}." if n in others else next(names, f"{n}.") for n in columns]
        text = f"{mark.join(head)}\n{fields}"
    lines = text.split("\n")
    is_solid = column is None and not is_table and "".join(lines).isalpha()
    is_solid = is_solid and "\n\n" not in text[:SAMPLE].strip("\n")
    if is_solid and len(lines[0]) > 1 and not (is_title(lines[0]) or WAYS.match(lines[0])):
        mark_heads(text)  # refuses what can be headings
        found.words = [*filter(None, lines)]  # a word on each line, and nothing else
        return found
    bare = re.sub(r"(?m)[,;\t]+$", "", text) if is_table and column is None else ""
    if bare and not re.search(r"[,;|\t]", _OUTSIDE_QUOTES.sub("", bare)):
        text, is_table = re.sub(r'(?m)^"([^",;]*)"$', r"\1", bare), False  # one column is a list
        text = re.sub(".+", lambda line: line[0] + ":" * is_word_column(line[0]), text, count=3)
    is_wide = column is not None or (lines[0].istitle() and has_header(_WIDE.sub("\t", lines[0])))
    if is_wide and not re.search(r"[,;|\t]", lines[0]):
        text = _WIDE.sub("\t", text)
    is_table = is_table or column is not None or text[:4].lower() == "sep="
    if is_table or has_header(text) or _QUOTED_TABLE.match(text):
        return read_table(text, column, found)
    if (table := table_of_records(text)) is not None:
        return read_table(table, None, found)
    heads = len(_BETWEEN_SIGNS.findall(text, 0, SAMPLE))
    if heads and 2 * heads <= text.count("\n", 0, SAMPLE):
        text = _BETWEEN_SIGNS.sub(r"\n\1\2:", text)
    text = plain_lines(
        _FRAMED.sub(lambda row: _BAR.sub("\t", row[1]), text) if "|" in text else text
    )
    if "](" in text or "[[" in text or "'''" in text:
        text = _LINK.sub(r"\1\2\3", text)
    bare_text = text.strip()
    if (headed := _HEADED.match(bare_text)) and heading_of(bare_text) is None:
        found.notes.append(f"left out the heading {shorten(headed[1])}")
        text = bare_text = bare_text[headed.end() :]
    if bare_text[-1:] in ("]", "}") and (listed := _BRACKETS.fullmatch(bare_text)):
        text = listed[1]
    if ";" in text and "\n" not in bare_text:  # words and definitions of Quizlet
        records = [*map(str.strip, text.split(";"))]
        is_each = any(all(each.count(mark) == 1 for each in records) for mark in ",\t")
        text = "\n".join(records) if is_each else text
    lines, entries, is_marked = entries_of(text, found)
    own = "\n".join(entries) if entries and _QUOTED.match(entries[0]) else ""
    if own and len(quoted := _QUOTED.findall(own)) == len(entries):
        found.words = [*filter(None, map(str.strip, quoted))]
        return found
    has_pairs = read_pairs(entries, found, is_marked=is_marked)
    if is_marked and not has_pairs and not re.search(",.*,", "\n".join(entries)):
        if len(entries) > 1 and all("," in entry for entry in entries):
            _check_phrases(entries)
        found.words = _cleaned(entries)
    elif not has_pairs:
        if is_file:
            _check_phrases(entries)
        found.words = _separated(entries if is_marked else lines, entries, found, is_file=is_file)
        if len(found.words) > 1 and all(map(_QUOTED.fullmatch, found.words)):
            found.words = [word.strip("\"'“”„«»‘’‹›") for word in found.words]
    ended = [word for word in found.words if word.endswith(")")] if "(" in text else []
    if endings := [*filter(_ENDING.search, ended)]:
        found.notes.append(f"left out endings in parentheses, such as in {shorten(endings[0])}")
        found.words = [_ENDING.sub("", word) for word in found.words]
    ends = (*found.words[:1000], *found.words[-1000:])
    odd = next((w for w in ends if ODD.search(w) and f'"{w}"' not in text), None)
    numbers = [word for word in ends if word.isdecimal()]
    if len(numbers) > 1 and len(ends) > len(numbers) > len(ends) // 4 and odd is None:
        odd = next((w for w in numbers if f'"{w}"' not in text), None)
    if odd is not None:
        raise LexiconError(
            f"{shorten(odd)} is no word: write one word per line, or commas between words; if it "
            "is one, in double quotes"
        )
    if len(found.words) > 1 and all(w.endswith(".") and w.count(".") == 1 for w in found.words):
        found.words = [word[:-1] for word in found.words]
    return found


def _cleaned(words: Iterable[str]) -> list[str]:
    """Strip words, and leave out the backslashes of their marks and words without letters."""
    bare = [*filter(None, map(str.strip, words))]
    text = "\n".join(bare)
    return _ESCAPED.sub(r"\1", text).split("\n") if "\\" in text else bare


def _separated(
    lines: Sequence[str], entries: list[str], found: Words, *, is_file: bool
) -> list[str]:
    """Return the words of lines with commas, gaps between columns, or one word on each."""
    listed = "\n".join(_without_ends(lines, found)).strip("\n")
    text = without_sentence(listed)
    first, last = [*text.split(",")[-2:], ""][:2]
    if text.count(",") > listed.count(",") and first and listed[-1] != ".":
        found.notes.append(f"read {first!r} and {last!r} as two words, not as a phrase")
    if '"' in text and (_MARK.search(text) or re.search(r'(?m)^"[^"\n]+"$', text)):
        rows = parse_csv(re.sub(r'([,;])\s+"', r'\1"', text), "", LexiconError)
        return [re.sub(r"^\\#", "#", w.strip()) for row in rows for w in row if w.strip()]
    if len(entries) > 1 and "•" in text:
        _check_slashes(entries)
    signs = _INLINE.findall(text[:SAMPLE]) if not text[:SAMPLE].isalpha() else []
    if len({*signs}) == 1 and (len(signs) > text.count("\n", 0, SAMPLE) + 1 or signs[0][1]):
        sign = re.escape("".join(signs[0]))
        text = _INLINE.sub(", ", re.sub(rf"(?m)^\s*{sign}\s+", "", text))
    if GAP.search(text):
        text = "\n".join(map(str.strip, _with_gaps(text.split("\n")))).strip("\n")
        text = GAP.sub("\t", text) if _WIDE.search(text) else text
        _check_columns(text, found, is_file=is_file)
        columns = map(_read_downwards, re.split("\n{2,}", text))
        text = "\n".join(chain.from_iterable(columns))
    elif not _MARK.search(text):
        _check_slashes(entries)
        *above, last = entries
        is_apart = above and len(above) < _FEW and text.endswith(f"\n\n{last}")
        if is_apart and len(last.split()) > max(4, *(len(line.split()) for line in above)):
            found.notes += [f"left out the line {shorten(line)}" for line in above]
            entries = [last]
        if (words := _split_blanks(entries, found)) is not None:
            return words
    if "\\" in text:
        return _cleaned(_MARK.sub("\n", text.replace("\t", "\n")).split("\n"))
    return _cleaned(text.translate(_SEPARATORS).split("\n"))


def _with_gaps(lines: list[str]) -> list[str]:
    """Widen the blank between columns behind the longest word, where others have a wider gap."""
    gaps = [len(_WIDE.findall(line)) for line in lines]
    most = max(gaps)
    if min(gaps) == most:
        return lines
    starts = {gap.end() for line in lines for gap in _WIDE.finditer(line)}
    wider = (
        re.sub(r"(?<=\S) (?=\S)", lambda blank: "  "[: 1 + (blank.end() in starts)], line)
        for line in lines
    )
    return [
        new if gap < len(_WIDE.findall(new)) == most else line
        for line, new, gap in zip(lines, wider, gaps, strict=True)
    ]


def _without_ends(lines: Sequence[str], found: Words) -> Sequence[str]:
    """Leave out lines above and below lines of several words each, if they are unlike these."""
    bare = [*map(str.strip, lines)]
    first = next((at for at, line in enumerate(bare[:_ENDS]) if SIGNS.search(line)), None)
    if first is None or len(SIGNS.findall(bare[first])) < 2:
        return lines
    last = next(at for at in range(len(bare), first, -1) if SIGNS.search(bare[at - 1]))
    ends = [[*filter(None, each)] for each in (bare[:first], bare[last:])]
    if not any(ends) or max(map(len, ends)) > _FEW:
        return lines
    words = [*filter(None, map(str.strip, SIGNS.split(",".join(bare[first:last]))))]
    others: list[str] = []
    is_one = last - first == 1 and len(words) > 2 and " " not in "".join(words)
    for side in ends:  # one of them that is like the words is a word, and so are those with it
        is_title = is_one and side is ends[0] and len(side) == 1 and " " in side[0]
        others += (
            side if words and (is_title or all(is_unlike(line, words) for line in side)) else []
        )
    found.notes += [f"left out the line {shorten(line)}" for line in others]
    return [line for line in lines if line.strip() not in others] if others else lines


def _check_columns(text: str, found: Words, *, is_file: bool) -> None:
    """Refuse columns that can be translations, or whose first line is in another letter case.

    What may be words or translations just as well is noted.
    """
    head, _, rest = text.partition("\n")
    names = [*filter(None, map(str.strip, head.split("\t")))]
    is_unlike = rest.islower() or (rest.isupper() and not any(map(str.isupper, names)))
    if len(names) > 1 and "\t" in rest and is_unlike and all(n[:1].isupper() for n in names):
        raise LexiconError(
            f"the line {shorten(', '.join(names))} can be the headings of columns, or words: leave "
            "it out, or write ':' behind headings"
        )
    head = text if len(text) < SAMPLE else text[: text.rfind("\n", 0, SAMPLE)]
    rows = [[*map(str.strip, line.split("\t"))] for line in head.split("\n") if line]
    if len(rows) < 2 or len({*map(len, rows)}) > 1 or not all(map(all, rows)):
        return
    columns = [*zip(*rows, strict=True)]
    are_letters = re.sub(r"[\s'’-]", "", head).isalpha()
    if are_letters and are_unlike(columns):  # the words of two languages
        only_column(rows)
    if is_file and len(columns) > 1:
        blanks = [len([*filter(_BLANK_IN.search, column)]) for column in columns]
        have_phrases = sorted(blanks)[-2] * 2 > len(rows) - (len(columns) == 2)
        if have_phrases or any(3 * len({*column}) <= 2 * len(column) for column in columns):
            only_column(rows)
        if len(columns) == 2:
            found.notes.append("read the words of both columns; for one, give --column 1 or 2")


def _check_slashes(lines: Sequence[str]) -> None:
    """Refuse a list on one line with slashes or middle dots, which can be one word."""
    line = lines[0].strip()
    if all(_JOINED.fullmatch(each.strip()) for each in lines):
        words = ", ".join(re.split("[/・･•]", line))
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


def _split_blanks(lines: Sequence[str], found: Words) -> list[str] | None:
    """Return the words of one line with blanks between them; None if the lines are phrases.

    Raises:
        LexiconError: it can be one phrase, or words and translations.
    """
    first = lines[0].strip() if lines else ""
    if any(all(map(pattern.match, lines)) for pattern in _TWO_SCRIPTS if len(lines) > 1):
        raise LexiconError(
            f"the line {shorten(first)} can be a word and its translation, or a phrase: write ': ' "
            "between them, or double quotes around phrases"
        )
    words = first.split()
    may_be_words = len(words) > 2 and all(len(line.split()) == len(words) for line in lines[:-1])
    if may_be_words and len(lines) > 1:
        tokens = " ".join(lines).split()
        may_be_words = len({t for t in tokens if t[1:] and t.isalpha()}) == len(tokens)
    if len(lines) > 1 and not may_be_words and all(len(line.split()) > 2 for line in lines[:-1]):
        found.notes.append(f"read phrases such as {shorten(first)}; for words, write commas")
    if _ONE_BY_ONE.fullmatch("\n".join(lines)):
        return " ".join(lines).split()
    is_short = not lines or any(len(line.split()) < 4 for line in lines)
    if is_short and not may_be_words and (len(lines) != 1 or len(words) < 3):
        return None
    are_words = all(re.fullmatch(r"[\w'’-]*\w[.,;!?]?", word) for word in words)
    if len(words) < 4 or len(lines) > 1 or not are_words:
        raise LexiconError(
            f"the line {shorten(first)} can be one phrase or {len(words)} words: write one word per"
            f" line, commas between them ({shorten(', '.join(words))[1:-1]}), or phrases in quotes"
        )
    found.notes.append(
        f"read {len(words)} words with blanks between them; for phrases, write commas"
    )
    return [*words[:-1], words[-1].rstrip(".,;!?") or words[-1]]


def _read_downwards(block: str) -> Iterable[str]:
    """Return the words of a list column by column, as they are written."""
    rows = block.split("\n")
    gaps = [*map(str.count, rows, repeat("\t"))]
    if any(map(gt, gaps[1:], gaps)):  # only the last columns are shorter
        return rows
    full = (row + "\t" * (gaps[0] - gap) for row, gap in zip(rows, gaps, strict=True))
    cells = "\t".join(full).split("\t")
    return chain.from_iterable(cells[at :: gaps[0] + 1] for at in range(gaps[0] + 1))


def quote_word(word: str) -> str:
    r"""Write a word so that `read_list` reads it as one word, on a line of its own.

    >>> print(quote_word("salt, pepper"), quote_word("#1"))
    "salt, pepper" \#1
    """
    if _MARK.search(word) or ODD.search(word):
        return '"' + word.replace('"', '""') + '"'
    return f"\\{word}" if word.startswith("#") else word
