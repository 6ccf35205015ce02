"""Headings of lists of words and of the key, in the languages of the packs."""

from __future__ import annotations

import re
from functools import cache

#: Separates the words from the key; "Answers" in any language does too.
_KEY_HEADINGS = (
    "key|answer|answers|solution|solutions|lösung|lösungen|lösungsschlüssel|الحلول|řešení|"
    "løsninger|λύσεισ|soluciones|ratkaisut|פתרונות|उत्तर|megoldások|soluzioni|こたえ|정답|"
    "oplossingen|rozwiązania|soluções|respostas|ответы|riešenia|lösningar|çözümler|відповіді"
)
#: Headings only with a colon: they are words as well.
_WEAK = "list|find|liste|lista|busca|encuentra|elenco|trova|encontre|zoek|ord|hitta|finn|etsi|bul"
_HEADINGS = (
    "word bank|wordbank|word list|wordlist|word box|list of words|words|hidden words|"
    "find these words|find the words|find the following words|search for|search for these words|"
    "words to find|word search words|vocabulary|vocabulary words|spelling words|spelling list|"
    "wörter|wortliste|wörterliste|suchwörter|finde|finde diese wörter|gesuchte wörter|"
    "versteckte wörter|mots|liste de mots|liste des mots|mots à trouver|mots cachés|"
    "trouve les mots|palabras|lista de palabras|parole|"
    "lista di parole|palavras|lista de palavras|woorden|woordenlijst|"
    "ordlista|ordliste|find ordene|sanat|sanalista|słowa|lista słów|znajdź|slova|"
    "seznam slov|zoznam slov|najdi|hledej|szavak|szólista|keresd|cuvinte|listă de cuvinte|"
    "kelimeler|kelime listesi|слова|список слов|найди|слова для пошуку|знайди|λέξεις|"
    "λίστα λέξεων|βρες|מילים|רשימת מילים|كلمات|الكلمات|قائمة الكلمات|शब्द|शब्द सूची|単語|"
    "단어|단어 목록|hledaná slova|slová|hľadané slová|ord, der skal findes|ord å finne|"
    "ord att hitta|λέξεισ|λέξεισ προσ εύρεση|palabras por encontrar|etsittävät sanat|"
    "מילים לחיפוש|खोजने के शब्द|keresendő szavak|parole da trovare|ことば|さがすことば|낱말|"
    "찾을 낱말|te zoeken woorden|słowa do znalezienia|palavras a encontrar|найдите слова|"
    "bulunacak kelimeler|знайдіть слова|الكلمات المطلوبة"
)
#: What surrounds a heading.
EDGES = " \t\n:;,*#=-_~–—.!…"
_NUMBERS = re.compile(r"\(.*?\d.*?\)|\b\d+\b")
#: A line of instructions or of a form, which is neither title nor words.
_INSTRUCTION = re.compile(
    r"_{3,}|^(?:https?://|www\.|(?:©|\(c\)|copyright) |\(?page \d+( of \d+)?\)?$|"
    r"\* (?:\S+\s+){3,})",
    re.IGNORECASE,
)
_DIGIT = re.compile(r"\d")
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
        name = " ".join(_NUMBERS.sub("", name).split())
    if name in _names("answers") or name.startswith("answer key"):
        return "key", rest.strip()
    if name in _names("words") or (colon and not _names("plural").isdisjoint(name.split())):
        return "words", rest.strip(" *\t")
    return None


#: The heading of a unit, in text without case.
UNIT = (
    "(?:week|unit|lesson|list|chapter|day|grade|module|woche|einheit|lektion|kapitel|klasse|"
    "semaine|leçon|unité|chapitre|semana|unidad|lección|settimana|lezione|unità|les|tydzień|"
    "lekcja|týden|hét|неделя|урок)\\s*+(?:(?:#|n[ro]?[.º°])\\s*+)?\\d+\\b"
)
_UNIT = re.compile(rf"{UNIT}.{{0,60}}|.*_{{3,}}.*", re.IGNORECASE)


def is_unit(line: str) -> bool:
    """Is it the heading of a unit, such as "Week 3: Fruit", or a line to write a name on?"""
    return bool(_UNIT.fullmatch(line))


def is_sentence(line: str, *, is_alone: bool = False) -> bool:
    """Is the line an instruction, or part of a form? A short one, such as "Have fun!", is alone."""
    blanks = line.count(" ")
    is_long = blanks > 2 or (is_alone and blanks > 0 and line[-1:] in "!?")
    return (is_long and _ENDED.search(line) is not None) or _INSTRUCTION.search(line) is not None


def is_heading(line: str, *, is_alone: bool) -> bool:
    """Is it a heading rather than a word of the list? Many headings are words too."""
    found = heading_of(line)
    if found is None or ":" in line:
        return found is not None
    name = line.strip(EDGES)
    if found[0] == "key":
        return is_alone and not name[0].islower()
    return " " in name or name.casefold() in _names("plural")


def plain_headings() -> frozenset[str]:
    """Return the headings that are one also within a list, without case."""
    return _names("plural")


@cache
def _names(kind: str) -> frozenset[str]:
    """Return the headings of the words (or those that are no words themselves), or of the key."""
    if kind == "answers":
        return frozenset(_KEY_HEADINGS.casefold().split("|"))
    strong = frozenset(_HEADINGS.casefold().split("|"))
    return strong | {*_WEAK.split("|")} if kind == "words" else strong
