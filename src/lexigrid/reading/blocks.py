"""The blocks of text: a title, a grid, lists of words above or below it, and the key.

Lines of one kind are segments: rows of tiles with separators, rows without, and text. The grid is
the segment with the most rows; what is above and below is named by headings, or by its place.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import chain, dropwhile, islice, takewhile

from .._util.plain_text import shorten
from ..alphabet import characters_of, is_lone
from ..errors import GridError
from .headings import EDGES, closing_of, heading_of, is_sentence, listed_in, read_title
from .rows import DIMENSIONS, Shape, is_count, is_rule
from .segments import (
    Segment,
    can_hold,
    find_grid,
    find_lists,
    has_tiles,
    merged,
    segments_of,
    split_title,
)
from .straight import has_words, is_solved, rows_above_words, straight_lines, words_inside
from .tokens import ESCAPE, count_letters

#: A word with a line to tick it off.
_TO_TICK = re.compile(r"(?:\s*_{3,}\s+[^\s_][^_]*)+|(?=.*[^\W\d_])[^_]*[^\s_:]\s+_{3,}\s*")
#: How many lines at each end of a long list may be prose.
_ENDS = 200
#: The line itself.
_LINE = re.compile(r"\s*_{3,}\s*")
_GRID_NAMES = ("grid", "puzzle", "board", "letters")
#: Numbered rows are one of the first segments.
_MOST_ABOVE = 4
#: The title directly above rows is one of these lines.
_MOST_TITLES = 10
#: A row of letters behind its number.
_NUMBERED_ROW = re.compile(r"\s*(\d{1,2})[.):]?\s+([^\W\d_]{3,})\s*")
#: Facts of a puzzle above its grid.
_FACT = re.compile(
    r"(?i)(?:title|size|level|difficulty|author|theme|date|teacher|grade|class|name|period|datum|"
    r"klasse|no(?:m|me|mbre)|fecha|data|naam|klas)\s*[:=]\s*\S.*"
)
#: The start of a line of a form, or of instructions.
_LABEL = re.compile(r"(?!(?i:title))[^\W\d_]+\s?:")
_PAGE = re.compile(r"[\W\d_]*+|\W*+[^\W\d_]*+\W*+\d++\W*+[^\W\d_]*+\W*+")
#: A title that has the name of a list: "Mots mêlés : les animaux".
_LIKE_HEADING = re.compile(r"[^\W\d_]+ [^:,]*[^:,\s]\s*:\s*[^:,;]+")
_WORDS_AT_TOP = re.compile(r"\w{2,}(?:\s*[,;\t]\s*\w{2,})+|\w{2,}(?:\s*[/|•·]\s*\w{2,}){2,}")
#: A word of the key, with its first and last cell, perhaps its direction and a clue.
_KEY_ROW = re.compile(
    r"(?m)^(?:\d+\. )?(\S.*?)(?:\t|\s{2,})(\d+), ?(\d+)(?:\t|\s{2,})(\d+), ?(\d+)(?!\d)"
    r"(?:(?:\t|[^\S\n]{2,})\S+(?:\t|[^\S\n]{2,})(\S.*))?"
)


@dataclass(slots=True)
class Blocks:
    """The parts of a text, as lines; `words` has all lists."""

    title: str = ""
    grid: list[str] = field(default_factory=list)
    words: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    is_named: bool = False
    """Has a list of words a heading?"""
    dimensions: str = ""
    """A line of numbers above the grid, which may be its dimensions or those of its columns."""
    key: list[tuple[str, ...]] = field(default_factory=list)
    """The words of the key, each with the numbers of its first and last cell and its clue or ""."""
    answers: str = ""
    """The lines of the key."""


def divide(text: str, size: Shape | None = None, *, wants_words: bool = False) -> Blocks:
    """Divide clean text into its parts; with `wants_words`, some lines must be words.

    >>> found = divide("Pets\\n\\nC A T\\nX D X\\n\\nWords: cat, dog")
    >>> found.title, found.grid, found.words
    ('Pets', ['C A T', 'X D X'], ['cat, dog'])

    Raises:
        GridError: the lines can be read in two ways.
    """
    lines = text.strip("\n").split("\n")
    if len(lines) > 2 and lines[0] == lines[-1] and is_rule(lines[0]):
        lines = lines[1:-1]
    for at in range(min(len(lines), _MOST_TITLES)) if size is None else ():
        if not "".join(lines[at - 1 : at]).strip().isalpha() and _has_title(lines, at):
            lines.insert(at + 1, "")
            break
    is_grid = ESCAPE in lines[0] or (not wants_words and _are_even(lines))
    if is_grid and all(map(str.strip, lines)):
        return Blocks(grid=lines)
    segments, answers = _without_key([*segments_of(lines)])
    segments = [*chain.from_iterable(map(_split, segments))]
    numbered = _unnumber(segments)
    if size is None and not wants_words:
        _check_boards(segments)
    segments = merged(segments, wants_words=wants_words)
    if not wants_words and {each.kind for each in segments} == {"solid"}:
        rows = [line for each in segments for line in each.lines if line.strip()]
        is_even = len({width for each in segments for width in each.widths()}) == 1
        if is_even and len(rows) == len([*filter(str.strip, lines)]):
            if size is None and len(segments) > 1:
                raise GridError(
                    f"the {len(segments)} blocks of rows can be one grid of {len(rows)} rows, or a "
                    f"grid of {len(segments[0].lines)} rows with words below: leave out the blank "
                    "lines, or write 'Words:' above the words"
                )
            return Blocks(grid=rows)
    found = _arrange(segments, wants_words=wants_words)
    found.key, found.answers = _KEY_ROW.findall(answers), answers
    found.notes += ["left out the numbers of rows"] if numbered else []
    if answers and not found.key:
        head = answers.partition("\n")[0].strip()
        found.notes.insert(0, f"left out the key below {shorten(head)}")
    return found


def _check_boards(segments: Sequence[Segment]) -> None:
    """Refuse squares of tiles with blank lines between them, which can be one grid or several."""
    shapes = {(len(each.lines), *each.widths()) for each in segments}
    if len(segments) > 1 and {each.kind for each in segments} == {" "} and len(shapes) == 1:
        rows, *columns = shapes.pop()
        if [rows] == columns and rows > 2:
            raise GridError(
                f"the {len(segments)} blocks of rows can be as many boards of {rows}x{rows} tiles, "
                "or one: write each on one line for batch, or leave out the blank lines"
            )


def _unnumber(segments: list[Segment]) -> bool:
    """Make rows of numbered words of one length that hold most of the words of the lines below."""
    for at, each in enumerate(segments[:_MOST_ABOVE]):
        found = [*filter(None, takewhile(bool, map(_NUMBERED_ROW.fullmatch, each.lines)))]
        rows = [row[2] for row in found]
        if len(each.lines) == len(rows) > 2 and is_count(row[1] for row in found):
            below = [line.rpartition(":")[2] for one in segments[at + 1 :] for line in one.lines]
            words = re.findall(r"\w+", "\n".join(below))[:_ENDS]
            if 2 * sum(words_inside(straight_lines(rows), words)) > len(words):
                segments[at] = Segment("solid", rows, is_apart=True)
                return True
    return False


def _split(segment: Segment) -> list[Segment]:
    """Split rows of letters from a title above and words below them without a blank line."""
    for head in (0, 1) if segment.kind == "solid" else ():
        lines = segment.lines[head:]
        if lines and (end := rows_above_words(lines)):
            parts = (segment.lines[:head], lines[:end], lines[end:])
            return [Segment("solid" if part[1:] else "text", part, True) for part in parts if part]
    return [segment]


def _are_even(lines: Sequence[str]) -> bool:
    """Are all lines rows of the same number of tiles?"""
    if len(lines) > 2 * _ENDS and not _are_even([*lines[:_ENDS], *lines[-_ENDS:]]):
        return False
    counts = {*map(len, map(str.split, lines))}
    if counts == {1}:
        text = "".join(lines)
        letters = len if text.isascii() or is_lone(characters_of(text)) else count_letters
        return len({*map(letters, map(str.strip, lines))}) == 1 and {*",;|"}.isdisjoint(text)
    # A title, or words, may have as many blanks.
    return len(counts) == 1 and len({*map(has_tiles, (*lines[:3], *lines[-3:]))}) == 1


def _has_title(lines: Sequence[str], at: int) -> bool:
    """Is a line a title above rows of letters, by its letter case or by its length?"""
    head, rows = lines[at].strip(EDGES), [*takewhile(str.isalpha, islice(lines, at + 1, None))]
    if not (head.isalpha() and len(rows) > 1) or len({*map(len, rows)}) > 1:
        return False
    gap, *below = lines[at + len(rows) + 1 :] or [""]
    if heading_of(gap) is not None:
        below.insert(0, gap)
    elif gap.strip():
        return False
    below = [*takewhile(str.strip, dropwhile(lambda line: not line.strip(), below))]
    is_like, is_square = len(head) == len(rows[0]), len(rows) == len(rows[0])
    if head.casefold() in _GRID_NAMES:
        return at == 0 and is_square and bool(below)
    if len(head) > 1 and head.istitle() and head[:2] != "Qu" and "".join(rows).isupper():
        return bool(below) or not is_like
    if not below:
        return False
    return not is_like and (heading_of(below[0]) is not None or can_hold(rows, below))


def _arrange(segments: list[Segment], *, wants_words: bool) -> Blocks:
    """Choose the segment that is the grid, and read those above and below."""
    at = find_grid(segments) if segments else None
    is_short = len(segments) == 2 and not segments[1].is_apart
    if at is None or (is_short and len(segments[at].lines) == 1):
        return Blocks(grid=[line for each in segments for line in each.lines])
    grid = segments[at]
    found = Blocks(grid=grid.lines)
    top = segments[0]
    if at and top.kind == "heading" and _LIKE_HEADING.fullmatch(top.lines[0]):
        top.kind = "text"
    inside = straight_lines([*filter(str.strip, grid.lines)]) if at else ""
    _read_above(segments[:at], found, inside)
    above, is_named, found.words = found.words, found.is_named, []
    heads = "".join(each.lines[0] for each in segments[:at] if each.kind == "heading")
    is_title = ":" not in heads or bool(inside)
    if len([*filter(None, above)]) == 1 and is_title and not has_words(inside, "".join(above)):
        is_named = False  # the line is a title, if words are below
    _check_other_grid(grid, segments[at + 2 :])
    _read_below(segments[at + 1 :], found)
    if found.words and not is_named:  # a title and the menu of a page, not words
        lines = [*filter(None, map(str.strip, above))]
        if lines and heading_of(found.title) is not None:  # instructions below a title
            lines, found.title = [*lines, found.title], ""
        found.notes += [
            f"left out the line {shorten(line)}"
            for line in lines[bool(lines) and not found.title :]
        ]
        found.title = found.title or "".join(lines[:1])
        above = []
    found.notes += [
        f"left out the heading {shorten(each.lines[0].strip())}"
        for i, each in enumerate(segments)
        if each.kind == "heading" and i != at - 1 and ":" not in each.lines[0]
        if " " in each.lines[0] or (i < at and not above)
    ]
    found.words = above + found.words
    _check_last(grid, found, wants_words=wants_words)
    found.grid = [line for line in grid.lines if line.strip()]
    row, *others = found.grid
    is_name = row.casefold() in _GRID_NAMES and row[0].isupper()
    if is_name and others and row[1:].isupper() != "".join(others).isupper():
        found.notes.append(f"left out the heading {shorten(row)}")
        found.grid = others
        row, *others = others
    is_row = grid.kind == "solid" and grid.height == 1 and not found.words
    if is_row and others and can_hold([row], others):
        if wants_words:
            found.grid, found.words = [row], others
        else:
            raise GridError(
                f"the lines {shorten(row)} and {shorten(others[0])} can be rows of a grid, or "
                "a grid of one row and words: leave out the blank lines, or write 'Words:' above "
                "the words"
            )
    return found


def _check_other_grid(grid: Segment, segments: list[Segment]) -> None:
    """Refuse another grid of the same size, below words."""
    for each in segments:
        is_like = each.kind == grid.kind == "solid" and len(each.lines) == len(grid.lines) > 2
        if is_like and each.is_apart and each.widths() == grid.widths():
            raise GridError(
                f"the lines {shorten(each.lines[0])} and {shorten(each.lines[1])} below the words "
                "can be another grid: put each puzzle into a file of its own"
            )


def _check_last(grid: Segment, found: Blocks, *, wants_words: bool) -> None:
    """Refuse one line below the grid that can be a row of another length, or a word."""
    if wants_words or grid.kind != "solid" or found.is_named or found.title:
        return
    if len(grid.lines) > 1 and len(found.words) == 1 and len(found.words[0].split()) == 1:
        tiles, expected = count_letters(found.words[0].strip()), max(grid.widths())
        raise GridError(
            f"the last row has {tiles} tiles, expected {expected} like row 1: write . for a hole, "
            "or 'Words:' above it if it is a word",
            row=len(grid.lines),
        )


def _without_key(segments: list[Segment]) -> tuple[list[Segment], str]:
    """Leave out the key, and return its lines.

    Its heading is a title if nothing is above it.
    """
    grids: list[list[str]] = []
    seen: set[tuple[str, ...]] = set()
    for at, each in enumerate(segments):
        is_key = each.kind == "heading" and (heading_of(each.lines[0]) or "")[0] == "key"
        is_again = len(each.lines) > 2 and (*each.lines,) in seen
        is_solution = is_again or any(_solves(each.lines, grid) for grid in grids[:2])
        if grids and (is_key or is_solution):
            above = segments[at - 1].lines
            if is_solution and heading_of(above[-1]) == ("key", ""):
                above.pop()
            below = "\n".join(line for each in segments[at:] for line in each.lines)
            return segments[:at], below
        if is_key:
            each.kind = "text"
        if each.kind not in ("text", "heading"):
            grids.append(each.lines)
            seen.add((*each.lines,))
    return segments, ""


def _solves(lines: Sequence[str], grid: Sequence[str]) -> bool:
    """Are the lines those of a grid, perhaps with one sign for all letters outside the words?"""
    if not 2 < len(lines) == len(grid):
        return False
    for sign in (r"\Z", r"[\s|,;-]"):
        pairs = zip(grid, lines, strict=True)
        both = ([re.sub(sign, "", line.strip()).casefold() for line in each] for each in pairs)
        width = len(re.sub(sign, "", grid[0].strip()).casefold())
        if width > 3 and all(len(row) == width and is_solved(row, other) for row, other in both):
            return True
    return False


def _read_above(segments: list[Segment], found: Blocks, inside: str) -> None:
    """Read titles and lists above the grid; without a heading, the words are those in the grid."""
    above: list[str] = []
    if segments and segments[-1].kind == "heading" and ":" not in segments[-1].lines[0]:
        segments[-1].kind = "title"
    segments = split_title(segments, inside)
    lists = find_lists(segments, inside)
    last = max((at for at, is_list in enumerate(lists) if is_list), default=-1)
    is_list = False
    for at, each in enumerate(segments):
        entries = (line for line in each.lines if not (_FACT.match(line) or is_sentence(line)))
        if each.kind == "title":
            above += each.lines
        elif each.kind == "heading":
            _, rest = heading_of(each.lines[0]) or ("", "")
            is_list = found.is_named = True
            found.words += [rest] if rest else []
        elif lists[at] or is_list or (at >= last and len([*islice(entries, 2)]) > 1):
            others = [line for line in each.lines[:1] if "_" not in line and is_sentence(line)]
            found.notes += [f"left out the line {shorten(line)}" for line in others]
            found.words += [*kept, ""] if (kept := each.lines[len(others) :]) else []
            found.is_named |= lists[at]
        elif at >= last and found.words and not each.is_apart:  # a phrase among words
            found.words[-1:] = [*filter(None, found.words[-1:]), *each.lines]
        else:
            above += each.lines
    names = re.split(r"[\s,;]+", above[-1].strip()) if above else []
    if above and (DIMENSIONS.fullmatch(above[-1]) or (len(names) > 1 and is_count(names))):
        found.dimensions = above.pop()
    above = sorted(map(str.strip, above), key=lambda line: not line.lower().startswith("title"))
    above.sort(key=lambda line: bool(_LABEL.match(line)))
    names = [line for line in above if line.rstrip(":").lower() in _GRID_NAMES]
    left = {*names, *filter(is_sentence, above)}
    others, titles = [[line for line in above if (line in left) is each] for each in (True, False)]
    lowest = "".join(titles[-1:])
    if not found.words and (_WORDS_AT_TOP.fullmatch(lowest) or has_words(inside, lowest)):
        found.words = [titles.pop()]
    if not titles and len(others) == 1 and not names and "_" not in others[0]:
        titles, others = others, []
    found.title = read_title(titles[0]) if titles else ""
    found.notes += [f"left out the line {shorten(line)}" for line in (*titles[1:], *others)]


def _read_below(segments: list[Segment], found: Blocks) -> None:
    has_numbers = any(map(str.isdigit, "".join(found.grid)))
    for each in segments:
        line = "".join(each.lines[:1]).strip()
        is_last = each is segments[-1] and len(each.lines) == 1 and each.is_apart
        if is_last and not has_numbers and _PAGE.fullmatch(line):
            found.notes.append(f"left out the line {shorten(line)}")  # the number of the page
            continue
        if each.kind == "\t" or (each.kind == " " and len(each.lines) > 1):
            shown = " and ".join(shorten(line.strip()) for line in each.lines[:2])
            raise GridError(
                f"the lines {shown} below the grid can be another grid, or words with blanks "
                "between their letters: leave them out, write words without blanks, or rows alike"
            )
        if each.kind == "heading":
            _, rest = heading_of(each.lines[0]) or ("", "")
            found.words += ["", rest] if rest else [""]
            found.is_named = True
        else:
            is_alone = each.is_apart and len(each.lines) == 1
            if "___" in "".join(each.lines[:2]) and any(map(_TO_TICK.fullmatch, each.lines)):
                each.lines = [
                    _LINE.sub("   ", line).strip() if _TO_TICK.fullmatch(line) else line
                    for line in each.lines
                ]
            others = {
                line: None
                for line in (*each.lines[:_ENDS], *each.lines[_ENDS:][-_ENDS:])
                if not line.isalpha() and is_sentence(line.strip(' \t"'), is_alone=is_alone)
            }
            if others:
                listed = listed_in(each.lines)
                others = {line: None for line in others if line not in listed}
            kept = [line for line in each.lines if line not in others] if others else each.lines
            found.notes += [f"left out the line {shorten(line)}" for line in others]
            found.words += ["", *kept] if each.is_apart else kept
    while found.words and not found.words[0]:
        del found.words[0]
    if closing := closing_of([*filter(str.strip, found.words[-_ENDS:])]):
        found.words.pop()
        found.notes.append(f"left out the line {shorten(closing)}")
