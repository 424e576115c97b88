"""Reading HTML as a test needs it: texts, attributes, and a parser that minds its tags."""

import re
from html.parser import HTMLParser

from django.test import Client

VOID = {"meta", "link", "input", "br", "hr", "img", "use", "path", "circle", "rect"}
SPOKEN = {"aria-label", "title", "placeholder", "alt", "data-lost", "data-copied", "data-title"}
SPOKEN |= {f"data-{key}" for key in ("start", "more", "done", "either", "wait", "never")}
SPOKEN |= {"data-nothing", "data-unfinished", "data-group"}


def dense(html: str) -> str:
    """The same HTML on one line, without the line breaks beside its tags."""
    beside = re.sub(r"(?<=>)\s*\n\s*|\s*\n\s*(?=<|/?>)", "", html)
    return re.sub(r"\s*\n\s*", " ", beside)


def page_of(client: Client, address: str) -> str:
    """What that browser is shown there, dense."""
    answer = client.get(address)
    assert answer.status_code == 200, address
    return dense(answer.content.decode())


def challenged(page: str) -> list[str]:
    """The user names of people whom that page offers to challenge."""
    return re.findall(r"/people/(\w+)/challenge/", page)


class Reader(HTMLParser):
    """Collects what a person reads or hears, and what a strict policy forbids."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.texts: list[str] = []
        self.code: list[str] = []  # data as programs write it: in no language
        self.inline: list[str] = []
        self.ids: list[str] = []
        self.headings: list[str] = []
        self._skip = ""
        self._in_code = False
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.texts += [value for name, value in attrs if name in SPOKEN and value]
        if given.get("id"):
            self.ids.append(str(given["id"]))
        if tag in ("h1", "h2", "h3", "main", "nav", "header", "footer"):
            self.headings.append(tag)
        if "style" in given or any(name.startswith("on") for name in given):
            self.inline.append(self.get_starttag_text() or tag)
        data = given.get("type") == "application/json"  # never run
        if tag == "style" or (tag == "script" and not given.get("src") and not data):
            self.inline.append(tag)
        if tag in ("script", "style"):
            self._skip = tag
        self._in_code = self._in_code or tag == "code"

    def handle_endtag(self, tag: str) -> None:
        if tag == self._skip:
            self._skip = ""
        self._in_code = self._in_code and tag != "code"

    def handle_data(self, data: str) -> None:
        if not self._skip and data.strip():
            (self.code if self._in_code else self.texts).append(data.strip())
