"""The static site written by `lexigrid site`, with a stand-in for the core."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest

import lexigrid as lg
from commands import answer, error_of
from lexigrid.boards.daily import DAILY_PUZZLES
from lexigrid.game.dice import Dice
from lexigrid.site.build import build_site, mark_of
from lexigrid.site.icons import draw_icon
from lexigrid.site.write import write_site

WORDS = lg.Lexicon(["oat", "oats", "tea"])


@pytest.fixture
def core(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "core.wasm"
    path.write_bytes(b"\0asm")
    monkeypatch.setattr("lexigrid.site.write.find_core", lambda: path)
    monkeypatch.setitem(DAILY_PUZZLES, "puzzle", replace(DAILY_PUZZLES["puzzle"], count=12))
    return path


def content(folder: Path) -> dict[str, bytes]:
    files = (path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}


def test_the_same_words_give_the_same_bytes(core: Path, tmp_path: Path) -> None:
    sizes = write_site(tmp_path / "a", lexicon=WORDS)
    write_site(tmp_path / "b", lexicon=WORDS)
    assert content(tmp_path / "a") == content(tmp_path / "b")
    assert sizes == {name: len(data) for name, data in content(tmp_path / "a").items()}
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a", "b", "core.wasm"]


def test_every_file_is_in_the_service_worker_with_its_digest(core: Path) -> None:
    one = build_site(WORDS, core, "static")
    other = build_site(lg.Lexicon(["oat"]), core, "static")
    facts = [
        json.loads(re.findall(r"JSON.parse\('(.*)'\)", files["sw.js"].decode())[0])
        for files in (one, other)
    ]
    assert facts[0]["files"].keys() == one.keys() - {"sw.js"}
    assert facts[0]["version"] != facts[1]["version"]
    same = {
        name for name, digest in facts[0]["files"].items() if facts[1]["files"].get(name) == digest
    }
    assert "js/grid.js" in same
    assert "site.json" not in same


def test_pages_name_their_policy_and_load_only_files_of_the_site(core: Path) -> None:
    files = build_site(WORDS, core, "static")
    for name in ("index.html", "solve.html", "make.html", "puzzle.html", "play.html"):
        page = files[name].decode()
        assert "require-trusted-types-for 'script'" in page.split("<link")[0]
        assert not re.search(r"<style|<script(?! type=\"module\" src=| src=)| on\w+=| style=", page)
        linked = re.findall(r'(?:href|src)="([^"#:]+)"', page)
        assert {name for name in linked if name != "./"} <= files.keys()
    manifest = json.loads(files["manifest.json"])
    assert {icon["src"] for icon in manifest["icons"]} <= files.keys()
    assert draw_icon(192) == files["icons/192.png"]


def test_what_the_site_says_of_itself(core: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lexicon = lg.Lexicon.default()
    monkeypatch.setattr("lexigrid.site.build.pack_words", lambda _: b"")
    files = build_site(lexicon, core, "server")
    facts = json.loads(files["site.json"])
    assert [dice["name"] for dice in facts["dice"]] == [n for n in Dice.names() if n[:2] == "en"]
    assert facts["lexicons"][0]["words"] == len(lexicon)
    russian = build_site(lg.Lexicon(["лак", "кот"], alphabet="ru"), core, "server")
    own = json.loads(russian["site.json"])
    assert [dice["name"] for dice in own["dice"]] == ["derived"]
    assert [True, False] == [each["lexicons"][0]["has_bands"] for each in (facts, own)]
    rude = {*re.findall(".{10}", json.loads(files["avoided.json"]))}
    assert mark_of("oat") not in rude
    assert sum(mark_of(word) in rude for word in lexicon) == len(rude), "two words have one mark"


def test_the_puzzles_have_their_words_where_they_say(core: Path) -> None:
    puzzles = json.loads(build_site(WORDS, core, "static")["puzzles.json"])
    assert len(puzzles) == 12
    for _, (version, _, grid, words, *_) in puzzles:
        rows = grid.split("\n")
        assert version == 1
        assert len(words) > 8
        for word, start, end in words:
            down, right = end // 12 - start // 12, end % 12 - start % 12
            steps = max(abs(down), abs(right))
            spelled = "".join(
                rows[start // 12 + down // steps * i][start % 12 + right // steps * i]
                for i in range(steps + 1)
            )
            assert spelled.casefold() == re.sub(r"\W", "", word).casefold()


def test_the_words_of_path_puzzles_cover_their_boards(core: Path) -> None:
    puzzles = json.loads(build_site(WORDS, core, "static")["paths.json"])
    assert puzzles
    for _, (_, _, grid, words, *_, spanning) in puzzles:
        letters = grid.replace("\n", "")
        assert sorted(cell for _, cells in words for cell in cells) == [*range(len(letters))]
        for word, cells in words:
            spelled = "".join(letters[cell] for cell in cells)
            assert spelled.casefold() == re.sub(r"\W", "", word).casefold()
        assert spanning in [word for word, _ in words]


def test_only_a_site_is_replaced(core: Path, tmp_path: Path) -> None:
    site, other = tmp_path / "site", tmp_path / "other"
    other.mkdir()
    (other / "letter.txt").write_text("Dear Ann")
    write_site(site, lexicon=WORDS)
    before = content(site)
    with pytest.raises(lg.InputError, match="holds a site; give --overwrite"):
        write_site(site, lexicon=lg.Lexicon(["oat"]))
    with pytest.raises(lg.InputError, match=r"holds 'letter\.txt' and is not a site"):
        write_site(other, lexicon=WORDS, overwrite=True)
    with pytest.raises(lg.InputError, match="is a file, expected a folder"):
        write_site(other / "letter.txt", lexicon=WORDS)
    assert content(site) == before
    for foreign in ("CNAME", "notes/ann.txt"):
        (site / foreign).parent.mkdir(exist_ok=True)
        (site / foreign).write_text("mine")
        with pytest.raises(lg.InputError, match=f"holds '{foreign[:5]}.*', which lexigrid did not"):
            write_site(site, lexicon=lg.Lexicon(["oat"]), overwrite=True)
        (site / foreign).unlink()
    (site / "notes").rmdir()
    assert content(site) == before
    write_site(site, lexicon=lg.Lexicon(["oat"]), overwrite=True)
    assert content(site) != before


def test_a_site_is_written_whole_or_not_at_all(
    core: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    site = tmp_path / "site"
    write_site(site, lexicon=WORDS)
    before = content(site)
    real = Path.write_bytes

    def write(path: Path, data: bytes) -> int:
        if path.name == "sw.js":
            raise OSError(28, "No space left on device")
        return real(path, data)

    monkeypatch.setattr(Path, "write_bytes", write)
    with pytest.raises(lg.InputError, match="No space left"):
        write_site(site, lexicon=lg.Lexicon(["oat"]), overwrite=True)
    assert content(site) == before
    assert sorted(path.name for path in tmp_path.iterdir()) == ["core.wasm", "site"]


def test_a_missing_core_is_explained(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lexigrid.site.write.find_core", lambda: None)
    with pytest.raises(lg.InputError, match=r"lacks the core for browsers.*make wasm"):
        write_site(tmp_path / "site", lexicon=WORDS)
    assert not (tmp_path / "site").exists()


def test_the_command(core: Path, tmp_path: Path) -> None:
    words, site = tmp_path / "words.txt", tmp_path / "site"
    words.write_text("oat\ntea\n")
    said = answer("site", str(site), "--lexicon", str(words))
    assert re.search(r"site: \d+ files, 0\.\d MB, 2 words", said)
    assert "--overwrite" in error_of("site", str(site))
    answer("site", str(site), "--overwrite")
    assert b'"title":"","words":254' in (site / "site.json").read_bytes()
