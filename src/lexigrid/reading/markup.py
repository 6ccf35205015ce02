"""Rows and words in the notation of programs: Markdown, LaTeX, code, YAML, contests, side by side.

Each function returns plain lines that `divide` reads. A cheap look for the signs of a notation
comes first, so that plain text costs nothing.
"""

from __future__ import annotations

import re

_NAMES = "grid|puzzle|board|rows|letters|matrix|maze|table|words|word_?list|wordlist|title"
_FENCE = re.compile(r"(?m)^[^\S\n]*(?:```|~~~|\"\"\"|'''|`;?$)[^\n]*$")
_BOLD = re.compile(r"(?<![^\s|])(\*\*|__|`)([^\s*|`_]+)\1(?![^\s|:,;.])")
_LATEX = re.compile(r"(?<!\\)\\begin\{")
_LATEX_BREAK = re.compile(r"\\\\(?:\[[^\[\]\n]*\])?|\\(?:tabularnewline|newline|hline|par)\b")
_LATEX_TITLE = re.compile(r"\\(?:title|chapter|(?:sub)*section)\*?\{([^{}]*)\}")
_LATEX_TABLE = re.compile(
    r"\\begin\{(tabular|array|[a-z]?matrix)\*?\}(?:\[[^\[\]\n]*\])?"
    r"(?:\{[^{}\n]*+(?:\{[^{}\n]*+\}[^{}\n]*+)*+\})?\s*+"
    r"([^\\]*+(?:\\(?!begin\{|end\{\1)[^\\]*+)*+)\\end\{\1\*?\}"
)
_LATEX_TEXT = re.compile(r"\\(?:textbf|textit|texttt|emph|mathrm|text|textsc|large)\{([^{}]*)\}")
_LATEX_OTHER = re.compile(r"\\(?:begin|end)\{[^{}]*\}(?:\[[^\[\]\n]*\])?|(?<!\\)%[^\n]*|\$")
_LATEX_COMMAND = re.compile(r"\\[a-zA-Z]+\*?(?:\[[^\[\]\n]*\])?(?:\{[^{}]*\})?")
#: The start of a value with a name in code, and a row of a list there.
_ASSIGNED = re.compile(
    rf"(?mi)^[^\S\n]*(?:[\w<>:][\w<>\[\]:*&]*+[^\S\n]++){{0,5}}\$?({_NAMES})[\w\[\]<>: ,]{{0,40}}?"
    r"(?:=|:=)[^\S\n]*(?:f?(?=[\[{(])|\"\"\"|'''|`|\w*\()"
)
_TEXT = r"""'[^'\n]*'|"[^"\n]*\""""
_CODE_ROW = re.compile(
    rf"(?m)^[^\S\n]*+[\[{{(]*+[^\S\n]*+((?:{_TEXT})(?:[, \t]+(?:{_TEXT}))*)[^\S\n]*+[\]}})]*+"
    r"[,;]?[^\S\n]*$"
)
_CODE_END = re.compile(r"(?m)^[^\S\n]*[\[\]{}()]+[,;]?[^\S\n]*$")
_QUOTED = re.compile(_TEXT)
_YAML = re.compile(r"(?m)^(?:grid|puzzle|board|rows|letters):[^\S\n]*[|>]?[-+]?[^\S\n]*$")
_YAML_LIST = re.compile(r"(?m)^(\w+):[^\S\n]*\[([^\]\n]*)\]$")
_JOINED = re.compile(r"(?m)^[^\S\n]*[^\W\d_](?: ?[-·•_~] ?[^\W\d_])+[^\S\n]*$")
_SIGN = re.compile(r" ?[-·•_~] ?")
_BESIDE = re.compile(r"^\s*(\S(?:[ \t]\S)+)(?:[ ]{3,}+|[ ]*+\t[ ]*+\t\s*+)(\S{2,}.*)$")


def plain_lines(text: str) -> str:
    """Return text without the marks of Markdown, LaTeX, code or YAML; other text as it is.

    >>> plain_lines("grid = [\\n ['a', 'b'],\\n]\\nwords = ['ab']").split("\\n")
    ['', '', 'a b', '', '', 'Words: ab']
    """
    if "\\begin{" in text and _LATEX.search(text):
        return _from_latex(text)
    if ("```" in text or "~~~" in text) and not _ASSIGNED.search(text):
        text = _FENCE.sub("", text)
    if "**" in text or "`" in text or "__" in text:
        text = _BOLD.sub(r"\2", text)
    if "=" in text and _ASSIGNED.search(text):
        text = _from_code(text)
    elif ("']" in text or '"]' in text) and text.count("\n") > 2:
        text = _CODE_ROW.sub(_code_row, text)
    if ":" in text and _YAML.search(text):
        text = _YAML.sub("", _YAML_LIST.sub(r"\1: \2", text))
        text = re.sub(r"(?m)^title:[^\S\n]*(.*)$", r"\1\n", text)
        text = re.sub(
            r"(?m)^[^\S\n]*- \[?([^\]\n]*)\]?$", lambda row: row[1].replace(",", ""), text
        )
    return text


