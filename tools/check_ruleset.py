"""`manage.py checkruleset NAME`: checks in seconds whether a ruleset keeps its promises.

Each fault names what is broken, the place in the ruleset to look at first, and what to do.
"""

import inspect
import re
import subprocess
import sys
import tomllib
import traceback
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from time import monotonic
from typing import Any, NamedTuple

from games.conformance import LAWS, play_sample
from games.plugin.registry import AnyGame
from tools.ruleset import begin

ROOT = Path(__file__).parents[1]
MYPY = ("mypy", "--config-file", "tools/ruleset.ini", "--cache-dir", ".mypy_cache/ruleset")
POSITIONS = 15  # that the expensive laws check, besides the last of each game
LOOKS = 5  # positions of a game whose pages are rendered
HINTS = tomllib.loads((ROOT / "games/conformance/hints.toml").read_text(encoding="utf-8"))
RECORD = "`python -m tests.support.golden_records` writes it."
STYLE = "docs/boards.md, «The style sheet», says which rules may be outside @scope."


class Fault(NamedTuple):
    law: str
    where: str
    what: str
    hint: str


class Ruleset:
    """An installed ruleset, and the games in which its laws and pages are checked."""

    def __init__(self, game: AnyGame) -> None:
        from games.matches.page.shared_html import folder_of

        self.game = game
        self.package = folder_of(game)
        self.folder = Path(inspect.getfile(type(game))).parent.relative_to(ROOT)
        self.sample = play_sample(game, games=1, seed=0, worlds=2, limit=POSITIONS)

    def template(self, name: str) -> str:
        return f"{self.folder}/templates/{self.package}/{name}"

    def raised(self, error: BaseException) -> str:
        """Where in the ruleset the error, or its cause, was raised; "" if elsewhere."""
        if template := getattr(error, "template_debug", None):
            return f"{template['name']}:{template['line']}".removeprefix(f"{ROOT}/")
        for frame in reversed(traceback.extract_tb(error.__traceback__)):
            if Path(frame.filename).is_relative_to(ROOT / self.folder):
                return f"{Path(frame.filename).relative_to(ROOT)}:{frame.lineno}"
        return self.raised(error.__cause__) if error.__cause__ else ""

    def defined(self, name: str) -> str:
        """Where the `Game` defines that name, or where its class is if it doesn't."""
        kind = type(self.game)
        file, (lines, line) = inspect.getfile(kind), inspect.getsourcelines(kind)
        line += next((n for n, text in enumerate(lines) if re.match(rf" +{name}\b.*=", text)), 0)
        part = inspect.unwrap(getattr(kind, name, None))
        if inspect.isroutine(part) or isinstance(part, type):
            inside = inspect.getfile(part)
            if Path(inside).is_relative_to(ROOT / self.folder):
                file, line = inside, inspect.getsourcelines(part)[1]
        return f"{Path(file).relative_to(ROOT)}:{line}"


def laws(rules: Ruleset) -> Iterator[Fault]:
    for law in LAWS:
        part, hint = HINTS[law.__name__.removeprefix("law_")]
        try:
            law(rules.sample)
        except Exception as error:
            what = " ".join([f"{type(error).__name__}: {error}", *getattr(error, "__notes__", [])])
            where = rules.raised(error) or rules.defined(part)
            yield Fault(law.__name__, where, what.removeprefix("LawBroken: "), hint)


def rulings(rules: Ruleset) -> Iterator[Fault]:
    from games.protocol.record_file import load_record
    from games.protocol.verification import verify_record
    from tests.support import golden_records, ruling_tables

    for what in ruling_tables.faults(rules.game) if rules.folder.parts[0] == "games" else ():
        table = f"docs/rulings/{rules.game.meta.slug}.md"
        yield Fault("rulings", table, what, "Name one test of each ruling in the table.")
    for game in golden_records.missing([rules.game]):
        what = f"rules version {game.meta.rules_version} has no golden record"
        yield Fault("records", f"tests/games/{rules.package}/records", what, RECORD)
    for path in golden_records.files_of(rules.game):
        try:
            verify_record(load_record(path.read_bytes()))
        except Exception as error:
            hint = f"Raise `rules_version`; if nobody plays it yet, delete the file: {RECORD}"
            yield Fault("records", str(path.relative_to(ROOT)), str(error), hint)


def styles(rules: Ruleset) -> Iterator[Fault]:
    from games.matches.checks import check_rulesets
    from tests.support import checks, own_style_checks

    ours = [str(rules.folder)]
    for hint, complaints in {
        STYLE: own_style_checks.reaching_out(ROOT, ours),
        "Break it into several lines.": checks.badly_laid_out(ROOT, ours),
        "People read typographic apostrophes.": checks.straight_apostrophes(ROOT, ours),
    }.items():
        for complaint in complaints:
            where, _, what = complaint.partition(": ")
            yield Fault("styles", where, what, hint)
    for message in check_rulesets(None):
        if rules.game.meta.slug in message.msg:
            yield Fault(str(message.id), rules.defined("meta"), message.msg, "Change `Meta`.")


