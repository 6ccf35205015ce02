"""The Puzzle: an immutable value with a grid, the words to find in it, and where they are."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from html import escape
from importlib import import_module
from typing import TYPE_CHECKING, Any, Unpack, get_args

from .._util import schema
from .._util.codec import Head, form_of, write
from .._util.io import atomic_write, check_path
from .._util.rng import SEEDS, Seed
from ..alphabet import Alphabet
from ..errors import InputError, PuzzleError
from ..geometry import ALL_DIRECTIONS, Direction, parse_directions
from ..grid import Grid
from ..reading import PUZZLE_FORMAT
from ..strings import Strings, check_language
from .difficulty import Difficulty, measure_difficulty
from .placement import KINDS, Angles, PathForm, Placement, PlacementForm, PuzzleKind

if TYPE_CHECKING:
    from ..render.print.options import PageArguments

#: Puzzles on lines have the first version, all others the second.
VERSION, PATHS_VERSION = 1, 2
_HEAD = Head("the puzzle", PuzzleError, PUZZLE_FORMAT, VERSION, PATHS_VERSION)
_TEXT = schema.optional(schema.text)


def _language(value: Any) -> str | None:
    try:
        return check_language(value)
    except InputError:
        raise schema.Mismatch(value, "a language code such as de or pt-BR") from None


#: The fields that are in the document as they are; null is the default.
_FACTS = (
    *("title", "message", "seed", "code", "right_to_left", "language"),
    *("kind", "spanning", "turns", "angles"),
)
_read_line, _read_path = form_of(PlacementForm).read, form_of(PathForm).read


def _word(value: Any) -> PathForm | PlacementForm:
    is_path = isinstance(value, Mapping) and "cells" in value
    found: PathForm | PlacementForm = (_read_path if is_path else _read_line)(value)
    return found


_PUZZLE = schema.record(
    {},
    {
        "words": schema.list_of(_word),
        "secret": schema.list_of(_read_line),
        "kind": schema.choice(*KINDS),
        "spanning": _TEXT,
        "turns": schema.integer(0, 144),
        "angles": schema.choice(*get_args(Angles)),
        "title": _TEXT,
        "message": _TEXT,
        "seed": schema.optional(schema.integer(0, SEEDS - 1)),
        "code": _TEXT,
        "missing": schema.list_of(schema.record({"word": schema.text, "reason": schema.text})),
        "notes": schema.list_of(schema.text),
        "right_to_left": schema.flag,
        "language": _language,
        "directions": schema.optional(schema.either(schema.list_of(schema.text), schema.text)),
    },
)


def _path_fields(puzzle: Puzzle) -> dict[str, Any]:
    own = ("turns", "angles") if puzzle.kind == "bent" else ("spanning",)
    fields = {"kind": puzzle.kind, **{name: getattr(puzzle, name) for name in own}}
    return fields | {"topology": puzzle.grid.topology.name}


@dataclass(frozen=True)
class Puzzle:
    """A grid, the words to find in it, and their places.

    >>> from lexigrid import Cell
    >>> grid = Grid.parse("CAT/XDX/XXO")
    >>> puzzle = Puzzle(grid, (Placement("cat", Cell(0, 0), Direction.E, 3),))
    >>> puzzle.words, puzzle.solution_cells == {(0, 0), (0, 1), (0, 2)}
    (('cat',), True)
    """

    grid: Grid
    """The grid."""
    key: tuple[Placement, ...]
    """A placement for each word of the list, in its order, and for each secret word."""
    title: str = ""
    """The title; may be empty."""
    message: str = ""
    """What the leftover cells spell; may be empty."""
    seed: int | None = None
    """The seed; None for a puzzle from another program."""
    code: str = ""
    """The share code; `make_puzzle(code=...)` makes the same puzzle again."""
    missing: tuple[tuple[str, str], ...] = ()
    """Words that were left out, each with the reason."""
    notes: tuple[str, ...] = ()
    """Remarks for the puzzle's maker, such as words to avoid inside listed words."""
    right_to_left: bool = False
    """Are the words read from right to left?"""
    directions: tuple[Direction, ...] = tuple(Direction)
    """The directions that words may run in."""
    language: str | None = None
    """The language of the words as a BCP 47 code such as "de" or "pt-BR"; None: unknown."""
    kind: PuzzleKind = "lines"
    """How the words run: straight on "lines", on paths that "cover" the board or make one
    "trail" over it, or on "bent" lines between fillers."""
    spanning: str = ""
    """The word of a cover that touches two opposite sides; may be empty."""
    turns: int = 0
    """The most turns of a bent word; 0 in puzzles of other kinds."""
    angles: Angles = "right"
    """How bent words turn: at right angles only, or anyhow."""

    @property
    def words(self) -> tuple[str, ...]:
        """The words to find, as shown; one that is hidden several times is repeated."""
        return tuple(placed.word for placed in self.key if not placed.secret)

    @property
    def listed(self) -> tuple[Placement, ...]:
        """The first placement of each word of the list; a word that is hidden again is one entry.

        >>> from lexigrid.puzzle.generate.make import make_puzzle
        >>> puzzle = make_puzzle(["oat (2)", "rye"], seed=1)
        >>> puzzle.words, len(puzzle.listed)
        (('oat', 'oat', 'rye'), 2)
        """
        first: dict[str, Placement] = {}
        for placed in self.key:
            if not placed.secret:
                first.setdefault(placed.word, placed)
        return (*first.values(),)

    @property
    def secret_words(self) -> tuple[str, ...]:
        """The words that are in the grid but not in the list."""
        return tuple(placed.word for placed in self.key if placed.secret)

    @property
    def solution_cells(self) -> frozenset[tuple[int, int]]:
        """The cells used by the words of the key."""
        return frozenset(cell for placed in self.key for cell in placed.cells)

    @property
    def strings(self) -> Strings:
        """The fixed texts of pages in the puzzle's language, else the alphabet's, else English.

        >>> Puzzle(Grid.parse("KOT/"), (), language="pl").strings.format("answers")
        'Rozwiązania'
        """
        alphabet = self.grid.alphabet
        return Strings.of(self.language or (alphabet.name if alphabet else None))

    @cached_property
    def difficulty(self) -> Difficulty:
        """How hard the puzzle is, measured on the grid."""
        return measure_difficulty(self.grid, self.key, self.right_to_left)

    def __str__(self) -> str:
        """Return the title, the grid and the words, as `print` shows them."""
        return str(_renderer().puzzle_to_text(self))

    def _repr_svg_(self) -> str | None:
        """Return a picture of the grid, for a notebook; `to_svg` returns the page."""
        return self.grid._repr_svg_()

    def _repr_html_(self) -> str:
        """Return the title, the grid and the words, for a notebook."""
        title = f"<h3>{escape(self.title)}</h3>" if self.title else ""
        return f"{title}{self._repr_svg_() or ''}<p>{escape(', '.join(self.words))}</p>"

    def edited(
        self,
        *,
        move: Iterable[str] = (),
        pin: Mapping[str, str] | None = None,
        ban: str = "",
        seed: Seed | None = None,
    ) -> Puzzle:
        """Return the puzzle with some words or fillers changed, and everything else kept.

        Only the cells that a moved word leaves, and those with banned letters, get other letters;
        a hidden message is written again. `check_puzzle` proves the result. It has no share code.

        >>> from lexigrid import check_puzzle, make_puzzle
        >>> puzzle = make_puzzle(["oat", "rye", "barley"], size=8, seed=1)
        >>> edited = puzzle.edited(move=["oat"], pin={"rye": "7,0,E"}, ban="jk", seed=1)
        >>> check_puzzle(edited).is_valid, str(edited.key[1]), edited.key[2] == puzzle.key[2]
        (True, 'rye 7,0 E', True)

        Args:
            move: words to hide in another place.
            pin: the place of each of some words: the row and column of its first letter, counted
                from 0, and its direction, such as "7,0,E".
            ban: letters that no filler may be.
            seed: the same seed makes the same changes; by default one is drawn.

        Raises:
            InputError: nothing to change, a word that the puzzle lacks, a puzzle of another kind
                than "lines", or with tiles of several letters.
            PuzzleError: a word has no other place, or a filler no other letter.
        """
        from .generate.edit import EditOptions, edit_puzzle

        changes = EditOptions.of(move=move, pin=pin, ban=ban, seed=seed)
        return edit_puzzle(self, changes)

    def save(self, path: str | os.PathLike[str], **page: Unpack[PageArguments]) -> None:
        """Write the puzzle to a file, atomically, in the format of its suffix.

        `read` reads `.json`, `.html`, `.csv` and `.txt` back, the first two with title and key.
        `.svg`, `.png`, `.pdf` and `.html` are pages. An existing file is overwritten.

        >>> import tempfile, pathlib
        >>> from lexigrid import Cell, Direction, Placement
        >>> grid = Grid.parse("CAT/XDX/XXO")
        >>> puzzle = Puzzle(grid, (Placement("cat", Cell(0, 0), Direction.E, 3),))
        >>> path = pathlib.Path(tempfile.mkdtemp(), "cat.json")
        >>> puzzle.save(path)
        >>> Puzzle.read(path) == puzzle
        True

        Args:
            path: the file to write. With `with_key=True`, a picture has a second file with the
                answers, such as `birds-key.png`; a list too long for the page is on `birds-2.png`.
            page: the fields of `PageOptions`, such as `paper="letter"` or `style="kids"`.

        Raises:
            InputError: the suffix is unknown, its format does not use an option, or the file cannot
                be written.
        """
        renderer = _renderer()
        name = check_path(path)
        stem, suffix = os.path.splitext(name)
        form = renderer.format_of(name)
        files, _ = renderer.puzzle_to_files(self, form, renderer.page_options_for(form, page))
        for end, data in files.items():
            with atomic_write(f"{stem}{end}{suffix}") as file:
                file.write(data)

    def to_svg(self, **page: Unpack[PageArguments]) -> str:
        """Return the puzzle's page as SVG, or the page of its answers with `with_key=True`.

        `page` has the fields of `PageOptions`.
        """
        return self._to_bytes("svg", page).decode()

    def to_html(self, *, with_key: bool = True) -> str:
        """Return a page to play in a browser, with a button for the answers."""
        return self._to_bytes("html", {"with_key": with_key}).decode()

    def to_pdf(self, **page: Unpack[PageArguments]) -> bytes:
        """Return the puzzle and its answers as PDF.

        `page` has the fields of `PageOptions`.
        """
        return self._to_bytes("pdf", page)

    def _to_bytes(self, form: str, page: PageArguments) -> bytes:
        renderer = _renderer()
        data: bytes = renderer.puzzle_to_bytes(self, form, renderer.page_options_for(form, page))[0]
        return data

    def to_json(self) -> str:
        """Return `to_dict` as JSON text; `from_json` and `read` read it."""
        return json.dumps(self.to_dict(), ensure_ascii=False)

    @classmethod
    def from_json(cls, text: str) -> Puzzle:
        """Make a puzzle from JSON text.

        Raises:
            PuzzleError: not JSON, another format or version, or an invalid key.
        """
        return cls.from_dict(schema.parse_json(text, "", PuzzleError))

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form, `lexigrid/puzzle`, as a dictionary; `from_dict` reads it."""
        grid, key = self.grid.to_dict(), [*self.key]
        document: dict[str, Any] = {
            "format": PUZZLE_FORMAT,
            "version": VERSION if self.kind == "lines" else PATHS_VERSION,
            **(_path_fields(self) if self.kind != "lines" else {}),
            "title": self.title,
            "rows": grid["rows"],
            "alphabet": grid["alphabet"],
            "language": self.language,
            "words": [
                write(PathForm.of(each) if each.path else PlacementForm.of(each))
                for each in key
                if not each.secret
            ],
            "secret": [write(PlacementForm.of(each)) for each in key if each.secret],
            "directions": [str(direction) for direction in self.directions],
            "message": self.message,
            "seed": self.seed,
            "code": self.code,
            **({"difficulty": write(self.difficulty)} if self.kind == "lines" else {}),
            "missing": [{"word": word, "reason": reason} for word, reason in self.missing],
            "notes": list(self.notes),
            "right_to_left": self.right_to_left,
        }
        options = ("case_sensitive", "fold_accents")
        return document | {option: True for option in options if grid.get(option)}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Puzzle:
        """Make a puzzle from the dictionary of its JSON form.

        Raises:
            PuzzleError: another format or version, or an invalid key.
        """
        _HEAD.check(data)
        found = schema.read(_PUZZLE, data, _HEAD.name, PuzzleError)
        kept = ("rows", "alphabet", "case_sensitive", "fold_accents", "topology")
        form = {"format": PUZZLE_FORMAT, "version": VERSION, "rows": None}
        grid = Grid.from_dict(form | {name: data[name] for name in kept if name in data})
        return cls(
            grid,
            (
                *(each.find(grid, is_secret=False) for each in found.get("words", ())),
                *(each.find(grid, is_secret=True) for each in found.get("secret", ())),
            ),
            missing=tuple((each["word"], each["reason"]) for each in found.get("missing", ())),
            notes=tuple(found.get("notes", ())),
            directions=parse_directions(found.get("directions") or ALL_DIRECTIONS),
            **{name: found[name] for name in _FACTS if found.get(name) is not None},
        )

    @classmethod
    def read(
        cls,
        path: str | os.PathLike[str],
        *,
        words: Sequence[str] | None = None,
        alphabet: Alphabet | str | None = None,
        language: str | None = None,
    ) -> Puzzle:
        """Read a puzzle file: JSON, CSV or text from any program, or an HTML page of lexigrid.

        Text is a grid, a blank line, and words, with a title above if there is one. `words`
        replace those in the file. `alphabet` and `language`, as in `make_puzzle`, are for files
        that cannot name them: all but JSON and HTML of lexigrid.

        Raises:
            InputError: the file cannot be read, or names its alphabet and language itself.
            PuzzleError: the file is not a puzzle.
        """
        from .io import read_puzzle

        return read_puzzle(path, words, alphabet, language)


def _renderer() -> Any:
    """Return the module that draws puzzles; it is above this one, so it is loaded by name."""
    return import_module("lexigrid.render.puzzle_file")
