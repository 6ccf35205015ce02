"""Sheets as vector PDF with embedded fonts, bookmarks, links and a structure for screen readers.

The same sheets give the same bytes: a file has no real date and nothing random.
"""

from __future__ import annotations

import base64
import datetime
import io
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import cache
from itertools import islice, pairwise, repeat
from pathlib import Path
from typing import Any, NamedTuple

from ..._util.io import import_extra, temporary_folder
from ..._util.plain_text import without_controls
from ..._util.time_limit import check_time
from ...errors import InputError
from .bidi import visual_runs
from .fonts import Face, Fonts, needs_shaping
from .sheet import Box, Capsule, Ink, Line, Link, Part, Picture, Shape, Sheet, Text
from .tagging import Tags

#: The creation date of every file: a real one would make the bytes differ.
_DATE = datetime.datetime(2000, 1, 1, tzinfo=datetime.UTC)
#: Earlier versions cannot embed a face of a font collection.
_MIN_FPDF2 = (2, 8, 6)
#: Distance of a quarter circle's control points, relative to the radius.
_QUARTER = 0.5523
#: Width of the outline that makes letters bold if a font has no bold face, per font size.
_BOLD_LINE = 0.035
#: Dots per inch of pictures that are drawn from SVG.
_PICTURE_DPI = 300


#: The share of a text's width that is before its anchor.
_BEFORE = {"start": 0.0, "middle": 0.5, "end": 1.0}


class _Run(NamedTuple):
    """Text of one face and one direction; `advance` is its width at a font size of 1."""

    face: Face
    text: str
    is_rtl: bool
    advance: float
    is_shaped: bool


@dataclass(frozen=True, slots=True)
class DocumentInfo:
    """The metadata of a document."""

    title: str = ""
    language: str = ""
    author: str = ""
    subject: str = ""


def sheets_to_pdf(sheets: Sequence[Sheet], fonts: Fonts, info: DocumentInfo | None = None) -> bytes:
    """Write sheets as a PDF, one page each.

    Raises:
        InputError: fpdf2 or uharfbuzz is not installed.
        PuzzleError: some letter is in no font.
    """
    writer = _Writer(fonts, info or DocumentInfo())
    with temporary_folder() as folder, closing(writer):
        writer.add_fonts(sheets, folder)
        for sheet in sheets:
            writer.add(sheet)
        return writer.bytes()


@cache
def _numbers(ink: Ink) -> str:
    """Return the operands of a colour."""
    return " ".join(f"{part:.3g}" for part in ink)


def _check_version(version: str) -> None:
    """Refuse an fpdf2 that is too old."""
    numbers = tuple(int(part) for part in version.split(".")[:3] if part.isdigit())
    if numbers < _MIN_FPDF2:
        least = ".".join(map(str, _MIN_FPDF2))
        raise InputError(
            f"PDF needs fpdf2 {least} or later, {version} is installed: "
            "pip install --upgrade 'lexigrid[pdf]'"
        )


