"""The connection to a server: one request at a time, problems as exceptions, patience where the server asks for it."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from importlib.metadata import version
from typing import Any

import httpx2

from hostwise_client.errors import OlderServer, ProblemError, TooManyRequests, Unreachable, problem_error

_TRIES = 3
_PAUSE_SECONDS = 0.5
_NAMES = "Hostwise-Names"
"""The header in which a server says which names its answers have; 0.2 and earlier had none."""


class Connection:
    """Sends requests to the API of one server."""

    def __init__(
        self,
        url: str,
        token: str | None,
        *,
        timeout: float,
        patience: float,
        transport: httpx2.BaseTransport | None = None,
    ) -> None:
        """Describe the connection; nothing is sent yet."""
        headers = {"Accept": "application/json", "User-Agent": f"hostwise-client/{version('hostwise-client')}"}
        if token is not None:
            headers["Authorization"] = f"Bearer {token}"
        address = f"{url.rstrip('/')}/api/v1"
        self._http = httpx2.Client(base_url=address, headers=headers, timeout=timeout, transport=transport)
        self._patience = patience

    def close(self) -> None:
        """Close the connection."""
        self._http.close()

    def send(
        self,
        method: str,
        path: str,
        *,
        repeatable: bool = True,
        body: Any = None,
        file: bytes | None = None,
        query: Mapping[str, Any] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> httpx2.Response:
        """Send a request and return its answer.

        Args:
            method: HTTP method.
            path: address below /api/v1.
            repeatable: whether it does no harm to send it again after the connection broke.
            body: plain JSON values.
            file: the content of a file, instead of a body.
            query: parameters; those that are None are left out.
            headers: further headers.

        Raises:
            OlderServer: the server answers in the names of an earlier version.
            ProblemError: the server answered a problem.
            Unreachable: it did not answer.
        """
        for more in range(_TRIES if repeatable else 1, 0, -1):
            try:
                return self._patiently(method, path, body, file, query, headers)
            except httpx2.TransportError as error:
                if more == 1:
                    raise Unreachable(f"No answer from {self._http.base_url}: {error}") from error
                time.sleep(_PAUSE_SECONDS)
        raise AssertionError("unreachable")

    def _patiently(
        self,
        method: str,
        path: str,
        body: Any,
        file: bytes | None,
        query: Mapping[str, Any] | None,
        headers: Mapping[str, str] | None,
    ) -> httpx2.Response:
        """Send a request, and again when the server says that it may be sent later."""
        waiting = _Waiting(self._patience)
        if file is not None:
            headers = {**(headers or {}), "Content-Type": "application/octet-stream"}
        while True:
            response = self._http.request(method, path, json=body, content=file, params=_given(query), headers=headers)
            if response.is_success:
                _check_names(response)
                return response
            waiting.for_another(response)

    @contextmanager
    def lines(self, path: str, content: bytes, query: Mapping[str, Any]) -> Iterator[Iterator[dict[str, Any]]]:
        """Send lines of JSON and give the lines of the answer as they arrive; raises like `send`."""
        headers = {"Content-Type": "application/x-ndjson", "Accept": "application/x-ndjson"}
        parameters, waiting = _given(query), _Waiting(self._patience)
        try:
            while True:
                with self._http.stream("POST", path, content=content, params=parameters, headers=headers) as response:
                    if response.is_success:
                        _check_names(response)
                        yield (json.loads(line) for line in response.iter_lines())
                        return
                    response.read()
                waiting.for_another(response)
        except httpx2.TransportError as broken:
            raise Unreachable(f"The answer of {self._http.base_url} broke off: {broken}") from broken


class _Waiting:
    """How long one request has been put off."""

    def __init__(self, patience: float) -> None:
        self._left = patience

    def for_another(self, response: httpx2.Response) -> None:
        """Wait until the request may be sent again; raises the problem if it may not, or not soon enough."""
        problem = _problem(response)
        pause = float(response.headers.get("retry-after", "1"))
        if not _later(problem) or pause > self._left:
            raise problem
        time.sleep(pause)
        self._left -= pause


def _check_names(response: httpx2.Response) -> None:
    """Refuse an answer in the names of an earlier version, which would be read as one with nothing in it."""
    if _NAMES not in response.headers:
        raise OlderServer(
            f"The server at {response.url.host} answers in the names of an earlier version than this client reads "
            f"({version('hostwise-client')}): upgrade the server, or install the client of its version."
        )


def _later(error: ProblemError) -> bool:
    """Whether the same request may succeed a little later."""
    return isinstance(error, TooManyRequests) or error.status == 503 or error.code == "idempotency_key_in_use"


def _given(query: Mapping[str, Any] | None) -> dict[str, Any]:
    return {name: value for name, value in (query or {}).items() if value is not None}


def _problem(response: httpx2.Response) -> ProblemError:
    """The problem in an answer, also where something on the way answered instead of Hostwise."""
    try:
        body = response.json()
    except ValueError:
        body = None
    if not isinstance(body, dict) or "code" not in body:
        reason = response.reason_phrase or "no reason given"
        body = {
            "status": response.status_code,
            "code": f"http_{response.status_code}",
            "title": "No answer",
            "detail": reason,
        }
    return problem_error(body)
