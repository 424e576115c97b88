#!/usr/bin/env python3
"""Checks the record of a match with nothing but Python: its chance, its chain and who signed it.

    python3 verify_record.py match.json [keys.json]

The first file is the record, the second the portal's /api/keys/. Signatures need `cryptography`.
Moves need the rules: `manage.py verify_record` checks them, too. docs/records.md has the rest.
It exits with 0 if all is right and signed (by one of those keys, if they are given), with 3 if all
fits together and no such signature shows who made it, with 1 if something is wrong, with 2 if it
was called wrongly.
"""

import hashlib
import hmac
import itertools
import json
import os
import re
import sys
from datetime import datetime

MOST_BYTES, DEEPEST, MOST = 32 << 20, 40, 1 << 64
# Shapes: a pattern of texts, a range of numbers, a type; one of several, all of a list, fields.
TEXT, HASH, SALT = "(?s:.){0,1000}", "[0-9a-f]{64}", "[0-9a-f]{32}"
UNSEEN = "\x00-\x1f\x7f-\x9f\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff"
BLANK = " \xa0\xad\u0300-\u036f\u061c\u115f\u1160\u1680\u17b4\u17b5\u180b-\u180f\u2000-\u200d\u202f"
BLANK += "\u205f\u206a-\u206f\u2800\u3000\u3164\ufe00-\ufe0f\uffa0\ufff0-\ufff8"
BLANK += "\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
NAME, LEVEL = f"(?! )(?![{BLANK}]*$)[^{UNSEEN}]{{1,64}}(?<! )", "easy|medium|hard|expert"
TIME = "2[01]99-99-99T99:99:99([.]9{6})?(Z|[+]00:00)".replace("9", "[0-9]")
WHOLE, INT, POINTS = range(1 << 31), range(-(1 << 63), MOST), range(-1_000_000, 1_000_001)
LINE = {"type": "line", "id": TEXT, "params?": {}, "plural?": TEXT, "count?": INT}
ENDED = {"outcome": "won|lost|drawn|scored", "rank": INT, "score?": (None, INT)}
ENDED |= {"team?": (None, INT), "tie_break?": (None, LINE)}
RESULT = {"ending": TEXT, "reason": LINE, "seats": [ENDED]}
OUTCOME = {"kind": "roll|draw|shuffle", "stream": TEXT, "args": object, "value": object}
ACTORS = {"setup": "portal", "action": f"person|caretaker|order|ai:({LEVEL})", "time-out": "clock"}
ACTORS |= {"undo": "person|consent", "order": "person", "admin": "staff"}
ACTORS |= {"control": "person|clock|portal|vote|staff"}
STEP = {"index": WHOLE, "base": (None, WHOLE), "kind": "|".join(ACTORS), "seat": (None, WHOLE)}
STEP |= {"actor": "(?s:.){0,16}", "action": object, "outcomes": [OUTCOME], "state_hash": HASH}
STEP |= {"at": TIME, "hash": HASH, "state_schema": range(1, 1 << 31)}
SEAT = {"player": f"person|ai:({LEVEL})", "name?": NAME, "salt?": SALT, "sealed": HASH}
SIGNATURE = {"key": HASH, "at": "(?s:.){1,32}", "value": "[0-9a-f]{128}"}
RECORD = {"format": range(2, 3), "game": "(?s:.){0,64}", "rules_version": WHOLE, "options": dict}
RECORD |= {"seating": {"count": range(1, 101), "first": (None, WHOLE), "roles": [(None, TEXT)]}}
RECORD |= {"deal": {"id": "(?s:.){1,64}", "commitment": HASH, "seed": (None, HASH)}}
RECORD |= {"seats": [SEAT], "steps": [STEP], "result": object, "signature?": SIGNATURE}
ORIGIN = {"step": WHOLE, "state_hash": HASH, "hash": HASH}
BEGINNING = {"type": "continue", "origin": ORIGIN, "seat": WHOLE, "observation": object}
NAMED = {"outcome": "won|lost|drawn|scored", "rank": range(1, MOST), "score?": (None, POINTS)}
DEEDS = [{"type": "void|unlock"}, {"type": "replace", "level": LEVEL}]
DEEDS += [{"type": "take-back", "to": INT, "closed?": [INT]}, {"type": "end", "seats": [NAMED]}]


def require(holds, step, reason):
    if not holds:
        sys.exit(reason if step is None else f"step {step}: {reason}")


