"""Why a touched target can't be part of a choice now, in a friendly sentence."""

from collections.abc import Callable, Sequence

from games.castle_panic import words
from games.castle_panic.components import (
    BARBARIAN,
    BRICK,
    CARDS,
    CASTLE,
    DRAW_TWO,
    DRIVE_BACK,
    FOREST,
    FORTIFY,
    FORTIFY_TOKENS,
    HITS,
    MISSING,
    MONSTERS,
    MORTAR,
    NICE_SHOT,
    REFUSALS_IN_A_TURN,
    SCAVENGE,
    TAR,
    colour_of,
)
from games.castle_panic.rules import REFUSALS, active_seats
from games.castle_panic.rules.plays import reach
from games.castle_panic.rules.turns import exchanged
from games.castle_panic.state import Damage, Discards, Offer, State
from games.plugin import Line, SeatName, line, lines
from games.plugin.why_not import last_touched, touched, turn_of

_CARD = f"({'|'.join(CARDS)})"
TARGETS = (
    rf"(hand|card:[0-5]|discarded):{_CARD}"
    r"|(wall|tower|forest|orc|troll):[1-6]|token:[a-z-]+|die|keep|end|accept|decline|withdraw"
    r"|monster:[1-6]:[0-4]:[a-z-]+:[1-3](:tar)?"
)


def objection(state: State, seat: int, picks: Sequence[str]) -> Line | None:
    """What the rules hold against these picks in this part of the turn."""
    top = state.pending[-1] if state.pending else None
    if top is not None:
        return _pending(state, top, picks)
    return _BY_PHASE[state.phase](state, picks)


def _refused(code: str) -> Line:
    return line(REFUSALS[code])


def not_yet(state: State, seat: int, picks: Sequence[str]) -> Line:
    """Whom a seat waits for."""
    top = state.pending[-1] if state.pending else None
    if isinstance(top, Offer) and seat == state.active:
        return line(
            "{name} is thinking about your offer: wait, or withdraw it.",
            name=SeatName(top.partner),
        )
    if isinstance(top, Discards):
        return line("You have discarded: the others are still choosing.")
    if seat == state.overlord:
        return line("The castle is playing: your turn comes after their cards.")
    first = min(active_seats(state))
    if first == state.overlord:
        return line("{name} is commanding the monsters: wait for your turn.", name=SeatName(first))
    return turn_of(first)


# -- answers --------------------------------------------------------------------------------------


def _pending(state: State, top: object, picks: Sequence[str]) -> Line:
    if isinstance(top, Offer):
        return _answering(state, top, picks)
    if isinstance(top, Damage):
        return line("Choose one of the monsters that struck together: it takes the damage.")
    if len(touched(picks, "hand")) > 1:
        return line("One card each is enough.")
    return line("Discard a card from your own hand.")


def _answering(state: State, offer: Offer, picks: Sequence[str]) -> Line:
    if offer.countered:
        return line("A counter-offer can only be accepted or declined.")
    family, name = last_touched(picks)
    if family == "card" and not name.startswith(f"{state.active}:"):
        return line("This trade is between you and {name}.", name=SeatName(state.active))
    own, asked = touched(picks, "hand"), touched(picks, "card")
    if len(own) > 1:
        return line("One card for one: choose a single card to give.")
    if own and asked:
        if asked[0].partition(":")[2] == own[0]:
            return _refused("like-for-like")
        return line("That's the offer itself: accept it, or ask for something else.")
    return line("First answer the offer.")


# -- by phase -------------------------------------------------------------------------------------


def _opening(state: State, picks: Sequence[str]) -> Line:
    family, arc = last_touched(picks)
    if family not in ("orc", "troll"):
        return line(
            "Start with the first monsters: choose an arc for the troll and two for the orcs."
        )
    other = "orc" if family == "troll" else "troll"
    if f"{other}:{arc}" in picks or picks.count(picks[-1]) > 1:
        return line("One monster per arc, before the first turn.")
    if family == "troll":
        return line("There is one troll to place.")
    return line("There are two orcs to place; the other arcs get a goblin each.")


def _towers(state: State, picks: Sequence[str]) -> Line:
    family, arc = last_touched(picks)
    if family != "tower":
        return line("Choose your own tower first.")
    owner = next((s for s, p in enumerate(state.players) if p.tower == int(arc)), None)
    if owner is None:
        return line("You can only choose one tower.")
    return line("That tower is {name}'s.", name=SeatName(owner))


def _discard(state: State, picks: Sequence[str]) -> Line:
    family, _ = last_touched(picks)
    if family == "card":
        return line("Trading comes next: first exchange a card, or keep them all.")
    if family != "hand":
        return line("Playing comes later: first exchange a card, or keep them all.")
    if "keep" in picks:
        return line("Either keep all cards or exchange some.")
    return lines(
        "You may exchange {n} card a turn.",
        "You may exchange up to {n} cards a turn.",
        exchanged(state),
    )


def _trade(state: State, picks: Sequence[str]) -> Line:
    family, _ = last_touched(picks)
    if family not in ("hand", "card"):
        return line("This is the time to trade: to play cards, go on with «No trade».")
    own, asked = touched(picks, "hand"), touched(picks, "card")
    if len(own) > 1 or len(asked) > 1:
        return line("A trade is one card for one card.")
    if own and asked:
        partner, _, wanted = asked[0].partition(":")
        if own[0] == wanted:
            return _refused("like-for-like")
        if (int(partner), own[0], wanted) in state.offered:
            return _refused("offered-already")
    return lines(
        "After {n} refused offer, trading is over for the turn.",
        "After {n} refused offers, trading is over for the turn.",
        REFUSALS_IN_A_TURN,
    )


