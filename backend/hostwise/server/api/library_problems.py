"""Documents under keys over HTTP: what their routes answer where something is wrong."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from hostwise.server.api.revision_headers import stale, unstorable
from hostwise.server.http.problems import RESPONSES, FieldProblem, ProblemError, responses
from hostwise.server.libraries.library import KeyNotFound, KeyTaken, LibraryFull, StaleRevision, UnstorableDocument


@contextmanager
def library_problems(thing: str, missing_code: str) -> Iterator[None]:
    """Answer what a library raises.

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
    """The problem answers of a route."""
    words = {
        409: f"The key is taken, the library is full, or the stored {thing} is not valid any more; nothing was saved.",
        412: f"The {thing} has changed since it was read; nothing was saved.",
    }
    own = {code: RESPONSES[422] | {"description": text} for code, text in words.items() if code in codes}
    return responses(*(code for code in codes if code in RESPONSES)) | own
