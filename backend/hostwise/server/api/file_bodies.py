"""Large bodies of requests, files above all: read in a process, within a limit on its memory, and nothing is kept."""

from __future__ import annotations

import tempfile
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from multiprocessing import parent_process
from typing import Annotated, Any, Concatenate, ParamSpec, TypeVar

from fastapi import Depends, Request, Response
from pydantic import TypeAdapter, ValidationError

from hostwise.estate.estate_answer import Misplaced, NoTimeZone, UnknownColumns, UnreadableFile, bounded_memory
from hostwise.plan.reading import pointer_of
from hostwise.server.api.dependencies import PoolsDependency, of_application
from hostwise.server.http.problems import FieldProblem, ProblemError, invalid_input
from hostwise.server.http.route_metadata import CACHED, COMPUTES, large_body
from hostwise.server.machine.memory_allotment import MIB
from hostwise.server.workers.body_budget import Body, BodyBudgets, is_full, no_room
from hostwise.server.workers.pools import Pools
from hostwise.server.workers.processes import ProcessEnded

P = ParamSpec("P")
T = TypeVar("T")

FILE = "application/octet-stream"


def large_input(kind: str, about: str, schema: dict[str, Any], most_bytes: int, **more: Any) -> dict[str, Any]:
    """The metadata of a route that computes from a large body and stores nothing."""
    body = {"required": True, "description": about, "content": {kind: {"schema": schema, **more}}}
    return {**COMPUTES, CACHED: False, **large_body(most_bytes), "requestBody": body}


def file_body(about: str, most_bytes: int) -> dict[str, Any]:
    """The metadata of a route that computes from a file."""
    text = f"{about}; at most {most_bytes // 2**20} MiB."
    return large_input(FILE, text, {"type": "string", "format": "binary"}, most_bytes)


def column_mapping(
    adapter: TypeAdapter[dict[Any, str]], text: str | None, columns: Sequence[str]
) -> dict[str, str] | None:
    """The header by column that a query says; None where it says nothing."""
    if text is None:
        return None
    try:
        return adapter.validate_json(text)
    except ValidationError as error:
        message = f"The mapping is a JSON object of columns and headers; columns are {', '.join(columns)}."
        raise invalid_input([FieldProblem(pointer="/mapping", code="bad_mapping", message=message)]) from error


BodiesDependency = Annotated[BodyBudgets, Depends(of_application("bodies"))]


async def _received(request: Request, bodies: BodiesDependency, pools: PoolsDependency) -> AsyncIterator[Body]:
    async with bodies.received(request, pools.files) as body:
        yield body


BodyDependency = Annotated[Body, Depends(_received)]
"""The body of a request that may be large. It is there until the answer is sent."""


async def from_file(
    pools: Pools, work: Callable[Concatenate[Body, P], object], body: Body, *args: P.args, **kwargs: P.kwargs
) -> Response:
    """The response computed from a file; a file that makes its process run out of memory is refused as too large."""
    with _too_large(pools):
        return await pools.files.respond(partial(_made, pools.file_bytes, body, partial(work, body, *args, **kwargs)))


async def made_of(pools: Pools, work: Callable[[Body], T], body: Body) -> T:
    """The result computed from a body, in the pool and the memory limit for files."""
    with _too_large(pools):
        return await pools.files.compute(_made, pools.file_bytes, body, partial(work, body))


@contextmanager
def _too_large(pools: Pools) -> Iterator[None]:
    try:
        yield
    except ProblemError as error:
        ended = error.__cause__
        if not isinstance(ended, ProcessEnded) or ended.from_outside:
            raise
        detail = (
            "To read it ended the process that did so. Most probably it takes more than the "
            f"{pools.file_bytes // MIB:,} MiB of memory that this installation has for one file. Export fewer tabs, or "
            "a file for each cluster; `hostwise import` on a larger machine reads it, too."
        )
        raise ProblemError(422, "out_of_memory", "The file cannot be read", f"{detail} Nothing was stored.") from error


def _made(memory_bytes: int, body: Body, work: Callable[[], T]) -> T:
    """The result computed from a file within a memory limit; errors of the file become problems."""
    try:
        with _limits(memory_bytes, body):
            return work()
    except NoTimeZone as error:
        message = "There is no such time zone; they are written like Europe/Berlin."
        raise invalid_input([FieldProblem(pointer="/time_zone", code="bad_time_zone", message=message)]) from error
    except UnknownColumns as error:
        columns = {header: column for column, header in error.guessed.items()}
        headers = [
            FieldProblem(pointer=f"/columns/{at}", code="unknown_column", message=header, hint=columns.get(header))
            for at, header in enumerate(error.headers)
        ]
        raise ProblemError(422, error.code, "Which column is what?", _said(error), headers) from error
    except Misplaced as error:
        files = [
            FieldProblem(pointer=pointer_of(("files", each.file)), code=each.kind, message=each.message)
            for each in error.files
        ]
        raise ProblemError(422, error.code, "The file belongs elsewhere", _said(error), files) from error
    except UnreadableFile as error:
        raise ProblemError(422, error.code, "The file cannot be read", _said(error)) from error
    except OSError as error:
        if is_full(error):
            raise no_room() from error
        raise


def _said(error: UnreadableFile) -> str:
    return f"{error} Nothing was stored."


@contextmanager
def _limits(memory_bytes: int, body: Body) -> Iterator[None]:
    """A limit on the memory of a process that computes, and the folder of the body for its files.

    The server itself, with its threads, must have neither.
    """
    if parent_process() is None:
        yield
        return
    before, tempfile.tempdir = tempfile.tempdir, str(body.folder)
    try:
        with bounded_memory(memory_bytes):
            yield
    finally:
        tempfile.tempdir = before
