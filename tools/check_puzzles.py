"""Make puzzles over all options and ten scripts, and check each from its JSON alone.

`python tools/check_puzzles.py [COUNT] [SEED]` makes 2,000 puzzles, prints each fault, and reports
progress on standard error. The checker uses nothing of lexigrid: it reads rows, words and options
and scans every line of the grid.
"""

from __future__ import annotations

import json
import random
import sys
import unicodedata
from collections import Counter
from collections.abc import Iterator
from typing import Any

import regex

import lexigrid as lg

STEPS = {
    "N": (-1, 0),
    "NE": (-1, 1),
    "E": (0, 1),
    "SE": (1, 1),
    "S": (1, 0),
    "SW": (1, -1),
    "W": (0, -1),
    "NW": (-1, -1),
}
#: Words of ten scripts.
SCRIPTS = {
    "latin": "apple orange lemon cherry banana grape melon papaya walnut almond fig olive quince",
    "latin with accents": "straße käse übung größe señor façade crème čaj škola žena łódź",
    "greek": "θάλασσα ουρανός βουνό δέντρο λουλούδι σπίτι δρόμος ψωμί κρασί ήλιος",
    "cyrillic": "река гора поле дорога солнце звезда облако дождь ветер море земля",
    "hebrew": "שלום כלב חתול ספר ילדה מחשב שמש ירח כוכב מים",
    "arabic": "كتاب مدرسة قمر شمس بحر جبل شجرة وردة نافذة باب",
    "devanagari": "किताब पानी सूरज चाँद नदी पहाड़ फूल पक्षी मछली घर",
    "georgian": "მზე მთვარე ზღვა მთა ხე ყვავილი ფრინველი თევზი სახლი გზა",
    "hangul": "바다나라 하늘나라 나무그늘 꽃다발 물고기 고양이 강아지 도서관 자동차 비행기",
    "kana": "さくら やまみち かわかみ そらいろ ほしぞら つきよみ うみべり はなびら とりかご",
}
ALPHABETS = {"croatian": ("hr", "ljubav njiva džep konj polje knjiga voda ljeto grad džemper")}


# --- the checker: JSON only -----------------------------------------------------------------------


def split(text: str, digraphs: tuple[str, ...] = ()) -> list[str]:
    """Split a word into letters: case-folded grapheme clusters without punctuation, or digraphs."""
    folded = unicodedata.normalize("NFC", unicodedata.normalize("NFC", text).casefold())
    clusters = [c for c in regex.findall(r"\X", folded) if regex.search(r"[\p{L}\p{N}]", c)]
    letters: list[str] = []
    at = 0
    while at < len(clusters):
        length = 2 if "".join(clusters[at : at + 2]) in digraphs else 1
        letters.append("".join(clusters[at : at + length]))
        at += length
    return letters


def readings(rows: list[list[str | None]], word: list[str]) -> Iterator[tuple[int, int, str]]:
    """Yield each start cell and direction of a line that spells the word."""
    for row, line in enumerate(rows):
        for column, _ in enumerate(line):
            for name, (down, right) in STEPS.items():
                cells = [(row + i * down, column + i * right) for i in range(len(word))]
                if not (0 <= cells[-1][0] < len(rows) and 0 <= cells[-1][1] < len(line)):
                    continue
                if all(rows[r][c] == letter for (r, c), letter in zip(cells, word, strict=True)):
                    yield row, column, name


def faults(data: dict[str, Any], asked: dict[str, Any], digraphs: tuple[str, ...]) -> Iterator[str]:
    """Yield the faults of a puzzle in JSON, given the requested options."""
    rows = [
        [None if face is None else "".join(split(face)) for face in row] for row in data["rows"]
    ]
    if len({*map(len, rows)}) > 1:
        yield "rows of unequal length"
    if "size" in asked and (len(rows), len(rows[0])) != tuple(asked["size"]):
        yield f"the size is {len(rows)}x{len(rows[0])}"
    if any(face == "" for row in rows for face in row):
        yield "a cell without a letter"
    named = {each["word"] for each in data["missing"]}
    listed = [each["word"] for each in data["words"]]
    wanted = {"".join(split(word, digraphs)) for word in asked["words"]}
    got = {"".join(split(word, digraphs)) for word in (*listed, *named)}
    if "pool" in asked:
        if len(listed) != asked["pool"] and not named:
            yield f"{len(listed)} words of a pool of {asked['pool']}"
    elif wanted != got:
        yield f"words lost or added: {wanted ^ got}"
    used: set[tuple[int, int]] = set()
    lines = []
    for each in (*data["words"], *data["secret"]):
        word = split(each["word"], digraphs)
        (row, column), (down, right) = each["start"], STEPS[each["direction"]]
        cells = [(row + i * down, column + i * right) for i in range(len(word))]
        lines.append((each["word"], word, cells))
        if list(cells[-1]) != each["end"]:
            yield f"{each['word']}: the end is not that of the word"
        for (r, c), letter in zip(cells, word, strict=True):
            if not (0 <= r < len(rows) and 0 <= c < len(rows[0])) or rows[r][c] != letter:
                yield f"{each['word']}: {letter!r} is not at {r},{c}"
        allowed = asked.get("word_directions", {}).get(each["word"], asked.get("directions"))
        if allowed and each["direction"] not in allowed:
            yield f"{each['word']}: direction {each['direction']}"
        used.update(cells)
    for text, word, cells in lines:
        found = {frozenset(line(r, c, d, len(word))) for r, c, d in readings(rows, word)}
        if found != {frozenset(cells)}:
            yield f"{text} occurs {len(found)} times"
    for text in asked.get("avoid", ()):
        if any(True for _ in readings(rows, split(text, digraphs))):
            yield f"the avoided word {text} occurs"
    if message := split(asked.get("message", ""), digraphs):
        is_rtl = data["right_to_left"]
        order = [
            (r, c)
            for r, row in enumerate(rows)
            for c in (reversed(range(len(row))) if is_rtl else range(len(row)))
        ]
        rest = [rows[r][c] for r, c in order if (r, c) not in used and rows[r][c] is not None]
        if rest[: len(message)] != message or (not asked.get("pad") and len(rest) > len(message)):
            yield "the other cells do not spell the message"
    if "filler" in asked and not message and not asked.get("decoys"):
        allowed_letters = {*split(asked["filler"])}
        rest_cells = [(r, c) for r, row in enumerate(rows) for c, _ in enumerate(row)]
        others = {rows[r][c] for r, c in rest_cells if (r, c) not in used} - {None}
        if not others <= allowed_letters:
            yield f"fillers {others - allowed_letters}"


