"""Tables, columns and lists of words, aligned for a terminal.

Rows are streamed: they are aligned in batches, and never all in memory.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from .page import Page
from .width import display_width, pad, printable

_BATCH = 10_000
_GAP = "  "

#: Text, and the highlight style of its match (None: no highlight).
Field = tuple[str, int | None]


def render_table(
    headings: Sequence[str], rows: Iterable[Sequence[Field]], page: Page, *, right: int = -1
) -> Iterator[str]:
    """Yield the headings and a line per row, with aligned columns; column `right` is flush right.

    >>> rows = [[("tea", None), ("1", None)]]
    >>> print("\\n".join(render_table(["WORD", "POINTS"], rows, Page(), right=1)))
    WORD  POINTS
    tea        1
    """
    widths = [display_width(heading) for heading in headings]
    source = iter(rows)
    first = True
    while batch := list(islice(source, _BATCH)):
        sizes = [[display_width(text) for text, _ in row] for row in batch]
        widths = [max(column) for column in zip(widths, *sizes, strict=True)]
        if first:
            yield _GAP.join(
                page.bold(pad(page.isolate(heading), widths[at], right=at == right))
                for at, heading in enumerate(headings)
            ).rstrip()
            first = False
        for row, taken in zip(batch, sizes, strict=True):
            fields = []
            for at, (text, style) in enumerate(row):
                shown = page.isolate(text)
                shown = shown if style is None else page.highlight(shown, style)
                blanks = " " * (widths[at] - taken[at])
                fields.append(blanks + shown if at == right else shown + blanks)
            yield _GAP.join(fields).rstrip()


def render_columns(entries: Sequence[str], page: Page) -> Iterator[str]:
    """Yield the entries in as many columns as fit on the page, read downwards.

    >>> list(render_columns(["ant", "oat", "tea"], Page(width=8)))
    ['ant  tea', 'oat']
    """
    width = max(map(display_width, entries), default=0) + len(_GAP)
    columns = max(1, (page.width + len(_GAP)) // width)
    height = -(-len(entries) // columns)
    for row in range(height):
        yield "".join(pad(page.isolate(entry), width) for entry in entries[row::height]).rstrip()


def render_list(heading: str, words: Sequence[str], page: Page) -> Iterator[str]:
    """Yield "heading: one, two, three", wrapped between words.

    >>> list(render_list("not found", ["perl", "ruby"], Page(width=18)))
    ['not found: perl,', '  ruby']
    """
    line = f"{heading}:"
    shown = [page.isolate(printable(word)) for word in words]
    for at, word in enumerate(shown):
        text = f"{word}," if at + 1 < len(shown) else word
        if at and display_width(line) + 1 + display_width(text) > page.width:
            yield line
            line = f"  {text}"
        else:
            line = f"{line} {text}"
    if shown:
        yield line