def _play(state: State, picks: Sequence[str]) -> Line | None:
    family, name = last_touched(picks)
    own = touched(picks, "hand")
    if family == "card":
        return line("The time to trade is over for this turn.")
    if family == "tower":
        return line("Towers can't be repaired, and no card protects them: only walls do.")
    if family == "hand":
        return _of_hand(state, own)
    if not own:
        return line("First choose a card from your hand.")
    if family == "monster":
        return _at_monster(state, own, name)
    if family == "wall":
        return _at_wall(state, own, int(name))
    if family == "discarded":
        return line("Only Scavenge takes cards from the discards.")
    return None


def _of_hand(state: State, own: list[str]) -> Line:
    if own.count(own[-1]) > state.players[state.active].hand.get(own[-1], 0):
        return line("You don't hold that many of this card.")
    if own.count(own[-1]) > 1:
        return line("Cards are played one after another: play this one first.")
    return _together(state, own) if len(own) > 1 else _useless(state, own[0])


def _useless(state: State, card: str) -> Line:
    """A single card that leads nowhere."""
    if card == FORTIFY:
        return _no_fortifying(state)
    if card == MISSING:
        return _refused("missing-already" if state.missing else "none-to-miss")
    return _USELESS.get(card) or line("No monster stands where {card} hits.", card=words.card(card))


_OUT_OF_REACH = line("All monsters are in the Forest, out of reach.")
_USELESS = {
    BRICK: line("A Brick only builds together with a Mortar."),
    MORTAR: line("A Mortar only builds together with a Brick."),
    NICE_SHOT: line("Nice Shot is played with an archer, knight, swordsman or hero that can hit."),
    TAR: _refused("tar-in-use"),
    DRAW_TWO: _refused("nothing-to-draw"),
    SCAVENGE: line("Nothing has been discarded yet."),
    BARBARIAN: _OUT_OF_REACH,
    DRIVE_BACK: _OUT_OF_REACH,
}


def _no_fortifying(state: State) -> Line:
    if sum(state.fortified) >= FORTIFY_TOKENS:
        return _refused("no-fortify-left")
    return line("There is no wall standing to fortify.")


def _together(state: State, own: list[str]) -> Line:
    """Several cards that can't be played together."""
    if {BRICK, MORTAR} & set(own):
        if set(own) <= {BRICK, MORTAR} and all(state.walls):
            return line("All walls are standing: there is nothing to build.")
        return line("Brick and Mortar go only with each other.")
    if NICE_SHOT in own:
        return line("Nice Shot is played with one archer, knight, swordsman or hero that can hit.")
    if state.options.all_for_one:
        return line("An archer, a knight and a swordsman of one color go together.")
    return line("Cards are played one after another: play the first one first.")


def _at_monster(state: State, own: list[str], name: str) -> Line | None:
    arc, ring = map(int, name.split(":")[:2])
    card = next((card for card in own if card in HITS), own[0])
    if card in (BRICK, MORTAR):
        return line("Bricks and mortar build walls; they hurt nobody.")
    if ring == FOREST and card != TAR:
        return _refused("in-the-forest")
    if card not in HITS:
        return _useless(state, card) if card in (TAR, NICE_SHOT) else None
    rings, colours = reach(state.options, card)
    if colour_of(arc) not in colours:
        return line(
            "{card} hits in the {colour} arcs only; this one is {other}.",
            card=words.card(card),
            colour=words.colour(colours[0]),
            other=words.colour(colour_of(arc)),
        )
    if ring == CASTLE:
        return line("Once inside the Castle, monsters are safe from {card}.", card=words.card(card))
    if ring not in rings:
        return line(
            "{card} hits in {ring}; this monster is in {other}.",
            card=words.card(card),
            ring=words.ring(rings[0]),
            other=words.ring(ring),
        )
    return _together(state, own)


def _at_wall(state: State, own: list[str], arc: int) -> Line:
    stands = state.walls[arc - 1]
    if BRICK in own or MORTAR in own:
        if stands:
            return _refused("wall-stands")
        return line("A wall takes both: a Brick and a Mortar.")
    if FORTIFY in own:
        if not stands:
            return _refused("no-wall")
        if state.fortified[arc - 1]:
            return _refused("fortified-already")
        return _no_fortifying(state)
    return line("At a wall you can play Brick with Mortar, or Fortify Wall.")


def _overlord(state: State, picks: Sequence[str]) -> Line:
    family, _ = last_touched(picks)
    tokens = touched(picks, "token")
    if family not in ("token", "forest", "end"):
        return line("You command with your tokens: choose one of them.")
    if len(tokens) > 1:
        return line("Tokens are played one after another.")
    if family == "end":
        return _refused("must-play")
    if not tokens:
        return line("First choose the monster you want to place there.")
    if tokens[0] not in MONSTERS:
        return _refused("place-monsters-only")
    if family == "forest" and not state.may_place:
        return _refused("place-first-only")
    return line("A monster goes in one arc.")


_BY_PHASE: dict[str, Callable[[State, Sequence[str]], Line | None]] = {
    "opening": _opening,
    "towers": _towers,
    "discard": _discard,
    "trade": _trade,
    "play": _play,
    "overlord": _overlord,
}
