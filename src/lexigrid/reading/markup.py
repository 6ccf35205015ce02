"""Rows and words in the notation of programs: Markdown, LaTeX, code, YAML, contests, side by side.

Each function returns plain lines that `divide` reads. A cheap look for the signs of a notation
comes first, so that plain text costs nothing.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from html import unescape
from unicodedata import normalize

from .._util.plain_text import shorten
from .decode import Source
from .sides import below

_NAMES = "grid|puzzle|board|rows|letters|matrix|maze|table|words|word_?list|wordlist|title"
_FENCE = re.compile(
    r"(?m)^[^\S\n]*(?:(?:```|~~~)[^\S\n]*[\w+-]*[^\S\n]*|(?:\"\"\"|''')[^\n]*|`[;.][^\n]*|`)$"
)
_BOLD = re.compile(r"(?<![^\s|])(\*\*|__|`|~~|\|\|)([^\s*|`_~]+)\1(?![^\s|:,;.])")
_MARKED_LINE = re.compile(r"(?m)^[^\S\n]*(`|\*\*)([^`*\n]+)\1[^\S\n]*$")
#: A row of tiles, some of them in marks of emphasis; and such a tile.
_MARKED_CELL = re.compile(r"(?<!\S)(?:_(?=\w_)|\*(?=\w\*)|\((?=\w\)))(\w)[_*)](?!\S)")
_MARKED_ROW = re.compile(
    r"(?m)^(?=.*(?:^|\s)\w(?:\s|$))(?:[^\S\n]*(?:\w|[_*(]\w[_*)])(?!\S)){2,}[^\S\n]*$"
)
_LATEX = re.compile(r"(?<!\\)\\begin\{")
_LATEX_BREAK = re.compile(r"\\\\(?:\[[^\[\]\n]*\])?|\\(?:tabularnewline|newline|hline|par)\b")
_LATEX_TITLE = re.compile(r"\\(?:title|chapter|(?:sub)*section)\*?\{([^{}]*)\}")
_LATEX_TABLE = re.compile(
    r"\\begin\{(tabular|array|[a-z]?matrix)\*?\}(?:\[[^\[\]\n]*\])?"
    r"(?:\{[^{}\n]*+(?:\{[^{}\n]*+\}[^{}\n]*+)*+\})?\s*+"
    r"([^\\]*+(?:\\(?!begin\{|end\{\1)[^\\]*+)*+)\\end\{\1\*?\}"
)
_LATEX_TEXT = re.compile(r"\\(?:textbf|textit|texttt|emph|mathrm|text|textsc|large)\{([^{}]*)\}")
_ACCENTS = dict(zip("'`^\"~cvk", "\u0301\u0300\u0302\u0308\u0303\u0327\u030c\u0328", strict=True))
_LATEX_ACCENT = re.compile(r"\\(['`^\"~]|[cvk](?=\{\w\}))\{?([^\W\d_])\}?")
_LATEX_OTHER = re.compile(r"\\(?:begin|end)\{[^{}]*\}(?:\[[^\[\]\n]*\])?|(?<!\\)%[^\n]*|\$")
_LATEX_COMMAND = re.compile(r"\\[a-zA-Z]+\*?(?:\[[^\[\]\n]*\])?(?:\{[^{}]*\})?")
#: Text in several lines with a name, in code; a value in brackets, and what may be inside.
_NAMED_TEXT = re.compile(
    rf"(?mi)^[^\S\n]*(?:\w+[^\S\n]+){{0,5}}\$?({_NAMES})\w*[^\S\n]*=[^\S\n]*f?(?:\"\"\"|'''|`)"
)
_TEXT = r"""'[^'\n]*'|"[^"\n]*\""""
_INNER = rf"[\[{{(](?:[^\[\]{{}}()'\"]++|{_TEXT})*+[\]}})]"
_MIDDLE = _INNER.replace(_TEXT, f"{_TEXT}|{_INNER}")
_VALUE = re.compile(
    rf"(?m)^([^\n'\"=]{{0,80}}(?:=|<-|:(?= *\[))\s*)?[^\S\n]*"
    r"(?:(?:(?:\[\])+|new\s)?[\w.]+(?:\[[\d,]*\])*!?\s*)?"
    rf"({_INNER.replace(_TEXT, f'{_TEXT}|{_MIDDLE}')})(?:[^\n'\"\[\](){{}}]{{0,20}})$"
)
_BETWEEN = re.compile(rf"{_TEXT}|\w+\s*=(?=\s*['\"])|\w+!?(?=[\[({{])|[\s,;&\[\](){{}}]++")
_ROW = re.compile(_INNER)
_QUOTED = re.compile(_TEXT)
_R_MATRIX = re.compile(r'(?m)^\s*(?:\[,\d+\]\s*)+\n|^\s*\[\d+,\]\s*|"')
_QUOTED_LINE = re.compile(r"""\A\s*(?:(["'])\w\w+\1[^\S\n]*+(?:,[^\S\n]*+)?){2,}\s*\Z""")
#: A text that is all in one block of code, or has a block of data; text quoted in mail.
_BLOCK = re.compile(
    r"(?ms)^[^\S\n]*(```|~~~)[^\S\n]*(json|csv|tsv|)[^\n]*\n(.*?)^[^\S\n]*\1[^\S\n]*$"
)
#: A command at a prompt; what should come out of the task of a puzzle, and why.
_COMMAND = re.compile(r"(?m)^((?:>>> .*[()=]|(?:Output|Explanation):).*)$\n?")
_QUOTES = re.compile(r"(?m)^(?:>[^\S\n]?)+")
#: A break as in code, in text without slashes and quotes on one line.
_ESCAPED_BREAK = re.compile(r"\A\s*[^\n/'\"]*[^\n/'\"\\]\\n[^\n/'\"]+\Z")
#: Text with as many fences has no single block; a search for the end of each takes too long.
_MOST_FENCES = 10
#: Words between blanks in code, and rows in one text with breaks.
_BLANKS = re.compile(
    r"(?:%[wWiI]|\bqw)\s*[\[({<|/]([^\])}>|/'\"]+)[\])}>|/]|['\"]([^'\"\n]+)['\"]\.split\(\)"
)
_BREAKS = re.compile(
    r"(?m)^(?:[\w ]{0,40}=)?[\s(]*(['\"])((?:[^'\"\\\n]*\\n)+[^'\"\\\n]*)\1[^\S\n]*[;)]?(?:\n\))?$"
)
#: Objects in the notation of JavaScript, Python or PHP, and what JSON writes otherwise.
_OBJECT = re.compile(
    r"\s*+(?:export default|module\.exports\s*=|return|[\w $]{1,60}(?::[^=\n]*)?=)?\s*+"
    r"([\[{].*[\]}])\s*;?\s*",
    re.DOTALL,
)
_LEXEME = re.compile(
    r"""(['"`])((?:[^\\\n]|\\.)*?)\1|([\w$]+)(?=\s*:)|,(?=\s*[\]}])|//[^\n]*|(=>)"""
)
_JSON = re.compile(r"[\s\[{]*+(?:\"|\d+\s*[,\]]|$)")
#: What chats put before each message; entities of HTML; marks of forums and wikis.
_SENDER = re.compile(
    r"(?m)^\[?\d{1,4}[/.-]\d\d?[/.-]\d{2,4},? \d\d?:\d\d(?::\d\d)?(?:\s[AaPp][Mm])?"
    r"[\] -]+[^:\n]{1,40}: "
)
#: The input of a task, all on one line.
_TASK = re.compile(r"(?m)^Input:\s*|(?<=[\]\"']),\s*(?=words?\s*=)")
_ENTITY = re.compile(r"&(?:[A-Za-z]{2,8}\d?|#\d+|#x[\dA-Fa-f]+);")
#: A grid on one line, as a text of JSON.
_QUOTED_GRID = re.compile(r"([\"'])[\w.?]+(?:/[\w.?]+)+\1\s*")
_FORUM = re.compile(
    r"(?i)\[/?(?:code|b|i|u|list|quote|center|spoiler)(?:=[^\]]*)?\]|(?m:^(?:\{\|.*|\|\}|\|-+|\|=+)$\n?)"
)
_YAML = re.compile(
    r"(?m)^(?:grid|puzzle|board|rows|letters):[^\S\n]*[|>]?[-+]?[^\S\n]*$\n?"
    r"((?:[^\S\n]*- .*\n?)*)"
)
_LETTER = r"(?:[A-Z][a-z]|[^\W\d_])"
_JOINED = re.compile(
    rf"(?m)^[^\S\n]*{_LETTER}(?:(?: ?[-·•_~/*+:] ?{_LETTER})+|(?:\.{_LETTER}){{2,}}\.?)[^\S\n]*$"
)
_SIGN = re.compile(r" ?[-·•_~/*+:] ?|\.")
#: A row of CSV with quotes around each tile.
_QUOTED_TILES = re.compile(
    r'(?m)^[^\S\n]*"[^"\n]{1,2}"(?:([,;\t])"[^"\n]{0,2}"(?:\1"[^"\n]{0,2}")*)[^\S\n]*$'
)
#: Rows in a frame of one sign.
_FRAME = re.compile(r"(?m)^([*#@%])\1{2,}+\n((?:\1(?!\1\1)[^\n]+\1\n)++)\1{3,}+$")


