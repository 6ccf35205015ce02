"""The schemas of answers for the OpenAPI document.

A model is written as its fields: `count: whole, paths?: [path], words: [Word]`. A mark `?` means
that a field may be left out, and `|null` that it may be null. Answers may get more fields, so that
no model forbids others.
"""

from __future__ import annotations

import re
from typing import Any

#: The path of a schema of the document.
REF = "#/components/schemas/"
_CELL = {"type": "array", "items": {"type": "integer"}, "minItems": 2, "maxItems": 2}
_FACE = {"type": ["string", "null"]}
_TYPES: dict[str, dict[str, Any]] = {
    "text": {"type": "string"},
    "whole": {"type": "integer"},
    "number": {"type": "number"},
    "flag": {"type": "boolean"},
    "any": {},
    "map": {"type": "object", "additionalProperties": True},
    "cell": _CELL,
    "path": {"type": "array", "items": _CELL},
    "rows": {"type": "array", "items": {"type": "array", "items": _FACE}},
    "counts": {"type": "array", "items": {"type": "array", "items": {"type": "integer"}}},
}
_SEARCH = "rows: whole, columns: whole, notes?: [text]"
#: The documents of the API, by the name of their format.
_DOCUMENTS = {
    "server": "release: text, limits: map, lexicons: [Listed], dice: [Listed], "
    "themes: [text], masks: [text], scorings: [text], options: map",
    "paths": f"{_SEARCH}, count: whole, total?: whole, score: whole, complete: flag, "
    "words?: [FoundWord]",
    "lines": f"{_SEARCH}, count: whole, total?: whole, occurrences?: [PlacedWord], "
    "missing?: [text], complete: flag",
    "trace": f"{_SEARCH}, answers: [TracedWord]",
    "covers": f"{_SEARCH}, count: whole, complete: flag, covers: [Cover], hints?: [map]",
    "judge": "lexicon: text, language: text|null, answers: [JudgedWord]",
    "photo": "rows: rows, confidence: [[number]], doubtful: [map], cells: [[[number]]], "
    "width: whole, height: whole, dice: flag, words: [text], unplaced: [text], warnings: [text]",
    "puzzle": "title: text, rows: rows, alphabet: any, language: text|null, words: [PlacedWord], "
    "secret: [PlacedWord], kind?: text, spanning?: text, topology?: text, directions: [text], "
    "message: text, seed: any, code: text|null, difficulty?: map|null, missing: [map], "
    "notes: [text], right_to_left: flag",
    "check": "valid: flag, words: whole, faults: [map], notes: [text]",
    "roll": "dice: text, lexicon: text, boards: [RolledBoard]",
    "contest": "id: text, number: whole, stage: text, left: whole|null, seconds: whole|null, "
    "rules: map, visible: flag, rows: rows|null, seats: [Player], you: whole|null, "
    "words: [ScoredWord], present: [whole], hosts: [whole], rematch: text|null",
    "seat": "seat: whole, ticket: text, game: Contest",
    "verdict": "number: whole, at: whole, word: text, reason: text, points: whole, letters: whole, "
    "path: path, traced: whole, prefix: text, key: text|null",
    "hint": "number: whole, clue: text, start: cell",
    "events": "events: [Event], snapshot?: Contest",
    "review": "id: text, seed: text, dice: text, rows: rows, seats: [Player], words: [ScoredWord]",
}
_PARTS = {
    "Problem": "type: text, title: text, status: whole, detail: text, field?: text, "
    "errors?: [Fault]",
    "Fault": "pointer: text, detail: text, least?: number, most?: number",
    "Listed": "name: text, title?: text, words?: whole, fingerprint?: text, has_bands?: flag, "
    "size?: [whole], offered?: flag, usual?: flag, min_length?: whole, scoring?: text",
    "FoundWord": "word: text, score: whole, paths?: [path], commonness?: text|null",
    "TracedWord": "word: text, status: text, count: whole, complete: flag, paths: [path]",
    "Cover": "words: [PlacedWord], spanning: [text]",
    "PlacedWord": "word: text, start?: cell|null, end?: cell|null, direction?: text|null, "
    "cells?: path, path?: path",
    "JudgedWord": "word: text, is_word: flag, commonness: text|null, on_board: flag|null, "
    "reason: text|null, points: whole|null, path: path|null, base: text|null, "
    "part: text|null, gloss: text|null",
    "RolledBoard": "seed: text, rows: rows, words: whole, score: whole, longest: whole, met: flag, "
    "required?: [PlacedWord], begin?: counts, use?: counts",
    "Player": "name: text, level: whole|null, points: whole|null, found: whole|null, "
    "cancelled: whole|null, wrong: whole, hints: whole, left: flag",
    "ScoredWord": "word: text, points: whole, path: path, at?: whole, commonness?: text|null, "
    "common?: flag, seats?: [whole]",
    "Event": "number: whole, kind: text, left: whole|null, seat?: whole, counts?: Player, "
    "rows?: rows, seats?: [Player], word?: text, reason?: text, points?: whole, letters?: whole, "
    "path?: path, traced?: whole, prefix?: text, "
    "at?: whole, key?: text|null, clue?: text, start?: cell",
}


def schemas() -> dict[str, Any]:
    """Return the schemas by name."""
    parts = {name: _model(fields) for name, fields in _PARTS.items()}
    parts["Problem"]["additionalProperties"] = True  # the facts of the error
    for name, fields in _DOCUMENTS.items():
        model = parts[model_of(name)] = _model(f"format: text, version: whole, {fields}")
        model["properties"]["format"] = {"const": f"lexigrid/{name}", "type": "string"}
    return parts


def model_of(name: str) -> str:
    """Return the name of the model of a document.

    >>> model_of("paths")
    'Paths'
    """
    return name.capitalize()


def _model(fields: str) -> dict[str, Any]:
    found = re.findall(r"(\w+)(\??): ([\w\[\]|]+)", fields)
    return {
        "type": "object",
        "required": [name for name, is_optional, _ in found if not is_optional],
        "properties": {name: _schema(kind) for name, _, kind in found},
    }


def _schema(kind: str) -> dict[str, Any]:
    kind, _, null = kind.partition("|")
    if kind.startswith("["):
        schema: dict[str, Any] = {"type": "array", "items": _schema(kind[1:-1])}
    else:
        schema = dict(_TYPES[kind]) if kind in _TYPES else {"$ref": f"{REF}{kind}"}
    if not null:
        return schema
    if "type" in schema:
        return schema | {"type": [schema["type"], "null"]}
    return {"anyOf": [schema, {"type": "null"}]}
