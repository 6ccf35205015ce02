"""What a word of a puzzle carries besides its place: a clue, a translation, a group, a picture."""

from __future__ import annotations

import base64
import os
import re
from collections import Counter, deque
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import chain, repeat
from typing import Annotated, Any, Literal, TypeVar

from .._util.codec import OMIT
from .._util.io import read_bytes
from .._util.kinds import Kind
from .._util.plain_text import shorten
from .._util.validation import check_choice, check_type
from ..errors import InputError, PuzzleError

#: The option of a puzzle that has each fact of `WordFacts`, by word.
FACTS = {"clues": "clue", "translations": "translation", "groups": "group", "images": "image"}
#: Stands for clues from the pack of definitions.
DEFINITIONS = "definitions"
#: The largest file of a picture, in bytes.
MAX_PICTURE = 4_000_000
_URI = re.compile(r"data:image/(png|jpeg|svg\+xml);base64,[A-Za-z0-9+/]+={0,2}")
#: How often a list says that a word is hidden.
_TIMES = re.compile(r"(.*\S)\s*\(\s*([x×]?)\s*([1-9][0-9]?)\s*([x×]?)\s*\)")
_T = TypeVar("_T")
_STARTS = {b"\x89PNG\r\n\x1a\n": "png", b"\xff\xd8\xff": "jpeg"}


@dataclass(frozen=True, slots=True)
class WordFacts:
    """What the list and the key can show of a word.

    >>> WordFacts(clue="It purrs").clue
    'It purrs'
    """

    clue: Annotated[str, OMIT] = ""
    """A question or definition whose answer is the word."""
    translation: Annotated[str, OMIT] = ""
    """The word in another language."""
    group: Annotated[str, OMIT] = ""
    """The heading under which the list has the word."""
    image: Annotated[str, OMIT] = ""
    """A picture as a data URI (PNG, JPEG or SVG in Base64), so that a file holds it."""

    def __post_init__(self) -> None:
        if self.image and not _URI.fullmatch(self.image):
            raise PuzzleError(
                f"the picture is {shorten(self.image)}, expected a data URI such as "
                "data:image/png;base64,..."
            )


NO_FACTS = WordFacts()


def picture_uri(path: str | os.PathLike[str]) -> str:
    """Return the file of a picture as a data URI.

    Raises:
        InputError: the file cannot be read, or is neither PNG, JPEG nor SVG.
    """
    data = read_bytes(path, MAX_PICTURE)
    kind = next((kind for start, kind in _STARTS.items() if data.startswith(start)), "")
    if not kind and re.search(rb"<svg[\s>]", data[:4096]):
        kind = "svg+xml"
    if not kind:
        raise InputError(f"{str(path)!r} is no picture, expected PNG, JPEG or SVG", path=path)
    return f"data:image/{kind};base64,{base64.b64encode(data).decode()}"


class FactsByWord(Kind):
    """A text for each of some words; pairs are kept."""

    metavar = "WORD=TEXT"
    json = dict[str, str]

    def check(self, value: Any, name: str) -> tuple[tuple[str, str], ...]:
        pairs = dict(value) if isinstance(value, tuple) else value
        check_type(pairs, name, Mapping, "such as {'cat': 'It purrs'}")
        return tuple((shown(word), self._text(text, name, word)) for word, text in pairs.items())

    def _text(self, value: Any, name: str, word: Any) -> str:
        return shown(check_type(value, f"{name} of {shorten(word)}", str, "text"))

    def describe(self) -> str:
        return "texts by word"


class Clues(FactsByWord):
    """Clues by word, or "definitions" for those of the language's pack."""

    metavar = DEFINITIONS
    json = dict[str, str] | Literal["definitions"]

    def check(self, value: Any, name: str) -> Any:
        if isinstance(value, str):
            return check_choice(value, name, (DEFINITIONS,))
        return super().check(value, name)

    def parse(self, text: str) -> str:
        if text != DEFINITIONS:
            raise InputError(
                f"{shorten(text)} is not {DEFINITIONS!r}; clues of your own are read from the file "
                "of --words, as word: clue"
            )
        return text

    def describe(self) -> str:
        return f"texts by word, or {DEFINITIONS}"


