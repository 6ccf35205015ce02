"""Run a build command and show its progress in a few lines; show its output only if it fails."""

from __future__ import annotations

import re
import subprocess
import sys
import time

STEP = re.compile(r"\[(\d+)/(\d+)\]")
LINES_OF_A_FAILURE = 60


def main(command: list[str]) -> int:
    begin = time.monotonic()
    is_terminal = sys.stdout.isatty()
    lines: list[str] = []
    shown = 0
    print("preparing the build", flush=True)
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace"
    ) as process:
        assert process.stdout is not None
        for line in process.stdout:
            lines.append(line)
            if match := STEP.search(line):
                done, total = int(match[1]), int(match[2])
                if is_terminal:
                    print(f"\rcompiling {done} of {total} ", end="", flush=True)
                elif done == total or 10 * done // total > 10 * shown // total:
                    print(f"compiling {done} of {total}", flush=True)
                shown = done
    if is_terminal and shown:
        print()
    if process.returncode == 0:
        print(f"done in {time.monotonic() - begin:.0f} s", flush=True)
    else:
        sys.stdout.writelines(lines[-LINES_OF_A_FAILURE:])
    return process.returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
