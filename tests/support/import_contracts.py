"""The import contract of all installed rulesets, which import-linter can't express by itself."""

from grimp import ImportGraph
from importlinter import Contract, ContractCheck, output

OURS = ("portal", "lobby", "accounts", "toolbox", "games", "tests")
OFFERED = "games.plugin"


class RulesetsContract(Contract):
    """Every folder games/*/ with a `game.py`, except the plug-in's own, is a ruleset.

    Of our code a ruleset imports only itself and `games.plugin`. It doesn't import Django, and
    nobody imports it.
    """

    type_name = "rulesets"

    def check(self, graph: ImportGraph, verbose: bool) -> ContractCheck:
        """Kept if no import is at fault; otherwise reports the faults."""
        found = faults(graph)
        return ContractCheck(kept=not found, metadata={"faults": found})

    def render_broken_contract(self, check: ContractCheck) -> None:
        for fault in check.metadata["faults"]:
            output.print_error(fault)


def rulesets(graph: ImportGraph) -> list[str]:
    """The packages of the installed rulesets."""
    found = (child for child in graph.find_children("games") if f"{child}.game" in graph.modules)
    return sorted(child for child in found if child != OFFERED)


def faults(graph: ImportGraph) -> list[str]:
    """Each import that breaks the contract, as «a imports b»."""
    return [fault for ruleset in rulesets(graph) for fault in _faults_of(graph, ruleset)]


def _faults_of(graph: ImportGraph, ruleset: str) -> list[str]:
    own = {ruleset, *graph.find_descendants(ruleset)}
    offered = {OFFERED, *graph.find_descendants(OFFERED)}
    found = []
    for module in sorted(own):
        for used in sorted(graph.find_modules_directly_imported_by(module) - own - offered):
            if used.partition(".")[0] in (*OURS, "django"):
                found.append(f"{module} imports {used}")
        users = graph.find_modules_that_directly_import(module) - own
        found += [f"{user} imports {module}" for user in sorted(users)]
    return found
