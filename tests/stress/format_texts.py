"""Grids, puzzles, games and certificates: examples, and readers that also use the result."""

from __future__ import annotations

import base64
import binascii
import io
import json
import shutil
import sqlite3
import tomllib
from collections.abc import Callable
from contextlib import closing
from functools import cache, partial
from pathlib import Path
from zlib import crc32

from PIL import Image

import lexigrid as lg
from checkout import ROOT, TESTS
from formats import WORDS, Format, as_json, dump, example, folder, lexicon, lines, place
from lexigrid.boards.dice_roll import roll
from lexigrid.boards.share import open_share
from lexigrid.cli.book_file import Given, read_book_file
from lexigrid.game.dice import Dice
from lexigrid.game.share_code import ShareCode
from lexigrid.play.history.database import History, UnfinishedGame
from lexigrid.play.history.progress import measure_progress
from lexigrid.play.saved import SavedMatch
from lexigrid.play.session import restore_match
from lexigrid.puzzle import check_puzzle
from lexigrid.puzzle.generate.job import prepare
from lexigrid.puzzle.generate.masks import Mask
from lexigrid.puzzle.generate.share_code import parse_code
from lexigrid.puzzle.io import read_puzzles
from lexigrid.reading import dice

# --- grids ---------------------------------------------------------------------------------------


def read_grid(name: str, data: bytes) -> object:
    grid = lg.Grid.read(place(name, data))
    if grid.rows * grid.columns <= 400:
        assert lg.Grid.parse(grid.format(), alphabet=grid.alphabet).rows == grid.rows
        lg.find_lines(grid, WORDS, limit=1000)
        lg.find_paths(grid, WORDS, limit=100, deadline=0.2)
    return grid


def read_raw(data: bytes) -> object:
    return lg.find_lines(lg.Grid.read(place("grid.raw", data), raw=(4, 5)), WORDS)


GRID_TEXTS = [
    *(b"tea/ant/oat", b"Qu a t\n. ? [ei]\na\\/ b c", b"| t e |\n| a n |"),
    *("é/ß".encode(), b"   1 2\nA |t e|\nB |a n|\n", b"a-b\n--+\n", b"[a,bc] x\n\\[ y"),
]


def read_shape(data: bytes) -> object:
    """Read a file as everything that people bring: a grid, words, a puzzle and dice."""
    path, found = place("shape.txt", data), []
    readers: list[Callable[[Path], object]] = [lg.Grid.read, lg.Lexicon.read, lg.Puzzle.read]
    readers.append(lambda path: dice.read_dice(path.read_text("utf-8", "replace")))
    for read in readers:
        try:
            found.append(read(path))
        except lg.LexigridError as error:
            refused = error
    if not found:
        raise refused
    return found


def shapes() -> list[bytes]:
    """Return the inputs of the table of shapes."""
    cases = tomllib.loads((TESTS / "cases" / "reading.toml").read_text("utf-8"))
    listed = [each for kind in cases.values() for each in kind if "text" in each]
    return [each["text"].encode(each.get("encoding", "utf-8")) for each in listed]


# --- puzzles -------------------------------------------------------------------------------------


def parse_puzzle(name: str, data: bytes) -> list[lg.Puzzle]:
    return list(read_puzzles(place(name, data), None))


def read_puzzle(name: str, data: bytes) -> object:
    return [(check_puzzle(each), each.to_dict()) for each in parse_puzzle(name, data)]


def puzzle_json() -> list[bytes]:
    other = {"puzzle": [["c", "a", "t"], ["", " ", "x"]], "words": [{"word": "cat"}, "ca"]}
    others = [dump(other), dump({"rows": ["cat"], "words": {"cat": 1}})]
    return [*lines("puzzle-1.jsonl"), example("book-1.json"), *others]


