"""The data of the board's templates: an observation, in the order in which people look at it.

Targets (`data-target`) are listed in `labels.py`, places and pieces (`data-place`, `data-piece`) in
`presentation.py`. Lands are numbered from 0 along the flight: 0 to 5 north, then east, south, west;
0, 6, 12 and 18 are start lands. Gold cards are named `x`, `1`, `2`, `3`.
"""

from itertools import zip_longest
from typing import Any

from msgspec.structs import asdict

from games.burnt_to_ashes import components as box, score_sheets, words
from games.burnt_to_ashes.actions import Arrange
from games.burnt_to_ashes.catalog import TRACKS
from games.burnt_to_ashes.components import Gold
from games.burnt_to_ashes.observation import Observation
from games.burnt_to_ashes.state import Arranging, Attack, Battle, Fought, Naming, Placing, Spare
from games.plugin import line
from games.plugin.codec import canonical_json

Row = dict[str, Any]


def board(observation: Observation) -> Row:
    """Return plain data for `board.html`, and in `seats` for `seat.html`."""
    seen = observation
    top, you, asks = seen.top, seen.you, _asks(seen)
    hand = seen.seats[you].hand if you is not None else None
    standing = seen.standing()
    return {
        "you": you,
        "crown": seen.crown,
        "asks": asks,  # the viewer's decision, or ""
        "moves": asks not in ("", "stone", "place", "marker"),  # whole ones, as buttons
        "round": seen.round,
        "attack": min(seen.number, box.ATTACKS) if seen.round else 0,  # from 1; 0 before it
        "lands": _lands(seen),
        "cards": [_card(seen, place) for place in range(len(seen.cards))],
        "slots": [_slot(seen, seat) for seat in range(seen.count)] if seen.round else [],
        "needed": [] if seen.stone is None else seen.possible_numbers(seen.stone),
        "hand": _hand(hand),  # each card a target `gold:<card>`; the target `pass` lays nothing
        "hand_value": box.value(hand) if hand is not None else 0,
        "purse": _purse(seen),  # what the buyer has left, None for others
        "counter_price": box.COUNTER_PRICE,
        "look_price": box.LOOK_PRICE,
        "placing": top.arms if isinstance(top, Placing) else "knight",  # to be put on a land
        # Counters that the viewer has seen nowhere: in unknown piles, set aside, burnt unseen.
        "unseen": [[kind, seen.unseen[kind]] for kind in box.COUNTERS],
        "battle": _under_way(seen, top) if isinstance(top, Battle) else None,
        "fought": [_fought(seen, battle) for battle in seen.fought],  # ended by the last action
        "pile": _pile(seen, top) if isinstance(top, Arranging) else None,
        # Each strike on the drawing of the dragon, with the seat that has landed it.
        "wounds": [
            {"at": at, "by": by} for at, by in zip_longest(_WOUNDS[: box.STRIKES], seen.wounds)
        ],
        "standing": len(standing),
        "knights": sum(seen.lands[land].knight for land in standing),
        "tied": list(top.tied) if isinstance(top, Naming) else [],
        "seats": [_seat(seen, seat) for seat in range(seen.count)],
        "ending": seen.ending or "",
        "turning_point": score_sheets.turning_point(seen),
    }


_WOUNDS = ("356 78", "360 122", "330 160", "286 168", "240 164", "194 164", "146 164")

# -- decisions -------------------------------------------------------------------------------------

_ASKS: dict[str | type, str] = {
    "claim": "claim",
    "knights": "place",
    "stone": "stone",
    "lay": "lay",
    "buy": "buy",
    Battle: "battle",
    Spare: "marker",
    Placing: "place",
    Arranging: "order",
    Naming: "crown",
}


def _asks(seen: Observation) -> str:
    if seen.ending or seen.you != seen.decider:
        return ""
    if seen.top:
        return _ASKS[type(seen.top)]
    return "xs" if seen.halfway else _ASKS[seen.phase]


def _purse(seen: Observation) -> int | None:
    buyer = seen.seats[seen.to_act]
    if seen.phase != "buy" or seen.ending or buyer.hand is None:
        return None
    return box.value(buyer.hand) - buyer.spent


# -- the ring --------------------------------------------------------------------------------------


_DRAWN = {"knight": "man", "sword": "steel", "shield": "guard"}  # in the land's colors


