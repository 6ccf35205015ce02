"""Questions to the WebAssembly core and the HTTP API."""

from __future__ import annotations

import random
import tomllib
from collections.abc import Iterator
from typing import Any

from checkout import TESTS
from questions import LETTERS, TILES, TOPOLOGIES

Question = tuple[str, Any]
_OPTIONS = (
    *("grid", "size", "qu", "alphabet", "case_sensitive", "words", "lexicon", "topology", "wrap"),
    *("limit", "deadline", "directions", "wildcards", "through", "scoring", "common", "sort"),
    *("paths", "nonsense"),
)
_CASES = TESTS / "cases"


def named_cases() -> Iterator[Question]:
    """Yield the named cases of lines and paths, and a trace for each word of a path."""
    for kind in ("lines", "paths"):
        for case in tomllib.loads((_CASES / f"{kind}.toml").read_text("utf-8"))["case"]:
            body = {name: case[name] for name in _OPTIONS if name in case and name != "paths"}
            if kind == "lines" and body.pop("topology", None) is not None:
                continue
            yield kind, body
            if kind == "paths":
                yield kind, body | {"paths": "all", "sort": "alpha"}
                yield "trace", body | {"paths": "all"}
            elif "directions" not in body and "wildcards" not in body:
                yield "trace", body | {"paths": "all", "topology": "line"}


def random_questions(rng: random.Random, number: int) -> Iterator[Question]:
    """Yield questions with all options, some without an answer."""
    for _ in range(number):
        yield rng.choice((_paths, _lines, _trace))(rng)


def _some(rng: random.Random, **options: Any) -> dict[str, Any]:
    """Return about a third of the options."""
    return {name: value for name, value in options.items() if rng.random() < 0.35}


def _grid(rng: random.Random) -> dict[str, Any]:
    rows, columns = rng.randint(1, 5), rng.randint(1, 5)
    tiles = rng.choice((TILES, "aabbcq", "eatnolsi", ("e", "t", "a", "s", "Qu", "?", ".", "[ei]")))
    table = [[rng.choice(tiles) for _ in range(columns)] for _ in range(rows)]
    if rng.random() < 0.03:
        table[-1].append(rng.choice(("x", "[", "\\", "[]", "a]", "[a,,b]", "ab\\")))
    found: dict[str, Any] = _some(rng, qu=True, case_sensitive=True, fold_accents=True)
    flat = [tile for row in table for tile in row]
    form = rng.randrange(7)
    if form == 0:
        rest = _some(
            rng, topology=rng.choice(TOPOLOGIES), wrap=True, alphabet="", case_sensitive=True
        )
        document_rows = [[None if tile == "." else tile for tile in row] for row in table]
        found["grid"] = {"format": "lexigrid/grid", "version": 1, "rows": document_rows, **rest}
        return found
    if form == 1:
        found |= {"grid": "".join(flat), "size": [rows, columns]}
    elif form == 2:
        found["grid"] = "".join(flat)
    elif form == 3:
        edge = "+---" * columns + "+"
        found["grid"] = "\n".join([edge, *("| " + " | ".join(row) + " |" for row in table), edge])
    elif form == 4:
        found["grid"] = "\n".join(rng.choice(",;\t|").join(row) for row in table)
    else:
        found["grid"] = "/".join(rng.choice((" ", "", "")).join(row) for row in table)
        found["grid"] += "/" * (rows == 1 or rng.random() < 0.2)
    if rng.random() < 0.02:
        found["size"] = [rng.randint(-1, 3), rng.randint(0, 6)]
    return found


def _words(rng: random.Random) -> list[str]:
    words = ["".join(rng.choices(LETTERS, k=rng.randint(1, 6))) for _ in range(rng.randint(1, 12))]
    if rng.random() < 0.95:
        words = [word for word in words if word.strip()]
    return words + rng.sample(["eat", "Tea", "oat", "ant", "a", "quiz", "été", "c?t", "as-is"], 4)


