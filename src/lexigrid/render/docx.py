"""A puzzle as a document for Word and LibreOffice: a table of letters, the list, and the key.

Everything can be edited: cells are cells of a table, entries are numbered by their text.
"""

from __future__ import annotations

import io
import zipfile
from base64 import b64decode
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from .._util.io import import_extra
from .._util.plain_text import without_controls
from ..errors import PuzzleError
from ..geometry import ARROWS, Cell
from ..puzzle import Puzzle
from .listing import list_words, note_on, title_of
from .print.head_foot import describe_paths, describe_tasks, draw_blanks
from .print.options import LARGE_TEXT, PageOptions
from .print.sheet import paper_size
from .print.word_list import in_case, notes_on_letters, number_words
from .terminal.page import Page
from .terminal.puzzle_text import describe_kind, describe_solutions, key_columns, key_places

#: The date of every file and of its members: a real one would make the bytes differ.
_DATE = datetime(2000, 1, 1, tzinfo=UTC)
_ZIP_DATE = (2000, 1, 1, 0, 0, 0)
_MARGIN = 42.0
#: The greatest side of a cell, and the font size of its letter relative to it.
_MOST_CELL, _LETTER = 42.0, 0.6
#: The same in large print.
_LARGE_LETTER = 0.76
#: The share of the page's height that the grid may have, and that of the key.
_GRID_SHARE, _KEY_SHARE = 0.58, 0.46
#: The longest entries that are listed in four and in three columns, in letters.
_SHORT, _MIDDLING = 11, 18
#: The letters of a clue in a line of two columns.
_LINE = 38
_FONT = "Arial"
_TITLE, _WORD, _TEXT, _BLANK = 26.0, 16.0, 12.0, 28.0
_SHADE = "D9D9D9"
#: Fills of words on paths, which also differ in grey.
_FILLS = ("FFE08A", "9CC9F0", "C9E7B5", "F4B6C2", "E4E4E4", "C9B6E4", "F7C59F")


def puzzle_to_docx(puzzle: Puzzle, page: PageOptions) -> bytes:
    """Return a puzzle as a document, with the answers on a page of their own.

    Raises:
        InputError: python-docx is not installed.
    """
    writer = _Writer(puzzle, page)
    if not page.key_only:
        writer.add_puzzle()
    if page.with_key is not False:
        writer.add_key(is_first=page.key_only)
    return writer.bytes()


def _fills_of(puzzle: Puzzle) -> list[str]:
    """Return a fill for each word of the key: grey on lines, another one than its neighbours'."""
    if puzzle.kind == "lines":
        return [_SHADE] * len(puzzle.key)
    fills: list[str] = []
    filled: dict[tuple[int, int], str] = {}
    for placed in puzzle.key:
        around = {
            filled.get((row + down, column + right))
            for row, column in placed.cells
            for down in (-1, 0, 1)
            for right in (-1, 0, 1)
        }
        free = [fill for fill in _FILLS if fill not in around] or [*_FILLS]
        fills.append(min(free, key=fills.count))
        filled |= dict.fromkeys(placed.cells, fills[-1])
    return fills


