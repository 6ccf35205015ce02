"""Headings of lists of words and of the key, in the languages of the packs."""

from __future__ import annotations

import re
from collections.abc import Sequence

#: Separates the words from the key; "Answers" in any language does too.
_KEY_HEADINGS = (
    "over,down,direction|key|answer|answers|solution|solutions|lösung|lösungen|lösungsschlüssel|الحلول|řešení|"
    "løsninger|λύσεισ|soluciones|ratkaisut|פתרונות|उत्तर|megoldások|soluzioni|こたえ|정답|"
    "oplossingen|rozwiązania|soluções|respostas|ответы|riešenia|lösningar|çözümler|відповіді"
)
#: Headings only with a colon: they are words as well.
_WEAK = "list|find|liste|lista|busca|encuentra|elenco|trova|encontre|zoek|ord|hitta|finn|etsi|bul"
_HEADINGS = (
    "words|wordbank|wordlist|vocabulary|wörter|wortliste|wörterliste|suchwörter|finde|mots|"
    "palabras|parole|palavras|woorden|woordenlijst|ordlista|ordliste|ordene|sanat|sanalista|słowa|"
    "słów|znajdź|slova|slov|slová|najdi|hledej|szavak|szavakat|szólista|keresd|cuvinte|cuvintele|"
    "kelimeler|слова|слов|найди|знайди|λέξεις|λέξεων|βρες|מילים|كلمات|الكلمات|शब्द|単語|词语|词语表|词汇|단어|"
    "ことば|さがすことば|낱말"
)
#: Headings of several words, none of which says that words follow. (With such a word, any is one.)
_PHRASES = (
    "word bank|word list|word box|search for|spelling list|kelime listesi|ord, der skal findes|"
    "ord å finne|ord att hitta|hitta orden"
)
_ENDS = ("to find", "zu finden", "à trouver", "para encontrar")
_KEY_NAMES = frozenset(_KEY_HEADINGS.casefold().split("|"))
#: The headings that are no words, and all.
PLURALS = frozenset(_HEADINGS.casefold().split("|"))
_NAMES = PLURALS.union(_WEAK.split("|"), _PHRASES.split("|"), _ENDS)
#: What surrounds a heading.
EDGES = " \t\n:;,*#=-_~–—.!…"
_DASH = re.compile(r"\s+[-·–—]\s+|\s*[()]\s*")
_NUMBERS = re.compile(r"\(.*?\d.*?\)|\b\d+\b")
#: A line of instructions or of a form, which is neither title nor words: what it has, its start.
_FORM = re.compile(
    r"_{2}|(?:_ ){3}|https?://|\bwww\.|\d:\d\d(?: [ap]m)?$|"
    r"\b(?:page|seite|pagina|página|strona|sid[ae]|sivu|oldal|sayfa|страница|стр\.)s?\s*\d+"
    r"(?:(?: (?:of|von|de|di|van|из|z|av)|\s?[/–-]) ?\d+)?\)?(?:\s+\d+)?$|^p\. \d+$|"
    r"^\d+\. (?:oldal|strana|sivu|seite)$",
    re.IGNORECASE,
)
_PERSON = r"(?:mr|mrs|ms|miss|dr|herr|frau|mme|sr|sra)\.? [^\W\d_][\w-]+"
_INSTRUCTION = re.compile(
    r"(?:(?:©|\(c\)|copyright) |total\b.*\d|(?:downloaded|retrieved|printed) (?:from|on) |"
    r"(?:sent from my|gesendet von mei|envoyé de mon|enviado desde mi|inviato da|отправлено с) ?|"
    r"thank(?:s| you)[!.,]*$|best (?:wishes|regards),?$|(?:viele|liebe) grüße\b|"
    r"\* (?:[^\s*]\S*\s+){3,}|"
    r"(?:created|made|generated|powered) (?:with|by|at|on|using) |"
    r"(?:good luck|have fun|enjoy|viel (?:spaß|erfolg|glück)|bonne chance|¡?buena suerte)\W*$|"
    r"difficulty: \w+$|answers?: (?:see|on|at|in) |(?:test|quiz|due)(?: on| next| this)? \w+\W*$|"
    r"(?:level|due|date|class|teacher|subject|topic): "
    r"(?-i:[A-Z\d][\w.'/-]*(?:,? [A-Z\d][\w.'/-]*){0,3})$|"
    rf"(?:(?:by|thanks,) {_PERSON}|{_PERSON}(?:,| [-–—]) .{{1,30}})$|"
    r"(?:hi|hello|dear|thanks|hallo|bonjour|hola)\b(?: .{1,30})?,$)",
    re.IGNORECASE,
)
#: The name of a teacher, or of a person on a list.
NAME = re.compile(rf"{_PERSON}$", re.IGNORECASE)
_DIGIT = re.compile(r"\d")
#: What a last line may say below words: "Have a nice day!", "Answers: on page 2".
_CLOSING = re.compile(r"^\D+: ?\S|\S\s+\S+[!?]\W*$")
#: The title under its name, or as Markdown marks it.
_NAMED_TITLE = re.compile(r"(?i)\A(?:title\s*[:=]\s*|#{1,6} +)([\"']?)(\S.*)\1;?")
#: What entries of a list share: a mark before them, or a sign between a word and its clue.
_FORMS = [
    re.compile(form)
    for form in [
        r"[(\[]?(?:\d+|[A-Za-z])[.):\]]+\s+\S",
        r"""[^\w\s"'“„«‘(\[{<#\\]\s*\W{0,3}\w""",
        r"[^\s:][^:]{0,60}(?<!\d):\s+\S",
        r"\S[^\n]{0,60}?\s[-–—]{1,2}\s",
        r"[^\t]+\t[^\t]",
        r"[^=]+(?:=|->|→|⇒)",
        r"[^;]+;[^;]+$",
        r"[^|]+\|[^|]+$",
        r"\w[^(]*\([^()]+\)(?:\s|$)",
        r"\w[^\[]*\[[^\[\]]+\]\s",
        r"\w[^/]*/[^\s/][^/]*/\s",
        r"\w.*?\s(?:[a-z]+\.)+\s",
    ]
]
_NO_FORM = re.compile(r"(?!)")
_TOTAL = re.compile(r"(?i)(?:total|sum|summe|gesamt|totale|suma|итого)\b.*\d|\d+ words?")
_ENDED = re.compile(r"[.!?:]\W*\Z")


