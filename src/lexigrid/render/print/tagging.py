"""The structure of a PDF for screen readers: headings, lists, and grids with a description.

fpdf2 has only flat structure trees, and searches them for each new number; this tree has lists with
members, and counts.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from ..._util.io import import_extra
from .sheet import Role

#: The structure type of each role; decoration is not part of the structure.
_TYPES: dict[Role, str] = {
    "title": "/H1",
    "heading": "/H2",
    "text": "/P",
    "grid": "/Figure",
    "picture": "/Figure",
    "list": "/L",
}


class Tags:
    """Marks the content of a document while it is written."""

    def __init__(self, pdf: Any) -> None:
        self._pdf = pdf
        self._tree = import_extra("fpdf.structure_tree", "pdf", "PDF")
        self._new_element = _element_class()
        self._builder = self._tree.StructureTreeBuilder()
        # fpdf2 writes what its builder yields; `_Nested` also yields the members of lists.
        pdf.struct_builder = _Nested(self._builder)
        self._marks: dict[int, int] = {}

    @contextmanager
    def mark(self, role: Role, alt: str) -> Iterator[Any]:
        """Mark what is drawn inside as a part of the page, or decoration as an artifact."""
        if role == "decoration":
            self._pdf._out("/Artifact BMC")
            yield None
            self._pdf._out("EMC")
        elif role == "list":
            yield self._element("/L", None)
        else:
            with self._content(_TYPES[role], None, alt):
                yield None

    @contextmanager
    def member(self, parent: Any, alt: str = "") -> Iterator[None]:
        """Mark what is drawn inside as a member of a list, with a description of its picture."""
        with self._content("/LI", parent, alt):
            yield None

    @contextmanager
    def _content(self, kind: str, parent: Any, alt: str) -> Iterator[None]:
        page = self._pdf.page
        number = self._marks[page] = self._marks.get(page, -1) + 1
        body = self._element(kind, parent, alt)
        if kind == "/LI":
            body = self._element("/LBody", body)
        body.k.append(number)
        self._register(body)
        self._pdf._out(f"{body.s} <</MCID {number}>> BDC")
        yield
        self._pdf._out("EMC")

    def _element(self, kind: str, parent: Any, alt: str = "") -> Any:
        """Add an element below a parent, or below the document."""
        builder, page = self._builder, self._pdf.page
        above = builder.doc_struct_elem if parent is None else parent
        element = self._new_element(kind, above, [], page, alt=alt or None)
        element.pg = self._pdf.pages[page]
        above.k.append(element)
        return element

    def _register(self, element: Any) -> None:
        """Enter an element into the tree that maps a page's content to its elements."""
        builder, page = self._builder, self._pdf.page
        entry = builder.spid_per_page_number.setdefault(page, len(builder.spid_per_page_number))
        builder.struct_tree_root.parent_tree.nums[entry].append(element)
        self._pdf.pages[page].struct_parents = entry


def _element_class() -> Any:
    """Return fpdf2's class of elements, which writes each of thousands from a table."""
    base = import_extra("fpdf.structure_tree", "pdf", "PDF").StructElem

    class Element(base):  # type: ignore[misc,valid-type]
        __slots__ = ()

        def _build_obj_dict(self, _security_handler: Any = None) -> dict[str, str]:
            alt = {"/Alt": self.alt.serialize(_obj_id=self.id)} if self.alt else {}
            kids = "\n".join(str(each) if isinstance(each, int) else each.ref for each in self.k)
            rest = {"/P": self.p.ref, "/Pg": self.pg.ref, "/S": self.s, "/Type": self.type}
            return {**alt, "/K": f"[{kids}]", **rest}

    return Element


class _Nested:
    """A builder of fpdf2 whose elements can have members."""

    def __init__(self, builder: Any) -> None:
        self._builder = builder

    def __getattr__(self, name: str) -> Any:
        return getattr(self._builder, name)

    def __iter__(self) -> Iterator[Any]:
        root = self._builder.struct_tree_root
        yield root
        yield root.parent_tree
        waiting = [self._builder.doc_struct_elem]
        while waiting:
            element = waiting.pop()
            yield element
            waiting += (each for each in element.k if not isinstance(each, int))
