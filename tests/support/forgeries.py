"""Altered records, one of each kind, with their old hashes or with new ones.

And malformed files made from a correct record.
"""

import json
import random
import re
from collections.abc import Callable, Iterator
from typing import Any

from msgspec.structs import replace

from games.conformance import alterations, rechained
from games.plugin.codec import plain
from games.protocol.names import seal_name
from games.protocol.record import Record


def altered(record: Record, dice: random.Random) -> Iterator[tuple[str, int | None, Record]]:
    """One altered record of each kind: what was altered, the step to blame, and the record."""
    yield from alterations(record, dice)
    yield "an option", 0, replace(record, options={**record.options, "altered": 1})


def made_to_fit(record: Record, dice: random.Random) -> Iterator[tuple[str, Record]]:
    """The same with everything recomputed that needs no key: seals of names, all hashes."""
    for what, _step, forged in altered(record, dice):
        if what not in ("the seed", "the number of steps", "a hash"):  # never fit, or already fit
            seats = [
                seal_name(s.name or "", s.player, bytes.fromhex(s.salt or "")) for s in forged.seats
            ]
            yield what, rechained(replace(forged, seats=seats))


# -- malformed files, each made from the canonical JSON of a correct record -----------------------

Malformed = Callable[[str], str]


def _fields(*path: Any, **changes: Any) -> Malformed:
    """A part of the record with other fields; `...` removes one."""

    def made(text: str) -> str:
        told = json.loads(text)
        part = told
        for key in path:
            part = part[key]
        part.update(changes)
        for name in [name for name, value in part.items() if value is ...]:
            del part[name]
        return json.dumps(told, ensure_ascii=True)

    return made


def _written(pattern: str, instead: str) -> Malformed:
    """Replace the first match of the pattern in the text."""

    def made(text: str) -> str:
        assert re.search(pattern, text), pattern
        return re.sub(pattern, lambda _found: instead, text, count=1)

    return made


