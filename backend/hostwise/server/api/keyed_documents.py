"""Documents under keys over HTTP: list, create, read, replace and delete, the same for each kind of documents.

FastAPI reads the types of a route when it is declared, so annotations here are not postponed.
"""

from collections.abc import Awaitable, Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from typing import Annotated, Any, Protocol

from fastapi import APIRouter, Depends, Path, Request, Response
from pydantic import BaseModel

from hostwise.server.api.revision_headers import IfMatch, expected, stale, tag, unstorable
from hostwise.server.http.problems import RESPONSES, FieldProblem, ProblemError, responses
from hostwise.server.stored_documents.library import (
    KeyNotFound,
    KeyTaken,
    LibraryFull,
    StaleRevision,
    UnstorableDocument,
)


@contextmanager
def library_problems(thing: str, missing_code: str) -> Iterator[None]:
    """Turn errors of a library into problems.

    Args:
        thing: what one of its documents is called.
        missing_code: code of the problem where there is none under a key.
    """
    try:
        yield
    except KeyTaken as error:
        problem = FieldProblem(pointer="/key", code="key_taken", message=str(error))
        raise ProblemError(409, "key_taken", "The key is taken", str(error), [problem]) from error
    except LibraryFull as error:
        raise ProblemError(409, "library_full", "The library is full", str(error)) from error
    except UnstorableDocument as error:
        raise unstorable(error, thing) from error
    except KeyNotFound as error:
        raise ProblemError(404, missing_code, f"No such {thing}", str(error)) from error
    except StaleRevision as error:
        raise stale(error, thing) from error


def same_key(thing: str, of_body: str, of_address: str) -> None:
    """Refuse a body under another key than that of its address."""
    if of_body != of_address:
        message = f"The body's key is {of_body!r}, the address's {of_address!r}; a key cannot change."
        raise wrong_field(f"A {thing}'s key cannot change", "/key", "key_mismatch", message)


def wrong_field(title: str, pointer: str, code: str, message: str) -> ProblemError:
    """The problem of one field."""
    return ProblemError(
        422, "invalid_input", title, message, [FieldProblem(pointer=pointer, code=code, message=message)]
    )


def library_answers(thing: str, *codes: int) -> dict[int | str, dict[str, Any]]:
    """The problem responses of a route, for OpenAPI."""
    words = {
        409: f"The key is taken, the library is full, or the stored {thing} is not valid any more; nothing was saved.",
        412: f"The {thing} has changed since it was read; nothing was saved.",
    }
    own = {code: RESPONSES[422] | {"description": text} for code, text in words.items() if code in codes}
    return responses(*(code for code in codes if code in RESPONSES)) | own


Route = Callable[[Callable[..., Any]], Callable[..., Any]]


class KeyedEntry(Protocol):
    """A document as a library answers it."""

    key: str
    revision: Any


class KeyedLibrary(Protocol):
    """A library of documents under keys."""

    async def listing(self) -> BaseModel:
        """All documents."""

    async def create(self, document: Any) -> KeyedEntry:
        """Store a new document."""

    async def read(self, key: str) -> KeyedEntry:
        """One document."""

    async def save(self, expected_revision: int, document: Any) -> KeyedEntry:
        """Replace a document."""

    async def delete(self, key: str, expected_revision: int) -> None:
        """Remove a document."""


@dataclass(frozen=True, slots=True)
class KeyedKind:
    """A kind of documents under keys.

    Attributes:
        thing: what one is called.
        operation: the same in names of operations, such as `create_price_book`.
        path: where its routes are.
        library: the library of an application.
        body: the type of a document as the body of a request.
        entry: the type of a document in an answer.
        listing: the type of a list.
        problems: turns what the library raises into problems.
        about_list, about_create, about_read, about_save, about_delete: descriptions of the routes.
    """

    thing: str
    operation: str
    path: str
    library: Callable[[Request], Awaitable[KeyedLibrary]]
    body: Any
    entry: type[BaseModel]
    listing: type[BaseModel]
    problems: Callable[[], AbstractContextManager[None]]
    about_list: str
    about_create: str
    about_read: str
    about_save: str
    about_delete: str


def add_keyed_routes(router: APIRouter, kind: KeyedKind) -> None:
    """Add the routes of a kind of documents."""

    def route(method: str, path: str, operation: str, about: str, *codes: int, **more: Any) -> Route:
        return router.api_route(
            path,
            methods=[method],
            name=operation.format(kind.operation),
            description=about,
            responses=library_answers(kind.thing, *codes),
            **more,
        )

    Library = Annotated[KeyedLibrary, Depends(kind.library)]  # noqa: N806 - a type
    Key = Annotated[str, Path(max_length=80, description=f"Key of the {kind.thing}.")]  # noqa: N806 - a type

    def tagged(entry: KeyedEntry, response: Response) -> KeyedEntry:
        tag(response, entry.revision)
        return entry

    @route("GET", "", "list_{}s", kind.about_list, response_model=kind.listing)
    async def listing(library: Library) -> Any:
        return await library.listing()

    @route("POST", "", "create_{}", kind.about_create, 400, 409, 413, 422, response_model=kind.entry, status_code=201)
    async def create(document: kind.body, library: Library, response: Response) -> Any:  # type: ignore[name-defined]
        with kind.problems():
            entry = await library.create(document)
        response.headers["Location"] = f"{kind.path}/{entry.key}"
        return tagged(entry, response)

    @route("GET", "/{key}", "read_{}", kind.about_read, 404, 409, 422, response_model=kind.entry)
    async def read(key: Key, library: Library, response: Response) -> Any:
        with kind.problems():
            return tagged(await library.read(key), response)

    @route("PUT", "/{key}", "save_{}", kind.about_save, 400, 404, 412, 413, 422, 428, response_model=kind.entry)
    async def save(
        key: Key,
        document: kind.body,  # type: ignore[name-defined]
        library: Library,
        response: Response,
        if_match: IfMatch = None,
    ) -> Any:
        started_from = expected(if_match, kind.thing)
        same_key(kind.thing, document.key, key)
        with kind.problems():
            return tagged(await library.save(started_from, document), response)

    @route("DELETE", "/{key}", "delete_{}", kind.about_delete, 400, 404, 412, 422, 428, status_code=204)
    async def delete(key: Key, library: Library, if_match: IfMatch = None) -> None:
        with kind.problems():
            await library.delete(key, expected(if_match, kind.thing))
