"""The reasons why a touched target can't be part of a choice now."""

from collections import Counter
from collections.abc import Sequence

from games.burn_my_village import components as box, words
from games.burn_my_village.catalog import CARDS
from games.burn_my_village.rules import REFUSALS
from games.burn_my_village.state import Player, State
from games.plugin import Line, line, lines, listed, msg
from games.plugin.why_not import touched

TARGETS = (
    rf"deck|hand:({'|'.join(box.KINDS)})|token:({'|'.join(box.TREASURES)})"
    rf"|stall:({'|'.join(map(str, box.STALL_COSTS))})"
)


def objection(state: State, seat: int, picks: Sequence[str]) -> Line | None:
    """Return the rules' objection to these picks."""
    if "deck" in picks:
        return line("Drawing is a whole turn: it can’t be combined with anything else.")
    player, cards = state.players[seat], Counter(touched(picks, "hand"))
    for kind, count in cards.items():
        held = player.hand[kind]
        if not held:
            return line("You hold no {cards}.", cards=CARDS[kind].plural)
        if count > held:
            return line("You hold only {cards}.", cards=words.counted(kind, held))
    tokens, stalls = touched(picks, "token"), touched(picks, "stall")
    if len(stalls) > 1:
        return line("You can only visit one stall a turn.")
    if not stalls:
        return _bribe(player, cards, tokens)
    stall = int(stalls[0])
    if not state.stalls[stall]:
        return line(REFUSALS["empty-stall"])
    return _visit(player, stall, cards, tokens)


def _visit(player: Player, stall: int, cards: Counter[str], tokens: list[str]) -> Line | None:
    if stall == 0:
        return line("This stall is free: it takes no payment and curses nothing.")
    if cards.total() > stall:
        return lines(
            "Stall {stall} costs exactly {n} card; you have chosen {chosen}.",
            "Stall {stall} costs exactly {n} cards; you have chosen {chosen}.",
            stall,
            stall=stall,
            chosen=cards.total(),
        )
    if player.hand_size < stall:
        return lines(
            "Stall {stall} costs {n} card; you don’t hold that many.",
            "Stall {stall} costs {n} cards; you don’t hold that many.",
            stall,
            stall=stall,
        )
    if player.hand[box.WILD] == player.hand_size or cards[box.WILD] == stall:
        return line(REFUSALS["coins-only"])
    if not tokens:
        return None
    if len(tokens) > 1:
        return line("A visit curses one treasure.")
    if not cards[tokens[0]]:
        return line(REFUSALS["curse-unpaid"])
    text = msg("You aren’t paying with any other treasure, so the {treasure} is cursed anyway.")
    return line(text, treasure=CARDS[tokens[0]].word)


def _bribe(player: Player, cards: Counter[str], tokens: list[str]) -> Line:
    kinds = [kind for kind in box.TREASURES if cards[kind]]
    bribed = [kind for kind in box.TREASURES if player.has_bribed(kind)]
    if not cards:
        return line("Tokens move through bribes and curses: choose cards from your hand first.")
    if not kinds and not tokens:
        return line(REFUSALS["wilds-alone"])
    if not kinds and tokens[0] not in bribed:
        return line(
            "Coins alone can’t start a bribe: add {treasure}, or lay them on a bribe you have.",
            treasure=CARDS[tokens[0]].one,
        )
    if tokens:
        return line("That token doesn’t go with the cards you have chosen.")
    *others, last = [CARDS[kind].plural for kind in kinds]
    return line(
        "A bribe is one kind of treasure, with or without coins: drop the {these} or the {those}.",
        these=listed(others),
        those=last,
    )
