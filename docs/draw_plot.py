"""Draw docs/pictures/lines.svg from the newest record: seven words in grids of 10 to 1000 rows."""

from __future__ import annotations

import csv
from pathlib import Path

import matplotlib as mpl

mpl.use("svg")
from matplotlib import pyplot as plt

FOLDER = Path(__file__).parent
RECORDS = FOLDER.parent / "benchmarks" / "records"
SIDES = (10, 100, 250, 500, 1000)
STYLES = {
    "textbook-set": ("textbook, set of words", "#bbbbbb"),
    "textbook-trie": ("textbook, trie of dicts", "#999999"),
    "str.find": ("str.find over all lines", "#d9a441"),
    "pyahocorasick": ("pyahocorasick", "#c98b8b"),
    "ahocorasick_rs": ("ahocorasick_rs", "#b0568a"),
    "numba": ("Numba, by hand", "#7a6fb0"),
    "hyperscan": ("Hyperscan", "#4f8fbf"),
    "lexigrid:portable": ("lexigrid, portable", "#59a14f"),
    "lexigrid:avx2": ("lexigrid, AVX2", "#1b7837"),
    "lexigrid:avx512": ("lexigrid, AVX-512", "#00441b"),
}


def main() -> None:
    # The newest record that includes the rivals.
    known = [path for path in RECORDS.glob("*.csv") if "hyperscan" in path.read_text()]
    record = max(known, key=lambda path: path.name[:10])
    with record.open(encoding="utf-8", newline="") as file:
        rows = {(row["benchmark"], row["engine"]): row for row in csv.DictReader(file)}
    mpl.rcParams |= {"svg.hashsalt": "lexigrid", "svg.fonttype": "none"}
    figure, axes = plt.subplots(figsize=(8, 4.8), layout="constrained")
    for engine, (label, colour) in STYLES.items():
        points = [(side, rows.get((f"7 words in {side}x{side}", engine))) for side in SIDES]
        drawn = [(side, 1e3 * float(row["median seconds"])) for side, row in points if row]
        if not drawn:
            continue
        is_own = engine.startswith("lexigrid")
        axes.plot(
            *zip(*drawn, strict=True), "o-", label=label, color=colour, lw=2.5 if is_own else 1.4
        )
    axes.set(xscale="log", yscale="log", xlabel="rows and columns", ylabel="milliseconds")
    axes.set_xticks(SIDES, [str(side) for side in SIDES])
    axes.minorticks_off()
    axes.grid(alpha=0.3)
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)
    figure.legend(loc="outside right upper", frameon=False, fontsize=9)
    axes.set_title("Seven words, all eight directions, words compiled each time", fontsize=11)
    place = FOLDER / "pictures" / "lines.svg"
    place.parent.mkdir(exist_ok=True)
    figure.savefig(place, metadata={"Date": None})
    print(f"{place.name} drawn from {record.name}")


if __name__ == "__main__":
    main()
