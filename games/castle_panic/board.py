"""What the board's template draws: an observation in the order in which people look at it.

Everything is plain and public to whoever the observation was made for. Texts are message ids.
"""

from collections import Counter
from typing import Any

from games.castle_panic import catalog, words
from games.castle_panic.components import (
    ARCHER,
    ARCS,
    BARBARIAN,
    CASTLE,
    COLOURS,
    EXCHANGED,
    EXCHANGED_ALONE,
    FOREST,
    FORTIFY_TOKENS,
    HITS,
    KNIGHT,
    OVERLORD_PLAYS,
    POINTS,
    REFUSALS_IN_A_TURN,
    RINGS,
    SCAVENGE,
    SWORDSMAN,
    TOKENS_A_TURN,
    TRADES,
    VICTORY_POINTS,
    clockwise,
    colour_of,
)
from games.castle_panic.observation import Observation
from games.castle_panic.state import Damage, Discards, March, Monster, Offer

# How many tokens lie in a space of each ring without hiding one another, and how many places the
# style sheet knows there.
ROOM = {FOREST: 8, ARCHER: 6, KNIGHT: 5, SWORDSMAN: 4, CASTLE: 2}
MOST_PLACES = 12

PHASES = ("draw", "discard", "trade", "play", "move", "new")


def board(observation: Observation) -> dict[str, Any]:
    """Plain data for `board.html`, and for `seat.html` in its `seats`."""
    seen = observation
    own = None if seen.you is None else seen.players[seen.you]
    threats = _threats(seen)
    now = _phase(seen)
    offer = _offer(seen)
    return {
        "phase": now,
        "trading": now == "trade",
        "ending": seen.ending,
        "steps": _steps(seen, now, threats),
        "arcs": [_arc(seen, arc, threats) for arc in ARCS],
        "towers": sum(seen.towers),
        "pile": {"n": seen.pile_size, "held": seen.held_size if seen.held is None else 0},
        "unseen": catalog.tokens(seen.unseen),
        "spent": catalog.tokens(seen.spent),
        "deck": sum(seen.deck.values()),
        "discarded": sum(seen.discards.values()),
        "discards": catalog.cards(seen.discards),
        "gone": catalog.cards(seen.gone),
        "who": catalog.who_is_who(),
        "shields": FORTIFY_TOKENS - sum(seen.fortified),
        "tar": any(monster.tarred for monster in seen.monsters),
        "hand": catalog.cards(own.hand) if own and seen.you != seen.overlord else None,
        "held": catalog.tokens(seen.held) if seen.held and seen.you == seen.overlord else None,
        "scavenging": bool(
            own and own.hand.get(SCAVENGE) and now == "play" and seen.you == seen.active
        ),
        "offer": offer,
        "buttons": _buttons(seen, offer),
        "reached": _reached(seen) if now == "play" and seen.you == seen.active else 0,
        "seats": [_seat(seen, seat) for seat in range(len(seen.players))],
    }


# -- where the turn is ----------------------------------------------------------------------------


def _phase(seen: Observation) -> str:
    """Which of the six phases it is now; before the first turn `opening` or `towers`."""
    if seen.phase in ("opening", "towers", "discard", "trade", "play"):
        return seen.phase
    first_tokens = 0 if seen.missing else TOKENS_A_TURN
    struck = any(isinstance(entry, March | Damage) for entry in seen.pending)
    if seen.phase in ("march", "overlord-draw"):
        return "move"
    if seen.phase == "tokens" and struck and seen.queue == first_tokens:
        return "move"
    return "new"


