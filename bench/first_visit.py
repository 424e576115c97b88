"""The first visit to a page with a slow phone: `python -m bench.first_visit`.

The browser is a Chromium with an empty cache, a quarter of this processor and 1.6 Mbit/s. An
interaction is a press of the first control that the page offers, once shown, and of Escape; it ends
with the next frame.
"""

import os
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, sync_playwright

from attack import inside
from tests.support.chromium import LAUNCH_ARGUMENTS, MISSING, find_chromium
from tests.support.running_portal import SESSION_COOKIE, RunningPortal

SLOWER = 4
LINE = {"latency": 150, "downloadThroughput": 200_000, "uploadThroughput": 94_000}  # ms, bytes/s
PHONE = {"width": 360, "height": 740}
VISITS = 3  # the median counts
AIMS = {"paint": 2500, "longest": 200, "shift": 0.05}  # ms, ms, a share of the window
PRESSED = (
    ".to-menu",
    ".ask",
    "main [data-target].can",
    "main [data-target].can >> nth=-1",
    "summary",
)
SETTLE = 1500  # ms for late parts of a page to arrive

OBSERVE = """
window.seen = { paint: 0, longest: 0, shift: 0 };
const watch = (type, note, more = {}) =>
    new PerformanceObserver((list) => list.getEntries().forEach(note))
        .observe({ type, buffered: true, ...more });
watch("largest-contentful-paint", ({ startTime }) => { seen.paint = startTime; });
watch("layout-shift", (each) => { if (!each.hadRecentInput) seen.shift += each.value; });
// Without an id: a pointer that was there before the page, and that nobody has pressed.
watch("event", (each) => {
    if (each.interactionId) seen.longest = Math.max(seen.longest, each.duration);
}, { durationThreshold: 16 });
"""


def figures(browser: Browser, portal: RunningPortal, path: str, session: str) -> dict[str, float]:
    """The figures of one visit: largest paint and longest interaction in ms, and layout shift."""
    context = browser.new_context(base_url=portal.base_url, viewport=PHONE, has_touch=True)
    if session:
        cookie = {"name": SESSION_COOKIE, "value": session, "url": portal.base_url}
        context.add_cookies([cookie])  # type: ignore[list-item]
    page = context.new_page()
    page.add_init_script(OBSERVE)
    devtools = context.new_cdp_session(page)
    devtools.send("Network.enable")
    devtools.send("Network.emulateNetworkConditions", {"offline": False, **LINE})
    devtools.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    page.goto(path, wait_until="load")
    page.wait_for_timeout(SETTLE)
    for name in PRESSED:
        control = page.locator(name).first
        if control.is_visible():
            control.click(trial=True)  # waits until nothing covers it
            control.click(force=True)  # without Playwright's listeners, which would check again
            page.wait_for_timeout(300)
            page.keyboard.press("Escape")
            page.wait_for_timeout(300)
    seen: dict[str, float] = page.evaluate("seen")
    context.close()
    return seen


def pages() -> dict[str, tuple[str, str]]:
    """The address of each page and the session that opens it."""
    from games.matches.play.actions import services
    from games.plugin import registry

    user = inside.person("visitor")
    session = inside.session(user)
    found = {"home": ("/", ""), "desk": ("/", session)}
    for game in registry.installed():
        seats = max(game.meta.min_seats, min(3, game.meta.max_seats))
        computers = [services.Player(ai_level=game.meta.levels[0])] * (seats - 1)
        match = services.start_match(
            game=game.meta.slug,
            options={},
            players=[services.Player(user=user), *computers],
            deal=services.open_deal(),
            first=0,  # the visitor begins: only presses change the page
        )
        found[game.meta.slug] = (f"/matches/{match.public_id}/", session)
    return found


def main() -> None:
    path = find_chromium()
    if path is None:
        raise SystemExit(MISSING)
    with tempfile.TemporaryDirectory() as folder, RunningPortal(Path(folder)) as portal:
        inside.set_up(Path(folder))
        wanted = pages()
        inside.let_go()
        os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"
        measured: dict[str, list[dict[str, Any]]] = {}
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=path, args=list(LAUNCH_ARGUMENTS))
            for name, (address, session) in wanted.items():
                measured[name] = [
                    figures(browser, portal, address, session) for _visit in range(VISITS)
                ]
            browser.close()
    print(f"{'page':<30}{'paint, ms':>12}{'longest, ms':>14}{'shift':>8}")
    for name, visits in measured.items():
        found = {key: sorted(each[key] for each in visits)[VISITS // 2] for key in AIMS}
        missed = ", ".join(key for key, aim in AIMS.items() if found[key] > aim)
        row = f"{found['paint']:>12.0f}{found['longest']:>14.0f}{found['shift']:>8.3f}"
        print(f"{name:<30}{row}  {missed}")


if __name__ == "__main__":
    main()
