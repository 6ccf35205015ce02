"""A book of puzzles as sheets: title, contents, numbered puzzles, answers at the back."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...puzzle import Puzzle
from ..terminal.text import count_noun
from .puzzle_sheet import Style, key_pages, puzzle_sheets
from .sheet import GREY, MARGIN, Item, Sheet, Text

#: Distance of the lines of the contents, their font size, and the space between columns, in points.
_LINE = 14.0
_ENTRY = 9.5
_GUTTER = 26.0
#: Papers wider than this many points have more columns.
_WIDE = 500
#: Reserves the space of a page number that is not known yet.
_PLACEHOLDER = " "


def book_sheets(
    puzzles: Sequence[Puzzle], style: Style, *, title: str = "", with_key: bool = True
) -> list[Sheet]:
    """Lay out a book; the answers are at the back unless `with_key` is false."""
    names = [f"{n}. {p.title}" if p.title else f"Puzzle {n}" for n, p in enumerate(puzzles, 1)]
    across, down = (2, 2) if style.width > _WIDE else (1, 2)
    first = 2 + _contents_length(len(puzzles), style)
    pages: list[list[Item]] = []
    page_of: list[int] = []
    for puzzle, name in zip(puzzles, names, strict=True):
        page_of.append(first + len(pages))
        pages += (
            [
                item
                for item in sheet.items
                if not (isinstance(item, Text) and item.text == _PLACEHOLDER)
            ]
            for sheet in puzzle_sheets(puzzle, style, title=name, page=_PLACEHOLDER)
        )
    keys = key_pages(puzzles, names, style, across=across, down=down) if with_key else []
    key_at = first + len(pages)
    front = _title_page(title or "Word search", len(puzzles), style)
    contents_pages = _contents_pages(names, page_of, key_at if keys else None, style)
    all_pages = [front, *contents_pages, *pages, *keys]
    return [
        Sheet(style.width, style.height, (*items, *_page_number(number, style)))
        for number, items in enumerate(all_pages, 1)
    ]


def _page_number(number: int, style: Style) -> list[Item]:
    return (
        [Text(style.width / 2, style.height - MARGIN * 0.6, str(number), 9.0)] if number > 1 else []
    )


def _title_page(title: str, count: int, style: Style) -> list[Item]:
    size = style.title * 1.6
    width = style.measure(title, size)
    size = min(size, size * style.inner_width / width) if width else size
    middle = style.width / 2
    return [
        Text(middle, style.height * 0.4, title, size),
        Text(
            middle, style.height * 0.4 + size * 1.6, count_noun(count, "puzzle"), style.list * 1.2
        ),
    ]


def _per_column(style: Style) -> int:
    return int((style.height - 2 * MARGIN - style.title * 2 - 20) // _LINE)


def _across(style: Style) -> int:
    return 3 if style.width > _WIDE else 2


def _contents_length(count: int, style: Style) -> int:
    """Return the number of pages of the contents, with one more entry for the answers."""
    return -(-(count + 1) // (_per_column(style) * _across(style)))


def _contents_pages(
    names: Sequence[str], pages: Sequence[int], key_at: int | None, style: Style
) -> list[list[Item]]:
    entries = [*zip(names, pages, strict=True)]
    entries += [("Answers", key_at)] if key_at is not None else []
    across = _across(style)
    most = _per_column(style) * across
    width = (style.inner_width - _GUTTER * (across - 1)) / across
    contents: list[list[Item]] = []
    for page in range(_contents_length(len(names), style)):
        items: list[Item] = [Text(style.width / 2, MARGIN + style.title, "Contents", style.title)]
        on_page = entries[page * most : (page + 1) * most]
        down = -(-len(on_page) // across)  # columns of equal length
        for place, (name, number) in enumerate(on_page):
            x = MARGIN + (place // down) * (width + _GUTTER)
            y = MARGIN + style.title * 2 + (place % down) * _LINE + 10
            items += _entry(name, str(number), x, y, width, style)
        contents.append(items)
    return contents


def _entry(name: str, page: str, x: float, y: float, width: float, style: Style) -> Iterator[Item]:
    """Yield a line of the contents: name, dots, page."""
    room = width - style.measure(page, _ENTRY) - _ENTRY
    size = _ENTRY
    used = style.measure(name, size)
    if used > room:
        size, used = size * room / used, room
    yield Text(x, y, name, size, "start")
    dots = int((room - used) / style.measure(" .", _ENTRY))
    if dots > 1:
        yield Text(x + room + _ENTRY * 0.5, y, " ." * dots, _ENTRY, "end", GREY)
    yield Text(x + width, y, page, _ENTRY, "end")
