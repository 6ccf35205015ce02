"""Text for people: numbers with nouns, file names, and characters that documents can hold."""

from __future__ import annotations

import re
import reprlib
from collections.abc import Sequence

#: Control characters, halves of surrogate pairs, and other characters that XML excludes.
_CONTROLS = "[\x00-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]"
#: Text with such an ending was meant as a file name.
_FILE_ENDING = (
    r"(?i)\.(?:txt|text|csv|tsv|json|jsonl|toml|grid|raw|bin|dat|gz|xz|zst|parquet|lexicon|dic|md|html?"
    r"|xlsx?|ods|docx?|odt|pdf|png|svg|jpe?g|gif)$"
)


_SHORT = reprlib.Repr()
_SHORT.maxstring = _SHORT.maxother = _SHORT.maxlong = 60


def shorten(value: object) -> str:
    """Return a value as it is written in code, cut to a part of a line, for a message.

    >>> shorten("oat"), len(shorten("oat" * 1000)), shorten([*range(1000)])
    ("'oat'", 60, '[0, 1, 2, 3, 4, 5, ...]')
    """
    try:
        return " ".join(_SHORT.repr(value).split("\n"))
    except ValueError:  # Python does not write numbers of more than 4,300 digits
        return "a number of thousands of digits"


def is_file_name(text: str) -> bool:
    """Does text end like a file name?

    >>> is_file_name("planets.txt"), is_file_name("my birds.xlsx"), is_file_name("St. Mary")
    (True, True, False)
    """
    return "." in text[-9:] and bool(re.search(_FILE_ENDING, text[-9:]))


def without_controls(text: str) -> str:
    r"""Return text with a blank for each character that SVG, HTML or PDF cannot hold.

    >>> without_controls("A\x00B")
    'A B'
    """
    return re.sub(_CONTROLS, " ", text)


def join_words(words: Sequence[str], conjunction: str) -> str:
    """Return a list of words as in a sentence.

    >>> join_words(["SVG", "PNG", "PDF"], "or"), join_words(["SVG"], "or")
    ('SVG, PNG or PDF', 'SVG')
    """
    *others, last = words
    return f"{', '.join(others)} {conjunction} {last}" if others else last


def count_noun(number: int, noun: str) -> str:
    """Return a number with its noun.

    >>> count_noun(1, "word"), count_noun(2, "word")
    ('1 word', '2 words')
    """
    return f"{number} {noun}{'' if number == 1 else 's'}"