def fits(told, shape):
    if isinstance(shape, tuple):
        return any(fits(told, one) for one in shape)
    if isinstance(shape, str):
        return isinstance(told, str) and re.fullmatch(shape, told) is not None
    if isinstance(shape, range):
        return type(told) is int and told in shape
    if isinstance(shape, list):
        return isinstance(told, list) and all(fits(one, shape[0]) for one in told)
    if isinstance(shape, dict):  # one that names no fields: any, and at least one
        known = {name.rstrip("?"): shape[name] for name in shape}
        whole = isinstance(told, dict) and told and set(told) <= set(known or told)
        whole = whole and all(name in told or name + "?" in shape for name in known)
        return whole and all(fits(told[name], known.get(name, object)) for name in told)
    return told is None if shape is None else isinstance(told, shape)


def read(path):
    """The JSON value in a file, in which nothing can be understood in two ways."""
    with open(path, "rb") as file:
        data = file.read(MOST_BYTES + 1)
    require(len(data) <= MOST_BYTES, None, f"it is longer than {MOST_BYTES} bytes")

    def fields(pairs):
        require(len(dict(pairs)) == len(pairs), None, "two fields have one name")
        return dict(pairs)

    def number(text):
        right = re.fullmatch("0|-?[1-9][0-9]{0,19}", text) and int(text) in INT
        require(right, None, "it has a number that isn't whole and of at most 64 bits")
        return int(text)

    told = {"parse_int": number, "parse_float": number, "parse_constant": number}
    value = json.loads(data.decode(), object_pairs_hook=fields, **told)
    parts = [value]
    for _depth in range(DEEPEST + 1):
        for text in (part for part in parts if isinstance(part, str)):
            right = re.fullmatch("[^\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]{0,1000}", text)
            require(right, None, "a text is too long, or has characters that no text has")
        inner = [list(part.values()) + list(part) for part in parts if isinstance(part, dict)]
        inner += [part for part in parts if isinstance(part, list)]
        parts = list(itertools.chain(*inner))
    require(not inner, None, "its values lie too deep in each other")
    return value


def canonical(value):
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode()


def sha256(*parts):
    return hashlib.sha256(b"".join(parts)).hexdigest()


def promised_seed(deal):
    require(deal["seed"] is not None, None, "its seed isn't told before the match is over")
    seed = bytes.fromhex(deal["seed"])
    told = b"\0".join((b"hearth-and-dragon/deal/1", deal["id"].encode(), seed))
    require(sha256(told) == deal["commitment"], None, "the seed is not the one that was promised")
    return seed


def hashed_seat(seat):
    """What is hashed of a seat: not the name, but the name must be what was sealed."""
    if len(seat) == 2:  # a name that had to go
        return seat
    require(len(seat) == 4, 0, "a seat has other fields")
    salt = bytes.fromhex(seat["salt"])
    told = b"\0".join((b"hearth-and-dragon/name/1", salt, seat["name"].encode()))
    require(sha256(told) == seat["sealed"], 0, "a name is not the one that was sealed")
    return {"player": seat["player"], "sealed": seat["sealed"]}


def header_hash(record):
    header = {key: record[key] for key in ("format", "game", "rules_version", "options", "seating")}
    header["deal_id"], header["commitment"] = record["deal"]["id"], record["deal"]["commitment"]
    header["seats"] = [hashed_seat(seat) for seat in record["seats"]]
    return sha256(canonical(header))


def last_hash(steps, previous):
    for place, step in enumerate(steps):
        told = {key: step[key] for key in step if key != "hash"}
        fits = step["hash"] == sha256(previous.encode(), canonical(told))
        require(fits, place, "its hash doesn't follow from what stands before it")
        previous = step["hash"]
    return previous


def check_place(steps, place):
    """The step may stand there: its number, who made it, when, and where it goes on from."""
    step, bases = steps[place], [place - 1] if place else [None]
    kind, action = step["kind"], step["action"]
    require(step["index"] == place, place, f"step {step['index']} stands here")
    require((kind == "setup") == (place == 0), place, "a record has one setup step, its first")
    require(place or fits(action, (None, BEGINNING)), 0, "no match begins so")
    require(kind != "undo" or action is None, place, "a step of this kind has no action")
    if kind == "admin":
        deed = any(fits(action, shape | {"reason": TEXT}) for shape in DEEDS)
        require(deed, place, "administrators can't do that")
        bases = [action["to"]] if action["type"] == "take-back" else bases
    bases = range(place) if kind == "undo" else bases
    there = step["base"] in bases and (place == 0 or step["base"] < place)
    require(there, place, "it can't continue from there")
    try:
        times = (steps[at]["at"].replace("Z", "+00:00") for at in (max(0, place - 1), place))
        before, now = map(datetime.fromisoformat, times)
    except ValueError:
        require(False, place, "there is no such time")
    require(before <= now, place, "its time is before that of the step before it")
    require(re.fullmatch(ACTORS[kind], step["actor"]), place, "they make no step of this kind")
    seated = kind in ("action", "time-out", "undo", "order")
    right = not seated if step["seat"] is None else kind != "setup"
    require(right, place, "it is of a seat, or of none, where it can't be")


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
    if not isinstance(args, list):
        raise ValueError
    cards = list(args)
    if kind == "draw":
        bag = [(item, count) for item, count in cards]
        told = {item: count for item, count in bag if type(count) is int and count > 0}
        if sorted(told.items()) != bag or not all(isinstance(item, str) for item in told):
            raise ValueError
        left = below(sum(told.values()))
        return next(item for item, count in bag if (left := left - count) < 0)
    for last in range(len(cards) - 1, 0, -1):
        other = below(last + 1)
        cards[last], cards[other] = cards[other], cards[last]
    return cards


