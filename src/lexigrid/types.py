"""Types for annotations: what functions take, and what they return but no one creates."""

from ._util.report import Fault as Fault
from .grid import GridLike as GridLike
from .grid import GridsLike as GridsLike
from .lexicon import WordsLike as WordsLike
from .lexicon.cursor import Cursor as Cursor
from .lexicon.packs.definitions import Definition as Definition
from .lexicon.packs.pack import Language as Language
from .puzzle import Difficulty as Difficulty
from .search.cover_hints import CoverHint as CoverHint
from .search.covers import Cover as Cover
from .search.covers import Covers as Covers
from .search.paths import PathArrays as PathArrays