def _steps(seen: Observation, now: str, threats: dict[str, list[int]]) -> list[dict[str, Any]]:
    """The six phases: what is done, what it is now and what comes; with the figures of each."""
    at = PHASES.index(now) if now in PHASES else -1
    states = ["done" if place < at else "now" if place == at else "next" for place in range(6)]
    castle = sum(1 for seat in range(len(seen.players)) if seat != seen.overlord)
    more: dict[str, dict[str, Any]] = {
        "draw": {"n": seen.hand_size},
        "discard": {"n": EXCHANGED_ALONE if len(seen.players) == 1 else EXCHANGED},
        "trade": {
            "n": seen.trades_left if seen.turn else TRADES[castle],
            "most": TRADES[castle],
            "tries": REFUSALS_IN_A_TURN - seen.refused,
        },
        "move": threats,
        "new": {
            "missing": seen.missing,
            "n": min(seen.queue or TOKENS_A_TURN, seen.pile_size),
            "left": seen.pile_size,
            "overlord": seen.overlord is not None,
            "plays": seen.plays_left if now == "new" else OVERLORD_PLAYS,
        },
    }
    return [
        {"phase": phase, "no": number, "state": state, **more.get(phase, {})}
        for number, (phase, state) in enumerate(zip(PHASES, states, strict=True), 1)
    ]


def _threats(seen: Observation) -> dict[str, list[int]]:
    """Where the monsters strike when they next move: walls, shields and towers by arc."""
    walls: set[int] = set()
    shields: set[int] = set()
    towers: set[int] = set()
    for monster in seen.monsters:
        if monster.tarred or monster.ring < SWORDSMAN:
            continue
        arc = monster.arc if monster.ring == SWORDSMAN else clockwise(monster.arc)
        if monster.ring == SWORDSMAN and seen.walls[arc - 1]:
            (shields if seen.fortified[arc - 1] else walls).add(arc)
        elif seen.towers[arc - 1]:
            towers.add(arc)
    return {"walls": sorted(walls), "shields": sorted(shields), "towers": sorted(towers)}


# -- the round table ------------------------------------------------------------------------------


def _arc(seen: Observation, arc: int, threats: dict[str, list[int]]) -> dict[str, Any]:
    here = [monster for monster in seen.monsters if monster.arc == arc]
    stands = seen.walls[arc - 1]
    wall = "gone" if not stands else "fortified" if seen.fortified[arc - 1] else "stands"
    lord = seen.you is not None and seen.you == seen.overlord
    return {
        "arc": arc,
        "colour": colour_of(arc),
        "wall": wall,
        "threat": arc in threats["walls"] or arc in threats["shields"],
        "tower": seen.towers[arc - 1],
        "danger": arc in threats["towers"],
        "owner": next((s for s, p in enumerate(seen.players) if p.tower == arc), None),
        "count": len(here),
        "spaces": [[ring, _space(here, ring)] for ring in RINGS],
        "forest": lord and seen.phase == "overlord" and seen.may_place,
        "opening": seen.phase == "opening" and seen.you == seen.active,
    }


def _space(monsters: list[Monster], ring: int) -> list[dict[str, Any]]:
    """The tokens of a space, each with its place among them, so that they share the room.

    Where there are too many monsters for it, those alike lie on one token that counts them; where
    these are still too many, they are small and lie in two rows.
    """
    here = [monster for monster in monsters if monster.ring == ring]
    piles: list[tuple[Monster, int]] = [(monster, 1) for monster in here]
    if len(here) > ROOM[ring]:
        alike = Counter((one.kind, one.points, one.ring, one.arc, one.tarred) for one in here)
        piles = [(Monster(*same), count) for same, count in alike.items()]
    small = len(piles) > ROOM[ring]
    ranks: Counter[str] = Counter()
    drawn = []
    for place, (monster, count) in enumerate(piles):
        ranks[monster.kind] += 1
        among = {"place": min(place, MOST_PLACES - 1), "of": min(len(piles), MOST_PLACES)}
        drawn.append({**_token(monster, ranks[monster.kind], count), **among, "small": small})
    return drawn


def _token(monster: Monster, rank: int, count: int) -> dict[str, Any]:
    """Where a token lies and, apart from that, its `face`, which many have in common."""
    kind, ring, arc, points = monster.kind, monster.ring, monster.arc, monster.points
    name = f"monster:{arc}:{ring}:{kind}:{points}"
    return {
        "kind": kind,
        "rule": catalog.TOKENS[kind].face["rule"],
        "boss": VICTORY_POINTS[kind] > POINTS["troll"],
        "points": points,
        "ring": ring,
        "arc": arc,
        "rank": rank,
        "target": f"{name}:tar" if monster.tarred else name,
        "face": {
            "kind": kind,
            "title": catalog.TOKENS[kind].face["title"],
            "points": points,
            "hits": POINTS[kind] - points,
            "most": POINTS[kind],
            "where": words.where(ring, arc),
            "tarred": monster.tarred,
            "count": count,
        },
    }


