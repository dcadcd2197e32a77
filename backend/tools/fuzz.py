"""`make fuzz`: a running server under requests that nobody would send, and what it must never do.

A fifth of the requests is made by schemathesis from the API's description, the others by mutation: real requests with
values, keys, bytes, headers and addresses changed at random. Everything goes to a server on 127.0.0.1 that this program
starts itself, with a database of its own in a temporary folder. The same seed makes the same mutations.
"""

from __future__ import annotations

import argparse
import copy
import http.client
import json
import random
import signal
import string
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlsplit

from tools.operations import ID, operations

MOST_SECONDS, MOST_BYTES, SMALL_REQUEST = 5.0, 5_000_000, 2_000_000

NASTY: tuple[Any, ...] = (
    *(None, True, False, 0, 1, -1, 1e-300, 5e-324, 1e308, -1e308, 2**31, 2**63, 10**400, 0.1, 1e9, 1_000_000),
    *(float("inf"), float("-inf"), float("nan"), "\udfff"),
    *(
        "",
        " ",
        "NaN",
        "\x00",
        "\ud800",
        "💾" * 50,
        "x" * 5_000,
        "'; DROP TABLE plans; --",
        "../../etc/passwd",
        "{{7*7}}",
    ),
    *([], {}, [[]], [None], {"": 0}, [[[[[[]]]]]], ["x"] * 2_000, {"x" * 500: 1}),
)
"""Values that stand where others are expected."""


ODD = (
    *(
        "\x00",
        "a\x00b",
        "\r\nx",
        "\u202e",
        "\x1b[2J",
        "é",
        "-1",
        "1e999",
        "NaN",
        "9" * 30,
        "x" * 2_000,
        "null",
        "'",
        "",
    ),
    *("[]", "{}", '{"name": "\x00"}', "%", "..", "../../etc/passwd", "1/second", "2026-13-45"),
)
"""Texts that stand for values of parameters."""


@dataclass(frozen=True, slots=True)
class Sent:
    """One request."""

    method: str
    target: str
    headers: tuple[tuple[str, str], ...] = ()
    body: bytes = b""

    def shown(self) -> str:
        """The request, for a person, shortened."""
        return f"{self.method} {self.target[:200]!r} {dict(self.headers)!r:.300} {self.body[:300]!r}"


@dataclass(slots=True)
class Tally:
    """What came of all requests."""

    statuses: Counter[int] = field(default_factory=Counter)
    complaints: list[str] = field(default_factory=list)
    slowest: float = 0.0
    largest: int = 0
    lock: threading.Lock = field(default_factory=threading.Lock)

    def note(self, sent: str, size: int, status: int, headers: dict[str, str], answer: int, seconds: float) -> None:
        """Count an answer, and complain of it."""
        found = complaints(size, status, headers, answer, seconds)
        with self.lock:
            self.statuses[status] += 1
            if self.statuses.total() % 2_000 == 0:
                print(self.said(), flush=True)
            self.slowest, self.largest = max(self.slowest, seconds), max(self.largest, answer)
            self.complaints += [f"{each}: {sent}" for each in found]

    def said(self) -> str:
        """What came of them so far, in a line."""
        return (
            f"{self.statuses.total():,} requests, statuses {dict(sorted(self.statuses.items()))}; slowest answer "
            f"{self.slowest:.2f} s, largest {self.largest:,} bytes; {len(self.complaints)} complaints"
        )


def complaints(size: int, status: int, headers: dict[str, str], answer: int, seconds: float) -> list[str]:
    """What an answer must not be, given the size of its request.

    >>> complaints(10, 503, {"retry-after": "2"}, 100, 9.0), complaints(10, 500, {}, 6_000_000, 6.0)
    ([], ['status 500', '6000000 bytes', '6.0 seconds'])
    """
    refused = status == 503 and "retry-after" in headers
    found = [f"status {status}"] if status >= 500 and not refused else []
    if answer > MOST_BYTES and size < SMALL_REQUEST:
        found.append(f"{answer} bytes")
    if seconds > MOST_SECONDS and not refused:
        found.append(f"{seconds:.1f} seconds")
    return found


