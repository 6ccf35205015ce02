"""Plant small faults one at a time and report which of them the tests do not notice.

    python tools/plant_faults.py [--deep] [--keep FOLDER] [TEXT ...]

Each fault of `planted_faults.toml` (or those whose file or change contains one of the TEXTs) is
made in a copy of the checkout. Changed native code is compiled again, and the tests of the area run
until the first failure. Exit status 1 if a fault escapes.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
import tomllib
from pathlib import Path

ROOT = Path(__file__).parent.parent
FAULTS = Path(__file__).with_name("planted_faults.toml")
#: After this time the tests count as hanging, so the fault is noticed.
MAX_SECONDS = 1800


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n", maxsplit=1)[0])
    parser.add_argument("texts", nargs="*", metavar="TEXT")
    parser.add_argument("--deep", action="store_true", help="run the deep profile of the tests")
    parser.add_argument("--keep", metavar="FOLDER", help="keep the copy here, to use it again")
    options = parser.parse_args()
    table = tomllib.loads(FAULTS.read_text("utf-8"))
    faults = [
        fault
        for fault in table["fault"]
        if not options.texts
        or any(text in f"{fault['file']} {fault['find']}" for text in options.texts)
    ]
    with tempfile.TemporaryDirectory() as temporary:
        copy = Path(options.keep or temporary)
        copy_checkout(copy)
        subprocess.run(["make", "setup"], cwd=copy, stdout=subprocess.DEVNULL, check=True)
        for area in sorted({fault["area"] for fault in faults}):
            if failure := run_tests(copy, table["areas"][area], deep=options.deep):
                print(f"the tests of {area} fail without a fault:\n{failure[-2000:]}")
                return 2
        escaped = [
            fault
            for fault in faults
            if not try_fault(copy, fault, table["areas"][fault["area"]], deep=options.deep)
        ]
    print(f"{len(faults) - len(escaped)} of {len(faults)} noticed")
    return 1 if escaped else 0


def copy_checkout(copy: Path) -> None:
    """Copy the tracked files and untracked files that git does not ignore."""
    listing = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    names = subprocess.run(listing, cwd=ROOT, capture_output=True, check=True, text=True).stdout
    for name in filter(None, names.split("\0")):
        source, target = ROOT / name, copy / name
        if source.is_file() and not (target.exists() and same_text(source, target)):
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(source, target)


def same_text(one: Path, other: Path) -> bool:
    return one.read_bytes() == other.read_bytes()


def build(copy: Path) -> bool:
    """Compile and install the native module; return False if a fault does not compile."""
    (folder,) = copy.glob("build/cp*")
    (module,) = copy.glob(".venv/lib/*/site-packages/lexigrid/_core.*")
    path = f"{copy.resolve()}/.venv/bin:{os.environ['PATH']}"
    made = subprocess.run(
        ["cmake", "--build", folder, "--target", "_core"],
        capture_output=True,
        env=os.environ | {"PATH": path},
        check=False,
    )
    if made.returncode == 0:
        shutil.copy(folder / module.name, module)
    return made.returncode == 0


def run_tests(copy: Path, tests: str, *, deep: bool) -> str:
    """Run the tests; return their output if one fails, "" if all pass."""
    environment = os.environ | ({"LEXIGRID_TEST_PROFILE": "deep"} if deep else {})
    command = [".venv/bin/python", "-m", "pytest", "-x", "-q", "--ff", "-n", "0", *tests.split()]
    try:
        run = subprocess.run(
            command,
            cwd=copy,
            capture_output=True,
            text=True,
            timeout=MAX_SECONDS,
            env=environment,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return f"no end after {MAX_SECONDS} s"
    return run.stdout if run.returncode else ""


def try_fault(copy: Path, fault: dict[str, str], tests: str, *, deep: bool) -> bool:
    """Plant a fault, build, test, and undo it; return whether it was noticed."""
    path = copy / fault["file"]
    text = path.read_text("utf-8")
    if text.count(fault["find"]) != 1:
        raise SystemExit(f"{fault['file']} has {fault['find']!r} {text.count(fault['find'])} times")
    begin = time.monotonic()
    try:
        path.write_text(text.replace(fault["find"], fault["replace"]), "utf-8")
        if fault["file"].startswith("native/") and not build(copy):
            raise SystemExit(f"{fault['file']}: {fault['replace']!r} does not compile")
        shutil.rmtree(copy / ".pytest_cache", ignore_errors=True)
        found = run_tests(copy, tests, deep=False) != ""
        if deep:  # begins with the test that has just failed
            found = run_tests(copy, tests, deep=True) != ""
    finally:
        path.write_text(text, "utf-8")
    seconds = time.monotonic() - begin
    print(f"{'noticed' if found else 'ESCAPED'} {seconds:4.0f} s  {fault['file']}: {fault['find']}")
    sys.stdout.flush()
    return found


if __name__ == "__main__":
    sys.exit(main())
