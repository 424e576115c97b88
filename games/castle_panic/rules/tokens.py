"""Monster tokens, drawn or played (ruling sheet, A turn, 6)."""

from games.castle_panic import components as box
from games.castle_panic.rules import cards, monsters
from games.castle_panic.rules.run import Run
from games.castle_panic.state import Discards, Monster
from games.plugin import bags


def draw(run: Run) -> None:
    """Draw and resolve the next token of the queue; tokens it calls for join the queue."""
    state = run.state
    state.queue -= 1
    token = run.chance.draw(state.pile, "tokens")
    bags.take(state.pile, token)
    state.queue += box.DRAW_MORE.get(token, 0)
    run.tell("token", token=token)
    resolve(run, token)


def resolve(run: Run, token: str, arc: int | None = None) -> None:
    """Apply a token. `arc`: where the Overlord places a monster; None: the die decides.

    A token counts as outstanding until it is resolved: even the last one can lose the game.
    """
    if token in box.MONSTERS:
        _arrive(run, token, arc)
    else:
        bags.put(run.state.spent, token)
        _effect(run, token)
    run.check_won()


def _arrive(run: Run, kind: box.MonsterKind, arc: int | None) -> None:
    state = run.state
    where = run.chance.roll(6, "arc") if arc is None else arc
    state.monsters.append(Monster(kind, box.POINTS[kind], box.FOREST, where))
    run.tell("monster", kind=kind, arc=where, rolled=arc is None)
    if kind in ("orc-warlord", "troll-mage"):
        color = box.color_of(where) if kind == "orc-warlord" else None
        stirred = monsters.of_color(state.monsters, color) if color else state.monsters
        run.tell("stirs", kind=kind, colour=color)  # as records spell it
        monsters.move(run, monsters.march(stirred, state.walls))
    elif kind == "healer":
        hurt = [one for one in state.monsters if one.points < box.POINTS[one.kind]]
        for monster in hurt:
            monster.points += 1
        run.tell("healed", count=len(hurt))


def _effect(run: Run, token: str) -> None:
    hands = {seat: run.state.players[seat].hand for seat in run.state.in_play}
    if token == box.BOULDER:
        monsters.roll_boulder(run, run.chance.roll(6, "arc"))
    elif token in box.MOVES or token in box.TURNS:
        monsters.move(run, monsters.sent(token, run.state.monsters, run.state.walls))
    elif token in box.PLAGUES:
        for seat, hand in hands.items():
            lost = [card for card in box.PLAGUES[token] for _ in range(hand.get(card, 0))]
            if lost:
                cards.discard(run, seat, lost)
    elif token == box.DISCARD and any(hands.values()):
        run.state.pending.append(Discards([seat for seat, hand in hands.items() if hand]))
