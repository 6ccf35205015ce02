"""The core as WebAssembly, in Node: its answers equal Python's.

Whatever it does not read is a problem of the type needs-server. LEXIGRID_TEST_PROFILE=deep asks
more; `tests/stress compare_wasm` compares 10,000 boards.
"""

from __future__ import annotations

import gzip
import json
import random
import subprocess
import unicodedata
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest

import lexigrid as lg
from checkout import IS_DEEP, ROOT
from lexigrid.alphabet import Alphabet, is_punctuation
from lexigrid.errors import LexiconError
from lexigrid.lexicon.packed_words import pack_words
from lexigrid.web import Limits
from wasm import NODE, WHY_NOT, Local, Served, compare
from wasm_questions import hostile_questions, named_cases, random_questions

pytestmark = pytest.mark.skipif(WHY_NOT != "", reason=WHY_NOT)


def test_named_cases(local: Local, served: Served) -> None:
    result = compare(local, served, named_cases())
    # A Devanagari cluster, emoji, and letters of several characters.
    assert result.answers > 90
    assert result.refusals < 12, result


@pytest.mark.parametrize("seed", range(40 if IS_DEEP else 1))
def test_random_questions(local: Local, served: Served, seed: int) -> None:
    result = compare(local, served, random_questions(random.Random(seed), 500))
    assert result.answers > 120, result
    assert result.problems > 50, result


def test_hostile_questions(local: Local, served: Served) -> None:
    compare(local, served, hostile_questions(), is_exact=False)


def test_frames_and_tables_with_empty_rows(local: Local, served: Served) -> None:
    tables = ["| |\n|a|", "|a|\n| |", "| |\n| |", "| |", "t\te\na\tn", "te\nan\n\nant", "1 2\n1 a"]
    tables += ['["te", "an"]', "<table><td>a</table>", "2 2\nte\nan", "t,e\na,n", "te\n---\nant\n"]
    rows = ["tea//oat", "a|b|c//d|e|f", "a|b|c//d|-|f", "a|b|c/d|e|f//", "te\nant\n"]
    for grids, name in ((tables, "refusals"), (rows, "problems")):
        questions = [("lines", {"grid": grid, "words": ["oat"]}) for grid in grids]
        assert len(grids) == getattr(compare(local, served, questions), name)


def test_the_place_of_a_word_that_is_refused(local: Local, served: Served) -> None:
    bodies = [{"grid": "tea/ant/oat", "words": ["oat", word]} for word in ("", "a\nb")]
    assert 2 == compare(local, served, [("paths", body) for body in bodies]).problems


def test_rolled_boards(local: Local, served: Served) -> None:
    boards = [str(lg.roll("en-new-4x4", seed=seed)) for seed in range(200 if IS_DEEP else 60)]
    questions = [("paths", {"grid": board, "sort": "score"}) for board in boards]
    assert compare(local, served, questions).answers == len(boards)


def test_worker(local: Local) -> None:
    early, answer, problem, damaged = local.post_to_worker()
    assert early["problem"]["detail"] == "a question came before the words"
    assert answer["answer"]["count"] == 1
    assert problem["problem"]["type"] == "/problems/input"
    assert damaged["problem"]["status"] == 500
    assert [each["id"] for each in (early, answer, problem, damaged)] == [1, 2, 3, 4]


def test_words_of_other_lexicons(tmp_path: Path) -> None:
    words = lg.Lexicon(
        ["été", "Ete", "ICE-CREAM", "oat", "Straße", "rock 'n' roll"],
        fold_accents=True,
        bands=range(6),
    )
    (found,) = Local(tmp_path, words, names=["own"]).ask(
        [
            (
                "paths",
                {
                    "grid": "ETÉ/ICE/MAER/".replace("/MAER", "/RAE"),
                    "lexicon": "own",
                    "paths": "none",
                },
            )
        ]
    )
    expected = lg.find_paths("ETÉ/ICE/RAE", words, paths="none", min_length=3)
    assert found["answer"]["words"] == json.loads(expected.to_json())["words"]
    known = [("ice cream", 2, 8), ("oat", 3, 3), ("oats", None, 4)]
    (described,) = Local(tmp_path, words).ask(
        [("words", {"words": [word for word, _, _ in known]})]
    )
    assert described["answer"]["words"] == [
        {"band": band, "letters": letters} for _, band, letters in known
    ]


def test_digraphs_are_letters(tmp_path: Path) -> None:
    alphabet, listed = lg.Alphabet.named("hu", digraphs=True), ["csak", "gyors"]
    words = lg.Lexicon(listed, alphabet=alphabet)
    (described,) = Local(tmp_path, words).ask([("words", {"words": listed})])
    assert [each["letters"] for each in described["answer"]["words"]] == [3, 4]


