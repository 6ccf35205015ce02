"""Sheets as SVG with text that can be searched, and SVG as PNG."""

from __future__ import annotations

from collections.abc import Iterator
from xml.sax.saxutils import escape, quoteattr

from ..._util.io import import_extra
from ..._util.plain_text import without_controls
from .fonts import Fonts, family_of
from .sheet import Line, Outline, Sheet, Text

_FAMILIES = "Noto Sans, DejaVu Sans, Arial, sans-serif"


def sheet_to_svg(sheet: Sheet, *, title: str = "", fonts: Fonts | None = None) -> str:
    """Write a sheet as SVG; with `fonts`, each text names the fonts that have its letters.

    >>> sheet_to_svg(Sheet(10, 10, (Line(0, 5, 10, 5),)))[:4]
    '<svg'
    """
    return "".join(_render(sheet, title, fonts))


def _render(sheet: Sheet, title: str, fonts: Fonts | None) -> Iterator[str]:
    yield (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {sheet.width:g} {sheet.height:g}" '
        f'width="{sheet.width:g}" height="{sheet.height:g}" role="img" '
        f"font-family={quoteattr(_FAMILIES)}>\n"
    )
    yield f"<title>{escape(without_controls(title) or 'Word search')}</title>\n"
    yield '<rect width="100%" height="100%" fill="#fff"/>\n'
    for item in sheet.items:
        if isinstance(item, Text):
            yield _render_text(item, fonts)
        elif isinstance(item, Line):
            yield (
                f'<path d="M{item.x1:g} {item.y1:g}L{item.x2:g} {item.y2:g}" '
                f'stroke="#000" stroke-width="{item.width:g}"/>\n'
            )
        else:
            yield _render_outline(item)
    yield "</svg>\n"


def _render_text(item: Text, fonts: Fonts | None) -> str:
    grey = round(item.shade * 255)
    family = ""
    if fonts is not None:
        names = dict.fromkeys(family_of(path) for path, _ in fonts.pick(item.text))
        family = f" font-family={quoteattr(', '.join(names))}"
    fill = "" if item.shade == 0 else f' fill="rgb({grey},{grey},{grey})"'
    # Without the attribute, several blanks are shown as one.
    family += ' xml:space="preserve"' if "  " in item.text else ""
    return (
        f'<text x="{item.x:g}" y="{item.y:g}" font-size="{item.size:g}" '
        f'text-anchor="{item.anchor}"{family}{fill}>{escape(item.text)}</text>\n'
    )


def _render_outline(item: Outline) -> str:
    ax, ay = item.axis()
    r = item.radius
    bx, by = -ay * r, ax * r  # at right angles to the axis
    points = (
        (item.x1 + bx, item.y1 + by),
        (item.x1 - bx, item.y1 - by),
        (item.x2 - bx, item.y2 - by),
        (item.x2 + bx, item.y2 + by),
    )
    (x0, y0), (x1, y1), (x2, y2), (x3, y3) = ((round(x, 2), round(y, 2)) for x, y in points)
    return (
        f'<path d="M{x0:g} {y0:g}A{r:g} {r:g} 0 0 1 {x1:g} {y1:g}L{x2:g} {y2:g}'
        f'A{r:g} {r:g} 0 0 1 {x3:g} {y3:g}Z" fill="none" stroke="#000" '
        f'stroke-width="{item.width:g}"/>\n'
    )


def svg_to_png(svg: str, fonts: Fonts, *, zoom: float = 2.0) -> bytes:
    """Draw SVG as PNG with the fonts that its text names.

    Raises:
        InputError: resvg-py is not installed.
    """
    resvg = import_extra("resvg_py", "png", "PNG")
    files = [str(path) for path in fonts.paths]
    return bytes(
        resvg.svg_to_bytes(svg_string=svg, zoom=zoom, font_files=files, skip_system_fonts=True)
    )
