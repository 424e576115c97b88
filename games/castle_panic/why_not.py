"""The reasons why a touched target can't be part of a choice now."""

from collections.abc import Callable, Sequence

from games.castle_panic import components as box
from games.castle_panic.catalog import NAMES
from games.castle_panic.labels import RINGS
from games.castle_panic.presentation import prompt
from games.castle_panic.rules import REFUSALS, active_seats
from games.castle_panic.rules.plays import reach
from games.castle_panic.rules.turns import exchanged
from games.castle_panic.state import Damage, Discards, Offer, State
from games.plugin import Line, SeatName, line, lines, msg
from games.plugin.why_not import last_touched, touched, turn_of

TARGETS = (
    rf"(hand|card:[0-5]|discarded):({'|'.join(box.CARDS)})"
    r"|(wall|tower|forest|orc|troll):[1-6]|token:[a-z-]+|die|keep|end|accept|decline|withdraw"
    r"|monster:[1-6]:[0-4]:[a-z-]+:[1-3](:tar)?"
)
_REFUSED = {code: line(text) for code, text in REFUSALS.items()}

Picks = Sequence[str]


def objection(state: State, seat: int, picks: Picks) -> Line | None:
    own = touched(picks, "hand")
    match state.pending:
        case [*_, Offer() as offer]:
            return _answering(offer, own, touched(picks, "card"))
        case [*_, Damage()]:
            return line("Choose one of the monsters that struck together: it takes the damage.")
        case [*_, Discards()] if len(own) > 1:
            return line("One card each is enough.")
        case [*_, Discards()]:
            return line("Discard a card from your own hand.")
    rows = _BY_PHASE[state.phase]
    found = rows.get(last_touched(picks)[0], rows["other"])
    return found if isinstance(found, Line) else found(state, picks)


def not_yet(state: State, seat: int, picks: Picks) -> Line:
    first = min(active_seats(state))
    name = SeatName(first)
    match state.pending:
        case _ if state.players[seat].out:
            return line("Your tower has fallen: you’re out, and the others play on.")
        case [*_, Offer()] if seat == state.active:
            return line("{name} is thinking about your offer: wait, or withdraw it.", name=name)
        case [*_, Discards()]:
            return prompt(state, seat)
    if seat == state.overlord:
        return line("The castle’s players go first: your turn comes after their cards.")
    if first == state.overlord:
        return line("{name} is commanding the monsters: wait for your turn.", name=name)
    return turn_of(first)


def _answering(offer: Offer, own: list[str], asked: list[str]) -> Line:
    if offer.countered:
        return line("A counter-offer can only be accepted or declined.")
    if len(own) > 1:
        return line("One card for one: choose a single card to give.")
    if own and asked and asked[0].endswith(f":{own[0]}"):
        return _REFUSED["like-for-like"]
    if own and asked:
        return line("That’s the offer itself: accept it, or ask for something else.")
    return line("First answer the offer.")


# -- everything except playing cards --------------------------------------------------------------


def _first_monster(state: State, picks: Picks) -> Line:
    family, arc = last_touched(picks)
    other = {"orc": "troll", "troll": "orc"}[family]
    if f"{other}:{arc}" in picks or picks.count(picks[-1]) > 1:
        return line("Before the first turn, each arc gets one monster.")
    if family == "troll":
        return line("There is one troll to place.")
    return line("There are two orcs to place; the other arcs get a goblin each.")


def _own_tower(state: State, picks: Picks) -> Line:
    _, arc = last_touched(picks)
    owner = next((s for s, p in enumerate(state.players) if p.tower == int(arc)), None)
    if owner is None:
        return line("You can only choose one tower.")
    return line("That tower is {name}’s.", name=SeatName(owner))


def _exchange(state: State, picks: Picks) -> Line:
    text = lines("You may exchange {n} card a turn.", "You may exchange up to {n} cards a turn.")
    keep = line("Either keep all cards or exchange some.")
    return keep if "keep" in picks else text.counting(exchanged(state))


def _trade(state: State, picks: Picks) -> Line:
    own, asked = touched(picks, "hand"), touched(picks, "card")
    if len(own) > 1 or len(asked) > 1:
        return line("A trade is one card for one card.")
    if own and asked:
        partner, _, wanted = asked[0].partition(":")
        if own[0] == wanted:
            return _REFUSED["like-for-like"]
        if (int(partner), own[0], wanted) in state.offered:
            return _REFUSED["offered-already"]
    return lines(
        "After {n} refused offer, trading is over for the turn.",
        "After {n} refused offers, trading is over for the turn.",
        box.REFUSALS_IN_A_TURN,
    )


def _token(state: State, picks: Picks) -> Line:
    match touched(picks, "token"):
        case [_, _, *_]:
            return line("Tokens are played one after another.")
        case _ if "end" in picks[-1:]:
            return _REFUSED["must-play"]
        case []:
            return line("First choose the monster you want to place there.")
        case [token] if token in box.MONSTERS:
            return line("A monster goes in only one arc.")
    return _REFUSED["place-monsters-only"]


# -- playing cards --------------------------------------------------------------------------------


