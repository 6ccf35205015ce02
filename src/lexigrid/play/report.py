"""A match as text: its rules before it, standings, results and words after it.

Colour is never the only mark.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..game import Scores
from ..render.terminal.page import Page
from ..render.terminal.table import Field, render_columns, render_table
from ..render.terminal.text import count_noun, format_path
from ..render.terminal.width import printable
from .match import Match

_MAX_MISSED = 12


def format_clock(milliseconds: int | None) -> str:
    """Return a time as minutes and seconds, rounded up to a second.

    >>> format_clock(180_000), format_clock(59_001), format_clock(None)
    ('3:00', '1:00', 'no limit')
    """
    if milliseconds is None:
        return "no limit"
    minutes, seconds = divmod(-(-milliseconds // 1000), 60)
    return f"{minutes}:{seconds:02}"


def describe_match(match: Match) -> list[str]:
    """Return the board and the rules of a match as short phrases."""
    rules = match.game.rules
    parts = [
        f"{match.game.grid.rows}x{match.game.grid.columns}",
        f"words of at least {count_noun(rules.min_length, 'letter')}",
        format_clock(None if rules.seconds is None else rules.seconds * 1000),
    ]
    if len(match.game.players) > 1 and rules.cancel:
        parts.append("duplicate words cancel")
    if rules.penalty:
        parts.append(f"a wrong word costs {count_noun(rules.penalty, 'point')}")
    if rules.hints:
        parts.append(count_noun(rules.hints, "hint"))
    return parts


def write_results(match: Match, page: Page) -> Iterator[str]:
    """Yield the results of a match: standings, common words that nobody found, all words."""
    game = match.game
    yield page.bold("RESULT")
    yield from write_standings(match, page)
    missed = game.missed()
    if missed:
        yield ""
        yield page.bold(f"{count_noun(len(missed), 'common word')} that nobody found")
        rows = [
            (
                (printable(each.word), None),
                (str(each.points), None),
                (format_path(each.path, page) if each.path else "", None),
            )
            for each in missed[:_MAX_MISSED]
        ]
        yield from render_table(["WORD", "POINTS", "PATH"], rows, page, right=1)
        if len(missed) > _MAX_MISSED:
            yield f"... and {len(missed) - _MAX_MISSED} more"
    yield ""
    yield from write_words(match, page)


def write_standings(match: Match, page: Page | None = None) -> Iterator[str]:
    """Yield the table of the players, the best first, and the words and points of the board."""
    headings = ["PLAYER", "POINTS", "WORDS", "CANCELLED", "WRONG", "SHARE"]
    yield from render_table(headings, _standing_rows(match), page or Page(), right=1)
    yield ""
    solution = match.game.solution
    yield f"board: {count_noun(solution.count, 'word')}, {count_noun(solution.score, 'point')}"


def write_words(match: Match, page: Page) -> Iterator[str]:
    """Yield all words of the board by commonness, each followed by the marks of its finders."""
    marks = player_marks(match)
    yield (
        page.bold("ALL WORDS")
        + "  "
        + ", ".join(f"{mark} {name}" for mark, name in zip(marks, match.game.players, strict=True))
    )
    review = match.game.review()
    for name in dict.fromkeys(each.commonness for each in review):
        group = [each for each in review if each.commonness == name]
        yield f"{name} ({len(group)})"
        entries = [
            printable(each.word) + "".join(f" {marks[player]}" for player in each.players)
            for each in group
        ]
        yield from (f"  {line}" for line in render_columns(entries, Page(width=page.width - 2)))


def player_marks(match: Match) -> tuple[str, ...]:
    """Return a mark for each player: * for the only person, digits and letters for the others."""
    marks = "123456789ABCDEFGHIJ"
    if len(match.people) == 1:
        marks = "*" + marks
    return tuple(marks[: len(match.game.players)])


def _standing_rows(match: Match) -> list[tuple[Field, ...]]:
    total = match.game.solution.score or 1
    ranked = zip(player_marks(match), match.game.scores(), strict=True)
    return [
        (
            (f"{mark} {printable(scores.player)}", None),
            (str(scores.points), None),
            (str(scores.found), None),
            (str(len(scores.cancelled)), None),
            (str(scores.wrong), None),
            (f"{100 * _points_found(scores) // total} %", None),
        )
        for mark, scores in sorted(ranked, key=lambda each: -each[1].points)
    ]


def _points_found(scores: Scores) -> int:
    return sum(word.points for word in (*scores.words, *scores.cancelled))
