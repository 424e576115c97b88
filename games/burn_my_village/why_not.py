"""Why a touched target can't be part of a choice now, in a friendly sentence."""

from collections import Counter
from collections.abc import Sequence

from games.burn_my_village import labels, rules, words
from games.burn_my_village.components import KINDS, STALL_COSTS, TREASURES, WILD
from games.burn_my_village.state import Player, State
from games.plugin import Line, SeatName, line, lines, listed

_TARGETS = {
    "deck",
    *(f"hand:{kind}" for kind in KINDS),
    *(f"token:{treasure}" for treasure in TREASURES),
    *(f"stall:{stall}" for stall in STALL_COSTS),
}


def why_not(state: State, seat: int, picks: Sequence[str]) -> Line | None:
    """What stands against these picks, the last of them touched just now; None: nothing does."""
    if state.ending:
        return line("The game is over.")
    if seat != state.to_move:
        return line("{name} is to move: wait for your turn.", name=SeatName(state.to_move))
    wanted = Counter(picks)
    if any(wanted <= Counter(labels.picks(a)) for a in rules.legal_actions(state, seat)):
        return None
    if not _TARGETS.issuperset(wanted):
        return line("There is nothing to do with that.")
    chosen = _Chosen(state.players[seat], picks)
    for objection in (_whole_turn, _held, _stalls, _tokens, _cards):
        sentence = objection(state, chosen)
        if sentence is not None:
            return sentence
    return line("That doesn't go with what you have chosen.")


class _Chosen:
    """The picks sorted by what they are."""

    def __init__(self, player: Player, picks: Sequence[str]) -> None:
        named = [pick.partition(":")[::2] for pick in picks]
        self.player = player
        self.deck = "deck" in picks
        self.cards = Counter(name for what, name in named if what == "hand")
        self.kinds = [kind for kind in TREASURES if self.cards[kind]]
        self.size = self.cards.total()
        self.stalls = [int(name) for what, name in named if what == "stall"]
        self.tokens = [name for what, name in named if what == "token"]


def _whole_turn(state: State, chosen: _Chosen) -> Line | None:
    if not chosen.deck:
        return None
    return line("Drawing is a whole turn: it goes with nothing else.")


def _held(state: State, chosen: _Chosen) -> Line | None:
    for kind, count in chosen.cards.items():
        held = chosen.player.hand[kind]
        if not held:
            return line("You hold no {cards}.", cards=words.plural(kind))
        if count > held:
            return line("You hold only {cards}.", cards=words.counted(kind, held))
    return None


def _stalls(state: State, chosen: _Chosen) -> Line | None:
    if not chosen.stalls:
        return None
    if len(chosen.stalls) > 1:
        return line("You can visit one stall a turn.")
    stall = chosen.stalls[0]
    if not state.stalls[stall]:
        return line("Stall {stall} is empty: there is nothing to take.", stall=stall)
    if stall == 0:
        return line("This stall is free: it takes no payment and curses nothing.")
    if chosen.size > stall:
        return _too_many(stall, chosen.size)
    return _payment(stall, chosen)


def _too_many(stall: int, size: int) -> Line:
    return lines(
        "Stall {stall} costs exactly {n} card; you have chosen {chosen}.",
        "Stall {stall} costs exactly {n} cards; you have chosen {chosen}.",
        stall,
        stall=stall,
        chosen=size,
    )


def _payment(stall: int, chosen: _Chosen) -> Line | None:
    hand = chosen.player
    if hand.hand_size < stall:
        return lines(
            "Stall {stall} costs {n} card; you don't hold that many.",
            "Stall {stall} costs {n} cards; you don't hold that many.",
            stall,
            stall=stall,
        )
    if hand.hand[WILD] == hand.hand_size or chosen.cards[WILD] == stall:
        return line("Coins alone never pay a stall: at least one treasure must be among them.")
    if not chosen.tokens:
        return None
    token = chosen.tokens[0]
    if len(chosen.tokens) > 1:
        return line("A visit curses one treasure.")
    if token not in chosen.kinds:
        return line("Only a treasure you pay with can be cursed.")
    return line(
        "You pay with no other treasure, so the {treasure} is cursed anyway.",
        treasure=words.word(token),
    )


def _tokens(state: State, chosen: _Chosen) -> Line | None:
    if not chosen.tokens or chosen.stalls:
        return None
    token = chosen.tokens[0]
    if not chosen.cards:
        return line("A token moves by bribes and curses: choose cards from your hand first.")
    if not chosen.kinds and not _has_bribed(chosen.player, token):
        return line(
            "Coins alone can't open a bribe: add {treasure}, or lay them on a bribe you have.",
            treasure=words.one(token),
        )
    if chosen.kinds == [token]:
        return line("A bribe moves its own token: there is no need to choose it.")
    return line("That token doesn't go with the cards you have chosen.")


def _cards(state: State, chosen: _Chosen) -> Line | None:
    if chosen.stalls or chosen.tokens:
        return None
    if not chosen.kinds:
        return line("Coins alone can't open a bribe or pay a stall: add a treasure.")
    last = chosen.kinds[-1]
    others = [words.plural(kind) for kind in chosen.kinds[:-1]]
    return line(
        "A bribe is one kind of treasure, with or without coins: leave the {these} or the {those}.",
        these=listed(others),
        those=words.plural(last),
    )


def _has_bribed(player: Player, treasure: str) -> bool:
    return any(player.has_bribed(kind) for kind in TREASURES if kind == treasure)
