"""The names of things in sentences, and the legal actions as people pick them.

`why_not.TARGETS` lists the targets: `card:<seat>:<card>` is a partner's card, `token:<kind>` an
Overlord's token; `orc:<arc>` and `troll:<arc>` exist before the first turn.
"""

from collections import Counter
from collections.abc import Sequence
from functools import cache

from msgspec.structs import replace

from games.castle_panic import actions as do
from games.castle_panic.actions import Action, Target, target_of
from games.castle_panic.catalog import NAMES
from games.castle_panic.components import color_of
from games.castle_panic.previews import preview
from games.castle_panic.rules import legal_actions
from games.castle_panic.rules.plays import cards_of, plays
from games.castle_panic.state import State
from games.plugin import Choice, Line, SeatName, line, lines, listed, msg
from games.plugin.telling import Vocabulary, Worded, Wording, by_action, word, worded

# -- names ----------------------------------------------------------------------------------------

RINGS = (  # each ring, and a place in it
    (line("the Forest"), msg("in the Forest")),
    (line("the Archer ring"), msg("in the {color} Archer ring")),
    (line("the Knight ring"), msg("in the {color} Knight ring")),
    (line("the Swordsman ring"), msg("in the {color} Swordsman ring")),
    (line("the Castle ring"), msg("in the Castle")),
)


def all_called(keys: Sequence[str]) -> Line:
    """«Brick and Mortar»; equal cards are counted."""
    counts = Counter(keys).items()
    many = msg("{n} × {card}")
    return listed([line(many, n=n, card=NAMES[key]) if n > 1 else NAMES[key] for key, n in counts])


@cache
def where(ring: int, arc: int) -> Line:
    """«in the red Archer ring»."""
    return line(RINGS[ring][1], color=NAMES[color_of(arc)])


@cache
def monster(one: Target) -> Line:
    """«Orc (2) in the Knight ring, arc 3»."""
    text = msg("{monster} ({points}) in {ring}, arc {arc}")
    ring = RINGS[one.ring][0]
    name = line(text, monster=NAMES[one.kind], points=one.points, ring=ring, arc=one.arc)
    return line("tarred {monster}", monster=name) if one.tarred else name


# Gaps in sentences: the event's field, and the word for its value.
VOCABULARY: Vocabulary = {
    "name": ("seat", SeatName),
    "whom": ("partner", SeatName),
    **{piece: (piece, NAMES.__getitem__) for piece in ("card", "give", "take", "token")},
    **{pieces: (pieces, all_called) for pieces in ("cards", "tokens")},
    "monster": ("kind", NAMES.__getitem__),
    "color": ("colour", NAMES.__getitem__),  # the spelling of records
}

PHRASES = (  # for chat
    msg("Hello!"),
    msg("Good luck!"),
    msg("Who can hit in red?"),
    msg("Who can hit in green?"),
    msg("Who can hit in blue?"),
    msg("Leave that one to me."),
    msg("Who has a brick?"),
    msg("Who has mortar?"),
    msg("Keep your Barbarian."),
    msg("Well played!"),
    msg("Good game!"),
)

# -- choices --------------------------------------------------------------------------------------

# The things that incomplete picks lack, by the families already picked.
MISSING = {
    "hand": line("a card from your hand"),
    "card+hand": line("the card you give for it"),
    "card": line("the card you want for it"),
    "discarded": line("a card from the discards"),
    "monster": line("a monster"),
    "wall": line("the wall to build"),
    "token": line("a token"),
    "forest": line("the Forest of an arc"),
    "orc": line("an arc for an Orc"),
    "troll": line("an arc for the Troll"),
}

_HITS, _SLAY, _HOLD = line("Hit a monster"), line("Slay a monster"), line("Hold off monsters")
_BUILD, _CARDS, _ON = line("Build"), line("More cards"), line("Go on")
_ANSWER, _OPENING = line("Answer"), line("Place the first monsters")
_TARGET = "{target.touch}"


def choices(state: State, seat: int) -> list[Choice[Action]]:
    """Return every legal action with label, group, picks and preview, in the rules' order."""
    return [
        replace(choice, preview=preview(state, seat, choice.action))
        for choice in bare_choices(state, seat)
    ]


def bare_choices(state: State, seat: int) -> list[Choice[Action]]:
    return [worded(state, action, _WORDINGS, _OF_ACTIONS) for action in legal_actions(state, seat)]


@by_action
def _hit(action: do.Hit) -> Wording:
    if not action.nice_shot:
        return word("Hit {monster} with {card}", _HITS, "hand:{card}", _TARGET)
    label = msg("Slay {monster} with {card} and Nice Shot")
    return word(label, _SLAY, "hand:{card}", "hand:nice-shot", _TARGET)


@by_action
def _all_for_one(action: do.AllForOne) -> Wording:
    used = cards_of(action)
    label = line("Slay {monster} with {cards}", cards=all_called(used))
    return word(label, _SLAY, *(f"hand:{card}" for card in used), _TARGET)


