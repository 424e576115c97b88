"""The data of the board's template: an observation, in the order in which people look at it."""

from collections import Counter
from typing import Any

from games.castle_panic import components as box
from games.castle_panic.actions import target_of
from games.castle_panic.catalog import CARDS, MARKS, NAMES, TOKENS, TOKENS_A_TURN, faces, spread
from games.castle_panic.labels import where
from games.castle_panic.observation import Observation
from games.castle_panic.previews import reached, threats
from games.castle_panic.rules.turns import exchanged
from games.castle_panic.scoring import points
from games.castle_panic.state import Damage, Discards, March, Monster, Offer
from games.plugin import Line, SheetRow, line, lines, msg, sheet_of

# How many tokens fit side by side into a space, by ring; the style sheet has as many places.
ROOM = (8, 6, 5, 4, 2)
MOST_PLACES = 12

PHASES = ("draw", "discard", "trade", "play", "move", "new")

# The paint on the table: signs and names of three rings in each color. A color's direction and the
# tilt of its names are in degrees; names below the middle run along the underside, so that none is
# upside down.
GROUND = {
    "sectors": [["red", 60, 60, "over"], ["green", 180, 0, "under"], ["blue", 300, -60, "over"]],
    "rings": [
        {"kind": kind, "name": name, "at": at, "over": at + 29, "under": at + 41}
        for kind, name, at in (
            ("archer", line("Archer"), 364),
            ("knight", line("Knight"), 288),
            ("swordsman", line("Swordsman"), 212),
        )
    ],
}


def board(observation: Observation) -> dict[str, Any]:
    """Return plain data for `board.html`, and in `seats` for `seat.html`."""
    seen, you = observation, observation.you
    own = None if you is None else seen.players[you]
    lord = you is not None and you == seen.overlord
    struck, now, offer = threats(seen), _phase(seen), _offer(seen)
    buttons = _buttons(seen, offer)
    tries = _TRIES.counting(box.REFUSALS_IN_A_TURN - seen.refused)
    trades = {"left": _TRADES_LEFT.counting(seen.trades_left), "tries": tries}
    scavenges = own and own.hand.get(box.SCAVENGE) and now == "play" and you == seen.active
    return {
        "trading": now == "trade",
        "trades": trades if now == "trade" and buttons else None,
        "ending": seen.ending,
        "decisive": _decisive(seen),
        "steps": _steps(seen, now, struck),
        "ground": GROUND,
        "arcs": [_arc(seen, arc, struck) for arc in box.ARCS],
        "towers": sum(seen.towers),
        "monsters": len(seen.monsters),
        "corners": {
            "tokens": seen.pile_size,
            "deck": sum(seen.deck.values()),
            "discarded": sum(seen.discards.values()),
            "shields": box.FORTIFY_TOKENS - sum(seen.fortified),
        },
        "overlord": bool(seen.held is None and seen.held_size),  # its hand is part of `unseen`
        "unseen": faces(seen.unseen),
        "spent": faces(seen.spent),
        "discards": faces(seen.discards),
        "gone": faces(seen.gone),
        "who": [TOKENS[kind].face for kind in box.MONSTERS],
        "hand": spread(own.hand) if own and not lord else None,
        "held": spread(seen.held) if seen.held and lord else None,
        "scavenging": bool(scavenges),
        "offer": offer,
        "buttons": buttons,
        "seats": [_seat(seen, seat) for seat in range(len(seen.players))],
    }


# -- the phase of the turn ------------------------------------------------------------------------


def _phase(seen: Observation) -> str:
    """The present phase of the six; before the first turn `opening` or `towers`."""
    match seen.phase:
        case "march" | "overlord-draw":
            return "move"
        case "overlord":
            return "new"
        case "tokens":
            untouched = seen.queue == (0 if seen.missing else TOKENS_A_TURN)
            struck = any(isinstance(entry, March | Damage) for entry in seen.pending)
            return "move" if untouched and struck else "new"
    return seen.phase


