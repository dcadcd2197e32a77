"""An older Python client is refused: it would read answers of this version as if they meant what they meant before."""

from __future__ import annotations

from fastapi import Request

from hostwise.server.http.problems import ProblemError

OLDEST = (0, 3)
"""The oldest version of the client that reads the answers of this version."""

BREAKS = (
    "the words of a verdict (`strength`) and its figures, which are those of the plan as sized",
    "`reasons`, which are objects",
    "`feasible`, which is false of what cannot be built",
    "`support_rate`, which leaves out memory and drives",
)
"""What an older client reads wrongly, beside what a request of it would be refused for."""

_CLIENT = "hostwise-client"


async def reads_answers(request: Request) -> None:
    """Refuse a Python client that is too old; it says its version from 0.3 on. Others say nothing of theirs."""
    name, _, version = request.headers.get("user-agent", "").partition(" ")[0].partition("/")
    if name == _CLIENT and _numbers(version) < OLDEST:
        said = f" {version}" if version else ", older than 0.3,"
        oldest = ".".join(str(each) for each in OLDEST)
        raise ProblemError(
            400,
            "client_outdated",
            "The client is too old",
            f"This hostwise-client{said} would read wrongly what Hostwise answers now: {'; '.join(BREAKS)}. "
            f"Install hostwise-client {oldest} or newer; CHANGELOG.md says what replaces each of them.",
        )


def _numbers(version: str) -> tuple[int, ...]:
    parts = version.split(".")[:2]
    return tuple(int(each) for each in parts) if all(each.isdecimal() for each in parts) else ()
