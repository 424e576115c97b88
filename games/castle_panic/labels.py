"""The legal actions as people pick them: words, targets and previews.

`why_not.TARGETS` lists the targets: `card:<seat>:<card>` is a partner's, `token:<kind>` the
Overlord's, `orc:<arc>` and `troll:<arc>` are there before the first turn.
"""

from msgspec.structs import replace

from games.castle_panic import actions, words
from games.castle_panic.actions import Action, Target, target_of
from games.castle_panic.catalog import NAMES
from games.castle_panic.components import CASTLE, SWORDSMAN
from games.castle_panic.previews import preview
from games.castle_panic.rules import legal_actions
from games.castle_panic.rules.plays import cards_of, plays
from games.castle_panic.state import Damage, State
from games.plugin import Choice, SeatName, line, lines, msg
from games.plugin.telling import Vocabulary, Worded, Wording, by_action, word, worded

# What incomplete picks lack, by the families already picked.
MISSING = {
    "hand": line("a card from your hand"),
    "card+hand": line("the card you give for it"),
    "card": line("the card you want for it"),
    "discarded": line("a card from the discards"),
    "monster": line("a monster"),
    "wall": line("the wall to build"),
    "token": line("a token"),
    "forest": line("the Forest of an arc"),
    "orc": line("the arc of an Orc"),
    "troll": line("the arc of the Troll"),
}

_HITS = line("Hit a monster")
_SLAY = line("Slay a monster")
_HOLD = line("Hold off monsters")
_BUILD = line("Build")
_CARDS = line("More cards")
_ON = line("Go on")
_ANSWER = line("Answer")
_OPENING = line("Place the first monsters")
_TARGET = "{target.touch}"


def choices(state: State, seat: int) -> list[Choice[Action]]:
    """Return every legal action with label, group, picks and preview, in the rules' order."""
    return [
        replace(choice, preview=preview(state, seat, choice.action))
        for choice in bare_choices(state, seat)
    ]


def bare_choices(state: State, seat: int) -> list[Choice[Action]]:
    return [worded(state, action, _WORDINGS, _VOCABULARY) for action in legal_actions(state, seat)]


@by_action
def _hit(action: actions.Hit) -> Wording:
    if not action.nice_shot:
        return word("Hit {monster} with {card}", _HITS, "hand:{card}", _TARGET)
    label = msg("Slay {monster} with {card} and Nice Shot")
    return word(label, _SLAY, "hand:{card}", "hand:nice-shot", _TARGET)


@by_action
def _all_for_one(action: actions.AllForOne) -> Wording:
    monster, used = words.monster(action.target), words.all_called(cards_of(action))
    label = line("Slay {monster} with {cards}", monster=monster, cards=used)
    return word(label, _SLAY, *(f"hand:{card}" for card in cards_of(action)), _TARGET)


def _end_play(state: State, action: actions.EndPlay) -> Wording:
    left = plays(state)
    at_monsters = actions.Hit | actions.AllForOne | actions.Barbarian
    hits = {play.target for play in left if isinstance(play, at_monsters)}
    if hits:
        label = lines(
            "End the turn: the monsters move (you can still hit {n} monster)",
            "End the turn: the monsters move (you can still hit {n} monsters)",
            sum(target_of(monster) in hits for monster in state.monsters),
        )
    else:
        label = lines(
            "End the turn: the monsters move (you can still play {n} card)",
            "End the turn: the monsters move (you can still play {n} cards)",
            len({card for play in left for card in cards_of(play)}),
        )
    return word(label, _ON, "end", at_once=True)


@by_action
def _open(action: actions.Open) -> Wording:
    one, other = (arc for arc, kind in enumerate(action.arcs, 1) if kind == "orc")
    troll = action.arcs.index("troll") + 1
    text = msg("Orcs in arcs {one} and {other}, the troll in arc {troll}, goblins in the rest")
    label = line(text, one=one, other=other, troll=troll)
    return word(label, _OPENING, f"troll:{troll}", f"orc:{one}", f"orc:{other}")


