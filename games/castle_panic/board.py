"""The data of the board's template: an observation, in the order in which people look at it."""

from collections import Counter
from typing import Any

from games.castle_panic import catalog, components as box, words
from games.castle_panic.actions import Target, target_of
from games.castle_panic.observation import Observation
from games.castle_panic.previews import reached, threats
from games.castle_panic.scoring import points
from games.castle_panic.state import Damage, Discards, March, Monster, Offer
from games.plugin import Line, SheetRow, line, lines, msg, sheet_of

# How many tokens fit into a space side by side, by ring, and how many places the style sheet has.
ROOM = (8, 6, 5, 4, 2)
MOST_PLACES = 12

PHASES = ("draw", "discard", "trade", "play", "move", "new")

# What is painted on the table: signs and names of three rings in each color. A color's direction
# is in degrees; names below the middle run along the underside, so none is upside down.
GROUND = {
    "sectors": [
        {"color": "red", "turn": 60, "tilt": 60, "side": "over"},
        {"color": "green", "turn": 180, "tilt": 0, "side": "under"},
        {"color": "blue", "turn": 300, "tilt": -60, "side": "over"},
    ],
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
    seen = observation
    own = None if seen.you is None else seen.players[seen.you]
    struck = threats(seen)
    now = _phase(seen)
    offer = _offer(seen)
    buttons = _buttons(seen, offer)
    return {
        "trading": now == "trade",
        "trades": _trades_left(seen) if now == "trade" and buttons else None,
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
        "unseen": catalog.tokens(seen.unseen),
        "spent": catalog.tokens(seen.spent),
        "discards": catalog.cards(seen.discards),
        "gone": catalog.cards(seen.gone),
        "who": catalog.WHO_IS_WHO,
        "hand": catalog.cards(own.hand) if own and seen.you != seen.overlord else None,
        "held": catalog.tokens(seen.held) if seen.held and seen.you == seen.overlord else None,
        "scavenging": bool(
            own and own.hand.get(box.SCAVENGE) and now == "play" and seen.you == seen.active
        ),
        "offer": offer,
        "buttons": buttons,
        "seats": [_seat(seen, seat) for seat in range(len(seen.players))],
    }


# -- where the turn is ----------------------------------------------------------------------------


def _phase(seen: Observation) -> str:
    """The present phase of the six; before the first turn `opening` or `towers`."""
    if seen.phase in ("opening", "towers", "discard", "trade", "play"):
        return seen.phase
    if seen.phase == "tokens":
        untouched = seen.queue == (0 if seen.missing else box.TOKENS_A_TURN)
        struck = any(isinstance(entry, March | Damage) for entry in seen.pending)
        return "move" if untouched and struck else "new"
    return "new" if seen.phase == "overlord" else "move"


_LOSSES = {  # what the monsters take when they move
    "walls": msg("walls: {arcs}"),
    "towers": msg("towers: {arcs}"),
    "shields": msg("shields: {arcs}"),
}


def _steps(seen: Observation, now: str, struck: dict[str, list[int]]) -> list[dict[str, Any]]:
    at = PHASES.index(now) if now in PHASES else -1
    exchanged = box.EXCHANGED_ALONE if len(seen.players) == 1 else box.EXCHANGED
    swaps = lines("{n} card for a new one", "up to {n} for new ones", exchanged)
    new = (line("New"), "tokens") if seen.overlord is None else (line("Overlord"), "overlord")
    losses = {
        kind: line(text, arcs=", ".join(map(str, struck[kind])))
        for kind, text in _LOSSES.items()
        if struck[kind]
    }
    spared = None if losses else line("no wall or tower struck")
    shields = losses.pop("shields", spared)
    steps = (  # title, chapter of the rules, what is done
        (line("Draw"), "turn", line("up to {n} cards", n=seen.hand_size)),
        (line("Discard"), "discard", swaps),
        (line("Trade"), "trade", _trades(seen)),
        (line("Play"), "cards", line("any number of cards")),
        (line("Move"), "move", shields),
        (*new, _new(seen, now)),
    )
    brought = _brought(seen)
    return [
        {
            "no": place + 1,
            "state": "done" if place < at else "now" if place == at else "next",
            "title": title,
            "help": chapter,
            "does": brought[place] if place < at else does,
            "strikes": list(losses.values()) if chapter == "move" and place >= at else [],
        }
        for place, (title, chapter, does) in enumerate(steps)
    ]


_CARDS = lines("{n} card", "{n} cards")
_TRADES = lines("{n} trade", "{n} trades")
_MOVED = lines("{n} monster", "{n} monsters")


def _brought(seen: Observation) -> list[Line]:
    """The results of the phases that are over, by place."""
    made, trades = seen.brought, _most_trades(seen)
    played = _some(_CARDS, made.get("played", 0))
    if slain := made.get("slain"):
        played = line("{cards}, {n} slain", cards=played, n=slain)
    return [
        _some(_CARDS, made.get("drawn", 0)),
        _some(_CARDS, made.get("exchanged", 0)),
        _some(_TRADES, trades - seen.trades_left) if trades else line("not at this table"),
        played,
        _some(_MOVED, made.get("moved", 0)),
    ]


def _some(text: Line, n: int) -> Line:
    return text.counting(n) if n else line("none")


def _trades(seen: Observation) -> Line:
    most = _most_trades(seen)
    if not most:
        return line("not at this table")
    return _TRADES.counting(seen.trades_left if seen.turn else most)


def _most_trades(seen: Observation) -> int:
    return box.TRADES[sum(seat != seen.overlord for seat in range(len(seen.players)))]


def _trades_left(seen: Observation) -> dict[str, Line]:
    tries = box.REFUSALS_IN_A_TURN - seen.refused
    return {
        "left": lines("{n} trade left this turn", "{n} trades left this turn", seen.trades_left),
        "tries": lines(
            "trading ends after {n} more refusal", "trading ends after {n} more refusals", tries
        ),
    }


def _new(seen: Observation, now: str) -> Line:
    if seen.missing:
        return line("none: Missing was played")
    if seen.overlord is None:
        n = min(seen.queue or box.TOKENS_A_TURN, seen.pile_size)
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


def _arc(seen: Observation, arc: int, struck: dict[str, list[int]]) -> dict[str, Any]:
    here = [monster for monster in seen.monsters if monster.arc == arc]
    lord = seen.you is not None and seen.you == seen.overlord
    placing = lord and seen.phase == "overlord" and seen.may_place
    opening = seen.phase == "opening" and seen.you == seen.active
    return {
        "arc": arc,
        "color": box.color_of(arc),
        "letter": catalog.MARKS[box.color_of(arc)],
        "wall": _wall(seen, arc, struck),
        "tower": _tower(seen, arc, struck),
        "count": len(here),
        "spaces": [
            {"ring": ring, "rule": _SPACES[ring], "monsters": _space(here, ring)}
            for ring in box.RINGS
        ],
        "forest": f"forest-{arc}" if placing else None,
        "opening": ["troll", "orc"] if opening else [],
    }


def _wall(seen: Observation, arc: int, struck: dict[str, list[int]]) -> dict[str, Any]:
    stands = seen.walls[arc - 1]
    state = "gone" if not stands else "fortified" if seen.fortified[arc - 1] else "stands"
    threat = arc in struck["walls"] or arc in struck["shields"]
    data = {"wall": state, "threat": threat, "arc": arc}
    return _building("wall", arc, data, _WALLS[state])


def _tower(seen: Observation, arc: int, struck: dict[str, list[int]]) -> dict[str, Any]:
    stands = seen.towers[arc - 1]
    says = msg("Tower {arc} stands") if stands else msg("Tower {arc} has fallen")
    threat = arc in struck["towers"]
    data = {"fallen": not stands, "threat": threat, "arc": arc, "ring": box.CASTLE}
    owner = next((s for s, p in enumerate(seen.players) if p.tower == arc), None)
    return {**_building("tower", arc, data, says), "owner": owner}


def _building(kind: str, arc: int, data: dict[str, Any], says: str) -> dict[str, Any]:
    data = {**data, "place": f"{kind}:{arc}", "rule": kind}
    return {"arc": arc, "id": f"{kind}-{arc}", "data": data, "says": line(says, arc=arc)}


def _space(monsters: list[Monster], ring: int) -> list[dict[str, Any]]:
    """The tokens of a space, each with its place.

    If there are too many, equal monsters share a token with a count; if there are still too many,
    tokens are small and lie in two rows.
    """
    here = [target_of(monster) for monster in monsters if monster.ring == ring]
    crowded = len(here) > ROOM[ring]
    piles = list(Counter(here).items()) if crowded else [(one, 1) for one in here]
    small = len(piles) > ROOM[ring]
    ranks: Counter[str] = Counter()
    drawn = []
    for place, (monster, count) in enumerate(piles):
        ranks[monster.kind] += 1
        among = {"i": min(place, MOST_PLACES - 1), "n": min(len(piles), MOST_PLACES)}
        drawn.append(_token(monster, ranks[monster.kind], count, among, small=small))
    return drawn


def _token(
    monster: Target, rank: int, count: int, among: dict[str, int], *, small: bool
) -> dict[str, Any]:
    """A token's place, and its `face`, which many share."""
    kind, ring, arc, points = monster.kind, monster.ring, monster.arc, monster.points
    face = catalog.TOKENS[kind].face
    spot = {"arc": arc, "ring": ring, **among}
    boss = box.VICTORY_POINTS[kind] > box.POINTS["troll"]
    return {
        "id": f"m-{arc}-{ring}-{kind}-{rank}",
        "target": monster.touch,
        "look": "monster shaped" + " boss" * boss + " small" * small,
        "data": {"piece": kind, "kind": f"{kind}:{points}", "rule": face["data"]["rule"], **spot},
        "face": {
            "kind": kind,
            "title": face["title"],
            "points": points,
            "hits": box.POINTS[kind] - points,
            "most": box.POINTS[kind],
            "pips": f"pips-{box.POINTS[kind]}",
            "where": words.where(ring, arc),
            "tarred": monster.tarred,
            "count": count,
        },
    }


# -- the desk beside it ---------------------------------------------------------------------------


def _offer(seen: Observation) -> dict[str, Any] | None:
    """The open offer, and whether the viewer has to answer it (`mine`)."""
    match seen.pending:
        case [*_, Offer(partner, give, take, countered)]:
            return {
                "from": seen.active,
                "to": partner,
                "give": catalog.CARDS[give].face,
                "take": catalog.CARDS[take].face,
                "countered": countered,
                "mine": seen.you == (seen.active if countered else partner),
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
    choices = _without_place(seen, offer)
    n = reached(seen, seen.players[seen.active].hand) if choices and seen.phase == "play" else 0
    more = lines("you can still hit {n} monster", "you can still hit {n} monsters", n)
    return [
        {"target": target, "id": f"button-{target}", "text": text, "more": more if n else None}
        for target, text in choices
    ]


def _without_place(seen: Observation, offer: dict[str, Any] | None) -> list[tuple[str, Line]]:
    if seen.you is None or seen.ending:
        return []
    if offer and offer["mine"]:
        return _ANSWERS
    if offer:
        return _WITHDRAW if seen.you == seen.active else []
    lord = seen.phase == "overlord"
    deciding = seen.overlord if lord else seen.active
    if seen.pending or seen.you != deciding or (lord and seen.must_play):
        return []
    return [_GOES_ON[seen.phase]] if seen.phase in _GOES_ON else []


def _seat(seen: Observation, seat: int) -> dict[str, Any]:
    """A seat's cards or tokens, and its other facts in `purse`."""
    player = seen.players[seat]
    lord = seat == seen.overlord
    keeps = seen.options.mode != "co-op" and not lord
    must = any(isinstance(one, Discards) and seat in one.seats for one in seen.pending[-1:])
    return {
        "purse": {
            "overlord": lord,
            "out": player.out,
            "must": must,
            "facts": _facts(seen, seat, busy=must),
            "held_size": seen.held_size if lord else 0,
            "trophies": catalog.tokens(player.trophies),
            "points": points(seen, seat),
            "keeps": keeps,
        },
        "sheet": _sheet(seen, seat) if keeps and seen.ending else None,
        "points": points(seen, seat) if keeps else None,
        "hand": None if lord else catalog.cards(player.hand),
        "held": catalog.tokens(seen.held) if lord and seen.held else None,
        "touch": f"card:{seat}" if _may_be_asked(seen, seat) else "",
    }


_TROPHIES = (line("Trophies"), line("Slain"), line("Each"), line("Points"))


def _sheet(seen: Observation, seat: int) -> dict[str, Any]:
    rows = [
        SheetRow(
            piece=face["icon"],
            title=face["title"],
            cells=[str(n), f"× {box.VICTORY_POINTS[face['token']]}"],
            points=n * box.VICTORY_POINTS[face["token"]],
        )
        for face, n in catalog.tokens(seen.players[seat].trophies)
    ]
    most = max(points(seen, other) for other in range(len(seen.players)))
    return sheet_of(_TROPHIES, rows, low=0, width=most)


_SAVED = msg("The last monster was gone in turn {turn}. Left standing: {towers}, {walls}.")
_FALLEN = msg("The last tower fell in turn {turn}. On the board: {monsters}. To come: {tokens}.")
_ALL_OUT = msg("The last owner’s tower fell in turn {turn}. On the board: {monsters}.")


def _decisive(seen: Observation) -> Line | None:
    if seen.ending is None:
        return None
    facts: dict[str, Any] = {
        "turn": seen.turn,
        "towers": lines("{n} tower", "{n} towers", sum(seen.towers)),
        "walls": lines("{n} wall", "{n} walls", sum(seen.walls)),
        "monsters": _MOVED.counting(len(seen.monsters)),
        "tokens": lines("{n} token", "{n} tokens", seen.pile_size + seen.held_size),
    }
    if seen.ending == "won":
        return line(_SAVED, **facts)
    return line(_ALL_OUT if any(seen.towers) else _FALLEN, **facts)


def _facts(seen: Observation, seat: int, *, busy: bool) -> list[Line]:
    player = seen.players[seat]
    if seat == seen.overlord:
        hidden = lines("{n} hidden token", "{n} hidden tokens", seen.held_size)
        return [line("Overlord"), hidden]
    if player.out:
        return [line("out: their tower has fallen")]
    facts = []
    draws = seen.hand_size - sum(player.hand.values())
    if not (seen.ending or busy):
        if seat == seen.active and seen.turn:
            facts.append(line("taking a turn"))
        elif player.turns and draws > 0:
            facts.append(lines("draws {n} card next turn", "draws {n} cards next turn", draws))
    if player.tower:
        facts.append(line("tower {n}", n=player.tower))
    return facts


def _may_be_asked(seen: Observation, seat: int) -> bool:
    """Whether the viewer could choose this partner's cards in a trade."""
    you = seen.you
    if you is None or seat in (you, seen.overlord) or seen.phase != "trade" or seen.ending:
        return False
    match seen.pending:
        case [*_, Offer(partner=partner, countered=countered)]:
            return you == partner and seat == seen.active and not countered
    return you == seen.active
