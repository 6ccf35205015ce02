"""Print the requirements of the extra `dev`, one a line, for pip.

Knows pyproject.toml; known by the Makefile.
Rule: the tools are named in one place, and installing them does not build the package again.
"""

from __future__ import annotations

import tomllib
from pathlib import Path


def main() -> None:
    project = tomllib.loads((Path(__file__).parent.parent / "pyproject.toml").read_text("utf-8"))
    for requirement in project["project"]["optional-dependencies"]["dev"]:
        print(requirement)


if __name__ == "__main__":
    main()
