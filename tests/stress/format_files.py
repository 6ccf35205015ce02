"""Words, lexicons and batches: examples, and readers that also use the result."""

from __future__ import annotations

import gzip
import io
import json
import tempfile
import zipfile
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from typing import Any

import docx
import pyarrow as arrow
from pyarrow import feather, parquet

import lexigrid as lg
from formats import WORDS, Format, dump, folder, lexicon, place
from lexigrid.batch import run_batch
from lexigrid.batch.commit import commit_part
from lexigrid.batch.job import Job, make_job
from lexigrid.batch.manifest import NAME, Content, make_identity, open_manifest
from lexigrid.batch.plan import make_plan
from lexigrid.batch.readers.sources import Source, find_sources
from lexigrid.batch.readers.text import read_slice
from lexigrid.batch.single_file import file_identity, find_finished, note_path

# --- words ---------------------------------------------------------------------------------------


def read_words(name: str, data: bytes) -> object:
    made = lg.Lexicon.read(place(name, data))
    return list(made), made.info, lg.find_lines(lg.Grid.parse("tea/ant/oat"), made)


def read_hunspell(data: bytes) -> object:
    """Read an affix file and a dictionary, joined by a zero byte."""
    affixes, _, words = data.partition(b"\0")
    place("x.aff", affixes)
    return lg.Lexicon.read(place("x.dic", words))


DICTIONARIES = [
    b"SET UTF-8\nFLAG UTF-8\nIGNORE \xc3\xa9\nSFX S Y 2\nSFX S y ies [^aeiou]y\nSFX S 0 s/T .\0"
    b"2\npony/S\nBoston",
    b"FLAG num\nAF 2\nAF 1,2\nAF 3\nPFX 1 Y 1\nPFX 1 0 un .\nCIRCUMFIX 3\nNEEDAFFIX 2\0001\ndo/1",
    b"FLAG long\nFULLSTRIP\nCOMPLEXPREFIXES\nFORBIDDENWORD xx\nSFX Aa N 1\nSFX Aa ab 0 ab\0001\n"
    b"ab/Aa",
]


def documents() -> list[bytes]:
    page, made = io.BytesIO(), docx.Document()
    made.add_heading("Words")
    for word in WORDS[:3]:
        made.add_paragraph(word, style="List Bullet")
    made.add_table(1, 2).cell(0, 0).text = "ten"
    made.save(page)
    return [page.getvalue()]


def workbooks() -> list[bytes]:
    """Return the least workbook: three parts, which are not compressed, so that damage is read."""
    main = "http://schemas.openxmlformats.org/"
    sheet, links = f"{main}spreadsheetml/2006/main", f"{main}officeDocument/2006/relationships"
    kind = f"{main}package/2006/relationships"
    cells = "".join(f'<row><c t="inlineStr"><is><t>{word}</t></is></c></row>' for word in WORDS)
    parts = {
        "xl/workbook.xml": f'<workbook xmlns="{sheet}" xmlns:r="{links}"><sheets>'
        '<sheet name="a" sheetId="1" r:id="r1"/></sheets></workbook>',
        "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{kind}"><Relationship Id="r1" '
        f'Type="{links}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>',
        "xl/worksheets/sheet1.xml": f'<worksheet xmlns="{sheet}"><sheetData>{cells}</sheetData>'
        "</worksheet>",
    }
    page = io.BytesIO()
    with zipfile.ZipFile(page, "w") as archive:
        for name, text in parts.items():
            archive.writestr(name, text)
    return [page.getvalue()]


def images() -> list[bytes]:
    path, seeds = folder() / "seed.lexicon", []
    for words in (WORDS, ["été", "ete", "Ice Cream"], [f"w{chr(0x4E00 + n)}" for n in range(40)]):
        lg.Lexicon(words).save(path)
        seeds.append(path.read_bytes())
    return seeds


def tables(kind: str) -> list[bytes]:
    columns: dict[str, list[Any]] = {"grid": ["tea/ant/oat", "ab/cd", None]}
    columns |= {"words": [["tea"], ["ab", "cd"], []], "word": ["tea", "ant", "oat"]}
    page = io.BytesIO()
    if kind == "parquet":
        parquet.write_table(arrow.table(columns), page, compression="none")
    else:
        feather.write_feather(arrow.table(columns), page, compression="uncompressed")
    return [page.getvalue()]


