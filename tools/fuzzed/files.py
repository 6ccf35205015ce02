"""Words, lexicons and batches: seeds, and readers that also use the result."""

from __future__ import annotations

import gzip
import io
import json
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import lexigrid as lg
from lexigrid.batch.commit import commit_part
from lexigrid.batch.job import Job, make_job
from lexigrid.batch.manifest import NAME, make_identity, open_manifest
from lexigrid.batch.plan import make_plan
from lexigrid.batch.readers.sources import find_sources
from lexigrid.batch.readers.text import read_slice
from lexigrid.batch.single_file import file_identity, find_finished, note_path

from .base import WORDS, Format, dump, folder, lexicon, place

# --- words ---------------------------------------------------------------------------------------


def read_words(name: str) -> Callable[[bytes], object]:
    """Return a reader of word lists with this file name."""

    def read(data: bytes) -> object:
        made = lg.Lexicon.read(place(name, data))
        return list(made), made.info, lg.find_lines(lg.Grid.parse("tea/ant/oat"), made)

    return read


def read_hunspell(data: bytes) -> object:
    affixes, _, words = data.partition(b"\0")
    place("x.aff", affixes)
    return lg.Lexicon.read(place("x.dic", words))


def dictionaries() -> list[bytes]:
    suffixes = (
        b"SET UTF-8\nFLAG UTF-8\nIGNORE \xc3\xa9\nSFX S Y 2\nSFX S y ies [^aeiou]y\nSFX S 0 s/T ."
    )
    aliases = b"FLAG num\nAF 2\nAF 1,2\nAF 3\nPFX 1 Y 1\nPFX 1 0 un .\nCIRCUMFIX 3\nNEEDAFFIX 2"
    long = b"FLAG long\nFULLSTRIP\nCOMPLEXPREFIXES\nFORBIDDENWORD xx\nSFX Aa N 1\nSFX Aa ab 0 ab"
    return [
        suffixes + b"\0" + b"2\npony/S\nBoston",
        aliases + b"\0" + b"1\ndo/1",
        long + b"\0001\nab/Aa",
    ]


def images() -> list[bytes]:
    path = folder() / "seed.lexicon"
    seeds = []
    for words in (WORDS, ["été", "ete", "Ice Cream"], [f"w{chr(0x4E00 + n)}" for n in range(40)]):
        lg.Lexicon(words).save(path)
        seeds.append(path.read_bytes())
    return seeds


def tables(kind: str) -> Callable[[], list[bytes]]:
    """Return the seeds of a columnar file with grids and words."""

    def seeds() -> list[bytes]:
        try:
            import pyarrow as arrow
            from pyarrow import feather, parquet
        except ImportError:
            return []
        table = arrow.table(
            {"grid": ["tea/ant/oat", "ab/cd", None], "words": [["tea"], ["ab", "cd"], []]}
        ).append_column("word", [["tea", "ant", "oat"]])
        page = io.BytesIO()
        if kind == "parquet":
            parquet.write_table(table, page, compression="none")
        else:
            feather.write_feather(table, page, compression="uncompressed")
        return [page.getvalue()]

    return seeds


# --- batches -------------------------------------------------------------------------------------


def read_rows(name: str) -> Callable[[bytes], object]:
    """Return a reader of batch input with this file name, which searches every row."""

    def read(data: bytes) -> object:
        sources = find_sources([str(place(name, data))], None)
        kinds = ["check", "paths"] if name.endswith(("l", "v")) else ["score"]
        for task in kinds:
            words = None if task == "check" else lexicon()
            job = make_job(words, {"task": task, "kind": "jsonl", "deadline": 0.2})
            for part in make_plan(job, sources):
                commit_part(job, words, sources[part.source], part, str(folder()))
        return None

    return read


def parse_rows(name: str) -> Callable[[bytes], object]:
    """Return a reader of batch input with this file name, which searches no row."""

    def parse(data: bytes) -> object:
        sources = find_sources([str(place(name, data))], None)
        words = None if name.endswith(("l", "v")) else lexicon()
        job = make_job(words, {"task": "check" if words is None else "score", "kind": "jsonl"})
        parts = make_plan(job, sources)
        return [len(rows) for part in parts for rows in read_slice(job, sources[0], part.slice)]

    return parse


@cache
def _job() -> tuple[Job, list[Any], dict[str, Any], Path]:
    from lexigrid.batch import run_batch

    data = place("in.txt", b"tea/ant/oat\n" * 5)
    out = Path(tempfile.mkdtemp(dir=folder())) / "job"
    run_batch(data, out, words=WORDS, part_bytes=20)
    manifest = json.loads((out / NAME).read_bytes())
    job = make_job(lexicon(), {"part_bytes": 20, "kind": manifest["job"]["kind"]})
    sources = find_sources([str(data)], None)
    identity = make_identity(job, sources, manifest["lexicon"], manifest["lexigrid"])
    return job, sources, identity, out


def read_manifest(data: bytes) -> object:
    job, sources, identity, out = _job()
    (out / NAME).write_bytes(data)
    return open_manifest(str(out), job, sources, identity)


def read_note(data: bytes) -> object:
    target = _target()
    Path(note_path(target)).write_bytes(data)
    return find_finished(target, _job()[2])


@cache
def _target() -> str:
    return str(place("out.csv", b"grid,score,error\n"))


def manifests() -> list[bytes]:
    return [(_job()[3] / NAME).read_bytes()]


def notes() -> list[bytes]:
    document = json.loads((_job()[3] / NAME).read_bytes())
    done = {"parts": [], "done": {"all": [5, 5, 0, 0, 99]}, "output": file_identity(_target())}
    return [dump(document | done)]


_CSV = b'grid,words\ntea/ant/oat,tea;oat\n"ab/cd","ab"\n'
_LINES = b'{"grid": "tea/ant/oat", "words": ["tea"]}\n{"grid": ["ab", "cd"], "words": "ab;cd"}\n'


def _rows(name: str, seed: bytes) -> Format:
    # Each row is read and searched on its own, so longer inputs would only repeat the work.
    return Format(lambda: [seed], read_rows(name), parse=parse_rows(name), longest=200)


FORMATS: dict[str, Format] = {
    "words-text": Format(
        lambda: [b"oat\n# no\nIce Cream\n\xc3\xa9t\xc3\xa9\n"], read_words("w.txt")
    ),
    "words-csv": Format(lambda: [b'word,n\noat,1\n"a,b",2\n'], read_words("w.csv")),
    "words-gz": Format(lambda: [gzip.compress(b"oat\neat\n", mtime=0)], read_words("w.txt.gz")),
    "words-parquet": Format(tables("parquet"), read_words("w.parquet")),
    "hunspell": Format(dictionaries, read_hunspell),
    "lexicon": Format(images, read_words("w.lexicon")),
    "rows-text": _rows("rows.txt", b"tea/ant/oat\nab/cd\n"),
    "rows-csv": _rows("rows.csv", _CSV),
    "rows-jsonl": _rows("rows.jsonl", _LINES),
    "rows-parquet": Format(tables("parquet"), read_rows("rows.parquet")),
    "rows-arrow": Format(tables("arrow"), read_rows("rows.arrow")),
    "manifest": Format(manifests, read_manifest, is_json=True),
    "note": Format(notes, read_note, is_json=True),
}
