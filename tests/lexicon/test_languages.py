"""Languages: packs, the cache of compiled words, `--language`, and what depends on it."""

from __future__ import annotations

import gzip
import pickle
import shutil
import subprocess
import sys
from importlib.resources.abc import Traversable
from pathlib import Path

import pytest

import lexigrid as lg
from checkout import ROOT
from commands import answer, call, document, error_of
from lexigrid.lexicon import lexicon as lexicon_module
from lexigrid.lexicon.packs import dictionaries
from lexigrid.lexicon.packs.compiled import compiled_path, is_compiled, load_pack
from lexigrid.lexicon.packs.installed import find_language
from lexigrid.lexicon.packs.pack import read_pack
from lexigrid.lexicon.rude import read_rude_words
from packs import AVOIDED, FACTS, WORDS, install_pack


@pytest.fixture
def fresh(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Isolate the data, the cache and the loaded lexicons of a test."""
    monkeypatch.setenv("LEXIGRID_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("LEXIGRID_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(lexicon_module, "_defaults", {"en": lg.Lexicon.default()})
    read_rude_words.cache_clear()
    sys.modules.pop("lexigrid_words_de", None)  # of another test
    return tmp_path


@pytest.fixture
def pack(fresh: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Install the small German pack and return its folder."""
    site = fresh / "site"
    site.mkdir()
    folder = install_pack(site)
    monkeypatch.syspath_prepend(site)
    return folder


def cached(folder: Path) -> list[Path]:
    return sorted((folder / "cache").rglob("*.lexicon"))


def test_a_pack_is_found_by_its_entry_point(pack: Path) -> None:
    assert ["de", "en"] == [language.code for language in lg.languages()]
    german = lg.languages()[0]
    assert ("German", "pack", "1.0") == (german.title, german.origin, german.version)
    assert len(WORDS) == german.words
    assert german == find_language("de") == find_language("DE-at")
    assert len(lg.Lexicon.default("en")) == find_language("en").words


def test_the_words_of_a_language(pack: Path) -> None:
    lexicon = lg.Lexicon.default("de")
    assert "de" == lexicon.language == lexicon.alphabet.name
    assert lexicon is lg.Lexicon.default("de") is lg.Lexicon.default("de-AT")
    assert "STRASSE" in lexicon
    assert "Straße" in list(lexicon)
    assert (10, 60) == (lexicon.band("haus"), lexicon.band("Zimt"))
    assert "zimt" not in lexicon.common()
    assert "de" == lexicon.common().language
    assert pickle.loads(pickle.dumps(lexicon)) is lexicon
    assert ("Eis",) == lg.find_paths("ei/s.", lexicon).words  # of three letters at least


def test_the_commonest_spelling_of_a_word_is_shown(pack: Path) -> None:
    install_pack(pack.parent, {"Haus": 10, "apero": 60, "apéro": 20})
    lexicon = lg.Lexicon.default("de")
    assert ["apéro", "Haus"] == list(lexicon)
    assert ("apéro", "apero") == lexicon.spellings("Apero")
    assert 20 == lexicon.band("apero")


def test_an_environment_variable_sets_the_default(
    pack: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LANG", "de_DE.UTF-8")
    assert "en" == lg.Lexicon.default().language
    monkeypatch.setenv("LEXIGRID_LANGUAGE", "de")
    assert "de" == lg.Lexicon.default().language
    assert "Eis" in answer("paths", "ei/s.")
    assert "Eis" not in answer("paths", "ei/s.", "--language", "en")


@pytest.mark.usefixtures("pack", "game_folder")
def test_a_game_speaks_the_language_of_its_words() -> None:
    options = ("--plain", "--alone", "--language", "de", "--seed", "1")
    assert "kein Tipp mehr; die Regeln erlauben 0" in answer(
        "play", *options, given=":hint\n:end\n"
    )
    paused = call("play", *options, given=":quit\n")
    assert "gespeichert" in paused.stderr


def test_words_are_compiled_once(pack: Path, fresh: Path) -> None:
    german = find_language("de")
    assert not is_compiled(german)
    result = call("lexicon", "words", "e*", "--language", "de")
    assert "compiling 43 words of German" in result.stderr
    assert is_compiled(german)
    (file,) = cached(fresh)
    written = file.stat().st_mtime_ns
    lexicon_module._defaults.pop("de")
    assert "" == call("lexicon", "words", "e*", "--language", "de").stderr
    assert written == file.stat().st_mtime_ns
    file.write_bytes(file.read_bytes()[:-1])
    assert len(WORDS) == load_pack(german)[0].word_count
    assert [file] == cached(fresh)
    assert len(lg.Lexicon.load(file)) == len(WORDS)


def test_other_words_are_compiled_into_another_file(pack: Path) -> None:
    before = compiled_path(find_language("de"))
    install_pack(pack.parent, version="1.1")
    assert before != compiled_path(find_language("de"))


def test_words_are_compiled_in_memory_where_nothing_can_be_written(
    pack: Path, fresh: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (fresh / "file").write_text("")
    monkeypatch.setenv("LEXIGRID_CACHE", str(fresh / "file"))
    assert "Haus" in lg.Lexicon.default("de")
    assert [] == cached(fresh)


def test_processes_compile_once(pack: Path, fresh: Path) -> None:
    code = f"import sys; sys.path.insert(0, {str(pack.parent)!r}); import lexigrid as lg; " + (
        "print(len(lg.Lexicon.default('de')))"
    )
    running = [
        subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE) for _ in range(2)
    ]
    assert [b"43", b"43"] == [process.communicate()[0].strip() for process in running]
    assert 1 == len(cached(fresh))
    assert [] == list(fresh.rglob("*.lock"))


def test_a_damaged_pack_is_an_error(pack: Path) -> None:
    words = (pack / "words.xz").read_bytes()
    (pack / "words.xz").write_bytes(words[:-9])
    with pytest.raises(lg.LexigridError, match=r"words.xz"):
        lg.Lexicon.default("de")
    (pack / "words.xz").unlink()
    with pytest.raises(lg.LexiconFormatError, match=r"cannot read 'words.xz'"):
        lg.Lexicon.default("de")
    (pack / "pack.toml").write_text("language = 'de'")
    with pytest.raises(lg.LexiconFormatError, match=r"pack.toml has no 'title'"):
        lg.Lexicon.default("de")
    assert ["en"] == [language.code for language in lg.languages()]


def test_the_error_for_missing_words_names_both_remedies(fresh: Path) -> None:
    message = error_of("play", "--language", "de", "--alone")
    assert "no German words here; get them: lexigrid lexicon add de (from an installed" in message
    assert (
        "or the word pack: make packs in a checkout, then pip install dist/lexigrid_words_de-*.whl"
        in message
    )
    assert "once released: pip install lexigrid-words-de" in message
    assert "lexicon add it" in error_of("paths", "tea/ant/oat", "--language", "it")
    with pytest.raises(lg.LexiconError, match="no words for the language 'xx', only for en"):
        lg.Lexicon.default("xx")
    with pytest.raises(lg.LexiconError, match="did you mean 'he'"):
        lg.Lexicon.default("Hebrew")
    message = error_of("make", "いぬ", "--language", "jp")
    assert "the language 'jp' is unknown, expected one of ar, " in message
    assert " it, ja, ko, " in message
    assert "did you mean 'de'?" in error_of("make", "Bär", "--language", "german")
    with pytest.raises(lg.InputError, match="expected a code"):
        lg.Lexicon.default(7)  # type: ignore[arg-type]
    # Words given by the user need no lexicon.
    assert 0 == call("lines", "haus/ölxx", "ÖL", "--language", "de").exit_code


def test_a_language_sets_everything(pack: Path) -> None:
    assert "Haus" in answer("paths", "haus/xxxx", "--language", "de")
    assert "Öl" in answer("lines", "haus/xxöl", "--language", "de", "--lexicon", "default")
    assert ["Ei", "Eis"] == answer("lexicon", "words", "ei*", "--lexicon", "de").split()
    rolled = document("roll", "--language", "de", "--seed", "1", "--dice", "derived")
    assert lg.Lexicon.default("de").fingerprint == rolled["lexicon"]
    puzzle = document("make", "--random", "9", "--length", "3-6", "--language", "de", "--seed", "1")
    assert "de" == puzzle["language"]
    assert "de" == puzzle["alphabet"]
    assert {each["word"] for each in puzzle["words"]} <= set(WORDS)
    assert "arsch" not in {each["word"] for each in puzzle["words"]}


def test_the_rules_of_the_usual_board(pack: Path) -> None:
    install_pack(pack.parent, game={"size": [5, 5], "min_length": 3})
    options = ("roll", "--language", "de", "--seed", "1", "--dice", "derived")
    assert document(*options) == document(*options, "--size", "5x5")


def test_dice_of_another_language_are_refused(pack: Path) -> None:
    message = error_of("play", "--dice", "de-4x4", "--alone")
    assert "the dice de-4x4 are for the language de, the words are in en" in message
    lg.Lexicon.default("de")
    assert "the words are in de" in error_of("play", "--dice", "en-new-4x4", "--language", "de")
    for options in ((), ("--best",), ("--words", "80+")):
        assert message == error_of("roll", "--dice", "de-4x4", *options)
    assert 0 == call("roll", "--dice", "de-4x4", "--language", "de").exit_code
    code = lg.games.share_game(
        lg.Game.start(lg.roll("de-4x4", seed=1), WORDS), dice="de-4x4", seed=1
    )
    assert "the words are in en" in error_of("play", "--share", code, "--alone")
    with pytest.raises(lg.InputError, match="the dice fr-4x4 are for the language fr"):
        lg.find_board(lg.BoardSpec(), seed=1, dice=lg.Dice.named("fr-4x4"))


def test_rude_words_follow_the_language(pack: Path) -> None:
    assert AVOIDED == lg.rude_words(language="de")
    assert lg.rude_words() == lg.rude_words(language="en")
    for seed in range(20):
        puzzle = lg.make_puzzle(["Haus", "Baum"], size=5, filler="arsch", language="de", seed=seed)
        assert not any(
            fault.kind == "avoided" for fault in lg.check_puzzle(puzzle, avoid=AVOIDED).faults
        )
        assert puzzle == lg.make_puzzle(code=puzzle.code)
    assert (
        "words are or contain rude ones: Arsch; leave them out, or allow them",
    ) == lg.make_puzzle(["Haus", "Arsch"], language="de", seed=1).notes


def test_a_share_code_needs_the_same_rude_words(pack: Path, fresh: Path) -> None:
    code = lg.make_puzzle(["Haus", "Baum"], language="de", seed=1).code
    shutil.rmtree(pack.parent)
    sys.path.remove(str(pack.parent))
    read_rude_words.cache_clear()
    sys.modules.pop(pack.name, None)
    with pytest.raises(lg.PuzzleError, match="rude words of the language 'de' that are not"):
        lg.make_puzzle(code=code)
    # A puzzle from given words needs no lexicon of the language.
    assert "de" == lg.make_puzzle(["Haus", "Baum"], language="de", seed=1).language


def test_front_coded_words_and_order(tmp_path: Path) -> None:
    from lexigrid.lexicon.packs.pack import decode_words, encode_words, read_words, write_pack

    words = sorted([*WORDS, "a" * 200, "a" * 200 + "b", "a" * 99 + "b"])
    assert words == decode_words(encode_words(words))
    with pytest.raises(lg.LexiconError, match="order"):
        write_pack(tmp_path, FACTS, ["b", "a"])
    write_pack(tmp_path, FACTS | {"game": {"size": [5, 5]}}, words)
    folder: Traversable = tmp_path
    assert (words, None) == read_words(folder)
    assert (5, 5) == read_pack(folder, "added").size


# --- lexicon list, add, remove -------------------------------------------------------------------

AFFIXES = "SET UTF-8\nNOSUGGEST !\nPFX P Y 1\nPFX P 0 ri .\nSFX S Y 1\nSFX S o i o\n"
STEMS = "8\ngatto/S\nfare/P\nRoma\ncm/!\nperò\nl'oro\nкот\ncaffè\n"


@pytest.fixture
def dictionary(fresh: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Install an Italian dictionary and write a frequency list."""
    folder = fresh / "hunspell"
    folder.mkdir()
    (folder / "it_IT.aff").write_text(AFFIXES, "utf-8")
    (folder / "it_IT.dic").write_text(STEMS, "utf-8")
    (folder / "README_it_IT.txt").write_text("GPL-3.0", "utf-8")
    monkeypatch.setenv("DICPATH", str(folder))
    levels: list[list[str]] = [[] for _ in range(900)]
    levels[400], levels[700], levels[650] = ["gatto", "cm"], ["però", "gatti"], ["fare", "rifare"]
    install_wordfreq(fresh / "frequencies", "it", levels)
    return folder


def install_wordfreq(site: Path, code: str, levels: list[list[str]]) -> None:
    """Write a file of wordfreq: MessagePack of a header, and of the words of each centibel."""

    def text(value: str) -> bytes:
        return bytes([0xA0 + len(value.encode())]) + value.encode()

    def listed(values: list[bytes]) -> bytes:
        return b"\xdc" + len(values).to_bytes(2) + b"".join(values)

    header = b"\x82" + text("format") + text("cB") + text("version") + b"\x01"
    data = listed([header, *(listed([text(word) for word in words]) for words in levels)])
    (site / "wordfreq" / "data").mkdir(parents=True)
    (site / "wordfreq" / "__init__.py").write_text("")
    (site / "wordfreq" / "data" / f"small_{code}.msgpack.gz").write_bytes(gzip.compress(data))


def test_a_language_is_added_and_removed(
    dictionary: Path, fresh: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "lexigrid lexicon add it" in error_of("lexicon", "words", "--language", "it")
    message = error_of("lexicon", "add", "it")
    assert "wordfreq, which is not installed; pip install wordfreq, or give --forms all" in message
    monkeypatch.syspath_prepend(fresh / "frequencies")
    result = call("lexicon", "add", "it")
    assert "added Italian: 6 words" in result.stdout
    assert "README_it_IT.txt" in result.stdout
    assert str(dictionary / "it_IT.dic") in result.stdout
    words = answer("lexicon", "words", "--language", "it").split()
    assert ["cm", "fare", "gatti", "gatto", "però", "rifare"] == words
    lexicon = lg.Lexicon.default("it")
    assert (10, 50, 255) == tuple(map(lexicon.band, ("gatto", "gatti", "cm")))
    assert ("cm",) == lexicon.avoided
    listed = document("lexicon", "list")["languages"]
    assert ["en", "it"] == [each["language"] for each in listed]
    assert (True, "added", 6) == tuple(listed[1][key] for key in ("beta", "from", "words"))
    assert "it    Italian (beta)        6" in answer("lexicon", "list")
    assert "removed" in call("lexicon", "remove", "it").stderr
    assert 1 == call("lexicon", "remove", "it").exit_code
    assert ["en"] == [language.code for language in lg.languages()]
    assert [] == cached(fresh)


def test_options_take_precedence_over_the_recipe(
    dictionary: Path, fresh: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    result = call("lexicon", "add", "it", "--forms", "all", "--names", "--no-prefixes")
    assert "left out 1 word with letters that Italian lacks" in result.stderr
    assert "install wordfreq" in result.stderr
    words = answer("lexicon", "words", "--language", "it").split()
    assert ["caffè", "cm", "fare", "gatti", "gatto", "però", "Roma"] == words
    source = str(dictionary / "it_IT.dic")
    install_wordfreq(fresh / "more", "it", [])
    monkeypatch.syspath_prepend(fresh / "more")
    said = call("lexicon", "add", "sv", "--from", source).stderr
    assert "wordfreq has no list of Swedish" in said
    added = document("lexicon", "add", "xx", "--from", source, "--forms", "stems")
    assert ("xx", None, False) == (added["language"], added["alphabet"], added["bands"])
    rows = answer("lexicon", "add", "xx", "--from", source, "--forms", "stems", "--format", "csv")
    assert rows.startswith("language,title,words,bands,alphabet,")
    assert "кот" in lg.Lexicon.default("xx")


def test_the_licence_comes_from_the_package_of_the_dictionary(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    system, own = tmp_path / "system", tmp_path / "own"
    for folder in (system, own):
        folder.mkdir()
        (folder / "nb_NO.dic").touch()
        (folder / "nn_NO.dic").touch()
    (tmp_path / "hunspell-no:amd64.list").write_text(f"/.\n{system / 'nb_NO.dic'}\n")
    monkeypatch.setattr(dictionaries, "_DEBIAN", tmp_path)
    found = dictionaries._documents(system / "nb_NO.dic")
    assert Path("/usr/share/doc/hunspell-no") == found
    assert dictionaries._documents(own / "nb_NO.dic") is None
    assert dictionaries._licence_file(own / "nb_NO.dic") is None


def test_languages_that_cannot_be_added_or_removed(
    pack: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dictionaries, "_SYSTEM", ())
    assert "English is built in" in error_of("lexicon", "add", "en", "--from", "x.dic")
    assert "found no Swedish dictionary on this machine" in error_of("lexicon", "add", "sv")
    assert "not a language code" in error_of("lexicon", "add", "../x")
    assert "cannot read" in error_of("lexicon", "add", "sv", "--from", "missing.dic")
    assert "pip uninstall lexigrid-words-de" in error_of("lexicon", "remove", "de")
    assert "built in" in error_of("lexicon", "remove", "en")
    assert 1 == call("lexicon", "remove", "..").exit_code


def test_added_words_take_precedence_over_a_pack(pack: Path, dictionary: Path) -> None:
    source = str(dictionary / "it_IT.dic")
    answer("lexicon", "add", "de", "--from", source, "--forms", "all")
    assert "added" == find_language("de").origin
    answer("lexicon", "remove", "de")
    assert "pack" == find_language("de").origin


def test_recipes_match_the_packs() -> None:
    from lexigrid.lexicon.packs.recipes import recipes

    packs = ROOT / "packs"
    assert {code for code, recipe in recipes().items() if recipe.has_pack} == {
        path.parent.name for path in packs.glob("*/pack.toml")
    }
    for recipe in recipes().values():
        assert recipe.title
        assert recipe.least <= recipe.most


def test_a_theme_has_a_title_in_its_language(fresh: Path) -> None:
    birds = lg.theme_words("birds", language="de")
    assert "Eisvogel" in birds
    assert birds == lg.theme_words("Vögel", language="de")
    assert "birds (Vögel, " in answer("list", "themes", "--language", "de")
    puzzle = document("make", "--theme", "vögel", "--pool", "8", "--language", "de", "--seed", "1")
    assert {each["word"] for each in puzzle["words"]} <= set(birds)
    message = error_of("make", "--theme", "vogel", "--language", "de")
    assert "did you mean 'Vögel'" in message
    assert "Tiere" in message
    assert "animals" not in message
    assert "no themes in the language 'it'" in error_of("make", "--theme", "x", "--language", "it")
    assert () == lg.themes("it")