class PicturesByWord(FactsByWord):
    """A picture for each of some words: a file as a `Path`, or a data URI."""

    def _text(self, value: Any, name: str, word: Any) -> str:
        if isinstance(value, os.PathLike):
            return picture_uri(value)
        if not isinstance(value, str) or not _URI.fullmatch(value):
            raise InputError(
                f"{name} of {shorten(word)} is {shorten(value)}, expected a pathlib.Path of PNG, "
                "JPEG or SVG, or a data URI"
            )
        return value

    def describe(self) -> str:
        return "pictures by word"


def shown(text: Any) -> str:
    """Return text on one line, as words are shown."""
    return " ".join(check_type(text, "a word", str, "text").split())


def facts_by_word(texts: Mapping[str, Iterable[tuple[str, str]]]) -> dict[str, WordFacts]:
    """Return the facts of each word, from pairs of word and text by the names of `FACTS`.

    >>> facts_by_word({"clues": [("cat", "It purrs")]})["cat"].clue
    'It purrs'
    """
    found = {
        FACTS[name]: {
            split_times(word)[0] if word[-1:] == ")" else word: text
            for word, text in pairs
            if name != "images" or _URI.fullmatch(text)
        }
        for name, pairs in texts.items()
    }
    words = dict.fromkeys(chain.from_iterable(found.values()))
    values = {
        name: map(found[name].get, words, repeat("")) if found.get(name) else repeat("")
        for name in FACTS.values()
    }
    return dict(zip(words, make_many(WordFacts, len(words), values), strict=True))


def make_many(kind: type[_T], count: int, values: Mapping[str, Iterable[Any]]) -> tuple[_T, ...]:
    """Make objects of a class with slots, from the values of each slot, in a tenth of the time.

    >>> make_many(WordFacts, 2, {"clue": ["a", "b"]})[1].clue
    'b'
    """
    made = (*map(kind.__new__, repeat(kind, count)),)
    for name, each in values.items():
        deque(map(getattr(kind, name).__set__, made, each), maxlen=0)
    return made


def split_times(text: str) -> tuple[str, int]:
    """Split an entry of a list into its word and how often it is hidden.

    >>> split_times("oat (2)"), split_times("ice  cream")
    (('oat', 2), ('ice cream', 1))

    Raises:
        InputError: the number is as well that of the letters.
    """
    word = shown(text)
    found = _TIMES.fullmatch(word) if word[-1:] == ")" else None
    if found is None:
        return word, 1
    times = int(found[3])
    if not (found[2] or found[4]) and times == _count_letters(found[1]):
        raise InputError(
            f"{shorten(word)} can mean a word of {times} letters, or one that is hidden {times} "
            f"times; write {found[1]}, or {found[1]} ({times}x)"
        )
    return found[1], times


def with_times(words: Iterable[str], facts: dict[str, dict[str, str]]) -> list[str]:
    """Move what a list says of how often words are hidden from its facts into the words.

    >>> with_times(["oat", "rye"], {"times": {"rye": "3"}})
    ['oat', 'rye (3x)']
    """
    times = facts.pop("times", {})
    if not times:
        return [*words]
    return [f"{word} ({times[word]}x)" if word in times else word for word in words]


def join_times(words: Iterable[str]) -> tuple[str, ...]:
    """Return each word once, with how often it is repeated; `split_times` is the inverse.

    >>> join_times(["oat", "rye", "oat"])
    ('oat (2)', 'rye')
    """
    counts = Counter(words).items()
    return tuple(word + describe_times(word, times) for word, times in counts)


def describe_times(word: str, times: int) -> str:
    """Return what a list shows after a word that is hidden several times."""
    mark = "x" if times == _count_letters(word) else ""
    return f" ({times}{mark})" if times > 1 else ""


def _count_letters(word: str) -> int:
    return sum(map(str.isalnum, word))
