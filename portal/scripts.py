"""Scripts made of modules: written as many, sent as one.

A page links one script of its own beside that of every page (`static/js/site.js`); a board may have
another. Each is an ES module that imports others, and a browser follows that, so nothing has to be
built while a script is written. What is collected to be served has all of its modules in it, each
in a function of its own, after those that it imports (`portal.modules`).

A module exists once on a page: what `site.js` has is not in another script, which imports it from
there. What only some pages need is in each of their scripts, and a page has only one of these.
"""

import posixpath
import re
from collections.abc import Callable, Collection, Iterator

from portal.modules import Module

SITE = "js/site.js"  # on every page
LINKED = (  # by templates; all that isn't here is sent as part of these
    SITE,
    "js/chat.js",
    "js/guide.js",
    "js/lobby/form.js",
    "js/lobby/list.js",
    "js/lobby/table.js",
    "js/match.js",
    "js/office.js",
    "js/over.js",
    "js/quick.js",
    "js/settings.js",
    "js/site/countdown.js",
    "js/site/desk.js",
    "js/step-keys.js",
    "js/studio.js",
    "js/theme.js",
    "js/unstarted.js",
    "js/verify.js",
)
BOARD = re.compile(r"\w+/board\.js")  # that of a ruleset
LOADS_BOARDS = "js/match.js"

Read = Callable[[str], str]  # the text of a module, by its static path


def put_together(name: str, read: Read) -> str:
    """The script of that name with all of its modules, but for those that `site.js` has.

    Raises ValueError if they can't be put together, or if a board's script would have something
    that the script of the page has, too.
    """
    modules = _in_order(name, read)
    last = modules[-1]
    if modules == [last] and not last.exports:
        return last.bare
    if name == SITE:
        given = [each.variable for each in modules if each.exports]
        return f"{_wrapped(modules, modules)}export {{ {', '.join(given)} }};\n"
    shared = {each.name for each in _in_order(SITE, read)}
    if BOARD.fullmatch(name):
        page = {each.name for each in _in_order(LOADS_BOARDS, read)} - shared
        _refuse_twice(name, [each.name for each in modules if each.name in page])
    own = [each for each in modules if each.name not in shared]
    there = [each for each in modules if each.name in shared]
    export = f"export const {{ {', '.join(last.exports)} }} = {last.variable};\n"
    parts = [
        _import(there, name) if there else "",
        _wrapped(own, modules),
        export if last.exports else "",
    ]
    return "".join(parts)


def _wrapped(own: Collection[Module], known: Collection[Module]) -> str:
    variables = {each.name: each.variable for each in known}
    return "".join(each.wrapped(variables) for each in own)


def _import(modules: Collection[Module], name: str) -> str:
    """What the script of that name takes from `site.js`, which runs before it."""
    address = posixpath.relpath(SITE, posixpath.dirname(name))
    start = "" if address.startswith(".") else "./"
    taken = ", ".join(each.variable for each in modules if each.exports)
    return f'import {{ {taken} }} from "{start}{address}";\n'


def _refuse_twice(name: str, modules: list[str]) -> None:
    if modules:
        raise ValueError(f"{name}: {modules[0]} is in {LOADS_BOARDS}, and would be there twice.")


def _in_order(name: str, read: Read) -> list[Module]:
    """That module and all that it needs, each after those that it imports."""
    found: dict[str, Module] = {}
    under_way: list[str] = []

    def visit(each: str) -> Iterator[Module]:
        if each in under_way:
            raise ValueError(f"{each} imports itself by way of {under_way[-1]}.")
        if each in found:
            return
        under_way.append(each)
        module = Module(each, read(each))
        for other in module.imports:
            yield from visit(other.of)
            _refuse_missing(module, found[other.of], other.names)
        under_way.pop()
        found[each] = module
        yield module

    return list(visit(name))


def _refuse_missing(module: Module, other: Module, names: Collection[str]) -> None:
    for name in names:
        if name not in other.exports:
            raise ValueError(f"{module.name}: {other.name} gives no {name}.")
