"""Parts of a game: dice of any language, boards as codes, opponents, verdicts, definitions."""

from .boards.share import open_game as open_game
from .boards.share import share_game as share_game
from .boards.spec import FoundBoard as FoundBoard
from .boards.spec import IntRange as IntRange
from .game.derived_dice import choose_dice as choose_dice
from .game.derived_dice import derive_dice as derive_dice
from .game.moves import Hint as Hint
from .game.moves import Move as Move
from .game.moves import Reason as Reason
from .game.moves import ReviewedWord as ReviewedWord
from .game.moves import Scores as Scores
from .game.solution import Solution as Solution
from .lexicon.packs.definitions import define as define
from .play.opponents import Opponent as Opponent
from .play.opponents import TimedWord as TimedWord
from .search.scoring import SCORINGS as SCORINGS
from .search.scoring import points_table as points_table
