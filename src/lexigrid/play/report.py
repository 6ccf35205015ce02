"""A match as text: the rules before it; outcome, standings and words after it.

Colour is never the only sign.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ..game.moves import Reason, ReviewedWord, Verdict
from ..geometry import Cell
from ..render.terminal.page import Page
from ..render.terminal.table import Field, render_columns, render_table
from ..render.terminal.text import format_path
from ..render.terminal.width import display_width, pad, printable
from .match import Match
from .outcome import compare_words, describe_outcome, list_totals

_MAX_MISSED = 12


def format_clock(milliseconds: int) -> str:
    """Return a time as minutes and seconds, rounded up to a second.

    >>> format_clock(180_000), format_clock(59_001)
    ('3:00', '1:00')
    """
    minutes, seconds = divmod(-(-milliseconds // 1000), 60)
    return f"{minutes}:{seconds:02}"


def sign_of(verdict: Verdict) -> str:
    """Return the sign before a word: "+" is good, "-" is not, "=" was known before."""
    return "+" if verdict else "=" if verdict.reason is Reason.ALREADY_FOUND else "-"


def describe_match(match: Match) -> list[str]:
    """Return the board and the rules of a match as short phrases."""
    game, rules = match.game, match.game.rules
    wanted = len(game.solution.wanted) if rules.find_all else None
    is_cancelling = len(game.players) > 1 and rules.cancel
    numbers = (
        ("min_length", rules.min_length),
        ("clock", rules.seconds),
        ("gain", rules.gain or None),
        ("tries", rules.tries),
        ("find_all", wanted),
        ("series", rules.target),
        ("cancel", 0 if is_cancelling else None),
        ("penalty", rules.penalty or None),
        ("hints", rules.hints or None),
    )
    parts = [f"{game.grid.rows}x{game.grid.columns}"]
    for name, number in numbers:
        if name == "clock":
            no_limit = match.format("no_limit")
            parts.append(no_limit if number is None else format_clock(number * 1000))
        elif number is not None:
            parts.append(match.format(name, number=number))
    return parts


def describe_others(match: Match) -> list[str]:
    """Return the opponents, the score to beat and the points carried into a match, as phrases."""
    parts = []
    if match.setup.opponents:
        names = ", ".join(printable(each.name) for each in match.setup.opponents)
        parts.append(match.format("against", names=names))
    if match.rival is not None:
        points = match.format("points", number=match.rival.points)
        name = match.name_of(match.rival.name)
        parts.append(match.format("to_beat", points=points, name=name))
    if match.setup.carried:
        totals = list_totals(match, match.setup.carried)
        parts.append(match.format("so_far", totals=totals))
    return parts


def describe_progress(match: Match) -> list[str]:
    """Return what the current person has left: time, tries, words to find."""
    game, turn = match.game, match.turn
    parts = [] if match.left is None else [format_clock(match.left)]
    tries, wanted = game.tries_left(turn), len(game.solution.wanted)
    if tries is not None:
        parts.append(match.format("left", what=match.format("tries", number=tries)))
    if wanted:
        words = match.format("common_words", number=wanted)
        found = game.wanted_found(turn)
        parts.append(match.format("wanted_found", number=found, words=words))
    return parts or [match.format("no_limit")]


def write_tiles(match: Match) -> Iterator[str]:
    """Yield the tiles with the required words left: how many begin on each, and how many use it.

    Yield nothing if the rules require no words.
    """
    counts = match.game.tiles_left(match.turn)
    if counts is None:
        return
    grid = match.game.grid
    shown = {
        cell: f"{printable(tile.face)} {begin}/{use}" if use else printable(tile.face)
        for cell in grid
        if (tile := grid[cell]) is not None
        for begin, use in [(counts[0][cell.row][cell.column], counts[1][cell.row][cell.column])]
    }
    width = 2 + max(map(display_width, shown.values()), default=0)
    yield match.format("tiles_left")
    for row in range(grid.rows):
        shift = " " * (width // 2) if grid.topology.name == "hex" and row % 2 else ""
        line = (pad(shown.get(Cell(row, column), ""), width) for column in range(grid.columns))
        yield f"  {shift}{''.join(line)}".rstrip()


def describe_no_hint(match: Match) -> str:
    """Say why there is no hint: none is left, or no word to hint at."""
    hints = match.game.rules.hints
    if match.person.hints >= hints:
        return match.format("no_hint", number=hints)
    return match.format("no_word_left")


def write_results(match: Match, page: Page) -> Iterator[str]:
    """Yield the results of a match: outcome, standings, missed common words, all words."""
    game = match.game
    yield page.bold(match.format("result"))
    yield from describe_outcome(match)
    yield from compare_words(match)
    yield ""
    yield from write_standings(match, page)
    missed = game.missed()
    if missed:
        yield ""
        yield page.bold(match.format("missed", number=len(missed)))
        rows = [
            (
                (printable(each.word), None),
                (str(each.points), None),
                (format_path(each.path, page) if each.path else "", None),
            )
            for each in missed[:_MAX_MISSED]
        ]
        yield from render_table(headings(match, "word points path"), rows, page, right=1)
        if len(missed) > _MAX_MISSED:
            yield match.format("more", number=len(missed) - _MAX_MISSED)
        yield from write_definitions(match, missed[:_MAX_MISSED], page)
    yield ""
    yield from write_words(match, page)


def write_definitions(match: Match, words: Iterable[ReviewedWord], page: Page) -> Iterator[str]:
    """Yield what words mean, if definitions of the language of the match are installed."""
    from textwrap import wrap

    from ..lexicon.packs.definitions import find_definitions

    found = find_definitions((each.word for each in words), match.setup.lexicon.language)
    lines = [line for each in found.values() for line in wrap(str(each), page.width)]
    yield from ("", *lines) if lines else ()


def write_standings(match: Match, page: Page | None = None) -> Iterator[str]:
    """Yield the players, best first, and the words and points of the board.

    The players are in a table, or in sentences if the page is too narrow for one.
    """
    page = page or Page()
    rules, totals = match.game.rules, match.totals
    ranked = sorted(
        zip(player_marks(match), match.game.scores(), totals, strict=True),
        key=lambda each: (-each[2], -each[1].points),
    )
    names = "player points words cancelled wrong share"
    lost = any(scores.cancelled for _, scores, _ in ranked)
    names += " cancelled_points" * lost + " penalty" * bool(rules.penalty)
    names += " total" * bool(match.setup.carried)
    rows: list[list[Field]] = []
    sentences = []
    for mark, scores, total in ranked:
        cancelled = sum(word.points for word in scores.cancelled)
        penalty = rules.penalty * scores.wrong
        found = sum(word.points for word in scores.words) + cancelled
        share = _format_share(found, match.game.solution.score)
        name = f"{mark} {match.name_of(scores.player)}"
        fields = [name, scores.points, scores.found, len(scores.cancelled), scores.wrong, share]
        fields += [cancelled] * lost + [-penalty] * bool(rules.penalty)
        fields += [total] * bool(match.setup.carried)
        rows.append([(str(field), None) for field in fields])
        wrong = match.format("wrong", number=scores.wrong)
        parts = [match.format("words", number=scores.found)]
        if scores.cancelled:
            count = match.format("cancelled", number=len(scores.cancelled))
            parts.append(f"{count} ({cancelled})")
        parts.append(f"{wrong} (-{penalty})" if penalty else wrong)
        points = match.format("points", number=scores.points)
        if match.setup.carried:
            points += f", {match.format('in_all', points=total)}"
        sentences.append(f"{name}: {points}")
        sentences.append(f"  {', '.join(parts)}, {share}")
    table = list(render_table(headings(match, names), rows, page, right=1))
    yield from sentences if max(map(display_width, table)) > page.width else table
    yield ""
    solution = match.game.solution
    words = match.format("words", number=solution.count)
    points = match.format("points", number=solution.score)
    yield match.format("board", words=words, points=points)


def headings(match: Match, names: str) -> list[str]:
    """Return the column headings of a table, in the language of the match."""
    return [match.format(f"column_{name}") for name in names.split()]


def commonness_of(match: Match, word: ReviewedWord) -> str:
    """Return how common a word is, in the language of the match."""
    return match.format(word.commonness.replace(" ", "_"))


def write_words(match: Match, page: Page) -> Iterator[str]:
    """Yield all words of the board by commonness, each followed by the marks of its finders."""
    marks = player_marks(match)
    players = zip(marks, match.game.players, strict=True)
    names = ", ".join(f"{mark} {match.name_of(name)}" for mark, name in players)
    yield f"{page.bold(match.format('list_of_all'))}  {names}"
    review = match.game.review()
    for name in dict.fromkeys(each.commonness for each in review):
        group = [each for each in review if each.commonness == name]
        yield f"{commonness_of(match, group[0])} ({len(group)})"
        entries = [
            page.isolate(printable(each.word))
            + "".join(f" {marks[player]}" for player in each.players)
            for each in group
        ]
        yield from (
            f"  {line}" for line in render_columns(entries, page._replace(width=page.width - 2))
        )


def player_marks(match: Match) -> tuple[str, ...]:
    """Return a mark for each player: * for a sole person, digits and letters for the others."""
    marks = "123456789ABCDEFGHIJ"
    if len(match.setup.people) == 1:
        marks = "*" + marks
    return tuple(marks[: len(match.game.players)])


def _format_share(points: int, all_points: int) -> str:
    """Return points as a percentage of all points.

    >>> _format_share(2, 4233), _format_share(0, 0), _format_share(9, 9)
    ('< 1 %', '0 %', '100 %')
    """
    percent = 100 * points // (all_points or 1)
    return "< 1 %" if points and not percent else f"{percent} %"
