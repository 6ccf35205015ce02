"""Roll boards from dice, find boards to a specification, optimize and prove them, share them.

Every search takes a seed. The same seed gives the same board on every machine.
"""

from .._util.rng import Seed, fresh_seed
from .best import BestBoard, Goal, optimize_board
from .cuda import BoardSample, CudaScorer
from .dice_roll import roll
from .find import count_boards, find_board, list_seeds, make_boards
from .proof import Partition, Proof
from .recheck import check_proof
from .share import open_game, open_share, share_board, share_game
from .spec import BoardSetup, BoardSpec, FoundBoard, IntRange

__all__ = [
    "BestBoard",
    "BoardSample",
    "BoardSetup",
    "BoardSpec",
    "CudaScorer",
    "FoundBoard",
    "Goal",
    "IntRange",
    "Partition",
    "Proof",
    "Seed",
    "check_proof",
    "count_boards",
    "find_board",
    "fresh_seed",
    "list_seeds",
    "make_boards",
    "open_game",
    "open_share",
    "optimize_board",
    "roll",
    "share_board",
    "share_game",
]
