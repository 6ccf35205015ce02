"""Every public name, and every public attribute of the public classes, is described."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterator
from typing import Any

import pytest

from generated import public_names
from lexigrid._util.options import Options, options_of

PUBLIC: dict[str, Any] = public_names()
CLASSES = {name: value for name, value in PUBLIC.items() if inspect.isclass(value)}


def described_fields(kind: type) -> Iterator[str]:
    """Yield the fields of a class that a string below or a comment `#:` above describes."""
    source = inspect.getsource(inspect.getmodule(kind) or kind).splitlines()
    (body,) = (
        node.body
        for node in ast.walk(ast.parse("\n".join(source)))
        if isinstance(node, ast.ClassDef) and node.name == kind.__name__
    )
    for field, below in zip(body, [*body[1:], None], strict=True):
        match field:
            case ast.AnnAssign(target=ast.Name(id=name)) | ast.Assign(targets=[ast.Name(id=name)]):
                is_text = isinstance(below, ast.Expr) and isinstance(below.value, ast.Constant)
                if is_text or source[field.lineno - 2].strip().startswith("#:"):
                    yield name
            case ast.FunctionDef(name=name) if ast.get_docstring(field):
                yield name


def test_every_public_name_is_described() -> None:
    assert [name for name, value in PUBLIC.items() if callable(value) and not value.__doc__] == []


@pytest.mark.parametrize("name", CLASSES)
def test_every_public_attribute_is_described(name: str) -> None:
    kind = CLASSES[name]
    own = [each for each in kind.__mro__ if each.__module__.startswith("lexigrid")]
    described = {field for each in own for field in described_fields(each)}
    if issubclass(kind, Options):
        described |= {name for name, own_option in options_of(kind).items() if own_option.help}
    public = {field for each in own for field in vars(each) if not field.startswith("_")}
    assert sorted(public - described) == []
