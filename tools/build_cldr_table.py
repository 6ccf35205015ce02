"""Write tests/alphabet/cldr/characters.toml: the characters that CLDR lists for our languages.

    npm install cldr-misc-full@48
    python tools/build_cldr_table.py node_modules/cldr-misc-full/main

Han characters and Hangul syllables are left out, because there are thousands of them.
"""

from __future__ import annotations

import json
import re
import sys
import tomllib
import unicodedata
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
ALPHABETS = ROOT / "src" / "lexigrid" / "data" / "alphabets.toml"
TABLE = ROOT / "tests" / "alphabet" / "cldr" / "characters.toml"
HEAD = """\
# The main and auxiliary characters of each language in CLDR {version}; its alphabet reads them.
# Written by tools/build_cldr_table.py; the licence is in LICENSE.

"""


def characters(text: str) -> list[str]:
    r"""Return the characters and sequences of a CLDR set.

    >>> characters("[a b {dž} \\u200C]")
    ['a', 'b', 'dž', '\u200c']
    """
    parts = re.findall(r"\{([^}]*)\}|\\u([0-9A-F]{4})|\\(.)|(\S)", text[1:-1])
    return [
        chr(int(code, 16)) if code else group or escaped or one
        for group, code, escaped, one in parts
    ]


def is_listed(text: str) -> bool:
    """Is the text neither a Han character nor a Hangul syllable?"""
    return not unicodedata.name(text[0], "").startswith(("CJK", "HANGUL SYLLABLE"))


def main() -> None:
    """Read the folder named on the command line and write the table."""
    folder = Path(sys.argv[1])
    package = json.loads((folder.parent / "package.json").read_text("utf-8"))
    lines = [HEAD.format(version=package["version"])]
    for name in tomllib.loads(ALPHABETS.read_text("utf-8")):
        code = name.partition("-")[0]
        found = json.loads((folder / code / "characters.json").read_text("utf-8"))
        sets = found["main"][code]["characters"]
        listed = [
            text
            for key in ("exemplarCharacters", "auxiliary")
            for text in characters(sets.get(key, "[]"))
            if is_listed(text)
        ]
        if listed:
            lines.append(f"{name} = {json.dumps(' '.join(dict.fromkeys(listed)))}\n")
    TABLE.write_text("".join(lines), encoding="utf-8")


if __name__ == "__main__":
    main()