def unwrapped(source: Source) -> Source:
    """Leave out the marks of mail before all lines, and what is around the data of a block of code.

    >>> unwrapped(Source("Ann wrote:\\n> cat\\n> dog")).text
    'Ann wrote:\\ncat\\ndog'
    """
    text, notes = source.text, [*source.notes]
    if "\\n" in text and _ESCAPED_BREAK.match(text.rstrip()):
        text = text.replace("\\r", "").replace("\\n", "\n")
    if any(sign in text for sign in (">>> ", "Output:")):
        notes += [f"left out the line {shorten(line)}" for line in _COMMAND.findall(text)]
        text = _COMMAND.sub("", text)
    if ">" in text and (quoted := _QUOTES.search(text)):
        begin, last = quoted.start(), max(text.rfind("\n>"), 0) + 1
        block = text[begin : (text.find("\n", last) + 1 or len(text) + 1) - 1]
        if len(_QUOTES.findall(block)) > block.count("\n"):
            text = text[:begin] + _QUOTES.sub("", block) + text[begin + len(block) :]
    found = _SENDER.findall(text) if _SENDER.match(text.lstrip()) else []
    if found and len(found) > text.strip().count("\n"):
        notes.append(f"left out the time and sender of each message, such as {shorten(found[0])}")
        text = _SENDER.sub("", text)
    if text[:1] in ("'", '"') and _QUOTED_GRID.fullmatch(text):
        text = text.strip()[1:-1]
    text, _, below = text.partition("\n-- \n")  # the signature of a mail
    if below:
        notes.append(f"left out the lines below '--', such as {shorten(below.strip())}")
    if "&" in text and "<" not in text and _ENTITY.search(text):
        text = unescape(text)
    if any(mark in text for mark in ("[/", "\n|-\n", "|===")) and _FORUM.search(text):
        text = _FORUM.sub("", text).replace("[*]", "\u2022 ").replace("||", "|")
    if (":" in text or "=>" in text) and (data := _as_json(text)) is not None:
        text = data
    fences = text.count("```") + text.count("~~~")
    blocks = [*_BLOCK.finditer(text)] if 1 < fences < _MOST_FENCES else []
    if len(blocks) == 1:
        around = text[: blocks[0].start()] + text[blocks[0].end() :]
        others = [*filter(None, map(str.strip, around.split("\n")))]
        if blocks[0][2] or not others:
            notes += [f"left out the line {shorten(line)}" for line in others]
            text = blocks[0][3]
    return source._replace(text=text, notes=(*notes,))


