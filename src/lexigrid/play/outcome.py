"""The outcome of a match in words: who wins or loses, by how much, and why it ended.

A game of finding all common words is decided by how many are found; any other game by points, in a
series by the points on all boards.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..render.terminal.width import isolate, printable
from .match import Match
from .setup import YOU


def describe_end(match: Match, turn: int) -> str:
    """Say why a turn ended: no tries, words or time left; "" if the person ended it."""
    game = match.game
    wanted = len(game.solution.wanted)
    if game.tries_left(turn) == 0:
        return match.format("last_try")
    if 0 < wanted == game.wanted_found(turn):
        return match.format("all_common_found")
    limit = game.time_limit(turn)
    is_late = limit is not None and match.clocks[turn] >= limit
    return match.format("time_up") if is_late else ""


def describe_outcome(match: Match) -> list[str]:
    """Say who won a finished match, or leads in a series, and who beat the score to beat."""
    lines = [_describe_winner(match)]
    rules = match.game.rules
    if rules.target is not None:
        text = "series_over" if match.is_series_over else "series_to"
        points = match.format("points", number=rules.target)
        lines.append(match.format(text, points=points, totals=list_totals(match)))
    lines.extend(_describe_rivalry(match))
    return lines


def list_totals(match: Match, totals: Sequence[int] | None = None) -> str:
    """Return the players with their points: `totals`, or by default those of the series."""
    pairs = zip(match.game.players, totals or match.totals, strict=True)
    return ", ".join(f"{match.name_of(name)} {points}" for name, points in pairs)


def compare_words(match: Match) -> Iterator[str]:
    """Yield the words that a person and the rival both found, and those that only one found."""
    rival = match.rival
    if rival is None:
        return
    theirs = {*rival.words}
    for person, scores in zip(match.setup.people, match.game.scores(), strict=False):
        mine = {each.word for each in (*scores.words, *scores.cancelled)}
        for heading, words in (
            (match.format("both"), mine & theirs),
            (match.format("only", name=match.name_of(person)), mine - theirs),
            (match.format("only", name=match.name_of(rival.name)), theirs - mine),
        ):
            if words:
                listed = " ".join(isolate(printable(word)) for word in sorted(words))
                yield f"{heading} ({len(words)}): {listed}"


def _describe_winner(match: Match) -> str:
    game = match.game
    wanted = len(game.solution.wanted)
    results, unit = match.totals, "points"
    if wanted:
        results = tuple(game.wanted_found(player) for player in range(len(game.players)))
        unit = "words"

    def count(number: int) -> str:
        return match.format(unit, number=number)

    if len(game.players) == 1:
        return _describe_alone(match, results[0], wanted)
    best = max(results)
    leaders = [number for number, result in enumerate(results) if result == best]
    shown = [match.name_of(name) for name in game.players]
    if len(leaders) > 1:
        names = _enumerate(match, [shown[number] for number in leaders])
        return match.format("draw", names=names, result=count(best))
    (leader,) = leaders
    second = max(result for number, result in enumerate(results) if number != leader)
    others = [shown[n] for n, result in enumerate(results) if result == second and n != leader]
    is_final = match.is_series_over
    if len(match.setup.people) == 1 and leader != 0:
        return _say(
            match,
            game.players[0],
            "lose" if is_final else "behind",
            margin=count(best - results[0]),
            first=f"{shown[leader]} {best}",
            own=f"{shown[0]} {results[0]}",
        )
    return _say(
        match,
        game.players[leader],
        "win" if is_final else "lead",
        margin=count(best - second),
        others=_enumerate(match, others),
    )


def _describe_alone(match: Match, result: int, wanted: int) -> str:
    (name,) = match.game.players
    if wanted:
        words = match.format("common_words", number=wanted)
        found = match.format("wanted_found", number=result, words=words)
        return _say(match, name, "find_enough" if result == wanted else "find_too_few", found=found)
    is_won = match.game.rules.target is not None and match.is_series_over
    points = match.format("points", number=result)
    return _say(match, name, "finish" if is_won else "have", points=points)


def _describe_rivalry(match: Match) -> Iterator[str]:
    """Compare each person's points on this board with the score to beat."""
    rival = match.rival
    if rival is None:
        return
    name = match.name_of(rival.name)
    scores = match.game.scores()[: len(match.setup.people)]
    for person, own in zip(match.setup.people, scores, strict=True):
        ahead = own.points - rival.points
        scored = {"rival": name, "own": own.points, "theirs": rival.points}
        if ahead > 0:
            yield _say(match, person, "beat", margin=match.format("points", number=ahead), **scored)
        elif ahead < 0:
            yield _say(match, person, "not_beat", **scored)
        else:
            each = match.format("points", number=own.points)
            yield _say(match, person, "equal", rival=name, points=each)


def _say(match: Match, player: str, text: str, **values: object) -> str:
    """Return a sentence about a player, who is addressed as "you" if unnamed."""
    you = "you_" if player == YOU else ""
    return match.format(f"{you}{text}", name=match.name_of(player), **values)


def _enumerate(match: Match, names: Sequence[str]) -> str:
    *rest, last = names
    return match.format("and", names=", ".join(rest), last=last) if rest else last
