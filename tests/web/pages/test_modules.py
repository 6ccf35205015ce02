"""The modules of the pages: those without DOM, their size, and the contrast of colours."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from checkout import ROOT
from commands import run_node_tests
from lexigrid.site.files import read_static
from lexigrid.strings import Strings

STATIC = ROOT / "src" / "lexigrid" / "web" / "static"


def games() -> list[dict[str, Any]]:
    """Return the events and states of contest viewers, as folded by Python."""
    from contests import fold, play_at_random
    from lexigrid.play.match_view import event_of, state_of

    found = []
    for seed in range(2):
        history = play_at_random(seed)
        for viewer in (None, 2):
            state = state_of(history[0][0], viewer, 0)
            states, events = [state], []
            for contest, entry in history[1:]:
                events.append(event_of(contest, entry, viewer))
                state = fold(state, events[-1])
                states.append(state)
            found.append({"states": states, "events": events})
    return found


def test_modules_in_node(tmp_path: Path) -> None:
    run_node_tests("modules.test.mjs", games(), tmp_path)


def test_modules_build_no_markup_of_text() -> None:
    words = "innerHTML|outerHTML|insertAdjacentHTML|document.write|eval\\(|new Function"
    for path in STATIC.rglob("*.js"):
        text = path.read_text("utf-8")
        assert not re.search(words, text), path
        assert text.count("\n") < 400, path


def colours() -> dict[str, tuple[str, str]]:
    text = "".join(path.read_text("utf-8") for path in sorted((STATIC / "css").glob("*.css")))
    found = re.findall(r"--([\w-]+): light-dark\((#\w{6}), (#\w{6})\)", text)
    return {name: (light, dark) for name, light, dark in found}


def luminance(colour: str) -> float:
    """Return the relative luminance of WCAG 2."""
    parts = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


HUES = range(6)
TEXTS = [
    *(
        (text, back)
        for text in ("ink", "soft", "accent", "error", "good")
        for back in ("paper", "card")
    ),
    *(("ink", f"hue-{hue}") for hue in HUES),
    *(("ink", back) for back in ("tint",)),
    ("on-accent", "accent"),
]
EDGES = [
    *(("edge", back) for back in ("paper", "card")),
    *((f"edge-{hue}", "paper") for hue in HUES),
]


@pytest.mark.parametrize("theme", [0, 1], ids=["light", "dark"])
def test_contrast_of_colours(theme: int) -> None:
    known = colours()
    for pairs, least in ((TEXTS, 4.5), (EDGES, 3.0)):
        for front, back in pairs:
            ratio = contrast(known[front][theme], known[back][theme])
            assert ratio >= least, f"{front} on {back}: {ratio:.2f}"


PAGES = {"home": "index", "solve": "solve", "make": "make", "puzzle": "puzzle", "play": "play"}


def texts(language: str, page: str) -> dict[str, Any]:
    folder = STATIC / "text" / language
    return {
        **json.loads((folder / "common.json").read_text("utf-8")),
        **json.loads((folder / f"{page}.json").read_text("utf-8")),
    }


def modules_of(name: str, seen: dict[str, str]) -> dict[str, str]:
    """Return the text of a module and of everything it imports, by name."""
    if name not in seen:
        seen[name] = (STATIC / "js" / f"{name}.js").read_text("utf-8")
        for other in re.findall(r"(?:from |import\()'\./(\w+)\.js'", seen[name]):
            modules_of(other, seen)
    return seen


@pytest.mark.parametrize("page", PAGES)
def test_every_text_of_a_page_is_there_in_each_language(page: str) -> None:
    english, german = texts("en", page), texts("de", page)
    if page == "play":  # loaded on demand
        english |= texts("en", "contests")
        german |= texts("de", "contests")
    html = read_static(STATIC / f"{PAGES[page]}.html").decode()
    inline = {*re.findall(r'data-t(?:-label)?="(\w+)"', html)}
    source = "".join(modules_of(page, {}).values())
    used = {*re.findall(r"\b(?:t|button)\('(\w+)'", source)}
    assert used <= english.keys()
    assert used | inline <= german.keys()
    assert english.keys() <= german.keys()
    for name, text in english.items():
        assert isinstance(text, str) == isinstance(german[name], str), name
        forms = (
            (text, german[name])
            if isinstance(text, str)
            else (text["other"], german[name]["other"])
        )
        one, other = ({*re.findall(r"{(\w+)}", form)} for form in forms)
        assert one == other, name
    for language, known in (("en", english), ("de", german)):
        catalogue = Strings.of(language).texts
        view = "".join(modules_of("puzzle_view", {}).values())
        if page == "puzzle":  # the page and the file to send share their texts
            for name in {*re.findall(r"\bt\('(\w+)'", view)} & catalogue.keys():
                assert known[name] == catalogue[name], name


def test_pages_are_sent_without_comments_line_by_line() -> None:
    for path in (*STATIC.glob("js/*.js"), *STATIC.glob("css/*.css")):
        text, sent = path.read_text("utf-8"), read_static(path).decode()
        assert text.count("\n") == sent.count("\n"), path
        assert not re.search(r"^[ \t]|^//|^/\*", sent, re.MULTILINE), path
        code = re.sub(
            r"^[ \t]*//.*|/\*[\s\S]*?\*/|^[ \t]+|(?<=[,;]) //.*", "", text, flags=re.MULTILINE
        )
        needless = r" (?=[{>}])|(?<=[{,;:>]) +|;(?=\s*})|(?<=[ :,(])0(?=\.\d)"
        sent, code = (re.sub(needless, "", each) for each in (sent, code))
        assert [*filter(None, code.splitlines())] == [*filter(None, sent.splitlines())], path
