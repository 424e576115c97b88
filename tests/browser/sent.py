"""Scripts and style sheets as `make run` sends them: put together, for a browser of the tests."""

from collections.abc import Callable
from functools import cache
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from django.contrib.staticfiles.finders import get_finders
from django.contrib.staticfiles.storage import StaticFilesStorage
from playwright.sync_api import Page, Route

from portal import page_styles, scripts, style_sheets

KINDS = {".js": "text/javascript", ".css": "text/css"}


@cache
def _sources() -> dict[str, Path]:
    """Where each static file is written, by its name."""
    found = [(name, each) for finder in get_finders() for name, each in finder.list([])]
    return {name: Path(each.path(name)) for name, each in found}


def _read(name: str) -> str:
    return _sources()[name].read_text(encoding="utf-8")


@cache
def _text(name: str) -> str | None:
    """What is sent by that name; None for what is sent as it is written, or isn't ours."""
    if name in scripts.LINKED or scripts.BOARD.fullmatch(name):
        return scripts.put_together(name, _read)
    for sheets, whole in page_styles.groups(_sources()).items():
        if whole == name:
            return style_sheets.joined({each: _sources()[each] for each in sheets}, name)
    return None


def send_together(page: Page, monkeypatch: pytest.MonkeyPatch) -> Callable[[], list[str]]:
    """From now on this page gets scripts and sheets so, and keeps no files from page to page.

    Returns what tells the paths of all requests since it was asked last.
    """
    groups = page_styles.groups(_sources())
    monkeypatch.setattr(
        StaticFilesStorage,
        "sent",
        lambda _storage, sheets: page_styles.sent(list(sheets), groups),
        raising=False,
    )
    asked: list[str] = []

    def answer(route: Route) -> None:
        name = urlsplit(route.request.url).path.removeprefix("/static/")
        text = _text(name)
        if text is not None:
            route.fulfill(body=text, content_type=KINDS[Path(name).suffix])
        elif name.startswith("js/"):
            route.abort()  # no module is there by itself
        else:
            route.continue_()

    page.route("**/static/**", answer)  # a browser whose requests are routed keeps nothing
    page.on("request", lambda request: asked.append(urlsplit(request.url).path))

    def since() -> list[str]:
        found = [path for path in asked if path.startswith("/")]
        asked.clear()
        return found

    return since
