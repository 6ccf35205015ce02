"""Bytes to text: byte order marks, UTF-16 and 32, one-byte encodings, workbooks, documents.

What is not UTF-8 is read with a note that names the encoding, or refused with a remedy.
"""

from __future__ import annotations

import codecs
import io
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from contextlib import suppress
from math import log
from typing import Any, NamedTuple
from unicodedata import category

from .._util.io import StrPath, import_extra, name_of
from ..errors import LexigridError

#: A longer mark comes before a shorter one that it begins with.
_MARKS = {
    codecs.BOM_UTF8: "utf-8",
    codecs.BOM_UTF32_LE: "utf-32-le",
    codecs.BOM_UTF32_BE: "utf-32-be",
    codecs.BOM_UTF16_LE: "utf-16-le",
    codecs.BOM_UTF16_BE: "utf-16-be",
}
#: The categories of what no text has, but blanks.
_NO_TEXT = ("Cc", "Cn", "Co", "Cs")
#: The first bytes of files that are no text, and what they are.
_OTHERS = {
    b"%PDF-": "PDF",
    b"<svg ": "SVG",
    b"{\\rtf": "rich text (RTF)",
    b"\x1f\x8b": "compressed (gzip)",
    b"\xfd7zXZ": "compressed (xz)",
    b"\x28\xb5\x2f\xfd": "compressed (zstd)",
    b"PAR1": "Parquet",
    b"\xd0\xcf\x11\xe0": "an old office file (.xls or .doc)",
}
#: The pictures among files, by their first bytes.
_PICTURES = {
    b"\x89PNG": "PNG",
    b"\xff\xd8\xff": "JPEG",
    b"GIF8": "GIF",
    b"II*\0": "TIFF",
    b"MM\0*": "TIFF",
}
_ZIP = b"PK\x03\x04"
_FRAME = "─│┌┐└┘├┤┬┴┼═║╔╗╚╝╠╣╦╩╬"
#: The letters beyond ASCII of languages, by the encodings that old programs save them in. Text
#: fits an encoding if one of its languages has all its letters; the first that fits is taken.
#: charset-normalizer is not used: it reads the "niño" of a word list as "nińo".
_LANGUAGES = {
    "cp1252": "áéíóúüñ äöüß àâçèéêëîïôùûüœæ àèéìíòóù áàâãçéêíóôõúü äåöé åæøéö áðéíóúýþæö éëïöüè",
    "cp1250": "áčďéěíňóřšťúůýžäľĺŕô ąćęłńóśźż áéíóöőúüű ăâîşţșț čćđšž",
    "cp1254": "çğıöşüi̇âîû",
    "cp1251": "абвгдежзийклмнопрстуфхцчшщъыьэюяё абвгґдеєжзиіїйклмнопрстуфхцчшщьюя ё",
    "koi8-r": "абвгдежзийклмнопрстуфхцчшщъыьэюяё",
    "iso8859-2": "ąćęłńóśźż áčďéěíňóřšťúůýž",
    "cp1253": "αβγδεζηθικλμνξοπρστυφχψωςάέήίόύώϊϋΐΰ",
    "mac-roman": "áéíóúüñ äöüß àâçèéêëîïôùûüœæ",
    "cp850": " ".join(f"{each}{_FRAME}" for each in ("áéíóúüñ", "äöüß", "àâçèéêëîïôùûü")),
    "cp1255": "אבגדהוזחטיךכלםמןנסעףפץצקרשת",
    "cp1256": "ءآأؤإئابةتثجحخدذرزسشصضطظعغفقكلمنهوىي",
    "shift-jis": "".join(map(chr, (*range(0x3041, 0x3097), *range(0x30A1, 0x30FD)))),
}
#: In these, words of any language have most letters from ASCII.
_LATIN = frozenset(("cp1252", "cp1250", "cp1254", "iso8859-2", "mac-roman", "cp850"))
_TITLES = {"cp": "Windows-", "koi8-r": "KOI8-R", "mac-roman": "Mac Roman", "cp850": "DOS 850"}
#: Letters from frequent to rare, for text that has letters in several of these encodings, such as
#: KOI8-R and Windows-1251, which exchange small and capital ones.
_FREQUENT = {
    **dict.fromkeys(("cp1251", "koi8-r"), "аокеирнтслвмпдубгзьчшыяйхцжюфщэъёіїєґ"),
    "cp1253": "αοιετσνρκλπμυηάίόέήύώςγδχθφβωξζψ",
    "cp1255": "יוהלאמרתבשנעםדקחפטגכזסןצךףץ",
}
#: What no word in Cyrillic letters has, but Hebrew that is read as such.
_NO_CYRILLIC = r"(?i)ъ\b|\bы"
#: Signs that any text may have, and blanks.
_SIGNS = frozenset("‘’‚“”„–—•…«»‹›¡¿°·´§№\xa0")
_EXTRA = "office"
#: A sign, near the start of text, that it may be the dump of a database.
_DUMP = r"(?mi)^[^\S\n]*+(?:insert\s+(?:\w+\s+){0,2}into|create\s+table|copy)\s"
_HEAD = 1 << 16
_SAMPLE = 1 << 18
_BLANK = re.compile(r"\s")
#: The longest tile, such as Qu, by which rows of tiles in a table are recognised.
_LONGEST_TILE = 2


