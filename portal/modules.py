"""A module of JavaScript, as far as one has to know it to put several into one script.

It imports and exports by name, at the beginning of a line, and nothing that changes later; it waits
for nothing while it starts. Whatever goes beyond that is refused, so nothing is put together wrong.
"""

import posixpath
import re
from dataclasses import dataclass
from functools import cached_property

IMPORT = re.compile(r'^import (?:\{([^{}]*)\} from )?"(\.{1,2}/[\w./-]+\.js)";\n', re.MULTILINE)
EXPORT = re.compile(r"^export (?=(?:const|class|function|async function) (\w+))", re.MULTILINE)
COMMENT = re.compile(r"^[ \t]*(?://.*|/\*(?:(?!\*/)[\s\S])*\*/[ \t]*)\n", re.MULTILINE)
UNKNOWN = re.compile(r"^(?:import|export)\b.*|^\S.*\bawait\b.*|.*\bimport\.meta\b.*", re.MULTILINE)


@dataclass(frozen=True)
class Import:
    """One of its imports."""

    of: str  # the static path of a module
    names: dict[str, str]  # as they are called here, by what they are called there


@dataclass(frozen=True)
class Module:
    """What is written in the file of that static path."""

    name: str
    text: str

    @cached_property
    def imports(self) -> list[Import]:
        """What it needs, in its order."""
        return [
            Import(self._path(found[2]), _names(found[1] or ""))
            for found in IMPORT.finditer(self._said)
        ]

    @cached_property
    def exports(self) -> list[str]:
        """What it gives."""
        return EXPORT.findall(self._said)

    @property
    def variable(self) -> str:
        """What holds that, in every script that has it or imports it."""
        return re.sub(r"\W", "_", self.name.removesuffix(".js"))

    @cached_property
    def bare(self) -> str:
        """What it does: no imports, exports, comments, empty lines and indentation.

        Raises ValueError where it goes beyond what is known here.
        """
        text = EXPORT.sub("", IMPORT.sub("", self._said))
        if found := UNKNOWN.search(text):
            raise ValueError(f"{self.name} can't be put together with others: {found[0]}")
        if any(line.count("`") % 2 for line in text.splitlines()):
            return text  # there is a text of several lines in it, whose spaces may count
        return "".join(f"{line.strip()}\n" for line in text.splitlines() if line.strip())

    def wrapped(self, variables: dict[str, str]) -> str:
        """A function that does it, called. `variables` hold what other modules give, by names."""
        taken = "".join(
            f"const {{ {', '.join(map(_renamed, each.names.items()))} }} = {variables[each.of]};\n"
            for each in self.imports
            if each.names
        )
        start = f"const {self.variable} = " if self.exports else ""
        given = f"return {{ {', '.join(self.exports)} }};\n" if self.exports else ""
        return f"{start}(() => {{\n{taken}{self.bare}{given}}})();\n"

    @cached_property
    def _said(self) -> str:
        return COMMENT.sub("", self.text)

    def _path(self, address: str) -> str:
        return posixpath.normpath(posixpath.join(posixpath.dirname(self.name), address))


def _names(imported: str) -> dict[str, str]:
    """Of `a, b as c`."""
    pairs = (each.split(" as ") for each in imported.split(",") if each.strip())
    return {pair[0].strip(): pair[-1].strip() for pair in pairs}


def _renamed(name: tuple[str, str]) -> str:
    there, here = name
    return here if here == there else f"{there}: {here}"