def _as_json(text: str) -> str | None:
    """Return an object in the notation of JavaScript, Python or PHP as JSON; None for others."""
    if text.rstrip()[-1:] not in "]};" or _JSON.match(text):
        return None
    found = _OBJECT.fullmatch(text)
    if found is None:
        return None
    value = found[1].translate(str.maketrans("[]", "{}")) if "=>" in text else found[1]
    written = _LEXEME.sub(
        lambda part: (
            ":" if part[4] else json.dumps(part[2] or part[3]) if part[1] or part[3] else ""
        ),
        value,
    )
    try:
        json.loads(written)
    except (ValueError, RecursionError):
        return None
    return written


def plain_lines(text: str) -> str:
    """Return text without the marks of Markdown, LaTeX, code or YAML; other text as it is.

    >>> plain_lines("grid = [['a', 'b'], ['c', 'd']]\\nwords = ['ab', 'cd']").split("\\n")
    ['', 'a b', 'c d', '', 'Words:', 'ab, cd']
    """
    if "\\begin{" in text and _LATEX.search(text):
        return _from_latex(text)
    for signs, pattern, plain in _NOTATIONS:
        if any(sign[-1] in text and sign in text for sign in signs):  # a rare sign saves time
            text = pattern.sub(plain, text)
    return text