class _Writer:
    def __init__(self, puzzle: Puzzle, page: PageOptions) -> None:
        self._docx = import_extra("docx", "office", "DOCX")
        shared = import_extra("docx.shared", "office", "DOCX")
        self._text = import_extra("docx.enum.text", "office", "DOCX")
        self._table = import_extra("docx.enum.table", "office", "DOCX")
        self._xml = import_extra("docx.oxml", "office", "DOCX")
        self._points = shared.Pt
        self._puzzle, self._page = puzzle, page
        self._document: Any = self._docx.Document()
        self._title = without_controls(title_of(puzzle))
        section = self._document.sections[0]
        self._width, self._height = paper_size(page.paper)
        section.page_width, section.page_height = map(shared.Pt, (self._width, self._height))
        for side in ("left", "right", "top", "bottom"):
            setattr(section, f"{side}_margin", shared.Pt(_MARGIN))
        self._set_styles(shared.RGBColor(0, 0, 0))
        properties = self._document.core_properties
        properties.title, properties.author = self._title, ""
        properties.language = puzzle.strings.language
        properties.created = properties.modified = _DATE

    def _set_styles(self, black: Any) -> None:
        """Let titles and texts look like those of a PDF."""
        styles, least = self._document.styles, self._page.least_letter
        heading, normal = styles["Heading 1"], styles["Normal"]
        for style, size in ((normal, max(_TEXT, least)), (heading, max(_TITLE, least))):
            style.font.name, style.font.size = _FONT, self._points(size)
            style.paragraph_format.space_before = self._points(0)
            style.paragraph_format.space_after = self._points(size / 4)
            names = style.element.rPr.rFonts
            for key in [each for each in names.attrib if each.endswith("Theme")]:
                del names.attrib[key]  # it would be used instead
        heading.font.color.rgb = black
        heading.paragraph_format.alignment = self._text.WD_ALIGN_PARAGRAPH.CENTER

    def add_puzzle(self) -> None:
        """Add the title, the grid, the list and what else there is to find."""
        strings, puzzle = self._puzzle.strings, self._puzzle
        if self._page.name_line:
            texts = (f"{strings.format(name)} {'_' * 24}" for name in ("name", "date"))
            self._document.add_paragraph("    ".join(texts))
        self._document.add_heading(self._title, 1)
        if self._page.direction_line:
            arrows = (ARROWS[each.row_step, each.column_step] for each in puzzle.directions)
            text = "  ".join((strings.format("directions"), *arrows))
            self._add_line(text if puzzle.kind == "lines" else describe_paths(puzzle))
        self._add_grid({}, _GRID_SHARE, self._page.least_letter)
        self._add_line("")
        self._add_list()
        if puzzle.kind != "lines":
            self._add_line(describe_kind(puzzle))
        blanks = draw_blanks(puzzle.message)
        for line in describe_tasks(puzzle, with_length=not blanks):
            self._add_line(line)
        self._add_line(blanks, _BLANK)
        for line in notes_on_letters(puzzle):
            self._add_line(line)

    def _add_line(self, text: str, size: float | None = None) -> None:
        """Add a centred line; an empty one is low."""
        paragraph = self._document.add_paragraph()
        paragraph.alignment = self._text.WD_ALIGN_PARAGRAPH.CENTER
        paragraph.paragraph_format.space_after = self._points(3)
        run = paragraph.add_run(without_controls(text) or " ")
        run.font.size = self._points(size) if text and size else None if text else self._points(4)

    def add_key(self, *, is_first: bool) -> None:
        """Add the answers: the grid with the words shaded, and the place of each word."""
        strings, puzzle = self._puzzle.strings, self._puzzle
        heading = self._document.add_heading(f"{self._title} · {strings.format('answers')}", 1)
        heading.paragraph_format.page_break_before = not is_first
        least = LARGE_TEXT if self._page.large_print else 0.0
        fills = _fills_of(puzzle)
        marked = {
            cell: fill for each, fill in zip(puzzle.key, fills, strict=True) for cell in each.cells
        }
        self._add_grid(marked, _KEY_SHARE, least)
        self._add_line("")
        rows = [[strings.format(name) for name in key_columns(puzzle)]]
        notes = [note_on(placed, self._page.list_as) for placed in puzzle.key]
        rows[0] += [strings.format("key_clue")] if any(notes) else []
        words = number_words(puzzle, self._page)
        for word, placed, note in zip(words, puzzle.key, notes, strict=True):
            places = [*key_places(puzzle, placed, Page())]
            rows.append([word, *(places if placed.length else [""] * len(places))])
            rows[-1] += [note] if any(notes) else []
        table = self._document.add_table(len(rows), len(rows[0]))
        for own, texts in zip(table.rows, rows, strict=True):
            for cell, text in zip(own.cells, texts, strict=True):
                self._write(cell.paragraphs[0], text)
        across = self._width - 2 * _MARGIN
        shares: tuple[float, ...]
        if puzzle.kind == "lines":
            shares = (0.2, 0.12, 0.12, 0.12, 0.44) if any(notes) else (0.4, 0.2, 0.2, 0.2)
        else:
            shares = (0.2, 0.12, 0.28, 0.4) if any(notes) else (0.3, 0.12, 0.58)
        self._set_widths(table, [across * share for share in shares])
        for row, fill in zip(table.rows[1:], fills, strict=True):
            if puzzle.kind != "lines":  # the word has the fill of its cells
                row.cells[0]._tc.get_or_add_tcPr().append(self._shading(fill))
        for line in describe_solutions(puzzle):
            self._add_line(line)
        self._add_line("")  # a table at the end would be followed by a line of its own

    def _write(self, paragraph: Any, text: str) -> None:
        """Write an entry of a table; its further lines are indented."""
        indent = paragraph.paragraph_format
        indent.space_after, indent.left_indent = self._points(1), self._points(18)
        indent.first_line_indent = self._points(-18)
        paragraph.add_run(without_controls(text))

    def _set_widths(self, table: Any, widths: Sequence[float]) -> None:
        """Set the widths of columns, for LibreOffice, and of cells, for Word."""
        table.autofit = False
        for column, width in zip(table.columns, widths, strict=True):
            column.width = self._points(width)
            for cell in column.cells:
                cell.width = self._points(width)

    def _add_grid(self, marked: Mapping[Cell, str], share: float, least: float = 0.0) -> None:
        """Add the grid as a table; `marked` has the fill of cells."""
        grid = self._puzzle.grid
        ratio = _LARGE_LETTER if self._page.large_print else _LETTER
        across, down = (self._width - 2 * _MARGIN) / grid.columns, self._height / grid.rows
        wanted = least / ratio  # for which large print gives up height
        side = min(across, max(down * share, wanted), max(_MOST_CELL, wanted))
        if side < wanted - 0.01 or side * grid.rows > self._height - 2 * _MARGIN:
            raise PuzzleError(
                f"large print has letters of {least:g} points or more, in which the grid of "
                f"{grid.rows}x{grid.columns} is larger than the paper {self._page.paper}; make a "
                "smaller grid or use larger paper"
            )
        table = self._document.add_table(grid.rows, grid.columns)
        table.style = "Table Grid"
        table.alignment = self._table.WD_TABLE_ALIGNMENT.CENTER
        self._set_widths(table, [side] * grid.columns)
        for row, own in enumerate(table.rows):
            own.height = self._points(side)
            own.height_rule = self._table.WD_ROW_HEIGHT_RULE.EXACTLY
            for column, cell in enumerate(own.cells):
                cell.vertical_alignment = self._table.WD_CELL_VERTICAL_ALIGNMENT.CENTER
                [paragraph] = cell.paragraphs
                paragraph.alignment = self._text.WD_ALIGN_PARAGRAPH.CENTER
                paragraph.paragraph_format.space_after = self._points(0)
                tile = grid[row, column]
                run = paragraph.add_run("" if tile is None else tile.face)
                run.font.size, run.font.bold = self._points(round(side * ratio, 1)), True
                self._format(cell, marked.get(Cell(row, column), ""), is_hole=tile is None)

    def _format(self, cell: Any, fill: str, *, is_hole: bool = False) -> None:
        """Set the margins of a cell to nothing, fill it, or take the lines of a hole away."""
        properties = cell._tc.get_or_add_tcPr()
        space = self._docx.oxml.ns.nsdecls("w")
        parts = []
        if is_hole:
            edges = "".join(f'<w:{e} w:val="nil"/>' for e in ("top", "left", "bottom", "right"))
            parts.append(f"<w:tcBorders {space}>{edges}</w:tcBorders>")
        edges = "".join(f'<w:{e} w:w="0" w:type="dxa"/>' for e in ("left", "right"))
        parts.append(f"<w:tcMar {space}>{edges}</w:tcMar>")
        vertical = properties.find(self._docx.oxml.ns.qn("w:vAlign"))
        if fill:
            vertical.addprevious(self._shading(fill))
        for part in parts:
            vertical.addprevious(self._xml.parse_xml(part))

    def _shading(self, fill: str) -> Any:
        space = self._docx.oxml.ns.nsdecls("w")
        return self._xml.parse_xml(f'<w:shd {space} w:val="clear" w:color="auto" w:fill="{fill}"/>')

    def _add_list(self) -> None:
        page, puzzle = self._page, self._puzzle
        listed = [placed.word for placed in puzzle.listed]
        entries = list_words(puzzle, in_case(puzzle, listed, page.list_case), page.list_as)
        if not entries:
            return
        facts = [placed.facts for placed in puzzle.listed]
        longest = max(map(len, entries))
        across = 4 if longest <= _SHORT and not page.large_print else 3
        across = 2 if longest > _MIDDLING or any(each.group for each in facts) else across
        across = min(across, len(entries))
        table = self._document.add_table(-(-len(entries) // across) if across > 2 else 1, across)
        down, lines = len(table.rows), [1 + len(each) // _LINE for each in entries]
        group = ""
        for at, (entry, own) in enumerate(zip(entries, facts, strict=True)):
            is_second = 2 * sum(lines[:at]) + lines[at] > sum(lines)
            cell = table.cell(at % down, at // down if down > 1 or across > 2 else is_second)
            paragraph = cell.paragraphs[0]
            if own.group != group:
                paragraph = cell.add_paragraph() if paragraph.runs else paragraph
                self._write(paragraph, own.group)
                paragraph.runs[0].bold, group = True, own.group
            if paragraph.runs:
                paragraph = cell.add_paragraph()
            mark = "☐ " * page.has_boxes + f"{at + 1}. " * page.has_numbers
            is_picture = page.list_as == "pictures" and own.image
            self._write(paragraph, mark if is_picture else mark + entry)
            if is_picture:
                self._add_picture(paragraph, own.image, entry)
            if across > 2:
                paragraph.runs[0].font.size = self._points(max(_WORD, page.least_letter))

    def _add_picture(self, paragraph: Any, uri: str, alt: str) -> None:
        kind, _, text = uri.partition(",")
        data = b64decode(text)
        if "svg" in kind:
            draw = import_extra("resvg_py", "png", "an SVG picture in DOCX")
            data = bytes(draw.svg_to_bytes(svg_string=data.decode("utf-8", "replace"), width=300))
        picture = paragraph.add_run().add_picture(io.BytesIO(data), height=self._points(54))
        picture._inline.docPr.set("descr", alt)

    def bytes(self) -> bytes:
        """Return the file; equal puzzles give equal bytes."""
        drawn, out = io.BytesIO(), io.BytesIO()
        self._document.save(drawn)
        with zipfile.ZipFile(drawn) as made, zipfile.ZipFile(out, "w") as file:
            for name in made.namelist():
                member = zipfile.ZipInfo(name, _ZIP_DATE)
                member.compress_type = zipfile.ZIP_DEFLATED
                file.writestr(member, made.read(name))
        return out.getvalue()