class Source(NamedTuple):
    """A file as text, or as the tables of a workbook; `notes` name an encoding that was guessed."""

    text: str
    tables: tuple[list[list[str]], ...] = ()
    notes: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    """The names of the tables, if there are several."""


def decode(
    data: bytes, path: StrPath, error: type[LexigridError], remedy: str = "save it as UTF-8"
) -> Source:
    """Decode the bytes of a file; `error` is raised, with the byte, for what is no text.

    >>> decode(b"\\xff\\xfea\\0", "a.txt", LexigridError).text
    'a'

    Raises:
        error: it is no text in a known encoding, or a damaged workbook or document.
        InputError: a workbook or document needs a package that is not installed.
    """
    name = name_of(path) if path else ""
    where = f"{name}: " if name else ""
    at, text = 0, None
    try:
        text = data.decode("utf-8")
        is_other = data[:4] == _ZIP or data[:5] in (b"%PDF-", b"{\\rtf", b"<svg ")
        if not is_other and b"\0" not in data:
            return _of_text(text.removeprefix("\ufeff"), where, error)
    except UnicodeDecodeError as found:
        at = found.start
    if (kind := picture_kind(data)) is not None:
        photo = "read a photo with lexigrid read or lexigrid.photo.read_photo"
        expected = f"give a puzzle as text, its JSON or HTML file; {photo}"
        raise error(_refusal(name, f"{kind}, which shows a puzzle but is no text; {expected}"))
    for start, what in _OTHERS.items():
        if data.startswith(start):
            shows = ", which shows a puzzle but cannot be read again" if len(what) < 5 else ""
            expected = "give text, its JSON or HTML file, or a workbook (.xlsx, .ods)"
            raise error(_refusal(name, f"{what}{shows}; {expected}"))
    if data.startswith(_ZIP):
        return _read_office(data, name, error)
    marked = (each for mark, each in _MARKS.items() if data.startswith(mark))
    encoding = next(marked, None) or _wide_encoding(data)
    if encoding is not None:
        try:
            return _of_text(data.decode(encoding).removeprefix("\ufeff"), where, error)
        except UnicodeDecodeError as found:
            reason = f"damaged {encoding.upper()} at byte {found.start}; {remedy}"
            raise error(_refusal(name, reason), offset=found.start) from None
    if text is not None:
        return _of_text(text, where, error)
    encoding = _guess(data)
    if encoding is None:
        line = data.count(b"\n", 0, at) + 1
        begin = max(data.rfind(b"\n", 0, at), data.rfind(b" ", 0, at)) + 1
        word = data[begin : at + 10].split()[0].decode("ascii", "backslashreplace")[:40]
        reason = f"byte {at} is {data[at]:#04x}, which is not UTF-8"
        reason += f" (line {line}, '{word}'); {remedy}"
        raise error(f"{where}{reason}", offset=at, line=line)
    text = data.decode(encoding)
    shown = _TITLES.get(encoding) or encoding.replace("cp", _TITLES["cp"])
    note = f"the file is not UTF-8 and was read as {shown}, such as {_first_word(text)!r}"
    source = _of_text(text, where, error)
    return source._replace(notes=(f"{note}; if that is wrong, save it as UTF-8", *source.notes))