def _lands(seen: Observation) -> list[Row]:
    """Each land: target and place `land:<n>`; its pile is the place `pile:<n>`."""
    flight = _flight(seen)
    fighting = seen.top.land if isinstance(seen.top, Battle) else None
    return [
        {
            **asdict(land),
            "n": number,
            "track": number // box.TRACK_LENGTH,
            "step": number % box.TRACK_LENGTH,
            "arms": [[kind, _DRAWN[kind]] for kind in box.ARMS if getattr(land, kind)],
            "name": words.land_key(number),  # N1 … W6
            "start": number in box.START_LANDS,  # a "+" on it
            "own": land.owner is not None and land.owner == seen.you and not land.burnt,
            "pile": 0 if land.burnt else land.size,
            "known": None if land.burnt else land.known,  # top first, for its owner only
            "attacked": number in seen.attacked,  # it has an attack marker, target `marker:<n>`
            "fighting": number == fighting,
            # While gold is laid, its number, from 1, in the longest flight that the card may start.
            # A choice's preview says how many of these remain.
            "risk": flight.get(number),
        }
        for number, land in enumerate(seen.lands)
    ]


def _flight(seen: Observation) -> dict[int, int]:
    """The lands that the card aimed at may reach at most, numbered in order."""
    if seen.stone is None:
        return {}
    course = box.flight_from(seen.stone * box.TRACK_LENGTH)
    standing = [land for land in course if not seen.lands[land].burnt]
    worst = standing[: max(seen.possible_numbers(seen.stone))]
    return {land: number for number, land in enumerate(worst, start=1)}


# -- the lair --------------------------------------------------------------------------------------

_WAYS = tuple(TRACKS)


def _shown_attack(seen: Observation) -> Attack | None:
    """The last attack, which is shown until the next stone is put down."""
    return seen.last if seen.stone is None else None


def _leader(seen: Observation) -> int:
    attack = seen.attack - 1 if _shown_attack(seen) else min(seen.attack, box.ATTACKS - 1)
    return (seen.regent + attack) % seen.count


def _leading(seen: Observation) -> int | None:
    """The seat that leads now; after an attack's battles that is the next attack's leader."""
    if not seen.round or seen.phase not in ("stone", "lay"):
        return None
    if seen.pending:
        return _leader(seen)
    return seen.leader if seen.attack < box.ATTACKS else None


def _card(seen: Observation, place: int) -> Row:
    """A dragon card on the arrow of a track: target and place `card:<n>`."""
    card, last = seen.cards[place], _shown_attack(seen)
    aimed = place == (last.card if last else seen.stone)
    attack = next((one for one in seen.attacks if one.card == place), None)
    if attack is seen.last and (seen.pending or seen.attacked):
        attack = None  # its battles go on
    return {
        "n": place,
        "way": _WAYS[place],
        "red": card.red,
        "number": card.number,  # None: face down
        "possible": seen.possible_numbers(place),
        "aimed": aimed,  # the dragon stone points at it, or did so last
        "leader": _leader(seen) if aimed else None,  # the seat whose stone it is
        "over": attack and {"by": attack.winner, "burnt": attack.burnt, "strikes": attack.strikes},
    }


def _slot(seen: Observation, seat: int) -> Row:
    """A seat's gold in this attack, open once all have laid: place `laid:<seat>`."""
    view, last = seen.seats[seat], _shown_attack(seen)
    laid, count = (last.gold[seat], sum(last.gold[seat])) if last else (view.laid, view.laid_size)
    acts = not last and seen.phase == "lay" and seat == seen.to_act
    waits = "next" if view.hand_size else "out"  # «out»: it has no gold cards
    return {
        "seat": seat,
        "state": "now" if acts else waits if count is None else "laid",
        "count": count,  # cards laid; None: not yet
        "cards": None if laid is None else _cards(laid),
        "value": None if laid is None else box.value(laid),
        "glory": box.glory_of(last.number) if last and last.winner == seat else 0,
    }


def _lays_last(seen: Observation, seat: int) -> bool:
    if seen.phase != "lay" or seen.ending or seen.count == 1:
        return False
    order = seen.seats_from(_leader(seen))
    return [one for one in order if _slot(seen, one)["state"] in ("now", "next")][-1:] == [seat]


def _cards(gold: Gold) -> list[str]:
    return [words.gold_card(worth) for worth in reversed(box.WORTHS) for _ in range(gold[worth])]


