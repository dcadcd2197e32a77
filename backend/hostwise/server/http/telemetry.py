"""Traces by OpenTelemetry, switched on by its standard variables and by nothing else.

The packages come with `pip install hostwise[telemetry]`. Each request is one span, named and described by its route:
the address itself may hold the secret of a shared link, so it is in none.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from importlib.metadata import entry_points
from typing import Any

import structlog
from starlette.types import ASGIApp, Message, Receive, Scope, Send

log = structlog.get_logger(__name__)

_ENDPOINTS = ("OTEL_EXPORTER_OTLP_ENDPOINT", "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT")
_NAMES = {"otlp": "otlp_proto_http", "console": "console"}


def wanted(environment: Mapping[str, str]) -> str | None:
    """The exporter that the environment asks for; None if traces are off.

    >>> wanted({}), wanted({"OTEL_EXPORTER_OTLP_ENDPOINT": "http://127.0.0.1:4318"})
    (None, 'otlp')
    >>> wanted({"OTEL_TRACES_EXPORTER": "console"}), wanted({"OTEL_TRACES_EXPORTER": "none"})
    ('console', None)
    >>> wanted({"OTEL_TRACES_EXPORTER": "otlp", "OTEL_SDK_DISABLED": "true"})
    """
    if environment.get("OTEL_SDK_DISABLED", "").lower() == "true":
        return None
    named = environment.get("OTEL_TRACES_EXPORTER", "").strip()
    if not named:
        return "otlp" if any(environment.get(each) for each in _ENDPOINTS) else None
    return None if named == "none" else named


class RequestTracing:
    """Middleware that makes each request a span, child of the one that the caller names in `traceparent`."""

    def __init__(self, app: ASGIApp, tracer: Any, route: Callable[[Scope], str]) -> None:
        """Wrap an application.

        Args:
            app: the application.
            tracer: where spans come from.
            route: the path of a request's route, with the names of its parameters.
        """
        self.app, self._tracer, self._route = app, tracer, route

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on within a span."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        from opentelemetry import propagate
        from opentelemetry.trace import SpanKind, Status, StatusCode

        headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
        route = self._route(scope)
        attributes = {"http.request.method": scope["method"], "http.route": route, "url.scheme": scope["scheme"]}
        with self._tracer.start_as_current_span(
            f"{scope['method']} {route}".strip(),
            context=propagate.extract(headers),
            kind=SpanKind.SERVER,
            attributes=attributes,
            # The text of an error may quote a plan.
            record_exception=False,
        ) as span:

            async def noted(message: Message) -> None:
                if message["type"] == "http.response.start":
                    span.set_attribute("http.response.status_code", message["status"])
                    if message["status"] >= 500:
                        span.set_status(Status(StatusCode.ERROR))
                await send(message)

            await self.app(scope, receive, noted)


def tracer(environment: Mapping[str, str] = os.environ) -> Any:
    """Where spans come from, if the environment asks for traces; None if not, or if the packages are absent.

    Endpoint, headers, sampling, batching and the attributes of the service are read from their own standard variables.
    """
    exporter = wanted(environment)
    if exporter is None:
        return None
    try:
        from opentelemetry.sdk.resources import Resource
        from opentelemetry.sdk.trace import TracerProvider
        from opentelemetry.sdk.trace.export import BatchSpanProcessor
    except ImportError:
        log.warning("traces are asked for, but not installed: pip install 'hostwise[telemetry]'")
        return None
    found = next(iter(_exporters(_NAMES.get(exporter, exporter))), None)
    if found is None:
        log.warning("there is no such exporter of traces", exporter=exporter)
        return None
    # The variables win over the name given here.
    named = {} if environment.get("OTEL_SERVICE_NAME") else {"service.name": "hostwise"}
    provider = TracerProvider(resource=Resource.create(named))
    provider.add_span_processor(BatchSpanProcessor(found.load()()))
    return provider.get_tracer("hostwise")


def _exporters(name: str) -> Iterable[Any]:
    return entry_points(group="opentelemetry_traces_exporter", name=name)
