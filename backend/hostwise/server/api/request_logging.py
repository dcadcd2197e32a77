"""Every request gets an id, a line of the log, and a place in the figures of /metrics."""

from __future__ import annotations

import re
import time
from collections.abc import Iterable
from uuid import uuid4

import structlog
from fastapi import APIRouter, Depends, Request, Response
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, exposition
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector
from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

import hostwise
from hostwise.server.api.access_check import admitted
from hostwise.server.http.client_addresses import TrustedProxies
from hostwise.server.http.route_metadata import METRICS, route_path
from hostwise.server.workers.body_budget import BodyBudgets
from hostwise.server.workers.pools import Pools

log = structlog.get_logger(__name__)

REQUEST_ID = "X-Request-ID"
_ID = re.compile(r"[A-Za-z0-9._-]{8,64}")
_QUIET = ("/health/", "/metrics")
"""Polled every few seconds by machines: not logged."""

_SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60)


class RequestMetrics:
    """The metrics of one application, in a registry of its own."""

    def __init__(self, pools: Pools, bodies: BodyBudgets) -> None:
        """Start at nothing."""
        self.registry = CollectorRegistry()
        self.requests = Counter(
            "hostwise_requests", "Requests by route and status.", ("method", "route", "status"), registry=self.registry
        )
        self.seconds = Histogram(
            "hostwise_request_seconds",
            "Seconds from the head of a request to the end of its answer.",
            ("method", "route"),
            buckets=_SECONDS,
            registry=self.registry,
        )
        self.now = Gauge("hostwise_requests_now", "Requests that are being answered.", registry=self.registry)
        build = Gauge("hostwise_build", "The version that runs; always 1.", ("version",), registry=self.registry)
        build.labels(hostwise.__version__).set(1)
        self.registry.register(_PoolMetrics(pools))
        self.registry.register(_BodyMetrics(bodies))

    def note(self, method: str, route: str, status: int, seconds: float) -> None:
        """Count a request that was answered."""
        self.requests.labels(method, route, str(status)).inc()
        self.seconds.labels(method, route).observe(seconds)


class _PoolMetrics(Collector):
    """Reads the pools when the metrics are collected."""

    def __init__(self, pools: Pools) -> None:
        self._pools = pools

    def collect(self) -> Iterable[Metric]:
        work = GaugeMetricFamily("hostwise_pool_work", "Work in the pools.", labels=("pool", "state"))
        lost = CounterMetricFamily("hostwise_pool_refusals", "Requests that a pool refused.", labels=("pool", "reason"))
        for each in self._pools.all:
            work.add_metric((each.name, "running"), each.running)
            work.add_metric((each.name, "waiting"), each.waiting)
            lost.add_metric((each.name, "too_busy"), each.refused)
            lost.add_metric((each.name, "took_too_long"), each.overdue)
        ended = CounterMetricFamily(
            "hostwise_process_deaths", "Processes that ended unexpectedly, by what they did.", labels=("state",)
        )
        if self._pools.workers is not None:
            for state, number in self._pools.workers.deaths.items():
                ended.add_metric((state,), number)
        return (work, lost, ended)


class _BodyMetrics(Collector):
    """Reads the body budgets when the metrics are collected."""

    def __init__(self, bodies: BodyBudgets) -> None:
        self._bodies = bodies

    def collect(self) -> Iterable[Metric]:
        taken = GaugeMetricFamily("hostwise_body_bytes", "Bytes of bodies that are here.", labels=("place",))
        taken.add_metric(("memory",), self._bodies.memory.taken)
        taken.add_metric(("disk",), self._bodies.disk.taken)
        return (taken,)


router = APIRouter()


@router.get(METRICS, include_in_schema=False, dependencies=[Depends(admitted)])
async def read_metrics(request: Request) -> Response:
    """Answer the metrics in the format that Prometheus accepts."""
    metrics: RequestMetrics = request.app.state.metrics
    write, kind = exposition.choose_encoder(request.headers.get("accept", ""))
    return Response(write(metrics.registry), media_type=kind)


class RequestLogging:
    """Gives every request an id, which its answer and all its lines of the log carry, and counts it.

    A trusted proxy may give the id; others could forge what the log says. One middleware, since the log, the id and the
    metrics need the same start, end and status; libraries for each would wrap every request three times.
    """

    def __init__(self, app: ASGIApp) -> None:
        """Wrap an application."""
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, and note how it was answered."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        state = scope["app"].state
        metrics: RequestMetrics = state.metrics
        request_id = _request_id(scope, state.proxies)
        status = 499

        async def noted(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                MutableHeaders(scope=message)[REQUEST_ID] = request_id
            await send(message)

        began = time.monotonic()
        with structlog.contextvars.bound_contextvars(request_id=request_id), metrics.now.track_inprogress():
            try:
                await self.app(scope, receive, noted)
            finally:
                seconds = time.monotonic() - began
                metrics.note(_method(scope), route_path(scope) or "none", status, seconds)
                if state.log_requests and not scope["path"].startswith(_QUIET):
                    log.info(
                        "request",
                        method=scope["method"],
                        path=scope["path"][:500],
                        status=status,
                        seconds=round(seconds, 4),
                        client=scope["client"][0] if scope.get("client") else None,
                    )


def _request_id(scope: Scope, proxies: TrustedProxies) -> str:
    if proxies.sent(scope):
        given = Headers(scope=scope).get(REQUEST_ID, "")
        if _ID.fullmatch(given):
            return given
    return uuid4().hex


def _method(scope: Scope) -> str:
    """The method; unknown ones are counted as one, so that callers cannot add series."""
    known = ("GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH")
    return scope["method"] if scope["method"] in known else "other"
