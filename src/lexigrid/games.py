"""Parts of a game: dice of any language, boards as codes, opponents, verdicts, definitions."""

from .boards import FoundBoard as FoundBoard
from .boards import IntRange as IntRange
from .boards import open_game as open_game
from .boards import share_game as share_game
from .game import Hint as Hint
from .game import Move as Move
from .game import Reason as Reason
from .game import ReviewedWord as ReviewedWord
from .game import Scores as Scores
from .game import Solution as Solution
from .game import choose_dice as choose_dice
from .game import derive_dice as derive_dice
from .lexicon.packs.definitions import define as define
from .play.opponents import Opponent as Opponent
from .play.opponents import TimedWord as TimedWord
from .search.scoring import SCORINGS as SCORINGS
from .search.scoring import points_table as points_table
