"""The data of the board's templates: an observation, in the order in which people look at it.

`board` returns a `Board`; `seats` has a `SeatRow` for each seat, the data of `seat.html`. Targets
(`data-target`) are listed in `labels.py`, places and pieces (`data-place`, `data-piece`) in
`presentation.py`. Lands are numbered from 0 along the flight: 0 to 5 north, then east, south, west;
0, 6, 12 and 18 are start lands. Gold cards are named `x`, `1`, `2`, `3`.
"""

from typing import Any, TypedDict

from games.burnt_to_ashes import components as box, score_sheets, words
from games.burnt_to_ashes.actions import Arrange
from games.burnt_to_ashes.catalog import TRACKS
from games.burnt_to_ashes.components import Gold
from games.burnt_to_ashes.observation import Observation
from games.burnt_to_ashes.score_sheets import Crowning, TurningPoint
from games.burnt_to_ashes.state import Arranging, Attack, Battle, Fought, Naming, Placing, Spare
from games.plugin.codec import canonical_json


class LandRow(TypedDict):
    """A land. Target and place `land:<n>`; its pile is the place `pile:<n>`.

    `risk`: while gold is laid, its number, from 1, in the longest flight that the card may start (a
    choice's preview says how many of these remain), or None. `attacked`: it has an attack marker,
    target `marker:<n>`.
    """

    n: int
    name: str  # N1 … W6
    start: bool  # a "+" on it
    owner: int | None  # of a burnt land its last one
    own: bool  # the viewer's, and not burnt
    burnt: bool
    pile: int  # counters left; 0 once burnt
    looked: bool  # its owner has publicly looked at the pile
    known: list[str] | None  # the pile, top first, for its owner only
    knight: bool
    sword: bool
    shield: bool
    attacked: bool
    fighting: bool
    risk: int | None


class CardRow(TypedDict):
    """A dragon card on the arrow of track n. Target and place `card:<n>`."""

    n: int
    way: str  # north, east, south, west: a key of `Game.names`
    red: bool
    number: int | None  # None: face down
    possible: list[int]  # its possible numbers, as far as everyone can tell
    aimed: bool  # the dragon stone points at it, or did so last while its battles go on
    leader: int | None  # the seat whose stone it is
    over: dict[str, int | None] | None  # `by` (the seat that prevented it), `burnt`, `strikes`


class SlotRow(TypedDict):
    """A seat's gold in this attack. Place `laid:<seat>`.

    `cards` are open once all have laid, and always for the seat itself.
    """

    seat: int
    state: str  # "laid", "now", "next" (still to lay) or "out" (no gold cards)
    count: int | None  # cards laid; None: not yet
    cards: list[str] | None
    value: int | None
    glory: int  # won with this offer


class BattleRow(TypedDict):
    """A battle. Place `battle:<land>` for turned cards, `knight-cards` for the deck.

    Targets `stop`, `spend`, `turn`, if they are choices. `so_far` of a turned card counts its kind
    up to it, None for a void dragon.
    """

    land: int
    name: str
    seat: int
    sword: bool
    shield: bool
    power: int  # of the fighter
    turned: list[dict[str, Any]]  # kind, void, so_far
    tally: list[dict[str, Any]]  # kind, count (without void dragons), left in the deck, matters
    left: int  # cards face down
    dragons: int  # dragons among them
    stop: bool
    spend: bool


class PileRow(TypedDict):
    """The pile that the viewer puts in order: targets `pile:<kind>`, one for each counter."""

    land: int
    name: str
    counters: list[str] | None  # None for other viewers
    alike: bool  # there is nothing to put in order
    as_it_is: str  # the action that keeps the order, as the move form sends it


class SeatRow(TypedDict):
    """A seat. Place `seat:<n>`, gold at `hand:<n>`; target `seat:<n>` while a winner is named.

    `glance` is what everyone should see at once: [piece, number].
    """

    seat: int
    gold: int  # cards in hand
    hand: list[list[Any]] | None  # [card, count], open to reviewers and at the end
    power: int
    glory: int
    strikes: int
    lands: int
    knights: int
    status: str  # "", "successful" or "victorious"; only under a crown
    times: int  # points for each power, under a crown
    regent: bool
    leads: bool
    acts: bool
    laid: int | None
    lays_last: bool  # and hasn't laid yet
    points: int | None  # in the finale, under a crown
    glance: list[list[Any]]
    crowning: Crowning | None  # at the end, under a crown
    sheet: dict[str, Any] | None  # at the end, if the dragon is dead


