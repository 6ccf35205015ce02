"""Single words or filler letters of a finished puzzle are changed, and everything else is kept."""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import Any

from ... import _core
from ..._util.kinds import Kind, Words
from ..._util.options import Options, option, options_of
from ..._util.plain_text import shorten
from ..._util.rng import SplitMix64, derived_seed, fresh_seed
from ..._util.time_limit import check_time, seconds_left
from ..._util.validation import check_choice, check_type
from ...alphabet import Alphabet
from ...errors import InputError, PuzzleError
from ...geometry import ALL_DIRECTIONS, Cell, Direction, parse_directions
from ...grid import Grid
from ...grid.tile import escaped
from .. import Placement, Puzzle, check_puzzle
from ..facts import join_times
from ..io import with_places
from ..placement import letters_of
from ..verify import find_words
from .job import BLANK, MIN_FILLER_LETTERS, Entry, Job, prepare
from .lines import count_subwords, encode, write_letters
from .masks import Mask
from .options import PuzzleOptions
from .rude import avoided_words, describe_chosen
from .share_code import parse_code

#: Places that are tried for the words to move.
_TRIALS = 300
_PLACE = re.compile(r"\s*([0-9]{1,3})\s*,\s*([0-9]{1,3})\s*,\s*([A-Za-z]{1,2})\s*")

#: The first cell of a word and its direction.
Place = tuple[Cell, Direction]


class _Places(Kind):
    """A place for each of some words; pairs are kept."""

    metavar = "WORD=R,C,DIR"
    json = dict[str, str]
    repeats = True

    def check(self, value: Any, name: str) -> tuple[tuple[str, str], ...]:
        pairs = dict(value) if isinstance(value, tuple) else value
        check_type(pairs, name, Mapping, "such as {'oat': '2,0,E'}")
        return tuple((word, self._place(text, f"{name} of {word}")) for word, text in pairs.items())

    def _place(self, text: Any, name: str) -> str:
        if not isinstance(text, str) or not _PLACE.fullmatch(text):
            raise InputError(
                f"{name} is {shorten(text)}, expected the row and column of the first letter, "
                "counted from 0, and the direction, such as 2,0,E"
            )
        return text

    def parse_all(self, texts: Sequence[str], flag: str) -> dict[str, str]:
        pairs = [text.rpartition("=")[::2] for text in texts]
        return {word.strip(): self._place(place, flag) for word, place in pairs}

    def describe(self) -> str:
        return "places by word"


@dataclass(frozen=True, slots=True)
class EditOptions(Options):
    """What to change in a finished puzzle."""

    move: tuple[str, ...] = option(
        Words(), "Hide these words in another place.", default=(), group="Edit"
    )
    pin: tuple[tuple[str, str], ...] = option(
        _Places(),
        "Hide words at these places: row and column of the first letter, from 0, and direction.",
        default=(),
        accepts_none=True,
        group="Edit",
        cli_help="Hide a word at a place: oat=2,0,E (row and column from 0); repeatable.",
    )
    ban: str = option(Kind(), "Letters that no filler may be.", default="", group="Edit")
    seed: int | None = option(
        options_of(PuzzleOptions)["seed"].kind, "The same seed makes the same changes.", surfaces=()
    )


def edit_puzzle(puzzle: Puzzle, options: EditOptions) -> Puzzle:
    """Change a puzzle as `Puzzle.edited` says.

    Raises:
        InputError: nothing to change, a word that the puzzle lacks, a puzzle of another kind than
            "lines", or with tiles of several letters.
        PuzzleError: a word has no other place, or a filler no other letter.
    """
    if not (options.move or options.pin or options.ban):
        raise InputError("there is nothing to change; name words to move or pin, or letters to ban")
    if puzzle.kind != "lines":
        raise InputError(
            f"the puzzle is of kind {puzzle.kind!r}; only those with words on lines can be changed"
        )
    return _Editor(with_places(puzzle), options).run()


