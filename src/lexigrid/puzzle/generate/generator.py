"""Making a puzzle of a recipe: lay the words, fill the rest, prove what came of it.

Knows puzzles, layouts, masks and fillers; known by the door, books and the command line.
Rule: what leaves this room has passed `check_puzzle`; what could not be done is told.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from ... import _core
from ..._util.rng import SplitMix64, derived_seed
from ...alphabet import Alphabet
from ...errors import InputError, PuzzleError
from ...geometry import Cell, Direction
from ...grid import Grid
from .. import Placement, Puzzle, PuzzleReport, check_puzzle, letters_of
from .faces import faces_of
from .fillers import filler_weights
from .layout import Ground, Layout
from .listing import Entry, Letters, Listing, is_right_to_left, list_words
from .masks import Mask
from .pool import choices_for
from .recipe import Recipe, format_code
from .sizes import Size, sizes_for

#: Layouts whose filling failed, or did not pass the proof, before the maker gives up.
_MOST_ATTEMPTS = 40
_ALL = tuple(range(8))
_MIRROR = (0, 7, 6, 5, 4, 3, 2, 1)
_NO_ROOM = "no room for it"


@dataclass(frozen=True, slots=True)
class _Job:
    """A recipe made ready: letters, weights and directions of what is to be placed."""

    recipe: Recipe
    alphabet: Alphabet
    entries: tuple[Entry, ...]
    refused: tuple[tuple[str, str], ...]
    notes: tuple[str, ...]
    avoided: tuple[Letters, ...]
    weights: dict[str, int]
    message: Letters
    right_to_left: bool
    mask: Mask | None

    def directions(self) -> list[int]:
        """Give the allowed directions of each word as a mask."""
        own = {word.casefold(): ways for word, ways in self.recipe.word_directions}
        usual = self.usual_directions()
        return [
            sum(1 << way for way in own.get(entry.word.casefold(), usual)) for entry in self.entries
        ]

    def usual_directions(self) -> tuple[int, ...]:
        return self.recipe.directions or _ALL


def make(recipe: Recipe) -> Puzzle:
    """Make the puzzle of a recipe.

    Raises:
        PuzzleError: words that cannot be placed (with the fact `unplaced`), a message that does
            not fit (with the fact `nearest`), a grid that cannot be filled.
        InputError: parts of the recipe that contradict each other.
    """
    job = _prepared(recipe)
    if recipe.pool:
        return _make_of_pool(job)
    puzzle, unplaced = _made(job)
    return _accepted(job, puzzle, (*job.refused, *unplaced))


def _accepted(
    job: _Job,
    puzzle: Puzzle | None,
    unplaced: Sequence[tuple[str, str]],
    of_pool: tuple[int, int] | None = None,
) -> Puzzle:
    if unplaced and not job.recipe.allow_missing:
        names = "; ".join(f"{word}: {reason}" for word, reason in unplaced)
        if of_pool is None:
            raise PuzzleError(f"not placed: {names}", unplaced=tuple(unplaced))
        placed, wanted = of_pool
        raise PuzzleError(
            f"not placed: {names} ({placed} of the {wanted} words that are wanted found room)",
            unplaced=tuple(unplaced),
            placed=placed,
            wanted=wanted,
        )
    if puzzle is None:
        raise PuzzleError("no word could be placed", unplaced=tuple(unplaced))
    return replace(
        puzzle,
        title=job.recipe.title,
        seed=job.recipe.seed,
        code=format_code(job.recipe),
        missing=tuple(unplaced),
        notes=(*job.notes, *puzzle.notes),
        right_to_left=job.right_to_left,
    )


def _prepared(recipe: Recipe) -> _Job:
    alphabet = Alphabet(case_sensitive=recipe.case_sensitive, fold_accents=recipe.fold_accents)
    if recipe.alphabet:
        alphabet = Alphabet.named(
            recipe.alphabet,
            case_sensitive=recipe.case_sensitive,
            fold_accents=recipe.fold_accents,
        )
    listing = list_words(
        recipe.words, recipe.secret, alphabet, allow_subwords=recipe.allow_subwords
    )
    avoided, notes = _avoided(recipe, alphabet, listing)
    message = letters_of(alphabet, recipe.message)
    if recipe.message and not message:
        raise InputError(f"the message {recipe.message!r} has no letters")
    right_to_left = is_right_to_left(listing.entries)
    known = {entry.word.casefold() for entry in listing.entries}
    known.update(word.casefold() for word, _ in listing.refused)
    for word, _ in recipe.word_directions:
        if word.casefold() not in known:
            raise InputError(f"directions are given for {word!r}, which is not in the list")
    return _Job(
        recipe,
        alphabet,
        listing.entries,
        listing.refused,
        (*listing.notes, *notes),
        avoided,
        filler_weights(recipe.filler, alphabet, listing.entries) if listing.entries else {},
        message,
        right_to_left,
        Mask(recipe.mask) if recipe.mask else None,
    )


def _avoided(
    recipe: Recipe, alphabet: Alphabet, listing: Listing
) -> tuple[tuple[Letters, ...], list[str]]:
    """Split the avoid-list; a listed word is an error, a part of one cannot be helped."""
    if not recipe.avoid:
        return (), []
    listed = {entry.letters: entry.word for entry in listing.entries}
    texts = {"\0".join(letters): word for letters, word in listed.items()}
    avoided: list[Letters] = []
    notes: list[str] = []
    for word in recipe.avoid:
        letters = letters_of(alphabet, word)
        if len(letters) < 2:
            raise InputError(f"the word to avoid {word!r} has fewer than two letters")
        if letters in listed:
            raise InputError(
                f"{word} is listed and to be avoided; take it out of one of the two lists"
            )
        avoided.append(letters)
        forward, backward = "\0".join(letters), "\0".join(reversed(letters))
        for text, host in texts.items():
            if forward in text or backward in text:
                way = "" if forward in text else " backwards"
                notes.append(f"{word}, to be avoided, is a part of {host}{way}")
    return tuple(avoided), notes


def _make_of_pool(job: _Job) -> Puzzle:
    """Take as many words of the list as wanted; one that finds no room gives way to another."""
    pool = SplitMix64(job.recipe.seed).shuffled([e for e in job.entries if not e.secret])
    trouble: PuzzleError | None = None
    for taken, rest in choices_for(pool, job.recipe.pool, _cells_for_pool(job)):
        try:
            return _make_of_choice(job, taken, rest)
        except PuzzleError as error:
            if "nearest" not in error.facts:
                raise
            if trouble is None or _away_from_message(error) < _away_from_message(trouble):
                trouble = error
    assert trouble is not None
    raise trouble


def _away_from_message(error: PuzzleError) -> int:
    return abs(int(error.nearest) - int(error.letters))


def _cells_for_pool(job: _Job) -> int | None:
    """Tell how many cells the words of the pool have to cover, where size and message say so."""
    recipe = job.recipe
    if not recipe.rows or not job.message or recipe.pad or recipe.grow:
        return None
    open_cells = recipe.rows * recipe.columns
    if job.mask is not None:
        open_cells = sum(job.mask.cells(recipe.rows, recipe.columns))
    secret = sum(len(entry.letters) for entry in job.entries if entry.secret)
    return max(0, open_cells - len(job.message) - secret)


def _make_of_choice(job: _Job, taken: list[Entry], rest: list[Entry]) -> Puzzle:
    wanted = job.recipe.pool
    secret = [entry for entry in job.entries if entry.secret]
    order = {entry: number for number, entry in enumerate(job.entries)}
    unplaced: list[tuple[str, str]] = list(job.refused)
    puzzle = None
    placed = 0
    while taken:
        chosen = sorted((*taken, *secret), key=order.__getitem__)
        puzzle, failed = _made(replace(job, entries=tuple(chosen)))
        names = {word for word, _ in failed}
        unplaced += failed
        placed = sum(entry.word not in names for entry in taken)
        if not names or not rest:
            break
        taken = [entry for entry in taken if entry.word not in names]
        while len(taken) < wanted and rest:
            taken.append(rest.pop(0))
    is_enough = puzzle is not None and len(puzzle.words) >= wanted
    return _accepted(job, puzzle, () if is_enough else unplaced, (placed, wanted))


def _made(job: _Job) -> tuple[Puzzle | None, list[tuple[str, str]]]:
    """Make a puzzle on the first size on which all fits, and tell what did not fit on the last."""
    if not job.entries:
        return None, []
    best: tuple[Puzzle | None, list[tuple[str, str]]] = (None, [])
    sizes = sizes_for(
        job.recipe, [len(entry.letters) for entry in job.entries], len(job.message), job.mask
    )
    nearest: int | None = None
    for number, size in enumerate(sizes):
        made = _on_size(job, size, derived_seed(job.recipe.seed, number), len(sizes) > 1)
        if isinstance(made, int):
            if nearest is None or abs(made - len(job.message)) < abs(nearest - len(job.message)):
                nearest = made
            continue
        best = made
        if not best[1]:
            return best
    if best[0] is None and nearest is not None:
        letters = len(job.message)
        raise PuzzleError(
            f"the message has {letters} letters, the nearest layout leaves {nearest} cells; "
            f"{_advice(nearest, letters)}",
            letters=letters,
            nearest=nearest,
        )
    return best


def _advice(nearest: int, letters: int) -> str:
    if nearest > letters:
        return (
            f"add {nearest - letters} letters, make the grid smaller or leave its size open, "
            "or accept fillers behind the message (pad)"
        )
    return f"take {letters - nearest} letters away, or make the grid larger or leave its size open"


def _on_size(
    job: _Job, size: Size, seed: int, has_others: bool
) -> tuple[Puzzle | None, list[tuple[str, str]]] | int:
    """Make a puzzle on one size; a number of cells where the message would not fit."""
    rows, columns, mask = size
    recipe = job.recipe
    ground = Ground(rows, columns, mask, job.entries, job.avoided, {*job.weights, *job.message})
    directions = job.directions()
    leftover = len(job.message) if job.message and not recipe.pad else -1
    # Where even words that share no cell leave more, that is the nearest: nothing is searched for
    # in vain (4 s on 14x14).
    least = ground.open_cells - sum(len(entry.letters) for entry in job.entries)
    aim = max(leftover, least) if leftover >= 0 else -1
    for attempt in range(_MOST_ATTEMPTS):
        own = derived_seed(seed, attempt)
        layout = ground.lay(
            directions,
            overlap=recipe.overlap,
            leftover=aim,
            seed=own,
            effort=_effort(job, has_others),
        )
        unplaced = _unplaced(job, layout, rows, columns)
        if unplaced and (has_others or not recipe.allow_missing):
            return None, unplaced
        if all(spot is None for spot in layout.spots):
            return None, unplaced
        if leftover >= 0 and layout.leftover != leftover:
            return layout.leftover
        if layout.leftover < len(job.message):
            return layout.leftover
        cells = ground.fill(
            layout.cells,
            job.weights,
            message=job.message,
            from_right=job.right_to_left,
            decoys=recipe.decoys,
            seed=own,
        )
        if cells is None:
            continue
        puzzle = _dressed(job, ground, layout, cells)
        report = _proof(job, puzzle)
        if report.is_valid:
            return _with_counts(job, puzzle), unplaced
    raise PuzzleError(_why_not_filled(job))


def _effort(job: _Job, has_others: bool) -> float:
    """Give how hard to try on one size: less where a larger one will do, or another form."""
    if not has_others:
        return 1.0
    return 0.15 if job.message else 0.03


def _why_not_filled(job: _Job) -> str:
    if job.message:
        return (
            f"the message {job.recipe.message!r} makes a word a second time wherever it is laid; "
            "change it, or the words"
        )
    return (
        f"the cells between the words cannot be filled with {len(job.weights)} letters without "
        "making a word again; give more letters as filler, or a larger grid"
    )


def _unplaced(job: _Job, layout: Layout, rows: int, columns: int) -> list[tuple[str, str]]:
    told: list[tuple[str, str]] = []
    for entry, spot, has_room in zip(job.entries, layout.spots, layout.has_room, strict=True):
        if spot is not None:
            continue
        reason = _NO_ROOM
        if len(entry.letters) > max(rows, columns):
            reason = f"{len(entry.letters)} letters, longer than the {rows}x{columns} grid"
        elif not has_room:
            reason = "no line of the grid in its directions is long enough"
        told.append((entry.word, reason))
    return told


def _dressed(job: _Job, ground: Ground, layout: Layout, cells: memoryview) -> Puzzle:
    """Give numbers their faces again."""
    columns = ground.columns
    faces = faces_of(ground.faces, job.alphabet, job.recipe.case, job.entries)
    by_code: list[str] = [faces[letter] for letter in ground.faces]
    grid = _grid_of(job, ground, cells, by_code)
    key = tuple(
        Placement(
            entry.word,
            Cell(*divmod(spot[0], columns)),
            None if len(entry.letters) == 1 else spot[1],
            len(entry.letters),
            entry.secret,
        )
        for entry, spot in zip(job.entries, layout.spots, strict=True)
        if spot is not None
    )
    allowed = {*job.usual_directions()}
    for _, ways in job.recipe.word_directions:
        allowed |= {*ways}
    return Puzzle(
        grid,
        key,
        message=job.recipe.message,
        directions=tuple(Direction(way) for way in sorted(allowed)),
    )


def _grid_of(job: _Job, ground: Ground, cells: memoryview, faces: list[str]) -> Grid:
    alphabet = job.alphabet if job.alphabet != Alphabet() else None
    rows, columns = ground.rows, ground.columns
    if all(len(face) == 1 and face.isascii() and face.isalnum() for face in faces):
        table = [*faces]
        text = "".join([table[code] if code < len(table) else "." for code in cells])
        lines = [text[at : at + columns] for at in range(0, rows * columns, columns)]
        if rows > 1 and columns > 1:  # text is laid much faster than tokens are
            return Grid.parse("\n".join(lines), alphabet=alphabet)
        return Grid.from_rows(lines, alphabet=alphabet)
    from ...grid.tile import escaped

    tokens = [escaped(face) for face in faces]
    codes = cells.tolist()
    hole = _core.HOLE_CELL
    lists = [
        [None if code == hole else tokens[code] for code in codes[at : at + columns]]
        for at in range(0, rows * columns, columns)
    ]
    return Grid.from_rows(lists, alphabet=alphabet)


def _proof(job: _Job, puzzle: Puzzle) -> PuzzleReport:
    return check_puzzle(puzzle, allow_subwords=job.recipe.allow_subwords, avoid=job.recipe.avoid)


def _with_counts(job: _Job, puzzle: Puzzle) -> Puzzle:
    """Count how often words stand inside others, where that is allowed."""
    if not job.recipe.allow_subwords:
        return puzzle
    from ...search import find_lines

    seen: dict[str, int] = {}
    for each in find_lines(puzzle.grid, [placed.word for placed in puzzle.key], threads=1):
        seen[each.word] = seen.get(each.word, 0) + 1
    key = tuple(replace(placed, inside=seen[placed.word] - 1) for placed in puzzle.key)
    notes = tuple(
        f"{placed.word} stands {placed.inside + 1} times, all but one inside other words"
        for placed in key
        if placed.inside
    )
    return replace(puzzle, key=key, notes=(*puzzle.notes, *notes))