def _paths(rng: random.Random) -> Question:
    body = _grid(rng) | _some(
        rng,
        topology=rng.choice((*TOPOLOGIES, [[[0, 0], [0, 1]], [[0, 1], [1, 0]]])),
        wrap=rng.random() < 0.7,
        reuse=True,
        min_length=rng.randint(-1, 5),
        scoring=rng.choice(
            ("classic", "big", "super-big", "fibonacci", "letters", [[3, 7], [1, 2]])
        ),
        paths=rng.choice(("none", "one", "all")),
        sort=rng.choice(("grid", "alpha", "length", "score")),
        count_only=True,
        limit=rng.choice((0, 1, 3, 10, 5001, -2)),
    )
    if rng.random() < 0.6:
        body["words"] = _words(rng)
    elif rng.random() < 0.4:
        body["lexicon"] = rng.choice(("default", "english", "klingon"))
    if rng.random() < 0.15:
        body["common"] = rng.choice((True, False, 20, -1))
    if "words" not in body:
        body.pop("reuse", None)  # takes seconds with wild tiles
    return "paths", body


def _lines(rng: random.Random) -> Question:
    body = _grid(rng) | _some(
        rng,
        directions=rng.choice(("N,E", "sw", ["N", "NW"], ["E"], [], "X")),
        wrap=True,
        first=True,
        wildcards=True,
        count_only=True,
        through=[rng.randint(0, 4), rng.randint(0, 4)],
        limit=rng.choice((0, 1, 3, 5001)),
    )
    if rng.random() < 0.8:
        body["words"] = _words(rng)
    elif rng.random() < 0.8:
        body["lexicon"] = "english"
    return "lines", body


def _trace(rng: random.Random) -> Question:
    body = _grid(rng) | _some(
        rng,
        topology=rng.choice((*TOPOLOGIES, "line", "line", [[[0, 0], [0, 1]], [[0, 1], [1, 0]]])),
        wrap=True,
        reuse=True,
        paths=rng.choice(("one", "all", "count")),
        limit=rng.choice((0, 1, 2, 50, -1, None)),
    )
    return "trace", body | {"words": _words(rng)}


def hostile_questions() -> Iterator[Question]:
    """Yield bodies that pages never send."""
    texts = [
        "",
        " ",
        "/",
        "//",
        "\0",
        "a\0b/c d",
        "\ud800",
        "a\udc00/bc",
        "[" * 500,
        "\\",
        "|" * 3000,
    ]
    texts += [
        "| " * 20_000,
        "a" * 70_000,
        "?" * 64 * 64,
        "\ufeffab/cd",
        "\u202eab/cd",
        "👍🏽👨‍👩‍👧/ab",
    ]
    texts += ["[" + "a," * 20_000 + "b]/", "é" * 4, "a\u0300\u0301" * 9, "+-+/|a|/+-+", "स्ते/न"]
    texts += [
        "o|a|t\no|x|o",
        "o|a|t\n-+-+-\no|x|o",
        "1|oa|1\n2|tx|2",
        "a|o t|a",
        "1 2\n3 4",
        "|1 2|\n-",
    ]
    texts += ["  1 2\n1 o a\n2 t o", "| |1|2|\n|1|o|a|\n|2|t||", "  0 1\n0 o a\n2 t o"]
    others: list[Any] = [
        None,
        True,
        5,
        1.5,
        10**400,
        [],
        {},
        [[]],
        {"format": 5},
        "x",
        -1,
        "\ud800",
    ]
    for kind in ("paths", "lines", "trace"):
        base: dict[str, Any] = {"grid": "tea/ant/oat", "words": ["oat"]}
        for text in texts:
            yield kind, base | {"grid": text}
            yield kind, base | {"words": [text]}
        for value in others:
            yield kind, value
            for name in _OPTIONS:
                yield kind, base | {name: value}
        yield kind, base | {"words": []}
        yield kind, base | {"words": ["a"] * 5001}
        yield kind, base | {"words": ["a" * 101]}
        yield kind, {"grid": "tea/ant/oat", "words": ["oat"], "lexicon": "english"}
        yield kind, {"grid": "tea/ant/oat"}
        yield kind, base | {"grid": "ab/" * 40_000}
        yield kind, base | {"grid": "x" * 2601}
