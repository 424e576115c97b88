"""Variables that make no sense: every program says which, in one line, and doesn't begin."""

import runpy
from pathlib import Path

import pytest

from portal import environment
from tests.support.running_portal import ROOT


@pytest.mark.parametrize(
    ("file", "variable", "value"),
    [
        ("settings", "DATABASE_URL", "pg://hearth:hidden@host/name"),
        ("settings", "DATABASE_URL", "postgres://hearth:hidden@host:port/name"),
        ("links", "REDIS_URL", "http://:hidden@127.0.0.1:6379"),
        ("links", "REDIS_URL", "redis://:hidden@[::1"),
        ("settings", "METRICS_FROM", "10.0.0.0/8, everywhere"),
        ("settings", "DATABASE_URL", "mysql://hearth:hidden@host/name"),
        ("links", "REDIS_URL", "redis://:hidden@host/0?colour=red"),
        ("settings", "METRICS_PORT", "65534"),
        ("settings", "EMAIL_PORT", "smtp"),
        ("settings", "TRUSTED_PROXIES", "-1"),
        ("settings", "SENTRY_DSN", "https://sentry.example"),
        ("settings", "SITE_URL", "https://[play.example.org"),
        ("settings", "HTTPS", "please"),
        ("settings", "LOG_LEVEL", "LOUD"),
        ("settings", "RECORD_KEY", "11" * 31),
        ("settings", "RECORD_KEY", "hidden" * 11),
        ("settings", "PROMETHEUS_MULTIPROC_DIR", "/dev/null/figures"),
        ("settings", "PROMETHEUS_MULTIPROC_DIR", "/proc"),
    ],
)
def test_a_variable_that_makes_no_sense_is_named_and_no_password_shown(
    monkeypatch, file, variable, value
):
    monkeypatch.setenv(variable, value)
    with pytest.raises(SystemExit, match=rf"\A{variable}\b[^\n]* isn't [^\n]+\.\Z") as ended:
        runpy.run_path(str(ROOT / "portal" / f"{file}.py"))
    assert "hidden" not in str(ended.value)


@pytest.mark.parametrize("folder", ["/dev/null/data", "/proc/data"])
def test_a_data_folder_that_cannot_be_made_is_told_in_one_line(monkeypatch, folder):
    monkeypatch.setattr(environment, "DATA_DIR", Path(folder))
    monkeypatch.delenv("RECORD_KEY", raising=False)
    with pytest.raises(SystemExit, match=rf"\ADATA_DIR={folder} isn't usable: [^\n]+\.\Z"):
        environment.stored_key("RECORD_KEY", str)


@pytest.mark.parametrize(("scheme", "options"), [("rediss", {"ssl_cert_reqs": 2}), ("redis", None)])
def test_celery_asks_for_a_certificate_where_the_address_says_tls(monkeypatch, scheme, options):
    monkeypatch.setattr("portal.links.REDIS_URL", f"{scheme}://host")
    found = runpy.run_path(str(ROOT / "portal/celery_settings.py"))
    assert found.get("CELERY_BROKER_USE_SSL") == options


@pytest.mark.parametrize(
    ("value", "on"), [("1", True), ("Yes", True), ("off", False), ("0", False), ("", False)]
)
def test_what_switches_something_on(monkeypatch, value, on):
    monkeypatch.setenv("HTTPS", value)
    assert runpy.run_path(str(ROOT / "portal/settings.py"))["HTTPS"] is on
