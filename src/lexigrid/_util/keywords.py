"""Misspelled keyword arguments: what Python says of them itself from version 3.13 on."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from functools import wraps
from typing import Any

_UNEXPECTED = re.compile(r"unexpected keyword argument '(\w+)'$")


def suggesting(public: Any) -> Any:
    """Return a public function, or class, whose TypeErrors suggest the parameter that was meant.

    >>> def find(*, limit: int = 0) -> None: ...
    >>> suggesting(find)(limt=3)
    Traceback (most recent call last):
    TypeError: ...find() got an unexpected keyword argument 'limt'. Did you mean 'limit'?
    """
    if sys.version_info >= (3, 13):
        return public
    if not isinstance(public, type):
        if hasattr(public, "__code__"):
            public = _wrap(public)
            setattr(sys.modules[public.__module__], public.__name__, public)  # for pickles
        return public
    for name, member in [*vars(public).items()]:
        if name == "__init__" and hasattr(member, "__code__"):
            setattr(public, name, _wrap(member))
        elif isinstance(member, classmethod) and not name.startswith("_"):
            setattr(public, name, classmethod(_wrap(member.__func__)))
    return public


def _wrap(function: Callable[..., Any]) -> Callable[..., Any]:
    if not function.__kwdefaults__ and not function.__defaults__:
        return function

    @wraps(function)
    def call(*arguments: Any, **named: Any) -> Any:
        try:
            return function(*arguments, **named)
        except TypeError as error:
            found = _UNEXPECTED.search(str(error))
            is_own = error.__traceback__ is not None and error.__traceback__.tb_next is None
            if not is_own or found is None:
                raise
            raise TypeError(f"{error}{_suggestion(function, found[1])}") from None

    return call


def _suggestion(function: Callable[..., Any], name: str) -> str:
    from inspect import signature

    from .validation import did_you_mean

    hint = did_you_mean(name, signature(function).parameters)
    return f". D{hint[3:]}" if hint else ""
