"""The memory of the machine, and what each part of the server may have of it."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

MIB = 2**20

SERVER_BYTES = 384 * MIB
"""The server with the answers that it keeps, and the process that all others are copies of (310 MiB, measured)."""

BODIES_BYTES = 64 * MIB
"""Bodies of requests in memory, until they are answered."""

PROCESS_BYTES = 120 * MIB
"""A process that computes, without shared pages: 42 MiB at its start, and its growth before it is replaced."""

OTHER_PROCESSES = 2
"""Processes beside those that evaluate and those that read files: for batches, and for reports."""

FILE_BYTES = 1024 * MIB
"""Reading the largest file that is sent over HTTP, a workbook of 64 MiB (616 MiB for one of 41, measured)."""

_LEAST_FILE_BYTES, _MOST_FILE_BYTES = 256 * MIB, 2048 * MIB
_SECOND_FILE_FROM = 4096 * MIB
_SPOOLED_BYTES = 4096 * MIB
_LEAST_SPOOLED_IN_MEMORY = 128 * MIB
_SPOOLED_SHARE_OF_MEMORY = 8

_UNLIMITED = 2**60


def available_memory(root: Path = Path("/")) -> int | None:
    """Bytes that this process and those that it starts may have; None where the system does not say.

    That is the memory of the machine, or less where a control group (version 1 or 2) limits it, as containers do.

    Args:
        root: where the file system of the machine begins.
    """
    limits = [each for each in _limits(root) if each < _UNLIMITED]
    with suppress(AttributeError, ValueError, OSError):
        limits.append(os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE"))
    return min(limits, default=None)


def _limits(root: Path) -> Iterator[int]:
    """The limits of the control groups that this process is in, and of those around them."""
    try:
        lines = (root / "proc/self/cgroup").read_text().splitlines()
    except OSError:
        return
    for line in lines:
        _, controllers, group = line.split(":", 2)
        if controllers and "memory" not in controllers.split(","):
            continue
        mounted, name = ("memory", "memory.limit_in_bytes") if controllers else ("", "memory.max")
        place = PurePosixPath(group)
        # In a container its own group may be mounted as the root of all.
        for each in (place, *place.parents):
            try:
                yield int((root / "sys/fs/cgroup" / mounted / str(each).lstrip("/") / name).read_text())
            except (OSError, ValueError):
                continue


def is_memory(folder: Path, root: Path = Path("/")) -> bool:
    """Whether files in a folder take memory: whether it is on a tmpfs."""
    try:
        lines = (root / "proc/self/mounts").read_text().splitlines()
    except OSError:
        return False
    kinds = {fields[1]: fields[2] for line in lines if len(fields := line.split()) > 2}
    at = folder.resolve()
    return next((kinds[str(each)] for each in (at, *at.parents) if str(each) in kinds), "") in ("tmpfs", "ramfs")


def folder_of_large_bodies() -> Path:
    """Where large bodies are written: the folder for temporary files, or that for large ones where it takes memory."""
    usual, on_disk = Path(tempfile.gettempdir()), Path("/var/tmp")
    if "TMPDIR" not in os.environ and is_memory(usual) and os.access(on_disk, os.W_OK) and not is_memory(on_disk):
        return on_disk
    return usual


@dataclass(frozen=True, slots=True)
class Allotment:
    """What each part of the server may have.

    Attributes:
        evaluations: processes that evaluate.
        files: files that are read at the same time.
        file_bytes: memory that reading one file may take.
        bodies_bytes: bytes of bodies in memory.
        spooled_bytes: bytes of large bodies on disk, and of what they unpack to.
        is_scarce: whether this is more than there is.
    """

    evaluations: int
    files: int
    file_bytes: int
    bodies_bytes: int
    spooled_bytes: int
    is_scarce: bool = False


def allotted(
    memory: int | None,
    cores: int,
    *,
    evaluations: int | None = None,
    files: int | None = None,
    jobs: int = 0,
    disk_bytes: int | None = None,
) -> Allotment:
    """What each part of the server may have: memory = server + bodies + processes + files + what is spooled to memory.

    By default one more evaluation than cores at the same time, if there is memory for them: one caller has all places
    but one, so that another one finds one, and all cores work for who is alone.

    Args:
        memory: bytes that there are; None where that is not known.
        cores: cores that there are.
        evaluations: processes that evaluate, where somebody has decided; 0 for threads of the server.
        files: files that are read at the same time, where somebody has decided.
        jobs: processes that compute jobs; what they take is not there for files.
        disk_bytes: bytes that are free where large bodies are written; None where that is memory, too.

    >>> small = allotted(2048 * MIB, cores=8, disk_bytes=50_000 * MIB)
    >>> small.evaluations, small.files, small.file_bytes // MIB, small.spooled_bytes // MIB
    (2, 1, 1120, 4096)
    >>> large = allotted(32_768 * MIB, cores=8, disk_bytes=1_000 * MIB)
    >>> large.evaluations, large.files, large.file_bytes // MIB, large.spooled_bytes // MIB
    (9, 2, 2048, 500)
    """
    if memory is None:
        memory = _SECOND_FILE_FROM
    if disk_bytes is None:
        spooled = max(_LEAST_SPOOLED_IN_MEMORY, min(_SPOOLED_BYTES, memory // _SPOOLED_SHARE_OF_MEMORY))
    else:
        spooled = min(_SPOOLED_BYTES, disk_bytes // 2)
    fixed = SERVER_BYTES + BODIES_BYTES + (spooled if disk_bytes is None else 0)
    if files is None:
        files = 1 if memory < _SECOND_FILE_FROM else 2
    if evaluations is None:
        room = memory - fixed - files * FILE_BYTES - OTHER_PROCESSES * PROCESS_BYTES
        evaluations = max(1, min(cores + 1, room // PROCESS_BYTES))
    # Threads of the server are no processes.
    processes = evaluations + OTHER_PROCESSES + jobs if evaluations else 0
    left = (memory - fixed - processes * PROCESS_BYTES) // files
    return Allotment(
        evaluations=evaluations,
        files=files,
        file_bytes=max(_LEAST_FILE_BYTES, min(_MOST_FILE_BYTES, left)),
        bodies_bytes=BODIES_BYTES,
        spooled_bytes=spooled,
        is_scarce=left < _LEAST_FILE_BYTES,
    )
