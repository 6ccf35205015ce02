"""What the graphics card declines, what happens without one, and how CuPy is called."""

from __future__ import annotations

import ctypes
import sys
from importlib.util import find_spec
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest import mock

import numpy as np
import pytest

import lexigrid as lg
from emulated_card import CardArray, EmulatedCard, card, needs_emulator
from lexigrid.bulk import CudaScorer, run_batch
from lexigrid.errors import GridError, InputError
from lexigrid.search.bulk.cuda import device
from lexigrid.search.bulk.cuda.limits import make_trie

assert card  # a fixture
WORDS = ["eat", "tea", "oat"]
LONG = "pneumono" * 4 + "a"


@pytest.mark.parametrize(
    ("make", "reason"),
    [
        (lambda: CudaScorer(WORDS, size=(6, 6)), "does not serve boards of 6x6, expected 3x3 to"),
        (lambda: CudaScorer(WORDS, size=(2, 3)), "boards of 2x3, expected 3x3 to 5x5"),
        (lambda: CudaScorer([*map(chr, range(0x61, 0x7C))]), "expected at most 26"),
        (lambda: CudaScorer(["qu" * 16], qu=True), "a word of more than 31 letters"),
        (lambda: CudaScorer(WORDS, scoring={3: 2**31}), "points for all words, expected at most"),
        (lambda: lg.score_grids(["teaantoat"], WORDS, wrap=True, device="cuda"), "this topology"),
        (
            lambda: lg.score_grids(["teaantoat"], WORDS, topology="rook", device="cuda"),
            "this topology, expected king without wrap; use device='cpu'",
        ),
        (lambda: lg.score_grids(["tea/[th]nt/oat"], WORDS, device="cuda"), "tiles of several"),
        (lambda: lg.score_grids([lg.Grid.parse("tea/ant/oat")], device="cuda"), "tiles of several"),
        (lambda: CudaScorer(WORDS, size=(3, 3)).score(["te?antoat"]), "wild tiles"),
        (lambda: lg.score_grids(["teaantoat"], WORDS, threads=1, device="cuda"), "threads is for"),
        (lambda: lg.score_grids(["teaantoat"], WORDS, device="gpu"), "expected one of cpu, cuda"),  # type: ignore[arg-type]
        (lambda: sample("en-super-big-2012-6x6", 1), "boards of 6x6"),
        (lambda: sample("en-big-2012-5x5", 1), "31 different tiles, expected at most 26"),
        (
            lambda: CudaScorer(WORDS).sample("it-5x5", 1, 1),
            "the dice are for 5x5, but the scorer is for 4x4; give it size=(5, 5)",
        ),
        (lambda: sample("en-new-4x4", 0), "count is 0"),
        (lambda: sample("en-new-4x4", 1, "x" * 22), "expected at most 21 bytes"),
        (lambda: CudaScorer().sample("en-new-5x5", 1, 1), "no dice 'en-new-5x5'"),
    ],
)
def test_what_the_card_does_not_serve(card: EmulatedCard, make: Any, reason: str) -> None:
    with pytest.raises(InputError) as caught:
        make()
    assert reason in str(caught.value)


def sample(dice: str, count: int, seed: Any = 1) -> Any:
    """Sample boards with the built-in lexicon, which has all letters."""
    return CudaScorer(size=lg.Dice.named(dice).size).sample(dice, count, seed)


def test_long_words_that_no_board_spells_do_no_harm(card: EmulatedCard) -> None:
    assert CudaScorer([LONG, "eat"], size=(5, 5)).card == "emulated card"
    assert len(LONG) > 31


def test_an_array_on_the_card_of_another_shape(card: EmulatedCard) -> None:
    made = CudaScorer(WORDS, size=(3, 3))
    for array in (np.zeros((2, 8), np.uint8), np.zeros((2, 9), np.int32)):
        with pytest.raises(GridError, match="a board of 9 cells per row"):
            made.score(array.view(CardArray))


