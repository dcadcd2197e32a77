"""What can go wrong: each problem that the server answers is an exception that carries it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


class HostwiseError(Exception):
    """Base of everything that this client raises."""


class Unreachable(HostwiseError):
    """The server could not be reached, or the answer broke off."""


class OlderServer(HostwiseError):
    """The server answers in the names of an earlier version, which this client does not read."""


@dataclass(frozen=True, slots=True)
class FieldError:
    """One thing wrong with the input.

    Attributes:
        pointer: JSON pointer to the field.
        code: stable code of the kind of mistake.
        message: what is wrong.
        hint: what was probably meant.
    """

    pointer: str
    code: str
    message: str
    hint: str | None = None


class ProblemError(HostwiseError):
    """A problem that the server answered (RFC 9457).

    Attributes:
        status: the HTTP status.
        code: stable code of the problem.
        title: what it is called.
        detail: what it says.
        errors: every field that is wrong.
    """

    def __init__(self, problem: Mapping[str, Any]) -> None:
        """Take over a problem."""
        self.status = int(problem.get("status", 0))
        self.code = str(problem.get("code", ""))
        self.title = str(problem.get("title", ""))
        self.detail = str(problem.get("detail", ""))
        self.errors = [
            FieldError(each["pointer"], each["code"], each["message"], each.get("hint"))
            for each in problem.get("errors", [])
        ]
        fields = "; ".join(f"{each.pointer}: {each.message}" for each in self.errors)
        super().__init__(f"{self.title}: {self.detail}{f' ({fields})' if fields else ''}")


class TokenRefused(ProblemError):
    """A token is needed, and there is none or none that is valid."""


class NotAllowed(ProblemError):
    """The token does not allow this."""


class NotFound(ProblemError):
    """There is no such thing."""


class StaleRevision(ProblemError):
    """Somebody saved meanwhile; nothing was saved now. Read the plan again and apply the change there."""


class WrongInput(ProblemError):
    """The input is wrong: `errors` names every bad field."""


class TooManyRequests(ProblemError):
    """There were more requests than are allowed in this time."""


_KINDS: Mapping[int, type[ProblemError]] = {
    400: WrongInput,
    401: TokenRefused,
    403: NotAllowed,
    404: NotFound,
    412: StaleRevision,
    413: WrongInput,
    422: WrongInput,
    429: TooManyRequests,
}


def problem_error(problem: Mapping[str, Any]) -> ProblemError:
    """The exception for a problem."""
    return _KINDS.get(int(problem.get("status", 0)), ProblemError)(problem)