def _choices(draw: random.Random) -> list[dict[str, Any]]:
    """What may differ in a search: few values, or more combinations than any number has digits for."""
    few: dict[str, Any] = {"field": "/memory/dram_gib", "values": [512, 768, draw.choice(NASTY)]}
    option: dict[str, Any] = {"edits": {"/cpu/sockets": 2, "/memory/dram_gib": draw.choice(NASTY)}}
    many = [few | {"values": list(range(100, 600)), "name": f"Choice {each}"} for each in range(12)]
    ways: list[list[dict[str, Any]]] = [[few], [few, {"options": [option, option]}], many, [few] * 3]
    return draw.choice(ways)


def _body_of(path: str, plan: dict[str, Any], draw: random.Random) -> Any:
    """A body that gets further than one made of the description alone; None where that will do."""
    search = {"plan": plan, "choices": _choices(draw)}
    if path.startswith("/api/v1/search"):
        return search
    batch = {"plans": [plan, plan | {"name": draw.choice(NASTY)}], "fields": draw.choice(("hosts", None, *NASTY[-4:]))}
    if path == "/api/v1/jobs":
        return draw.choice(({"search": search}, {"batch": batch}, {"name": draw.choice(NASTY), "batch": batch}))
    arguments = draw.choice(({"plan": plan}, search, {"plan": draw.choice(NASTY)}, {"kind": draw.choice(NASTY)}))
    tool = draw.choice(("check", "evaluate", "search", "catalogue", draw.choice(NASTY)))
    call = {"name": tool, "arguments": arguments}
    return {"jsonrpc": "2.0", "id": draw.choice((1, "x", draw.choice(NASTY))), "method": "tools/call", "params": call}


_SHAPED = ("/api/v1/search", "/api/v1/search/choices", "/api/v1/jobs", "/mcp")
"""Addresses whose bodies are made by `_body_of` mostly."""

_OWN = 0.7


