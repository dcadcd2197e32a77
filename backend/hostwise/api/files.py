"""Files as bodies of requests: read in a process, within a limit on its memory, and nothing of them is kept."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from multiprocessing import parent_process
from typing import Any, ParamSpec

from fastapi import Request, Response
from pydantic import TypeAdapter, ValidationError
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect

from hostwise.api.pools import ENDED, Pools
from hostwise.api.problems import FieldProblem, ProblemError, invalid_input
from hostwise.api.traits import COMPUTES, KEPT, large_body
from hostwise.services.estate.service import NoTimeZone, UnknownColumns, UnreadableFile, bounded_memory

P = ParamSpec("P")

FILE = "application/octet-stream"

MOST_MEMORY_BYTES = 2 * 1024**3
"""Memory that reading one file may take in a process."""


def large_input(kind: str, about: str, schema: dict[str, Any], most_bytes: int, **more: Any) -> dict[str, Any]:
    """The traits of a route that computes from a large body and keeps nothing."""
    body = {"required": True, "description": about, "content": {kind: {"schema": schema, **more}}}
    return {**COMPUTES, KEPT: False, **large_body(most_bytes), "requestBody": body}


def file_body(about: str, most_bytes: int) -> dict[str, Any]:
    """The traits of a route that computes from a file."""
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


async def body_of(request: Request) -> bytes:
    """The body of a request; one whose connection breaks off is a bad one."""
    try:
        return await request.body()
    except ClientDisconnect as error:
        raise HTTPException(400, "The connection broke off.") from error


async def from_file(pools: Pools, work: Callable[P, object], *args: P.args, **kwargs: P.kwargs) -> Response:
    """The answer that holds what is made of a file; one whose reading ends its process is too large."""
    try:
        return await pools.evaluation.answer(_made, partial(work, *args, **kwargs))
    except ProblemError as error:
        if error.problem.code != ENDED:
            raise
        detail = (
            "To read it takes more memory than there is for one file. Export fewer tabs, or a file for each cluster."
        )
        raise ProblemError(422, "out_of_memory", "The file cannot be read", f"{detail} Nothing was stored.") from error


def _made(work: Callable[[], object]) -> object:
    """What is made of a file, within a limit on the memory of the process; else the problem with the file."""
    try:
        with _memory():
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
    except UnreadableFile as error:
        raise ProblemError(422, error.code, "The file cannot be read", _said(error)) from error


def _said(error: UnreadableFile) -> str:
    return f"{error} Nothing was stored."


def _memory() -> AbstractContextManager[None]:
    """A limit on the memory of a process that computes; the server itself, with its threads, must not have it."""
    return bounded_memory(MOST_MEMORY_BYTES) if parent_process() is not None else nullcontext()
