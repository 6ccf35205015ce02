"""Languages and their word packs: found where they are installed, compiled on first use."""

from .compiled import is_compiled, load_pack
from .installed import (
    ENGLISH,
    VARIABLE,
    added_folder,
    default_language,
    find_language,
    language_alphabet,
    languages,
    paper_alphabet,
)
from .pack import Language, Origin, read_avoided, read_pack, write_pack

__all__ = [
    "ENGLISH",
    "VARIABLE",
    "Language",
    "Origin",
    "added_folder",
    "default_language",
    "find_language",
    "is_compiled",
    "language_alphabet",
    "languages",
    "load_pack",
    "paper_alphabet",
    "read_avoided",
    "read_pack",
    "write_pack",
]
