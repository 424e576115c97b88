"""Every sentence of a match: what can be chosen, who is asked, what happened."""

from games.plugin import Choice, Line, Motion, Narration, SeatName, SeenEvent, Viewer, line, lines
from tests.rulesets.midnight_cookies.actions import Move
from tests.rulesets.midnight_cookies.components import KINDS
from tests.rulesets.midnight_cookies.rules import active_seats, feast, legal_actions, over
from tests.rulesets.midnight_cookies.state import Position


def choices(state: Position, seat: int) -> list[Choice[Move]]:
    return [_choice(state, action) for action in legal_actions(state, seat)]


def _choice(state: Position, action: Move) -> Choice[Move]:
    """`preview` is what board.js shows of it: what the animal would take if it came alone."""
    (cookies,) = feast([action.animal], state.plate)
    label = line("Send: {animal}", animal=line(KINDS[action.animal].title))
    picks, preview = (f"hand:{action.animal}",), {"cookies": cookies}
    return Choice(action, label, line("Your animals"), picks, preview=preview)


def prompt(state: Position, viewer: Viewer) -> Line:
    if over(state):
        return line("The cookies are gone.")
    waiting = sorted(active_seats(state))
    if viewer in waiting:
        return line("Your turn: send an animal to the plate.")
    if len(waiting) == 1:
        return line("{player} is choosing an animal.", player=SeatName(waiting[0]))
    return lines("{n} player is choosing.", "{n} players are choosing.", len(waiting))


def narrate(event: SeenEvent) -> Narration | None:
    data = event.data
    if event.type == "baked":
        told = line("The die shows {die}. Cookies on the plate: {plate}.", **data)
        return Narration(told, hold=1.5)
    player, seat = SeatName(data["seat"]), data["seat"]
    if event.type == "sent":
        told = line("{player} has sent an animal.", player=player)
        card = data.get("animal", "card")
        return Narration(told, (Motion(card, f"hand:{seat}", f"sent:{seat}"),))
    animal = line(KINDS[data["animal"]].title)
    ate = lines("{n} cookie", "{n} cookies", data["cookies"])
    told = line("{player}'s {animal} takes {cookies}.", player=player, animal=animal, cookies=ate)
    return Narration(told, (Motion(data["animal"], f"sent:{seat}", "visits", then=True),))
