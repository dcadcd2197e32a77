"""Traces: off unless a standard variable asks for them, and without any address."""

from typing import Any

import pytest
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

from hostwise.server.http import telemetry

SECRET = "hws_0123456789abcdef_" + 64 * "0"


async def answered(exporter: InMemorySpanExporter, status: int, headers: list[tuple[bytes, bytes]]) -> None:
    provider = TracerProvider()
    provider.add_span_processor(SimpleSpanProcessor(exporter))

    async def app(_scope: Any, _receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": status, "headers": []})

    async def sent(_message: Any) -> None:
        pass

    scope = {"type": "http", "method": "GET", "path": f"/api/v1/shared/{SECRET}", "scheme": "http", "headers": headers}
    traced = telemetry.RequestTracing(app, provider.get_tracer("test"), lambda _: "/api/v1/shared/{token}")
    await traced(scope, sent, sent)  # type: ignore[arg-type]


async def test_a_request_is_a_span_that_names_its_route() -> None:
    exporter = InMemorySpanExporter()
    parent = b"00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
    await answered(exporter, 503, [(b"traceparent", parent), (b"cookie", SECRET.encode())])
    (span,) = exporter.get_finished_spans()
    assert span.name == "GET /api/v1/shared/{token}"
    assert span.attributes == {
        "http.request.method": "GET",
        "http.route": "/api/v1/shared/{token}",
        "url.scheme": "http",
        "http.response.status_code": 503,
    }
    assert span.context is not None
    assert f"{span.context.trace_id:032x}" == "0af7651916cd43dd8448eb211c80319c"
    assert SECRET not in span.to_json()
    assert not span.status.is_ok


@pytest.mark.parametrize(
    ("environment", "on"),
    [
        ({}, False),
        ({"OTEL_SERVICE_NAME": "x"}, False),
        ({"OTEL_TRACES_EXPORTER": "none", "OTEL_EXPORTER_OTLP_ENDPOINT": "http://127.0.0.1:4318"}, False),
        ({"OTEL_EXPORTER_OTLP_ENDPOINT": "http://127.0.0.1:4318", "OTEL_SDK_DISABLED": "true"}, False),
        ({"OTEL_TRACES_EXPORTER": "no-such-exporter"}, False),
        ({"OTEL_EXPORTER_OTLP_ENDPOINT": "http://127.0.0.1:4318"}, True),
        ({"OTEL_TRACES_EXPORTER": "console"}, True),
    ],
)
def test_only_the_standard_variables_switch_it_on(environment: dict[str, str], on: bool) -> None:
    assert (telemetry.tracer(environment) is not None) == on