class Mutator:
    """Makes requests by changing real ones, of every operation alike."""

    def __init__(
        self, seed: int, description: Mapping[str, Any], plans: Sequence[dict[str, Any]], files: Sequence[bytes]
    ) -> None:
        """Take what is changed.

        Args:
            seed: which requests are made.
            description: the API's description, whose operations are asked.
            plans: plan documents.
            files: contents of files.
        """
        self.random = random.Random(seed)
        self.plans, self.files = plans, files
        any_json: dict[str, Any] = {"content": {"application/json": {"schema": {}}}}
        paths = {**description["paths"], "/mcp": {"post": {"requestBody": any_json}}}
        self.operations = operations({**description, "paths": paths})
        # Documents take a core for seconds: a twentieth of the requests of others.
        self.weights = [1 if each.computes_files else 20 for each in self.operations]

    def requests(self) -> Iterator[Sent]:
        """Requests without end."""
        while True:
            (operation,) = self.random.choices(self.operations, self.weights)
            method = operation.method
            path, kind, body = operation.request(self.random, self.plans, self.files, ODD)
            if operation.path in _SHAPED and method == "POST" and self.random.random() < _OWN:
                body = _body_of(operation.path, self.random.choice(self.plans), self.random)
            headers = [("Host", "127.0.0.1")]
            if operation.path == "/mcp":
                headers.append(("Accept", "application/json, text/event-stream"))
            content = b""
            if body is not None:
                content = body if isinstance(body, bytes) else self._written(self._several(body))
                if self.random.random() < (0.6 if isinstance(body, bytes) else 0.15):
                    content = self._torn(content)
                headers.append(("Content-Type", kind))
            if method in ("PUT", "DELETE"):
                headers.append(("If-Match", self.random.choice(('"1"', "1", '"2"', "*", "", "x" * 100))))
            if self.random.random() < 0.1:
                headers = self._headers(headers)
            if self.random.random() < 0.15:
                path = self._address(path)
            yield Sent(method, path, tuple(headers), content)

    def _several(self, body: Any) -> Any:
        """A body with some changes, or none."""
        for _ in range(self.random.choice((0, 1, 1, 1, 2, 3, 8))):
            body = self._changed(body)
        return body

    def _changed(self, document: Any) -> Any:
        """A copy of a document with one change in a random place."""
        document = copy.deepcopy(document)
        at = document
        while isinstance(at, dict | list) and at:
            key: Any = self.random.choice(list(at)) if isinstance(at, dict) else self.random.randrange(len(at))
            inner = at[key]
            if isinstance(inner, dict | list) and inner and self.random.random() < 0.85:
                at = inner
                continue
            change = self.random.randrange(6)
            if change == 0 and isinstance(at, dict):
                del at[key]
            elif change == 1 and isinstance(at, dict):
                at["".join(self.random.choices(string.ascii_lowercase, k=5))] = self.random.choice(NASTY)
            elif change == 2 and isinstance(at, list):
                at.extend(copy.deepcopy(at[: self.random.choice((1, 5))]) * self.random.choice((1, 3, 40)))
            elif change == 3 and isinstance(inner, int | float) and abs(inner) < 1e300:
                at[key] = inner * self.random.choice((-1, 0, 1e-9, 0.5, 2, 10, 1e6, 1e30))
            else:
                at[key] = copy.deepcopy(self.random.choice(NASTY))
            return document
        return self.random.choice(NASTY)

    def _written(self, body: Any) -> bytes:
        # What is one line of a batch, or any other text, may be sent as it is.
        text = body if isinstance(body, str) else json.dumps(body, ensure_ascii=self.random.random() < 0.5)
        return text.encode("utf-8", "surrogatepass")

    def _torn(self, content: bytes) -> bytes:
        data = bytearray(content)
        for _ in range(self.random.choice((1, 1, 3, 20))):
            at = self.random.randrange(len(data) + 1)
            change = self.random.randrange(4)
            if change == 0:
                del data[at:]
            elif change == 1:
                data[at:at] = bytes(self.random.randrange(256) for _ in range(self.random.choice((1, 4, 400))))
            elif change == 2 and data:
                data[min(at, len(data) - 1)] ^= 1 << self.random.randrange(8)
            else:
                data[at:at] = data[: self.random.choice((10, 2_000))]
        return bytes(data)

    def _headers(self, headers: list[tuple[str, str]]) -> list[tuple[str, str]]:
        odd = (
            ("Content-Type", self.random.choice(("text/plain", "application/xml", "", "application/json;charset=x"))),
            ("Host", self.random.choice(("evil.example", "localhost", "[::1]", "127.0.0.1:99999999"))),
            ("Origin", self.random.choice(("http://evil.example", "null", "http://127.0.0.1", "x"))),
            ("Sec-Fetch-Site", self.random.choice(("cross-site", "same-origin", "odd"))),
            (
                "Authorization",
                self.random.choice(("Bearer x", f"Bearer hw_{'0' * 16}_{'0' * 64}", "Basic eDp4", "\xe9")),
            ),
            ("Idempotency-Key", self.random.choice(("fuzz-1", "x" * 300, "\xe9", ""))),
            ("Accept", self.random.choice(("image/png", "text/csv;q=0.1,*/*", ";;;", "x" * 3_000))),
            ("X-Forwarded-For", "1.2.3.4, evil"),
            ("X-Request-ID", "x" * 100),
            ("Content-Encoding", "gzip"),
            ("Connection", "close"),
            ("Cookie", "x" * 9_000),
        )
        name, value = self.random.choice(odd)
        return [each for each in headers if each[0] != name] + [(name, value)]

    def _address(self, path: str) -> str:
        change = self.random.randrange(6)
        if change == 0:
            return path + self.random.choice(("/", "//", "/..", "/%00", "/%ff", "/" + "a" * 3_000, "?", "%2f"))
        if change == 1:
            odd = quote(self.random.choice(("\x00", "é", "-1", "1e999", "x" * 2_000, "null", "9" * 30, "'")), safe="")
            name = self.random.choice(
                ("reference", "limit", "after", "format", "fields", "summary", "revision", "from")
            )
            return f"{path}{'&' if '?' in path else '?'}{name}={odd}"
        if change == 2:
            at = self.random.randrange(1, len(path))
            return path[:at] + quote(chr(self.random.randrange(1, 0x500)), safe="") + path[at:]
        if change == 3:
            return path.replace("v1", self.random.choice(("v2", "V1", "v1/", "")))
        if change == 4:
            parts = path.split("/")
            names = ("%00", "a%00b", "x", ID[:-1] + "g", "0" * 400, "%0A", "%E2%80%AE", "..%2f..", "%C3%A9")
            parts[self.random.randrange(1, len(parts))] = self.random.choice(names)
            return "/".join(parts)
        return "/" + quote("".join(chr(self.random.randrange(1, 0x300)) for _ in range(self.random.randrange(30))))


