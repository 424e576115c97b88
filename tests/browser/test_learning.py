"""People learn a game in a browser: by the guide, with and without script, and by the rules."""

import pytest

from games.plugin import registry
from tests.browser.expecting import expect
from tests.browser.people import BURN
from tests.browser.test_every_board import GAMES
from tests.support.also import also

GUIDE = f"/games/{BURN}/guide/"


@pytest.mark.whole  # sooner: tests/pages/test_guide_page.py
def test_a_wanted_card_can_be_put_back_and_other_things_do_nothing(somebody):
    amber = somebody()
    amber.page.goto(f"{GUIDE}2/")
    cards = amber.page.locator("[data-guided]")
    expect(cards).to_have_count(2)
    amber.page.locator("[data-target='hand:crown']").click()
    cards.first.focus()
    amber.page.keyboard.press("Enter")
    expect(amber.page.locator("[data-guided].chosen")).to_have_count(1)
    expect(amber.page.locator("[data-guided].can")).to_have_count(1)
    amber.page.keyboard.press("Enter")
    expect(amber.page.locator("[data-guided].chosen")).to_have_count(0)
    amber.page.keyboard.press("Enter")
    cards.last.focus()
    amber.page.keyboard.press("Enter")
    amber.page.wait_for_url(f"**{GUIDE}3/")


# Of what glows, for each name, the elements that are whole in sight and not covered by the lesson.
IN_SIGHT = """() => {
  const [above, below] = [".say", ".do"].map((part) =>
    document.querySelector(`.lesson > ${part}`).getBoundingClientRect());
  const [from, to] = innerWidth < 960 ? [above.bottom, below.top]
    : [Math.max(above.bottom, below.bottom), innerHeight];
  return [...document.querySelectorAll("[data-guided]")].filter((each) => {
    const { top, bottom } = each.getBoundingClientRect();
    return top >= from && bottom <= to;
  }).map((each) => each.dataset.target ?? each.dataset.place);
}"""
# Of a step of a guide: which of its words are out of sight, and what is to be touched there.
STEP = """() => ({
  hidden: [".lesson h1", "#next"].filter((part) => {
    const { top, bottom, left, right } = document.querySelector(part).getBoundingClientRect();
    return top < 0 || left < 0 || bottom > innerHeight || right > innerWidth;
  }),
  picks: (document.getElementById("next").dataset.picks ?? "").split(" ").filter(Boolean),
  glows: document.querySelector("[data-guided]") !== null,
})"""


@pytest.mark.parametrize("slug", [BURN, *also(*(meta.slug for meta in GAMES if meta.slug != BURN))])
def test_each_step_of_a_guide_shows_its_words_and_what_is_to_be_touched(somebody, slug):
    page = somebody(viewport={"width": 360, "height": 740}).page
    guide = registry.get(slug).guide()
    for number in range(1, len(guide.steps) + 1):
        page.goto(f"/games/{slug}/guide/{number}/")
        step, shown = page.evaluate(STEP), page.evaluate(IN_SIGHT)
        assert step["hidden"] == [], page.url
        assert not step["picks"] or set(step["picks"]) & set(shown), page.url
        assert shown or not step["glows"], page.url


@pytest.mark.parametrize(
    ("slug", "step", "pick"),
    [("please-dont-burn-my-village", 2, "hand:scroll"), ("burnt-to-ashes", 3, "gold:1")],
)
def test_on_a_phone_each_tap_on_a_heap_in_a_guide_takes_one_more(somebody, slug, step, pick):
    page = somebody(viewport={"width": 360, "height": 740}, has_touch=True).page
    page.goto(f"/games/{slug}/guide/{step}/")
    heap = page.locator(f"[data-guided][data-target='{pick}']").last.bounding_box()
    for _ in range(2):
        page.touchscreen.tap(heap["x"] + heap["width"] / 2, heap["y"] + heap["height"] / 2)
    page.wait_for_url(f"**/guide/{step + 1}/")


def test_what_glows_is_in_sight_before_the_sites_scripts_have_come(somebody):
    page = somebody(viewport={"width": 360, "height": 740}).page
    page.route("**/js/site.js", lambda _route: None)
    page.goto("/games/burnt-to-ashes/guide/6/", wait_until="commit")
    page.wait_for_function(f"""() => document.querySelector(".lesson > .do")
      && ({IN_SIGHT})().includes("look")""")
    page.unroute("**/js/site.js")


@pytest.mark.whole  # sooner: what glows is in sight, above
def test_a_step_of_a_guide_begins_where_one_stood_and_shows_what_is_to_be_touched(somebody):
    page = somebody(viewport={"width": 360, "height": 740}).page
    page.goto("/games/burnt-to-ashes/guide/9/")
    page.evaluate("scrollTo(0, 40)")
    page.locator("#next").click()  # to a step at which nothing glows
    page.wait_for_url("**/guide/10/")
    page.wait_for_function("() => scrollY === 40")
    page.goto("/games/burnt-to-ashes/guide/6/")
    land, look = (page.locator(f"[data-target='{name}']").first for name in ("land:0", "look"))
    assert page.evaluate(IN_SIGHT) == ["look"]
    look.click()
    assert "land:0" in page.evaluate(IN_SIGHT)
    land.click()
    page.wait_for_url("**/guide/7/")
    last = int((page.locator(".eyebrow").text_content() or "").split()[-1])
    page.goto(f"/games/burnt-to-ashes/guide/{last - 1}/")
    page.evaluate("scrollTo(0, 40)")
    page.locator("#next").click()
    page.wait_for_url(f"**/guide/{last}/")
    page.goto("/games/burnt-to-ashes/guide/10/")
    assert page.evaluate("scrollY") == 0, "another guide begins at its top"


def test_the_rules_print_without_what_only_a_screen_needs(somebody):
    amber = somebody()
    amber.page.goto(f"/rules/{BURN}/")
    amber.page.emulate_media(media="print")
    for hidden in (".bar", ".contents", ".foot"):
        expect(amber.page.locator(hidden).first).to_be_hidden()
    expect(amber.page.locator("#bribe")).to_be_visible()


def test_the_links_to_what_is_on_the_page_are_whole_on_a_phone(somebody):
    page = somebody(viewport={"width": 360, "height": 740}).page
    page.goto("/rules/castle-panic/")
    beyond = page.evaluate("""() => {
      const list = document.querySelector(".contents");
      const room = list.getBoundingClientRect();
      return [...list.querySelectorAll("a")].map((link) => {
        const box = link.getBoundingClientRect();
        return Math.max(room.left - box.left, box.right - room.right, box.bottom - room.bottom);
      });
    }""")
    assert len(beyond) > 2
    assert max(beyond) < 1
