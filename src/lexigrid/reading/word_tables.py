"""The words of a table: a column that a known header, the user, or its text names."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain, combinations, islice

from .._util.csv_text import parse_csv
from .._util.plain_text import shorten
from ..errors import LexiconError
from .headings import closing_of, heading_of, is_unit
from .rows import is_rule

#: The names of a column of words, in the languages of the packs.
_COLUMNS = (
    "word|words|term|terms|vocabulary|vocab|answer|answers|entry|headword|spelling|spelling word|"
    "wort|wörter|begriff|vokabel|lösungswort|mot|mots|palabra|palabras|término|parola|parole|"
    "palavra|palavras|woord|woorden|ord|sana|sanat|słowo|słowa|slovo|slova|szó|szavak|cuvânt|"
    "cuvinte|kelime|kelimeler|слово|слова|λέξη|λέξεις|מילה|מילים|كلمة|كلمات|शब्द|単語|단어"
)
_OF_WORDS = frozenset(_COLUMNS.split("|"))
#: What a list may say about its words, by the names of its column.
FACT_OF = {
    name: fact
    for fact, names in {
        "clues": "clue|clues|definition|definitions|meaning|hint|description|back|sense|"
        "hinweis|bedeutung|indice|意思|释义|意味|뜻|"
        "définition|pista|definición|indizio|definizione|dica|definição|omschrijving|betekenis",
        "translations": "translation|translations|übersetzung|traduction|traducción|traduzione|"
        "tradução|vertaling",
        "groups": "group|groups|category|gruppe|kategorie|groupe|catégorie|grupo|categoría|"
        "gruppo|groep",
        "images": "image|images|picture|pictures|photo|bild|bilder|imagen|foto|immagine|imagem|"
        "afbeelding|plaatje",
    }.items()
    for name in names.split("|")
}
#: A fact by word, for each name.
Facts = dict[str, dict[str, str]]
Column = str | int | None
#: A first line that is longer is no header.
_LONGEST_HEADER = 10_000
#: A header may be the last of these lines; titles are above it.
_TITLES = 5
#: A table has them as its head.
_LANGUAGES = (
    "english|german|french|spanish|italian|dutch|latin|polish|portuguese|deutsch|englisch|"
    "französisch|spanisch|italienisch|latein|français|anglais|allemand|espagnol|español|inglés|"
    "italiano|inglese|nederlands|engels|polski|português|русский"
)
_OF_LANGUAGES = frozenset(_LANGUAGES.split("|"))
#: What the name of a column may add, such as a language.
_ADDED = re.compile(r"(?<=\w)\s*[(\[][^()\[\]]*[)\]]\s*$")

#: A fact of a word under a name, as in YAML and TOML.
_RECORD = re.compile(r"(?m)^[^\S\n]*(?:[-*•][^\S\n]+)?(\w+)[^\S\n]*[:=][^\S\n]*(\S.*)$")
_NEXT_FACT = re.compile(r"[^\S\n]{2,}(?=\w+:)")
_HEAD = 2000
_FIELD = re.compile(r'"([^",;|\t]*)"')
#: How many rows at the end show whether the last is of their kind.
_ENDS = 200
#: How many notes of a kind are shown one by one.
_MOST_NOTES = 20


@dataclass(slots=True)
class Words:
    """The words of a list, facts about some of them, and notes on what was left out."""

    words: list[str]
    facts: Facts = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)

    @property
    def clues(self) -> dict[str, str]:
        """The clue of each word that has one."""
        return self.facts.get("clues", {})

    def add_facts(self, name: str, pairs: Iterable[tuple[str, str]]) -> None:
        """Add a fact of each word that has one; where a word has two, the first counts."""
        given = [(word, text) for word, text in pairs if text]
        known = self.facts.get(name, {})
        new = known | dict(given)
        new.update(chain(reversed(given), known.items()))
        twice = {word: text for word, text in given if new[word] != text}
        self.facts |= {name: new} if new else {}
        notes = (
            f"{shorten(word)} has several {name}: left out {shorten(text)}"
            for word, text in twice.items()
        )
        self.add_notes(notes, len(twice))

    def add_notes(self, notes: Iterator[str], count: int) -> None:
        """Add the first of some notes on what was left out, and the number of the others."""
        self.notes += islice(notes, _MOST_NOTES)
        if count > _MOST_NOTES:
            self.notes.append(f"left out {count - _MOST_NOTES:,} more like these")


def _name(field: str) -> str:
    return _ADDED.sub("", field.strip().strip('"*')).strip().casefold()


def is_word_column(field: str) -> bool:
    """Does the name of a column, in a known language, say that it has words?"""
    return _name(field) in _OF_WORDS


def delimiter_of(line: str) -> str:
    """Return what separates the fields of a line: tabs, semicolons, commas or bars."""
    return max("\t;,|", key=lambda mark: (line.count(mark) > 0, mark == "\t", line.count(mark)))


def has_header(text: str) -> bool:
    """Has the text the header of a table, with a column of words and others, below a title?

    Without a known name, numbers below text, or one of three columns of another kind, make one.
    """
    lines = text[:_LONGEST_HEADER].lstrip("\n").split("\n")
    if lines[0][:1] == "|" and len(lines) > 2 and is_rule(lines[1]):  # Markdown
        return True
    whole = lines[:-1] if len(text) > _LONGEST_HEADER else lines
    return any(map(_is_header, lines[:_TITLES])) or _is_table([*filter(str.strip, whole)])


def _is_table(lines: Sequence[str]) -> bool:
    mark = delimiter_of(lines[1]) if len(lines) > 1 else ""
    if len(lines) > 4:  # without a title, and a line below
        lines = lines[mark not in lines[0] : len(lines) - (mark not in lines[-1])]
    are_fields = '"' in "".join(lines)
    lines = [_FIELD.sub(r"\1", line) for line in lines]
    if not mark or len({line.count(mark) for line in lines}) > 1 or '"' in "".join(lines):
        return False
    every = zip(*([*map(str.strip, line.split(mark))] for line in lines), strict=True)
    columns = [column for column in every if any(column)]
    rows = [*zip(*columns, strict=True)]
    if len(rows) > 2 and len(columns) == 2 and mark == ";" and " " not in "".join(columns[1]):
        return True  # a list rarely has two words on every line
    numbers = [all(map(is_number, column)) for column in columns]
    if any(numbers) and (are_fields or (len(rows) > 2 and sum(numbers) == 1 < len(columns) - 1)):
        return not all(numbers)
    # A list rarely has a word twice: it is a part of speech, or a group.
    is_same = any(len({*column}) < max(2, len(column) - 1) for column in columns)
    if mark in ";|" and len(columns) > 2 and all(map(all, rows)):
        are_phrases = {any(" " in cell for cell in column) for column in columns}
        if is_same or (mark == "|" and len(are_phrases) > 1):
            return True
    is_dense = mark == "," and not re.search(r"\d|, ", "\n".join(lines))
    if is_dense and len(rows) > 2 and all(map(all, rows)) and (is_same or are_unlike(columns)):
        return True
    return _has_numbers_below(rows)


def are_unlike(columns: Iterable[Iterable[str]]) -> bool:
    """Have two columns nothing in common in their first letter's case and their script?"""
    kinds = [{(cell[:1].isupper(), cell.isascii()) for cell in column} for column in columns]
    return any(one.isdisjoint(two) for one, two in combinations(kinds, 2))


