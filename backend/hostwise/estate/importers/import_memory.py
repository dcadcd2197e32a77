"""A limit on the memory that reading may take, for processes that do nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from hostwise.tables.problems import UnreadableFile

with suppress(ImportError):  # Windows has none
    import resource

_OF_THIS_PROCESS = Path("/proc/self/statm")


@contextmanager
def bounded_memory(extra_bytes: int) -> Iterator[None]:
    """Let this process take only so much more memory than it has, for as long as the block runs.

    Only for processes that may die: where a library written in another language gets no memory, it ends the process.
    The caller then reports that the file is too large. Where the system has no such limit (Windows,
    macOS), nothing happens.

    Args:
        extra_bytes: how much more address space than at the beginning, bytes.

    Raises:
        UnreadableFile: `out_of_memory`, if the limit is met in Python.
    """
    if not _OF_THIS_PROCESS.exists():
        yield
        return
    before, most = resource.getrlimit(resource.RLIMIT_AS)
    taken = int(_OF_THIS_PROCESS.read_text().split()[0]) * resource.getpagesize()
    wanted = taken + extra_bytes
    for limit in (before, most):
        if limit != resource.RLIM_INFINITY:
            wanted = min(wanted, limit)
    resource.setrlimit(resource.RLIMIT_AS, (wanted, most))
    try:
        yield
    except MemoryError as error:
        raise UnreadableFile(
            "out_of_memory",
            f"The file needs more than {extra_bytes // 2**20:,} MiB of memory. Export fewer tabs, or one file for each "
            "cluster.",
        ) from error
    finally:
        resource.setrlimit(resource.RLIMIT_AS, (before, most))
