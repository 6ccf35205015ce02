"""Make puzzles over all options and ten scripts, and check each from its JSON alone."""

from __future__ import annotations

import json
import random
import unicodedata
from collections import Counter
from collections.abc import Iterator
from typing import Any

import regex

import lexigrid as lg
from common import Facts

STEPS = {
    "N": (-1, 0), "NE": (-1, 1), "E": (0, 1), "SE": (1, 1),
    "S": (1, 0), "SW": (1, -1), "W": (0, -1), "NW": (-1, -1),
}  # fmt: skip
#: Words of ten scripts, and of an alphabet with digraphs.
WORDS = {
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
    "croatian": "ljubav njiva džep konj polje knjiga voda ljeto grad džemper",
}
DIGRAPHS = {"croatian": ("lj", "nj", "dž")}
Spot = tuple[int, int]


# --- the checker, which uses nothing of lexigrid --------------------------------------------------


def split(text: str, digraphs: tuple[str, ...] = ()) -> list[str]:
    """Split a word into letters: case-folded grapheme clusters without punctuation, or digraphs."""
    folded = unicodedata.normalize("NFC", unicodedata.normalize("NFC", text).casefold())
    clusters = [c for c in regex.findall(r"\X", folded) if regex.search(r"[\p{L}\p{N}]", c)]
    letters: list[str] = []
    while clusters:
        length = 2 if "".join(clusters[:2]) in digraphs else 1
        letters.append("".join(clusters[:length]))
        del clusters[:length]
    return letters


def line(start: Spot, direction: str, length: int) -> list[Spot]:
    """Return the cells of a line."""
    down, right = STEPS[direction]
    return [(start[0] + i * down, start[1] + i * right) for i in range(length)]


def find(faces: dict[Spot, str], word: list[str]) -> set[frozenset[Spot]]:
    """Return the cells of each line that spells the word."""
    lines = (line(spot, direction, len(word)) for spot in faces for direction in STEPS)
    return {frozenset(cells) for cells in lines if [faces.get(spot) for spot in cells] == word}


def faults(data: dict[str, Any], asked: dict[str, Any], digraphs: tuple[str, ...]) -> Iterator[str]:
    """Yield the faults of a puzzle in JSON, given the requested options."""
    rows = data["rows"]
    if len({*map(len, rows)}) > 1:
        yield "rows of unequal length"
    if "size" in asked and (len(rows), len(rows[0])) != tuple(asked["size"]):
        yield f"the size is {len(rows)}x{len(rows[0])}"
    faces = {
        (r, c): "".join(split(face))
        for r, row in enumerate(rows)
        for c, face in enumerate(row)
        if face is not None
    }
    if "" in faces.values():
        yield "a cell without a letter"
    listed = [each["word"] for each in data["words"]]
    named = [each["word"] for each in data["missing"]]
    if "pool" in asked:
        if len(listed) != asked["pool"] and not named:
            yield f"{len(listed)} words of a pool of {asked['pool']}"
    else:
        wanted = {"".join(split(word, digraphs)) for word in asked["words"]}
        if odd := wanted ^ {"".join(split(word, digraphs)) for word in (*listed, *named)}:
            yield f"words lost or added: {odd}"
    used: set[Spot] = set()
    for each in (*data["words"], *data["secret"]):
        text, direction, word = each["word"], each["direction"], split(each["word"], digraphs)
        cells = line(each["start"], direction, len(word))
        used.update(cells)
        if list(cells[-1]) != each["end"]:
            yield f"{text}: the end is not that of the word"
        if [faces.get(spot) for spot in cells] != word:
            yield f"{text} is not on its line"
        if (found := find(faces, word)) != {frozenset(cells)}:
            yield f"{text} occurs {len(found)} times"
        allowed = asked.get("word_directions", {}).get(text, asked.get("directions"))
        if allowed and direction not in allowed:
            yield f"{text}: direction {direction}"
    for text in asked.get("avoid", ()):
        if find(faces, split(text, digraphs)):
            yield f"the avoided word {text} occurs"
    message = split(asked.get("message", ""), digraphs)
    mirrored = -1 if data["right_to_left"] else 1
    order = sorted(faces.keys() - used, key=lambda spot: (spot[0], mirrored * spot[1]))
    rest = [faces[spot] for spot in order]
    if message and (
        rest[: len(message)] != message or (not asked.get("pad") and len(rest) > len(message))
    ):
        yield "the other cells do not spell the message"
    others = {*rest} - {*split(asked.get("filler", ""))}
    if "filler" in asked and not message and not asked.get("decoys") and others:
        yield f"fillers {others}"


# --- the maker ------------------------------------------------------------------------------------


def draw(chance: random.Random) -> tuple[dict[str, Any], tuple[str, ...]]:
    """Draw the options of a puzzle, and the digraphs of its alphabet."""
    name = chance.choice([*WORDS])
    pool, digraphs = WORDS[name].split(), DIGRAPHS.get(name, ())
    words = chance.sample(pool, chance.randint(3, len(pool) - 1))
    rest = [word for word in pool if word not in words]
    filler = "".join(rest[0] + pool[0] + pool[1])
    options: dict[str, Any] = {"words": words, "seed": chance.randrange(1 << 40)}
    options["alphabet"] = "hr" if digraphs else None
    options["overlap"] = chance.choice(["few", "some", "many"])
    options["case"] = chance.choice(["upper", "lower", "keep"])

    def sometimes(share: float, **more: Any) -> bool:
        """Add options, which replace others; those that are None are not given."""
        if is_chosen := chance.random() < share:
            options.update(more)
        return is_chosen

    sometimes(0.5, size=(chance.randint(11, 16), chance.randint(11, 16)))
    sometimes(0.4, directions=chance.sample([*STEPS], chance.randint(2, 7)))
    sometimes(0.2, word_directions={words[0]: [chance.choice([*STEPS])]})
    sometimes(0.2, mask=chance.choice(["heart", "circle", "~ring", "star+circle"]), size=None)
    options["grow"] = True if options.get("mask") else None
    sometimes(0.2, secret=rest[:1])
    sometimes(0.2, decoys=chance.randint(1, 20))
    if not sometimes(0.2, message=rest[-1], pad=chance.random() < 0.5, secret=None):
        sometimes(0.2, avoid=rest[-1:], secret=None)
    if not digraphs and len({*split(filler)}) >= 6:
        sometimes(0.2, filler=filler)
    sometimes(0.1, pool=max(2, len(words) // 2), word_directions=None)
    if name == "latin":
        wanted = chance.choice([5, 50, 95])
        sometimes(0.2, difficulty=wanted, decoys=None, filler=None, directions=None)
    sometimes(0.1, allow_missing=True)
    return {name: each for name, each in options.items() if each is not None}, digraphs


def check_puzzles(count: int = 2000, seed: int = 1) -> Iterator[Facts]:
    """Make puzzles over all options and ten scripts, and check each from its JSON alone.

    The checker uses nothing of lexigrid: it reads rows, words and options and scans every line of
    the grid. One puzzle in ten is made twice, with the same bytes. A line has the faults of a
    puzzle; the last has the number of puzzles with each option.
    """
    chance, kinds, made = random.Random(seed), Counter[str](), 0
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
        if found:
            yield {"puzzle": made, "faults": found, "options": options}
    yield {"puzzles": made, "kinds": dict(kinds.most_common())}
