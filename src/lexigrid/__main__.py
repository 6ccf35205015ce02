"""The `lexigrid` command and `python -m lexigrid`. From here on, Ctrl-C exits with status 130."""

# Not `signal`, which takes milliseconds to build its enumerations.
import _signal  # type: ignore[import-not-found]
import gc
import os
import sys

from .cli.summary import HELP_NAMES, print_summary

#: The exit status of a program that a signal ended is this and its number.
_SIGNALLED = 128


def main() -> None:
    """Run the command line."""
    # CPython only reports a Ctrl-C pressed while it examines the path of this script.
    if getattr(sys, "last_type", None) is KeyboardInterrupt:
        os._exit(130)
    # Imports write nothing, so exiting at once is safe. Under nohup the signal stays ignored.
    if _signal.getsignal(_signal.SIGINT) is _signal.default_int_handler:
        _signal.signal(_signal.SIGINT, lambda *_: os._exit(130))
    is_plain = sys.argv[1:] in ([], *([name] for name in HELP_NAMES))
    if is_plain and "_LEXIGRID_COMPLETE" not in os.environ and print_summary():
        return
    gc.disable()  # imports leave no garbage to search for; `get_command` enables it
    from .cli import main
    from .cli.interrupts import exit_soon_after_interrupts
    from .cli.status import INTERRUPTED

    try:
        exit_soon_after_interrupts()
        main(prog_name="lexigrid")
    except KeyboardInterrupt:  # before or after the command
        os._exit(INTERRUPTED)
    except SystemExit as end:
        if isinstance(end.code, int) and end.code > _SIGNALLED:
            os._exit(end.code)  # freeing a large answer takes a long time
        gc.freeze()  # or the interpreter searches all modules for garbage: 10 % of a short command
        raise


if __name__ == "__main__":
    main()