_LOSSES = {  # things that the monsters destroy when they move
    "walls": msg("walls: {arcs}"),
    "towers": msg("towers: {arcs}"),
    "shields": msg("shields: {arcs}"),
}
_CARDS = lines("{n} card", "{n} cards")
_TRADES = lines("{n} trade", "{n} trades")
_TRADES_LEFT = lines("{n} trade left this turn", "{n} trades left this turn")
_TRIES = lines("trading ends after {n} more refusal", "trading ends after {n} more refusals")
_NO_TRADE = line("not at this table")


def _steps(seen: Observation, now: str, struck: dict[str, list[int]]) -> list[dict[str, Any]]:
    at = PHASES.index(now) if now in PHASES else -1
    losses = {
        kind: line(text, arcs=", ".join(map(str, struck[kind])))
        for kind, text in _LOSSES.items()
        if struck[kind]
    }
    shields = losses.pop("shields", None if losses else line("no wall or tower struck"))
    swaps = lines("{n} card for a new one", "up to {n} for new ones", exchanged(seen))
    trades = box.TRADES[len(seen.castle_seats)]
    left = seen.trades_left if seen.turn else trades
    trade = _TRADES.counting(left) if trades else _NO_TRADE
    traded = _some(_TRADES, trades - seen.trades_left) if trades else _NO_TRADE
    made = seen.brought
    drawn, swapped, played = (
        _some(_CARDS, made.get(what, 0)) for what in ("drawn", "exchanged", "played")
    )
    if slain := made.get("slain"):
        played = line("{cards}, {n} slain", cards=played, n=slain)
    new = (line("New"), "tokens") if seen.overlord is None else (line("Overlord"), "overlord")
    steps = (  # title, chapter of the rules, task, result so far
        (line("Draw"), "turn", line("up to {n} cards", n=seen.hand_size), drawn),
        (line("Discard"), "discard", swaps, swapped),
        (line("Trade"), "trade", trade, traded),
        (line("Play"), "cards", line("any number of cards"), played),
        (line("Move"), "move", shields, _some(NAMES["monster:n"], made.get("moved", 0))),
        (*new, _new(seen, now), None),
    )
    return [
        {
            "no": place + 1,
            "state": "done" if place < at else "now" if place == at else "next",
            "title": title,
            "help": chapter,
            "does": done if place < at else task,
            "strikes": list(losses.values()) if chapter == "move" and place >= at else [],
        }
        for place, (title, chapter, task, done) in enumerate(steps)
    ]


def _some(text: Line, n: int) -> Line:
    return text.counting(n) if n else line("none")


def _new(seen: Observation, now: str) -> Line:
    if seen.missing:
        return line("none: Missing was played")
    if seen.overlord is None:
        n = min(seen.queue or TOKENS_A_TURN, seen.pile_size)
        if not n:
            return line("no tokens are left")
        return lines("{some} of {n} token", "{some} of {n} tokens", seen.pile_size, some=n)
    left = seen.plays_left if now == "new" else box.OVERLORD_PLAYS
    return lines("the Overlord plays {n} token", "the Overlord plays up to {n} tokens", left)


# -- the round table ------------------------------------------------------------------------------

_SPACES = ("forest", "ring", "ring", "ring", "castle")  # the explanation of a space, by ring
_WALLS = {
    "gone": msg("Wall {arc}: broken"),
    "fortified": msg("Wall {arc}: fortified"),
    "stands": msg("Wall {arc}: stands"),
}
_TOWERS = {True: msg("Tower {arc} has fallen"), False: msg("Tower {arc} stands")}


