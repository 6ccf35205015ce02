"""Pages of text: the title of a book or a chapter, paragraphs, and how the puzzles are solved."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from ...errors import LexigridError
from ...puzzle import Puzzle
from .grid_part import GridPart
from .head_foot import draw_title
from .page_setup import LEADING, PageSetup
from .sheet import Box, Canvas, Shape, Sheet

#: The words of an example on lines, and the sizes of one on paths that are tried.
_EXAMPLE_WORDS, _EXAMPLE_SIZES = 3, ((4, 4), (5, 4), (5, 5), (6, 5))
#: The greatest width of an example, relative to the text's, and its greatest cell in points.
_EXAMPLE_WIDTH, _EXAMPLE_CELL = 0.5, 34.0


def text_sheet(setup: PageSetup, texts: Sequence[str], top: float) -> Sheet:
    """Lay out a page of paragraphs."""
    canvas, size = setup.canvas(), setup.text_size(11.0)
    for text in texts:
        top = _draw_paragraph(setup, canvas, text, top, size)
    return canvas.finish()


def rules_sheet(puzzles: Sequence[Puzzle], setup: PageSetup) -> Sheet:
    """Lay out the page that says how to solve the puzzles, with a small example of each kind."""
    strings, canvas, size = puzzles[0].strings, setup.canvas(), setup.text_size(15.0)
    title = strings.format("how_to")
    top = draw_title(setup, canvas, setup.fit_title(title), setup.margin, setup.edges) + 2 * size
    groups = {
        text: [each for each in puzzles if (each.kind == "lines") is is_lines]
        for text, is_lines in (("how_to_lines", True), ("how_to_paths", False))
    }
    for text, own in groups.items():
        if not own:
            continue
        top = _draw_paragraph(setup, canvas, strings.format(text), top, size)
        if example := _example_of(own):
            top = _draw_example(setup, canvas, example, top + size / 2, size) + 2 * size
    return canvas.finish([(0, title)])


def _draw_paragraph(setup: PageSetup, canvas: Canvas, text: str, top: float, size: float) -> float:
    """Draw a paragraph, and return where the next one begins."""
    lines = setup.wrap(text, size, setup.inner_width * 0.9)
    shapes = [
        setup.put_at_start(line, *setup.edges, top + size * (1 + LEADING * number), size)
        for number, line in enumerate(lines)
    ]
    canvas.add("text", shapes)
    return top + size * LEADING * (len(lines) + 1)


def _example_of(puzzles: Sequence[Puzzle]) -> Puzzle | None:
    """Make a small puzzle of the shortest words, by the rules of the first; None if none fits."""
    from ...puzzle.generate.make import make_puzzle

    first = puzzles[0]
    fills = first.kind in ("cover", "trail")  # words of all puzzles are more to choose from
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


def _draw_example(
    setup: PageSetup, canvas: Canvas, puzzle: Puzzle, top: float, size: float
) -> float:
    """Draw a solved puzzle with its words, and return its lower edge."""
    part, middle = GridPart(puzzle, setup), setup.middle
    width = setup.inner_width * _EXAMPLE_WIDTH
    cell = part.fit(width, width, _EXAMPLE_CELL)
    shapes = part.draw(middle - part.breadth * cell / 2, top, cell, with_key=True)
    canvas.add("grid", shapes, puzzle.strings.format("key_grid"))
    top += part.rows * cell + size / 2
    words = setup.wrap(" · ".join(puzzle.words), size, setup.inner_width * 0.9)
    canvas.add("text", setup.put_lines(words, middle, top, size))
    return top + size * LEADING * len(words)


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
        (setup.strings.format("puzzles", number=puzzles), 13.0),
    ]
    y = bottom + size * 1.3
    texts: list[Shape] = []
    for text, text_size in below:
        for line in setup.wrap(text, text_size, width):
            texts.append(setup.put(line, setup.middle, y, text_size))
            y += text_size * 1.6
    if author:
        texts.append(setup.put(author, setup.middle, setup.height * 0.86, 14.0))
    canvas.add("text", texts)
    return canvas.finish([(0, title)])
