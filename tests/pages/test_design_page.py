"""The page of all parts: for staff or where DEBUG is on, made of the real ones."""

import re
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.test import Client

from tests.pages.reading import Reader
from tests.support.doc_tables import cells, code
from tests.support.log_in import logged_in

pytestmark = pytest.mark.django_db
SHARED = ("controls", "seats", "rows", "forms", "floating", "switch", "bones", "people")


@pytest.fixture
def staff(person: Any) -> Client:
    user = person("fern")
    user.is_staff = True
    user.save()
    return logged_in(user)


def test_everybody_finds_it_while_debugging(monkeypatch):
    monkeypatch.setattr(settings, "DEBUG", True)
    assert Client().get("/design/").status_code == 200


def test_it_shows_every_shared_component_its_states_and_the_kit_by_itself(staff):
    """A class that a shared style sheet begins a rule with stands on the page."""
    page = staff.get("/design/").content.decode()
    used = {name for value in re.findall(r'class="([^"]*)"', page) for name in value.split()}
    folder = Path(settings.BASE_DIR) / "static/css/site"
    sheets = "\n".join((folder / f"{name}.css").read_text(encoding="utf-8") for name in SHARED)
    first = set(re.findall(r"^\.([a-z][\w-]*)", sheets, re.MULTILINE))
    elsewhere = {"rows", "cover", "above", "pager", "facts-list", "connection", "toasts"}
    elsewhere |= {"audit", "sent"}
    assert first - used - elsewhere == set()
    for state in ("disabled", 'aria-invalid="true"', "checked", 'class="errorlist', "data-guided"):
        assert state in page, state
    assert page.count('class="shape') > 18
    assert len(set(Reader(page).ids)) == len(Reader(page).ids)
    kit = page[page.index('aria-labelledby="kit-h"') :].partition("data-game=")[0]
    used = {name for value in re.findall(r'class="([^"]*)"', kit) for name in value.split()}
    guide = (Path(settings.BASE_DIR) / "docs/board-kit.md").read_text(encoding="utf-8")
    documented = {
        name for row in cells(guide, "class | is") for each in code(row[0]) for name in each.split()
    }
    attributes = {name for name in documented if name.startswith("data-")}
    assert len(documented) > 30
    assert documented - attributes - used == {"zones", "playfield"}


def test_it_shows_the_whole_board_kit_and_each_kind_of_a_class(staff):
    """So does every class of the kit, but for those that stand on boards alone."""
    page = staff.get("/design/").content.decode()
    used = [set(value.split()) for value in re.findall(r'class="([^"]*)"', page)]
    folder = Path(settings.BASE_DIR) / "static/css/kit"
    sheets = "\n".join(path.read_text(encoding="utf-8") for path in sorted(folder.glob("*.css")))
    styled = set(re.findall(r"^\.([a-z][\w-]*)", sheets, re.MULTILINE))
    assert styled - set().union(*used) == set()
    kinds = set(re.findall(r"^((?:\.[a-z][\w-]*){2,})", sheets, re.MULTILINE))
    assert kinds
    unseen = {each for each in kinds if not any(set(each[1:].split(".")) <= one for one in used)}
    assert unseen == set()
