"""Who plays which part: what was asked for, and the rest by the deal's chance."""

from games.matches.models import Match
from games.matches.play.actions import services
from games.matches.record import selectors
from tests.games.matches.conftest import verified


def begun(person, siege: str, *wishes: str, mode: str = "siege") -> Match:
    players = [services.Player(user=person(), role=wish) for wish in wishes]
    deal = services.open_deal()
    return services.start_match(game=siege, options={"mode": mode}, players=players, deal=deal)


def parts(match: Match) -> list[str]:
    return [seat.role for seat in match.seats.all()]


def test_the_rest_is_chance_and_everybody_may_get_it(person, siege):
    seen = [tuple(parts(begun(person, siege, "", "gardener", "", ""))) for _ in range(24)]
    assert {match.index("dragon") for match in seen} == {0, 2, 3}
    assert all(sorted(match) == ["", "", "dragon", "gardener"] for match in seen)


def test_wishes_come_true_and_a_part_asked_for_twice_goes_to_the_first(person, siege):
    assert parts(begun(person, siege, "", "dragon", "gardener", "")) == [
        "",
        "dragon",
        "gardener",
        "",
    ]
    cast = parts(begun(person, siege, "dragon", "dragon", ""))
    assert cast[0] == "dragon"
    assert sorted(cast) == ["", "dragon", "gardener"]
    match = begun(person, siege, "", "", "", mode="peace")
    assert (parts(match), match.seating["roles"]) == (["", "", ""], [])


def test_the_team_of_whoever_gives_up_is_the_one_of_their_part(person, siege):
    match = begun(person, siege, "", "", "dragon")
    assert selectors.format_of(match).teams == (1, 1, 0)
    services.resign(public_id=match.public_id, user=match.seats.get(role="dragon").user)
    assert [seat.outcome for seat in match.seats.all()] == ["won", "won", "lost"]
    verified(match)