class Server:
    """Sends to one server, at a bounded rate."""

    def __init__(self, address: str, rate: float, tally: Tally) -> None:
        """Name the server.

        Args:
            address: its address, on 127.0.0.1.
            rate: requests in a second at most.
            tally: where answers are counted.
        """
        parts = urlsplit(address)
        if parts.hostname != "127.0.0.1" or parts.port is None:
            raise ValueError(f"{address} is not on 127.0.0.1")
        self._port, self._pause, self._tally = parts.port, 1 / rate, tally
        self._next, self._lock = time.monotonic(), threading.Lock()
        self._local = threading.local()
        self.stopped = False

    def wait(self) -> None:
        """Wait for a turn."""
        with self._lock:
            turn = self._next = max(self._next + self._pause, time.monotonic())
        time.sleep(max(turn - time.monotonic(), 0))

    def send(self, sent: Sent) -> None:
        """Send a request in its turn and count its answer."""
        self.wait()
        connection: http.client.HTTPConnection | None = getattr(self._local, "connection", None)
        if connection is None:
            connection = self._local.connection = http.client.HTTPConnection("127.0.0.1", self._port, timeout=90)
        began = time.monotonic()
        try:
            connection.putrequest(sent.method, sent.target, skip_host=True, skip_accept_encoding=True)
            for name, value in sent.headers:
                connection.putheader(name, value.encode("latin-1"))
            connection.putheader("Content-Length", str(len(sent.body)))
            connection.endheaders(sent.body)
            answer = connection.getresponse()
            size = len(answer.read(1))
            # A batch answers line by line; each waits for its turn.
            seconds = time.monotonic() - began
            while part := answer.read(1 << 20):
                size += len(part)
            headers = {name.lower(): value for name, value in answer.getheaders()}
            status = answer.status
            if "/batch" not in sent.target:
                seconds = time.monotonic() - began
            if answer.will_close:
                connection.close()
        except (OSError, http.client.HTTPException) as error:
            connection.close()
            self._local.connection = None
            status, headers, size, seconds = 599, {}, 0, time.monotonic() - began
            broken = isinstance(error, http.client.RemoteDisconnected | ConnectionResetError | BrokenPipeError)
            if broken and not getattr(self._local, "again", False):
                # A connection that was closed between two requests; once more on a new one.
                self._local.again = True
                try:
                    self.send(sent)
                finally:
                    self._local.again = False
                return
        self._tally.note(sent.shown(), len(sent.body), status, headers, size, seconds)


def files() -> list[bytes]:
    """Small files of the kinds that are read."""
    import math

    from tests.estates import bad, history, others
    from tests.estates.estate import drawn

    wave = [40 + 9 * math.sin(step / 50) for step in range(2 * 288)]
    return [
        *(data for _, data in others.all_formats(drawn(12)).values()),
        history.long({"cpu|usagemhz_average": {"web-01": wave}}),
        history.esxtop({r"Group Cpu(20:web-01)\% Used": wave}),
        history.prometheus([({"name": "web-01", "__name__": "cpu"}, wave)], seconds=300),
        bad.far_cell(),
        bad.protected_zip(),
        b"Description;Quantity;Unit price\nMicron 7450 PRO 7.68 TB;24;980,00\n",
        b"",
    ]


