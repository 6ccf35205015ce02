"""A game: a board, rules, players, and the moves so far.

Knows solutions, rules and verdicts; known by matches and everything above.
Rule: a game never changes; the same moves on the same board give an equal game.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from ..errors import GameError, GridError
from ..geometry import Cell
from ..grid import Grid
from ..lexicon import Lexicon
from .review import COMMON_BAND, Reviewed, review_words
from .rules import Rules
from .scores import Scores, tally_moves
from .solution import Solution
from .verdict import Reason, Verdict

FORMAT = "lexigrid/game"
VERSION = 1
MAX_PLAYERS = 16


@dataclass(frozen=True, slots=True)
class Move:
    """What a player did: said a word (`verdict` tells what became of it), or took a hint.

    `at` are milliseconds on that player's clock.
    """

    player: int
    at: int
    word: str
    verdict: Verdict | None = None

    @property
    def is_hint(self) -> bool:
        """Was it a hint instead of a word?"""
        return self.verdict is None


@dataclass(frozen=True, slots=True)
class Hint:
    """A word that the player has not found yet: its first letter, its length, where it starts.

    >>> Hint("planet", "p", 6, Cell(0, 0)).clue
    'p····· (6 letters)'
    """

    word: str
    first: str
    letters: int
    start: Cell

    @property
    def clue(self) -> str:
        """The hint as text."""
        return f"{self.first}{'·' * (self.letters - 1)} ({self.letters} letters)"


@dataclass(frozen=True, slots=True)
class Game:
    """A board, the rules, the players and their moves: a value.

    >>> game = Game.start(Grid.parse("tea/ant/oat"), ["eat", "tan", "oat", "tea", "ten"])
    >>> game, verdict = game.play("tan")
    >>> verdict.reason.value, verdict.points, game.tallies()[0].points
    ('accepted', 1, 1)
    >>> [game.judge(word).reason.value for word in ("tan", "at", "tex", "ant")]
    ['already found', 'too short', 'not on the board', 'not a word']
    """

    solution: Solution
    players: tuple[str, ...] = ("you",)
    moves: tuple[Move, ...] = ()
    is_over: bool = False

    @classmethod
    def start(
        cls,
        grid: Grid,
        lexicon: Lexicon | Iterable[str] | None = None,
        *,
        rules: Rules | None = None,
        players: Sequence[str] = ("you",),
    ) -> Game:
        """Begin a game; without a lexicon, on the built-in English words.

        Raises:
            GameError: no players, too many, two of one name; a board that is too rich.
        """
        names = tuple(players)
        if not 1 <= len(names) <= MAX_PLAYERS:
            raise GameError(f"there are {len(names)} players, expected 1 to {MAX_PLAYERS}")
        if len(set(names)) < len(names) or not all(name.strip() for name in names):
            raise GameError(f"the players are {names!r}, expected a name of its own for each")
        if lexicon is None:
            lexicon = Lexicon.default()
        elif not isinstance(lexicon, Lexicon):
            lexicon = Lexicon(lexicon, alphabet=grid.alphabet)
        return cls(Solution(grid, lexicon, rules if rules is not None else Rules()), names)

    # --- what a game is -----------------------------------------------------------------------

    @property
    def grid(self) -> Grid:
        """The board as it lies now."""
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
        mine = (self.grid, self.rules, self.players, self.moves, self.is_over)
        return (
            mine == (other.grid, other.rules, other.players, other.moves, other.is_over)
            and self.lexicon.fingerprint == other.lexicon.fingerprint
        )

    def __hash__(self) -> int:
        return hash((self.grid, self.rules, self.players, self.moves, self.is_over))

    def __repr__(self) -> str:
        board = self.grid.format(one_line=True)
        return f"<Game on {board!r}, players {', '.join(self.players)}, {len(self.moves)} moves>"

    def words_of(self, player: int = 0) -> tuple[Verdict, ...]:
        """List what a player has found, in the order of the moves."""
        return tuple(move.verdict for move in self.moves if move.player == player and move.verdict)

    def tallies(self) -> tuple[Scores, ...]:
        """Count the points of each player, in the order of the players."""
        moves = [(move.player, move.verdict) for move in self.moves]
        return tally_moves(self.players, moves, self.rules)

    def review(self) -> tuple[Reviewed, ...]:
        """List every word of the board, the commonest first, with who found it."""
        finders: dict[str, set[int]] = {}
        for move in self.moves:
            if move.verdict:
                finders.setdefault(move.verdict.word, set()).add(move.player)
        return review_words(self.solution.words, self.lexicon, finders)

    # --- moves --------------------------------------------------------------------------------

    def judge(self, word: str, *, player: int = 0) -> Verdict:
        """Say what would become of a word, without playing it."""
        solved = self.solution
        said = word.strip()
        letters = solved.letters_of(said)
        if len(letters) < self.rules.min_length:
            return Verdict(said, Reason.TOO_SHORT, 0, len(letters))
        found = solved.find(said)
        if found is not None:
            path = found.path or ()
            if any(verdict.word == found.word for verdict in self.words_of(player)):
                return Verdict(found.word, Reason.ALREADY_FOUND, 0, len(letters), path)
            return Verdict(
                found.word, Reason.ACCEPTED, found.score, len(letters), path, len(letters)
            )
        traced, path = solved.follow(said, is_typing=False)
        is_there = traced == len(letters) and said not in self.lexicon
        reason = Reason.NOT_A_WORD if is_there else Reason.NOT_ON_BOARD
        return Verdict(said, reason, 0, len(letters), path, traced, "".join(letters[:traced]))

    def play(self, word: str, *, player: int = 0, at: int = 0) -> tuple[Game, Verdict]:
        """Let a player say a word at a time (milliseconds); give the next game and the verdict.

        Raises:
            GameError: the game is over, no such player, the time is up or runs backwards.
        """
        self._check_move(player, at)
        verdict = self.judge(word, player=player)
        return self._moved(Move(player, at, word.strip(), verdict)), verdict

    def hint(self, *, player: int = 0, at: int = 0) -> tuple[Game, Hint]:
        """Give a player a hint: of the words not found or hinted at yet, the commonest, longest.

        Raises:
            GameError: as `play`; no hints are left; no words are left.
        """
        self._check_move(player, at)
        taken = [move.word for move in self.moves if move.player == player and move.is_hint]
        if len(taken) >= self.rules.hints:
            raise GameError(f"no hint is left, the rules allow {self.rules.hints}")
        known = {verdict.word for verdict in self.words_of(player)} | set(taken)
        for reviewed in self.review():
            if reviewed.word not in known:
                letters = self.solution.letters_of(reviewed.word)
                hint = Hint(reviewed.word, letters[0], len(letters), reviewed.path[0])
                return self._moved(Move(player, at, reviewed.word)), hint
        raise GameError("every word is found, no hint is left")

    def turned(self) -> Game:
        """Turn the board a quarter clockwise; what was found stays found.

        Raises:
            GameError: the rules forbid it, or the board cannot be turned.
        """
        if not self.rules.turning:
            raise GameError("the rules do not allow the board to be turned")
        try:
            grid = self.grid.rotated()
        except GridError as error:
            raise GameError(str(error)) from error
        start = replace(self, solution=Solution(grid, self.lexicon, self.rules), moves=())
        return start._replayed(self.moves)

    def finished(self) -> Game:
        """Give the game as it is when it is over: no move can follow."""
        return replace(self, is_over=True)

    def _check_move(self, player: int, at: int) -> None:
        if self.is_over:
            raise GameError("the game is over; start another one")
        if not 0 <= player < len(self.players):
            raise GameError(f"there is no player {player}, there are {len(self.players)}")
        if isinstance(at, bool) or not isinstance(at, int) or at < 0:
            raise GameError(f"the time of the move is {at!r}, expected milliseconds from 0")
        seconds = self.rules.seconds
        if seconds is not None and at > seconds * 1000:
            raise GameError(f"the time is up: {at / 1000:.1f} s of {seconds}", at=at)
        last = max((move.at for move in self.moves if move.player == player), default=0)
        if at < last:
            raise GameError(f"the move is at {at} ms, the one before was at {last} ms")

    def _moved(self, move: Move) -> Game:
        return replace(self, moves=(*self.moves, move))

    def _replayed(self, moves: Iterable[Move]) -> Game:
        """Judge moves again, on the board as it lies."""
        game = self
        for move in moves:
            verdict = None if move.is_hint else game.judge(move.word, player=move.player)
            game = game._moved(Move(move.player, move.at, move.word, verdict))
        return game

    # --- kept and read back -------------------------------------------------------------------

    def to_json(self) -> dict[str, Any]:
        """Give the game as JSON values: board, rules, players, moves; twin of `from_json`."""
        moves: list[dict[str, Any]] = []
        for move in self.moves:
            key = "hint" if move.is_hint else "word"
            moves.append({"player": move.player, "at": move.at, key: move.word})
        return {
            "format": FORMAT,
            "version": VERSION,
            "grid": self.grid.to_json(),
            "lexicon": self.lexicon.fingerprint,
            "rules": self.rules.to_json(),
            "players": list(self.players),
            "moves": moves,
            "over": self.is_over,
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any], lexicon: Lexicon) -> Game:
        """Make a game of JSON values by playing its moves again.

        Raises:
            GameError: another format or version, another lexicon, or moves that no game has.
        """
        if not isinstance(data, Mapping) or data.get("format") != FORMAT:
            raise GameError(f"this is no game, expected the format {FORMAT!r}")
        if data.get("version") != VERSION:
            raise GameError(f"the version is {data.get('version')!r}, this release reads {VERSION}")
        if data.get("lexicon") != lexicon.fingerprint:
            raise GameError(
                f"the game is of the lexicon {data.get('lexicon')}, this one is "
                f"{lexicon.fingerprint}; name the lexicon that it was played with",
                expected=data.get("lexicon"),
            )
        try:
            rules = Rules.from_json(data["rules"])
            game = cls.start(
                Grid.from_json(data["grid"]), lexicon, rules=rules, players=data["players"]
            )
            for move in data["moves"]:
                game = game._read_move(move)
        except (KeyError, TypeError, AttributeError) as error:
            raise GameError(f"the game is damaged: {type(error).__name__} {error}") from error
        return game.finished() if data.get("over") else game

    def _read_move(self, move: Mapping[str, Any]) -> Game:
        self._check_move(move["player"], move["at"])
        if "hint" in move:
            return self._moved(Move(move["player"], move["at"], move["hint"]))
        return self.play(move["word"], player=move["player"], at=move["at"])[0]

    def missed(self, most_band: int = COMMON_BAND) -> tuple[Reviewed, ...]:
        """List the words that nobody found, up to a band of commonness, the commonest first."""
        return tuple(
            each
            for each in self.review()
            if not each.players and (each.band is None or each.band <= most_band)
        )
