"""Rules that are mended while matches go on: each is played, told and kept by its own version."""

import io
from pathlib import Path

import pytest
from django.core import checks
from django.core.management import CommandError, call_command
from django.test import Client
from msgspec import structs
from msgspec.structs import replace

from games.matches import errors
from games.matches.checks import check_versions
from games.matches.models import Checkpoint, Match
from games.matches.page import missed_steps
from games.matches.record import restore, selectors, states, versions
from games.matches.review import actions
from games.plugin import SPECTATOR, registry
from games.plugin.codec import canonical_json, plain
from games.protocol.record_file import load_record
from games.protocol.verification import verify_record
from tests.games.matches.conftest import forget, legal, look, play, play_on, user_to_move
from tests.games.matches.test_commands import said
from tests.rulesets.mended import Mended, MendedPosition, OnlyNew, OnlyOld
from tests.support.log_in import logged_in
from toolbox import memory

pytestmark = pytest.mark.django_db

SLUG = Mended.meta.slug
ROLL = {"type": "roll"}
MENDED_LINE = "has laid and rolls a"


@pytest.fixture
def install():
    """Puts a ruleset of that slug in the place of the one before: a deploy, all begins anew."""

    def make(game):
        swap(game)
        memory.forget_words()

    yield make
    registry.unregister(SLUG)


@pytest.fixture
def old(begin, person, install) -> Match:
    """A match of amber and birch that began before the rules were mended."""
    install(OnlyOld())
    match = begin(person("amber"), person("birch"), game=SLUG, first=0)
    install(Mended())
    return match


@pytest.fixture
def new(begin, person, old) -> Match:
    """One of cedar and dune that began since."""
    return begin(person("cedar"), person("dune"), game=SLUG, first=0)


def swap(game):
    registry.unregister(SLUG)
    registry.register(game)


def address(match: Match) -> str:
    return f"/matches/{match.public_id}/"


def played_out(match: Match) -> Match:
    """Everyone rolls where they may, and else does the last thing in their list."""
    return play_on(match, choose=lambda listed: ROLL if ROLL in listed else listed[-1]).match


def saved(match: Match, folder: Path) -> Path:
    """The record of a match that is over, as anyone downloads it."""
    answer = Client().get(f"/api{address(match)}record/")
    assert answer.status_code == 200
    path = folder / "record.json"
    path.write_bytes(answer.content)
    return path


def test_each_match_has_the_version_it_began_under_and_is_judged_by_it(old, new):
    assert (old.rules_version, new.rules_version) == (1, 2)
    assert [look(match).game.meta.rules_version for match in (old, new)] == [1, 2]
    assert look(old).state.rules_version == 1
    assert Client().get(f"/api/games/{SLUG}/").json()["rules_version"] == 2, "the newest"
    for match, offers in ((old, True), (new, False)):
        client = logged_in(user_to_move(look(match)))
        page = client.get(address(match)).content.decode()
        assert ("Roll the die" in page) == offers
        shown = client.get(f"/api{address(match)}").json()
        assert (ROLL in [choice["action"] for choice in shown["actions"]]) == offers
    assert play(old, action=ROLL).version == 1
    with pytest.raises(errors.Illegal):
        play(new, action=ROLL)


def test_a_computer_player_thinks_by_the_matchs_own_rules(begin, person, install, committed):
    install(OnlyOld())
    before = begin(person(), "easy", game=SLUG, first=0)
    install(Mended())
    since = begin(person(), "easy", game=SLUG, first=0)
    for match, first in ((before, "roll"), (since, "lay")):
        while not match.steps.filter(actor="ai:easy").exists():
            with committed():
                shown = look(match)
                choices = legal(shown, user_to_move(shown))
                play(match, action=ROLL if ROLL in choices else choices[-1])
        kinds = match.steps.filter(actor="ai:easy").values_list("action__type", flat=True)
        assert next(kind for kind in kinds if kind in ("roll", "lay")) == first


