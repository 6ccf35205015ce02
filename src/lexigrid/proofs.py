"""The best boards: climbs that find them, and proofs that none is better."""

from .batch.prove import prove_best as prove_best
from .boards.best import BestBoard as BestBoard
from .boards.best import optimize_board as optimize_board
from .boards.proof import Partition as Partition
from .boards.proof import Proof as Proof
from .boards.recheck import check_proof as check_proof
from .search.bulk.bounds import BoardBound as BoardBound
from .search.bulk.bounds import bound_boards as bound_boards
