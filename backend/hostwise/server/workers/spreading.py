"""Work in parts, spread over processes: of this machine, or of a Dask cluster.

What spreads is called as `map` is, and gives the answers in the order of the parts as soon as they are there. A process
that dies takes nothing with it: what it computed or had computed is computed again.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import CancelledError
from contextlib import AbstractContextManager, contextmanager
from functools import partial
from importlib import import_module
from typing import Any

from hostwise.engine.space import ParallelMap
from hostwise.server.workers.processes import PRELOADED, ProcessEnded, Workers

__all__ = ["ClusterUnavailable", "ParallelMap", "spreading"]

_CONNECT_SECONDS, _WORKER_SECONDS = 10, 60


class ClusterUnavailable(Exception):
    """The Dask cluster cannot be used, or is there no more."""


class _Differs(Exception):
    """A worker of the cluster has another Hostwise."""


def spreading(
    scheduler: str | None, processes: int, begin: Callable[[], None], version: Callable[[], str]
) -> AbstractContextManager[ParallelMap]:
    """What spreads work while the block lasts; work and parts must be picklable.

    Args:
        scheduler: address of the scheduler of a Dask cluster; without it processes of this machine.
        processes: how many of them.
        begin: what each of them does first.
        version: what must be the same here and in every process of the cluster.

    Raises:
        ClusterUnavailable: here or while it is used.
        ProcessEnded: by what spreads, if a part ends every process that begins it.
    """
    return _processes(processes, begin) if scheduler is None else _cluster(scheduler, version)


@contextmanager
def _processes(number: int, begin: Callable[[], None]) -> Iterator[ParallelMap]:
    workers = Workers(number, begin)

    def spread(work: Callable[[Any], Any], parts: Sequence[Any]) -> Iterable[Any]:
        simulations = [workers.submit(partial(work, part)) for part in parts]
        return (each.result() for each in simulations)

    try:
        yield spread
    finally:
        workers.close()


@contextmanager
def _cluster(scheduler: str, version: Callable[[], str]) -> Iterator[ParallelMap]:
    try:
        from distributed import Client, KilledWorker
    except ModuleNotFoundError:
        raise ClusterUnavailable("Dask is not installed: pip install 'hostwise[dask]'") from None

    try:
        client = Client(scheduler, timeout=_CONNECT_SECONDS, set_as_default=False)
    except ValueError as error:
        raise ClusterUnavailable(f"{scheduler} is no address of a scheduler: {error}") from error
    except OSError as error:
        raise ClusterUnavailable(f"The scheduler {scheduler} does not answer.") from error

    def spread(work: Callable[[Any], Any], parts: Sequence[Any]) -> Iterable[Any]:
        there = partial(_there, version, version(), work)
        # Each by itself, for what all parts hold may be much. Equal parts are as many: nothing is kept by its content.
        simulations = deque(client.submit(there, part, pure=False) for part in parts)
        try:
            # Taken out, since the cluster need not keep what is here.
            while simulations:
                yield simulations.popleft().result()
        except KilledWorker as error:
            raise ProcessEnded(None) from error
        except CancelledError as error:
            raise ClusterUnavailable(f"The scheduler {scheduler} is gone.") from error
        except _Differs as error:
            raise ClusterUnavailable(str(error)) from error

    with client:
        try:
            client.wait_for_workers(1, timeout=_WORKER_SECONDS)
        except TimeoutError as error:
            raise ClusterUnavailable(f"The scheduler {scheduler} has no workers.") from error
        yield spread


def _there(version: Callable[[], str], expected: str, work: Callable[[Any], Any], part: Any) -> Any:
    """Do work in a process of the cluster, as one of our own would: they compute alike."""
    if version() != expected:
        raise _Differs(f"A worker of the cluster has Hostwise {version()}, and this is {expected}.")
    import_module(PRELOADED)
    return work(part)