class Board(TypedDict):
    """The context of `board.html`.

    `hand` is the viewer's gold: [card, count, worth], each card a target `gold:<card>`; the target
    `pass` lays nothing. `purse` is what the buyer has left, None for others. `unseen` is what the
    viewer's piles may hold: [kind, count] of the counters that the viewer has seen nowhere (in
    unknown piles, set aside, burnt unseen). `asks` is the viewer's decision: "claim", "place",
    "stone", "lay", "xs", "buy", "battle", "marker", "order", "crown" or "".
    """

    you: int | None
    seat_count: int
    crown: bool
    phase: str
    asks: str
    round: int
    attack: int  # 1 to 4 in the dragon's phase, 0 before it
    numbers: list[int]  # of this round's dragon cards
    lands: list[LandRow]
    cards: list[CardRow]
    slots: list[SlotRow]
    needed: list[int]  # possible numbers of the card aimed at
    offered: int | None  # gold against the card just turned up
    hand: list[list[Any]] | None
    hand_value: int
    purse: int | None
    buyer: int | None
    counter_price: int
    look_price: int
    placing: str  # the piece to be put on a land
    unseen: list[list[Any]]
    battle: BattleRow | None
    fought: list[BattleRow]  # battles that the last action ended
    pile: PileRow | None
    wounds: list[int | None]  # the seat that struck each of the dragon's seven heads
    standing: int
    knights: int
    deck: int  # gold cards not dealt
    discards: int
    tied: list[int]
    seats: list[SeatRow]
    ending: str
    turning_point: TurningPoint | None  # once the game is over


def board(observation: Observation) -> dict[str, Any]:
    """Return plain data for `board.html`, and in `seats` for `seat.html`."""
    seen = observation
    top, you, last = seen.top, seen.you, _shown_attack(seen)
    hand = seen.seats[you].hand if you is not None else None
    standing = [land for land in seen.lands if not land.burnt]
    seats = [_seat(seen, seat) for seat in range(len(seen.seats))]
    drawn: Board = {
        "you": you,
        "seat_count": len(seen.seats),
        "crown": score_sheets.is_crown(seen),
        "phase": seen.phase,
        "asks": _asks(seen),
        "round": seen.round,
        "attack": min(seen.number, box.ATTACKS) if seen.round else 0,
        "numbers": list(box.numbers_of(seen.round)) if seen.round else [],
        "lands": _lands(seen),
        "cards": [_card(seen, place) for place in range(len(seen.cards))],
        "slots": _slots(seen),
        "needed": [] if seen.stone is None else seen.possible_numbers(seen.stone),
        "offered": sum(map(box.value, last.gold)) if last else None,
        "hand": _hand(hand),
        "hand_value": box.value(hand) if hand is not None else 0,
        "purse": _purse(seen),
        "buyer": seen.to_act if seen.phase == "buy" and not seen.ending else None,
        "counter_price": box.COUNTER_PRICE,
        "look_price": box.LOOK_PRICE,
        "placing": _placing(seen),
        "unseen": [[kind, seen.unseen[kind]] for kind in box.COUNTERS],
        "battle": _under_way(seen, top) if isinstance(top, Battle) else None,
        "fought": [_fought(seen, battle) for battle in seen.fought],
        "pile": _pile(seen, top) if isinstance(top, Arranging) else None,
        "wounds": [*seen.wounds, *[None] * (box.STRIKES - len(seen.wounds))],
        "standing": len(standing),
        "knights": sum(land.knight for land in standing),
        "deck": sum(seen.deck),
        "discards": sum(seen.discards) + sum(seat.returned_size for seat in seen.seats),
        "tied": list(top.tied) if isinstance(top, Naming) else [],
        "seats": seats,
        "ending": seen.ending or "",
        "turning_point": score_sheets.turning_point(seen, [seat["times"] for seat in seats]),
    }
    return dict(drawn)


# -- decisions -------------------------------------------------------------------------------------