def test_log_and_record_tell_each_match_by_its_own_version(old, new, tmp_path):
    for match, version in ((old, 1), (new, 2)):
        played = played_out(match)
        page = Client().get(f"{address(match)}log/").content.decode()
        assert "rolls a" in page
        assert (MENDED_LINE in page) == (version == 2)
        path = saved(played, tmp_path)
        record = load_record(path.read_bytes())
        assert record.rules_version == version
        assert verify_record(record).replayed
        assert "all of them correct" in said("verify_record", path)
        forget(played)
        identifier = said("import_record", path).strip().rstrip("/").rpartition("/")[2]
        taken = Match.objects.get(public_id=identifier)
        assert taken.rules_version == look(taken).game.meta.rules_version == version
        assert canonical_json(selectors.record_of(taken)) == path.read_bytes()


def test_steps_told_by_two_versions_are_not_taken_for_one_another(old):
    play(old, action=ROLL)
    for game, mended in ((Mended(), False), (OnlyNew(), True), (Mended(), False)):
        swap(game)  # in one process, which remembers what it told
        Match.objects.filter(pk=old.pk).update(status=Match.Status.VOIDED)
        match = Match.objects.get(pk=old.pk)
        told = selectors.log_entries(match, SPECTATOR, ["amber", "birch"])
        assert (MENDED_LINE in told[-1].text) == mended


@pytest.fixture
def dropped(old, install) -> Match:
    """A finished match of a version that is played no more."""
    match = played_out(old)
    install(OnlyNew())
    return match


def test_a_dropped_match_keeps_its_last_board_its_result_and_its_log(dropped):
    kept = selectors.snapshot(dropped)
    assert kept.state.rules_version == 1
    assert plain(kept.result) == dropped.result
    page = Client().get(address(dropped)).content.decode()
    assert "12 points are reached." in page
    assert "data-step" in page or "rolls a" in page
    assert "rolls a" in Client().get(f"{address(dropped)}log/").content.decode()
    shown = Client().get(f"/api{address(dropped)}").json()
    assert shown["result"]["seats"][0]["score"] == dropped.result["seats"][0]["score"]
    assert (shown["actions"], shown["active_seats"]) == ([], [])


def test_a_dropped_match_that_was_voided_has_no_result(dropped, staff):
    actions.void(public_id=dropped.public_id, by=staff, reason="Both asked for it.")
    shown = look(dropped)
    assert (shown.result, shown.match.status) == (None, Match.Status.VOIDED)
    assert Client().get(address(dropped)).status_code == 200
    record = load_record(Client().get(f"/api{address(dropped)}record/").content)
    assert not verify_record(record).replayed


def test_its_record_verifies_but_for_the_moves_and_is_not_imported(dropped, tmp_path):
    path = saved(dropped, tmp_path)
    record = load_record(path.read_bytes())
    assert not verify_record(record).replayed
    assert "The moves weren't replayed" in said("verify_record", path)
    forget(dropped)
    with pytest.raises(errors.Unreadable):
        restore.import_record(record)
    with pytest.raises(CommandError, match="rules this portal no longer has"):
        said("import_record", path)
    assert not Match.objects.exists()


def test_a_past_position_is_shown_where_newer_rules_prove_to_lead_there(old, install):
    """Laying before rolling is legal in both versions; the stored deal says which one it was."""
    play_on(old, choose=lambda listed: min(listed, key=lambda choice: choice["type"] != "lay"))
    expected = [states.state_at(old, step) for step in range(look(old).version)]
    install(OnlyNew())
    match = look(old).match
    for step, state in enumerate(expected):
        assert selectors.snapshot_at(match, step).state == state
    assert Client().get(f"{address(match)}?step=2").status_code == 200
    assert len(missed_steps.boards(selectors.snapshot(match), SPECTATOR, 1, 3)) == 3


def test_a_past_position_that_newer_rules_cannot_reach_is_unreadable(dropped):
    assert dropped.steps.get(index=1).action == ROLL  # which version 2 forbids
    assert selectors.snapshot_at(dropped, 0).state.rules_version == 1  # stored
    with pytest.raises(errors.Unreadable):
        selectors.snapshot_at(dropped, 1)
    refused = Client().get(f"/api{address(dropped)}steps/1/")
    assert (refused.status_code, refused.json()["code"]) == (409, "unreadable")
    with pytest.raises(errors.Unreadable):
        missed_steps.boards(selectors.snapshot(dropped), SPECTATOR, 0, 2)


