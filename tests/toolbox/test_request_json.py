"""Reading JSON from strangers, and limits on how often they may come."""

from typing import Annotated, Any

import msgspec
import pytest

from toolbox import limits
from toolbox.errors import Refusal
from toolbox.request_json import MAX_BYTES, MAX_DEPTH, is_blank, read_json, shaped


class Part(msgspec.Struct):
    name: str


class Wish(msgspec.Struct, forbid_unknown_fields=True):
    part: Part | None = None
    number: Annotated[int, msgspec.Meta(ge=0)] = 0
    parts: dict[int, str] = {}


def refusal(call: Any, *arguments: Any, **named: Any) -> Refusal:
    with pytest.raises(Refusal) as caught:
        call(*arguments, **named)
    return caught.value


@pytest.mark.parametrize(
    "data",
    [
        *(b"", b"{", b"nonsense", b"NaN", b"Infinity", b"-Infinity", b'{"a": NaN}'),
        *(b"\xef\xbb\xbf{}", b'"\xff"', '"\ud800"', b'"\\ud800"', b'"\\udc00 "'),
        *(b'"a\\u0000b"', b'{"\\u0000": 1}'),
        *(b"1" + b"0" * 30, b"-" + b"9" * 400, b"1e400", b"1e300"),
        *(b"[" * 60_000, b'{"a":' * 10_000),
        b"[" * (MAX_DEPTH + 1) + b"]" * (MAX_DEPTH + 1),
    ],
)
def test_what_is_no_ordinary_json_is_malformed(data):
    assert refusal(read_json, data).code == "malformed"


def test_deep_and_large_enough_is_enough_and_addresses_carry_numbers_as_text():
    assert read_json(b"[" * MAX_DEPTH + b"]" * MAX_DEPTH)
    assert read_json(b" " * (MAX_BYTES - 1) + b"1") == 1
    assert refusal(read_json, b" " * MAX_BYTES + b"1").status == 413
    assert shaped({"number": "1"}, Wish, strict=False).number == 1
    refusal(shaped, {"number": "x"}, Wish, strict=False)


@pytest.mark.parametrize(
    ("data", "field"),
    [
        ({"number": "1"}, "number"),
        ({"number": -1}, "number"),
        ({"number": True}, "number"),
        ({"parts": {"x": "y"}}, "parts"),
        ({"parts": {"1": 2}}, "parts[...]"),
        ({"other": 1}, "other"),
        ({"part": {}}, "part.name"),
        ([], "body"),
        (None, "body"),
    ],
)
def test_a_wrong_shape_names_the_field(data, field):
    assert list(refusal(shaped, data, Wish).extra["fields"]) == [field]


def test_a_bucket_lets_a_burst_through_and_then_a_steady_flow(monkeypatch):
    time = [0.0]
    monkeypatch.setattr(limits, "monotonic", lambda: time[0])
    bucket = limits.TokenBucket(2, 3)
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]
    assert bucket.wait() == 0.5
    time[0] = 0.5
    assert [bucket.take() for _ in range(2)] == [True, False]
    time[0] = 100.0
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]
    time[0] = 101.0
    assert not bucket.take(3)
    assert bucket.wait(3) == 0.5
    time[0] = 200.0
    assert bucket.take(9)  # a full bucket is enough for what costs more
    assert not bucket.take()


def test_everybody_has_a_bucket_of_their_own():
    first, second = limits.bucket("actions", 1), limits.bucket("actions", 2)
    assert first is limits.bucket("actions", 1)
    assert first is not second
    assert limits.bucket("no such limit", 1) is None


@pytest.mark.parametrize(
    "text",
    [
        *("", " ", "\t\r\n", "\u00a0", "\u2003", "\u3000", "\u2028", "\x00", "\x1b", "\ue000"),
        *("\u200b", "\u200d", "\u2060", "\ufeff", "\u00ad", "\u180e", "\u034f"),  # no room
        *("\u115f", "\u1160", "\u3164", "\uffa0", "\u17b4", "\u2800"),  # fillers
        *("\u200e", "\u202e", "\u2066\u2069", "\u061c"),  # which way to read
        *("\ufe0f", "\ufe00", "\U000e0100", "\U000e0041", "\u180b"),  # how to draw what isn't there
        *("\u0301", "\u20dd", "\u0903", "\u0489", " \u0308 "),  # accents of no letter
        *("\ufffc", "\U0001d159", "\U00013441", "\U0001d173", "\ufff9"),
        "\u3164 \u2800\u200b\u0301\ufe0f",
    ],
)
def test_nothing_to_see_is_blank(text):
    assert is_blank(text)


@pytest.mark.parametrize(
    "text",
    ["a", "0", ".", "\u200bא", "가", "ก", "e\u0301", "❤\ufe0f", "👍🏽", "\U0001fae9", "…", "²"],
)
def test_whatever_is_drawn_is_not_blank(text):
    assert not is_blank(text)