def are_definitions(words: Sequence[str], clues: Sequence[str]) -> bool:
    """Have the clues phrases where the words have none, or many more words, with a long one?"""
    if sum(" " in clue for clue in clues) > 2 * sum(" " in word for word in words):
        return True
    lengths = [len(clue.split()) for clue in clues]
    return max(lengths) > 2 and 2 * sum(lengths) >= 3 * len(" ".join(words).split())


def _has_numbers_below(rows: Sequence[Sequence[str]]) -> bool:
    """Is there text above a column of numbers?"""
    columns = zip(*rows, strict=False)
    return len(rows) > 2 and any(
        not is_number(head) and all(map(is_number, below)) for head, *below in columns
    )


def _is_header(line: str) -> bool:
    every = line.strip("| ").split(delimiter_of(line))
    fields = [*filter(str.strip, every)]
    has_index = len(fields) == 1 and not every[0].strip()  # of a data frame
    languages = len(fields) > 1 and _OF_LANGUAGES.issuperset(map(_name, fields))
    return languages or (
        (len(fields) > 1 or has_index) and bool(_named_words([*map(_name, fields)]))
    )


def _named_words(head: Sequence[str]) -> list[int]:
    """Return the numbers of the columns of words by their names, or by that of the other one."""
    found = [at for at, name in enumerate(head) if _OF_WORDS & {name, *name.split()[-1:]}]
    clues = [at for at, name in enumerate(head) if FACT_OF.get(name) == "clues"]
    return found or ([1 - clues[0]] if len(head) == 2 and len(clues) == 1 else [])


