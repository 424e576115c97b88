"""`manage.py playruleset NAME`: plays a whole game by clicks in Chromium, in three windows.

Checks and photographs each kind of decision in all windows, light and dark, and clicks in one
window after the other. The end lists elements that can't be seen, read or touched.
"""

import argparse
import json
import os
import random
import re
import sys
from collections import Counter
from pathlib import Path
from typing import Any

from games.plugin.registry import AnyGame
from tests.support import on_screen as look
from tests.support.chromium import LAUNCH_ARGUMENTS, MISSING, find_chromium
from tools.ruleset import begin

WINDOWS = {"phone": (360, 740), "low": (740, 360), "desk": (1280, 720)}
LAST_BEAT = """() => {
  const scene = document.getElementById("finale");
  if (scene === null) return false;
  const beats = [...scene.querySelectorAll("[data-beat]")];
  scene.hidden = false;
  scene.style.setProperty("--now", beats.length);
  beats.at(-1).classList.add("now");
  for (const each of scene.querySelectorAll("[data-at]")) each.classList.add("on");
  return true;
}"""
AT_ONCE = 'localStorage.setItem("prefer-speed", "at-once")'  # don't show others' steps one by one
MINE_OR_OVER = 'document.querySelector("#live[data-over], #live #choices")'
MADE_OR_ASKED = """(before) => document.getElementById("live").dataset.version !== before
  || document.querySelector("#confirm:not([aria-disabled=true])")?.checkVisibility() && "asked" """
FAULTS = {
    "overlaps or overflows": (look.ZONES, None),
    "covered or cut": (look.COVERED, None),
    "cards cut": (look.BROKEN_CARDS, None),
    "below the edge": (look.BELOW_EDGE, None),
    "out of reach": (look.OUT_OF_REACH, None),
    f"smaller than {look.LEAST_TEXT} px": (look.SMALL_TEXTS, look.LEAST_TEXT),
    f"smaller than {look.LEAST_TOUCH} px to the touch": (look.SMALL_TOUCHES, look.LEAST_TOUCH),
}


class Photographer:
    """Checks the page in each window, and collects faults."""

    def __init__(self, page: Any, folder: Path) -> None:
        self.page = page
        self.folder = folder
        self.found: dict[tuple[str, str], str] = {}  # with the first screenshot that shows it
        self.times: Counter[tuple[str, str]] = Counter()
        self.taken: list[str] = []

    def shoot(self, name: str) -> None:
        """Take screenshots of the moment in each window, light and dark."""
        name = f"{len(self.taken) + 1:02}-{name}"
        self.taken.append(name)
        for window in WINDOWS:
            self.sees(window)
            self.measure(window, name)
            for scheme in ("light", "dark"):
                self.page.emulate_media(color_scheme=scheme)
                self.page.screenshot(path=self.folder / f"{name}-{window}-{scheme}.png")
            self.page.emulate_media(color_scheme="light")

    def sees(self, window: str) -> None:
        width, height = WINDOWS[window]
        self.page.set_viewport_size({"width": width, "height": height})
        self.page.evaluate("() => (scrollTo(0, 0), new Promise(requestAnimationFrame))")

    def measure(self, window: str, name: str) -> None:
        for fault, (script, least) in FAULTS.items():
            for what in self.page.evaluate(script, least):
                self.note(f"{window}: {fault}", what, name)

    def note(self, fault: str, what: Any, name: str) -> None:
        words = " ".join(str(part) for part in what) if isinstance(what, list) else str(what)
        key = fault, re.sub(r"\d[\d.]*", "#", " ".join(words.split()))
        self.found.setdefault(key, f"{' '.join(words.split())} [{name}]")
        self.times[key] += 1