def described(address: str, server: Server, tally: Tally, total: int, seed: int) -> int:
    """Send what schemathesis makes of the API's description, and return how many it were."""
    if total == 0:
        return 0
    import schemathesis
    from hypothesis import HealthCheck, Phase, given, settings
    from hypothesis import seed as seeded
    from schemathesis.core.result import Ok

    schema = schemathesis.openapi.from_url(f"{address}/api/openapi.json", timeout=90)
    operations = [each.ok() for each in schema.get_all_operations() if isinstance(each, Ok)]
    count = 0
    for operation in operations:
        examples = -(-total // len(operations))

        @seeded(seed)
        @settings(
            max_examples=examples,
            deadline=None,
            database=None,
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        )
        @given(case=operation.as_strategy())
        def check(case: Any) -> None:
            nonlocal count
            server.wait()
            began = time.monotonic()
            answer = case.call(base_url=address, timeout=90)
            seconds = time.monotonic() - began
            count += 1
            size = len(answer.request.body or b"")
            headers = {name.lower(): values[0] for name, values in answer.headers.items()}
            sent = f"{case.method} {case.formatted_path[:200]} {case.query!r:.200} {case.body!r:.300}"
            tally.note(sent, size, answer.status_code, headers, len(answer.content), seconds)

        try:
            check()
        except Exception as error:
            # What cannot be sent, such as a header that no client writes.
            print(f"schemathesis: {operation.label}: {type(error).__name__}: {error!s:.200}", file=sys.stderr)
    return count


def mutated(server: Server, mutator: Mutator, total: int, threads: int) -> None:
    """Send mutated requests."""
    requests = islice(mutator.requests(), total)
    drawing = threading.Lock()

    def send() -> None:
        while not server.stopped:
            with drawing:
                sent = next(requests, None)
            if sent is None:
                return
            server.send(sent)

    with ThreadPoolExecutor(threads) as pool:
        for done in [pool.submit(send) for _ in range(threads)]:
            done.result()


def main() -> int:
    """Run, print what came of it, and fail if there is anything to complain of."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--requests", type=int, default=50_000)
    parser.add_argument("--seed", type=int, default=20_261_122)
    parser.add_argument("--rate", type=float, default=300, help="requests in a second at most")
    parser.add_argument("--threads", type=int, default=3)
    parser.add_argument("--described", type=float, default=0.2, help="share of the requests made by schemathesis")
    chosen = parser.parse_args()
    from hostwise.catalogue.loader import load_catalogue
    from hostwise.decision.samples.samples import sample_plan, sample_summaries
    from hostwise.plan.document import plan_json
    from hostwise.server.api.app import build_app
    from tests.integration.serving import serving

    plans = [plan_json(sample_plan(each.key)) for each in sample_summaries()]
    description = build_app(load_catalogue(), None).openapi()
    tally = Tally()
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        settings: dict[str, Any] = {
            "HOSTWISE_RATE_LIMIT": "0",
            "HOSTWISE_MAX_PLANS": "1000000",
            "HOSTWISE_LOG_FORMAT": "text",
        }
        with serving(Path(folder), **settings) as (process, address):
            server = Server(address, chosen.rate, tally)

            def stop(*_: object) -> None:
                server.stopped = True

            signal.signal(signal.SIGINT, stop)
            by_schema = described(address, server, tally, int(chosen.requests * chosen.described), chosen.seed)
            print(f"{by_schema} requests by schemathesis, {time.monotonic() - began:.0f} s", flush=True)
            rest = chosen.requests - by_schema
            mutated(server, Mutator(chosen.seed, description, plans, files()), rest, chosen.threads)
            alive = process.poll() is None
            process.terminate()
            process.wait(60)
    print(f"{time.monotonic() - began:.0f} s in all, seed {chosen.seed}; server alive: {alive}")
    print(tally.said())
    for each in tally.complaints[:50]:
        print(each)
    return 1 if tally.complaints or not alive else 0


if __name__ == "__main__":
    sys.exit(main())