def pages(rules: Ruleset) -> Iterator[Fault]:
    """The rules page, each step of the guide, and the board as every viewer sees it."""
    from django.template.loader import get_template
    from django.test import Client

    from games.matches.learn import guide_board, material
    from games.matches.page.shared_html import own_template

    game, guide = rules.game, rules.game.guide()
    if tile := own_template(game, "tile"):
        get_template(tile).render({"parts": rules.package})
    if address := material.rules_address(game):
        page = Client().get(address).content.decode()
        yield from _links(rules, "rules.html", page)
        for chapter in game.book.chapters:
            if f' id="{chapter.anchor}"' not in page:
                hint = f'Write {{% chapter "{chapter.anchor}" %}}…{{% endchapter %}}.'
                what = f"there is no chapter {chapter.anchor}"
                yield Fault("anchors", rules.template("rules.html"), what, hint)
    for number, step in enumerate(guide.steps if guide else ()):
        shown = guide_board.shown_at(game, guide, number)
        marked = re.findall(r'data-(?:target|place)="([^"]+)" data-guided', shown["board"])
        for name in {*step.points, *(shown["asked"] or {"picks": ()})["picks"]} - {*marked}:
            what = f"step {number + 1} points at {name}, which isn't on the board"
            yield Fault("guide", rules.defined("guide"), what, "Point at a target or a place.")
    for trace in {trace.table.seating.count: trace for trace in rules.sample.traces}.values():
        last = len(trace.moments) - 1
        for number in sorted({last * look // (LOOKS - 1) for look in range(LOOKS)}):
            for viewer in trace.moments[number].viewers:
                yield from _board(rules, trace.moments[number], viewer)


def _board(rules: Ruleset, moment: Any, viewer: Any) -> Iterator[Fault]:
    from django.template.loader import get_template

    from games.matches.learn.guide_board import unsaved
    from games.matches.page import shared_html

    names = [f"player{seat + 1}" for seat in moment.seats]
    shown = unsaved(rules.game, names, moment.state, moment.number)
    page = shared_html.page_data(shown, viewer, None)
    html = get_template("learning/board.html").render(page)
    yield from _links(rules, "board.html", html)
    if thumb := shared_html.own_template(rules.game, "thumb"):
        get_template("matches/thumb.html").render({**page, "drawing": thumb})
    if page["finale_template"]:
        get_template(page["finale_template"]).render(page)
    if page["board_template"] and isinstance(viewer, int):
        choices = rules.game.offered(moment.state, viewer)
        targets = set(re.findall(r'data-target="([^"]+)"', html))
        for pick in sorted({pick for choice in choices for pick in choice.picks} - targets):
            what = f"seat {viewer} can't touch {pick} [{moment.where}]"
            yield Fault("targets", rules.template("board.html"), what, "Draw it: {% target %}.")


def _links(rules: Ruleset, template: str, html: str) -> Iterator[Fault]:
    """Dead links into the rules, and pieces without an explanation under «?»."""
    where, game = rules.template(template), rules.game
    explained = {one.about for one in game.book.explanations}
    for about in sorted({*re.findall(r'data-rule="([^"]+)"', html)} - explained):
        hint = f'Add `explain("{about}", …)` to `Game.book`.'
        yield Fault("help", where, f"«?» doesn't explain {about}", hint)
    anchors = {chapter.anchor for chapter in game.book.chapters} | {""}
    for anchor in sorted({*re.findall(rf"/rules/{game.meta.slug}/#([\w-]+)", html)} - anchors):
        yield Fault("anchors", where, f"no chapter is at #{anchor}", "Link to one of `Game.book`.")


def types(checker: "subprocess.Popen[str]") -> Iterator[Fault]:
    output, _ = checker.communicate()
    errors = re.findall(r"^(\S+?:\d+): error: (.*)$", output, re.MULTILINE)
    if checker.returncode and not errors:
        yield Fault("types", "", output.strip(), "mypy failed.")
    yield from (Fault("types", where, what, "`make lint` requires it.") for where, what in errors)


def guarded(rules: Ruleset, part: Callable[[Ruleset], Iterable[Fault]]) -> Iterator[Fault]:
    """The part's faults; an error of the ruleset ends it."""
    try:
        yield from part(rules)
    except Exception as error:
        where, what = rules.raised(error), f"{type(error).__name__}: {error}"
        yield Fault(part.__name__, where, what, "Fix this first: later checks were skipped.")


def faults_of(rules: Ruleset) -> list[Fault]:
    """Each fault once, however many viewers or positions show it."""
    command = [sys.executable, "-m", *MYPY, str(rules.folder)]
    found: dict[tuple[str, str], Fault] = {}
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as checker:
        for part in (laws, rulings, pages, styles):
            for fault in guarded(rules, part):
                found.setdefault((fault.law, fault.what.partition(" [")[0]), fault)
        return [*found.values(), *types(checker)]


def main(name: str) -> int:
    began = monotonic()
    rules = Ruleset(begin(name))
    faults = faults_of(rules)
    for fault in faults:
        print(f"{fault.where}: {fault.law}: {fault.what}\n    {fault.hint}")
    scope = f"laws in {len(rules.sample.traces)} games, rulings, pages, styles, types"
    print(f"{rules.package}, {len(faults)} faults ({scope}; {monotonic() - began:.0f} s)")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