def _as_listed(options: EditOptions, names: Sequence[str], alphabet: Alphabet) -> EditOptions:
    """Spell words as the list does; the grid shows `ice cream` as ICECREAM."""
    listed = {letters_of(alphabet, name): name for name in names}

    def spell(word: str) -> str:
        return word if word in names else listed.get(letters_of(alphabet, word), word)

    pins = tuple((spell(word), place) for word, place in options.pin)
    return replace(options, move=tuple(map(spell, options.move)), pin=pins)


class _Editor:
    def __init__(self, puzzle: Puzzle, options: EditOptions) -> None:
        self._alphabet = puzzle.grid.alphabet or Alphabet()
        names = [placed.word for placed in puzzle.key]
        options = _as_listed(options, names, self._alphabet)
        self._puzzle, self._options = puzzle, options
        self._seed = fresh_seed() if options.seed is None else options.seed
        for word in (*options.move, *dict(options.pin)):
            check_choice(word, "a word to move or pin", names)
        self._pinned: dict[Placement, Placement] = {}
        for word, place in options.pin:
            old = next(each for each in puzzle.key if each.word == word)
            start, direction = _read_place(place)
            own = direction if old.length > 1 else None
            self._pinned[old] = replace(old, start=start, direction=own)
        self._moved = [e for e in puzzle.key if e.word in options.move and e not in self._pinned]
        self._kept = [e for e in puzzle.key if e not in self._moved and e not in self._pinned]
        self._letters = _read_letters(puzzle.grid, self._alphabet)
        self._usual = parse_code(puzzle.code) if puzzle.code else PuzzleOptions(seed=0)
        self._is_blank = self._has_blanks()
        if self._is_blank and options.ban:
            raise InputError("the puzzle has blank cells instead of fillers; leave out the ban")
        self._open = self._find_open()
        self._job = self._prepare()
        self._banned = {*letters_of(self._alphabet, options.ban)}
        self._weights = {
            letter: weight
            for letter, weight in self._job.filler_weights.items()
            if letter not in self._banned
        }
        if len(self._weights) < MIN_FILLER_LETTERS:
            raise InputError(
                f"{len(self._weights)} letters are left to fill with, expected at least "
                f"{MIN_FILLER_LETTERS}; ban fewer"
            )
        sizes = sum(placed.length for placed in puzzle.key)
        self._are_apart = sizes == len(puzzle.solution_cells)

    def _has_blanks(self) -> bool:
        """Are the cells without a word blank? Without a code, they are if there are no fillers."""
        grid = self._puzzle.grid
        if self._puzzle.code:
            return self._usual.filler == BLANK
        return len(grid) == len(self._puzzle.solution_cells) < grid.rows * grid.columns

    def _find_open(self) -> frozenset[Cell]:
        """Return the cells that words may have: those with letters, or blank ones too."""
        if not self._is_blank:
            return frozenset(self._letters)
        rows, columns = self._puzzle.grid.rows, self._puzzle.grid.columns
        mask = self._usual.mask
        is_open = Mask(mask).cells(rows, columns) if mask else b"\1" * (rows * columns)
        return frozenset(Cell(*divmod(at, columns)) for at, value in enumerate(is_open) if value)

    def _prepare(self) -> Job:
        puzzle, usual = self._puzzle, self._usual
        own: dict[str, Any] = {
            name: getattr(usual, name)
            for name in ("filler", "avoid", "allow", "allow_rude")
            if getattr(usual, name) != BLANK
        }
        return prepare(
            PuzzleOptions(
                **own,
                words=join_times(puzzle.words),
                secret=join_times(puzzle.secret_words),
                message=puzzle.message,
                allow_subwords=True,
                alphabet=self._alphabet,
                language=puzzle.language,
                seed=self._seed,
            )
        )

    def run(self) -> Puzzle:
        avoided = self._choose_avoided()
        failure = ""
        for placed in self._layouts():
            made = self._fill(placed, avoided)
            if isinstance(made, str):
                failure = failure or made
                continue
            pinned = {each.direction for each in self._pinned.values() if each.direction}
            puzzle = replace(
                self._puzzle,
                grid=made,
                key=tuple(replace(each, inside=0) for each in placed),
                directions=parse_directions({*self._puzzle.directions} | pinned),
                notes=(),
                code="",
            )
            if check_puzzle(puzzle, allow_subwords=True, avoid=avoided).is_valid:
                letters = {each.word: each.letters for each in self._job.entries}
                puzzle = count_subwords(puzzle, find_words(puzzle))
                return replace(puzzle, notes=(*puzzle.notes, *describe_chosen(self._job, letters)))
            failure = "a word, or one to avoid, would occur by accident"
        raise PuzzleError(f"the puzzle was not changed: {failure}; choose other words or places")

    def _choose_avoided(self) -> list[str]:
        """Return the words to avoid: as many rude ones as the puzzle avoids already."""
        if self._job.options.allow_rude:
            return [*self._job.avoided]
        for rude in ("strict", "mild"):
            words = [*avoided_words(self._job, self._job.entries, rude)]
            if check_puzzle(self._puzzle, allow_subwords=True, avoid=words).is_valid:
                return words
        return [*self._job.avoided]

    # --- places -----------------------------------------------------------------------------------

    def _layouts(self) -> Iterator[list[Placement]]:
        """Yield the placements of all words, with the moved ones on new lines."""
        fixed: dict[Cell, str] = {}
        for placed in (*self._kept, *self._pinned.values()):
            if reason := self._find_conflict(placed, fixed):
                place = str(placed).removeprefix(placed.word)
                raise PuzzleError(f"{placed.word} cannot be at{place}: {reason}")
            fixed |= self._cells_of(placed)
        lines = [self._lines(old, fixed) for old in self._moved]
        for trial in range(_TRIALS):
            rng = SplitMix64(derived_seed(self._seed, trial))
            used, new = dict(fixed), dict(self._pinned)
            for old, own in zip(self._moved, lines, strict=True):
                tried = own[trial : trial + 1] if len(lines) == 1 else rng.shuffled(own)
                for line in tried:
                    if not self._find_conflict(line, used):
                        new[old] = line
                        used |= self._cells_of(line)
                        break
            if len(new) == len(lines) + len(self._pinned):
                yield [new.get(each, each) for each in self._puzzle.key]
            if len(lines) < 2 and trial >= len(lines and lines[0]):
                return

    def _lines(self, old: Placement, fixed: Mapping[Cell, str]) -> list[Placement]:
        """Return the other lines that can hold a word, in random order."""
        lines = []
        for cell in sorted(self._open):
            for direction in self._puzzle.directions if old.length > 1 else (None,):
                line = replace(old, start=cell, direction=direction)
                if {line.start, line.end} == {old.start, old.end}:
                    continue
                shared = sum(each in fixed for each in line.cells)
                if shared > (0 if self._are_apart else old.length - 1):
                    continue
                if not self._find_conflict(line, fixed):
                    lines.append(line)
        if not lines:
            raise PuzzleError(f"{old.word} has no other place among the words that stay")
        return SplitMix64(self._seed).shuffled(lines)

    def _cells_of(self, placed: Placement) -> dict[Cell, str]:
        letters = letters_of(self._alphabet, placed.word)
        return dict(zip(placed.cells, letters, strict=True))

    def _find_conflict(self, line: Placement, used: Mapping[Cell, str]) -> str:
        """Return why a word cannot be on a line, or ""."""
        for cell, letter in self._cells_of(line).items():
            if cell not in self._open:
                return f"{cell.row},{cell.column} is not a cell of the grid"
            if used.get(cell, letter) != letter:
                return f"{cell.row},{cell.column} has the letter {used[cell]} of another word"
        return ""

    # --- letters ----------------------------------------------------------------------------------

    def _fill(self, placed: Sequence[Placement], avoided: Sequence[str]) -> Grid | str:
        """Return the grid of the placements, or why there is none."""
        grid = self._puzzle.grid
        words = [letters_of(self._alphabet, each.word) for each in placed]
        fixed = {cell: letter for each in placed for cell, letter in self._cells_of(each).items()}
        if self._is_blank:
            return self._write(fixed)
        free = [cell for cell in self._in_reading_order() if cell not in fixed]
        old, message = self._puzzle.solution_cells, self._job.message
        former = [cell for cell in self._in_reading_order() if cell not in old]
        is_exact = bool(message) and len(message) == len(former)
        if len(free) < len(message) or (is_exact and len(free) > len(message)):
            return f"{len(free)} cells would be left for the {len(message)} letters of the message"
        fillers = {*former[len(message) :]}
        for cell, letter in zip_longest(free, message):
            if letter is not None:
                fixed[cell] = letter
            elif cell in fillers and self._letters[cell] not in self._banned:
                fixed[cell] = self._letters[cell]
        known = {*self._weights, *self._letters.values()}.union(*words)
        codes = sorted(known.union(*(letters_of(self._alphabet, word) for word in avoided)))
        number = {letter: code for code, letter in enumerate(codes)}
        cells = array("H", [_core.HOLE_CELL]) * len(grid.codes)
        for cell in self._letters:
            at = cell.row * grid.columns + cell.column
            cells[at] = number[fixed[cell]] if cell in fixed else _core.EMPTY_CELL
        filled, _, is_complete = _core.fill_cells(
            grid.rows,
            grid.columns,
            cells,
            *encode(tuple(words), tuple(codes)),
            *encode(tuple(letters_of(self._alphabet, word) for word in avoided), tuple(codes)),
            array("I", [self._weights.get(letter, 0) for letter in codes]),
            array("H"),
            0,
            self._seed,
            seconds_left(),
        )
        check_time()
        if not is_complete:
            return "no letters suit the free cells"
        return self._write(
            {cell: codes[filled[cell.row * grid.columns + cell.column]] for cell in self._letters}
        )

    def _in_reading_order(self) -> Iterator[Cell]:
        side = -1 if self._puzzle.right_to_left else 1
        return iter(sorted(self._letters, key=lambda cell: (cell.row, side * cell.column)))

    def _write(self, letters: Mapping[Cell, str]) -> Grid:
        """Write letters as the puzzle writes them elsewhere; tiles that stay are the same."""
        grid, alphabet = self._puzzle.grid, self._alphabet
        tiles = {cell: tile for cell in grid if (tile := grid[cell]) is not None}
        faces = {letter: tiles[cell].face for cell, letter in self._letters.items()}
        is_upper = all(face == alphabet.capital(letter) for letter, face in faces.items())
        entries = [Entry(word, ()) for word in self._puzzle.words]
        used = sorted({*letters.values()})
        faces = write_letters(used, alphabet, "upper" if is_upper else "keep", entries) | faces
        rows = [["."] * grid.columns for _ in range(grid.rows)]
        for cell, letter in letters.items():
            is_same = letter == self._letters.get(cell)
            rows[cell.row][cell.column] = (
                tiles[cell].format() if is_same else escaped(faces[letter])
            )
        return Grid.from_rows(rows, alphabet=grid.alphabet, topology=grid.topology)


def _read_place(text: str) -> Place:
    found = _PLACE.fullmatch(text)
    assert found is not None
    name = check_choice(found[3].upper(), "the direction", [*map(str, ALL_DIRECTIONS)])
    return Cell(int(found[1]), int(found[2])), Direction[name]


def _read_letters(grid: Grid, alphabet: Alphabet) -> dict[Cell, str]:
    """Return the letter of each cell that is not a hole."""
    found: dict[Cell, str] = {}
    for cell in grid:
        tile = grid[cell]
        letters = letters_of(alphabet, "".join(tile.spellings)) if tile else ()
        if len(letters) != 1:
            raise InputError(
                f"the tile at {cell.row},{cell.column} is not one letter; only puzzles with one "
                "letter on each tile can be changed"
            )
        found[cell] = letters[0]
    return found