def play(person: Any, photographer: Photographer, dice: random.Random) -> int:
    """Make all of the person's moves, in one window after the other; return their number."""
    page, seen, moves = person.page, set[str](), 0
    while True:
        page.wait_for_function(MINE_OR_OVER)
        if page.locator("#live[data-over]").count():
            return moves
        choices, before = person.choices(), person.live.get_attribute("data-version")
        kind = "+".join(sorted({pick.partition(":")[0] for c in choices for pick in c["picks"]}))
        if kind not in seen:
            photographer.shoot(kind)
        window = list(WINDOWS)[moves % len(WINDOWS)]
        photographer.sees(window)
        choice = dice.choice(choices[:-1] or choices)  # the last one is often giving up
        for pick in choice["picks"]:
            touch(page, pick, photographer, window)
        if kind not in seen and page.locator("#confirm:not([aria-disabled=true])").is_visible():
            photographer.shoot(f"{kind}-picked")
            photographer.sees(window)
        seen.add(kind)
        if page.wait_for_function(MADE_OR_ASKED, arg=before).json_value() == "asked":
            confirm = page.locator("#confirm")
            confirm.dispatch_event("click") if choice["atOnce"] else confirm.click()
        person.moved_on_from(int(before))
        moves += 1


def touch(page: Any, target: str, photographer: Photographer, window: str) -> None:
    """Click the target where nothing covers it; else note that and click it anyway."""
    if point := page.evaluate(look.FREE_POINT, target):
        page.mouse.click(*point)
        return
    free = page.locator(f'#live [data-target="{target}"]:not(.chosen)')
    if not free.count():  # the last one is already picked
        return
    if not free.first.evaluate("(each) => Boolean(each.closest('[popover]'))"):
        photographer.note(f"{window}: out of reach", target, photographer.taken[-1])
    free.first.evaluate("(each) => each.click()")


def begun(game: AnyGame, seats: int, options: dict[str, Any], person: Any) -> str:
    """The address of a new match of that person with easy computer players."""
    from accounts.models import User
    from games.matches.play.actions import services

    players = [services.Player(user=User.objects.get(username=person.name))]
    players += [services.Player(ai_level="easy")] * (seats - 1)
    match = person.at_the_server(
        services.start_match,
        game=game.meta.slug,
        options=options,
        players=players,
        deal=services.open_deal(),
        first=0,
    )
    return f"/matches/{match.public_id}/"


def main(name: str, seats: int | None, shots: Path, seed: int, option: list[str]) -> int:
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"  # Playwright's loop runs in this thread
    game = begin(name)
    from playwright.sync_api import sync_playwright

    from tests.browser.people import Person
    from tests.browser.server import ServerThread

    server, complaints = ServerThread(), list[str]()
    shots.mkdir(parents=True, exist_ok=True)
    path = find_chromium() or sys.exit(MISSING)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=list(LAUNCH_ARGUMENTS))
        context = browser.new_context(base_url=server.address, reduced_motion="reduce")
        context.add_init_script(AT_ONCE)
        page = context.new_page()
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", lambda m: complaints.append(m.text) if m.type == "error" else None)
        person = Person("amber", server.address, page, complaints, server.call).sign_up()
        photographer = Photographer(page, shots)
        options = dict(map(_chosen, option))
        page.goto(begun(game, seats or game.meta.max_seats, options, person))
        person.is_connected()
        moves = play(person, photographer, random.Random(seed))
        photographer.shoot("end")
        if page.evaluate(LAST_BEAT):
            photographer.shoot("finale")
        for kind in ("rules/{}/", "games/{}/guide/2/"):
            if page.goto("/" + kind.format(game.meta.slug)).ok:
                photographer.shoot(kind.partition("/")[0])
        browser.close()
    for key, what in sorted(photographer.found.items()):
        print(f"{key[0]}: {what}, seen {photographer.times[key]} times")
    print(*complaints, sep="\n")
    print(f"Played to the end in {moves} moves; {len(photographer.taken)} moments in {shots}.")
    return 1 if complaints else 0


def _chosen(option: str) -> tuple[str, Any]:
    """The name and the value of `short=true` or `mode=team`."""
    name, _, value = option.partition("=")
    try:
        return name, json.loads(value)
    except ValueError:
        return name, value


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("name")
    parser.add_argument("--seats", type=int)
    parser.add_argument("--shots", type=Path, required=True)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--option", action="append", default=[])
    sys.exit(main(**vars(parser.parse_args())))