def read_puzzle_code(data: bytes) -> object:
    """Read numbered options as a share code with the right checksum, and other text as it is."""
    value = as_json(data)
    if isinstance(value, str):
        return parse_code(value)
    text = dump(value)
    packed = crc32(text).to_bytes(4, "big") + text
    options = parse_code("LG1-" + base64.urlsafe_b64encode(packed).decode())
    job = prepare(options)
    return job.mask and job.mask.cells(options.rows or 30, options.columns or 30)


def puzzle_codes() -> list[bytes]:
    """Return numbered options, and a share code."""
    codes = [code for code, *_ in json.loads(example("share-codes-1.json"))["puzzles"]]
    packed = [code[4:] + "=" * (-len(code[4:]) % 4) for code in codes]
    return [*(base64.urlsafe_b64decode(each)[4:] for each in packed), codes[0].encode()]


def read_mask(data: bytes) -> object:
    return Mask.parse(data.decode("utf-8", "replace")).cells(20, 20)


def read_picture(data: bytes) -> object:
    return Mask.read(place("mask.png", data)).cells(20, 20)


def pictures() -> list[bytes]:
    made = [b"##..\n.##.\n", b"#" * 30]
    for mode in ("1", "L", "P", "RGBA", "I;16"):
        page = io.BytesIO()
        Image.new(mode, (5, 4)).save(page, "PNG")
        made.append(page.getvalue())
    return made


# --- games ---------------------------------------------------------------------------------------

#: Crockford's digits, in which codes are written, and those of Base 32.
_DIGITS = ("0123456789ABCDEFGHJKMNPQRSTVWXYZ", "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567")


def read_game_code(data: bytes) -> object:
    """Read bytes as a share code with the right checksum, and text as it is."""
    code = data.decode("utf-8", "replace")
    if data.startswith(b"\1"):
        whole = data + binascii.crc_hqx(data, 0xFFFF).to_bytes(2, "big")
        digits = base64.b32encode(whole).decode().rstrip("=")
        code = digits.translate(str.maketrans(*reversed(_DIGITS)))
    return open_share(ShareCode.parse(code), lexicon())


def game_codes() -> list[bytes]:
    """Return share codes as bytes without their checksums, and as text."""
    texts = [code for code, *_ in json.loads(example("share-codes-1.json"))["boards"]]
    plain = [text.replace("-", "").translate(str.maketrans(*_DIGITS)) for text in texts]
    packed = [base64.b32decode(text + "=" * (-len(text) % 8))[:-2] for text in plain]
    return [*packed, *(text.encode() for text in texts)]


def read_dice(data: bytes) -> object:
    value = as_json(data)
    faces, size = value if isinstance(value, list) and len(value) == 2 else (value, (2, 2))
    return roll(Dice.of(faces, size=size), seed=1)


def read_dice_file(data: bytes) -> object:
    return roll(Dice.of(dice.read_dice(data.decode("utf-8", "replace")), size=(1, 2)), seed=1)


def read_book(data: bytes) -> object:
    return read_book_file(str(place("book.toml", data)), Given({}, {}, {}, {}))


def books() -> list[bytes]:
    other = 'title = "B"\nseed = 1\nsize = [5, 5]\n[[chapters]]\nwords = ["oat", "tea"]\n'
    return [(ROOT / "examples" / "book.toml").read_bytes(), other.encode()]


def read_match(data: bytes) -> object:
    state = data.decode("utf-8", "replace")
    return SavedMatch.of(restore_match(UnfinishedGame("a", "2026-01-01", state), lexicon()))


def matches() -> list[bytes]:
    with closing(sqlite3.connect(history())) as base:
        return [state.encode() for (state,) in base.execute("SELECT state FROM unfinished")]


_COLUMNS = {
    "games": "id started finished board dice seed share lexicon rules board_words board_points",
    "players": "game number name kind level points found cancelled wrong hints seconds",
    "words": "game player number word points at verdict",
    "unfinished": "id saved state",
}