def _deciding_seat(seen: Observation) -> int | None:
    if seen.ending:
        return None
    top = seen.top
    if top is None:
        return seen.to_act
    if isinstance(top, Battle):
        return seen.lands[top.land].owner
    return seen.regent if isinstance(top, Naming) else top.seat


_PHASES = {"claim": "claim", "knights": "place", "stone": "stone", "lay": "lay", "buy": "buy"}
_ANSWERS: dict[type, str] = {
    Battle: "battle",
    Spare: "marker",
    Placing: "place",
    Arranging: "order",
    Naming: "crown",
}


def _asks(seen: Observation) -> str:
    if seen.you is None or _deciding_seat(seen) != seen.you:
        return ""
    if seen.top:
        return _ANSWERS[type(seen.top)]
    return "xs" if seen.halfway else _PHASES[seen.phase]


def _placing(seen: Observation) -> str:
    if isinstance(seen.top, Placing):
        return seen.top.arms
    return "knight" if seen.phase == "knights" else ""


def _purse(seen: Observation) -> int | None:
    buyer = seen.seats[seen.to_act]
    if seen.phase != "buy" or seen.ending or buyer.hand is None:
        return None
    return box.value(buyer.hand) - buyer.spent


# -- the ring --------------------------------------------------------------------------------------


