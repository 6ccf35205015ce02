"""The contents of pages: the text of sheets, and the boxes and font sizes of a PDF's characters."""

from __future__ import annotations

import ctypes
import unicodedata
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

import pypdfium2
import pypdfium2.raw as pdfium

import lexigrid as lg
from lexigrid.puzzle.generate.words import random_words
from lexigrid.render.print.sheet import Sheet, Text

#: Space at the edges that no text may use, in points.
MARGIN = 11.0
#: Points that boxes may share: the outlines of letters are rounded.
_TOLERANCE = 0.35
#: How far kerning may move a letter over the one before it, per font size.
_KERNING = 0.12


@dataclass(frozen=True)
class Glyph:
    """A character on a page, with the box of its outline, measured from the bottom left."""

    text: str
    left: float
    bottom: float
    right: float
    top: float
    size: float
    owner: int
    """The number of its text object."""
    index: int
    """Its position in the text of the page; a mark has that of its letter."""


def read_glyphs(page: pypdfium2.PdfPage) -> list[Glyph]:
    """Read the visible characters of a page."""
    text = page.get_textpage()
    owners: dict[Any, int] = {}
    glyphs = []
    place = 0
    for index in range(text.count_chars()):
        code = pdfium.FPDFText_GetUnicode(text, index)
        place += not unicodedata.category(chr(code)).startswith("M")
        if pdfium.FPDFText_IsGenerated(text, index) or chr(code).isspace():
            continue
        box = text.get_charbox(index)
        item = pdfium.FPDFText_GetTextObject(text, index)
        owner = owners.setdefault(ctypes.addressof(item.contents), len(owners))
        size = pdfium.FPDFText_GetFontSize(text, index)
        left, bottom, right, top = box
        glyphs.append(Glyph(chr(code), left, bottom, right, top, size, owner, place))
    return glyphs


def faults_of(pdf: bytes) -> list[str]:
    """Return the faults in the text of a PDF: outside the margins, or over other text."""
    document = pypdfium2.PdfDocument(pdf)
    faults = []
    for number in range(len(document)):
        page = document[number]
        glyphs = read_glyphs(page)
        faults += [
            f"page {number + 1}: {fault}" for fault in _page_faults(glyphs, *page.get_size())
        ]
    return faults


def _page_faults(glyphs: list[Glyph], width: float, height: float) -> Iterator[str]:
    for glyph in glyphs:
        is_inside = MARGIN <= glyph.left <= glyph.right <= width - MARGIN
        if not (is_inside and MARGIN <= glyph.bottom <= glyph.top <= height - MARGIN):
            yield f"outside: {glyph}"
        if glyph.text == "\ufffd":
            yield f"no letter: {glyph}"
    bands: dict[int, list[Glyph]] = defaultdict(list)
    for glyph in glyphs:
        for band in range(int(glyph.bottom // 20), int(glyph.top // 20) + 1):
            bands[band].append(glyph)
    for members in bands.values():
        members.sort(key=lambda each: each.left)
        for index, one in enumerate(members):
            for other in members[index + 1 :]:
                if other.left >= one.right - _TOLERANCE:
                    break
                is_over = min(one.top, other.top) - max(one.bottom, other.bottom) > _TOLERANCE
                if is_over and not _are_joined(one, other):
                    yield f"over each other: {one} and {other}"


def _are_joined(one: Glyph, other: Glyph) -> bool:
    """Do the letters belong to one text, in which they may touch?"""
    is_kerned = one.right - other.left <= _KERNING * one.size and one.size == other.size
    return one.owner == other.owner or (abs(one.index - other.index) <= 1 and is_kerned)


def structure_of(document: pypdfium2.PdfDocument, page: int) -> list[Any]:
    """Return the structure of a page as elements (type, description, members)."""
    tree = pdfium.FPDF_StructTree_GetForPage(document[page])
    root = pdfium.FPDF_StructTree_GetChildAtIndex(tree, 0)
    return list(_members(root))


def _members(element: Any) -> Iterator[Any]:
    for index in range(pdfium.FPDF_StructElement_CountChildren(element)):
        if member := pdfium.FPDF_StructElement_GetChildAtIndex(element, index):
            kind = _text(pdfium.FPDF_StructElement_GetType, member)
            alt = _text(pdfium.FPDF_StructElement_GetAltText, member)
            yield kind, alt, list(_members(member))


def _text(read: Any, element: Any) -> str:
    length = read(element, None, 0)
    buffer = ctypes.create_string_buffer(max(length, 2))
    read(element, buffer, length)
    return buffer.raw[:length].decode("utf-16-le").rstrip("\0")


def texts_of(sheet: Sheet, role: str = "") -> list[Text]:
    """Return the text of a sheet, or of its parts with a role."""
    return [
        shape
        for part in sheet.parts
        if not role or part.role == role
        for shape in part.shapes
        if isinstance(shape, Text)
    ]


def words_on(pdf: bytes, page: int) -> str:
    return str(pypdfium2.PdfDocument(pdf)[page].get_textpage().get_text_range())


@cache
def puzzle_of(count: int, size: int) -> lg.Puzzle:
    words = random_words(count, 1, shortest=4, longest=min(9, size))
    return lg.make_puzzle(words, size=size, seed=1, title="A title of some length")
