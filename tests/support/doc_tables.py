"""Tables of the documents as data, for tests that compare them with the code."""

import re


def cells(page: str, header: str) -> list[list[str]]:
    """The rows of the page's table with that beginning of its header, cell by cell."""
    table = page[page.index(f"\n| {header} |") + 1 :].partition("\n\n")[0]
    return [_split(row) for row in table.splitlines()[2:]]


def firsts(page: str, header: str) -> str:
    """The first column of that table."""
    return "\n".join(row[0] for row in cells(page, header))


def code(text: str) -> list[str]:
    """The code spans in a line."""
    return re.findall(r"`([^`]+)`", text)


def prose(page: str) -> str:
    """The page without its blocks of code."""
    return re.sub(r"^```.*?^```$", "", page, flags=re.DOTALL | re.MULTILINE)


def _split(row: str) -> list[str]:
    return [cell.strip() for cell in re.split(r"(?<!\\)\|", row)[1:-1]]
