"""The whole site as bytes: pages, core, words, dice, puzzles, icons and the service worker.

The same release, words and mode give the same bytes.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from .. import __version__, _core
from ..boards.daily import DAILY, DAILY_BOARDS, DAILY_PUZZLES, DailyKind, daily_puzzle, daily_seed
from ..boards.find import find_board
from ..errors import InputError
from ..game.derived_dice import (
    DERIVED,
    choose_dice,
    derive_dice,
    offered_dice,
    usual_board,
    usual_rules,
)
from ..game.dice import Dice
from ..lexicon import Lexicon
from ..lexicon.packed_words import pack_words
from ..lexicon.rude import words_to_avoid
from ..puzzle import Placement, Puzzle
from ..puzzle.generate.words import themes
from .files import STATIC, Mode, list_static, read_static
from .icons import SIZES, draw_icon

CORE = "core.wasm"
#: Where to find the core: where `make wasm` writes it in a checkout, and in an installed package.
_CORES = (
    Path(__file__).parents[3] / "build" / "wasm" / CORE,
    Path(_core.__file__).parent / "data" / CORE,
)
#: Time to make a board with required words; such a board takes a tenth of a second.
_BOARD_SECONDS = 60.0
_ENGLISH = "en"
_COLOUR, _BACKGROUND = "#0b5cad", "#faf8f4"


def find_core() -> Path | None:
    """Return the core that runs in browsers, if this installation has it."""
    return next((path for path in _CORES if path.is_file()), None)


def build_site(lexicon: Lexicon, core: Path, mode: Mode, title: str = "") -> dict[str, bytes]:
    """Return the files of a site by name; only a static site includes puzzles.

    `title` names the words on the pages; "" means the dictionary.

    Raises:
        InputError: the core cannot be read.
        LexiconError: the words cannot be searched in a browser.
    """
    try:
        data = core.read_bytes()
    except OSError as error:
        raise InputError(f"cannot read the core {str(core)!r}: {error.strerror}") from error
    files = {name: read_static(path, mode) for name, path in list_static().items()}
    facts = _describe(lexicon, title)
    for name, kind, part in (("core", "wasm", data), ("words", "bin", pack_words(lexicon))):
        facts[name] = f"{name}-{_digest(part)}.{kind}"
        files[facts[name]] = part
    if mode == "static":
        days: dict[str, list[str]] = {}
        for kind in DAILY_PUZZLES:
            made = [*_make_puzzles(kind, lexicon.language)]
            files["paths.json" if kind == "paths" else "puzzles.json"] = _to_json(made)
            days[kind] = [_crop(puzzle[2].split("\n")) for _, puzzle in made]
        if lexicon.has_bands:
            boards = [*_make_boards(lexicon)]
            files["boards.json"] = _to_json(boards)
            days["words"] = ["\n".join(" ".join(row) for row in rows) for rows in boards]
        files["days.json"] = _to_json(days)
    files["site.json"] = _to_json(facts)
    files["avoided.json"] = _to_json("".join(sorted(map(mark_of, _rude_words(lexicon)))))
    files["manifest.json"] = _to_json(_manifest())
    files |= {f"icons/{size}.png": draw_icon(size) for size in SIZES}
    files["sw.js"] = _service_worker(files, mode)
    return files


def _describe(lexicon: Lexicon, title: str) -> dict[str, Any]:
    """Return the description of a site, with the fields of `GET /api/v1/`."""
    sets = [
        derive_dice(lexicon, usual_board(lexicon)[0]) if name == DERIVED else Dice.named(name)
        for name in offered_dice(lexicon)
    ]
    usual = choose_dice(lexicon).name
    return {
        "format": "lexigrid/site",
        "version": 1,
        "release": __version__,
        "lexicons": [
            {
                "name": "default",
                "title": title,
                "words": len(lexicon),
                "fingerprint": lexicon.fingerprint,
                "has_bands": lexicon.has_bands,
                "language": lexicon.language,
            }
        ],
        "dice": [
            {
                "name": dice.name,
                "title": dice.title,
                "size": dice.size,
                "faces": [*map(" ".join, dice.faces)],
                "offered": True,
            }
            | ({"usual": True} if dice.name == usual else {})
            | usual_rules(lexicon, dice.size)
            for dice in sets
        ],
        "themes": [],
        "masks": [],
    }


def _rude_words(lexicon: Lexicon) -> Iterator[str]:
    """Yield the words of a lexicon that opponents never play."""
    fold = lexicon.alphabet.fold
    avoided = {*map(fold, words_to_avoid(None, lexicon))}
    return (word for word in lexicon if fold(word) in avoided)


def mark_of(word: str) -> str:
    """Return a hash of a word, so that a list can contain it without spelling it.

    >>> mark_of("oat")
    '2abdfa203f'
    """
    return hashlib.sha256(word.encode()).hexdigest()[:10]


def _make_puzzles(kind: DailyKind, language: str | None) -> Iterator[tuple[str, list[Any]]]:
    """Yield puzzles in the form of links, each with its theme ("" without themes)."""
    names = themes(language) or ("",)
    for number in range(DAILY_PUZZLES[kind].count):
        yield names[number % len(names)], _shrink(daily_puzzle(kind, number, language=language))


def _crop(rows: list[str]) -> str:
    """Return as much of a board as the first page shows (`js/home.js`)."""
    return "\n".join(row[:7] for row in rows[:5])


def _make_boards(lexicon: Lexicon) -> Iterator[list[list[str]]]:
    """Yield the tiles of the boards on which every common word is wanted."""
    for number in range(DAILY_BOARDS):
        seed = daily_seed(number)
        made = find_board(DAILY, seed=seed, words=lexicon, deadline=_BOARD_SECONDS)
        yield made.grid.to_dict()["rows"]


def _shrink(puzzle: Puzzle) -> list[Any]:
    """Return a puzzle in the form of a link, as `js/links.js` writes it."""
    columns = puzzle.grid.columns

    def ends(placed: Placement) -> list[Any]:
        cells = placed.path or (placed.start, placed.end)
        places = [cell.row * columns + cell.column for cell in cells]
        return [placed.word, places] if placed.path else [placed.word, *places]

    words = [ends(placed) for placed in puzzle.key if not placed.secret]
    faces = "\n".join(map("".join, puzzle.grid.to_dict()["rows"]))
    spanning = [puzzle.spanning] if puzzle.spanning else []
    language = puzzle.language or ""
    return [1, "", faces, words, [], "", language, int(puzzle.right_to_left), *spanning]


def _manifest() -> dict[str, Any]:
    return {
        "name": "lexigrid",
        "short_name": "lexigrid",
        "description": "Solve and play word searches and the dice game",
        "id": "./",
        "start_url": "./",
        "scope": "./",
        "display": "standalone",
        "theme_color": _COLOUR,
        "background_color": _BACKGROUND,
        "icons": [
            {
                "src": f"icons/{size}.png",
                "sizes": f"{size}x{size}",
                "type": "image/png",
                "purpose": purpose,
            }
            for size in SIZES[1:]
            for purpose in ("any", "maskable")
        ],
    }


def _service_worker(files: Mapping[str, bytes], mode: Mode) -> bytes:
    digests = {name: _digest(data) for name, data in sorted(files.items())}
    version = _digest(json.dumps([__version__, digests]).encode())
    facts = json.dumps({"version": version, "mode": mode, "files": digests})
    return read_static(STATIC / "sw.js").replace(b"'@SITE@'", f"'{facts}'".encode())


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:12]


def _to_json(value: Any) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()