def _play(state: State, picks: Picks) -> Line | None:
    own = touched(picks, "hand")
    match last_touched(picks):
        case _ if not own:
            return line("First choose a card from your hand.")
        case "monster", name:
            return _at_monster(state, own, name)
        case "wall", arc:
            return _at_wall(state, own, int(arc))
        case "discarded", _:
            return line("Only Scavenge takes cards from the discards.")
    return None


def _of_hand(state: State, picks: Picks) -> Line:
    own = touched(picks, "hand")
    if own.count(own[-1]) > state.players[state.active].hand.get(own[-1], 0):
        return line("You don’t hold that many of this card.")
    if own.count(own[-1]) > 1:
        return line("Cards are played one after another: play this one first.")
    return _together(state, own) if len(own) > 1 else _useless(state, own[0])


def _useless(state: State, card: str) -> Line:
    """The reason why a single card is of no use."""
    if card == box.FORTIFY:
        return _no_fortifying(state)
    if card == box.MISSING:
        return _REFUSED["missing-already" if state.missing else "none-to-miss"]
    if card in box.REACH and not state.monsters:
        return line("There is no monster on the board.")
    nowhere = line("No monster stands where {card} hits.", card=NAMES[card])
    return _USELESS.get(card, nowhere)


_OUT_OF_REACH = line("All monsters are in the Forest, out of reach.")
_USELESS = {
    box.BRICK: line("A Brick builds a wall only with a Mortar."),
    box.MORTAR: line("A Mortar builds a wall only with a Brick."),
    box.NICE_SHOT: line(
        "Nice Shot is played with an archer, knight, swordsman or hero that can hit."
    ),
    box.TAR: _REFUSED["tar-in-use"],
    box.DRAW_TWO: _REFUSED["nothing-to-draw"],
    box.SCAVENGE: line("There is no other card among the discards."),
    box.BARBARIAN: _OUT_OF_REACH,
    box.DRIVE_BACK: _OUT_OF_REACH,
}


def _no_fortifying(state: State) -> Line:
    if sum(state.fortified) >= box.FORTIFY_TOKENS:
        return _REFUSED["no-fortify-left"]
    return line("There is no wall left to fortify.")


def _together(state: State, own: list[str]) -> Line:
    if {*own} == {box.BRICK, box.MORTAR} and all(state.walls):
        return line("All walls are standing: there is nothing to build.")
    if box.BRICK in own or box.MORTAR in own:
        return line("Brick and Mortar can only be played together.")
    if box.NICE_SHOT in own:
        return line("Nice Shot is played with one archer, knight, swordsman or hero that can hit.")
    if state.options.all_for_one:
        return line("An archer, a knight and a swordsman of one color go together.")
    return line("Cards are played one after another: play the first one first.")


def _at_monster(state: State, own: list[str], name: str) -> Line | None:
    arc, ring = map(int, name.split(":")[:2])
    card = next((card for card in own if card in box.HITS), own[0])
    if card in (box.BRICK, box.MORTAR):
        return line("Bricks and mortar build walls; they don’t hurt monsters.")
    if ring == box.FOREST and card != box.TAR:
        return _REFUSED["in-the-forest"]
    if card not in box.HITS:
        return _useless(state, card) if card in (box.TAR, box.NICE_SHOT) else None
    rings, colors = reach(state.options, card)
    here, named = box.color_of(arc), NAMES[card]
    if here not in colors:
        text = msg("{card} hits in the {color} arcs only; this one is {other}.")
        return line(text, card=named, color=NAMES[colors[0]], other=NAMES[here])
    if ring in rings:
        return _together(state, own)
    if ring == box.CASTLE:
        return line("Once inside the Castle, monsters are safe from {card}.", card=named)
    text = msg("{card} hits in {ring}; this monster is in {other}.")
    return line(text, card=named, ring=RINGS[rings[0]][0], other=RINGS[ring][0])


def _at_wall(state: State, own: list[str], arc: int) -> Line:
    stands = state.walls[arc - 1]
    if box.BRICK in own or box.MORTAR in own:
        both = line("A wall takes both: a Brick and a Mortar.")
        return _REFUSED["wall-stands"] if stands else both
    if box.FORTIFY not in own:
        return line("At a wall you can play Brick with Mortar, or Fortify Wall.")
    if not stands:
        return _REFUSED["no-wall"]
    return _REFUSED["fortified-already"] if state.fortified[arc - 1] else _no_fortifying(state)


_BY_PHASE: dict[str, dict[str, Line | Callable[[State, Picks], Line | None]]] = {
    "opening": {  # by the target touched last
        "orc": _first_monster,
        "troll": _first_monster,
        "other": line(
            "Start with the first monsters: choose an arc for the troll and two for the orcs."
        ),
    },
    "towers": {"tower": _own_tower, "other": line("Choose your own tower first.")},
    "discard": {
        "hand": _exchange,
        "other": line("Playing comes later: first exchange cards, or keep them all."),
    },
    "trade": {
        "hand": _trade,
        "card": _trade,
        "other": line("This is the time to trade: to play cards, go on with “No trade.”"),
    },
    "play": {
        "hand": _of_hand,
        "tower": line("Towers can’t be repaired, and no card protects them: only walls do."),
        "other": _play,
    },
    "overlord": {
        **dict.fromkeys(("token", "forest", "end"), _token),
        "other": line("You command the monsters with tokens: choose one of yours."),
    },
}
