"""No private part of a library is used but these few, each for a reason."""

import ast
from collections.abc import Iterator
from importlib import import_module
from types import FunctionType, ModuleType

from tests.support.running_portal import ROOT

FOLDERS = ("accounts", "attack", "bench", "games", "lobby", "portal", "toolbox")
# Documented, or no name at all.
PUBLIC = {"", "_", "_meta", "_default_manager", "_replace", "_fields", "_make", "_exit"}
EXCEPTIONS = {
    ("accounts.api.views", "_request"): "axes asks for Django's request, which DRF wraps",
    ("games.matches.record.stored", "_prefetched_objects_cache"): "Django can't be asked",
    ("portal.doors", "_respondToBadRequestAndDisconnect"): "Twisted's answer in a dozen places",
    ("portal.doors", "_transferDecoder"): "Twisted keeps in it what it read of a refused body",
    ("portal.supervisor.broker", "_binary"): "the path of the broker's binary",
}


def taken(tree: ast.Module) -> Iterator[str]:
    """The names that a module takes from other things than `self` and doesn't define itself."""
    nodes = list(ast.walk(tree))
    own = {node.id for node in nodes if isinstance(node, ast.Name)}
    own |= {node.name for node in nodes if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)}
    for node in nodes:
        match node:
            case ast.Attribute(value=ast.Name(id="self" | "cls"), attr=name):
                own.add(name)
    for node in nodes:
        match node:
            case ast.Attribute(attr=name) if name not in own:
                yield name
            case ast.Call(
                func=ast.Name(id="getattr" | "setattr"), args=[_, ast.Constant(name), *_]
            ):
                yield str(name)
            case ast.ImportFrom(module=module, names=names):
                yield from (*(module or "").split("."), *(one.name for one in names))


def inherited(module: ModuleType) -> Iterator[str]:
    """The names of foreign base classes that the methods of a module's classes use or replace."""
    for one in vars(module).values():
        if isinstance(one, type) and one.__module__ == module.__name__:
            foreign = [base for base in one.__mro__ if not base.__module__.startswith(FOLDERS)]
            yield from mentioned(one) & set().union(*map(mentioned, foreign))


def mentioned(one: type) -> set[str]:
    methods = [part for part in vars(one).values() if isinstance(part, FunctionType)]
    return {name for each in methods for name in (each.__name__, *each.__code__.co_names)}


def test_no_private_part_of_a_library_is_used_without_a_reason():
    used = set()
    for file in (file for folder in FOLDERS for file in (ROOT / folder).rglob("[!_]*.py")):
        name = ".".join(file.relative_to(ROOT).with_suffix("").parts)
        names = {*taken(ast.parse(file.read_text())), *inherited(import_module(name))} - PUBLIC
        used |= {(name, one) for one in names if one[0] == "_" not in (one[1], one[-1])}
    assert used == set(EXCEPTIONS)
