"""Remove files of our own, and nothing else."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path

from ..errors import InputError
from .io import TEMPORARY, StrPath, cannot_write


def remove_own(
    folder: StrPath, own: Collection[str], *, keep: Collection[str] = (), dry_run: bool = False
) -> None:
    """Remove our own files from a folder, and the folder if nothing else is kept.

    `own` has the paths below the folder of what may be removed, in this order, so that the list of
    the others can come last; our temporary files may be, too. Nothing is removed if the folder has
    anything else, or with `dry_run`.

    Raises:
        InputError: the folder has other files, or one cannot be removed.
    """
    root = Path(folder)
    folders = {root / each for name in own for each in Path(name).parents}
    known = {root / name: place for place, name in enumerate(own)}
    kept = {root / name for name in keep}
    found = sorted(root.rglob("*"), key=lambda each: (-len(each.parts), known.get(each, -1)))
    for path in reversed(found):
        is_folder = path.is_dir() and not path.is_symlink()
        is_file = path in known or path in kept or path.name.endswith(TEMPORARY)
        if not (path in folders if is_folder else is_file):
            raise InputError(
                f"{str(folder)!r} holds {str(path.relative_to(root))!r}, which lexigrid did not "
                "write; move it away, or name another output",
                path=path,
            )
    if dry_run or not root.exists():
        return
    try:
        for path in [*found, *([] if kept.intersection(found) else [root])]:
            if path not in kept:
                (path.unlink if path not in folders else path.rmdir)()
    except FileNotFoundError:  # another process was removing them
        return
    except OSError as error:
        raise cannot_write(folder, error) from error
