"""What lexigrid saves to continue with: journals, searches, contests, proofs and word packs."""

from __future__ import annotations

import json
import lzma
import os
import re
import shutil
import sqlite3
from contextlib import closing
from functools import cache
from pathlib import Path
from unittest.mock import patch

import lexigrid as lg
from formats import FILES, Format, as_json, dump, example, folder, lexicon, place
from lexigrid.cli.journal import Journal
from lexigrid.cli.output import Output
from lexigrid.lexicon.packs import pack
from lexigrid.lexicon.packs.compiled import compiled_path, load_pack
from lexigrid.web import Settings
from lexigrid.web.app import finished_games

# --- books and searches --------------------------------------------------------------------------


def read_journal(data: bytes) -> object:
    """Read the journal of a book, whose first line is as it should be."""
    mark = example("journal-1.jsonl").split(b"\n")[0]
    place("book.json.making", data.replace(b"MARK", mark, 1))
    opened = Journal.open(str(folder() / "book.json"), mark.decode(), Output(quiet=True))
    return [each.to_json() for each in opened.finished]


def journals() -> list[bytes]:
    lines = example("journal-1.jsonl").split(b"\n", 1)
    return [b"MARK\n" + lines[1], b"\n".join(lines)]


def read_search(data: bytes) -> object:
    """Continue a search for the best board."""
    return lg.proofs.optimize_board(
        lexicon(), seed=1, size=(2, 2), patience=5, rounds=2, processes=1, deadline=0.2,
        resume=place("best.json", data),
    )  # fmt: skip


def read_proof(data: bytes) -> object:
    """Load a proof; checking one takes as long as what it claims."""
    proof = lg.proofs.Proof.load(place("proof.json", data))
    proof.save(folder() / "again.json")
    return proof.boards


# --- contests ------------------------------------------------------------------------------------

_COLUMNS = {
    "contests": "id setup clock seen is_over",
    "entries": "contest number at kind seat data key",
}


def read_contest(data: bytes) -> object:
    """Store `[table, column, row, value]` in the database of a server and export its games.

    The value of a JSON column is stored as JSON.
    """
    value = as_json(data)
    if not isinstance(value, list) or len(value) != 4:
        value = ["contests", "setup", 0, value]
    table, column, row, cell = value
    if column not in _COLUMNS.get(str(table), "").split() or not isinstance(row, int):
        table, column, row = "entries", "data", 0
    path = folder() / "games" / "contests.sqlite3"
    path.parent.mkdir(exist_ok=True)
    shutil.copyfile(contests(), path)
    with closing(sqlite3.connect(path)) as base:
        cell = json.dumps(cell) if isinstance(cell, list | dict) else cell
        ids = [id for (id,) in base.execute(f"SELECT rowid FROM {table}")]
        try:
            base.execute(
                f"UPDATE {table} SET {column} = ? WHERE rowid = ?", (cell, ids[row % len(ids)])
            )
            base.commit()
        except (sqlite3.Error, OverflowError, UnicodeEncodeError):
            return None  # SQLite itself refuses it
    return finished_games(Settings(database=str(path.parent), lexicons={"ten": lexicon()}))


@cache
def contests() -> Path:
    path = folder() / "contests.sqlite3"
    with closing(sqlite3.connect(path)) as base:
        base.executescript(example("contests-1.sql").decode())
    return path


def contest_rows() -> list[bytes]:
    """Return examples of each column, and each text of JSON."""
    documents = ("setup", "data")
    with closing(sqlite3.connect(contests())) as base:
        base.row_factory = sqlite3.Row
        rows = [
            (table, column, at, row[column])
            for table, columns in _COLUMNS.items()
            for at, row in enumerate(base.execute(f"SELECT * FROM {table}"))
            for column in columns.split()
            if at < 2 or column in documents
        ]
    return [
        dump([table, column, at, json.loads(cell) if column in documents else cell])
        for table, column, at, cell in rows
    ]


# --- word packs ----------------------------------------------------------------------------------

_BETWEEN = b"\0\0\0\0"
_PARTS = {"words": pack.WORDS, "bands": pack.BANDS, "avoid": pack.AVOID}


def read_pack(data: bytes) -> object:
    """Read the files of a pack, joined by zero bytes, with the right checksums."""
    home = folder() / "pack"
    home.mkdir(exist_ok=True)
    description, *parts = data.split(_BETWEEN)
    for (name, file), part in zip(_PARTS.items(), parts, strict=False):
        is_packed = name != "avoid" and not part.startswith(b"\xfd7zXZ")
        (home / file).write_bytes(pack.compress(part) if is_packed else part)
        description = description.replace(name.upper().encode(), pack.digest(part).encode())
    (home / pack.DESCRIPTION).write_bytes(description)
    language = pack.read_pack(home, "pack")
    with patch.dict(os.environ, LEXIGRID_CACHE=str(folder())):
        made = load_pack(language)
        compiled_path(language).unlink(missing_ok=True)
    return pack.read_avoided(home), made[0].image


def packs() -> list[bytes]:
    """Return a pack whose checksums are computed when it is read, and one as it was written."""
    files = [
        (FILES / "pack-1" / name).read_bytes() for name in (pack.DESCRIPTION, *_PARTS.values())
    ]
    description = files[0]
    for name in _PARTS:
        description = re.sub(
            rb'(\[%s]\nsha256 = ")\w+' % name.encode(), rb"\1" + name.upper().encode(), description
        )
    plain = (lzma.decompress(each) for each in files[1:3])
    return [_BETWEEN.join([description, *plain, files[3]]), _BETWEEN.join(files)]


FORMATS: dict[str, Format] = {
    "journal": Format(journals, read_journal),
    "search": Format(lambda: [example("best-1.json")], read_search, is_json=True),
    "proof": Format(lambda: [example("proof-1.json")], read_proof, is_json=True),
    "contest": Format(contest_rows, read_contest, is_json=True),
    "pack": Format(packs, read_pack),
}
