"""Every ruleset's rules page has the chapters that the ruleset names, under their titles."""

import re

import pytest
from django.test import Client

from games.matches.learn import material
from games.matches.record.text import sentence
from games.plugin import registry

GAMES = [game for game in registry.installed() if material.rules_template(game)]


@pytest.mark.django_db
@pytest.mark.parametrize("game", GAMES, ids=lambda game: str(game.meta.slug))
def test_every_chapter_is_on_the_page_and_whole_ones_in_the_contents_under_their_titles(game):
    page = Client().get(material.rules_address(game)).content.decode()
    chapters = game.book.chapters
    ids = re.findall(r' id="([\w-]+)"', page)
    assert {chapter.anchor for chapter in chapters} <= set(ids)
    nav = page[page.index('<nav class="contents"') :].partition("</nav>")[0]
    contents = re.findall(r'<a href="#([\w-]+)">', nav)
    assert contents == [chapter.anchor for chapter in chapters if not chapter.within]
    sections = re.findall(r'<section id="([\w-]+)"', page)
    assert [anchor for anchor in sections if anchor in contents] == contents
    headings = dict(re.findall(r'<h2 id="([\w-]+)-h">(.*?)</h2>', page))
    whole = [chapter for chapter in chapters if not chapter.within]
    assert [headings[chapter.anchor] for chapter in whole] == [sentence(c.title) for c in whole]
