"""Lines of one kind: rows of tiles with separators, rows without, headings and text."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain, pairwise, takewhile

from ..errors import GridError
from .headings import EDGES, PLURALS, is_heading
from .rows import is_rule
from .straight import has_words, is_solved, straight_lines, words_inside
from .tokens import ESCAPE, count_letters

_ESCAPED_WORD = re.compile(r"^\\#|\w\\[,;]")
_BRACKETS = re.compile(r"\[[^\[\]]*\]")
_SEPARATOR = re.compile(r"(?<!\\)[|\t,;]")
#: A word behind a box, a bullet or a number, or before its length, rather than tiles.
_BOX = re.compile(r"[-*+•]? ?\[.?\] \w\w")
_ENTRY = re.compile(
    r"(?:[-*+•]? ?\[.?\]|[-*•▪●□☐◦]|\d+[.)])\s+(?:\w{2,}|(?<=[.)]\s)\w)|\w+ \(\d+\)"
)
_SIDE = re.compile(r"\w{1,3}\s*\|[^|]++\|?\s*+(?:\w{1,3})?$")
#: Below this, a token is a tile on average; a word has more letters.
_TILE = 1.6
#: Text that has no tiles: tokens of two and more letters, such as "1. a word" or "cat: a pet".
_NO_TILES = re.compile(
    r" *[T]++GAP(?:[T]GAP)?[^\W_|,;\[\\][T]{2,}+(?:GAP[T]{2,}+)*+[,; ]*".replace(
        "T", r"!-+\--:<-Z\]-{}~¡-\u02ff\u0370-\u0482\u048a-\u0556•"
    ).replace("GAP", r"(?: ++[\t,;]?|[\t,;]) *+")
)
#: What rows of a key have, and words have not.
_NO_WORD = re.compile(r"\d|[.*#_·]{2}")
#: A word before numbers with a comma, such as its first cell.
_PLACE = re.compile(r"[^\W\d_]{3}\s+\d+,\s?\d")
_LETTERS_SEEN = 4000
_PHRASE = re.compile(r"[^\W\d_]{3,}(?: [^\W\d_]+)*")
#: The first row of a solution is the first of the grid, which is one of these lines.
_MOST_ABOVE = 50
#: More rows together are the grid, rather than rows with blank lines between them.
_MOST_APART = 2
#: No puzzle has as many rows of separate tiles and headings; to look at them takes a second.
_MOST_LINES = 50_000
#: What certainly continues a segment.
_LIKE: dict[str, Callable[[str], object]] = {"solid": str.isalpha, "text": _NO_TILES.fullmatch}


@dataclass(slots=True)
class Segment:
    """Lines of one kind: "row" (tiles with this separator), "solid" (without), "text"."""

    kind: str
    lines: list[str] = field(default_factory=list)
    is_apart: bool = False
    """Is there a blank line, a rule or a heading above?"""
    height: int = 0
    """The lines of each of its blocks, which were joined."""

    _widths: set[int] = field(default_factory=set)
    _counted: int = 0

    def has_words(self) -> bool:
        """Are there words rather than tiles between bars?"""
        return self.kind == "|" and not has_tiles(" ".join(self.lines).replace("|", " "))

    def widths(self) -> set[int]:
        """Return the different numbers of tiles in the lines; lines may be added afterwards."""
        lines = self.lines[self._counted :]
        if not "".join(lines).isalpha():
            lines = [line for line in lines if line.strip() and not is_rule(line)]
        self._counted = len(self.lines)
        if self.kind == "solid":
            is_ascii = "".join(lines).isascii()
            self._widths.update(map(len if is_ascii else count_letters, filter(None, lines)))
        elif self.kind in "|\t,;":
            self._widths.update(line.count(self.kind) for line in lines)
        else:
            self._widths.update(map(len, map(str.split, lines)))
        return self._widths or {0}


def segments_of(lines: Sequence[str]) -> Iterator[Segment]:
    """Yield the runs of lines of one kind; blank lines and rules are between them.

    Raises:
        GridError: there are too many lines of tiles or headings.
    """
    now: Segment | None = None
    is_apart = True
    end = looked_at = 0  # the lines that are in a segment; those that may be rows, one by one

    while end < len(lines):
        at, line = end, lines[end]
        is_more = _LIKE.get(now.kind) if now and not is_apart and at > 1 else None
        if now and is_more and now.lines[-1].strip(EDGES):
            run = [*takewhile(is_more, map(lines.__getitem__, range(at, len(lines))))]
            if now.kind == "solid" and not PLURALS.isdisjoint(map(str.casefold, run)):
                run = [*takewhile(lambda name: name.casefold() not in PLURALS, run)]
            now.lines += run
            end += len(run)
            if run:
                continue
        end += 1
        kind = _kind_of(line)
        looked_at += kind not in ("", "text")
        if looked_at > _MOST_LINES:
            raise GridError(
                f"the text has {len(lines):,} lines, and more than {_MOST_LINES:,} of them are "
                "neither plain rows nor words: write each row as letters with nothing between "
                "them, or save the puzzle as JSON"
            )
        if kind == "" or (kind == "rule" and not (now and now.kind == "|")):
            is_apart = True
            if now is not None:
                yield now
            now = Segment("|", [line], True) if kind == "rule" and "+" in line else None
            continue
        if kind == "rule":
            kind = "|"
        elif (
            is_apart or at == 1 or (now and (now.kind != "text" or not now.lines[-1].strip(EDGES)))
        ) and is_heading(line, is_alone=True):
            below = "".join(lines[end : end + 1]).replace(" ", "")
            above = (row.replace(" ", "") for row in lines[: min(at, _MOST_ABOVE)])
            is_alone = is_apart and (not below.strip(EDGES) or _NO_WORD.search(below))
            if (
                is_alone
                or is_heading(line, is_alone=False)
                or (len(below) > 2 and any(is_solved(row, below) for row in above))
            ):
                kind = "heading"
        if now is None or now.kind != kind or kind == "heading":
            if now is not None:
                yield now
            now = Segment(kind, [], is_apart)
        now.lines.append(line)
        is_apart = False
    if now is not None:
        yield now


def merged(segments: list[Segment], *, wants_words: bool) -> list[Segment]:
    """Join rows of equally many tiles that blank lines separate; one row above some is a title."""
    joined: list[Segment] = []
    are_rows = not wants_words and len({each.kind for each in segments}) == 1
    has_block = any(each.kind == "solid" and len(each.lines) > _MOST_APART for each in segments)
    for each in segments:
        last = joined[-1] if joined else None
        height = len(each.lines)
        if last is not None and last.kind == each.kind and each.kind not in ("text", "heading"):
            is_joined = (
                height == last.height == 1 and not (has_block and each.kind == "solid")
            ) or (each.kind != "solid" and (are_rows or (last.height > 1 and height > 1)))
            if is_joined and len(widths := each.widths()) == 1 and last.widths() == widths:
                last.lines += ["", *each.lines]
                continue
        each.height = height
        joined.append(each)
    return joined


def _kind_of(line: str) -> str:
    """Return what a line may be: blank, a rule, a heading, a row (its separator), solid or text."""
    bare = line.strip()
    if not bare.strip(",;"):  # also the empty fields of a table
        return ""
    if len(bare) > 2 and is_rule(line):
        return "rule"
    if _ENTRY.fullmatch(bare):
        return "text"
    if ("[" in bare and not _BOX.match(bare)) or (
        ESCAPE in bare and not _ESCAPED_WORD.search(bare)
    ):  # marks of tiles
        return "|" if "|" in bare else "solid" if len(bare.split(None, 1)) == 1 else " "
    found = _SEPARATOR.search(line)
    if found is None:
        return "solid" if len(bare.split(None, 1)) == 1 else " " if has_tiles(bare) else "text"
    if "|" in bare:
        return "|" if "|" in (bare[0], bare[-1]) or _SIDE.match(bare) else _between(bare, "|")
    return _between(line, "\t" if "\t" in line else found[0])


def _between(line: str, separator: str) -> str:
    """Return the separator of tiles, or "text" if there are words between separators."""
    if separator in ",;" and _PLACE.search(line):
        return "text"
    fields = [*filter(None, map(str.strip, line.split(separator)[:_LETTERS_SEEN]))]
    return separator if fields and has_tiles(" ".join(fields)) else "text"


def has_tiles(line: str) -> bool:
    """Are the tokens between blanks tiles rather than words?"""
    line = (_BRACKETS.sub("x", line) if "[" in line else line).replace('"', "")
    tokens = line.split()[:_LETTERS_SEEN]
    letters = map(len if line.isascii() else count_letters, tokens)
    return sum(letters) <= _TILE * len(tokens)


def can_hold(grid: Sequence[str], words: Sequence[str]) -> bool:
    """Has the grid all letters of the words?"""
    return {*"".join(words).casefold()} <= {*"".join(grid).casefold()}


def split_title(segments: list[Segment], inside: str) -> list[Segment]:
    """Split titles above the words of the first list, which are not in the straight lines."""
    at = next((at for at, each in enumerate(segments) if at and each.is_apart), len(segments))
    first = segments[:at]
    lines = [*chain.from_iterable(each.lines for each in first)]
    height = len([*takewhile(lambda line: _is_outside(line, inside), lines)])
    are_named = any(each.kind in ("heading", "title") for each in first)
    if are_named or not 0 < height < len(lines) - 1 or lines[0][-1] == ":":
        return segments
    firsts = " ".join(found[0] for found in map(_PHRASE.search, lines) if found)  # before clues
    if not any(has_words(inside, text) for text in (firsts, " ".join(lines))):
        return segments
    return [
        Segment("title", lines[:height], True),
        Segment("text", lines[height:], True),
        *segments[at:],
    ]


def _is_outside(line: str, inside: str) -> bool:
    """Is a line with capitals, and has it no word of the straight lines?"""
    phrases = _PHRASE.findall(line)
    return bool(phrases) and not line.islower() and not any(words_inside(inside, phrases))


def find_lists(segments: Sequence[Segment], inside: str) -> list[bool]:
    """Is each segment a heading, or with those next to it a list of words in straight lines?"""
    are_words = [each.height == 1 and "".join(each.lines).strip().isalpha() for each in segments]
    are_words[:1] = [any(words_inside(inside, segments[0].lines))] if segments else []
    starts = [
        at
        for at, each in enumerate(segments)
        if not at
        or each.kind == "heading"
        or (each.is_apart and not all(are_words[at - 1 : at + 1]))
    ]
    lists = [False] * len(segments)
    for at, end in pairwise((*starts, len(segments))):
        lines = chain.from_iterable(each.lines for each in segments[at:end])
        is_list = segments[at].kind == "heading" or has_words(inside, "\n".join(lines))
        lists[at:end] = [is_list] * (end - at)
    return lists


def find_grid(segments: list[Segment]) -> int | None:
    """Return the index of the grid; a heading that is its title becomes text."""
    headings = [at for at, each in enumerate(segments) if each.kind == "heading"]
    named = {at + 1 for at in headings if segments[at].lines[0].strip().endswith(":")}
    named |= {at + 1 for at in headings if ":" not in segments[at].lines[0]}
    for at in sorted(named & {*range(len(segments))}):
        if _is_title(segments, at - 1):
            named.remove(at)
            segments[at - 1].kind = "text"
    solid = [at for at, each in enumerate(segments) if each.kind == "solid" and at not in named]
    tall = [at for at in solid if len(segments[at].lines) > 1]
    blocks = [at for at in tall if len(segments[at].widths()) == 1]
    first = blocks[0] if blocks else None
    if len(blocks) == 2:  # words may be above the grid
        above, below = (segments[at].lines for at in blocks)
        inside = sum(words_inside(straight_lines(below), above))
        is_below = 2 * inside > len(above) and inside > sum(
            words_inside(straight_lines(above), below)
        )
        first = blocks[is_below]
    rows = [
        at
        for at, each in enumerate(segments)
        if len(each.kind) == 1 and not (first is not None and at > first and each.has_words())
    ]
    tall_rows = [at for at in rows if len(segments[at].lines) > 1]
    if "/" in segments[0].lines[0] and segments[0].kind == "solid":
        every = [line for each in segments for line in each.lines]
        if can_hold(segments[0].lines, every):
            return 0
    if rows:
        best = next(iter(tall_rows), None)
        if best is None:
            best = max(rows, key=lambda at: max(segments[at].widths()))
        found = segments[best].lines
        if len(found) > 1 or first is None or can_hold(found, segments[first].lines):
            return best
    if first is not None or not solid:
        return first
    # A single row; a title may be above it if words are below.
    is_title = solid[1:2] == [solid[0] + 1] and len(segments) > solid[1] + 1
    return solid[is_title]


def _is_title(segments: list[Segment], at: int) -> bool:
    """Is a heading such as "Spelling words" the title of the rows below it?"""
    rows, is_last = segments[at + 1], len(segments) == at + 2
    if rows.kind != "solid" or len(rows.lines) < 3 or (is_last and ":" in segments[at].lines[0]):
        return False
    if any(len(each.lines) > 1 for each in segments[:at]):
        return False
    longest = max(widths := rows.widths())
    return len(widths) == 1 and not any(
        each.kind not in ("text", "heading")
        and max(len(each.lines), *each.widths()) >= longest
        and can_hold(each.lines, rows.lines)
        for each in segments[at + 2 :]
    )