def _of_text(text: str, where: str, error: type[LexigridError]) -> Source:
    """Return text as it is, or the table of a dump of a database."""
    if "\ufffd" in text:
        line = next(line for line in text.split("\n") if "\ufffd" in line)
        raise error(f"{where}a letter was lost in {line.strip()[:40]!r}; save it again, as UTF-8")
    if not text.isascii():
        with suppress(UnicodeError):
            text = text.encode("cp1252").decode()
            return Source(text, notes=(f"it was UTF-8 twice; read as {_first_word(text)!r}",))
    if not re.search(_DUMP, text[:_HEAD]):
        return Source(text)
    from .sql import read_dump  # rarely needed

    found = read_dump(text, where, error)
    return Source(text) if found is None else Source("", (found[0],), found[1])


def _first_word(text: str) -> str:
    """Return the first word with a letter beyond ASCII."""
    words = (each[0][:30] for each in re.finditer(r"\S+", text) if not each[0].isascii())
    return next(words, text[:30])


def picture_kind(data: bytes) -> str | None:
    """Return what picture a file is by its first 12 bytes, such as "JPEG"; None if it is none.

    >>> picture_kind(b"\\xff\\xd8\\xff\\xe0"), picture_kind(b"tea/ant/oat")
    ('JPEG', None)
    """
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return "WebP"
    if data[4:8] == b"ftyp" and data[8:12] in (b"heic", b"heix", b"mif1", b"avif"):
        return "HEIC" if data[8:9] != b"a" else "AVIF"
    return next((kind for start, kind in _PICTURES.items() if data.startswith(start)), None)


def _refusal(name: str, what: str) -> str:
    return f"{name} is {what}" if name else f"it is {what}"


def _wide_encoding(data: bytes) -> str | None:
    """Return the encoding of text with two or four bytes a character, of few scripts."""
    is_plain = data.translate(None, b"\0\r\n ").isalpha() and 3 * data.count(b"\0") < len(data)
    if b"\0" not in data or is_plain:
        return None
    for encoding in _MARKS.values():
        with suppress(UnicodeDecodeError):
            used = {*data.decode(encoding)}
            if len({ord(each) >> 8 for each in used}) < 4 and all(
                each.isspace() or category(each) not in _NO_TEXT for each in used
            ):
                return encoding
    return None


def _guess(data: bytes) -> str | None:
    """Return the encoding in which all letters belong to one language; None if there is none."""
    if b"\0" in data:
        return None
    fits: list[tuple[float, str]] = []
    for encoding, languages in _LANGUAGES.items():
        try:
            text = data.decode(encoding)[:_SAMPLE]
        except UnicodeDecodeError:
            continue
        beyond = {c for c in {*text.lower()} if not c.isascii()} - _SIGNS
        if not beyond and encoding != "cp1252":
            continue
        if encoding == "shift-jis":
            beyond = {c for c in beyond if not "\u4e00" <= c <= "\u9fff"} or {"x"}
        if not any(beyond <= {*letters} for letters in languages.split()):
            continue
        if encoding in ("cp1251", "koi8-r") and re.search(_NO_CYRILLIC, text):
            continue
        if encoding == "cp1253" and beyond.isdisjoint("άέήίόύώ") and not text.isupper():
            continue  # Greek words have accents, or are capitals
        plain = sum(c.isascii() and c.isalpha() for c in text)
        if encoding in _LATIN and 3 * plain < sum(map(str.isalpha, text)) + (not plain):
            continue  # of two bytes each, as in Chinese
        if any(map(_is_mixed, {*re.findall(r"[^\W\d_]+", text)})):
            continue
        order = _FREQUENT.get(encoding)
        fits.append((-1 / _surprise(text, order) if order else 0.001 * len(fits), encoding))
    return min(fits)[1] if fits else None


def _surprise(text: str, order: str) -> float:
    """Return the mean of -log p of the letters, with p by Zipf's law for their place in `order`."""
    counts = Counter(c for c in text.lower() if not c.isascii() and c.isalpha())
    places = {c: order.find(c) if c in order else 4 * len(order) for c in counts}
    total = sum(1 / (place + 3) for place in range(len(order)))
    logs = sum(log((places[c] + 3) * total) * n for c, n in counts.items())
    return logs / max(1, counts.total())


def _is_mixed(word: str) -> bool:
    """Has the word two scripts, or a capital letter after a small one?"""
    if word.isascii():
        return False
    scripts = {"latin" if c < "\u0370" else "other" for c in word}
    return len(scripts) > 1 or not (
        word.islower() or word.isupper() or word[1:].islower() or word.upper() == word.lower()
    )