def test_without_cupy_or_a_card(monkeypatch: pytest.MonkeyPatch) -> None:
    device.open_card.cache_clear()
    monkeypatch.setitem(sys.modules, "cupy", None)
    with pytest.raises(InputError, match=r"needs cupy, .*pip install 'lexigrid\[cuda\]', or use"):
        lg.score_grids(["teaantoat"], WORDS, device="cuda")
    cupy = mock.MagicMock()
    cupy.cuda.runtime.CUDARuntimeError = OSError
    monkeypatch.setitem(sys.modules, "cupy", cupy)
    monkeypatch.setitem(sys.modules, "cupyx", cupy)
    cupy.cuda.Device.side_effect = OSError("no driver")
    with pytest.raises(InputError, match=r"finds no graphics card \(no driver\); .*cuda12"):
        lg.score_grids(["teaantoat"], WORDS, device="cuda")
    cupy.cuda.Device.side_effect = None
    cupy.cuda.runtime.getDeviceProperties.return_value = {"name": b"Old", "major": 7, "minor": 5}
    with pytest.raises(InputError, match=r"Old has compute capability 7\.5, expected 8\.0"):
        lg.score_grids(["teaantoat"], WORDS, device="cuda")
    device.open_card.cache_clear()


def test_how_cupy_is_called() -> None:
    cupy, cupyx, stream = mock.MagicMock(), mock.MagicMock(), mock.MagicMock()
    cupy.cuda.runtime.getDeviceProperties.return_value = {"name": b"New", "major": 9, "minor": 0}
    cupy.cuda.Device.return_value = SimpleNamespace(
        id=0,
        mem_info=(10**9, 10**11),
        attributes={
            "MultiProcessorCount": 132,
            "MaxThreadsPerMultiProcessor": 2048,
            "MaxSharedMemoryPerMultiprocessor": 233_472,
            "MaxSharedMemoryPerBlockOptin": 232_448,
        },
    )
    found = device.Card(cupy, cupyx)
    kernel = mock.MagicMock()
    cupy.RawModule.return_value.get_function.return_value = kernel
    assert found.memory == 10**11
    kernels = found.compile({"SLOTS": 512, "WARPS": 4}, 20_000, 10)
    options = cupy.RawModule.call_args.kwargs["options"]
    assert options == ("-std=c++17", "-DSLOTS=512", "-DWARPS=4", "-DRESIDENT=10")
    kernels["score_boards"](stream, 1320, (1, 2))
    assert kernel.max_dynamic_shared_size_bytes == 20_000
    assert kernel.preferred_shared_memory_carveout == 91
    kernel.assert_called_once_with((1320,), (128,), (1, 2), shared_mem=20_000)
    assert stream.__enter__.call_count == 1
    kernels["roll_boards"](stream, 7, (3,))
    kernel.assert_called_with((7,), (128,), (3,))
    assert "score_changes" not in kernels
    kernels = found.compile({"SLOTS": 0, "WARPS": 4}, 20_000, 10)
    kernels["score_changes"](stream, 9, (4,))
    kernel.assert_called_with((9,), (128,), (4,), shared_mem=20_000)


def test_the_trie_has_the_words_that_symbols_spell() -> None:
    lexicon = lg.Lexicon(["in", "tin", "thin", "into"])
    codes = lexicon.letter_codes
    symbols = [("h",), ("i",), ("n",), ("t",), ("i", "n"), ("t", "h")]
    coded = tuple(tuple(codes[letter] for letter in symbol) for symbol in symbols)
    points = np.ones(32, np.uint32)
    trie = make_trie(lexicon, coded, 9, 3, points)
    found: dict[str, set[int]] = {}

    def walk(node: int, text: str) -> None:
        first, bits = map(int, trie.nodes[node])
        if bits >> 31:
            assert bits >> 26 & 31 == len(text)
            found.setdefault(text, set()).add(int(trie.identity[node]))
        for symbol, letters in enumerate(symbols):
            if bits >> symbol & 1:
                before = (bits & ((1 << symbol) - 1)).bit_count()
                walk(first + before, text + "".join(letters))

    walk(1, "")
    assert set(found) == {"tin", "thin"}  # `into` needs an o, `in` is short
    assert {len(nodes) for nodes in found.values()} == {1}  # however they are spelled
    with pytest.raises(ValueError, match="too many symbols"):
        lexicon.core.path_nodes([[0]] * 27)
    with pytest.raises(ValueError, match="unknown letter"):
        lexicon.core.path_nodes([[99]])


