"""Write files whole or not at all, and read them within limits."""

from __future__ import annotations

import gc
import mmap
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import islice
from typing import TYPE_CHECKING, Any, BinaryIO

from .. import _core
from ..errors import InputError, LexigridError
from .limits import MAX_BYTES
from .lock import NO_FOLLOW, host_name, try_lock
from .validation import did_you_mean

if TYPE_CHECKING:
    from pathlib import Path

StrPath = str | os.PathLike[str]

#: File name endings of compressed files; the ending before gives the type of the content.
COMPRESSED = (".gz", ".xz", ".zst")
#: The ending of the names of temporary files.
TEMPORARY = ".lexigrid-tmp"
_PIECE_BYTES = 1 << 20
#: The most file names of a folder to compare with a missing one.
_MAX_NAMES = 2000
_swept: set[Path] = set()


@contextmanager
def atomic_write(path: StrPath) -> Iterator[BinaryIO]:
    """Open a file for writing that appears under its name only when all of it is written.

    The bytes go to a temporary file in the same folder, which is then renamed. Temporary files left
    there by killed processes are removed. A device or pipe cannot be replaced, and is written
    directly.

    >>> import pathlib, tempfile
    >>> path = pathlib.Path(tempfile.mkdtemp(), "words.txt")
    >>> with atomic_write(path) as file:
    ...     _ = file.write(b"oat")
    >>> path.read_bytes()
    b'oat'

    Raises:
        InputError: the folder or the file cannot be written.
    """
    from pathlib import Path  # slow

    try:
        target = Path(path).resolve()  # keeps a link, and writes the file it points to
        is_device = os.path.exists(path) and not os.path.isfile(path)  # a pipe has no real path
    except (OSError, RuntimeError, TypeError, ValueError) as error:  # RuntimeError: a looping link
        raise cannot_write(path, error) from error
    if is_device:
        try:
            with open(path, "wb") as device:
                yield device
        except OSError as error:
            raise cannot_write(path, error) from error
        return
    if target.parent not in _swept:
        _swept.add(target.parent)
        sweep(target.parent)
    try:
        descriptor, name = _create_temporary(target)
    except OSError as error:
        raise cannot_write(target, error) from error
    unfinished = Path(name)
    _core.add_unfinished(os.fsencode(name))
    try:
        with os.fdopen(descriptor, "wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        _set_default_mode(unfinished)
        unfinished.replace(target)
    except OSError as error:
        unfinished.unlink(missing_ok=True)
        raise cannot_write(target, error) from error
    except BaseException:
        unfinished.unlink(missing_ok=True)
        raise
    finally:
        _core.remove_unfinished(os.fsencode(name))


@contextmanager
def temporary_folder() -> Iterator[Path]:
    """Yield a folder for temporary files, which is removed at the end.

    Raises:
        InputError: they cannot be written.
    """
    import tempfile  # slow
    from pathlib import Path

    try:
        with tempfile.TemporaryDirectory(prefix="lexigrid-") as name:
            yield Path(name)
    except TimeoutError:  # of the caller's time limit, although it is an OSError
        raise
    except OSError as error:
        raise InputError(
            f"cannot write temporary files in {tempfile.tempdir!r}: {reason_of(error)}; make room "
            "there, or set TMPDIR to another folder"
        ) from error


def _create_temporary(target: Path) -> tuple[int, str]:
    """Create and lock a temporary file; return its descriptor and its path."""
    import tempfile  # slow

    while True:
        descriptor, name = tempfile.mkstemp(_ending(), f".{target.name[:99]}.", target.parent)
        try:
            is_locked = try_lock(descriptor)
        except OSError:  # a file system without locks, where nothing is swept
            is_locked = True
        if is_locked and os.path.exists(name):
            return descriptor, name
        os.close(descriptor)  # another process swept it before it was locked


def sweep(folder: StrPath) -> None:
    """Remove the temporary files of a folder that no process of this machine is writing."""
    with suppress(OSError):
        for entry in os.scandir(folder):
            if entry.name.startswith(".") and entry.name.endswith(_ending()):
                remove_abandoned(entry.path)


def _ending() -> str:
    # Has the machine's name, because locks on network folders may hold on one machine only.
    return f".{host_name()}{TEMPORARY}"


def remove_abandoned(path: str) -> None:
    """Remove a file unless a process holds its lock."""
    with suppress(OSError):
        descriptor = os.open(path, os.O_RDWR | NO_FOLLOW)
        try:
            is_abandoned = try_lock(descriptor)
            if is_abandoned and os.name != "nt":
                os.unlink(path)  # before the lock is released
        finally:
            os.close(descriptor)
        if is_abandoned and os.name == "nt":  # Windows cannot remove an open file
            os.unlink(path)


@contextmanager
def without_collections() -> Iterator[None]:
    """Search for no garbage while millions of values are made: it takes up to half of the time."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


def read_bytes(path: StrPath, most: int | None = None) -> bytes:
    """Read a file of at most `most` bytes, MAX_BYTES by default; "-" is standard input.

    Raises:
        InputError: it cannot be read, or is larger.
    """
    try:
        if path == "-":
            if sys.stdin is None:
                raise InputError("standard input is closed; name a file")
            return read_bounded(sys.stdin.buffer, name_of(path), most)
        name = os.fspath(path)  # refuses a number, which `open` takes for an open file
        if not isinstance(name, str):
            raise TypeError
        with open(name, "rb") as file:
            return read_bounded(file, name_of(path), most)
    except InputError:
        raise
    except (OSError, TypeError, ValueError) as error:  # a null character, or not a path
        raise cannot_read(path, error) from error


def name_of(path: StrPath) -> str:
    """Return the name of a file for messages."""
    return "standard input" if path == "-" else repr(str(path))


def read_bounded(file: Any, name: str, most: int | None = None) -> bytes:
    """Read an open file to its end, as `read_bytes` does; `name` is for the message.

    Raises:
        InputError: it is larger.
    """
    # In pieces, so that Ctrl-C works on a device that never ends, and a small compressed file does
    # not fill memory.
    bound = MAX_BYTES if most is None else most
    pieces: list[bytes] = []
    size = 0
    while piece := file.read(_PIECE_BYTES):
        pieces.append(piece)
        size += len(piece)
        if size > bound:
            raise InputError(f"{name} has more than {bound} bytes, which is the limit")
    return b"".join(pieces)


def decompress(path: StrPath, data: bytes, ending: str) -> bytes:
    """Decompress the bytes of a `.gz`, `.xz` or `.zst` file to at most MAX_BYTES.

    Raises:
        InputError: the bytes are damaged, too many, or `.zst` without pyarrow.
    """
    import gzip
    import io
    import lzma
    import zlib

    if ending == ".zst":
        arrow = import_extra("pyarrow", "arrow", f"{str(path)!r}", "use a .gz or .xz file")
    try:
        if ending == ".zst":
            file: Any = arrow.CompressedInputStream(arrow.BufferReader(data), "zstd")
        else:
            file = (gzip.open if ending == ".gz" else lzma.open)(io.BytesIO(data))
        with io.BufferedReader(file) as reader:  # what pyarrow's own `read` holds leaks at an error
            return read_bounded(reader, f"{str(path)!r}, decompressed,")
    except (OSError, EOFError, lzma.LZMAError, zlib.error) as error:
        raise InputError(f"cannot decompress {str(path)!r}: {error}", path=path) from error


def read_or_map(path: StrPath, *, map_from: int | None = None) -> bytes | mmap.mmap:
    """Read a whole file, or map it read-only if it has at least `map_from` bytes.

    If a mapped file is shortened, reading its missing bytes ends the process.

    Raises:
        InputError: it cannot be read.
    """
    try:
        with open(os.fspath(path), "rb") as file:
            size = os.fstat(file.fileno()).st_size
            if map_from is None or size < map_from:
                return file.read(size)  # a device has size 0
            return mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    except (OSError, TypeError, ValueError) as error:
        raise cannot_read(path, error) from error


def decode_utf8(data: bytes, name: str, error_type: type[LexigridError], remedy: str) -> str:
    """Decode UTF-8 text without its byte order mark; `name` and `remedy` are for the message.

    Raises:
        error_type: the text is not UTF-8; the message and `offset` give the byte.
    """
    try:
        return data.decode("utf-8").removeprefix("\ufeff")
    except UnicodeDecodeError as error:
        at = error.start
        message = f"byte {at} is {data[at]:#04x}, which is not UTF-8; {remedy}"
        raise error_type(f"{name}: {message}" if name else message, offset=at) from error


def file_exists(path: str, detail: str = "") -> InputError:
    """Return the error for an output that exists, and may be replaced only if that is wished."""
    return InputError(
        f"the output {path!r} already exists{detail}; name another, or give --overwrite to "
        "replace it",
        path=path,
    )


def check_output(path: Any, name: str = "the output") -> str:
    """Return the path of an output as text; a misspelled path makes no new folders.

    Raises:
        InputError: it is not the path of a file, or its folder does not exist.
    """
    found = check_path(path, name)
    if not os.path.basename(found):
        raise InputError(f"cannot write {found!r}: it is a folder, expected a file", path=found)
    folder = os.path.dirname(os.path.realpath(found))
    if not os.path.isdir(folder):
        raise InputError(
            f"cannot write {found!r}: there is no folder {folder!r}; make it first", path=found
        )
    return found


def check_path(path: Any, name: str = "the path") -> str:
    """Return a path as text; `name` is for the message.

    Raises:
        InputError: it is not a path.
    """
    try:
        found = os.fsdecode(path)
        os.fsencode(found)  # refuses half a surrogate pair
        if found and "\0" not in found:
            return found
        error = None
    except (TypeError, UnicodeEncodeError) as cause:
        error = cause
    raise InputError(f"{name} is {path!r}, expected the path of a file") from error


def import_extra(module: str, extra: str, purpose: str, otherwise: str = "") -> Any:
    """Import an optional package; the message names its `purpose` and what to do `otherwise`.

    Raises:
        InputError: it is not installed; the message says how to install the extra.
    """
    from importlib import import_module

    try:
        return import_module(module)
    except ImportError as error:
        name = error.name or module
        remedy = f"pip install 'lexigrid[{extra}]'{', or ' if otherwise else ''}{otherwise}"
        raise InputError(f"{purpose} needs {name}, which is not installed; {remedy}") from error


def cannot_read(path: StrPath, error: Exception) -> InputError:
    """Return the error for a file that cannot be read."""
    if isinstance(error, FileNotFoundError | IsADirectoryError):
        return no_file(path)
    return InputError(f"cannot read {str(path)!r}: {reason_of(error)}", path=path)


def no_file(path: StrPath, what: str = "") -> InputError:
    """Return the error for a path without a file; `what` says what was to be read from it.

    >>> import pathlib, tempfile
    >>> folder = pathlib.Path(tempfile.mkdtemp())
    >>> (folder / "birds.txt").touch()
    >>> str(no_file(folder / "brids.txt", "words from ")).replace(str(folder), "home")
    "cannot read words from 'home/brids.txt': no such file in 'home'; did you mean 'birds.txt'?"
    """
    path = os.fspath(path)
    folder = os.path.dirname(os.path.abspath(path))
    if not path:
        reason = "the name is empty"
    elif os.path.isdir(path):
        reason = "it is a folder, expected a file"
    elif os.path.islink(path):
        reason = "it is a link that leads to no file"
    elif os.path.isdir(folder):
        reason = f"no such file in {folder!r}{similar_file(path)}"
    else:
        reason = f"no such file, and no folder {folder!r}"
    return InputError(f"cannot read {what}{path!r}: {reason}", path=path)


def similar_file(path: StrPath) -> str:
    """Return the end of an error message that suggests a file of the same folder, or ""."""
    folder, name = os.path.split(os.path.abspath(os.fsdecode(path)))
    with suppress(OSError), os.scandir(folder) as entries:
        names = [entry.name for entry in islice(entries, _MAX_NAMES) if entry.name != name]
        # Names with only the suffix in common are not similar.
        stem, _ = os.path.splitext(name)
        alike = [each for each in names if did_you_mean(stem, [os.path.splitext(each)[0]])]
        return did_you_mean(name, alike)
    return ""


def cannot_write(path: StrPath, error: Exception) -> InputError:
    """Return the error for a file that cannot be written."""
    return InputError(f"cannot write {str(path)!r}: {reason_of(error)}", path=path)


def reason_of(error: Exception) -> str:
    """Return why a file cannot be used, in plain words."""
    if isinstance(error, TypeError):
        return "expected the path of a file"
    return getattr(error, "strerror", None) or str(error)


def _set_default_mode(path: Path) -> None:
    """Give a temporary file, which is private, the mode of a new file."""
    mask = os.umask(0)
    os.umask(mask)
    path.chmod(0o666 & ~mask)