def read_history_row(data: bytes) -> object:
    """Store `[table, column, value]` in the history and read it."""
    value = as_json(data)
    if not isinstance(value, list) or len(value) != 3:
        value = ["games", "rules", value]
    table, column, cell = value
    if column not in _COLUMNS.get(str(table), "").split():
        table, column = "words", "word"
    path = folder() / "history.sqlite3"
    shutil.copyfile(history(), path)
    with closing(sqlite3.connect(path)) as base:
        try:
            base.execute(f"UPDATE {table} SET {column} = ?", (cell,))
            base.commit()
        except (sqlite3.Error, OverflowError, UnicodeEncodeError):
            return None  # SQLite itself refuses it
    return use_history(path)


def read_history_file(data: bytes) -> object:
    for leftover in ("-wal", "-shm", ""):
        (folder() / f"file.sqlite3{leftover}").unlink(missing_ok=True)
    return use_history(place("file.sqlite3", data))


def use_history(path: Path) -> object:
    with History(path) as opened:
        return measure_progress(opened.games()), opened.unfinished(), opened.count()


@cache
def history() -> Path:
    path = folder() / "whole.sqlite3"
    with closing(sqlite3.connect(path)) as base:
        base.executescript(example("history-1.sql").decode())
    return path


def history_rows() -> list[bytes]:
    names = [(table, column) for table, columns in _COLUMNS.items() for column in columns.split()]
    return [dump([table, column, 5]) for table, column in names]


# --- certificates --------------------------------------------------------------------------------


def read_certificate(data: bytes) -> object:
    grid, certificate = lg.Grid.parse("tea/ant/oat"), as_json(data)
    # "eat" is on the grid, so no certificate may prove its absence.
    assert not lg.check_absence(grid, "eat", certificate)
    return lg.check_absence(grid, "tot", certificate)


def certificates() -> list[bytes]:
    return [dump(json.loads(line)["certificate"]) for line in lines("absence-1.jsonl")]


def _puzzle(name: str, seed: bytes) -> Format:
    read, parse = partial(read_puzzle, name), partial(parse_puzzle, name)
    return Format(lambda: [seed], read, parse=parse)


FORMATS: dict[str, Format] = {
    "grid-text": Format(lambda: GRID_TEXTS, partial(read_grid, "grid.txt")),
    "grid-json": Format(
        partial(lines, "grid-1.jsonl"), partial(read_grid, "grid.json"), is_json=True
    ),
    "shapes": Format(shapes, read_shape),
    "grid-csv": Format(lambda: [b"t,Qu\n,?\n", b'"a,b",c\n'], partial(read_grid, "grid.csv")),
    "grid-raw": Format(lambda: [b"teaantoat" * 2 + b"te", b"teaa\n" * 4], read_raw),
    "puzzle-json": Format(puzzle_json, partial(read_puzzle, "puzzle.json"), is_json=True),
    "puzzle-csv": _puzzle("puzzle.csv", b"O,A,T\nX,,Y\nword,a\noat,0\n"),
    "puzzle-text": _puzzle("p.txt", b"Cereals\n\nOAT\nXXX\n\noat\n\nKEY\n"),
    "puzzle-code": Format(puzzle_codes, read_puzzle_code, is_json=True),
    "mask": Format(lambda: [b"heart", b"star + ~ring & circle - egg", b"#2x2:1f"], read_mask),
    "picture": Format(pictures, read_picture),
    "game-code": Format(game_codes, read_game_code),
    "dice": Format(lambda: [dump([["A B", "C", "D", "Qu E"], [2, 2]])], read_dice, is_json=True),
    "dice-text": Format(lambda: [b"AEIOUY\nLMNRST\n", b"A,B,Qu\nC,D,E\n"], read_dice_file),
    "book": Format(books, read_book),
    "match": Format(matches, read_match, is_json=True),
    "history-row": Format(history_rows, read_history_row, is_json=True),
    "history-file": Format(lambda: [history().read_bytes()], read_history_file),
    "certificate": Format(certificates, read_certificate, is_json=True),
}
