"""The conformance suite: sound rulesets pass, and every law notices the fault it is there for."""

import pytest

from games.conformance import (
    LAWS,
    Law,
    LawBroken,
    Sample,
    check,
    conformance_class,
    play_sample,
    records as record_laws,
)
from tests.rulesets.broken import BROKEN
from tests.rulesets.endless import Endless
from tests.rulesets.guided import Guided
from tests.rulesets.race import Race
from tests.support.also import also_rows

BY_NAME: dict[str, Law] = {law.__name__.removeprefix("law_"): law for law in LAWS}


def sample(ruleset: type[Endless]) -> Sample:
    return play_sample(ruleset(), games=1, seed=1, worlds=3, limit=None)


@pytest.mark.parametrize(  # the games at each table, and positions for the dear laws
    ("games", "limit"), [(1, 8), *also_rows((2, 200))]
)
@pytest.mark.parametrize("ruleset", [Endless, Race, Guided])
def test_sound_rulesets_keep_all_laws(ruleset, games, limit):
    report = check(ruleset(), games=games, seed=3, limit=limit)
    assert report.games == 4 * 2 * games  # seat counts, ends of the option's range, games
    assert report.moments > 100 * games
    assert report.refused == 0


@pytest.mark.parametrize(
    ("ruleset", "law", "message"), BROKEN, ids=[f"{law}-{r.__name__}" for r, law, _ in BROKEN]
)
def test_a_broken_ruleset_is_noticed(ruleset, law, message, monkeypatch):
    monkeypatch.setattr("games.conformance.play.ENDLESS_STEPS", 30)  # every fault shows by then
    with pytest.raises(LawBroken) as caught:
        BY_NAME[law](sample(ruleset))
    assert message in str(caught.value)


def test_every_law_has_a_ruleset_that_breaks_it():
    about_the_platform = {"alterations_show"}
    assert {law for _, law, _ in BROKEN} | about_the_platform == set(BY_NAME)


def test_a_verification_without_the_chain_is_noticed(monkeypatch):
    monkeypatch.setattr("games.protocol.chain.check_chain", lambda record: None)
    with pytest.raises(LawBroken, match="altering a name doesn't show"):
        record_laws.law_alterations_show(sample(Race))


def test_the_class_has_a_method_for_each_law():
    made = conformance_class(Race(), games=1, limit=20)
    assert made.__name__ == "TestOrchardRace"
    methods = [name for name in vars(made) if name.startswith("test_")]
    assert methods == [f"test_{name}" for name in BY_NAME]


def test_a_method_fails_for_its_own_law_alone_and_says_where_it_was_seen():
    broken = next(ruleset for ruleset, law, _ in BROKEN if law == "lists")
    made = conformance_class(broken(), games=1)
    made().test_round_trips()
    with pytest.raises(LawBroken):
        made().test_lists()
    broken = next(ruleset for ruleset, law, _ in BROKEN if law == "turns")
    with pytest.raises(LawBroken, match=r"endless-orchard, 2 seats.*game 1/\d+/0, after step \d+"):
        BY_NAME["turns"](sample(broken))
