"""A puzzle in plain lines. Output is only appended, as in the game.

In a word search, the places of words are typed, the cells of their first and last letter. On paths,
the words are, and three other words of the board earn a hint. The rules are those of the pages
(`js/puzzle_game.js`). The history keeps what was typed, which is played again when the puzzle is
opened next; `:end` and the last word forget it.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Iterable, Iterator, Sequence

from ..errors import InputError
from ..lexicon import Lexicon
from ..play.history.database import History
from ..puzzle import Placement, Puzzle
from ..puzzle.placement import letters_of
from ..render.terminal.page import Page
from ..render.terminal.picture import mark_cells, render_grid, spread_grid
from ..render.terminal.width import printable
from ..search.paths import find_paths
from .play_plain import LineReader, write_lines, write_text

#: Other words of the board that earn a hint, and the fewest letters of one.
_WORDS_PER_HINT, _MIN_OTHER_LETTERS = 3, 4
_COMMANDS = ("board", "hint", "words", "quit", "end", "help")
#: The cells of two letters, as rows and columns that count from 1.
_ENDS = re.compile(r"(\d+)\s*,\s*(\d+)[\s-]+(\d+)\s*,\s*(\d+)")


def play_puzzle(puzzle: Puzzle, lexicon: Lexicon, page: Page, history: History | None) -> bool:
    """Play until all words are found or the player leaves; return whether all are found."""
    game = _PuzzleGame(puzzle, lexicon, page)
    board = json.dumps([puzzle.grid.to_dict(), puzzle.words])
    id = hashlib.blake2b(board.encode(), digest_size=16).hexdigest()
    if history is not None:
        history.hold(id)
        for line in history.puzzle(id):
            game.play(line)

    error: InputError | None = None

    def keep(lines: Sequence[str]) -> None:
        nonlocal error
        try:
            if history is not None:
                history.save_puzzle(id, lines)
            error = None
        except InputError as reason:  # the game goes on
            error = reason

    game.run(LineReader(), keep)
    if error is not None:
        raise InputError(f"this puzzle is saved only up to its last save: {error}")
    return not game.left


class _PuzzleGame:
    def __init__(self, puzzle: Puzzle, lexicon: Lexicon, page: Page) -> None:
        self._puzzle, self._page, self._strings = puzzle, page, puzzle.strings
        self._alphabet = puzzle.grid.alphabet or lexicon.alphabet
        self._is_search = puzzle.kind == "lines"
        least = _MIN_OTHER_LETTERS
        found = (
            ()
            if self._is_search
            else find_paths(puzzle.grid, lexicon, min_length=least, paths="none")
        )
        self._others = {self._letters(each.word) for each in found}
        self._known_others: set[tuple[str, ...]] = set()
        self._found: list[Placement] = []
        self._hints, self._hinted = 0, ""
        self._played: list[str] = []

    @property
    def left(self) -> list[Placement]:
        """The listed words that are not found."""
        return [each for each in self._puzzle.key if each not in self._found and not each.secret]

    def run(self, lines: LineReader, keep: Callable[[Sequence[str]], None]) -> None:
        """Read words and commands until all words are found, or there are no more lines."""
        write_lines(*self._board(), *self._list_words())
        if self._is_search:
            write_lines(self._strings.format("where_rows"))
        while self.left:
            write_text(self._progress())
            line = lines.read(None)
            word = None if line is None else line.strip()
            if word == ":quit":
                return
            if word in (None, ":end"):
                write_lines("" if word is None else self._strings.format("answers"))
                write_lines(*map(self._describe, self.left))
                if word == ":end":
                    keep(())
                return
            if word:
                write_lines(*self.play(word))
                keep(self._played)
        keep(())
        write_lines(self._strings.format("all_found"))

    def play(self, word: str) -> list[str]:
        """Play a word or a command, and return the answer."""
        before = len(self._found), len(self._known_others), self._hints
        answer = [*self._run_command(word[1:])] if word.startswith(":") else [self._judge(word)]
        if before != (len(self._found), len(self._known_others), self._hints):
            self._played.append(word)
        return answer

    def _judge(self, word: str) -> str:
        """Return what came of a word."""
        strings, shown = self._strings, self._page.isolate(printable(word))
        ends = _ENDS.fullmatch(word)
        if self._is_search and ends is None:
            return self._page.judge(strings.format("where_rows"), "-")
        letters = self._letters(word)
        for placed in self._puzzle.key:
            if not (_is_at(placed, ends) if ends else self._letters(placed.word) == letters):
                continue
            if placed in self._found:
                return self._page.judge(
                    strings.format("already_found", word=printable(placed.word)), "="
                )
            self._found.append(placed)
            return self._page.judge(self._describe(placed), "+")
        if letters not in self._others:
            return self._page.judge(strings.format("not_listed"), "-")
        is_new = letters not in self._known_others
        self._known_others.add(letters)
        said = strings.format("other_word" if is_new else "already_found", word=shown)
        return self._page.judge(said, "+" if is_new else "=")

    def _run_command(self, command: str) -> Iterable[str]:
        if command == "board":
            return self._board()
        if command == "words":
            return self._list_words()
        if command == "hint":
            return [self._hint()]
        return [" ".join(f":{name}" for name in _COMMANDS)]

    def _hint(self) -> str:
        """Show where the first word left begins; the second time, its whole path."""
        earned = len(self._known_others) // _WORDS_PER_HINT
        if earned <= self._hints and not self._is_search:
            wanted = _WORDS_PER_HINT - len(self._known_others) % _WORDS_PER_HINT
            return self._strings.format("hint_earned", number=wanted)
        self._hints += 1
        placed = self.left[0]
        is_again, self._hinted = self._hinted == placed.word, placed.word
        name = printable(placed.word) if self._is_search else self._length(placed)
        if is_again:
            return self._strings.format("labelled", label=name, text=_places(placed))
        return self._strings.format("hint_start", word=name, start=_places(placed).split()[0])

    def _board(self) -> Iterator[str]:
        """Yield the board; words found are marked, or dots where each cell belongs to one word."""
        grid = self._puzzle.grid
        used = [placed.cells for placed in self._found]
        marks, page = mark_cells([grid]), Page(width=self._page.width)
        if self._is_search and self._page.colour and used:
            marks, page = mark_cells(used), page._replace(colour=True)
        elif self._puzzle.kind not in ("bent", "lines"):
            marks = mark_cells([{*grid} - {cell for cells in used for cell in cells}])
        drawn = render_grid(grid, marks, page, hexagonal=grid.topology.name == "hex")
        yield from drawn or spread_grid(grid, self._page)

    def _list_words(self) -> Iterator[str]:
        """Yield the words found, and the lengths of the others."""
        for placed in self._puzzle.key:
            if placed in self._found:
                yield f"+ {self._page.isolate(printable(placed.word))}"
            elif not placed.secret:
                if self._is_search:
                    yield f"- {self._page.isolate(printable(placed.word))}"
                    continue
                clue = f"{printable(placed.facts.clue)} " if placed.facts.clue else ""
                yield f"- {clue}({self._length(placed)})"

    def _describe(self, placed: Placement) -> str:
        is_spanning = placed.word == self._puzzle.spanning
        word = self._page.isolate(printable(placed.word))
        return f"{'*' if is_spanning else '+'} {word}: {_places(placed)}"

    def _progress(self) -> str:
        total = len(self._puzzle.words)
        return self._strings.format("found_of", number=total - len(self.left), total=total) + " > "

    def _length(self, placed: Placement) -> str:
        return self._strings.format("letters", number=len(self._letters(placed.word)))

    def _letters(self, word: str) -> tuple[str, ...]:
        return letters_of(self._alphabet, word)


def _places(placed: Placement) -> str:
    """Return the cells of a word as rows and columns, counted from 1."""
    cells = placed.path or (placed.start, placed.end)
    return " ".join(f"{cell.row + 1},{cell.column + 1}" for cell in cells)


def _is_at(placed: Placement, ends: re.Match[str]) -> bool:
    """Is a word on the line between two cells, in either direction?"""
    row, column, to_row, to_column = (int(number) - 1 for number in ends.groups())
    return {placed.start, placed.end} == {(row, column), (to_row, to_column)}