# -- the desk beside it ---------------------------------------------------------------------------


def _offer(seen: Observation) -> dict[str, Any] | None:
    """The open offer as the viewer's part in it: `answer`, `counter`, `wait` or None."""
    top = seen.pending[-1] if seen.pending else None
    if not isinstance(top, Offer):
        return None
    answerer = seen.active if top.countered else top.partner
    return {
        "from": seen.active,
        "to": top.partner,
        "give": catalog.CARDS[top.give].face,
        "take": catalog.CARDS[top.take].face,
        "countered": top.countered,
        "mine": seen.you == answerer,
        "sent": seen.you == seen.active and not top.countered,
    }


def _buttons(seen: Observation, offer: dict[str, Any] | None) -> list[str]:
    """What the viewer can choose that lies nowhere on the table."""
    you = seen.you
    if you is None or seen.ending:
        return []
    if offer:
        if offer["mine"]:
            return ["accept", "decline"]
        return ["withdraw"] if you == seen.active else []
    if seen.pending:
        return []
    if seen.phase == "overlord":
        return ["end"] if you == seen.overlord and not seen.must_play else []
    found = {"opening": "die", "discard": "keep", "trade": "end", "play": "end"}
    return [found[seen.phase]] if you == seen.active and seen.phase in found else []


def _reached(seen: Observation) -> int:
    """How many monsters the active player's cards could still hit or slay."""
    hand = seen.players[seen.active].hand
    spaces = {
        (ring, colour)
        for card in hand
        for ring in HITS.get(card, ((), ()))[0]
        for colour in HITS[card][1]
    }
    if seen.options.heroic_powers:
        spaces |= {(CASTLE, card[5:]) for card in hand if card.startswith("hero-")}
    if BARBARIAN in hand:
        spaces |= {(ring, colour) for ring in RINGS[1:] for colour in COLOURS}
    return sum((monster.ring, colour_of(monster.arc)) in spaces for monster in seen.monsters)


def _seat(seen: Observation, seat: int) -> dict[str, Any]:
    player = seen.players[seat]
    lord = seat == seen.overlord
    return {
        "purse": _purse(seen, seat),
        "hand": None if lord else catalog.cards(player.hand),
        "held": catalog.tokens(seen.held) if lord and seen.held else None,
        "touch": _may_be_asked(seen, seat),
    }


def _purse(seen: Observation, seat: int) -> dict[str, Any]:
    """What a seat shows besides its cards or tokens."""
    player = seen.players[seat]
    top = seen.pending[-1] if seen.pending else None
    lord = seat == seen.overlord
    draws = bool(player.turns) and not lord and not seen.ending
    return {
        "overlord": lord,
        "active": seat == seen.active and bool(seen.turn) and not seen.ending,
        "out": player.out,
        "tower": player.tower,
        "draws": max(0, seen.hand_size - sum(player.hand.values())) if draws else 0,
        "held_size": seen.held_size if lord else 0,
        "trophies": catalog.tokens(player.trophies),
        "points": sum(VICTORY_POINTS[kind] * n for kind, n in player.trophies.items()),
        "keeps": seen.options.mode != "co-op" and not lord,
        "discards": isinstance(top, Discards) and seat in top.seats,
    }


def _may_be_asked(seen: Observation, seat: int) -> bool:
    """Whether the viewer could point at this partner's cards in a trade."""
    you = seen.you
    if you is None or seat in (you, seen.overlord) or seen.phase != "trade" or seen.ending:
        return False
    top = seen.pending[-1] if seen.pending else None
    if isinstance(top, Offer):
        return you == top.partner and seat == seen.active and not top.countered
    return you == seen.active
