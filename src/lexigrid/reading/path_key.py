"""The rules and the key of a path puzzle in text, as `render_puzzle` writes them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from ..geometry import ARROWS
from .clean import clean

#: The line of the rules, in any language: "Path puzzle (cover, hex)".
_RULES = re.compile(
    r"(?m)^[^\S\n]*+\S[^()\n]{0,60} \(((?:cover|trail|bent)(?:, [^()\n]{1,80})?)\)[^\S\n]*$"
)
#: A word of the key, its first cell, the arrows to or the names of the others, and a clue.
_ROW = re.compile(
    r"\s*+(\S.{0,200}?)(?:\s\s++|\t)"
    r"(\d{1,4},[ ]?\d{1,4}(?:\s+(?:[←↑→↓↖↗↘↙]+|\d{1,4},\d{1,4})){0,400})(?=\s|$)(?:\s*\s\s(\S.*))?"
)
_STEPS = {arrow: step for step, arrow in ARROWS.items()}


@dataclass(slots=True)
class PathKey:
    """The rules of a path puzzle, each word's path as in CSV ("0,0 0,1", from 0), and its clue."""

    rules: str = ""
    paths: dict[str, str] = field(default_factory=dict)
    clues: dict[str, str] = field(default_factory=dict)

    def rows(self, words: Sequence[str]) -> list[dict[str, str]]:
        """Return the rows of a table of words with their paths.

        A list of clues has none of the words of the key.
        """
        others = () if self.paths.keys().isdisjoint(words) else words
        named = dict.fromkeys([*self.paths, *others])
        return [{"word": word, "path": self.paths.get(word, "")} for word in named]


def split_key(text: str) -> tuple[str, PathKey]:
    """Take the rules and the key from the end of a text.

    >>> text, found = split_key("TE\\nAS\\n\\nteas\\n\\nPath puzzle (cover)\\n\\nteas  1,1 →↙→\\n")
    >>> text.split(), found.rules, found.paths
    (['TE', 'AS', 'teas'], 'cover', {'teas': '0,0 0,1 1,0 1,1'})
    """
    line = None
    if "(cover" in text or "(trail" in text or "(bent" in text:
        line = next((each for each in _RULES.finditer(text) if _is_alone(text, each)), None)
    if line is None:
        return text, PathKey()
    found = [row for row in map(_ROW.match, clean(text[line.end() :]).split("\n")) if row]
    paths = {row[1]: " ".join(_cells(row[2].split())) for row in found}
    clues = {row[1]: row[3] for row in found if row[3]}
    return text[: line.start()], PathKey(line[1], paths, clues)


def _is_alone(text: str, line: re.Match[str]) -> bool:
    """Are there blank lines above and below?"""
    above, below = text[: line.start()].split("\n")[-2:-1], text[line.end() :].split("\n")[1:2]
    return bool(above) and not "".join((*above, *below)).strip()


def _cells(parts: Sequence[str]) -> Iterator[str]:
    """Yield the cells of a path, counted from 0."""
    row = column = 0
    for part in parts:
        if "," in part:
            row, column = (int(number) - 1 for number in part.split(","))
            yield f"{row},{column}"
            continue
        for arrow in part:
            down, right = _STEPS[arrow]
            row, column = row + down, column + right
            yield f"{row},{column}"
