"""`python -m lexigrid` is the `lexigrid` command."""

from .cli import main

if __name__ == "__main__":
    main(prog_name="lexigrid")