def _from_latex(text: str) -> str:
    whole = text.partition("\\begin{document}")[2].partition("\\end{document}")[0]
    text = _LATEX_TITLE.sub(r"\n\1\n\n", whole or text)
    text = _LATEX_TABLE.sub(lambda table: f"\n\n{_latex_rows(table[2])}\n\n", text)
    text = re.sub(r"\\item\s*", "\n• ", _LATEX_TEXT.sub(r"\1", text))
    text = _LATEX_COMMAND.sub("", _LATEX_OTHER.sub("\n\n", _LATEX_BREAK.sub("\n", text)))
    return re.sub(r"(?<!\s)\s+(?=• )", "\n", text).strip("\n")


def _latex_rows(table: str) -> str:
    rows = (
        _LATEX_COMMAND.sub("", _LATEX_TEXT.sub(r"\1", row)) for row in _LATEX_BREAK.split(table)
    )
    lines = ("\t".join(map(str.strip, row.split("&"))) for row in rows if row.strip())
    return "\n".join(lines)


def _from_code(text: str) -> str:
    text = re.sub(r"([\]}])\s*,\s*([\[{])", r"\1,\n\2", text)
    text = _ASSIGNED.sub(lambda name: "\nWords:\n" if name[1][0] in "wW" else "\n", text)
    text = _CODE_END.sub("", _FENCE.sub("", re.sub(r"(?m)\)?;?$", "", text)))
    text = _CODE_ROW.sub(_code_row, text)
    return re.sub(r"(?m)^(Words:)\n+", r"\1 ", text)


def _code_row(row: re.Match[str]) -> str:
    fields = [each[1:-1] for each in _QUOTED.findall(row[1])]
    return (" " if max(map(len, fields)) < 3 else ", ").join(fields)


# --- clean text -----------------------------------------------------------------------------------


def apart(text: str) -> str:
    """Put blanks between joined letters, words beside rows below them, and a heading above words.

    >>> apart("C-A-T\\nD-O-G"), apart("2\\n3\\nCAT\\nDOG\\n1\\ncat").split("\\n\\n")
    ('C A T\\nD O G', ['2 3\\nCAT\\nDOG', 'Words:\\ncat'])
    """
    if "\\" in text:  # marks of tiles
        return text
    if text[:1].isdigit():
        text = _contest(text)
    if "   " in text or "\t\t" in text:
        text = _below(text)
    if _JOINED.search(text):
        rows = [*filter(str.strip, text.split("\n"))]
        joined = [row for row in rows if _JOINED.fullmatch(row)]
        signs = {*_SIGN.findall("\n".join(joined))}
        if len(signs) == 1 and len(joined) > 1 and len({*map(len, joined)}) == 1:
            if len(joined) == len(rows):
                return text.replace(signs.pop().strip(), " ")
            text = _JOINED.sub(lambda row: _SIGN.sub(" ", row[0]), text)
    return text


def _contest(text: str) -> str:
    """Read numbers of rows and columns on two lines, and a number of words that is right."""
    lines = [line.strip() for line in text.split("\n")]
    if lines[0] == "1" and lines[1:2] == [""]:  # the number of grids
        lines = lines[2:]
    if len(lines) < 4:
        return text
    if all(each.isdecimal() and len(each) < 9 for each in lines[:2]):
        is_even = {*map(len, lines[2 : 2 + int(lines[0])])} == {int(lines[1])}
        lines = [" ".join(lines[:2]), *lines[2:]] if is_even else lines
    first = lines[0].split()[:1]
    at = 1 + int(first[0]) if first and first[0].isdecimal() and len(first[0]) < 5 else 0
    filled = lines if lines[-1] else lines[:-1]
    if at and filled[at : at + 1] == [str(len(filled) - at - 1)] and at + 1 < len(filled):
        return "\n".join([*filled[:at], "", "Words:", *filled[at + 1 :]])
    return "\n".join(lines) if len(lines) != text.count("\n") + 1 else text


def _below(text: str) -> str:
    """Put words that are to the right of rows of single tiles below them."""
    begin, gap, rest = text.partition("\n\n")
    rows = begin.split("\n")
    found = [*map(_BESIDE.match, rows)]
    left = [(each[1] if each else row).split() for each, row in zip(found, rows, strict=True)]
    if not any(found) or {*map(len, left)} != {len(left[0])} or len(rows) < 2:
        return text
    if any(len(tile) > 1 for row in left for tile in row):
        return text
    words = "\n".join(each[2].strip() for each in found if each)
    grid = "\n".join(map(" ".join, left))
    return f"{grid}\n\nWords:\n{words}{gap}{rest}"
