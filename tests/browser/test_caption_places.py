"""What others did is told where nothing is pressed, and never over the board."""

from playwright.sync_api import Page

from tests.browser.expecting import expect
from tests.browser.people import Person
from tests.browser.test_telling import Steps, passes, told

__all__ = ["told"]

# What of the page the caption lies over; and whether its sentence is whole.
COVERED = """() => {
  const box = (part) => part.getBoundingClientRect();
  const caption = document.getElementById("told"), over = box(caption);
  const meets = (part) => {
    const { left, top, right, bottom } = box(part);
    return right > left && left < over.right - 0.5 && over.left < right - 0.5
      && top < over.bottom - 0.5 && over.top < bottom - 0.5;
  };
  const parts = { bar: "body > .bar", status: ".status h1", phase: ".phase", strip: ".strip",
    board: ".match > .table", side: ".side", dock: "#acts", talk: "#chat > summary" };
  const covered = Object.keys(parts).filter((name) => meets(document.querySelector(parts[name])));
  const words = box(caption.querySelector("p"));
  return { covered, whole: words.top >= over.top - 1 && words.bottom <= over.bottom + 1
    && over.bottom <= innerHeight && over.top >= 0 };
}"""
# The room of a heading of so many words.
HEADING = """(text) => {
  const heading = document.getElementById("status");
  heading.textContent = text;
  return heading.getBoundingClientRect().toJSON();
}"""
LONG = "Flint the Sly plays green Archer on Troll (3) in the Archer ring, arc 4, and it is gone."


PLACES = {  # what it covers in windows of each size
    (360, 740): ["dock"],
    (640, 360): ["board", "dock"],  # there the board lies below everything
    (1024, 768): ["dock"],
    (1280, 720): ["dock"],
    (1440, 900): ["dock"],
}


def test_the_caption_covers_the_action_bar_and_leaves_the_heading_its_room(
    told: tuple[Person, Steps],
) -> None:
    amber, steps = told
    page = amber.page
    room = {}
    for size in PLACES:
        amber.resize(*size)
        room[size] = page.evaluate(HEADING, LONG)
    steps(1)
    expect(page.locator("#told")).to_be_visible()
    page.locator("#told p").evaluate("(words, text) => { words.textContent = text; }", LONG)
    for (width, height), covered in PLACES.items():
        amber.resize(width, height)
        assert page.evaluate(HEADING, LONG) == room[width, height]
        assert page.evaluate(COVERED) == {"covered": covered, "whole": True}, (width, height)


def test_on_a_phone_it_comes_under_no_finger(told: tuple[Person, Steps]) -> None:
    amber, steps = told
    page = amber.page
    amber.resize(360, 740)
    page.locator("#say").click()
    steps(1)
    expect(page.locator("#told")).to_be_visible()
    assert covered_by_it(page) == ["bar"], "nor over whose turn it is"
    steps(1)
    passes(amber, 1_600)  # cedar's sentence is being read, amber is to move
    assert covered_by_it(page) == ["dock"]
    page.evaluate("document.getElementById('live').toggleAttribute('data-picking', true)")
    assert covered_by_it(page) == ["bar"]
    amber.target("deck").first.click()
    expect(page.locator("#told")).to_be_hidden()
    expect(page.locator(".board .chosen")).to_have_count(1)


def covered_by_it(page: Page) -> list[str]:
    covered: list[str] = page.evaluate(COVERED)["covered"]
    return covered
