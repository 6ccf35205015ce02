"""Sheets as SVG with searchable text, and as PNG drawn from it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import groupby
from xml.sax.saxutils import escape, quoteattr

from ..._util.io import import_extra, temporary_folder
from ..._util.plain_text import without_controls
from ..._util.time_limit import check_time
from .bidi import is_rtl_text
from .fonts import Face, Fonts
from .sheet import Box, Capsule, Ink, Line, Picture, Shape, Sheet, Text

_FAMILIES = "Noto Sans, DejaVu Sans, Arial, sans-serif"
#: Isolate text that runs from right to left, so that every program orders its parts alike.
_RLI, _PDI = "\N{RIGHT-TO-LEFT ISOLATE}", "\N{POP DIRECTIONAL ISOLATE}"
_POINTS_PER_INCH = 72


def sheet_to_svg(
    sheet: Sheet,
    *,
    title: str = "",
    language: str = "",
    families: str = "",
    size: tuple[float, float] | None = None,
) -> str:
    """Write a sheet as SVG; `size` replaces the width and height of the paper.

    >>> sheet_to_svg(Sheet(10, 10))[:4]
    '<svg'
    """
    return "".join(_render(sheet, title, language, families or _FAMILIES, size))


def _render(
    sheet: Sheet, title: str, language: str, families: str, size: tuple[float, float] | None
) -> Iterator[str]:
    lang = f" xml:lang={quoteattr(language)}" if language else ""
    width, height = size or (sheet.width, sheet.height)
    yield (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {sheet.width:g} {sheet.height:g}" '
        f'width="{width:g}" height="{height:g}" role="img" '
        f"font-family={quoteattr(families)}{lang}>\n"
    )
    yield f"<title>{escape(without_controls(title))}</title>\n"
    yield '<rect width="100%" height="100%" fill="#fff"/>\n'
    # Design programs show the names of groups: title, grid, in it answers and letters, list ...
    names: Counter[str] = Counter()
    for part in sheet.parts:
        yield _open_group(part.role, names)
        for name, shapes in groupby(part.shapes, _group_in_grid if part.role == "grid" else _none):
            if name:
                yield _open_group(name, names)
            yield from _render_shapes(shapes)
            yield "</g>\n" if name else ""
        yield "</g>\n"
    yield "</svg>\n"


def _open_group(name: str, names: Counter[str]) -> str:
    names[name] += 1
    return f'<g id="{name if names[name] == 1 else f"{name}-{names[name]}"}">\n'


def _group_in_grid(shape: Shape) -> str:
    return "answers" if isinstance(shape, Capsule) else "letters" if isinstance(shape, Text) else ""


def _none(shape: Shape) -> str:
    return ""


def _render_shapes(shapes: Iterable[Shape]) -> Iterator[str]:
    for shape in shapes:
        check_time()
        if isinstance(shape, Text):
            yield _render_text(shape)
        elif isinstance(shape, Line):
            path = (
                f'd="M{shape.x1:g} {shape.y1:g}L{shape.x2:g} {shape.y2:g}" stroke-linecap="round"'
            )
            yield f"<path {path}{_paint(shape.width, shape.ink, None)}/>\n"
        elif isinstance(shape, Box):
            radius = f' rx="{shape.radius:g}"' if shape.radius else ""
            width, height = shape.x2 - shape.x1, shape.y2 - shape.y1
            yield (
                f'<rect x="{shape.x1:g}" y="{shape.y1:g}" width="{width:g}" height="{height:g}"'
                f"{radius}{_paint(shape.width, shape.ink, shape.fill)}/>\n"
            )
        elif isinstance(shape, Capsule):
            yield _render_capsule(shape)
        elif isinstance(shape, Picture):
            yield (
                f'<image x="{shape.x1:g}" y="{shape.y1:g}" width="{shape.x2 - shape.x1:g}" '
                f'height="{shape.y2 - shape.y1:g}" href={quoteattr(shape.uri)}>'
                f"<title>{escape(shape.alt)}</title></image>\n"
            )


def _colour(ink: Ink) -> str:
    return "#" + "".join(f"{round(part * 255):02x}" for part in ink)


def _paint(width: float, ink: Ink, fill: Ink | None) -> str:
    colour = f' fill="{_colour(fill)}"' if fill else ' fill="none"'
    return colour + (f' stroke="{_colour(ink)}" stroke-width="{width:g}"' if width else "")


def _render_text(item: Text) -> str:
    attributes = "" if not any(item.ink) else f' fill="{_colour(item.ink)}"'
    attributes += ' font-weight="bold"' if item.bold else ""
    # Without this attribute, several blanks are shown as one.
    attributes += ' xml:space="preserve"' if "  " in item.text else ""
    attributes += f' transform="rotate(180 {item.x:g} {item.y:g})"' if item.turned else ""
    text = f"{_RLI}{item.text}{_PDI}" if item.rtl and not is_plain(item.text) else item.text
    return (
        f'<text x="{item.x:g}" y="{item.y:g}" font-size="{item.size:g}" '
        f'text-anchor="{item.anchor}"{attributes}>{escape(text)}</text>\n'
    )


def is_plain(text: str) -> bool:
    """Does the text have the same direction in any context?"""
    return len(text) == 1 or (text.isalpha() and not is_rtl_text(text))


def _render_capsule(item: Capsule) -> str:
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
        f'A{r:g} {r:g} 0 0 1 {x3:g} {y3:g}Z"{_paint(item.width, item.ink, item.fill)}/>\n'
    )


def sheet_to_png(sheet: Sheet, fonts: Fonts, *, dpi: int = 144, title: str = "") -> bytes:
    """Draw a sheet as PNG and record the resolution in it.

    Raises:
        InputError: resvg-py is not installed.
        PuzzleError: some letter is in no font.
    """
    resvg = import_extra("resvg_py", "png", "PNG")
    used: dict[Face, set[str]] = {}
    for shape in sheet.shapes:
        if isinstance(shape, Text):
            for face, run in fonts.pick(shape.text, shape.bold):
                used.setdefault(face, set()).update(run)
    with temporary_folder() as folder:
        files: list[str] = []
        for face, characters in used.items():
            path = folder / f"face{len(files)}.ttf"
            path.write_bytes(face.subset("".join(sorted(characters))))
            files.append(str(path))
        families = ", ".join(dict.fromkeys(face.file.family for face in used)) or _FAMILIES
        size = tuple(round(side * dpi / _POINTS_PER_INCH) for side in (sheet.width, sheet.height))
        svg = sheet_to_svg(sheet, title=title, families=families, size=(size[0], size[1]))
        drawn = resvg.svg_to_bytes(svg_string=svg, font_files=files, skip_system_fonts=True)
        return with_resolution(bytes(drawn), dpi)


def with_resolution(png: bytes, dpi: int) -> bytes:
    """Return a PNG with its resolution in a pHYs chunk after the header.

    >>> header = b"\\x89PNG\\r\\n\\x1a\\n" + bytes(25)
    >>> with_resolution(header, 300)[37:41]
    b'pHYs'
    """
    from zlib import crc32

    per_metre = round(dpi / 0.0254)
    body = b"pHYs" + per_metre.to_bytes(4, "big") * 2 + b"\x01"
    chunk = (9).to_bytes(4, "big") + body + crc32(body).to_bytes(4, "big")
    header = 33  # the signature and IHDR
    return png[:header] + chunk + png[header:]