def heading_of(line: str) -> tuple[str, str] | None:
    """Return "words" or "key" for a heading, and the rest of its line; None for other lines.

    >>> heading_of("Word Bank:"), heading_of("** Words: cat, dog"), heading_of("cat")
    (('words', ''), ('words', 'cat, dog'), None)
    """
    first, colon, rest = line.partition(":")
    name = first.strip(EDGES).casefold()
    if len(name) > 60 or not name:
        return None
    if _DIGIT.search(name):  # word bank (12 words), find these 12 words
        name = " ".join(_NUMBERS.sub("", name).split()).strip(EDGES)
    parts = {name, *_DASH.split(name)}  # Pets – Answers
    if not parts.isdisjoint(_KEY_NAMES) or name.startswith("answer key"):
        return "key", rest.strip()
    is_named = not PLURALS.isdisjoint(name.split()) and (
        colon or (len(name) > 9 and "," not in name)
    )
    end = " ".join(name.split()[-2:])
    if end in _ENDS and ("\t" in name or len(parts) > 1):  # to lose - to find
        end = ""
    if not _NAMES.isdisjoint((name, end)) or is_named:
        return "words", rest.strip(" *\t")
    return None


_GAP = "[^\\S\\n]*+"
_UNITS = (
    "week|unit|lesson|list|chapter|day|grade|module|woche|einheit|lektion|kapitel|klasse|semaine|"
    "leçon|unité|chapitre|semana|unidad|lección|settimana|lezione|unità|les|tydzień|lekcja|týden|"
    "hét|неделя|урок|level|set|stage|term|round|group|niveau|stufe|nivel|livello"
)
#: Their first three letters, which rule out most lines.
_STARTS = "".join(f"[{''.join(sorted({*each}))}]" for each in zip(*_UNITS.split("|"), strict=False))
#: The heading of a unit, in text without case.
UNIT = (
    f"(?:(?={_STARTS})(?:{_UNITS}){_GAP}(?:(?:#|n[ro]?[.º°]){_GAP})?"
    "(?:\\d+\\b|[a-z](?=[^\\S\\n]*+:?[^\\S\\n]*+(?:\\n|$)))|"
    "\\d+[- ](?:letters?|buchstaben|lettres|letras|lettere|букв)(?=:?\\s*(?:\\n|$)))"
)
_UNIT = re.compile(rf"{UNIT}.{{0,60}}|.*_{{3,}}.*", re.IGNORECASE)


