"""The `lexigrid` command, and `python -m lexigrid`: Ctrl-C ends it with status 130 from here on."""

# Without the enumerations of `signal`, which take milliseconds to import.
import _signal  # type: ignore[import-not-found]
import os
import sys


def main() -> None:
    """Run the command line."""
    # CPython reports Ctrl-C pressed while it examines the path of this script, and goes on.
    if getattr(sys, "last_type", None) is KeyboardInterrupt:
        os._exit(130)
    # Nothing is written during imports. With nohup the signal stays ignored.
    if _signal.getsignal(_signal.SIGINT) is _signal.default_int_handler:
        _signal.signal(_signal.SIGINT, lambda *_: os._exit(130))
    from .cli import main
    from .cli.interrupts import exit_soon_after_interrupts
    from .cli.status import INTERRUPTED

    exit_soon_after_interrupts()
    try:
        main(prog_name="lexigrid")
    except SystemExit as end:
        if end.code == INTERRUPTED:
            os._exit(INTERRUPTED)  # freeing a large answer takes long
        raise


if __name__ == "__main__":
    main()
