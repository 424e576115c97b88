"""The reasons why a touched target can't be part of a choice now."""

from collections.abc import Callable, Sequence

from games.burnt_to_ashes import components as box, words
from games.burnt_to_ashes.rules import REFUSALS
from games.burnt_to_ashes.rules.decisions import deciding_seat
from games.burnt_to_ashes.state import Arranging, Battle, Naming, Placing, Spare, State
from games.plugin import Line, SeatName, line, lines, msg
from games.plugin.why_not import touched, turn_of


def _numbers(count: int) -> str:
    return "|".join(map(str, range(count)))


TARGETS = (
    rf"(land|marker):({_numbers(box.LANDS)})|land:random|card:({_numbers(box.ATTACKS)})|gold:[x123]"
    rf"|seat:({_numbers(box.MAX_SEATS)})|pile:({'|'.join(box.COUNTERS)})"
    r"|pass|buy|look|done|stop|spend|turn"
)


def not_yet(state: State, seat: int, picks: Sequence[str]) -> Line:
    """Return the seat that is waited for, and why."""
    deciding = deciding_seat(state)
    name = SeatName(deciding)
    if isinstance(state.top, Battle):
        return line("{name}’s knight is fighting: wait for the end of the battle.", name=name)
    if not state.pending and state.phase == "lay":
        return line(_LAYING[_share_of(state, seat)], name=name)
    return turn_of(deciding)


_LAYING = {
    "next": msg("{name} lays gold first: wait for your turn."),
    "laid": msg("{name} lays gold now. You have had your turn in this attack."),
    "out": msg("{name} lays gold now. You have no gold cards left."),
}


def _share_of(state: State, seat: int) -> str:
    """Whether another seat is still to lay gold, has laid it, or has none."""
    player = state.players[seat]
    if player.laid is not None:
        return "laid"
    return "next" if sum(player.hand) else "out"


def objection(state: State, seat: int, picks: Sequence[str]) -> Line | None:
    """Return the rules' objection to these picks."""
    if state.top:
        return _ANSWERS[type(state.top)](state, seat, picks)
    return _PHASES[state.phase](state, seat, picks)


def _refused(code: str) -> Line:
    return line(REFUSALS[code])


def _land_of(pick: str) -> int | None:
    kind, _, name = pick.partition(":")
    return int(name) if kind == "land" and name.isdigit() else None


def _claim(state: State, seat: int, picks: Sequence[str]) -> Line:
    land = _land_of(picks[-1])
    if len(picks) > 1:
        return line("Claim one land at a time.")
    if land is None:
        return line("All the lands have to be claimed first.")
    return _refused("land-taken")


def _own(state: State, seat: int, land: int) -> Line | None:
    if state.lands[land].burnt:
        return _refused("burnt")
    return None if state.lands[land].owner == seat else _refused("not-your-land")


def _place(state: State, seat: int, picks: Sequence[str]) -> Line:
    arms = words.piece(state.top.arms if isinstance(state.top, Placing) else "knight")
    land = _land_of(picks[-1])
    if land is None or len(picks) > 1:
        return line("Choose one land of yours for the {arms}.", arms=arms)
    return _own(state, seat, land) or _refused("one-of-each")


def _stone(state: State, seat: int, picks: Sequence[str]) -> Line:
    if len(picks) > 1:
        return line("The stone goes on one card.")
    if not touched(picks, "card"):
        return line("First put the dragon stone on a card that is face down.")
    return _refused("card-open")


def _lay(state: State, seat: int, picks: Sequence[str]) -> Line:
    if "pass" in picks:
        return line("Lay nothing, or take the cards you want to lay.")
    cards = touched(picks, "gold")
    if len(cards) < len(picks):
        return line("It’s time to lay gold: choose cards from your hand.")
    if state.halfway:
        return line("Your values are laid: now only Xs can follow.")
    if "x" in cards and state.count == 1:
        return _refused("xs-alone")
    hand = state.players[seat].hand
    for worth in box.WORTHS:
        card = words.gold_card(worth)
        if cards.count(card) > hand[worth]:
            if not hand[worth]:
                return line("You hold no card of that worth.")
            return lines(
                "You hold only {n} card of that worth.",
                "You hold only {n} cards of that worth.",
                hand[worth],
            )
    return _refused("xs-later")


def _buy(state: State, seat: int, picks: Sequence[str]) -> Line:
    lands = [land for land in map(_land_of, picks) if land is not None]
    deeds = [pick for pick in picks if pick in ("buy", "look")]
    if "done" in picks:
        return line("Done ends your purchases: it can’t be combined with anything else.")
    if state.purse < box.LOOK_PRICE:
        return _broke(state, seat)
    if len(lands) + len(deeds) < len(picks):
        return line("Now gold buys counters and looks: choose one of your lands.")
    if len(lands) > 1 or len(deeds) > 1:
        return line("One thing at a time: buy one counter, or look at one pile.")
    if lands:
        not_own = _own(state, seat, lands[0])
        if not_own is not None:
            return not_own
        if not state.lands[lands[0]].pile:
            return _refused("pile-empty")
    return _too_dear(state, deeds)


def _broke(state: State, seat: int) -> Line:
    if state.players[seat].spent:
        return line("Your gold is spent: all that is left to say is “Done”.")
    return line("You hold nothing but Xs, which buy nothing: all that is left to say is “Done”.")


def _too_dear(state: State, deeds: list[str]) -> Line:
    if "buy" in deeds:
        text = "A counter costs {price}; you have {n} left."
        return lines(text, text, state.purse, price=box.COUNTER_PRICE)
    return _refused("too-dear")


def _battle(state: State, seat: int, picks: Sequence[str]) -> Line:
    if picks[-1] == "stop":
        return _refused("no-shield-to-stop")
    if picks[-1] == "spend":
        return _refused("nothing-to-spend")
    return line("The battle has to be finished first.")


def _spare(state: State, seat: int, picks: Sequence[str]) -> Line:
    if picks[-1].startswith("marker:"):
        if len(picks) > 1:
            return line("Remove exactly one attack marker.")
        return _refused("not-attacked")
    return line("You must remove one of the attack markers.")


def _arrange(state: State, seat: int, picks: Sequence[str]) -> Line:
    top = state.top
    if not picks[-1].startswith("pile:"):
        if isinstance(top, Arranging) and state.lands[top.land].alike:
            return line("Leave the pile as it is first: its counters are alike.")
        return line("Put the pile in order first: choose its counters, the new top first.")
    return _refused("wrong-counters")


Objection = Callable[[State, int, Sequence[str]], Line]
_PHASES: dict[str, Objection] = {
    "claim": _claim,
    "knights": _place,
    "stone": _stone,
    "lay": _lay,
    "buy": _buy,
}
_ANSWERS: dict[type, Objection] = {
    Battle: _battle,
    Spare: _spare,
    Placing: _place,
    Arranging: _arrange,
    Naming: lambda state, seat, picks: _refused("not-tied"),
}