def is_unit(line: str) -> bool:
    """Is it the heading of a unit, such as "Week 3: Fruit", or a line to write a name on?"""
    return bool(_UNIT.fullmatch(line))


def is_sentence(line: str, *, is_alone: bool = False) -> bool:
    """Is the line an instruction, or part of a form? A short one, such as "Have fun!", is alone."""
    blanks = line.count(" ")
    ended = _ENDED.search(line)
    if ended is not None and (blanks > 2 or (is_alone and ended[0][0] in "!?")):
        return max(len(part.split()) for part in re.split("[,;:]", line)) > 3 or "," not in line
    return bool(_FORM.search(line) or _INSTRUCTION.match(line) or NAME.match(line))


def shared_form(lines: Sequence[str]) -> re.Pattern[str]:
    """Return the mark, or the sign before a clue, that most lines have; else what matches none.

    >>> shared_form(["Trees", "ash: It is grey.", "oak: It is hard."]).match("elm: It is tall.")[0]
    'elm: I'
    """
    counts = [sum(map(bool, map(form.match, lines))) for form in _FORMS]
    most = max(counts)
    return _FORMS[counts.index(most)] if most > 1 and 2 * most > len(lines) else _NO_FORM


def listed_in(lines: Sequence[str]) -> set[str]:
    """Return the lines of the form that most share, without those apart from all others of it."""
    bare = [*filter(None, lines)]
    form = shared_form(bare)
    near = bare if 2 * len(bare) < len(lines) + 2 else lines  # a blank line after each
    likes = [False, *(bool(form.match(line)) and "__" not in line for line in near), False]
    return {
        line
        for line, before, is_like, after in zip(near, likes, likes[1:], likes[2:], strict=False)
        if is_like and (before or after)
    }


def read_title(line: str) -> str:
    """Return the title in a line, without its name, marks of Markdown and empty fields."""
    title = _NAMED_TITLE.sub(r"\2", re.sub(r"[,;\t]{2,}$", "", line))
    return title[1:] if title[:1] == "\\" and quote_title(title[1:]) == title else title


def quote_title(title: str) -> str:
    r"""Write a title so that `read_title` reads it as it is.

    >>> quote_title("Pets"), quote_title("# 1"), read_title(quote_title("# 1"))
    ('Pets', '\\# 1', '# 1')
    """
    return f"\\{title}" if _NAMED_TITLE.match(title.removeprefix("\\")) else title


def closing_of(lines: Sequence[str]) -> str:
    """Return the last of some lines if it is no entry, as it has a sign that no other has."""
    *others, last = lines or [""]
    is_list = len(others) > 1 or (others and len(re.findall(r"[,;|•/]|\s\W\s", others[0])) > 1)
    is_closing = _CLOSING.search(last) and not any(map(_CLOSING.search, others))
    is_closing = is_closing and not shared_form(lines).match(last)
    if heading_of(last) is not None and "," in last:  # words, below their heading
        return ""
    return last.strip() if is_list and (is_closing or _TOTAL.fullmatch(last)) else ""


def is_heading(line: str, *, is_alone: bool) -> bool:
    """Is it a heading rather than a word of the list? Many headings are words too."""
    found = heading_of(line)
    if found is None or ":" in line:
        return found is not None
    name = line.strip(EDGES)
    if found[0] == "key":
        return (is_alone or " " in name) and not name[0].islower()
    return " " in name or name.casefold() in PLURALS