def _arc(seen: Observation, arc: int, struck: dict[str, list[int]]) -> dict[str, Any]:
    here = [monster for monster in seen.monsters if monster.arc == arc]
    places = seen.you == seen.overlord and seen.phase == "overlord" and seen.may_place
    opening = seen.phase == "opening" and seen.you == seen.active
    stands = "fortified" if seen.fortified[arc - 1] else "stands"
    wall = stands if seen.walls[arc - 1] else "gone"
    hit = arc in struck["walls"] + struck["shields"]
    fallen, felled = not seen.towers[arc - 1], arc in struck["towers"]
    tower = _building("tower", arc, _TOWERS[fallen], felled, fallen=fallen, ring=box.CASTLE)
    return {
        "arc": arc,
        "color": box.color_of(arc),
        "letter": MARKS[box.color_of(arc)],
        "wall": _building("wall", arc, _WALLS[wall], hit, wall=wall),
        "tower": tower,
        "owner": next((s for s, p in enumerate(seen.players) if p.tower == arc), None),
        "count": len(here),
        "spaces": [
            {"ring": ring, "rule": rule, "monsters": _space(here, ring)}
            for ring, rule in enumerate(_SPACES)
        ],
        "forest": f"forest-{arc}" if places else None,
        "opening": [
            [kind, {"arc": arc, "ring": box.ARCHER, "i": i, "n": 2}]
            for i, kind in enumerate(("troll", "orc") if opening else ())
        ],
    }


def _building(kind: str, arc: int, says: str, threat: bool, **data: Any) -> dict[str, Any]:
    data |= {"threat": threat, "arc": arc, "place": f"{kind}:{arc}", "rule": kind}
    return {"id": f"{kind}-{arc}", "data": data, "says": line(says, arc=arc)}


def _space(monsters: list[Monster], ring: int) -> list[dict[str, Any]]:
    """The tokens of a space, each with its place and its `face`, which many share.

    If there are too many, equal monsters share a token with a count; if there are still too many,
    tokens are small and lie in two rows.
    """
    here = [target_of(monster) for monster in monsters if monster.ring == ring]
    crowded = len(here) > ROOM[ring]
    piles = list(Counter(here).items()) if crowded else [(one, 1) for one in here]
    small = len(piles) > ROOM[ring]
    ranks: Counter[str] = Counter()
    drawn = []
    for place, (one, count) in enumerate(piles):
        kind, arc, most = one.kind, one.arc, box.POINTS[one.kind]
        ranks[kind] += 1
        drawn.append(
            {
                "id": f"m-{arc}-{ring}-{kind}-{ranks[kind]}",
                "target": one.touch,
                "look": "monster shaped" + " boss" * (kind in box.BOSSES) + " small" * small,
                "data": {
                    "piece": kind,
                    "kind": f"{kind}:{one.points}",
                    "rule": TOKENS[kind].rule.about,
                    "arc": arc,
                    "ring": ring,
                    "i": min(place, MOST_PLACES - 1),
                    "n": min(len(piles), MOST_PLACES),
                },
                "face": {
                    "kind": kind,
                    "title": TOKENS[kind].name,
                    "points": one.points,
                    "most": most,
                    "hits": most - one.points,
                    "pips": f"pips-{most}",
                    "where": where(ring, arc),
                    "tarred": one.tarred,
                    "count": count,
                },
            }
        )
    return drawn


# -- the desk beside it ---------------------------------------------------------------------------


def _offer(seen: Observation) -> dict[str, Any] | None:
    """The open offer, and whether the viewer has to answer it (`mine`)."""
    match seen.pending:
        case [*_, Offer() as offer]:
            answering = seen.active if offer.countered else offer.partner
            return {
                "from": seen.active,
                "to": offer.partner,
                "countered": offer.countered,
                "give": CARDS[offer.give].face,
                "take": CARDS[offer.take].face,
                "mine": seen.you == answering,
                "orders": seen.you == answering and not offer.countered,
            }
    return None


_GOES_ON = {  # the button that ends or skips a phase
    "opening": ("die", line("Place them at random")),
    "discard": ("keep", line("Keep all cards")),
    "trade": ("end", line("No trade: play cards")),
    "play": ("end", line("Done: monsters move")),
    "overlord": ("end", line("No more tokens")),
}
_ANSWERS = [("accept", line("Accept")), ("decline", line("Decline"))]
_WITHDRAW = [("withdraw", line("Withdraw"))]