def test_a_position_that_newer_rules_reach_otherwise_is_unreadable(dropped, install):
    class Lax(Mended):
        """Can play what the dropped version played, and makes something else of it."""

        meta = OnlyNew.meta

        def apply_action(self, state, seat, action, chance):
            events = super().apply_action(state, seat, action, chance)
            state.points[seat] += 1
            return events

    install(Lax())
    with pytest.raises(errors.Unreadable):
        selectors.snapshot_at(dropped, 1)


@pytest.mark.parametrize("readable", [(), (1,)])
def test_a_last_board_of_another_layout_is_unreadable_unless_it_reads_by_defaults(
    dropped, install, readable
):
    class Relaid(OnlyNew):
        meta = replace(OnlyNew.meta, state_schema=2, readable_schemas=readable)

    install(Relaid())
    if readable:
        assert plain(selectors.snapshot(dropped).result) == dropped.result
        assert "12 points are reached." in Client().get(address(dropped)).content.decode()
        return
    with pytest.raises(errors.Unreadable):
        selectors.snapshot(dropped)
    Match.objects.filter(pk=dropped.pk).update(state=b"\x80", state_schema=2)
    with pytest.raises(errors.Unreadable):
        look(dropped)
    assert Client().get(f"/api{address(dropped)}record/").status_code == 200


def test_a_game_that_is_gone_is_unreadable_and_the_check_leaves_out_what_is_over(dropped):
    told = said("check_matches", "--all", "--jobs=1")
    assert "1 match wasn't replayed: it is over" in told
    assert "0 matches replay as recorded." in told
    registry.unregister(SLUG)
    with pytest.raises(errors.Unreadable):
        dropped.presentation  # noqa: B018 - it raises
    assert dropped.game_title == SLUG


def test_a_version_that_running_matches_need_is_missed_by_the_check(old, new, install):
    told = [(used.game, used.version, used.count, used.named) for used in versions.in_use()]
    assert told == [(SLUG, 1, 1, (old.public_id,)), (SLUG, 2, 1, (new.public_id,))]
    assert versions.missing() == []
    assert check_versions(None, databases=["default"]) == []
    install(OnlyNew())
    (fault,) = check_versions(None, databases=["default"])
    assert fault.id == "matches.E005"
    assert fault.msg.startswith(f"{SLUG}, rules version 1, isn't installed")
    assert (old.public_id in fault.msg, new.public_id in fault.msg) == (True, False)
    with pytest.raises(CommandError, match=r"matches\.E005"):
        call_command("check", databases=["default"], stderr=io.StringIO())
    assert check_versions(None) == []  # a start asks no database
    assert check_versions in checks.registry.registry.get_checks()
    install(Mended())
    played_out(old)
    assert [used.version for used in versions.in_use()] == [2]


class Grown(MendedPosition):
    weather: str = "dry"


class Relaid(Mended):
    """The same rules with one more thing in their states."""

    meta = replace(Mended.meta, state_schema=2)
    State = Grown

    def setup(self, options, seating, chance):
        return Grown(**structs.asdict(super().setup(options, seating, chance)))

    def determinize(self, observation, seat, chance):
        return Grown(**structs.asdict(super().determinize(observation, seat, chance)))


def schemas(match: Match) -> list[int]:
    return list(match.steps.values_list("state_schema", flat=True))


@pytest.fixture
def halfway(old, install) -> Match:
    """A match of three steps, taken by the first layout."""
    play(old, action=ROLL)
    play(old, action=ROLL)
    assert schemas(old) == [1, 1, 1]
    install(Relaid())
    return old


def test_a_running_match_goes_on_in_the_new_layout(halfway, tmp_path):
    assert set(Checkpoint.objects.values_list("state_schema", flat=True)) == {1}
    assert isinstance(states.state_at(halfway, 0), Grown), "no checkpoint of the older is used"
    shown = look(halfway)
    assert isinstance(shown.state, Grown)
    assert shown.state.weather == "dry"
    play(halfway)
    assert schemas(halfway) == [1, 1, 1, 2]
    match = played_out(halfway)
    assert match.state_schema == 2
    record = selectors.record_of(match)
    assert {step.state_schema for step in record.steps} == {1, 2}
    assert verify_record(record).replayed
    assert "all of them correct" in said("verify_record", saved(match, tmp_path))