_STILL_HIT = lines(
    "End the turn: the monsters move (you can still hit {n} monster)",
    "End the turn: the monsters move (you can still hit {n} monsters)",
)
_STILL_PLAY = lines(
    "End the turn: the monsters move (you can still play {n} card)",
    "End the turn: the monsters move (you can still play {n} cards)",
)


def _end_play(state: State, action: do.EndPlay) -> Wording:
    left = [*plays(state)]
    at_monsters = do.Hit | do.AllForOne | do.Barbarian
    hits = {play.target for play in left if isinstance(play, at_monsters)}
    if hits:
        label = _STILL_HIT.counting(sum(target_of(one) in hits for one in state.monsters))
    else:
        label = _STILL_PLAY.counting(len({card for play in left for card in cards_of(play)}))
    return word(label, _ON, "end", at_once=True)


@by_action
def _open(action: do.Open) -> Wording:
    one, other = (arc for arc, kind in enumerate(action.arcs, 1) if kind == "orc")
    troll = action.arcs.index("troll") + 1
    text = msg("Orcs in arcs {one} and {other}, the troll in arc {troll}, goblins in the rest")
    label = line(text, one=one, other=other, troll=troll)
    return word(label, _OPENING, f"troll:{troll}", f"orc:{one}", f"orc:{other}")


@by_action
def _exchange(action: do.Exchange) -> Wording:
    n = len(action.cards)
    if not n:
        return word("Keep all cards", _ON, "keep", at_once=True)
    label = lines("Discard {cards} and draw {n} card", "Discard {cards} and draw {n} cards", n)
    return word(label, "Exchange cards", "hand:{cards}")


def _accept(state: State, action: do.Accept) -> Wording:
    offer = state.open_offer
    give, take = (offer.give, offer.take) if offer.countered else (offer.take, offer.give)
    label = line("Accept: give {give}, get {take}", give=NAMES[give], take=NAMES[take])
    return word(label, _ANSWER, "accept", at_once=True)


def _counter(state: State, action: do.Counter) -> Wording:
    label = msg("Ask instead: give {take}, get {give}")
    return word(label, _ANSWER, "hand:{take}", f"card:{state.active}:{action.give}")


def _take_damage(state: State, action: do.TakeDamage) -> Wording:
    hurt = Target(state.struck.arc, state.struck.ring, action.kind, action.points)
    label = line("{monster} takes the damage", monster=monster(hurt))
    return word(label, "Choose who is hurt", hurt.touch)


_OF_ACTIONS: Vocabulary = {
    **VOCABULARY,
    "name": ("partner", SeatName),
    "monster": ("target", monster),
}
_WORDINGS: dict[type, Worded[State]] = {
    do.Hit: _hit,
    do.AllForOne: _all_for_one,
    do.Barbarian: word("Slay {monster} with the Barbarian", _SLAY, "hand:barbarian", _TARGET),
    do.DriveBack: word("Drive {monster} back to the Forest", _HOLD, "hand:drive-back", _TARGET),
    do.TarIt: word("Tar {monster}", _HOLD, "hand:tar", _TARGET),
    do.Fortify: word("Fortify the wall of arc {arc}", _BUILD, "hand:fortify", "wall:{arc}"),
    do.Rebuild: word(
        "Build a wall in arc {arc} with Brick and Mortar",
        _BUILD,
        "hand:brick",
        "hand:mortar",
        "wall:{arc}",
    ),
    do.Missing: word("Missing: no new monsters this turn", _HOLD, "hand:missing"),
    do.DrawTwo: word("Draw 2 cards", _CARDS, "hand:draw-two"),
    do.Scavenge: word(
        "Scavenge {card} from the discards", _CARDS, "hand:scavenge", "discarded:{card}"
    ),
    do.EndPlay: _end_play,
    do.EndTrade: word("No trade: play cards", _ON, "end", at_once=True),
    do.Stop: word("Play no more tokens", _ON, "end", at_once=True),
    do.Open: _open,
    do.OpenAtRandom: word("Place them at random", _OPENING, "die", at_once=True),
    do.OwnTower: word(
        "Choose the tower of arc {arc} as yours", "Choose your tower", "tower:{arc}", at_once=True
    ),
    do.Exchange: _exchange,
    do.OfferTrade: word(
        "Offer {give} to {name} for {take}", "Trade", "hand:{give}", "card:{partner}:{take}"
    ),
    do.Accept: _accept,
    do.Counter: _counter,
    do.Decline: word("Decline", _ANSWER, "decline", at_once=True),
    do.Withdraw: word("Withdraw the offer", _ANSWER, "withdraw", at_once=True),
    do.TakeDamage: _take_damage,
    do.GiveUp: word("Discard {card}", "Discard a card", "hand:{card}"),
    do.Place: word(
        "Place {token} in the Forest of arc {arc}",
        "Place one monster",
        "token:{token}",
        "forest:{arc}",
    ),
    do.Play: word("Play {token}", "Play tokens", "token:{token}"),
}
