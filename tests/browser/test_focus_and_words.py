"""Where the focus goes when the page changes under it, and what is read out."""

import pytest

PAGE = """
<div id="page"><h1 id="status" tabindex="-1">Status</h1>
<button data-target="a">first</button><button data-target="a">second</button>
<button id="named">named</button>
<ul><li><button data-target="b">b</button></li><li><button data-target="c">c</button></li>
<li><button data-target="d">d</button></li></ul></div><button id="outside">outside</button>
<div id="said"></div>"""
# Focus an element, change the page, and tell what has the focus then.
AFTER = """async ([page, focused, change, text = page]) => {
  document.body.innerHTML = page;
  const { keepFocus } = await import("/static/js/match/live.js");
  document.querySelector(focused).focus();
  const back = keepFocus(text);
  window.meanwhile = document.activeElement;
  eval(change);
  back();
  const { id, textContent } = document.activeElement;
  return id || textContent;
}"""
IN_LIVE = """
<div id="page"><h1 id="status" tabindex="-1">Status</h1><div id="live" class="board">
<button id="named">named</button><button data-target="a">a</button>
<div id="log" role="log" tabindex="0">log</div><a href="#">link</a></div></div>"""
MEANWHILE = "window.meanwhile === document.body"
SAY = """async ([page, texts]) => {
  document.body.innerHTML = page;
  const { announce } = await import("/static/js/match/live.js");
  for (const some of texts) announce(...some);
  return [...document.querySelectorAll("#said p")].map((line) => line.textContent);
}"""
NEW = """document.getElementById("page").innerHTML = %s;"""
STATUS = '<h1 id="status" tabindex="-1">Status</h1>'
FIRST, SECOND = '<button data-target="a">first</button>', '<button data-target="a">second</button>'


@pytest.mark.parametrize(
    ("focused", "becomes", "then"),
    [
        ("[data-target=a]:nth-of-type(2)", FIRST + SECOND + STATUS, "second"),  # the same place
        ("[data-target=a]:nth-of-type(2)", FIRST + STATUS, "first"),  # the last of its like
        ("[data-target=a]", SECOND + STATUS, "second"),
        ("[data-target=a]", STATUS, "status"),  # nothing like it is left
        ("[data-target=a]", '<p data-target="a">gone</p>' + STATUS, "status"),  # can't be focused
        ("[data-target=a]", '<button hidden data-target="a">no</button>' + STATUS, "status"),
        ("#named", STATUS + '<button id="named">new</button>', "named"),
        ("#named", STATUS, "status"),
        ("[data-target=b]", STATUS, "status"),  # all that lay around it is gone as well
    ],
)
def test_the_focus_waits_in_a_good_place(bare_page, focused, becomes, then):
    assert bare_page.evaluate(AFTER, [PAGE, focused, NEW % repr(becomes)]) == then


@pytest.mark.parametrize(
    ("focused", "gone", "then"),
    [
        ("b", ["b"], "c"),
        ("c", ["c"], "d"),
        ("d", ["d"], "c"),
        ("c", ["c", "d"], "b"),
        ("b", ["b", "c", "d"], "named"),  # the last before it on the page
    ],
)
def test_the_focus_of_what_vanishes_goes_to_what_lay_beside_it(bare_page, focused, gone, then):
    all_gone = ", ".join(f"[data-target={name}]" for name in gone)
    change = f"for (const thing of document.querySelectorAll('{all_gone}')) thing.remove()"
    assert bare_page.evaluate(AFTER, [PAGE, f"[data-target={focused}]", change]) == then


@pytest.mark.parametrize(
    ("focused", "coming", "lets_go"),
    [
        ("#named", '<button id="named">', False),
        ("#named", '<button id="other">', True),
        ("[data-target=a]", '<button data-target="a">', False),
        ("[data-target=a]", "", True),
        ("#log", '<div id="log">', False),
        ("a", "", False),  # it has no name by which it could be missed
    ],
)
def test_what_will_be_gone_lets_go_of_the_focus_before_the_page_changes(
    bare_page, focused, coming, lets_go
):
    """And gives it to what lies beside it; what stays keeps it all the time."""
    gone = f"document.querySelector('{focused}').remove()" if lets_go else ""
    then = bare_page.evaluate(AFTER, [IN_LIVE, focused, gone, coming])
    assert bare_page.evaluate(MEANWHILE) == lets_go
    meanwhile = bare_page.evaluate("window.meanwhile.id || window.meanwhile.textContent")
    assert (then != meanwhile) == lets_go


@pytest.mark.parametrize("focused", ["#outside", "[data-target=a]"])
def test_a_focus_that_was_not_lost_stays(bare_page, focused):
    change = "document.getElementById('named').remove();"
    assert bare_page.evaluate(AFTER, [PAGE, focused, change]) in ("outside", "first")


def test_a_focus_outside_of_the_page_is_left_alone(bare_page):
    lost = "document.getElementById('outside').remove();"
    assert bare_page.evaluate(AFTER, [PAGE, "#outside", lost]) != "status"


def test_every_line_is_read_out_and_old_ones_go(bare_page):
    assert bare_page.evaluate(SAY, [PAGE, [["one", "", "two"], [None], ["three"]]]) == [
        "one",
        "two",
        "three",
    ]
    many = [[str(number)] for number in range(20)]
    assert bare_page.evaluate(SAY, [PAGE, many]) == [str(number) for number in range(8, 20)]


ANYWHERE = """
<main id="main" tabindex="-1"><button id="opener">a</button><ul>
<li><button id="one">one</button></li><li><button id="two">two</button></li></ul></main>
<div class="toasts"><p><button id="close">close</button></p></div>"""
# Focus one element after the other, change the page, and tell what has the focus soon after.
LATER = """async ([page, focused, change]) => {
  document.body.innerHTML = page;
  await import("/static/js/site/focus.js");
  for (const id of focused) document.getElementById(id).focus();
  eval(change);
  await new Promise((passed) => setTimeout(passed, 300));
  return document.activeElement.id;
}"""
GONE = "document.getElementById('%s').parentElement.remove()"


@pytest.mark.parametrize(
    ("focused", "change", "then"),
    [
        (["one"], GONE % "one", "two"),
        (["two"], GONE % "two", "one"),
        (["two"], "document.getElementById('two').hidden = true", "one"),
        (["two"], "document.getElementById('two').disabled = true", "one"),
        (["one", "close"], GONE % "close", "one"),  # a message that is closed
        (["one"], "document.getElementById('main').replaceChildren()", "main"),
        (["one"], "document.querySelector('ul').outerHTML += ''", "one"),  # swapped for its like
        (["one"], "document.activeElement.blur()", ""),  # nothing vanished
    ],
)
def test_the_focus_never_falls_to_the_top_of_any_page(bare_page, focused, change, then):
    assert bare_page.evaluate(LATER, [ANYWHERE, focused, change]) == then
