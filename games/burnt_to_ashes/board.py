"""The data of the board's templates: an observation, in the order in which people look at it.

Targets (`data-target`) are listed in `words.py`, places and pieces (`data-place`, `data-piece`) in
`presentation.py`. Lands are numbered from 0 along the flight: 0 to 5 north, then east, south, west;
0, 6, 12 and 18 are start lands. Gold cards are named `x`, `1`, `2`, `3`.
"""

from itertools import zip_longest
from typing import Any

from games.burnt_to_ashes import components as box, score_sheets, words
from games.burnt_to_ashes.actions import Arrange
from games.burnt_to_ashes.catalog import TRACKS
from games.burnt_to_ashes.components import Gold
from games.burnt_to_ashes.observation import Observation
from games.burnt_to_ashes.presentation import QUESTIONS
from games.burnt_to_ashes.state import Arranging, Attack, Battle, Fought, Naming, Placing, Turned
from games.plugin import line
from games.plugin.codec import canonical_json

Row = dict[str, Any]
_DRAWN = {"knight": "man", "sword": "steel", "shield": "guard"}  # in the land's colors
_WAYS = tuple(TRACKS)
_WOUNDS = ("356 78", "360 122", "330 160", "286 168", "240 164", "194 164", "146 164")


def board(observation: Observation) -> Row:
    seen = observation
    top, you = seen.top, seen.you
    asks = "" if seen.ending or you != seen.decider else QUESTIONS[seen.question][0]
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
        "battle": _battle(seen, top) if isinstance(top, Battle) else None,
        "fought": [_battle(seen, battle) for battle in seen.fought],  # ended by the last action
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


def _purse(seen: Observation) -> int | None:
    buyer = seen.seats[seen.to_act]
    if seen.phase != "buy" or seen.ending or buyer.hand is None:
        return None
    return box.value(buyer.hand) - buyer.spent


def _lands(seen: Observation) -> list[Row]:
    """Each land: target and place `land:<n>`; its pile is the place `pile:<n>`."""
    flight = _flight(seen)
    fighting = seen.top.land if isinstance(seen.top, Battle) else None
    return [
        {
            "n": number,
            "track": number // box.TRACK_LENGTH,
            "step": number % box.TRACK_LENGTH,
            "owner": land.owner,
            "burnt": land.burnt,
            "arms": [[kind, _DRAWN[kind]] for kind in box.ARMS if land.has(kind)],
            "name": words.land_key(number),  # N1 … W6
            "start": number in box.START_LANDS,  # a "+" on it
            "own": land.owner is not None and land.owner == seen.you and not land.burnt,
            "pile": land.pile,
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
    worst = seen.flight(seen.stone, max(seen.possible_numbers(seen.stone)))
    return {land: number for number, land in enumerate(worst, start=1)}


def _shown_attack(seen: Observation) -> Attack | None:
    """The last attack, which is shown until the next stone is put down."""
    return seen.last if seen.stone is None else None


def _leader(seen: Observation) -> int:
    """The seat that leads the attack shown."""
    return (seen.regent + seen.attack - bool(_shown_attack(seen))) % seen.count


def _leads(seen: Observation, seat: int) -> bool:
    """Whether it leads now; after an attack's battles that is the next attack's leader."""
    if not seen.round or seen.phase not in ("stone", "lay"):
        return False
    leader = _leader(seen) if seen.pending else seen.leader
    return seat == leader and bool(seen.pending or seen.attack < box.ATTACKS)


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
        "piece": f"number:{card.number}" if card.number else "red" if card.red else "yellow",
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
        "cards": None if laid is None else words.gold_cards(laid),
        "value": None if laid is None else box.value(laid),
        "glory": box.glory_of(last.number) if last and last.winner == seat else 0,
    }


def _lays_last(seen: Observation, seat: int) -> bool:
    if seen.phase != "lay" or seen.ending or seen.count == 1:
        return False
    order = seen.seats_from(seen.leader)
    return [one for one in order if _slot(seen, one)["state"] in ("now", "next")][-1:] == [seat]


def _hand(gold: Gold | None) -> list[list[Any]] | None:
    """Each kind of card with its number."""
    if gold is None:
        return None
    return [[words.gold_card(worth), gold[worth]] for worth in box.WORTHS if gold[worth]]


def _battle(seen: Observation, battle: Turned) -> Row:
    """A battle: place `battle:<land>` for turned cards, `knight-cards` for the deck.

    The rights in one under way are the targets `stop`, `spend` and `turn`.
    """
    over = isinstance(battle, Fought)
    seat = battle.seat if isinstance(battle, Fought) else seen.decider
    armed = battle if isinstance(battle, Fought) else seen.lands[battle.land]
    power = seen.seats[seat].power
    counts = {kind: battle.turned.count(kind) for kind in battle.left}
    counts["dragon"] = battle.dragons
    idle = {"sword": not armed.sword, "shield": not armed.shield}
    return {
        "land": battle.land,
        "name": words.land_key(battle.land),
        "seat": seat,
        "power": power,
        "turned": _turned(battle),
        "tally": [  # how many count
            {"kind": kind, "count": count, "matters": not idle.get(kind)}
            for kind, count in counts.items()
        ],
        "left": sum(battle.left.values()),
        "dragons": battle.left["dragon"],
        "stop": not over and battle.may_stop and armed.shield,
        "spend": not over and battle.dragons == box.SPENT_AGAINST and power > 0,
    }


def _turned(battle: Turned) -> list[Row]:
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
    land = seen.lands[looking.land]
    return {
        "land": looking.land,
        "name": words.land_key(looking.land),
        "counters": land.known,  # None for other viewers
        "alike": land.alike,  # there is nothing to put in order
        # The action that keeps the order, as the move form sends it.
        "as_it_is": land.known and canonical_json(Arrange(tuple(land.known))).decode(),
    }


def _seat(seen: Observation, seat: int) -> Row:
    """A seat: place `seat:<n>`, gold at `hand:<n>`; target `seat:<n>` while a winner is named."""
    view, times = seen.seats[seat], seen.times(seat)
    facts = (
        ("power", line("power"), view.power),
        ("glory", line("glory"), view.glory),
        ("gold", line("gold cards"), view.hand_size),
        ("land", line("lands"), len(seen.standing(seat))),
        ("strike", line("strikes"), seen.wounds.count(seat)),
    )
    points = view.points if seen.crown else None
    return {
        "seat": seat,
        "facts": [dict(zip(("kind", "title", "number"), fact, strict=True)) for fact in facts],
        "hand": None if seat == seen.you else _hand(view.hand),  # open to reviewers, at the end
        "fighter": seen.crown and times > box.PLAIN,
        "times": times,  # points for each power, under a crown
        "regent": seat == seen.regent,
        "leads": _leads(seen, seat),
        "laid": view.laid_size,
        "lays_last": _lays_last(seen, seat),  # and hasn't laid yet
        "points": points,  # in the finale, under a crown
        # What everyone should see at once.
        "glance": [["power", view.power], ["glory", view.glory]] if points is None else [],
        "crowning": score_sheets.crowning(seen, seat),
        "sheet": score_sheets.sheet(seen, seat),
    }
