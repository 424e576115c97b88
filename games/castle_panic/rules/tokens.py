"""Monster tokens as they are drawn or played (ruling sheet, A turn, 6)."""

from games.castle_panic import components as box
from games.castle_panic.rules import cards, endings, monsters
from games.castle_panic.rules.run import Run, put, take
from games.castle_panic.state import Discards


def draw(run: Run) -> None:
    """Draw the next token of the queue and resolve it; tokens it calls for join the queue's end."""
    state = run.state
    state.queue -= 1
    token = run.chance.draw(state.pile, "tokens")
    take(state.pile, token)
    state.queue += box.DRAW_MORE.get(token, 0)
    run.tell("token", token=token)
    resolve(run, token)


def resolve(run: Run, token: str, arc: int | None = None) -> None:
    """Do what a token says. `arc`: where the Overlord puts a monster; None: the die decides.

    A token counts as one still to come until it is resolved: the last one can lose the game, too.
    """
    if token in box.MONSTERS:
        _arrive(run, token, arc)
    else:
        put(run.state.spent, token)
        _effect(run, token)
    if not run.over:
        endings.check_won(run)


def _arrive(run: Run, kind: box.MonsterKind, arc: int | None) -> None:
    where = run.chance.roll(6, "arc") if arc is None else arc
    monsters.place(run, kind, where, by_die=arc is None)
    if kind == "orc-warlord":
        colour = box.colour_of(where)
        run.tell("stirs", kind=kind, colour=colour)
        monsters.move_in(run, monsters.of_colour(run.state, colour))
    elif kind == "troll-mage":
        run.tell("stirs", kind=kind, colour=None)
        monsters.move_in(run, run.state.monsters)
    elif kind == "healer":
        _heal(run)


def _heal(run: Run) -> None:
    healed = [one for one in run.state.monsters if one.points < box.POINTS[one.kind]]
    for monster in healed:
        monster.points += 1
    run.tell("healed", count=len(healed))


def _effect(run: Run, token: str) -> None:
    if token == box.BOULDER:
        monsters.roll_boulder(run, run.chance.roll(6, "arc"))
    elif token in box.MOVES:
        monsters.move_in(run, monsters.of_colour(run.state, box.MOVES[token]))
    elif token in box.PLAGUES:
        _plague(run, box.PLAGUES[token])
    elif token == box.DISCARD:
        _everybody_discards(run)
    elif token == box.CLOCKWISE:
        monsters.move_round(run, 1)
    elif token == box.COUNTER:
        monsters.move_round(run, -1)


def _plague(run: Run, kinds: tuple[str, ...]) -> None:
    for seat in run.state.in_play:
        hand = run.state.players[seat].hand
        lost = [card for card in kinds for _ in range(hand.get(card, 0))]
        if lost:
            cards.discard(run, seat, lost)


def _everybody_discards(run: Run) -> None:
    seats = [seat for seat in run.state.in_play if run.state.players[seat].hand]
    if seats:
        run.state.pending.append(Discards(seats))
