"""Remove files of our own, and nothing else."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator

from ..errors import InputError
from .io import TEMPORARY, StrPath, cannot_write


def remove_own(
    folder: StrPath, own: Collection[str], *, keep: Collection[str] = (), dry_run: bool = False
) -> None:
    """Remove our own files from a folder, and the folder if nothing else is kept.

    `own` has the paths below the folder of what may be removed; our temporary files may be, too.
    They are removed in this order, so that the list of the others can come last. Nothing is removed
    if the folder has anything else, or with `dry_run`.

    >>> import pathlib, tempfile
    >>> folder = pathlib.Path(tempfile.mkdtemp())
    >>> for name in ("part-1.csv", "notes.txt"):
    ...     (folder / name).touch()
    >>> remove_own(folder, ["part-1.csv"])  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    lexigrid.errors.InputError: '...' holds 'notes.txt', which lexigrid did not write; ...
    >>> sorted(path.name for path in folder.iterdir())
    ['notes.txt', 'part-1.csv']

    Raises:
        InputError: the folder has other files, or one cannot be removed.
    """
    root = os.fspath(folder)
    if not os.path.isdir(root):
        return
    places = {name: place for place, name in enumerate(own)}
    found = dict(_walk(root, ""))
    for name, is_folder in found.items():
        if is_folder:
            is_own = any(each.startswith(f"{name}/") for each in own)
        else:
            is_own = name in places or name in keep or name.endswith(TEMPORARY)
        if not is_own:
            raise InputError(
                f"{root!r} holds {name!r}, which lexigrid did not write; move it away, or name "
                "another output",
                path=os.path.join(root, name),
            )
    if dry_run:
        return
    try:
        for name in sorted(found, key=lambda each: (-each.count("/"), places.get(each, -1))):
            if name not in keep:
                (os.rmdir if found[name] else os.unlink)(os.path.join(root, name))
        if not any(name in keep for name in found):
            os.rmdir(root)
    except FileNotFoundError:  # another process was removing them
        return
    except OSError as error:
        raise cannot_write(root, error) from error


def _walk(root: str, folder: str) -> Iterator[tuple[str, bool]]:
    """Yield the paths below a folder, and whether each is a folder."""
    with os.scandir(os.path.join(root, folder)) as entries:
        for entry in entries:
            name, is_folder = f"{folder}{entry.name}", entry.is_dir(follow_symlinks=False)
            yield name, is_folder
            if is_folder:
                yield from _walk(root, f"{name}/")
