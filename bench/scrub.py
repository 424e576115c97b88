"""How soon a board is there where the slider stops: in a browser, a pointer drags it and rests."""

import gc
import os
import random
import statistics
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

STOPS = 60
SIZES = ((1280, 720), (360, 740))
WAYPOINTS = 12  # where the pointer is on its way from one stop to the next
WAIT = 300  # ms at a stop, as one who looks at it would
SEED = 7

# `measured()`: where the slider stopped, and the ms from its last movement to the frame after the
# one that has that board. Noted when it happens: a pointer may go on without moving the slider.
RECORDER = """() => {
    const slider = document.getElementById("step");
    const board = () => document.getElementById("live").dataset.version;
    const frame = () => new Promise(requestAnimationFrame);
    let stop = Promise.resolve([0, 0]);
    const shown = async (value, moved) => {
        while (board() !== value && slider.value === value) await frame();
        await frame();
        return [Number(value), performance.now() - moved];
    };
    const note = () => { stop = shown(slider.value, performance.now()); };
    slider.addEventListener("input", note, { capture: true });
    window.measured = () => stop;
}"""


def main(matches: dict[str, str]) -> None:
    """Scrub over the matches of these ids, by what to call them, at a desk and on a phone."""
    from django.conf import settings

    from tests.browser.server import ServerThread

    settings.REST_FRAMEWORK["DEFAULT_THROTTLE_RATES"]["reads"] = None
    gc.collect()
    gc.freeze()  # as a portal's web server does: collections of this big process take 0.1 s
    address = ServerThread().address
    with _browser() as browser:
        for width, height in SIZES:
            for name, public_id in matches.items():
                page = browser.new_page(viewport={"width": width, "height": height})
                page.goto(f"{address}/matches/{public_id}/?step=0")
                page.wait_for_selector("html.started")
                page.evaluate(RECORDER)
                times = sorted(time for time in _times(page))
                middle, most = statistics.median(times), times[int(len(times) * 0.99)]
                print(f"scrubbing {name}, {width} × {height}, {len(times)} stops:", end=" ")
                print(f"p50 {middle:.0f} ms, p99 {most:.0f} ms, {_late(times)} over 150 ms")
                page.close()


def _late(times: list[float]) -> int:
    return sum(time > 150 for time in times)


@contextmanager
def _browser() -> Iterator[Any]:
    from playwright.sync_api import sync_playwright

    from tests.support.chromium import LAUNCH_ARGUMENTS, MISSING, find_chromium

    path = find_chromium()
    if path is None:
        raise SystemExit(MISSING)
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"  # Playwright's loop runs in this thread
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=list(LAUNCH_ARGUMENTS))
        yield browser
        browser.close()


def _times(page: Any) -> Iterator[float]:
    """For each stop the ms until its board was there."""
    chosen = random.Random(SEED)
    box = page.locator("#step").bounding_box()
    left, width = box["x"] + 8, box["width"] - 16
    middle = box["y"] + box["height"] / 2
    page.mouse.move(left, middle)
    page.mouse.down()
    for _stop in range(STOPS):
        before = page.locator("#step").input_value()
        page.mouse.move(left + chosen.random() * width, middle, steps=WAYPOINTS)
        value, time = page.evaluate("measured()")
        if str(value) != before:
            yield time
        page.wait_for_timeout(WAIT)
    page.mouse.up()