def _read_office(data: bytes, name: str, error: type[LexigridError]) -> Source:
    """Read a workbook (.xlsx, .ods) as tables, or a document (.docx) as text."""
    from zipfile import BadZipFile, ZipFile

    try:
        names = set(ZipFile(io.BytesIO(data)).namelist())
    except (BadZipFile, OSError, ValueError) as found:
        raise error(_refusal(name, f"a damaged archive: {found}")) from None
    kind = "docx" if "word/document.xml" in names else "workbook"
    if kind == "workbook" and not {"xl/workbook.xml", "xl/workbook.bin", "content.xml"} & names:
        raise error(_refusal(name, "a ZIP archive, expected text or a workbook (.xlsx, .ods)"))
    otherwise = "save it as text in UTF-8"
    what = f"{name or 'it'} is a {kind.replace('docx', 'document (.docx)')}, which"
    try:
        if kind == "docx":
            docx = import_extra("docx", _EXTRA, what, otherwise)
            return _read_document(docx.Document(io.BytesIO(data)))
        calamine = import_extra("python_calamine", _EXTRA, what, otherwise)
        book = calamine.load_workbook(io.BytesIO(data))
        sheets = {
            name: [
                [_cell(cell) for cell in row] for row in book.get_sheet_by_name(name).to_python()
            ]
            for name in book.sheet_names
        }
    except LexigridError:
        raise
    except Exception as found:  # each reader has errors of its own
        raise error(_refusal(name, f"a damaged {kind}: {str(found)[:100]}")) from None
    sheets = {each: sheet for each, sheet in sheets.items() if any(map(any, sheet))}
    if not sheets:
        raise error(_refusal(name, f"a {kind} without text"))
    return Source("", (*sheets.values(),), names=(*sheets,))


def table_text(table: Iterable[Sequence[str]]) -> str:
    """Write rows of fields as text with tabs between tiles."""
    return "\n".join("\t".join(map(_on_one_line, row)).rstrip("\t") for row in table)


def _on_one_line(field: str) -> str:
    if len(field) < 2:
        return f"\\{field}" if field.isspace() else field
    return field if field.isalnum() else _BLANK.sub(" ", field)


def text_of_tables(
    source: Source, error: type[LexigridError], *, wants_grid: bool, wants_words: bool
) -> tuple[str, tuple[str, ...]]:
    """Return the text of the sheet that has the grid, the words or both, and a note on the others.

    A grid has several rows of tiles. Its words may be on another sheet.

    Raises:
        error: two sheets have a grid.
    """
    from .sides import lines_of_table

    every = range(len(source.tables))
    heights = [sum(map(_is_row, table)) for table in source.tables]
    grids = [at for at in every if heights[at] > 1]
    others = [at for at in every if at not in grids]
    used = ((grids if wants_grid else others) or [0])[:1]
    if wants_grid and len(grids) > 1:
        names = " and ".join(repr(source.names[at]) for at in grids[:2])
        raise error(f"the sheets {names} of the workbook both have a grid; keep one of them")
    if wants_grid and wants_words and grids and len(others) == 1:
        below = [*filter(any, source.tables[used[0]])]
        used += others if len(below) < heights[used[0]] + 2 else []
    texts = [
        "\n".join(lines_of_table(table)) if wants_grid else table_text(table)
        for table in map(source.tables.__getitem__, used)
    ]
    left = ", ".join(repr(source.names[at]) for at in every if at not in used)
    notes = (f"read the sheet {source.names[used[0]]!r}, and left out {left}",) if left else ()
    return "\n\nWords:\n".join(texts), notes


def _is_row(row: Sequence[str]) -> bool:
    cells = [*filter(None, row)]
    return len(cells) > 1 and max(map(len, cells)) <= _LONGEST_TILE


def _cell(value: Any) -> str:
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return str(value).strip()


def _read_document(document: Any) -> Source:
    """Return the paragraphs and tables of a document, in their order, as text."""
    from .sides import lines_of_table

    lines: list[str] = []
    for part in document.iter_inner_content():
        if hasattr(part, "rows"):
            table = [[cell.text.strip() for cell in row.cells] for row in part.rows]
            lines += ["", *lines_of_table(table), ""]
        else:
            style = "" if part.style is None or not part.text.strip() else str(part.style.name)
            lines.append(f"\u2022 {part.text}" if style.startswith("List") else part.text)
            lines += ["====="] if style.startswith(("Heading", "Title")) else []
    return Source("\n".join(lines))
