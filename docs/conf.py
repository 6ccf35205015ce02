"""The Sphinx configuration of the site, which `make docs` builds in build/docs."""

import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))

import lexigrid
from generated import fill
from lexigrid._util.sequences import LazySequence

MADE_BY_LEXIGRID = (LazySequence, lexigrid.types.Cursor, lexigrid.LexigridError)

project = "lexigrid"
author = "the authors of lexigrid"
copyright = "the authors of lexigrid"
version = release = lexigrid.__version__

extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx.ext.napoleon",
    "sphinx_copybutton",
]
default_role = "py:obj"
nitpicky = False

myst_enable_extensions = ["attrs_inline", "colon_fence"]
myst_heading_anchors = 3

add_module_names = False
autodoc_member_order = "bysource"
autodoc_typehints_format = "short"
autodoc_default_options = {"members": True}
autodoc_preserve_defaults = True
python_maximum_signature_line_length = 88
toc_object_entries_show_parents = "hide"

html_theme = "furo"
html_title = f"lexigrid {release}"
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_show_sphinx = False
html_copy_source = False
highlight_language = "text"
pygments_style = "friendly"
pygments_dark_style = "github-dark"

copybutton_prompt_text = r">>> |\.\.\. |\$ "
copybutton_prompt_is_regexp = True
copybutton_only_copy_prompt_lines = True
copybutton_line_continuation_character = "\\"


def hide_signature(_app: Any, kind: str, _name: str, value: Any, *_: Any) -> Any:
    """Hide the constructor arguments of classes that only lexigrid creates: results and errors."""
    if kind == "class" and issubclass(value, MADE_BY_LEXIGRID):
        return "", None
    return None


def setup(app: Any) -> None:
    """Fill in the generated parts of pages."""
    app.connect("source-read", lambda _app, _page, source: source.append(fill(source.pop())))
    app.connect("autodoc-process-signature", hide_signature)