def check_steps(steps, seed):
    counts = {}
    for place, step in enumerate(steps):
        check_place(steps, place)
        for told in step["outcomes"]:
            label = f"{told['stream']}/{counts.setdefault(told['stream'], 0)}"
            counts[told["stream"]] += 1
            try:
                given = canonical(dealt(told["kind"], told["args"], seed, label))
            except (ValueError, TypeError, StopIteration):
                given = None  # nobody can ask chance for that
            right = given == canonical(told["value"])
            require(right, place, f"the seed gives another {told['kind']}")


def check_end(record):
    last, result = len(record["steps"]) - 1, record["result"]
    if result is not None:
        right = fits(result, RESULT) and len(result["seats"]) == len(record["seats"])
        require(right, last, "the result is not written as a portal writes it")
    action = record["steps"][-1]["action"]
    action = action if isinstance(action, dict) else {}
    voided = action.get("type") in ("void", "abandon", "settle")
    voided = voided or action.get("granted") == "cancel"
    reason = "it doesn't reach an end: the match goes on, or its record was cut off"
    require(result is not None or voided, last, reason)


def signer(record, header, last, published):
    """The exit code, and who signed it."""
    if (signed := record.get("signature")) is None:
        return 3, "not signed: this proves only that the file fits together"
    head = {"format": record["format"], "game": record["game"], "deal": record["deal"]["id"]}
    head |= {"header": header, "steps": len(record["steps"]), "last": last}
    head["result"] = sha256(canonical(record["result"]))
    told = {key: signed[key] for key in ("key", "at")}
    text = b"hearth-and-dragon/record/1\0" + canonical({"head": head} | told)
    try:
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey as Public
    except ImportError:
        return 3, "WHO SIGNED IT WASN'T CHECKED (pip install cryptography)"
    try:
        key = Public.from_public_bytes(bytes.fromhex(signed["key"]))
        key.verify(bytes.fromhex(signed["value"]), text)
    except Exception:
        require(False, len(record["steps"]) - 1, "the signature isn't one of this record")
    by = f"signed by {signed['key']} at {signed['at']}"
    if published is None:
        return 0, f"{by}; compare this key with those that the portal publishes at /api/keys/"
    if signed["key"] in published:
        return 0, f"{by}, a key of that portal"
    return 3, f"{by}, no key of that portal: this proves only that the file fits together"


def keys_in(path):
    try:
        return [key["key"] for key in read(path)["keys"]]
    except (ValueError, TypeError, KeyError, RecursionError, SystemExit):
        print(f"{path} holds no keys", file=sys.stderr)
        sys.exit(2)


def main(path, keys=None):
    published, record = keys and keys_in(keys), read(path)
    require(fits(record, RECORD), None, "it has other fields than a record, or others in them")
    counted = len(record["seats"]) == record["seating"]["count"] and record["steps"]
    require(counted and len(record["steps"]) <= 100_000, None, "it has no such seats or steps")
    seed, header = promised_seed(record["deal"]), header_hash(record)
    last = last_hash(record["steps"], header)
    check_steps(record["steps"], seed)
    check_end(record)
    code, verdict = signer(record, header, last, published)
    print(verdict)
    print("promise, hashes and chance are correct; moves need the rules", flush=True)
    return code


if __name__ == "__main__":
    if len(sys.argv) not in (2, 3):
        print("usage: verify_record.py match.json [keys.json]", file=sys.stderr)
        sys.exit(2)
    try:
        sys.exit(main(*sys.argv[1:]))
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        sys.exit(1)
    except OSError as error:
        print(error, file=sys.stderr)
        sys.exit(2)
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
        sys.exit(f"it is no record ({type(error).__name__}: {error})")
