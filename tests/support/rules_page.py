"""Tests of a ruleset's rules page: it answers players' questions, and computes its numbers.

A ruleset's own tests derive from `RulesPage` and give it a slug, questions and figures.
"""

import re
import sys
from html.parser import HTMLParser
from types import ModuleType
from typing import Any, ClassVar

import pytest
from django.test import Client

from games.matches.learn import material
from games.matches.page.shared_html import folder_of
from games.plugin import AnyGame, registry
from toolbox import memory


class Sections(HTMLParser):
    """The words of each section of a page, by its anchor."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: dict[str, list[str]] = {}
        self._open: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "section":
            self._open.append(dict(attrs).get("id") or "")

    def handle_endtag(self, tag: str) -> None:
        if tag == "section":
            self._open.pop()

    def handle_data(self, data: str) -> None:
        for anchor in self._open:
            self.found.setdefault(anchor, []).append(data)

    def words(self, anchor: str) -> str:
        return re.sub(r"\s+", " ", " ".join(self.found[anchor])).strip()


_read: dict[str, Sections] = {}


class RulesPage:
    """The tests of one ruleset's page.

    `questions`: a question, the chapter with the answer, and words in that chapter. `figures`:
    names in the ruleset's modules, imported or not, with other values, and the words of the chapter
    then: a number that stays the same is hard-coded in the template.
    """

    slug: ClassVar[str]
    questions: ClassVar[list[tuple[str, str, str]]]
    figures: ClassVar[list[tuple[dict[str, Any], str, str]]]

    def pytest_generate_tests(self, metafunc: pytest.Metafunc) -> None:
        if "question" in metafunc.fixturenames:
            metafunc.parametrize(("question", "anchor", "answer"), self.questions)
        elif "values" in metafunc.fixturenames:
            metafunc.parametrize(("values", "anchor", "answer"), self.figures)

    @pytest.fixture
    def page(self, db: None) -> Sections:
        """The unchanged page, read once for all tests that only look."""
        if self.slug not in _read:
            _read[self.slug] = self.read()
        return _read[self.slug]

    def read(self) -> Sections:
        """The page as it is now."""
        answer = Client().get(material.rules_address(registry.get(self.slug)))
        assert answer.status_code == 200
        return Sections(answer.content.decode())

    def test_the_page_answers(
        self, page: Sections, question: str, anchor: str, answer: str
    ) -> None:
        assert answer in page.words(anchor), question

    def test_the_pages_numbers_are_the_rules_own(
        self,
        page: Sections,
        monkeypatch: pytest.MonkeyPatch,
        values: dict[str, Any],
        anchor: str,
        answer: str,
    ) -> None:
        assert answer not in page.words(anchor)
        for name, value in values.items():
            for module in _readers(registry.get(self.slug), name):
                monkeypatch.setattr(module, name, value)
        memory.forget_words()
        assert answer in self.read().words(anchor)
        memory.forget_words()


def _readers(game: AnyGame, name: str) -> list[ModuleType]:
    """The ruleset's modules that have that name, defined or imported."""
    package = f"games.{folder_of(game)}."
    modules = [module for path, module in sys.modules.items() if path.startswith(package)]
    return [module for module in modules if hasattr(module, name)]