def read_table(text: str, column: Column, found: Words) -> Words:
    """Return the words of a column of a table."""
    named = re.match(r"\s*sep=(.)\s*(?:\n|$)", text.lower())
    text = text[named.end() :] if named else text
    lines = [line for line in text.split("\n") if line.strip()]
    bare = [line.strip(" ,;\t") for line in text.strip("\n").split("\n")]
    is_apart = len(bare) > 2 and bare[1] == "" and bare.count("") == 1
    is_title = is_apart or bare[0][-1:] == ":" or heading_of(bare[0]) is not None
    may_be = is_title and not re.search(r"[,;\t]", bare[0]) and not is_word_column(bare[0])
    below = delimiter_of("".join(lines[1:2]))
    is_over = len(lines) > 3 and all(below in line for line in lines[1:4]) and below not in lines[0]
    may_be |= is_over and (" " in lines[0].strip() or bare[1] == "")
    heads = [*map(_is_header, lines[:-1][:_TITLES])]
    above = heads.index(True) if True in heads else int(may_be)
    found.notes += [
        f"left out the line {shorten(line.strip(' ,;'))}"
        for line in lines[:above]
        if line.strip(" ,;\t")
    ]
    lines = lines[above:]
    while len(lines) > 2 and _is_below(lines, is_apart=bare[-2:-1] == [""]):
        found.notes.append(f"left out the line {shorten(lines.pop().strip())}")
    mark = named[1] if named else delimiter_of("".join(lines[:1]))
    if is_over or (mark in "".join(lines[:1]) and below in "".join(lines[1:2]) > ""):
        mark = mark if mark in lines[1] else below
    if mark == "|":
        lines = [line.strip().strip("|") for line in lines if "--" not in line or not is_rule(line)]
    table = parse_csv("\n".join(lines), "", LexiconError, delimiter=mark)
    rows = [row for row in ([*map(str.strip, row)] for row in table) if any(row)]
    if not rows:
        return found
    head = [*map(_name, rows[0])]
    named_words = _named_words(head)
    has_header = bool(named_words)
    if isinstance(column, str):
        names = [each.casefold() for each in rows[0]]
        has_header = has_header or column.casefold() in names
        if column.casefold() in names:
            number = names.index(column.casefold())
        elif column.isdecimal() and len(column) < 10:
            number = int(column)
        else:
            shown = ", ".join(rows[0])
            raise LexiconError(f"there is no column {shorten(column)}; the columns are {shown}")
    elif column is not None:
        number = column
        has_header = has_header or not FACT_OF.keys().isdisjoint(head)
        others = [row[column] for row in rows[1:] if 0 <= column < len(row) and row[column]]
        if not has_header and 0 <= column < len(rows[0]) and len(others) > 1:
            name = rows[0][column]
            has_header = head[column] in _OF_LANGUAGES or is_unit(name)
            has_header |= name[:1].isupper() and all(map(str.islower, others))
            found.notes += [f"left out the heading {shorten(name)}"] if has_header else []
    elif len(rows) == 1:
        found.words = [*filter(None, rows[0])]
        return found
    else:
        above = _has_numbers_below(rows)
        has_header = has_header or above
        number = named_words[0] if len(named_words) == 1 else only_column(rows[above:])
    width = max(map(len, rows))
    if not 0 <= number < width:
        raise LexiconError(f"there is no column {number}; columns count from 0 to {width - 1}")
    names = rows[0] if has_header else ["clue" if at > number else "" for at in range(width)]
    return picked(rows[has_header:], number, names if has_header or column is None else [], found)


