"""The tags of the board kit: drawings, targets, leaves, and the parts that every board may use."""

from typing import Any

import pytest
from django.template import Context, Template, TemplateSyntaxError

from games.plugin import line
from tests.pages.reading import dense


def drawn(source: str, **data: Any) -> str:
    """That template as a board of Castle Panic would draw it."""
    context = Context({"parts": "castle_panic", "language": "en", **data})
    return dense(Template(source).render(context))


def test_a_phrase_is_one_line_whatever_it_is_laid_out_by():
    source = "{% phrase %}\n  {{ name }}\n  {% if name %}, of 2{% endif %}\n  .\n{% endphrase %}"
    assert Template(source).render(Context({"name": "<b> & co"})) == "&lt;b&gt; &amp; co, of 2."


def test_a_drawing_knows_its_sheet_its_box_and_its_address():
    html = drawn('{% icon "wall" class="picture" %}')
    assert 'viewBox="0 0 200 60"' in html  # what is used lies at 0, wherever its own box begins
    assert 'class="picture"' in html
    assert 'aria-hidden="true"' in html
    assert "castle_panic/pieces" in html
    assert html.endswith('.svg#wall"/></svg>')
    assert 'viewBox="0 0 1080 1080"' in drawn('{% icon "table" sheet="table" %}')
    assert drawn('{% symbol "body" %}').endswith(".svg#body")


def test_drawings_are_told_apart_by_all_that_they_are_given():
    source = '{% icon "wall" class=look %}'
    assert 'class="tall"' in drawn(source, look="tall")
    assert 'class="low"' in drawn(source, look="low")
    assert drawn(source, look='"<') == drawn(source, look="&quot;&lt;").replace("&amp;", "&")
    assert " class " in drawn(source, look=True)


def test_each_draws_a_part_for_every_thing_in_a_list():
    one = "<li>{% part 'counter' thing touch=False %}</li>"
    title, told = line("Tar"), {"kind": "tar"}
    things = [
        {"token": token, "icon": "archer", "title": title, "data": told}
        for token in ("1", "2", "1")
    ]
    wanted = "".join(drawn(one, thing=thing) for thing in things)
    assert drawn("{% each 'counter' things touch=False %}", things=things) == wanted
    assert drawn("{% each 'counter' things %}", things=[]) == ""


@pytest.mark.parametrize("tag", ['{% icon "dragon" %}', '{% symbol "dragon" %}'])
def test_a_drawing_that_is_nowhere_is_a_mistake(tag):
    with pytest.raises(
        TemplateSyntaxError, match=r"castle_panic/pieces\.svg has no symbol 'dragon'"
    ):
        drawn(tag)


def test_a_target_is_a_button_while_it_can_be_touched_and_takes_any_data():
    source = '{% target touch "hand" card class="card" kind=card %}X{% endtarget %}'
    assert drawn(source, touch=True, card="knight") == (
        '<button type="button" class="card" data-kind="knight" data-target="hand:knight">X</button>'
    )
    assert drawn(source, touch=False, card="knight") == (
        '<span class="card" data-kind="knight">X</span>'
    )
    source = '{% target False "x" tag="div" id=id empty=yes gone=no none=none %}{% endtarget %}'
    assert drawn(source, id='"<', yes=True, no=False, none=None) == (
        '<div id="&quot;&lt;" data-empty></div>'
    )
    source = '{% target False "x" class="card" data=data %}{% endtarget %}'
    assert drawn(source, data={"kind": "orc", "threat": False}) == (
        '<span class="card" data-kind="orc"></span>'
    )


def test_a_leaf_has_a_title_and_a_way_to_close_it():
    html = drawn('{% leaf "pile" "The pile" help="tokens" %}<ul></ul>{% endleaf %}')
    assert '<div class="leaf" id="pile" popover aria-labelledby="pile-h">' in html
    assert '<h3 id="pile-h">The pile</h3><ul></ul>' in html
    assert 'popovertarget="pile" popovertargetaction="hide"' in html
    assert 'data-help="tokens"' in html


@pytest.mark.parametrize(("number", "said"), [(3, "3"), (0, "0"), (-4, "−4")])
def test_a_number_has_a_true_minus(number, said):
    assert drawn('{% kit "signed" number %}', number=number) == said


def test_a_score_lists_its_rows_with_what_is_bad_and_their_sum():
    score = {
        "columns": [line("Kind"), line("Left"), line("Points")],
        "rows": [{"title": line("orcs"), "cells": ["−2"], "points": -6, "piece": None}],
        "total": -6,
        "low": -8,
        "width": 16,
    }
    html = drawn('{% kit "score" score %}', score=score)
    assert html.count('<th scope="col"') == 3
    assert '<th scope="row">orcs</th><td class="num bad">−2</td>' in html
    assert 'viewBox="-8 0 16 6"' in html
    assert '<path class="cost" d="M0 3h-6"/>' in html
    assert '<th scope="row" colspan="2">Total</th><td class="num"><b>−6</b></td>' in html


def test_a_die_shows_its_face_and_says_it():
    html = drawn('{% kit "die" 4 %}')
    assert 'data-face="4"' in html
    assert "a die showing 4" in html
    assert "a die not yet rolled" in drawn('{% kit "die" %}')


def test_a_hand_of_numbers_has_as_many_columns_as_fit_or_as_it_says():
    source = '{% kit "numbers" hand touch=True name="bid" seat=0 columns=columns %}'
    hand = [[7, True], [8, False]]
    html = drawn(source, hand=hand, columns=5)
    assert html.startswith('<ul class="numbers" data-n="5" data-place="hand:0">')
    assert 'data-target="bid:7"' in html
    assert "bid:8" not in html
    assert drawn(source, hand=hand, columns=None).startswith('<ul class="numbers" data-place=')


def test_a_table_has_numbers_and_what_comes_first_as_a_number_or_a_part():
    table = {"columns": [line("Token"), line("Copies")], "rows": [["goblin", [6]]]}
    plain = drawn('{% kit "table" table %}', table=table)
    assert '<th scope="row" class="num">goblin</th><td class="num">6</td>' in plain
    pieces = drawn('{% kit "table" table of="piece" %}', table=table)
    assert '<th scope="col">Token</th><th scope="col">Copies</th>' in pieces
    assert '<th scope="row"><svg class="piece"' in pieces