_NAME = ("seats", 0)
_BLANK = "\xa0\xad\u0301\u115f\u180e\u2003\u200d\u2800\u3164\ufe0f\uffa0\U000e0041"
MALFORMED: dict[str, Malformed] = {
    "unknown field": _fields(more=1),
    "unknown field of a step": _fields("steps", 1, more=1),
    "unknown field of the deal": _fields("deal", more=None),
    "unknown field of the seating": _fields("seating", more=None),
    "unknown field of a seat": _fields("seats", 0, more=None),
    "unknown field of the signature": _fields("signature", more=1),
    "no result": _fields(result=...),
    "no seed": _fields("deal", seed=...),
    "no beginner": _fields("seating", first=...),
    "no hash": _fields("steps", 1, hash=...),
    "no action": _fields("steps", 1, action=...),
    "no steps": _fields(steps=[]),
    "a null layout": _fields("steps", 1, state_schema=None),
    "no layout": _fields("steps", 1, state_schema=...),
    "a seat without its seal": _fields("seats", 0, sealed=...),
    "a null name": _fields("seats", 0, name=None),
    "a null salt": _fields("seats", 0, salt=None),
    "a null signature": _fields(signature=None),
    "a doubled field": _written(r'"format":\d', '"format":2,"format":2'),
    "a doubled field of a step": _written('"kind":"setup"', '"kind":"setup","kind":"setup"'),
    "a field doubled by an escape": _written(
        '"kind":"setup"', '"kind":"setup","\\u006bind":"setup"'
    ),
    "a fraction": _written(r'"rules_version":\d+', '"rules_version":1.0'),
    "a fraction of a step": _written('"index":1,', '"index":1.0,'),
    "a power": _written(r'"rules_version":\d+', '"rules_version":1e0'),
    "far too much": _written(r'"rules_version":\d+', '"rules_version":1e400'),
    "more than 64 bits": _written(r'"rules_version":\d+', '"rules_version":18446744073709551616'),
    "many digits": _written(r'"rules_version":\d+', '"rules_version":' + "9" * 5000),
    "less than nothing": _written(r'"rules_version":\d+', '"rules_version":-1'),
    "minus nothing": _written('"index":0', '"index":-0'),
    "no number": _written(r'"rules_version":\d+', '"rules_version":NaN'),
    "no end": _written(r'"rules_version":\d+', '"rules_version":Infinity'),
    "true for one": _written('"index":1,', '"index":true,'),
    "another format": _fields(format=3),
    "a lower format": _fields(format=1),
    "half a character": _fields(*_NAME, name="\ud800"),
    "a name of many letters": _fields(*_NAME, name="a" * 5000),
    "a name of 65 letters": _fields(*_NAME, name="a" * 65),
    "an empty name": _fields(*_NAME, name=""),
    "a name with a zero": _fields(*_NAME, name="a\0b"),
    "a name with a line break": _fields(*_NAME, name="a\nb"),
    "a name that turns around": _fields(*_NAME, name="a\u202eb"),
    "a name with a space at its end": _fields(*_NAME, name="Amber "),
    **{f"a name of U+{ord(letter):04X} alone": _fields(*_NAME, name=letter) for letter in _BLANK},
    "a name of blank letters": _fields(*_NAME, name=_BLANK),
    "another kind of player": _fields(*_NAME, player="nobody"),
    "a reason of two million letters": _fields(
        "steps", 1, kind="admin", action={"type": "void", "reason": "a" * 2_000_000}
    ),
    "a field with a long name": _fields("options", **{"a" * 5000: 1}),
    "no time": _fields("steps", 1, at=""),
    "the year 9999": _fields("steps", 1, at="9999-12-31T00:00:00.000000Z"),
    "the year 1999": _fields("steps", 1, at="1999-12-31T00:00:00.000000Z"),
    "the time of another place": _fields("steps", 1, at="2026-01-01T00:00:00+02:00"),
    "a hash in capitals": _fields("steps", 1, state_hash="A" * 64),
    "a short hash": _fields("steps", 1, state_hash="ab"),
    "a long actor": _fields("steps", 1, actor="a" * 17),
    "another kind of step": _fields("steps", 1, kind="leap"),
    "a long deal": _fields("deal", id="a" * 65),
    "a seed in capitals": _fields("deal", seed="A" * 64),
    "values 5,000 deep": _written('"options":{', '"options":{"a":' + "[" * 5000 + "]" * 5000 + ","),
    "values 50 deep": _written('"options":{', '"options":{"a":' + "[" * 50 + "]" * 50 + ","),
    "a byte order mark": lambda text: "\ufeff" + text,
    "something more": lambda text: text + "1",
    "another space": lambda text: text + "\u00a0",
    "a comma too many": lambda text: text[:-1] + ",}",
    "half of it": lambda text: text[: len(text) // 2],
    "too many bytes": lambda text: " " * (32 * 1024 * 1024) + text,
}


def altered_steps(record: Record) -> dict[str, tuple[int, Record]]:
    """Records with impossible steps and recomputed hashes, and the step at fault."""

    def changed(number: int, **changes: Any) -> Record:
        steps = list(record.steps)
        steps[number] = replace(steps[number], **changes)
        return rechained(replace(record, steps=steps))

    last = len(record.steps) - 1
    before = record.steps[1].at.replace("2026", "2025")
    cut = rechained(replace(record, steps=record.steps[:-1], result=None))
    origin = {"step": 1, "state_hash": "00" * 32, "hash": None}
    beginning = {"origin": origin, "seat": 0, "observation": {}}  # has no `type`
    records = {
        "a time before the one before": (2, changed(2, at=before)),
        "a day that there isn't": (1, changed(1, at="2026-02-30T00:00:00+00:00")),
        "an hour that there isn't": (1, changed(1, at="2026-01-01T24:00:00.000000Z")),
        "another number": (1, changed(1, index=7)),
        "a second beginning": (1, changed(1, kind="setup")),
        "no beginning": (0, changed(0, kind="action")),
        "a beginning of nothing": (0, changed(0, action={"type": "continue"})),
        "a beginning without its kind": (0, changed(0, action=beginning)),
        "a beginning by somebody": (0, changed(0, actor="person")),
        "a beginning at a seat": (0, changed(0, seat=0)),
        "from nowhere": (2, changed(2, base=None)),
        "from elsewhere": (2, changed(2, base=0)),
        "from itself": (2, changed(2, base=2)),
        "made by nobody we know": (1, changed(1, actor="somebody")),
        "made by the staff": (1, changed(1, actor="staff")),
        "made at no seat": (1, changed(1, seat=None)),
        "a take-back that does something": (1, changed(1, kind="undo", action={"type": "x"})),
        "no deed": (1, changed(1, kind="admin", actor="staff", action={"type": "x"})),
        "a broken-off end": (last - 1, cut),
    }
    if record.result is not None:
        result: Any = plain(record.result)
        reason = {"type": "line", "id": "It is over."}
        odd = {
            "a result with more": result | {"more": 1},
            "a result without an ending": {k: result[k] for k in result if k != "ending"},
            "a reason without its kind": result | {"reason": {"id": "It is over."}},
            "a reason with no parameters": result | {"reason": reason | {"params": {}}},
            "a tie-break without its kind": result
            | {"seats": [seat | {"tie_break": {"id": "It is over."}} for seat in result["seats"]]},
            "a result of more seats": result | {"seats": result["seats"] * 2},
        }
        records |= {name: (last, replace(record, result=value)) for name, value in odd.items()}
    return records
