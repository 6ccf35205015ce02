"""`python -m lexigrid`: the command line.

Knows the command line only.
Rule: it is the same program as the `lexigrid` command, in name too.
"""

from .cli import main

if __name__ == "__main__":
    main(prog_name="lexigrid")
