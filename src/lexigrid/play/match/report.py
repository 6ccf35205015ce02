"""A match as text: standings while it goes on, words and results when it is over.

Knows matches and pages; known by the terminal game and the command line.
Rule: pure functions; commonness is told in words, marks are never colour alone.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...game import Reviewed, Scores
from ...render.terminal.page import Page
from ...render.terminal.table import Field, render_columns, render_table
from ...render.terminal.text import count_noun, format_path
from ...render.terminal.width import printable
from .match import Match

#: Names for bands, each up to its number: what most readers know of them.
_COMMONNESS = ((10, "everyday"), (20, "very common"), (35, "common"), (50, "known"), (60, "rarer"))
_RARE = "rare"
_UNBANDED = "all words"
MOST_MISSED = 12


def format_clock(milliseconds: int | None) -> str:
    """Write a time as minutes and seconds, begun seconds counted whole.

    >>> format_clock(180_000), format_clock(59_001), format_clock(None)
    ('3:00', '1:00', 'no limit')
    """
    if milliseconds is None:
        return "no limit"
    minutes, seconds = divmod(-(-milliseconds // 1000), 60)
    return f"{minutes}:{seconds:02}"


def describe_match(match: Match) -> list[str]:
    """Tell what is played: board, words, time, what else the rules say."""
    rules = match.game.rules
    parts = [
        f"{match.game.grid.rows}x{match.game.grid.columns}",
        f"words of {count_noun(rules.min_length, 'letter')} and more",
        format_clock(None if rules.seconds is None else rules.seconds * 1000),
    ]
    if len(match.game.players) > 1 and rules.cancel:
        parts.append("words of several players cancel")
    if rules.penalty:
        parts.append(f"a wrong word costs {count_noun(rules.penalty, 'point')}")
    if rules.hints:
        parts.append(count_noun(rules.hints, "hint"))
    return parts


def tell_commonness(band: int | None) -> str:
    """Name the commonness of a band.

    >>> tell_commonness(10), tell_commonness(80), tell_commonness(None)
    ('everyday', 'rare', 'all words')
    """
    if band is None:
        return _UNBANDED
    return next((name for upper, name in _COMMONNESS if band <= upper), _RARE)


def write_results(match: Match, page: Page) -> Iterator[str]:
    """Yield the end of a match: standings, common words that all missed, all words."""
    game = match.game
    yield page.bold("RESULT")
    yield from standings(match, page)
    missed = game.missed()
    if missed:
        yield ""
        yield page.bold(f"{count_noun(len(missed), 'common word')} that all missed")
        rows = [
            ((printable(each.word), None), (str(each.points), None), (_path(each, page), None))
            for each in missed[:MOST_MISSED]
        ]
        yield from render_table(["WORD", "POINTS", "PATH"], rows, page, right=1)
        if len(missed) > MOST_MISSED:
            yield f"... and {len(missed) - MOST_MISSED} more"
    yield ""
    yield from write_words(match, page)


def standings(match: Match, page: Page | None = None) -> Iterator[str]:
    """Yield the table of the players, the best first, and what the board had."""
    headings = ["PLAYER", "POINTS", "WORDS", "CANCELLED", "WRONG", "SHARE"]
    yield from render_table(headings, _standings(match), page or Page(), right=1)
    yield ""
    solution = match.game.solution
    yield f"board: {count_noun(solution.count, 'word')}, {count_noun(solution.score, 'point')}"


def write_words(match: Match, page: Page) -> Iterator[str]:
    """Yield all words of the board by commonness; who found one stands behind it."""
    marks = player_marks(match)
    yield (
        page.bold("ALL WORDS")
        + "  "
        + ", ".join(f"{mark} {name}" for mark, name in zip(marks, match.game.players, strict=True))
    )
    review = match.game.review()
    for name in dict.fromkeys(tell_commonness(each.band) for each in review):
        group = [each for each in review if tell_commonness(each.band) == name]
        yield f"{name} ({len(group)})"
        entries = [
            printable(each.word) + "".join(f" {marks[player]}" for player in each.players)
            for each in group
        ]
        yield from (f"  {line}" for line in render_columns(entries, Page(width=page.width - 2)))


def player_marks(match: Match) -> tuple[str, ...]:
    """Give each player a sign: * for the only person, else digits and letters."""
    signs = "123456789ABCDEFGHIJ"
    marks = list(signs[: len(match.game.players)])
    if len(match.people) == 1:
        marks = ["*", *signs[: len(match.game.players) - 1]]
    return tuple(marks)


def _standings(match: Match) -> list[tuple[Field, ...]]:
    marks = player_marks(match)
    total = match.game.solution.score or 1
    listed = sorted(zip(marks, match.game.tallies(), strict=True), key=lambda each: -each[1].points)
    return [
        (
            (f"{mark} {printable(tally.player)}", None),
            (str(tally.points), None),
            (str(tally.found), None),
            (str(len(tally.cancelled)), None),
            (str(tally.wrong), None),
            (f"{100 * _points_found(tally) // total} %", None),
        )
        for mark, tally in listed
    ]


def _points_found(tally: Scores) -> int:
    return sum(word.points for word in (*tally.words, *tally.cancelled))


def _path(each: Reviewed, page: Page) -> str:
    return format_path(each.path, page) if each.path else ""