def line(row: int, column: int, direction: str, length: int) -> list[tuple[int, int]]:
    """Return the cells of a line."""
    down, right = STEPS[direction]
    return [(row + i * down, column + i * right) for i in range(length)]


# --- the maker ------------------------------------------------------------------------------------


def draw(chance: random.Random) -> tuple[dict[str, Any], tuple[str, ...]]:
    """Draw the options of a puzzle, and the digraphs of its alphabet."""
    name = chance.choice([*SCRIPTS, *SCRIPTS, *ALPHABETS])
    digraphs: tuple[str, ...] = ()
    options: dict[str, Any] = {"seed": chance.randrange(1 << 40)}
    if name in ALPHABETS:
        options["alphabet"], text = ALPHABETS[name]
        digraphs = ("lj", "nj", "dž")
    else:
        text = SCRIPTS[name]
    pool = text.split()
    words = chance.sample(pool, chance.randint(3, len(pool) - 1))
    rest = [word for word in pool if word not in words]
    options["words"] = words
    if chance.random() < 0.5:
        options["size"] = (chance.randint(11, 16), chance.randint(11, 16))
    if chance.random() < 0.4:
        options["directions"] = chance.sample([*STEPS], chance.randint(2, 7))
    if chance.random() < 0.2:
        options["word_directions"] = {words[0]: [chance.choice([*STEPS])]}
    options["overlap"] = chance.choice(["few", "some", "many"])
    options["case"] = chance.choice(["upper", "lower", "keep"])
    if chance.random() < 0.2:
        options["mask"] = chance.choice(["heart", "circle", "diamond", "~ring", "star+circle"])
        options["grow"] = True
        options.pop("size", None)
    if chance.random() < 0.2:
        options["secret"] = rest[:1]
    if chance.random() < 0.2:
        options["decoys"] = chance.randint(1, 20)
    if chance.random() < 0.2:
        options |= {"message": rest[-1], "pad": chance.random() < 0.5}
        options.pop("secret", None)
    elif chance.random() < 0.2:
        options["avoid"] = rest[-1:]
        options.pop("secret", None)
    if chance.random() < 0.2:
        options["filler"] = "".join(rest[0] + pool[0] + pool[1])
        if digraphs or len({*split(options["filler"])}) < 6:
            del options["filler"]
    if chance.random() < 0.1:
        options["pool"] = max(2, len(words) // 2)
        options.pop("word_directions", None)
    if chance.random() < 0.1 and name == "latin":
        options["difficulty"] = chance.choice([5, 50, 95])
        options.pop("decoys", None)
        options.pop("filler", None)
        options.pop("directions", None)
    options["allow_missing"] = chance.random() < 0.1
    return options, digraphs


def main(count: int = 2000, seed: int = 1) -> int:
    """Make and check puzzles; return the number of faults."""
    chance = random.Random(seed)
    kinds: Counter[str] = Counter()
    bad = 0
    made = 0
    while made < count:
        options, digraphs = draw(chance)
        try:
            puzzle = lg.make_puzzle(**options)
        except lg.PuzzleError as error:
            kinds[f"refused: {str(error)[:40]}"] += 1
            continue
        made += 1
        kinds.update(name for name in options if name not in ("words", "seed", "case", "overlap"))
        text = json.dumps(puzzle.to_dict(), sort_keys=True)
        found = [*faults(json.loads(text), options, digraphs)]
        if made % 10 == 0:
            again = lg.make_puzzle(**options)
            if json.dumps(again.to_dict(), sort_keys=True) != text:
                found.append("the same seed gives another puzzle")
        for fault in found:
            bad += 1
            print(f"puzzle {made}: {fault}; {options}", flush=True)
        if made % 100 == 0:
            print(f"{made} puzzles, {bad} faults so far", file=sys.stderr, flush=True)
    print(f"{made} puzzles, {bad} faults")
    for kind, number in kinds.most_common():
        print(f"{number:6} {kind}")
    return bad


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])) > 0)
