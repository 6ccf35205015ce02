"""The widgets: each sends one script, joined from the modules of the pages, and one style.

`bundle_script` joins them when this module is imported; nothing is built beforehand, and nothing is
loaded from elsewhere. A widget renders into a shadow root. The traitlets that are not private are
set by its front end, never by Python.
"""

from __future__ import annotations

import json
import re
from importlib.resources import files
from itertools import islice
from typing import Any

import anywidget
import traitlets

from ..errors import InputError
from ..game.game import Game
from ..game.solution import Solution
from ..grid import Grid, map_tiles
from ..puzzle import Puzzle
from ..render.bundle import STATIC, bundle_script, bundle_style, choose_texts, read_view
from ..render.html import puzzle_facts
from ..search.covers import Covers
from ..search.lines import Lines
from ..search.paths import FoundWords
from ..search.trace import Trace

#: The most words or paths that an answer shows, and words that it names as missing.
_MOST_SHOWN, _MOST_MISSING = 2000, 20
#: The widths that matter are those of the widget, whose root and body are its host.
_WIDTHS = re.compile(r"@media \((?=m..-width)")
_HOST = """
:host{display:block;container:widget / inline-size}
:host>div{padding:.25rem .75rem}
.tiles .board{--most:6rem}
.joined{margin-block-end:.75rem}"""


def _script(name: str) -> str:
    return bundle_script(f"notebook/{name}.js")


def _style(*names: str) -> str:
    style = _WIDTHS.sub("@container widget (", bundle_style(*names))
    return re.sub(r"^(?::root|body)(?=\{)", ":host", style, flags=re.MULTILINE) + _HOST


class Widget(anywidget.AnyWidget):
    """A value in a notebook."""

    _data = traitlets.Dict().tag(sync=True)
    _style = traitlets.Unicode().tag(sync=True)

    def __init__(self, value: Any, data: dict[str, Any]) -> None:
        super().__init__(_data=data)
        self.value = value
        """The value that is shown."""

    def _repr_mimebundle_(self, **options: Any) -> Any:
        """Return the widget, and the picture of its value for readers that run no widgets."""
        bundle: Any = super()._repr_mimebundle_(**options)
        data, *others = bundle if isinstance(bundle, tuple) else (bundle,)
        for kind, name in (("text/html", "_repr_html_"), ("image/svg+xml", "_repr_svg_")):
            picture = getattr(self.value, name, lambda: None)()
            if picture:
                return ({**data, kind: picture}, *others)
        return bundle


class PlayWidget(Widget):
    """A puzzle or a game."""

    found = traitlets.List(traitlets.Unicode(), read_only=True).tag(sync=True)
    """The words found so far, in this order, with secret ones; a traitlet to observe."""
    progress = traitlets.Dict(read_only=True).tag(sync=True)
    """What the page needs to continue; its keys may change."""


class PuzzleWidget(PlayWidget):
    """A puzzle to solve."""

    _esm = _script("puzzle")
    _style = traitlets.Unicode(_style("base", "board", "words")).tag(sync=True)

    def __init__(self, puzzle: Puzzle, *, with_key: bool = True) -> None:
        document, page = puzzle_facts(puzzle, self._esm, with_key=with_key, list_as="words")
        page |= {"direction": puzzle.strings.direction, "view": read_view("puzzle")}
        super().__init__(puzzle, {"puzzle": document, "page": page})


