"""Mutation testing: checks that a test fails for each mistake in tests/mutations.toml.

`contexts` runs the suite once under coverage, to learn which tests reach which line. `run` makes
one mistake at a time in a copy of the current commit, runs the tests that reach it, likeliest
first, until one fails, and writes that test's name to the list.
"""

import argparse
import ast
import json
import re
import subprocess
import sys
import tempfile
import tomllib
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import zip_longest
from pathlib import Path
from threading import Lock
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
LIST = ROOT / "tests" / "mutations.toml"
CONTEXTS = ROOT / ".coverage"  # coverage's default
PYTEST = (sys.executable, "-m", "pytest", "-q", "-p", "no:schemathesis", "--no-migrations")
SUITE = ("-m", "not whole and not again", "--ignore=tests/api/test_fuzz.py")
COVERAGE = ("--cov", "--cov-context=test", "--cov-report=", "--dist=worksteal")
WORKTREE = ("git", "-C", str(ROOT), "worktree")
FAILED = re.compile(r"^(?:FAILED|ERROR) (.+?)(?: - .*)?$", re.MULTILINE)
# pytest-django reorders tests, so likely ones get a run of their own.
BATCHES = (slice(0, 30), slice(30, 400), slice(400, None))


def read() -> dict[str, dict[str, Any]]:
    """The mutants by name: their area, and their number in it."""
    areas = tomllib.loads(LIST.read_text()).items()
    return {f"{area}/{n}": one for area, all_ in areas for n, one in enumerate(all_, start=1)}


def write(mutants: dict[str, dict[str, Any]]) -> None:
    """Write the list, keeping the comment at its top."""
    parts = [LIST.read_text().partition("[[")[0]]
    for name, mutant in mutants.items():
        fields = [f"{key} = {json.dumps(text, ensure_ascii=False)}" for key, text in mutant.items()]
        parts.append("\n".join([f"[[{name.partition('/')[0]}]]", *fields, "\n"]))
    LIST.write_text("".join(parts).rstrip() + "\n")


def outdated() -> list[str]:
    """The mutants whose `before` doesn't occur exactly once in their file."""
    times = {name: (ROOT / m["file"]).read_text().count(m["before"]) for name, m in read().items()}
    return [name for name, count in times.items() if count != 1]


def contexts(jobs: int) -> int:
    """Run the suite once, and store the tests that reach each line."""
    return subprocess.call([*PYTEST, *SUITE, *COVERAGE, f"-n{jobs}"], cwd=ROOT)


def reaching(mutant: dict[str, Any]) -> list[str]:
    """The tests that reach the mutant, nearest to its file first."""
    from coverage import CoverageData  # not needed by the suite, which checks the list

    data = CoverageData(str(CONTEXTS))
    data.read()
    by_line = data.contexts_by_lineno(mutant["file"])  # a test's name, and |run or |setup
    tests_of = {n: {one.rpartition("|")[0] for one in by_line[n]} - {""} for n in by_line}
    width = Counter(test for tests in tests_of.values() for test in tests)
    reached = (set().union(*(tests_of.get(n, ()) for n in lines)) for lines in _lines(mutant))
    words = set(re.split(r"[\W_]", mutant["file"]))

    def rank(test: str) -> tuple[bool, int, int]:
        near = words & set(re.split(r"[\W_]", test.partition("::")[0]))
        return test.startswith("tests/browser/"), -len(near), width[test]

    return sorted(sorted(next(filter(None, reached), ())), key=rank)


def _lines(mutant: dict[str, Any]) -> Iterator[range]:
    """The lines that change, then the functions around them, then the file."""
    text = (ROOT / mutant["file"]).read_text()
    before, after = (mutant[key].splitlines() for key in ("before", "after"))
    same = [one == other for one, other in zip_longest(before, after)].index(False)
    first = text[: text.index(mutant["before"])].count("\n") + 1 + same
    yield range(first, first + max(1, len(before) - same))
    for node in reversed(list(ast.walk(ast.parse(text)))):  # inner ones first
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            lines = range(node.lineno, (node.end_lineno or 0) + 1)
            yield from [lines] if first in lines else []
    yield range(text.count("\n") + 1)


def killers(mutant: dict[str, Any], tree: Path) -> list[str]:
    """The first test that fails in that tree with the mutant; empty if it survives."""
    file, tests = tree / mutant["file"], reaching(mutant)
    text = file.read_text()
    file.write_text(text.replace(mutant["before"], mutant["after"]))
    try:
        batches = filter(None, [mutant["killed_by"], *(tests[part] for part in BATCHES)])
        return next(filter(None, (_failed(batch, tree) for batch in batches)), [])
    finally:
        file.write_text(text)


def _failed(tests: Sequence[str], tree: Path) -> list[str]:
    """The first of these tests that fails, if any."""
    limit = ("timeout", "--kill-after=10", str(300 + 4 * len(tests)))
    command = [*limit, *PYTEST, "-x", "--tb=no", "-p", "no:cacheprovider", *tests]
    ended = subprocess.run(command, cwd=tree, stdout=subprocess.PIPE, text=True, check=False)
    return ["time limit"] if ended.returncode in (124, 137) else FAILED.findall(ended.stdout)[:1]


def run(names: Sequence[str], jobs: int) -> int:
    """Try the mutants of these areas or names, or all. Returns 1 if one without a note survives."""
    mutants, lock = read(), Lock()
    chosen = [n for n in mutants if not names or n in names or n.partition("/")[0] in names]
    left = iter(chosen)

    def work(tree: Path) -> None:
        for name in left:
            found = killers(mutants[name], tree)
            with lock:
                mutants[name]["killed_by"] = found
                print(name, found or "survived", flush=True)
                write(mutants)

    try:
        with tempfile.TemporaryDirectory(prefix="mutations-") as folder:
            trees = [Path(folder) / str(job) for job in range(jobs)]
            for tree in trees:
                subprocess.run([*WORKTREE, "add", "--quiet", "--detach", str(tree)], check=True)
            with ThreadPoolExecutor(jobs) as pool:
                list(pool.map(work, trees))
            tests = {test for name in chosen for test in mutants[name]["killed_by"] if "::" in test}
            print("Fails without a mutant:", _failed(sorted(tests), trees[0]))
    finally:
        subprocess.run([*WORKTREE, "prune"], check=True)
    survivors = [name for name in chosen if not mutants[name]["killed_by"]]
    print(f"{len(chosen) - len(survivors)} of {len(chosen)} killed; survived:", *survivors)
    return int(any("note" not in mutants[name] for name in survivors))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("step", choices=["contexts", "run"])
    parser.add_argument("names", nargs="*", help="for run: AREA or AREA/NUMBER; all by default")
    parser.add_argument("--jobs", type=int, default=2, help="processes that run tests (default: 2)")
    asked = parser.parse_intermixed_args()
    sys.exit(contexts(asked.jobs) if asked.step == "contexts" else run(asked.names, asked.jobs))
