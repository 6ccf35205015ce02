"""The pages as files: a site that needs no server, and the files that a server sends."""

from .build import build_site, find_core, mark_of
from .files import PAGES, POLICY, STATIC, list_static, read_static
from .write import write_site

__all__ = [
    "PAGES",
    "POLICY",
    "STATIC",
    "build_site",
    "find_core",
    "list_static",
    "mark_of",
    "read_static",
    "write_site",
]
