"""lexigrid finds, makes and plays words in letter grids.

Three functions search a grid: `find_lines` (words in straight lines), `find_paths` (all words of a
lexicon along paths of touching cells) and `trace` (one word along any path). More is in the modules
`bulk`, `cpu`, `games`, `proofs`, `tasks` and `types`.

>>> import lexigrid as lg
>>> [str(found) for found in lg.find_lines(lg.Grid.parse("tea/ant/oat"), ["oat"], first=True)]
['oat 2,0 N']
"""

#: The version of the package.
__version__ = "0.1.0"

#: Public names by module, which is imported when one of its names is first used. `make stub` writes
#: them for type checkers.
_NAMES = {
    "": "bulk cpu games photo proofs tasks types",
    "_util.report": "Report",
    "alphabet": "Alphabet",
    "boards.dice_roll": "roll",
    "boards.find": "find_board",
    "boards.spec": "BoardSpec",
    "errors": (
        "AlphabetError GameError GridError InputError LexiconError LexiconFormatError "
        "LexigridError PuzzleError"
    ),
    "game.dice": "Dice",
    "game.game": "Game",
    "game.moves": "Verdict",
    "game.rules": "Rules",
    "geometry": "Cell Direction Topology",
    "grid": "Grid Tile",
    "lexicon": "Lexicon",
    "lexicon.packs.installed": "languages",
    "lexicon.rude": "rude_words",
    "puzzle": "Placement Puzzle check_puzzle",
    "puzzle.generate.make": "make_puzzle",
    "puzzle.generate.masks": "Mask",
    "puzzle.generate.words": "random_words theme_words themes",
    "render.print.options": "PageOptions",
    "search.absence": "certify_absence check_absence",
    "search.bulk.paths": "find_paths_many",
    "search.bulk.scores": "score_grids",
    "search.covers": "solve_cover",
    "search.lines": "Lines Occurrence find_lines",
    "search.paths": "FoundWord FoundWords find_paths",
    "search.trace": "Trace iter_paths trace",
}

__all__ = ["__version__", *sorted(" ".join(_NAMES.values()).split())]


def __dir__() -> list[str]:
    """Return the public names, imported or not."""
    return sorted({*globals(), *__all__})


def __getattr__(name: str) -> object:
    """Import a public name."""
    from importlib import import_module

    for module, names in _NAMES.items():
        if name in names.split():
            found = import_module(f".{module or name}", __name__)
            if module:
                from ._util.keywords import suggesting

                found = globals()[name] = suggesting(getattr(found, name))
            return found
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
