"""Sheets as vector PDF with embedded fonts.

The same sheets give the same bytes: no file has a date or anything random.
"""

from __future__ import annotations

import datetime
import io
from collections.abc import Iterable
from itertools import pairwise
from pathlib import Path
from typing import Any

from ..._util.io import import_extra
from ..._util.plain_text import without_controls
from ...errors import InputError
from .fonts import Fonts
from .sheet import Line, Outline, Sheet, Text

#: The creation date of every file: a real one would make the bytes differ.
_DATE = datetime.datetime(2000, 1, 1, tzinfo=datetime.UTC)
#: Earlier versions fail with KeyError: 'fvar' for the fonts of fontpkg-noto-sans.
_MIN_FPDF2 = (2, 8, 5)


def sheets_to_pdf(sheets: Iterable[Sheet], fonts: Fonts, *, title: str = "") -> bytes:
    """Write sheets as a PDF, one page each.

    Raises:
        InputError: fpdf2 or uharfbuzz is not installed.
        PuzzleError: no font has some letter.
    """
    writer = _Writer(fonts, title)
    for sheet in sheets:
        writer.add(sheet)
    return writer.bytes()


def _check_version(version: str) -> None:
    """Refuse an fpdf2 that cannot embed fonts whose variations were removed."""
    numbers = tuple(int(part) for part in version.split(".")[:3] if part.isdigit())
    if numbers < _MIN_FPDF2:
        least = ".".join(map(str, _MIN_FPDF2))
        raise InputError(
            f"PDF needs fpdf2 {least} or later, {version} is installed: "
            "pip install --upgrade 'lexigrid[pdf]'"
        )


def _needs_shaping(run: str) -> bool:
    """May the text have combining marks, joined letters or letters from right to left?"""
    return len(run) > 1 and not run.isascii()


class _Writer:
    def __init__(self, fonts: Fonts, title: str) -> None:
        fpdf = import_extra("fpdf", "pdf", "PDF")
        import_extra("uharfbuzz", "pdf", "PDF")  # fpdf2 shapes text with it
        _check_version(fpdf.FPDF_VERSION)
        self._pdf: Any = fpdf.FPDF(unit="pt")
        self._pdf.set_auto_page_break(False)
        self._pdf.set_margin(0)
        self._pdf.c_margin = 0
        self._pdf.set_creation_date(_DATE)
        self._pdf.set_producer("lexigrid")
        self._pdf.set_title(without_controls(title) or "Word search")
        self._fonts = fonts
        self._families: dict[Path, str] = {}
        self._current_font: tuple[str, float] | None = None
        self._widths: dict[tuple[Path, str], float] = {}

    def add(self, sheet: Sheet) -> None:
        self._pdf.add_page(format=(sheet.width, sheet.height))
        self._current_font = None
        shade = -1.0
        for item in sheet.items:
            if isinstance(item, Text):
                if item.shade != shade:
                    shade = item.shade
                    self._pdf.set_text_color(round(shade * 255))
                self._write(item)
            elif isinstance(item, Line):
                self._pdf.set_line_width(item.width)
                self._pdf.line(item.x1, item.y1, item.x2, item.y2)
            else:
                self._draw_outline(item)

    def bytes(self) -> bytes:
        out = io.BytesIO()
        self._pdf.output(out)
        return out.getvalue()

    def _set_font(self, path: Path, size: float) -> None:
        family = self._families.get(path)
        if family is None:
            family = self._families[path] = f"font{len(self._families)}"
            self._pdf.add_font(family, "", str(path))
        if self._current_font != (family, size):
            self._pdf.set_font(family, size=size)
            self._current_font = (family, size)

    def _write(self, item: Text) -> None:
        runs = self._fonts.pick(item.text)
        widths = [self._width(path, run, item.size) for path, run in runs]
        total = sum(widths)
        x = item.x - {"start": 0.0, "middle": total / 2, "end": total}[item.anchor]
        for (path, run), width in zip(runs, widths, strict=True):
            self._set_font(path, item.size)
            if _needs_shaping(run):
                self._pdf.set_text_shaping(True)
                self._pdf.set_xy(x, item.y - 0.8 * item.size)  # the ascent
                self._pdf.cell(w=width, h=item.size, text=run)  # `text` does not shape
                self._pdf.set_text_shaping(False)
            else:
                self._pdf.text(x, item.y, run)
            x += width

    def _width(self, path: Path, run: str, size: float) -> float:
        self._set_font(path, size)
        if (path, run) not in self._widths:
            self._pdf.set_text_shaping(_needs_shaping(run))
            self._widths[path, run] = self._pdf.get_string_width(run) / size
            self._pdf.set_text_shaping(False)
        return self._widths[path, run] * size

    def _draw_outline(self, item: Outline) -> None:
        """Draw two half circles, each as two Bezier curves, and the lines between them."""
        ax, ay = (part * item.radius for part in item.axis())
        bx, by = -ay, ax
        k = 0.5523  # distance of the control points of a quarter circle, per radius
        start, end = (item.x1, item.y1), (item.x2, item.y2)
        curves = ((start, (bx, by), (-ax, -ay), (-bx, -by)), (end, (-bx, -by), (ax, ay), (bx, by)))
        self._pdf.set_line_width(item.width)
        for (cx, cy), *corners in curves:
            for (px, py), (qx, qy) in pairwise(corners):
                self._curve(
                    (cx + px, cy + py),
                    (cx + px + k * qx, cy + py + k * qy),
                    (cx + qx + k * px, cy + qy + k * py),
                    (cx + qx, cy + qy),
                )
        for sx, sy in ((bx, by), (-bx, -by)):
            self._pdf.line(start[0] + sx, start[1] + sy, end[0] + sx, end[1] + sy)

    def _curve(self, *points: tuple[float, float]) -> None:
        height = self._pdf.h
        (x0, y0), *rest = points
        flat = " ".join(f"{x:.2f} {height - y:.2f}" for x, y in rest)
        self._pdf._out(f"{x0:.2f} {height - y0:.2f} m {flat} c S")
