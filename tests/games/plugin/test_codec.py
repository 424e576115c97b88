"""Plain data: one canonical form, one packed form, independent copies."""

import hashlib
import json

import msgspec

from games.plugin.codec import canonical_json, digest, plain, says
from games.plugin.text import Line


class Pile(msgspec.Struct):
    cards: list[str]
    owners: dict[int, str] = {}
    size: tuple[int, int] = (0, 0)


PILE = Pile(["ä", "b"], {10: "x", 2: "y"}, (3, 4))


def test_canonical_json_has_sorted_keys_no_spaces_and_utf8():
    assert canonical_json({"b": [1, None], "a": "ä"}) == '{"a":"ä","b":[1,null]}'.encode()
    told = '{"cards":["ä","b"],"owners":{"10":"x","2":"y"},"size":[3,4]}'
    assert canonical_json(PILE) == told.encode()
    assert plain(PILE) == json.loads(told)
    assert digest({"a": 1}) == hashlib.sha256(b'{"a":1}').hexdigest()
    assert canonical_json({"a": 1, "b": 2}) == canonical_json({"b": 2, "a": 1})
    assert canonical_json({10: "x", 2: "y"}) == canonical_json({2: "y", 10: "x"})


def test_data_says_what_was_read_from_it_and_nothing_else():
    for told in (
        {"cards": ["ä", "b"], "owners": {"10": "x", "2": "y"}, "size": [3, 4]},
        {"cards": []},  # as it was written before piles had owners and a size
        {"cards": ["a"], "size": [0, 0]},
    ):
        assert says(told, msgspec.convert(told, Pile, strict=False))
    for told in (
        {"cards": [], "wind": True},
        {"cards": ["a"], "size": [0, 1]},
        {"cards": ["a", "b"]},
        {"cards": ["a"], "size": [0, 0.0]},
        {"cards": ["a"], "owners": {"1": "x"}},
        ["a"],
        None,
    ):
        assert not says(told, Pile(["a"]))
    told = {"reason": {"id": "It is over."}}
    meant = msgspec.convert(told, dict[str, Line])
    assert not says(told, meant)
    assert says(plain(meant), meant)