@needs_emulator
def test_a_batch_on_the_card(card: EmulatedCard, tmp_path: Path) -> None:
    (tmp_path / "in.txt").write_text("teaantoat\ntea/ant/oat\nt?aantoat\ntea\nteaantoatteaantoa\n")
    for name in ("cpu", "cuda"):
        options: Any = {"device": name, "words": WORDS}
        run_batch(tmp_path / "in.txt", tmp_path / f"{name}.csv", **options)
    rows = [(tmp_path / f"{name}.csv").read_text().splitlines() for name in ("cpu", "cuda")]
    assert rows[0][:3] == rows[1][:3]
    assert "device='cuda' does not serve boards with wild tiles" in rows[1][3]
    assert card.launched
    again = run_batch(tmp_path / "in.txt", tmp_path / "cpu.csv", words=WORDS, device="cuda")
    assert again.resumed == again.parts
    for refused in ({"deadline": 1.0}, {"keep": ["count"]}, {"task": "paths"}, {"alphabet": "en"}):
        options = {"device": "cuda", "words": WORDS, **refused}
        with pytest.raises(InputError, match="device"):
            run_batch(tmp_path / "in.txt", tmp_path / "x.csv", **options)


@pytest.mark.parametrize("architecture", ["compute_80", "compute_90"])
@pytest.mark.parametrize(("slots", "side"), [(512, 4), (0, 5)])
def test_nvrtc_compiles_the_kernels(architecture: str, slots: int, side: int) -> None:
    nvrtc = find_nvrtc()
    program = ctypes.c_void_p()
    source = device.read_source().encode()
    created = nvrtc.nvrtcCreateProgram(ctypes.byref(program), source, b"boards.cu", 0, None, None)
    assert created == 0
    constants = {"ROWS": side, "COLS": side, "SLOTS": slots, "STACK": 96, "WARPS": 4, "BLOCKS": 8}
    flags = [f"-D{name}={value}".encode() for name, value in constants.items()]
    flags += [b"-std=c++17", f"--gpu-architecture={architecture}".encode()]
    failed = nvrtc.nvrtcCompileProgram(program, len(flags), (ctypes.c_char_p * len(flags))(*flags))
    size = ctypes.c_size_t()
    nvrtc.nvrtcGetProgramLogSize(program, ctypes.byref(size))
    log = ctypes.create_string_buffer(size.value)
    nvrtc.nvrtcGetProgramLog(program, log)
    assert not failed, log.value.decode()
    nvrtc.nvrtcGetPTXSize(program, ctypes.byref(size))
    compiled = ctypes.create_string_buffer(size.value)
    nvrtc.nvrtcGetPTX(program, compiled)
    for name in (*device.SEARCHES[: 1 if slots else 2], *device.PER_BOARD):
        assert f".entry {name}".encode() in compiled.value


def find_nvrtc() -> Any:
    """Load the compiler of nvidia-cuda-nvrtc-cu12 or nvidia-cuda-nvrtc (CUDA 13)."""
    spec = find_spec("nvidia")
    folders = spec.submodule_search_locations if spec is not None else None
    for folder in folders or ():
        for path in sorted(Path(folder).glob("*/lib/libnvrtc.so.*")):
            if "builtins" not in path.name and "alt" not in path.name:
                return ctypes.CDLL(str(path))
    pytest.skip("needs NVRTC: pip install nvidia-cuda-nvrtc-cu12")
