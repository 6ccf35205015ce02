"""Run notebooks in one kernel: `python run_notebooks.py FOLDER NOTEBOOK...` writes them to FOLDER.

This is a process of its own because Jupyter's clients leave sockets to the garbage collector.
"""

from __future__ import annotations

import sys
from pathlib import Path


def main(folder: Path, paths: list[Path]) -> None:
    import nbformat
    from jupyter_client.manager import KernelManager
    from nbclient import NotebookClient

    manager = KernelManager()
    manager.start_kernel(cwd=str(folder))
    try:
        for path in paths:
            notebook = nbformat.read(path, as_version=4)
            notebook.cells.insert(0, nbformat.v4.new_code_cell("%reset -f"))
            print(path.name, flush=True)
            NotebookClient(notebook, km=manager, timeout=None, startup_timeout=600).execute()
            nbformat.write(notebook, folder / path.name)
    finally:
        manager.shutdown_kernel(now=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]), [*map(Path, sys.argv[2:])])
