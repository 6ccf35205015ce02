"""The best boards: climbs that find them, and proofs that none is better."""

from .batch import prove_best as prove_best
from .boards import BestBoard as BestBoard
from .boards import Partition as Partition
from .boards import Proof as Proof
from .boards import check_proof as check_proof
from .boards import optimize_board as optimize_board
from .search.bulk.bounds import BoardBound as BoardBound
from .search.bulk.bounds import bound_boards as bound_boards
