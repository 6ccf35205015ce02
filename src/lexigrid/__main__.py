"""The `lexigrid` command, and `python -m lexigrid`: Ctrl-C ends it with status 130 from here on."""

import os
import signal


def main() -> None:
    """Run the command line."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:  # not started with nohup
        signal.signal(signal.SIGINT, lambda *_: os._exit(130))  # nothing is written during imports
    from .cli import main

    main(prog_name="lexigrid")


if __name__ == "__main__":
    main()
