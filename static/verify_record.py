#!/usr/bin/env python3
"""Checks the record of a match with nothing but Python: its chance, its chain and who signed it.

    python3 verify_record.py match.json [keys.json]

The first file is the record, the second the portal's /api/keys/. Signatures need `cryptography`.
Moves need the rules: `manage.py verify_record` checks them, too. docs/records.md has the rest.
"""

import hashlib
import hmac
import itertools
import json
import sys
from pathlib import Path

FIELDS = {"format", "game", "rules_version", "options", "seating", "seats", "deal", "steps"}
OTHER_FIELDS = "it has other fields than a record"
MOST = 1 << 64


def require(holds, step, reason):
    if not holds:
        sys.exit(reason if step is None else f"step {step}: {reason}")


def canonical(value):
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode()


def sha256(*parts):
    return hashlib.sha256(b"".join(parts)).hexdigest()


def unhex(text, step=None):
    require(bytes.fromhex(text).hex() == text, step, f"{text!r} is not in plain hexadecimal")
    return bytes.fromhex(text)


def promised_seed(deal):
    require(set(deal) == {"id", "commitment", "seed"}, None, OTHER_FIELDS)
    require(deal["seed"] is not None, None, "its seed isn't told before the match is over")
    told = b"\0".join((b"hearth-and-dragon/deal/1", deal["id"].encode(), unhex(deal["seed"])))
    require(sha256(told) == deal["commitment"], None, "the seed is not the one that was promised")
    return unhex(deal["seed"])


def hashed_seat(seat, sealed):
    """What is hashed of a seat: in format 2 not the name, but the name must be what was sealed."""
    seat = {key: value for key, value in seat.items() if value is not None}
    if not sealed or set(seat) == {"player", "sealed"}:  # a name that had to go
        require(sealed or set(seat) == {"player", "name"}, 0, OTHER_FIELDS)
        return seat
    require(set(seat) == {"player", "name", "salt", "sealed"}, 0, OTHER_FIELDS)
    told = b"\0".join((b"hearth-and-dragon/name/1", unhex(seat["salt"], 0), seat["name"].encode()))
    require(len(seat["salt"]) == 32 and sha256(told) == seat["sealed"], 0, "the name isn't sealed")
    return {"player": seat["player"], "sealed": seat["sealed"]}


def header_hash(record):
    header = {key: record[key] for key in ("game", "rules_version", "options")}
    header["seating"] = {"first": None, "roles": []} | record["seating"]
    header["deal_id"], header["commitment"] = record["deal"]["id"], record["deal"]["commitment"]
    header["seats"] = [hashed_seat(seat, record["format"] == 2) for seat in record["seats"]]
    return sha256(canonical(header | ({"format": 2} if record["format"] == 2 else {})))


def last_hash(steps, previous):
    for place, step in enumerate(steps):
        told = {key: step[key] for key in step if (key, step[key]) != ("state_schema", None)}
        fits = told.pop("hash") == sha256(previous.encode(), canonical(told))
        require(fits, place, "its hash doesn't follow from what stands before it")
        require(step["index"] == place, place, f"step {step['index']} stands here")
        previous = step["hash"]
    return previous


def dealt(kind, args, seed, label):
    """What the seed gives for that question; ValueError for what nobody can ask."""
    blocks = itertools.count()

    def below(bound):
        if type(bound) is not int or not 0 < bound <= MOST:
            raise ValueError
        while True:
            block = hmac.digest(seed, f"{label}/{next(blocks)}".encode(), "sha256")
            if (number := int.from_bytes(block[:8], "big")) < MOST - MOST % bound:
                return number % bound

    if kind == "roll":
        return below(args) + 1
    cards = list(args)
    if kind == "draw":
        left = below(sum(count for _item, count in cards))
        return next(item for item, count in cards if (left := left - count) < 0)
    for last in range(len(cards) - 1, 0, -1):
        other = below(last + 1)
        cards[last], cards[other] = cards[other], cards[last]
    return cards


def check_chance(steps, seed):
    counts = {}
    for place, told in ((step["index"], told) for step in steps for told in step["outcomes"]):
        label = f"{told['stream']}/{counts.setdefault(told['stream'], 0)}"
        counts[told["stream"]] += 1
        try:
            given = canonical(dealt(told["kind"], told["args"], seed, label))
        except (ValueError, TypeError, StopIteration):
            given = None  # nobody can ask chance for that
        require(given == canonical(told["value"]), place, f"the seed gives another {told['kind']}")


def signer(record, header, last, published):
    if (signed := record.get("signature")) is None:
        return "nobody signed it"
    head = {"format": record["format"], "game": record["game"], "deal": record["deal"]["id"]}
    head |= {"header": header, "steps": len(record["steps"]), "last": last}
    head["result"] = sha256(canonical(record.get("result")))
    told = {key: signed[key] for key in ("key", "at", "note") if signed.get(key) is not None}
    known = [key["key"] for portal in published for key in portal["keys"]] or [signed["key"]]
    require(signed["key"] in known, None, "it wasn't signed by that portal")
    text = b"hearth-and-dragon/record/1\0" + canonical({"head": head} | told)
    try:
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey as Public
    except ImportError:
        return "WHO SIGNED IT WASN'T CHECKED (pip install cryptography)"
    try:
        Public.from_public_bytes(unhex(signed["key"])).verify(unhex(signed["value"]), text)
    except Exception:
        require(False, len(record["steps"]) - 1, "the signature isn't one of this record")
    return f"signed at {signed['at']} by {signed['key']}"


def main(path, *more):
    record, *published = (json.loads(Path(file).read_bytes()) for file in (path, *more))
    fields = FIELDS <= set(record) <= FIELDS | {"result", "signature"} and record["steps"]
    fields = fields and record["format"] in (1, 2)
    require(fields and len(record["seats"]) == record["seating"]["count"], None, OTHER_FIELDS)
    seed, header = promised_seed(record["deal"]), header_hash(record)
    last = last_hash(record["steps"], header)
    check_chance(record["steps"], seed)
    print("promise, hashes and chance are correct;", signer(record, header, last, published))


if __name__ == "__main__":
    try:
        main(*sys.argv[1:])
    except (OSError, ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
        sys.exit(f"it is no record ({type(error).__name__}: {error})")