def _is_below(lines: Sequence[str], *, is_apart: bool) -> bool:
    """Has the last line one field below a table with more, without its bars or apart from it?"""
    mark = delimiter_of(lines[0])
    return mark in lines[-2] and mark not in lines[-1].strip() and (mark == "|" or is_apart)


def table_of_records(text: str) -> str | None:
    """Return words and their facts under names as a table; None if there are none.

    The first name begins each row.
    """
    if sum(is_word_column(name) for name, _ in _RECORD.findall(text[:_HEAD])) < 2:
        return None
    text = _NEXT_FACT.sub("\n", text)
    rows: list[dict[str, str]] = [{}]
    for name, value in _RECORD.findall(text):
        if name in rows[-1]:
            rows.append({})
        rows[-1][name] = value.strip().strip("\"',")
    head = dict.fromkeys(name for row in rows for name in row)
    return "\n".join(
        "\t".join(row) for row in ([*head], *([row.get(name, "") for name in head] for row in rows))
    )


def only_column(rows: Sequence[Sequence[str]]) -> int:
    """Return the number of the column of words of a table without a header.

    Raises:
        LexiconError: there are several columns that can be words.
    """
    width = max(map(len, rows))
    columns = [[row[at] for row in rows if at < len(row) and row[at]] for at in range(width)]
    texts = [at for at, cells in enumerate(columns) if cells and not all(map(is_number, cells))]
    if len(texts) < 2 or width == 1:
        return texts[0] if texts else 0
    if len(texts) == 2 and len(rows) > 1 and are_definitions(*map(columns.__getitem__, texts)):
        return texts[0]
    shown = " or ".join(f"column {at + 1} ({columns[at][0][:20]!r})" for at in texts[:4])
    raise LexiconError(
        f"the words can be {shown}: give --column {texts[0] + 1} (in Python, column={texts[0]}), "
        "or write 'word' above it"
    )


def is_number(text: str) -> bool:
    """Is it a number, perhaps with a dot or a bracket behind it?"""
    return text.strip(".)#").replace(".", "").replace(",", "").isdecimal()


def picked(rows: Sequence[Sequence[str]], column: int, head: Sequence[str], found: Words) -> Words:
    """Add the words of a column, the facts of others that `head` names, and a note on the rest."""
    kept = [row for row in rows if len(row) > column and row[column]]
    has_others = bool(kept) and (len({*map(len, rows)}) > 1 or len(kept[-1]) > 1)
    last = kept[-1][column] if has_others else ""
    if last and closing_of(["\t".join(filter(None, row)) for row in kept[-_ENDS:]]):
        found.notes.append(f"left out the row {shorten(', '.join(filter(None, kept.pop())))}")
    found.words = [row[column] for row in kept]
    used = {column}
    for at, fact in enumerate(FACT_OF.get(_name(name), "") for name in head):
        if fact and at != column and fact not in found.facts:
            used.add(at)
            found.add_facts(fact, ((row[column], row[at]) for row in kept if len(row) > at))
    unused = {*range(max(map(len, rows), default=0))} - used
    others = [at for at in sorted(unused) if any(row[at] for row in rows if len(row) > at)]
    if others:
        shown = ", ".join(shorten(head[at]) for at in others[:5] if at < len(head) and head[at])
        found.notes.append(
            f"left out {len(others)} other column{'s' if len(others) > 1 else ''} of the table"
            + (f": {shown}" if shown else "")
        )
    return found