def _from_latex(text: str) -> str:
    whole = text.partition("\\begin{document}")[2].partition("\\end{document}")[0]
    text = _LATEX_ACCENT.sub(
        lambda letter: normalize("NFC", letter[2] + _ACCENTS[letter[1]]), whole or text
    )
    text = _LATEX_TITLE.sub(r"\n\1\n\n", _LATEX_TEXT.sub(r"\1", text))
    text = _LATEX_TABLE.sub(lambda table: f"\n\n{_latex_rows(table[2])}\n\n", text)
    text = re.sub(r"\\item\s*\[([^\[\]]*)\]", r"\n• \1: ", text)
    text = re.sub(r"\\item\s*", "\n• ", text)
    text = _LATEX_COMMAND.sub("", _LATEX_OTHER.sub("\n\n", _LATEX_BREAK.sub("\n", text)))
    return re.sub(r"(?<!\s)\s+(?=• )", "\n", text).strip("\n")


def _latex_rows(table: str) -> str:
    lines = ("\t".join(map(str.strip, row.split("&"))) for row in _LATEX_BREAK.split(table))
    return "\n".join(filter(str.strip, lines))


def _code_lines(value: re.Match[str]) -> str:
    """Write a list of code as rows, or as words if its name says so; other text as it is."""
    if _BETWEEN.sub("", value[2]) or len(_QUOTED.findall(value[2])) < 2:
        return value[0]
    rows = [[each[1:-1] for each in _QUOTED.findall(row)] for row in _ROW.findall(value[2])]
    rows = [row for row in rows if row]
    if len(rows) == 1 and ";" in value[2]:
        rows = [[each[1:-1] for each in _QUOTED.findall(row)] for row in value[2].split(";")]
    elif len(rows) == 1 and max(map(len, rows[0])) > 2:  # rows or words, not tiles
        rows = [[text] for text in rows[0]]
    heading = _heading(value[1] or "")
    return heading + "\n".join((", " if "Words" in heading else " ").join(row) for row in rows)


def _heading(name: str) -> str:
    return "\nWords:\n" if re.search("word|vocab|term", name.lower()) else "\n"


