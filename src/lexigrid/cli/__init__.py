"""The command line; the module of a command is imported only when the command is called.

Answers go to standard output. An error is one line on standard error, never a traceback.
"""

TYPE_CHECKING = False  # as in typing, which is slow to import
if TYPE_CHECKING:
    from .group import main

__all__ = ["main"]


def __getattr__(name: str) -> object:
    """Import `main`, and click with it, when it is used: the summary needs neither."""
    if name == "main":
        from .group import main

        return main
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