def _buttons(seen: Observation, offer: dict[str, Any] | None) -> list[dict[str, Any]]:
    """The choices without a place on the table, and the chances that they leave unused."""
    lord = seen.phase == "overlord"
    deciding = seen.you == (seen.overlord if lord else seen.active)
    choices = []
    if offer:
        choices = _ANSWERS if offer["mine"] else _WITHDRAW if deciding else []
    elif deciding and not (seen.ending or seen.pending or (lord and seen.must_play)):
        choices = [_GOES_ON[seen.phase]] if seen.phase in _GOES_ON else []
    n = reached(seen, seen.players[seen.active].hand) if choices and seen.phase == "play" else 0
    more = lines("you can still hit {n} monster", "you can still hit {n} monsters", n)
    return [
        {"target": target, "id": f"button-{target}", "text": text, "more": more if n else None}
        for target, text in choices
    ]


def _seat(seen: Observation, seat: int) -> dict[str, Any]:
    player = seen.players[seat]
    lord = seat == seen.overlord
    keeps = seen.keeps_trophies and not lord
    must = any(isinstance(one, Discards) and seat in one.seats for one in seen.pending[-1:])
    return {
        "overlord": lord,
        "out": player.out,
        "must": must,
        "facts": _facts(seen, seat, busy=must),
        "trophies": faces(player.trophies) if keeps else None,
        "sheet": _sheet(seen, seat) if keeps and seen.ending else None,
        "points": points(seen, seat) if keeps else None,
        "hand": spread(player.hand),
        "held": spread(seen.held or {}) if lord else [],
        "hidden": seen.held_size if lord and not seen.held else 0,
        "touch": f"card:{seat}" if _may_be_asked(seen, seat) else "",
    }


_TROPHIES = (line("Trophies"), line("Slain"), line("Each"), line("Points"))


def _sheet(seen: Observation, seat: int) -> dict[str, Any]:
    rows = [
        SheetRow(piece=kind, title=one.name, cells=[str(n), f"× {one.worth}"], points=n * one.worth)
        for kind, one in TOKENS.items()
        if (n := seen.players[seat].trophies.get(kind))
    ]
    most = max(points(seen, other) for other in range(len(seen.players)))
    return sheet_of(_TROPHIES, rows, low=0, width=most)


_SAVED = msg("The last monster was gone in turn {turn}. Left standing: {towers}, {walls}.")
_FALLEN = msg("The last tower fell on turn {turn}. On the board: {monsters}. To come: {tokens}.")
_ALL_OUT = msg("The last owner’s tower fell on turn {turn}. On the board: {monsters}.")


def _decisive(seen: Observation) -> Line | None:
    if seen.ending is None:
        return None
    lost = _ALL_OUT if any(seen.towers) else _FALLEN
    return line(
        _SAVED if seen.ending == "won" else lost,
        turn=seen.turn,
        towers=lines("{n} tower", "{n} towers", sum(seen.towers)),
        walls=lines("{n} wall", "{n} walls", sum(seen.walls)),
        monsters=NAMES["monster:n"].counting(len(seen.monsters)),
        tokens=lines("{n} token", "{n} tokens", seen.pile_size + seen.held_size),
    )


def _facts(seen: Observation, seat: int, *, busy: bool) -> list[Line]:
    player = seen.players[seat]
    if seat == seen.overlord:
        hidden = lines("{n} hidden token", "{n} hidden tokens", seen.held_size)
        return [line("Overlord"), hidden]
    if player.out:
        return [line("out: their tower has fallen")]
    tower = [line("tower {n}", n=player.tower)] if player.tower else []
    draws = seen.hand_size - sum(player.hand.values())
    if seen.ending or busy:
        return tower
    if seat == seen.active and seen.turn:
        return [line("taking a turn"), *tower]
    if not player.turns or draws <= 0:
        return tower
    return [lines("draws {n} card next turn", "draws {n} cards next turn", draws), *tower]


def _may_be_asked(seen: Observation, seat: int) -> bool:
    """Whether the viewer could choose this partner's cards in a trade."""
    you = seen.you
    if you is None or seat in (you, seen.overlord) or seen.phase != "trade" or seen.ending:
        return False
    match seen.pending:
        case [*_, Offer(partner=partner, countered=countered)]:
            return you == partner and seat == seen.active and not countered
    return you == seen.active