def test_words_that_browsers_do_not_take() -> None:
    for words in (lg.Lexicon(["a" * 256]), lg.Lexicon(map(chr, range(0x4E00, 0x4F00)))):
        with pytest.raises(LexiconError, match="a browser takes up to 255"):
            pack_words(words)


#: Words and grid rows by alphabet: additional letters, letters of two characters, and folded
#: letters.
NAMED = {
    "de": (["Straße", "Käse", "Löwe", "Öl", "essen"], "STRA/KÄSS/EÖLE/LWEX"),
    "fr": (["été", "cœur", "ça"], "ETE/CÇA/OEU/URR"),
    "es-digraph": (["llave", "año", "niño"], "LL A V E/Ñ O I N/A Ñ O X"),
    "nl-ij": (["bijou", "ijs", "bijten"], "B IJ S T/I J O U/T E N E"),
    "ru": (["ёлка", "лак", "ель"], "ЕЛКА/ЁЛЬК"),
    "tr": (["kız", "izmir", "ışık"], "KIZi/MIŞZ/IKiR"),
}


@pytest.mark.parametrize("name", NAMED)
def test_words_of_a_named_alphabet(name: str, tmp_path: Path) -> None:
    words, rows = NAMED[name]
    lexicon = lg.Lexicon(words, alphabet=name)
    grids: list[Any] = [rows, rows.lower(), unicodedata.normalize("NFD", rows)]
    grids.append({"format": "lexigrid/grid", "version": 1, "rows": rows.split("/")})
    given = {"lexicon": "own", "min_length": 1}
    questions = [("paths", {"grid": grid, **given}) for grid in grids]
    questions += [("lines", {"grid": grid, "lexicon": "own"}) for grid in grids]
    questions += [("trace", {"grid": grid, "words": words}) for grid in grids]
    questions += [("lines", {"grid": rows, "words": words, "wildcards": True})]
    result = compare(Local(tmp_path, lexicon, ["own"]), Served({"own": lexicon}), questions)
    assert (result.answers, result.refusals) == (len(questions), 0), result
    assert lg.find_paths(rows, lexicon, min_length=1).count > 1
    refused = [("paths", {"grid": rows, "case_sensitive": True, **given})]
    refused += [("paths", {"grid": rows, "alphabet": name, **given})]
    result = compare(Local(tmp_path, lexicon, ["own"]), Served({"own": lexicon}), refused)
    assert result.refusals == 2


@pytest.mark.parametrize("place", [3, 10, 400, 100_000])
def test_damaged_words(local: Local, place: int) -> None:
    message = local.fail_to_load(place)
    assert message
    assert "RuntimeError" not in message


def test_letters_are_split_as_in_python(tmp_path: Path) -> None:
    names = [*NAMED, "cs", "el", "hu-digraph", "cy", "sk", "de-plain"]
    alphabets = [
        *(Alphabet(case_sensitive=case) for case in (False, True)),
        *(Alphabet(case_sensitive=case, fold_accents=True) for case in (False, True)),
        *map(Alphabet.named, names),
    ]
    described = []
    for alphabet in alphabets:
        packed = gzip.decompress(pack_words(lg.Lexicon(["oat"], alphabet=alphabet)))
        header = json.loads(packed[4 : 4 + int.from_bytes(packed[:4], "little")])
        described.append(header["alphabet"])
    path = tmp_path / "alphabets.json"
    path.write_text(json.dumps(described))
    script = Path(__file__).with_name("wasm_letters.mjs")
    run = subprocess.run([NODE, script, path], capture_output=True, timeout=60, check=True)
    found = json.loads(run.stdout)
    for number, alphabet in enumerate(alphabets, 2):
        # The pages leave some text in a named alphabet to the server.
        texts = [row for row in found if row[number] is not None]
        assert len(texts) > 2000 if alphabet.name else texts == found
        for row in texts:
            assert list(alphabet.split(row[0])) == row[number], (alphabet.name, ascii(row[0]))
    for text, punctuation, *_ in found:
        assert len(text) > 1 or is_punctuation(text) == punctuation, ascii(text)


def test_limits_are_those_of_a_server() -> None:
    limits = ROOT / "src/lexigrid/web/static/js/requests.js"
    script = (
        f"import({json.dumps(limits.as_uri())}).then((m) => console.log(JSON.stringify(m.LIMITS)))"
    )
    run = subprocess.run([NODE, "-e", script], capture_output=True, timeout=60, check=True)
    every = asdict(Limits())
    found = json.loads(run.stdout)
    assert found == {name: every[name] for name in found}