#: Signs of a notation, its pattern, and what is written instead; they are tried in this order.
_NOTATIONS: tuple[tuple[tuple[str, ...], re.Pattern[str], Callable[..., str] | str], ...] = (
    (("Input:", "]],"), _TASK, "\n"),
    (("//",), re.compile(r"(?m)(?<=[\"',])[^\S\n]+//[^\n]*$"), ""),
    (('" +', "' +"), re.compile(r"([\"'])\s*\+\s*\1"), ""),
    ((",\n", ";\n"), re.compile(r"(?m)(?<=[^\S\n]\w)[,;]+$"), ""),
    (("\\n",), _BREAKS, lambda rows: rows[2].replace("\\n", "\n")),
    (("`", "**"), _MARKED_LINE, r"\2"),
    (
        ("%w", "%W", "qw(", "qw/", ".split()"),
        _BLANKS,
        lambda row: json.dumps((row[1] or row[2]).split()),
    ),
    (("```",), re.compile(r"(?m)^```(?=\S\s\S)|(?<=\S)```[^\S\n]*$"), ""),
    (('"""', "'''", "`"), _NAMED_TEXT, lambda name: _heading(name[1]) + "\n```"),
    (('"""', "'''", "`"), _FENCE, ""),
    (("**", "__", "`", "~~", "||"), _BOLD, r"\2"),
    (("'", '"'), _VALUE, _code_lines),
    (
        ("'", '"'),
        _QUOTED_LINE,
        lambda line: "\n".join(each[1:-1] for each in _QUOTED.findall(line[0])),
    ),
    (("sep=", "SEP="), re.compile(r"(?i)\A\s*sep=[,;\t|](?:\n|\Z)"), ""),
    (("[1,]",), _R_MATRIX, ""),
    (("_", "(", "*"), _MARKED_ROW, lambda row: _MARKED_CELL.sub(r"\1", row[0])),
    (
        ("grid:", "puzzle:", "board:", "rows:", "letters:"),
        _YAML,
        lambda rows: re.sub(r"(?m)^\s*- |[\[\],]", "", rows[1]),
    ),
)


# --- clean text -----------------------------------------------------------------------------------


def apart(text: str) -> str:
    """Put blanks between joined letters, words beside rows below them, and a heading above words.

    >>> apart("C-A-T\\nD-O-G"), apart("2\\n3\\nCAT\\nDOG\\n1\\ncat").split("\\n\\n")
    ('C A T\\nD O G', ['2 3\\nCAT\\nDOG', 'Words:\\ncat'])
    """
    if "\\" in text:  # marks of tiles
        return text
    if '","' in text or '";"' in text or '"\t"' in text:
        text = _QUOTED_TILES.sub(lambda row: row[0].replace('"', ""), text)
    if text[:1].isdigit():
        text = _contest(text)
    if any(gap in text for gap in ("  ", "\t", ",,", ";;", "|")):
        text = below(text)
    if text[:1] in "*#@%" or "\n***" in text or "\n###" in text:
        text = _FRAME.sub(lambda frame: re.sub(r"(?m)^.|.$", "", frame[2]), text)
    if any(sign in text for sign in "-·•_~/*+.:") and _JOINED.search(text):
        rows = [*filter(str.strip, text.split("\n"))]
        joined = [row for row in rows if _JOINED.fullmatch(row)]
        signs = {*_SIGN.findall("\n".join(joined))}
        if (
            len(signs) == 1
            and len(joined) > 1
            and len({len(_SIGN.split(row)) for row in joined}) == 1
        ):
            if len(joined) == len(rows):
                return text.replace(signs.pop().strip(), " ")
            text = _JOINED.sub(lambda row: _SIGN.sub(" ", row[0]), text)
    return text


def _contest(text: str) -> str:
    """Read numbers of rows and columns on two lines, and a number of words that is right."""
    text = re.sub(r"\A1[^\S\n]*\n[^\S\n]*\n(?=\d)", "", text)  # the number of grids
    lines = [*map(str.strip, text.strip("\n").split("\n"))]
    sizes = [int(each) for each in lines[:2] if each.isdecimal() and len(each) < 9]
    if len(sizes) == 2 and {*map(len, lines[2 : 2 + sizes[0]])} == {sizes[1]}:
        lines[:2] = [" ".join(lines[:2])]
        text = "\n".join(lines)
    first = lines[0].partition(" ")[0]
    at = 1 + int(first) if first.isdecimal() and len(first) < 5 else len(lines)
    if lines[at : at + 1] == [str(len(lines) - at - 1)] != ["0"]:
        lines[at : at + 1] = ["", "Words:"]
        text = "\n".join(lines)
    return text