def _hand(gold: Gold | None) -> list[list[Any]] | None:
    """Each kind of card with its number."""
    if gold is None:
        return None
    return [[words.gold_card(worth), gold[worth]] for worth in box.WORTHS if gold[worth]]


# -- stage and seats -------------------------------------------------------------------------------


def _under_way(seen: Observation, battle: Battle) -> Row:
    """Its rights are the targets `stop`, `spend` and `turn`."""
    land, power = seen.lands[battle.land], seen.seats[seen.decider].power
    return _battle(seen, battle, seen.decider, sword=land.sword, shield=land.shield) | {
        "stop": battle.may_stop and land.shield,
        "spend": battle.dragons == box.SPENT_AGAINST and power > 0,
    }


def _fought(seen: Observation, over: Fought) -> Row:
    battle = Battle(over.land, over.turned, over.void)
    return _battle(seen, battle, over.seat, sword=over.sword, shield=over.shield)


def _battle(seen: Observation, battle: Battle, seat: int, *, sword: bool, shield: bool) -> Row:
    """A battle: place `battle:<land>` for turned cards, `knight-cards` for the deck."""
    left = {kind: n - battle.turned.count(kind) for kind, n in box.KNIGHT_CARDS.items()}
    matters = {"dragon": True, "knight": True, "sword": sword, "shield": shield}
    tally = {kind: battle.turned.count(kind) for kind in left} | {"dragon": battle.dragons}
    return {
        "land": battle.land,
        "name": words.land_key(battle.land),
        "seat": seat,
        "sword": sword,
        "power": seen.seats[seat].power,
        "turned": _turned(battle),
        "tally": [  # how many count, and are left in the deck
            {"kind": kind, "count": tally[kind], "left": left[kind], "matters": matters[kind]}
            for kind in box.KNIGHT_CARDS
        ],
        "left": sum(left.values()),
        "dragons": left["dragon"],
    }


def _turned(battle: Battle) -> list[Row]:
    """The cards in order, with the count of the kind so far; void dragons are the first ones."""
    counts: dict[str, int] = {"dragon": -battle.void}
    cards = []
    for kind in battle.turned:
        counts[kind] = counts.get(kind, 0) + 1
        void = counts[kind] <= 0
        cards.append({"kind": kind, "void": void, "so_far": None if void else counts[kind]})
    return cards


def _pile(seen: Observation, looking: Arranging) -> Row:
    """The pile to be put in order: a target `pile:<kind>` for each counter."""
    known = seen.lands[looking.land].known
    return {
        "land": looking.land,
        "name": words.land_key(looking.land),
        "counters": known,  # None for other viewers
        "alike": known is not None and len(set(known)) == 1,  # there is nothing to put in order
        # The action that keeps the order, as the move form sends it.
        "as_it_is": known and canonical_json(Arrange(tuple(known))).decode(),
    }


_FACTS = {
    "power": line("power"),
    "glory": line("glory"),
    "gold": line("gold cards"),
    "land": line("lands"),
    "strike": line("strikes"),
}
_STATUS = {box.VICTOR: "victorious", box.FIGHTER: "successful"}


def _seat(seen: Observation, seat: int) -> Row:
    """A seat: place `seat:<n>`, gold at `hand:<n>`; target `seat:<n>` while a winner is named."""
    view = seen.seats[seat]
    lands = len(seen.standing(seat))
    strikes = seen.wounds.count(seat)
    facts = (view.power, view.glory, view.hand_size, lands, strikes)
    points = view.points if seen.crown else None
    return {
        "seat": seat,
        "facts": [
            {"kind": kind, "title": title, "number": number}
            for (kind, title), number in zip(_FACTS.items(), facts, strict=True)
        ],
        "hand": None if seat == seen.you else _hand(view.hand),  # open to reviewers, at the end
        "status": _STATUS.get(seen.times(seat), "") if seen.crown else "",
        "times": seen.times(seat),  # points for each power, under a crown
        "regent": seat == seen.regent,
        "leads": seat == _leading(seen),
        "laid": view.laid_size,
        "lays_last": _lays_last(seen, seat),  # and hasn't laid yet
        "points": points,  # in the finale, under a crown
        # What everyone should see at once.
        "glance": [["power", view.power], ["glory", view.glory]] if points is None else [],
        "crowning": score_sheets.crowning(seen, seat),
        "sheet": score_sheets.sheet(seen, seat),
    }
