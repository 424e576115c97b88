"""Reports of errors to Sentry (setting SENTRY_DSN), with sentry-sdk, which is optional.

A report has only words of programmers: types, places in the source, the templates of log lines.
No value leaves the portal: neither the message of an exception, which may quote a row of the
database, nor any part of the request. The log has the rest under the same id.
"""

from typing import Any

from toolbox import tracing

KEPT = ("event_id", "timestamp", "level", "logger", "platform", "release", "environment", "sdk")
OF_EXCEPTION = ("type", "module", "mechanism")
OF_FRAME = (
    *("filename", "module", "function", "lineno", "in_app"),
    *("pre_context", "context_line", "post_context"),
)
# Loggers whose lines are templates; others fill in values themselves.
TEMPLATES = {"accounts", "celery", "django", "games", "lobby", "portal", "toolbox"}


def begin(dsn: str) -> None:
    """Report this process's errors, and those of its forks. Exits without sentry-sdk."""
    try:
        import sentry_sdk
        from sentry_sdk.integrations.celery import CeleryIntegration
        from sentry_sdk.integrations.django import DjangoIntegration
    except ImportError:
        raise SystemExit(
            "SENTRY_DSN is set, but sentry-sdk is missing: pip install -r requirements-sentry.txt"
        ) from None
    sentry_sdk.init(
        dsn,
        integrations=[DjangoIntegration(), CeleryIntegration()],
        auto_enabling_integrations=False,
        auto_session_tracking=False,
        send_client_reports=False,
        send_default_pii=False,
        include_local_variables=False,
        max_request_body_size="never",
        max_breadcrumbs=0,
        before_send=scrubbed,
    )


def scrubbed(event: Any, _hint: Any) -> Any:
    """The report of an event: only the parts known to contain no data."""
    report = _only(KEPT, event)
    trace = tracing.current()
    report["tags"] = {"request": trace.id, "way": trace.way}
    if event.get("logger", "").partition(".")[0] in TEMPLATES and "logentry" in event:
        report["logentry"] = _only(("message",), event["logentry"])
    if "exception" in event:
        report["exception"] = {"values": [_exception(one) for one in event["exception"]["values"]]}
    return report


def _exception(one: Any) -> dict[str, Any]:
    frames = (one.get("stacktrace") or {}).get("frames", ())
    return _only(OF_EXCEPTION, one) | {
        "stacktrace": {"frames": [_only(OF_FRAME, frame) for frame in frames]}
    }


def _only(names: tuple[str, ...], given: Any) -> dict[str, Any]:
    return {name: given[name] for name in names if name in given}