@by_action
def _exchange(action: actions.Exchange) -> Wording:
    n = len(action.cards)
    if not n:
        return word("Keep all cards", _ON, "keep", at_once=True)
    label = lines("Discard {cards} and draw {n} card", "Discard {cards} and draw {n} cards", n)
    return word(label, "Exchange cards", "hand:{cards}")


def _accept(state: State, action: actions.Accept) -> Wording:
    offer = state.open_offer
    give, take = (offer.give, offer.take) if offer.countered else (offer.take, offer.give)
    words_of = {"give": NAMES[give], "take": NAMES[take]}
    label = line("Accept: give {give}, get {take}", **words_of)
    return word(label, _ANSWER, "accept", at_once=True)


def _counter(state: State, action: actions.Counter) -> Wording:
    label = line("Ask instead: give {take}, get {give}")
    return word(label, _ANSWER, "hand:{take}", f"card:{state.active}:{action.give}")


def _take_damage(state: State, action: actions.TakeDamage) -> Wording:
    pending = state.pending[-1]
    assert isinstance(pending, Damage)
    ring = SWORDSMAN if pending.group.line == "wall" else CASTLE
    target = Target(pending.group.arc, ring, action.kind, action.points)
    label = line("{monster} takes the damage", monster=words.monster(target))
    return word(label, "Choose who is hurt", target.touch)


# -- every action ---------------------------------------------------------------------------------

_VOCABULARY: Vocabulary = {
    **words.VOCABULARY,
    "name": ("partner", SeatName),
    "monster": ("target", words.monster),
}
_WORDINGS: dict[type, Worded[State]] = {
    actions.Hit: _hit,
    actions.AllForOne: _all_for_one,
    actions.Barbarian: word("Slay {monster} with the Barbarian", _SLAY, "hand:barbarian", _TARGET),
    actions.DriveBack: word(
        "Drive {monster} back to the Forest", _HOLD, "hand:drive-back", _TARGET
    ),
    actions.TarIt: word("Tar {monster}", _HOLD, "hand:tar", _TARGET),
    actions.Fortify: word("Fortify the wall of arc {arc}", _BUILD, "hand:fortify", "wall:{arc}"),
    actions.Rebuild: word(
        "Build a wall in arc {arc} with Brick and Mortar",
        _BUILD,
        "hand:brick",
        "hand:mortar",
        "wall:{arc}",
    ),
    actions.Missing: word("Missing: no new monsters this turn", _HOLD, "hand:missing"),
    actions.DrawTwo: word("Draw 2 cards", _CARDS, "hand:draw-two"),
    actions.Scavenge: word(
        "Scavenge {card} from the discards", _CARDS, "hand:scavenge", "discarded:{card}"
    ),
    actions.EndPlay: _end_play,
    actions.EndTrade: word("No trade: play cards", _ON, "end", at_once=True),
    actions.Stop: word("Play no more tokens", _ON, "end", at_once=True),
    actions.Open: _open,
    actions.OpenAtRandom: word("Place them at random", _OPENING, "die", at_once=True),
    actions.OwnTower: word(
        "Choose the tower of arc {arc} as yours", "Choose your tower", "tower:{arc}", at_once=True
    ),
    actions.Exchange: _exchange,
    actions.OfferTrade: word(
        "Offer {name} {give} for {take}", "Trade", "hand:{give}", "card:{partner}:{take}"
    ),
    actions.Accept: _accept,
    actions.Counter: _counter,
    actions.Decline: word("Decline", _ANSWER, "decline", at_once=True),
    actions.Withdraw: word("Withdraw the offer", _ANSWER, "withdraw", at_once=True),
    actions.TakeDamage: _take_damage,
    actions.GiveUp: word("Discard {card}", "Discard a card", "hand:{card}"),
    actions.Place: word(
        "Place {token} in the Forest of arc {arc}",
        "Place one monster",
        "token:{token}",
        "forest:{arc}",
    ),
    actions.Play: word("Play {token}", "Play tokens", "token:{token}"),
}
