"""Pages of text: the title of a book or a chapter, paragraphs, and how the puzzles are solved."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from ...errors import LexigridError
from ...puzzle import Puzzle
from ...puzzle.placement import FILLING
from .grid_part import GridPart
from .head_foot import draw_title
from .page_setup import LEADING, PageSetup
from .sheet import Box, Canvas, Shape, Sheet

#: The words of an example on lines, and the sizes of one on paths that are tried.
_EXAMPLE_WORDS, _EXAMPLE_SIZES = 3, ((4, 4), (5, 4), (5, 5), (6, 5))
#: The greatest width of an example, relative to the text's, its greatest cell and its least letter.
_EXAMPLE_WIDTH, _EXAMPLE_CELL, _EXAMPLE_LETTER = 0.5, 34.0, 10.0


def text_sheets(setup: PageSetup, texts: Sequence[str], top: float) -> Iterator[Sheet]:
    """Lay out paragraphs from `top` down; longer ones begin higher, or go on on further pages."""
    size, bottom = setup.text_size(11.0), setup.height - setup.margin
    paragraphs = [_wrap(setup, text, size) for text in texts]
    lines = [line for own in paragraphs for line in (*own, "")][:-1]
    most = int((bottom - setup.margin) / size / LEADING)
    for start in range(0, len(lines), most):
        canvas, part = setup.canvas(), lines[start : start + most]
        first = max(setup.margin, min(top, bottom - len(part) * size * LEADING))
        canvas.add("text", _start_lines(setup, part, first, size))
        yield canvas.finish()


def rules_sheets(puzzles: Sequence[Puzzle], setup: PageSetup) -> Iterator[Sheet]:
    """Lay out the pages that say how to solve the puzzles, with a small example of each kind."""
    strings, size = puzzles[0].strings, setup.text_size(15.0)
    title = strings.format("how_to")
    canvas, top = None, 0.0
    for text, is_lines in (("how_to_lines", True), ("how_to_paths", False)):
        own = [each for each in puzzles if (each.kind == "lines") is is_lines]
        if not own:
            continue
        rules = _Rules(setup, _wrap(setup, strings.format(text), size), _example_of(own), size)
        if canvas and rules.draw(setup.canvas(), top) > setup.height - setup.margin:
            yield canvas.finish([(0, title)])
            canvas = None
        if canvas is None:
            canvas = setup.canvas()
            top = draw_title(setup, canvas, setup.fit_title(title), setup.margin, setup.edges)
            top += 2 * size
            if rules.draw(setup.canvas(), top) > setup.height - setup.margin:
                rules = replace(rules, example=None)
        top = rules.draw(canvas, top) + 2 * size
    if canvas:
        yield canvas.finish([(0, title)])


def _wrap(setup: PageSetup, text: str, size: float) -> list[str]:
    return setup.wrap(text, size, setup.inner_width * 0.9)


def _start_lines(
    setup: PageSetup, lines: Sequence[str], top: float, size: float
) -> Iterator[Shape]:
    for number, line in enumerate(lines):
        if line:
            y = top + size * (1 + LEADING * number)
            yield setup.put_at_start(line, *setup.edges, y, size)


@dataclass(frozen=True, slots=True)
class _Rules:
    """How to solve one kind of puzzle: a paragraph and a solved puzzle with its words."""

    setup: PageSetup
    lines: Sequence[str]
    example: Puzzle | None
    size: float

    def draw(self, canvas: Canvas, top: float) -> float:
        """Draw the rules, and return their lower edge."""
        setup, size, example = self.setup, self.size, self.example
        canvas.add("text", _start_lines(setup, self.lines, top, size))
        top += size * LEADING * (len(self.lines) + 1) + size / 2
        if example is None:
            return top
        words = _wrap(setup, " · ".join(example.words), size)
        below = size / 2 + size * LEADING * len(words)
        part, width = GridPart(example, setup), setup.inner_width * _EXAMPLE_WIDTH
        room = setup.height - setup.margin - top - below
        cell = part.fit(width, min(width, room), _EXAMPLE_CELL)
        cell = max(cell, part.cell(setup.text_size(_EXAMPLE_LETTER)))
        shapes = part.draw(setup.middle - part.breadth * cell / 2, top, cell, with_key=True)
        canvas.add("grid", shapes, example.strings.format("key_grid"))
        top += part.rows * cell
        canvas.add("text", setup.put_lines(words, setup.middle, top + size / 2, size))
        return top + below


def _example_of(puzzles: Sequence[Puzzle]) -> Puzzle | None:
    """Make a small puzzle of the shortest words, by the rules of the first; None if none fits."""
    from ...puzzle.generate.make import make_puzzle

    first = puzzles[0]
    fills = first.kind in FILLING  # words of all puzzles are more to choose from
    words = sorted({word for each in puzzles if fills or each is first for word in each.words})
    words.sort(key=len)
    own: dict[str, Any] = {"kind": first.kind}
    if first.kind == "lines":
        own["directions"] = first.directions
    elif fills:
        own |= {"unique": "word", "topology": first.grid.topology.name}
    else:
        own |= {"turns": first.turns, "angles": first.angles}
    own["case"] = "lower" if all(tile.face.islower() for tile in first.grid.tiles) else "upper"
    for size in _EXAMPLE_SIZES if fills else (None,):
        with suppress(LexigridError):
            return make_puzzle(
                words if fills else words[:_EXAMPLE_WORDS],
                size=size,
                seed=1,
                alphabet=first.grid.alphabet,
                language=first.language or None,
                **own,
            )
    return None


def title_sheet(
    setup: PageSetup, title: str, puzzles: int, subtitle: str = "", author: str = ""
) -> Sheet:
    """Lay out a page with a title and the number of puzzles."""
    look, canvas = setup.look, setup.canvas()
    size = look.title * 1.5
    width = setup.inner_width * 0.94
    longest = max(title.split(), key=len)
    size = min(size, setup.fit(longest, size, width, True))
    lines = setup.wrap(title, size, width, True)
    top = setup.height * 0.36 - len(lines) * size * 0.6
    bottom = top + len(lines) * size * 1.2
    if look.banner:
        # From edge to edge, with the bleed; `_numbered` then shifts the page by `moved`.
        moved = setup.options.gutter_points / 2 * (-1 if setup.rtl else 1)
        bleed = setup.options.bleed_points
        edges = (-bleed - moved, setup.width + bleed - moved)
        box = Box(edges[0], top - size * 0.9, edges[1], bottom + size * 0.7, fill=look.banner)
        canvas.add("decoration", [box])
    elif look.panel:
        box = Box(
            setup.left,
            top - size * 0.8,
            setup.width - setup.left,
            bottom + size * 0.6,
            18.0,
            fill=look.panel,
        )
        canvas.add("decoration", [box])
    ink = look.title_ink
    canvas.add(
        "title",
        [
            setup.put(
                line, setup.middle, top + size * (0.9 + 1.2 * number), size, bold=True, ink=ink
            )
            for number, line in enumerate(lines)
        ],
    )
    below = [
        (subtitle, 16.0),
        (setup.strings.format("puzzles", number=puzzles), setup.text_size(13.0)),
    ]
    y = bottom + size * 1.3
    texts: list[Shape] = []
    for text, text_size in below:
        for line in setup.wrap(text, text_size, width):
            texts.append(setup.put(line, setup.middle, y, text_size))
            y += text_size * 1.6
    if author:
        baseline = setup.height * 0.86
        texts.append(setup.put(author, setup.middle, baseline, setup.text_size(14.0)))
    canvas.add("text", texts)
    return canvas.finish([(0, title)])