def _lands(seen: Observation) -> list[LandRow]:
    flight = _flight(seen)
    fighting = seen.top.land if isinstance(seen.top, Battle) else None
    return [
        {
            "n": number,
            "name": words.land_key(number),
            "start": number in box.START_LANDS,
            "owner": land.owner,
            "own": land.owner is not None and land.owner == seen.you and not land.burnt,
            "burnt": land.burnt,
            "pile": 0 if land.burnt else land.size,
            "looked": land.looked and not land.burnt,
            "known": None if land.burnt or land.known is None else list(land.known),
            "knight": land.knight,
            "sword": land.sword,
            "shield": land.shield,
            "attacked": number in seen.attacked,
            "fighting": number == fighting,
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
    return (seen.regent + attack) % len(seen.seats)


def _leading(seen: Observation) -> int | None:
    """The seat that leads now; after an attack's battles that is the next attack's leader."""
    if not seen.round or seen.phase not in ("stone", "lay"):
        return None
    if seen.pending:
        return _leader(seen)
    return (seen.regent + seen.attack) % len(seen.seats) if seen.attack < box.ATTACKS else None


def _card(seen: Observation, place: int) -> CardRow:
    card, last = seen.cards[place], _shown_attack(seen)
    shown = last.card if last else seen.stone
    attack = next((one for one in seen.attacks if one.card == place), None)
    fought = attack is seen.last and (seen.pending or seen.attacked)
    over = attack and not fought and (attack.winner, attack.burnt, attack.strikes)
    return {
        "n": place,
        "way": _WAYS[place],
        "red": card.red,
        "number": card.number,
        "possible": seen.possible_numbers(place),
        "aimed": place == shown,
        "leader": _leader(seen) if place == shown else None,
        "over": dict(zip(("by", "burnt", "strikes"), over, strict=True)) if over else None,
    }


def _slots(seen: Observation) -> list[SlotRow]:
    if not seen.round:
        return []
    last = _shown_attack(seen)
    seats = range(len(seen.seats))
    return [_open_slot(last, seat) if last else _slot(seen, seat) for seat in seats]


def _open_slot(attack: Attack, seat: int) -> SlotRow:
    gold = attack.gold[seat]
    return {
        "seat": seat,
        "state": "laid",
        "count": sum(gold),
        "cards": _cards(gold),
        "value": box.value(gold),
        "glory": box.glory_of(attack.number) if attack.winner == seat else 0,
    }


def _slot(seen: Observation, seat: int) -> SlotRow:
    view = seen.seats[seat]
    laid = view.laid
    acts = seen.phase == "lay" and seat == seen.to_act
    state = "laid" if view.laid_size is not None else "next" if view.hand_size else "out"
    return {
        "seat": seat,
        "state": "now" if acts else state,
        "count": view.laid_size,
        "cards": None if laid is None else _cards(laid),
        "value": None if laid is None else box.value(laid),
        "glory": 0,
    }


def _lays_last(seen: Observation, seat: int) -> bool:
    if seen.phase != "lay" or seen.ending:
        return False
    count, states = len(seen.seats), [slot["state"] for slot in _slots(seen)]
    order = [(_leader(seen) + step) % count for step in range(count)]
    waiting = [each for each in order if states[each] in ("now", "next")]
    return count > 1 and waiting[-1:] == [seat]


def _cards(gold: Gold) -> list[str]:
    return [words.gold_card(worth) for worth in reversed(box.WORTHS) for _ in range(gold[worth])]


def _hand(gold: Gold | None) -> list[list[Any]] | None:
    if gold is None:
        return None
    return [[words.gold_card(worth), gold[worth], worth] for worth in box.WORTHS if gold[worth]]


# -- stage and seats -------------------------------------------------------------------------------


def _under_way(seen: Observation, battle: Battle) -> BattleRow:
    land = seen.lands[battle.land]
    seat = _deciding_seat(seen)
    assert seat is not None
    row = _battle(battle, seat, seen.seats[seat].power, sword=land.sword, shield=land.shield)
    row["stop"] = battle.may_stop and land.shield
    row["spend"] = battle.dragons == box.SPENT_AGAINST and row["power"] > 0
    return row


def _fought(seen: Observation, fought: Fought) -> BattleRow:
    battle = Battle(fought.land, fought.turned, fought.void)
    power = seen.seats[fought.seat].power
    return _battle(battle, fought.seat, power, sword=fought.sword, shield=fought.shield)


def _battle(battle: Battle, seat: int, power: int, *, sword: bool, shield: bool) -> BattleRow:
    left = {kind: n - battle.turned.count(kind) for kind, n in box.KNIGHT_CARDS.items()}
    matters = {"dragon": True, "knight": True, "sword": sword, "shield": shield}
    return {
        "land": battle.land,
        "name": words.land_key(battle.land),
        "seat": seat,
        "sword": sword,
        "shield": shield,
        "power": power,
        "turned": _turned(battle),
        "tally": [
            {
                "kind": kind,
                "count": battle.dragons if kind == "dragon" else battle.turned.count(kind),
                "left": left[kind],
                "matters": matters[kind],
            }
            for kind in box.KNIGHT_CARDS
        ],
        "left": sum(left.values()),
        "dragons": left["dragon"],
        "stop": False,
        "spend": False,
    }


def _turned(battle: Battle) -> list[dict[str, Any]]:
    """The cards in order; void dragons are the first ones."""
    counts: dict[str, int] = {"dragon": -battle.void}
    cards = []
    for kind in battle.turned:
        counts[kind] = counts.get(kind, 0) + 1
        void = counts[kind] <= 0
        cards.append({"kind": kind, "void": void, "so_far": None if void else counts[kind]})
    return cards


def _pile(seen: Observation, looking: Arranging) -> PileRow:
    known = seen.lands[looking.land].known
    return {
        "land": looking.land,
        "name": words.land_key(looking.land),
        "counters": None if known is None else list(known),
        "alike": known is not None and len(set(known)) == 1,
        "as_it_is": "" if known is None else canonical_json(Arrange(tuple(known))).decode(),
    }


_STATUS = {box.VICTOR: "victorious", box.FIGHTER: "successful"}


def _seat(seen: Observation, seat: int) -> SeatRow:
    view = seen.seats[seat]
    own = [land for land in seen.lands if land.owner == seat and not land.burnt]
    strikes = seen.wounds.count(seat)
    crown = score_sheets.is_crown(seen)
    points = view.points if crown else None
    times = box.VICTOR if seen.victor == seat else box.FIGHTER if strikes else box.PLAIN
    return {
        "seat": seat,
        "gold": view.hand_size,
        "hand": None if seat == seen.you else _hand(view.hand),
        "power": view.power,
        "glory": view.glory,
        "strikes": strikes,
        "lands": len(own),
        "knights": sum(land.knight for land in own),
        "status": _STATUS.get(times, "") if crown else "",
        "times": times,
        "regent": seat == seen.regent,
        "leads": seat == _leading(seen),
        "acts": seat == _deciding_seat(seen),
        "laid": view.laid_size,
        "lays_last": _lays_last(seen, seat),
        "points": points,
        "glance": [["power", view.power], ["glory", view.glory]] if points is None else [],
        "crowning": score_sheets.crowning(seen, seat, times),
        "sheet": score_sheets.sheet(seen, seat, times),
    }