class _Writer:
    def __init__(self, fonts: Fonts, info: DocumentInfo) -> None:
        fpdf = import_extra("fpdf", "pdf", "PDF")
        import_extra("uharfbuzz", "pdf", "PDF")  # fpdf2 shapes text with it
        _check_version(fpdf.FPDF_VERSION)
        self._pdf: Any = fpdf.FPDF(unit="pt")
        self._pdf.set_auto_page_break(False)
        self._pdf.set_margin(0)
        self._pdf.c_margin = 0
        self._pdf.set_creation_date(_DATE)
        self._pdf.set_producer("lexigrid")
        self._pdf.set_creator("lexigrid")
        self._pdf.set_title(without_controls(info.title))
        if info.author:
            self._pdf.set_author(without_controls(info.author))
        if info.subject:
            self._pdf.set_subject(without_controls(info.subject))
        if info.language:
            self._pdf.set_lang(info.language)
        self._pdf.viewer_preferences = fpdf.ViewerPreferences(display_doc_title=True)
        self._tags = Tags(self._pdf)
        self._fonts = fonts
        self._runs: dict[tuple[str, bool, bool], list[_Run]] = {}
        self._families: dict[Face, str] = {}
        self._boxes: dict[int, str] = {}
        self._encoded: dict[tuple[str, str], str] = {}
        self._lines: list[str] = []
        """Operators that are not yet in the page: fpdf2 takes many at once as fast as one."""
        self._font: tuple[str, float] | None = None
        self._ink: Ink | None = None
        self._selections: dict[tuple[str, float], str] = {}
        """The operators that select the fonts that the page has."""

    def add_fonts(self, sheets: Sequence[Sheet], folder: Path) -> None:
        """Embed a subset of each face that the texts need."""
        used: dict[Face, set[str]] = {}
        texts = dict.fromkeys(
            (shape.text, shape.bold, shape.rtl)
            for sheet in sheets
            for shape in sheet.shapes
            if isinstance(shape, Text)
        )
        for text, bold, rtl in texts:
            for run in self._split(text, bold, rtl):
                used.setdefault(run.face, set()).update(run.text)
        for face, characters in used.items():
            family = self._families[face] = f"face{len(self._families)}"
            path = folder / f"{family}.ttf"
            path.write_bytes(face.subset("".join(sorted(characters))))
            self._pdf.add_font(family, "", str(path))

    def close(self) -> None:
        """Close the files of the fonts, which fpdf2 does only at the end of a document."""
        for font in self._pdf.fonts.values():
            font.close()

    def _split(self, text: str, bold: bool, rtl: bool) -> list[_Run]:
        """Split text into runs of one face and one direction, in visual order."""
        key = (text, bold, rtl)
        if key not in self._runs:
            self._runs[key] = [
                _Run(face, part, is_rtl, face.advance(part), needs_shaping(part))
                for run, is_rtl in visual_runs(text, rtl)
                for face, part in self._fonts.pick(run, bold)[:: -1 if is_rtl else 1]
            ]
        return self._runs[key]

    def add(self, sheet: Sheet) -> None:
        pdf = self._pdf
        pdf.add_page(format=(sheet.width, sheet.height))
        for level, name in sheet.bookmarks:
            pdf.set_xy(0, 0)
            pdf.start_section(without_controls(name), level, strict=False)
        if any(sheet.trim):
            self._set_boxes(sheet)
        self._font = self._ink = None
        self._selections.clear()
        for part in sheet.parts:
            self._add_part(part)

    def _set_boxes(self, sheet: Sheet) -> None:
        """Record the boxes where the paper is cut and to which colour extends."""
        boxes = [f"[0 0 {sheet.width:.2f} {sheet.height:.2f}]"]
        for name, bleed in (("Trim", 0.0), ("Bleed", sheet.bleed)):
            left, top, right, bottom = (max(0.0, edge - bleed) for edge in sheet.trim)
            edges = (left, bottom, sheet.width - right, sheet.height - top)
            boxes.append(f"/{name}Box [{' '.join(f'{edge:.2f}' for edge in edges)}]")
        self._boxes[self._pdf.page] = "\n".join(boxes)

    def _add_part(self, part: Part) -> None:
        for shape in part.shapes:
            if isinstance(shape, Link):
                height = shape.y2 - shape.y1
                target = self._pdf.add_link(page=shape.page)
                self._pdf.link(shape.x1, shape.y1, shape.x2 - shape.x1, height, target)
        shapes = [shape for shape in part.shapes if not isinstance(shape, Link)]
        if not shapes:
            return
        with self._tags.mark(part.role, part.alt) as element:
            if element is None:
                self._draw_all(shapes)
                return
            rest = iter(shapes)
            for size in part.members or repeat(1, len(shapes)):
                own = [*islice(rest, size)]
                alt = next((each.alt for each in own if isinstance(each, Picture)), "")
                with self._tags.member(element, alt):
                    self._draw_all(own)

    def _draw_all(self, shapes: Sequence[Shape]) -> None:
        check_time()
        for shape in shapes:
            self._draw(shape)
        self._flush()

    def _flush(self) -> None:
        if self._lines:
            self._pdf._out("\n".join(self._lines))
            self._lines.clear()

    def _draw(self, shape: Shape) -> None:
        if isinstance(shape, Text):
            self._write(shape)
        elif isinstance(shape, Line):
            ends = (self._at(shape.x1, shape.y1), self._at(shape.x2, shape.y2))
            self._paint(f"{ends[0]} m {ends[1]} l", shape.width, shape.ink, None)
        elif isinstance(shape, Box):
            self._paint(self._box_path(shape), shape.width, shape.ink, shape.fill)
        elif isinstance(shape, Picture):
            self._place_picture(shape)
        elif isinstance(shape, Capsule):
            self._paint(self._capsule_path(shape), shape.width, shape.ink, shape.fill)

    def _place_picture(self, item: Picture) -> None:
        self._flush()
        kind, _, text = item.uri.partition(",")
        data = base64.b64decode(text)
        width, height = item.x2 - item.x1, item.y2 - item.y1
        if "svg" in kind:
            draw = import_extra("resvg_py", "png", "an SVG picture in PDF")
            across = round(width * _PICTURE_DPI / 72)
            data = bytes(
                draw.svg_to_bytes(svg_string=data.decode("utf-8", "replace"), width=across)
            )
        place = {"x": item.x1, "y": item.y1, "w": width, "h": height}
        self._pdf.image(io.BytesIO(data), **place, keep_aspect_ratio=True)

    def bytes(self) -> bytes:
        out = io.BytesIO()
        self._pdf.output(out, output_producer_class=_producer_with(self._boxes))
        return out.getvalue()

    def _write(self, item: Text) -> None:
        runs = self._split(item.text, item.bold, item.rtl)
        side = -1 if item.turned else 1
        x = item.x
        if before := _BEFORE[item.anchor]:
            x -= side * before * item.size * sum([run.advance for run in runs])
        for run in runs:
            if item.turned:
                self._flush()
                with self._pdf.rotation(180, x, item.y):
                    self._font = None
                    self._write_run(run, x, item)
                    self._flush()
                self._font = self._ink = None
            else:
                self._write_run(run, x, item)
            x += side * run.advance * item.size

    def _write_run(self, run: _Run, x: float, item: Text) -> None:
        pdf, size, y, face, emit = self._pdf, item.size, item.y, run.face, self._lines.append
        family = self._families[face]
        if self._font != (family, size):
            self._font = (family, size)
            emit(self._selections.get(self._font) or self._select(*self._font))
        if self._ink != item.ink:
            self._ink = item.ink
            emit(f"{_numbers(item.ink)} rg")
        if face.is_thin:
            emit(f"2 Tr {size * _BOLD_LINE:.2f} w 1 j {_numbers(item.ink)} RG")
        if run.is_shaped:
            self._flush()
            pdf.set_font(family, size=size)
            pdf.set_text_color(*(round(part * 255) for part in item.ink))
            pdf.set_text_shaping(True, direction="rtl" if run.is_rtl else "ltr")
            pdf.set_xy(x, y - 0.8 * size)  # the ascent
            pdf.cell(w=run.advance * size, h=size, text=run.text)  # `text` does not shape
            pdf.set_text_shaping(False)
        else:
            emit(f"BT {x:.2f} {pdf.h - y:.2f} Td {self._encode(family, run.text)} ET")
        if face.is_thin:
            emit("0 Tr")

    def _select(self, family: str, size: float) -> str:
        """Return the operators that select a font, after which the page has it."""
        pdf = self._pdf
        pdf.set_font(family, size=size)
        selection: str = pdf._set_font_for_page(pdf.current_font, pdf.font_size_pt)
        self._selections[family, size] = selection
        return selection

    def _encode(self, family: str, run: str) -> str:
        """Return the operator that shows a run, as fpdf2's `text` writes it, from a cache."""
        if (family, run) not in self._encoded:
            self._encoded[family, run] = self._pdf.fonts[family].encode_text(run)
        return self._encoded[family, run]

    def _at(self, x: float, y: float) -> str:
        return f"{x:.2f} {self._pdf.h - y:.2f}"

    def _paint(self, path: str, width: float, ink: Ink, fill: Ink | None) -> None:
        colours = [f"{_numbers(fill)} rg"] if fill else []
        colours += [f"{_numbers(ink)} RG {width:.2f} w"] if width else []
        paint = "B" if fill and width else "f" if fill else "S"
        self._lines.append(f"q 1 J {' '.join(colours)} {path} {paint} Q")

    def _curve(self, x: float, y: float, *rest: tuple[float, float]) -> str:
        return f"{self._at(*rest[0])} {self._at(*rest[1])} {self._at(x, y)} c"

    def _box_path(self, box: Box) -> str:
        x1, y1, x2, y2, r = box.x1, box.y1, box.x2, box.y2, box.radius
        if not r:
            return f"{self._at(x1, y2)} {x2 - x1:.2f} {y2 - y1:.2f} re"
        k = r * (1 - _QUARTER)
        return " ".join(
            (
                f"{self._at(x1 + r, y1)} m {self._at(x2 - r, y1)} l",
                self._curve(x2, y1 + r, (x2 - k, y1), (x2, y1 + k)),
                f"{self._at(x2, y2 - r)} l",
                self._curve(x2 - r, y2, (x2, y2 - k), (x2 - k, y2)),
                f"{self._at(x1 + r, y2)} l",
                self._curve(x1, y2 - r, (x1 + k, y2), (x1, y2 - k)),
                f"{self._at(x1, y1 + r)} l",
                self._curve(x1 + r, y1, (x1, y1 + k), (x1 + k, y1)),
                "h",
            )
        )

    def _capsule_path(self, item: Capsule) -> str:
        """Return the path of two half circles, each of two curves, and the lines between them."""
        ax, ay = (part * item.radius for part in item.axis())
        bx, by = -ay, ax
        k = _QUARTER

        def quarters(x: float, y: float, *corners: tuple[float, float]) -> Iterator[str]:
            for (px, py), (qx, qy) in pairwise(corners):
                yield self._curve(
                    x + qx,
                    y + qy,
                    (x + px + k * qx, y + py + k * qy),
                    (x + qx + k * px, y + qy + k * py),
                )

        return " ".join(
            (
                f"{self._at(item.x1 + bx, item.y1 + by)} m",
                *quarters(item.x1, item.y1, (bx, by), (-ax, -ay), (-bx, -by)),
                f"{self._at(item.x2 - bx, item.y2 - by)} l",
                *quarters(item.x2, item.y2, (-bx, -by), (ax, ay), (bx, by)),
                "h",
            )
        )


def _producer_with(boxes: Mapping[int, str]) -> Any:
    """Return fpdf2's class that writes files, extended by page boxes that it does not support."""
    output = import_extra("fpdf.output", "pdf", "PDF")

    class Producer(output.OutputProducer):  # type: ignore[misc,name-defined]
        def _add_pages(self, *args: Any, **options: Any) -> Any:
            pages = super()._add_pages(*args, **options)
            for page in pages:
                page.media_box = boxes.get(page.index(), page.media_box)
            return pages

    return Producer