# --- batches -------------------------------------------------------------------------------------


def read_rows(name: str, data: bytes) -> None:
    """Read batch input with this file name, and search every row."""
    sources = find_sources([str(place(name, data))], None)
    for task in ["check", "paths"] if name.endswith(("l", "v")) else ["score"]:
        words = None if task == "check" else lexicon()
        job = make_job(words, {"task": task, "kind": "jsonl", "deadline": 0.2})
        for part in make_plan(job, sources):
            commit_part(job, words, sources[part.source], part, str(folder()))


def parse_rows(name: str, data: bytes) -> object:
    """Read batch input with this file name, and search no row."""
    sources = find_sources([str(place(name, data))], None)
    words = None if name.endswith(("l", "v")) else lexicon()
    job = make_job(words, {"task": "check" if words is None else "score", "kind": "jsonl"})
    parts = make_plan(job, sources)
    return [len(rows) for part in parts for rows in read_slice(job, sources[0], part.slice)]


@cache
def finished_job() -> tuple[Job, list[Source], Content, Path]:
    data = place("in.txt", b"tea/ant/oat\n" * 5)
    out = Path(tempfile.mkdtemp(dir=folder())) / "job"
    run_batch(data, out, words=WORDS, part_bytes=20)
    manifest = json.loads((out / NAME).read_bytes())
    job = make_job(lexicon(), {"part_bytes": 20, "kind": manifest["job"]["kind"]})
    sources = find_sources([str(data)], None)
    identity = make_identity(job, sources, manifest["lexicon"], manifest["lexigrid"])
    return job, sources, identity, out / NAME


def read_manifest(data: bytes) -> object:
    job, sources, identity, path = finished_job()
    path.write_bytes(data)
    return open_manifest(str(path.parent), job, sources, identity)


@cache
def output() -> str:
    return str(place("out.csv", b"grid,score,error\n"))


def read_note(data: bytes) -> object:
    Path(note_path(output())).write_bytes(data)
    return find_finished(output(), finished_job()[2])


def notes() -> list[bytes]:
    done = {"parts": [], "done": {"all": [5, 5, 0, 0, 99]}, "output": file_identity(output())}
    return [dump(json.loads(finished_job()[3].read_bytes()) | done)]


def _words(name: str, *seeds: bytes) -> Format:
    return Format(lambda: seeds, partial(read_words, name))


def _rows(name: str, *seeds: bytes) -> Format:
    # Each row is read and searched on its own, so longer inputs would only repeat the work.
    return Format(lambda: seeds, partial(read_rows, name), False, partial(parse_rows, name), 200)


def _table(kind: str, read: Callable[[str, bytes], object], name: str) -> Format:
    return Format(partial(tables, kind), partial(read, name))


_CSV = b'grid,words\ntea/ant/oat,tea;oat\n"ab/cd","ab"\n'
_LINES = b'{"grid": "tea/ant/oat", "words": ["tea"]}\n{"grid": ["ab", "cd"], "words": "ab;cd"}\n'
FORMATS: dict[str, Format] = {
    "words-text": _words("w.txt", b"oat\n# no\nIce Cream\n\xc3\xa9t\xc3\xa9\n"),
    "words-csv": _words("w.csv", b'word,n\noat,1\n"a,b",2\n'),
    "words-gz": _words("w.txt.gz", gzip.compress(b"oat\neat\n", mtime=0)),
    "words-parquet": _table("parquet", read_words, "w.parquet"),
    "hunspell": Format(lambda: DICTIONARIES, read_hunspell),
    "document": Format(documents, partial(read_words, "w.docx")),
    "workbook": Format(workbooks, partial(read_words, "w.xlsx")),
    "lexicon": Format(images, partial(read_words, "w.lexicon")),
    "rows-text": _rows("rows.txt", b"tea/ant/oat\nab/cd\n"),
    "rows-csv": _rows("rows.csv", _CSV),
    "rows-jsonl": _rows("rows.jsonl", _LINES),
    "rows-parquet": _table("parquet", read_rows, "rows.parquet"),
    "rows-arrow": _table("arrow", read_rows, "rows.arrow"),
    "manifest": Format(lambda: [finished_job()[3].read_bytes()], read_manifest, is_json=True),
    "note": Format(notes, read_note, is_json=True),
}
