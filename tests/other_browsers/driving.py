"""Firefox by Marionette and WebKitGTK by WebDriver, behind what the scenarios ask of a browser.

Debian ships no geckodriver, so Selenium can't start its Firefox; Mozilla's own client can.
"""

import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.support.waiting import wait_for

SIZE = 390, 780  # px: a phone's, or the narrowest window that the browser has
# That this machine has a touchscreen.
TOUCHSCREEN = {
    "dom.w3c_touch_events.enabled": 1,
    "ui.allPointerCapabilities": 1,
    "ui.primaryPointerCapabilities": 1,
}
SECONDS = 60  # for whatever is waited for; a machine may be busy
MINI_BROWSER = "/usr/lib/{}-linux-gnu/webkit2gtk-4.1/MiniBrowser"

FIND = """const [css, words] = arguments;
return [...document.querySelectorAll(css)].filter((element) => element.checkVisibility() &&
    (element.innerText || element.ariaLabel || element.value || "").includes(words));"""
IN_VIEW = """arguments[0].scrollIntoView(
    { block: "center", inline: "center", behavior: "instant" });"""


class Browser:
    """A window the size of a phone. Elements are the driver's own, with `send_keys` and `clear`."""

    missed: type[Exception]  # what its driver raises where a click misses

    def __init__(self, driver: Any, run: Callable[..., Any]) -> None:
        self.driver = driver
        self.run = run  # a script's body, with its arguments; what it returns

    def open(self, address: str) -> None:
        raise NotImplementedError

    def close(self) -> None:
        raise NotImplementedError

    def touch(self, element: Any) -> None:
        """Press it by a finger; by the mouse where the driver has no finger."""
        element.click()

    def now(self, script: str, *given: Any) -> Any:
        """What that script returns; None while another page comes."""
        try:
            return self.run(script, *given)
        except self.missed:
            return None

    @property
    def address(self) -> str:
        return self.now("return location.href") or ""

    @property
    def text(self) -> str:
        """What can be read on the page."""
        return self.now("return document.body?.innerText") or ""

    def forget(self) -> None:
        """Be a stranger again: no cookies, nothing stored."""
        self.run("localStorage.clear(); sessionStorage.clear()")
        self.driver.delete_all_cookies()

    def all(self, css: str, words: str = "") -> list[Any]:
        """The visible elements of that kind whose words contain these; none as they change."""
        return self.now(FIND, css, words) or []

    def has(self, css: str) -> bool:
        """Whether there is such an element, visible or not."""
        return bool(self.now("return document.querySelector(arguments[0]) !== null", css))

    def see(self, css: str, words: str = "") -> Any:
        """Wait for such an element; the first."""
        return wait_for(lambda: self.all(css, words), f"{css} with {words!r}", SECONDS)[0]

    def read(self, words: str) -> None:
        """Wait until the page says so."""
        wait_for(lambda: words in self.text, f"the page to say {words!r}", SECONDS)

    def press_any(self, css: str, words: str = "", nth: int = 0) -> bool:
        """Press one such element; False if there is none, or it moved away under the finger."""
        found = self.all(css, words)
        try:
            for element in found[nth % len(found) :][:1] if found else ():
                self.run(IN_VIEW, element)
                self.touch(element)
                return True
        except self.missed:
            pass
        return False

    def press(self, words: str, css: str = "a, button, summary, label") -> None:
        wait_for(lambda: self.press_any(css, words), f"{words!r} to be pressed", SECONDS)

    def fill(self, name: str, value: str) -> None:
        field = self.see(f"[name='{name}']")
        field.clear()
        field.send_keys(value)

    def arrives(self, part: str) -> None:
        """Wait until the address contains that."""
        wait_for(lambda: part in self.address, f"an address with {part}", SECONDS)


class Firefox(Browser):
    name = "firefox"
    program = "firefox-esr"

    def __init__(self, folder: Path) -> None:
        from marionette_driver.errors import MarionetteException
        from marionette_driver.marionette import Marionette

        self.missed = MarionetteException
        # A log that exists is deleted first, so it had better not be /dev/null.
        log = str(folder / "firefox.log")
        # At a free port: at the usual one, two of them would obey whoever came first.
        driver = Marionette(
            bin=shutil.which(self.program),
            port=0,
            headless=True,
            gecko_log=log,
            prefs=TOUCHSCREEN,
        )
        driver.start_session()
        driver.set_window_rect(width=SIZE[0], height=SIZE[1])
        driver.timeout.script = driver.timeout.page_load = SECONDS

        super().__init__(driver, lambda script, *given: driver.execute_script(script, given))

    def open(self, address: str) -> None:
        self.driver.navigate(address)

    def touch(self, element: Any) -> None:
        from marionette_driver.marionette import ActionSequence

        finger = ActionSequence(self.driver, "pointer", "finger", {"pointerType": "touch"})
        finger.click(element).perform()

    def close(self) -> None:
        self.driver.cleanup()


class WebKit(Browser):
    name = "webkit"
    program = "WebKitWebDriver"

    def __init__(self, folder: Path) -> None:
        from selenium import webdriver
        from selenium.common.exceptions import WebDriverException

        self.missed = WebDriverException
        self._screen = Screen()
        os.environ["DISPLAY"] = self._screen.name
        options = webdriver.WebKitGTKOptions()
        options.binary_location = MINI_BROWSER.format(os.uname().machine)
        options.add_argument("--automation")
        service = webdriver.WebKitGTKService(
            shutil.which(self.program), log_output=str(folder / "webkit.log")
        )
        driver = webdriver.WebKitGTK(options=options, service=service)
        driver.set_window_size(*SIZE)
        driver.set_script_timeout(SECONDS)
        driver.set_page_load_timeout(SECONDS)
        super().__init__(driver, driver.execute_script)

    def open(self, address: str) -> None:
        self.driver.get(address)

    def close(self) -> None:
        self.driver.quit()
        self._screen.close()


class Screen:
    """A screen in memory, which WebKitGTK needs."""

    def __init__(self) -> None:
        reading, writing = os.pipe()
        command = ["Xvfb", "-displayfd", str(writing), "-screen", "0", "1024x900x24"]
        self._server = subprocess.Popen(command, pass_fds=[writing], stderr=subprocess.DEVNULL)
        os.close(writing)
        with os.fdopen(reading) as told:
            self.name = f":{told.readline().strip()}"

    def close(self) -> None:
        self._server.terminate()
        self._server.wait()
