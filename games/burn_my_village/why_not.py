"""Why a touched target can't be part of a choice now, in a friendly sentence."""

from collections import Counter
from collections.abc import Sequence

from games.burn_my_village import components as box
from games.burn_my_village import words
from games.burn_my_village.rules import REFUSALS
from games.burn_my_village.state import Player, State
from games.plugin import Line, line, lines, listed
from games.plugin.why_not import touched

TARGETS = (
    rf"deck|hand:({'|'.join(box.KINDS)})|token:({'|'.join(box.TREASURES)})"
    rf"|stall:({'|'.join(map(str, box.STALL_COSTS))})"
)


def objection(state: State, seat: int, picks: Sequence[str]) -> Line | None:
    """What the rules of bribes and visits hold against these picks."""
    chosen = _Chosen(state.players[seat], picks)
    if "deck" in picks:
        return line("Drawing is a whole turn: it can't be combined with anything else.")
    if said := _held(chosen):
        return said
    if chosen.stalls:
        return _stalls(state, chosen)
    return _tokens(chosen) if chosen.tokens else _cards(chosen)


class _Chosen:
    """The picks sorted by what they are."""

    def __init__(self, player: Player, picks: Sequence[str]) -> None:
        self.player = player
        self.cards = Counter(touched(picks, "hand"))
        self.kinds = [kind for kind in box.TREASURES if self.cards[kind]]
        self.stalls = [int(stall) for stall in touched(picks, "stall")]
        self.tokens = touched(picks, "token")


def _held(chosen: _Chosen) -> Line | None:
    for kind, count in chosen.cards.items():
        held = chosen.player.hand[kind]
        if not held:
            return line("You hold no {cards}.", cards=words.plural(kind))
        if count > held:
            return line("You hold only {cards}.", cards=words.counted(kind, held))
    return None


def _stalls(state: State, chosen: _Chosen) -> Line | None:
    if len(chosen.stalls) > 1:
        return line("You can only visit one stall a turn.")
    stall = chosen.stalls[0]
    if not state.stalls[stall]:
        return line(REFUSALS["empty-stall"], stall=stall)
    if stall == 0:
        return line("This stall is free: it takes no payment and curses nothing.")
    if chosen.cards.total() > stall:
        return lines(
            "Stall {stall} costs exactly {n} card; you have chosen {chosen}.",
            "Stall {stall} costs exactly {n} cards; you have chosen {chosen}.",
            stall,
            stall=stall,
            chosen=chosen.cards.total(),
        )
    return _payment(stall, chosen)


def _payment(stall: int, chosen: _Chosen) -> Line | None:
    hand = chosen.player
    if hand.hand_size < stall:
        return lines(
            "Stall {stall} costs {n} card; you don't hold that many.",
            "Stall {stall} costs {n} cards; you don't hold that many.",
            stall,
            stall=stall,
        )
    if hand.hand[box.WILD] == hand.hand_size or chosen.cards[box.WILD] == stall:
        return line(REFUSALS["coins-only"])
    if not chosen.tokens:
        return None
    token = chosen.tokens[0]
    if len(chosen.tokens) > 1:
        return line("A visit curses one treasure.")
    if token not in chosen.kinds:
        return line(REFUSALS["curse-unpaid"])
    return line(
        "You aren't paying with any other treasure, so the {treasure} is cursed anyway.",
        treasure=words.word(token),
    )


def _tokens(chosen: _Chosen) -> Line:
    token = chosen.tokens[0]
    if not chosen.cards:
        return line("Tokens move through bribes and curses: choose cards from your hand first.")
    bribed = [kind for kind in box.TREASURES if chosen.player.has_bribed(kind)]
    if not chosen.kinds and token not in bribed:
        return line(
            "Coins alone can't start a bribe: add {treasure}, or lay them on a bribe you have.",
            treasure=words.one(token),
        )
    if chosen.kinds == [token]:
        return line("A bribe moves its own token: you don't need to choose it.")
    return line("That token doesn't go with the cards you have chosen.")


def _cards(chosen: _Chosen) -> Line:
    if not chosen.kinds:
        return line("Coins alone can't start a bribe or pay at a stall: add a treasure.")
    last = chosen.kinds[-1]
    others = [words.plural(kind) for kind in chosen.kinds[:-1]]
    return line(
        "A bribe is one kind of treasure, with or without coins: drop the {these} or the {those}.",
        these=listed(others),
        those=words.plural(last),
    )
