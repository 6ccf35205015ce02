"""Line searches: from words and a NumPy array of letters to all occurrences."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import inputs
from rivals import lines as rivals

from models import Answer, Case, Engine


def prepare(case: Case, folder: Path) -> Case:
    """Sample the words, unless the case has them."""
    return {"words": inputs.sample_words(case["sample"])} | case if "sample" in case else case


def lexigrid(case: Case) -> Answer:
    """Prepare a search."""
    model = {"lines/native": native, "lines/memory": memory}.get(case["model"], search)
    return model(case)


def search(case: Case) -> Answer:
    """Prepare the line search, from an array of letters to an array of occurrences."""
    import lexigrid as lg
    from lexigrid.search.encode import compiled_words

    letters, threads = rivals.letters_of(case), case.get("threads", 1)
    words = lg.Lexicon(case["words"]) if case["model"] == "lines/search" else case["words"]

    def answer() -> int:
        compiled_words.clear()  # the words are compiled every time
        return len(lg.find_lines(letters, words, threads=threads).to_numpy())

    return answer


def native(case: Case) -> Answer:
    """Prepare the native line search, including words, grid and tile tables."""
    import lexigrid as lg
    from lexigrid import _core
    from lexigrid._util.validation import NO_LIMIT
    from lexigrid.search.encode import MAX_STORED_LINES, lexicon_for, tile_texts

    grid = lg.Grid.from_array(rivals.letters_of(case))
    lexicon = lexicon_for(grid, case["words"])
    options: dict[str, Any] = {
        "directions": 0xFF,
        "wrap": False,
        "first_only": False,
        "sees_all": False,
    }
    options |= {"count_only": False, "any_letter": None, "limit": NO_LIMIT}
    options |= {"max_stored": MAX_STORED_LINES, "threads": case.get("threads", 1)}
    options |= {"deadline": -1.0, "progress": None, "through": None}
    place = lexicon.core, tile_texts(grid.tile_table, lexicon.alphabet), grid.codes
    shape = grid.rows, grid.columns
    return lambda: _core.find_lines(*place, *shape, **options).count


def memory(case: Case) -> Answer:
    """Prepare a line search; the answer is its memory in megabytes, without the grid.

    The memory of the result counts. Linux only, because the peak must be reset.
    """
    import lexigrid as lg

    lexicon, grid = lg.Lexicon(case["words"]), lg.Grid.from_array(rivals.letters_of(case))
    lg.find_lines(lg.Grid.parse("tea/ant/oat"), ["oat"]).to_numpy()  # load what every search needs

    def answer() -> int:
        Path("/proc/self/clear_refs").write_text("5", "ascii")
        before = inputs.memory("VmRSS")
        found = len(lg.find_lines(grid, lexicon, threads=case.get("threads", 1)).to_numpy())
        beyond = inputs.memory("VmHWM") - before
        if beyond > (64 << 20) + 16 * found:
            raise ValueError(f"{found} occurrences took {beyond} bytes in addition to the grid")
        return round(beyond / 1e6)

    return answer


ENGINES: dict[str, Engine] = {"lexigrid": lexigrid, **rivals.ENGINES}
