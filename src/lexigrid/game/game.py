"""A game: a board, rules, players, and the moves so far.

Games are values: the same moves on the same board give an equal game.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Any, ClassVar

from .._util import schema
from .._util.codec import OMIT, Document, Form, Head, Range
from .._util.limits import MAX_MOVES, MAX_PLAYERS
from .._util.plain_text import count_noun, shorten
from .._util.validation import check_type, is_int
from ..errors import GameError, GridError
from ..grid import Grid, GridLike, as_grid
from ..lexicon import Lexicon, WordsLike
from ..search.encode import as_lexicon, resolve_words
from .moves import Hint, Move, Reason, ReviewedWord, Scores, Verdict
from .rules import Rules
from .solution import Counts, Solution, count_tiles

#: Words without a band come last.
_NO_BAND = 1 << 10


@dataclass(frozen=True, slots=True)
class _SavedMove:
    """A move in the JSON form of a game: a word or a hint."""

    player: int
    at: int
    hint: Annotated[str | None, Form(schema.text, str), OMIT] = None
    word: Annotated[str | None, Form(schema.text, str), OMIT] = None


@dataclass(frozen=True, slots=True)
class _SavedGame(Document):
    """The JSON form of a game."""

    _head: ClassVar = Head("the damaged game", GameError, "lexigrid/game", noun="game")
    grid: Grid
    lexicon: str
    rules: Rules
    players: tuple[str, ...]
    moves: Annotated[tuple[_SavedMove, ...], Range(0, MAX_MOVES)]
    over: bool = False


@dataclass(frozen=True, slots=True)
class Game:
    """A board, the rules, the players and their moves, as a value.

    >>> game = Game.start(Grid.parse("tea/ant/oat"), ["eat", "tan", "oat", "tea", "ten"])
    >>> game, verdict = game.play("tan")
    >>> verdict.reason.value, verdict.points, game.scores()[0].points
    ('accepted', 1, 1)
    >>> [game.judge(word).reason.value for word in ("tan", "at", "tex", "ant")]
    ['already found', 'too short', 'not on the board', 'not a word']
    """

    solution: Solution
    """The solved board."""
    players: tuple[str, ...] = ("you",)
    """The names of the players."""
    moves: tuple[Move, ...] = ()
    """All moves, in order of play."""
    is_over: bool = False
    """Has the game ended?"""

    def __post_init__(self) -> None:
        check_type(self.solution, "the solution", Solution, "a Solution (Game.start takes a grid)")

    @classmethod
    def start(
        cls,
        grid: GridLike,
        words: WordsLike | None = None,
        *,
        rules: Rules | None = None,
        players: Sequence[str] = ("you",),
    ) -> Game:
        """Start a game. The board and the words take any form that `find_paths` takes.

        Raises:
            GameError: there are no players, too many, or two with the same name, or the board is
                too large or has too many words.
        """
        grid = as_grid(grid)
        if isinstance(players, str) or not isinstance(players, Iterable):
            raise GameError(f"the players are {shorten(players)}, expected names such as ('you',)")
        if not isinstance(rules, Rules | None):
            raise GameError(f"the rules are {shorten(rules)}, expected Rules")
        names = tuple(players)
        if not 1 <= len(names) <= MAX_PLAYERS:
            raise GameError(f"there are {len(names)} players, expected 1 to {MAX_PLAYERS}")
        for at, name in enumerate(names):
            if not isinstance(name, str) or not name.strip():
                raise GameError(
                    f"player {at + 1} is {shorten(name)}, expected a name that is not empty"
                )
            if name in names[:at]:
                raise GameError(f"two players are called {shorten(name)}, expected different names")
        lexicon = resolve_words(words)
        if not isinstance(lexicon, Lexicon):
            lexicon = Lexicon(lexicon, alphabet=grid.alphabet)
        return cls(Solution(grid, lexicon, rules if rules is not None else Rules()), names)

    @property
    def grid(self) -> Grid:
        """The board in its current rotation."""
        return self.solution.grid

    @property
    def lexicon(self) -> Lexicon:
        """The words that count."""
        return self.solution.lexicon

    @property
    def rules(self) -> Rules:
        """The rules."""
        return self.solution.rules

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game):
            return NotImplemented
        return self._key() == other._key() and self.lexicon.fingerprint == other.lexicon.fingerprint

    def __hash__(self) -> int:
        return hash(self._key())

    def _key(self) -> tuple[object, ...]:
        return (self.grid, self.rules, self.players, self.moves, self.is_over)

    def __repr__(self) -> str:
        board = self.grid.format(one_line=True)
        moves = count_noun(len(self.moves), "move")
        return f"<Game on {board!r}, players {', '.join(self.players)}, {moves}>"

    def _repr_svg_(self) -> str | None:
        """Return the board as a picture, for a notebook."""
        return self.grid._repr_svg_()

    def words_of(self, player: int = 0) -> tuple[Verdict, ...]:
        """Return the verdicts on the words that a player has found, in the order of the moves."""
        self._check_player(player)
        return tuple(move.verdict for move in self.moves if move.player == player and move.verdict)

    def scores(self, rules: Rules | None = None) -> tuple[Scores, ...]:
        """Score each player, by the rules of the game or by others.

        A word counts once per player. If duplicates cancel, one of several players counts for none.
        """
        rules = self.rules if rules is None else check_type(rules, "rules", Rules, "Rules")
        finders = Counter(move.verdict.word for move in self.moves if move.verdict)
        scores = []
        for number, name in enumerate(self.players):
            own = [move.verdict for move in self.moves if move.player == number]
            found = [verdict for verdict in own if verdict]
            cancelled = tuple(each for each in found if rules.cancel and finders[each.word] > 1)
            words = tuple(each for each in found if each not in cancelled)
            wrong = sum(verdict is not None and verdict.is_wrong for verdict in own)
            points = sum(each.points for each in words) - rules.penalty * wrong
            scores.append(Scores(name, words, cancelled, wrong, own.count(None), points))
        return tuple(scores)

    def review(self) -> tuple[ReviewedWord, ...]:
        """Return every word of the board with its finders, most common first."""
        finders: dict[str, set[int]] = {}
        for move in self.moves:
            if move.verdict:
                finders.setdefault(move.verdict.word, set()).add(move.player)
        reviewed = [
            ReviewedWord(
                found.word,
                found.score,
                found.path or (),
                self.lexicon.band(found.word),
                tuple(sorted(finders.get(found.word, ()))),
            )
            for found in self.solution.words
        ]
        reviewed.sort(
            key=lambda each: (_NO_BAND if each.band is None else each.band, -each.points, each.word)
        )
        return tuple(reviewed)

    def time_limit(self, player: int = 0) -> int | None:
        """Return a player's milliseconds, including the gain for words; None if unlimited."""
        self._check_player(player)
        found = len(self.words_of(player)) if self.rules.gain else 0
        return self.rules.time_limit(found)

    def tries_left(self, player: int = 0) -> int | None:
        """Return how many words a player may still enter; None if unlimited."""
        self._check_player(player)
        if self.rules.tries is None:
            return None
        used = sum(
            move.player == player and move.verdict is not None and move.verdict.is_try
            for move in self.moves
        )
        return max(0, self.rules.tries - used)

    def wanted_found(self, player: int = 0) -> int:
        """Return how many of the required words a player has found."""
        wanted = self.solution.wanted
        return sum(verdict.word in wanted for verdict in self.words_of(player))

    def tiles_left(self, player: int = 0) -> tuple[Counts, Counts] | None:
        """Count by tile the required words that a player has not found; None without such words.

        Return how many can begin on each tile, and how many can use it, by rows.

        >>> from lexigrid import Rules
        >>> game = Game.start("tea/ant/oat", ["tea", "oat"], rules=Rules(find_all=True))
        >>> game.play("tea")[0].tiles_left()
        ([[0, 0, 0], [0, 0, 0], [1, 0, 0]], [[1, 0, 0], [1, 0, 1], [1, 1, 1]])
        """
        if not self.solution.wanted:
            return None
        known = {verdict.word for verdict in self.words_of(player)}
        wanted = self.solution.wanted_words
        return count_tiles(self.grid, (each for each in wanted if each.word not in known))

    def is_done(self, player: int = 0) -> bool:
        """Has a player used the last try, or found every required word?"""
        wanted = len(self.solution.wanted)
        return self.tries_left(player) == 0 or 0 < wanted == self.wanted_found(player)

    def missed(self) -> tuple[ReviewedWord, ...]:
        """Return the common words that nobody found, most common first."""
        return tuple(each for each in self.review() if each.is_common and not each.players)

    # --- moves --------------------------------------------------------------------------------

    def judge(self, word: str, *, player: int = 0) -> Verdict:
        """Return the verdict that a word would get, without playing it or checking the time."""
        word = check_type(word, "the word", str, "text").strip()
        self._check_player(player)
        letters = self.solution.letters_of(word)
        count = len(letters)
        if count < self.rules.min_length:
            return Verdict(word, Reason.TOO_SHORT, 0, count)
        found = self.solution.find(word)
        if found is not None:
            path = found.path or ()
            if self._has_found(player, found.word):
                return Verdict(found.word, Reason.ALREADY_FOUND, 0, count, path)
            return Verdict(found.word, Reason.ACCEPTED, found.score, count, path, count)
        traced, path = self.solution.follow(word, is_typing=False)
        is_on_board = traced == count and word not in self.lexicon
        reason = Reason.NOT_A_WORD if is_on_board else Reason.NOT_ON_BOARD
        return Verdict(word, reason, 0, count, path, traced, "".join(letters[:traced]))

    def play(self, word: str, *, player: int = 0, at: int = 0) -> tuple[Game, Verdict]:
        """Play a word at a time (milliseconds); return the next game and the verdict.

        A word that another player has found is accepted; `scores` cancels both if the rules say so.

        Raises:
            GameError: the game is over or has MAX_MOVES moves, there is no such player, `at` is
                after the time limit, no tries are left, or the player's last move was later.
        """
        verdict = self.try_word(word, player=player, at=at)
        return self._with_move(Move(player, at, word.strip(), verdict)), verdict

    def try_word(self, word: str, *, player: int = 0, at: int = 0) -> Verdict:
        """Return the verdict that a word would get at a time; raise an error as `play` does."""
        self._check_move(player, at)
        if self.tries_left(player) == 0:
            raise GameError(f"no tries are left; the rules allow {self.rules.tries}")
        return self.judge(word, player=player)

    def hint(self, *, player: int = 0, at: int = 0) -> tuple[Game, Hint]:
        """Give a hint: the most common word that the player has neither found nor been given.

        Raises:
            GameError: as for `play`; no hint or no word is left.
        """
        self._check_move(player, at)
        taken = [move.word for move in self.moves if move.player == player and move.is_hint]
        if len(taken) >= self.rules.hints:
            raise GameError(f"no hints are left; the rules allow {self.rules.hints}")
        known = {verdict.word for verdict in self.words_of(player)} | set(taken)
        for reviewed in self.review():
            if reviewed.word not in known:
                letters = self.solution.letters_of(reviewed.word)
                hint = Hint(reviewed.word, letters[0], len(letters), reviewed.path[0])
                return self._with_move(Move(player, at, reviewed.word)), hint
        if not self.solution.count:
            raise GameError("the board has no word, so there is no hint")
        raise GameError("every word has been found, so there is no hint")

    def rotated(self) -> Game:
        """Return the game with the board rotated a quarter turn clockwise and the same moves.

        Raises:
            GameError: the rules forbid it, or the board cannot be rotated.
        """
        if not self.rules.turning:
            raise GameError("the rules do not allow the board to be rotated")
        try:
            grid = self.grid.rotated()
        except GridError as error:
            raise GameError(str(error)) from error
        game = replace(self, solution=Solution(grid, self.lexicon, self.rules), moves=())
        for move in self.moves:
            verdict = None if move.is_hint else game.judge(move.word, player=move.player)
            game = game._with_move(replace(move, verdict=verdict))
        return game

    def finished(self) -> Game:
        """Return the game as over; no move can follow."""
        return replace(self, is_over=True)

    def _check_move(self, player: int, at: int) -> None:
        if self.is_over:
            raise GameError("the game is over; start a new one")
        self._check_player(player)
        if not is_int(at) or at < 0:
            raise GameError(f"the time of the move is {shorten(at)}, expected milliseconds from 0")
        limit = self.time_limit(player)
        if limit is not None and at > limit:
            raise GameError(f"the time is up: {at / 1000:.1f} s of {limit // 1000}", at=at)
        if len(self.moves) >= MAX_MOVES:
            raise GameError(f"the game has {MAX_MOVES} moves, which is the limit")
        last = next((move.at for move in reversed(self.moves) if move.player == player), 0)
        if at < last:
            raise GameError(f"the move is at {at} ms, but the previous one was at {last} ms")

    def _has_found(self, player: int, word: str) -> bool:
        for move in self.moves:  # a generator would take twice the time
            found = move.verdict if move.player == player else None
            if found is not None and found.word == word and found.reason is Reason.ACCEPTED:
                return True
        return False

    def _check_player(self, player: int) -> None:
        if not is_int(player) or not 0 <= player < len(self.players):
            names = ", ".join(f"{number} ({name})" for number, name in enumerate(self.players))
            raise GameError(f"there is no player {shorten(player)}, expected a number: {names}")

    def _with_move(self, move: Move) -> Game:
        return replace(self, moves=(*self.moves, move))

    # --- JSON ---------------------------------------------------------------------------------

    def to_json(self) -> str:
        """Return `to_dict` as JSON text; the inverse of `from_json`."""
        return json.dumps(self.to_dict(), ensure_ascii=False)

    @classmethod
    def from_json(cls, text: str, words: WordsLike | None = None) -> Game:
        """Make a game from the JSON text of `to_json`, as `from_dict` does from a dictionary."""
        return cls.from_dict(schema.parse_json(text, "the game: ", GameError), words)

    def to_dict(self) -> dict[str, Any]:
        """Return the board, rules, players and moves as JSON values; the inverse of `from_dict`."""
        moves = (
            _SavedMove(each.player, each.at, **{"hint" if each.is_hint else "word": each.word})
            for each in self.moves
        )
        fingerprint = self.lexicon.fingerprint
        saved = _SavedGame(
            self.grid, fingerprint, self.rules, self.players, tuple(moves), self.is_over
        )
        return saved.to_dict()

    @classmethod
    def from_dict(cls, data: Mapping[str, Any], words: WordsLike | None = None) -> Game:
        """Make a game from JSON values by playing its moves again, with the lexicon of the game.

        Raises:
            GameError: an unknown format or version, another lexicon, or invalid moves.
        """
        _SavedGame._head.check(data)
        lexicon = as_lexicon(words)
        if data.get("lexicon") != lexicon.fingerprint:
            raise GameError(
                f"the game was played with the lexicon {data.get('lexicon')}, this one is "
                f"{lexicon.fingerprint}; give the lexicon of the game",
                expected=data.get("lexicon"),
            )
        saved = _SavedGame.from_dict(data)
        game = cls.start(saved.grid, lexicon, rules=saved.rules, players=saved.players)
        for move in saved.moves:
            if move.hint is not None:
                game._check_move(move.player, move.at)
                game = game._with_move(Move(move.player, move.at, move.hint))
            elif move.word is not None:
                game = game.play(move.word, player=move.player, at=move.at)[0]
            else:
                raise GameError("the damaged game has a move that is neither a word nor a hint")
        return game.finished() if saved.over else game
