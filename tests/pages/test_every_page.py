"""What holds for every page: it is safe, translated, and has its landmarks."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders
from django.utils import translation

from accounts.settings import zones
from games.ai.manners import CAST
from tests.pages.reading import Reader
from toolbox import memory

pytestmark = pytest.mark.django_db


class Page(NamedTuple):
    path: str
    answer: Any
    html: str
    read: Reader


@pytest.fixture(scope="module")
def fetched() -> list[Page]:
    return []


@pytest.fixture
def pages(fetched: list[Page], request: pytest.FixtureRequest) -> list[Page]:
    """Every kind of page, fetched and read once for all who look at it.

    Every translated text in it comes in ⟦brackets⟧.
    """
    if not fetched:
        every_page = request.getfixturevalue("every_page")
        with pytest.MonkeyPatch.context() as monkeypatch, in_brackets(monkeypatch):
            for path, client in every_page:
                answer = client.get(path)
                html = answer.content.decode()
                fetched.append(Page(path, answer, html, Reader(html)))
    return fetched


@pytest.mark.everywhere  # the others look at the same answers
def test_every_page_answers_has_one_heading_and_landmarks_and_forbids_inline_code(pages):
    for path, answer, _html, page in pages:
        missing = path == "/nowhere/" or path.endswith("step=99")
        assert answer.status_code == (404 if missing else 200), path
        policy = answer.headers["Content-Security-Policy"]
        assert "unsafe" not in policy, path
        assert "script-src 'self'" in policy, path
        assert not page.inline, path
        assert page.headings.count("h1") == 1, path
        assert page.headings.count("main") == 1, path
        assert "nav" in page.headings, path
        assert len(page.ids) == len(set(page.ids)), (path, page.ids)


@cache
def drawings_in(file: str) -> set[str]:
    """What an SVG file holds that pages may use, by their names."""
    found: Any = finders.find(file.removeprefix(settings.STATIC_URL))
    return set(re.findall(r'\bid="([^"]+)"', Path(found).read_text(encoding="utf-8")))


def test_every_drawing_that_a_page_uses_is_there(pages):
    for path, _answer, html, page in pages:
        used = set(re.findall(r'<use\b[^>]*\shref="([^"#]*)#([^"]*)"', html))
        own = set(page.ids)
        missing = {use for use in used if use[1] not in (drawings_in(use[0]) if use[0] else own)}
        assert not missing, path


DATA = {"amber", "birch", "cedar", "fern", settings.SITE_NAME, "a", "b", "f", "Guest", "G"}
DATA |= {part for name in CAST for part in (name, *name.split(" ", 1))}
PLACES = {zone.partition("/")[2].replace("_", " ") or zone for zone in zones.names()}
NOT_WORDS = re.compile(r"[\W\d_]*")
INNERMOST = re.compile(r"⟦[^⟦⟧]*⟧")


@contextmanager
def in_brackets(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Every translated text comes in ⟦brackets⟧."""
    for name in ("gettext", "ngettext", "pgettext", "npgettext"):
        real = getattr(translation._trans, name)

        def wrapped(*arguments: Any, real: Any = real) -> str:
            text = real(*arguments)
            return f"⟦{text}⟧" if text.strip() else text

        monkeypatch.setattr(translation._trans, name, wrapped)
    memory.forget_words()
    yield
    memory.forget_words()


@pytest.fixture
def pseudo(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    with in_brackets(monkeypatch):
        yield


def untranslated(text: str) -> str:
    """What is left of a text without its translated pieces, data and punctuation."""
    if text in PLACES:
        return ""
    while INNERMOST.search(text):
        text = INNERMOST.sub("", text)
    for word in sorted(DATA, key=len, reverse=True):
        text = re.sub(rf"\b{re.escape(word)}\b", "", text)
    text = re.sub(r"\+?\b[NESW][1-6]\b|\bX\b", "", text)  # lands, as on a map; gold worth nothing
    # addresses, seals, names of colors
    text = re.sub(r"https?://\S+|\b[0-9a-f]{16}…|^--[a-z-]+$", "", text)
    return "" if NOT_WORDS.fullmatch(text) else text


def test_no_text_is_hard_wired(pages):
    left = {page.path: [text for text in page.read.texts if untranslated(text)] for page in pages}
    assert not {path: texts for path, texts in left.items() if texts}


def test_texts_are_not_glued_have_apostrophes_and_take_nobody_for_a_finger(pages):
    for path, _answer, _html, page in pages:
        assert not re.findall(r"[^⟦]*[.!?]⟧+⟦+[^⟧]*", " ".join(page.texts)), path
        assert not [text for text in page.texts if "'" in text or "Touch" in text], path


def test_the_search_for_hard_wired_text_finds_some():
    assert untranslated("⟦Your turn⟧ now") == " now"
    assert not untranslated("⟦⟦2 swords⟧ for amber⟧ · 12")
