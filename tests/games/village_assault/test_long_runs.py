"""The laws of the conformance suite over long runs: random players would soon retreat."""

from games.conformance import check
from games.plugin import Chance, Choice, Event, IllegalAction
from games.village_assault.actions import Action, Retreat
from games.village_assault.game import VillageAssault
from games.village_assault.state import State


class NoRetreat(VillageAssault):
    def legal_actions(self, state: State, seat: int) -> list[Action]:
        return [one for one in VillageAssault.legal_actions(state, seat) if one != Retreat()]

    def choices(self, state: State, seat: int) -> list[Choice[Action]]:
        return [one for one in VillageAssault.choices(state, seat) if one.action != Retreat()]

    def candidates(self, state: State, seat: int) -> list[Action]:
        return self.legal_actions(state, seat)

    def look(self, state: State, seat: int, *, quick: bool = False) -> list[tuple[Action, float]]:
        looks = VillageAssault.look(state, seat, quick=quick)
        return [one for one in looks if one[0] != Retreat()]

    def apply_action(self, state: State, seat: int, action: Action, chance: Chance) -> list[Event]:
        if action == Retreat() and state.phase == "assault":
            raise IllegalAction("game-over" if state.ending else "not-now")
        return VillageAssault.apply_action(state, seat, action, chance)


def test_long_runs_keep_all_laws() -> None:
    report = check(NoRetreat(), games=2, seed=2, limit=20)
    assert report.games == 4
    assert report.moments > 40
