"""The reasons why a touched target can't be part of a choice now."""

from collections.abc import Callable, Sequence

from games.burnt_to_ashes import components as box, words
from games.burnt_to_ashes.rules.decisions import REFUSALS
from games.burnt_to_ashes.state import Arranging, Battle, Naming, Placing, Spare, State
from games.plugin import Line, SeatName, line, lines
from games.plugin.why_not import touched, turn_of

_LANDS = "|".join(map(str, range(box.LANDS)))
TARGETS = (
    rf"(land|marker):({_LANDS})|land:random|card:[0-{box.ATTACKS - 1}]|gold:[x123]"
    rf"|seat:[0-{box.MAX_SEATS - 1}]|pile:({'|'.join(box.COUNTERS)})"
    r"|pass|buy|look|done|stop|spend|turn"
)


def not_yet(state: State, seat: int, picks: Sequence[str]) -> Line:
    name, player = SeatName(state.decider), state.players[seat]
    if isinstance(state.top, Battle):
        return line("{name}’s knight is fighting: wait for the end of the battle.", name=name)
    if state.pending or state.phase != "lay":
        return turn_of(state.decider)
    if player.laid is not None:
        return line("{name} lays gold now. You have had your turn in this attack.", name=name)
    if sum(player.hand):
        return line("{name} lays gold first: wait for your turn.", name=name)
    return line("{name} lays gold now. You have no gold cards left.", name=name)


def objection(state: State, seat: int, picks: Sequence[str]) -> Line | None:
    return _OBJECTIONS[state.question](state, seat, picks)


def _refused(code: str) -> Line:
    return line(REFUSALS[code])


def _claim(state: State, seat: int, picks: Sequence[str]) -> Line:
    if len(picks) > 1:
        return line("Claim one land at a time.")
    if not _lands(picks):
        return line("All the lands have to be claimed first.")
    return _refused("land-taken")


def _lands(picks: Sequence[str]) -> list[int]:
    return [int(name) for name in touched(picks, "land") if name.isdigit()]


def _own(state: State, seat: int, land: int) -> Line | None:
    if state.lands[land].burnt:
        return _refused("burnt")
    return None if state.lands[land].owner == seat else _refused("not-your-land")


def _place(state: State, seat: int, picks: Sequence[str]) -> Line:
    arms = words.piece(state.top.arms if isinstance(state.top, Placing) else "knight")
    lands = _lands(picks)
    if not lands or len(picks) > 1:
        return line("Choose one land of yours for the {arms}.", arms=arms)
    return _own(state, seat, lands[0]) or _refused("one-of-each")


def _stone(state: State, seat: int, picks: Sequence[str]) -> Line:
    if len(picks) > 1:
        return line("The stone goes on one card.")
    if not touched(picks, "card"):
        return line("First put the dragon stone on a card that is face down.")
    return _refused("card-open")


def _lay(state: State, seat: int, picks: Sequence[str]) -> Line:
    cards = touched(picks, "gold")
    if "pass" in picks:
        return line("Lay nothing, or take the cards you want to lay.")
    if len(cards) < len(picks):
        return line("It’s time to lay gold: choose cards from your hand.")
    if state.halfway:
        return line("Your cards with a value are laid: now you can only add Xs.")
    if "x" in cards and state.count == 1:
        return _refused("xs-alone")
    for worth, held in enumerate(state.players[seat].hand):
        if cards.count(words.gold_card(worth)) > held:
            return (
                lines(
                    "You hold only {n} card of that worth.",
                    "You hold only {n} cards of that worth.",
                    held,
                )
                if held
                else line("You hold no card of that worth.")
            )
    return _refused("xs-later")


def _buy(state: State, seat: int, picks: Sequence[str]) -> Line:
    lands = _lands(picks)
    deeds = [pick for pick in picks if pick in ("buy", "look")]
    if "done" in picks:
        return line("Done ends your purchases: it can’t be combined with anything else.")
    if state.purse < box.LOOK_PRICE:
        if state.players[seat].spent:
            return line("Your gold is spent: choose “Done”.")
        return line("You hold nothing but Xs, which buy nothing: choose “Done”.")
    if len(lands) + len(deeds) < len(picks):
        return line("Now gold buys counters and looks: choose one of your lands.")
    if len(lands) > 1 or len(deeds) > 1:
        return line("One thing at a time: buy one counter, or look at one pile.")
    if lands:
        if not_own := _own(state, seat, lands[0]):
            return not_own
        if not state.lands[lands[0]].pile:
            return _refused("pile-empty")
    if "buy" in deeds:
        price = box.COUNTER_PRICE
        return line("A counter costs {price}; you have {n} left.", price=price, n=state.purse)
    return _refused("too-dear")


def _spare(state: State, seat: int, picks: Sequence[str]) -> Line:
    if not picks[-1].startswith("marker:"):
        return line("You must remove one of the attack markers.")
    return line("Remove exactly one attack marker.") if picks[1:] else _refused("not-attacked")


def _arrange(state: State, seat: int, picks: Sequence[str]) -> Line:
    if picks[-1].startswith("pile:"):
        return _refused("wrong-counters")
    if isinstance(state.top, Arranging) and state.lands[state.top.land].alike:
        return line("Leave the pile as it is first: its counters are alike.")
    return line("Put the pile in order first: choose its counters, the new top first.")


_RIGHTS = {"stop": "no-shield-to-stop", "spend": "nothing-to-spend"}
_OBJECTIONS: dict[str | type, Callable[[State, int, Sequence[str]], Line]] = {
    "claim": _claim,
    "knights": _place,
    "stone": _stone,
    "lay": _lay,
    "xs": _lay,
    "buy": _buy,
    Battle: lambda state, seat, picks: (
        _refused(code)
        if (code := _RIGHTS.get(picks[-1]))
        else line("The battle has to be finished first.")
    ),
    Spare: _spare,
    Placing: _place,
    Arranging: _arrange,
    Naming: lambda state, seat, picks: _refused("not-tied"),
}