class GameWidget(PlayWidget):
    """A game of one player."""

    _esm = _script("game")
    _style = traitlets.Unicode(_style("base", "board", "game")).tag(sync=True)

    def __init__(self, game: Game) -> None:
        rules, solution = game.rules, game.solution
        if len(game.players) > 1 or rules.penalty or rules.gain or rules.tries is not None:
            raise InputError(
                "the game has several players, or rules with penalty, gain or tries; a widget "
                "expects one player and none of these rules"
            )
        data = {
            "rows": game.grid.to_dict()["rows"],
            "setup": {"name": game.players[0], "seconds": rules.seconds or 0},
            "minLength": rules.min_length,
            "answer": {"words": _words(solution.words)},
            "required": {"words": [
                {"word": each.word, "paths": each.paths} for each in solution.wanted_words
            ]} if solution.wanted else None,
            "page": _page(self._esm, "game", game.lexicon.language, "common", "play"),
        }  # fmt: skip
        super().__init__(game, data)
        self.set_trait("found", [each.word for each in game.words_of() if each])
        self.set_trait("progress", {"over": game.is_over})

    @property
    def game(self) -> Game:
        """The game with the words found so far; their times are those of the game's last move."""
        game: Game = self.value
        at = game.moves[-1].at if game.moves else 0
        known = {each.word for each in game.words_of() if each}
        for word in self.found:
            if word not in known:
                game = game.play(word, at=at)[0]
        return game.finished() if self.progress.get("over") and not game.is_over else game


class AnswerWidget(Widget):
    """The answer of a search or a solver."""

    selected = traitlets.Unicode(read_only=True).tag(sync=True)
    """The word shown on the grid; empty at first; a traitlet to observe."""
    _esm = _script("answer")
    _style = traitlets.Unicode(_style("base", "board", "game")).tag(sync=True)

    def __init__(self, value: FoundWords | Lines | Trace | Covers | Solution) -> None:
        answer = value.words if isinstance(value, Solution) else value
        grid = answer.grid
        if not isinstance(grid, Grid):
            raise InputError(f"the {type(value).__name__} has no grid, expected one of one board")
        kind, document = _describe(answer)
        data = {
            "kind": kind,
            "answer": {"complete": True, "rows": grid.rows, "columns": grid.columns, **document},
            "rows": map_tiles(grid, lambda tile: None if tile is None else tile.face),
            "page": _page(self._esm, "answer", None, "common", "solve"),
        }
        super().__init__(value, data)


def _describe(answer: FoundWords | Lines | Trace | Covers) -> tuple[str, dict[str, Any]]:
    """Return the kind of an answer and as much of its JSON document as is shown."""
    if isinstance(answer, Trace):
        answers = [{**answer.to_dict(), "paths": answer.paths[:_MOST_SHOWN]}]
        return "trace", {"answers": answers}
    if isinstance(answer, Covers):
        return "solve", answer.to_dict()
    is_whole = answer.complete and len(answer) <= _MOST_SHOWN
    if isinstance(answer, FoundWords):
        counts = {"count": answer.count, "score": answer.score, "complete": is_whole}
        return "paths", {"words": _words(answer, _MOST_SHOWN), **counts}
    missing = [*islice(answer.iter_missing(), _MOST_MISSING + 1)]
    return "lines", {
        "occurrences": [
            {
                "word": each.word,
                "start": each.start,
                "end": each.end,
                "direction": each.direction and str(each.direction),
            }
            for each in answer[:_MOST_SHOWN]
        ],
        "missing": missing if len(missing) <= _MOST_MISSING else [],
        "complete": is_whole,
    }


def _words(found: FoundWords, most: int | None = None) -> list[dict[str, Any]]:
    """Return words with their points and first paths, as in JSON."""
    words = [
        {"word": each.word, "score": each.score, "paths": [each.path]} for each in found[:most]
    ]
    if words and words[0]["paths"] == [None]:
        raise InputError("the answer has no paths; search with paths='one'")
    return words


def _page(script: str, view: str, language: str | None, *names: str) -> dict[str, Any]:
    """Return a view and the texts of pages that it and a script use, in English if need be."""
    folder = files("lexigrid") / STATIC / "text"
    code = (language or "en").partition("-")[0]
    if not (folder / code).is_dir():
        code = "en"
    texts: dict[str, Any] = {}
    for name in names:
        texts |= json.loads((folder / code / f"{name}.json").read_text("utf-8"))
    shown = read_view(view)
    texts = choose_texts(texts, script, shown)
    return {"texts": texts, "language": code, "direction": "ltr", "view": shown}
