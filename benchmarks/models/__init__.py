"""The models of work: how their inputs are prepared, and the engines that answer.

The first part of the name of a model is its module here. A module has `prepare`, which adds the
input to a case or returns None if a requirement is missing, and `ENGINES` by name. An engine
prepares a case and returns the call to time, or times itself and returns what it `Measured`. A
module may have its own `check` of what the engines answer.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any, NotRequired, TypedDict

Case = dict[str, Any]
#: A prepared call, to be timed repeatedly; it returns the answer.
Answer = Callable[[], Any]


class Measured(TypedDict):
    """An answer, and the seconds of each repetition; the statuses of many questions."""

    answer: Any
    seconds: list[float]
    statuses: NotRequired[str]


Engine = Callable[[Case], Answer | Measured]


def model_of(case: Case) -> Any:
    """Return the module of the model of a case."""
    return import_module(f"models.{case['model'].partition('/')[0]}")


def check_equal(case: Case, measured: Mapping[str, Measured]) -> None:
    """Raise an error if the answers of the engines differ."""
    answers = {engine: each["answer"] for engine, each in measured.items()}
    distinct = {
        str(answer)
        for engine, answer in answers.items()
        if engine != "memchr" and answer != "undetermined"
    }
    if case.get("compare", True) and len(distinct) != 1:
        raise RuntimeError(f"{case['name']}: the answers differ: {answers}")
