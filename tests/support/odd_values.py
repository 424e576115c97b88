"""Values that nobody expects in a body or a field."""

from typing import Any

NOT_JSON: list[bytes] = [
    b"{",
    b"nonsense",
    b"\xff\xfe\x00",
    b'{"a": NaN}',
    b'{"a": Infinity}',
    b"[" * 60_000,
    b'{"a":' * 10_000,
    b"[" * 1000 + b"]" * 1000,
    b'{"\\u0000": "\\u0000"}',
    b'{"seats": 1' + b"0" * 400 + b"}",
]
NO_OBJECT: list[Any] = [b"null", b"[]", b"[[]]", b'"text"', b"7", b"true"]
VALUES: list[Any] = [
    *(None, True, -1, 7, 2**31, 2**53, -(2**53), 0.5),
    *("", "x", "x" * 5000, "\u202e\u200b😀", "\n"),
    *([], [[]], {}, {"type": "draw"}, {"": {"": {}}}, {"0": "easy", "x": 1}),
]
