"""`/metrics` for Prometheus, and the metrics of requests. Other metrics are next to their code.

Each process counts for itself. If PROMETHEUS_MULTIPROC_DIR is set, processes count in files of that
folder and each serves the sum: the children of a supervisor, and the pool of a worker. Labels are
the portal's own words, never a visitor's, so nobody can make them grow.
"""

import os
import time
from collections.abc import Callable, Iterator

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from prometheus_client import (
    CONTENT_TYPE_LATEST,
    REGISTRY,
    CollectorRegistry,
    Counter,
    Histogram,
    generate_latest,
    start_http_server,
)
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.multiprocess import MultiProcessCollector

from accounts import deliveries
from games.matches.play.parts import waiting_turns
from portal import health
from portal.addresses import came_from
from portal.views import has_token, not_found
from toolbox import database_time

REQUESTS = Counter("portal_requests", "Requests by pattern of their address", ["route", "status"])
SECONDS = Histogram(
    "portal_request_seconds",
    "Time that Django took for a request",
    ["route"],
    buckets=(0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10),
)
NO_ROUTE = "none"  # static files and unknown addresses


class Measured:
    """Counts and times requests. The outermost middleware."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        begun = time.perf_counter()
        with database_time.measured("request"):
            response = self.get_response(request)
        route = f"/{request.resolver_match.route}" if request.resolver_match else NO_ROUTE
        REQUESTS.labels(route, response.status_code).inc()
        SECONDS.labels(route).observe(time.perf_counter() - begun)
        return response


@csrf_exempt  # else a stranger's form could find out that the page exists
@never_cache
def page(request: HttpRequest) -> HttpResponse:
    """The metrics, for readers whom the settings allow; for others there is no such page."""
    allowed = has_token(request, settings.METRICS_TOKEN)
    if not allowed and not came_from(request, settings.METRICS_FROM):
        return not_found(request)
    text = generate_latest(counted()) + generate_latest(_present)
    return HttpResponse(text, content_type=CONTENT_TYPE_LATEST)


def serve(port: int) -> None:
    """Serve the metrics of this worker's processes to everybody who reaches that port."""
    start_http_server(port, settings.METRICS_HOST, counted())


def counted() -> CollectorRegistry:
    """The metrics of this process, or of all processes that share the folder."""
    if "PROMETHEUS_MULTIPROC_DIR" not in os.environ:
        return REGISTRY
    registry = CollectorRegistry()
    MultiProcessCollector(registry)
    return registry


class Present:
    """The present state by the checks and the database: the same in every web process."""

    def collect(self) -> Iterator[Metric]:
        report = health.report()
        since = time.monotonic() - report.made_at
        ok = GaugeMetricFamily(
            "portal_check_ok", "1: this check of /readyz is ok", labels=["check"]
        )
        age = GaugeMetricFamily(
            "portal_check_age_seconds", "Since its last evidence: a sign of life", labels=["check"]
        )
        for name, finding in report.findings.items():
            ok.add_metric([name], finding.ok)
            if finding.age is not None:
                age.add_metric([name], finding.age + since)
        yield from (ok, age)
        if not report.findings["database"].ok:
            return
        turns = GaugeMetricFamily(
            "portal_turns_waiting",
            "Computer turns that wait, by whether anybody is there",
            labels=["queue", "urgency"],
        )
        waited = GaugeMetricFamily(
            "portal_turns_age_seconds",
            "How long somebody has waited for a computer player",
            labels=["queue"],
        )
        for queue, slow in waiting_turns.QUEUES.items():
            load = waiting_turns.load(slow)
            turns.add_metric([queue, "people"], load.people)
            turns.add_metric([queue, "nobody"], load.nobody)
            waited.add_metric([queue], load.waited)
        yield from (turns, waited)
        due = deliveries.due(timezone.now()).count()
        yield GaugeMetricFamily("portal_notices_due", "Notices that are due and not sent", due)


_present = CollectorRegistry()
_present.register(Present())
