"""One exchange of request and answer as middleware handles it: the body read ahead, the answer recorded."""

from __future__ import annotations

from dataclasses import dataclass, field

from starlette.responses import Response
from starlette.types import Message, Receive


class Disconnected(Exception):
    """The caller disconnected before the request was complete."""


@dataclass(slots=True)
class Recorder:
    """Records an answer instead of sending it."""

    status: int = 500
    headers: list[tuple[str, str]] = field(default_factory=list)
    body: bytearray = field(default_factory=bytearray)

    async def __call__(self, message: Message) -> None:
        """Take a part of the answer."""
        if message["type"] == "http.response.start":
            self.status = message["status"]
            self.headers = [(name.decode("latin-1"), value.decode("latin-1")) for name, value in message["headers"]]
        elif message["type"] == "http.response.body":
            self.body += message.get("body", b"")

    def response(self) -> Response:
        """The answer, to be sent."""
        headers = {name: value for name, value in self.headers if name.lower() != "content-length"}
        return Response(bytes(self.body), self.status, headers)


async def body_of(receive: Receive) -> bytes:
    """The whole body, which may be read only once.

    Raises:
        Disconnected: the caller is gone.
        HTTPException: the body is too large.
    """
    parts = bytearray()
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise Disconnected
        parts += message.get("body", b"")
        if not message.get("more_body", False):
            return bytes(parts)


def again(body: bytes) -> Receive:
    """Replay a body that has been read."""

    async def receive() -> Message:
        return {"type": "http.request", "body": body, "more_body": False}

    return receive
